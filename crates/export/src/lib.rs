//! Systems for other programs: word-level transition systems in BTOR2 and SMT-LIB 2 for hardware model checkers and solvers,
//! state graphs for tools that draw and compare them, and the system itself as JSON.
//!
//! [`Words`] is the common ground of the former: a function from a state and inputs to the next state.

mod btor2;
mod graph;
mod json;
pub mod smt;
pub mod words;

pub use btor2::btor2;
pub use graph::{Edge, Graph};
pub use json::json;
pub use smt::smt2;
pub use words::{Question, Refused, Words};
