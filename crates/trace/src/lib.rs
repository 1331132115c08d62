//! Counterexamples: from a violation found in a transformed system to a run of the original one, statement by
//! statement; shortening; trace files and their replay.
//!
//! A search answers with packed states of the system it searched, which may be a transformed one. [`reconstruct`] finds
//! the statements between them and replays these on the system as lowered, with the interpreter. A counterexample is
//! shown only if it has been executed according to the definition of the language.

mod explorer;
mod file;
mod follow;
mod lasso;
mod path;
mod print;
mod reading;
mod reconstruct;
mod replay;
mod state;
mod stream;
mod view;

pub use explorer::{Explorer, Position, Stepped};
pub use file::{TraceError, TraceFile, Violated, write_whole};
pub use follow::{Expected, FollowError, Goal, Mismatch, Place};
pub use lasso::reconstruct_lasso;
pub use reading::{ProgramOptions, Reading, Udp};
pub use reconstruct::{reconstruct, reconstruct_firings};
pub use replay::{kind_of, replay};
pub use state::{View, message_at, state_of};
pub use stream::{Awaited, Streams};
pub use view::{Change, Passed, Passing, Step, display_value, is_jump, step_of, steps_of};

use kulan_ir::TransitionId;
use kulan_search::Kind;
use serde::{Deserialize, Serialize};

/// How a run ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// No process can continue, and the end is not a valid one.
    Deadlock,
    /// A process that has not ended never goes on.
    LocalDeadlock,
    /// The last transition fails this check, by position.
    Check(usize),
    /// The run loops back to the state after this many transitions; if that is the whole run, it stutters.
    Cycle(usize),
}

/// A run of a system, transition by transition from the initial state, that ends with a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The transitions, including pure jumps.
    pub transitions: Vec<TransitionId>,
    /// For each of them: the inputs that were chosen.
    pub inputs: Vec<Vec<u64>>,
    /// What is wrong at the end.
    pub end: End,
}

/// A transition, and the inputs with which it fires.
pub type Firing = (TransitionId, Vec<u64>);

impl Run {
    /// The transitions with their inputs.
    pub fn firings(&self) -> impl Iterator<Item = (TransitionId, &[u64])> {
        self.transitions.iter().copied().zip(self.inputs.iter().map(Vec::as_slice))
    }

    /// The first so many transitions.
    pub fn truncate(&mut self, length: usize) {
        self.transitions.truncate(length);
        self.inputs.truncate(length);
    }

    pub(crate) fn of(firings: Vec<Firing>, end: End) -> Run {
        let (transitions, inputs) = firings.into_iter().unzip();
        Run { transitions, inputs, end }
    }
}

/// What is known of the length of a counterexample.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// No violation of this kind takes fewer steps. Steps are statements and atomic sequences if the effort for
    /// shortening sufficed, otherwise steps of the search, which may merge local statements.
    Shortest,
    /// Shorter than what the search found.
    Shortened,
    /// As the search found it.
    AsFound,
}

impl Length {
    /// The text for users.
    pub fn words(self) -> &'static str {
        match self {
            Length::Shortest => "shortest",
            Length::Shortened => "shortened",
            Length::AsFound => "as found",
        }
    }
}

/// The name of a violated property in reports.
pub fn property_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock => "deadlock",
        Kind::LocalDeadlock => "local-deadlock",
        Kind::Cycle => "cycle",
        Kind::Check(check) => check.property(),
    }
}
