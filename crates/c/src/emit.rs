//! The end of a path: a transition.

use kulan_ir::{
    BinaryOp, Check, CheckKind, Expr, ExprId, Input, Owner, Role, Step, Target, ThreadId, Transition, Update,
};
use kulan_llvm::Operand;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lower::{Lowering, Unknown};
use crate::path::{Note, Path, Value};
use crate::ranges::{around, intersect, ranges};

/// How a path ends.
#[derive(Debug)]
pub enum End {
    /// At a place from which other transitions go on.
    Here,
    /// The thread ends, with a result.
    Thread(Option<ExprId>),
    /// The program ends, or the run does not count any more.
    Program,
    /// A check fails.
    Fails(CheckKind, String),
    /// The program does something that is not modelled.
    Unsupported(String),
}

/// The ranges of values that conditions leave to inputs. An input that is not listed can have all values of its width.
type Limits = FxHashMap<u32, Vec<(u64, u64)>>;

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
    /// Makes a transition of a path.
    pub fn finish(&mut self, mut path: Path, end: End) {
        if matches!(end, End::Program) && path.atomic > 0 {
            if self.start_atomic > 0 {
                let why = "the end of the program behind a loop or an input in an atomic section";
                return self.finish(path, End::Unsupported(why.into()));
            }
            // Nobody sees what an atomic section did that has no end; but the run has one.
            if !self.watched.temporal {
                path.writes.clear();
            }
        }
        if matches!(end, End::Program) && !self.watched.temporal && self.ends_unseen(&path) {
            // Staying here is as good as ending: nobody can tell the difference.
            let always = self.system.exprs.bool(true);
            return self.may_stop(&path, always);
        }
        if !matches!(end, End::Here) {
            // Who has ended reads nothing any more.
            let own = |w: &Update| self.register_of.get(&w.target.variable()).is_some_and(|r| r.0 == self.current);
            path.writes.retain(|w| !own(w));
        }
        let it = &self.instances[self.current];
        let (counter, thread) = (it.counter, it.thread);
        let mut continues = None;
        let to = match end {
            End::Here => {
                if let Err(why) = self.save(&mut path) {
                    return self.finish(path, End::Unsupported(why));
                }
                continues = (path.atomic > 0).then_some(thread);
                let to = self.location(self.current, (path.context, path.at, path.phase, path.atomic));
                self.note_edge(&path, to);
                to
            }
            End::Thread(value) => {
                if self.joins_results {
                    let zero = self.system.exprs.constant(self.pointer_bits, 0);
                    let var =
                        self.bookkeeping(self.current, "result", self.pointer_bits, self.common_owner(self.current));
                    // A C11 thread gives an int.
                    let (bits, e) = (self.pointer_bits, &mut self.system.exprs);
                    let fitted =
                        value.map(|v| if e.width(v) > bits { e.truncate(bits, v) } else { e.zero_extend(bits, v) });
                    let value = fitted.unwrap_or(zero);
                    path.write(Target::Var(var), value);
                }
                0
            }
            End::Program => {
                // Of an infinite run, it matters that nobody goes on.
                let others = (0..self.instances.len()).filter(|&i| self.watched.temporal && i != self.current);
                for counter in others.map(|i| self.instances[i].counter).collect::<Vec<_>>() {
                    let zero = self.system.exprs.constant(self.system.variables[counter.index()].width, 0);
                    path.write(Target::Var(counter), zero);
                }
                self.stopped(self.current)
            }
            End::Fails(kind, message) => {
                let never = self.system.exprs.bool(false);
                self.check(&mut path, never, kind, message);
                self.stopped(self.current)
            }
            End::Unsupported(why) => {
                let never = self.system.exprs.bool(false);
                self.check(&mut path, never, CheckKind::Unsupported, format!("not supported: {why}"));
                path.writes.clear();
                self.stopped(self.current)
            }
        };
        let from = self.start;
        let pc = self.system.read(counter);
        let here = self.system.exprs.eq_const(pc, from);
        if to != from {
            let value = self.system.exprs.constant(self.system.exprs.width(pc), to);
            path.write(Target::Var(counter), value);
        }
        path.conditions.insert(0, here);
        self.narrow(&mut path);
        let (free, bound): (Vec<ExprId>, Vec<ExprId>) =
            path.conditions.iter().partition(|&&c| !self.system.exprs.has_input(c));
        path.conditions = free;
        self.resolve(path, bound, &mut FxHashMap::default(), continues);
    }

    /// Of wide inputs of which only a few bits matter, keeps these: `random() >> 5 & 1`.
    fn narrow(&mut self, path: &mut Path) {
        let all = |path: &Path| -> Vec<ExprId> {
            let writes = path.writes.iter().flat_map(|w| w.expressions());
            writes.chain(path.checks.iter().map(|c| c.condition)).chain(path.conditions.iter().copied()).collect()
        };
        let mut mentioned = FxHashSet::default();
        all(path).into_iter().for_each(|e| inputs_in(&self.system.exprs, e, &mut mentioned));
        let mut wide: Vec<(u32, u8)> = mentioned.into_iter().filter(|(_, width)| *width > 8).collect();
        wide.sort_unstable();
        for (index, width) in wide {
            let input = self.system.exprs.input(index, width);
            let Some((uses, bits, shift)) = bits_used(&self.system.exprs, input, all(path)) else { continue };
            let whole = self.inputs[index as usize].clone();
            let few = self.system.exprs.input(self.inputs.len() as u32, bits);
            let most = (whole.most >> shift).min(kulan_ir::expr::mask(bits));
            self.inputs.push(Unknown { width: bits, most, ..whole });
            let exprs = &mut self.system.exprs;
            let mut memo: FxHashMap<ExprId, ExprId> = FxHashMap::default();
            for (place, mask) in uses {
                let mask = exprs.constant(bits, mask);
                let kept = exprs.binary(BinaryOp::And, few, mask);
                memo.insert(place, exprs.zero_extend(width, kept));
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

    /// Where a path may have to wait, or an assumption may end it: checks until here must not depend on whether it goes on.
    pub fn check_before_waiting(&mut self, path: &Path) {
        let yes = self.system.exprs.bool(true);
        let fine = path.checks.iter().fold(yes, |all, c| self.system.exprs.and(all, c.condition));
        let fails = self.system.exprs.not(fine);
        let mut path = path.clone();
        if path.require(&self.system.exprs, fails) {
            self.finish(path, End::Program);
        }
    }

    /// Whether a path that ends the program does nothing before that others could see.
    fn ends_unseen(&self, path: &Path) -> bool {
        self.start_atomic == 0 && path.checks.is_empty() && self.writes_own(path)
    }

    /// Whether a path changes only what its thread alone uses.
    pub fn writes_own(&self, path: &Path) -> bool {
        let own = Owner::Thread(self.instances[self.current].thread);
        path.writes.iter().all(|w| self.system.variables[w.target.variable().index()].owner == own)
    }

    /// Keeps the registers that are needed later.
    fn save(&mut self, path: &mut Path) -> Result<(), String> {
        let (mut context, mut at) = (path.context, path.at);
        let mut result = None;
        let mut needed = FxHashSet::default();
        loop {
            let function = self.analysis.contexts[context].function;
            let read = self.analysis.flows[&function].read_before(self.function(context), at);
            let shape = self.analysis.contexts[context].shape;
            needed.extend(read.into_iter().map(|v| (shape, v)));
            let mut live: Vec<_> = self.live(context, at).into_iter().collect();
            live.sort_unstable();
            for value in live {
                if Some(value) == result {
                    continue;
                }
                needed.insert((shape, value));
                match path.values.get(&(context, value)).copied() {
                    None => {}
                    // The address of a local variable is always the same.
                    Some(_) if self.local_object(context, value).is_some() => {}
                    Some(Value::One(e)) if self.constant_operand(context, Operand::Value(value)) == Some(e) => {}
                    Some(Value::One(e)) => {
                        let var = self.register(self.current, context, value)?;
                        if self.system.read(var) != e {
                            path.write(Target::Var(var), e);
                        }
                    }
                    Some(Value::Pair(..)) => return Err("a struct in a register".into()),
                }
            }
            let Some((caller, call)) = self.analysis.contexts[context].caller else { break };
            result = self.function(caller).instructions[call].result;
            context = caller;
            at = kulan_llvm::Id::new(kulan_llvm::Id::index(call) + 1);
        }
        // What is not read again need not be written.
        let is_needed = |w: &Update| match self.register_of.get(&w.target.variable()) {
            Some(&(instance, context, value)) => instance != self.current || needed.contains(&(context, value)),
            None => true,
        };
        path.writes.retain(is_needed);
        Ok(())
    }

    /// Replaces conditions on inputs, which guards cannot read, by choices of these inputs.
    fn resolve(&mut self, path: Path, bound: Vec<ExprId>, limits: &mut Limits, continues: Option<kulan_ir::ThreadId>) {
        if bound.is_empty() {
            return self.emit(path, limits, continues);
        }
        let mut mentioned = FxHashSet::default();
        bound.iter().for_each(|&c| inputs_in(&self.system.exprs, c, &mut mentioned));
        let mut list: Vec<(u32, u8)> = mentioned.into_iter().collect();
        list.sort_unstable();
        if let [(index, width)] = list[..] {
            let input = self.system.exprs.input(index, width);
            let all = vec![(0, self.inputs[index as usize].most)];
            let found =
                bound.iter().try_fold(all, |list, &c| Some(intersect(&list, &ranges(&self.system.exprs, c, input)?)));
            if let Some(found) = found {
                limit(limits, &self.inputs, index, &found);
                return self.emit(path, limits, continues);
            }
        }
        if let Some(&(index, width)) = list.iter().filter(|(_, w)| *w <= 8).min_by_key(|(_, w)| *w) {
            let tried = 1u64 << width;
            if tried <= MOST_TRIED {
                return self.with_each((&path, &bound), (index, width), None, limits, continues);
            }
        }
        if let [(index, width)] = list[..] {
            let input = self.system.exprs.input(index, width);
            let found = bound.iter().fold(vec![(0, self.inputs[index as usize].most)], |list, &c| {
                intersect(&list, &around(&self.system.exprs, c, input))
            });
            // Remainders stand for all other values only where nothing else restricts the input.
            let remainders =
                if limits.contains_key(&index) { None } else { self.remainders(&path, &bound, index, width) };
            let found = remainders.unwrap_or(found);
            let found = limits.get(&index).map_or(found.clone(), |known| intersect(known, &found));
            if size(&found).is_some_and(|n| n <= MOST_TRIED) {
                return self.with_each((&path, &bound), (index, width), Some(&found), limits, continues);
            }
        }
        // Several inputs, each restricted by conditions of its own.
        let mut rest = Vec::new();
        for &condition in &bound {
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
        if rest.is_empty() {
            return self.emit(path, limits, continues);
        }
        // One that other conditions leave few values.
        let mut open = FxHashSet::default();
        rest.iter().for_each(|&c| inputs_in(&self.system.exprs, c, &mut open));
        let few = open.iter().filter_map(|&(i, w)| Some((size(limits.get(&i)?)?, i, w))).min();
        if let Some((_, index, width)) = few.filter(|f| f.0 <= MOST_TRIED) {
            return self.with_each((&path, &rest), (index, width), None, limits, continues);
        }
        // A location behind the choice lets the conditions speak of a variable.
        self.wanted.kept.extend(list.iter().filter_map(|(i, _)| self.inputs[*i as usize].chosen_at));
        let name = self.inputs[list[0].0 as usize].name.clone();
        let why = format!("not supported: {name} with conditions that need a solver");
        let never = self.system.exprs.bool(false);
        let mut path = path;
        path.checks.clear();
        path.writes.clear();
        self.check(&mut path, never, CheckKind::Unsupported, why);
        self.emit(path, &FxHashMap::default(), None);
    }

    /// The same for each value of an input that the limits, and these ranges if there are some, leave.
    fn with_each(
        &mut self,
        (path, bound): (&Path, &[ExprId]),
        (index, width): (u32, u8),
        ranges: Option<&[(u64, u64)]>,
        limits: &mut Limits,
        continues: Option<kulan_ir::ThreadId>,
    ) {
        if let Some(found) = ranges {
            limit(limits, &self.inputs, index, found);
        }
        let known = limits.remove(&index).unwrap_or_else(|| vec![(0, self.inputs[index as usize].most)]);
        for value in known.into_iter().flat_map(|(low, high)| low..=high) {
            self.with_input((path, bound), (index, width, value), &mut limits.clone(), continues);
        }
    }

    fn with_input(
        &mut self,
        (path, bound): (&Path, &[ExprId]),
        (index, width, value): (u32, u8, u64),
        limits: &mut Limits,
        continues: Option<kulan_ir::ThreadId>,
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

    /// One transition for each choice of ranges of its inputs.
    fn emit(&mut self, path: Path, limits: &Limits, continues: Option<kulan_ir::ThreadId>) {
        let mut used = FxHashSet::default();
        for write in &path.writes {
            write
                .target
                .index()
                .into_iter()
                .chain([write.value])
                .for_each(|e| inputs_in(&self.system.exprs, e, &mut used));
        }
        path.checks.iter().for_each(|c| inputs_in(&self.system.exprs, c.condition, &mut used));
        let mut used: Vec<(u32, u8)> = used.into_iter().collect();
        used.sort_unstable();
        // An input that only conditions mention needs to have some value, no matter which.
        if limits.values().any(Vec::is_empty) {
            return;
        }
        let mut limits = limits.clone();
        for &(index, width) in &used {
            if let (None, Some(list)) = (limits.get(&index), self.remainders(&path, &[], index, width)) {
                limits.insert(index, list);
            }
        }
        let mut choices: Vec<Vec<(u64, u64)>> = vec![Vec::new()];
        for (index, _) in &used {
            let whole = vec![(0, self.inputs[*index as usize].most)];
            let list = limits.get(index).unwrap_or(&whole);
            choices = choices.iter().flat_map(|c| list.iter().map(|r| [c.as_slice(), &[*r]].concat())).collect();
        }
        let mut memo = FxHashMap::default();
        let exprs = &mut self.system.exprs;
        let position = |index: u32| used.iter().position(|(i, _)| *i == index);
        let mut put = |e: ExprId| {
            exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
                Expr::Input { index, width } => Some(exprs.input(position(index)? as u32, width)),
                _ => None,
            })
        };
        let updates: Vec<Update> =
            path.writes.iter().map(|w| Update { target: w.target.map_index(&mut put), value: put(w.value) }).collect();
        let checks: Vec<Check> =
            path.checks.iter().map(|c| Check { condition: put(c.condition), ..c.clone() }).collect();
        let updates: Vec<Update> = updates
            .into_iter()
            .filter(|u| match u.target {
                Target::Var(v) => self.system.exprs.get(u.value) != Expr::Var(v),
                _ => true,
            })
            .collect();
        let Some(guards) = self.table.split(&mut self.system, &path.conditions) else { return };
        let thread = self.instances[self.current].thread;
        let mut steps: Vec<Step> = path.notes.list().into_iter().map(|n| step(thread, n)).collect();
        if steps.is_empty() {
            let text = self.text(path.context, path.at);
            steps.push(Step::new(thread, text));
        }
        if let Some(last) = steps.last_mut() {
            last.updates = updates.clone();
        }
        for choice in choices {
            let inputs = used.iter().zip(&choice).map(|((index, width), range)| Input {
                name: crate::processes::choice_name(&self.inputs[*index as usize].name).to_string(),
                width: *width,
                low: range.0,
                high: range.1,
                display: crate::processes::choice_display(&self.inputs[*index as usize].name, *width),
            });
            self.system.transitions.push(Transition {
                thread,
                guards: guards.clone(),
                role: Role::Step,
                inputs: inputs.collect(),
                checks: checks.clone(),
                updates: updates.clone(),
                continues,
                steps: steps.clone(),
            });
        }
    }
}

impl Lowering<'_, '_> {
    /// The values that an input needs to have if only its remainder by some constant matters.
    fn remainders(&mut self, path: &Path, further: &[ExprId], index: u32, width: u8) -> Option<Vec<(u64, u64)>> {
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
                Expr::Binary(op @ (BinaryOp::UnsignedRem | BinaryOp::SignedRem), a, b) if a == input => {
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
            (_, k) => Some(vec![(0, k - 1), (top - (k - 2), top)]),
        }
    }
}

/// What a person sees of a line.
fn step(thread: ThreadId, note: &Note) -> Step {
    Step { source: note.source, prints: note.prints.clone(), ..Step::new(thread, note.text.clone()) }
}

/// Where an input is used as `input >> k & mask`, always with the same `k`, with the masks; how many bits that needs, and `k`.
type BitsUsed = (Vec<(ExprId, u64)>, u8, u64);

/// The bits of an input that are used. None if it is used in another way, or if these are more than 8.
fn bits_used(exprs: &kulan_ir::Exprs, input: ExprId, all: Vec<ExprId>) -> Option<BitsUsed> {
    let shift = |e: ExprId| match exprs.get(e) {
        _ if e == input => Some(0),
        Expr::Binary(BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight, a, k) if a == input => {
            exprs.as_const(k)
        }
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
