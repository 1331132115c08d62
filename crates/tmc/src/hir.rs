//! A program with parameter values put in and names resolved.

use kulan_diagnostics::Span;
use kulan_ltl::Formula;

use crate::operator::{BinaryOp, UnaryOp};

/// An expression; C's 32-bit integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExprKind {
    Const(i32),
    /// A value that is not known while a definition is only looked at, or an expression with an error in it.
    Unknown,
    Shared(usize),
    /// A variable of the process that evaluates.
    Local(usize),
    /// The number of the process that evaluates.
    Pid,
    /// A variable of a process, by pid.
    Remote(usize, usize),
    /// Whether a process stands at a location.
    At(usize, usize),
    /// Whether a channel has a property.
    Probe(Box<Probe>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// A question to the channel from a process to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Probe {
    /// Whether it asks for room, or for a message.
    pub room: bool,
    /// Whether the answer is inverted: `empty`, `full`.
    pub negated: bool,
    pub from: Expr,
    pub to: Expr,
    /// The tag of the message, if that matters.
    pub tag: Option<Expr>,
}

/// A variable that a process can assign to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assignee {
    Shared(usize),
    Local(usize),
}

/// A shared variable.
#[derive(Debug)]
pub(crate) struct Shared {
    pub name: String,
    pub initial: i32,
}

/// A process type.
#[derive(Debug)]
pub(crate) struct Type {
    pub name: String,
    pub locals: Vec<String>,
    pub locations: Vec<Location>,
}

#[derive(Debug)]
pub(crate) struct Location {
    pub name: String,
    pub span: Span,
    pub clauses: Vec<Clause>,
}

#[derive(Debug)]
pub(crate) struct Clause {
    pub guard: Option<Expr>,
    pub action: Action,
    pub target: usize,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum Action {
    None,
    Assign(Assignee, Expr),
    Send { value: Expr, destination: Expr, tag: Expr },
    Receive { variable: Option<Assignee>, source: Option<Expr>, tag: Option<Expr> },
}

/// A process; its pid is its place in the list.
#[derive(Debug)]
pub(crate) struct Process {
    pub kind: usize,
    /// Which one of its type.
    pub index: usize,
    /// The first values of its locals.
    pub initial: Vec<i32>,
}

/// A proposition.
#[derive(Debug)]
pub(crate) struct Atom {
    pub name: String,
    pub expr: Expr,
}

/// A formula that is a property.
#[derive(Debug)]
pub(crate) struct Property {
    pub name: String,
    pub formula: Formula,
    pub span: Span,
}

/// The processes and what they share.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    /// Messages that a channel can hold.
    pub capacity: u32,
    pub shared: Vec<Shared>,
    pub types: Vec<Type>,
    pub processes: Vec<Process>,
}

impl Machine {
    /// The type of a process.
    pub fn type_of(&self, process: usize) -> &Type {
        &self.types[self.processes[process].kind]
    }

    /// A process as it is called in the source.
    pub fn process_name(&self, process: usize) -> String {
        format!("{}[{}]", self.type_of(process).name, self.processes[process].index)
    }
}

impl Expr {
    /// The value, if it is a constant.
    pub fn as_const(&self) -> Option<i32> {
        match self.kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// An operation, carried out if the operands are constants. A division by zero is left for later.
    pub fn binary(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        let value = a.as_const().zip(b.as_const()).and_then(|(a, b)| op.evaluate(a, b));
        let kind = value.map_or_else(|| ExprKind::Binary(op, Box::new(a), Box::new(b)), ExprKind::Const);
        Expr { kind, span }
    }

    /// An operation, carried out if the operand is a constant.
    pub fn unary(op: UnaryOp, a: Expr, span: Span) -> Expr {
        let kind = match a.as_const() {
            Some(value) => ExprKind::Const(op.evaluate(value)),
            None => ExprKind::Unary(op, Box::new(a)),
        };
        Expr { kind, span }
    }

    /// Calls `f` on every part, outer ones first.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        match &self.kind {
            ExprKind::Unary(_, a) => a.visit(f),
            ExprKind::Binary(_, a, b) => {
                a.visit(f);
                b.visit(f);
            }
            ExprKind::Probe(probe) => {
                probe.from.visit(f);
                probe.to.visit(f);
                probe.tag.iter().for_each(|t| t.visit(f));
            }
            _ => {}
        }
    }
}
