//! From a violation of the searched system to a run of the original one.

use kulan_ir::{Check, Layout, System, TransitionId, Valuation};
use kulan_model::Failure;
use kulan_search::{Kind, Violation};

use crate::path::{self, Aim};
use crate::{End, Explorer, Firing, Position, Run, view};

/// The run of `base` that shows a violation found in `searched`, a transformed form of it.
///
/// An error is a bug in this program, not in the model: the searched system and the original one disagree.
pub fn reconstruct(base: &System, searched: &System, violation: &Violation) -> Result<Run, String> {
    let explorer = Explorer::new(searched);
    let states = unpack(searched, violation);
    let mut transitions = along(&explorer, &states)?;
    let base = Explorer::new(base);
    let mut fired = Fired::new(&base);
    let Some(failure) = violation.failure else {
        fired.all(searched, &transitions)?;
        return if violation.kind == Kind::LocalDeadlock {
            Ok(fired.finish(End::LocalDeadlock))
        } else {
            fired.deadlock()
        };
    };
    let end = states.last().ok_or("the violation has no states")?;
    transitions.extend(path::find(&explorer, end, &Aim::Failure(failure)).ok_or("the failing step does not fail")?);
    fired.all(searched, &transitions[..transitions.len() - 1])?;
    let check = &searched.transition(failure.transition).checks[failure.check as usize];
    fired.until(searched, &transitions[transitions.len() - 1], check)
}

/// The run of `base` that some firings of `searched` are, up to a check that fails with the last of them, or to a deadlock.
pub fn reconstruct_firings(
    base: &System,
    searched: &System,
    firings: &[Firing],
    failure: Option<(Failure, &[u64])>,
) -> Result<Run, String> {
    let base = Explorer::new(base);
    let mut fired = Fired::new(&base);
    fired.all(searched, firings)?;
    let Some((failure, inputs)) = failure else { return fired.deadlock() };
    let check = &searched.transition(failure.transition).checks[failure.check as usize];
    fired.until(searched, &(failure.transition, inputs.to_vec()), check)
}

/// The states of a violation.
pub(crate) fn unpack(searched: &System, violation: &Violation) -> Vec<Valuation> {
    let layout = Layout::new(searched);
    violation.states.iter().map(|s| layout.unpack(s)).collect()
}

/// The transitions of the searched system along the states.
fn along(searched: &Explorer, states: &[Valuation]) -> Result<Vec<Firing>, String> {
    let mut all = Vec::new();
    for (i, pair) in states.windows(2).enumerate() {
        let found = path::find(searched, &pair[0], &Aim::State(&pair[1]));
        all.extend(found.ok_or_else(|| format!("no transition leads from state {i} of the search to the next"))?);
    }
    Ok(all)
}

/// A run of the original system, fired transition by transition.
pub(crate) struct Fired<'e> {
    explorer: &'e Explorer<'e>,
    position: Position,
    transitions: Vec<Firing>,
}

impl<'e> Fired<'e> {
    pub(crate) fn new(explorer: &'e Explorer<'e>) -> Fired<'e> {
        Fired { explorer, position: explorer.start(), transitions: Vec::new() }
    }

    /// The position of the run, and the number of transitions before it.
    pub(crate) fn position(&self) -> (&Position, usize) {
        (&self.position, self.transitions.len())
    }

    pub(crate) fn finish(self, end: End) -> Run {
        Run::of(self.transitions, end)
    }

    /// Fires all that some transitions of the searched system are made of.
    pub(crate) fn all(&mut self, searched: &System, transitions: &[Firing]) -> Result<(), String> {
        transitions.iter().try_for_each(|firing| self.merged(&self.origins(searched, firing)?))
    }

    /// What a transition of the searched system is made of: the inputs of each come one after the other.
    fn origins(&self, searched: &System, (t, inputs): &Firing) -> Result<Vec<Firing>, String> {
        let mut rest = inputs.as_slice();
        let mut list = Vec::new();
        for origin in searched.transition(*t).origins(*t) {
            let known = self.explorer.system().transitions.get(origin.index());
            let count = known.ok_or("a transition comes from none")?.inputs.len();
            let (own, others) = rest.split_at_checked(count).ok_or("a transition has too few inputs")?;
            list.push((origin, own.to_vec()));
            rest = others;
        }
        Ok(list)
    }

    /// An error that leads on cuts the rest of what was merged.
    fn merged(&mut self, origins: &[Firing]) -> Result<(), String> {
        for (t, inputs) in origins {
            self.enabled(*t)?;
            let stepped = self.explorer.step(&self.position, *t, inputs);
            self.position = stepped.next.ok_or_else(|| format!("{} ends the run", self.describe(*t)))?;
            self.transitions.push((*t, inputs.clone()));
            if stepped.is_error {
                break;
            }
        }
        Ok(())
    }

    /// Fires what a transition is made of until a check like `wanted` fails.
    fn until(mut self, searched: &System, last: &Firing, wanted: &Check) -> Result<Run, String> {
        for (t, inputs) in self.origins(searched, last)? {
            self.enabled(t)?;
            let stepped = self.explorer.step(&self.position, t, &inputs);
            self.transitions.push((t, inputs));
            let is_wanted = |check: &Check| check.kind == wanted.kind && check.message == wanted.message;
            if let Some(&check) = stepped.failed.iter().find(|&&i| is_wanted(self.explorer.check(t, i))) {
                return Ok(self.finish(End::Check(check)));
            }
            match stepped.next {
                Some(next) if !stepped.is_error => self.position = next,
                _ => break,
            }
        }
        Err(format!("all steps happen, but not the failure: {}", wanted.message))
    }

    fn deadlock(self) -> Result<Run, String> {
        if !self.explorer.is_deadlock(&self.position) {
            return Err("all steps happen, but the last state is not a deadlock".into());
        }
        Ok(self.finish(End::Deadlock))
    }

    fn enabled(&self, t: TransitionId) -> Result<(), String> {
        let system = self.explorer.system();
        let known = t.index() < system.transitions.len();
        let is_enabled = known
            && if system.transition(t).is_observer() {
                self.explorer.observers(&self.position).contains(&t)
            } else {
                self.explorer.enabled(&self.position).contains(&t)
            };
        if is_enabled {
            return Ok(());
        }
        let enabled = self.explorer.enabled(&self.position);
        let possible: Vec<String> = enabled.into_iter().map(|t| self.describe(t)).collect();
        let wanted = if known { self.describe(t) } else { format!("transition {}", t.0) };
        let step = self.transitions.len() + 1;
        Err(format!("step {step} should be\n  {wanted}\nbut possible are\n  {}", possible.join("\n  ")))
    }

    fn describe(&self, t: TransitionId) -> String {
        let step = view::step_of(self.explorer, (t, &[]), &self.position.state, None);
        let place = step.place().map_or(String::new(), |p| format!(" ({}:{})", p.file, p.line));
        format!("{}: {}{place}", step.process, step.text)
    }
}
