//! Bounded model checking, and induction over its bound.

use kulan_control::Control;
use kulan_sat::{Answer, Limits, Lit, Solver};

use crate::Found;
use crate::relation::Relation;
use crate::unroll::{Start, Unrolling};

/// Conflicts for the question whether runs end, at each depth, beside a part of all that there were.
const CONFLICTS: u64 = 1000;
const EFFORT: u64 = 10;

/// What can end a bounded search.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// The number of steps up to which it looks.
    pub depth: Option<usize>,
    /// Whether it tries to show, at each depth, that there is nothing deeper.
    pub induction: bool,
    /// Whether it looks, at each depth, if no run is longer. That is no proof that can be written down.
    pub ends: bool,
}

/// Searches runs from the initial state, one step longer each time. `progress` hears of each depth.
pub fn search<S: Solver>(
    relation: &Relation,
    new_solver: impl Fn() -> S,
    options: Options,
    control: &Control,
    progress: &dyn Fn(usize),
) -> Found {
    let limits = Limits::of(control);
    let mut runs = Unrolling::new(relation, new_solver(), Start::Initial);
    let mut induction = options.induction.then(|| Induction::new(relation, new_solver()));
    for depth in 0.. {
        if options.depth.is_some_and(|most| depth > most) {
            return Found::Within(depth - 1);
        }
        progress(depth);
        if control.stopped().is_some() {
            return Found::Stopped;
        }
        let bad = runs.lit(depth, relation.bad);
        match runs.circuit.solve(&[bad], &limits) {
            Answer::Satisfiable => return Found::Violated((0..=depth).map(|t| runs.inputs(t)).collect()),
            Answer::Unsatisfiable => runs.circuit.require(!bad),
            Answer::Unknown => return Found::Stopped,
        }
        if options.ends && runs_end(relation, &mut runs, depth, &limits) {
            return Found::Ended(depth);
        }
        if let Some(induction) = &mut induction {
            match induction.step(depth, &limits) {
                Answer::Unsatisfiable => return Found::Inductive(depth + 1),
                Answer::Satisfiable => {}
                Answer::Unknown => return Found::Stopped,
            }
        }
    }
    unreachable!("a run ends or is stopped")
}

/// Demands that step `depth` changes something, and looks whether any run can go on so long. What changes nothing leads to
/// no other bad state. The effort is limited: if it ends, a later question finds it, too.
fn runs_end<S: Solver>(relation: &Relation, runs: &mut Unrolling<S>, depth: usize, limits: &Limits) -> bool {
    let changes: Vec<Lit> = relation
        .bits
        .iter()
        .map(|bit| {
            let (now, next) = (runs.lit(depth, bit.now), runs.lit(depth, bit.next));
            runs.circuit.xor(now, next)
        })
        .collect();
    runs.circuit.clause(&changes);
    let limits = Limits { conflicts: Some(CONFLICTS + runs.circuit.effort().conflicts / EFFORT), ..limits.clone() };
    runs.circuit.solve(&[], &limits) == Answer::Unsatisfiable
}

/// Whether runs from anywhere without bad states can end in one, if no state comes twice.
struct Induction<'r, S> {
    relation: &'r Relation,
    runs: Unrolling<'r, S>,
    /// Pairs of times at which states are known to differ.
    different: Vec<(usize, usize)>,
}

impl<'r, S: Solver> Induction<'r, S> {
    fn new(relation: &'r Relation, solver: S) -> Induction<'r, S> {
        Induction { relation, runs: Unrolling::new(relation, solver, Start::Anywhere), different: Vec::new() }
    }

    /// Looks for a run that is good for `depth` steps and bad after one more.
    fn step(&mut self, depth: usize, limits: &Limits) -> Answer {
        let good = self.runs.lit(depth, self.relation.bad);
        self.runs.circuit.require(!good);
        let bad = self.runs.lit(depth + 1, self.relation.bad);
        loop {
            match self.runs.circuit.solve(&[bad], limits) {
                Answer::Satisfiable if self.forbid_repetition(depth + 1) => {}
                answer => return answer,
            }
        }
    }

    /// If the run found visits a state twice, forbids just that, and says so.
    fn forbid_repetition(&mut self, last: usize) -> bool {
        let bits = &self.relation.bits;
        let states: Vec<Vec<Lit>> =
            (0..=last).map(|t| bits.iter().map(|b| self.runs.lit(t, b.now)).collect()).collect();
        let values: Vec<Vec<bool>> =
            states.iter().map(|lits| lits.iter().map(|&l| self.runs.circuit.value(&[l]) == 1).collect()).collect();
        let pairs = (0..=last).flat_map(|i| (i + 1..=last).map(move |j| (i, j)));
        let same: Vec<_> = pairs.filter(|&(i, j)| values[i] == values[j]).collect();
        let mut added = false;
        for (i, j) in same {
            if self.different.contains(&(i, j)) {
                continue;
            }
            let circuit = &mut self.runs.circuit;
            let differ: Vec<Lit> = states[i].iter().zip(&states[j]).map(|(&a, &b)| circuit.xor(a, b)).collect();
            circuit.clause(&differ);
            self.different.push((i, j));
            added = true;
        }
        added
    }
}
