//! Systems to systems: fewer states, fewer and larger transitions, the same verdicts.
//!
//! Each pass keeps, in [`kulan_ir::Transition::steps`], the statements of the source in the order in which they happen,
//! so that a counterexample of the result is one of the original, statement by statement.

use kulan_ir::System;

/// Which transformations to apply.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Merge local steps with the step before them.
    pub merge: bool,
    /// Reset variables whose value no longer matters.
    pub reset_dead: bool,
}

/// Applies the passes.
pub fn transform(system: &System, passes: Passes) -> System {
    let _ = passes;
    system.clone()
}
