//! Tests of the whole front-end, in one binary.

mod bench;
mod dump;
mod mutation;
mod spans;
mod support;
mod syntax;
