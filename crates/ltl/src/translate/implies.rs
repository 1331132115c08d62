//! Implications that can be seen from the form of terms: F. Somenzi and R. Bloem, "Efficient Büchi automata from LTL
//! formulae" (2000). Finds some, never a wrong one; how deep and how many it looks at is bounded.

use super::term::{FALSE, Id, TRUE, Term, Terms};

/// How many operators deep.
const DEPTH: u32 = 24;

impl Terms {
    /// Whether `f` implies `g`, as far as is seen.
    pub(super) fn implies(&mut self, f: Id, g: Id) -> bool {
        self.implies_within(f, g, DEPTH)
    }

    fn implies_within(&mut self, f: Id, g: Id, depth: u32) -> bool {
        if f == g || f == FALSE || g == TRUE {
            return true;
        }
        if depth == 0 || self.patience == 0 || f == TRUE || g == FALSE {
            return false;
        }
        if let Some(&known) = self.implications.get(&(f, g)) {
            return known;
        }
        self.patience -= 1;
        let result = self.by_parts(f, g, depth - 1) || self.by_left(f, g, depth - 1) || self.by_right(f, g, depth - 1);
        self.implications.insert((f, g), result);
        result
    }

    /// Both sides have the same operator, or nearly.
    fn by_parts(&mut self, f: Id, g: Id, depth: u32) -> bool {
        use Term::*;
        let (a, b, c, d) = match (self.get(f), self.get(g)) {
            (Next(a), Next(c)) => (*a, *a, *c, *c),
            (Until(a, b), Until(c, d) | WeakUntil(c, d)) | (WeakUntil(a, b), WeakUntil(c, d)) => (*a, *b, *c, *d),
            (Release(a, b) | Strong(a, b), Release(c, d)) | (Strong(a, b), Strong(c, d)) => (*a, *b, *c, *d),
            // Release is weak until with the parts swapped, if the end of it has both.
            (Strong(a, b), Until(c, d) | WeakUntil(c, d)) | (Release(a, b), WeakUntil(c, d)) => (*b, *a, *c, *d),
            _ => return false,
        };
        self.implies_within(a, c, depth) && self.implies_within(b, d, depth)
    }

    /// Taking the left side apart.
    fn by_left(&mut self, f: Id, g: Id, depth: u32) -> bool {
        let eventual = self.eventual(g);
        match self.get(f).clone() {
            Term::Or(parts) => parts.iter().all(|&part| self.implies_within(part, g, depth)),
            Term::And(parts) => parts.iter().any(|&part| self.implies_within(part, g, depth)),
            Term::Globally(a) => self.implies_within(a, g, depth),
            Term::Finally(a) | Term::Next(a) => eventual && self.implies_within(a, g, depth),
            Term::Until(a, b) => self.implies_within(b, g, depth) && (eventual || self.implies_within(a, g, depth)),
            Term::WeakUntil(a, b) => self.implies_within(a, g, depth) && self.implies_within(b, g, depth),
            Term::Release(_, b) => self.implies_within(b, g, depth),
            Term::Strong(a, b) => self.implies_within(b, g, depth) || eventual && self.implies_within(a, g, depth),
            Term::Constant(_) | Term::Literal(_) => false,
        }
    }

    /// Taking the right side apart.
    fn by_right(&mut self, f: Id, g: Id, depth: u32) -> bool {
        let universal = self.universal(f);
        match self.get(g).clone() {
            Term::And(parts) => parts.iter().all(|&part| self.implies_within(f, part, depth)),
            Term::Or(parts) => parts.iter().any(|&part| self.implies_within(f, part, depth)),
            Term::Finally(d) | Term::Until(_, d) => self.implies_within(f, d, depth),
            Term::Globally(d) | Term::Next(d) => universal && self.implies_within(f, d, depth),
            Term::WeakUntil(c, d) => self.implies_within(f, d, depth) || universal && self.implies_within(f, c, depth),
            Term::Release(c, d) => self.implies_within(f, d, depth) && (universal || self.implies_within(f, c, depth)),
            Term::Strong(c, d) => self.implies_within(f, c, depth) && self.implies_within(f, d, depth),
            Term::Constant(_) | Term::Literal(_) => false,
        }
    }

    /// The negation of a term that speaks of one state only.
    pub(super) fn negated(&mut self, id: Id) -> Option<Id> {
        if !self.boolean(id) {
            return None;
        }
        Some(match self.get(id).clone() {
            Term::Literal(mut literal) => {
                literal.positive = !literal.positive;
                self.make(Term::Literal(literal))
            }
            Term::And(parts) => {
                let parts: Vec<Id> = parts.iter().filter_map(|&part| self.negated(part)).collect();
                self.or(parts)
            }
            Term::Or(parts) => {
                let parts: Vec<Id> = parts.iter().filter_map(|&part| self.negated(part)).collect();
                self.and(parts)
            }
            _ => 1 - id,
        })
    }
}
