//! Stutter invariance.

mod common;

use kulan_ltl::{
    Answer, Automaton, Budget, Edge, Lasso, Literal, State, accepts, evaluate, is_stutter_invariant, parse, translate,
};
use kulan_testing::Random;

fn check(text: &str) -> Answer {
    is_stutter_invariant(&translate(&parse(text).expect("a formula").formula), &Budget::default())
}

#[test]
fn formulas_with_next() {
    let repeating = ["[] <> (a && X a)", "[] (a -> X !a)", "[] (!a -> X a)", "<> [] (a -> X !a)"];
    for text in repeating.into_iter().chain([
        "[] (a -> X b)",
        "X a",
        "[] (a <-> X !a)",
        "a && X a",
        "<> (a && X a)",
        "[] <> (a && X (b && X !a))",
    ]) {
        let Answer::No(witness) = check(text) else { panic!("{text} is said to be invariant") };
        let formula = parse(text).expect("a formula").formula;
        assert!(evaluate(&formula, &witness.accepted), "{text}: {witness:?}");
        assert!(!evaluate(&formula, &witness.rejected), "{text}: {witness:?}");
        assert_eq!(plain(&witness.accepted), plain(&witness.rejected), "{text}");
    }
    // Some say nothing about stuttering all the same.
    for text in ["X <> [] a", "a U X b -> (a U X b)", "<> (a && X !a)", "[] (a -> X (a || !a))", "[] <> (a && X !a)"] {
        assert_eq!(check(text), Answer::Yes, "{text}");
    }
}

/// The first letters of a word without repetitions: enough to compare.
fn plain(word: &Lasso) -> Vec<Vec<usize>> {
    let (mut letters, mut at) = (Vec::new(), 0);
    for _ in 0..200 {
        letters.push(word.letter(at).iter().copied().collect());
        at = word.after(at);
    }
    letters.dedup();
    letters.truncate(10);
    letters
}

/// From the test plan of the reduction: counts the letters before `p` in two ways, so that the sum accepts any number.
#[test]
fn parity() {
    let (e, p) = (Literal { atom: 0, positive: true }, Literal { atom: 1, positive: true });
    let state = |accepting, edges: &[(Literal, usize)]| State {
        accepting,
        edges: edges.iter().map(|&(literal, target)| Edge { guard: vec![literal], target }).collect(),
    };
    // S0, A0, A1, B0, B1, F.
    let mut states = vec![
        state(false, &[(e, 2), (e, 3)]),
        state(false, &[(e, 2)]),
        state(false, &[(e, 1), (p, 5)]),
        state(false, &[(e, 4)]),
        state(false, &[(e, 3), (p, 5)]),
        state(true, &[(p, 5)]),
    ];
    // In the program, exactly one of the two holds.
    for edge in states.iter_mut().flat_map(|state| &mut state.edges) {
        let atom = 1 - edge.guard[0].atom;
        edge.guard.push(Literal { atom, positive: false });
        edge.guard.sort();
    }
    let whole = Automaton { states, initial: 0 };
    assert_eq!(is_stutter_invariant(&whole, &Budget::default()), Answer::Yes);
    // One half of it counts.
    let mut half = whole.clone();
    half.states[0].edges.pop();
    let Answer::No(witness) = is_stutter_invariant(&half, &Budget::default()) else { panic!("half of it") };
    assert!(accepts(&half, &witness.accepted) && !accepts(&half, &witness.rejected));
}

/// Formulas without next are invariant; with it, a witness is one.
#[test]
fn random_formulas() {
    let mut counts = [0; 3];
    for seed in 0..common::cases(300) as u64 {
        let mut random = Random::new(seed);
        let (size, next) = (random.between(2, 6), random.percent(50));
        let formula = common::formula(&mut random, size, 2, next);
        let automaton = translate(&formula);
        match is_stutter_invariant(&automaton, &Budget::default()) {
            Answer::Yes => {
                counts[0] += 1;
                // No word that was stretched at random says otherwise.
                for _ in 0..20 {
                    let word = common::word(&mut random, 2);
                    let stretch = |letters: &[kulan_ltl::Letter], random: &mut Random| -> Vec<kulan_ltl::Letter> {
                        let times = |random: &mut Random| random.between(1, 3);
                        letters.iter().flat_map(|letter| vec![letter.clone(); times(random)]).collect()
                    };
                    let other =
                        Lasso { stem: stretch(&word.stem, &mut random), cycle: stretch(&word.cycle, &mut random) };
                    assert_eq!(evaluate(&formula, &word), evaluate(&formula, &other), "seed {seed}: {formula}");
                }
            }
            Answer::No(witness) => {
                counts[1] += 1;
                assert!(formula.has_next(), "seed {seed}: {formula}");
                assert!(evaluate(&formula, &witness.accepted), "seed {seed}: {formula}, {witness:?}");
                assert!(!evaluate(&formula, &witness.rejected), "seed {seed}: {formula}, {witness:?}");
                assert_eq!(plain(&witness.accepted), plain(&witness.rejected), "seed {seed}: {formula}");
            }
            Answer::Unknown => counts[2] += 1,
        }
    }
    println!("yes, no, unknown: {counts:?}");
    assert!(counts[1] > 0 && counts[2] * 20 <= counts[0], "{counts:?}");
}

/// Large automata are not looked at for long.
#[test]
fn bounded() {
    let conjuncts: Vec<String> = (0..5).map(|i| format!("[](a{i} -> <> b{i})")).collect();
    let before = std::time::Instant::now();
    let answer = check(&conjuncts.join(" && "));
    println!("{answer:?} after {:?}", before.elapsed());
    assert!(matches!(answer, Answer::Yes | Answer::Unknown));
    assert!(before.elapsed().as_secs() < 20);
}
