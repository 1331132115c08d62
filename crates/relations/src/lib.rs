//! The relations between transitions and guards that stubborn sets are built from.
//!
//! A system is first made the [`Subject`] of a reduction: its guards are split as far as they go, and what can go wrong
//! becomes a [`Goal`] beside the transitions. [`Relations`] then says of each pair what a reduction may rely on: which
//! guards can hold together, which transitions can make a guard true or false, which transitions do not accord. Each is a
//! question of satisfiability over the meaning of the expressions.

mod bits;
mod cells;
mod footprint;
mod matrix;
mod subject;
mod syntactic;

pub use matrix::Matrix;
pub use subject::{Goal, Subject};

/// How relations are found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// From the form of expressions alone.
    Syntactic,
}

/// What finding relations took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Time.
    pub seconds: f64,
}

/// The relations of a subject. Goals that turn out to be impossible are taken out of it first.
pub fn relations(subject: &mut Subject, method: Method) -> (Relations, Figures) {
    let start = std::time::Instant::now();
    let actions = footprint::Actions::new(subject);
    let relations = match method {
        Method::Syntactic => syntactic::estimate(&subject.system, &actions),
    };
    (relations, Figures { seconds: start.elapsed().as_secs_f64() })
}

/// The relations of a [`Subject`].
///
/// An *action* is a transition or a goal: transitions come first, goals after them. A goal changes nothing. An entry that
/// is absent is a promise; one that is present may be there for want of a better answer. Fallback transitions have no
/// entry: where an ordinary transition is enabled they are not, and where none is, nothing is reduced. Nor has a guard
/// that neither a goal nor a transition other than a fallback has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relations {
    /// How many transitions come before the goals.
    pub transitions: usize,
    /// By action: its guards.
    pub guards: Vec<Vec<u32>>,
    /// Guard by guard: whether both can hold in one state.
    pub co_enabled: Matrix,
    /// Guard by transition: whether it can turn the guard from false to true (NES).
    pub necessary_enabling: Matrix,
    /// Guard by transition: whether it can turn the guard from true to false (NDS).
    pub necessary_disabling: Matrix,
    /// Action by action, symmetric: both enabled, they may disable each other or lead to different states (DNA).
    pub do_not_accord: Matrix,
    /// Row t, column u: u then t happens, and t then u does not or leads elsewhere (DNB).
    pub do_not_left_accord: Matrix,
}

impl Relations {
    /// How many actions there are.
    pub fn actions(&self) -> usize {
        self.guards.len()
    }
}
