//! Translations against those of SPIN, where it is installed: the same language, and no more states.

mod common;

use kulan_ltl::{Automaton, Formula, accepts, evaluate, parse, shared_word, translate};
use kulan_testing::Random;

/// Formulas in the style of the literature: the patterns of Dwyer, Avrunin and Corbett; the lists of Etessami and Holzmann,
/// and of Somenzi and Bloem; fairness and other things that are written in practice.
const FORMULAS: &[&str] = &[
    // Absence: globally, before, after, between, after-until.
    "[] !p",
    "<> r -> (!p U r)",
    "[] (q -> [] !p)",
    "[] ((q && !r && <> r) -> (!p U r))",
    "[] ((q && !r) -> (!p W r))",
    // Existence.
    "<> p",
    "!r W (p && !r)",
    "[] !q || <> (q && <> p)",
    "[] ((q && !r) -> (!r W (p && !r)))",
    "[] ((q && !r) -> (!r U (p && !r)))",
    // Universality.
    "[] p",
    "<> r -> (p U r)",
    "[] (q -> [] p)",
    "[] ((q && !r && <> r) -> (p U r))",
    "[] ((q && !r) -> (p W r))",
    // Precedence.
    "!p W s",
    "<> r -> (!p U (s || r))",
    "[] !q || <> (q && (!p W s))",
    "[] ((q && !r && <> r) -> (!p U (s || r)))",
    "[] ((q && !r) -> (!p W (s || r)))",
    // Response.
    "[] (p -> <> s)",
    "<> r -> ((p -> (!r U (s && !r))) U r)",
    "[] (q -> [] (p -> <> s))",
    "[] ((q && !r && <> r) -> ((p -> (!r U (s && !r))) U r))",
    "[] ((q && !r) -> ((p -> (!r U (s && !r))) W r))",
    // Bounded existence, chains.
    "!p W (p W (!p W (p W [] !p)))",
    "<> p -> (!p U (s && !p && (!p U t)))",
    "<> r -> (!(s && (!r) && (!r U (t && !r))) U (r || p))",
    "[] (p -> <> (s && <> t))",
    "[] (s -> <> p) && [] (p -> <> t)",
    // Etessami and Holzmann.
    "p U (q && <> r)",
    "p U (q && (r U s))",
    "[] (p -> (q U r))",
    "<> (p && <> (q && <> r))",
    "<> (q && [] (p -> <> r))",
    "[] <> p && [] <> q",
    "[] <> p && [] <> q && [] <> r",
    "<> [] p || <> [] q",
    "([] <> p) -> ([] <> q)",
    "!(([] <> p) -> ([] <> q))",
    "p U (q U (r U s))",
    "(p U q) U r",
    "((p U q) U r) U s",
    // Somenzi and Bloem.
    "(p U q) || (p V q)",
    "!(p U (q U r))",
    "(<> p U [] q)",
    "[] p U q",
    "<> p && <> !p",
    "([] q || <> [] r) && ([] !q || <> r)",
    "[] <> p <-> [] <> q",
    "!([] <> p <-> [] <> q)",
    "p V (p || q)",
    "(p && q) U ([] r || <> s)",
    "<> (p && [] q) || <> (r && [] s)",
    "[] (p || <> [] q) && [] (r || <> [] !q)",
    "(p V q) V r",
    "p U (q V r)",
    "p V (q U r)",
    "[] (p U q)",
    "<> (p V q)",
    "[] (<> p && <> !p)",
    "<> ([] p || [] !p)",
    // Mutual exclusion, elevators, protocols.
    "[] !(p && q)",
    "[] (p -> (!q W r)) && [] <> r",
    "[] ((p && !q) -> <> q) && [] (q -> p U r)",
    "([] <> p && [] <> q) -> [] (r -> <> s)",
    "!(([] <> p && [] <> q) -> [] (r -> <> s))",
    "!([] (p -> <> q) && [] (r -> <> s))",
    "[] (p -> <> q) && [] (r -> <> s)",
    "<> [] p -> [] <> (q && r)",
    "[] (p -> [] (q -> (r || <> s)))",
    "!([] (p -> (q U (r U s))))",
    "[] (p <-> <> q)",
    "(p -> <> q) U r",
    "[] ((p U q) || [] r)",
    "<> ((p V q) && <> r)",
];

fn number(text: &str) -> Formula {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).formula
}

/// Says what is wrong if our automaton of the formula and SPIN's do not accept the same words; gives both.
fn compare(formula: &Formula) -> Option<(Automaton, Automaton)> {
    let negation = !formula.clone();
    let (theirs, their_negation) = (common::spin(formula)?, common::spin(&negation)?);
    let (ours, our_negation) = (translate(formula), translate(&negation));
    if let Some(word) = shared_word(&ours, &their_negation) {
        panic!("{formula}: ours accepts {word:?}, and so does SPIN's automaton of the negation");
    }
    if let Some(word) = shared_word(&theirs, &our_negation) {
        panic!("{formula}: SPIN's accepts {word:?}, and so does our automaton of the negation");
    }
    Some((ours, theirs))
}

/// Over the list and its negations, the same languages and no more states than SPIN.
#[test]
fn published_formulas() {
    let mut random = Random::new(7);
    let installed = common::spin_installed();
    let (mut ours, mut theirs, mut deterministic, mut their_deterministic) = (0, 0, 0, 0);
    for text in FORMULAS {
        for formula in [number(text), !number(text)] {
            let automaton = translate(&formula);
            for _ in 0..10 {
                let word = common::word(&mut random, 4);
                assert_eq!(accepts(&automaton, &word), evaluate(&formula, &word), "{text} on {word:?}");
            }
            if !installed {
                continue;
            }
            let Some((our, their)) = compare(&formula) else {
                println!("{:3}   - {formula}: too long for SPIN", automaton.states.len());
                continue;
            };
            let larger = if our.states.len() > their.states.len() { " (!)" } else { "" };
            println!("{:3} {:3} {formula}{larger}", our.states.len(), their.states.len());
            ours += our.states.len();
            theirs += their.states.len();
            deterministic += usize::from(common::deterministic(&our));
            their_deterministic += usize::from(common::deterministic(&their));
        }
    }
    println!("{} formulas, each with its negation: {ours} states, SPIN {theirs}", FORMULAS.len());
    println!("deterministic: {deterministic}, SPIN {their_deterministic}");
    assert!(ours <= theirs, "more states than SPIN: {ours}, {theirs}");
}

#[test]
fn random_formulas() {
    if !common::spin_installed() {
        return;
    }
    let (mut ours, mut theirs, mut compared) = (0, 0, 0);
    for seed in 0..common::cases(150) as u64 {
        let mut random = Random::new(seed);
        let (atoms, size) = (random.between(1, 3), random.between(2, 6));
        let formula = common::formula(&mut random, size, atoms, false);
        if let Some((our, their)) = compare(&formula) {
            ours += our.states.len();
            theirs += their.states.len();
            compared += 1;
        }
    }
    println!("{compared} random formulas: {ours} states, SPIN {theirs}");
}
