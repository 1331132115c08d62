//! Constructors of terms that simplify: rules of Somenzi and Bloem (2000), Etessami and Holzmann (2000), and of the
//! collection in the documentation of Spot (A. Duret-Lutz). Every rule is an equivalence. Some of that collection are not
//! here because automata became larger by them: `F(f & GF g)` to `F f & GF g`, `f U (g | F h)` to `(f U g) | F h`,
//! `F(f W g)` to `F g | FG f`, and their duals.

use super::term::{FALSE, Id, TRUE, Term, Terms};

impl Terms {
    pub(super) fn next(&mut self, a: Id) -> Id {
        if self.constant_in_time(a) {
            return a;
        }
        if let Term::And(parts) = self.get(a).clone()
            && let (same, rest) = self.split(&parts, Terms::constant_in_time)
            && !same.is_empty()
        {
            let rest = self.and(rest);
            let rest = self.next(rest);
            return self.and(same.into_iter().chain([rest]));
        }
        if let Term::Or(parts) = self.get(a).clone()
            && let (same, rest) = self.split(&parts, Terms::constant_in_time)
            && !same.is_empty()
        {
            let rest = self.or(rest);
            let rest = self.next(rest);
            return self.or(same.into_iter().chain([rest]));
        }
        self.make(Term::Next(a))
    }

    fn nexts(&mut self, a: Id, count: usize) -> Id {
        (0..count).fold(a, |a, _| self.next(a))
    }

    /// Below the outer next operators, and how many these are.
    fn without_next(&self, mut a: Id) -> (Id, usize) {
        let mut count = 0;
        while let Term::Next(b) = *self.get(a) {
            (a, count) = (b, count + 1);
        }
        (a, count)
    }

    pub(super) fn finally(&mut self, a: Id) -> Id {
        if self.eventual(a) {
            return a;
        }
        match self.get(a).clone() {
            Term::Next(_) => {
                let (inner, count) = self.without_next(a);
                let inner = self.finally(inner);
                self.nexts(inner, count)
            }
            Term::Until(_, b) => self.finally(b),
            Term::Strong(b, c) => {
                let both = self.and([b, c]);
                self.finally(both)
            }
            Term::Or(parts) => {
                let (out, rest) = self.split(&parts, Terms::eventual);
                if out.is_empty() {
                    return self.make(Term::Finally(a));
                }
                let rest = self.or(rest);
                let rest = self.finally(rest);
                self.or(out.into_iter().chain([rest]))
            }
            Term::Globally(b) => self.finally_globally(b, a),
            _ => self.make(Term::Finally(a)),
        }
    }

    /// From some state on always `b`; `always` is "always `b`".
    fn finally_globally(&mut self, b: Id, always: Id) -> Id {
        let Term::Or(parts) = self.get(b).clone() else { return self.make(Term::Finally(always)) };
        let (universal, rest) = self.split(&parts, Terms::universal);
        let (eventual, rest) = self.split(&rest, Terms::eventual);
        if universal.is_empty() && eventual.is_empty() {
            return self.make(Term::Finally(always));
        }
        let mut all: Vec<Id> = universal.into_iter().map(|u| self.finally(u)).collect();
        all.extend(eventual.into_iter().map(|e| self.globally(e)).collect::<Vec<_>>());
        let rest = self.or(rest);
        let rest = self.globally(rest);
        all.push(self.finally(rest));
        self.or(all)
    }

    pub(super) fn globally(&mut self, a: Id) -> Id {
        if self.universal(a) {
            return a;
        }
        match self.get(a).clone() {
            Term::Next(_) => {
                let (inner, count) = self.without_next(a);
                let inner = self.globally(inner);
                self.nexts(inner, count)
            }
            Term::Release(_, b) => self.globally(b),
            Term::WeakUntil(b, c) => {
                let one = self.or([b, c]);
                self.globally(one)
            }
            Term::Strong(b, c) => {
                let (always, end) = (self.globally(c), self.finally(b));
                let again = self.globally(end);
                self.and([always, again])
            }
            Term::Until(b, c) => {
                let (one, end) = (self.or([b, c]), self.finally(c));
                let (one, again) = (self.globally(one), self.globally(end));
                self.and([one, again])
            }
            Term::And(parts) => {
                let (mut out, rest) = self.split(&parts, |terms, part| terms.universal(part) || terms.eventual(part));
                if out.is_empty() {
                    return self.make(Term::Globally(a));
                }
                out.iter_mut().for_each(|part| *part = self.globally(*part));
                let rest = self.and(rest);
                let rest = self.globally(rest);
                self.and(out.into_iter().chain([rest]))
            }
            Term::Finally(b) => self.globally_finally(b, a),
            _ => self.make(Term::Globally(a)),
        }
    }

    /// Again and again `b`; `finally` is "some time `b`".
    fn globally_finally(&mut self, b: Id, finally: Id) -> Id {
        if let Term::Or(parts) = self.get(b).clone()
            && let (universal, rest) = self.split(&parts, Terms::universal)
            && !universal.is_empty()
        {
            let mut all: Vec<Id> = universal.into_iter().map(|u| self.finally(u)).collect();
            let rest = self.or(rest);
            let rest = self.finally(rest);
            all.push(self.globally(rest));
            return self.or(all);
        }
        let Term::And(parts) = self.get(b).clone() else { return self.make(Term::Globally(finally)) };
        let (eventual, rest) = self.split(&parts, Terms::eventual);
        let (universal, rest) = self.split(&rest, Terms::universal);
        if universal.is_empty() && eventual.is_empty() {
            return self.make(Term::Globally(finally));
        }
        let mut all: Vec<Id> = eventual.into_iter().map(|e| self.globally(e)).collect();
        all.extend(universal.into_iter().map(|u| self.finally(u)).collect::<Vec<_>>());
        let rest = self.and(rest);
        let rest = self.finally(rest);
        all.push(self.globally(rest));
        self.and(all)
    }

    pub(super) fn until(&mut self, a: Id, b: Id) -> Id {
        if a == TRUE || self.negated(a).is_some_and(|not_a| self.implies(not_a, b)) {
            return self.finally(b);
        }
        if self.eventual(b) || self.implies(a, b) {
            return b;
        }
        if self.universal(a) {
            let end = self.finally(b);
            let later = self.and([a, end]);
            return self.or([b, later]);
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (Term::Next(c), Term::Next(d)) => {
                let inner = self.until(c, d);
                return self.next(inner);
            }
            (Term::Until(_, d), _) if d == b => return a,
            (Term::WeakUntil(c, d), _) if d == b => return self.until(c, b),
            (_, Term::Until(c, _)) if self.implies(a, c) => return b,
            (_, Term::Until(c, d)) if self.implies(c, a) => return self.until(a, d),
            (_, Term::And(parts)) => {
                let (out, rest) = self.split(&parts, Terms::constant_in_time);
                if !out.is_empty() {
                    let rest = self.and(rest);
                    let rest = self.until(a, rest);
                    return self.and(out.into_iter().chain([rest]));
                }
            }
            _ => {}
        }
        match self.weaker_left(a, b) {
            Some(a) => self.until(a, b),
            None => self.make(Term::Until(a, b)),
        }
    }

    pub(super) fn release(&mut self, a: Id, b: Id) -> Id {
        if a == FALSE || self.negated(a).is_some_and(|not_a| self.implies(b, not_a)) {
            return self.globally(b);
        }
        if self.universal(b) || self.implies(b, a) {
            return b;
        }
        match (self.get(a).clone(), self.get(b).clone()) {
            (Term::Next(c), Term::Next(d)) => {
                let inner = self.release(c, d);
                return self.next(inner);
            }
            (Term::Release(_, d), _) if d == b => return a,
            (Term::Strong(c, d), _) if d == b => return self.release(c, b),
            (_, Term::Release(c, _)) if self.implies(c, a) => return b,
            (_, Term::Release(c, d)) if self.implies(a, c) => return self.release(a, d),
            (_, Term::And(parts)) => {
                let (out, rest) = self.split(&parts, Terms::universal);
                if !out.is_empty() {
                    let rest = self.and(rest);
                    let rest = self.release(a, rest);
                    return self.and(out.into_iter().chain([rest]));
                }
            }
            (_, Term::Or(parts)) => {
                let (out, rest) = self.split(&parts, Terms::constant_in_time);
                if !out.is_empty() {
                    let rest = self.or(rest);
                    let rest = self.release(a, rest);
                    return self.or(out.into_iter().chain([rest]));
                }
            }
            _ => {}
        }
        match self.stronger_left(a, b) {
            Some(a) => self.release(a, b),
            None => self.make(Term::Release(a, b)),
        }
    }
}
