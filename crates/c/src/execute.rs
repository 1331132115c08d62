//! Symbolic execution of instructions: from a location to the next ones.

use kulan_ir::{BinaryOp, CheckKind, ExprId, Target};
use kulan_llvm::function::Definition;
use kulan_llvm::types::Type;
use kulan_llvm::words::{self, CastOp, IntPredicate, Ordering, RmwOp};
use kulan_llvm::{BlockId, Id, InstructionId, Op, Operand, TypeId, ValueId};

use crate::Assumption;
use crate::emit::End;
use crate::lower::{Lowering, Origin, Promotion, Unknown};
use crate::memory::{scalar_bits, step_into};
use crate::path::{Note, Path, Value, merge};
use crate::points_to::{ContextId, ObjectId};
use crate::races::Manner;

/// Why a path cannot go on: what the program does is not modelled.
pub type Unsupported = String;
/// The paths that go on, or why there is none.
pub type Next = Result<Vec<Path>, Unsupported>;

/// A loop whose branches are all decided is followed at most so often within one transition.
pub const MOST_ROUNDS: usize = 64;
/// Before there is another thread, a path that forked more often ends at the next access all the same.
const MOST_FORKS_ALONE: usize = 8;
/// A path that has passed more lines ends where a block begins and branches have met.
const MOST_LINES: usize = 500;
/// Paths of one location.
const MOST_PATHS: usize = 4000;
/// What is said where others would see a state in the middle of an atomic section, or where a choice decides whether the
/// section can begin.
pub const SECTION_WAITS: &str = "a wait behind a loop or an input in an atomic section";

impl Lowering<'_, '_> {
    /// Follows a path to the next locations, or to an instruction; gives the paths that arrive there.
    pub fn run(&mut self, path: Path, until: Option<(ContextId, InstructionId)>) -> Vec<Path> {
        let (mut todo, mut arrived) = (vec![path], Vec::new());
        while let Some(path) = todo.pop() {
            if self.failed.is_some() {
                return Vec::new();
            }
            if todo.len() > MOST_PATHS {
                self.failed = Some("too many paths between two steps".into());
                return Vec::new();
            }
            if Some((path.context, path.at)) == until {
                arrived.push(path);
                continue;
            }
            kulan_control::checkpoint();
            if until.is_none() && path.notes.len() > MOST_LINES && self.begins_block(&path) {
                self.finish(path, End::Here);
                continue;
            }
            let mut path = path;
            match self.compute(&mut path) {
                Ok(true) => {
                    todo.push(path);
                    continue;
                }
                Ok(false) => {}
                Err(why) => {
                    self.finish(path, End::Unsupported(why));
                    continue;
                }
            }
            if let Op::Jump(to) = self.function(path.context).instructions[path.at].op {
                todo.extend(self.jump(path, to));
                continue;
            }
            let spare = path.clone();
            match self.step(path) {
                Ok(next) => todo.extend(next.into_iter().rev()),
                Err(why) => self.finish(spare, End::Unsupported(why)),
            }
        }
        arrived
    }

    fn begins_block(&self, path: &Path) -> bool {
        self.first_of(path.context, self.function(path.context).block_of(path.at)) == path.at
    }

    fn note(&mut self, path: &mut Path) {
        let source = self.source(path.context, path.at);
        let Some(place) = source else { return };
        let known = path.notes.last().and_then(|n| n.source);
        if known.is_none_or(|k| (k.file, k.line) != (place.file, place.line)) {
            let text = self.text(path.context, path.at);
            path.notes.push(Note { source, text, prints: None });
        }
    }

    /// Executes an instruction that only computes; whether it is one. A path is not copied for that.
    fn compute(&mut self, path: &mut Path) -> Result<bool, Unsupported> {
        let f = self.function(path.context);
        let instruction = &f.instructions[path.at];
        self.note(path);
        let value = match &instruction.op {
            Op::Load { address, .. } => {
                if let Some(constant) = self.constant_local(path.context, *address).filter(|_| !self.options.plain) {
                    Value::One(constant)
                } else if let Some(var) = self.local(path.context, *address)? {
                    let read = path.read(&mut self.system, var);
                    Value::One(self.set_or_any(path, *address, read)?)
                } else {
                    return Ok(false);
                }
            }
            Op::Store { value, address, .. } => {
                let is_constant = !self.options.plain && self.constant_local(path.context, *address).is_some();
                if !self.is_unused(path.context, *address) && !is_constant {
                    let Some(var) = self.local(path.context, *address)? else { return Ok(false) };
                    let v = self.scalar(path, *value)?;
                    path.write(Target::Var(var), v);
                    self.mark_set(path, *address)?;
                }
                self.advance(path, None);
                return Ok(true);
            }
            Op::Binary { op, operands: [a, b], flags, .. } => {
                let (a, b) = (self.scalar(path, *a)?, self.scalar(path, *b)?);
                let result = self.binary(path, *op, a, b)?;
                if self.options.overflow {
                    self.check_overflow(path, *op, (a, b, result), flags.has(kulan_llvm::Flags::NSW));
                }
                Value::One(result)
            }
            Op::IntCompare { predicate, operands: [a, b], .. } => {
                let (a, b) = (self.scalar(path, *a)?, self.scalar(path, *b)?);
                Value::One(self.compare(*predicate, a, b))
            }
            Op::Cast { op, value, .. } => {
                let v = self.scalar(path, *value)?;
                let width = self.bits_of(instruction.ty)?;
                Value::One(self.cast(*op, v, width)?)
            }
            Op::GetElementPtr { source, base, indices, .. } => Value::One(self.address(path, *source, *base, indices)?),
            Op::Select { condition, values: [a, b], .. } => {
                let c = self.scalar(path, *condition)?;
                let (a, b) = (self.value(path, *a)?, self.value(path, *b)?);
                self.chosen(c, a, b)?
            }
            Op::Freeze(v) => self.value(path, *v)?,
            Op::ExtractValue { aggregate, indices } => match (self.value(path, *aggregate)?, &indices[..]) {
                (Value::Pair(a, _), [0]) => Value::One(a),
                (Value::Pair(_, b), [1]) => Value::One(b),
                _ => return Err("a part of a struct in a register".into()),
            },
            Op::InsertValue { aggregate, element, indices } => {
                let (pair, half) = (self.value(path, *aggregate)?, self.value(path, *element)?);
                self.with_half(pair, half, indices)?
            }
            _ => return Ok(false),
        };
        self.advance(path, Some(value));
        Ok(true)
    }

    fn step(&mut self, mut path: Path) -> Next {
        let f = self.function(path.context);
        let instruction = &f.instructions[path.at];
        let result = instruction.result;
        let value = match &instruction.op {
            Op::Branch { condition, then, otherwise } => {
                let c = self.scalar(&path, *condition)?;
                return Ok(self.branch(path, c, *then, *otherwise));
            }
            Op::Switch { value, default, cases } => {
                let v = self.scalar(&path, *value)?;
                let cases: Vec<(u64, BlockId)> =
                    cases.iter().filter_map(|(c, b)| Some((self.module.integer(*c)? as u64, *b))).collect();
                return Ok(self.switch(path, v, *default, &cases));
            }
            Op::Return(value) => {
                let value = value.map(|v| self.value(&path, v)).transpose()?;
                return self.give_back(path, value);
            }
            Op::Unreachable if self.has_processes() => return Err("code that no run may reach".into()),
            Op::Unreachable => {
                self.finish(path, End::Program);
                return Ok(Vec::new());
            }
            Op::Call(_) => return self.call(path),
            Op::Load { address, access } => {
                self.warn_order(access.atomic.map(|a| a.ordering));
                if self.is_pair(instruction.ty) {
                    return self.pair_access(path, (*address, access), instruction.ty, None);
                }
                let width = self.bits_of(instruction.ty)?;
                let manner = Manner { atomic: access.atomic.is_some(), ..Manner::read() };
                return self.data(path, *address, self.extent(width, access), manner, &mut |me, path, cell| {
                    let read = me.load(path, cell)?;
                    Ok(Some(Value::One(read)))
                });
            }
            Op::Store { value, address, access } => {
                self.warn_order(access.atomic.map(|a| a.ordering));
                if let Some(ty) = self.module.type_of(f, *value).filter(|&ty| self.is_pair(ty)) {
                    let pair = self.value(&path, *value)?;
                    return self.pair_access(path, (*address, access), ty, Some(pair));
                }
                let v = self.scalar(&path, *value)?;
                let width = self.system.exprs.width(v);
                let manner = Manner { atomic: access.atomic.is_some(), ..Manner::write() };
                return self.data(path, *address, self.extent(width, access), manner, &mut |me, path, cell| {
                    me.store(path, cell, v)?;
                    Ok(None)
                });
            }
            Op::AtomicRmw { op, address, value, access } => {
                self.warn_order(access.atomic.map(|a| a.ordering));
                let (op, v) = (*op, self.scalar(&path, *value)?);
                let width = self.system.exprs.width(v);
                let manner = Manner { atomic: true, ..Manner::write() };
                return self.data(path, *address, self.extent(width, access), manner, &mut |me, path, cell| {
                    let old = me.load(path, cell)?;
                    let new = me.modify(op, old, v)?;
                    me.store(path, cell, new)?;
                    Ok(Some(Value::One(old)))
                });
            }
            Op::CompareExchange { address, expected, new, weak, access, .. } => {
                self.warn_order(access.atomic.map(|a| a.ordering));
                let (e, n) = (self.scalar(&path, *expected)?, self.scalar(&path, *new)?);
                let width = self.system.exprs.width(e);
                let lucky =
                    weak.then(|| self.any_value("whether the weak exchange fails for no reason", 1, Origin::Any));
                let manner = Manner { atomic: true, ..Manner::write() };
                return self.data(path, *address, self.extent(width, access), manner, &mut |me, path, cell| {
                    let old = me.load(path, cell)?;
                    let mut same = me.system.exprs.eq(old, e);
                    if let Some(lucky) = lucky {
                        same = me.system.exprs.and(same, lucky);
                    }
                    let value = me.system.exprs.ite(same, n, old);
                    me.store(path, cell, value)?;
                    Ok(Some(Value::Pair(old, same)))
                });
            }
            Op::Fence(atomic) => {
                self.warn_order(Some(atomic.ordering));
                return Ok(vec![self.go_on(path, None)]);
            }
            Op::Alloca { .. } => {
                let value = result.ok_or("an alloca without a result")?;
                if self.begins_later(&path, value) {
                    return self.wait(path);
                }
                match self.promotion(path.context, value) {
                    Promotion::Memory if self.allocates_again(path.context, path.at) => {
                        return self.allocate_again(path);
                    }
                    Promotion::Memory => self.allocate_local(&mut path)?,
                    _ => {
                        self.clear_set(&mut path, value)?;
                        let choice = (self.analysis.contexts[path.context].function, path.at);
                        let path = self.go_on(path, None);
                        return if self.needs.kept.contains(&choice) { self.wait(path) } else { Ok(vec![path]) };
                    }
                }
            }
            other => return Err(format!("the instruction {}", word_of(other))),
        };
        Ok(vec![self.go_on(path, Some(value))])
    }

    /// Goes to the next instruction, with the result of this one.
    pub fn go_on(&mut self, mut path: Path, value: Option<Value>) -> Path {
        self.advance(&mut path, value);
        path
    }

    fn advance(&self, path: &mut Path, value: Option<Value>) {
        if let (Some(value), Some(result)) = (value, self.function(path.context).instructions[path.at].result) {
            path.values.insert((path.context, result), value);
        }
        path.at = InstructionId::new(path.at.index() + 1);
        path.phase = 0;
    }

    /// Whether a step that others can see must wait for the next transition.
    pub fn must_wait(&self, path: &Path) -> bool {
        path.seen && path.atomic == 0 && (path.forks > MOST_FORKS_ALONE || !self.is_alone(path))
    }

    /// Whether a path has made a choice, also of what it may have to wait for now. Such a path ends before it waits: a thread
    /// that waits must not choose again. In an atomic section it cannot end.
    pub fn must_settle(&self, path: &Path, waits_for: ExprId) -> Result<bool, Unsupported> {
        let exprs = &self.system.exprs;
        let has_chosen = path.has_chosen(exprs) || exprs.has_input(waits_for);
        if has_chosen && path.atomic > 0 { Err(SECTION_WAITS.into()) } else { Ok(has_chosen) }
    }

    /// Whether others notice what the path has done, so that it must not depend on what may stop the thread now.
    pub fn was_noticed(&self, path: &Path) -> bool {
        path.atomic == 0 && !self.is_alone(path) && !self.writes_own(path)
    }

    /// Whether there is no other thread yet, and no property that could see what the first one does.
    pub fn is_alone(&self, path: &Path) -> bool {
        !self.watched.any()
            && !self.options.plain
            && self.alone.holds(self.module, self.analysis, path.context, path.at)
    }

    /// Ends the path here: what comes next begins another transition.
    pub fn wait(&mut self, path: Path) -> Next {
        self.finish(path, End::Here);
        Ok(Vec::new())
    }

    fn warn_order(&mut self, order: Option<Ordering>) {
        if order.is_some_and(|o| o != Ordering::SequentiallyConsistent && o != Ordering::Unordered) {
            self.assume("atomic operations are sequentially consistent", self.options.consistent);
        }
    }

    /// Takes something for granted, perhaps because an option says so.
    pub fn assume(&mut self, what: &str, chosen: bool) {
        self.assumed.insert(Assumption { what: what.into(), chosen });
    }

    // Control flow.

    /// Goes to a block; none if a loop ends the path.
    fn jump(&mut self, mut path: Path, to: BlockId) -> Option<Path> {
        let f = self.function(path.context);
        let from = f.block_of(path.at);
        let mut values = Vec::new();
        for (_, instruction) in f.body(to) {
            let Op::Phi { incoming, .. } = &instruction.op else { break };
            let Some((operand, _)) = incoming.iter().find(|(_, b)| *b == from) else { continue };
            match (self.value(&path, *operand), instruction.result) {
                (Ok(value), Some(result)) => values.push((result, value)),
                (Err(why), _) => {
                    self.finish(path, End::Unsupported(why));
                    return None;
                }
                _ => {}
            }
        }
        path.values.extend(values.into_iter().map(|(v, value)| ((path.context, v), value)));
        path.at = self.first_of(path.context, to);
        path.phase = 0;
        let (context, live) = (path.context, self.live(path.context, path.at));
        path.values.retain(|(c, v), _| *c != context || live.contains(v));
        let function = self.analysis.contexts[path.context].function;
        if self.watched.label(function, to) {
            self.finish(path, End::Here);
            return None;
        }
        if self.analysis.flows[&function].loop_head[to.index()] {
            let key = |h: &&(ContextId, BlockId, usize)| h.0 == path.context && h.1 == to;
            let last = path.heads.iter().rev().find(key).copied();
            let rounds = path.heads.iter().filter(key).count();
            if last.is_some_and(|(.., forks)| forks != path.forks || rounds > MOST_ROUNDS) {
                self.finish(path, End::Here);
                return None;
            }
            path.heads.push((path.context, to, path.forks));
        }
        Some(path)
    }

    fn branch(&mut self, path: Path, c: ExprId, then: BlockId, otherwise: BlockId) -> Vec<Path> {
        if let Some(value) = self.system.exprs.as_const(c) {
            return self.jump(path, if value == 1 { then } else { otherwise }).into_iter().collect();
        }
        let function = self.analysis.contexts[path.context].function;
        let block = self.function(path.context).block_of(path.at);
        let meets = self.analysis.flows[&function].meets[block.index()];
        let not = self.system.exprs.not(c);
        let mut sides = Vec::new();
        for (condition, to) in [(c, then), (not, otherwise)] {
            // What an earlier condition excludes needs no path.
            let excluded = self.system.exprs.not(condition);
            if path.conditions.contains(&excluded) {
                sides.push(None);
                continue;
            }
            let mut side = path.clone();
            side.conditions.push(condition);
            side.forks += 1;
            sides.push(self.jump(side, to));
        }
        let Some(meet) = meets else { return sides.into_iter().flatten().collect() };
        let until = Some((path.context, self.first_of(path.context, meet)));
        let mut arrived: Vec<Vec<Path>> =
            sides.into_iter().map(|side| side.map_or_else(Vec::new, |s| self.run(s, until))).collect();
        if !self.options.plain
            && let [a, b] = &arrived[..]
            && let ([a], [b]) = (&a[..], &b[..])
            && let Some(merged) = merge(&mut self.system, &path, c, a, b)
        {
            return vec![merged];
        }
        arrived.drain(..).flatten().collect()
    }

    fn switch(&mut self, path: Path, v: ExprId, default: BlockId, cases: &[(u64, BlockId)]) -> Vec<Path> {
        let mut next = Vec::new();
        let mut rest = path.clone();
        let mut open = true;
        for &(value, to) in cases {
            let is = self.system.exprs.eq_const(v, value);
            let mut side = path.clone();
            if side.require(&self.system.exprs, is) {
                side.forks += usize::from(self.system.exprs.as_const(is).is_none());
                next.extend(self.jump(side, to));
            }
            let not = self.system.exprs.not(is);
            open &= rest.require(&self.system.exprs, not);
        }
        if open {
            rest.forks += usize::from(self.system.exprs.as_const(v).is_none());
            next.extend(self.jump(rest, default));
        }
        next
    }

    /// Returns from a function; the end of the thread's own is the end of the thread.
    fn give_back(&mut self, mut path: Path, value: Option<Value>) -> Next {
        let context = path.context;
        let ends_program = self.current == 0 && self.analysis.contexts[context].caller.is_none();
        if !ends_program && !self.leave(&mut path, &[context]) {
            return self.wait(path);
        }
        let Some((caller, at)) = self.analysis.contexts[context].caller else {
            let value = match value {
                Some(Value::One(v)) => Some(v),
                _ => None,
            };
            return if self.current == 0 { self.end_program(path) } else { self.end_thread(path, value) };
        };
        let name = self.module.global_name(self.analysis.contexts[context].function);
        if crate::words::is_atomic_name(name) {
            path.atomic = path.atomic.saturating_sub(1);
        }
        let instruction = &self.function(caller).instructions[at];
        if let (Some(value), Some(_)) = (value, instruction.result)
            && !self.has_type(value, instruction.ty)
        {
            return Err(format!("a call of {name} as if it had another type"));
        }
        path.values.retain(|(c, _), _| *c != context);
        (path.context, path.at) = (caller, at);
        Ok(vec![self.go_on(path, value)])
    }

    // Values.

    pub fn bits_of(&self, ty: TypeId) -> Result<u8, Unsupported> {
        scalar_bits(self.module, ty).ok_or_else(|| match self.module.types[ty] {
            Type::Float(_) => "floating point of more than 64 bits".into(),
            _ => "a value of more than 64 bits, or a struct in a register".into(),
        })
    }

    pub fn value(&mut self, path: &Path, operand: Operand) -> Result<Value, Unsupported> {
        match operand {
            Operand::Value(v) => self.register_value(path, v),
            Operand::Constant(c) => {
                if self.is_pair(self.module.constants[c].ty) {
                    return self.constant_pair(c);
                }
                let bits = crate::memory::constant(self.module, &self.bases, c)?;
                let width = self.bits_of(self.module.constants[c].ty)?;
                Ok(Value::One(self.system.exprs.constant(width, bits)))
            }
            _ => Err("metadata as a value".into()),
        }
    }

    fn register_value(&mut self, path: &Path, v: ValueId) -> Result<Value, Unsupported> {
        if let Some(&value) = path.values.get(&(path.context, v)) {
            return Ok(value);
        }
        if let Some(object) = self.local_object(path.context, v) {
            let base = self.memory[object].base;
            return Ok(Value::One(self.system.exprs.constant(self.pointer_bits, base)));
        }
        if let Some(constant) = self.constant_operand(path.context, Operand::Value(v)) {
            return Ok(Value::One(constant));
        }
        let var = self.register(self.current, path.context, v)?;
        Ok(Value::One(self.system.read(var)))
    }

    pub fn scalar(&mut self, path: &Path, operand: Operand) -> Result<ExprId, Unsupported> {
        match self.value(path, operand)? {
            Value::One(v) => Ok(v),
            Value::Pair(..) => Err("a struct in a register".into()),
        }
    }

    fn binary(&mut self, path: &mut Path, op: words::BinaryOp, a: ExprId, b: ExprId) -> Result<ExprId, Unsupported> {
        use words::BinaryOp as L;
        let op = match op {
            L::Add => BinaryOp::Add,
            L::Sub => BinaryOp::Sub,
            L::Mul => BinaryOp::Mul,
            L::And => BinaryOp::And,
            L::Or => BinaryOp::Or,
            L::Xor => BinaryOp::Xor,
            L::Shl => BinaryOp::ShiftLeft,
            L::LShr => BinaryOp::LogicalShiftRight,
            L::AShr => BinaryOp::ArithmeticShiftRight,
            L::UDiv => BinaryOp::UnsignedDiv,
            L::SDiv => BinaryOp::SignedDiv,
            L::URem => BinaryOp::UnsignedRem,
            L::SRem => BinaryOp::SignedRem,
            _ => return Err("floating point".into()),
        };
        if matches!(op, BinaryOp::UnsignedDiv | BinaryOp::SignedDiv | BinaryOp::UnsignedRem | BinaryOp::SignedRem) {
            let zero = self.system.exprs.eq_const(b, 0);
            let fine = self.system.exprs.not(zero);
            self.check(path, fine, CheckKind::Division, "division by zero".into());
        }
        Ok(self.system.exprs.binary(op, a, b))
    }

    /// Signed overflow, and shifts by as much as the number is wide or more.
    fn check_overflow(
        &mut self,
        path: &mut Path,
        op: words::BinaryOp,
        (a, b, result): (ExprId, ExprId, ExprId),
        signed: bool,
    ) {
        use words::BinaryOp as L;
        let e = &mut self.system.exprs;
        let width = e.width(a);
        let least = e.constant(width, 1 << (width - 1));
        let (zero, minus) = (e.constant(width, 0), e.constant(width, kulan_ir::expr::mask(width)));
        let mut is_negative = |x| e.binary(BinaryOp::SignedLess, x, zero);
        let (fine, what) = match op {
            L::Add | L::Sub if signed => {
                let (x, y, r) = (is_negative(a), is_negative(b), is_negative(result));
                // A sum differs in sign from both, or a difference from the first alone.
                let alike = e.eq(x, y);
                let apart = e.not(alike);
                let risky = if op == L::Add { alike } else { apart };
                let kept = e.eq(x, r);
                let safe = e.not(risky);
                (e.or(safe, kept), "overflow")
            }
            L::Mul if signed => {
                let back = e.binary(BinaryOp::SignedDiv, result, a);
                let (exact, is_zero) = (e.eq(back, b), e.eq_const(a, 0));
                let (one, other) = (e.eq(a, minus), e.eq(b, least));
                let worst = e.and(one, other);
                let not = e.not(worst);
                let exact = e.and(exact, not);
                (e.or(is_zero, exact), "overflow")
            }
            L::SDiv | L::SRem => {
                let (one, other) = (e.eq(a, least), e.eq(b, minus));
                let worst = e.and(one, other);
                (e.not(worst), "overflow")
            }
            L::Shl | L::LShr | L::AShr => {
                let most = e.constant(width, u64::from(width));
                (e.binary(BinaryOp::UnsignedLess, b, most), "a shift by too much")
            }
            _ => return,
        };
        self.check(path, fine, CheckKind::Overflow, what.into());
    }

    pub fn compare(&mut self, predicate: IntPredicate, a: ExprId, b: ExprId) -> ExprId {
        let e = &mut self.system.exprs;
        let (op, a, b, not) = match predicate {
            IntPredicate::Eq => (BinaryOp::Equal, a, b, false),
            IntPredicate::Ne => (BinaryOp::Equal, a, b, true),
            IntPredicate::Ult => (BinaryOp::UnsignedLess, a, b, false),
            IntPredicate::Uge => (BinaryOp::UnsignedLess, a, b, true),
            IntPredicate::Ugt => (BinaryOp::UnsignedLess, b, a, false),
            IntPredicate::Ule => (BinaryOp::UnsignedLess, b, a, true),
            IntPredicate::Slt => (BinaryOp::SignedLess, a, b, false),
            IntPredicate::Sge => (BinaryOp::SignedLess, a, b, true),
            IntPredicate::Sgt => (BinaryOp::SignedLess, b, a, false),
            IntPredicate::Sle => (BinaryOp::SignedLess, b, a, true),
        };
        let result = e.binary(op, a, b);
        if not { e.not(result) } else { result }
    }

    fn cast(&mut self, op: CastOp, v: ExprId, width: u8) -> Result<ExprId, Unsupported> {
        let e = &mut self.system.exprs;
        let from = e.width(v);
        Ok(match op {
            CastOp::SExt => e.sign_extend(width, v),
            CastOp::ZExt | CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr if width >= from => {
                e.zero_extend(width, v)
            }
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr => {
                // `x & 1` of a truth value in a byte, and the like, shrink here.
                match e.get(v) {
                    kulan_ir::Expr::Ite(c, a, b) => {
                        let (a, b) = (e.truncate(width, a), e.truncate(width, b));
                        e.ite(c, a, b)
                    }
                    _ => e.truncate(width, v),
                }
            }
            CastOp::BitCast if width == from => v,
            _ => return Err("a conversion of floating point".into()),
        })
    }

    fn modify(&mut self, op: RmwOp, old: ExprId, v: ExprId) -> Result<ExprId, Unsupported> {
        let e = &mut self.system.exprs;
        Ok(match op {
            RmwOp::Exchange => v,
            RmwOp::Add => e.binary(BinaryOp::Add, old, v),
            RmwOp::Sub => e.binary(BinaryOp::Sub, old, v),
            RmwOp::And => e.binary(BinaryOp::And, old, v),
            RmwOp::Or => e.binary(BinaryOp::Or, old, v),
            RmwOp::Xor => e.binary(BinaryOp::Xor, old, v),
            RmwOp::Nand => {
                let both = e.binary(BinaryOp::And, old, v);
                e.not(both)
            }
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                let less =
                    if matches!(op, RmwOp::Max | RmwOp::Min) { BinaryOp::SignedLess } else { BinaryOp::UnsignedLess };
                let smaller = e.binary(less, old, v);
                let larger = matches!(op, RmwOp::Max | RmwOp::UMax);
                if larger { e.ite(smaller, v, old) } else { e.ite(smaller, old, v) }
            }
            _ => return Err("this atomic operation".into()),
        })
    }

    /// An address computation.
    fn address(
        &mut self,
        path: &Path,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
    ) -> Result<ExprId, Unsupported> {
        let width = self.pointer_bits;
        let mut address = self.scalar(path, base)?;
        let mut ty = source;
        for (i, &index) in indices.iter().enumerate() {
            let index = self.scalar(path, index)?;
            let constant = self.system.exprs.as_const(index);
            let signed = constant.map(|c| kulan_ir::expr::signed(self.system.exprs.width(index), c) as u64);
            let is_struct = i > 0 && self.module.types.fields(ty).is_some();
            if is_struct {
                let (offset, inner) = step_into(self.module, ty, signed.ok_or("a computed field")?)?;
                let by = self.system.exprs.constant(width, offset);
                address = self.system.exprs.binary(BinaryOp::Add, address, by);
                ty = inner;
                continue;
            }
            if i > 0 {
                let Type::Array { element, .. } = self.module.types[ty] else {
                    return Err("an index into a vector".into());
                };
                ty = element;
            }
            let size = self.module.layout.size(&self.module.types, ty).ok_or("a type without a size")?;
            let e = &mut self.system.exprs;
            let index = if e.width(index) > width { e.truncate(width, index) } else { e.sign_extend(width, index) };
            let size = e.constant(width, size);
            let by = e.binary(BinaryOp::Mul, index, size);
            address = e.binary(BinaryOp::Add, address, by);
        }
        Ok(address)
    }

    /// A fresh input.
    pub fn any_value(&mut self, name: &str, width: u8, origin: Origin) -> ExprId {
        let most = kulan_ir::expr::mask(width);
        self.inputs.push(Unknown { name: name.to_string(), width, most, origin, chosen_at: None });
        self.system.exprs.input(self.inputs.len() as u32 - 1, width)
    }

    /// Gives the last input a greatest value.
    pub fn limit_last(&mut self, most: u64) {
        if let Some(last) = self.inputs.last_mut() {
            last.most = most;
        }
    }

    pub fn check(&mut self, path: &mut Path, condition: ExprId, kind: CheckKind, message: String) {
        if self.system.exprs.as_const(condition) == Some(1) {
            return;
        }
        let source = self.source(path.context, path.at);
        path.checks.push(kulan_ir::Check::new(condition, kind, message, source));
    }

    // Locals that are variables of their thread.

    fn as_local(&mut self, context: ContextId, address: Operand) -> Option<(ValueId, Promotion)> {
        let Operand::Value(v) = address else { return None };
        let f = self.function(context);
        let Definition::Instruction(i) = f.values[v].definition else { return None };
        matches!(f.instructions[i].op, Op::Alloca { .. }).then(|| (v, self.promotion(context, v)))
    }

    fn is_unused(&mut self, context: ContextId, address: Operand) -> bool {
        matches!(self.as_local(context, address), Some((_, Promotion::Unused)))
    }

    fn local(&mut self, context: ContextId, address: Operand) -> Result<Option<kulan_ir::VarId>, Unsupported> {
        match self.as_local(context, address) {
            Some((v, Promotion::Variable)) => Ok(Some(self.register(self.current, context, v)?)),
            _ => Ok(None),
        }
    }

    /// The value of a local that is written only once, in a call path where that is a constant.
    fn constant_local(&mut self, context: ContextId, address: Operand) -> Option<ExprId> {
        let (v, Promotion::Variable) = self.as_local(context, address)? else { return None };
        let key = (self.current, context, v);
        if let Some(&known) = self.constants.get(&key) {
            return known;
        }
        let function = self.analysis.contexts[context].function;
        let stores = self.function(context).instructions.values().filter_map(|i| match &i.op {
            Op::Store { value, address: Operand::Value(to), .. } if *to == v => Some(*value),
            _ => None,
        });
        let found = match stores.collect::<Vec<_>>()[..] {
            [value] if !self.analysis.flows[&function].unset.contains(&v) => self.constant_operand(context, value),
            _ => None,
        };
        self.constants.insert(key, found);
        found
    }

    /// The value of an operand, if it is the same whenever the call path comes to it.
    pub fn constant_operand(&mut self, context: ContextId, operand: Operand) -> Option<ExprId> {
        let v = match operand {
            Operand::Value(v) => v,
            Operand::Constant(_) => match self.value(&Path::new(context, InstructionId::new(0), 0, 0), operand) {
                Ok(Value::One(e)) => return self.system.exprs.as_const(e).map(|_| e),
                _ => return None,
            },
            _ => return None,
        };
        let f = self.function(context);
        match f.values[v].definition {
            Definition::Instruction(at) => match &f.instructions[at].op {
                Op::Load { address, .. } => self.constant_local(context, *address),
                Op::Alloca { .. } => {
                    let base = self.memory[self.local_object(context, v)?].base;
                    Some(self.system.exprs.constant(self.pointer_bits, base))
                }
                Op::Cast { op, value, .. } => {
                    let (value, width) = (self.constant_operand(context, *value)?, self.bits_of(f.values[v].ty).ok()?);
                    self.cast(*op, value, width).ok()
                }
                Op::Binary { op, operands: [a, b], .. } => {
                    let (a, b) = (self.constant_operand(context, *a)?, self.constant_operand(context, *b)?);
                    let op = match op {
                        words::BinaryOp::Add => BinaryOp::Add,
                        words::BinaryOp::Sub => BinaryOp::Sub,
                        words::BinaryOp::Mul => BinaryOp::Mul,
                        _ => return None,
                    };
                    Some(self.system.exprs.binary(op, a, b))
                }
                Op::GetElementPtr { source, base, indices, .. } => {
                    let mut operands = indices.iter().chain([base]);
                    let constant = operands.all(|&o| self.constant_operand(context, o).is_some());
                    let path = Path::new(context, at, 0, 0);
                    constant.then(|| self.address(&path, *source, *base, indices).ok()).flatten()
                }
                _ => None,
            },
            Definition::Parameter(_) => {
                let (caller, at) = self.analysis.contexts[context].caller?;
                let position = f.parameters().position(|(p, _)| p == v)?;
                let call = self.function(caller).instructions[at].op.call()?;
                let value = self.constant_operand(caller, *call.arguments.get(position)?)?;
                (self.bits_of(f.values[v].ty).ok()? == self.system.exprs.width(value)).then_some(value)
            }
        }
    }

    /// The variable that says whether a local was written, where it may be read before.
    fn set_mark(&mut self, context: ContextId, v: ValueId) -> Result<Option<kulan_ir::VarId>, Unsupported> {
        let function = self.analysis.contexts[context].function;
        if !self.analysis.flows[&function].unset.contains(&v) {
            return Ok(None);
        }
        let var = self.register(self.current, context, v)?;
        if self.is_only_compared(context, v) {
            return Ok(None);
        }
        let owner = self.system.variables[var.index()].owner;
        let mark = self.bookkeeping(self.current, &format!("{}.set", var.index()), 1, owner);
        self.marks.insert(mark, var);
        Ok(Some(mark))
    }

    /// Whether a local is read more than once, and always to compare it with a constant: then it can have any value from
    /// the start, of which only a few matter.
    fn is_only_compared(&self, context: ContextId, v: ValueId) -> bool {
        let f = self.function(context);
        let loads =
            f.instructions.values().filter(|i| matches!(i.op, Op::Load { address: Operand::Value(a), .. } if a == v));
        let results: Vec<ValueId> = loads.filter_map(|i| i.result).collect();
        let compares = |op: &Op, r: ValueId| matches!(op, Op::IntCompare { operands: [Operand::Value(a), Operand::Constant(_)], .. } if *a == r);
        results.len() > 1
            && f.instructions.values().all(|i| {
                let mut used = None;
                crate::flow::uses(&i.op, &mut |u| used = used.or(results.contains(&u).then_some(u)));
                used.is_none_or(|r| compares(&i.op, r))
            })
    }

    /// The value of a local, which is any as long as it was not written.
    fn set_or_any(&mut self, path: &mut Path, address: Operand, read: ExprId) -> Result<ExprId, Unsupported> {
        let Operand::Value(v) = address else { return Ok(read) };
        let Some(mark) = self.set_mark(path.context, v)? else { return Ok(read) };
        let set = path.read(&mut self.system, mark);
        let f = self.function(path.context);
        let reads = |op: &Op| matches!(op, Op::Load { address: Operand::Value(a), .. } if *a == v);
        let once = f.instructions.values().filter(|i| reads(&i.op)).count() == 1;
        let function = self.analysis.contexts[path.context].function;
        if once && !self.analysis.flows[&function].repeats[f.block_of(path.at).index()] {
            // It is read once at most, so that nobody can see that the value is not kept.
            let any = self.any_value("a variable without a value", self.system.exprs.width(read), Origin::Unset);
            return Ok(self.system.exprs.ite(set, read, any));
        }
        self.check(path, set, CheckKind::Unsupported, "a variable is read that has no value yet".into());
        Ok(read)
    }

    fn mark_set(&mut self, path: &mut Path, address: Operand) -> Result<(), Unsupported> {
        let Operand::Value(v) = address else { return Ok(()) };
        if let Some(mark) = self.set_mark(path.context, v)? {
            let yes = self.system.exprs.bool(true);
            path.write(Target::Var(mark), yes);
        }
        Ok(())
    }

    fn clear_set(&mut self, path: &mut Path, v: ValueId) -> Result<(), Unsupported> {
        let function = self.analysis.contexts[path.context].function;
        if self.analysis.flows[&function].unset.contains(&v)
            && self.promotion(path.context, v) == Promotion::Variable
            && self.is_only_compared(path.context, v)
        {
            let var = self.register(self.current, path.context, v)?;
            let any =
                self.any_value("a variable without a value", self.system.variables[var.index()].width, Origin::Unset);
            if let Some(last) = self.inputs.last_mut() {
                last.chosen_at = Some((function, path.at));
            }
            path.write(Target::Var(var), any);
            return Ok(());
        }
        if let Some(mark) = self.set_mark(path.context, v)? {
            let no = self.system.exprs.bool(false);
            path.write(Target::Var(mark), no);
        }
        Ok(())
    }

    /// Which objects an operand may point to.
    pub fn targets(&self, path: &Path, operand: Operand) -> Vec<ObjectId> {
        self.analysis.targets(path.context, operand)
    }
}

fn word_of(op: &Op) -> &'static str {
    match op {
        Op::FloatCompare { .. } | Op::Negate { .. } => "for floating point",
        Op::Invoke { .. } | Op::LandingPad { .. } | Op::Resume(_) => "for exceptions",
        Op::VaArg(_) => "va_arg",
        Op::IndirectBranch { .. } => "indirectbr",
        Op::CallBranch { .. } => "callbr",
        _ => "for vectors",
    }
}
