//! Gates as clauses of a solver.

use rustc_hash::FxHashMap;

use crate::{Answer, Effort, Limits, Lit, Solver};

/// What gates are made in: a solver, which gets them as clauses, or something that keeps them as they are.
pub trait Gates {
    /// What is always true; asked for once.
    fn truth(&mut self) -> Lit;

    /// A bit that can have both values.
    fn free_bit(&mut self) -> Lit;

    /// Demands that one of the literals is true.
    fn demand(&mut self, clause: &[Lit]);

    /// A new gate for the conjunction of two literals.
    fn and_gate(&mut self, a: Lit, b: Lit) -> Lit;

    /// A new gate that tells whether two literals differ.
    fn xor_gate(&mut self, a: Lit, b: Lit) -> Lit;
}

impl<S: Solver> Gates for S {
    fn truth(&mut self) -> Lit {
        let yes = self.new_variable();
        self.add_clause(&[yes]);
        yes
    }

    fn free_bit(&mut self) -> Lit {
        self.new_variable()
    }

    fn demand(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    fn and_gate(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.new_variable();
        self.add_clause(&[!gate, a]);
        self.add_clause(&[!gate, b]);
        self.add_clause(&[gate, !a, !b]);
        gate
    }

    fn xor_gate(&mut self, a: Lit, b: Lit) -> Lit {
        let gate = self.new_variable();
        self.add_clause(&[!gate, a, b]);
        self.add_clause(&[!gate, !a, !b]);
        self.add_clause(&[gate, !a, b]);
        self.add_clause(&[gate, a, !b]);
        gate
    }
}

/// A solver with gates: each is built once, and none that a constant decides.
pub struct Circuit<S> {
    solver: S,
    yes: Lit,
    ands: FxHashMap<(Lit, Lit), Lit>,
    xors: FxHashMap<(Lit, Lit), Lit>,
}

impl<S: Solver> Circuit<S> {
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
}

impl<S: Gates> Circuit<S> {
    /// A circuit over a solver.
    pub fn new(mut solver: S) -> Circuit<S> {
        let yes = solver.truth();
        Circuit { solver, yes, ands: FxHashMap::default(), xors: FxHashMap::default() }
    }

    /// What the gates were made in, without the rest.
    pub fn into_gates(self) -> S {
        self.solver
    }

    /// Demands that one of the literals is true.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.solver.demand(lits);
    }

    /// Demands that a literal is true.
    pub fn require(&mut self, lit: Lit) {
        if lit != self.yes {
            self.solver.demand(&[lit]);
        }
    }

    /// A bit that can have both values.
    pub fn fresh_bit(&mut self) -> Lit {
        self.solver.free_bit()
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
        let gate = self.solver.and_gate(a, b);
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
        let gate = self.solver.xor_gate(x, y);
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
