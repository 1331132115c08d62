//! A circuit as clauses. Trees of conjunctions, and choices between two values, are single gates here, so that a question has
//! fewer variables.

use kulan_sat::Lit;

use super::solver::Cdcl;
use crate::aig::{Aig, Node};

/// What each variable depends on directly. Variables are those of the nodes; a node within a gate is not used.
pub struct Gates {
    /// By variable: where its operands begin.
    starts: Vec<u32>,
    operands: Vec<u32>,
}

impl Gates {
    /// The gates of a circuit, and a solver that knows them. The roots can be asked about.
    pub fn new(aig: &Aig, roots: impl IntoIterator<Item = Lit>) -> (Gates, Cdcl) {
        let mut solver = Cdcl::new(aig.len());
        let mut uses = vec![0u32; aig.len()];
        let mut is_needed = vec![false; aig.len()];
        for (_, node) in aig.nodes() {
            if let Node::And(a, b) | Node::Xor(a, b) = node {
                uses[a.variable() as usize] += 1;
                uses[b.variable() as usize] += 1;
            }
        }
        for root in roots {
            is_needed[root.variable() as usize] = true;
        }
        let shape = Shape { aig, uses: &uses, roots: &is_needed.clone() };
        let mut by_variable: Vec<Vec<u32>> = vec![Vec::new(); aig.len()];
        // Gates come behind their operands, so whoever needs a gate was seen before it.
        for (gate, node) in aig.nodes().rev() {
            if !is_needed[gate.variable() as usize] {
                continue;
            }
            let operands = match node {
                Node::True => {
                    solver.add_clause(&[gate]);
                    continue;
                }
                Node::Free => continue,
                Node::Xor(a, b) => {
                    solver.add_clause(&[!gate, a, b]);
                    solver.add_clause(&[!gate, !a, !b]);
                    solver.add_clause(&[gate, !a, b]);
                    solver.add_clause(&[gate, a, !b]);
                    vec![a, b]
                }
                Node::And(..) => match shape.choice(gate) {
                    Some([which, then, otherwise]) => {
                        add_choice(&mut solver, !gate, [which, then, otherwise]);
                        vec![which, then, otherwise]
                    }
                    None => {
                        let all = shape.conjuncts(gate);
                        let mut clause = vec![gate];
                        for &lit in &all {
                            solver.add_clause(&[!gate, lit]);
                            clause.push(!lit);
                        }
                        solver.add_clause(&clause);
                        all
                    }
                },
            };
            let variables = &mut by_variable[gate.variable() as usize];
            variables.extend(operands.iter().map(|l| l.variable()));
            variables.iter().for_each(|&v| is_needed[v as usize] = true);
        }
        let mut gates = Gates { starts: vec![0], operands: Vec::new() };
        for operands in by_variable {
            gates.operands.extend(operands);
            gates.starts.push(gates.operands.len() as u32);
        }
        (gates, solver)
    }

    /// What a variable depends on directly.
    pub fn operands(&self, variable: u32) -> &[u32] {
        let i = variable as usize;
        &self.operands[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// How nodes are put together.
struct Shape<'a> {
    aig: &'a Aig,
    /// By node: how many others use it.
    uses: &'a [u32],
    roots: &'a [bool],
}

impl Shape<'_> {
    /// The operands of a conjunction that only one other node uses.
    fn inner(&self, lit: Lit) -> Option<(Lit, Lit)> {
        let i = lit.variable() as usize;
        match self.aig.node(lit) {
            Node::And(a, b) if self.uses[i] == 1 && !self.roots[i] => Some((a, b)),
            _ => None,
        }
    }

    /// If the complement of a conjunction is a choice: which one is asked for, and the two values.
    fn choice(&self, gate: Lit) -> Option<[Lit; 3]> {
        let Node::And(a, b) = self.aig.node(gate) else { return None };
        if !a.is_complement() || !b.is_complement() || a == b {
            return None;
        }
        let ((a, b), (c, d)) = (self.inner(a)?, self.inner(b)?);
        [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .find_map(|(which, then, other, otherwise)| (which == !other).then_some([which, then, otherwise]))
    }

    /// What must be true for a conjunction to be.
    fn conjuncts(&self, gate: Lit) -> Vec<Lit> {
        let mut found = Vec::new();
        let Node::And(a, b) = self.aig.node(gate) else { return found };
        let mut stack = vec![a, b];
        while let Some(lit) = stack.pop() {
            match self.inner(lit) {
                Some((a, b)) if !lit.is_complement() && self.choice(lit).is_none() => stack.extend([a, b]),
                _ => found.push(lit),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn add_choice(solver: &mut Cdcl, gate: Lit, [which, then, otherwise]: [Lit; 3]) {
    solver.add_clause(&[!which, !then, gate]);
    solver.add_clause(&[!which, then, !gate]);
    solver.add_clause(&[which, !otherwise, gate]);
    solver.add_clause(&[which, otherwise, !gate]);
    if then != !otherwise {
        // These follow, but more follows from them at once.
        solver.add_clause(&[!then, !otherwise, gate]);
        solver.add_clause(&[then, otherwise, !gate]);
    }
}
