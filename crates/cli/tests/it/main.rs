//! Runs the built program as a user would.
#![allow(clippy::unwrap_used)] // clippy knows test functions, but not their helpers

mod certificates;
mod dve;
mod exports;
mod families;
mod gpu;
mod hard;
mod input;
mod interrupts;
mod json;
mod limits;
mod mislead;
mod names;
mod output;
mod relations;
mod replays;
mod suites;
mod support;
mod symbolic;
mod temporal;
mod tmc;
mod traces;
mod transactions;
mod verdicts;
mod walks;
