//! From inputs of the circuit to a run of the system.

use kulan_ir::{Interpreter, System, TransitionId, Valuation};

use crate::choice::Choices;
use crate::relation::Question;

/// A run of a flat system to a bad state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The transitions that fire, with their inputs.
    pub firings: Vec<(TransitionId, Vec<u64>)>,
    /// The check that fails then, with the inputs of its transition; none for a deadlock.
    pub failure: Option<(TransitionId, usize, Vec<u64>)>,
    /// The state in which it does.
    pub state: Valuation,
}

/// Follows inputs by the interpreter. `None` if they do not lead to a bad state, which is a mistake of an engine.
pub fn replay(system: &System, choices: &Choices, question: Question, inputs: &[Vec<bool>]) -> Option<Replayed> {
    let interpreter = Interpreter::new(system);
    let mut state = interpreter.initial();
    let mut firings = Vec::new();
    let (last, before) = inputs.split_last()?;
    for step in before {
        let Some((t, values)) = choices.decode(&interpreter, system, &state, step) else { continue };
        let in_range = system.transition(t).inputs.iter().zip(&values).all(|(i, v)| (i.low..=i.high).contains(v));
        if !in_range {
            continue;
        }
        if let Some(next) = interpreter.fire(&state, t, &values).state {
            firings.push((t, values));
            state = next;
        }
    }
    for t in system.transition_ids().filter(|&t| interpreter.guards_hold(&state, t)) {
        let transition = system.transition(t);
        let values = choices.inputs_of(transition, last);
        if !transition.inputs.iter().zip(&values).all(|(i, v)| (i.low..=i.high).contains(v)) {
            continue;
        }
        let failed = interpreter.fire(&state, t, &values).failed;
        let asked = failed.into_iter().find(|&c| (question.looks_for)(transition.checks[c].kind));
        if let Some(check) = asked {
            return Some(Replayed { firings, failure: Some((t, check, values)), state });
        }
    }
    let stuck = question.deadlocks && interpreter.is_deadlock(&state);
    stuck.then_some(Replayed { firings, failure: None, state })
}
