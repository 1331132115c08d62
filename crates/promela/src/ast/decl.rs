//! Declarations.

use kulan_diagnostics::Span;

use super::{Expr, Ident};

/// `hidden`, `show` or `local` before a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Visibility {
    /// No word given.
    #[default]
    Plain,
    /// `hidden`: not part of the state.
    Hidden,
    /// `show`: traced in simulations.
    Show,
    /// `local`: promised to be used by one process only.
    Local,
}

/// A type as written.
#[derive(Clone, Debug)]
pub enum TypeName {
    /// `bit`.
    Bit,
    /// `bool`.
    Bool,
    /// `byte`.
    Byte,
    /// `pid`.
    Pid,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned`; the width stands at each declarator.
    Unsigned,
    /// `chan`.
    Chan,
    /// `mtype` or `mtype:subtype`.
    Mtype(Option<Ident>),
    /// A `typedef`.
    User(Ident),
}

/// One declaration with a common type: `hidden byte a, b[3] = 1`.
#[derive(Clone, Debug)]
pub struct Decl {
    /// `hidden`, `show`, `local`.
    pub visibility: Visibility,
    /// The common type.
    pub ty: TypeName,
    /// Where the type stands.
    pub ty_span: Span,
    /// The variables.
    pub vars: Vec<Declarator>,
    /// The whole declaration.
    pub span: Span,
}

/// One variable of a declaration.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// Its name.
    pub name: Ident,
    /// The width in `unsigned x : 5`.
    pub width: Option<Expr>,
    /// The length of an array. A constant expression, or (as SPIN allows) a name with a constant initialiser.
    pub len: Option<Expr>,
    /// The initial value.
    pub init: Option<Initializer>,
    /// The whole declarator.
    pub span: Span,
}

/// The right side of a declarator's `=`.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// `= e`. For an array, each element gets the value.
    Expr(Expr),
    /// `= { 1, 2, 3 }`.
    List(Vec<Expr>, Span),
    /// `= [n] of { types }`. For an array, each element is a new channel.
    Chan(ChanInit),
}

/// `[n] of { byte, mtype:m, T }`.
#[derive(Clone, Debug)]
pub struct ChanInit {
    /// The capacity, a constant expression.
    pub capacity: Expr,
    /// The types of the message's fields. Never `Unsigned`.
    pub fields: Vec<TypeName>,
    /// The whole.
    pub span: Span,
}
