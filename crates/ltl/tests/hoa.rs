//! Reading and writing HOA.

mod common;

use kulan_ltl::{Automaton, Formula, accepts, evaluate, parse, parse_hoa, shared_word, translate};
use kulan_testing::Random;

/// An automaton is the same after it was written and read.
#[test]
fn round_trip() {
    let names: Vec<String> = ["a", "x > 3", "say \"c\""].map(String::from).into();
    for seed in 0..common::cases(200) as u64 {
        let mut random = Random::new(seed);
        let formula = common::formula(&mut random, 5, 3, true);
        let (automaton, negation) = (translate(&formula), translate(&!formula.clone()));
        let read = parse_hoa(&automaton.to_hoa(&names)).expect("our own HOA");
        assert!(read.automaton.states.len() <= automaton.states.len(), "seed {seed}: {formula}");
        assert_eq!(read.atoms, names);
        assert_eq!(shared_word(&read.automaton, &negation), None, "seed {seed}: {formula}");
        for _ in 0..10 {
            let word = common::word(&mut random, 3);
            assert_eq!(accepts(&read.automaton, &word), evaluate(&formula, &word), "seed {seed}: {formula}");
        }
    }
}

fn equals(hoa: &str, formula: &str) {
    let read = parse_hoa(hoa).unwrap_or_else(|error| panic!("{error} at {}: {hoa}", error.offset));
    // Propositions are numbered by occurrence in formulas: make it the order of the names.
    let names = if read.atoms.is_empty() { "true".to_string() } else { read.atoms.join(" || ") };
    let parsed = parse(&format!("(({names}) || true) && ({formula})")).expect("a formula");
    let same = |a: &Automaton, b: &Formula| assert_eq!(shared_word(a, &translate(b)), None, "{formula}");
    same(&read.automaton, &!parsed.formula.clone());
    let mut random = Random::new(1);
    for _ in 0..300 {
        let word = common::word(&mut random, 2);
        assert_eq!(accepts(&read.automaton, &word), evaluate(&parsed.formula, &word), "{formula} on {word:?}");
    }
}

#[test]
fn ways_to_write() {
    // Generalized, on edges, with an alias and comments.
    equals(
        "HOA: v1 name: \"GFa & GFb\" /* a /* nested */ comment */ States: 1 Start: 0 AP: 2 \"a\" \"b\"
         acc-name: generalized-Buchi 2 Acceptance: 2 Inf(0)&Inf(1) Alias: @both 0&1 --BODY--
         State: 0 [@both] 0 {0 1} [0&!1] 0 {0} [!0&1] 0 {1} [!(0|1)] 0 --END--",
        "[]<>a && []<>b",
    );
    // Labels on states, acceptance on states.
    equals(
        "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 1 Inf(0) --BODY--
         State: [0] 0 0 1 State: [1] 1 \"loop\" {0} 1 --END--",
        "a U (a && X []b)",
    );
    // Implicit labels.
    equals(
        "HOA: v1 States: 2 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 1 Inf(0) --BODY--
         State: 0 0 0 0 1 State: 1 {0} 1 1 1 1 --END--",
        "<>(a && b)",
    );
    // Several initial states; no acceptance condition.
    equals(
        "HOA: v1 States: 2 Start: 0 Start: 1 AP: 2 \"a\" \"b\" acc-name: all Acceptance: 0 t --BODY--
         State: 0 [0] 0 State: 1 [1] 1 --END--",
        "[]a || []b",
    );
    equals("HOA: v1 States: 0 AP: 2 \"a\" \"b\" Acceptance: 0 t --BODY-- --END--", "false");
    equals("HOA: v1 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 0 f --BODY-- State: 0 [t] 0 --END--", "false");
}

#[test]
fn refused() {
    let head = "HOA: v1 Start: 0 AP: 1 \"a\" ";
    let cases = [
        ("Acceptance: 2 Fin(0)&Inf(1) --BODY-- --END--", "Fin", "only generalized Büchi"),
        ("acc-name: parity min even 2 Acceptance: 2 Inf(0) | (Fin(1)) --BODY-- --END--", "| (", "(parity min even 2)"),
        ("Acceptance: 1 Inf(!0) --BODY-- --END--", "Inf", "only generalized Büchi"),
        ("Start: 0&1 Acceptance: 0 t --BODY-- --END--", "&1", "alternating"),
        ("Acceptance: 0 t --BODY-- State: 0 [0] 0&1 --END--", "&1", "alternating"),
        ("Acceptance: 0 t --BODY-- State: 0 [1] 0 --END--", "1] 0", "fewer propositions"),
        ("Acceptance: 0 t --BODY-- State: 0 [0] 7 --END--", "7", "no such state"),
        ("Acceptance: 0 t --BODY-- State: 0 [@x] 0 --END--", "@x", "alias"),
        ("Acceptance: 0 t --BODY-- State: 0 [0] 0 {0} --END--", "0} --", "fewer acceptance sets"),
        ("Strange: 1 Acceptance: 0 t --BODY-- --END--", "Strange", "not known"),
        ("Acceptance: 0 t --BODY-- --ABORT--", "--ABORT", "aborted"),
        ("--BODY-- --END--", "--BODY", "Acceptance"),
        ("Acceptance: 0 t --BODY-- State: 0 [0 0 --END--", "0 --END", "expected `]`"),
        ("Acceptance: 0 t --BODY-- State: 0 $ --END--", "$", "not HOA"),
    ];
    for (rest, at, why) in cases {
        let text = format!("{head}{rest}");
        let error = parse_hoa(&text).expect_err(rest);
        assert!(error.message.contains(why), "{rest}: {error}");
        assert!(text[error.offset..].starts_with(at), "{rest}: at {}", &text[error.offset..]);
    }
}
