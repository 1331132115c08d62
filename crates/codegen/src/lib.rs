//! The IR compiled to machine code with Cranelift.
//!
//! The transitions of a thread are grouped by its location, and each group becomes a function that writes the
//! successors of a state. Machine code is made only where it pays; until then a simple loop runs the same steps.
//! [`Compiled`] dispatches on the program counters, follows threads that go on alone, and leaves
//! it to the interpreter to explain everything that failed. The interpreter is the oracle: property tests compare every
//! successor.

mod alone;
mod compiler;
mod emit;
mod function;
mod generator;
mod groups;
mod memory;
mod order;
mod tape;

pub use compiler::Patience;
pub use generator::{Compiled, CompiledGenerator};
