//! Symbolic engines: bounded model checking, k-induction and IC3 over one transition relation.
//!
//! [`Relation`] is the relation of a flat system (see `kulan_transform::flat`) as a circuit; every engine works on that
//! alone. What an engine finds is a sequence of inputs, from which [`replay`] makes a run of the system, or a proof.

pub mod aig;
mod aiger;
pub mod bmc;
mod choice;
mod equal;
pub mod ic3;
pub mod invariant;
mod relation;
mod replay;
mod signals;
mod simplify;
mod unroll;

pub use aiger::aiger;
pub use choice::Choices;
pub use relation::{Atom, Meaning, Question, Relation, StateBit, TooLarge};
pub use replay::{Replayed, replay};
pub use signals::{Condition, conditions};

/// What an engine found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The inputs of each step of a run to a bad state; the last ones show why it is bad.
    Violated(Vec<Vec<bool>>),
    /// There is no bad state up to this depth.
    Within(usize),
    /// There is no bad state: no run has more steps than this.
    Ended(usize),
    /// There is no bad state: one would show after this many good states in a row.
    Inductive(usize),
    /// There is no bad state: clauses that all reachable states satisfy, and no bad one.
    Proved(Vec<Vec<ic3::Said>>),
    /// It was stopped first.
    Stopped,
}
