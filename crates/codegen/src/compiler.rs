//! Pieces of code. Each begins as a tape, becomes machine code that is made quickly once it was used for a while, and is made
//! again, to be fast, once it was called often.

use std::sync::{Mutex, OnceLock, PoisonError};

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::Module;
use kulan_ir::{Layout, Rows, System, TransitionId, VarId};

use crate::function::{emit_group, emit_guards, emit_transition};
use crate::order::Order;
use crate::tape::Tape;

/// `fn(state, out, tags) -> count`: see [`emit_group`].
pub(crate) type GroupFn = unsafe extern "C" fn(*const u32, *mut u32, *mut u32) -> u32;

/// `fn(state, out)`: see [`emit_guards`].
pub(crate) type GuardsFn = unsafe extern "C" fn(*const u32, *mut u64);

/// What code is made from.
pub(crate) type Parts<'a> = (&'a System, &'a Layout, &'a Rows);

/// Making machine code takes as long as that of so many operations more.
const OVERHEAD: usize = 50;

/// What a piece of code does.
#[derive(Copy, Clone)]
pub(crate) enum Task<'a> {
    /// The successors by some transitions, which start at a location if one is given.
    Group(&'a [TransitionId], Option<(VarId, u64)>),
    /// The successors by a transition, where its guards hold.
    Transition(TransitionId),
}

impl Task<'_> {
    fn tape(self, parts: Parts) -> Tape {
        match self {
            Task::Group(transitions, location) => Tape::group(parts, &order(parts, transitions, location)),
            Task::Transition(t) => Tape::transition(parts, t),
        }
    }

    fn machine(self, parts: Parts, compiler: &mut Compiler) -> GroupFn {
        let address = compiler.compile(3, true, |b| match self {
            Task::Group(transitions, location) => emit_group(b, parts, &order(parts, transitions, location)),
            Task::Transition(t) => emit_transition(b, parts, t),
        });
        // SAFETY: the function was declared with exactly this signature and the C calling convention of the host.
        unsafe { std::mem::transmute::<*const u8, GroupFn>(address) }
    }
}

fn order((system, layout, _): Parts, transitions: &[TransitionId], location: Option<(VarId, u64)>) -> Order {
    Order::new(system, layout, transitions, location.into_iter().collect())
}

/// A piece of code: a tape first, then machine code that is made quickly, then machine code that is fast.
pub(crate) struct Code<F> {
    number: u32,
    tape: OnceLock<Tape>,
    quick: OnceLock<Quick<F>>,
    fast: OnceLock<F>,
}

/// Machine code that was made quickly.
#[derive(Copy, Clone)]
struct Quick<F> {
    code: F,
    /// After how many calls it is made again.
    enough: u32,
}

/// What there is of a piece of code.
pub(crate) enum Form<'c, F> {
    Tape(&'c Tape),
    Machine(F),
}

/// How much a piece of code was used, by one thread.
#[derive(Copy, Clone, Default)]
pub(crate) struct Used {
    /// Operations on the tape.
    work: u32,
    /// Calls.
    calls: u32,
}

impl<F: Copy> Code<F> {
    /// The next piece after so many.
    pub fn new(pieces: &mut u32) -> Code<F> {
        *pieces += 1;
        Code { number: *pieces - 1, tape: OnceLock::new(), quick: OnceLock::new(), fast: OnceLock::new() }
    }

    /// The code to run; `used` is by piece.
    #[inline]
    fn get(
        &self,
        compilers: &Compilers,
        used: &mut [Used],
        tape: impl FnOnce() -> Tape,
        make: impl FnOnce(&mut Compiler) -> F,
    ) -> Form<'_, F> {
        match self.fast.get() {
            Some(&code) => Form::Machine(code),
            None => self.count(compilers, &mut used[self.number as usize], tape, make),
        }
    }

    #[inline(never)]
    fn count(
        &self,
        compilers: &Compilers,
        used: &mut Used,
        tape: impl FnOnce() -> Tape,
        make: impl FnOnce(&mut Compiler) -> F,
    ) -> Form<'_, F> {
        used.calls = used.calls.saturating_add(1);
        if let Some(quick) = self.quick.get() {
            if used.calls <= quick.enough {
                return Form::Machine(quick.code);
            }
            return Form::Machine(*self.fast.get_or_init(|| compilers.fast(make)));
        }
        let tape = self.tape.get_or_init(tape);
        let Patience { soon, often } = compilers.patience;
        let size = (tape.len() + OVERHEAD) as u64;
        if u64::from(used.work) <= u64::from(soon) * size {
            return Form::Tape(tape);
        }
        // A call runs as much of the code as it did on the tape.
        let enough = u64::from(often) * size * u64::from(used.calls) / u64::from(used.work.max(1));
        let enough = enough.try_into().unwrap_or(u32::MAX);
        Form::Machine(self.quick.get_or_init(|| Quick { code: compilers.quick(make), enough }).code)
    }

    /// Notes how many operations on the tape it took to run it.
    pub fn worked(&self, used: &mut [Used], work: u32) {
        let used = &mut used[self.number as usize].work;
        *used = used.saturating_add(work);
    }
}

impl Code<GroupFn> {
    /// The successors of a state.
    #[inline]
    pub fn successors(&self, compilers: &Compilers, parts: Parts, task: Task, used: &mut [Used]) -> Form<'_, GroupFn> {
        self.get(compilers, used, || task.tape(parts), |compiler| task.machine(parts, compiler))
    }
}

impl Code<GuardsFn> {
    /// The values of all guards.
    #[inline]
    pub fn guards(&self, compilers: &Compilers, parts: Parts, used: &mut [Used]) -> Form<'_, GuardsFn> {
        self.get(compilers, used, || Tape::guards(parts), |compiler| compiler.guards(parts))
    }
}

/// When to make which machine code: after how many runs of all its operations.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    /// On the tape, until machine code is made quickly.
    pub soon: u32,
    /// In all, until it is made to be fast.
    pub often: u32,
}

/// A compiler that is quick, and one that makes fast code.
pub(crate) struct Compilers {
    patience: Patience,
    quick: Mutex<Compiler>,
    fast: Mutex<Compiler>,
}

impl Compilers {
    /// Fails where machine code cannot be had on this machine.
    pub fn new(patience: Patience) -> Result<Compilers, String> {
        Ok(Compilers {
            patience,
            quick: Mutex::new(Compiler::new("none", "single_pass")?),
            fast: Mutex::new(Compiler::new("speed", "backtracking")?),
        })
    }

    fn quick<F>(&self, make: impl FnOnce(&mut Compiler) -> F) -> F {
        make(&mut self.quick.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn fast<F>(&self, make: impl FnOnce(&mut Compiler) -> F) -> F {
        make(&mut self.fast.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Generates machine code, and owns it.
pub(crate) struct Compiler {
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
    fn new(opt_level: &str, regalloc_algorithm: &str) -> Result<Self, String> {
        let mut flags = settings::builder();
        let set = |flags: &mut settings::Builder, name: &str, value: &str| {
            flags.set(name, value).expect("the flag exists");
        };
        set(&mut flags, "opt_level", opt_level);
        set(&mut flags, "regalloc_algorithm", regalloc_algorithm);
        set(&mut flags, "enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" });
        set(&mut flags, "enable_probestack", "false");
        let builder = cranelift_native::builder()?;
        let isa = builder.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())?;
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        Ok(Compiler { module: Some(JITModule::new(builder)), context: FunctionBuilderContext::new() })
    }

    /// The values of all guards.
    fn guards(&mut self, (system, layout, _): Parts) -> GuardsFn {
        let address = self.compile(2, false, |b| emit_guards(b, system, layout));
        // SAFETY: as for the code of successors.
        unsafe { std::mem::transmute::<*const u8, GuardsFn>(address) }
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
