//! Generators and shrinkers for tests: random systems of the IR, random expressions, random programs in PROMELA and C,
//! random formulas.
//!
//! Everything is drawn from a seeded [`Random`], so that a failure is named by a number and comes again.

pub mod c;
pub mod concurrent;
pub mod evaluate;
pub mod expr;
pub mod files;
pub mod located;
pub mod named;
pub mod needs;
pub mod promela;
mod random;
pub mod shrink;
pub mod spin;
pub mod system;
pub mod temporal;
pub mod threaded;
pub mod traps;

pub use random::Random;
