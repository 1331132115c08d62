//! Constructors of weak until and strong release, as in `rewrite`; and what these share.

use super::term::{FALSE, Id, TRUE, Term, Terms};

impl Terms {
    pub(super) fn weak_until(&mut self, a: Id, b: Id) -> Id {
        if self.negated(a).is_some_and(|not_a| self.implies(not_a, b)) {
            return TRUE;
        }
        if b == FALSE {
            return self.globally(a);
        }
        if self.implies(a, b) {
            return b;
        }
        if self.universal(a) {
            return self.or([a, b]);
        }
        if self.eventual(b) {
            let always = self.globally(a);
            return self.or([always, b]);
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (Term::Next(c), Term::Next(d)) => {
                let inner = self.weak_until(c, d);
                return self.next(inner);
            }
            (Term::WeakUntil(_, d), _) if d == b => return a,
            (_, Term::WeakUntil(c, _)) if self.implies(a, c) => return b,
            (_, Term::WeakUntil(c, d) | Term::Until(c, d)) if self.implies(c, a) => return self.weak_until(a, d),
            _ => {}
        }
        match self.weaker_left(a, b) {
            Some(a) => self.weak_until(a, b),
            None => self.make(Term::WeakUntil(a, b)),
        }
    }

    pub(super) fn strong(&mut self, a: Id, b: Id) -> Id {
        if self.negated(a).is_some_and(|not_a| self.implies(b, not_a)) {
            return FALSE;
        }
        if b == TRUE {
            return self.finally(a);
        }
        if self.implies(b, a) {
            return b;
        }
        if self.eventual(a) {
            return self.and([a, b]);
        }
        if self.universal(b) {
            let end = self.finally(a);
            return self.and([end, b]);
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (Term::Next(c), Term::Next(d)) => {
                let inner = self.strong(c, d);
                return self.next(inner);
            }
            (Term::Strong(_, d), _) if d == b => return a,
            (_, Term::Strong(c, _)) if self.implies(c, a) => return b,
            (_, Term::Strong(c, d) | Term::Release(c, d)) if self.implies(a, c) => return self.strong(a, d),
            (_, Term::And(parts)) => {
                let (out, rest) = self.split(&parts, Terms::universal);
                if !out.is_empty() {
                    let rest = self.and(rest);
                    let rest = self.strong(a, rest);
                    return self.and(out.into_iter().chain([rest]));
                }
            }
            _ => {}
        }
        match self.stronger_left(a, b) {
            Some(a) => self.strong(a, b),
            None => self.make(Term::Strong(a, b)),
        }
    }

    /// `(a | c) U b` is `a U b` if `c` implies `b`: what is left of the disjunction, if less.
    pub(super) fn weaker_left(&mut self, a: Id, b: Id) -> Option<Id> {
        let Term::Or(parts) = self.get(a).clone() else { return None };
        let rest: Vec<Id> = parts.iter().copied().filter(|&part| !self.implies(part, b)).collect();
        if rest.len() < parts.len() { Some(self.or(rest)) } else { None }
    }

    /// `(a & c) R b` is `a R b` if `b` implies `c`.
    pub(super) fn stronger_left(&mut self, a: Id, b: Id) -> Option<Id> {
        let Term::And(parts) = self.get(a).clone() else { return None };
        let rest: Vec<Id> = parts.iter().copied().filter(|&part| !self.implies(b, part)).collect();
        if rest.len() < parts.len() { Some(self.and(rest)) } else { None }
    }

    /// Those parts that are so, and the others.
    pub(super) fn split(&self, parts: &[Id], is: fn(&Terms, Id) -> bool) -> (Vec<Id>, Vec<Id>) {
        parts.iter().partition(|&&part| is(self, part))
    }
}
