//! Bounded model checking, and induction over its bound.

use kulan_control::Control;
use kulan_sat::{Answer, Limits, Lit, Solver};

use crate::Found;
use crate::relation::Relation;
use crate::unroll::{Start, Unrolling};

/// A question that may stay open gets a part of all conflicts that there were, beside some.
const EFFORT: u64 = 10;
/// Whether runs are bad may stay open for a part of their length.
const OPEN: usize = 4;

/// What can end a bounded search.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// The number of steps up to which it looks.
    pub depth: Option<usize>,
    /// Whether it tries to show, at each depth, that there is nothing deeper.
    pub induction: bool,
    /// Whether it looks, at each depth, if no run is longer. That is no proof that can be written down.
    pub ends: bool,
    /// Conflicts of the solver for a question that may stay open.
    pub conflicts: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { depth: None, induction: false, ends: true, conflicts: 100 }
    }
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
    let mut runs = Runs::new(relation, new_solver(), options.conflicts);
    let mut induction = options.induction.then(|| Induction::new(relation, new_solver()));
    for depth in 0.. {
        if control.stopped().is_some() {
            return Found::Stopped;
        }
        runs.reach(depth);
        let mut end = (options.depth == Some(depth)).then_some(Found::Within(depth));
        if options.ends && runs.end(depth, &limits) {
            end = Some(Found::Ended(depth));
        } else if let Some(induction) = &mut induction {
            match induction.step(depth, &limits) {
                Answer::Unsatisfiable => end = Some(Found::Inductive(depth + 1)),
                Answer::Satisfiable => {}
                Answer::Unknown => return Found::Stopped,
            }
        }
        let is_due = end.is_some() || depth >= runs.next;
        let effort = if is_due { limits.clone() } else { runs.some_effort(&limits) };
        match runs.ask(&effort) {
            Answer::Satisfiable => {
                let inputs = runs.shortest(&limits);
                progress(inputs.len() - 1);
                return Found::Violated(inputs);
            }
            Answer::Unsatisfiable => progress(depth),
            Answer::Unknown if is_due => return Found::Stopped,
            Answer::Unknown => {}
        }
        if let Some(found) = end {
            return found;
        }
    }
    unreachable!("a run ends or is stopped")
}

/// Runs from the initial state. To show that none of a certain length is bad can take longer than to show it of a greater
/// length, or of several. So the effort is limited at first, and a question may stay open for a while.
struct Runs<'r, S> {
    relation: &'r Relation,
    runs: Unrolling<'r, S>,
    /// By length, from the first that was not asked about: whether they are bad at their end.
    open: Vec<Lit>,
    /// The first of these lengths.
    first: usize,
    /// The length at which none may stay open.
    next: usize,
    /// Whether each of the steps that were looked at changes something.
    goes_on: Lit,
    conflicts: u64,
}

impl<'r, S: Solver> Runs<'r, S> {
    fn new(relation: &'r Relation, solver: S, conflicts: u64) -> Runs<'r, S> {
        let runs = Unrolling::new(relation, solver, Start::Initial);
        let goes_on = runs.circuit.bit(true);
        Runs { relation, runs, open: Vec::new(), first: 0, next: 0, goes_on, conflicts }
    }

    /// Makes runs longer by a step.
    fn reach(&mut self, depth: usize) {
        let bad = self.runs.lit(depth, self.relation.bad);
        self.open.push(self.runs.circuit.and(self.goes_on, bad));
    }

    /// Looks whether no run can go on at `depth`. A step that changes nothing leads to no other bad state, so runs that are
    /// asked about have none. The effort is limited: if it ends, a later question finds it, too.
    fn end(&mut self, depth: usize, limits: &Limits) -> bool {
        let runs = &mut self.runs;
        let bits = self.relation.bits.iter().map(|bit| {
            let (now, next) = (runs.lit(depth, bit.now), runs.lit(depth, bit.next));
            runs.circuit.xor(now, next)
        });
        let mut clause: Vec<Lit> = bits.collect();
        let circuit = &mut self.runs.circuit;
        let goes_on = circuit.fresh_bit();
        clause.push(!goes_on);
        circuit.clause(&clause);
        circuit.clause(&[!goes_on, self.goes_on]);
        self.goes_on = goes_on;
        let limits = self.some_effort(limits);
        self.runs.circuit.solve(&[goes_on], &limits) == Answer::Unsatisfiable
    }

    /// Limits for a question that may stay open.
    fn some_effort(&self, limits: &Limits) -> Limits {
        let conflicts = self.runs.circuit.effort().conflicts / EFFORT + self.conflicts;
        Limits { conflicts: Some(conflicts), ..limits.clone() }
    }

    /// Asks whether a run of one of the open lengths is bad. If not, these are not open any more.
    fn ask(&mut self, limits: &Limits) -> Answer {
        let circuit = &mut self.runs.circuit;
        let any = self.open.iter().fold(circuit.bit(false), |any, &bad| circuit.or(any, bad));
        let answer = circuit.solve(&[any], limits);
        if answer == Answer::Unsatisfiable {
            circuit.require(!any);
            self.first += self.open.len();
            self.open.clear();
            self.next = self.first + self.first / OPEN;
        }
        answer
    }

    /// The inputs of the shortest bad run, where there is one of an open length. If the run is stopped, of one that is bad.
    fn shortest(&mut self, limits: &Limits) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        let mut most = self.open.len();
        while most > 0 {
            let is_bad = |runs: &Self, i: &usize| runs.runs.circuit.value(&[runs.open[*i]]) == 1;
            let Some(bad) = (0..most).find(|i| is_bad(self, i)) else { break };
            found = (0..=self.first + bad).map(|t| self.runs.inputs(t)).collect();
            most = bad;
            let circuit = &mut self.runs.circuit;
            let any = self.open[..most].iter().fold(circuit.bit(false), |any, &bad| circuit.or(any, bad));
            if circuit.solve(&[any], limits) != Answer::Satisfiable {
                break;
            }
        }
        found
    }
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
