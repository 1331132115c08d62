//! Conjunctions and disjunctions: flat, without parts that follow from others, and with parts of the same operator
//! joined where the operator distributes.

use super::term::{FALSE, Id, TRUE, Term, Terms};

/// Above this many parts, they are not compared with each other.
const MANY: usize = 200;

impl Terms {
    pub(super) fn and(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.junction(parts.into_iter().collect(), true)
    }

    pub(super) fn or(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.junction(parts.into_iter().collect(), false)
    }

    fn junction(&mut self, mut parts: Vec<Id>, and: bool) -> Id {
        let (neutral, absorbing) = if and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        loop {
            parts = self.flat(parts, and);
            parts.retain(|&part| part != neutral);
            if parts.contains(&absorbing) || self.opposites(&parts) {
                return absorbing;
            }
            if !self.join_alike(&mut parts, and) && !self.resolve(&mut parts, and) {
                break;
            }
        }
        self.absorb(&mut parts, and);
        match parts.as_slice() {
            [] => neutral,
            [part] => *part,
            _ => self.make(if and { Term::And(parts) } else { Term::Or(parts) }),
        }
    }

    fn flat(&self, parts: Vec<Id>, and: bool) -> Vec<Id> {
        let mut flat = Vec::new();
        for part in parts {
            match self.get(part) {
                Term::And(inner) if and => flat.extend(inner),
                Term::Or(inner) if !and => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        flat.sort();
        flat.dedup();
        flat
    }

    /// Whether a literal is there with its negation.
    fn opposites(&self, parts: &[Id]) -> bool {
        let mut literals: Vec<_> = parts
            .iter()
            .filter_map(|&part| if let Term::Literal(literal) = self.get(part) { Some(*literal) } else { None })
            .collect();
        literals.sort();
        literals.windows(2).any(|pair| pair[0].atom == pair[1].atom)
    }

    /// Joins parts once, where that is possible.
    fn join_alike(&mut self, parts: &mut Vec<Id>, and: bool) -> bool {
        let mut kinds: Vec<(u8, Id, Id)> = parts.iter().map(|&part| self.kind(part, and)).collect();
        kinds.sort();
        let Some(pair) =
            kinds.windows(2).find(|pair| pair[0].0 != 0 && (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1))
        else {
            return false;
        };
        let (kind, shared) = (pair[0].0, pair[0].1);
        let alike: Vec<Id> = kinds.iter().filter(|k| (k.0, k.1) == (kind, shared)).map(|k| k.2).collect();
        parts.retain(|part| !alike.contains(part));
        let varying: Vec<Id> = alike.iter().map(|&part| self.varying(part, kind, and)).collect();
        let varying = self.junction(varying, and);
        parts.push(match kind {
            NEXT => self.next(varying),
            GLOBALLY => self.globally(varying),
            FINALLY => self.finally(varying),
            FINALLY_GLOBALLY => {
                let inner = self.globally(varying);
                self.finally(inner)
            }
            GLOBALLY_FINALLY => {
                let inner = self.finally(varying);
                self.globally(inner)
            }
            UNTIL if and => self.until(varying, shared),
            UNTIL => self.until(shared, varying),
            WEAK if and => self.weak_until(varying, shared),
            WEAK => self.weak_until(shared, varying),
            RELEASE if and => self.release(shared, varying),
            RELEASE => self.release(varying, shared),
            STRONG if and => self.strong(shared, varying),
            _ => self.strong(varying, shared),
        });
        true
    }

    /// The kind of operator that distributes over this junction, the part that must be shared, and the term. Kind 0 for
    /// those that are not joined: "again and again" is best left alone.
    fn kind(&self, id: Id, and: bool) -> (u8, Id, Id) {
        match *self.get(id) {
            Term::Next(_) => (NEXT, 0, id),
            Term::Globally(_) if and && !self.eventual(id) => (GLOBALLY, 0, id),
            Term::Finally(_) if !and => (FINALLY, 0, id),
            Term::Finally(a) if and && matches!(self.get(a), Term::Globally(_)) => (FINALLY_GLOBALLY, 0, id),
            Term::Globally(a) if !and && matches!(self.get(a), Term::Finally(_)) => (GLOBALLY_FINALLY, 0, id),
            Term::Until(a, b) => (UNTIL, if and { b } else { a }, id),
            Term::WeakUntil(a, b) => (WEAK, if and { b } else { a }, id),
            Term::Release(a, b) => (RELEASE, if and { a } else { b }, id),
            Term::Strong(a, b) => (STRONG, if and { a } else { b }, id),
            _ => (0, 0, id),
        }
    }

    /// The part of a term that is joined with those of others.
    fn varying(&self, id: Id, kind: u8, and: bool) -> Id {
        match *self.get(id) {
            Term::Globally(a) | Term::Finally(a) => match *self.get(a) {
                Term::Globally(b) if kind == FINALLY_GLOBALLY => b,
                Term::Finally(b) if kind == GLOBALLY_FINALLY => b,
                _ => a,
            },
            Term::Next(a) => a,
            Term::Until(a, b) | Term::WeakUntil(a, b) => {
                if and {
                    a
                } else {
                    b
                }
            }
            Term::Release(a, b) | Term::Strong(a, b) => {
                if and {
                    b
                } else {
                    a
                }
            }
            _ => id,
        }
    }

    /// `f & X G f` is `G f`, `f | X F f` is `F f`; a literal beside a junction of the other kind that has its negation
    /// makes that negation superfluous.
    fn resolve(&mut self, parts: &mut Vec<Id>, and: bool) -> bool {
        for i in 0..parts.len() {
            match self.get(parts[i]).clone() {
                Term::Next(inner) => {
                    let whole = match *self.get(inner) {
                        Term::Globally(a) if and => a,
                        Term::Finally(a) if !and => a,
                        _ => continue,
                    };
                    if let Some(j) = parts.iter().position(|&part| part == whole) {
                        parts[i] = inner;
                        parts.remove(j);
                        return true;
                    }
                }
                Term::And(inner) | Term::Or(inner) => {
                    let superfluous = |&part: &Id| self.has_opposite(part, parts);
                    let rest: Vec<Id> = inner.iter().copied().filter(|part| !superfluous(part)).collect();
                    if rest.len() < inner.len() {
                        parts[i] = self.junction(rest, !and);
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn has_opposite(&self, id: Id, parts: &[Id]) -> bool {
        let Term::Literal(mut literal) = *self.get(id) else { return false };
        literal.positive = !literal.positive;
        parts.iter().any(|&part| *self.get(part) == Term::Literal(literal))
    }

    /// Leaves out what follows from another part, in a conjunction, or what another part follows from.
    fn absorb(&mut self, parts: &mut Vec<Id>, and: bool) {
        if parts.len() > MANY {
            return;
        }
        let mut i = 0;
        while i < parts.len() {
            let superfluous = (0..parts.len()).any(|j| {
                let (from, to) = if and { (parts[j], parts[i]) } else { (parts[i], parts[j]) };
                i != j && self.implies(from, to)
            });
            if superfluous {
                parts.remove(i);
            } else {
                i += 1;
            }
        }
    }
}

const NEXT: u8 = 1;
const GLOBALLY: u8 = 2;
const FINALLY: u8 = 3;
const FINALLY_GLOBALLY: u8 = 4;
const GLOBALLY_FINALLY: u8 = 5;
const UNTIL: u8 = 6;
const WEAK: u8 = 7;
const RELEASE: u8 = 8;
const STRONG: u8 = 9;
