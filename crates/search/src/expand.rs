//! One expansion: the successors of a state, generated and then stored. The searches for states are built on these;
//! those for cycles, which must know the path, use a [`Walker`](crate::walk::Walker).
//!
//! Between the two parts the store's memory is being fetched into the cache, so a worker should do something else
//! meanwhile.

use kulan_control::Control;
use kulan_model::{Generator, LeftOut, Model, Partial, PartialModel, Successors};
use kulan_store::{Cursor, Full, Marks, Outcome, StateRef, StateStore};

use crate::Limit;
use crate::shared::{Counts, Shared};

/// Expansions that a thread has in progress at a time.
pub const LANES: usize = 2;

/// The mark of a state that is settled: from it, key transitions lead to a state of which no successor is omitted.
pub const SETTLED: Marks = 1;
/// The mark of a state from which one can be reached where nobody waits.
pub const GOES_ON: Marks = 2;
/// Both.
pub const KNOWN: Marks = SETTLED | GOES_ON;

/// How many expansions a worker makes between reports.
const REPORT: u32 = 256;

/// How a search for states expands them: all successors, or some with the proviso that nothing is postponed forever.
pub trait Expand: Sync {
    type Generator<'a>: Send
    where
        Self: 'a;

    /// Whether states are marked.
    const MARKS: bool;

    fn generator(&self, control: &Control) -> Self::Generator<'_>;

    fn successors<'a>(generator: &mut Self::Generator<'a>, state: &[u32], out: &mut Successors) -> LeftOut
    where
        Self: 'a;
}

/// All successors that a model gives.
pub struct Whole<'m, M>(pub &'m M);

impl<M: Model> Expand for Whole<'_, M> {
    type Generator<'a>
        = M::Generator<'a>
    where
        Self: 'a;

    const MARKS: bool = false;

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        self.0.generator(control)
    }

    #[inline]
    fn successors<'a>(generator: &mut Self::Generator<'a>, state: &[u32], out: &mut Successors) -> LeftOut
    where
        Self: 'a,
    {
        generator.successors(state, out);
        LeftOut::NOTHING
    }
}

/// Some of the successors.
pub struct Part<'m, M>(pub &'m M);

impl<M: PartialModel> Expand for Part<'_, M> {
    type Generator<'a>
        = M::Partial<'a>
    where
        Self: 'a;

    const MARKS: bool = true;

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        self.0.partial(control)
    }

    #[inline]
    fn successors<'a>(generator: &mut Self::Generator<'a>, state: &[u32], out: &mut Successors) -> LeftOut
    where
        Self: 'a,
    {
        generator.some(state, out)
    }
}

/// A worker's tools. The generator belongs to the thread: what it caches serves all its workers.
pub struct Expander<'w, 'a, S: StateStore + 'w> {
    pub shared: &'w Shared<'a>,
    cursor: S::Cursor<'w>,
    successors: Successors,
    left_out: LeftOut,
    outcomes: Vec<Outcome>,
    pub counts: Counts,
    until_report: u32,
    /// States that may be stored before the next report.
    states_until_report: u64,
}

impl<'w, 'a, S: StateStore> Expander<'w, 'a, S> {
    pub fn new(store: &'w S, shared: &'w Shared<'a>) -> Self {
        Expander {
            shared,
            cursor: store.cursor(),
            successors: Successors::default(),
            left_out: LeftOut::NOTHING,
            outcomes: Vec::new(),
            counts: Counts::default(),
            until_report: REPORT,
            states_until_report: shared.add(&mut Counts::default()),
        }
    }

    fn full(&mut self, _: Full) {
        self.shared.stop(Limit::Memory);
    }

    /// Generates the successors of a state and queues them to be stored. `path` gives the states up to and including
    /// this one, in case something is wrong with it.
    pub fn begin<X: Expand>(
        &mut self,
        generator: &mut X::Generator<'_>,
        state: StateRef,
        path: impl Fn(&mut dyn FnMut(StateRef)),
    ) {
        self.cursor.load(state);
        self.left_out = X::successors(generator, self.cursor.state(), &mut self.successors);
        if self.successors.deadlock {
            let shared = self.shared;
            shared.deadlock(|| self.read_path(&path));
        }
        if let Some(t) = self.successors.endless {
            self.shared.endless(t);
        }
        for i in 0..self.successors.failures.len() {
            let failure = self.successors.failures[i];
            let shared = self.shared;
            shared.failure(failure, || self.read_path(&path));
        }
        self.cursor.queue(&self.successors.states);
    }

    /// Stores the queued successors of `state`; calls `on_new` for each new one. Returns which marks the state is known to
    /// have by now.
    pub fn end<X: Expand>(&mut self, state: StateRef, mut on_new: impl FnMut(StateRef)) -> Marks {
        self.outcomes.clear();
        if let Err(full) = self.cursor.flush(&mut self.outcomes) {
            self.full(full);
        }
        self.counts.transitions(self.outcomes.len(), self.successors.repeats);
        for outcome in self.outcomes.iter().filter(|o| o.new) {
            self.counts.states += 1;
            on_new(outcome.state);
        }
        self.until_report -= 1;
        if self.until_report == 0 || self.counts.states > self.states_until_report {
            self.report();
        }
        if !X::MARKS {
            return KNOWN;
        }
        let settled = if self.left_out.any { marks(self.by_keys()) & SETTLED } else { SETTLED };
        let goes_on = if self.successors.waiting { marks(&self.outcomes) & GOES_ON } else { GOES_ON };
        let known = settled | goes_on;
        if known != 0 {
            self.cursor.mark(state, known);
        }
        known
    }

    fn by_keys(&self) -> &[Outcome] {
        &self.outcomes[..self.left_out.by_keys.min(self.outcomes.len())]
    }

    /// The marks that each successor last stored passes on to the state. One that was not reached by a key transition does
    /// not settle it.
    pub fn passed_on(&self) -> Marks {
        if self.by_keys().len() == self.outcomes.len() { KNOWN } else { GOES_ON }
    }

    /// Notes marks that a state has after all.
    pub fn mark(&mut self, state: StateRef, marks: Marks) {
        self.cursor.mark(state, marks);
    }

    fn read_path(&mut self, path: &impl Fn(&mut dyn FnMut(StateRef))) -> Vec<Vec<u32>> {
        let words = self.cursor.state().len();
        let mut refs = Vec::new();
        path(&mut |state| refs.push(state));
        refs.into_iter()
            .map(|state| {
                let mut out = vec![0; words];
                self.cursor.read(state, &mut out);
                out
            })
            .collect()
    }

    /// Adds the counts to the shared ones.
    pub fn report(&mut self) {
        self.until_report = REPORT;
        self.states_until_report = self.shared.add(&mut self.counts);
    }
}

/// The marks that any of some states had when they were found.
fn marks(outcomes: &[Outcome]) -> Marks {
    outcomes.iter().fold(0, |all, o| all | o.marks)
}

/// Stores the initial state; returns it unless there is no room.
pub fn insert_root<S: StateStore>(initial: &[u32], store: &S, shared: &Shared) -> Vec<StateRef> {
    match store.cursor().insert_root(initial) {
        Ok(outcome) => {
            shared.add(&mut Counts { states: 1, ..Counts::default() });
            vec![outcome.state]
        }
        Err(_) => {
            shared.stop(Limit::Memory);
            Vec::new()
        }
    }
}
