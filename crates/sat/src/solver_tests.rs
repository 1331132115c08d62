//! What every solver must do: assumptions, cores, limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kulan_ir::BinaryOp;
use kulan_testing::Random;

use crate::*;

macro_rules! solver_tests {
    ($name:ident, $solver:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn a_core_has_the_assumptions_that_contradict_each_other() {
                super::a_core_has_the_assumptions_that_contradict_each_other::<$solver>();
            }

            #[test]
            fn cores_of_random_clauses_are_unsatisfiable() {
                super::cores_of_random_clauses_are_unsatisfiable::<$solver>();
            }

            #[test]
            fn the_solver_gives_up_after_so_many_conflicts() {
                super::the_solver_gives_up_after_so_many_conflicts::<$solver>();
            }

            #[test]
            fn the_solver_stops_when_told() {
                super::the_solver_stops_when_told::<$solver>();
            }
        }
    };
}

solver_tests!(with_batsat, Batsat);
#[cfg(feature = "cadical")]
solver_tests!(with_cadical, Cadical);

/// Of assumptions that contradict each other, those that do not take part are not in the core.
fn a_core_has_the_assumptions_that_contradict_each_other<S: Solver + Default>() {
    let mut circuit = Circuit::new(S::default());
    let word = circuit.fresh_word(8);
    let other = circuit.fresh_word(8);
    let (low, high) = (circuit.below(&word, 10), circuit.below(&word, 20));
    let aside = circuit.equals(&other, 3);
    assert_eq!(circuit.solve(&[aside, low, !high], &Limits::default()), Answer::Unsatisfiable);
    let mut core = circuit.core();
    core.sort();
    let mut expected = [low, !high];
    expected.sort();
    assert_eq!(core, expected);
    assert_eq!(circuit.solve(&[aside, high, !low], &Limits::default()), Answer::Satisfiable, "nothing stays behind");
    assert!((10..20).contains(&circuit.value(&word)) && circuit.value(&other) == 3);
    circuit.require(!high);
    assert_eq!(circuit.solve(&[low], &Limits::default()), Answer::Unsatisfiable);
    circuit.require(high);
    assert_eq!(circuit.solve(&[aside], &Limits::default()), Answer::Unsatisfiable);
    assert_eq!(circuit.core(), [], "there is no model anyway");
}

/// Cores consist of assumptions and contradict each other by themselves.
fn cores_of_random_clauses_are_unsatisfiable<S: Solver + Default>() {
    let (mut random, mut cores) = (Random::new(5), 0);
    for _ in 0..300 {
        let mut solver = S::default();
        let variables: Vec<Lit> = (0..12).map(|_| solver.new_variable()).collect();
        let mut lit = || random.pick(&variables).complement_if(random.percent(50));
        for _ in 0..25 {
            solver.add_clause(&[lit(), lit(), lit()]);
        }
        let assumptions: Vec<Lit> = (0..6).map(|_| lit()).collect();
        match solver.solve(&assumptions, &Limits::default()) {
            Answer::Unsatisfiable => {
                let core = solver.core();
                assert!(core.iter().all(|lit| assumptions.contains(lit)), "{core:?} of {assumptions:?}");
                assert_eq!(solver.solve(&core, &Limits::default()), Answer::Unsatisfiable);
                cores += 1;
            }
            answer => {
                assert_eq!(answer, Answer::Satisfiable);
                assert!(assumptions.iter().all(|&lit| solver.value(lit) && !solver.value(!lit)));
            }
        }
    }
    assert!((50..250).contains(&cores), "{cores} of 300");
}

/// Whether a number of 16 bits is the product of two others: too hard to see at once.
pub fn hard<S: Solver + Default>() -> (Circuit<S>, Lit) {
    let mut circuit = Circuit::new(S::default());
    let (a, b) = (circuit.fresh_word(16), circuit.fresh_word(16));
    let (one, no) = (circuit.constant(16, 1), circuit.bit(false));
    let (above_a, above_b) = (circuit.less(&one, &a), circuit.less(&one, &b));
    circuit.clause(&[above_a]);
    circuit.clause(&[above_b]);
    let wide = |word: &Word| [word.clone(), vec![no; 16]].concat();
    let product = circuit.binary(BinaryOp::Mul, &wide(&a), &wide(&b));
    let prime = circuit.equals(&product, 0x7fff_ffff);
    (circuit, prime)
}

fn the_solver_gives_up_after_so_many_conflicts<S: Solver + Default>() {
    let (mut circuit, prime) = hard::<S>();
    for most in [0, 10, 100] {
        let before = circuit.effort().conflicts;
        assert_eq!(circuit.solve(&[prime], &Limits::conflicts(most)), Answer::Unknown);
        let took = circuit.effort().conflicts - before;
        assert!(took <= most + 1, "{took} conflicts, not {most}");
    }
    assert_eq!(circuit.solve(&[!prime], &Limits::conflicts(1000)), Answer::Satisfiable);
}

fn the_solver_stops_when_told<S: Solver + Default>() {
    let (mut circuit, prime) = hard::<S>();
    let asked = Arc::new(AtomicU32::new(0));
    let counter = asked.clone();
    let stop: Stop = Arc::new(move || counter.fetch_add(1, Ordering::Relaxed) >= 50);
    let limits = Limits { conflicts: None, stop: Some(stop) };
    assert_eq!(circuit.solve(&[prime], &limits), Answer::Unknown);
    assert!(asked.load(Ordering::Relaxed) < 60, "it went on");
}
