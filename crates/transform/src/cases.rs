//! Transitions that use an array element by a computed index, one for each index: then the guards tell which element it is,
//! and relations between transitions need not take one element for another.

use kulan_ir::{BinaryOp, Display, Expr, ExprId, GuardTable, Owner, Role, System, Target, ThreadId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{expressions, written};
use crate::parts::Parts;

/// Elements of an array whose index is told apart.
const LONGEST_ARRAY: usize = 8;
/// Cases of one transition.
const MOST_CASES: usize = 64;
/// Transitions that there may be in all, if there are not so many anyway.
const MOST_TRANSITIONS: usize = 1_000;

/// Splits transitions by the indices that they compute. The states and the steps between them stay as they are.
pub fn split_by_index(mut system: System) -> System {
    let arrays = arrays(&system);
    let originals: Vec<Parts> = system.transitions.iter().map(|t| Parts::new(&system, t)).collect();
    let mut room = MOST_TRANSITIONS.saturating_sub(originals.len());
    let mut parts = Vec::new();
    for whole in originals {
        let split =
            if whole.role == Role::Observer { vec![whole.clone()] } else { cases(&mut system, &arrays, whole.clone()) };
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

/// The arrays whose elements are told apart: short global ones that several threads use. The places of a channel's messages make
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
        let is_short = variable.elements.is_some() && variable.len() <= LONGEST_ARRAY;
        is_short && variable.owner == Owner::System && variable.display != Display::Hidden
    };
    shared.filter(told_apart).collect()
}

/// A transition by cases; as it is, if there are none or too many.
fn cases(system: &mut System, arrays: &FxHashSet<VarId>, whole: Parts) -> Vec<Parts> {
    let mut done = Vec::new();
    let mut open = vec![whole.clone()];
    while let Some(part) = open.pop() {
        if done.len() + open.len() >= MOST_CASES {
            return vec![whole];
        }
        match computed_index(system, arrays, &part) {
            None => done.push(part),
            Some((index, length)) => {
                done.extend(out_of_range(system, &part, index, length));
                open.extend((0..length).rev().map(|value| with_index(system, &part, index, value)));
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

/// An index that is computed, without another one in it, and the length of the array.
fn computed_index(system: &System, arrays: &FxHashSet<VarId>, part: &Parts) -> Option<(ExprId, u64)> {
    let mut search = Search { system, arrays, seen: FxHashSet::default() };
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
    seen: FxHashSet<ExprId>,
}

impl Search<'_> {
    fn within(&mut self, e: ExprId) -> Option<(ExprId, u64)> {
        if !self.seen.insert(e) {
            return None;
        }
        let inner = self.system.exprs.operands(e).find_map(|operand| self.within(operand));
        inner.or_else(|| match self.system.exprs.get(e) {
            Expr::Element(v, index) => self.computed(v, index),
            _ => None,
        })
    }

    fn computed(&self, array: VarId, index: ExprId) -> Option<(ExprId, u64)> {
        let exprs = &self.system.exprs;
        // What differs from one choice or one element to the next is no case of the whole transition.
        let varies = exprs.has_input(index) || exprs.has_position(index);
        let is_computed = self.arrays.contains(&array) && exprs.as_const(index).is_none() && !varies;
        is_computed.then(|| (index, self.system.variables[array.index()].len() as u64))
    }
}
