//! A path through the program that becomes one transition: what it has read, computed and written so far.

use std::collections::BTreeSet;
use std::rc::Rc;

use kulan_ir::{Check, ExprId, Exprs, Print, Source, System, Target, Update, VarId};
use kulan_llvm::{BlockId, InstructionId, ValueId};
use rustc_hash::FxHashMap;

use crate::points_to::ContextId;
use crate::races::Effects;

/// The value of a register.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    One(ExprId),
    /// A struct of two scalars.
    Pair(ExprId, ExprId),
}

/// A line of the source that the path passes.
#[derive(Clone, Debug)]
pub struct Note {
    pub source: Option<Source>,
    pub text: String,
    /// What it prints there.
    pub prints: Option<Print>,
}

/// Notes, the last one first. Paths part often, and share what they have in common.
#[derive(Clone, Default, Debug)]
pub struct Trail {
    last: Option<Rc<(Note, Trail)>>,
    length: usize,
}

impl Trail {
    pub fn len(&self) -> usize {
        self.length
    }

    pub fn last(&self) -> Option<&Note> {
        self.last.as_ref().map(|node| &node.0)
    }

    pub fn push(&mut self, note: Note) {
        let rest = std::mem::take(self);
        self.length = rest.length + 1;
        self.last = Some(Rc::new((note, rest)));
    }

    /// Replaces the last one by what becomes of it.
    pub fn change_last(&mut self, change: impl FnOnce(&mut Note)) {
        let Some(node) = self.last.take() else { return };
        let mut note = node.0.clone();
        change(&mut note);
        *self = node.1.clone();
        self.push(note);
    }

    /// All, the first one first.
    pub fn list(&self) -> Vec<&Note> {
        let nodes = std::iter::successors(self.last.as_ref(), |node| node.1.last.as_ref());
        let mut list: Vec<&Note> = nodes.map(|node| &node.0).collect();
        list.reverse();
        list
    }
}

impl Drop for Trail {
    /// Without recursion, which a long one would need.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(mut node) = next.and_then(|node| Rc::try_unwrap(node).ok()) {
            next = node.1.last.take();
        }
    }
}

#[derive(Clone, Debug)]
pub struct Path {
    pub context: ContextId,
    pub at: InstructionId,
    /// Which part of an instruction that waits in between.
    pub phase: u16,
    pub values: FxHashMap<(ContextId, ValueId), Value>,
    pub writes: Vec<Update>,
    pub conditions: Vec<ExprId>,
    pub checks: Vec<Check>,
    pub notes: Trail,
    /// How often it has printed.
    pub prints: usize,
    /// Whether it has done something that other threads can see.
    pub seen: bool,
    /// How many atomic sections it is in.
    pub atomic: u32,
    /// Loop heads it has passed, with the number of forks until then.
    pub heads: Vec<(ContextId, BlockId, usize)>,
    pub forks: usize,
    /// Whether it parted from others that are possible in the same state with the same inputs.
    pub parted: bool,
    pub effects: Effects,
}

impl Path {
    pub fn new(context: ContextId, at: InstructionId, phase: u16, atomic: u32) -> Path {
        Path {
            context,
            at,
            phase,
            values: FxHashMap::default(),
            writes: Vec::new(),
            conditions: Vec::new(),
            checks: Vec::new(),
            notes: Trail::default(),
            prints: 0,
            seen: false,
            atomic,
            heads: Vec::new(),
            forks: 0,
            parted: false,
            effects: Effects::default(),
        }
    }

    /// Says more of what happens at the last line.
    pub fn say(&mut self, what: &str) {
        self.notes.change_last(|note| note.text = format!("{} ({what})", note.text));
    }

    /// One of several paths that are possible in the same state with the same inputs.
    pub fn part(&mut self) {
        self.parted = true;
        self.forks += 1;
    }

    /// Whether it is one of several ways to go on from where it began, besides those that the state decides.
    pub fn has_chosen(&self, exprs: &Exprs) -> bool {
        self.parted || self.conditions.iter().any(|&c| exprs.has_input(c))
    }

    /// The value of a variable after the writes so far.
    pub fn read(&self, system: &mut System, var: VarId) -> ExprId {
        let last = self.writes.iter().rev().find(|w| w.target == Target::Var(var));
        last.map_or_else(|| system.read(var), |w| w.value)
    }

    /// The same for an element.
    pub fn read_element(&self, system: &mut System, var: VarId, index: ExprId) -> ExprId {
        let mut value = system.read_element(var, index);
        for write in &self.writes {
            match write.target {
                Target::Element(v, at) if v == var => {
                    let same = equal(&mut system.exprs, at, index);
                    value = system.exprs.ite(same, write.value, value);
                }
                Target::Fill(v) if v == var => value = system.exprs.at_position(write.value, index),
                _ => {}
            }
        }
        value
    }

    pub fn write(&mut self, target: Target, value: ExprId) {
        if let Target::Var(_) = target {
            self.writes.retain(|w| w.target != target);
        }
        self.writes.push(Update { target, value });
    }

    /// Adds a condition; whether the path can still be taken.
    pub fn require(&mut self, exprs: &Exprs, condition: ExprId) -> bool {
        match exprs.as_const(condition) {
            Some(value) => value == 1,
            None => {
                self.conditions.push(condition);
                true
            }
        }
    }
}

/// If-then-else; of truth values as `and` and `or` where one of them is constant, which conditions on inputs need.
pub fn choose(exprs: &mut Exprs, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
    if exprs.width(a) == 1 {
        let not = exprs.not(c);
        match (exprs.as_const(a), exprs.as_const(b)) {
            (Some(0), None) => return exprs.and(not, b),
            (Some(1), None) => return exprs.or(c, b),
            (None, Some(0)) => return exprs.and(c, a),
            (None, Some(1)) => return exprs.or(not, a),
            _ => {}
        }
    }
    exprs.ite(c, a, b)
}

/// Equality of numbers that may differ in width.
pub fn equal(exprs: &mut Exprs, a: ExprId, b: ExprId) -> ExprId {
    let width = exprs.width(a).max(exprs.width(b));
    let (a, b) = (exprs.zero_extend(width, a), exprs.zero_extend(width, b));
    exprs.eq(a, b)
}

/// What a path changes of the network that processes share.
fn changes_of_network(system: &System, path: &Path) -> BTreeSet<VarId> {
    let variables = path.writes.iter().map(|w| w.target.variable()).filter(|_| system.processes.len() > 1);
    variables.filter(|v| crate::processes::is_shared(&system.variables[v.index()].name)).collect()
}

/// Two paths that parted at a condition and meet again, as one: what differs depends on the condition. None if one of them
/// needs more than that condition.
pub fn merge(system: &mut System, base: &Path, condition: ExprId, a: &Path, b: &Path) -> Option<Path> {
    let parted = base.conditions.len() + 1;
    let same_place = (a.context, a.at, a.atomic) == (b.context, b.at, b.atomic);
    let plain = a.conditions.len() == parted && b.conditions.len() == parted;
    let kept = |p: &Path| p.writes.len() >= base.writes.len() && p.writes[..base.writes.len()] == base.writes[..];
    let fills = |p: &Path| p.writes.iter().any(|w| matches!(w.target, Target::Fill(_)));
    // Who sees a counterexample wants to see what was printed.
    let silent = a.prints == base.prints && b.prints == base.prints;
    if !same_place || !plain || !silent || fills(a) || fills(b) {
        return None;
    }
    // Where only one of them changes the network, the other one may well be a step that nobody else notices.
    if changes_of_network(system, a) != changes_of_network(system, b) {
        return None;
    }
    let mut path = base.clone();
    (path.context, path.at, path.atomic) = (a.context, a.at, a.atomic);
    path.seen = a.seen || b.seen;
    path.forks = a.forks.max(b.forks);
    path.parted = a.parted || b.parted;
    path.effects = a.effects.or(&b.effects);
    path.heads = if a.heads.len() > b.heads.len() { a.heads.clone() } else { b.heads.clone() };
    let otherwise = system.exprs.not(condition);
    for (side, when) in [(a, condition), (b, otherwise)] {
        // A variable written before and again has moved to the end: all that is not as before counts.
        let new: Vec<Update> = if kept(side) {
            side.writes[base.writes.len()..].to_vec()
        } else {
            let elements = |p: &Path| p.writes.iter().filter(|w| matches!(w.target, Target::Element(..))).count();
            let mut skip = elements(base);
            let is_new = |w: &&Update| match w.target {
                Target::Element(..) if skip > 0 => {
                    skip -= 1;
                    false
                }
                Target::Var(_) => !base.writes.contains(w),
                _ => true,
            };
            side.writes.iter().filter(is_new).copied().collect()
        };
        for Update { target, value } in new {
            let old = match target {
                Target::Var(v) => path.read(system, v),
                Target::Element(v, index) => path.read_element(system, v, index),
                Target::Fill(_) => return None,
            };
            let value = system.exprs.ite(when, value, old);
            path.write(target, value);
        }
        let unless = system.exprs.not(when);
        for check in &side.checks[base.checks.len()..] {
            let condition = system.exprs.or(unless, check.condition);
            path.checks.push(Check { condition, ..check.clone() });
        }
    }
    path.values.clear();
    for (&key, &value) in &a.values {
        let both = match (value, b.values.get(&key)) {
            (one, Some(&other)) if one == other => one,
            (Value::One(x), Some(&Value::One(y))) => Value::One(choose(&mut system.exprs, condition, x, y)),
            (Value::Pair(x, v), Some(&Value::Pair(y, w))) => {
                let e = &mut system.exprs;
                Value::Pair(choose(e, condition, x, y), choose(e, condition, v, w))
            }
            _ => continue,
        };
        path.values.insert(key, both);
    }
    Some(path)
}
