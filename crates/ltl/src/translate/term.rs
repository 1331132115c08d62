//! Formulas in negative normal form, shared: equal terms have equal numbers.

use rustc_hash::FxHashMap;

use crate::{Formula, Literal};

/// A term, by number.
pub(super) type Id = u32;
pub(super) const FALSE: Id = 0;
pub(super) const TRUE: Id = 1;

/// What a term is. Conjunctions and disjunctions are flat, sorted, of at least two.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Term {
    Constant(bool),
    Literal(Literal),
    And(Vec<Id>),
    Or(Vec<Id>),
    Next(Id),
    Finally(Id),
    Globally(Id),
    Until(Id, Id),
    Release(Id, Id),
    WeakUntil(Id, Id),
    /// Strong release: release, and the first comes.
    Strong(Id, Id),
}

/// What can be seen from a term's form: K. Etessami and G. Holzmann, "Optimizing Büchi automata" (2000).
#[derive(Copy, Clone)]
struct Class {
    /// Holds before wherever it holds: whatever comes first does not matter.
    eventual: bool,
    /// Holds after wherever it holds.
    universal: bool,
    /// Speaks of the first state only.
    boolean: bool,
}

/// All terms so far.
pub(super) struct Terms {
    terms: Vec<Term>,
    classes: Vec<Class>,
    numbers: FxHashMap<Term, Id>,
    pub(super) implications: FxHashMap<(Id, Id), bool>,
    /// How many more implications may be looked into.
    pub(super) patience: u32,
}

impl Terms {
    pub(super) fn new() -> Terms {
        let mut terms = Terms {
            terms: Vec::new(),
            classes: Vec::new(),
            numbers: FxHashMap::default(),
            implications: FxHashMap::default(),
            patience: 300_000,
        };
        terms.make(Term::Constant(false));
        terms.make(Term::Constant(true));
        terms
    }

    pub(super) fn get(&self, id: Id) -> &Term {
        &self.terms[id as usize]
    }

    pub(super) fn eventual(&self, id: Id) -> bool {
        self.classes[id as usize].eventual
    }

    pub(super) fn universal(&self, id: Id) -> bool {
        self.classes[id as usize].universal
    }

    /// Holds everywhere or nowhere in a word.
    pub(super) fn constant_in_time(&self, id: Id) -> bool {
        self.eventual(id) && self.universal(id)
    }

    pub(super) fn boolean(&self, id: Id) -> bool {
        self.classes[id as usize].boolean
    }

    /// The number of a term as it is. Only `rewrite` should need it.
    pub(super) fn make(&mut self, term: Term) -> Id {
        if let Some(&id) = self.numbers.get(&term) {
            return id;
        }
        let id = self.terms.len() as Id;
        self.classes.push(self.classify(&term));
        self.terms.push(term.clone());
        self.numbers.insert(term, id);
        id
    }

    fn classify(&self, term: &Term) -> Class {
        let all = |ids: &[Id], f: fn(&Class) -> bool| ids.iter().all(|&id| f(&self.classes[id as usize]));
        let of = |ids: &[Id]| (all(ids, |class| class.eventual), all(ids, |class| class.universal));
        let (eventual, universal) = match term {
            Term::Constant(_) => (true, true),
            Term::Literal(_) => (false, false),
            Term::And(parts) | Term::Or(parts) => of(parts),
            Term::Next(a) => of(&[*a]),
            Term::Finally(a) => (true, self.universal(*a)),
            Term::Globally(a) => (self.eventual(*a), true),
            Term::Until(a, b) => (self.eventual(*b), of(&[*a, *b]).1),
            Term::Release(a, b) => (of(&[*a, *b]).0, self.universal(*b)),
            Term::WeakUntil(a, b) | Term::Strong(a, b) => of(&[*a, *b]),
        };
        let boolean = match term {
            Term::Constant(_) | Term::Literal(_) => true,
            Term::And(parts) | Term::Or(parts) => all(parts, |c| c.boolean),
            _ => false,
        };
        Class { eventual, universal, boolean }
    }

    /// The term of a formula and of its negation, simplified on the way up; `number` renames propositions.
    pub(super) fn insert(&mut self, formula: &Formula, number: impl Fn(usize) -> usize) -> (Id, Id) {
        let mut found: Vec<(Id, Id)> = Vec::new();
        for formula in formula.parts_first() {
            let second = if formula.arity() > 1 { found.pop() } else { None };
            let first = if formula.arity() > 0 { found.pop() } else { None };
            let (b, not_b) = second.unwrap_or((FALSE, TRUE));
            let (a, not_a) = first.unwrap_or((FALSE, TRUE));
            found.push(match formula {
                Formula::Constant(value) => (Id::from(*value), Id::from(!value)),
                Formula::Atom(atom) => {
                    let atom = number(*atom);
                    let mut literal = |positive| self.make(Term::Literal(Literal { atom, positive }));
                    (literal(true), literal(false))
                }
                Formula::Not(_) => (not_a, a),
                Formula::And(..) => (self.and([a, b]), self.or([not_a, not_b])),
                Formula::Or(..) => (self.or([a, b]), self.and([not_a, not_b])),
                Formula::Implies(..) => (self.or([not_a, b]), self.and([a, not_b])),
                Formula::Equivalent(..) => {
                    let (both, none) = (self.and([a, b]), self.and([not_a, not_b]));
                    let (first, second) = (self.and([a, not_b]), self.and([not_a, b]));
                    (self.or([both, none]), self.or([first, second]))
                }
                Formula::Next(_) => (self.next(a), self.next(not_a)),
                Formula::Finally(_) => (self.finally(a), self.globally(not_a)),
                Formula::Globally(_) => (self.globally(a), self.finally(not_a)),
                Formula::Until(..) => (self.until(a, b), self.release(not_a, not_b)),
                Formula::Release(..) => (self.release(a, b), self.until(not_a, not_b)),
                Formula::WeakUntil(..) => (self.weak_until(a, b), self.strong(not_a, not_b)),
            });
        }
        found.pop().unwrap_or((FALSE, TRUE))
    }
}
