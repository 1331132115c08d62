//! Stubborn sets together with transactions: on random systems the same checks fail as in the full space, and the deadlocks
//! are the same where they are asked for. And the traps, each a system on which a plausible variant goes wrong.

use std::sync::Arc;

use kulan_control::Control;
use kulan_ir::System;
use kulan_model::Interpreted;
use kulan_relations::{Ground, Method, Subject, relations};
use kulan_store::{Config, PlainStore};
use kulan_stubborn::{Algorithm, InTransactions, Options, Reduced, Strength, Tables};
use kulan_testing::shrink::shrink;
use kulan_testing::{concurrent, located, named, system, threaded, traps};
use kulan_validate::Graph;

use crate::question::{Found, explore};
use crate::seeds;

/// States of the largest systems that are looked at.
const LIMIT: usize = 3_000;

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    systems: u64,
    questions: u64,
    failing: u64,
    deadlocked: u64,
    /// States in full, by stubborn sets alone, and with transactions; and how many systems these made smaller.
    full: u64,
    reduced: u64,
    transacted: u64,
    smaller: u64,
}

/// The tables of a subject: with relations found before, or on demand.
fn tables(subject: &mut Subject, on_demand: bool) -> Tables {
    if on_demand {
        let ground = Arc::new(Ground::new(subject));
        return Tables::on_demand(subject, &ground);
    }
    let (relations, _) = relations(subject, Method::Solver);
    Tables::new(subject, &relations)
}

/// How sets are found: weak and strong ones, the smallest and the cheapest.
fn ways() -> Vec<(bool, Options)> {
    let default = Options::default();
    let weak = Options { algorithm: Algorithm::Both, strength: Strength::Weak, ..default };
    let components = Options { algorithm: Algorithm::Components, ..default };
    vec![(false, weak), (false, components), (true, components), (true, default)]
}

fn ask(system: &System, tally: &mut Tally) -> Result<(), String> {
    for (way, (on_demand, options)) in ways().into_iter().enumerate() {
        let mut subject = Subject::new(system, true);
        let tables = tables(&mut subject, on_demand);
        let model = Interpreted::new(&subject.system);
        let Some(graph) = Graph::explore(&subject, &model, LIMIT) else { return Ok(()) };
        let expected: Found = (graph.deadlocks().map(<[u32]>::to_vec).collect(), graph.failures().collect());
        let reduced = Reduced::new(&model, &tables, options, subject.can_fail());
        let alone = states(&reduced);
        for deadlocks in [true, false] {
            let transacted = InTransactions::new(&reduced, &subject.system, deadlocks);
            let found = explore(&transacted, tally.questions);
            if found.1 != expected.1 || !found.0.is_subset(&expected.0) || (deadlocks && found.0 != expected.0) {
                return Err(format!("{options:?}, deadlocks {deadlocks}: found {found:?}, not {expected:?}"));
            }
            tally.questions += 1;
            tally.full += graph.len() as u64;
            tally.reduced += alone;
            let states = states(&transacted);
            tally.transacted += states;
            tally.smaller += u64::from(way == 0 && !deadlocks && states < alone);
        }
        if way == 0 {
            tally.systems += 1;
            tally.failing += u64::from(!expected.1.is_empty());
            tally.deadlocked += u64::from(!expected.0.is_empty());
        }
    }
    Ok(())
}

/// The number of states that a search stores.
fn states<M: kulan_model::PartialModel>(model: &M) -> u64 {
    let store = PlainStore::new(Config { words: model.words(), memory_limit: 1 << 30, threads: 1 }).unwrap();
    let options = kulan_search::Options { all_errors: true, ..Default::default() };
    kulan_search::search_partial(model, &store, &options, &Control::default()).states
}

fn systems(make: fn(u64) -> System, few: u64) {
    let mut tally = Tally::default();
    for seed in seeds(few) {
        let system = make(seed);
        if let Err(what) = ask(&system, &mut tally) {
            let small = shrink(system, &mut |s: &System| ask(s, &mut Tally::default()).is_err());
            let again = ask(&small, &mut Tally::default()).expect_err("it fails");
            panic!("seed {seed}: {what}\n{}\nthe small one: {again}", kulan_ir::text::print(&small));
        }
    }
    println!("{tally:?}");
    if seeds(few).count() >= 50 {
        assert!(tally.systems * 2 > seeds(few).count() as u64, "too few are small enough: {tally:?}");
        assert!(tally.failing * 10 > tally.systems && tally.deadlocked * 20 > tally.systems, "{tally:?}");
        assert!(tally.smaller * 20 > tally.systems, "too little was reduced: {tally:?}");
    }
}

#[test]
fn threads_with_locks_and_cells_in_transactions() {
    systems(threaded::system, 300);
}

#[test]
fn concurrent_systems_in_transactions() {
    systems(concurrent::system, 400);
}

#[test]
fn systems_of_all_kinds_in_transactions() {
    systems(|seed| system::system(seed, system::Size { elements: 3, ..system::Size::default() }), 400);
}

#[test]
fn systems_in_which_places_matter_in_transactions() {
    systems(located::system, 200);
}

#[test]
fn systems_near_hard_ones_in_transactions() {
    systems(|seed| named::near(seed).unwrap_or_else(|| named::system(named::NAMED[0].1)), 400);
}

/// A system of a trap.
fn trap(text: &str) -> System {
    kulan_ir::text::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

#[test]
fn what_fails_in_traps_fails_in_transactions() {
    let mut tally = Tally::default();
    for (name, text, message) in traps::FAILING {
        let system = trap(text);
        ask(&system, &mut tally).unwrap_or_else(|what| panic!("{name}: {what}"));
        let mut messages = system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.message.as_str());
        assert!(messages.any(|m| m == *message), "{name}");
    }
    assert_eq!((tally.systems, tally.failing), (traps::FAILING.len() as u64, traps::FAILING.len() as u64));
}

#[test]
fn a_step_moves_to_the_left_or_to_the_right_but_not_both() {
    let mut tally = Tally::default();
    ask(&trap(traps::LOCAL_BEFORE_READ), &mut tally).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!((tally.systems, tally.deadlocked), (1, 1));
}

#[test]
fn a_deadlock_is_kept_in_transactions_only_if_asked_for() {
    let system = trap(traps::TWO_LOCKS);
    let mut subject = Subject::new(&system, true);
    let tables = tables(&mut subject, true);
    let model = Interpreted::new(&subject.system);
    let components = Options { algorithm: Algorithm::Components, ..Options::default() };
    let reduced = Reduced::new(&model, &tables, components, subject.can_fail());
    let kept = [true, false].map(|deadlocks| {
        let transacted = InTransactions::new(&reduced, &subject.system, deadlocks);
        (explore(&transacted, 0).0.len(), states(&transacted))
    });
    // Otherwise both locks are taken in one go.
    assert_eq!([kept[0].0, kept[1].0], [1, 0]);
    assert!(kept[1].1 < kept[0].1 && kept[0].1 < states(&reduced), "{kept:?}");
}
