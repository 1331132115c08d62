//! Linear temporal logic and Büchi automata.
//!
//! A [`Formula`] speaks of propositions by number; what they mean is the caller's business. An [`Automaton`] reads the
//! propositions of the states of a run, one set per state, and accepts the run if it passes accepting states forever.

mod automaton;
mod bdd;
mod components;
mod display;
mod formula;
mod hoa;
mod lasso;
mod parse;
mod spec;
mod stutter;
mod translate;
mod words;

pub use automaton::{Automaton, Edge, Literal, State};
pub use formula::{Formula, Polarity};
pub use hoa::{Hoa, HoaError, parse_hoa};
pub use lasso::{Lasso, Letter, agrees, evaluate};
pub use parse::{AtomText, ParseError, Parsed, parse};
pub use spec::Spec;
pub use stutter::{Answer, Budget, Witness, is_stutter_invariant};
pub use translate::{Limits, TooLarge, translate, translate_within};
pub use words::{accepts, shared_word, some_word};
