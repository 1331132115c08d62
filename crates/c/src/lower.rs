//! From a module to a system: threads, memory, and for each location the transitions that start there.

use std::collections::BTreeSet;

use kulan_ir::expr::width_of;
use kulan_ir::{
    Display, ExprId, FileId, Frame, GuardTable, Location, Owner, Process, ProcessId, Source, System, Thread, ThreadId,
    VarId, Variable,
};
use kulan_llvm::{BlockId, Function, GlobalId, Id, InstructionId, Module, Op, Operand, TypeId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alone::Alone;
use crate::library;
use crate::lives::{Life, Pooled};
use crate::memory::{self, Memory, scalar_bits};
use crate::path::Path;
use crate::points_to::{Analysis, ContextId, Object, ObjectId, TemplateId};
use crate::races::Notes;
use crate::watch::Watched;
use crate::words::{Known, known};
use crate::{Assumption, Options};

/// More threads than this are refused.
pub const MOST_THREADS: usize = 40;
/// More transitions than this are refused.
const MOST_TRANSITIONS: usize = 60_000;

/// A place where a thread can be seen: call path, instruction, part of it, depth of atomic sections.
pub type Place = (ContextId, InstructionId, u16, u32);

/// A place where an input is chosen.
pub type Choice = (GlobalId, InstructionId);

/// Where the value of an input comes from.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The program says that it can be any.
    Any,
    /// A variable was not written before it was read.
    Unset,
    /// From outside of the program: what a function without a body gives, or an argument of `main`.
    Outside,
}

/// An input of a location, before it is one of a transition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// For people.
    pub name: String,
    pub width: u8,
    /// The greatest value that it can have.
    pub most: u64,
    pub origin: Origin,
    /// Where it is chosen, if it can be kept in a variable there.
    pub chosen_at: Option<Choice>,
}

impl Unknown {
    /// For people: a value that it has.
    pub fn show(&self, value: u64) -> String {
        let display = crate::processes::choice_display(&self.name, self.width);
        format!("{} = {}", crate::processes::choice_name(&self.name), display.show(false, self.width, value))
    }
}

/// A thread that may run.
#[derive(Debug)]
pub struct Instance {
    pub template: TemplateId,
    pub name: String,
    pub thread: ThreadId,
    pub counter: VarId,
    /// By place where it is created: the threads it can start, in order.
    pub children: FxHashMap<(ContextId, InstructionId, TemplateId), Vec<usize>>,
    pub places: FxHashMap<Place, u64>,
    pub list: Vec<Place>,
    /// The location at which the whole program has ended.
    pub stopped: u64,
}

pub struct Lowering<'a, 'm> {
    pub module: &'m Module,
    pub analysis: &'a Analysis<'m>,
    pub options: &'a Options,
    /// What properties speak of.
    pub watched: &'a Watched,
    pub lines: &'a dyn Fn(&str, &str, u32) -> Option<String>,
    pub system: System,
    pub table: GuardTable,
    pub instances: Vec<Instance>,
    pub memory: Vec<Memory>,
    /// By object of the analysis: those of the running program, with the thread that has it.
    pub concrete: FxHashMap<ObjectId, Vec<(usize, usize)>>,
    pub bases: FxHashMap<GlobalId, u64>,
    /// Variables of threads: registers and promoted locals.
    pub registers: FxHashMap<(usize, ContextId, ValueId), VarId>,
    /// The other way round.
    pub register_of: FxHashMap<VarId, (usize, ContextId, ValueId)>,
    pub named: FxHashMap<(usize, String), VarId>,
    names: FxHashSet<String>,
    /// Names that several global variables have in the source.
    pub twins: FxHashSet<&'m str>,
    files: FxHashMap<String, FileId>,
    sources: FxHashMap<(ContextId, InstructionId), Option<Source>>,
    promoted: FxHashMap<(GlobalId, ValueId), Promotion>,
    live: FxHashMap<(GlobalId, InstructionId), FxHashSet<ValueId>>,
    pub alone: Alone,
    /// Locals that always have the same value, by thread.
    pub constants: FxHashMap<(usize, ContextId, ValueId), Option<ExprId>>,
    /// Conditions under which an end is no deadlock.
    pub ends: Vec<ExprId>,
    /// The thread that is being lowered, and where its path began.
    pub current: usize,
    pub start: u64,
    pub start_atomic: u32,
    /// The inputs of the current location.
    pub inputs: Vec<Unknown>,
    /// What is taken for granted.
    pub assumed: BTreeSet<Assumption>,
    pub pointer_bits: u8,
    pub failed: Option<String>,
    pub counters: &'a [u8],
    pub joins_results: bool,
    pub waits: bool,
    pub needs: &'a Needs,
    pub wanted: Needs,
    /// By object, what its bytes are, where that was asked.
    pub bytes: FxHashMap<usize, crate::parts::Bytes>,
    /// Where memory is freed, and how many places of threads allocate some.
    pub frees: BTreeSet<Option<String>>,
    pub heap_places: usize,
    /// Functions that objects from outside of the program come from.
    pub guesses: BTreeSet<String>,
    /// Objects of which scalars are accessed in part, or several at once.
    pub taken_apart: FxHashSet<usize>,
    /// For finding races.
    pub notes: Notes,
    /// Variables that say whether others were written.
    pub marks: FxHashMap<VarId, VarId>,
    /// Variables that mutexes are.
    pub locks: FxHashSet<VarId>,
    /// By object: of a local variable that a pointer may outlive, whether its function is active.
    pub lives: FxHashMap<usize, Life>,
    /// By object: of memory that a call asks for in a loop, which call.
    pub pools: FxHashMap<usize, Pooled>,
    /// By object: the thread that a thread-local variable belongs to.
    pub thread_locals: FxHashMap<usize, usize>,
}

/// What turns out to be needed only while code is followed: another attempt has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Inputs that conditions compare with variables: they are kept in a variable as soon as they are chosen.
    pub kept: FxHashSet<Choice>,
    /// Objects in which what is between the fields is accessed.
    pub padded: FxHashSet<usize>,
    /// Cells that are written in part: each byte has its own mark.
    pub by_byte: FxHashSet<(usize, usize)>,
}

impl Needs {
    /// Adds what another attempt wants; whether that is new.
    pub fn add(&mut self, more: Needs) -> bool {
        let before = self.clone();
        self.kept.extend(more.kept);
        self.padded.extend(more.padded);
        self.by_byte.extend(more.by_byte);
        *self != before
    }
}

/// How a local variable is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// As an object with an address.
    Memory,
    /// As a variable of its thread.
    Variable,
    /// Not at all: nothing reads it.
    Unused,
}

/// The system, and how many bits each program counter needs.
pub struct Lowered {
    pub system: System,
    /// The same with all values of its inputs, where the system has only some of them.
    pub open: Option<System>,
    pub counters: Vec<u8>,
    pub wanted: Needs,
    /// Why what holds, holds within the objects of the system only, even if no run needs more of them.
    pub few_objects: Vec<String>,
    /// What is taken for granted.
    pub assumed: BTreeSet<Assumption>,
    /// Variables that say whether others were written.
    pub marks: FxHashMap<VarId, VarId>,
}

/// Lowers; `counters` are widths of program counters from an earlier attempt.
pub fn lower<'m>(
    module: &'m Module,
    analysis: &Analysis<'m>,
    (options, watched): (&Options, &Watched),
    lines: &dyn Fn(&str, &str, u32) -> Option<String>,
    name: &str,
    counters: &[u8],
    needs: &Needs,
) -> Result<Lowered, String> {
    let pointer_bits = module.layout.pointer(0).bits;
    let triple = module.triple.map_or("its target", |t| module.text(t));
    if module.layout.big_endian {
        return Err(format!("a machine with the most significant byte first ({triple})"));
    }
    if pointer_bits > 64 {
        return Err(format!("a machine with pointers of more than 64 bits ({triple})"));
    }
    let mut lowering = Lowering {
        module,
        analysis,
        options,
        watched,
        lines,
        system: System::new(name),
        table: GuardTable::default(),
        instances: Vec::new(),
        memory: Vec::new(),
        concrete: FxHashMap::default(),
        bases: FxHashMap::default(),
        registers: FxHashMap::default(),
        register_of: FxHashMap::default(),
        named: FxHashMap::default(),
        names: FxHashSet::default(),
        twins: twins(module),
        files: FxHashMap::default(),
        sources: FxHashMap::default(),
        promoted: FxHashMap::default(),
        live: FxHashMap::default(),
        alone: Alone::new(module, analysis),
        constants: FxHashMap::default(),
        ends: Vec::new(),
        current: 0,
        start: 0,
        start_atomic: 0,
        inputs: Vec::new(),
        assumed: BTreeSet::new(),
        pointer_bits: pointer_bits as u8,
        failed: None,
        counters,
        joins_results: calls(module).any(|(w, call)| {
            let null = |o: &Operand| matches!(o, Operand::Constant(c) if module.constants[*c].kind == kulan_llvm::ConstantKind::Null);
            w == Known::Join && call.arguments.get(1).is_some_and(|o| !null(o))
        }),
        waits: calls(module).any(|(w, _)| matches!(w, Known::CondWait | Known::CondTimedWait)),
        needs,
        wanted: Needs::default(),
        bytes: FxHashMap::default(),
        frees: BTreeSet::new(),
        heap_places: 0,
        guesses: BTreeSet::new(),
        taken_apart: FxHashSet::default(),
        notes: Notes::default(),
        marks: FxHashMap::default(),
        locks: FxHashSet::default(),
        lives: FxHashMap::default(),
        pools: FxHashMap::default(),
        thread_locals: FxHashMap::default(),
    };
    lowering.name_processes();
    lowering.instance(0, None)?;
    lowering.objects()?;
    // Sizes were looked for before all objects had their addresses.
    lowering.constants.clear();
    lowering.all()?;
    let plain = lowering.system.transitions.len();
    lowering.races();
    lowering.faults()?;
    if lowering.system.transitions.len() > MOST_TRANSITIONS {
        let races = lowering.system.transitions.len() - plain;
        let help = format!("{races} of them for data races, which --property assert leaves out");
        return Err(format!("more than {MOST_TRANSITIONS} transitions, {help}"));
    }
    lowering.name_holders();
    lowering.end();
    lowering.label_conditions()?;
    let counters = lowering.instances.iter().map(|i| width_of(i.list.len() as u64 + 1)).collect();
    let few_objects = lowering.few_objects();
    if options.no_reuse && lowering.notices_reuse() {
        lowering.assume("freed memory is not reused", true);
    }
    if lowering.waits && !options.spurious_wakeups {
        lowering.assume("condition variables wake up by signals only", true);
    }
    let Lowering { system, assumed, wanted, marks, .. } = lowering;
    Ok(Lowered { system, open: None, assumed, counters, wanted, few_objects, marks })
}

/// Names that several global variables have in the source.
fn twins(module: &Module) -> FxHashSet<&str> {
    let mut seen = FxHashSet::default();
    let names = module.variables().filter_map(|(g, _)| module.source_global(g).map(|s| s.name));
    names.filter(|&name| !seen.insert(name)).collect()
}

/// The calls of known functions.
fn calls(module: &Module) -> impl Iterator<Item = (Known, &kulan_llvm::Call)> {
    module.functions().flat_map(|(_, f)| f.instructions.values()).filter_map(|i| {
        let call = i.op.call()?;
        let callee = module.global_behind(call.callee)?;
        let f = module.function(callee)?;
        Some((known(module.global_name(callee), !f.is_declaration())?, call))
    })
}
impl<'m> Lowering<'_, 'm> {
    pub fn function(&self, context: ContextId) -> &'m Function {
        self.module.function(self.analysis.contexts[context].function).expect("a context has a function")
    }

    /// A name that nothing else has.
    pub fn unique(&mut self, name: String) -> String {
        let mut result = name.clone();
        let mut number = 2;
        while !self.names.insert(result.clone()) {
            result = format!("{name}'{number}");
            number += 1;
        }
        result
    }

    /// Shows mutexes by their own names and those of the threads that hold them.
    fn name_holders(&mut self) {
        let holders = self.instances.iter().enumerate().map(|(i, instance)| (i as u64 + 1, instance.name.clone()));
        let names: Vec<_> = std::iter::once((0, "free".to_string())).chain(holders).collect();
        let all = 0..self.system.variables.len() as u32;
        for var in all.map(VarId).filter(|v| self.locks.contains(v)) {
            let variable = &mut self.system.variables[var.index()];
            variable.display = Display::Names(names.clone());
            // What is inside of a mutex is the library's business.
            let inside = |part: &str| part.starts_with("__") || part.bytes().all(|b| b.is_ascii_digit());
            let mut name = variable.name.as_str();
            while let Some((outer, _)) = name.rsplit_once('.').filter(|(_, last)| inside(last)) {
                name = outer;
            }
            let name = name.to_string();
            if self.names.insert(name.clone()) {
                self.system.variables[var.index()].name = name;
            }
        }
    }

    pub fn hidden(&mut self, name: String, width: u8, owner: Owner) -> VarId {
        let name = self.unique(name);
        let initial = vec![0];
        let display = Display::Hidden;
        self.system.add_variable(Variable { name, width, signed: false, elements: None, owner, initial, display })
    }

    /// One process for a program; for several, one for each, and the first for the thread that starts them.
    fn name_processes(&mut self) {
        let of_several = self.analysis.templates.iter().filter_map(|t| {
            let name = self.module.global_name(t.function);
            crate::processes::is_start(name).then(|| crate::processes::scope_of(name)).flatten()
        });
        let names: Vec<&str> = of_several.map(|(scope, _)| scope).collect();
        let first = if names.is_empty() { "main" } else { "system" };
        for name in std::iter::once(first).chain(names) {
            self.system.processes.push(Process { name: name.into() });
        }
    }

    /// Whether there are several programs.
    pub fn has_processes(&self) -> bool {
        self.system.processes.len() > 1
    }

    /// Whether a name is one of the network, which only several programs have.
    pub fn is_network(&self, name: &str) -> bool {
        self.has_processes() && crate::processes::is_network(name)
    }

    /// The process that a function belongs to.
    fn process_named(&self, function: GlobalId) -> ProcessId {
        let scope = crate::processes::scope_of(self.module.global_name(function)).map(|(scope, _)| scope);
        let number = self.system.processes.iter().position(|p| Some(p.name.as_str()) == scope);
        ProcessId(number.unwrap_or(0) as u32)
    }

    /// The process of a thread.
    pub fn process_of(&self, instance: usize) -> ProcessId {
        self.system.threads[self.instances[instance].thread.index()].process
    }

    /// Whether a thread is the first one of one of several programs.
    pub fn is_first(&self, instance: usize) -> bool {
        let function = self.analysis.templates[self.instances[instance].template].function;
        crate::processes::is_start(self.module.global_name(function))
    }

    /// The owner of what all threads of a thread's process can use.
    pub fn common_owner(&self, instance: usize) -> Owner {
        if self.has_processes() { Owner::Process(self.process_of(instance)) } else { Owner::System }
    }

    /// The owner of what some threads use: their process, if there are several, and they have it in common.
    pub fn owner_of(&self, users: &[usize]) -> Owner {
        match users.iter().map(|&i| self.common_owner(i)).collect::<FxHashSet<_>>() {
            owners if owners.len() == 1 => owners.into_iter().next().unwrap_or(Owner::System),
            _ => Owner::System,
        }
    }

    fn instance(&mut self, template: TemplateId, number: Option<usize>) -> Result<usize, String> {
        let index = self.instances.len();
        if index >= MOST_THREADS {
            return Err(format!("more than {MOST_THREADS} threads"));
        }
        let function = self.analysis.templates[template].function;
        let plain = crate::processes::thread_name(self.module.global_name(function));
        let is_first = crate::processes::is_start(self.module.global_name(function));
        let same = self.instances.iter().filter(|i| self.analysis.templates[i.template].function == function).count();
        let name = if number.is_none() || is_first { plain } else { format!("{plain}#{}", same + 1) };
        let thread = ThreadId(self.system.threads.len() as u32);
        let width = self.counters.get(index).copied().unwrap_or(20);
        let counter = self.hidden(format!("{name}.pc"), width, Owner::Thread(thread));
        let root = self.analysis.templates[template].root;
        self.system.threads.push(Thread {
            name: name.clone(),
            process: self.process_named(function),
            program_counter: Some(counter),
            idle: Some(0),
            locations: vec![Location::default()],
        });
        let stopped = 0;
        self.instances.push(Instance {
            template,
            name,
            thread,
            counter,
            children: FxHashMap::default(),
            places: FxHashMap::default(),
            list: Vec::new(),
            stopped,
        });
        let entry = self.first_of(root, BlockId::new(0));
        self.location(index, (root, entry, 0, 0));
        if index == 0 {
            self.system.variables[counter.index()].initial = vec![1];
        }
        let mut sites: Vec<_> = self.analysis.created.iter().collect();
        sites.sort_unstable_by_key(|(site, _)| **site);
        for (&(context, at), templates) in sites {
            if self.analysis.contexts[context].template != template {
                continue;
            }
            for &child in templates {
                let count = if self.analysis.templates[child].repeats { self.options.max_threads.max(1) } else { 1 };
                for number in 0..count {
                    let id = self.instance(child, Some(number as usize))?;
                    self.instances[index].children.entry((context, at, child)).or_default().push(id);
                }
            }
        }
        Ok(index)
    }

    /// The number of a place in a thread.
    pub fn location(&mut self, instance: usize, place: Place) -> u64 {
        if let Some(&number) = self.instances[instance].places.get(&place) {
            return number;
        }
        let source = self.source(place.0, place.1);
        let frames = self.frames(place.0);
        let it = &mut self.instances[instance];
        it.list.push(place);
        let number = it.list.len() as u64;
        it.places.insert(place, number);
        self.system.threads[it.thread.index()].locations.push(Location { labels: Vec::new(), source, frames });
        number
    }

    /// The functions that are active on a call path, innermost first; of the library's, only the call is shown.
    fn frames(&mut self, context: ContextId) -> Vec<Frame> {
        let (mut frames, mut at) = (Vec::new(), Some(context));
        while let Some(context) = at {
            let (function, caller) = (self.analysis.contexts[context].function, self.analysis.contexts[context].caller);
            let called_at = caller.and_then(|(context, call)| self.source(context, call));
            let name = self.module.global_name(function);
            if !library::is_ours(name) {
                frames.push(Frame { function: name.to_string(), called_at });
            }
            at = caller.map(|(context, _)| context);
        }
        frames
    }

    /// The first instruction of a block that is no phi.
    pub fn first_of(&self, context: ContextId, block: BlockId) -> InstructionId {
        let mut body = self.function(context).body(block);
        body.find(|(_, i)| !matches!(i.op, Op::Phi { .. })).map(|(id, _)| id).expect("a block ends with a terminator")
    }

    /// Where the program says what an instruction does: of one in the library, the call.
    fn written_at(&self, context: ContextId, at: InstructionId) -> (ContextId, InstructionId) {
        let (mut context, mut at) = (context, at);
        while self.module.source_place(&self.function(context).instructions[at]).is_none()
            && library::is_ours(self.module.global_name(self.analysis.contexts[context].function))
            && let Some((caller, call)) = self.analysis.contexts[context].caller
        {
            (context, at) = (caller, call);
        }
        (context, at)
    }

    pub fn source(&mut self, context: ContextId, at: InstructionId) -> Option<Source> {
        if let Some(&known) = self.sources.get(&(context, at)) {
            return known;
        }
        let source = self.find_source(context, at);
        self.sources.insert((context, at), source);
        source
    }

    fn find_source(&mut self, context: ContextId, at: InstructionId) -> Option<Source> {
        let (module, (context, at)) = (self.module, self.written_at(context, at));
        let place = module.source_place(&self.function(context).instructions[at]).filter(|p| p.line != 0)?;
        let name = place.file.to_string();
        let next = FileId(self.system.files.len() as u32);
        let file = *self.files.entry(name.clone()).or_insert(next);
        if file == next {
            self.system.files.push(name);
        }
        Some(Source { file, line: place.line, column: place.column.max(1) })
    }

    /// The statement at an instruction: its line of the source, or the instruction itself.
    pub fn text(&self, context: ContextId, at: InstructionId) -> String {
        let (context, at) = self.written_at(context, at);
        let function = self.function(context);
        if let Some(process) = self.starting(context) {
            return format!("{process} starts");
        }
        let place = self.module.source_place(&function.instructions[at]);
        let line = place.and_then(|p| (self.lines)(p.directory, p.file, p.line));
        line.unwrap_or_else(|| self.module.print_instruction(function, at))
    }

    /// The process that begins with the function of a call path.
    fn starting(&self, context: ContextId) -> Option<&str> {
        let name = self.module.global_name(self.analysis.contexts[context].function);
        crate::processes::scope_of(name).filter(|_| crate::processes::is_start(name)).map(|(process, _)| process)
    }

    /// The name of a local variable, with the functions it is in below the thread's own.
    pub fn local_name(&self, context: ContextId, value: ValueId) -> String {
        let f = self.function(context);
        let plain = match self.module.declared_variable(f, value) {
            Some(source) => source.name.to_string(),
            None => f.values[value].name.map_or("tmp".into(), |n| self.module.text(n).to_string()),
        };
        let mut name = plain;
        let mut at = context;
        while let Some((caller, _)) = self.analysis.contexts[at].caller {
            let function = self.analysis.contexts[at].function;
            let plain = self.module.global_name(function);
            // Of recursive calls only the last is named, with its number.
            let number = self.analysis.activations(at, function);
            if number == 1 {
                name = format!("{plain}.{name}");
                at = caller;
                continue;
            }
            name = format!("{plain}#{number}.{name}");
            at = self.analysis.first_activation(at);
            let Some((caller, _)) = self.analysis.contexts[at].caller else { break };
            at = caller;
        }
        name
    }

    /// How a local variable is kept: as a variable of the thread, if it is only loaded and stored as a whole.
    pub fn promotion(&mut self, context: ContextId, value: ValueId) -> Promotion {
        let function = self.analysis.contexts[context].function;
        if let Some(&known) = self.promoted.get(&(function, value)) {
            return known;
        }
        let f = self.function(context);
        let module = self.module;
        let mut result = Promotion::Unused;
        let ty = f.instructions.values().find(|i| i.result == Some(value)).map(|i| &i.op);
        let own = match ty {
            Some(Op::Alloca { ty, count: None, .. }) => Some(*ty),
            Some(Op::Alloca { ty, count: Some(Operand::Constant(c)), .. }) if module.integer(*c) == Some(1) => {
                Some(*ty)
            }
            _ => None,
        };
        let bits = own.and_then(|ty| scalar_bits(module, ty));
        if bits.is_none() {
            result = Promotion::Memory;
        }
        for instruction in f.instructions.values() {
            let fits = |ty: Option<TypeId>| ty.and_then(|t| scalar_bits(module, t)) == bits;
            match &instruction.op {
                Op::Load { address: Operand::Value(v), .. } if *v == value && fits(Some(instruction.ty)) => {
                    if result == Promotion::Unused {
                        result = Promotion::Variable;
                    }
                }
                Op::Store { address: Operand::Value(v), value: stored, .. }
                    if *v == value && *stored != Operand::Value(value) && fits(module.type_of(f, *stored)) => {}
                op => {
                    let mut used = false;
                    crate::flow::uses(op, &mut |v| used |= v == value);
                    if used {
                        result = Promotion::Memory;
                    }
                }
            }
        }
        self.promoted.insert((function, value), result);
        result
    }

    /// The variable of a register or of a promoted local.
    pub fn register(&mut self, instance: usize, context: ContextId, value: ValueId) -> Result<VarId, String> {
        let context = self.analysis.contexts[context].shape;
        if let Some(&var) = self.registers.get(&(instance, context, value)) {
            return Ok(var);
        }
        let f = self.function(context);
        let name = self.local_name(context, value);
        let owner = Owner::Thread(self.instances[instance].thread);
        let local = f.instructions.values().find(|i| i.result == Some(value)).and_then(|i| match i.op {
            Op::Alloca { ty, .. } => Some(ty),
            _ => None,
        });
        let ty = local.unwrap_or(f.values[value].ty);
        let width = scalar_bits(self.module, ty).ok_or("a value of more than 64 bits")?;
        let name = format!("{}.{name}", self.instances[instance].name);
        let var = self.hidden(name, width, owner);
        if local.is_some() {
            let source = self.module.declared_variable(f, value);
            // What the compiler made up means nothing to a reader.
            if source.is_some() || f.records.is_empty() {
                self.system.variables[var.index()].display = Display::Number;
            }
            self.system.variables[var.index()].signed = memory::is_signed(self.module, source.and_then(|s| s.ty));
        }
        self.registers.insert((instance, context, value), var);
        self.register_of.insert(var, (instance, context, value));
        Ok(var)
    }

    /// A variable for bookkeeping, made when it is first needed.
    pub fn bookkeeping(&mut self, instance: usize, what: &str, width: u8, owner: Owner) -> VarId {
        if let Some(&var) = self.named.get(&(instance, what.to_string())) {
            return var;
        }
        let name = format!("{}.{what}", self.instances[instance].name);
        let var = self.hidden(name, width, owner);
        self.named.insert((instance, what.to_string()), var);
        var
    }

    /// The values of a function that are needed from an instruction on.
    pub fn live(&mut self, context: ContextId, at: InstructionId) -> FxHashSet<ValueId> {
        let function = self.analysis.contexts[context].function;
        if let Some(known) = self.live.get(&(function, at)) {
            return known.clone();
        }
        let set = self.analysis.flows[&function].live_before(self.function(context), at);
        self.live.insert((function, at), set.clone());
        set
    }

    // Transitions.

    fn all(&mut self) -> Result<(), String> {
        for instance in 0..self.instances.len() {
            self.current = instance;
            self.own_bases();
            let mut next = 0;
            while next < self.instances[instance].list.len() {
                let (context, at, phase, atomic) = self.instances[instance].list[next];
                next += 1;
                self.start = next as u64;
                self.start_atomic = atomic;
                self.inputs.clear();
                let mut path = Path::new(context, at, phase, atomic);
                let f = self.function(context);
                let block = f.block_of(at);
                let function = self.analysis.contexts[context].function;
                if self.analysis.flows[&function].loop_head[block.index()] && self.first_of(context, block) == at {
                    path.heads.push((context, block, 0));
                }
                if instance == 0 && next == 1 {
                    self.arguments_of_main(&mut path);
                }
                for arrived in self.run(path, None) {
                    debug_assert!(false, "nothing stops {:?}", arrived.at);
                }
                if let Some(why) = self.failed.take() {
                    return Err(why);
                }
                if self.system.transitions.len() > MOST_TRANSITIONS {
                    return Err(format!("more than {MOST_TRANSITIONS} transitions"));
                }
            }
        }
        Ok(())
    }

    /// Lets the names of thread-local variables mean those of the current thread.
    fn own_bases(&mut self) {
        for (&id, list) in &self.concrete {
            if let Object::Global(g) = self.analysis.objects[id]
                && self.module.globals[g].thread_local.is_some()
                && let Some((object, _)) = list.iter().find(|(_, instance)| *instance == self.current)
            {
                self.bases.insert(g, self.memory[*object].base);
            }
        }
    }

    fn arguments_of_main(&mut self, path: &mut Path) {
        let f = self.function(path.context);
        for (value, of) in f.parameters() {
            let Some(width) = scalar_bits(self.module, of.ty) else { continue };
            let any = self.any_value("an argument of main", width, Origin::Outside);
            // How many arguments there are is not negative.
            if matches!(self.module.types[of.ty], kulan_llvm::types::Type::Integer(_)) {
                self.limit_last(kulan_ir::expr::mask(width - 1));
            }
            path.values.insert((path.context, value), crate::path::Value::One(any));
        }
    }

    /// Where a state without successors is no deadlock: all threads have ended, or the program has, or a run does not count.
    fn end(&mut self) {
        let mut all = self.system.exprs.bool(true);
        for i in 0..self.instances.len() {
            let pc = self.system.read(self.instances[i].counter);
            let idle = self.system.exprs.eq_const(pc, 0);
            all = self.system.exprs.and(all, idle);
            let stopped = self.instances[i].stopped;
            if stopped != 0 {
                let at = self.system.exprs.eq_const(pc, stopped);
                self.ends.push(at);
            }
        }
        self.ends.push(all);
        let ends = std::mem::take(&mut self.ends);
        self.system.valid_end = self.system.exprs.any(&ends);
    }

    /// The location at which a thread has ended the program.
    pub fn stopped(&mut self, instance: usize) -> u64 {
        // A number that no place gets: the width is only known in the second attempt.
        let width = self.system.variables[self.instances[instance].counter.index()].width;
        let last = if self.counters.is_empty() { 0 } else { kulan_ir::expr::mask(width) };
        self.instances[instance].stopped = if last == 0 { 1 << 19 } else { last };
        self.instances[instance].stopped
    }
}
