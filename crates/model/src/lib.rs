//! The narrow waist: what searches and reductions see of a model.
//!
//! A state is a fixed number of 32-bit words. A [`Model`] knows its initial state and hands out a [`Generator`] per
//! worker thread, which gives the successors of a state: that is all a plain search needs. A reduction or a product
//! also needs the individual transitions ([`GuardedModel`]). A model that omits successors says so ([`PartialModel`]),
//! and only searches that can handle this accept it. Invalid layerings do not compile.
//!
//! The compiled IR is the main implementation, the interpreted IR in this crate is its oracle, and a model written in
//! Rust may implement the traits as well.

mod interpreted;

pub use interpreted::{Interpreted, InterpretedGenerator};
use kulan_control::Control;
use kulan_ir::{CheckKind, TransitionId};

/// A model whose states can be enumerated.
pub trait Model: Sync {
    /// Gives successors; has its own scratch memory, so that each worker thread has one.
    type Generator<'a>: Generator
    where
        Self: 'a;

    /// Words of a state.
    fn words(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Vec<u32>;

    /// The state to which errors lead; without one, runs end there.
    fn error_state(&self) -> Option<Vec<u32>> {
        None
    }

    /// A generator for one thread. A single expansion can be endless (a thread that goes on alone). Once the control is
    /// stopped, the generator may give fewer successors than there are, but never a false deadlock.
    fn generator(&self, control: &Control) -> Self::Generator<'_>;
}

/// Gives the successors of states.
pub trait Generator: Send {
    /// Puts the successors of `state` into `out`, which is cleared first.
    fn successors(&mut self, state: &[u32], out: &mut Successors);
}

/// A model whose transitions can be taken one by one: the basis of reductions and products.
pub trait GuardedModel: Model {
    /// The generator that can do so.
    type Guarded<'a>: Guarded
    where
        Self: 'a;

    /// As [`Model::generator`].
    fn guarded(&self, control: &Control) -> Self::Guarded<'_>;
}

/// Gives the guards of states, and the successors by single transitions.
pub trait Guarded: Generator {
    /// Puts the values of all guards into `out`: guard `i` is bit `i % 64` of word `i / 64`.
    fn guards(&mut self, state: &[u32], out: &mut [u64]);

    /// Appends to `out` the result of one transition whose guards hold.
    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors);

    /// Whether a state without successors is a valid end.
    fn is_valid_end(&mut self, state: &[u32]) -> bool;
}

/// A model that omits successors. It is not [guarded](GuardedModel): a product of such a program would miss runs that
/// postpone something forever.
pub trait PartialModel: Model {
    /// The generator, which says what it omits.
    type Partial<'a>: Partial
    where
        Self: 'a;

    /// As [`Model::generator`].
    fn partial(&self, control: &Control) -> Self::Partial<'_>;

    /// Whether a search must ensure that nothing omitted is postponed forever: from every state, the successors given
    /// must lead to a state whose successors are all given.
    fn needs_proviso(&self) -> bool;
}

/// Gives some of the successors of states, and the rest on request.
pub trait Partial: Guarded {
    /// As [`Generator::successors`]; says what is omitted.
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut;

    /// As [`Generator::successors`], for a state that must break the cycles it is on: nothing that a property can see
    /// is postponed there.
    fn breaking(&mut self, state: &[u32], out: &mut Successors);

    /// Appends the successors that were omitted.
    fn rest(&mut self, state: &[u32], out: &mut Successors);

    /// Whether somebody in a state has not ended and cannot go on there: what [`Successors::waiting`] says, or better.
    fn is_waiting(&mut self, _state: &[u32]) -> bool {
        false
    }
}

/// The successors of a state.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    /// The states, one after the other. A state that is reached by several paths may occur once per path, and occurs at
    /// least once.
    pub states: Vec<u32>,
    /// Paths to these states that are not listed separately, where there are very many.
    pub repeats: u64,
    /// Checks that failed on the way.
    pub failures: Vec<Failure>,
    /// A transition after which its thread goes on alone forever: it leads nowhere, and nothing fails.
    pub endless: Option<TransitionId>,
    /// There is no successor, no check failed, and the state is not a valid end.
    pub deadlock: bool,
    /// Somebody has not ended there, and is not known to go on: a search can tell where that may last forever.
    pub waiting: bool,
}

impl Successors {
    /// Clears everything.
    pub fn clear(&mut self) {
        self.states.clear();
        self.repeats = 0;
        self.failures.clear();
        self.endless = None;
        self.deadlock = false;
        self.waiting = false;
    }
}

/// Which successors of a state were omitted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Whether any were.
    pub any: bool,
    /// If so: this many of the first successors are reached by key transitions, which do not disable what was omitted.
    pub by_keys: usize,
    /// A cycle of states that are all like this one might postpone forever what a property can see.
    pub ignores: bool,
}

impl LeftOut {
    /// Nothing was omitted.
    pub const NOTHING: LeftOut = LeftOut { any: false, by_keys: 0, ignores: false };
}

/// A check that failed on the way from a state to a successor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The transition.
    pub transition: TransitionId,
    /// Which of its checks.
    pub check: u32,
    /// The kind of the check.
    pub kind: CheckKind,
}
