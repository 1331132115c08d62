//! Expressions as circuits.

use batsat::Lit;
use kulan_ir::{Expr, ExprId, Exprs, VarId};
use rustc_hash::FxHashMap;

use crate::cells::Cells;
use crate::circuit::{Circuit, Word};
use crate::prover::Model;
use crate::values::Values;

/// What was encoded so far.
pub struct Encoder<'a> {
    exprs: &'a Exprs,
    cells: &'a Cells,
    values: &'a [Values],
    words: FxHashMap<ExprId, Word>,
    known: FxHashMap<usize, Word>,
    /// Cells with the only values that they are to have.
    fixed: Vec<(usize, u64)>,
    /// Reads of lumped arrays: the array, the index, and the value if it is in range.
    lumped: Vec<(VarId, Word, Word)>,
}

impl<'a> Encoder<'a> {
    pub fn new(exprs: &'a Exprs, cells: &'a Cells, values: &'a [Values], fixed: Vec<(usize, u64)>) -> Encoder<'a> {
        let (words, known) = (FxHashMap::default(), FxHashMap::default());
        Encoder { exprs, cells, values, words, known, fixed, lumped: Vec::new() }
    }

    /// The value of an expression.
    pub fn word(&mut self, circuit: &mut Circuit, id: ExprId) -> Word {
        if let Some(word) = self.words.get(&id) {
            return word.clone();
        }
        let width = self.exprs.width(id);
        let word = match self.exprs.get(id) {
            Expr::Const { bits, .. } => circuit.constant(width, bits),
            Expr::Var(v) => self.cell(circuit, self.cells.all(v).start, width),
            Expr::Element(v, index) => self.element(circuit, v, index, width),
            Expr::Input { .. } => unreachable!("inputs are variables in questions"),
            Expr::Not(a) => self.word(circuit, a).into_iter().map(|bit| !bit).collect(),
            Expr::Neg(a) => {
                let a = self.word(circuit, a);
                circuit.negate(&a)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.word(circuit, a), self.word(circuit, b));
                circuit.binary(op, &a, &b)
            }
            Expr::Ite(c, a, b) => {
                let c = self.word(circuit, c)[0];
                let (a, b) = (self.word(circuit, a), self.word(circuit, b));
                circuit.choose_word(c, &a, &b)
            }
            Expr::ZeroExtend(_, a) => {
                let mut word = self.word(circuit, a);
                word.resize(usize::from(width), circuit.bit(false));
                word
            }
            Expr::SignExtend(_, a) => {
                let mut word = self.word(circuit, a);
                word.resize(usize::from(width), word[word.len() - 1]);
                word
            }
            Expr::Extract { low, of, .. } => {
                let word = self.word(circuit, of);
                word[usize::from(low)..][..usize::from(width)].to_vec()
            }
            Expr::Concat(a, b) => {
                let mut word = self.word(circuit, b);
                word.extend(self.word(circuit, a));
                word
            }
        };
        self.words.insert(id, word.clone());
        word
    }

    fn cell(&mut self, circuit: &mut Circuit, cell: usize, width: u8) -> Word {
        if let Some(word) = self.known.get(&cell) {
            return word.clone();
        }
        let word = match self.fixed.iter().find(|f| f.0 == cell) {
            Some(&(_, value)) => circuit.constant(width, value),
            None => one_of(circuit, width, &self.values[cell]),
        };
        self.known.insert(cell, word.clone());
        word
    }

    fn element(&mut self, circuit: &mut Circuit, v: VarId, index: ExprId, width: u8) -> Word {
        let length = u64::from(self.cells.elements(v));
        if let Some(i) = self.exprs.as_const(index) {
            if i >= length {
                return circuit.constant(width, 0);
            }
            if let Some(cell) = self.cells.element(v, i) {
                return self.cell(circuit, cell, width);
            }
        }
        let at = self.word(circuit, index);
        if self.cells.is_lumped(v) {
            return self.lumped(circuit, v, at, width);
        }
        let mut result = circuit.constant(width, 0);
        for (i, cell) in self.cells.all(v).enumerate() {
            let here = equals(circuit, &at, i as u64);
            if here != circuit.bit(false) {
                let value = self.cell(circuit, cell, width);
                result = circuit.choose_word(here, &value, &result);
            }
        }
        result
    }

    /// An element of an array too long to go through: equal positions have equal values.
    fn lumped(&mut self, circuit: &mut Circuit, v: VarId, at: Word, width: u8) -> Word {
        let value = one_of(circuit, width, &self.values[self.cells.all(v).start]);
        for (other, other_at, other_value) in &self.lumped {
            if *other == v {
                let wide = at.len().max(other_at.len());
                let (mut a, mut b) = (at.clone(), other_at.clone());
                a.resize(wide, circuit.bit(false));
                b.resize(wide, circuit.bit(false));
                let same = circuit.equal(&a, &b);
                let agree = circuit.equal(&value, other_value);
                let consistent = circuit.or(!same, agree);
                circuit.require(consistent);
            }
        }
        let inside = below(circuit, &at, u64::from(self.cells.elements(v)));
        let zero = circuit.constant(width, 0);
        let result = circuit.choose_word(inside, &value, &zero);
        self.lumped.push((v, at, value));
        result
    }

    /// Reads the model that the solver found.
    pub fn model(&self, circuit: &Circuit, model: &mut Model) {
        model.cells.extend(self.known.iter().map(|(&cell, word)| (cell, circuit.value(word))));
        for (v, at, value) in &self.lumped {
            model.elements.push((*v, circuit.value(at), circuit.value(value)));
        }
    }
}

/// Whether a word has a value, which may be too large for it.
fn equals(circuit: &mut Circuit, word: &[Lit], value: u64) -> Lit {
    if word.len() < 64 && value >> word.len() != 0 {
        return circuit.bit(false);
    }
    let constant = circuit.constant(word.len() as u8, value);
    circuit.equal(word, &constant)
}

/// Whether a word is below a value, which may be too large for it.
fn below(circuit: &mut Circuit, word: &[Lit], value: u64) -> Lit {
    if word.len() < 64 && value >> word.len() != 0 {
        return circuit.bit(true);
    }
    let constant = circuit.constant(word.len() as u8, value);
    circuit.less(word, &constant)
}

/// A word that can have these values; bits that are the same in all are constant.
fn one_of(circuit: &mut Circuit, width: u8, values: &Values) -> Word {
    let (some, all) = values.bits();
    let bit = |i: u8| match (some >> i & 1, all >> i & 1) {
        (0, _) => circuit.bit(false),
        (_, 0) => circuit.fresh_bit(),
        _ => circuit.bit(true),
    };
    let word: Word = (0..width).map(bit).collect();
    let allowed = member(circuit, &word, values);
    circuit.require(allowed);
    word
}

/// Whether the value of a word is one of these.
fn member(circuit: &mut Circuit, word: &[Lit], values: &Values) -> Lit {
    match values {
        Values::Set(set) => among(circuit, word, set),
        &Values::Range(low, high) => {
            let low = circuit.constant(word.len() as u8, low);
            let high = circuit.constant(word.len() as u8, high);
            let (under, over) = (circuit.less(word, &low), circuit.less(&high, word));
            circuit.and(!under, !over)
        }
    }
}

/// Decides by the highest bit, and so on. `set` is in order, and its values agree in the bits above the word's.
fn among(circuit: &mut Circuit, word: &[Lit], set: &[u64]) -> Lit {
    if set.is_empty() {
        return circuit.bit(false);
    }
    if word.len() < 64 && set.len() as u64 == 1 << word.len() {
        return circuit.bit(true);
    }
    let top = word.len() - 1;
    let middle = set.partition_point(|value| value >> top & 1 == 0);
    let (low, high) = (among(circuit, &word[..top], &set[..middle]), among(circuit, &word[..top], &set[middle..]));
    circuit.choose(word[top], high, low)
}
