//! The parts of a system: variables, processes and threads, guards, transitions, checks.

use crate::analysis::conjuncts;
use crate::expr::{Expr, ExprId, Exprs};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position, for dense tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A variable of a [`System`].
    VarId
);
index!(
    /// A process of a [`System`].
    ProcessId
);
index!(
    /// A thread of a [`System`].
    ThreadId
);
index!(
    /// A guard of a [`System`].
    GuardId
);
index!(
    /// A transition of a [`System`].
    TransitionId
);
index!(
    /// A source file of a [`System`].
    FileId
);

/// Where something stands in the user's source.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    /// Index into [`System::files`].
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// To whom a variable belongs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Shared by all.
    System,
    /// Local to a process, shared by its threads.
    Process(ProcessId),
    /// Local to a thread.
    Thread(ThreadId),
}

/// How the values of a variable are shown to people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Display {
    /// As a number, signed or not as the variable is.
    #[default]
    Number,
    /// `false` and `true`.
    Bool,
    /// By name where there is one (PROMELA's mtype, channel names).
    Names(Vec<(u64, String)>),
    /// Not shown among the changes: program counters, bookkeeping.
    Hidden,
}

/// A variable: a bit-vector, or a fixed-size array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name as the user knows it, qualified by its owner where needed to be unique.
    pub name: String,
    /// Bits of the value or of each element, 1 to 64.
    pub width: u8,
    /// Whether the value is meant signed; expressions do not care, display does.
    pub signed: bool,
    /// Number of elements, for an array.
    pub elements: Option<u32>,
    /// To whom it belongs.
    pub owner: Owner,
    /// The value at the start: one entry, or one per element.
    pub initial: Vec<u64>,
    /// How to show it.
    pub display: Display,
}

impl Variable {
    /// How many values it holds.
    pub fn len(&self) -> usize {
        self.elements.unwrap_or(1) as usize
    }

    /// Whether it holds no value (an array of length zero).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A process: an address space with threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Its name, as in `Client(3)`.
    pub name: String,
}

/// A thread of control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Its name, equal to the process's where that has only one.
    pub name: String,
    /// The process it runs in.
    pub process: ProcessId,
    /// The variable that holds its location, if it has one.
    pub program_counter: Option<VarId>,
    /// The location at which it does not run: not yet started, or ended. No transition of the thread starts there, and
    /// what it owns is not shown. A thread without such a location always runs.
    pub idle: Option<u64>,
    /// What is known of each value of the program counter; may be shorter than its range.
    pub locations: Vec<Location>,
}

/// A value of a program counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// Labels of the source at this place.
    pub labels: Vec<String>,
    /// The place.
    pub source: Option<Source>,
}

/// What goes wrong when a check does not hold.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    /// A user's assertion; the run can go on behind it.
    Assertion,
    /// An array index out of range.
    Index,
    /// Division or remainder by zero.
    Division,
    /// A value that does not fit into the variable it is assigned to.
    Overflow,
    /// No slot is left for a new process.
    TooManyProcesses,
    /// A channel operation on a value that names no channel, or one of another type.
    Channel,
    /// A step that must not block does (PROMELA's d_step).
    Blocked,
    /// A condition that the user wants to hold in all states.
    Invariant,
    /// The system was lowered without an instance that turns out to be needed: lower again with it.
    MissingInstance,
}

impl CheckKind {
    /// All kinds.
    pub const ALL: [CheckKind; 9] = [
        CheckKind::Assertion,
        CheckKind::Index,
        CheckKind::Division,
        CheckKind::Overflow,
        CheckKind::TooManyProcesses,
        CheckKind::Channel,
        CheckKind::Blocked,
        CheckKind::Invariant,
        CheckKind::MissingInstance,
    ];

    /// Whether the transition still happens when the check fails.
    pub fn goes_on(self) -> bool {
        self == CheckKind::Assertion
    }

    /// The name of the property in reports.
    pub fn property(self) -> &'static str {
        match self {
            CheckKind::Assertion => "assert",
            CheckKind::Index => "index",
            CheckKind::Division => "division",
            CheckKind::Overflow => "overflow",
            CheckKind::TooManyProcesses => "processes",
            CheckKind::Channel => "channel",
            CheckKind::Blocked => "blocked",
            CheckKind::Invariant => "invariant",
            CheckKind::MissingInstance => "instance",
        }
    }
}

/// A condition that must hold when a transition fires, evaluated in the state before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Must be true.
    pub condition: ExprId,
    /// What its failure means.
    pub kind: CheckKind,
    /// The failure in the user's words.
    pub message: String,
    /// Where.
    pub source: Option<Source>,
    /// What is missing: there exactly for [`CheckKind::MissingInstance`].
    pub instance: Option<Instance>,
}

impl Check {
    /// A check of any kind but [`CheckKind::MissingInstance`].
    pub fn new(condition: ExprId, kind: CheckKind, message: impl Into<String>, source: Option<Source>) -> Check {
        Check { condition, kind, message: message.into(), source, instance: None }
    }
}

/// Something of which a system can have more than it was lowered with. What a template is, the front-end says: in PROMELA
/// a process type, which runs under the slot as its pid. The order is that of the slots.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Instance {
    /// Where it stands among the instances.
    pub slot: u32,
    /// What it is an instance of.
    pub template: u32,
}

impl std::fmt::Display for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "instance {} of template {}", self.slot, self.template)
    }
}

/// The target of an update.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A scalar variable.
    Var(VarId),
    /// An array element; nothing happens when the index is out of range.
    Element(VarId, ExprId),
    /// All elements of an array, each of which gets the value.
    Fill(VarId),
}

impl Target {
    /// The variable that is written.
    pub fn variable(self) -> VarId {
        match self {
            Target::Var(v) | Target::Element(v, _) | Target::Fill(v) => v,
        }
    }

    /// The index, of an element.
    pub fn index(self) -> Option<ExprId> {
        match self {
            Target::Element(_, index) => Some(index),
            Target::Var(_) | Target::Fill(_) => None,
        }
    }

    /// The same with another index, if it has one.
    pub fn map_index(self, f: impl FnOnce(ExprId) -> ExprId) -> Target {
        match self {
            Target::Element(v, index) => Target::Element(v, f(index)),
            whole => whole,
        }
    }
}

/// An assignment within a simultaneous update. All expressions are evaluated in the state before the transition; where
/// two entries hit one element, the later one wins.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Update {
    /// What is written.
    pub target: Target,
    /// The new value, of the width of the target's variable.
    pub value: ExprId,
}

impl Update {
    /// The value, and the index of the target.
    pub fn expressions(&self) -> impl Iterator<Item = ExprId> + use<> {
        std::iter::once(self.value).chain(self.target.index())
    }
}

/// A message passed, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// What happens to it.
    pub kind: MessageKind,
    /// The channel's name.
    pub channel: String,
    /// The fields, evaluated in the state before the transition, with how to show each.
    pub fields: Vec<(ExprId, Display)>,
}

/// What happens to a message.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum MessageKind {
    /// Put into a buffer.
    Send,
    /// Taken out of a buffer.
    Receive,
    /// Handed over in a rendezvous; the step's thread sends, `Step::partner` receives.
    Handshake,
}

/// What a person sees of a transition: one statement. Merged transitions have several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who acts.
    pub thread: ThreadId,
    /// The other party of a rendezvous.
    pub partner: Option<ThreadId>,
    /// The statement.
    pub text: String,
    /// Where it stands.
    pub source: Option<Source>,
    /// What it writes, in terms of the state before the whole transition.
    pub updates: Vec<Update>,
    /// The message it passes.
    pub message: Option<Message>,
    /// The transition of the system as lowered with which this step begins; see [`Transition::origins`].
    pub origin: Option<TransitionId>,
}

impl Step {
    /// A step of a thread by itself, of which nothing but its text is known.
    pub fn new(thread: ThreadId, text: impl Into<String>) -> Step {
        let (partner, source, message, origin) = (None, None, None, None);
        Step { thread, partner, text: text.into(), source, updates: Vec::new(), message, origin }
    }
}

/// A value that is chosen freely when a transition fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name as the user knows it.
    pub name: String,
    /// Bits of the value, 1 to 64.
    pub width: u8,
    /// The smallest value, seen as unsigned.
    pub low: u64,
    /// The largest value.
    pub high: u64,
    /// How to show it.
    pub display: Display,
}

/// What part a transition plays.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// An ordinary step.
    #[default]
    Step,
    /// Enabled only in a state where no ordinary step is (PROMELA's timeout).
    Fallback,
    /// No step at all: where its guards hold, its checks must, and nothing else comes of it.
    Observer,
}

/// A guarded transition: what comes of it is a function of the state before it and of its inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The thread that acts; for a rendezvous the sender.
    pub thread: ThreadId,
    /// Enabled when all of these are true.
    pub guards: Vec<GuardId>,
    /// What enables it beside its guards, and what comes of it.
    pub role: Role,
    /// Values that are chosen freely when it fires. Its checks, updates and messages may read them; guards may not.
    pub inputs: Vec<Input>,
    /// Conditions that must hold when it fires; the first that fails in order is the one reported.
    pub checks: Vec<Check>,
    /// The simultaneous update.
    pub updates: Vec<Update>,
    /// The thread that goes on alone: the state after this transition is not observable, and only transitions of that
    /// thread may follow, unless it has none enabled: then the state is an ordinary one (PROMELA's atomic).
    pub continues: Option<ThreadId>,
    /// What people see.
    pub steps: Vec<Step>,
}

/// A condition that must hold in all states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The condition.
    pub condition: ExprId,
    /// What its failure means.
    pub kind: CheckKind,
    /// The failure in the user's words.
    pub message: String,
    /// Where it stands.
    pub source: Option<Source>,
}

/// A named state predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// True where the label applies.
    pub predicate: ExprId,
}

/// A whole system.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name, usually the file's.
    pub name: String,
    /// The files that [`Source`] refers to.
    pub files: Vec<String>,
    /// All expressions.
    pub exprs: Exprs,
    /// Variables by [`VarId`].
    pub variables: Vec<Variable>,
    /// Processes by [`ProcessId`].
    pub processes: Vec<Process>,
    /// Threads by [`ThreadId`].
    pub threads: Vec<Thread>,
    /// Guards by [`GuardId`], each of width 1, no two equal.
    pub guards: Vec<ExprId>,
    /// Transitions by [`TransitionId`].
    pub transitions: Vec<Transition>,
    /// Named predicates.
    pub labels: Vec<Label>,
    /// A state without enabled transition is a deadlock unless this holds in it.
    pub valid_end: ExprId,
    /// By variable: its values in the state to which a check leads that does not let the run go on. Without it, the run
    /// ends there.
    pub error_state: Option<Vec<Vec<u64>>>,
}

impl Transition {
    /// The transitions of the system as lowered that happen one after the other when this one fires; `own` is its id.
    ///
    /// Only a transformed system says more than `own` here: composition keeps the steps in order, each with its origin.
    pub fn origins(&self, own: TransitionId) -> Vec<TransitionId> {
        let known: Vec<_> = self.steps.iter().filter_map(|s| s.origin).collect();
        if known.is_empty() { vec![own] } else { known }
    }

    /// Whether it is an ordinary step.
    pub fn is_step(&self) -> bool {
        self.role == Role::Step
    }

    /// Whether it waits for all ordinary steps.
    pub fn is_fallback(&self) -> bool {
        self.role == Role::Fallback
    }

    /// Whether it only looks.
    pub fn is_observer(&self) -> bool {
        self.role == Role::Observer
    }
}

impl System {
    /// A system with nothing in it, in which every end is valid.
    pub fn new(name: impl Into<String>) -> System {
        let mut exprs = Exprs::default();
        let valid_end = exprs.bool(true);
        System {
            name: name.into(),
            files: Vec::new(),
            exprs,
            variables: Vec::new(),
            processes: Vec::new(),
            threads: Vec::new(),
            guards: Vec::new(),
            transitions: Vec::new(),
            labels: Vec::new(),
            valid_end,
            error_state: None,
        }
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, variable: Variable) -> VarId {
        let id = VarId(self.variables.len() as u32);
        self.variables.push(variable);
        id
    }

    /// Reads a scalar variable.
    pub fn read(&mut self, var: VarId) -> ExprId {
        self.exprs.var(var, self.variables[var.index()].width)
    }

    /// Reads an array element.
    pub fn read_element(&mut self, var: VarId, index: ExprId) -> ExprId {
        self.exprs.element(var, self.variables[var.index()].width, index)
    }

    /// Adds observers of conditions, in a thread of their own.
    pub fn add_invariants(&mut self, invariants: Vec<Invariant>) {
        if invariants.is_empty() {
            return;
        }
        let mut guards = GuardTable::of(self);
        let name = "invariant";
        self.processes.push(Process { name: name.into() });
        let (process, thread) = (ProcessId(self.processes.len() as u32 - 1), ThreadId(self.threads.len() as u32));
        let (program_counter, idle, locations) = (None, None, Vec::new());
        self.threads.push(Thread { name: name.into(), process, program_counter, idle, locations });
        for Invariant { condition, kind, message, source } in invariants {
            let fails = self.exprs.not(condition);
            let Some(guards) = guards.split(self, &[fails]) else { continue };
            let checks = vec![Check::new(condition, kind, message, source)];
            let (updates, steps) = (Vec::new(), Vec::new());
            let (role, continues) = (Role::Observer, None);
            self.transitions.push(Transition {
                thread,
                guards,
                role,
                inputs: Vec::new(),
                checks,
                updates,
                continues,
                steps,
            });
        }
    }

    /// The transition of an id.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// All transition ids.
    pub fn transition_ids(&self) -> impl Iterator<Item = TransitionId> + use<> {
        (0..self.transitions.len() as u32).map(TransitionId)
    }

    /// If the guard has the form `variable == constant`, that variable and constant. The code generator dispatches on it.
    pub fn as_equality(&self, guard: ExprId) -> Option<(VarId, u64)> {
        match self.exprs.get(guard) {
            Expr::Binary(crate::BinaryOp::Equal, a, b) => match (self.exprs.get(a), self.exprs.get(b)) {
                (Expr::Var(v), Expr::Const { bits, .. }) | (Expr::Const { bits, .. }, Expr::Var(v)) => Some((v, bits)),
                _ => None,
            },
            Expr::Var(v) if self.exprs.width(guard) == 1 => Some((v, 1)),
            Expr::Not(a) => match self.exprs.get(a) {
                Expr::Var(v) if self.exprs.width(a) == 1 => Some((v, 0)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The location at which a transition starts: the constant its thread's program counter is compared with.
    pub fn location_of(&self, transition: &Transition) -> Option<u64> {
        let pc = self.threads[transition.thread.index()].program_counter?;
        transition.guards.iter().find_map(|&g| match self.as_equality(self.guards[g.index()]) {
            Some((v, value)) if v == pc => Some(value),
            _ => None,
        })
    }
}

/// Interns guards while a system is built: splits conjunctions, drops `true`, shares equal ones.
#[derive(Default, Debug)]
pub struct GuardTable {
    ids: rustc_hash::FxHashMap<ExprId, GuardId>,
}

impl GuardTable {
    /// The guards that a system has.
    pub fn of(system: &System) -> GuardTable {
        let guards = system.guards.iter().enumerate();
        GuardTable { ids: guards.map(|(i, &expr)| (expr, GuardId(i as u32))).collect() }
    }

    /// The guards whose conjunction is `condition`, or `None` if that is plainly false.
    pub fn split(&mut self, system: &mut System, conditions: &[ExprId]) -> Option<Vec<GuardId>> {
        let mut parts = Vec::new();
        for &condition in conditions {
            conjuncts(&system.exprs, condition, &mut parts);
        }
        parts.sort_unstable();
        parts.dedup();
        if contradictory(system, &parts) {
            return None;
        }
        let mut result = Vec::new();
        for part in parts {
            match system.exprs.as_const(part) {
                Some(0) => return None,
                Some(_) => {}
                None => result.push(self.guard(system, part)),
            }
        }
        Some(result)
    }

    /// An expression as one guard, not split.
    pub fn guard(&mut self, system: &mut System, expr: ExprId) -> GuardId {
        *self.ids.entry(expr).or_insert_with(|| {
            system.guards.push(expr);
            GuardId(system.guards.len() as u32 - 1)
        })
    }
}

/// Whether two conjuncts compare one variable with different constants, or one is the complement of another.
fn contradictory(system: &System, parts: &[ExprId]) -> bool {
    let mut values: rustc_hash::FxHashMap<VarId, u64> = Default::default();
    parts.iter().any(|&part| {
        let clash = match system.as_equality(part) {
            Some((v, value)) => values.insert(v, value).is_some_and(|other| other != value),
            None => false,
        };
        clash || matches!(system.exprs.get(part), Expr::Not(inner) if parts.binary_search(&inner).is_ok())
    })
}
