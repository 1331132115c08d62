//! From terms to automata with marks on edges: J.-M. Couvreur, "On-the-fly verification of linear temporal logic" (1999),
//! with decision diagrams as in A. Duret-Lutz, "LTL translation improvements in Spot" (2014).
//!
//! A state is a term: what must hold from there on. Its unfolding says what must hold now (propositions), from the next
//! state on (terms), and which eventualities are put off (marks). States with equal unfoldings are one.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::choices::{Choices, both, constant, either, now};
use super::graph::Graph;
use super::term::{Id, TRUE, Term, Terms};
use crate::bdd::{Bdd, LABELS, ROOM, Ref, atom_variable};

/// More states than this, or edges, and the translation gives up.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bounds {
    pub(super) states: usize,
    pub(super) edges: usize,
}

/// The automaton of a term; nothing if it grows too large.
pub(super) fn tableau(terms: &mut Terms, bdd: &mut Bdd, root: Id, bounds: Bounds) -> Option<Graph> {
    let mut tableau = Tableau {
        terms,
        bdd,
        unfoldings: FxHashMap::default(),
        together: FxHashMap::default(),
        marks: FxHashMap::default(),
        mark_order: Vec::new(),
        room: FxHashMap::default(),
        most: bounds.edges,
    };
    tableau.run(root, bounds)
}

struct Tableau<'a> {
    terms: &'a mut Terms,
    bdd: &'a mut Bdd,
    unfoldings: FxHashMap<Id, Rc<Choices>>,
    together: FxHashMap<Vec<Id>, Rc<Choices>>,
    /// The mark for putting off a term.
    marks: FxHashMap<Id, u32>,
    mark_order: Vec<u32>,
    /// How many marks stand beside a proposition.
    room: FxHashMap<u32, u32>,
    /// How many choices a state may have.
    most: usize,
}

impl Tableau<'_> {
    fn run(&mut self, root: Id, bounds: Bounds) -> Option<Graph> {
        let first = self.unfold(root)?;
        let mut states = vec![first.clone()];
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        let mut edges: Vec<Vec<(usize, Ref)>> = Vec::new();
        let mut count = 0;
        while let Some(state) = states.get(edges.len()).cloned() {
            kulan_control::checkpoint();
            let mut guards: FxHashMap<usize, Ref> = FxHashMap::default();
            for (obligations, guard) in state.iter() {
                let unfolding = self.unfold_all(obligations)?;
                if unfolding.is_empty() {
                    continue;
                }
                let target = *numbers.entry(unfolding).or_insert_with_key(|unfolding| {
                    states.push(unfolding.clone());
                    states.len() - 1
                });
                let guard = self.bdd.more_marks(*guard);
                let known = guards.entry(target).or_insert(guard);
                *known = self.bdd.or(*known, guard);
            }
            count += guards.len();
            if self.bdd.spent() || states.len() > bounds.states || count > bounds.edges {
                return None;
            }
            let mut own: Vec<(usize, Ref)> = guards.into_iter().collect();
            own.sort();
            edges.push(own);
        }
        let accepting = vec![false; edges.len()];
        Some(Graph { initial: 0, edges, accepting, marks: Some(self.mark_order.clone()) })
    }

    /// All of them at once. They must not be simplified as a conjunction is: a term that follows from another may be the
    /// one that keeps a mark in place.
    fn unfold_all(&mut self, obligations: &[Id]) -> Option<Rc<Choices>> {
        let again: Vec<Id> = obligations.iter().filter_map(|&id| self.again(id)).collect();
        let asked: Vec<Id> = obligations.iter().copied().filter(|id| !again.contains(id)).collect();
        if let [one] = asked.as_slice() {
            return self.unfold(*one);
        }
        if let Some(known) = self.together.get(&asked) {
            return Some(known.clone());
        }
        let mut all = constant(true);
        for &id in &asked {
            let one = self.unfold(id)?;
            all = both(self.bdd, &all, &one, self.most)?;
        }
        let all = Rc::new(all);
        self.together.insert(asked, all.clone());
        Some(all)
    }

    /// A term that is asked, with the same marks, by this one, which is that it holds always.
    fn again(&self, id: Id) -> Option<Id> {
        if let Term::Globally(inner) = *self.terms.get(id) { Some(inner) } else { None }
    }

    /// What must hold now and next for a term to hold; its parts first, without recursion.
    fn unfold(&mut self, root: Id) -> Option<Rc<Choices>> {
        let mut pending = vec![root];
        while let Some(&id) = pending.last() {
            if self.unfoldings.contains_key(&id) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            self.parts_now(id, |part, known| {
                if !known {
                    pending.push(part);
                }
            });
            if pending.len() == before {
                let unfolding = self.unfold_one(id)?;
                if self.bdd.spent() {
                    return None;
                }
                self.unfoldings.insert(id, Rc::new(unfolding));
                pending.pop();
            }
        }
        Some(self.unfoldings[&root].clone())
    }

    /// The parts whose unfoldings are needed, and whether they are known.
    fn parts_now(&self, id: Id, mut f: impl FnMut(Id, bool)) {
        let mut part = |id: Id| f(id, self.unfoldings.contains_key(&id));
        match self.terms.get(id) {
            Term::Constant(_) | Term::Literal(_) | Term::Next(_) => {}
            Term::And(parts) | Term::Or(parts) => parts.iter().for_each(|&id| part(id)),
            Term::Finally(a) | Term::Globally(a) => part(*a),
            Term::Until(a, b) | Term::Release(a, b) | Term::WeakUntil(a, b) | Term::Strong(a, b) => {
                part(*a);
                part(*b);
            }
        }
    }

    fn unfold_one(&mut self, id: Id) -> Option<Choices> {
        let known = |tableau: &Self, id: Id| tableau.unfoldings[&id].clone();
        let most = self.most;
        Some(match self.terms.get(id).clone() {
            Term::Constant(value) => constant(value),
            Term::Literal(literal) => now(self.bdd.literal(literal)),
            Term::And(parts) => {
                let mut all = constant(true);
                for part in parts {
                    all = both(self.bdd, &all, &known(self, part), most)?;
                }
                all
            }
            Term::Or(parts) => parts.iter().fold(constant(false), |any, &part| {
                let part = known(self, part);
                either(self.bdd, &any, &part)
            }),
            Term::Next(a) => self.later(a, TRUE_NOW),
            Term::Finally(a) => {
                let later = self.put_off(id, a)?;
                either(self.bdd, &known(self, a), &later)
            }
            Term::Globally(a) => {
                // That it comes again is asked of the next state anyway: here, only whether it came now.
                let first = match *self.terms.get(a) {
                    Term::Finally(b) => {
                        let mark = now(self.mark(b)?);
                        Rc::new(either(self.bdd, &known(self, b), &mark))
                    }
                    _ => known(self, a),
                };
                let later = self.later(id, TRUE_NOW);
                both(self.bdd, &first, &later, most)?
            }
            Term::Until(a, b) | Term::WeakUntil(a, b) => {
                let weak = matches!(self.terms.get(id), Term::WeakUntil(..));
                let later = if weak { self.later(id, TRUE_NOW) } else { self.put_off(id, b)? };
                let going = both(self.bdd, &known(self, a), &later, most)?;
                either(self.bdd, &known(self, b), &going)
            }
            Term::Release(a, b) | Term::Strong(a, b) => {
                let weak = matches!(self.terms.get(id), Term::Release(..));
                let later = if weak { self.later(id, TRUE_NOW) } else { self.put_off(id, a)? };
                let going = either(self.bdd, &known(self, a), &later);
                both(self.bdd, &known(self, b), &going, most)?
            }
        })
    }

    /// The next state must satisfy the term; conjunctions part by part, so that what is asked twice is asked once.
    fn later(&self, id: Id, guard: Ref) -> Choices {
        match self.terms.get(id) {
            Term::And(parts) => vec![(parts.clone(), guard)],
            Term::Constant(false) => Vec::new(),
            _ if id == TRUE => now(guard),
            _ => vec![(vec![id], guard)],
        }
    }

    /// The term holds from the next state on, and `what` is still to come.
    fn put_off(&mut self, id: Id, what: Id) -> Option<Choices> {
        let mark = self.mark(what)?;
        Some(self.later(id, mark))
    }

    /// The mark of an eventuality; nothing if there is no room for it.
    fn mark(&mut self, mut what: Id) -> Option<Ref> {
        // What ends the inner until ends the outer one, so they may share a mark.
        while let Term::Until(_, end) | Term::Finally(end) = *self.terms.get(what) {
            what = end;
        }
        if let Some(&mark) = self.marks.get(&what) {
            return Some(self.bdd.variable(mark));
        }
        let beside = self.last_atom(what);
        let used = self.room.entry(beside).or_insert(0);
        *used += 1;
        if *used == ROOM {
            return None;
        }
        let mark = beside + *used;
        self.marks.insert(what, mark);
        self.mark_order.push(mark);
        Some(self.bdd.variable(mark))
    }

    /// The variable of the last proposition in a term.
    fn last_atom(&self, id: Id) -> u32 {
        let (mut last, mut pending) = (LABELS, vec![id]);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Term::Literal(literal) = self.terms.get(id) {
                last = last.max(atom_variable(literal.atom));
            }
            match self.terms.get(id) {
                Term::Next(a) => pending.push(*a),
                _ => self.parts_now(id, |part, _| pending.push(part)),
            }
        }
        last
    }
}

const TRUE_NOW: Ref = crate::bdd::TRUE;
