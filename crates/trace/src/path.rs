//! The transitions between two states of a search.

use std::collections::HashSet;

use kulan_ir::Valuation;
use kulan_model::Failure;

use crate::{Explorer, Firing, Position};

/// The target of a path.
pub enum Aim<'a> {
    /// A state.
    State(&'a Valuation),
    /// A failed check, on the way to any state.
    Failure(Failure),
}

/// A position on the path, and what is still to be tried from it.
struct Frame {
    position: Position,
    untried: Vec<Firing>,
}

/// The transitions from a state to the aim, through positions in which a thread goes on alone.
pub fn find(explorer: &Explorer, from: &Valuation, aim: &Aim) -> Option<Vec<Firing>> {
    if let Aim::Failure(Failure { transition, .. }) = *aim
        && explorer.system().transition(transition).is_observer()
    {
        return explorer.interpreter().guards_hold(from, transition).then(|| vec![(transition, Vec::new())]);
    }
    let mut seen = HashSet::new();
    let mut path = Vec::new();
    let mut frames = vec![frame(explorer, Position { state: from.clone(), alone: None })];
    while let Some(top) = frames.last_mut() {
        kulan_control::checkpoint();
        let Some((t, inputs)) = top.untried.pop() else {
            frames.pop();
            path.pop();
            continue;
        };
        let stepped = explorer.step(&top.position, t, &inputs);
        path.push((t, inputs));
        let fails = |wanted: &Failure| wanted.transition == t && stepped.failed.contains(&(wanted.check as usize));
        if matches!(aim, Aim::Failure(wanted) if fails(wanted)) {
            return Some(path);
        }
        let next = stepped.next.filter(|next| seen.insert(next.clone()));
        match next {
            Some(next) if !explorer.is_observable(&next) => frames.push(frame(explorer, next)),
            Some(next) if matches!(aim, Aim::State(wanted) if next.state == **wanted) => return Some(path),
            _ => {
                path.pop();
            }
        }
    }
    None
}

fn frame(explorer: &Explorer, position: Position) -> Frame {
    let mut untried = explorer.choices(&position);
    untried.reverse(); // so that the first is tried first
    Frame { position, untried }
}
