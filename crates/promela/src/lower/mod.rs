//! From the resolved program to the IR.
//!
//! Every process instance is a process with one thread and variables of its own. An instance is a pid (its *slot*, since
//! SPIN's processes form a stack) together with a process type; which pairs can occur is not known beforehand when
//! processes are created at run time, so the lowering takes a list of pairs, and a `run` that needs another one becomes a
//! check of kind [`CheckKind::MissingInstance`]: the caller adds the pair and lowers again.

mod candidates;
mod channel;
mod expr;
mod instance;
mod moves;
mod print;
mod process;
mod trace;
mod watch;

use kulan_diagnostics::{SourceMap, Span};
use kulan_ir as ir;
use kulan_ir::{ExprId, GuardTable, Instance, System, VarId};

use crate::hir::{Program, Property, Scalar, Symbol};
use candidates::Candidates;
pub use watch::lower_safety;

/// Lowers a program for the given instances; those running at the start are always there. The template of an instance is an
/// index into [`Program::proctypes`], its slot a pid. The propositions of the property become labels.
pub fn lower(
    program: &Program,
    sources: &SourceMap,
    name: &str,
    wanted: &[Instance],
    property: Option<&Property>,
) -> System {
    let mut lowering = Lowering::new(program, sources, name);
    lowering.program(wanted, property.as_slice());
    property.iter().for_each(|p| lowering.propositions(p));
    debug_assert_eq!(ir::validate(&lowering.system), Ok(()));
    lowering.system
}

/// A process type that runs under a pid.
fn instance(slot: usize, proctype: usize) -> Instance {
    Instance { slot: slot as u32, template: proctype as u32 }
}

/// Where a scalar part of a variable lives.
#[derive(Copy, Clone, Debug)]
enum Storage {
    /// In a variable of the IR.
    Var(VarId),
    /// Nowhere: it never changes.
    Constant(i32),
    /// Nowhere: an array of channels that never changes.
    Channels,
    /// Nowhere: it is never read (`hidden`).
    Discarded,
}

/// A process instance in the IR.
#[derive(Debug)]
struct Process {
    slot: usize,
    proctype: usize,
    thread: ir::ThreadId,
    pc: VarId,
    priority: Option<VarId>,
    /// By local variable and part.
    locals: Vec<Vec<Storage>>,
    /// By local variable and part: the channels created with the process, one per element.
    channels: Vec<Vec<Vec<usize>>>,
    /// All IR variables that are zero while the process does not run.
    owned: Vec<VarId>,
}

/// A channel in the IR.
#[derive(Debug)]
struct Channel {
    name: String,
    capacity: u32,
    fields: Vec<Scalar>,
    /// The process with which it is created and ends; none for a global one.
    process: Option<usize>,
    /// Number of messages; none for a rendezvous.
    len: Option<VarId>,
    /// One array per field, `capacity` long.
    cells: Vec<VarId>,
}

impl Channel {
    fn is_rendezvous(&self) -> bool {
        self.capacity == 0
    }
}

struct Lowering<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    system: System,
    guards: GuardTable,
    globals: Vec<Vec<Storage>>,
    global_channels: Vec<Vec<Vec<usize>>>,
    processes: Vec<Process>,
    channels: Vec<Channel>,
    last: Option<VarId>,
    /// Where the trace assertion stands.
    trace: Option<VarId>,
    candidates: Candidates,
    files: Vec<(kulan_diagnostics::FileId, ir::FileId)>,
    /// Processes whose enabledness is being computed.
    asked: std::collections::HashSet<usize>,
}

/// Channel values are 1 + index; 0 is no channel.
fn channel_value(channel: usize) -> u64 {
    channel as u64 + 1
}

impl<'a> Lowering<'a> {
    fn new(program: &'a Program, sources: &'a SourceMap, name: &str) -> Self {
        Lowering {
            program,
            sources,
            system: System::new(name),
            guards: GuardTable::default(),
            globals: Vec::new(),
            global_channels: Vec::new(),
            processes: Vec::new(),
            channels: Vec::new(),
            last: None,
            trace: None,
            candidates: Candidates::default(),
            files: Vec::new(),
            asked: Default::default(),
        }
    }

    /// Everything but the properties, whose variables are kept.
    fn program(&mut self, wanted: &[Instance], properties: &[&Property]) {
        let initial = self.program.initial.iter().enumerate();
        let mut instances: Vec<Instance> = initial.map(|(slot, &proctype)| instance(slot, proctype)).collect();
        instances.extend(wanted.iter().filter(|w| !instances.contains(w)).copied().collect::<Vec<_>>());
        instances.sort_unstable();
        self.declare(&instances, properties);
        self.transitions();
    }

    fn propositions(&mut self, property: &Property) {
        for proposition in &property.propositions {
            let value = self.observed(&mut expr::Context::new(None), &proposition.expr);
            let predicate = self.truth(value);
            self.system.labels.push(ir::Label { name: proposition.text.clone(), predicate });
        }
    }

    fn source(&mut self, span: Span) -> ir::Source {
        let position = self.sources.position(span);
        let file = match self.files.iter().find(|(f, _)| *f == span.file) {
            Some(&(_, id)) => id,
            None => {
                let id = ir::FileId(self.system.files.len() as u32);
                self.system.files.push(self.sources.file(span.file).name().to_string());
                self.files.push((span.file, id));
                id
            }
        };
        ir::Source { file, line: position.line as u32, column: position.column as u32 }
    }

    /// A C `int` constant.
    fn int(&mut self, value: i32) -> ExprId {
        self.system.exprs.int(value)
    }

    /// A truth value as a C `int`.
    fn int_of(&mut self, truth: ExprId) -> ExprId {
        self.system.exprs.int_of(truth)
    }

    /// Whether a C `int` is not zero.
    fn truth(&mut self, value: ExprId) -> ExprId {
        self.system.exprs.truth(value)
    }

    fn all(&mut self, conditions: &[ExprId]) -> ExprId {
        let mut result = self.system.exprs.bool(true);
        for &c in conditions {
            result = self.system.exprs.and(result, c);
        }
        result
    }

    fn storage(&self, process: Option<usize>, symbol: Symbol, leaf: usize) -> Storage {
        match symbol {
            Symbol::Global(i) => self.globals[i][leaf],
            Symbol::Local(i) => self.processes[process.expect("a local belongs to a process")].locals[i][leaf],
        }
    }

    /// The condition that `process` stands at a state of its automaton. Zero means that it does not run.
    fn at(&mut self, process: usize, state: usize) -> ExprId {
        let pc = self.system.read(self.processes[process].pc);
        self.system.exprs.eq_const(pc, state as u64 + 1)
    }

    /// The condition that no process runs in a slot.
    fn empty(&mut self, slot: usize) -> ExprId {
        let mut conditions = Vec::new();
        for p in 0..self.processes.len() {
            if self.processes[p].slot == slot {
                let pc = self.system.read(self.processes[p].pc);
                conditions.push(self.system.exprs.eq_const(pc, 0));
            }
        }
        self.all(&conditions)
    }
}
