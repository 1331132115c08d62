//! Words that end in a cycle, and what formulas say of them: the arbiter of everything else in this crate.

use std::collections::BTreeSet;

use crate::{Formula, Literal};

/// The propositions that hold in one state.
pub type Letter = BTreeSet<usize>;

/// An infinite word: the stem, then the cycle forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// What comes once; may be empty.
    pub stem: Vec<Letter>,
    /// What comes again and again; not empty.
    pub cycle: Vec<Letter>,
}

impl Lasso {
    /// The number of different positions.
    pub fn positions(&self) -> usize {
        self.stem.len() + self.cycle.len()
    }

    /// The letter at a position.
    pub fn letter(&self, position: usize) -> &Letter {
        self.stem.get(position).unwrap_or_else(|| &self.cycle[position - self.stem.len()])
    }

    /// The position after one.
    pub fn after(&self, position: usize) -> usize {
        if position + 1 == self.positions() { self.stem.len() } else { position + 1 }
    }
}

/// Whether a letter agrees with all literals.
pub fn agrees(guard: &[Literal], letter: &Letter) -> bool {
    guard.iter().all(|literal| letter.contains(&literal.atom) == literal.positive)
}

/// Whether a formula holds of a word: straight from the definition of each operator.
pub fn evaluate(formula: &Formula, word: &Lasso) -> bool {
    let mut values: Vec<Vec<bool>> = Vec::new();
    for formula in formula.parts_first() {
        let second = if formula.arity() > 1 { values.pop().unwrap_or_default() } else { Vec::new() };
        let first = if formula.arity() > 0 { values.pop().unwrap_or_default() } else { Vec::new() };
        values.push(combine(formula, &first, &second, word));
    }
    values[0][0]
}

/// The values of a formula at all positions, from those of its parts.
fn combine(formula: &Formula, a: &[bool], b: &[bool], word: &Lasso) -> Vec<bool> {
    let each = |f: &dyn Fn(usize) -> bool| (0..word.positions()).map(f).collect::<Vec<_>>();
    match formula {
        Formula::Constant(value) => each(&|_| *value),
        Formula::Atom(atom) => each(&|i| word.letter(i).contains(atom)),
        Formula::Not(_) => each(&|i| !a[i]),
        Formula::And(..) => each(&|i| a[i] && b[i]),
        Formula::Or(..) => each(&|i| a[i] || b[i]),
        Formula::Implies(..) => each(&|i| !a[i] || b[i]),
        Formula::Equivalent(..) => each(&|i| a[i] == b[i]),
        Formula::Next(_) => each(&|i| a[word.after(i)]),
        Formula::Finally(_) => unfold(word, false, |i, next| a[i] || next),
        Formula::Globally(_) => unfold(word, true, |i, next| a[i] && next),
        Formula::Until(..) => unfold(word, false, |i, next| b[i] || a[i] && next),
        Formula::WeakUntil(..) => unfold(word, true, |i, next| b[i] || a[i] && next),
        Formula::Release(..) => unfold(word, true, |i, next| b[i] && (a[i] || next)),
    }
}

/// The least (from false) or greatest (from true) solution of `v[i] = step(i, v[i + 1])`: twice around the cycle.
fn unfold(word: &Lasso, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![start; word.positions()];
    for _ in 0..2 {
        for i in (0..word.positions()).rev() {
            values[i] = step(i, values[word.after(i)]);
        }
    }
    values
}
