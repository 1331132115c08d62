//! One expansion: the successors of a state, generated and then stored. Every search is made of these.
//!
//! Between the two parts the store's memory is on its way to the cache, so a worker does well to do something else.

use kulan_model::{Generator, Model, Successors};
use kulan_store::{Cursor, Full, Marks, Outcome, StateRef, StateStore};

use crate::Limit;
use crate::shared::{Counts, Shared};

/// Expansions that a thread has under way at a time.
pub const LANES: usize = 2;

/// The mark of a state that is settled.
pub const SETTLED: Marks = 1;

/// How many expansions a worker makes between reports.
const REPORT: u32 = 256;

/// A worker's tools. The generator is the thread's: what it remembers serves all its workers.
pub struct Expander<'w, 'a, S: StateStore + 'w> {
    pub shared: &'w Shared<'a>,
    cursor: S::Cursor<'w>,
    successors: Successors,
    outcomes: Vec<Outcome>,
    pub counts: Counts,
    until_report: u32,
    /// Whether states are marked from which a state whose successors are all given can be reached.
    proviso: bool,
}

impl<'w, 'a, S: StateStore> Expander<'w, 'a, S> {
    pub fn new(model: &impl Model, store: &'w S, shared: &'w Shared<'a>) -> Self {
        Expander {
            shared,
            cursor: store.cursor(),
            successors: Successors::default(),
            outcomes: Vec::new(),
            counts: Counts::default(),
            until_report: REPORT,
            proviso: model.needs_proviso(),
        }
    }

    fn full(&mut self, _: Full) {
        self.shared.stop(Limit::Memory);
    }

    /// Generates the successors of a state and lines them up to be stored. `path` gives the states on the way to this
    /// one, this one included, should something be wrong with it.
    pub fn begin(&mut self, generator: &mut impl Generator, state: StateRef, path: impl Fn(&mut dyn FnMut(StateRef))) {
        self.cursor.load(state);
        generator.successors(self.cursor.state(), &mut self.successors);
        if self.successors.deadlock {
            let shared = self.shared;
            shared.deadlock(|| self.read_path(&path));
        }
        for i in 0..self.successors.failures.len() {
            let failure = self.successors.failures[i];
            let shared = self.shared;
            shared.failure(failure, || self.read_path(&path));
        }
        self.cursor.queue(&self.successors.states);
    }

    /// Stores the successors of `state` lined up; calls `on_new` for each that is new. Says whether the state is settled:
    /// whether it is known that successors by key transitions lead from it to where none is left out.
    pub fn end(&mut self, state: StateRef, mut on_new: impl FnMut(StateRef)) -> bool {
        self.outcomes.clear();
        if let Err(full) = self.cursor.flush(&mut self.outcomes) {
            self.full(full);
        }
        self.counts.transitions += self.outcomes.len() as u64;
        for outcome in self.outcomes.iter().filter(|o| o.new) {
            self.counts.states += 1;
            on_new(outcome.state);
        }
        self.until_report -= 1;
        if self.until_report == 0 {
            self.report();
        }
        if !self.proviso {
            return true;
        }
        let settled = !self.successors.partial || self.by_keys().iter().any(|o| o.marks != 0);
        if settled {
            self.cursor.mark(state, SETTLED);
        }
        settled
    }

    fn by_keys(&self) -> &[Outcome] {
        &self.outcomes[..self.successors.by_keys.min(self.outcomes.len())]
    }

    /// Whether all successors last stored were reached by key transitions, so that each that is settled settles their
    /// state.
    pub fn all_by_keys(&self) -> bool {
        self.by_keys().len() == self.outcomes.len()
    }

    /// Notes that a state is settled after all.
    pub fn settle(&mut self, state: StateRef) {
        self.cursor.mark(state, SETTLED);
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
        self.shared.add(&mut self.counts);
    }
}

/// Stores the initial state; gives it unless there is no room.
pub fn insert_root<M: Model, S: StateStore>(model: &M, store: &S, shared: &Shared) -> Vec<StateRef> {
    match store.cursor().insert_root(&model.initial()) {
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
