//! Runs that repeat forever: found in a transformed system, replayed on the original one, and judged there by the
//! definition of the property.

use std::ops::RangeInclusive;

use kulan_ir::{System, Valuation};
use kulan_ltl::Spec;
use kulan_ltl::{Lasso, Letter};
use kulan_search::{Kind, Violation};
use rustc_hash::FxHashMap;

use crate::follow::{FollowError, follow};
use crate::path::{self, Aim};
use crate::reconstruct::{Fired, unpack};
use crate::{End, Expected, Explorer, Firing, Goal, Position, Run, view};

/// How often a cycle is repeated until the run returns to the same state: variables whose value no longer matters may
/// take longer to repeat. A byte that only counts takes 256 rounds.
const MOST_ROUNDS: usize = 300;

/// The run of `base` that shows a violation found in `searched`, a transformed form of it: it violates `spec`.
pub fn reconstruct_lasso(base: &System, searched: &System, violation: &Violation, spec: &Spec) -> Result<Run, String> {
    let explorer = Explorer::new(searched);
    let states = unpack(searched, violation);
    let start = violation.cycle.ok_or("the violation has no cycle")?;
    let mut transitions = Vec::new();
    let mut before_cycle = 0;
    for i in 0..states.len() {
        if i == start {
            before_cycle = transitions.len();
        }
        let next = states.get(i + 1).unwrap_or(&states[start]);
        transitions.extend(between(&explorer, i, &states[i], next)?);
    }
    let base = Explorer::new(base);
    let mut fired = Fired::new(&base);
    fired.all(searched, &transitions[..before_cycle])?;
    let run = repeat(&base, fired, searched, &transitions[before_cycle..])?;
    if violates(&base, &run, spec) { Ok(run) } else { Err("the run does not violate the property".into()) }
}

/// Repeats a cycle until the run is where it was. Without transitions, the run must have come to its end.
fn repeat(base: &Explorer, mut fired: Fired, searched: &System, cycle: &[Firing]) -> Result<Run, String> {
    let mut seen: FxHashMap<Position, usize> = FxHashMap::default();
    for _ in 0..=MOST_ROUNDS {
        let (position, length) = fired.position();
        if cycle.is_empty() && !base.enabled(position).is_empty() {
            return Err("the run stays in a state where it could continue".into());
        }
        if cycle.is_empty() {
            return Ok(fired.finish(End::Cycle(length)));
        }
        if let Some(&first) = seen.get(position) {
            return Ok(fired.finish(End::Cycle(first)));
        }
        seen.insert(position.clone(), length);
        fired.all(searched, cycle)?;
    }
    Err("the cycle does not close".into())
}

/// The transitions from a state to the next; none if the run stays where it has come to its end.
fn between(explorer: &Explorer, i: usize, from: &Valuation, to: &Valuation) -> Result<Vec<Firing>, String> {
    match path::find(explorer, from, &Aim::State(to)) {
        Some(found) => Ok(found),
        None if from == to => Ok(Vec::new()),
        None => Err(format!("no transition leads from state {i} of the search to the next")),
    }
}

/// How often the statements of a recorded cycle are followed. Jumps, which are not recorded, may be taken earlier or later in
/// the first round than in those after it.
const ROUNDS: usize = 3;

/// Follows the statements of a stem and a cycle; `None` if the cycle does not end where it began.
pub(crate) fn follow_lasso(base: &Explorer, stem: &[Expected], cycle: &[Expected]) -> Result<Option<Run>, FollowError> {
    let goal = Goal { kind: Kind::Cycle, message: None };
    if cycle.is_empty() {
        return Ok(stay(base, follow(base, stem, &goal)?));
    }
    let mut run = follow(base, &[stem, &cycle.repeat(ROUNDS)].concat(), &goal)?;
    let positions = walk(base, &run);
    let ends = ends_of_rounds(base, &run, stem.len(), cycle.len());
    for (i, last) in ends.iter().enumerate() {
        for end in last.clone() {
            let mut earlier = ends[..i].iter().flat_map(|round| round.clone());
            if let Some(first) = earlier.find(|&first| positions[first] == positions[end]) {
                run.truncate(end);
                run.end = End::Cycle(first);
                return Ok(Some(run));
            }
        }
    }
    Ok(None)
}

/// By round, the stem first: the lengths of the run at which it is over, from its last statement to the next one.
fn ends_of_rounds(base: &Explorer, run: &Run, stem: usize, cycle: usize) -> Vec<RangeInclusive<usize>> {
    let mut ends = Vec::new();
    let (mut done, mut since) = (0, 0);
    let is_end = |done: usize| done >= stem && (done - stem).is_multiple_of(cycle);
    for (i, &t) in run.transitions.iter().enumerate() {
        if !view::is_jump(base.system(), t) {
            if is_end(done) {
                ends.push(since..=i);
            }
            (done, since) = (done + 1, i + 1);
        }
    }
    ends.push(since..=run.transitions.len());
    ends
}

/// Takes the jumps that users do not see, after which a run must have ended.
fn stay(base: &Explorer, mut run: Run) -> Option<Run> {
    let mut position = walk(base, &run).pop()?;
    for _ in 0..=base.system().transitions.len() {
        let choices = base.choices(&position);
        if choices.is_empty() {
            run.end = End::Cycle(run.transitions.len());
            return Some(run);
        }
        let (jump, inputs) = choices.into_iter().find(|(t, _)| view::is_jump(base.system(), *t))?;
        position = base.step(&position, jump, &inputs).next?;
        run.transitions.push(jump);
        run.inputs.push(inputs);
    }
    None
}

/// The positions along a run, the first and the last included.
fn walk(explorer: &Explorer, run: &Run) -> Vec<Position> {
    let mut positions = vec![explorer.start()];
    for (t, inputs) in run.firings() {
        match explorer.step(&positions[positions.len() - 1], t, inputs).next {
            Some(next) => positions.push(next),
            None => break,
        }
    }
    positions
}

/// Whether a run that repeats forever violates the property, by its direct definition. Labels are the propositions.
pub(crate) fn violates(explorer: &Explorer, run: &Run, spec: &Spec) -> bool {
    let End::Cycle(start) = run.end else { return false };
    spec.is_violated_by(&word(explorer, run, start))
}

/// What is seen of a run: the propositions of the states between which a search steps.
fn word(explorer: &Explorer, run: &Run, start: usize) -> Lasso {
    let positions = walk(explorer, run);
    let letter = |position: &Position| -> Letter {
        let labels = explorer.system().labels.iter().enumerate();
        let holding = labels.filter(|(_, l)| explorer.interpreter().holds(&position.state, l.predicate));
        holding.map(|(i, _)| i).collect()
    };
    let seen = |range: &[Position]| range.iter().filter(|p| explorer.is_observable(p)).map(letter).collect::<Vec<_>>();
    let (stem, mut cycle) = (seen(&positions[..start]), seen(&positions[start..positions.len().max(start + 2) - 1]));
    if cycle.is_empty() {
        cycle = vec![letter(&positions[start])];
    }
    Lasso { stem, cycle }
}
