//! Gates as clauses of a solver.

use rustc_hash::FxHashMap;

use crate::{Answer, Effort, Limits, Lit, Solver};

/// A solver with gates: each is built once, and none that a constant decides.
pub struct Circuit<S> {
    solver: S,
    yes: Lit,
    ands: FxHashMap<(Lit, Lit), Lit>,
    xors: FxHashMap<(Lit, Lit), Lit>,
}

impl<S: Solver> Circuit<S> {
    /// A circuit over a solver.
    pub fn new(mut solver: S) -> Circuit<S> {
        let yes = solver.new_variable();
        solver.add_clause(&[yes]);
        Circuit { solver, yes, ands: FxHashMap::default(), xors: FxHashMap::default() }
    }

    /// As [`Solver::solve`].
    pub fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        self.solver.solve(assumptions, limits)
    }

    /// As [`Solver::core`].
    pub fn core(&self) -> Vec<Lit> {
        self.solver.core()
    }

    /// As [`Solver::effort`].
    pub fn effort(&self) -> Effort {
        self.solver.effort()
    }

    /// The value of a word in the model found.
    pub fn value(&self, word: &[Lit]) -> u64 {
        word.iter().enumerate().map(|(i, &lit)| u64::from(self.solver.value(lit)) << i).sum()
    }

    /// Demands that one of the literals is true.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.solver.add_clause(lits);
    }

    /// Demands that a literal is true.
    pub fn require(&mut self, lit: Lit) {
        self.solver.add_clause(&[lit]);
    }

    /// A bit that can have both values.
    pub fn fresh_bit(&mut self) -> Lit {
        self.solver.new_variable()
    }

    /// A constant.
    pub fn bit(&self, value: bool) -> Lit {
        if value { self.yes } else { !self.yes }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let no = !self.yes;
        match () {
            () if a == no || b == no || a == !b => return no,
            () if a == self.yes || a == b => return b,
            () if b == self.yes => return a,
            () => {}
        }
        if let Some(&gate) = self.ands.get(&(a, b)) {
            return gate;
        }
        let gate = self.fresh_bit();
        self.clause(&[!gate, a]);
        self.clause(&[!gate, b]);
        self.clause(&[gate, !a, !b]);
        self.ands.insert((a, b), gate);
        gate
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether they differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let no = !self.yes;
        match () {
            () if a == no => return b,
            () if b == no => return a,
            () if a == self.yes => return !b,
            () if b == self.yes => return !a,
            () if a == b => return no,
            () if a == !b => return self.yes,
            () => {}
        }
        // Complements of the operands are complements of the result.
        let complement = a.is_complement() != b.is_complement();
        let (x, y) = (a.complement_if(a.is_complement()), b.complement_if(b.is_complement()));
        self.xor_gate(x.min(y), x.max(y)).complement_if(complement)
    }

    fn xor_gate(&mut self, x: Lit, y: Lit) -> Lit {
        if let Some(&gate) = self.xors.get(&(x, y)) {
            return gate;
        }
        let gate = self.fresh_bit();
        self.clause(&[!gate, x, y]);
        self.clause(&[!gate, !x, !y]);
        self.clause(&[gate, !x, y]);
        self.clause(&[gate, x, !y]);
        self.xors.insert((x, y), gate);
        gate
    }

    /// If `c` then `a` else `b`.
    pub fn choose(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if a == b || c == self.yes {
            return a;
        }
        if c == !self.yes {
            return b;
        }
        let (x, y) = (self.and(c, a), self.and(!c, b));
        self.or(x, y)
    }

    /// Whether one of them is true.
    pub fn any(&mut self, bits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut result = !self.yes;
        for bit in bits {
            result = self.or(result, bit);
        }
        result
    }
}
