//! Linear temporal logic and Büchi automata.
//!
//! A [`Formula`] speaks of propositions by number; what they mean is the caller's business. An [`Automaton`] reads the
//! propositions of the states of a run, one set per state, and accepts the run if it passes accepting states for ever.

mod automaton;
mod formula;

pub use automaton::{Automaton, Edge, Literal, State};
pub use formula::{Formula, Polarity};
