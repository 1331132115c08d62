//! Statements.

use kulan_diagnostics::Span;

use super::{CCode, Decl, Expr, Ident, Text, VarRef};

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
    /// The text without labels, in the file where the user wrote it. For the body of a macro, the whole
    /// outermost invocation; inside an inline, the text of its body (the call is at [`InlineCall`]). The names
    /// and expressions inside have their own spans: an argument's is where the argument was written.
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
    /// An expression: blocks until true. `skip` is [`ExprKind::Skip`](super::ExprKind::Skip), and so is what a label
    /// before nothing stands at.
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
        /// Whether it is a name and two plain numbers, which SPIN's lexer turns into an `if`.
        plain: bool,
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
