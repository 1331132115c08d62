//! Sets of states.

use kulan_sat::Lit;

/// A conjunction of atoms and complements, in order; the variable of a literal is the number of its atom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    lits: Vec<Lit>,
    /// Which atoms occur, roughly: one that includes another has no bit that the other lacks.
    summary: u64,
}

impl Cube {
    /// A cube of literals in any order.
    pub fn new(mut lits: Vec<Lit>) -> Cube {
        lits.sort_unstable();
        lits.dedup();
        let bit = |l: &Lit| {
            1 << ((l.variable().wrapping_mul(2) + u32::from(l.is_complement())).wrapping_mul(0x9e37_79b1) >> 26)
        };
        let summary = lits.iter().map(bit).fold(0, |a, b: u64| a | b);
        Cube { lits, summary }
    }

    /// Its literals.
    pub fn iter(&self) -> impl Iterator<Item = Lit> + '_ {
        self.lits.iter().copied()
    }

    /// Its literals.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Its atoms.
    pub fn atoms(&self) -> impl Iterator<Item = usize> + '_ {
        self.lits.iter().map(|l| l.variable() as usize)
    }

    /// How many literals it has.
    pub fn len(&self) -> usize {
        self.lits.len()
    }

    /// Whether every state of the other one belongs to it, as far as the literals show.
    pub fn includes(&self, other: &Cube) -> bool {
        if self.lits.len() > other.lits.len() || self.summary & !other.summary != 0 {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.any(|l| l == lit))
    }

    /// The same without a literal.
    pub fn without(&self, lit: Lit) -> Cube {
        Cube::new(self.lits.iter().copied().filter(|&l| l != lit).collect())
    }

    /// Whether it has a literal.
    pub fn contains(&self, lit: Lit) -> bool {
        self.lits.binary_search(&lit).is_ok()
    }
}
