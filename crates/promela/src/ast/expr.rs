//! Expressions.

use kulan_diagnostics::Span;

use super::{Ident, RecvArg};

/// A variable, an element, or a field: `a`, `a[i]`, `a.b[i].c`.
#[derive(Clone, Debug)]
pub struct VarRef {
    /// At least one.
    pub path: Vec<PathPart>,
    /// The whole.
    pub span: Span,
}

impl VarRef {
    /// The name it starts with.
    pub fn head(&self) -> &Ident {
        &self.path[0].name
    }

    /// The name, if this is nothing but a name.
    pub fn as_ident(&self) -> Option<&Ident> {
        match &self.path[..] {
            [part] if part.index.is_none() => Some(&part.name),
            _ => None,
        }
    }
}

/// One part of a [`VarRef`] between dots.
#[derive(Clone, Debug)]
pub struct PathPart {
    /// The variable or field.
    pub name: Ident,
    /// The index, if any.
    pub index: Option<Box<Expr>>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, without the parentheses around it.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A decimal number.
    Number(i32),
    /// A character constant.
    Char(u8),
    /// `true` or `false`.
    Bool(bool),
    /// `skip`, which is the constant 1.
    Skip,
    /// A variable, a predefined variable (`_pid`, `_nr_pr`, `_last`, `_priority`, `_`), or an mtype constant.
    Ref(VarRef),
    /// A unary operator.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Cond(Box<Cond>),
    /// `run P(args)`.
    Run(Box<Run>),
    /// `len(c)`.
    Len(VarRef),
    /// `full(c)` and its kin.
    Probe(Probe, VarRef),
    /// `c?[a,b]` and `c??[a,b]`.
    Poll(Box<Poll>),
    /// `enabled(pid)`.
    Enabled(Box<Expr>),
    /// `pc_value(pid)`.
    PcValue(Box<Expr>),
    /// `get_priority(pid)`.
    GetPriority(Box<Expr>),
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `P[e]@label` and `P@label`.
    RemoteLabel(Box<RemoteLabel>),
    /// `P[e]:x` and `P:x`.
    RemoteVar(Box<RemoteVar>),
    /// `c_expr { ... }`.
    C(CCode),
}

/// `(cond -> yes : no)`.
#[derive(Clone, Debug)]
pub struct Cond {
    /// The condition.
    pub cond: Expr,
    /// The value if it holds.
    pub yes: Expr,
    /// The value if not.
    pub no: Expr,
}

/// `run P(args) priority n`.
#[derive(Clone, Debug)]
pub struct Run {
    /// The process type.
    pub proc: Ident,
    /// The arguments.
    pub args: Vec<Expr>,
    /// The priority.
    pub priority: Option<Expr>,
}

/// `c?[a,b]` or `c??[a,b]`: whether the receive could happen, without side effects.
#[derive(Clone, Debug)]
pub struct Poll {
    /// The channel.
    pub chan: VarRef,
    /// `??`.
    pub random: bool,
    /// The message's fields.
    pub args: Vec<RecvArg>,
}

/// `P[pid]@label`.
#[derive(Clone, Debug)]
pub struct RemoteLabel {
    /// The process type.
    pub proc: Ident,
    /// The process, if given.
    pub pid: Option<Expr>,
    /// The label.
    pub label: Ident,
}

/// `P[pid]:x` or `P[pid]:x[i]`.
#[derive(Clone, Debug)]
pub struct RemoteVar {
    /// The process type.
    pub proc: Ident,
    /// The process, if given.
    pub pid: Option<Expr>,
    /// The variable with an optional index.
    pub var: PathPart,
}

/// Tests of a channel's filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// `full`.
    Full,
    /// `nfull`.
    NotFull,
    /// `empty`.
    Empty,
    /// `nempty`.
    NotEmpty,
}

impl Probe {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Probe::Full => "full",
            Probe::NotFull => "nfull",
            Probe::Empty => "empty",
            Probe::NotEmpty => "nempty",
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `~`.
    BitNot,
    /// `-`.
    Neg,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

impl BinaryOp {
    /// As written.
    pub fn text(self) -> &'static str {
        self.spelling().0
    }

    /// How tightly it binds; all operators lean to the left.
    pub fn power(self) -> u8 {
        self.spelling().1
    }

    /// Whether it calculates, and does not compare or combine truth values.
    pub fn is_arithmetic(self) -> bool {
        use BinaryOp::*;
        matches!(self, BitOr | BitXor | BitAnd | Shl | Shr | Add | Sub | Mul | Div | Rem)
    }

    fn spelling(self) -> (&'static str, u8) {
        match self {
            BinaryOp::Or => ("||", 2),
            BinaryOp::And => ("&&", 3),
            // 4 is for the temporal operators.
            BinaryOp::BitOr => ("|", 5),
            BinaryOp::BitXor => ("^", 6),
            BinaryOp::BitAnd => ("&", 7),
            BinaryOp::Eq => ("==", 8),
            BinaryOp::Ne => ("!=", 8),
            BinaryOp::Lt => ("<", 9),
            BinaryOp::Le => ("<=", 9),
            BinaryOp::Gt => (">", 9),
            BinaryOp::Ge => (">=", 9),
            BinaryOp::Shl => ("<<", 10),
            BinaryOp::Shr => (">>", 10),
            BinaryOp::Add => ("+", 11),
            BinaryOp::Sub => ("-", 11),
            BinaryOp::Mul => ("*", 12),
            BinaryOp::Div => ("/", 12),
            BinaryOp::Rem => ("%", 12),
        }
    }
}

/// Embedded C in braces. The text is kept by place only: we do not run it.
#[derive(Clone, Debug)]
pub struct CCode {
    /// `c_code`, `c_decl` or `c_expr`.
    pub keyword: Ident,
    /// Whether a precondition `[e]` precedes the braces.
    pub precondition: bool,
    /// From the keyword to the last brace.
    pub span: Span,
}
