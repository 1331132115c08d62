//! Temporal formulas.

use kulan_diagnostics::Span;

use super::{Expr, Ident};

/// An inline LTL property.
#[derive(Clone, Debug)]
pub struct Ltl {
    /// `ltl name { ... }`.
    pub name: Option<Ident>,
    /// The property.
    pub formula: Formula,
    /// The whole.
    pub span: Span,
}

/// A temporal formula. A leaf is a largest part without temporal operators, `->` or `<->`.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of temporal formulas.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// A state predicate.
    Leaf(Expr),
    /// A unary operator.
    Unary(TemporalUnary, Box<Formula>),
    /// A binary operator.
    Binary(TemporalBinary, Box<Formula>, Box<Formula>),
}

/// Unary operators of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalUnary {
    /// `!`.
    Not,
    /// `X`, `next`.
    Next,
    /// `[]`, `always`.
    Always,
    /// `<>`, `eventually`.
    Eventually,
}

/// Binary operators of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalBinary {
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `->`, `implies`.
    Implies,
    /// `<->`, `equivalent`.
    Equivalent,
    /// `U`, `until`, `stronguntil`.
    Until,
    /// `W`, `weakuntil`.
    WeakUntil,
    /// `V`, `release`.
    Release,
}
