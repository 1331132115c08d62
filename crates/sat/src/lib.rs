//! Satisfiability of conditions over the states of a system.
//!
//! [`Solver`] is what a SAT solver must offer; [`Batsat`] is the one that is used
//! (docs/sat.md says why). [`Circuit`] builds gates and bit-vector
//! operations over it. [`Encoder`] turns expressions into circuits, for any number of points in time: a [`Frame`] has the
//! variables of one point, and may be free, given, or what updates make of another.
//!
//! Several questions can share a solver: a question's conditions are assumptions, so nothing of it stays behind.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod circuit;
mod domain;
mod encode;
mod frame;
mod solver;
#[cfg(test)]
mod solver_tests;
mod tabulate;
#[cfg(test)]
mod tests;
mod words;

pub use self::batsat::Batsat;
#[cfg(feature = "cadical")]
pub use self::cadical::Cadical;
pub use circuit::{Circuit, Gates};
pub use domain::Domain;
pub use encode::Encoder;
pub use frame::{Array, At, Firing, Frame, Space};
pub use solver::{Answer, Effort, Limits, Lit, Solver, Stop, stop_of};
pub use words::Word;
