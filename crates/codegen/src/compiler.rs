//! Machine code, made when it is first needed: first quickly, and again, to be fast, once it was called often.

use std::sync::{Mutex, OnceLock, PoisonError};

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::Module;
use kulan_ir::{Layout, System, TransitionId, VarId};

use crate::function::{emit_group, emit_guards, emit_transition};
use crate::rows::Rows;

/// `fn(state, out, tags) -> count`: see [`emit_group`].
pub(crate) type GroupFn = unsafe extern "C" fn(*const u32, *mut u32, *mut u32) -> u32;

/// `fn(state, out)`: see [`emit_guards`].
pub(crate) type GuardsFn = unsafe extern "C" fn(*const u32, *mut u64);

/// What code is made from.
pub(crate) type Parts<'a> = (&'a System, &'a Layout, &'a Rows);

/// A piece of code.
pub(crate) struct Code<F> {
    number: u32,
    quick: OnceLock<F>,
    fast: OnceLock<F>,
}

impl<F: Copy> Code<F> {
    /// The next piece after so many.
    pub fn new(pieces: &mut u32) -> Code<F> {
        *pieces += 1;
        Code { number: *pieces - 1, quick: OnceLock::new(), fast: OnceLock::new() }
    }

    /// The code to call; `calls` counts by piece.
    #[inline]
    pub fn get(&self, compilers: &Compilers, calls: &mut [u32], make: impl FnOnce(&mut Compiler) -> F) -> F {
        match self.fast.get() {
            Some(&code) => code,
            None => self.count(compilers, &mut calls[self.number as usize], make),
        }
    }

    #[inline(never)]
    fn count(&self, compilers: &Compilers, calls: &mut u32, make: impl FnOnce(&mut Compiler) -> F) -> F {
        if *calls >= compilers.often {
            return *self.fast.get_or_init(|| compilers.fast(make));
        }
        *calls += 1;
        *self.quick.get_or_init(|| compilers.quick(make))
    }
}

/// A compiler that is quick, and one that makes fast code.
pub(crate) struct Compilers {
    /// After how many calls code is made to be fast.
    often: u32,
    quick: Mutex<Compiler>,
    fast: Mutex<Compiler>,
}

impl Compilers {
    /// Fails where machine code cannot be had on this machine.
    pub fn new(often: u32) -> Result<Compilers, String> {
        Ok(Compilers {
            often,
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

    /// The successors by some transitions, which start at a location if one is given.
    pub fn group(&mut self, parts: Parts, transitions: &[TransitionId], location: Option<(VarId, u64)>) -> GroupFn {
        let address = self.successors(|b| emit_group(b, parts, transitions, location.as_slice()));
        // SAFETY: the function was declared with exactly this signature and the C calling convention of the host.
        unsafe { std::mem::transmute::<*const u8, GroupFn>(address) }
    }

    /// The successors by a transition.
    pub fn transition(&mut self, parts: Parts, transition: TransitionId) -> GroupFn {
        let address = self.successors(|b| emit_transition(b, parts, transition));
        // SAFETY: as above.
        unsafe { std::mem::transmute::<*const u8, GroupFn>(address) }
    }

    /// The values of all guards.
    pub fn guards(&mut self, (system, layout, _): Parts) -> GuardsFn {
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
