//! Constants by location: a variable of a thread that has the same value whenever the thread is at a location, such as the
//! argument that a thread was started with. Where that decides a guard or an index, constants replace the variables, so that
//! relations between transitions know which element it is; a transition whose guards cannot hold is dropped.
//!
//! States and the steps between them stay as they are. (Conditional constant propagation, after Wegman and Zadeck, over the
//! locations of each thread.)

use std::collections::VecDeque;

use kulan_ir::expr::{Bits, evaluate};
use kulan_ir::{BinaryOp, Expr, ExprId, Exprs, GuardTable, Jump, Owner, System, Target, Transition, Update, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{counters, expressions, locations, written};
use crate::parts::Parts;

/// A thread, and where it is.
type Place = (usize, u64);
/// What is known of variables; nothing is known of those that are missing.
type Known = FxHashMap<VarId, u64>;

/// Replaces variables by constants where that decides something.
pub fn fold(system: &mut System) {
    let facts = Facts::find(system);
    if (0..system.transitions.len()).all(|t| facts.leaves(system, t)) {
        return;
    }
    let parts: Vec<Parts> = (0..system.transitions.len()).filter_map(|t| facts.decided(system, t)).collect();
    system.guards.clear();
    let mut guards = GuardTable::default();
    system.transitions = parts.into_iter().filter_map(|p| p.finish(system, &mut guards)).collect();
}

struct Facts {
    /// By variable: the thread whose locations tell its value.
    owners: Vec<Option<usize>>,
    counters: Vec<Option<usize>>,
    /// Threads that may be anywhere, because of a computed jump.
    lost: FxHashSet<usize>,
    /// By transition: where it finds threads.
    places: Vec<Vec<Place>>,
    /// Of the places that can be reached.
    at: FxHashMap<Place, Known>,
}

impl Facts {
    fn find(system: &System) -> Facts {
        let counters = counters(system);
        let places: Vec<Vec<Place>> = system.transitions.iter().map(|t| locations(system, t, &counters)).collect();
        let (owners, lost) = owners(system, &counters, &places);
        let mut facts = Facts { owners, counters, lost, places, at: FxHashMap::default() };
        let first: Vec<u64> = system.variables.iter().map(|v| v.initial[0]).collect();
        let error = system.error_state.iter().map(|values| values.iter().map(|v| v[0]).collect());
        for values in std::iter::once(first).chain(error) {
            facts.start(system, &values);
        }
        facts.propagate(system);
        facts
    }

    /// A state from which runs start.
    fn start(&mut self, system: &System, values: &[u64]) {
        for (thread, counter) in
            system.threads.iter().enumerate().filter_map(|(t, thread)| Some((t, thread.program_counter?)))
        {
            let own = self.owners.iter().enumerate().filter(|(_, owner)| **owner == Some(thread));
            let known = own.map(|(v, _)| (VarId(v as u32), values[v])).collect();
            self.join((thread, values[counter.index()]), known);
        }
    }

    /// Adds a way to get to a place. Returns whether less is known there than before, or it was not reached.
    fn join(&mut self, place: Place, known: Known) -> bool {
        match self.at.get_mut(&place) {
            None => {
                self.at.insert(place, known);
                true
            }
            Some(before) => {
                let count = before.len();
                before.retain(|v, value| known.get(v) == Some(value));
                before.len() < count
            }
        }
    }

    fn propagate(&mut self, system: &System) {
        let mut waiting: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        for (t, places) in self.places.iter().enumerate() {
            places.iter().for_each(|&place| waiting.entry(place).or_default().push(t));
        }
        let mut open: VecDeque<usize> = (0..system.transitions.len()).collect();
        let mut is_open = vec![true; open.len()];
        while let Some(t) = open.pop_front() {
            kulan_control::checkpoint();
            is_open[t] = false;
            for (place, known) in self.results(system, t) {
                if self.join(place, known) {
                    for &u in waiting.get(&place).into_iter().flatten() {
                        if !std::mem::replace(&mut is_open[u], true) {
                            open.push_back(u);
                        }
                    }
                }
            }
        }
    }

    /// Where a transition leads the threads that it concerns, and what is known there.
    fn results(&self, system: &System, t: usize) -> Vec<(Place, Known)> {
        let transition = &system.transitions[t];
        let Some(mut values) = self.values(&system.exprs, t) else { return Vec::new() };
        if transition.guards.iter().any(|g| values.of(system.guards[g.index()]) == Some(0)) {
            return Vec::new();
        }
        let concerns = |u: &Update| self.owners[written(u).index()].or(self.counters[written(u).index()]);
        let mut threads: Vec<usize> = transition.updates.iter().filter_map(concerns).collect();
        threads.sort_unstable();
        threads.dedup();
        threads.into_iter().filter_map(|thread| self.result(system, transition, (t, thread), &mut values)).collect()
    }

    fn result(
        &self,
        system: &System,
        transition: &Transition,
        (t, thread): (usize, usize),
        values: &mut Values<'_>,
    ) -> Option<(Place, Known)> {
        let from = self.place(t, thread);
        let counter = system.threads[thread].program_counter?;
        let to = system.exprs.jump(&transition.updates, counter).from(from.map(|(_, location)| location))?;
        let mut known = from.and_then(|place| self.at.get(&place).cloned()).unwrap_or_default();
        for update in &transition.updates {
            let Target::Var(v) = update.target else { continue };
            if self.owners[v.index()] == Some(thread) {
                known.remove(&v);
                known.extend(values.of(update.value).map(|value| (v, value)));
            }
        }
        Some(((thread, to), known))
    }

    fn place(&self, t: usize, thread: usize) -> Option<Place> {
        self.places[t].iter().copied().find(|p| p.0 == thread)
    }

    /// Values of expressions where a transition happens; `None` if it never does.
    fn values<'a>(&'a self, exprs: &'a Exprs, t: usize) -> Option<Values<'a>> {
        let is_reached = |place: &Place| self.lost.contains(&place.0) || self.at.contains_key(place);
        let reached = self.places[t].iter().all(is_reached);
        reached.then(|| Values { facts: self, exprs, t, memo: FxHashMap::default() })
    }

    fn value_of(&self, t: usize, v: VarId) -> Option<u64> {
        let place = self.place(t, self.owners[v.index()]?)?;
        self.at.get(&place)?.get(&v).copied()
    }

    /// Whether a transition stays as it is.
    fn leaves(&self, system: &System, t: usize) -> bool {
        self.values(&system.exprs, t).is_some_and(|mut values| !values.decide(system, &system.transitions[t]))
    }

    /// A transition, with constants where they decide something; `None` if it never happens.
    fn decided(&self, system: &mut System, t: usize) -> Option<Parts> {
        let mut parts = Parts::new(system, &system.transitions[t]);
        let mut values = self.values(&system.exprs, t)?;
        if !values.decide(system, &system.transitions[t]) {
            return Some(parts);
        }
        let exprs = &mut system.exprs;
        let variables = &system.variables;
        let mut memo = FxHashMap::default();
        parts.map(|e| {
            exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
                Expr::Var(v) => self.value_of(t, v).map(|value| exprs.constant(variables[v.index()].width, value)),
                _ => None,
            })
        });
        Some(parts)
    }
}

/// By variable: the thread whose locations tell its value. Whoever writes it knows where that thread is, or moves it. And
/// the threads that may be anywhere.
fn owners(
    system: &System,
    counters: &[Option<usize>],
    places: &[Vec<Place>],
) -> (Vec<Option<usize>>, FxHashSet<usize>) {
    let owner = |(v, counter): (&kulan_ir::Variable, &Option<usize>)| match v.owner {
        Owner::Thread(thread) if counter.is_none() && v.elements.is_none() => Some(thread.index()),
        _ => None,
    };
    let mut owners: Vec<Option<usize>> = system.variables.iter().zip(counters).map(owner).collect();
    let mut lost = FxHashSet::default();
    for (transition, places) in system.transitions.iter().zip(places) {
        for update in &transition.updates {
            let v = written(update).index();
            let Some(thread) = owners[v].or(counters[v]) else { continue };
            let jump = match system.threads[thread].program_counter {
                Some(counter) => system.exprs.jump(&transition.updates, counter),
                None => Jump::Anywhere,
            };
            match jump {
                Jump::To(_) => {}
                Jump::Stays if places.iter().any(|p| p.0 == thread) => {}
                Jump::Stays => owners[v] = None,
                Jump::Anywhere => {
                    lost.insert(thread);
                }
            }
        }
    }
    owners.iter_mut().for_each(|owner| *owner = owner.filter(|thread| !lost.contains(thread)));
    (owners, lost)
}

/// Values of expressions where a transition happens.
struct Values<'a> {
    facts: &'a Facts,
    exprs: &'a Exprs,
    t: usize,
    memo: FxHashMap<ExprId, Option<u64>>,
}

impl Values<'_> {
    fn of(&mut self, e: ExprId) -> Option<u64> {
        if let Some(&value) = self.memo.get(&e) {
            return value;
        }
        let value = self.operation(e);
        self.memo.insert(e, value);
        value
    }

    fn operation(&mut self, e: ExprId) -> Option<u64> {
        match self.exprs.get(e) {
            Expr::Var(v) => self.facts.value_of(self.t, v),
            Expr::Ite(c, a, b) => {
                let chosen = if self.of(c)? == 1 { a } else { b };
                self.of(chosen)
            }
            // One side may be enough.
            Expr::Binary(BinaryOp::And, a, b) if self.of(a) == Some(0) || self.of(b) == Some(0) => Some(0),
            operation => {
                let mut known = true;
                let operation = operation.map(|a| {
                    let value = self.of(a);
                    known &= value.is_some();
                    Bits { width: self.exprs.width(a), value: value.unwrap_or(0) }
                });
                known.then(|| evaluate(operation)).flatten()
            }
        }
    }

    /// Whether they decide a guard or an index that is not constant by itself.
    fn decide(&mut self, system: &System, transition: &Transition) -> bool {
        let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
        let targets = transition.updates.iter().filter_map(|u| u.target.index());
        let mut open: Vec<ExprId> = expressions(system, transition).collect();
        let (mut seen, mut indices) = (FxHashSet::default(), Vec::new());
        while let Some(e) = open.pop() {
            if seen.insert(e) {
                open.extend(self.exprs.operands(e));
                if let Expr::Element(_, index) = self.exprs.get(e) {
                    indices.push(index);
                }
            }
        }
        let mut deciding = guards.chain(targets).chain(indices);
        deciding.any(|e| self.exprs.as_const(e).is_none() && self.of(e).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transitions that are left of a thread t that reads its x at 1, started by u, with another transition.
    fn left(other: &str) -> usize {
        let text = format!(
            "system s process p
            thread t in p counter pc idle 0 thread u in p counter qc
            var pc of thread t : u2 var qc of thread u : u2 var x of thread t : u3 var y : u3
            transition u {{ when qc == 0 set qc = 1 set pc = 1 set x = 3 }}
            transition t {{ when pc == 1 when x == 3 set pc = 2 }}
            transition t {{ when pc == 1 when !(x == 3) set pc = 2 }}
            {other}"
        );
        let mut system = kulan_ir::text::parse(&text).expect("a system");
        fold(&mut system);
        system.transitions.iter().filter(|t| t.thread.index() == 0).count()
    }

    #[test]
    fn an_argument_is_known_unless_somebody_else_writes_it() {
        assert_eq!(left(""), 1);
        assert_eq!(left("transition u { when qc == 1 set y = 1 set qc = 2 }"), 1);
        // While t is somewhere, only then at another place, and by a jump that may lead anywhere.
        assert_eq!(left("transition u { when qc == 1 set x = 4 set qc = 2 }"), 2);
        assert_eq!(left("transition u { when pc == 2 set x = 4 }"), 1);
        assert_eq!(left("transition u { when qc == 1 set pc = 2:2 - qc set qc = 2 }"), 2);
        // Where only such a jump leads.
        let jump = "transition u { when qc == 1 set pc = 2:2 + qc set qc = 2 } transition t { when pc == 3 set x = 1 }";
        assert_eq!(left(jump), 3);
    }
}
