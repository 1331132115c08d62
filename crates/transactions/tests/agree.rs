//! Systems with transactions against the whole space, on random systems: the same checks fail, and the same deadlocks are
//! there. `KULAN_SEED` and `KULAN_SYSTEMS` ask for others, and for more.

use std::collections::{BTreeSet, HashSet};

use kulan_ir::reference::{observed, successors};
use kulan_ir::{Interpreter, System, Valuation};
use kulan_testing::{concurrent, located, named, threaded};
use kulan_transactions::{Mode, Options, transact};

/// States beyond which a system is not compared.
const MOST_STATES: usize = 6000;

/// What can be seen of a system.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    failures: BTreeSet<String>,
    deadlocks: BTreeSet<Vec<u64>>,
    states: usize,
}

/// Goes through all states; of deadlocks, the first `values` values are kept.
fn explore(system: &System, values: usize) -> Option<Seen> {
    let interpreter = Interpreter::new(system);
    let mut seen = Seen::default();
    let mut known: HashSet<Valuation> = HashSet::new();
    let mut open = vec![interpreter.initial()];
    known.insert(open[0].clone());
    while let Some(state) = open.pop() {
        let message =
            |&(t, check): &(kulan_ir::TransitionId, usize)| system.transition(t).checks[check].message.clone();
        seen.failures.extend(observed(&interpreter, &state).iter().map(message));
        let paths = successors(&interpreter, system, &state);
        if paths.is_empty() && interpreter.is_deadlock(&state) {
            seen.deadlocks.insert(state.0[..values].to_vec());
        }
        for path in paths {
            seen.failures.extend(path.failures.iter().map(message));
            if let Some(next) = path.state
                && known.insert(next.clone())
            {
                open.push(next);
            }
        }
        if known.len() > MOST_STATES {
            return None;
        }
    }
    seen.states = known.len();
    Some(seen)
}

const ALL: [Mode; 3] = [Mode::Static, Mode::Phase, Mode::Dynamic];

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    systems: usize,
    questions: usize,
    failing: usize,
    deadlocked: usize,
    states: [usize; 2],
    smaller: [usize; 3],
    conditional: usize,
}

fn compare(name: &str, system: &System, tally: &mut Tally) {
    let values = system.variables.iter().map(|v| v.len()).sum();
    let Some(full) = explore(system, values) else { return };
    tally.systems += 1;
    tally.failing += usize::from(!full.failures.is_empty());
    tally.deadlocked += usize::from(!full.deadlocks.is_empty());
    for (number, mode) in ALL.into_iter().enumerate() {
        for (deadlocks, waits, rounds) in [
            (true, true, None),
            (false, true, Some(1)),
            (true, true, Some(2)),
            (false, true, None),
            (false, false, None),
        ] {
            let made = transact(system, Options { mode, deadlocks, waits, rounds }, &|_| true);
            let composed = kulan_transform::compose(made.system.clone());
            for (form, reduced) in [("", &made.system), (" composed", &composed)] {
                assert_eq!(kulan_ir::validate(reduced), Ok(()), "{name}: {mode:?}{form}");
                let Some(found) = explore(reduced, values) else { continue };
                let context = || {
                    format!(
                        "{name}: {mode:?}{form}, deadlocks {deadlocks}, waits {waits}\n{}",
                        kulan_ir::text::print(reduced)
                    )
                };
                assert_eq!(full.failures, found.failures, "{}", context());
                if deadlocks {
                    assert_eq!(full.deadlocks, found.deadlocks, "{}", context());
                } else {
                    assert!(found.deadlocks.is_subset(&full.deadlocks), "{}", context());
                }
                tally.questions += full.failures.len() + 1;
                tally.states[0] += full.states;
                tally.states[1] += found.states;
                tally.smaller[number] += usize::from(found.states < full.states);
                // A thread that has to wait keeps the number of rounds that are left.
                assert!(rounds.is_some() || found.states <= full.states, "{}", context());
            }
            tally.conditional += usize::from(made.figures.conditions > 0);
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn run(kind: &str, default: u64, system: impl Fn(u64) -> System) {
    let (seed, count) = (number("KULAN_SEED", 1), number("KULAN_SYSTEMS", default));
    let mut tally = Tally::default();
    for seed in seed..seed + count {
        compare(&format!("{kind} {seed}"), &system(seed), &mut tally);
    }
    println!("{kind}: {tally:?}");
    let Tally { systems, failing, deadlocked, smaller, conditional, .. } = tally;
    assert!(
        systems as u64 * 2 > count && failing * 10 > systems && deadlocked * 20 > systems,
        "too little was compared"
    );
    assert!(smaller.iter().all(|&n| n > systems / 4) && conditional * 10 > systems, "too little was reduced");
}

#[test]
fn threads_with_locks_and_cells_are_kept() {
    run("threaded", 150, threaded::system);
}

#[test]
fn concurrent_systems_are_kept() {
    run("concurrent", 150, concurrent::system);
}

#[test]
fn systems_in_which_places_matter_are_kept() {
    run("located", 160, located::system);
}

#[test]
fn systems_near_known_traps_are_kept() {
    // Among these is one in which a step brings another thread to where it must not be.
    let (seed, count) = (number("KULAN_SEED", 1100), number("KULAN_SYSTEMS", 60));
    let mut tally = Tally::default();
    for (name, text) in named::NAMED {
        compare(name, &named::system(text), &mut tally);
    }
    for seed in seed..seed + count {
        if let Some(system) = named::near(seed) {
            compare(&format!("near {seed}"), &system, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.systems as u64 * 2 > count);
}
