//! The compiled model: groups of machine code, dispatched on program counters.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::Module;
use kulan_control::Control;
use kulan_ir::{Interpreter, Layout, PackedSlot, Role, System, ThreadId, TransitionId, VarId};
use kulan_model::{Failure, Generator, Guarded, GuardedModel, Model, Successors};

use crate::alone::Alone;
use crate::function::{FAILED, emit_group, emit_guards, emit_transition};
use crate::groups::groups;
use crate::rows::Rows;

/// `fn(state, out, tags) -> count`: see [`emit_group`].
type GroupFn = unsafe extern "C" fn(*const u32, *mut u32, *mut u32) -> u32;

/// `fn(state, out)`: see [`emit_guards`].
type GuardsFn = unsafe extern "C" fn(*const u32, *mut u64);

/// With more transitions than these, most of the time would go into making the code fast.
const MANY: usize = 20_000;

/// The machine code of a thread; groups are compiled when they are first needed, because many never are.
struct ThreadCode {
    counter: Option<PackedSlot>,
    by_location: Vec<Group>,
    anywhere: Option<Group>,
}

/// The transitions of a thread at a location, and their code.
struct Group {
    transitions: Vec<TransitionId>,
    /// The program counter and its value, where the group belongs to a location.
    location: Option<(VarId, u64)>,
    code: OnceLock<GroupFn>,
}

impl Group {
    fn new(transitions: Vec<TransitionId>, location: Option<(VarId, u64)>) -> Group {
        Group { transitions, location, code: OnceLock::new() }
    }
}

/// A system compiled to machine code.
pub struct Compiled<'s> {
    system: &'s System,
    layout: Layout,
    rows: Rows,
    threads: Vec<ThreadCode>,
    fallbacks: Vec<ThreadCode>,
    has_fallbacks: bool,
    observers: Vec<ThreadCode>,
    has_observers: bool,
    /// The state to which errors lead.
    error_state: Option<Vec<u32>>,
    /// By row: the thread that goes on alone after it.
    continues: Vec<Option<ThreadId>>,
    /// Maximum number of successors a state can have by one step.
    most: usize,
    /// By transition: its own code, for callers that take transitions one by one.
    single: Vec<OnceLock<GroupFn>>,
    guards: OnceLock<GuardsFn>,
    compiler: Mutex<Compiler>,
}

impl<'s> Compiled<'s> {
    /// Prepares a system. Fails where machine code cannot be had on this machine, or where inputs have too many values.
    pub fn new(system: &'s System) -> Result<Compiled<'s>, String> {
        let layout = Layout::new(system);
        let compiler = Mutex::new(Compiler::new(system.transitions.len() > MANY)?);
        let rows = Rows::new(system)?;
        let threads = thread_code(system, &layout, Role::Step);
        let fallbacks = thread_code(system, &layout, Role::Fallback);
        let observers = thread_code(system, &layout, Role::Observer);
        let size = |t: &ThreadCode| {
            let size = |g: &Group| g.transitions.iter().map(|&t| rows.count(t)).sum::<usize>();
            t.by_location.iter().map(size).max().unwrap_or(0) + t.anywhere.as_ref().map_or(0, size)
        };
        let parts = [&threads, &fallbacks, &observers];
        let most = parts.iter().map(|part| part.iter().map(size).sum::<usize>()).max().unwrap_or(0);
        let has_fallbacks = system.transitions.iter().any(|t| t.is_fallback());
        let has_observers = system.transitions.iter().any(|t| t.is_observer());
        let error_state = layout.error_state(system);
        let continues = rows.transitions().map(|t| system.transition(t).continues).collect();
        let single = system.transitions.iter().map(|_| OnceLock::new()).collect();
        let guards = OnceLock::new();
        Ok(Compiled {
            system,
            layout,
            rows,
            threads,
            fallbacks,
            has_fallbacks,
            observers,
            has_observers,
            error_state,
            continues,
            most,
            single,
            guards,
            compiler,
        })
    }

    fn compiler(&self) -> MutexGuard<'_, Compiler> {
        self.compiler.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The code of a group, compiled on the first call.
    #[inline]
    fn code(&self, group: &Group) -> GroupFn {
        *group.code.get_or_init(|| self.compiler().group((self.system, &self.layout, &self.rows), group))
    }
}

fn thread_code(system: &System, layout: &Layout, role: Role) -> Vec<ThreadCode> {
    let groups = groups(system, layout, role).into_iter().enumerate();
    groups
        .map(|(thread, group)| {
            let counter = system.threads[thread].program_counter;
            let located = group.by_location.into_iter().enumerate();
            ThreadCode {
                counter: group.counter,
                by_location: located.map(|(l, list)| Group::new(list, counter.map(|c| (c, l as u64)))).collect(),
                anywhere: (!group.anywhere.is_empty()).then(|| Group::new(group.anywhere, None)),
            }
        })
        .collect()
}

/// Generates machine code, and owns it.
struct Compiler {
    // Taken only when the compiler is dropped.
    module: Option<JITModule>,
    context: FunctionBuilderContext,
}

// SAFETY: the module is reached only through the mutex around the compiler; it holds no thread-local data.
unsafe impl Send for Compiler {}

impl Drop for Compiler {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: generators borrow the model that owns this compiler, so no code can run any more.
            unsafe { module.free_memory() };
        }
    }
}

impl Compiler {
    /// A compiler that makes fast code, or one that is quick itself.
    fn new(quick: bool) -> Result<Self, String> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name: &str, value: &str| {
            flags.set(name, value).expect("the flag exists");
        };
        set(&mut flags, "opt_level", if quick { "none" } else { "speed" });
        set(&mut flags, "regalloc_algorithm", if quick { "single_pass" } else { "backtracking" });
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" });
        set(&mut flags, "enable_probestack", "false");
        let builder = cranelift_native::builder()?;
        let isa = builder.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())?;
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        Ok(Compiler { module: Some(JITModule::new(builder)), context: FunctionBuilderContext::new() })
    }

    fn group(&mut self, parts: (&System, &Layout, &Rows), group: &Group) -> GroupFn {
        let location = group.location.as_slice();
        let address = self.successors(|b| emit_group(b, parts, &group.transitions, location));
        // SAFETY: the function was declared with exactly this signature and the C calling convention of the host.
        unsafe { std::mem::transmute::<*const u8, GroupFn>(address) }
    }

    fn transition(&mut self, parts: (&System, &Layout, &Rows), transition: TransitionId) -> GroupFn {
        let address = self.successors(|b| emit_transition(b, parts, transition));
        // SAFETY: as above.
        unsafe { std::mem::transmute::<*const u8, GroupFn>(address) }
    }

    fn guards(&mut self, system: &System, layout: &Layout) -> GuardsFn {
        let address = self.compile(2, false, |b| emit_guards(b, system, layout));
        // SAFETY: as above.
        unsafe { std::mem::transmute::<*const u8, GuardsFn>(address) }
    }

    fn successors(&mut self, emit: impl FnOnce(&mut FunctionBuilder)) -> *const u8 {
        self.compile(3, true, emit)
    }

    /// Compiles a function with this many addresses as parameters, which returns a count or nothing.
    fn compile(&mut self, params: usize, counts: bool, emit: impl FnOnce(&mut FunctionBuilder)) -> *const u8 {
        let module = self.module.as_mut().expect("the compiler is not dropped");
        let mut context = module.make_context();
        let signature = &mut context.func.signature;
        signature.params.extend(vec![AbiParam::new(types::I64); params]);
        signature.returns.extend(counts.then(|| AbiParam::new(types::I32)));
        let id = module.declare_anonymous_function(signature).expect("anonymous functions do not clash");
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.context);
        emit(&mut builder);
        builder.finalize(module.target_config());
        // What is emitted is checked by tests over random systems; an error here is a bug, not an input.
        module.define_function(id, &mut context).expect("the emitted code is valid");
        module.finalize_definitions().expect("memory for code can be had");
        module.get_finalized_function(id)
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
        self.layout.initial(self.system)
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.error_state.clone()
    }

    fn generator(&self, control: &Control) -> CompiledGenerator<'_> {
        CompiledGenerator {
            model: self,
            interpreter: Interpreter::new(self.system),
            steps: Steps::new(self),
            alone: Alone::new(self),
            control: control.clone(),
        }
    }
}

impl GuardedModel for Compiled<'_> {
    type Guarded<'a>
        = CompiledGenerator<'a>
    where
        Self: 'a;

    fn guarded(&self, control: &Control) -> CompiledGenerator<'_> {
        self.generator(control)
    }
}

/// A buffer for the successors by one step.
#[derive(Default)]
pub(crate) struct Steps {
    pub states: Vec<u32>,
    pub tags: Vec<u32>,
    pub count: usize,
}

impl Steps {
    pub fn new(model: &Compiled) -> Steps {
        // One state of slack, so that the last word copy of an odd size stays inside.
        Steps { states: vec![0; (model.most + 1) * model.words()], tags: vec![0; model.most + 1], count: 0 }
    }
}

/// The generator of a [`Compiled`] model.
pub struct CompiledGenerator<'a> {
    pub(crate) model: &'a Compiled<'a>,
    interpreter: Interpreter<'a>,
    steps: Steps,
    pub(crate) alone: Alone,
    pub(crate) control: Control,
}

impl Generator for CompiledGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        assert_eq!(state.len(), self.model.words(), "a state of this model");
        let mut steps = std::mem::take(&mut self.steps);
        steps.count = 0;
        self.model.step(&self.model.threads, state, &mut steps);
        if steps.count == 0 && self.model.has_fallbacks {
            self.model.step(&self.model.fallbacks, state, &mut steps);
        }
        self.collect(state, &steps, out);
        if steps.count == 0 {
            let values = self.model.layout.unpack(state);
            out.deadlock = !self.interpreter.holds(&values, self.model.system.valid_end);
        }
        if self.model.has_observers {
            steps.count = 0;
            self.model.step(&self.model.observers, state, &mut steps);
            self.collect(state, &steps, out);
        }
        self.steps = steps;
    }
}

impl Guarded for CompiledGenerator<'_> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        let model = self.model;
        assert_eq!(state.len(), model.words(), "a state of this model");
        assert!(out.len() * 64 >= model.system.guards.len(), "room for all guards");
        let code = *model.guards.get_or_init(|| model.compiler().guards(model.system, &model.layout));
        // SAFETY: the state has the model's size, and there is a word for each 64 guards.
        unsafe { code(state.as_ptr(), out.as_mut_ptr()) };
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let model = self.model;
        let words = model.words();
        assert_eq!(state.len(), words, "a state of this model");
        let single = &model.single[transition.index()];
        let parts = (model.system, &model.layout, &model.rows);
        let code = *single.get_or_init(|| model.compiler().transition(parts, transition));
        if model.rows.table(transition).is_some() {
            return self.fire_all(state, code, model.rows.count(transition), out);
        }
        let start = out.states.len();
        // One state of slack, as in `Steps`.
        out.states.resize(start + 2 * words, 0);
        let mut tag = 0;
        // SAFETY: the state has the model's size, and a transition has one successor.
        unsafe { code(state.as_ptr(), out.states.as_mut_ptr().add(start), &mut tag) };
        out.states.truncate(start + words);
        let failed = tag & FAILED != 0;
        let continues = model.continues(model.rows.first(transition));
        if failed || continues.is_some() {
            let next = out.states.split_off(start);
            if failed && !self.failed(state, model.rows.first(transition), out) {
                return;
            }
            match continues {
                None => out.states.extend_from_slice(&next),
                Some(thread) => self.go_on(&next, thread, out),
            }
        }
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        let values = self.model.layout.unpack(state);
        self.interpreter.holds(&values, self.model.system.valid_end)
    }
}

impl Compiled<'_> {
    /// The thread that goes on alone after a row.
    #[inline]
    pub(crate) fn continues(&self, row: u32) -> Option<ThreadId> {
        self.continues[row as usize]
    }

    /// Appends the successors by one step of a thread.
    pub(crate) fn step_alone(&self, thread: ThreadId, state: &[u32], steps: &mut Steps) {
        self.step_thread(&self.threads[thread.index()], state, steps);
    }

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
            if let Some(group) = thread.by_location.get(value as usize)
                && !group.transitions.is_empty()
            {
                self.call(group, state, steps);
            }
        }
        if let Some(group) = &thread.anywhere {
            self.call(group, state, steps);
        }
    }

    #[inline]
    fn call(&self, group: &Group, state: &[u32], steps: &mut Steps) {
        debug_assert!(steps.count + group.transitions.len() < steps.tags.len());
        let at = steps.count * self.words();
        let code = self.code(group);
        // SAFETY: the state has the model's size, and the buffers hold the most successors that all threads together
        // can have by one step.
        let count = unsafe {
            code(state.as_ptr(), steps.states.as_mut_ptr().add(at), steps.tags.as_mut_ptr().add(steps.count))
        };
        steps.count += count as usize;
    }
}

impl CompiledGenerator<'_> {
    /// Takes over the results of one step, following threads that go on alone.
    fn collect(&mut self, from: &[u32], steps: &Steps, out: &mut Successors) {
        let words = self.model.words();
        for i in 0..steps.count {
            let tag = steps.tags[i];
            let next = &steps.states[i * words..(i + 1) * words];
            let row = tag & !FAILED;
            if tag & FAILED != 0 && !self.failed(from, row, out) {
                continue;
            }
            match self.model.continues(row) {
                None => out.states.extend_from_slice(next),
                Some(thread) => self.go_on(next, thread, out),
            }
        }
    }

    /// Records the failed checks, and the error that they are; says whether the transition happens all the same.
    pub(crate) fn failed(&self, from: &[u32], row: u32, out: &mut Successors) -> bool {
        let values = self.model.layout.unpack(from);
        let transition = self.model.rows.transition(row);
        let fired = self.interpreter.fire(&values, transition, self.model.rows.inputs(row));
        debug_assert!(!fired.failed.is_empty(), "the compiled check failed, so the interpreted one does");
        let checks = &self.model.system.transition(transition).checks;
        let failure = |&check: &usize| Failure { transition, check: check as u32, kind: checks[check].kind };
        out.failures.extend(fired.failed.iter().map(failure));
        match &self.model.error_state {
            Some(error) if fired.is_error => {
                out.states.extend_from_slice(error);
                false
            }
            _ => fired.state.is_some(),
        }
    }

    /// Fires a transition with all its tuples of inputs.
    fn fire_all(&mut self, state: &[u32], code: GroupFn, count: usize, out: &mut Successors) {
        let mut steps = std::mem::take(&mut self.steps);
        debug_assert!(count < steps.tags.len());
        // SAFETY: the state has the model's size, and the buffers hold more successors than one transition has.
        steps.count = unsafe { code(state.as_ptr(), steps.states.as_mut_ptr(), steps.tags.as_mut_ptr()) } as usize;
        self.collect(state, &steps, out);
        self.steps = steps;
    }
}
