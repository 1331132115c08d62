//! Bits that are always equal, or always different, in all reachable states (van Eijk, 1998).
//!
//! Simulation from the initial state leaves classes of bits that were never seen to differ. They are equal in all reachable
//! states if they are equal in the next state whenever all of them are equal in this one; what is not splits the classes, until
//! nothing does. Bits are compared with their initial values, so that complements are equal, too, and constants never differ
//! from theirs.

use kulan_sat::{Answer, Batsat, Circuit, Limits, Lit};
use rustc_hash::FxHashMap;

use crate::aig::Node;
use crate::relation::Relation;
use crate::simplify::Copy;

/// Steps of the simulation, and how many nodes are looked at in all of them together.
const STEPS: usize = 256;
const MOST_SIMULATED: usize = 1 << 26;
/// Conflicts after which a pair counts as different.
const MOST_CONFLICTS: u64 = 500;
/// Literals that follow and clauses, in all rounds together, after which nothing is known.
const MOST_WORK: u64 = 60_000_000;

/// By bit: what it can be replaced by, a constant or an earlier bit or its complement. `None` if that is too much work.
pub fn replacements(relation: &Relation) -> Option<Vec<Option<Lit>>> {
    let mut finder = Finder::new(relation);
    finder.simulate();
    let mut work = 0;
    loop {
        let replaced = finder.replaced();
        if replaced.iter().all(Option::is_none) || !finder.round(&replaced, &mut work)? {
            return Some(replaced);
        }
    }
}

struct Finder<'r> {
    relation: &'r Relation,
    /// By bit, plus one: the first of its class, plus one; what does not differ from its initial value is in that of zero.
    first: Vec<usize>,
    /// By node: its values in 64 states at once.
    values: Vec<u64>,
    random: u64,
}

/// What a literal is where all nodes have these values.
fn value_of(values: &[u64], lit: Lit) -> u64 {
    values[lit.variable() as usize] ^ if lit.is_complement() { u64::MAX } else { 0 }
}

impl<'r> Finder<'r> {
    fn new(relation: &'r Relation) -> Finder<'r> {
        let values = vec![0; relation.aig.len()];
        Finder { relation, first: vec![0; relation.bits.len() + 1], values, random: 0x9e37_79b9_7f4a_7c15 }
    }

    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Makes all gates follow from the free nodes.
    fn propagate(&mut self) {
        for (i, (_, node)) in self.relation.aig.nodes().enumerate() {
            let of = |l: Lit| value_of(&self.values, l);
            self.values[i] = match node {
                Node::True => u64::MAX,
                Node::Free => continue,
                Node::And(a, b) => of(a) & of(b),
                Node::Xor(a, b) => of(a) ^ of(b),
            };
        }
    }

    /// Splits the classes by the next state; says whether that changed something.
    fn split(&mut self) -> bool {
        let mut found: FxHashMap<(usize, u64), usize> = FxHashMap::default();
        found.insert((0, 0), 0);
        let mut is_split = false;
        for (i, bit) in self.relation.bits.iter().enumerate() {
            let changed = value_of(&self.values, bit.next.complement_if(bit.initial));
            let class = self.first[i + 1];
            let first = *found.entry((class, changed)).or_insert(i + 1);
            is_split |= first != class;
            self.first[i + 1] = first;
        }
        is_split
    }

    /// Random runs from the initial state.
    fn simulate(&mut self) {
        let bits = &self.relation.bits;
        let mut state: Vec<u64> = bits.iter().map(|b| if b.initial { u64::MAX } else { 0 }).collect();
        for _ in 0..STEPS.min(MOST_SIMULATED / self.relation.aig.len().max(1)) {
            kulan_control::checkpoint();
            for input in self.relation.inputs.iter().flatten() {
                self.values[input.variable() as usize] = self.random();
            }
            bits.iter().zip(&state).for_each(|(b, &value)| self.values[b.now.variable() as usize] = value);
            self.propagate();
            self.split();
            bits.iter().zip(&mut state).for_each(|(b, value)| *value = value_of(&self.values, b.next));
        }
    }

    /// By bit: what its class says that it is.
    fn replaced(&self) -> Vec<Option<Lit>> {
        let bits = &self.relation.bits;
        let of = |(i, &first): (usize, &usize)| match first {
            0 => Some(Lit::new(0).complement_if(!bits[i].initial)),
            first if first == i + 1 => None,
            first => Some(bits[first - 1].now.complement_if(bits[first - 1].initial != bits[i].initial)),
        };
        self.first[1..].iter().enumerate().map(of).collect()
    }

    /// Whether a class was split because not all of its bits are equal after a step from where all classes are right.
    fn round(&mut self, replaced: &[Option<Lit>], work: &mut u64) -> Option<bool> {
        let bits = &self.relation.bits;
        let control = kulan_control::current();
        let limits = Limits { conflicts: Some(MOST_CONFLICTS), ..Limits::of(&control) };
        let mut copy = Copy::new(self.relation, replaced, Circuit::new(Batsat::default()));
        let (mut is_split, mut spent) = (false, 0);
        for i in 0..bits.len() {
            while self.first[i + 1] != i + 1 {
                kulan_control::checkpoint();
                let mut changed = |i: usize| copy.lit(bits[i].next).complement_if(bits[i].initial);
                let (own, first) = (changed(i), self.first[i + 1].checked_sub(1).map(changed));
                let first = first.unwrap_or(copy.circuit.bit(false));
                let differ = copy.circuit.xor(own, first);
                if differ == copy.circuit.bit(false) {
                    break;
                }
                let answer = copy.circuit.solve(&[differ], &limits);
                let effort = copy.circuit.effort();
                let before = std::mem::replace(&mut spent, effort.propagations + effort.clauses);
                *work += spent.saturating_sub(before);
                if *work > MOST_WORK {
                    return None;
                }
                match answer {
                    Answer::Unsatisfiable => break,
                    Answer::Satisfiable => self.refute(&copy, replaced),
                    Answer::Unknown => self.first[i + 1] = i + 1,
                }
                is_split = true;
            }
        }
        Some(is_split)
    }

    /// Splits the classes by what the solver found, and by states and inputs close to that.
    fn refute(&mut self, copy: &Copy<Batsat>, replaced: &[Option<Lit>]) {
        let found = |lit: Lit| copy.known(lit).is_some_and(|l| copy.circuit.value(&[l]) == 1);
        let bits = &self.relation.bits;
        let free = bits.iter().map(|b| b.now).zip(replaced).filter(|(_, r)| r.is_none()).map(|(now, _)| now);
        let free: Vec<Lit> = free.chain(self.relation.inputs.iter().copied().flatten()).collect();
        for lit in free {
            // The first of the 64 is what was found.
            let flipped = self.random() & self.random() & self.random() & !1;
            self.values[lit.variable() as usize] = flipped ^ if found(lit) { u64::MAX } else { 0 };
        }
        self.values[0] = u64::MAX;
        for (bit, other) in bits.iter().zip(replaced) {
            if let Some(other) = other {
                self.values[bit.now.variable() as usize] = value_of(&self.values, *other);
            }
        }
        self.propagate();
        self.split();
    }
}
