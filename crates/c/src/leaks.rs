//! Memory that is lost when the program ends: allocated, not freed, and no pointer leads to it from a global variable, not
//! even by way of other memory that was allocated.

use kulan_ir::{BinaryOp, CheckKind, ExprId};

use crate::emit::End;
use crate::execute::Next;
use crate::lower::Lowering;
use crate::memory::offsets;
use crate::path::Path;
use crate::points_to::{Object, ObjectId};

/// Objects on the heap, at most, and pointers that are looked at.
const MOST_OBJECTS: usize = 32;
const MOST_POINTERS: usize = 1 << 12;

impl Lowering<'_, '_> {
    /// The program ends normally.
    pub fn end_program(&mut self, mut path: Path) -> Next {
        if self.options.leaks {
            if self.must_wait(&path) {
                return self.wait(path);
            }
            let always = self.system.exprs.bool(true);
            self.check_leaks(&mut path, always, false);
        }
        self.finish(path, End::Program);
        Ok(Vec::new())
    }

    /// The thread ends; if it is the last one, so does the program.
    pub fn end_thread(&mut self, mut path: Path, value: Option<ExprId>) -> Next {
        if self.options.leaks {
            if self.must_wait(&path) {
                return self.wait(path);
            }
            let mut last = self.system.exprs.bool(true);
            for other in (0..self.instances.len()).filter(|&i| i != self.current) {
                let counter = self.instances[other].counter;
                let pc = path.read(&mut self.system, counter);
                let idle = self.system.exprs.eq_const(pc, 0);
                last = self.system.exprs.and(last, idle);
            }
            self.check_leaks(&mut path, last, true);
        }
        self.finish(path, End::Thread(value));
        Ok(Vec::new())
    }

    /// Whether others can see which memory a thread has: when one of several threads ends the program.
    pub fn watches_leaks(&self) -> bool {
        self.options.leaks && self.instances.len() > 1
    }

    /// Checks that nothing is lost if the program ends now; the thread-local variables of the current thread may have ended
    /// with it.
    fn check_leaks(&mut self, path: &mut Path, when: ExprId, thread_ends: bool) {
        let heap: Vec<(ObjectId, usize)> = self.of_kind(|o| matches!(o, Object::Heap(..)));
        let globals: Vec<(ObjectId, usize)> = self.of_kind(|o| matches!(o, Object::Global(_) | Object::Outside(..)));
        if heap.is_empty() {
            return;
        }
        let not = self.system.exprs.not(when);
        let pointers = |list: &[(ObjectId, usize)]| list.iter().map(|&(_, o)| self.pointers_in(o)).sum::<usize>();
        if heap.len() > MOST_OBJECTS || pointers(&globals) + pointers(&heap) > MOST_POINTERS {
            let why = "not supported: leaks with so much memory".to_string();
            return self.check(path, not, CheckKind::Unsupported, why);
        }
        let mut reached = vec![self.system.exprs.bool(false); heap.len()];
        for &from in &globals {
            let lives = self.lives_on(path, from.1, thread_ends);
            for (k, &to) in heap.iter().enumerate() {
                let points = self.points(path, from, to);
                let points = self.system.exprs.and(lives, points);
                reached[k] = self.system.exprs.or(reached[k], points);
            }
        }
        let mut edges = Vec::new();
        for (i, &from) in heap.iter().enumerate() {
            for (k, &to) in heap.iter().enumerate().filter(|(k, _)| *k != i) {
                let points = self.points(path, from, to);
                if self.system.exprs.as_const(points) != Some(0) {
                    edges.push((i, k, points));
                }
            }
        }
        // A way from a global passes each object once at most.
        for _ in 1..heap.len() {
            let before = reached.clone();
            for &(i, k, points) in &edges {
                let by = self.system.exprs.and(before[i], points);
                reached[k] = self.system.exprs.or(reached[k], by);
            }
            if reached == before {
                break;
            }
        }
        for (&(id, object), reached) in heap.iter().zip(reached) {
            let Some(alive) = self.memory[object].alive else { continue };
            let state = path.read(&mut self.system, alive);
            let used = self.system.exprs.eq_const(state, 1);
            let free = self.system.exprs.not(used);
            let fine = self.system.exprs.or(free, reached);
            let fine = self.system.exprs.or(not, fine);
            let message = format!(
                "{} is lost at the end of the program: not freed, and nothing points to it",
                self.memory[object].name
            );
            if globals.iter().chain(&heap).any(|&(from, o)| self.holds_as_bytes(from, o, id)) {
                let why = "not supported: leaks where a pointer may be kept as bytes".to_string();
                self.check(path, fine, CheckKind::Unsupported, why);
            } else {
                self.check(path, fine, CheckKind::Leak, message);
            }
        }
    }

    /// Whether a variable still exists when the program ends: a thread-local one ends with its thread.
    fn lives_on(&mut self, path: &Path, object: usize, thread_ends: bool) -> ExprId {
        match self.thread_locals.get(&object) {
            None => self.system.exprs.bool(true),
            Some(&instance) if instance == self.current => self.system.exprs.bool(!thread_ends),
            Some(&instance) => {
                let pc = path.read(&mut self.system, self.instances[instance].counter);
                let ended = self.system.exprs.eq_const(pc, 0);
                self.system.exprs.not(ended)
            }
        }
    }

    /// Whether a pointer to an object may be in one that has room for parts of a pointer only.
    fn holds_as_bytes(&self, id: ObjectId, object: usize, pointed: ObjectId) -> bool {
        let memory = &self.memory[object];
        let has_parts = !memory.cells.is_empty() && memory.cells.iter().all(|c| c.width != self.pointer_bits);
        has_parts && memory.fixed.is_none() && self.analysis.may_hold(id, pointed)
    }

    fn of_kind(&self, is: impl Fn(Object) -> bool) -> Vec<(ObjectId, usize)> {
        let ids = (0..self.analysis.objects.len()).filter(|&id| is(self.analysis.objects[id]));
        ids.flat_map(|id| self.concrete.get(&id).into_iter().flatten().map(move |&(o, _)| (id, o))).collect()
    }

    fn pointers_in(&self, object: usize) -> usize {
        let cells = self.memory[object].cells.iter().filter(|c| c.width == self.pointer_bits);
        cells.map(|c| c.count() as usize).sum()
    }

    /// Whether one object has a pointer into another one, or just behind it.
    fn points(&mut self, path: &Path, (id, from): (ObjectId, usize), (pointed, to): (ObjectId, usize)) -> ExprId {
        let (base, size) = (self.memory[to].base, self.memory[to].size);
        let mut any = self.system.exprs.bool(false);
        if self.memory[from].fixed.is_some() || !self.analysis.may_hold(id, pointed) {
            return any;
        }
        let limit = self.system.exprs.constant(self.pointer_bits, size + 1);
        for cells in self.memory[from].cells.clone() {
            let Some(var) = cells.var.filter(|_| cells.width == self.pointer_bits) else { continue };
            for k in 0..offsets(&cells).len() {
                let index = (!cells.dims.is_empty()).then(|| self.system.exprs.constant(32, k as u64));
                let value = self.read_at(path, var, index);
                let e = &mut self.system.exprs;
                let start = e.constant(self.pointer_bits, base);
                let relative = e.binary(BinaryOp::Sub, value, start);
                let inside = e.binary(BinaryOp::UnsignedLess, relative, limit);
                any = e.or(any, inside);
            }
        }
        if let Some(alive) = self.memory[from].alive {
            let state = path.read(&mut self.system, alive);
            let used = self.system.exprs.eq_const(state, 1);
            any = self.system.exprs.and(used, any);
        }
        any
    }
}
