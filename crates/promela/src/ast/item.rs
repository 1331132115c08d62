//! Top-level items.

use kulan_diagnostics::Span;

use super::{CCode, Decl, Expr, Formula, Ident, Ltl, Sequence, Text};

/// A whole model: its top-level items in source order.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The items, in source order. Inline definitions are gone: calls are expanded in place.
    pub items: Vec<Item>,
}

/// A top-level item.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a model has few items")]
pub enum Item {
    /// Global variables and channels.
    Decl(Decl),
    /// `mtype = { a, b }`.
    Mtype(MtypeDecl),
    /// `typedef T { ... }`.
    Typedef(Typedef),
    /// `proctype P(...) { ... }`.
    Proctype(Proctype),
    /// `init { ... }`.
    Init(Init),
    /// `never { ... }`.
    Never(Never),
    /// `ltl name { ... }`. SPIN parses these after all else, so a formula may use any later name.
    Ltl(Ltl),
    /// A condition on states that was asked about beside the model.
    Proposition(Formula),
    /// `trace { ... }` or `notrace { ... }`.
    Trace(Trace),
    /// `c_decl`, `c_code`, `c_state` or `c_track` at top level.
    C(CItem),
}

/// `mtype = { a, b }` or `mtype:sub = { a, b }`.
#[derive(Clone, Debug)]
pub struct MtypeDecl {
    /// The name after the colon.
    pub subtype: Option<Ident>,
    /// The constants in the order written. SPIN numbers them from the last (1) to the first.
    pub names: Vec<Ident>,
    /// The whole.
    pub span: Span,
}

/// `typedef T { byte a; chan c[2] }`.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: Ident,
    /// The fields, initialisers included.
    pub fields: Vec<Decl>,
    /// The whole.
    pub span: Span,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name.
    pub name: Ident,
    /// `active` or `active [n]`.
    pub active: Option<Active>,
    /// `D_proctype`.
    pub deterministic: bool,
    /// The parameters; each declaration has no initialisers.
    pub params: Vec<Decl>,
    /// `priority n`.
    pub priority: Option<Expr>,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// The body.
    pub body: Sequence,
    /// The whole.
    pub span: Span,
}

/// `active` with its number of instances.
#[derive(Clone, Debug)]
pub struct Active {
    /// The `n` of `active [n]`; without it, one. A constant expression or a name with a constant initialiser.
    pub count: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// The initial process.
#[derive(Clone, Debug)]
pub struct Init {
    /// `priority n`.
    pub priority: Option<Expr>,
    /// The body.
    pub body: Sequence,
    /// The word `init`.
    pub span: Span,
}

/// A never claim.
#[derive(Clone, Debug)]
pub struct Never {
    /// `never name { ... }`.
    pub name: Option<Ident>,
    /// The body.
    pub body: Sequence,
    /// The word `never`.
    pub span: Span,
}

/// An event trace assertion.
#[derive(Clone, Debug)]
pub struct Trace {
    /// `notrace` rather than `trace`.
    pub negated: bool,
    /// The body.
    pub body: Sequence,
    /// The word `trace` or `notrace`.
    pub span: Span,
}

/// Embedded C at top level.
#[derive(Clone, Debug)]
pub enum CItem {
    /// `c_decl { ... }` or `c_code { ... }`.
    Code(CCode),
    /// `c_state "..." "..."` or `c_track "..." "..."`.
    State {
        /// `c_state` or `c_track`.
        keyword: Ident,
        /// The two or three strings.
        strings: Vec<Text>,
        /// The whole.
        span: Span,
    },
}
