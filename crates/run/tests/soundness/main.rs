//! Every engine, store, order and number of threads counts random models as the reference exploration does; and what the
//! transformations leave has the same kinds of errors, whose traces are runs of the original.
//!
//! The same question, asked in many ways, has one answer; small models have the answers that they should have; and fair runs are
//! those of the definition.
//!
//! `KULAN_PROGRAMS=n` checks that many programs of each kind, from seed `KULAN_SEED` on; `KULAN_EVERY_WAY=1` each of them
//! in every way instead of some.
#![allow(clippy::unwrap_used)]

mod asked;
mod compare;
mod fair;
mod meanings;
mod ways;

use std::collections::BTreeMap;

use kulan_ir::{CheckKind, System};
use kulan_search::Kind;
use kulan_testing::promela::{self, Program};
use kulan_testing::shrink::shrink;
use kulan_testing::system;

/// Models of each kind on every day: those with local steps are small and many.
const PROGRAMS: u64 = 80;
const LOCAL_PROGRAMS: u64 = 400;
const LANGUAGE_PROGRAMS: u64 = 100;
const SYSTEMS: u64 = 300;

const ASSERTION: Kind = Kind::Check(CheckKind::Assertion);
const INDEX: Kind = Kind::Check(CheckKind::Index);
const INVARIANT: Kind = Kind::Check(CheckKind::Invariant);

fn seeds(few: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let first = number("KULAN_SEED").unwrap_or(0);
    first..first + number("KULAN_PROGRAMS").unwrap_or(few)
}

/// What the models that were compared are like.
#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    fine: usize,
    errors: BTreeMap<Kind, usize>,
}

impl Tally {
    fn count(&mut self, errors: compare::Kinds) {
        self.compared += 1;
        self.fine += usize::from(errors.is_empty());
        errors.into_iter().for_each(|kind| *self.errors.entry(kind).or_default() += 1);
    }

    /// Fails unless most of so many models are compared, some are fine, and errors of these kinds occur.
    #[track_caller]
    fn expect(&self, asked: usize, kinds: &[Kind]) {
        println!("of {asked}: {self:?}");
        if asked < 50 {
            // One seed, or a few: nothing follows from them.
            return;
        }
        assert!(self.compared * 2 > asked, "most of {asked} are small enough: {self:?}");
        let rare = |n: usize| n * 25 < self.compared;
        assert!(!rare(self.fine), "nearly all have errors: {self:?}");
        for kind in kinds {
            assert!(!rare(*self.errors.get(kind).unwrap_or(&0)), "{kind:?} is rare: {self:?}");
        }
    }
}

/// Compares programs; a failure is shown as small as it can be made.
fn programs(make: fn(u64) -> Program, few: u64) {
    let mut tally = Tally::default();
    for seed in seeds(few) {
        let program = make(seed);
        match compare::program(&program, seed) {
            Ok(errors) => errors.into_iter().for_each(|errors| tally.count(errors)),
            Err(what) => {
                let small = promela::shrink(program, &mut |p| compare::program(p, seed).is_err());
                let again = compare::program(&small, seed).expect_err("it fails");
                panic!("seed {seed}: {what}\n{small}\nthe small one: {again}");
            }
        }
    }
    tally.expect(seeds(few).count(), &[Kind::Deadlock, ASSERTION]);
}

#[test]
fn random_programs() {
    programs(promela::program, PROGRAMS);
}

#[test]
fn programs_with_local_steps() {
    programs(promela::local_program, LOCAL_PROGRAMS);
}

#[test]
fn programs_that_cover_the_language() {
    programs(promela::language::language_program, LANGUAGE_PROGRAMS);
}

/// Compares systems; a failure is shown as small as it can be made.
fn systems(make: fn(u64) -> System, kinds: &[Kind]) {
    let mut tally = Tally::default();
    for seed in seeds(SYSTEMS) {
        let system = make(seed);
        let compare = |s: &System| if system::goes_forward(s) { compare::system(s, seed) } else { Ok(None) };
        match compare(&system) {
            Ok(errors) => errors.into_iter().for_each(|errors| tally.count(errors)),
            Err(what) => {
                let small = shrink(system, &mut |s| compare(s).is_err());
                let again = compare(&small).expect_err("it fails");
                panic!("seed {seed}: {what}\n{}\nthe small one: {again}", kulan_ir::text::print(&small));
            }
        }
    }
    tally.expect(seeds(SYSTEMS).count(), kinds);
}

#[test]
fn random_systems() {
    let make = |seed| system::system(seed, system::Size { elements: 4, ..system::Size::default() });
    systems(make, &[Kind::Deadlock, ASSERTION, INDEX, INVARIANT]);
}

#[test]
fn systems_that_go_round() {
    systems(system::round, &[ASSERTION, INDEX]);
}

/// Models that were wrong once.
const REGRESSIONS: &[&str] = &[
    // The end of B was merged with the step before, although A sees by _nr_pr that it happens.
    "byte g, h;
     active proctype A() { h = g + _nr_pr; assert(h != 3); g == 5 }
     active proctype B() { g = 1 }",
    // The value of a program counter was taken for the question whether it is one.
    "byte g;
     active proctype A() { skip; skip }
     active proctype B() { g = pc_value(0); assert(g != 2) }",
    // A run that a local step ends hid what others did before it.
    "byte g;
     active proctype A() { byte v[2]; byte a = 2; g = 1; v[a] = 1; g = 2 }
     active proctype B() { g == 1 -> assert(false) }",
    // A dead variable was zero only after the first round.
    "active proctype A() { byte b = 1; do :: b = 1; (b != 2) od }",
    // What another process looks at is not local.
    "byte g;
     active proctype A() { byte a; g = 1; a = 2; a = 0; g = 2 }
     active proctype B() { g == 1; assert(A[0]:a != 2) }",
    // An array that is only partly written is not dead.
    "byte g;
     active proctype A() { byte v[2]; byte f; v[1] = 2; do :: v[f] = 1; g = v[1]; assert(g != 2); f = 1 - f od }",
];

/// A write out of range does not happen, and a read there gives zero.
const OUT_OF_RANGE: &str = "
system s
process p
thread t in p counter pc
var pc of thread t : u2
var x : u8[2]
var i : u8 = 5
var y : u8
transition t {
    when pc == 0
    set x[i] = 7
    set pc = 1
    alone t
}
transition t {
    when pc == 1
    set y = x[i]
    set pc = 2
}
end y == 0
";

#[test]
fn what_is_out_of_range_does_not_happen() {
    let system = kulan_ir::text::parse(OUT_OF_RANGE).expect("a system");
    for seed in 0..12 {
        assert!(compare::system(&system, seed).unwrap().is_some());
    }
}

#[test]
fn what_was_wrong_once() {
    for (text, seed) in REGRESSIONS.iter().flat_map(|t| (0..12).map(move |seed| (t, seed))) {
        assert!(compare::text(text, seed).unwrap().is_some(), "{text}");
    }
}
