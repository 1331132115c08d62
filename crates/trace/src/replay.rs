//! Replaying a trace file.

use kulan_ir::CheckKind;
use kulan_ltl::Spec;
use kulan_search::Kind;

use crate::follow::{FollowError, Mismatch, describe, follow};
use crate::lasso;
use crate::{Expected, Explorer, Goal, Run, TraceFile, property_name};

/// Follows a trace through a system as lowered, with the interpreter, and verifies that it ends as it claims.
///
/// `spec` is the temporal property, whose propositions are the labels of the system. If the statements are not where the
/// trace says, because the model was renamed or a line was added, they count wherever they are.
pub fn replay(explorer: &Explorer, trace: &TraceFile, spec: Option<&Spec>) -> Result<Run, FollowError> {
    let expected: Vec<Expected> = trace.steps.iter().map(expected).collect();
    match follow_all(explorer, trace, &expected, spec) {
        Err(FollowError::Mismatch(_) | FollowError::NoViolation) => {
            let anywhere: Vec<Expected> = expected.iter().map(|e| Expected { place: None, ..*e }).collect();
            follow_all(explorer, trace, &anywhere, spec).map_err(|error| with_place(error, &expected))
        }
        followed => followed,
    }
}

/// A message shows where the statement was.
fn with_place(error: FollowError, expected: &[Expected]) -> FollowError {
    match error {
        FollowError::Mismatch(m) => {
            // A cycle may be followed several times.
            let expected = expected.get(m.step - 1).map_or(m.expected.clone(), describe);
            FollowError::Mismatch(Box::new(Mismatch { expected, ..*m }))
        }
        other => other,
    }
}

fn follow_all(
    explorer: &Explorer,
    trace: &TraceFile,
    expected: &[Expected],
    spec: Option<&Spec>,
) -> Result<Run, FollowError> {
    if let Some(start) = trace.cycle_start {
        return replay_lasso(explorer, expected, start, spec);
    }
    // An unknown kind comes from a newer version: nothing here can end that way.
    let kind = kind_of(&trace.property.name).ok_or(FollowError::NoViolation)?;
    let message = (!matches!(kind, Kind::Deadlock | Kind::LocalDeadlock)).then_some(trace.property.message.as_str());
    follow(explorer, expected, &Goal { kind, message })
}

fn replay_lasso(
    explorer: &Explorer,
    expected: &[Expected],
    start: usize,
    spec: Option<&Spec>,
) -> Result<Run, FollowError> {
    let (stem, cycle) = expected.split_at_checked(start).ok_or(FollowError::NoViolation)?;
    let run = lasso::follow_lasso(explorer, stem, cycle)?.ok_or(FollowError::NoViolation)?;
    let violates = spec.is_some_and(|spec| lasso::violates(explorer, &run, spec));
    if violates { Ok(run) } else { Err(FollowError::NoViolation) }
}

fn expected(step: &crate::Step) -> Expected<'_> {
    Expected {
        process: &step.process,
        partner: step.partner.as_deref(),
        text: &step.text,
        place: step.place(),
        changes: Some(&step.changes),
    }
}

/// The kind of violation that a property's name stands for.
pub fn kind_of(name: &str) -> Option<Kind> {
    if name == "deadlock" {
        return Some(Kind::Deadlock);
    }
    if name == property_name(Kind::LocalDeadlock) {
        return Some(Kind::LocalDeadlock);
    }
    let mut kinds = CheckKind::ALL.into_iter().filter(|&kind| kind != CheckKind::MissingInstance && !kind.is_limit());
    kinds.find(|kind| kind.property() == name).map(Kind::Check)
}
