//! The soundness harness: every algorithm, over every source of relations, on random systems, random programs and models
//! that are known to be hard.
//!
//! Of each system the full space is explored. Every set is then checked against it (D1 with rungs, D2, the proviso), in
//! all states; and the reduced space must have the same deadlocks, state by state, and the same failed checks, one by one.
//!
//! `KULAN_REDUCTIONS=n` checks that many systems of each kind, from seed `KULAN_SEED` on.
#![allow(clippy::unwrap_used)]

mod metamorphic;
mod mutants;
mod programs;
mod question;
mod transactions;

use kulan_ir::System;
use kulan_testing::promela::{self, Program};
use kulan_testing::shrink::shrink;
use kulan_testing::{concurrent, named, system};

use question::{Tally, ask_all};

/// Systems of each kind on every day.
const SYSTEMS: u64 = 400;

fn seeds(few: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let first = number("KULAN_SEED").unwrap_or(0);
    first..first + number("KULAN_REDUCTIONS").unwrap_or(few)
}

/// Asks all questions of random systems; a failure is shown as small as it can be made.
fn systems(make: fn(u64) -> System, few: u64) {
    let mut tally = Tally::default();
    for seed in seeds(few) {
        let system = make(seed);
        if let Err(what) = ask_all(&system, &mut tally) {
            let fails = &mut |s: &System| ask_all(s, &mut Tally::default()).is_err();
            let small = shrink(system, fails);
            let again = ask_all(&small, &mut Tally::default()).expect_err("it fails");
            panic!("seed {seed}: {what}\n{}\nthe small one: {again}", kulan_ir::text::print(&small));
        }
    }
    tally.expect(seeds(few).count() as u64);
}

#[test]
fn threads_that_get_in_each_others_way() {
    systems(concurrent::system, SYSTEMS);
}

#[test]
fn systems_of_all_kinds() {
    let make = |seed| system::system(seed, system::Size { elements: 3, ..system::Size::default() });
    systems(make, SYSTEMS);
}

#[test]
fn systems_known_to_be_hard() {
    let mut tally = Tally::default();
    for (name, text) in named::NAMED {
        let found = ask_all(&named::system(text), &mut tally);
        found.unwrap_or_else(|what| panic!("{name}: {what}"));
    }
    tally.expect_all(named::NAMED.len() as u64);
}

#[test]
fn systems_near_hard_ones() {
    systems(|seed| named::near(seed).unwrap_or_else(|| named::system(named::NAMED[0].1)), 2 * SYSTEMS);
}

/// Asks all questions of random programs, as they are and transformed.
fn random_programs(make: fn(u64) -> Program, few: u64) {
    let mut tally = Tally::default();
    for seed in seeds(few) {
        let program = make(seed);
        if let Err(what) = programs::ask(&program, &mut tally) {
            let small = promela::shrink(program, &mut |p| programs::ask(p, &mut Tally::default()).is_err());
            let again = programs::ask(&small, &mut Tally::default()).expect_err("it fails");
            panic!("seed {seed}: {what}\n{small}\nthe small one: {again}");
        }
    }
    // Each one is asked about twice.
    tally.expect(2 * seeds(few).count() as u64);
}

#[test]
fn programs_of_all_kinds() {
    random_programs(promela::program, SYSTEMS / 8);
}

#[test]
fn programs_with_local_steps() {
    random_programs(promela::local_program, SYSTEMS / 4);
}
