//! A model with names resolved and constants put in.

use kulan_diagnostics::Span;
use kulan_ir::CBinary;
use rustc_hash::FxHashMap;

pub(crate) use crate::ast::Type;
use crate::operator::{BinaryOp, UnaryOp};

/// Positions by name.
pub(crate) type Names = FxHashMap<String, usize>;

/// What processes share, and the processes; the property is none of them.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub synchronous: bool,
    /// Those of all, the global ones first.
    pub variables: Vec<Variable>,
    pub globals: Names,
    pub channels: Vec<Channel>,
    pub processes: Vec<Process>,
    pub process_names: Names,
    /// The name of the property.
    pub property: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub name: String,
    /// The process it belongs to.
    pub process: Option<usize>,
    pub constant: bool,
    pub kind: Type,
    pub elements: Option<u32>,
    /// The first values, one per element.
    pub initial: Vec<i32>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Channel {
    pub name: String,
    /// The types of the fields, if they are told.
    pub types: Option<Vec<Type>>,
    /// Messages it can hold; none for a rendezvous.
    pub capacity: u32,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Process {
    pub name: String,
    pub locals: Names,
    pub states: Vec<State>,
    pub state_names: Names,
    pub initial: usize,
    pub transitions: Vec<Transition>,
    pub assertions: Vec<Assertion>,
}

#[derive(Debug)]
pub(crate) struct State {
    pub name: String,
    pub committed: bool,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Assertion {
    pub state: usize,
    pub condition: Expr,
}

#[derive(Debug)]
pub(crate) struct Transition {
    pub source: usize,
    pub target: usize,
    pub guard: Option<Expr>,
    pub sync: Option<Sync>,
    pub effects: Vec<Assignment>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Sync {
    pub channel: usize,
    pub action: Action,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum Action {
    Send(Vec<Expr>),
    Receive(Vec<Lvalue>),
}

impl Action {
    /// How many values are passed.
    pub fn len(&self) -> usize {
        match self {
            Action::Send(values) => values.len(),
            Action::Receive(places) => places.len(),
        }
    }

    pub fn is_send(&self) -> bool {
        matches!(self, Action::Send(_))
    }
}

#[derive(Debug)]
pub(crate) struct Assignment {
    pub place: Lvalue,
    pub value: Expr,
}

impl Assignment {
    /// How much deeper it can make what is assigned behind it.
    pub fn height(&self) -> usize {
        self.place.index.as_ref().map_or(0, |i| i.height()) + self.value.height() + 2
    }
}

/// A variable, or an element of an array, which has an index.
#[derive(Clone, Debug)]
pub(crate) struct Lvalue {
    pub variable: usize,
    pub index: Option<Box<Expr>>,
    pub span: Span,
}

/// An expression over C's 32-bit integers.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Const(i32),
    Read(Lvalue),
    /// Whether a process stands at a state.
    At(usize, usize),
    Unary(UnaryOp, Box<Expr>),
    /// `a + b - c`, from left to right.
    Chain(Box<Expr>, Vec<(CBinary, Expr)>),
    /// `a and b and c`, from left to right; what is not needed is not evaluated.
    All(Vec<Expr>),
    /// `a or b or c`, likewise.
    Any(Vec<Expr>),
    /// `a imply b imply c`, which is `(a imply b) imply c`.
    Imply(Vec<Expr>),
}

impl Expr {
    pub fn constant(value: i32, span: Span) -> Expr {
        Expr { kind: ExprKind::Const(value), span }
    }

    /// The value, if it is a constant.
    pub fn as_const(&self) -> Option<i32> {
        match self.kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        }
    }

    fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::At(..) => Vec::new(),
            ExprKind::Read(place) => place.index.as_deref().into_iter().collect(),
            ExprKind::Unary(_, a) => vec![a],
            ExprKind::Chain(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e)).collect(),
            ExprKind::All(list) | ExprKind::Any(list) | ExprKind::Imply(list) => list.iter().collect(),
        }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        1 + self.parts().iter().map(|e| e.size()).sum::<usize>()
    }

    /// How deep what it is lowered to can become, roughly.
    pub fn height(&self) -> usize {
        let parts = self.parts();
        let in_a_row = match &self.kind {
            ExprKind::Imply(_) => true,
            ExprKind::Chain(_, rest) => !rest.iter().all(|(op, _)| BinaryOp::C(*op).regroups()),
            _ => false,
        };
        let own = if in_a_row { parts.len() } else { 1 + parts.len().checked_ilog2().unwrap_or(0) as usize };
        own + parts.iter().map(|e| e.height()).max().unwrap_or(0)
    }
}

impl Type {
    /// The least and the greatest value.
    pub fn bounds(self) -> (i32, i32) {
        match self {
            Type::Byte => (0, 255),
            Type::Int => (-32768, 32767),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Type::Byte => "byte",
            Type::Int => "int",
        }
    }
}
