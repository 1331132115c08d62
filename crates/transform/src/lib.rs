//! Systems to systems: fewer states, fewer and larger transitions, the same verdicts.
//!
//! Each pass keeps, in [`kulan_ir::Transition::steps`], the steps of the original in the order in which they happen, each
//! with the transition it comes from: firing these one after the other makes a counterexample of the result one of the
//! original. What a step writes and sends is not kept: the original tells it.

mod access;
mod cases;
mod chains;
mod constants;
mod flat;
mod liveness;
mod locality;
mod narrow;
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
    /// Keep variables of at least so many bits that take few values as the numbers of these.
    pub narrow: Option<u8>,
}

impl Passes {
    /// None.
    pub const NONE: Passes = Passes { merge: false, reset_dead: false, split: false, narrow: None };
    /// All but splitting, with the usual bounds.
    pub const USUAL: Passes = Passes { merge: true, reset_dead: true, split: false, narrow: Some(narrow::WIDE) };
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
        constants::fold(&mut system);
        prune::unreachable(&mut system);
        // Composition turns values that only passed through a variable into constants.
        slice::drop_irrelevant(&mut system);
    }
    if let Some(wide) = passes.narrow {
        narrow::narrow(&mut system, wide);
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

#[cfg(test)]
mod tests {
    use kulan_ir::reference::{Choice, explore_with};
    use kulan_ir::validate::validate;
    use kulan_testing::system::{Size, goes_forward, system};
    use kulan_testing::{located, threaded};

    use super::*;

    /// Asserts that a pass keeps all counts of a system, and leaves it well-formed.
    fn keeps_counts(name: &str, before: &System, pass: impl Fn(&mut System)) -> System {
        let mut after = before.clone();
        strip_steps(&mut after);
        pass(&mut after);
        assert_eq!(validate(&after), Ok(()), "{name}");
        let [old, new] = [before, &after].map(|s| explore_with(s, 300, Choice::All));
        assert_eq!(old, new, "{name}");
        after
    }

    /// `KULAN_SEED` and `KULAN_SYSTEMS` ask for other systems, and for more.
    fn systems(count: u64) -> impl Iterator<Item = (String, System)> {
        let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
        let first = number("KULAN_SEED", 0);
        let seeds = first..first + number("KULAN_SYSTEMS", count);
        let sizes = [Size::default(), Size { width: 6, ..Size::default() }];
        let general = seeds.clone().map(move |seed| (format!("seed {seed}"), system(seed, sizes[seed as usize % 2])));
        let general = general.filter(|(_, s)| goes_forward(s));
        let jumping = general.clone().map(|(name, s)| (format!("{name}, jumping"), with_computed_jumps(s)));
        let threaded = seeds.clone().map(|seed| (format!("threaded {seed}"), threaded::system(seed)));
        let located = seeds.map(|seed| (format!("located {seed}"), located::system(seed)));
        general.chain(jumping).chain(threaded).chain(located)
    }

    /// The same with jumps to one of two places, for each second step.
    fn with_computed_jumps(mut system: System) -> System {
        let counters = access::counters(&system);
        let is_plain = |v: usize| counters[v].is_none() && system.variables[v].elements.is_none();
        let Some(v) = (0..counters.len()).find(|&v| is_plain(v)) else { return system };
        let read = system.exprs.var(kulan_ir::VarId(v as u32), system.variables[v].width);
        let is_zero = system.exprs.eq_const(read, 0);
        for transition in system.transitions.iter_mut().filter(|t| t.continues.is_none()).step_by(2) {
            for update in &mut transition.updates {
                if counters[update.target.variable().index()].is_some() {
                    let one = system.exprs.constant(system.exprs.width(update.value), 1);
                    let next = system.exprs.binary(kulan_ir::BinaryOp::Xor, update.value, one);
                    update.value = system.exprs.ite(is_zero, update.value, next);
                }
            }
        }
        system
    }

    #[test]
    fn narrow_variables_keep_all_counts() {
        let mut narrowed = 0;
        for (name, before) in systems(600) {
            let after = keeps_counts(&name, &before, |s| narrow::narrow(s, 2));
            narrowed += before.variables.iter().zip(&after.variables).filter(|(a, b)| a.width > b.width).count();
        }
        assert!(narrowed > 500, "hardly anything is narrow: {narrowed}");
    }

    #[test]
    fn cases_by_index_keep_all_counts() {
        let mut split = 0;
        for (name, before) in systems(600) {
            let after = keeps_counts(&name, &before, |s| *s = cases::split_by_index(s.clone()));
            split += after.transitions.len().saturating_sub(before.transitions.len());
        }
        assert!(split > 200, "hardly anything is split: {split}");
    }

    #[test]
    fn constants_by_location_keep_all_counts() {
        let mut changed = 0;
        for (name, before) in systems(600) {
            let after = keeps_counts(&name, &before, constants::fold);
            changed += usize::from(before.transitions.len() != after.transitions.len());
        }
        assert!(changed > 20, "hardly anything is decided: {changed}");
    }
}
