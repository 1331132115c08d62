//! A path through the program that becomes one transition: what it has read, computed and written so far.

use kulan_ir::{BinaryOp, Check, Expr, ExprId, Exprs, Source, System, Target, Update, VarId};
use kulan_llvm::{BlockId, InstructionId, ValueId};
use rustc_hash::FxHashMap;

use crate::points_to::ContextId;
use crate::races::Effects;

/// The value of a register.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    One(ExprId),
    /// What `cmpxchg` gives.
    Pair(ExprId, ExprId),
}

/// A line of the source that the path passes.
#[derive(Clone, Debug)]
pub struct Note {
    pub source: Option<Source>,
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Path {
    pub context: ContextId,
    pub at: InstructionId,
    /// Which part of an instruction that waits in between.
    pub phase: u8,
    pub values: FxHashMap<(ContextId, ValueId), Value>,
    pub writes: Vec<Update>,
    pub conditions: Vec<ExprId>,
    pub checks: Vec<Check>,
    pub notes: Vec<Note>,
    /// Whether it has done something that other threads can see.
    pub seen: bool,
    /// How many atomic sections it is in.
    pub atomic: u32,
    /// Loop heads it has passed, with the number of forks until then.
    pub heads: Vec<(ContextId, BlockId, usize)>,
    pub forks: usize,
    pub effects: Effects,
}

impl Path {
    pub fn new(context: ContextId, at: InstructionId, phase: u8, atomic: u32) -> Path {
        Path {
            context,
            at,
            phase,
            values: FxHashMap::default(),
            writes: Vec::new(),
            conditions: Vec::new(),
            checks: Vec::new(),
            notes: Vec::new(),
            seen: false,
            atomic,
            heads: Vec::new(),
            forks: 0,
            effects: Effects::default(),
        }
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

/// Two paths that parted at a condition and meet again, as one: what differs depends on the condition. None if one of them
/// needs more than that condition.
pub fn merge(system: &mut System, base: &Path, condition: ExprId, a: &Path, b: &Path) -> Option<Path> {
    let parted = base.conditions.len() + 1;
    let same_place = (a.context, a.at, a.atomic) == (b.context, b.at, b.atomic);
    let plain = a.conditions.len() == parted && b.conditions.len() == parted;
    let kept = |p: &Path| p.writes.len() >= base.writes.len() && p.writes[..base.writes.len()] == base.writes[..];
    let fills = |p: &Path| p.writes.iter().any(|w| matches!(w.target, Target::Fill(_)));
    if !same_place || !plain || fills(a) || fills(b) {
        return None;
    }
    let mut path = base.clone();
    (path.context, path.at, path.atomic) = (a.context, a.at, a.atomic);
    path.seen = a.seen || b.seen;
    path.forks = a.forks.max(b.forks);
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
            _ => continue,
        };
        path.values.insert(key, both);
    }
    Some(path)
}

/// The values of an input of some width that satisfy a condition on it alone, as ranges; none where that is not simple.
pub fn ranges(exprs: &Exprs, condition: ExprId, input: ExprId) -> Option<Vec<(u64, u64)>> {
    let width = exprs.width(input);
    let top = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    let half = top >> 1;
    let below = |k: u64| if k == 0 { vec![] } else { vec![(0, k - 1)] };
    let above = |k: u64| if k == top { vec![] } else { vec![(k + 1, top)] };
    // In the order of signed numbers: those from half + 1 on come first.
    let signed_below = |k: u64| match k {
        k if k > half => {
            if k == half + 1 {
                vec![]
            } else {
                vec![(half + 1, k - 1)]
            }
        }
        0 => vec![(half + 1, top)],
        k => vec![(0, k - 1), (half + 1, top)],
    };
    match exprs.get(condition) {
        Expr::Not(inner) => Some(complement(&ranges(exprs, inner, input)?, top)),
        _ if condition == input => Some(vec![(1, 1)]),
        Expr::Binary(op, a, b) => {
            if matches!(op, BinaryOp::And | BinaryOp::Or) && exprs.width(a) == 1 {
                let (x, y) = (ranges(exprs, a, input)?, ranges(exprs, b, input)?);
                return Some(match op {
                    BinaryOp::Or => complement(&intersect(&complement(&x, top), &complement(&y, top)), top),
                    _ => intersect(&x, &y),
                });
            }
            match (a == input, exprs.as_const(b), b == input, exprs.as_const(a)) {
                (true, Some(k), ..) => Some(match op {
                    BinaryOp::Equal => vec![(k, k)],
                    BinaryOp::UnsignedLess => below(k),
                    BinaryOp::UnsignedLessEqual => complement(&above(k), top),
                    BinaryOp::SignedLess => signed_below(k),
                    BinaryOp::SignedLessEqual => {
                        let mut list = signed_below(k);
                        list.push((k, k));
                        list.sort_unstable();
                        list
                    }
                    _ => return None,
                }),
                (_, _, true, Some(k)) => Some(match op {
                    BinaryOp::Equal => vec![(k, k)],
                    BinaryOp::UnsignedLess => above(k),
                    BinaryOp::UnsignedLessEqual => complement(&below(k), top),
                    BinaryOp::SignedLess => {
                        let mut list = signed_below(k);
                        list.push((k, k));
                        list.sort_unstable();
                        complement(&list, top)
                    }
                    BinaryOp::SignedLessEqual => complement(&signed_below(k), top),
                    _ => return None,
                }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Ranges outside of which a condition on an input does not hold: conjuncts that are not simple are left out.
pub fn around(exprs: &Exprs, condition: ExprId, input: ExprId) -> Vec<(u64, u64)> {
    let width = exprs.width(input);
    let all = vec![(0, if width >= 64 { u64::MAX } else { (1 << width) - 1 })];
    if let Some(exact) = ranges(exprs, condition, input) {
        return exact;
    }
    match exprs.get(condition) {
        Expr::Binary(BinaryOp::And, a, b) if exprs.width(a) == 1 => {
            intersect(&around(exprs, a, input), &around(exprs, b, input))
        }
        _ => all,
    }
}

/// What is not in any of the ranges, which are sorted.
fn complement(list: &[(u64, u64)], top: u64) -> Vec<(u64, u64)> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let (mut result, mut next) = (Vec::new(), Some(0));
    for (low, high) in sorted {
        let Some(from) = next else { break };
        if low > from {
            result.push((from, low - 1));
        }
        next = if high >= top { None } else { Some((high + 1).max(from)) };
    }
    result.extend(next.map(|from| (from, top)));
    result
}

/// What is in both lists of ranges.
pub fn intersect(a: &[(u64, u64)], b: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x.0.max(y.0), x.1.min(y.1))));
    pairs.filter(|(low, high)| low <= high).collect()
}
