//! Transitions that use an array element by a computed index, one for each index: then the guards tell which element it is,
//! and relations between transitions need not take one element for another.

use kulan_ir::{BinaryOp, Display, Expr, ExprId, GuardTable, Owner, Role, System, Target, ThreadId, VarId};
use kulan_values::AtPlaces;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{expressions, written};
use crate::parts::Parts;

/// Values of an index that are told apart.
const MOST_VALUES: usize = 8;
/// Cases of one transition.
const MOST_CASES: usize = 64;
/// Transitions that there may be in all, if there are not so many anyway.
const MOST_TRANSITIONS: usize = 1_000;

/// Splits transitions by the indices that they compute. The states and the steps between them stay as they are.
pub fn split_by_index(mut system: System) -> System {
    let arrays = arrays(&system);
    if arrays.is_empty() {
        return system;
    }
    let found = AtPlaces::find(&system);
    let originals: Vec<Parts> = system.transitions.iter().map(|t| Parts::new(&system, t)).collect();
    let mut room = MOST_TRANSITIONS.saturating_sub(originals.len());
    let mut parts = Vec::new();
    for (t, whole) in originals.into_iter().enumerate() {
        let known = found.as_ref().map(|found| (found, t));
        let split = match whole.role {
            Role::Observer => vec![whole.clone()],
            _ => cases(&mut system, &arrays, known, whole.clone()),
        };
        match room.checked_sub(split.len().saturating_sub(1)) {
            Some(left) => {
                room = left;
                parts.extend(split);
            }
            None => parts.push(whole),
        }
    }
    system.guards.clear();
    let mut guards = GuardTable::default();
    system.transitions = parts.into_iter().filter_map(|p| p.finish(&mut system, &mut guards)).collect();
    system
}

/// The arrays whose elements are told apart: global ones that several threads use. The places of a channel's messages make
/// no difference to what can happen together.
fn arrays(system: &System) -> FxHashSet<VarId> {
    let mut users: FxHashMap<VarId, FxHashSet<ThreadId>> = FxHashMap::default();
    for transition in &system.transitions {
        let mut seen = FxHashSet::default();
        let mut note = |v: VarId| {
            users.entry(v).or_default().insert(transition.thread);
        };
        for e in expressions(system, transition) {
            system.exprs.reads(e, &mut seen, &mut note);
        }
        transition.updates.iter().map(written).for_each(note);
    }
    let shared = users.into_iter().filter(|(_, threads)| threads.len() > 1).map(|(v, _)| v);
    let told_apart = |v: &VarId| {
        let variable = &system.variables[v.index()];
        variable.elements.is_some() && variable.owner == Owner::System && variable.display != Display::Hidden
    };
    shared.filter(told_apart).collect()
}

/// What is known of values where a transition happens.
type Known<'a> = Option<(&'a AtPlaces, usize)>;

/// A transition by cases; as it is, if there are none or too many.
fn cases(system: &mut System, arrays: &FxHashSet<VarId>, known: Known, whole: Parts) -> Vec<Parts> {
    let mut done = Vec::new();
    let mut open = vec![whole.clone()];
    while let Some(part) = open.pop() {
        if done.len() + open.len() >= MOST_CASES {
            return vec![whole];
        }
        match computed_index(system, arrays, known, &part) {
            None => done.push(part),
            Some(Index { index, elements, length }) => {
                let is_inside = elements.iter().all(|&value| value < length);
                if !is_inside {
                    done.extend(out_of_range(system, &part, index, length));
                }
                let inside = elements.iter().rev().filter(|&&value| value < length);
                open.extend(inside.map(|&value| with_index(system, &part, index, value)));
            }
        }
    }
    done
}

/// The case that an index has a value.
fn with_index(system: &mut System, part: &Parts, index: ExprId, value: u64) -> Parts {
    let exprs = &mut system.exprs;
    let here = exprs.eq_const(index, value);
    let constant = exprs.constant(exprs.width(index), value);
    let mut memo = FxHashMap::from_iter([(index, constant)]);
    let mut result = part.clone();
    result.map(|e| exprs.substitute(e, &mut memo, &mut |_, _| None));
    result.conditions.push(here);
    result
}

/// The case that there is no such element, unless there always is.
fn out_of_range(system: &mut System, part: &Parts, index: ExprId, length: u64) -> Option<Parts> {
    let exprs = &mut system.exprs;
    if exprs.upper_bound(index) < length {
        return None;
    }
    let limit = exprs.constant(exprs.width(index), length);
    let inside = exprs.binary(BinaryOp::UnsignedLess, index, limit);
    let mut result = part.clone();
    result.conditions.push(exprs.not(inside));
    Some(result)
}

/// An index that is computed, without another one in it, the values that it may have, and the length of the array.
struct Index {
    index: ExprId,
    elements: Vec<u64>,
    length: u64,
}

fn computed_index(system: &System, arrays: &FxHashSet<VarId>, known: Known, part: &Parts) -> Option<Index> {
    let mut search = Search { system, arrays, known, seen: FxHashSet::default() };
    let conditions = part.conditions.iter().copied().chain(part.checks.iter().map(|c| c.condition));
    let mut found = conditions.into_iter().find_map(|e| search.within(e));
    for update in &part.updates {
        found = found.or_else(|| search.within(update.value));
        if let Target::Element(v, index) = update.target {
            found = found.or_else(|| search.within(index)).or_else(|| search.computed(v, index));
        }
    }
    found
}

struct Search<'a> {
    system: &'a System,
    arrays: &'a FxHashSet<VarId>,
    known: Known<'a>,
    seen: FxHashSet<ExprId>,
}

impl Search<'_> {
    fn within(&mut self, e: ExprId) -> Option<Index> {
        if !self.seen.insert(e) {
            return None;
        }
        let inner = self.system.exprs.operands(e).find_map(|operand| self.within(operand));
        inner.or_else(|| match self.system.exprs.get(e) {
            Expr::Element(v, index) => self.computed(v, index),
            _ => None,
        })
    }

    fn computed(&self, array: VarId, index: ExprId) -> Option<Index> {
        let exprs = &self.system.exprs;
        // What differs from one choice or one element to the next is no case of the whole transition.
        let varies = exprs.has_input(index) || exprs.has_position(index);
        if !self.arrays.contains(&array) || exprs.as_const(index).is_some() || varies {
            return None;
        }
        let length = self.system.variables[array.index()].len() as u64;
        let possible = self.known.and_then(|(found, t)| found.possible(exprs, t, index));
        // Whatever is beyond the array is one value more, if the index has bits for it.
        let most = length.min(MOST_VALUES as u64).min(exprs.upper_bound(index));
        let elements = possible.unwrap_or_else(|| (0..=most).collect());
        let inside = elements.iter().filter(|&&value| value < length).count();
        (inside <= MOST_VALUES).then_some(Index { index, elements, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many transitions there are after splitting, of two threads whose indices take the given steps.
    fn split(index: &str, other: &str) -> Vec<usize> {
        let text = format!(
            "system s process p thread t in p counter pc thread u in p counter qc
            var pc of thread t : u1 var qc of thread u : u1 var i of thread t : u5 var j of thread u : u5 = 7 var a : u2[20]
            transition t {{ when pc == 0 set a[i] = 1 set i = {index} }}
            transition u {{ when qc == 0 set a[j] = 2 set j = {other} }}"
        );
        let system = split_by_index(kulan_ir::text::parse(&text).expect("a system"));
        assert_eq!(kulan_ir::validate(&system), Ok(()));
        [0, 1].map(|t| system.transitions.iter().filter(|x| x.thread.index() == t).count()).to_vec()
    }

    #[test]
    fn an_index_is_told_apart_by_the_values_that_it_has() {
        // Three elements of a long array; seven, and none of more than eight.
        assert_eq!(split("ite(i == 2, 0:5, i + 1)", "7"), [3, 1]);
        assert_eq!(split("ite(i == 6, 0:5, i + 1)", "j + 1"), [7, 1]);
        // Beyond the array is a case of its own.
        assert_eq!(split("ite(i == 0, 19:5, ite(i == 19, 20:5, ite(i == 20, 30:5, 0:5)))", "7"), [3, 1]);
    }

    #[test]
    fn an_index_of_which_nothing_is_known_has_the_values_that_fit() {
        // Two threads that are always at one place: nothing is known of where they are.
        let text = "system s process p thread t in p counter pc thread u in p counter pc
            var pc of thread t : u1 var k : u1 var a : u2[3]
            transition t { set a[k] = 1 } transition u { set a[k] = 2 set k = !k }";
        let before = kulan_ir::text::parse(text).expect("a system");
        assert!(AtPlaces::find(&before).is_none());
        let after = split_by_index(before);
        let count = |thread| after.transitions.iter().filter(|t| t.thread.index() == thread).count();
        assert_eq!([count(0), count(1)], [2, 2]);
    }
}
