//! The resolved program: every name is a variable, a constant, a process type or a label; structures are flattened;
//! control flow is an automaton per process type. What the lowering to the IR works on.

use kulan_diagnostics::Span;
use kulan_ltl::Spec;

pub use crate::ast::{BinaryOp, Probe, UnaryOp};

/// The type of a scalar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// `bit`.
    Bit,
    /// `bool`.
    Bool,
    /// `bit` where SPIN's verifier keeps it in a byte: in an array, and as the only field of a message.
    BitCell,
    /// `bool`, likewise.
    BoolCell,
    /// `byte`.
    Byte,
    /// `pid`.
    Pid,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned x : n`.
    Unsigned(u8),
    /// `mtype`, with the index of its name table.
    Mtype(usize),
    /// `chan`.
    Chan,
}

impl Scalar {
    /// Bits of a value.
    pub fn width(self) -> u8 {
        match self {
            Scalar::Bit | Scalar::Bool => 1,
            Scalar::BitCell | Scalar::BoolCell | Scalar::Byte | Scalar::Pid | Scalar::Mtype(_) | Scalar::Chan => 8,
            Scalar::Short => 16,
            Scalar::Int => 32,
            Scalar::Unsigned(bits) => bits,
        }
    }

    /// The type it has where a bit is not packed with others.
    pub fn unpacked(self) -> Scalar {
        match self {
            Scalar::Bit => Scalar::BitCell,
            Scalar::Bool => Scalar::BoolCell,
            other => other,
        }
    }

    /// The type it has among other fields of a message, where even the bits of an array are packed.
    pub fn packed(self) -> Scalar {
        match self {
            Scalar::BitCell => Scalar::Bit,
            Scalar::BoolCell => Scalar::Bool,
            other => other,
        }
    }

    /// Whether values are sign-extended when read.
    pub fn signed(self) -> bool {
        matches!(self, Scalar::Short | Scalar::Int)
    }
}

/// `[capacity] of { fields }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanType {
    /// Messages it holds; zero for a rendezvous.
    pub capacity: u32,
    /// The fields of a message, structures flattened.
    pub fields: Vec<Scalar>,
}

/// A scalar part of a variable: the variable itself, or a field of a structure.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What follows the variable's name, as in `.a.b`.
    pub suffix: String,
    /// Its type.
    pub scalar: Scalar,
    /// Array lengths from the outside in; empty for a plain scalar.
    pub dims: Vec<u32>,
    /// The channels it starts with, one per element.
    pub channel: Option<ChanType>,
    /// The value it starts with: none (zero), one for all, or one per element.
    pub init: Vec<Expr>,
}

impl Leaf {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.dims.iter().map(|&d| d as usize).product()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As declared.
    pub name: String,
    /// Its scalar parts in order.
    pub leaves: Vec<Leaf>,
    /// Declared `hidden`.
    pub hidden: bool,
    /// Where.
    pub span: Span,
}

/// A variable of the program or of the process type at hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// Index into [`Program::globals`].
    Global(usize),
    /// Index into [`Proctype::locals`].
    Local(usize),
}

/// A use of a scalar part of a variable.
#[derive(Clone, Debug)]
pub struct VarUse {
    /// The variable.
    pub symbol: Symbol,
    /// Its part.
    pub leaf: usize,
    /// One index per dimension of the part.
    pub indices: Vec<Expr>,
    /// Where.
    pub span: Span,
}

/// An expression; all values are C's `int`.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number or mtype constant.
    Const(i32),
    /// A variable.
    Var(VarUse),
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    NrPr,
    /// `_last`.
    Last,
    /// `_priority` of this process, or `get_priority(e)`.
    Priority(Option<Box<Expr>>),
    /// A unary operation.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(a -> b : c)`.
    Cond(Box<[Expr; 3]>),
    /// `len(c)`.
    Len(VarUse),
    /// `full(c)` and its kin.
    Probe(Probe, VarUse),
    /// `c?[..]` and `c??[..]`.
    Poll {
        /// The channel.
        chan: VarUse,
        /// `??`.
        random: bool,
        /// The fields.
        args: Vec<Pattern>,
    },
    /// `enabled(e)`.
    Enabled(Box<Expr>),
    /// `pc_value(e)`.
    PcValue(Box<Expr>),
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// Some process is at a label that begins so.
    AtLabel(&'static str),
    /// `P[e]@label`: the process type, the process, the label.
    RemoteLabel(usize, Option<Box<Expr>>, String),
    /// `P[e]:x`: the process type, the process, its variable.
    RemoteVar(usize, Option<Box<Expr>>, VarUse),
}

/// A field of a receive or poll.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Must equal this.
    Match(Expr),
    /// Is stored here.
    Store(VarUse),
    /// `_`.
    Ignore,
}

/// `run P(args) priority n`.
#[derive(Clone, Debug)]
pub struct Run {
    /// The process type.
    pub proctype: usize,
    /// One per scalar parameter.
    pub args: Vec<Expr>,
    /// The priority of the new process.
    pub priority: i32,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Nothing: `skip`, a jump.
    Skip,
    /// `printf` and `printm`, which change nothing: the format and the values.
    Print(String, Vec<Expr>),
    /// `_ = e`.
    Evaluate(Expr),
    /// Waits for the expression.
    Condition(Expr),
    /// Taken when no other step of the state can be.
    Else,
    /// `x = e`.
    Assign(VarUse, Expr),
    /// `c!args` or `c!!args`.
    Send {
        /// The channel.
        chan: VarUse,
        /// `!!`.
        sorted: bool,
        /// The fields.
        args: Vec<Expr>,
    },
    /// `c?args` in its four forms.
    Receive {
        /// The channel.
        chan: VarUse,
        /// `??`.
        random: bool,
        /// `?<..>`.
        copy: bool,
        /// The fields.
        args: Vec<Pattern>,
    },
    /// `assert(e)`, with the text of `e`.
    Assert(Expr, String),
    /// `run P(..)`, or `x = run P(..)`.
    Run(Option<VarUse>, Run),
    /// `set_priority(p, n)`.
    SetPriority(Expr, Expr),
    /// The end of the process, possible only for the youngest.
    End,
    /// A message that passes, in a trace assertion.
    Event(Event),
}

/// How a step is bound to the one after it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Binding {
    /// Not at all.
    Free,
    /// Others may only run if this process is blocked (`atomic`).
    Atomic,
    /// No other may run (`d_step`).
    Deterministic,
}

/// A step from a state of the automaton.
#[derive(Clone, Debug)]
pub struct Move {
    /// What it does.
    pub action: Action,
    /// Where it leads.
    pub target: usize,
    /// What follows it.
    pub binding: Binding,
    /// The escape it belongs to (PROMELA's `unless`), which goes before all moves listed behind it.
    pub escape: Option<usize>,
    /// Moves of one group are tried in order, and only the first enabled one can be taken (`d_step`).
    pub group: Option<usize>,
    /// The statement's text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A state of the automaton of a process type.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Its steps: escapes first, outermost first.
    pub moves: Vec<Move>,
    /// Labels at this place.
    pub labels: Vec<String>,
    /// Whether a process may stay here at the end.
    pub valid_end: bool,
    /// Inside a d_step: the first enabled move is taken, and there must be one.
    pub deterministic: bool,
    /// Where.
    pub span: Option<Span>,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name; `:init:` for init.
    pub name: String,
    /// The first locals are the parameters.
    pub params: usize,
    /// All local variables of all scopes.
    pub locals: Vec<Variable>,
    /// The states; 0 is where the process starts.
    pub states: Vec<State>,
    /// States by label, for remote references.
    pub labels: Vec<(String, usize)>,
    /// Labels at statements that no run can reach.
    pub unreachable_labels: Vec<String>,
    /// `provided`.
    pub provided: Option<Expr>,
    /// How many run at the start.
    pub active: u32,
    /// Priority at the start.
    pub priority: i32,
    /// Statements that no run can reach.
    pub unreachable: Vec<Span>,
    /// Where.
    pub span: Span,
}

/// How many processes can run at a time: SPIN's limit.
pub const MAX_PROCESSES: usize = 255;

/// A whole model.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Tables of mtype names: the unnamed one first.
    pub mtypes: Vec<MtypeTable>,
    /// Global variables in order.
    pub globals: Vec<Variable>,
    /// Process types in order.
    pub proctypes: Vec<Proctype>,
    /// The process types that run at the start, in pid order.
    pub initial: Vec<usize>,
    /// Whether `_last` is used.
    pub uses_last: bool,
    /// Whether priorities are used.
    pub uses_priority: bool,
    /// Never claims and formulas.
    pub properties: Vec<Property>,
    /// Conditions on states that were asked about beside the model, in that order.
    pub propositions: Vec<Proposition>,
    /// The trace assertion.
    pub trace: Option<Trace>,
}

/// `trace` or `notrace`.
#[derive(Clone, Debug)]
pub struct Trace {
    /// `notrace`.
    pub negated: bool,
    /// The states that can be reached; it starts at 0.
    pub states: Vec<TraceState>,
    /// Which ends of which channels it speaks of, in states that can be reached or not. Other messages may pass.
    pub scope: Vec<(Direction, VarUse)>,
    /// Where all events have happened.
    pub end: usize,
    /// Where.
    pub span: Span,
}

/// A state of a trace assertion.
#[derive(Clone, Debug)]
pub struct TraceState {
    /// What may happen next.
    pub events: Vec<Event>,
    /// Whether a run may end here.
    pub valid_end: bool,
}

/// A message that passes a channel.
#[derive(Clone, Debug)]
pub struct Event {
    /// Into the channel or out of it.
    pub direction: Direction,
    /// The channel.
    pub chan: VarUse,
    /// The value of each field; none for any value.
    pub fields: Vec<Option<i32>>,
    /// The state behind it.
    pub target: usize,
}

/// Which end of a channel a message passes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It is sent.
    Send,
    /// It is received.
    Receive,
}

/// A temporal property.
#[derive(Clone, Debug)]
pub struct Property {
    /// `ltl`, `never`, `acceptance`, `progress`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Where.
    pub span: Span,
    /// What is asked.
    pub spec: Spec,
    /// What it speaks of, by number.
    pub propositions: Vec<Proposition>,
    /// Whether a run that has come to its end counts as one that stays there forever.
    pub stutters: bool,
}

/// A condition on states.
#[derive(Clone, Debug)]
pub struct Proposition {
    /// True if not zero.
    pub expr: Expr,
    /// As written.
    pub text: String,
}

/// The constants of `mtype` or `mtype:name`.
#[derive(Clone, Debug, Default)]
pub struct MtypeTable {
    /// The name after the colon.
    pub name: Option<String>,
    /// Names from 1 on.
    pub names: Vec<String>,
}

impl Program {
    /// Whether a `run` stands somewhere.
    pub fn creates_processes(&self) -> bool {
        let mut moves = self.proctypes.iter().flat_map(|p| &p.states).flat_map(|s| &s.moves);
        moves.any(|m| matches!(m.action, Action::Run(..)))
    }
}
