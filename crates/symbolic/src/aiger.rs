//! Relations in the AIGER format (version 1.9, binary), for other model checkers.

use std::fmt::Write as _;

use kulan_sat::Lit;

use crate::aig::Node;
use crate::relation::{Meaning, Relation, StateBit};

/// A relation as AIGER: inputs, latches with their initial values, and one bad state. `name` names the bits of states.
pub fn aiger(relation: &Relation, name: &dyn Fn(StateBit) -> String) -> Vec<u8> {
    let mut writer = Writer::new(relation);
    let inputs: Vec<Lit> = writer.inputs();
    inputs.iter().chain(relation.bits.iter().map(|b| &b.now)).for_each(|&l| writer.number(l));
    let mut gates = Vec::new();
    for (lit, node) in relation.aig.nodes() {
        writer.gate(lit, node, &mut gates);
    }
    let (i, l, a) = (inputs.len(), relation.bits.len(), gates.len());
    let mut out = format!("aig {} {i} {l} 0 {a} 1\n", i + l + a).into_bytes();
    let mut text = String::new();
    for bit in &relation.bits {
        let _ = writeln!(text, "{} {}", writer.code(bit.next), u8::from(bit.initial));
    }
    let _ = writeln!(text, "{}", writer.code(relation.bad));
    out.extend(text.into_bytes());
    for (k, &(a, b)) in gates.iter().enumerate() {
        let own = 2 * (i + l + k + 1) as u32;
        let (high, low) = (a.max(b), a.min(b));
        push_delta(&mut out, own - high);
        push_delta(&mut out, high - low);
    }
    let mut names = String::new();
    for (k, bit) in relation.bits.iter().enumerate() {
        if let Meaning::Bit(bit) = bit.meaning {
            let _ = writeln!(names, "l{k} {}", name(bit).replace('\n', " "));
        }
    }
    let _ = writeln!(names, "b0 violation\nc\nwritten by kulan");
    out.extend(names.into_bytes());
    out
}

fn push_delta(out: &mut Vec<u8>, mut delta: u32) {
    while delta >= 0x80 {
        out.push((delta & 0x7f) as u8 | 0x80);
        delta >>= 7;
    }
    out.push(delta as u8);
}

struct Writer<'r> {
    relation: &'r Relation,
    /// By node: its literal in AIGER.
    codes: Vec<u32>,
    next: u32,
}

impl<'r> Writer<'r> {
    fn new(relation: &'r Relation) -> Writer<'r> {
        // Node 0 is true, which is 1 in AIGER.
        Writer { relation, codes: vec![1; relation.aig.len()], next: 1 }
    }

    /// Free nodes that are no bits of the state.
    fn inputs(&self) -> Vec<Lit> {
        let mut is_bit = vec![false; self.codes.len()];
        self.relation.bits.iter().for_each(|b| is_bit[b.now.variable() as usize] = true);
        let free = self.relation.aig.nodes().filter(|(_, node)| *node == Node::Free);
        free.map(|(lit, _)| lit).filter(|l| !is_bit[l.variable() as usize]).collect()
    }

    fn number(&mut self, lit: Lit) {
        self.codes[lit.variable() as usize] = 2 * self.next;
        self.next += 1;
    }

    fn code(&self, lit: Lit) -> u32 {
        self.codes[lit.variable() as usize] ^ u32::from(lit.is_complement())
    }

    fn and(&mut self, a: u32, b: u32, gates: &mut Vec<(u32, u32)>) -> u32 {
        gates.push((a, b));
        self.next += 1;
        2 * (self.next - 1)
    }

    fn gate(&mut self, lit: Lit, node: Node, gates: &mut Vec<(u32, u32)>) {
        let code = match node {
            Node::True | Node::Free => return,
            Node::And(a, b) => self.and(self.code(a), self.code(b), gates),
            Node::Xor(a, b) => {
                let (a, b) = (self.code(a), self.code(b));
                let both = self.and(a, b, gates);
                let neither = self.and(a ^ 1, b ^ 1, gates);
                self.and(both ^ 1, neither ^ 1, gates)
            }
        };
        self.codes[lit.variable() as usize] = code;
    }
}
