//! Calls: functions of the program, threads, locks, and what else is known by name.

use kulan_ir::expr::width_of;
use kulan_ir::{BinaryOp, CheckKind, ExprId, Owner, Target, VarId};
use kulan_llvm::words::IntPredicate;
use kulan_llvm::{BlockId, Call, GlobalId, Id, Operand};

use crate::access::{Cell, FROM_OUTSIDE};
use crate::emit::End;
use crate::execute::{MOST_ROUNDS, Next, SECTION_WAITS, Unsupported};
use crate::lower::{Lowering, Origin};
use crate::outside::{self, Doubt};
use crate::parts::Extent;
use crate::path::{Path, Value, equal};
use crate::points_to::{ContextId, Object, TemplateId};
use crate::prints::{prints_back, prints_strings};
use crate::races::Manner;
use crate::words::{Known, is_atomic_name, known};

/// What the network of a system of programs has room for: see `network/sockets.c`.
const NETWORK: &str = "8 bytes under way in one direction, 6 descriptors, 2 listening sockets, 2 datagram sockets and 4 connections of a \
     process, 4 messages of 8 bytes at a socket";

/// The parts of a wait for a condition variable, behind that in which the lock is given back: for a signal, and for the lock
/// alone.
const WAITS: u16 = 1;
const WOKE_UP: u16 = 2;
/// What is said of a wrong unlock.
const NOT_HELD: &str = "a lock is given back that the thread does not hold";
/// `ETIMEDOUT`.
const TIMED_OUT: u64 = 110;

impl Lowering<'_, '_> {
    pub fn call(&mut self, path: Path) -> Next {
        let f = self.function(path.context);
        let call = f.instructions[path.at].op.call().ok_or("a call")?;
        let Some(callee) = self.module.global_behind(call.callee) else { return self.call_through_pointer(path, call) };
        let Some(function) = self.module.function(callee) else {
            return Err("a call of something that is no function".into());
        };
        let name = self.module.global_name(callee);
        match known(name, !function.is_declaration()) {
            Some(word) => self.known_call(path, call, word, name),
            None if function.is_declaration() => self.call_outside(path, call, callee),
            None => self.enter(path, call, callee),
        }
    }

    /// The addresses of what a function without a body gives pointers to.
    fn outside_pointers(&mut self, path: &Path, callee: GlobalId) -> Option<Vec<Value>> {
        let instruction = &self.function(path.context).instructions[path.at];
        let ty = crate::points_to::pointee(self.module, instruction.ty)?;
        let id = self.analysis.object_of(Object::Outside(callee, ty))?;
        let bases = self.concrete.get(&id)?.iter().map(|(object, _)| self.memory[*object].base);
        Some(bases.map(|b| Value::One(self.system.exprs.constant(self.pointer_bits, b))).collect())
    }

    /// Calls a function that has no body. It gives any value, or a pointer to an object of its own, or none; whatever else it
    /// may do is not modelled.
    fn call_outside(&mut self, mut path: Path, call: &Call, callee: GlobalId) -> Next {
        let name = self.module.global_name(callee);
        let without_body = |why: &str| format!("the function {name} has no body: {why}");
        match outside::may_change(self.module, self.analysis, (path.context, call), callee) {
            None => {}
            Some(Doubt::Returns(why)) => return Err(without_body(why)),
            Some(Doubt::Changes(_)) if self.options.pure.iter().any(|pure| pure == name) => {
                self.assume(&format!("{name} changes nothing"), true);
            }
            Some(Doubt::Changes(why)) => {
                self.finish(path.clone(), End::Unsupported(without_body(&why)));
                path.part();
            }
        }
        let Some(mut pointers) = self.outside_pointers(&path, callee) else {
            let value = self.any_result(&path, name)?;
            return Ok(vec![self.go_on(path, value)]);
        };
        let is_never_null = |set| self.module.has_attribute(set, "nonnull");
        let declared = self.module.function(callee).is_some_and(|f| is_never_null(f.return_attributes));
        if !declared && !is_never_null(call.return_attributes) {
            pointers.push(Value::One(self.system.exprs.constant(self.pointer_bits, 0)));
        }
        let each = |p| {
            let mut side = path.clone();
            side.part();
            self.go_on(side, Some(p))
        };
        Ok(pointers.into_iter().map(each).collect())
    }

    fn any_result(&mut self, path: &Path, name: &str) -> Result<Option<Value>, Unsupported> {
        let instruction = &self.function(path.context).instructions[path.at];
        if instruction.result.is_none() {
            return Ok(None);
        }
        let origin = if name.starts_with("__VERIFIER_nondet_") { Origin::Any } else { Origin::Outside };
        Ok(Some(self.any_of(&format!("{name}()"), instruction.ty, origin)?))
    }

    fn call_through_pointer(&mut self, path: Path, call: &Call) -> Next {
        if let Operand::Constant(c) = call.callee
            && let kulan_llvm::ConstantKind::Asm(asm) = &self.module.constants[c].kind
        {
            // A barrier for the compiler: an empty text that gives nothing back.
            let is_empty = self.module.text(asm.code).trim().is_empty();
            let gives = self.module.text(asm.constraints).split(',').any(|part| part.starts_with('='));
            return if is_empty && !gives { Ok(vec![self.go_on(path, None)]) } else { Err("inline assembly".into()) };
        }
        let pointer = self.scalar(&path, call.callee)?;
        let mut next = Vec::new();
        let mut bad = path.clone();
        let mut open = true;
        for target in self.targets(&path, call.callee) {
            let Object::Function(function) = self.analysis.objects[target] else { continue };
            let is = self.system.exprs.eq_const(pointer, self.bases[&function]);
            let mut side = path.clone();
            if side.require(&self.system.exprs, is) {
                side.forks += 1;
                if self.module.function(function).is_none_or(|f| f.is_declaration()) {
                    return Err("a call of a library function through a pointer".into());
                }
                next.extend(self.enter(side, call, function)?);
            }
            let not = self.system.exprs.not(is);
            open &= bad.require(&self.system.exprs, not);
        }
        if open {
            let message = "a pointer is called that is no function".into();
            self.finish(bad, End::Fails(CheckKind::Memory, message));
        }
        Ok(next)
    }

    /// Goes into a function of the program.
    fn enter(&mut self, mut path: Path, call: &Call, callee: GlobalId) -> Next {
        let name = self.module.global_name(callee);
        let atomic = is_atomic_name(name);
        if atomic && self.must_wait_for_section(&path) {
            return self.wait(path);
        }
        let inner = self.analysis.callees.get(&(path.context, path.at));
        let Some(&(_, inner)) = inner.and_then(|list| list.iter().find(|(f, _)| *f == callee)) else {
            let frames = self.analysis.frames;
            if self.analysis.activations(path.context, callee) < frames {
                return Err(format!("a call of {name} that was not foreseen"));
            }
            let message = format!("{name} calls itself: more than {frames} frames of it");
            self.finish(path, End::Fails(CheckKind::Frames, message));
            return Ok(Vec::new());
        };
        if self.analysis.recursive.contains(&callee) {
            // As at the head of a loop: where branches were taken since the last activation, a new transition begins.
            let earlier =
                |h: &&(ContextId, BlockId, usize)| h.1.index() == 0 && self.analysis.contexts[h.0].function == callee;
            let last = path.heads.iter().rev().find(earlier).copied();
            let rounds = path.heads.iter().filter(earlier).count();
            if last.is_some_and(|(.., forks)| forks != path.forks || rounds > MOST_ROUNDS) {
                return self.wait(path);
            }
            path.heads.push((inner, BlockId::new(0), path.forks));
        }
        let g = self.module.function(callee).ok_or("a function")?;
        if g.parameter_attributes.iter().any(|&set| self.module.has_attribute(set, "byval")) {
            return Err(format!("a call of {name} with a struct by value"));
        }
        for ((parameter, of), &argument) in g.parameters().zip(&call.arguments) {
            let value = self.value(&path, argument)?;
            if !self.has_type(value, of.ty) {
                return Err(format!("a call of {name} with an argument of another type"));
            }
            path.values.insert((inner, parameter), value);
        }
        if g.parameters().count() > call.arguments.len() {
            return Err(format!("a call of {name} with too few arguments"));
        }
        if atomic {
            path.atomic += 1;
            path.seen = true;
        }
        path.context = inner;
        path.at = self.first_of(inner, BlockId::new(0));
        path.phase = 0;
        Ok(vec![path])
    }

    /// Whether an atomic section begins another transition: also behind a choice, since what the section waits for must not
    /// decide it.
    fn must_wait_for_section(&self, path: &Path) -> bool {
        self.must_wait(path) || path.atomic == 0 && path.has_chosen(&self.system.exprs)
    }

    fn zero(&mut self, path: &Path) -> Option<Value> {
        self.number(path, 0)
    }

    /// A result of the type that the call has.
    fn number(&mut self, path: &Path, value: u64) -> Option<Value> {
        let instruction = &self.function(path.context).instructions[path.at];
        instruction.result?;
        let width = self.bits_of(instruction.ty).ok()?;
        Some(Value::One(self.system.exprs.constant(width, value)))
    }

    fn known_call(&mut self, mut path: Path, call: &Call, word: Known, name: &str) -> Next {
        let argument =
            |i: usize| call.arguments.get(i).copied().ok_or_else(|| format!("{name} with too few arguments"));
        match word {
            Known::Error => {
                let message = match name {
                    "__assert_fail" | "__assert" | "__assert_rtn" | "__kulan_assertion_fails" => {
                        "an assertion fails".to_string()
                    }
                    _ => format!("{name} is reached"),
                };
                self.finish(path, End::Fails(CheckKind::Assertion, message));
                Ok(Vec::new())
            }
            Known::Assume => {
                let value = self.scalar(&path, argument(0)?)?;
                let zero = self.system.exprs.eq_const(value, 0);
                if self.system.exprs.as_const(zero).is_none() && self.was_noticed(&path) {
                    return self.wait(path);
                }
                if self.start_atomic > 0 && self.system.exprs.as_const(zero).is_none() {
                    // Others must not see a state in the middle of the section.
                    let mut fails = path.clone();
                    fails.conditions.push(zero);
                    let why = "an assumption behind a loop or an input in an atomic section";
                    self.finish(fails, End::Unsupported(why.into()));
                }
                self.check_before_waiting(&path);
                self.may_stop(&path, zero);
                if self.watched.temporal {
                    // Where a run does not count, it must not seem to stay forever: a check that fails cuts it off.
                    let mut fails = path.clone();
                    if fails.require(&self.system.exprs, zero) {
                        self.finish(fails, End::Unsupported("what follows an assumption that does not hold".into()));
                    }
                }
                let holds = self.system.exprs.not(zero);
                if !path.require(&self.system.exprs, holds) {
                    if !self.watched.temporal {
                        self.finish(path, End::Program);
                    }
                    return Ok(Vec::new());
                }
                Ok(vec![self.go_on(path, None)])
            }
            Known::AtomicBegin => {
                if self.must_wait_for_section(&path) {
                    return self.wait(path);
                }
                path.atomic += 1;
                path.seen = true;
                Ok(vec![self.go_on(path, None)])
            }
            Known::AtomicEnd => {
                path.atomic = path.atomic.saturating_sub(1);
                // A section that began before this path did ends it: the next one may have to wait.
                path.seen |= self.start_atomic > 0;
                Ok(vec![self.go_on(path, None)])
            }
            Known::Natural => {
                let value = self.any_result(&path, name)?;
                self.limit_last(kulan_ir::expr::mask(31));
                Ok(self.chosen_here(path, value))
            }
            Known::Prints if call.arguments.iter().any(|&o| prints_back(self.module, o)) => {
                Err(format!("%n in a call of {name}"))
            }
            Known::Any | Known::Prints => {
                if word == Known::Prints && prints_strings(self.module, name, call) && self.reads_strings(&path, call) {
                    return self.wait(path);
                }
                if word == Known::Prints {
                    self.note_print(&mut path, name, call);
                }
                let value = self.any_result(&path, name)?;
                Ok(self.chosen_here(path, value))
            }
            Known::Nothing => {
                let zero = self.zero(&path);
                Ok(vec![self.go_on(path, zero)])
            }
            Known::First => {
                let value = self.value(&path, argument(0)?)?;
                Ok(vec![self.go_on(path, Some(value))])
            }
            Known::Exit if self.has_processes() => Err(format!("the function {name} in a system of programs")),
            Known::Exit => {
                if name == "exit" {
                    return self.end_program(path);
                }
                self.finish(path, End::Program);
                Ok(Vec::new())
            }
            Known::ThreadExit => {
                if self.must_wait(&path) {
                    return self.wait(path);
                }
                let value = self.scalar(&path, argument(0)?).ok();
                let above = |&c: &ContextId| self.analysis.contexts[c].caller.map(|(caller, _)| caller);
                let calls: Vec<ContextId> = std::iter::successors(Some(path.context), above).collect();
                self.leave(&mut path, &calls);
                self.end_thread(path, value)
            }
            Known::Create => self.create(path, call),
            Known::Join => self.join(path, call),
            Known::Myself => {
                let me = self.number(&path, self.current as u64 + 1);
                Ok(vec![self.go_on(path, me)])
            }
            Known::SameThread => {
                let (a, b) = (self.scalar(&path, argument(0)?)?, self.scalar(&path, argument(1)?)?);
                let same = self.system.exprs.eq(a, b);
                let value = self.widened(&path, same)?;
                Ok(vec![self.go_on(path, Some(value))])
            }
            Known::MutexInit | Known::CondInit => {
                let has_attributes = name == "pthread_mutex_init" && !self.is_null(argument(1)?);
                // Only the kind of a mutex matters here. Where the program sets none, attributes mean nothing.
                if has_attributes && self.module.global("pthread_mutexattr_settype").is_some() {
                    return Err("a mutex with attributes".into());
                }
                self.unlock(path, argument(0)?, true)
            }
            Known::Unlock => self.unlock(path, argument(0)?, false),
            Known::MutexDestroy => self.destroy(path, argument(0)?),
            Known::Lock => self.lock(path, argument(0)?),
            Known::TryLock => self.try_lock(path, argument(0)?),
            Known::CondWait | Known::CondTimedWait => {
                self.cond_wait(path, argument(0)?, argument(1)?, word == Known::CondTimedWait)
            }
            Known::CondSignal => self.signal(path, argument(0)?, false),
            Known::CondBroadcast => self.signal(path, argument(0)?, true),
            Known::Malloc | Known::Calloc => self.malloc(path, word == Known::Calloc),
            Known::Free => self.free(path, argument(0)?),
            Known::SizeOf => self.size_of(path, argument(0)?),
            Known::Copy => self.copy(path, argument(0)?, argument(1)?, argument(2)?),
            Known::Set => self.set_bytes(path, argument(0)?, argument(1)?, argument(2)?),
            Known::Scans => {
                if self.must_wait(&path) {
                    return self.wait(path);
                }
                for &place in call.arguments.iter().skip(1) {
                    self.touch(&path, place, Extent::BYTE, Manner::write());
                }
                Err(format!("the function {name}"))
            }
            Known::Get => self.access(path, argument(0)?, None, &mut |me, path, cell| {
                me.is_plain_mutex(cell)?;
                let value = me.load(path, cell)?;
                let e = &mut me.system.exprs;
                let value = if e.width(value) > 32 { e.truncate(32, value) } else { e.zero_extend(32, value) };
                Ok(Some(Value::One(value)))
            }),
            Known::Put => {
                let value = self.scalar(&path, argument(1)?)?;
                self.access(path, argument(0)?, None, &mut |me, path, cell| {
                    me.store(path, cell, value)?;
                    Ok(None)
                })
            }
            Known::WaitFor if self.start_atomic > 0 => Err(SECTION_WAITS.into()),
            Known::WaitFor => {
                let condition = self.scalar(&path, argument(0)?)?;
                // Sections of the library may choose what lets them begin. Other choices come before.
                let is_library = path.atomic == 1;
                let never = self.system.exprs.bool(false);
                if !is_library && self.must_settle(&path, never)? {
                    return self.wait(path);
                }
                self.check_before_waiting(&path);
                if !path.require(&self.system.exprs, condition) {
                    return Ok(Vec::new());
                }
                Ok(vec![self.go_on(path, None)])
            }
            Known::Support => {
                let condition = self.scalar(&path, argument(0)?)?;
                self.check(
                    &mut path,
                    condition,
                    CheckKind::Unsupported,
                    "not supported: this use of the function".into(),
                );
                Ok(vec![self.go_on(path, None)])
            }
            Known::Bound => {
                let condition = self.scalar(&path, argument(0)?)?;
                let message = format!("not supported: more than the network has room for: {NETWORK}");
                self.check(&mut path, condition, CheckKind::Unsupported, message);
                Ok(vec![self.go_on(path, None)])
            }
            Known::Unread => {
                let condition = self.scalar(&path, argument(0)?)?;
                let message = "bytes that were sent can no longer be read".to_string();
                self.check(&mut path, condition, CheckKind::Unread, message);
                Ok(vec![self.go_on(path, None)])
            }
            Known::Held => {
                let condition = self.scalar(&path, argument(0)?)?;
                if self.options.locks {
                    self.check(&mut path, condition, CheckKind::Lock, NOT_HELD.into());
                }
                Ok(vec![self.go_on(path, None)])
            }
            Known::Alone => self.end_others(path),
            Known::IsFirst => {
                let value = self.system.exprs.bool(self.is_first(self.current));
                Ok(vec![self.go_on(path, Some(Value::One(value)))])
            }
            Known::OthersEnded => {
                let value = self.others_ended();
                Ok(vec![self.go_on(path, Some(Value::One(value)))])
            }
            Known::Arithmetic => {
                let operands: Result<Vec<ExprId>, _> = call.arguments.iter().map(|&o| self.scalar(&path, o)).collect();
                let value = self.arithmetic(name, &operands?)?;
                Ok(vec![self.go_on(path, Some(Value::One(value)))])
            }
            Known::Unsupported => Err(format!("the function {name}")),
        }
    }

    /// Goes on with a value that was chosen here.
    fn chosen_here(&mut self, path: Path, value: Option<Value>) -> Vec<Path> {
        let choice = (self.analysis.contexts[path.context].function, path.at);
        if let (Some(Value::One(_)), Some(last)) = (value, self.inputs.last_mut()) {
            last.chosen_at = Some(choice);
        }
        let path = self.go_on(path, value);
        // Within an atomic section the thread goes on alone, so the location does no harm there.
        if self.needs.kept.contains(&choice) {
            self.finish(path, End::Here);
            return Vec::new();
        }
        vec![path]
    }

    /// Ends the other threads of the process.
    fn end_others(&mut self, mut path: Path) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        path.seen = true;
        for other in self.siblings() {
            let counter = self.instances[other].counter;
            let zero = self.system.exprs.constant(self.system.variables[counter.index()].width, 0);
            path.write(Target::Var(counter), zero);
            if self.waits {
                let waiting = self.waiting(other);
                let nobody = self.system.exprs.constant(self.pointer_bits, 0);
                path.write(Target::Var(waiting), nobody);
            }
        }
        Ok(vec![self.go_on(path, None)])
    }

    /// Whether all other threads of the process have ended, or not begun.
    fn others_ended(&mut self) -> ExprId {
        let counters: Vec<_> = self.siblings().into_iter().map(|i| self.instances[i].counter).collect();
        let mut all = self.system.exprs.bool(true);
        for counter in counters {
            let pc = self.system.read(counter);
            let ended = self.system.exprs.eq_const(pc, 0);
            all = self.system.exprs.and(all, ended);
        }
        all
    }

    /// The other threads of the current thread's process.
    fn siblings(&self) -> Vec<usize> {
        let own = self.process_of(self.current);
        (0..self.instances.len()).filter(|&i| i != self.current && self.process_of(i) == own).collect()
    }

    fn arithmetic(&mut self, name: &str, operands: &[ExprId]) -> Result<ExprId, Unsupported> {
        let e = &mut self.system.exprs;
        match (name.split('.').nth(1), operands) {
            (Some("bswap"), &[x]) => {
                let width = e.width(x);
                let byte = e.constant(width, 255);
                let mut sum = e.constant(width, 0);
                for low in (0..width).step_by(8) {
                    let (down, up) = (e.constant(width, low.into()), e.constant(width, (width - 8 - low).into()));
                    let moved = e.binary(BinaryOp::LogicalShiftRight, x, down);
                    let part = e.binary(BinaryOp::And, moved, byte);
                    let part = e.binary(BinaryOp::ShiftLeft, part, up);
                    sum = e.binary(BinaryOp::Or, sum, part);
                }
                Ok(sum)
            }
            (Some("usub"), &[a, b]) => {
                let less = self.compare(IntPredicate::Ult, a, b);
                let e = &mut self.system.exprs;
                let (zero, rest) = (e.constant(e.width(a), 0), e.binary(BinaryOp::Sub, a, b));
                Ok(e.ite(less, zero, rest))
            }
            (Some(word), &[a, b]) => {
                let predicate = if word.starts_with('s') { IntPredicate::Slt } else { IntPredicate::Ult };
                let less = self.compare(predicate, a, b);
                let (low, high) = if word.ends_with("min") { (a, b) } else { (b, a) };
                Ok(self.system.exprs.ite(less, low, high))
            }
            _ => Err(format!("the function {name}")),
        }
    }

    /// Notes that strings are read, as far as their first characters; or that this must wait for the next transition.
    fn reads_strings(&mut self, path: &Path, call: &Call) -> bool {
        for &argument in &call.arguments {
            let Ok(at) = self.scalar(path, argument) else { continue };
            let objects = self.candidates(path, argument, at);
            if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(path) {
                return true;
            }
            self.touch_at(path, at, Extent::BYTE, objects, Manner::read());
        }
        false
    }

    fn is_null(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Constant(c) if self.module.constants[c].kind == kulan_llvm::ConstantKind::Null)
            || matches!(operand, Operand::Constant(c) if self.module.integer(c) == Some(0))
    }

    /// A truth value as a number of the type that the call has.
    fn widened(&mut self, path: &Path, truth: ExprId) -> Result<Value, Unsupported> {
        let width = self.bits_of(self.function(path.context).instructions[path.at].ty)?;
        Ok(Value::One(self.system.exprs.zero_extend(width, truth)))
    }

    /// A run that stays here because of an assumption is over: no deadlock.
    pub fn may_stop(&mut self, path: &Path, when: ExprId) {
        let pc = self.system.read(self.instances[self.current].counter);
        let mut all = self.system.exprs.eq_const(pc, self.start);
        for &condition in path.conditions.iter().chain([&when]) {
            if !self.system.exprs.has_input(condition) {
                all = self.system.exprs.and(all, condition);
            }
        }
        self.ends.push(all);
    }

    fn create(&mut self, path: Path, call: &Call) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        let (context, at) = (path.context, path.at);
        let templates = self.analysis.created.get(&(context, at)).cloned().unwrap_or_default();
        let [identity, _, function, value] = call.arguments[..] else { return Err("pthread_create".into()) };
        let pointer = self.scalar(&path, function)?;
        let mut next = Vec::new();
        let (mut other, mut open) = (path.clone(), true);
        for target in self.targets(&path, function) {
            let Object::Function(start) = self.analysis.objects[target] else { continue };
            if self.module.function(start).is_none_or(|f| f.is_declaration()) {
                continue;
            }
            let is = self.system.exprs.eq_const(pointer, self.bases[&start]);
            let not = self.system.exprs.not(is);
            open &= other.require(&self.system.exprs, not);
            let mut side = path.clone();
            if !side.require(&self.system.exprs, is) {
                continue;
            }
            let template = templates.iter().find(|&&t| self.analysis.templates[t].function == start);
            let Some(&template) = template else {
                let (most, name) = (self.analysis.generations, self.module.global_name(start));
                let message = format!("threads of {name} start threads of {name}: more than {most} in a row");
                next.extend(self.create_unscheduled(side, identity, message)?);
                continue;
            };
            let children = self.instances[self.current].children.get(&(context, at, template)).cloned();
            let children = children.unwrap_or_default();
            let repeats = self.analysis.templates[template].repeats;
            if !repeats {
                next.extend(self.start_thread(side, identity, value, children[0])?);
                continue;
            }
            let owner = Owner::Thread(self.instances[self.current].thread);
            let what = format!("created{context}.{}.{template}", at.index());
            let counter = self.bookkeeping(self.current, &what, width_of(children.len() as u64), owner);
            let count = side.read(&mut self.system, counter);
            for (k, &child) in children.iter().enumerate() {
                let mut one = side.clone();
                let is = self.system.exprs.eq_const(count, k as u64);
                if !one.require(&self.system.exprs, is) {
                    continue;
                }
                one.forks += 1;
                let more = self.system.exprs.constant(self.system.exprs.width(count), k as u64 + 1);
                one.write(Target::Var(counter), more);
                next.extend(self.start_thread(one, identity, value, child)?);
            }
            let full = self.system.exprs.eq_const(count, children.len() as u64);
            if side.require(&self.system.exprs, full) {
                let name = self.module.global_name(start);
                let message = format!("more than {} threads of {name} are created at one place", children.len());
                next.extend(self.create_unscheduled(side, identity, message)?);
            }
        }
        if open {
            self.finish(other, End::Unsupported("an unknown function as a thread".into()));
        }
        Ok(next)
    }

    /// A thread beyond the bound: it is never scheduled, and who joins it waits forever. That is a run of the program.
    fn create_unscheduled(&mut self, mut path: Path, identity: Operand, message: String) -> Next {
        let at = self.scalar(&path, identity)?;
        let objects = self.candidates(&path, identity, at);
        if self.watched.temporal {
            // That a thread is never scheduled would seem to violate that something happens.
            self.finish(path, End::Unsupported(message));
            return Ok(Vec::new());
        }
        let never = self.system.exprs.bool(false);
        self.check(&mut path, never, CheckKind::Threads, message);
        let yes = self.system.exprs.bool(true);
        let beyond = self.bookkeeping(0, "beyond", 1, Owner::System);
        path.write(Target::Var(beyond), yes);
        let is = self.system.read(beyond);
        if !self.ends.contains(&is) {
            self.ends.push(is);
        }
        // There can be thousands of them: most of their numbers are not kept.
        let left_out = self.left_out(at, &objects);
        let mut unknown = path.clone();
        let mut next = Vec::new();
        if unknown.require(&self.system.exprs, left_out) {
            let zero = self.zero(&unknown);
            next.push(self.go_on(unknown, zero));
        }
        let kept = self.system.exprs.not(left_out);
        if path.require(&self.system.exprs, kept) {
            next.extend(self.identify(path, identity, self.instances.len() as u64 + 1)?);
        }
        Ok(next)
    }

    /// Whether an address is in the part of an array that is not kept.
    fn left_out(&mut self, at: ExprId, objects: &[usize]) -> ExprId {
        let mut parts = Vec::new();
        for &object in objects {
            let (base, size, kept) = (self.memory[object].base, self.memory[object].size, self.memory[object].kept());
            if kept < size {
                let relative = self.relative(at, base);
                let (inside, before) = (self.below(relative, size), self.below(relative, kept));
                let behind = self.system.exprs.not(before);
                parts.push(self.system.exprs.and(inside, behind));
            }
        }
        self.system.exprs.any(&parts)
    }

    /// Stores the number of a new thread.
    fn identify(&mut self, path: Path, identity: Operand, number: u64) -> Next {
        let at = self.scalar(&path, identity)?;
        let objects = self.candidates(&path, identity, at);
        let number = self.system.exprs.constant(32, number);
        let mut next = Vec::new();
        for (mut path, cell) in self.cells(path, at, &objects, None, (None, true))? {
            self.store(&mut path, &cell, number)?;
            let zero = self.zero(&path);
            next.push(self.go_on(path, zero));
        }
        Ok(next)
    }

    fn start_thread(&mut self, mut path: Path, identity: Operand, value: Operand, child: usize) -> Next {
        let value = self.scalar(&path, value)?;
        let template = self.instances[child].template;
        let root = self.analysis.templates[template].root;
        let parameter = self.function(root).parameters().next().map(|(v, of)| (v, of.ty));
        if let Some((parameter, ty)) = parameter {
            let var = self.register(child, root, parameter)?;
            let width = self.bits_of(ty)?;
            let e = &mut self.system.exprs;
            let value = if e.width(value) > width { e.truncate(width, value) } else { e.zero_extend(width, value) };
            path.write(Target::Var(var), value);
        }
        self.give_initial_values(&mut path, child);
        let counter = self.instances[child].counter;
        let one = self.system.exprs.constant(self.system.variables[counter.index()].width, 1);
        path.write(Target::Var(counter), one);
        path.seen = true;
        self.touch(&path, identity, self.pointer_extent(), Manner::write());
        self.note_creation(&mut path, child);
        self.identify(path, identity, child as u64 + 1)
    }

    /// What only a thread uses is its own, and what a thread owns has no value before it runs.
    fn give_initial_values(&mut self, path: &mut Path, child: usize) {
        let owner = Owner::Thread(self.instances[child].thread);
        let own = self.memory.iter().filter(|m| m.owner == owner).flat_map(|m| &m.cells);
        let cells: Vec<(VarId, bool)> = own.filter_map(|c| Some((c.var?, c.dims.is_empty()))).collect();
        for (var, single) in cells {
            let variable = &self.system.variables[var.index()];
            let (width, values) = (variable.width, variable.initial.clone());
            for (i, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                let index = self.system.exprs.constant(32, i as u64);
                let value = self.system.exprs.constant(width, value);
                path.write(if single { Target::Var(var) } else { Target::Element(var, index) }, value);
            }
        }
    }

    fn join(&mut self, path: Path, call: &Call) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        if self.start_atomic > 0 {
            return Err(SECTION_WAITS.into());
        }
        let [identity, place] = call.arguments[..] else { return Err("pthread_join".into()) };
        let id = self.scalar(&path, identity)?;
        if self.must_settle(&path, id)? {
            return self.wait(path);
        }
        let wants = !self.is_null(place);
        self.check_before_waiting(&path);
        let (mut next, mut unknown, mut open) = (Vec::new(), path.clone(), true);
        let targets = self.targets(&path, identity);
        let may_be = |t: TemplateId| targets.iter().any(|&o| self.analysis.objects[o] == Object::Number(t));
        // The first thread of a process may stay until the others have ended: that it has ended itself is not known.
        let joinable = |&k: &usize| may_be(self.instances[k].template) && !self.is_first(k);
        let possible: Vec<usize> = (0..self.instances.len()).filter(joinable).collect();
        for k in possible {
            let is = self.system.exprs.eq_const(id, k as u64 + 1);
            let mut side = path.clone();
            let not = self.system.exprs.not(is);
            if side.require(&self.system.exprs, is) {
                side.seen = true;
                side.forks += 1;
                let pc = self.system.read(self.instances[k].counter);
                let ended = self.system.exprs.eq_const(pc, 0);
                side.conditions.push(ended);
                if wants {
                    self.touch(&side, place, self.pointer_extent(), Manner::write());
                    side.effects.join(k);
                    let result = self.bookkeeping(k, "result", self.pointer_bits, self.common_owner(k));
                    let value = side.read(&mut self.system, result);
                    let at = self.scalar(&side, place)?;
                    let objects = self.candidates(&side, place, at);
                    for (mut path, cell) in self.cells(side, at, &objects, Some(self.pointer_extent()), (None, true))? {
                        self.store(&mut path, &cell, value)?;
                        let zero = self.zero(&path);
                        next.push(self.go_on(path, zero));
                    }
                } else {
                    side.effects.join(k);
                    let zero = self.zero(&side);
                    next.push(self.go_on(side, zero));
                }
            }
            open &= unknown.require(&self.system.exprs, not);
        }
        let unscheduled = self.system.exprs.eq_const(id, self.instances.len() as u64 + 1);
        let not = self.system.exprs.not(unscheduled);
        if open && unknown.require(&self.system.exprs, not) {
            self.finish(unknown, End::Unsupported("a join of something that is no thread".into()));
        }
        Ok(next)
    }

    /// Sets the first scalar at an address.
    fn set_cell(&mut self, path: Path, address: Operand, value: u64) -> Next {
        let zero = self.zero(&path);
        self.access(path, address, None, &mut |me, path, cell| {
            let value = me.system.exprs.constant(64, value);
            me.store(path, cell, value)?;
            Ok(zero)
        })
    }

    /// The number that says that the current thread holds a lock.
    fn mark(&mut self, cell: &Cell) -> ExprId {
        let cells = &self.memory[cell.object].cells[cell.cells];
        let (width, own) = (cells.width, self.current as u64 + 1);
        self.locks.extend(cells.var);
        self.system.exprs.constant(width, if width_of(own) > width { 1 } else { own })
    }

    /// A mutex that does not begin as all zeros is a recursive one, or of another special kind.
    fn is_plain_mutex(&self, cell: &Cell) -> Result<(), Unsupported> {
        let memory = &self.memory[cell.object];
        let Some(&(around, _)) = memory.cells[cell.cells].chain.last() else { return Ok(()) };
        let inner = memory.cells.iter().filter(|c| c.chain.iter().any(|(ty, _)| *ty == around));
        let mut values = inner.filter_map(|c| c.var).flat_map(|v| &self.system.variables[v.index()].initial);
        if values.any(|&v| v != 0) { Err("a mutex of a special kind".into()) } else { Ok(()) }
    }

    /// Gives a lock back, or makes it new.
    fn unlock(&mut self, mut path: Path, address: Operand, is_new: bool) -> Next {
        let at = self.scalar(&path, address)?;
        let objects = self.candidates(&path, address, at);
        if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        self.note_unlock(&mut path, at, objects, is_new);
        if is_new || !self.options.locks {
            self.notes.locking = true;
            let next = self.set_cell(path, address, 0);
            self.notes.locking = false;
            return next;
        }
        self.with_lock(path, address, |me, path, cell, held| {
            let mark = me.mark(cell);
            let fine = me.system.exprs.eq(held, mark);
            me.check(path, fine, CheckKind::Lock, NOT_HELD.into());
            let free = me.system.exprs.constant(64, 0);
            me.store(path, cell, free)
        })
    }

    fn destroy(&mut self, path: Path, address: Operand) -> Next {
        if !self.options.locks {
            let zero = self.zero(&path);
            return Ok(vec![self.go_on(path, zero)]);
        }
        self.with_lock(path, address, |me, path, _, held| {
            let free = me.system.exprs.eq_const(held, 0);
            me.check(path, free, CheckKind::Lock, "a lock is destroyed that a thread holds".into());
            Ok(())
        })
    }

    /// Does something with a lock, given who holds it.
    fn with_lock<F>(&mut self, path: Path, address: Operand, mut action: F) -> Next
    where
        F: FnMut(&mut Self, &mut Path, &Cell, ExprId) -> Result<(), Unsupported>,
    {
        let zero = self.zero(&path);
        self.notes.locking = true;
        let next = self.access(path, address, None, &mut |me, path, cell| {
            let held = me.load(path, cell)?;
            action(me, path, cell, held)?;
            Ok(zero)
        });
        self.notes.locking = false;
        next
    }

    fn lock(&mut self, path: Path, address: Operand) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        if self.start_atomic > 0 {
            return Err(SECTION_WAITS.into());
        }
        let zero = self.zero(&path);
        let at = self.scalar(&path, address)?;
        if self.must_settle(&path, at)? {
            return self.wait(path);
        }
        let before = path.clone();
        let known = self.system.exprs.as_const(at);
        let mut taken = Vec::new();
        self.notes.locking = true;
        let next = self.access(path, address, None, &mut |me, path, cell| {
            me.is_plain_mutex(cell)?;
            let held = me.load(path, cell)?;
            let free = me.system.exprs.eq_const(held, 0);
            me.check_before_waiting(path);
            taken.push(!path.require(&me.system.exprs, free));
            let mark = me.mark(cell);
            me.store(path, cell, mark)?;
            known.into_iter().for_each(|at| path.effects.lock(at));
            Ok(zero)
        });
        self.notes.locking = false;
        let next = next?;
        if taken.contains(&true) && before.atomic == 0 {
            // A lock that the path itself holds is never free: the thread stays here, where the reader expects it.
            self.finish(before, End::Here);
        }
        Ok(next.into_iter().zip(taken).filter(|(_, never)| !never).map(|(p, _)| p).collect())
    }

    fn try_lock(&mut self, path: Path, address: Operand) -> Next {
        let width = self.bits_of(self.function(path.context).instructions[path.at].ty)?;
        self.notes.locking = true;
        let next = self.access(path, address, None, &mut |me, path, cell| {
            me.is_plain_mutex(cell)?;
            let held = me.load(path, cell)?;
            let free = me.system.exprs.eq_const(held, 0);
            let mark = me.mark(cell);
            let value = me.system.exprs.ite(free, mark, held);
            me.store(path, cell, value)?;
            let (yes, busy) = (me.system.exprs.constant(width, 0), me.system.exprs.constant(width, 16));
            Ok(Some(Value::One(me.system.exprs.ite(free, yes, busy))))
        });
        self.notes.locking = false;
        next
    }

    fn waiting(&mut self, instance: usize) -> kulan_ir::VarId {
        self.bookkeeping(instance, "waits", self.pointer_bits, self.common_owner(instance))
    }

    /// Gives the lock back and waits; then, when woken, takes the lock again.
    fn cond_wait(&mut self, path: Path, condition: Operand, mutex: Operand, timed: bool) -> Next {
        match path.phase {
            0 => self.begin_to_wait(path, condition, mutex, timed),
            WAITS => self.stop_waiting(path, mutex, timed),
            _ => self.lock(path, mutex),
        }
    }

    /// Gives the lock back. A thread that is going to wake up without a signal decides that now: it does not wait, but only
    /// takes the lock again, so that the others go on as if it had woken up at once. One that does not wake up by itself waits
    /// for a signal, forever if there is none: a wake-up that nobody caused lets nobody go on.
    fn begin_to_wait(&mut self, mut path: Path, condition: Operand, mutex: Operand, timed: bool) -> Next {
        if path.atomic > 0 {
            return Err("pthread_cond_wait in an atomic section".into());
        }
        if self.must_wait(&path) {
            return self.wait(path);
        }
        let at = self.scalar(&path, condition)?;
        self.usable_condition(&mut path, condition, at)?;
        let waiting = self.waiting(self.current);
        path.seen = false;
        let here = path.at;
        for path in self.unlock(path, mutex, false)? {
            let wakes_up = (self.options.spurious_wakeups && !timed).then_some(WOKE_UP);
            for phase in [WAITS].into_iter().chain(wakes_up) {
                let mut side = path.clone();
                (side.at, side.phase) = (here, phase);
                if phase == WAITS {
                    side.write(Target::Var(waiting), at);
                } else {
                    side.say("it will wake up without a signal");
                }
                self.finish(side, End::Here);
            }
        }
        Ok(Vec::new())
    }

    /// A thread that was woken takes the lock again. One that waits until some time may do so in any case.
    fn stop_waiting(&mut self, mut path: Path, mutex: Operand, timed: bool) -> Next {
        let waiting = self.waiting(self.current);
        let on = path.read(&mut self.system, waiting);
        let woken = self.system.exprs.eq_const(on, 0);
        if !timed {
            path.conditions.push(woken);
            return self.lock(path, mutex);
        }
        let nobody = self.system.exprs.constant(self.pointer_bits, 0);
        path.write(Target::Var(waiting), nobody);
        let (mut in_time, result) = (path.clone(), path.clone());
        if !self.options.spurious_wakeups {
            in_time.conditions.push(woken);
        }
        let mut next = self.lock(in_time, mutex)?;
        let late = self.number(&result, TIMED_OUT);
        for mut path in self.lock(path, mutex)? {
            let call = self.function(result.context).instructions[result.at].result;
            path.values.extend(call.zip(late).map(|(value, late)| ((result.context, value), late)));
            next.push(path);
        }
        next.iter_mut().for_each(Path::part);
        Ok(next)
    }

    /// Checks that a condition variable can be used.
    fn usable_condition(&mut self, path: &mut Path, condition: Operand, at: ExprId) -> Result<(), Unsupported> {
        let objects = self.candidates(path, condition, at);
        if let Some(why) = objects.iter().find_map(|&o| self.memory[o].unsupported.clone()) {
            return Err(why);
        }
        if objects.is_empty() && self.may_be_from_outside(at) {
            return Err(FROM_OUTSIDE.into());
        }
        let mut usable = Vec::new();
        for &object in &objects {
            let relative = self.relative(at, self.memory[object].base);
            let inside = self.below(relative, self.memory[object].size);
            let alive = self.usable(path, object, at, 1);
            usable.push(self.system.exprs.and(inside, alive));
            self.check_active(path, object);
        }
        let usable = self.system.exprs.any(&usable);
        let names = objects.iter().map(|&o| self.memory[o].name.as_str()).collect::<Vec<_>>().join(", ");
        let message = format!("a condition variable is null, freed, or outside of {names}");
        self.check(path, usable, CheckKind::Memory, message);
        path.seen |= objects.iter().any(|&o| self.memory[o].shared && self.memory[o].alive.is_some());
        Ok(())
    }

    fn signal(&mut self, mut path: Path, condition: Operand, all: bool) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        path.seen = true;
        let result = self.zero(&path);
        let at = self.scalar(&path, condition)?;
        self.usable_condition(&mut path, condition, at)?;
        if !self.waits {
            return Ok(vec![self.go_on(path, result)]);
        }
        let others = self.siblings();
        let nobody = self.system.exprs.constant(self.pointer_bits, 0);
        if all {
            for other in others {
                let var = self.waiting(other);
                let on = path.read(&mut self.system, var);
                let here = equal(&mut self.system.exprs, on, at);
                let value = self.system.exprs.ite(here, nobody, on);
                path.write(Target::Var(var), value);
            }
            return Ok(vec![self.go_on(path, result)]);
        }
        let (mut next, mut none) = (Vec::new(), path.clone());
        for other in others {
            let var = self.waiting(other);
            let on = path.read(&mut self.system, var);
            let here = equal(&mut self.system.exprs, on, at);
            let mut side = path.clone();
            side.part();
            side.conditions.push(here);
            side.write(Target::Var(var), nobody);
            next.push(self.go_on(side, result));
            let not = self.system.exprs.not(here);
            none.conditions.push(not);
        }
        next.push(self.go_on(none, result));
        Ok(next)
    }
}
