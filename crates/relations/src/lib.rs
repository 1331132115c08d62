//! The relations between transitions and guards that stubborn sets are built from.
//!
//! A system is first made the [`Subject`] of a reduction: its guards are split as far as they go, and what can go wrong
//! becomes a [`Goal`] beside the transitions. [`Relations`] then says of each pair what a reduction may rely on: which
//! guards can hold together, which transitions can make a guard true or false, which transitions do not accord. Each is a
//! question of satisfiability over the meaning of the expressions.

mod audit;
pub mod bits;
mod bounds;
mod decide;
mod declared;
mod exclusion;
mod footprint;
mod ground;
mod inputs;
mod matrix;
mod narrow;
mod near;
mod on_demand;
mod passing;
mod prover;
mod question;
mod subject;
mod swaps;
mod syntactic;
#[cfg(test)]
mod tests;

pub use audit::{Complaint, audit, witness};
pub use declared::{Declared, DeclaredTransition};
pub use ground::Ground;
pub use matrix::Matrix;
pub use on_demand::Asking;
pub use question::Question;
pub use subject::{Goal, Stop, Subject, is_opaque};
pub use swaps::Swaps;

use bounds::Bounds;
use footprint::Actions;

/// How relations are found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Exactly, by a solver.
    Solver,
    /// Roughly, from the form of expressions alone.
    Syntactic,
}

/// How questions of one kind were answered; those about parts that do not interfere are not counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All of them.
    pub asked: u64,
    /// From the form of the parts.
    pub plain: u64,
    /// By the answers to earlier ones that are the same but for names.
    pub kept: u64,
    /// By the solver.
    pub solved: u64,
    /// Not within the budget: the entry is present.
    pub open: u64,
}

/// What finding relations took.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Whether goals are possible.
    pub goals: Counts,
    /// Goals that are not.
    pub impossible_goals: usize,
    /// Whether guards can hold together.
    pub co_enabled: Counts,
    /// Whether transitions can make guards true.
    pub necessary_enabling: Counts,
    /// Whether transitions can make guards false.
    pub necessary_disabling: Counts,
    /// Whether actions accord.
    pub do_not_accord: Counts,
    /// Whether transitions accord to the left.
    pub do_not_left_accord: Counts,
    /// Pairs of guards that could hold together were it not for the invariant.
    pub exclusions: u64,
    /// Time to find them.
    pub exclusion_seconds: f64,
    /// Time to find which values variables can take.
    pub analysis_seconds: f64,
    /// Time in all.
    pub seconds: f64,
}

impl std::ops::AddAssign<&Figures> for Figures {
    fn add_assign(&mut self, other: &Figures) {
        for (own, other) in self.counts_mut().into_iter().zip(other.counts()) {
            own.asked += other.asked;
            own.plain += other.plain;
            own.kept += other.kept;
            own.solved += other.solved;
            own.open += other.open;
        }
        self.seconds += other.seconds;
    }
}

impl Figures {
    fn counts_mut(&mut self) -> [&mut Counts; 6] {
        [
            &mut self.goals,
            &mut self.co_enabled,
            &mut self.necessary_enabling,
            &mut self.necessary_disabling,
            &mut self.do_not_accord,
            &mut self.do_not_left_accord,
        ]
    }

    fn counts(&self) -> [Counts; 6] {
        [
            self.goals,
            self.co_enabled,
            self.necessary_enabling,
            self.necessary_disabling,
            self.do_not_accord,
            self.do_not_left_accord,
        ]
    }

    /// Questions of all kinds.
    pub fn questions(&self) -> u64 {
        self.counts().iter().map(|c| c.asked).sum()
    }

    /// Those of them that stayed open.
    pub fn undecided(&self) -> u64 {
        self.counts().iter().map(|c| c.open).sum()
    }
}

/// How thorough the solver's method is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether to look for guards that exclude each other in all reachable states. Entries that they rule out are absent
    /// though there may be states, not reachable ones, that would show them.
    pub invariants: bool,
    /// Whether to ask which transitions accord to the left, which only weak sets need. If not, none are known to.
    pub left: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { invariants: true, left: true }
    }
}

/// The relations of a subject. Goals that turn out to be impossible are taken out of it first.
pub fn relations(subject: &mut Subject, method: Method) -> (Relations, Figures) {
    relations_with(subject, method, Options::default())
}

/// As [`relations`], with options.
pub fn relations_with(subject: &mut Subject, method: Method, options: Options) -> (Relations, Figures) {
    relations_within(subject, method, options, Bounds::default())
}

fn relations_within(subject: &mut Subject, method: Method, options: Options, bounds: Bounds) -> (Relations, Figures) {
    let mut plain = subject.without_inputs();
    let found = without_inputs(&mut plain, method, options, bounds);
    subject.goals = plain.goals;
    if plain.system.error_state.is_none() {
        subject.system.error_state = None;
    }
    found
}

fn without_inputs(subject: &mut Subject, method: Method, options: Options, bounds: Bounds) -> (Relations, Figures) {
    let start = std::time::Instant::now();
    let mut figures = Figures::default();
    let relations = match method {
        Method::Syntactic => syntactic::estimate(&subject.system, &Actions::new(subject, bounds)),
        Method::Solver => {
            // First as if no run came to the state to which errors lead; often none does.
            let error_state = subject.system.error_state.take();
            let (mut relations, mut possible) = decide::relations(subject, options, bounds, &mut figures);
            if error_state.is_some() && subject.can_err(&possible) {
                subject.system.error_state = error_state;
                (relations, possible) = decide::relations(subject, options, bounds, &mut figures);
            }
            let (mut possible, before) = (possible.into_iter(), subject.goals.len());
            subject.goals.retain(|_| possible.next() != Some(false));
            figures.impossible_goals = before - subject.goals.len();
            relations
        }
    };
    figures.seconds = start.elapsed().as_secs_f64();
    (relations, figures)
}

/// The relations of a [`Subject`].
///
/// An *action* is a transition or a goal: transitions come first, goals after them. A goal changes nothing. An absent
/// entry is a promise; a present one may be there only because nothing better could be proved. Fallback transitions
/// have no entry: where an ordinary transition is enabled they are not, and where none is, nothing is reduced. Nor do
/// guards that only fallbacks have.
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
    /// The entry that answers a question.
    pub fn entry(&self, question: Question) -> bool {
        match question {
            Question::Enabled(_) => true,
            Question::CoEnabled(g, h) => self.co_enabled.get(g, h),
            Question::Enabling { guard: g, transition: t } => self.necessary_enabling.get(g, t),
            Question::Disabling { guard: g, transition: t } => self.necessary_disabling.get(g, t),
            Question::DoNotAccord(t, u) => self.do_not_accord.get(t, u),
            Question::DoNotLeftAccord { then: t, first: u } => self.do_not_left_accord.get(t, u),
        }
    }

    /// How many actions there are.
    pub fn actions(&self) -> usize {
        self.guards.len()
    }
}
