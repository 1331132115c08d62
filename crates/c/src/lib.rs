//! Threaded C programs, as LLVM IR, to the IR of Kulan.
//!
//! [`read`] takes the text that clang writes and gives a [`Program`], whose [`Program::system`] can be searched. See
//! docs/c.md for what is modelled and how.
//!
//! How it works: [`points_to`] finds call paths, thread starts and what pointers point to; [`lower`] gives every thread
//! that may run its variables, and every object its cells and addresses; [`execute`] follows the code symbolically from
//! each location to the next ones, and [`emit`] makes a transition of each path.

mod access;
mod alone;
mod calls;
mod classes;
mod copies;
mod counting;
mod emit;
mod execute;
mod faults;
mod flow;
mod heap;
mod inputs;
mod leaks;
mod library;
mod lives;
mod lower;
mod memory;
mod objects;
mod outside;
mod pairs;
mod parts;
mod path;
mod points_to;
mod prints;
mod processes;
mod races;
mod ranges;
mod unread;
mod watch;
mod words;

use std::collections::BTreeSet;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, FileLoader, LoadRequest, SourceMap, Span};
use kulan_ir::System;
use kulan_llvm::link;
pub use processes::Process;
use rustc_hash::FxHashMap;
use watch::Watched;

/// Which bounds the user chose; the others are defaults.
#[derive(Copy, Clone, Debug, Default)]
pub struct Chosen {
    /// `max_threads`.
    pub threads: bool,
    /// `max_frames`.
    pub frames: bool,
    /// `max_objects`.
    pub objects: bool,
}

/// What can happen to messages between datagram sockets, besides that they arrive in order.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Udp {
    /// They are lost.
    pub lose: bool,
    /// They arrive twice.
    pub duplicate: bool,
    /// They arrive before others that were sent earlier.
    pub reorder: bool,
}

/// How far to go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that one place of the program creates, at most.
    pub max_threads: u32,
    /// Activations of one function on a call path, at most.
    pub max_frames: u32,
    /// Objects that one place of the program allocates, at most, for each thread.
    pub max_objects: u32,
    /// Which of these the user chose.
    pub chosen: Chosen,
    /// Whether `pthread_cond_wait` may return without a signal.
    pub spurious_wakeups: bool,
    /// Whether memory that was freed is never handed out again.
    pub no_reuse: bool,
    /// Whether `malloc` and its like can fail.
    pub malloc_fails: bool,
    /// Whether the user wants atomic operations to be sequentially consistent, whatever order they have.
    pub consistent: bool,
    /// Functions without a body that change nothing.
    pub pure: Vec<String>,
    /// Whether to follow the program without any shortcut, for tests: what that gives must have the same verdicts.
    pub plain: bool,
    /// Whether to look for data races.
    pub races: bool,
    /// Whether to look for wrong uses of locks.
    pub locks: bool,
    /// Whether to look for memory that is lost when the program ends.
    pub leaks: bool,
    /// Whether to look for signed overflow.
    pub overflow: bool,
    /// Whether `connect` waits until somebody listens, instead of failing.
    pub connect_waits: bool,
    /// Whether who sends waits where there is no room for the bytes; otherwise that is beyond what is modelled.
    pub full_buffers_block: bool,
    /// Whether to look for bytes that were sent and that nobody can read any more.
    pub unread: bool,
    /// What can happen to messages of a system of programs.
    pub udp: Udp,
    /// Messages that are lost, connections that break and processes that crash in a run of a system of programs, at most.
    pub faults: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_threads: 3,
            max_frames: 8,
            max_objects: 3,
            chosen: Chosen::default(),
            spurious_wakeups: true,
            no_reuse: false,
            malloc_fails: false,
            consistent: false,
            pure: Vec::new(),
            plain: false,
            races: true,
            locks: true,
            leaks: false,
            overflow: false,
            connect_waits: false,
            full_buffers_block: false,
            unread: false,
            udp: Udp::default(),
            faults: 0,
        }
    }
}

/// Conditions over global variables and labels that properties are made of.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The text of each, as a file of its own.
    pub files: Vec<FileId>,
    /// Whether some property is about infinite runs.
    pub temporal: bool,
}

/// Something that is taken for granted: "freed memory is not reused".
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumption {
    /// In words.
    pub what: String,
    /// Whether an option says so. Otherwise the user may not know of it.
    pub chosen: bool,
}

/// A program that can be checked.
#[derive(Clone, Debug)]
pub struct Program {
    system: System,
    open: Option<System>,
    observed: Option<System>,
    few_objects: Vec<String>,
    assumed: BTreeSet<Assumption>,
    frames: u32,
    threads: u32,
}

impl Program {
    /// The system. Its labels are the conditions that were asked about, in their order.
    pub fn system(&self) -> System {
        self.system.clone()
    }

    /// Whether it is a system of programs: each has a process, and the first process only starts them.
    pub fn has_processes(&self) -> bool {
        self.system.processes.len() > 1
    }

    /// Whether [`Program::system`] has only some values of its inputs.
    pub fn is_restricted(&self) -> bool {
        self.open.is_some()
    }

    /// The same with all values of its inputs, however many there are, for engines that need not try them one by one. None
    /// if that is [`Program::system`].
    pub fn open(&self) -> Option<System> {
        self.open.clone()
    }

    /// The system for properties of infinite runs, with the same labels. What is not supported, or beyond a bound, is
    /// missing in it: only a search of [`Program::system`] tells whether that matters.
    pub fn observed(&self) -> System {
        self.observed.as_ref().unwrap_or(&self.system).clone()
    }

    /// Why what holds, holds for the objects of the system only, even if no run needs more of them: freed memory could be
    /// handed out in ways that the system does not have, and the program would notice; or objects come from outside.
    pub fn few_objects(&self) -> &[String] {
        &self.few_objects
    }

    /// What is taken for granted.
    pub fn assumed(&self) -> &BTreeSet<Assumption> {
        &self.assumed
    }

    /// Threads that one place creates, or that start each other in a row: as many as asked for, or fewer if these were too
    /// many.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Activations of one function on a call path: as many as asked for, or fewer if these were too many call paths.
    pub fn frames(&self) -> u32 {
        self.frames
    }
}

/// The stack for following deeply nested code.
const STACK: usize = 512 << 20;

/// What to read.
#[derive(Copy, Clone, Debug)]
pub enum Programs<'a> {
    /// One program that some files are together, with at least one file.
    One(&'a [FileId]),
    /// Several programs that run side by side, at least one, and the name of the system that they are.
    Several(&'a str, &'a [Process]),
}

impl Programs<'_> {
    fn first(self) -> Option<FileId> {
        match self {
            Programs::One(files) => files.first().copied(),
            Programs::Several(_, processes) => processes.first()?.files.first().copied(),
        }
    }
}

/// Reads a program, or several. None if there was an error; the messages are in `diags`. Lines of the C sources, which
/// the loader gives, are shown in counterexamples.
pub fn read(
    programs: Programs<'_>,
    sources: &SourceMap,
    loader: &dyn FileLoader,
    options: &Options,
    asked: &Conditions,
    diags: &mut Diagnostics,
) -> Option<Program> {
    let file = programs.first()?;
    let start = Span::new(file, 0, 0);
    let (name, module) = match programs {
        Programs::One(files) => (sources.file(file).name(), linked(files, sources, diags)?),
        Programs::Several(name, list) => (name, processes::linked(list, sources, options, diags)?),
    };
    let main = module.global("main").filter(|&g| module.function(g).is_some_and(|f| !f.is_declaration()));
    let Some(main) = main else {
        diags.push(Diagnostic::error("no-main", start, "the program has no function main"));
        return None;
    };
    let watched = Watched::read(&module, &asked.files, sources, diags)?;
    let (texts, annotated) = source_texts(&module, loader);
    let annotated = annotated && module.global("__kulan_assertions_are_read").is_none();
    // Races are a matter of single states.
    let plain = Options { races: false, ..options.clone() };
    let translate =
        |watched: &Watched, options: &Options| translate(&module, main, (options, watched), &texts, name, annotated);
    let control = kulan_control::current();
    let both = || -> Result<_, String> {
        let lowered = translate(&watched, options)?;
        let observed = if asked.temporal { Some(translate(&watched.temporal(), &plain)?.0.system) } else { None };
        Ok((lowered, observed))
    };
    let result = std::thread::scope(|scope| {
        let work = || control.attach(both);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|_| Ok(Err("a program that Kulan cannot translate".into()))),
            Err(e) => Ok(Err(format!("a new thread: {e}"))),
        }
    });
    // What was stopped there is stopped here, too.
    let Ok(result) = result else {
        kulan_control::checkpoint();
        return None;
    };
    match result {
        Ok(((lowered, frames, threads), observed)) => {
            if options.chosen.frames && frames < options.max_frames {
                let text =
                    format!("recursive calls have {frames} frames only: with more there are too many call paths");
                diags.push(Diagnostic::warning("c", start, text));
            }
            let lower::Lowered { system, open, few_objects, assumed, .. } = lowered;
            Some(Program { system, open, observed, few_objects, assumed, frames, threads })
        }
        Err(why) => {
            diags.push(Diagnostic::error("unsupported", start, format!("this program needs {why}")));
            None
        }
    }
}

/// One module of all files, with the functions of the library that they use.
fn linked(files: &[FileId], sources: &SourceMap, diags: &mut Diagnostics) -> Option<kulan_llvm::Module> {
    let modules: Option<Vec<kulan_llvm::Module>> =
        files.iter().map(|&file| kulan_llvm::read(file, sources, diags)).collect();
    let mut modules = modules?;
    if let ([file], Some(module)) = (files, modules.pop_if(|_| files.len() == 1)) {
        return Some(with_library(module, sources.file(*file).text()));
    }
    let name = |file: &FileId| sources.file(*file).name().trim_end_matches(" as LLVM IR");
    let parts: Vec<link::Part<'_>> =
        files.iter().zip(&modules).map(|(file, module)| link::Part { file: name(file), module, scope: None }).collect();
    let is_word = |name: &str| words::known(name, true).is_some();
    let start = Span::new(files[0], 0, 0);
    let linked = link::link(&parts, &is_word).and_then(|text| {
        let module = parsed("the linked program", &text).ok_or("the files do not fit together")?;
        Ok(with_library(module, &text))
    });
    match linked {
        Ok(module) => Some(module),
        Err(why) => {
            why.lines().for_each(|line| diags.push(Diagnostic::error("link", start, line)));
            None
        }
    }
}

fn parsed(name: &str, text: &str) -> Option<kulan_llvm::Module> {
    let (mut own, mut diags) = (SourceMap::new(), Diagnostics::new());
    let file = own.add(name, text);
    kulan_llvm::read(file, &own, &mut diags)
}

/// A module, whose text is given, with the functions of the library that it uses.
fn with_library(module: kulan_llvm::Module, text: &str) -> kulan_llvm::Module {
    let Some(text) = library::extended(&module, text) else { return module };
    // A function that is declared in an unusual way stays as it is: not supported.
    parsed("the program with its library", &text).unwrap_or(module)
}

/// The system of a program, how many frames of a function it has at most, and how many generations of threads.
fn translate(
    module: &kulan_llvm::Module,
    main: kulan_llvm::GlobalId,
    asked: (&Options, &Watched),
    texts: &Texts,
    name: &str,
    annotated: bool,
) -> Result<(lower::Lowered, u32, u32), String> {
    if has_functions(module, "llvm.global_ctors") {
        return Err("functions that run before main (__attribute__((constructor)))".into());
    }
    let mut frames = asked.0.max_frames;
    loop {
        let analysis = points_to::Analysis::new(module, main, frames, asked.0.max_threads);
        if analysis.too_many {
            return Err("too many call paths".into());
        }
        match lower_all(module, &analysis, asked, texts, name, annotated) {
            Ok(lowered) => return Ok((lowered, analysis.frames, analysis.generations)),
            // Perhaps with fewer recursive calls.
            Err(_) if analysis.meets_frames && analysis.frames > 1 => frames = analysis.frames / 2,
            Err(why) => return Err(why),
        }
    }
}

fn lower_all(
    module: &kulan_llvm::Module,
    analysis: &points_to::Analysis<'_>,
    asked: (&Options, &Watched),
    texts: &Texts,
    name: &str,
    annotated: bool,
) -> Result<lower::Lowered, String> {
    let lines = |directory: &str, file: &str, line: u32| -> Option<String> {
        let text = texts.get(&(directory.to_string(), file.to_string()))?;
        Some(text.get(line.checked_sub(1)? as usize)?.clone()).filter(|t| !t.is_empty())
    };
    // Once for the numbers of locations, and again as long as more turns out to be needed.
    let mut needs = lower::Needs::default();
    let mut first = lower::lower(module, analysis, asked, &lines, name, &[], &needs)?;
    while needs.add(std::mem::take(&mut first.wanted)) {
        first = lower::lower(module, analysis, asked, &lines, name, &[], &needs)?;
    }
    let mut lowered = lower::lower(module, analysis, asked, &lines, name, &first.counters, &needs)?;
    let plain = asked.0.plain;
    if !plain {
        unread::forget(&mut lowered.system, &lowered.marks);
    }
    if !plain && !asked.1.any() {
        counting::run_through(&mut lowered.system);
    }
    let mut open = lowered.system.clone();
    let is_restricted = !plain && classes::restrict(&mut lowered.system);
    for system in [&mut lowered.system, &mut open] {
        if annotated {
            // "Holds" must not seem to include them.
            cannot_hold(system, "assertions in comments (//@ assert)");
        }
        if has_functions(module, "llvm.global_dtors") {
            cannot_hold(system, "functions that run behind main (__attribute__((destructor)))");
        }
    }
    lowered.open = is_restricted.then_some(open);
    debug_assert_eq!(kulan_ir::validate(&lowered.system), Ok(()));
    Ok(lowered)
}

/// Whether a list of functions that the program begins or ends with has some.
fn has_functions(module: &kulan_llvm::Module, list: &str) -> bool {
    let variable = module.global(list).and_then(|g| module.variable(g));
    let initial = variable.and_then(|v| v.initializer).map(|c| &module.constants[c].kind);
    matches!(initial, Some(kulan_llvm::ConstantKind::Aggregate(parts)) if !parts.is_empty())
}

/// Says that every run has something that is not supported, wherever it comes.
fn cannot_hold(system: &mut System, what: &str) {
    let counter = system.threads.first().and_then(|t| t.program_counter);
    let Some(pc) = counter.map(|v| system.read(v)) else { return };
    let start = system.exprs.eq_const(pc, 1);
    let condition = system.exprs.not(start);
    let message = format!("not supported: {what}");
    let kind = kulan_ir::CheckKind::Unsupported;
    system.add_invariants(vec![kulan_ir::Invariant { condition, kind, message, source: None }]);
}

/// Lines by folder and file.
type Texts = FxHashMap<(String, String), Vec<String>>;

/// The lines of all source files that instructions come from, as far as they can be read, and whether they have
/// assertions in comments.
fn source_texts(module: &kulan_llvm::Module, loader: &dyn FileLoader) -> (Texts, bool) {
    let mut texts = Texts::default();
    let mut annotated = false;
    for (_, function) in module.functions() {
        for instruction in function.instructions.values() {
            let Some(place) = module.source_place(instruction) else { continue };
            let key = (place.directory.to_string(), place.file.to_string());
            if texts.contains_key(&key) {
                continue;
            }
            let path = std::path::Path::new(place.directory).join(place.file).display().to_string();
            let loaded = loader.load(LoadRequest { path: &path, from: "", system: false });
            annotated |= loaded.as_ref().is_ok_and(|f| f.text.contains("//@ assert") || f.text.contains("/*@ assert"));
            let lines = loaded.map_or_else(|_| Vec::new(), |f| f.text.lines().map(shorten).collect());
            texts.insert(key, lines);
        }
    }
    (texts, annotated)
}

/// A line for people.
fn shorten(line: &str) -> String {
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= 60 { words } else { words.chars().take(57).collect::<String>() + "..." }
}
