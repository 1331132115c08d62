//! Runs the built program as a user would.

mod input;
mod json;
mod limits;
mod output;
mod support;
mod traces;
mod verdicts;
mod walks;
