//! `--por auto` on random systems: whatever it decides, the kinds of errors are those of the whole space, and it decides
//! the same on any number of threads.
//!
//! `KULAN_AUTO=n` checks that many systems, from seed `KULAN_SEED` on.

use std::collections::BTreeSet;

use kulan_control::Control;
use kulan_ir::{CheckKind, System};
use kulan_run::{Found, Passes, Reduction, Setup};
use kulan_search::Options;
use kulan_testing::{concurrent, system};

const SYSTEMS: u64 = 120;

fn setup(threads: usize, reduction: Option<Reduction>) -> Setup {
    Setup {
        passes: Passes { split: true, ..Passes::NONE },
        search: Options { threads, all_errors: true, max_states: Some(20_000), ..Options::default() },
        memory: 1 << 28,
        reduction,
        ..Setup::default()
    }
}

fn search(system: &System, setup: &Setup) -> Found {
    kulan_run::run(system, setup, &Control::default()).expect("it can be searched")
}

/// Which kinds of errors there are, and whether there are deadlocks.
fn errors(found: &Found) -> (BTreeSet<CheckKind>, bool) {
    (found.outcome.failures.keys().copied().collect(), found.outcome.deadlocks > 0)
}

#[test]
fn whatever_is_decided_the_errors_are_the_same() {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let first = number("KULAN_SEED").unwrap_or(0);
    let (mut reduced, mut whole, mut unasked) = (0, 0, 0);
    for seed in first..first + number("KULAN_AUTO").unwrap_or(SYSTEMS) {
        let system = if seed % 3 == 0 { system::system(seed, Default::default()) } else { concurrent::system(seed) };
        let expected = search(&system, &setup(1, None));
        if expected.outcome.limit.is_some() {
            continue;
        }
        let auto = Reduction { auto: Some(1 + seed % 20), ..Reduction::default() };
        let found: Vec<Found> = (1..=3).map(|threads| search(&system, &setup(threads, Some(auto)))).collect();
        for found in &found {
            assert_eq!(errors(found), errors(&expected), "seed {seed}: {found:?}");
            assert_eq!(
                found.comparison,
                found.comparison.filter(|c| c.pays == found.relating.is_some()),
                "seed {seed}"
            );
            assert!(found.outcome.limit.is_none() && found.outcome.states <= expected.outcome.states, "seed {seed}");
        }
        let decided = |found: &Found| (found.comparison, found.relating.is_some());
        assert!(found.iter().all(|f| decided(f) == decided(&found[0])), "seed {seed}: {found:?}");
        match found[0].comparison {
            None => unasked += 1,
            Some(comparison) if comparison.pays => reduced += 1,
            Some(_) => whole += 1,
        }
        if found[0].comparison.is_none_or(|c| !c.pays) {
            let counts = |f: &Found| (f.outcome.states, f.outcome.transitions);
            assert!(found.iter().all(|f| counts(f) == counts(&expected)), "seed {seed}: {found:?}");
        }
    }
    println!("{reduced} reduced, {whole} not, {unasked} too small");
    assert!(first > 0 || reduced > 10 && whole > 10, "both are decided: {reduced}, {whole}");
}

/// When there is no room for the whole space, a reduced one is searched instead.
#[test]
fn a_space_that_is_too_large_is_reduced() {
    let threads: String = (0..6)
        .map(|i| {
            format!("thread t{i} in p counter pc{i} var pc{i}: u8 transition t{i} {{ when pc{i} == 0 set pc{i} = 1 }}")
        })
        .collect();
    let system = kulan_ir::text::parse(&format!("system s process p {threads} end true")).expect("a system");
    let mut setup = setup(1, Some(Reduction::default()));
    setup.search.max_states = Some(20);
    let found = search(&system, &setup);
    assert_eq!((found.outcome.limit, found.outcome.states), (None, 7), "one order is enough");
    setup.reduction = None;
    assert!(search(&system, &setup).outcome.limit.is_some(), "there are 64 states");
}
