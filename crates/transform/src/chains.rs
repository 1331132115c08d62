//! Composition of steps that follow one another without others in between.
//!
//! A thread that goes on alone (PROMELA's atomic and d_step) is composed path by path: the result has the same states and
//! transitions as a search counts them. With merging, a step that leads to a transient location (see [`crate::locality`])
//! is composed with the local steps from there. What would grow too large, or runs in a circle, stays as it is.

use kulan_ir::{After, ByLocation, ExprId, Exprs, GuardTable, System, ThreadId, Transition};

use crate::access::{counters, locations};
use crate::locality::Transient;
use crate::parts::{Parts, then};
use crate::prune::Reachable;

/// Alternatives a transition may fall into.
const MOST_ALTERNATIVES: usize = 24;
/// Statements on one path.
const MOST_STEPS: usize = 200;
/// Values that the inputs of several steps together may have: all must be tried.
const MOST_CHOICES: u64 = 1024;
/// Growth of the expressions per transition.
const MOST_EXPRESSIONS: usize = 4000;

/// Composes the steps of threads that go on alone.
pub fn compose(system: &mut System) {
    let none = Transient::none(system);
    expand_all(system, none);
}

/// Composes each step with the local steps that can follow it at once.
pub fn merge(system: &mut System) {
    let transient = Transient::find(system);
    expand_all(system, transient);
}

fn expand_all(system: &mut System, transient: Transient) {
    let originals: Vec<Parts> = system.transitions.iter().map(|t| Parts::new(system, t)).collect();
    let mut composer = Composer {
        ordinary: system.by_location(|t| !t.is_fallback()),
        roams: system.by_location(|_| true).iter().map(|t| !t.anywhere.is_empty()).collect(),
        lengths: system.variables.iter().map(|v| v.len() as u32).collect(),
        originals,
        transient,
        done: Vec::new(),
        limit: 0,
    };
    let result = expand_reachable(system, &mut composer);
    rebuild(system, result);
}

/// Expands the transitions from locations that can still be reached: what follows them at once is composed with them, and
/// of a long row of local steps hardly any is left to begin with.
fn expand_reachable(system: &mut System, composer: &mut Composer) -> Vec<Parts> {
    let counters = counters(system);
    let starts: Vec<_> = system.transitions.iter().map(|t| locations(system, t, &counters)).collect();
    let mut expanded: Vec<Vec<Parts>> = vec![Vec::new(); starts.len()];
    Reachable::at_first(system, &counters).explore(&starts, |reachable, t| {
        let parts = composer.expand(system, t);
        for part in &parts {
            reachable.add(&system.exprs, &part.updates, &counters);
        }
        expanded[t] = parts;
    });
    expanded.into_iter().flatten().collect()
}

fn rebuild(system: &mut System, parts: Vec<Parts>) {
    let mut guards = GuardTable::default();
    system.guards.clear();
    let transitions: Vec<Transition> = parts.into_iter().filter_map(|p| p.finish(system, &mut guards)).collect();
    system.transitions = transitions;
}

/// Whether a run would stop at a check of `second`, or `so_far`. What others do in between must not be lost then, so a
/// local step that ends a run is left to itself.
fn stopping(exprs: &mut Exprs, after: &mut After, second: &Parts, enabled: ExprId, so_far: ExprId) -> ExprId {
    let mut result = so_far;
    for check in second.checks.iter().filter(|c| !c.kind.goes_on()) {
        let holds = after.expr(exprs, check.condition);
        let fails = exprs.not(holds);
        let here = exprs.and(enabled, fails);
        result = exprs.or(result, here);
    }
    result
}

/// How many values the inputs can have, if there are several.
fn choices(parts: &Parts) -> u64 {
    let sizes = parts.inputs.iter().map(|i| (i.high - i.low).saturating_add(1));
    if parts.inputs.len() > 1 { sizes.fold(1, u64::saturating_mul) } else { 1 }
}

struct Composer {
    originals: Vec<Parts>,
    /// By thread: the ordinary transitions.
    ordinary: Vec<ByLocation>,
    /// By thread: whether it has a step from anywhere, so that its place does not tell what it can do.
    roams: Vec<bool>,
    lengths: Vec<u32>,
    transient: Transient,
    done: Vec<Parts>,
    /// Expressions there may be while the current transition is expanded.
    limit: usize,
}

/// It grew too large.
struct TooLarge;

impl Composer {
    /// The transition with all that follows it composed, or as it was.
    fn expand(&mut self, system: &mut System, index: usize) -> Vec<Parts> {
        self.done.clear();
        self.limit = system.exprs.len() + MOST_EXPRESSIONS;
        let start = self.originals[index].clone();
        match self.follow(system, start.clone(), &mut Vec::new()) {
            Ok(()) => std::mem::take(&mut self.done),
            Err(TooLarge) => vec![start],
        }
    }

    /// Where a thread stands after `parts`.
    fn location(&self, system: &System, parts: &Parts, thread: ThreadId) -> Option<u64> {
        let counter = system.threads[thread.index()].program_counter?;
        let from = parts.conditions.iter().find_map(|&c| match system.as_equality(c) {
            Some((v, location)) if v == counter => Some(location),
            _ => None,
        });
        system.exprs.jump(&parts.updates, counter).from(from)
    }

    /// The thread whose steps come next without others in between, and where it stands.
    fn next(&self, system: &System, parts: &Parts) -> Option<(ThreadId, u64)> {
        if let Some(thread) = parts.continues {
            if self.roams[thread.index()] {
                return None;
            }
            return self.location(system, parts, thread).map(|l| (thread, l));
        }
        // The threads that moved, in the order in which they did.
        let mut threads = Vec::new();
        for step in &parts.steps {
            for thread in std::iter::once(step.thread).chain(step.partner) {
                if !threads.contains(&thread) {
                    threads.push(thread);
                }
            }
        }
        threads.into_iter().find_map(|thread| {
            let location = self.location(system, parts, thread)?;
            self.transient.is(thread, location).then_some((thread, location))
        })
    }

    fn follow(
        &mut self,
        system: &mut System,
        parts: Parts,
        visited: &mut Vec<(ThreadId, u64)>,
    ) -> Result<(), TooLarge> {
        kulan_control::checkpoint();
        if self.done.len() >= MOST_ALTERNATIVES || system.exprs.len() > self.limit {
            return Err(TooLarge);
        }
        let next = self.next(system, &parts);
        let Some((thread, location)) = next.filter(|_| parts.steps.len() < MOST_STEPS) else {
            self.done.push(parts);
            return Ok(());
        };
        let candidates = self.ordinary[thread.index()].at(location).to_vec();
        let mut after = After::new(&parts.updates, &self.lengths).behind_inputs(parts.inputs.len());
        let mut nexts = Vec::new();
        let mut enabled = Vec::new();
        let mut stops = system.exprs.bool(false);
        for candidate in candidates {
            let second = &self.originals[candidate.index()];
            let conditions: Vec<_> = second.conditions.iter().map(|&c| after.expr(&mut system.exprs, c)).collect();
            let mut all = system.exprs.bool(true);
            for c in conditions {
                all = system.exprs.and(all, c);
            }
            if system.exprs.as_const(all) != Some(0) {
                enabled.push(all);
                if parts.continues.is_none() {
                    stops = stopping(&mut system.exprs, &mut after, second, all, stops);
                }
                nexts.push(then(&mut system.exprs, &mut after, &parts, second));
            }
        }
        // Guards cannot depend on what is chosen when a transition fires.
        let chosen = enabled.iter().chain([&stops]).any(|&e| system.exprs.has_input(e));
        if chosen || nexts.iter().any(|next| next.inputs.len() > parts.inputs.len() && choices(next) > MOST_CHOICES) {
            self.done.push(parts);
            return Ok(());
        }
        let any = system.exprs.any(&enabled);
        let blocked = system.exprs.not(any);
        let blocked = system.exprs.or(blocked, stops);
        let certain = nexts.len() == 1 && system.exprs.as_const(any) == Some(1);
        if parts.continues.is_some() && !parts.checks.is_empty() && !certain {
            // A failed check is counted once, so what follows it must not be split into alternatives.
            self.done.push(parts);
            return Ok(());
        }
        // A circle is followed as long as constants decide the way, as in a loop that counts.
        if visited.contains(&(thread, location)) && !certain {
            self.done.push(parts);
            return Ok(());
        }
        visited.push((thread, location));
        if system.exprs.as_const(blocked) != Some(0) {
            let mut stays = parts.clone();
            stays.conditions.push(blocked);
            stays.continues = None;
            self.stay(system, stays)?;
        }
        let goes_on = system.exprs.not(stops);
        for mut next in nexts {
            if system.exprs.as_const(goes_on).is_none() {
                next.conditions.push(goes_on);
            }
            self.follow(system, next, visited)?;
        }
        visited.pop();
        Ok(())
    }

    /// The thread is blocked where it stands: the state is an ordinary one.
    fn stay(&mut self, system: &System, parts: Parts) -> Result<(), TooLarge> {
        if self.done.len() >= MOST_ALTERNATIVES || system.exprs.len() > self.limit {
            return Err(TooLarge);
        }
        self.done.push(parts);
        Ok(())
    }
}
