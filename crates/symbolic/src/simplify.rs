//! Smaller relations: bits that never change, bits that nothing bad depends on, bits that are always equal.

use kulan_sat::{Circuit, Gates, Lit};
use rustc_hash::FxHashSet;

use crate::aig::{Aig, Node};
use crate::equal;
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
    /// The same without bits that are constant or equal to others, and without what the bad states do not depend on.
    pub fn simplified(&self) -> Relation {
        self.smaller(true)
    }

    /// The same with all bits that are not constant or equal to others: two states that differ in the system differ in the relation.
    pub fn with_all_bits(&self) -> Relation {
        self.smaller(false)
    }

    fn smaller(&self, cone: bool) -> Relation {
        let constant = |known: Known| match known {
            Known::Any => None,
            known => Some(Lit::new(0).complement_if(known == Known::False)),
        };
        let constants: Vec<Option<Lit>> = self.known_bits().into_iter().map(constant).collect();
        let smaller = self.rebuilt(&constants, cone);
        match equal::replacements(&smaller) {
            Some(replaced) if replaced.iter().any(Option::is_some) => smaller.rebuilt(&replaced, cone),
            _ => smaller,
        }
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

    /// The same with constants and other bits for some bits, perhaps limited to the cone of the bad states: what they depend
    /// on.
    fn rebuilt(&self, replaced: &[Option<Lit>], cone: bool) -> Relation {
        let mut copy = Copy::new(self, replaced, Circuit::new(Aig::default()));
        let bad = copy.lit(self.bad);
        // The bits that matter, found backwards from the bad states.
        let mut at = vec![usize::MAX; self.aig.len()];
        self.bits.iter().enumerate().for_each(|(i, b)| at[b.now.variable() as usize] = i);
        let mut matters: Vec<bool> = replaced.iter().map(|r| !cone && r.is_none()).collect();
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
                    Node::Free if at[i] != usize::MAX => match replaced[at[i]] {
                        Some(other) => stack.push(other.variable() as usize),
                        None => {
                            matters[at[i]] = true;
                            pending.push(self.bits[at[i]].next);
                        }
                    },
                    _ => {}
                }
            }
        }
        let bits: Vec<Atom> = self.bits.iter().zip(&matters).filter(|(_, m)| **m).map(|(b, _)| copy.atom(b)).collect();
        for i in 0..matters.len() {
            if let Some(other) = replaced[i] {
                matters[i] = other.variable() == 0 || matters[at[other.variable() as usize]];
            }
        }
        let conditions: Vec<Atom> =
            self.conditions.iter().filter(|c| self.speaks_of(c, &at, &matters)).copied().collect();
        // What has become a constant or another condition says nothing more. What has become a bit says it better.
        let mut said: FxHashSet<u32> = FxHashSet::from_iter([0]);
        let conditions = conditions.iter().map(|c| copy.atom(c)).filter(|c| said.insert(c.now.variable())).collect();
        let inputs = self.inputs.iter().map(|input| input.and_then(|l| copy.known(l))).collect();
        let aig = copy.circuit.into_gates();
        let (mut constants, mut equal) = (self.constants.clone(), self.equal.clone());
        for (atom, replaced) in self.bits.iter().zip(replaced) {
            let (Meaning::Bit(bit), Some(other)) = (atom.meaning, replaced) else { continue };
            match self.bits.get(at[other.variable() as usize]).map(|b| b.meaning) {
                Some(Meaning::Bit(of)) => equal.push((bit, of, other.is_complement())),
                _ => constants.push((bit, !other.is_complement())),
            }
        }
        Relation { aig, bits, conditions, constants, equal, inputs, bad }
    }

    /// Whether a condition depends only on bits that matter.
    fn speaks_of(&self, condition: &Atom, at: &[usize], matters: &[bool]) -> bool {
        let mut marks = vec![false; self.aig.len()];
        self.aig.mark_cone([condition.now], &mut marks);
        let mut bits = marks.iter().enumerate().filter(|(i, mark)| **mark && at[*i] != usize::MAX);
        bits.all(|(i, _)| matters[at[i]])
    }
}

/// A copy of a relation's circuit, made as it is asked for, in which some bits are replaced by others or constants.
pub(crate) struct Copy<'r, S> {
    relation: &'r Relation,
    pub circuit: Circuit<S>,
    map: Vec<Option<Lit>>,
    /// By node: what it is replaced by.
    replaced: Vec<Option<Lit>>,
}

impl<'r, S: Gates> Copy<'r, S> {
    pub fn new(relation: &'r Relation, by_bit: &[Option<Lit>], circuit: Circuit<S>) -> Copy<'r, S> {
        let mut map = vec![None; relation.aig.len()];
        map[0] = Some(circuit.bit(true));
        let mut replaced = vec![None; relation.aig.len()];
        for (bit, other) in relation.bits.iter().zip(by_bit) {
            let node = bit.now.variable() as usize;
            replaced[node] = *other;
            // Constants are known at once.
            map[node] =
                map[node].or_else(|| other.filter(|l| l.variable() == 0).map(|l| circuit.bit(!l.is_complement())));
        }
        Copy { relation, circuit, map, replaced }
    }

    pub fn known(&self, lit: Lit) -> Option<Lit> {
        Some(self.map[lit.variable() as usize]?.complement_if(lit.is_complement()))
    }

    fn is_constant(&self, node: usize) -> bool {
        self.map[node].is_some_and(|l| l.variable() == 0)
    }

    pub fn lit(&mut self, lit: Lit) -> Lit {
        let mut stack = vec![lit.variable() as usize];
        while let Some(&i) = stack.last() {
            if self.map[i].is_some() {
                stack.pop();
                continue;
            }
            let node = self.relation.aig.node(Lit::new(i as u32));
            self.map[i] = match node {
                Node::True => unreachable!("the constant is known"),
                Node::Free => match self.replaced[i].map(|other| (other, self.known(other))) {
                    None => Some(self.circuit.fresh_bit()),
                    Some((other, None)) => {
                        stack.push(other.variable() as usize);
                        None
                    }
                    Some((_, known)) => known,
                },
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
