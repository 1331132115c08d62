//! Local variables that a pointer may outlive: a bit says whether their function is active. Thread-local variables live as
//! long as their thread.

use kulan_ir::{BinaryOp, CheckKind, ExprId, Target, VarId};
use kulan_llvm::{Id, InstructionId, Op, ValueId};

use crate::emit::End;
use crate::execute::{Next, Unsupported};
use crate::lower::Lowering;
use crate::path::Path;
use crate::points_to::{Context, ContextId, Object, ObjectId};

/// Whether the function of a local variable is active.
#[derive(Copy, Clone, Debug)]
pub struct Life {
    pub active: VarId,
    pub instance: usize,
    pub context: ContextId,
}

/// Memory of a call that a loop asks for again and again (`alloca`): one of the objects that there are for it.
#[derive(Copy, Clone, Debug)]
pub struct Pooled {
    pub instance: usize,
    pub context: ContextId,
}

impl Lowering<'_, '_> {
    /// Whether an allocation gives new memory whenever a loop comes to it, all of which lives until the function returns. An
    /// array whose length varies ends with its block instead: the stack is set back.
    pub fn allocates_again(&self, context: ContextId, at: InstructionId) -> bool {
        let function = self.analysis.contexts[context].function;
        let f = self.function(context);
        let sets_back = |call: &kulan_llvm::Call| {
            self.module
                .global_behind(call.callee)
                .is_some_and(|g| self.module.global_name(g).starts_with("llvm.stackrestore"))
        };
        self.analysis.flows[&function].repeats[f.block_of(at).index()]
            && !f.instructions.values().any(|i| i.op.call().is_some_and(sets_back))
    }

    /// Goes on with memory that the function has not used since it was called.
    pub fn allocate_again(&mut self, path: Path) -> Next {
        let id = self.analysis.object_of(Object::Alloca(path.context, path.at)).ok_or("a local variable")?;
        let own = self.concrete.get(&id).into_iter().flatten().filter(|(_, i)| *i == self.current);
        let objects: Vec<usize> = own.map(|(o, _)| *o).collect();
        if let Some(why) = objects.iter().find_map(|&o| self.memory[o].unsupported.clone()) {
            return Err(why);
        }
        if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        let size = self.bytes_of_alloca(&path)?;
        let (mut next, mut full, mut open) = (Vec::new(), path, true);
        for &object in &objects {
            let alive = self.memory[object].alive.ok_or("a local variable")?;
            let state = full.read(&mut self.system, alive);
            let unused = self.system.exprs.eq_const(state, 0);
            let mut side = full.clone();
            if open && side.require(&self.system.exprs, unused) {
                side.forks += 1;
                next.push(self.hand_out(side, object, size, false)?);
            }
            let used = self.system.exprs.not(unused);
            open &= full.require(&self.system.exprs, used);
        }
        if open {
            let message = format!("more than {} objects are allocated at one place", objects.len());
            self.finish(full, End::Fails(CheckKind::Objects, message));
        }
        Ok(next)
    }

    /// How many bytes an `alloca` asks for.
    pub fn bytes_of_alloca(&mut self, path: &Path) -> Result<ExprId, Unsupported> {
        let Op::Alloca { ty, count, .. } = &self.function(path.context).instructions[path.at].op else {
            return Err("a local variable".into());
        };
        let unit = self.module.layout.size(&self.module.types, *ty).unwrap_or(1);
        let unit = self.system.exprs.constant(64, unit);
        let Some(count) = *count else { return Ok(unit) };
        let count = self.scalar(path, count)?;
        let count = self.system.exprs.zero_extend(64, count);
        Ok(self.system.exprs.binary(BinaryOp::Mul, count, unit))
    }

    /// Notes whether the function of the last object, a local variable, is active, where a pointer may outlive it. When the
    /// first function of the program returns, the program ends.
    pub fn life(&mut self, id: ObjectId, instance: usize, context: ContextId) {
        let Context { caller, template, .. } = self.analysis.contexts[context];
        let ends_last = template == 0 && caller.is_none() && !self.analysis.exits.contains(&0);
        if !self.analysis.outlived[id] || ends_last {
            return;
        }
        let object = self.memory.len() - 1;
        let (name, owner) = (format!("{}.active", self.memory[object].name), self.memory[object].owner);
        let active = self.hidden(name, 1, owner);
        self.lives.insert(object, Life { active, instance, context });
    }

    /// Whether a local variable begins to live where others could still see that it did not.
    pub fn begins_later(&self, path: &Path, value: ValueId) -> bool {
        let object = self.local_object(path.context, value);
        let is_seen = object.is_some_and(|o| self.lives.contains_key(&o) && self.memory[o].shared);
        is_seen && self.analysis.contexts[path.context].repeats && self.must_wait(path)
    }

    /// Ends the lives of local variables of some calls; false if that must wait for the next transition, since others can
    /// see it.
    pub fn leave(&mut self, path: &mut Path, calls: &[ContextId]) -> bool {
        let mine = |l: &Life| l.instance == self.current && calls.contains(&l.context);
        let mut list: Vec<(usize, Life)> = self.lives.iter().filter(|(_, l)| mine(l)).map(|(o, l)| (*o, *l)).collect();
        list.sort_unstable_by_key(|l| l.0);
        let mine = |p: &Pooled| p.instance == self.current && calls.contains(&p.context);
        let mut pools: Vec<usize> = self.pools.iter().filter(|(_, p)| mine(p)).map(|(o, _)| *o).collect();
        pools.sort_unstable();
        let shared = list.iter().map(|l| l.0).chain(pools.iter().copied()).any(|o| self.memory[o].shared);
        if shared && self.must_wait(path) {
            return false;
        }
        path.seen |= shared;
        let no = self.system.exprs.bool(false);
        list.iter().for_each(|(_, life)| path.write(Target::Var(life.active), no));
        let unused = self.system.exprs.constant(2, 0);
        for object in pools {
            self.mark_all(path, object, false);
            if let Some(alive) = self.memory[object].alive {
                path.write(Target::Var(alive), unused);
            }
        }
        true
    }

    /// Checks that the function of a local variable has not returned, and that the thread of a thread-local one has not
    /// ended.
    pub fn check_active(&mut self, path: &mut Path, object: usize) {
        if let Some(&instance) = self.thread_locals.get(&object)
            && instance != self.current
        {
            let pc = path.read(&mut self.system, self.instances[instance].counter);
            let ended = self.system.exprs.eq_const(pc, 0);
            let fine = self.system.exprs.not(ended);
            let message = format!("{} is used after its thread ended", self.memory[object].name);
            self.check(path, fine, CheckKind::Memory, message);
        }
        let Some(&life) = self.lives.get(&object) else { return };
        if life.instance == self.current && self.analysis.is_within(path.context, life.context) {
            return;
        }
        let active = path.read(&mut self.system, life.active);
        if path.checks.iter().all(|c| c.condition != active) {
            let message = format!("{} is used after the function returned", self.memory[object].name);
            self.check(path, active, CheckKind::Memory, message);
        }
    }
}
