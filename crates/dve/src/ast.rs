//! The syntax tree.

use kulan_diagnostics::Span;
pub(crate) use kulan_syntax::Ident;

use crate::operator::{BinaryOp, UnaryOp};

/// A whole model.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub variables: Vec<Declaration>,
    pub channels: Vec<Channel>,
    pub processes: Vec<Process>,
    pub system: Option<System>,
}

/// The last line of a model.
#[derive(Debug)]
pub(crate) struct System {
    pub synchronous: bool,
    pub property: Option<Ident>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Byte,
    Int,
}

/// A literal number, where nothing else can stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub value: i32,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Declaration {
    pub constant: bool,
    pub kind: Type,
    pub name: Ident,
    pub size: Option<Number>,
    pub first: Option<First>,
}

/// The first value of a variable.
#[derive(Debug)]
pub(crate) enum First {
    Value(Expr),
    List(Vec<Expr>, Span),
}

#[derive(Debug)]
pub(crate) struct Channel {
    pub name: Ident,
    /// The types of the fields, if they are told.
    pub types: Option<Vec<Type>>,
    pub capacity: Option<Number>,
}

#[derive(Debug)]
pub(crate) struct Process {
    pub name: Ident,
    pub variables: Vec<Declaration>,
    pub states: Vec<Ident>,
    pub initial: Option<Ident>,
    pub accepting: Vec<Ident>,
    pub committed: Vec<Ident>,
    pub assertions: Vec<(Ident, Expr)>,
    pub transitions: Vec<Transition>,
}

#[derive(Debug)]
pub(crate) struct Transition {
    /// None: that of the transition before.
    pub source: Option<Ident>,
    pub target: Ident,
    pub guard: Option<Expr>,
    pub sync: Option<Sync>,
    pub effects: Vec<Assignment>,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Sync {
    pub channel: Ident,
    pub action: Action,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum Action {
    Send(Vec<Expr>),
    Receive(Vec<Lvalue>),
}

#[derive(Debug)]
pub(crate) struct Assignment {
    pub place: Lvalue,
    pub value: Expr,
    pub span: Span,
}

/// What can be assigned to.
#[derive(Debug)]
pub(crate) struct Lvalue {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Number(i32),
    Lvalue(Lvalue),
    /// `process.state`.
    At(Ident, Ident),
    /// `process->variable[index]`.
    Remote(Ident, Lvalue),
    Unary(UnaryOp, Box<Expr>),
    /// Operators that bind equally, from left to right: a tree is only as deep as the text is nested.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
}
