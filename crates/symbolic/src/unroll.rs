//! A relation step by step: what its nodes are at each time, in one solver.

use kulan_sat::{Circuit, Lit, Solver};

use crate::aig::Node;
use crate::relation::Relation;

/// The first states of runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The initial one.
    Initial,
    /// Any.
    Anywhere,
}

/// The nodes of a relation at a number of times.
pub struct Unrolling<'r, S> {
    relation: &'r Relation,
    /// The gates.
    pub circuit: Circuit<S>,
    /// By time and node: its literal, if it was asked for.
    steps: Vec<Vec<Option<Lit>>>,
    start: Start,
    /// By node: the bit of the state that it is.
    bit_at: Vec<u32>,
}

impl<'r, S: Solver> Unrolling<'r, S> {
    /// Runs of a relation.
    pub fn new(relation: &'r Relation, solver: S, start: Start) -> Unrolling<'r, S> {
        let mut bit_at = vec![u32::MAX; relation.aig.len()];
        relation.bits.iter().enumerate().for_each(|(i, b)| bit_at[b.now.variable() as usize] = i as u32);
        Unrolling { relation, circuit: Circuit::new(solver), steps: Vec::new(), start, bit_at }
    }

    fn known(&self, time: usize, lit: Lit) -> Option<Lit> {
        Some(self.steps.get(time)?[lit.variable() as usize]?.complement_if(lit.is_complement()))
    }

    /// The literal of the solver that is a literal of the relation at a time.
    pub fn lit(&mut self, time: usize, lit: Lit) -> Lit {
        while self.steps.len() <= time {
            let mut step = vec![None; self.relation.aig.len()];
            step[0] = Some(self.circuit.bit(true));
            self.steps.push(step);
        }
        let mut stack = vec![(time, lit.variable())];
        while let Some(&(time, node)) = stack.last() {
            let here = Lit::new(node);
            if self.known(time, here).is_some() {
                stack.pop();
                continue;
            }
            let found = match self.relation.aig.node(here) {
                Node::True => unreachable!("the constant is known"),
                Node::Free => self.free(time, node, &mut stack),
                kind @ (Node::And(a, b) | Node::Xor(a, b)) => match (self.known(time, a), self.known(time, b)) {
                    (Some(a), Some(b)) if matches!(kind, Node::And(..)) => Some(self.circuit.and(a, b)),
                    (Some(a), Some(b)) => Some(self.circuit.xor(a, b)),
                    (x, y) => {
                        stack.extend(x.is_none().then_some((time, a.variable())));
                        stack.extend(y.is_none().then_some((time, b.variable())));
                        None
                    }
                },
            };
            self.steps[time][node as usize] = found;
        }
        self.known(time, lit).expect("it was just made")
    }

    /// An input, or a bit of the state, which is what the step before made of it.
    fn free(&mut self, time: usize, node: u32, stack: &mut Vec<(usize, u32)>) -> Option<Lit> {
        let bit = self.relation.bits.get(self.bit_at[node as usize] as usize);
        match (bit, time, self.start) {
            (None, ..) | (Some(_), 0, Start::Anywhere) => Some(self.circuit.fresh_bit()),
            (Some(bit), 0, Start::Initial) => Some(self.circuit.bit(bit.initial)),
            (Some(bit), ..) => {
                let before = self.known(time - 1, bit.next);
                if before.is_none() {
                    stack.push((time - 1, bit.next.variable()));
                }
                before
            }
        }
    }

    /// The inputs at a time in the model found; those that were not asked for are false.
    pub fn inputs(&self, time: usize) -> Vec<bool> {
        let value = |lit: Lit| self.known(time, lit).is_some_and(|l| self.circuit.value(&[l]) == 1);
        self.relation.inputs.iter().map(|input| input.is_some_and(value)).collect()
    }
}
