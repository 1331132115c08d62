//! From a violation of the searched system to a run of the original one.

use kulan_ir::{Layout, System, TransitionId, Valuation};
use kulan_search::Violation;

use crate::follow::{FollowError, follow};
use crate::path::{self, Aim};
use crate::{Expected, Explorer, Goal, Run, view};

/// The run of `base` that shows a violation found in `searched`, a transformed form of it.
///
/// An error is a fault of this program, not of the model: the searched system and the original one disagree.
pub fn reconstruct(base: &System, searched: &System, violation: &Violation) -> Result<Run, String> {
    let explorer = Explorer::new(searched);
    let layout = Layout::new(searched);
    let states: Vec<Valuation> = violation.states.iter().map(|s| layout.unpack(s)).collect();
    let (transitions, last) = transitions(&explorer, &states, violation)?;
    let expected = statements(searched, &transitions[..last]);
    let from = expected.len();
    let expected = [expected, statements(searched, &transitions[last..])].concat();
    let message = violation.failure.map(|f| explorer.check(f.transition, f.check as usize).message.as_str());
    let goal = Goal { kind: violation.kind, message, from };
    follow(&Explorer::new(base), &expected, &goal).map_err(|e| explain(&e))
}

/// The transitions of the searched system along the states, and where the failing one stands.
fn transitions(
    searched: &Explorer,
    states: &[Valuation],
    violation: &Violation,
) -> Result<(Vec<TransitionId>, usize), String> {
    let mut all = Vec::new();
    for (i, pair) in states.windows(2).enumerate() {
        let found = path::find(searched, &pair[0], &Aim::State(&pair[1]));
        all.extend(found.ok_or_else(|| format!("no transition leads from state {i} of the search to the next"))?);
    }
    let Some(failure) = violation.failure else {
        let last = all.len();
        return Ok((all, last));
    };
    let end = states.last().ok_or("the violation has no states")?;
    all.extend(path::find(searched, end, &Aim::Failure(failure)).ok_or("the failing step does not fail")?);
    let last = all.len() - 1;
    Ok((all, last))
}

/// The statements people see of some transitions.
pub(crate) fn statements<'a>(system: &'a System, transitions: &[TransitionId]) -> Vec<Expected<'a>> {
    let name = |thread: kulan_ir::ThreadId| system.threads[thread.index()].name.as_str();
    let mut list = Vec::new();
    for &t in transitions {
        let seen = || system.transition(t).steps.iter().filter(|step| !step.text.is_empty());
        let count = seen().count();
        list.extend(seen().enumerate().map(|(i, step)| Expected {
            process: name(step.thread),
            partner: step.partner.map(name),
            text: &step.text,
            place: view::place_of(system, step.source),
            changes: None,
            cut: count - 1 - i,
        }));
    }
    list
}

pub(crate) fn explain(error: &FollowError) -> String {
    match error {
        FollowError::Missing(instance) => format!("{instance} is missing"),
        FollowError::NoViolation => "all statements happen, but the violation does not".to_string(),
        FollowError::Mismatch(m) => {
            format!("step {} should be\n  {}\nbut possible are\n  {}", m.step, m.expected, m.enabled.join("\n  "))
        }
    }
}
