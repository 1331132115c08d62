//! The compiled model: groups of machine code, dispatched on program counters.

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleError};
use kulan_ir::{Interpreter, Layout, Place, System, ThreadId, TransitionId};
use kulan_model::{Failure, Generator, Model, Successors};
use rustc_hash::FxHashSet;

use crate::function::{FAILED, emit_group};
use crate::groups::groups;

/// `fn(state, out, tags) -> count`: see [`emit_group`].
type GroupFn = unsafe extern "C" fn(*const u32, *mut u32, *mut u32) -> u32;

/// How long a thread may go on alone before its unobservable states are remembered, lest it run in circles.
const PATIENCE: usize = 256;

/// The machine code of a thread.
struct ThreadCode {
    counter: Option<Place>,
    by_location: Vec<Option<Group>>,
    anywhere: Option<Group>,
}

#[derive(Copy, Clone)]
struct Group {
    code: GroupFn,
    /// Successors it can write at most.
    size: usize,
}

/// A system compiled to machine code.
pub struct Compiled<'s> {
    system: &'s System,
    layout: Layout,
    threads: Vec<ThreadCode>,
    fallbacks: Vec<ThreadCode>,
    has_fallbacks: bool,
    /// By transition: the thread that goes on alone after it.
    continues: Vec<Option<ThreadId>>,
    /// Most successors a state can have by one step.
    most: usize,
    // Owns the code; freed when the model is dropped.
    module: Option<JITModule>,
}

// SAFETY: after construction the module is only kept to free its memory; the code is immutable and touches nothing but
// what it is given.
unsafe impl Sync for Compiled<'_> {}

impl Drop for Compiled<'_> {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the generators borrow this model, so no code can run any more.
            unsafe { module.free_memory() };
        }
    }
}

impl<'s> Compiled<'s> {
    /// Compiles a system. Fails only where machine code cannot be had on this machine.
    pub fn new(system: &'s System) -> Result<Compiled<'s>, String> {
        Compiler::new(system).and_then(Compiler::finish).map_err(|e| e.to_string())
    }
}

/// Function ids of a thread's groups, before the code is placed.
struct Pending {
    counter: Option<Place>,
    by_location: Vec<Option<(FuncId, usize)>>,
    anywhere: Option<(FuncId, usize)>,
}

struct Compiler<'s> {
    system: &'s System,
    layout: Layout,
    module: JITModule,
    context: FunctionBuilderContext,
}

impl<'s> Compiler<'s> {
    fn new(system: &'s System) -> Result<Self, ModuleError> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name: &str, value: &str| {
            flags.set(name, value).expect("the flag exists");
        };
        set(&mut flags, "opt_level", "speed");
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" });
        set(&mut flags, "enable_probestack", "false");
        let isa = cranelift_native::builder()
            .map_err(|e| ModuleError::Backend(std::io::Error::other(e).into()))?
            .finish(settings::Flags::new(flags))
            .map_err(|e| ModuleError::Backend(e.into()))?;
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        Ok(Compiler {
            system,
            layout: Layout::new(system),
            module: JITModule::new(builder),
            context: FunctionBuilderContext::new(),
        })
    }

    fn finish(mut self) -> Result<Compiled<'s>, ModuleError> {
        let threads = self.declare(false)?;
        let fallbacks = self.declare(true)?;
        self.module.finalize_definitions()?;
        let place = |list: Vec<Pending>| -> Vec<ThreadCode> { list.into_iter().map(|p| self.place(p)).collect() };
        let (threads, fallbacks) = (place(threads), place(fallbacks));
        let size = |t: &ThreadCode| {
            let located = t.by_location.iter().flatten().map(|g| g.size).max().unwrap_or(0);
            located + t.anywhere.map_or(0, |g| g.size)
        };
        let most = threads.iter().map(size).sum::<usize>().max(fallbacks.iter().map(size).sum());
        Ok(Compiled {
            system: self.system,
            has_fallbacks: self.system.transitions.iter().any(|t| t.fallback),
            continues: self.system.transitions.iter().map(|t| t.continues).collect(),
            layout: self.layout,
            threads,
            fallbacks,
            most,
            module: Some(self.module),
        })
    }

    fn declare(&mut self, fallback: bool) -> Result<Vec<Pending>, ModuleError> {
        let mut result = Vec::new();
        for group in groups(self.system, &self.layout, fallback) {
            let mut by_location = Vec::new();
            for transitions in &group.by_location {
                by_location.push(self.compile(transitions)?);
            }
            let anywhere = self.compile(&group.anywhere)?;
            result.push(Pending { counter: group.counter, by_location, anywhere });
        }
        Ok(result)
    }

    fn compile(&mut self, transitions: &[TransitionId]) -> Result<Option<(FuncId, usize)>, ModuleError> {
        if transitions.is_empty() {
            return Ok(None);
        }
        let mut context = self.module.make_context();
        let signature = &mut context.func.signature;
        signature.params.extend([AbiParam::new(types::I64); 3]);
        signature.returns.push(AbiParam::new(types::I32));
        let id = self.module.declare_anonymous_function(signature)?;
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.context);
        emit_group(&mut builder, self.system, &self.layout, transitions);
        builder.finalize(self.module.target_config());
        self.module.define_function(id, &mut context)?;
        Ok(Some((id, transitions.len())))
    }

    fn place(&self, pending: Pending) -> ThreadCode {
        let group = |(id, size): (FuncId, usize)| {
            let address = self.module.get_finalized_function(id);
            // SAFETY: the function was declared with exactly this signature and the C calling convention of the host.
            let code = unsafe { std::mem::transmute::<*const u8, GroupFn>(address) };
            Group { code, size }
        };
        ThreadCode {
            counter: pending.counter,
            by_location: pending.by_location.into_iter().map(|p| p.map(group)).collect(),
            anywhere: pending.anywhere.map(group),
        }
    }
}

impl Model for Compiled<'_> {
    type Generator<'a>
        = CompiledGenerator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn initial(&self) -> Vec<u32> {
        let mut state = vec![0; self.words()];
        self.layout.pack(&Interpreter::new(self.system).initial(), &mut state);
        state
    }

    fn generator(&self) -> CompiledGenerator<'_> {
        CompiledGenerator {
            model: self,
            interpreter: Interpreter::new(self.system),
            steps: Steps::new(self),
            chain: Vec::new(),
            on_path: FxHashSet::default(),
        }
    }
}

/// A buffer for the successors by one step.
struct Steps {
    states: Vec<u32>,
    tags: Vec<u32>,
    count: usize,
}

impl Steps {
    fn new(model: &Compiled) -> Steps {
        // One state of slack, so that the last word copy of an odd size stays inside.
        Steps { states: vec![0; (model.most + 1) * model.words()], tags: vec![0; model.most + 1], count: 0 }
    }
}

/// The generator of a [`Compiled`] model.
pub struct CompiledGenerator<'a> {
    model: &'a Compiled<'a>,
    interpreter: Interpreter<'a>,
    steps: Steps,
    /// Spare buffers for threads that go on alone, by depth.
    chain: Vec<Steps>,
    on_path: FxHashSet<Vec<u32>>,
}

impl Generator for CompiledGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        assert_eq!(state.len(), self.model.words(), "a state of this model");
        let mut steps = std::mem::replace(&mut self.steps, Steps { states: Vec::new(), tags: Vec::new(), count: 0 });
        steps.count = 0;
        self.model.step(&self.model.threads, state, &mut steps);
        if steps.count == 0 && self.model.has_fallbacks {
            self.model.step(&self.model.fallbacks, state, &mut steps);
        }
        self.collect(state, &steps, 0, out);
        if out.states.is_empty() && out.failures.is_empty() {
            let values = self.model.layout.unpack(state);
            out.deadlock = !self.interpreter.holds(&values, self.model.system.valid_end);
        }
        self.steps = steps;
    }
}

impl Compiled<'_> {
    /// Appends the successors by one step of each of the given threads.
    #[inline]
    fn step(&self, threads: &[ThreadCode], state: &[u32], steps: &mut Steps) {
        for thread in threads {
            self.step_thread(thread, state, steps);
        }
    }

    #[inline]
    fn step_thread(&self, thread: &ThreadCode, state: &[u32], steps: &mut Steps) {
        if let Some(place) = thread.counter {
            let value = (state[place.word as usize] >> place.shift) & (kulan_ir::expr::mask(place.width) as u32);
            if let Some(Some(group)) = thread.by_location.get(value as usize) {
                self.call(group, state, steps);
            }
        }
        if let Some(group) = &thread.anywhere {
            self.call(group, state, steps);
        }
    }

    #[inline]
    fn call(&self, group: &Group, state: &[u32], steps: &mut Steps) {
        debug_assert!(steps.count + group.size < steps.tags.len());
        let at = steps.count * self.words();
        // SAFETY: the state has the model's size, and the buffers hold the most successors that all threads together
        // can have by one step.
        let count = unsafe {
            (group.code)(state.as_ptr(), steps.states.as_mut_ptr().add(at), steps.tags.as_mut_ptr().add(steps.count))
        };
        steps.count += count as usize;
    }
}

impl CompiledGenerator<'_> {
    /// Takes over what one step gave, following threads that go on alone.
    fn collect(&mut self, from: &[u32], steps: &Steps, depth: usize, out: &mut Successors) {
        let words = self.model.words();
        for i in 0..steps.count {
            let tag = steps.tags[i];
            let next = &steps.states[i * words..(i + 1) * words];
            let transition = TransitionId(tag & !FAILED);
            if tag & FAILED != 0 && !self.failed(from, transition, out) {
                continue;
            }
            match self.model.continues[transition.index()] {
                None => out.states.extend_from_slice(next),
                Some(thread) => self.go_on(next, thread, depth, out),
            }
        }
    }

    /// Records the failed check; says whether the transition happens all the same.
    fn failed(&self, from: &[u32], transition: TransitionId, out: &mut Successors) -> bool {
        let values = self.model.layout.unpack(from);
        let fired = self.interpreter.fire(&values, transition);
        let check = fired.failed.expect("the compiled check failed, so the interpreted one does") as u32;
        out.failures.push(Failure { transition, check });
        fired.state.is_some()
    }

    /// Follows a thread that goes on alone from an unobservable state.
    fn go_on(&mut self, state: &[u32], thread: ThreadId, depth: usize, out: &mut Successors) {
        let remember = depth >= PATIENCE;
        if remember && !self.on_path.insert(state.to_vec()) {
            return; // it runs in circles and reaches nothing
        }
        let mut steps = self.chain.pop().unwrap_or_else(|| Steps::new(self.model));
        steps.count = 0;
        self.model.step_thread(&self.model.threads[thread.index()], state, &mut steps);
        if steps.count == 0 {
            out.states.extend_from_slice(state);
        } else {
            self.collect(state, &steps, depth + 1, out);
        }
        self.chain.push(steps);
        if remember {
            self.on_path.remove(state);
        }
    }
}
