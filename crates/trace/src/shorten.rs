//! Shorter counterexamples, within a bounded effort.

use std::time::{Duration, Instant};

use kulan_run::{Checked, Engine, Passes, Setup};
use kulan_codegen::Compiled;
use kulan_ir::{CheckKind, System};
use kulan_model::Interpreted;
use kulan_search::{Kind, Limit, Observer, Options, Order, Progress, Violation};

use crate::Length;
use crate::shortcut::shortcuts;

/// How hard to try.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Time for everything; nothing is tried with none.
    pub time: Duration,
    /// States of the breadth-first search.
    pub states: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { time: Duration::from_secs(2), states: 300_000 }
    }
}

/// A violation and what is known of its length.
#[derive(Clone, Debug)]
pub struct Shortened {
    /// The violation.
    pub violation: Violation,
    /// How short it is.
    pub length: Length,
    /// The system its states are of, if not the one that was searched.
    pub system: Option<System>,
}

/// Ends a search at a deadline, or when the observer behind it says so.
struct Deadline<'a> {
    at: Instant,
    inner: &'a dyn Observer,
}

impl Observer for Deadline<'_> {
    fn pulse(&self, progress: &Progress) -> Option<Limit> {
        // The search that found the violation may have ended at its own time limit: only an interrupt counts here.
        let interrupt = self.inner.pulse(progress).filter(|&limit| limit == Limit::Interrupt);
        interrupt.or_else(|| (Instant::now() >= self.at).then_some(Limit::Time))
    }
}

/// Looks for a shorter violation of the same kind: first the one with the fewest statements, then the one with the
/// fewest steps of the search, then shortcuts along the one at hand.
pub fn shorten(
    checked: &Checked,
    violation: &Violation,
    setup: &Setup,
    effort: Effort,
    observer: &dyn Observer,
) -> Shortened {
    let is_shortest =
        (setup.search.order == Order::BreadthFirst && setup.reduction.is_none()) || violation.states.len() <= 1;
    let known = if is_shortest { Length::Shortest } else { Length::AsFound };
    let as_found = Shortened { violation: violation.clone(), length: known, system: None };
    if effort.time.is_zero() || (is_shortest && !setup.passes.merge) {
        return as_found;
    }
    let begin = Instant::now();
    let part = |parts: u32| Deadline { at: begin + effort.time * parts / 4, inner: observer };
    if setup.passes.merge {
        // A merged step is one step of the search, but several statements.
        let unmerged = kulan_transform::transform(&checked.base, Passes { merge: false, split: false, ..setup.passes });
        if let Some(violation) = shortest(&unmerged, violation.kind, setup, effort, &part(1)) {
            return Shortened { violation, length: Length::Shortest, system: Some(unmerged) };
        }
    }
    if is_shortest {
        return as_found;
    }
    if let Some(violation) = shortest(&checked.system, violation.kind, setup, effort, &part(2)) {
        return Shortened { violation, length: Length::Shortest, system: None };
    }
    if observer.pulse(&Progress::default()) == Some(Limit::Interrupt) {
        return as_found;
    }
    let states = along(checked, violation, setup.engine, begin + effort.time);
    if states.len() == violation.states.len() {
        return as_found;
    }
    Shortened { violation: Violation { states, ..violation.clone() }, length: Length::Shortened, system: None }
}

/// The first violation of a kind that a breadth-first search meets.
fn shortest(system: &System, kind: Kind, setup: &Setup, effort: Effort, observer: &dyn Observer) -> Option<Violation> {
    let search = Options {
        order: Order::BreadthFirst,
        deadlocks: kind == Kind::Deadlock,
        assertions: kind == Kind::Check(CheckKind::Assertion),
        all_errors: false,
        max_states: Some(effort.states),
        pulse: Duration::from_millis(20),
        ..setup.search.clone()
    };
    let setup = Setup { search, reduction: None, ..setup.clone() };
    let ran = kulan_run::run(system, &setup, observer).ok()?;
    ran.outcome.violations.into_iter().find(|v| v.kind == kind)
}

fn along(checked: &Checked, violation: &Violation, engine: Engine, deadline: Instant) -> Vec<Vec<u32>> {
    let path = &violation.states;
    match engine {
        Engine::Compiled => match Compiled::new(&checked.system) {
            Ok(model) => shortcuts(&model, path, deadline),
            Err(_) => path.clone(),
        },
        Engine::Interpret => shortcuts(&Interpreted::new(&checked.system), path, deadline),
    }
}
