//! Local variables that a pointer may outlive: a bit says whether their function is active. Thread-local variables live as
//! long as their thread.

use kulan_ir::{CheckKind, Target, VarId};
use kulan_llvm::ValueId;

use crate::lower::Lowering;
use crate::path::Path;
use crate::points_to::{Context, ContextId, ObjectId};

/// Whether the function of a local variable is active.
#[derive(Copy, Clone, Debug)]
pub struct Life {
    pub active: VarId,
    pub instance: usize,
    pub context: ContextId,
}

impl Lowering<'_, '_> {
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
        let shared = list.iter().any(|l| self.memory[l.0].shared);
        if shared && self.must_wait(path) {
            return false;
        }
        path.seen |= shared;
        let no = self.system.exprs.bool(false);
        list.iter().for_each(|(_, life)| path.write(Target::Var(life.active), no));
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
