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
    /// How short it is, in steps of its system. That none is shorter is said only where no step is put together from
    /// others, but for those of atomic sequences: then no run has fewer statements than this one has steps.
    pub length: Length,
    /// The system its states are of, if not the one that was searched.
    pub system: Option<System>,
}

impl Shortened {
    /// The number of steps, the one that fails included.
    pub fn steps(&self, searched: &System) -> usize {
        let system = self.system.as_ref().unwrap_or(searched);
        let fails = |f: &kulan_model::Failure| !system.transition(f.transition).is_observer();
        self.violation.states.len().saturating_sub(1) + usize::from(self.violation.failure.as_ref().is_some_and(fails))
    }
}

/// Looks for a shorter violation of the same kind: first the one with the fewest steps that are not merged, then the
/// one with the fewest steps of the search, then shortcuts along the given one. If the control is stopped, it returns
/// what it has.
pub fn shorten(
    searched: &Searched,
    violation: &Violation,
    setup: &Setup,
    effort: Effort,
    control: &Control,
) -> Shortened {
    let is_plain = !setup.passes.merge && searched.found.transacted.is_none();
    let is_whole = setup.reduction.is_none() && !setup.by_process;
    let is_first = setup.search.order == Order::BreadthFirst && is_whole;
    let is_shortest = is_plain && (is_first || violation.states.len() <= 1);
    let known = if is_shortest { Length::Shortest } else { Length::AsFound };
    let as_found = Shortened { violation: violation.clone(), length: known, system: None };
    if effort.time.is_zero() || control.stopped().is_some() || is_shortest {
        return as_found;
    }
    let _phase = control.enter(Phase::Shortening);
    let tried = control.attach(|| shorter(searched, violation, setup, effort, control, is_plain));
    tried.ok().flatten().unwrap_or(as_found)
}

fn shorter(
    searched: &Searched,
    violation: &Violation,
    setup: &Setup,
    effort: Effort,
    control: &Control,
    is_plain: bool,
) -> Option<Shortened> {
    let begin = Instant::now();
    let until = |parts: u32| control.within((effort.time * parts / 4).saturating_sub(begin.elapsed()));
    if !is_plain {
        // A merged step is one step of the search, but several statements.
        let passes = Passes { merge: false, split: false, ..setup.passes };
        let unmerged = kulan_transform::transform(&searched.base, passes);
        if let Some(violation) = shortest(&unmerged, violation.kind, setup, effort, &until(1)) {
            return Some(Shortened { violation, length: Length::Shortest, system: Some(unmerged) });
        }
    }
    if let Some(violation) = shortest(&searched.system, violation.kind, setup, effort, &until(2)) {
        let length = if is_plain { Length::Shortest } else { Length::Shortened };
        return Some(Shortened { violation, length, system: None });
    }
    let along = Along { path: &violation.states, deadline: begin + effort.time, control };
    let states = execute(&searched.system, setup.execution, control, along).ok()?;
    let violation = Violation { states, ..violation.clone() };
    let is_shorter = violation.states.len() < along.path.len();
    is_shorter.then_some(Shortened { violation, length: Length::Shortened, system: None })
}

/// The first violation of a kind that a breadth-first search of the whole space meets.
fn shortest(system: &System, kind: Kind, setup: &Setup, effort: Effort, control: &Control) -> Option<Violation> {
    let search = Options {
        order: Order::BreadthFirst,
        deadlocks: kind == Kind::Deadlock,
        assertions: kind == Kind::Check(CheckKind::Assertion),
        all_errors: false,
        max_states: Some(effort.states),
        ..setup.search.clone()
    };
    let setup = Setup {
        search,
        reduction: None,
        by_process: false,
        local_deadlocks: false,
        engine: Engine::Explicit,
        ..setup.clone()
    };
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
