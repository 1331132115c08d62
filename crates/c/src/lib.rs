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
mod emit;
mod execute;
mod flow;
mod heap;
mod leaks;
mod library;
mod lower;
mod memory;
mod pairs;
mod parts;
mod path;
mod points_to;
mod races;
mod ranges;
mod unread;
mod words;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, FileLoader, LoadRequest, SourceMap, Span};
use kulan_ir::System;
use rustc_hash::FxHashMap;

/// How far to go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that one place of the program creates, at most.
    pub max_threads: u32,
    /// Objects that one place of the program allocates, at most, for each thread.
    pub max_objects: u32,
    /// Whether `malloc` and its like can fail.
    pub malloc_fails: bool,
    /// Whether to look for data races.
    pub races: bool,
    /// Whether to look for wrong uses of locks.
    pub locks: bool,
    /// Whether to look for memory that is lost when the program ends.
    pub leaks: bool,
    /// Whether to look for signed overflow.
    pub overflow: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_threads: 3,
            max_objects: 3,
            malloc_fails: false,
            races: true,
            locks: true,
            leaks: false,
            overflow: false,
        }
    }
}

/// A program that can be checked.
#[derive(Clone, Debug)]
pub struct Program {
    system: System,
    partial_reuse: bool,
}

impl Program {
    /// The system.
    pub fn system(&self) -> System {
        self.system.clone()
    }

    /// Whether freed memory could be handed out in ways that the system does not have: by another place, or to another
    /// thread. Then what holds, holds for the objects of the system only.
    pub fn partial_reuse(&self) -> bool {
        self.partial_reuse
    }
}

/// The stack for following deeply nested code.
const STACK: usize = 512 << 20;

/// Reads the module in a file. None if there was an error; the messages are in `diags`. Lines of the C sources, which the
/// loader gives, are shown in counterexamples.
pub fn read(
    file: FileId,
    sources: &SourceMap,
    loader: &dyn FileLoader,
    options: &Options,
    diags: &mut Diagnostics,
) -> Option<Program> {
    let module = with_library(kulan_llvm::read(file, sources, diags)?, file, sources);
    let start = Span::new(file, 0, 0);
    let main = module.global("main").filter(|&g| module.function(g).is_some_and(|f| !f.is_declaration()));
    let Some(main) = main else {
        diags.push(Diagnostic::error("no-main", start, "the program has no function main"));
        return None;
    };
    let name = sources.file(file).name().to_string();
    let (texts, annotated) = source_texts(&module, loader);
    let annotated = annotated && module.global("__kulan_assertions_are_read").is_none();
    let result = std::thread::scope(|scope| {
        let work = || translate(&module, main, options, &texts, &name, annotated);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|_| Err("a program that Kulan cannot translate".into())),
            Err(e) => Err(format!("a new thread: {e}")),
        }
    });
    match result {
        Ok(lowered) => {
            for (_, text) in &lowered.warnings {
                diags.push(Diagnostic::warning("c", start, text.clone()));
            }
            Some(Program { system: lowered.system, partial_reuse: lowered.partial_reuse })
        }
        Err(why) => {
            diags.push(Diagnostic::error("unsupported", start, format!("this program needs {why}")));
            None
        }
    }
}

/// A module with the functions of the library that it uses.
fn with_library(module: kulan_llvm::Module, file: FileId, sources: &SourceMap) -> kulan_llvm::Module {
    let Some(text) = library::extended(&module, sources.file(file).text()) else { return module };
    let mut own = SourceMap::new();
    let file = own.add(sources.file(file).name(), text);
    let mut diags = Diagnostics::new();
    // A function that is declared in an unusual way stays as it is: not supported.
    kulan_llvm::read(file, &own, &mut diags).unwrap_or(module)
}

fn translate(
    module: &kulan_llvm::Module,
    main: kulan_llvm::GlobalId,
    options: &Options,
    texts: &Texts,
    name: &str,
    annotated: bool,
) -> Result<lower::Lowered, String> {
    let analysis = points_to::Analysis::new(module, main);
    if analysis.too_many {
        return Err("too many call paths".into());
    }
    let lines = |directory: &str, file: &str, line: u32| -> Option<String> {
        let text = texts.get(&(directory.to_string(), file.to_string()))?;
        Some(text.get(line.checked_sub(1)? as usize)?.clone()).filter(|t| !t.is_empty())
    };
    // Once for the numbers of locations, and again as long as more turns out to be needed.
    let mut needs = lower::Needs::default();
    let mut first = lower::lower(module, &analysis, options, &lines, name, &[], &needs)?;
    while needs.add(std::mem::take(&mut first.wanted)) {
        first = lower::lower(module, &analysis, options, &lines, name, &[], &needs)?;
    }
    let mut lowered = lower::lower(module, &analysis, options, &lines, name, &first.counters, &needs)?;
    unread::forget(&mut lowered.system, &lowered.marks);
    classes::restrict(&mut lowered.system);
    if annotated {
        unread_annotations(&mut lowered.system);
    }
    debug_assert_eq!(kulan_ir::validate(&lowered.system), Ok(()));
    Ok(lowered)
}

/// Assertions in comments for other tools are not checked, and "holds" must not seem to include them.
fn unread_annotations(system: &mut System) {
    let counter = system.threads.first().and_then(|t| t.program_counter);
    let Some(pc) = counter.map(|v| system.read(v)) else { return };
    let start = system.exprs.eq_const(pc, 1);
    let condition = system.exprs.not(start);
    let message = "not supported: assertions in comments (//@ assert)".to_string();
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
