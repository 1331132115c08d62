//! Transitions: checks, updates, inputs, and the steps that people see.

use crate::{Display, ExprId, GuardId, Source, ThreadId, TransitionId, VarId};

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
    /// A property that cannot be evaluated in a state: an index in it is out of range, or a divisor zero.
    Evaluation,
    /// Memory is used that is not there: a null pointer, an address out of bounds, freed memory.
    Memory,
    /// Two threads access the same memory at the same time, one of them to write.
    Race,
    /// A lock is given back by a thread that does not hold it, or destroyed while it is held; the run can go on.
    Lock,
    /// Memory was allocated and is lost when the program ends: it was not freed, and nothing points to it.
    Leak,
    /// Bytes were sent to a process, which closes or ends without having read them.
    Unread,
    /// More threads are created than the system has: those beyond are not scheduled, which is a run of the program but
    /// not the only one. Not a violation.
    Threads,
    /// A function calls itself more often than the system has frames for: what happens then is not searched. Not a
    /// violation.
    Frames,
    /// More memory is allocated than the system has: what happens then is not searched. Not a violation.
    Objects,
    /// The program does something that is not modelled: what happens behind it is not searched. Not a violation.
    Unsupported,
    /// The system was lowered without an instance that turns out to be needed: lower again with it.
    MissingInstance,
}

impl CheckKind {
    /// All kinds.
    pub const ALL: [CheckKind; 19] = [
        CheckKind::Assertion,
        CheckKind::Index,
        CheckKind::Division,
        CheckKind::Overflow,
        CheckKind::TooManyProcesses,
        CheckKind::Channel,
        CheckKind::Blocked,
        CheckKind::Invariant,
        CheckKind::Evaluation,
        CheckKind::Memory,
        CheckKind::Race,
        CheckKind::Lock,
        CheckKind::Leak,
        CheckKind::Unread,
        CheckKind::Threads,
        CheckKind::Frames,
        CheckKind::Objects,
        CheckKind::Unsupported,
        CheckKind::MissingInstance,
    ];

    /// Whether the transition still happens when the check fails.
    pub fn goes_on(self) -> bool {
        matches!(self, CheckKind::Assertion | CheckKind::Lock | CheckKind::Threads)
    }

    /// Whether it only says that the search does not cover everything: no violation, but no proof either.
    pub fn is_limit(self) -> bool {
        matches!(self, CheckKind::Threads | CheckKind::Frames | CheckKind::Objects | CheckKind::Unsupported)
    }

    /// Whether it is about what the user asks for, and not about what the model does: an option that switches run-time
    /// errors off does not concern it.
    pub fn is_asked(self) -> bool {
        matches!(self, CheckKind::Invariant | CheckKind::Evaluation)
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
            CheckKind::Evaluation => "evaluation",
            CheckKind::Memory => "memory",
            CheckKind::Race => "race",
            CheckKind::Lock => "lock",
            CheckKind::Leak => "leak",
            CheckKind::Unread => "unread",
            CheckKind::Threads => "threads",
            CheckKind::Frames => "frames",
            CheckKind::Objects => "objects",
            CheckKind::Unsupported => "unsupported",
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
    /// All elements of an array, each of which gets the value; that may depend on the element's index, [`crate::Expr::Position`].
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

    /// The same with other expressions.
    pub fn map(self, mut f: impl FnMut(ExprId) -> ExprId) -> Update {
        Update { target: self.target.map_index(&mut f), value: f(self.value) }
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

/// What a statement prints, for people. The text form of a system does not have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// C's format, in quotes and with escapes.
    pub format: String,
    /// The values, evaluated in the state before the transition, with their names if they have some; `None` if a value is
    /// not known.
    pub values: Vec<Option<(ExprId, Display)>>,
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
    /// What it prints.
    pub prints: Option<Print>,
    /// The transition of the system as lowered with which this step begins; see [`Transition::origins`].
    pub origin: Option<TransitionId>,
}

impl Step {
    /// A step of a thread by itself, of which nothing but its text is known.
    pub fn new(thread: ThreadId, text: impl Into<String>) -> Step {
        let (partner, source, message, prints, origin) = (None, None, None, None, None);
        Step { thread, partner, text: text.into(), source, updates: Vec::new(), message, prints, origin }
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
