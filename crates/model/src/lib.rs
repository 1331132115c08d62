//! The narrow waist: what searches and reductions see of a model.
//!
//! A state is a fixed number of 32-bit words. A [`Model`] knows its initial state and hands out a [`Generator`] per
//! worker thread, which gives the successors of a state. The compiled IR is the main implementation, the interpreted IR
//! in this crate is its arbiter, and a model written in Rust may implement the trait as well.

mod interpreted;

pub use interpreted::Interpreted;
use kulan_ir::TransitionId;

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

    /// A generator for one thread.
    fn generator(&self) -> Self::Generator<'_>;

    /// Whether a search must see to it that what is left out is not put off for ever: from every state, the successors
    /// given must lead to one whose successors are all given.
    fn needs_proviso(&self) -> bool {
        false
    }
}

/// Gives the successors of states.
pub trait Generator: Send {
    /// Puts the successors of `state` into `out`, which is cleared first.
    fn successors(&mut self, state: &[u32], out: &mut Successors);

    /// As [`Generator::successors`], for a state that is to break the cycles it is on: what a property can see is not put
    /// off there.
    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.successors(state, out);
    }

    /// Appends the successors that [`Generator::successors`] left out.
    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        let _ = (state, out);
    }

    /// Puts the values of all guards into `out`: guard `i` is bit `i % 64` of word `i / 64`.
    fn guards(&mut self, state: &[u32], out: &mut [u64]);

    /// Appends to `out` what one transition leads to whose guards hold. A reduction takes transitions one by one.
    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors);

    /// Whether a state without successors is a valid end.
    fn is_valid_end(&mut self, state: &[u32]) -> bool;
}

/// The successors of a state.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    /// The states, one after the other. A state that is reached by several paths stands there as often.
    pub states: Vec<u32>,
    /// Checks that failed on the way.
    pub failures: Vec<Failure>,
    /// There is no successor, no check failed, and the state is not a valid end.
    pub deadlock: bool,
    /// Successors were left out.
    pub partial: bool,
    /// If some were left out: so many of the first ones are reached by key transitions, which do not disable what was
    /// left out.
    pub by_keys: usize,
    /// A cycle of states that are all like this one might put off for ever what a property can see.
    pub ignores: bool,
}

impl Successors {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.states.clear();
        self.failures.clear();
        self.deadlock = false;
        self.partial = false;
        self.by_keys = 0;
        self.ignores = false;
    }
}

/// A check that failed on the way from a state to a successor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The transition.
    pub transition: TransitionId,
    /// Which of its checks.
    pub check: u32,
}
