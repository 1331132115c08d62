//! The PROMELA front-end.

pub mod ast;
