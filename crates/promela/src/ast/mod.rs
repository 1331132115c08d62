//! The syntax tree of a PROMELA model, after preprocessing and inlining.
//!
//! Names are as written: nothing is resolved, typed or evaluated here. A name in an expression may be a
//! variable or an mtype constant; the lowering decides. Scopes follow braces, as in SPIN: each
//! [`Sequence`] whose `braces` flag is set opens a scope, an option of `if` and `do` does not.

mod decl;
mod expr;
mod formula;
mod item;
mod name;
mod stmt;

pub use decl::{ChanInit, Decl, Declarator, Initializer, TypeName, Visibility};
pub use expr::{
    BinaryOp, CCode, Cond, Expr, ExprKind, PathPart, Poll, Probe, RemoteLabel, RemoteVar, Run, UnaryOp, VarRef,
};
pub use formula::{Formula, FormulaKind, Ltl, TemporalBinary, TemporalUnary};
pub use item::{Active, CItem, Init, Item, Model, MtypeDecl, Never, Proctype, Trace, Typedef};
pub use name::{Ident, Name, Text};
pub use stmt::{Exclusive, For, ForRange, InlineCall, Receive, RecvArg, Send, Sequence, Step, Stmt, StmtKind};
