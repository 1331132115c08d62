//! Inputs of a path: conditions on them, which guards cannot read, become choices of their values.

use kulan_ir::{BinaryOp, CheckKind, Expr, ExprId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lower::{Lowering, Unknown};
use crate::path::Path;
use crate::ranges::{around, intersect, ranges};

/// The ranges of values that conditions leave to inputs. An input that is not listed can have all values of its width.
pub type Limits = FxHashMap<u32, Vec<(u64, u64)>>;

/// Restricts an input further.
fn limit(limits: &mut Limits, inputs: &[Unknown], index: u32, found: &[(u64, u64)]) {
    let known = limits.entry(index).or_insert_with(|| vec![(0, inputs[index as usize].most)]);
    *known = intersect(known, found);
}

/// How many values ranges have, if that is a number of 64 bits.
fn size(ranges: &[(u64, u64)]) -> Option<u64> {
    ranges.iter().try_fold(0u64, |n, (low, high)| n.checked_add(high - low)?.checked_add(1))
}

/// Values of small inputs that conditions depend on are all tried, if these are not more.
const MOST_TRIED: u64 = 1 << 10;

impl Lowering<'_, '_> {
    /// Of wide inputs of which only a few bits matter, keeps these: `random() >> 5 & 1`.
    pub fn narrow(&mut self, path: &mut Path) {
        let all = |path: &Path| -> Vec<ExprId> {
            let writes = path.writes.iter().flat_map(|w| w.expressions());
            writes.chain(path.checks.iter().map(|c| c.condition)).chain(path.conditions.iter().copied()).collect()
        };
        let mut mentioned = FxHashSet::default();
        all(path).into_iter().for_each(|e| inputs_in(&self.system.exprs, e, &mut mentioned));
        let mut wide: Vec<(u32, u8)> = mentioned.into_iter().filter(|(_, width)| *width > 1).collect();
        wide.sort_unstable();
        for (index, width) in wide {
            let input = self.system.exprs.input(index, width);
            let used = bits_used(&self.system.exprs, input, all(path)).filter(|(_, bits, _)| *bits < width);
            let Some((uses, bits, shift)) = used else { continue };
            let whole = self.inputs[index as usize].clone();
            let few = self.system.exprs.input(self.inputs.len() as u32, bits);
            let most = (whole.most >> shift).min(kulan_ir::expr::mask(bits));
            let by = if shift > 0 { format!(" >> {shift}") } else { String::new() };
            let name = format!("{}{by} & {}", whole.name, kulan_ir::expr::mask(bits));
            self.inputs.push(Unknown { name, width: bits, most, ..whole });
            let exprs = &mut self.system.exprs;
            let mut memo: FxHashMap<ExprId, ExprId> = FxHashMap::default();
            for (place, mask) in uses {
                let mask = exprs.constant(bits, mask);
                let kept = exprs.binary(BinaryOp::And, few, mask);
                memo.insert(place, exprs.zero_extend(exprs.width(place), kept));
            }
            let mut put = |e: ExprId| exprs.substitute(e, &mut memo, &mut |_, _| None);
            for write in &mut path.writes {
                write.value = put(write.value);
                write.target = write.target.map_index(&mut put);
            }
            path.checks.iter_mut().for_each(|c| c.condition = put(c.condition));
            path.conditions.iter_mut().for_each(|c| *c = put(*c));
        }
    }

    /// Replaces conditions on inputs by choices of these inputs.
    pub fn resolve(&mut self, path: Path, bound: Vec<ExprId>, limits: &mut Limits, continues: Option<ThreadId>) {
        let rest = self.limit_alone(bound, limits);
        let mut open = FxHashSet::default();
        rest.iter().for_each(|&c| inputs_in(&self.system.exprs, c, &mut open));
        let mut open: Vec<(u32, u8)> = open.into_iter().collect();
        open.sort_unstable();
        if rest.is_empty() {
            return self.emit(path, limits, continues);
        }
        for &(index, width) in &open {
            // Remainders stand for all other values only where nothing else restricts the input.
            if !limits.contains_key(&index)
                && let Some(found) = self.remainders(&path, &rest, index, width)
            {
                limit(limits, &self.inputs, index, &found);
            } else if let [_] = open[..] {
                let input = self.system.exprs.input(index, width);
                let near = |list: Vec<(u64, u64)>, c: &ExprId| intersect(&list, &around(&self.system.exprs, *c, input));
                let found = rest.iter().fold(vec![(0, self.inputs[index as usize].most)], near);
                limit(limits, &self.inputs, index, &found);
            }
        }
        // One that has few values, by itself or because of other conditions.
        let values = |index: u32| size(limits.get(&index).map_or(&[(0, self.inputs[index as usize].most)], |l| &l[..]));
        let few = open.iter().filter_map(|&(index, width)| Some((values(index)?, width, index))).min();
        if let Some((_, width, index)) = few.filter(|f| f.0 <= MOST_TRIED) {
            return self.with_each((&path, &rest), (index, width), limits, continues);
        }
        self.give_up(path, &open);
    }

    /// Restricts inputs by the conditions that speak of one input alone, as far as these are ranges; gives the other conditions.
    fn limit_alone(&mut self, bound: Vec<ExprId>, limits: &mut Limits) -> Vec<ExprId> {
        let mut rest = Vec::new();
        for condition in bound {
            let mut own = FxHashSet::default();
            inputs_in(&self.system.exprs, condition, &mut own);
            let one: Vec<(u32, u8)> = own.into_iter().collect();
            let solved = match one[..] {
                [(index, width)] => {
                    let input = self.system.exprs.input(index, width);
                    ranges(&self.system.exprs, condition, input).map(|r| (index, r))
                }
                _ => None,
            };
            match solved {
                Some((index, found)) => limit(limits, &self.inputs, index, &found),
                None => rest.push(condition),
            }
        }
        rest
    }

    /// Too many values: another attempt has a location behind the choice, which lets the conditions speak of a variable.
    fn give_up(&mut self, mut path: Path, open: &[(u32, u8)]) {
        self.wanted.kept.extend(open.iter().filter_map(|(i, _)| self.inputs[*i as usize].chosen_at));
        let name = open.first().map_or("an input", |(i, _)| &self.inputs[*i as usize].name);
        let why = format!("not supported: {name} with conditions that need a solver");
        let never = self.system.exprs.bool(false);
        path.checks.clear();
        path.writes.clear();
        self.check(&mut path, never, CheckKind::Unsupported, why);
        self.emit(path, &Limits::default(), None);
    }

    /// The same for each value of an input that the limits leave.
    fn with_each(
        &mut self,
        (path, bound): (&Path, &[ExprId]),
        (index, width): (u32, u8),
        limits: &mut Limits,
        continues: Option<ThreadId>,
    ) {
        let known = limits.remove(&index).unwrap_or_else(|| vec![(0, self.inputs[index as usize].most)]);
        for value in known.into_iter().flat_map(|(low, high)| low..=high) {
            // Who sees a counterexample wants to know the value.
            limits.insert(index, vec![(value, value)]);
            self.with_input((path, bound), (index, width, value), &mut limits.clone(), continues);
        }
    }

    fn with_input(
        &mut self,
        (path, bound): (&Path, &[ExprId]),
        (index, width, value): (u32, u8, u64),
        limits: &mut Limits,
        continues: Option<ThreadId>,
    ) {
        let constant = self.system.exprs.constant(width, value);
        let mut memo = FxHashMap::default();
        let exprs = &mut self.system.exprs;
        let mut put = |e: ExprId| {
            exprs.substitute(e, &mut memo, &mut |_, read| {
                matches!(read, Expr::Input { index: i, .. } if i == index).then_some(constant)
            })
        };
        let mut path = path.clone();
        for write in &mut path.writes {
            write.value = put(write.value);
            write.target = write.target.map_index(&mut put);
        }
        path.checks.iter_mut().for_each(|c| c.condition = put(c.condition));
        let bound: Vec<ExprId> = bound.iter().map(|&c| put(c)).collect();
        let mut open = Vec::new();
        for condition in bound {
            match self.system.exprs.as_const(condition) {
                Some(0) => return,
                Some(_) => {}
                None if self.system.exprs.has_input(condition) => open.push(condition),
                None => path.conditions.push(condition),
            }
        }
        self.resolve(path, open, limits, continues);
    }
}

impl Lowering<'_, '_> {
    /// The values that an input needs to have if only its remainder by some constant matters.
    pub fn remainders(&mut self, path: &Path, further: &[ExprId], index: u32, width: u8) -> Option<Vec<(u64, u64)>> {
        let exprs = &mut self.system.exprs;
        let input = exprs.input(index, width);
        let writes = path.writes.iter().flat_map(|w| w.expressions());
        let checks = path.checks.iter().map(|c| c.condition);
        let mut todo: Vec<ExprId> = writes.chain(checks).chain(further.iter().copied()).collect();
        let (mut seen, mut found) = (FxHashSet::default(), None);
        while let Some(e) = todo.pop() {
            if !exprs.has_input(e) || !seen.insert(e) {
                continue;
            }
            match exprs.get(e) {
                _ if e == input => return None,
                Expr::Binary(op @ (BinaryOp::UnsignedRem | BinaryOp::SignedRem), a, b)
                    if let Some(op) = remainder_of(exprs, op, a, input) =>
                {
                    let by = exprs.as_const(b).filter(|k| (1..=256).contains(k))?;
                    if found.is_some_and(|f| f != (op, by)) {
                        return None;
                    }
                    found = Some((op, by));
                }
                _ => todo.extend(exprs.operands(e)),
            }
        }
        let (top, most) = (kulan_ir::expr::mask(width), self.inputs[index as usize].most);
        match found? {
            (_, k) if most < k => Some(vec![(0, most)]),
            (_, k) if most <= kulan_ir::expr::mask(width - 1) => Some(vec![(0, k - 1)]),
            (BinaryOp::UnsignedRem, k) => Some(vec![(0, k - 1)]),
            (_, 1) => Some(vec![(0, 0)]),
            (_, k) if k > top >> 1 => None,
            (_, k) => Some(vec![(0, k - 1), (top - (k - 2), top)]),
        }
    }
}

/// Whether a remainder of a number is that of an input, perhaps made longer, and of which sign it is.
fn remainder_of(exprs: &kulan_ir::Exprs, op: BinaryOp, number: ExprId, input: ExprId) -> Option<BinaryOp> {
    match exprs.get(number) {
        _ if number == input => Some(op),
        Expr::ZeroExtend(_, inner) if inner == input => Some(BinaryOp::UnsignedRem),
        Expr::SignExtend(_, inner) if inner == input && op == BinaryOp::SignedRem => Some(op),
        _ => None,
    }
}

/// Where an input is used as `input >> k & mask`, always with the same `k`, with the masks; how many bits that needs, and `k`.
type BitsUsed = (Vec<(ExprId, u64)>, u8, u64);

/// The bits of an input that are used. None if it is used in another way, or if these are more than 8.
fn bits_used(exprs: &kulan_ir::Exprs, input: ExprId, all: Vec<ExprId>) -> Option<BitsUsed> {
    // A longer number with the same value, whose upper bits are zero.
    let is_input = |e: ExprId| e == input || matches!(exprs.get(e), Expr::ZeroExtend(_, inner) if inner == input);
    let shift = |e: ExprId| match exprs.get(e) {
        _ if is_input(e) => Some(0),
        Expr::Binary(BinaryOp::LogicalShiftRight, a, k) if is_input(a) => exprs.as_const(k),
        Expr::Binary(BinaryOp::ArithmeticShiftRight, a, k) if a == input || is_input(a) => exprs.as_const(k),
        _ => None,
    };
    let masked = |e: ExprId| match exprs.get(e) {
        Expr::Binary(BinaryOp::And, a, b) => {
            let (a, mask) = exprs.as_const(b).map(|m| (a, m)).or_else(|| exprs.as_const(a).map(|m| (b, m)))?;
            Some((shift(a)?, mask))
        }
        _ => None,
    };
    let (mut todo, mut seen, mut uses, mut by) = (all, FxHashSet::default(), Vec::new(), None);
    while let Some(e) = todo.pop() {
        if !exprs.has_input(e) || !seen.insert(e) {
            continue;
        }
        match masked(e) {
            Some((k, mask)) if by.is_none_or(|by| by == k) => {
                by = Some(k);
                uses.push((e, mask));
            }
            Some(_) => return None,
            None if e == input => return None,
            None => todo.extend(exprs.operands(e)),
        }
    }
    let bits = kulan_ir::expr::width_of(uses.iter().fold(0, |all, (_, mask)| all | mask));
    let by = by?;
    (bits <= 8 && by + u64::from(bits) <= u64::from(exprs.width(input))).then_some((uses, bits, by))
}

/// The inputs that an expression depends on, with their widths.
pub fn inputs_in(exprs: &kulan_ir::Exprs, e: ExprId, found: &mut FxHashSet<(u32, u8)>) {
    let (mut todo, mut seen) = (vec![e], FxHashSet::default());
    while let Some(e) = todo.pop() {
        if !exprs.has_input(e) || !seen.insert(e) {
            continue;
        }
        if let Expr::Input { index, width } = exprs.get(e) {
            found.insert((index, width));
        }
        todo.extend(exprs.operands(e));
    }
}
