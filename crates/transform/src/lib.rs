//! Systems to systems: fewer states, fewer and larger transitions, the same verdicts.
//!
//! Each pass keeps, in [`kulan_ir::Transition::steps`], the steps of the original in the order in which they happen, each
//! with the transition it comes from: firing these one after the other makes a counterexample of the result one of the
//! original. What a step writes and sends is not kept: the original tells it.

mod access;
mod cases;
mod chains;
mod flat;
mod liveness;
mod locality;
mod parts;
mod prune;
mod slice;

use kulan_ir::{Step, System, TransitionId};

pub use flat::flat;

/// Which transformations to apply.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Merge local steps with the step before them.
    pub merge: bool,
    /// Reset variables whose value no longer matters, and drop those whose value never does.
    pub reset_dead: bool,
    /// Split transitions by the array indices that they compute, for the sake of a reduction.
    pub split: bool,
}

impl Passes {
    /// None.
    pub const NONE: Passes = Passes { merge: false, reset_dead: false, split: false };
}

/// Applies the passes. Without any, only the steps of threads that go on alone are put together, which changes neither
/// states nor transitions as a search counts them.
pub fn transform(system: &System, passes: Passes) -> System {
    let mut system = system.clone();
    strip_steps(&mut system);
    if passes.reset_dead {
        slice::drop_irrelevant(&mut system);
        liveness::reset_dead(&mut system);
    }
    chains::compose(&mut system);
    prune::unreachable(&mut system);
    if passes.merge {
        // Only now are atomic sequences single steps, of which many are local.
        chains::merge(&mut system);
        prune::unreachable(&mut system);
    }
    if passes.reset_dead {
        // Composition turns values that only passed through a variable into constants.
        slice::drop_irrelevant(&mut system);
    }
    if passes.split {
        system = split(system);
    }
    system
}

/// Puts together the steps of threads that go on alone, as far as they are few: for a system in which another pass made
/// threads go on alone.
pub fn compose(mut system: System) -> System {
    if system.transitions.iter().any(|t| t.steps.is_empty()) {
        strip_steps(&mut system);
    }
    chains::compose(&mut system);
    prune::unreachable(&mut system);
    system
}

/// Applies [`Passes::split`] alone, to a system that was transformed without it.
pub fn split(system: System) -> System {
    cases::split_by_index(system)
}

/// Keeps of the steps what people read, and says which transition each comes from.
fn strip_steps(system: &mut System) {
    for (i, transition) in system.transitions.iter_mut().enumerate() {
        if transition.steps.is_empty() {
            transition.steps.push(Step::new(transition.thread, ""));
        }
        for step in &mut transition.steps {
            step.updates.clear();
            (step.message, step.prints) = (None, None);
        }
        transition.steps[0].origin = Some(TransitionId(i as u32));
    }
}
