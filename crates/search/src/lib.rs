//! Explicit-state search: depth first or breadth first, on one or several threads, over any model and store.
//!
//! Without reduction every search reaches the same states by the same number of transitions, on any number of threads.
//! A search neither prints nor reads clocks by itself: workers ask a [`Control`] between expansions whether to
//! continue, and the calling thread reports progress to it. Nothing here unwinds when it is stopped: what was found so
//! far is returned, with the limit.

mod bfs;
mod breaking;
mod dfs;
mod emptiness;
mod expand;
mod findings;
mod lasso;
mod levels;
#[cfg(all(test, loom))]
mod loom_tests;
mod market;
mod proviso;
mod shared;
mod sync;
mod walk;

use std::collections::BTreeMap;

use kulan_control::Control;
pub use kulan_control::{Limit, Progress};
use kulan_ir::{CheckKind, TransitionId};
use kulan_model::{Failure, Model, PartialModel};
use kulan_store::StateStore;

pub use breaking::Breakers;
pub use emptiness::Accepting;
pub use findings::Findings;
pub use lasso::{Lasso, short as short_lasso};

/// In which order states are visited.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Depth first.
    #[default]
    DepthFirst,
    /// Breadth first: the first violation found is a shortest one.
    BreadthFirst,
}

/// What a search looks for and when it ends.
#[derive(Clone, Debug)]
pub struct Options {
    /// The order.
    pub order: Order,
    /// Worker threads, at least one.
    pub threads: usize,
    /// Whether deadlocks are violations.
    pub deadlocks: bool,
    /// Whether failed assertions are violations.
    pub assertions: bool,
    /// Whether run-time errors are violations.
    pub errors: bool,
    /// Whether to continue after the first violation and count them.
    pub all_errors: bool,
    /// Stop when this many states are stored: none is expanded afterwards, but the successors of one state per thread may
    /// go beyond it.
    pub max_states: Option<u64>,
}

impl Options {
    /// Whether a failed check of a kind is a violation.
    pub fn looks_for(&self, kind: CheckKind) -> bool {
        match kind {
            CheckKind::Assertion => self.assertions,
            CheckKind::Invariant | CheckKind::Evaluation | CheckKind::MissingInstance => true,
            _ if kind.is_limit() => true,
            _ => self.errors,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::DepthFirst,
            threads: 1,
            deadlocks: true,
            assertions: true,
            errors: true,
            all_errors: false,
            max_states: None,
        }
    }
}

/// What can be violated.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A state without successors that is not a valid end.
    Deadlock,
    /// A state from which a process that has not ended never goes on.
    LocalDeadlock,
    /// A failed check.
    Check(CheckKind),
    /// A cycle through an accepting state.
    Cycle,
}

/// A violation with the path to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What.
    pub kind: Kind,
    /// The failed check; `None` for a deadlock.
    pub failure: Option<Failure>,
    /// The states from the initial one to the one that deadlocks, or in which the failing step begins.
    pub states: Vec<Vec<u32>>,
    /// For an infinite run: the position of the state to which the last one leads back.
    pub cycle: Option<usize>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// Greatest depth.
    pub depth: u64,
    /// Deadlocks seen.
    pub deadlocks: u64,
    /// Failed checks seen, by kind.
    pub failures: BTreeMap<CheckKind, u64>,
    /// The first violation of each kind.
    pub violations: Vec<Violation>,
    /// Checks that failed and are no violations, but leave something out: some of each kind.
    pub left_out: Vec<Failure>,
    /// A transition after which its thread goes on alone forever: runs with it are not infinite runs of the model.
    pub endless: Option<TransitionId>,
    /// Why the search ended early, unless a violation ended it.
    pub limit: Option<Limit>,
    /// States that were expanded in full so that nothing is postponed forever.
    pub repaired: u64,
    /// States from which it is not known that one can be reached where nobody waits. Zero for models that do not ask.
    pub waiting: u64,
}

/// Searches a model, keeping its states in a store made for it. Assertions that the search does not look for are
/// ignored.
pub fn search<M: Model, S: StateStore>(model: &M, store: &S, options: &Options, control: &Control) -> Outcome {
    search_reviewed(model, store, options, control, None)
}

/// Decides during a search whether it goes on.
pub trait Review: Sync {
    /// The number of states at which to ask first.
    fn first(&self) -> u64;

    /// Asked by one worker, while others go on, when there are the states at which it wanted to be asked: at how many to
    /// ask again, or `None` to end the search with [`Limit::States`].
    fn goes_on(&self, states: u64) -> Option<u64>;
}

/// As [`search`], perhaps with a review. It is asked if there are as many states as it says, on any number of threads.
pub fn search_reviewed<M: Model, S: StateStore>(
    model: &M,
    store: &S,
    options: &Options,
    control: &Control,
    review: Option<&dyn Review>,
) -> Outcome {
    let shared = shared::Shared::new(options, control).reviewed(review);
    let states = expand::insert_root(&model.initial(), store, &shared);
    explore(&expand::Whole(model), store, &shared, states);
    shared.outcome(store)
}

/// As [`search`], for a model that omits successors, if necessary with the proviso that nothing is postponed forever.
pub fn search_partial<M: PartialModel, S: StateStore>(
    model: &M,
    store: &S,
    options: &Options,
    control: &Control,
) -> Outcome {
    search_partial_reviewed(model, store, options, control, None)
}

/// As [`search_partial`], perhaps with a review.
pub fn search_partial_reviewed<M: PartialModel, S: StateStore>(
    model: &M,
    store: &S,
    options: &Options,
    control: &Control,
    review: Option<&dyn Review>,
) -> Outcome {
    if !model.needs_proviso() {
        return search_reviewed(model, store, options, control, review);
    }
    let shared = shared::Shared::new(options, control).reviewed(review);
    let mut proviso = proviso::Proviso::default();
    let mut states = expand::insert_root(&model.initial(), store, &shared);
    while !states.is_empty() {
        explore(&expand::Part(model), store, &shared, states);
        states = proviso.settle(model, store, &shared);
    }
    proviso.complete_paths(model, &shared);
    let waiting = proviso.waiting(model, store, &shared);
    Outcome { repaired: proviso.repaired(), waiting, ..shared.outcome(store) }
}

/// Visits what can be reached from states that are stored already.
fn explore<X: expand::Expand, S: StateStore>(
    model: &X,
    store: &S,
    shared: &shared::Shared,
    states: Vec<kulan_store::StateRef>,
) {
    if states.is_empty() {
        return;
    }
    match shared.options.order {
        Order::DepthFirst => dfs::run(model, store, shared, states),
        Order::BreadthFirst => bfs::run(model, store, shared, states),
    }
}

/// Looks for a run that visits accepting states infinitely often: a cycle through one.
pub fn find_cycle<M: Model, S: StateStore>(
    model: &M,
    accepting: Accepting,
    store: &S,
    options: &Options,
    control: &Control,
) -> Outcome {
    find_cycle_reviewed(model, accepting, store, options, control, None)
}

/// As [`find_cycle`], perhaps with a review.
pub fn find_cycle_reviewed<M: Model, S: StateStore>(
    model: &M,
    accepting: Accepting,
    store: &S,
    options: &Options,
    control: &Control,
    review: Option<&dyn Review>,
) -> Outcome {
    let shared = shared::Shared::new(options, control).reviewed(review);
    let roots = expand::insert_root(&model.initial(), store, &shared);
    emptiness::run(model, accepting, store, &shared, &roots);
    shared.outcome(store)
}

/// Finds the states of a reduced model that must break the cycles they are on, see [`Partial::breaking`]. On one thread.
///
/// [`Partial::breaking`]: kulan_model::Partial::breaking
pub fn break_cycles<M: PartialModel, S: StateStore>(
    model: &M,
    store: &S,
    options: &Options,
    control: &Control,
) -> (Outcome, Breakers) {
    let shared = shared::Shared::new(options, control);
    let roots = expand::insert_root(&model.initial(), store, &shared);
    let breakers = breaking::run(model, store, &shared, &roots);
    (shared.outcome(store), breakers)
}
