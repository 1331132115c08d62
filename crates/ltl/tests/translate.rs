//! Translations against the evaluator, on random words.

mod common;

use std::time::Instant;

use kulan_ltl::{Formula, Limits, accepts, evaluate, parse, shared_word, translate, translate_within};
use kulan_testing::Random;

/// Of a formula and its negation, each word is accepted by the automaton of one, as the evaluator says.
#[test]
fn random_formulas_on_random_words() {
    for seed in 0..common::cases(2000) as u64 {
        let mut random = Random::new(seed);
        let atoms = random.between(1, 3);
        let size = random.between(1, 9);
        let formula = common::formula(&mut random, size, atoms, true);
        let (yes, no) = (translate(&formula), translate(&!formula.clone()));
        common::assert_well_formed(&yes);
        assert_eq!(shared_word(&yes, &no), None, "seed {seed}: {formula} and its negation");
        for _ in 0..20 {
            let word = common::word(&mut random, atoms);
            let expected = evaluate(&formula, &word);
            assert_eq!(accepts(&yes, &word), expected, "seed {seed}: {formula} on {word:?}");
            assert_eq!(accepts(&no, &word), !expected, "seed {seed}: the negation of {formula} on {word:?}");
        }
    }
}

/// Every operator over every two others, with few propositions: what rewriting rules look at.
#[test]
fn nested_operators() {
    let mut random = Random::new(3);
    let binary = [Formula::And, Formula::Or, Formula::Until, Formula::WeakUntil, Formula::Release];
    let unary = [Formula::Finally, Formula::Globally, Formula::Next];
    let literal = |random: &mut Random| {
        let atom = Formula::Atom(random.below(3));
        Box::new(if random.percent(30) { !atom } else { atom })
    };
    let inner = |random: &mut Random, choice: usize| {
        let (a, b) = (literal(random), literal(random));
        Box::new(if choice < 5 { binary[choice](a, b) } else { unary[choice - 5](a) })
    };
    for (i, wrap) in binary.iter().enumerate() {
        for case in 0..64 * common::cases(3000) / 500 {
            let (left, right) = (inner(&mut random, case % 8), inner(&mut random, case / 8 % 8));
            let mut formula = wrap(left, right);
            if random.percent(50) {
                formula = unary[random.below(3)](Box::new(formula));
            }
            let automaton = translate(&formula);
            for _ in 0..12 {
                let word = common::word(&mut random, 3);
                assert_eq!(accepts(&automaton, &word), evaluate(&formula, &word), "{i} {case}: {formula} on {word:?}");
            }
        }
    }
}

/// Every binary operator over every two others, over all choices of three propositions: rules that join terms which share
/// a part are too rare in random formulas.
#[test]
fn shared_parts() {
    let mut random = Random::new(4);
    let binary = [Formula::And, Formula::Or, Formula::Until, Formula::WeakUntil, Formula::Release];
    let words: Vec<_> = (0..200).map(|_| common::word(&mut random, 3)).collect();
    for case in 0..5 * 5 * 5 * 81 {
        let atom = |power: usize| Box::new(Formula::Atom(case / 125 / 3_usize.pow(power as u32) % 3));
        let left = binary[case % 5](atom(0), atom(1));
        let right = binary[case / 5 % 5](atom(2), atom(3));
        let formula = binary[case / 25 % 5](Box::new(left), Box::new(right));
        let automaton = translate(&formula);
        for _ in 0..8 {
            let word = random.pick(&words);
            assert_eq!(accepts(&automaton, word), evaluate(&formula, word), "{formula} on {word:?}");
        }
        // The negation of a weak until is a strong release, which there is no other way to write.
        if case % 5 == 3 && case / 5 % 5 == 3 {
            let negation = translate(&!formula.clone());
            for word in &words[..20] {
                assert_eq!(accepts(&negation, word), !evaluate(&formula, word), "not {formula} on {word:?}");
            }
        }
    }
}

/// Evaluator and operators agree on what is known of operators.
#[test]
fn laws() {
    let laws = [
        ("a W b", "(a U b) || [] a"),
        ("a V b", "!(!a U !b)"),
        ("a M b", "(a V b) && <> a"),
        ("<> a", "true U a"),
        ("[] a", "false V a"),
        ("[] <> (a || b)", "[] <> a || [] <> b"),
        ("X (a U b)", "X a U X b"),
        ("a <-> b", "(a -> b) && (b -> a)"),
    ];
    let mut random = Random::new(1);
    for (left, right) in laws {
        let law = parse(&format!("({left}) <-> ({right})")).expect("a law").formula;
        for _ in 0..200 {
            let word = common::word(&mut random, 2);
            assert!(evaluate(&law, &word), "{left} and {right} on {word:?}");
        }
        assert!(translate(&!law).states[0].edges.is_empty(), "{left} and {right}");
    }
}

fn joined(count: usize, sign: &str, part: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| format!("({})", part(i))).collect::<Vec<_>>().join(sign)
}

/// Conjunctions as they are written in practice, and deep formulas, take well below a second even without optimisation.
#[test]
fn large_formulas() {
    let mut formulas = vec![
        ("always next".into(), format!("[] {} a", "X ".repeat(1900))),
        ("nested until".into(), format!("{}z{}", "(a U ".repeat(200), ")".repeat(200))),
        ("alternating".into(), format!("{}z{}", "([]a || <>(b && ".repeat(8), "))".repeat(8))),
    ];
    for n in [1, 2, 6, 10, 30] {
        formulas
            .push((format!("response {n}"), format!("!({})", joined(n, " && ", |i| format!("[](a{i} -> b{i} U c)")))));
        formulas.push((format!("justice {n}"), format!("!({})", joined(n, " && ", |i| format!("[]<>!a{i}")))));
        formulas.push((format!("fairness {n}"), joined(n, " && ", |i| format!("[]<>a{i}"))));
        formulas.push((format!("not fair {n}"), format!("({}) -> b", joined(n, " && ", |i| format!("[]<>a{i}")))));
        formulas.push((
            format!("fair {n}"),
            format!("!(({}) -> [](b -> <>c))", joined(n, " && ", |i| format!("[]<>a{i}"))),
        ));
        formulas
            .push((format!("invariants {n}"), format!("!({})", joined(n, " && ", |i| format!("[](a{i} -> b{i})")))));
        formulas
            .push((format!("chain {n}"), format!("!({})", joined(n, " && ", |i| format!("[](a{i} -> <>a{})", i + 1)))));
    }
    for n in [1, 2, 3, 4, 5, 6] {
        formulas.push((format!("responses {n}"), joined(n, " && ", |i| format!("[](a{i} -> <> b{i})"))));
        formulas
            .push((format!("strong {n}"), format!("!({})", joined(n, " && ", |i| format!("[]<>a{i} -> []<>b{i}")))));
        formulas.push((format!("stronger {n}"), joined(n, " && ", |i| format!("[]<>a{i} -> []<>b{i}"))));
    }
    for (name, text) in formulas {
        let formula = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}")).formula;
        let before = Instant::now();
        let automaton = translate_within(&formula, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        println!("{name}: {} states, {} edges, {:?}", automaton.states.len(), edges(&automaton), before.elapsed());
    }
}

fn edges(automaton: &kulan_ltl::Automaton) -> usize {
    automaton.states.iter().map(|state| state.edges.len()).sum()
}

/// What is exponential is refused before it takes long: without limits this test would not end.
#[test]
fn too_large_formulas() {
    for n in [7, 30] {
        let texts = [
            joined(n, " && ", |i| format!("[](a{i} -> <> b{i})")),
            joined(n, " && ", |i| format!("[]<>a{i} -> []<>b{i}")),
            joined(n, " && ", |i| format!("[](a{i} -> b{i})")),
            joined(n, " && ", |i| format!("<> (a{i} && <> b{i})")),
            joined(n, " && ", |i| format!("(a{i} U b{i}) || [] <> c{i}")),
        ];
        for (i, text) in texts.iter().enumerate() {
            let formula = parse(text).expect("a formula").formula;
            let before = Instant::now();
            let found = translate_within(&formula, Limits::default());
            println!("{n}, {i}: {:?} states, {:?}", found.map(|automaton| automaton.states.len()), before.elapsed());
        }
    }
}

/// Nothing overflows the stack: what becomes too large is refused.
#[test]
fn deep_formulas() {
    let nest = |wrap: fn(Box<Formula>, Box<Formula>) -> Formula| {
        (0..3000).fold(Formula::Atom(0), |inner, i| wrap(Box::new(Formula::Atom(i % 5)), Box::new(inner)))
    };
    let flip = |a, b| Formula::Until(Box::new(Formula::Release(b, a)), Box::new(Formula::Atom(7)));
    let nested = [Formula::And, Formula::Until, Formula::Release, Formula::Implies, |_, b| Formula::Next(b), flip];
    for (i, wrap) in nested.into_iter().enumerate() {
        let formula = nest(wrap);
        let before = Instant::now();
        let found = translate_within(&formula, Limits::default());
        println!("{i}: {:?} states, {:?}", found.map(|automaton| automaton.states.len()), before.elapsed());
    }
}
