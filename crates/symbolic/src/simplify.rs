//! Smaller relations: bits that never change, bits that nothing bad depends on, bits that are always equal.

use kulan_sat::{Circuit, Lit};

use crate::aig::{Aig, Node};
use crate::relation::{Atom, Meaning, Relation};

/// A value of a node in all reachable states, as far as it is known.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    False,
    True,
    Any,
}

impl Known {
    fn of(value: bool) -> Known {
        if value { Known::True } else { Known::False }
    }

    fn complement_if(self, complement: bool) -> Known {
        match self {
            Known::Any => Known::Any,
            known => Known::of((known == Known::True) != complement),
        }
    }
}

impl Relation {
    /// The same without bits that are constant, and without what the bad states do not depend on.
    pub fn simplified(&self) -> Relation {
        self.without_constants(true)
    }

    /// The same with all bits that are not constant: two states that differ in the system differ in the relation.
    pub fn with_all_bits(&self) -> Relation {
        self.without_constants(false)
    }

    fn without_constants(&self, cone: bool) -> Relation {
        let known = self.known_bits();
        let substitute: Vec<Option<bool>> = known
            .into_iter()
            .map(|k| match k {
                Known::Any => None,
                k => Some(k == Known::True),
            })
            .collect();
        self.rebuilt(&substitute, cone)
    }

    /// By bit: its value in all reachable states, if it is known that there is one, by simulation with unknown values.
    fn known_bits(&self) -> Vec<Known> {
        let mut now: Vec<Known> = self.bits.iter().map(|b| Known::of(b.initial)).collect();
        let mut at = vec![usize::MAX; self.aig.len()];
        self.bits.iter().enumerate().for_each(|(i, b)| at[b.now.variable() as usize] = i);
        let mut values: Vec<Known> = Vec::with_capacity(self.aig.len());
        loop {
            kulan_control::checkpoint();
            values.clear();
            for (lit, node) in self.aig.nodes() {
                let of = |l: Lit| values[l.variable() as usize].complement_if(l.is_complement());
                let value = match node {
                    Node::True => Known::True,
                    Node::Free => now.get(at[lit.variable() as usize]).copied().unwrap_or(Known::Any),
                    Node::And(a, b) => match (of(a), of(b)) {
                        (Known::False, _) | (_, Known::False) => Known::False,
                        (Known::True, Known::True) => Known::True,
                        _ => Known::Any,
                    },
                    Node::Xor(a, b) => match (of(a), of(b)) {
                        (Known::Any, _) | (_, Known::Any) => Known::Any,
                        (a, b) => Known::of(a != b),
                    },
                };
                values.push(value);
            }
            let mut changed = false;
            for (bit, now) in self.bits.iter().zip(&mut now) {
                let next = values[bit.next.variable() as usize].complement_if(bit.next.is_complement());
                if *now != Known::Any && next != *now {
                    (*now, changed) = (Known::Any, true);
                }
            }
            if !changed {
                return now;
            }
        }
    }

    /// The same with constants for some bits, perhaps limited to the cone of the bad states: what they depend on.
    fn rebuilt(&self, constants: &[Option<bool>], cone: bool) -> Relation {
        let mut copy = Copy::new(self, constants);
        let bad = copy.lit(self.bad);
        // The bits that matter, found backwards from the bad states.
        let mut at = vec![usize::MAX; self.aig.len()];
        self.bits.iter().enumerate().for_each(|(i, b)| at[b.now.variable() as usize] = i);
        let mut matters: Vec<bool> = constants.iter().map(|c| !cone && c.is_none()).collect();
        let mut looked_at = vec![false; self.aig.len()];
        let mut pending = vec![self.bad];
        while let Some(root) = pending.pop() {
            let mut stack = vec![root.variable() as usize];
            while let Some(i) = stack.pop() {
                if std::mem::replace(&mut looked_at[i], true) || copy.is_constant(i) {
                    continue;
                }
                match self.aig.node(Lit::new(i as u32)) {
                    Node::And(a, b) | Node::Xor(a, b) => {
                        stack.extend([a.variable() as usize, b.variable() as usize]);
                    }
                    Node::Free if at[i] != usize::MAX && constants[at[i]].is_none() => {
                        matters[at[i]] = true;
                        pending.push(self.bits[at[i]].next);
                    }
                    _ => {}
                }
            }
        }
        let bits = self.bits.iter().zip(&matters).filter(|(_, m)| **m).map(|(b, _)| copy.atom(b)).collect();
        let fixed = |i: usize| constants[i].is_some();
        (0..matters.len()).filter(|&i| fixed(i)).for_each(|i| matters[i] = true);
        let conditions: Vec<Atom> =
            self.conditions.iter().filter(|c| self.speaks_of(c, &at, &matters)).copied().collect();
        let conditions = conditions.iter().map(|c| copy.atom(c)).filter(|c| c.now.variable() != 0).collect();
        let inputs = self.inputs.iter().map(|input| input.and_then(|l| copy.known(l))).collect();
        let aig = copy.circuit.into_gates();
        let fixed = self.bits.iter().zip(constants).filter_map(|(atom, value)| match atom.meaning {
            Meaning::Bit(bit) => Some((bit, (*value)?)),
            Meaning::Condition(_) => None,
        });
        let constants = self.constants.iter().copied().chain(fixed).collect();
        Relation { aig, bits, conditions, constants, inputs, bad }
    }

    /// Whether a condition depends only on bits that matter.
    fn speaks_of(&self, condition: &Atom, at: &[usize], matters: &[bool]) -> bool {
        let mut marks = vec![false; self.aig.len()];
        self.aig.mark_cone([condition.now], &mut marks);
        let mut bits = marks.iter().enumerate().filter(|(i, mark)| **mark && at[*i] != usize::MAX);
        bits.all(|(i, _)| matters[at[i]])
    }
}

/// A copy of a relation's circuit, made as it is asked for.
struct Copy<'r> {
    relation: &'r Relation,
    circuit: Circuit<Aig>,
    map: Vec<Option<Lit>>,
}

impl<'r> Copy<'r> {
    fn new(relation: &'r Relation, constants: &[Option<bool>]) -> Copy<'r> {
        let circuit = Circuit::new(Aig::default());
        let mut map = vec![None; relation.aig.len()];
        map[0] = Some(circuit.bit(true));
        for (bit, constant) in relation.bits.iter().zip(constants) {
            if let Some(value) = constant {
                map[bit.now.variable() as usize] = Some(circuit.bit(*value));
            }
        }
        Copy { relation, circuit, map }
    }

    fn known(&self, lit: Lit) -> Option<Lit> {
        Some(self.map[lit.variable() as usize]?.complement_if(lit.is_complement()))
    }

    fn is_constant(&self, node: usize) -> bool {
        self.map[node].is_some_and(|l| l.variable() == 0)
    }

    fn lit(&mut self, lit: Lit) -> Lit {
        let mut stack = vec![lit.variable() as usize];
        while let Some(&i) = stack.last() {
            if self.map[i].is_some() {
                stack.pop();
                continue;
            }
            let node = self.relation.aig.node(Lit::new(i as u32));
            self.map[i] = match node {
                Node::True => unreachable!("the constant is known"),
                Node::Free => Some(self.circuit.fresh_bit()),
                Node::And(a, b) | Node::Xor(a, b) => match (self.known(a), self.known(b)) {
                    (Some(a), Some(b)) if matches!(node, Node::And(..)) => Some(self.circuit.and(a, b)),
                    (Some(a), Some(b)) => Some(self.circuit.xor(a, b)),
                    (a_known, b_known) => {
                        stack.extend(a_known.is_none().then_some(a.variable() as usize));
                        stack.extend(b_known.is_none().then_some(b.variable() as usize));
                        None
                    }
                },
            };
        }
        self.known(lit).expect("it was just copied")
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        Atom { now: self.lit(atom.now), next: self.lit(atom.next), ..*atom }
    }
}
