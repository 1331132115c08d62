//! What IC3 and bounded model checking are given by default: a system that was transformed, with static transactions, as one of
//! ordinary steps. What they say about random systems is what comes of them.
//!
//! `KULAN_SYSTEMS=n` asks about that many systems of each kind, from seed `KULAN_SEED` on.

use kulan_control::Control;
use kulan_ir::reference::{Choice, Counts, explore_with};
use kulan_ir::{CheckKind, System, inputs};
use kulan_run::{Mode, Passes};
use kulan_sat::Batsat;
use kulan_symbolic::{Choices, Found, Question, Relation, bmc, conditions, ic3};
use kulan_testing::{concurrent, located, threaded};
use kulan_transactions::Options;

const SYSTEMS: u64 = 300;
/// Larger systems are left out.
const MOST_STATES: u64 = 3_000;
/// Runs that are no longer.
const DEPTH: usize = 12;

/// The kinds of violations that are asked about: deadlocks, and each kind of checks.
const ASKED: [Option<CheckKind>; 3] = [None, Some(CheckKind::Assertion), Some(CheckKind::Index)];

fn is_violated(counts: &Counts, asked: Option<CheckKind>) -> bool {
    asked.map_or(counts.deadlocks > 0, |kind| counts.failures.contains_key(&kind))
}

/// What the engines say, with the number of transitions after which a transaction goes on.
fn answers(base: &System, asked: Option<CheckKind>) -> (Vec<(&'static str, Found)>, usize) {
    let is_asked = |kind: CheckKind| asked == Some(kind);
    let system = kulan_transform::transform(base, Passes::USUAL);
    let options = Options { mode: Mode::Static, deadlocks: asked.is_none(), waits: true, rounds: None };
    let made = kulan_transactions::transact(&system, options, &is_asked);
    let system = if made.figures.inside == 0 { system } else { kulan_transform::compose(made.system) };
    let mut flat = kulan_transform::flat(system);
    let choices = Choices::new(&flat);
    let conditions = conditions(&mut flat);
    let question = Question { deadlocks: asked.is_none(), looks_for: &is_asked };
    let relation = Relation::new(&flat, &choices, question, &conditions).expect("a small system").simplified();
    let control = Control::default();
    let bounded = bmc::Options { depth: Some(DEPTH), ..bmc::Options::default() };
    let found = vec![
        ("bmc", bmc::search(&relation, Batsat::default, bounded, &control, &|_| ())),
        ("ic3", ic3::search(&relation, ic3::Options::default(), &control, &|_| ())),
    ];
    (found, made.figures.inside)
}

fn compare(kind: &str, make: fn(u64) -> System) {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let (first, count) = (number("KULAN_SEED", 0), number("KULAN_SYSTEMS", SYSTEMS));
    let (mut violated, mut holds, mut ended, mut inside) = (0, 0, 0, 0);
    for seed in first..first + count {
        let base = make(seed);
        let counts = explore_with(&base, MOST_STATES, Choice::All);
        if counts.cut || !base.transitions.iter().all(|t| inputs::all_tuples(t).is_some_and(|all| all.len() <= 64)) {
            continue;
        }
        for asked in ASKED {
            let is_violated = is_violated(&counts, asked);
            let (answers, steps) = answers(&base, asked);
            inside += steps;
            for (engine, found) in answers {
                let context = || format!("{kind} {seed}, {asked:?}, {engine}");
                match found {
                    Found::Violated(_) => assert!(is_violated, "{}: violated, but it holds", context()),
                    Found::Within(_) => {}
                    Found::Ended(_) => {
                        assert!(!is_violated, "{}: all runs end, but violated", context());
                        ended += 1;
                    }
                    Found::Proved(_) => assert!(!is_violated, "{}: proved, but violated", context()),
                    Found::Inductive(_) | Found::Stopped => panic!("{}: {found:?}", context()),
                }
            }
            (violated, holds) = (violated + u64::from(is_violated), holds + u64::from(!is_violated));
        }
    }
    println!("{kind}: {violated} violated, {holds} hold, {ended} times no run is longer, {inside} steps inside");
    assert!(count < 50 || violated * 10 > count && holds * 2 > count && ended > 0 && inside > 0, "too little is asked");
}

#[test]
fn threads_with_locks_and_cells() {
    compare("threaded", threaded::system);
}

#[test]
fn concurrent_systems() {
    compare("concurrent", concurrent::system);
}

#[test]
fn systems_in_which_places_matter() {
    compare("located", located::system);
}
