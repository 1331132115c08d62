//! The syntax tree of a PROMELA model, after preprocessing and inlining.
//!
//! Names are as written: nothing is resolved, typed or evaluated here. A name in an expression may be a
//! variable or an mtype constant; the lowering decides. Scopes follow braces, as in SPIN: each
//! [`Sequence`] whose `braces` flag is set opens a scope, an option of `if` and `do` does not.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use kulan_diagnostics::Span;

/// An interned name. Equal by content; cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) Arc<str>);

impl Name {
    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

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
    /// `trace { ... }` or `notrace { ... }`.
    Trace(Trace),
    /// `c_decl`, `c_code`, `c_state` or `c_track` at top level.
    C(CItem),
}

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

/// Steps in order.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The steps; never empty in a model that parsed.
    pub steps: Vec<Step>,
    /// Whether braces enclose it, and so it opens a scope. False only for the options of `if` and `do`.
    pub braces: bool,
    /// From the first brace (or `::`) to the end of the last step (or the last brace).
    pub span: Span,
}

/// One element of a sequence.
#[derive(Clone, Debug)]
pub enum Step {
    /// Local variables. Their scope is the nearest enclosing braces.
    Decl(Decl),
    /// `xr c, d` or `xs c, d`.
    Exclusive(Exclusive),
    /// A statement.
    Stmt(Stmt),
}

/// `xr` and `xs`: the promise that only this process receives from or sends to a channel.
#[derive(Clone, Debug)]
pub struct Exclusive {
    /// `xr` rather than `xs`.
    pub receive: bool,
    /// The channels.
    pub chans: Vec<VarRef>,
    /// The whole.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The labels before it, in order.
    pub labels: Vec<Ident>,
    /// What it does.
    pub kind: StmtKind,
    /// The text without labels: in the file where the user wrote it; for a macro, the invocation; inside
    /// an inline, the inline's body (the call is at [`InlineCall`]).
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `x = e`; also `return e` in an inline called as `x = f()` (it does not leave the inline, as in SPIN).
    Assign {
        /// The left side.
        target: VarRef,
        /// The right side.
        value: Expr,
    },
    /// `x++`.
    Increment(VarRef),
    /// `x--`.
    Decrement(VarRef),
    /// `c!a,b` and `c!!a,b`. `c!a(b)` is the same as `c!a,b`.
    Send(Send),
    /// `c?a,b` in its four forms.
    Receive(Receive),
    /// An expression: blocks until true. `skip` is [`ExprKind::Skip`]; a label before nothing has that too.
    Expr(Expr),
    /// `else`.
    Else,
    /// `assert(e)`.
    Assert(Expr),
    /// `printf("...", args)`.
    Printf {
        /// The format, with escapes and quotes as written.
        format: Text,
        /// The values.
        args: Vec<Expr>,
    },
    /// `printm(e)`.
    Printm(Expr),
    /// `set_priority(pid, value)`.
    SetPriority(Expr, Expr),
    /// `if ... fi`.
    If(Vec<Sequence>),
    /// `do ... od`.
    Do(Vec<Sequence>),
    /// `break`.
    Break,
    /// `goto l`.
    Goto(Ident),
    /// `atomic { ... }`.
    Atomic(Sequence),
    /// `d_step { ... }`.
    DStep(Sequence),
    /// `{ ... }`.
    Block(Sequence),
    /// An inline, expanded.
    Inline(InlineCall),
    /// `for (...) { ... }`.
    For(For),
    /// `select (x : a .. b)`.
    Select {
        /// The variable.
        var: VarRef,
        /// The least value.
        from: Expr,
        /// The greatest value.
        to: Expr,
    },
    /// `main unless escape`.
    Unless {
        /// The normal part.
        main: Box<Stmt>,
        /// The escape.
        escape: Box<Stmt>,
    },
    /// `c_code { ... }` or `c_decl { ... }` as a statement.
    C(CCode),
}

/// A send.
#[derive(Clone, Debug)]
pub struct Send {
    /// The channel.
    pub chan: VarRef,
    /// `!!`: insert in order.
    pub sorted: bool,
    /// The message's fields. A name of a structure stands for all its fields.
    pub args: Vec<Expr>,
}

/// A receive.
#[derive(Clone, Debug)]
pub struct Receive {
    /// The channel.
    pub chan: VarRef,
    /// `??`: the first message that matches, wherever it is.
    pub random: bool,
    /// `? <...>`: leave the message in the channel.
    pub copy: bool,
    /// The message's fields.
    pub args: Vec<RecvArg>,
}

/// One field of a receive or a poll.
#[derive(Clone, Debug)]
pub enum RecvArg {
    /// A name: a variable to be set, an mtype constant to be matched, or `_`.
    Ref(VarRef),
    /// A number, `true`, a character: to be matched.
    Const(Expr),
    /// `eval(e)`: to be matched.
    Eval(Expr),
}

/// A call of an inline, with the body after replacing the parameters.
#[derive(Clone, Debug)]
pub struct InlineCall {
    /// The inline.
    pub name: Ident,
    /// The whole call `f(a, b)`, where the user wrote it.
    pub call: Span,
    /// The variable of `x = f(a, b)`.
    pub target: Option<VarRef>,
    /// The body.
    pub body: Sequence,
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct For {
    /// The variable; it is declared elsewhere.
    pub var: VarRef,
    /// What it runs over.
    pub range: ForRange,
    /// The body.
    pub body: Sequence,
}

/// What a `for` loop runs over.
#[derive(Clone, Debug)]
pub enum ForRange {
    /// `(x : from .. to)`, both included; `to` is evaluated anew at each turn.
    Range {
        /// The first value.
        from: Expr,
        /// The last value.
        to: Expr,
    },
    /// `(x in a)`: the indices of an array, or (if `x` is a structure) the messages of a channel.
    In(VarRef),
}

/// A string with its quotes and escapes as written.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text with quotes.
    pub text: Name,
    /// Where it stands.
    pub span: Span,
}

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
