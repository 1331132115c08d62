//! Formulas.

use std::collections::BTreeMap;
use std::ops::Not;

/// A formula of linear temporal logic over numbered propositions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    /// Always true, or never.
    Constant(bool),
    /// A proposition of the first state.
    Atom(usize),
    /// Negation.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One or the other or both.
    Or(Box<Formula>, Box<Formula>),
    /// The second if the first.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or none.
    Equivalent(Box<Formula>, Box<Formula>),
    /// From the next state on.
    Next(Box<Formula>),
    /// From some state on.
    Finally(Box<Formula>),
    /// From every state on.
    Globally(Box<Formula>),
    /// The first until the second, which comes.
    Until(Box<Formula>, Box<Formula>),
    /// The first until the second, or forever.
    WeakUntil(Box<Formula>, Box<Formula>),
    /// The second up to and including where the first holds, or forever (SPIN's `V`).
    Release(Box<Formula>, Box<Formula>),
}

/// How a proposition occurs in a formula, after implications are written as disjunctions: S. F. Siegel, "Transparent
/// partial order reduction", section 2.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Polarity {
    /// Under an even number of negations.
    pub positive: bool,
    /// Under an odd number.
    pub negative: bool,
}

impl Formula {
    /// Calls `f` on the parts directly below.
    pub fn for_parts<'a>(&'a self, mut f: impl FnMut(&'a Formula)) {
        use Formula::*;
        match self {
            Constant(_) | Atom(_) => {}
            Not(a) | Next(a) | Finally(a) | Globally(a) => f(a),
            And(a, b) | Or(a, b) | Implies(a, b) | Equivalent(a, b) | Until(a, b) | WeakUntil(a, b) | Release(a, b) => {
                f(a);
                f(b);
            }
        }
    }

    /// The number of parts directly below.
    pub fn arity(&self) -> usize {
        let mut arity = 0;
        self.for_parts(|_| arity += 1);
        arity
    }

    /// All parts and itself, each after its own parts, the first of two before the second. Does not recurse: formulas
    /// may be deep.
    pub fn parts_first(&self) -> Vec<&Formula> {
        let mut order = Vec::new();
        let mut pending = vec![self];
        while let Some(next) = pending.pop() {
            order.push(next);
            next.for_parts(|part| pending.push(part));
        }
        order.reverse();
        order
    }

    /// Whether it speaks of the next state: only then may it tell runs apart that differ in stuttering.
    pub fn has_next(&self) -> bool {
        self.parts_first().iter().any(|part| matches!(part, Formula::Next(_)))
    }

    /// The propositions that occur, with how.
    pub fn polarities(&self) -> BTreeMap<usize, Polarity> {
        let mut found = BTreeMap::new();
        self.note_polarities(true, &mut found);
        found
    }

    fn note_polarities(&self, positive: bool, found: &mut BTreeMap<usize, Polarity>) {
        match self {
            Formula::Atom(atom) => {
                let polarity = found.entry(*atom).or_default();
                polarity.positive |= positive;
                polarity.negative |= !positive;
            }
            Formula::Not(a) => a.note_polarities(!positive, found),
            Formula::Implies(a, b) => {
                a.note_polarities(!positive, found);
                b.note_polarities(positive, found);
            }
            Formula::Equivalent(a, b) => {
                for positive in [false, true] {
                    a.note_polarities(positive, found);
                    b.note_polarities(positive, found);
                }
            }
            _ => self.for_parts(|part| part.note_polarities(positive, found)),
        }
    }
}

impl Not for Formula {
    type Output = Formula;

    fn not(self) -> Formula {
        match self {
            Formula::Constant(value) => Formula::Constant(!value),
            Formula::Not(part) => *part,
            other => Formula::Not(Box::new(other)),
        }
    }
}
