//! Temporal properties under reduction: random systems with random formulas, and models that are known to be hard.
//!
//! Each formula and its negation is decided on the full space and on the space of every algorithm under every condition,
//! on one and two threads, with both stores. A run that violates a formula is judged by the formula's definition too.
//!
//! `KULAN_TEMPORAL=n` takes that many systems of each kind, from seed `KULAN_SEED` on.
#![allow(clippy::unwrap_used)]

mod question;

use kulan_frontend::Spec;
use kulan_ir::System;
use kulan_ltl::{Automaton, Edge, Formula, Literal, State};
use kulan_testing::{Random, concurrent, named, temporal};

use question::{Flaw, Tally, ask, both};

/// Systems of each kind on every day.
const SYSTEMS: u64 = 25;

fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let first = number("KULAN_SEED").unwrap_or(0);
    first..first + number("KULAN_TEMPORAL").unwrap_or(SYSTEMS)
}

/// A system with propositions, and formulas about them.
fn case(make: &dyn Fn(u64) -> Option<System>, seed: u64) -> Option<(System, Vec<Spec>)> {
    let mut random = Random::new(seed ^ 0x6c74_6c00);
    let mut system = make(seed)?;
    let atoms = random.between(1, 3);
    temporal::label(&mut system, atoms, &mut random);
    let formulas = (0..2).flat_map(|_| {
        let size = random.between(1, 4);
        both(temporal::formula(&mut random, atoms, size))
    });
    Some((system.clone(), formulas.collect()))
}

fn cases(make: &dyn Fn(u64) -> Option<System>) {
    let mut tally = Tally::default();
    for seed in seeds() {
        let Some((system, specs)) = case(make, seed) else { continue };
        if let Err(what) = ask(&system, &specs, Flaw::None, &mut tally) {
            panic!("seed {seed}: {what}\n{}", kulan_ir::text::print(&system));
        }
    }
    tally.expect(seeds().count() as u64);
}

#[test]
fn threads_that_get_in_each_others_way() {
    cases(&|seed| Some(concurrent::system(seed)));
}

#[test]
fn systems_near_those_known_to_be_hard() {
    cases(&named::near);
}

fn finally(f: Formula) -> Formula {
    Formula::Finally(Box::new(f))
}

fn and(a: Formula, b: Formula) -> Formula {
    Formula::And(Box::new(a), Box::new(b))
}

fn not(f: Formula) -> Formula {
    Formula::Not(Box::new(f))
}

/// A named system with propositions `variable == value`.
fn observed(name: &str, propositions: &[(&str, u64)]) -> System {
    let text = named::NAMED.iter().find(|(n, _)| *n == name).expect("it is named").1;
    let mut system = named::system(text);
    for (variable, value) in propositions {
        let var = system.variables.iter().position(|v| v.name == *variable).expect("it is there");
        let read = system.read(kulan_ir::VarId(var as u32));
        let predicate = system.exprs.eq_const(read, *value);
        system.labels.push(kulan_ir::Label { name: format!("{variable} == {value}"), predicate });
    }
    system
}

/// What the runs of both are known to do: they violate `never`, and no reduction may lose that.
fn keeps(system: &System, never: Formula) {
    let mut tally = Tally::default();
    ask(system, &both(not(never)), Flaw::None, &mut tally).unwrap();
    assert!(tally.violated > 0, "the trace is there");
}

#[test]
fn inconsistent_labelling_keeps_its_trace() {
    let system = observed("inconsistent labelling", &[("q", 1), ("cd", 1)]);
    keeps(&system, finally(and(Formula::Atom(0), finally(Formula::Atom(1)))));
}

#[test]
fn polarity_keeps_its_trace() {
    let system = observed("polarity", &[("al", 0), ("tq", 1), ("rd", 1)]);
    let seen = and(and(Formula::Atom(0), Formula::Atom(1)), finally(Formula::Atom(2)));
    keeps(&system, finally(seen));
}

/// A stutter-invariant automaton whose states lack stutter loops, on a program with an invisible loop beside the step that
/// is seen: sets that depended on the automaton's state would lose the run.
#[test]
fn parity_keeps_its_trace() {
    let text = "system parity
        process p
        thread t in p
        var seen : u1
        transition t { when seen == 0 set seen = 0 }
        transition t { when seen == 0 set seen = 1 }
        transition t { when seen == 1 set seen = 1 }
        label \"seen\" = seen == 1
        end true";
    let system = kulan_ir::text::parse(text).unwrap();
    let edge = |positive, target| Edge { guard: vec![Literal { atom: 0, positive }], target };
    let (e, p) = (false, true);
    let state = |edges: Vec<Edge>| State { accepting: false, edges };
    // S0, A1, A0, B0, B1, F.
    let states = vec![
        state(vec![edge(e, 1), edge(e, 3)]),
        state(vec![edge(e, 2), edge(p, 5)]),
        state(vec![edge(e, 1)]),
        state(vec![edge(e, 4)]),
        state(vec![edge(e, 3), edge(p, 5)]),
        State { accepting: true, edges: vec![edge(p, 5)] },
    ];
    let mut tally = Tally::default();
    ask(&system, &[Spec::Claim(Automaton { states, initial: 0 })], Flaw::None, &mut tally).unwrap();
    assert!(tally.violated > 0, "the trace is there");
}

/// Each flaw must be noticed on some system.
fn noticed(flaw: Flaw) {
    let mut count = 0;
    for seed in 0..150 {
        for make in [&(|s| Some(concurrent::system(s))) as &dyn Fn(u64) -> Option<System>, &named::near] {
            let Some((system, specs)) = case(make, seed) else { continue };
            count += u32::from(ask(&system, &specs, flaw, &mut Tally::default()).is_err());
            if count >= 3 {
                return;
            }
        }
    }
    assert!(count > 0, "{flaw:?} goes unnoticed");
}

#[test]
fn cycles_that_put_something_off_are_noticed() {
    noticed(Flaw::Ignoring);
}

#[test]
fn a_forgotten_proposition_is_noticed() {
    noticed(Flaw::Blind);
}

#[test]
fn sets_that_keep_only_deadlocks_are_noticed() {
    noticed(Flaw::Unwatched);
}

#[test]
fn a_wrong_polarity_is_noticed() {
    noticed(Flaw::Polarity);
}
