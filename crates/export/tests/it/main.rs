//! Tests of exports: what other programs would make of them is what the interpreter does.

mod btor2;
mod formats;
mod simulator;
mod smt2;
mod support;
