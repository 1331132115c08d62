//! Verdicts, the same for every engine, and the justification of each.

use std::path::PathBuf;

use kulan_control::{Limit, Phase};
use serde::{Serialize, Serializer};

use crate::Counterexample;

/// The answer to a question, in a word.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes, in all states.
    Holds,
    /// Yes, up to a bound.
    HoldsWithin,
    /// No, and there is a counterexample.
    Violated,
    /// Undecided.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::HoldsWithin => "holds-within",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }

    /// The answer for several questions together: a violation takes precedence, then unknown, then a bound.
    pub fn overall(list: impl IntoIterator<Item = Verdict>) -> Verdict {
        let rank = |v: &Verdict| match v {
            Verdict::Holds => 0,
            Verdict::HoldsWithin => 1,
            Verdict::Unknown => 2,
            Verdict::Violated => 3,
        };
        list.into_iter().max_by_key(rank).unwrap_or(Verdict::Unknown)
    }

    /// The exit status of a command with this answer.
    pub fn status(self) -> u8 {
        match self {
            Verdict::Holds | Verdict::HoldsWithin => 0,
            Verdict::Violated => 1,
            Verdict::Unknown => 3,
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// How far an answer reaches.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Bound {
    /// Steps of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Threads of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u64>,
    /// Frames of recursive calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<u64>,
    /// Objects on the heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects: Option<u64>,
    /// Whether a part of it is a default: then the user does not know of it.
    #[serde(skip)]
    pub by_default: bool,
}

impl Bound {
    /// `depth 20, 3 threads`.
    pub fn words(&self) -> String {
        let counted = |n: Option<u64>, word: &str| n.map(|n| crate::plural(n, word));
        let depth = self.depth.map(|n| format!("depth {}", crate::count(n)));
        let parts =
            [depth, counted(self.threads, "thread"), counted(self.frames, "frame"), counted(self.objects, "object")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// An answer with its justification.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Holds.
    Holds(Proof),
    /// Holds within a bound.
    HoldsWithin(Bound),
    /// Violated. The counterexample is missing only if a limit was reached before it could be replayed.
    Violated(Option<Box<Counterexample>>),
    /// Undecided.
    Unknown(Reason),
}

impl Answer {
    /// The answer in a word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Answer::Holds(_) => Verdict::Holds,
            Answer::HoldsWithin(_) => Verdict::HoldsWithin,
            Answer::Violated(_) => Verdict::Violated,
            Answer::Unknown(_) => Verdict::Unknown,
        }
    }

    /// The bound within which it holds.
    pub fn bound(&self) -> Option<Bound> {
        match *self {
            Answer::HoldsWithin(bound) => Some(bound),
            _ => None,
        }
    }

    /// The counterexample.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match self {
            Answer::Violated(counterexample) => counterexample.as_deref(),
            _ => None,
        }
    }
}

/// Why something holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A search saw all relevant states: see its figures.
    Search,
    /// An invariant that another program can check.
    Certificate(PathBuf),
}

/// Why there is no answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached.
    Limit(Limit, Phase),
    /// The search ended at the violation of another property.
    OtherViolation,
    /// The automaton of the formula is too large.
    Automaton,
    /// The property is not known to have a value in all states.
    Evaluation,
    /// The model does something that the search cannot follow.
    Unsupported,
    /// An error of this program.
    Failed,
    /// In some run a thread goes on alone forever, and nobody else sees a state any more.
    Endless,
}

impl Reason {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Limit(Limit::Interrupt, Phase::Search) => "interrupted before all states were searched",
            Reason::Limit(_, Phase::Search) | Reason::OtherViolation => "not all states were searched",
            Reason::Limit(..) => "the run ended before the search",
            Reason::Evaluation => "it may have no value in some states (see evaluation)",
            Reason::Unsupported => "something is not supported (see the warnings)",
            Reason::Failed => "an internal error prevented an answer",
            Reason::Endless => "runs that never leave an atomic sequence are left out (see the warnings)",
            Reason::Automaton => "the automaton of this formula is too large",
        }
    }
}

/// The option that raises a limit.
pub fn limit_option(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Memory => Some("--memory"),
        Limit::States => Some("--max-states"),
        Limit::Time => Some("--timeout"),
        Limit::Interrupt | Limit::Device => None,
    }
}
