//! The guarded-transition IR: one typed form into which every front-end lowers its language.
//!
//! A [`System`] has bit-vector variables, a tree of processes and threads, and deterministic guarded transitions whose
//! update is simultaneous. [`interpret`] is its executable definition: slow, obvious, and the arbiter of everything fast.

pub mod after;
mod analysis;
mod build;
mod c_int;
mod chance;
mod errors;
mod evaluation;
pub mod expr;
pub mod inputs;
pub mod interpret;
pub mod layout;
pub mod reference;
mod rows;
pub mod system;
pub mod text;
pub mod transition;
pub mod validate;

pub use after::After;
pub use analysis::{ByLocation, Jump, conjuncts, loop_heads};
pub use c_int::CBinary;
pub use chance::Chance;
pub use evaluation::Evaluation;
pub use expr::{BinaryOp, Expr, ExprId, Exprs};
pub use interpret::{Fired, Interpreter, Valuation};
pub use layout::{Layout, PackedSlot};
pub use rows::Rows;
pub use system::*;
pub use transition::*;
pub use validate::validate;
