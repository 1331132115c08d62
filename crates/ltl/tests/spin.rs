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
    "!p W (p W [] !p)",
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

/// Our automata of a formula and of its negation, and SPIN's, after they were compared; nothing if SPIN takes too long.
fn compare(formula: &Formula, patience: usize) -> Option<[(Automaton, Automaton); 2]> {
    let negation = !formula.clone();
    let theirs = [common::spin(formula, patience)?, common::spin(&negation, patience)?];
    let ours = [translate(formula), translate(&negation)];
    if let Some(word) = shared_word(&ours[0], &theirs[1]) {
        panic!("{formula}: ours accepts {word:?}, and so does SPIN's automaton of the negation");
    }
    if let Some(word) = shared_word(&theirs[0], &ours[1]) {
        panic!("{formula}: SPIN's accepts {word:?}, and so does our automaton of the negation");
    }
    let ([our, our_negation], [their, their_negation]) = (ours, theirs);
    Some([(our, their), (our_negation, their_negation)])
}

/// Over the list and its negations, the same languages and no more states than SPIN.
#[test]
fn published_formulas() {
    let mut random = Random::new(7);
    let installed = kulan_testing::needs::spin();
    let (mut states, mut deterministic, mut skipped) = ([0, 0], [0, 0], 0);
    for text in FORMULAS {
        let formula = number(text);
        let automaton = translate(&formula);
        for _ in 0..10 {
            let word = common::word(&mut random, 4);
            assert_eq!(accepts(&automaton, &word), evaluate(&formula, &word), "{text} on {word:?}");
        }
        if !installed {
            continue;
        }
        let Some(pairs) = compare(&formula, 10) else {
            println!("too long for SPIN: {text}");
            skipped += 1;
            continue;
        };
        for (sign, (our, their)) in ["", "not "].iter().zip(&pairs) {
            let larger = if our.states.len() > their.states.len() { "  <- larger" } else { "" };
            println!("{:3} {:3}  {sign}{text}{larger}", our.states.len(), their.states.len());
            for (i, automaton) in [our, their].into_iter().enumerate() {
                states[i] += automaton.states.len();
                deterministic[i] += usize::from(common::deterministic(automaton));
            }
        }
    }
    println!("{} formulas, each with its negation, {skipped} too long for SPIN", FORMULAS.len());
    println!("ours, SPIN: states {states:?}, deterministic {deterministic:?}");
    assert!(states[0] <= states[1], "more states than SPIN: {states:?}");
}

#[test]
fn random_formulas() {
    if !kulan_testing::needs::spin() {
        return;
    }
    let (mut states, mut compared) = ([0, 0], 0);
    for seed in 0..common::cases(40) as u64 {
        let mut random = Random::new(seed);
        let (atoms, size) = (random.between(1, 3), random.between(2, 6));
        let formula = common::formula(&mut random, size, atoms, false);
        if let Some([(our, their), _]) = compare(&formula, 1) {
            states = [states[0] + our.states.len(), states[1] + their.states.len()];
            compared += 1;
        }
    }
    println!("{compared} random formulas; ours, SPIN: states {states:?}");
}
