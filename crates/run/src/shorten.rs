//! Shorter counterexamples, within a bounded effort.

use std::time::{Duration, Instant};

use kulan_control::{Control, Phase};
use kulan_ir::{CheckKind, System};
use kulan_model::GuardedModel;
use kulan_search::{Kind, Options, Order, Violation};
use kulan_trace::Length;

use crate::explicit::{OnModel, execute};
use crate::shortcut::shortcuts;
use crate::{Engine, Passes, Searched, Setup};

/// How hard to try.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Time for everything; with zero, nothing is tried.
    pub time: Duration,
    /// States of the breadth-first search.
    pub states: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { time: Duration::from_secs(2), states: 300_000 }
    }
}

/// A violation and what is known about its length.
#[derive(Clone, Debug)]
pub struct Shortened {
    /// The violation.
    pub violation: Violation,
    /// How short it is.
    pub length: Length,
    /// The system its states are of, if not the one that was searched.
    pub system: Option<System>,
}

/// Looks for a shorter violation of the same kind: first the one with the fewest statements, then the one with the
/// fewest steps of the search, then shortcuts along the given one. If the control is stopped, it returns what it has.
pub fn shorten(
    searched: &Searched,
    violation: &Violation,
    setup: &Setup,
    effort: Effort,
    control: &Control,
) -> Shortened {
    let is_shortest =
        (setup.search.order == Order::BreadthFirst && setup.reduction.is_none()) || violation.states.len() <= 1;
    let known = if is_shortest { Length::Shortest } else { Length::AsFound };
    let as_found = Shortened { violation: violation.clone(), length: known, system: None };
    if effort.time.is_zero() || control.stopped().is_some() || (is_shortest && !setup.passes.merge) {
        return as_found;
    }
    let _phase = control.enter(Phase::Shortening);
    let tried = control.attach(|| shorter(searched, violation, setup, effort, control, is_shortest));
    tried.ok().flatten().unwrap_or(as_found)
}

fn shorter(
    searched: &Searched,
    violation: &Violation,
    setup: &Setup,
    effort: Effort,
    control: &Control,
    is_shortest: bool,
) -> Option<Shortened> {
    let begin = Instant::now();
    let until = |parts: u32| control.within((effort.time * parts / 4).saturating_sub(begin.elapsed()));
    if setup.passes.merge {
        // A merged step is one step of the search, but several statements.
        let passes = Passes { merge: false, split: false, ..setup.passes };
        let unmerged = kulan_transform::transform(&searched.base, passes);
        if let Some(violation) = shortest(&unmerged, violation.kind, setup, effort, &until(1)) {
            return Some(Shortened { violation, length: Length::Shortest, system: Some(unmerged) });
        }
    }
    if is_shortest {
        return None;
    }
    if let Some(violation) = shortest(&searched.system, violation.kind, setup, effort, &until(2)) {
        return Some(Shortened { violation, length: Length::Shortest, system: None });
    }
    let along = Along { path: &violation.states, deadline: begin + effort.time, control };
    let states = execute(&searched.system, setup.execution, control, along).ok()?;
    let violation = Violation { states, ..violation.clone() };
    let is_shorter = violation.states.len() < along.path.len();
    is_shorter.then_some(Shortened { violation, length: Length::Shortened, system: None })
}

/// The first violation of a kind that a breadth-first search meets.
fn shortest(system: &System, kind: Kind, setup: &Setup, effort: Effort, control: &Control) -> Option<Violation> {
    let search = Options {
        order: Order::BreadthFirst,
        deadlocks: kind == Kind::Deadlock,
        assertions: kind == Kind::Check(CheckKind::Assertion),
        all_errors: false,
        max_states: Some(effort.states),
        ..setup.search.clone()
    };
    let setup = Setup { search, reduction: None, engine: Engine::Explicit, ..setup.clone() };
    let found = crate::run(system, &setup, control).ok()?;
    found.outcome.violations.into_iter().find(|v| v.kind == kind)
}

/// Shortcuts along a path.
#[derive(Copy, Clone)]
struct Along<'a> {
    path: &'a [Vec<u32>],
    deadline: Instant,
    control: &'a Control,
}

impl OnModel for Along<'_> {
    type Output = Vec<Vec<u32>>;

    fn on<M: GuardedModel>(self, model: &M) -> Vec<Vec<u32>> {
        shortcuts(model, self.path, self.control, &|| {
            Instant::now() >= self.deadline || self.control.stopped().is_some()
        })
    }
}
