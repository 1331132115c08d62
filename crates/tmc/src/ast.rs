//! The syntax tree.

use kulan_diagnostics::Span;
pub(crate) use kulan_syntax::Ident;

use crate::operator::{BinaryOp, UnaryOp};

/// A whole program.
#[derive(Debug)]
pub(crate) struct Model {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub shared: Vec<Declaration>,
    pub procs: Vec<Proc>,
    pub definitions: Vec<Definition>,
    pub checks: Vec<Check>,
}

/// `int name = init`.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub name: Ident,
    pub init: Option<Expr>,
}

/// `proc name[count] { ... }`.
#[derive(Debug)]
pub(crate) struct Proc {
    pub name: Ident,
    pub count: Option<Expr>,
    pub locals: Vec<Declaration>,
    pub locations: Vec<Location>,
}

/// `name: clauses`.
#[derive(Debug)]
pub(crate) struct Location {
    pub name: Ident,
    pub clauses: Vec<Clause>,
}

/// `when (guard) action; goto target;`.
#[derive(Debug)]
pub(crate) struct Clause {
    pub guard: Option<Expr>,
    pub action: Action,
    pub target: Ident,
    /// What people see of it: all but the `goto` behind an action.
    pub span: Span,
}

/// What a clause does besides moving on.
#[derive(Debug)]
pub(crate) enum Action {
    None,
    Assign(Ident, Expr),
    Send { value: Expr, destination: Expr, tag: Expr },
    Receive { variable: Option<Ident>, source: Option<Expr>, tag: Option<Expr> },
}

/// `predicate name(parameters) = body` or `formula ...`.
#[derive(Debug)]
pub(crate) struct Definition {
    pub is_formula: bool,
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub body: Expr,
}

/// `check formula for ranges using reduction`.
#[derive(Debug)]
pub(crate) struct Check {
    pub formula: Ident,
    pub ranges: Vec<Range>,
    pub reduction: Option<Ident>,
    pub span: Span,
}

/// `name = from .. to`.
#[derive(Debug)]
pub(crate) struct Range {
    pub name: Ident,
    pub from: Expr,
    pub to: Option<Expr>,
}

/// An expression or a formula: one grammar for both.
#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Number(i32),
    Name(String),
    /// A predicate, a formula, or one of `empty`, `nempty`, `full`, `nfull`. An argument may be `null`.
    Call(Ident, Vec<Option<Expr>>),
    /// `process[index]@location`.
    At(Instance, Ident),
    /// `process[index].variable`.
    Member(Instance, Ident),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    TemporalUnary(TemporalUnary, Box<Expr>),
    TemporalBinary(TemporalBinary, Box<Expr>, Box<Expr>),
    Quantified(Box<Quantified>),
}

/// `process[index]`.
#[derive(Debug)]
pub(crate) struct Instance {
    pub process: Ident,
    pub index: Option<Box<Expr>>,
}

/// `and{variable = from .. to} body`, or `or`.
#[derive(Debug)]
pub(crate) struct Quantified {
    pub and: bool,
    pub variable: Ident,
    pub from: Expr,
    pub to: Expr,
    pub body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TemporalUnary {
    Always,
    Eventually,
    Next,
}

/// Implication and equivalence are here since they are operators of formulas, not of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TemporalBinary {
    Implies,
    Equivalent,
    Until,
    WeakUntil,
    Release,
}
