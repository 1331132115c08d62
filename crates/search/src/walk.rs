//! What the searches for cycles have in common: a state's successors, stored, while the path is known.

use kulan_ir::CheckKind;
use kulan_model::{Generator, Partial, Successors};
use kulan_store::{Cursor, Outcome, StateRef, StateStore};

use crate::Limit;
use crate::shared::{Counts, Shared};

/// Expansions between reports.
const REPORT: u32 = 256;

/// A worker's tools. Unlike [`Expander`](crate::expand::Expander) it ignores deadlocks and failed checks, except a
/// missing instance.
pub struct Walker<'w, 'a, S: StateStore + 'w, G> {
    generator: G,
    pub cursor: S::Cursor<'w>,
    pub shared: &'w Shared<'a>,
    out: Successors,
    /// The successors last stored.
    pub outcomes: Vec<Outcome>,
    pub counts: Counts,
    /// Expansions, and states that may be stored, before the next report.
    until_report: u32,
    states_until_report: u64,
}

impl<'w, 'a, S: StateStore, G: Generator> Walker<'w, 'a, S, G> {
    pub fn new(generator: G, store: &'w S, shared: &'w Shared<'a>) -> Self {
        Walker {
            generator,
            cursor: store.cursor(),
            shared,
            out: Successors::default(),
            outcomes: Vec::new(),
            counts: Counts::default(),
            until_report: REPORT,
            states_until_report: shared.add(&mut Counts::default()),
        }
    }

    /// Adds the counts to the shared ones.
    pub fn report(&mut self) {
        self.until_report = REPORT;
        self.states_until_report = self.shared.add(&mut self.counts);
    }

    /// Stores the successors of a state, which becomes the current one.
    pub fn expand(&mut self, state: StateRef) {
        self.cursor.load(state);
        self.generator.successors(self.cursor.state(), &mut self.out);
        self.store();
    }

    fn store(&mut self) {
        for &failure in &self.out.failures {
            if failure.kind == CheckKind::MissingInstance {
                self.shared.failure(failure, Vec::new);
            }
        }
        if let Some(t) = self.out.endless {
            self.shared.endless(t);
        }
        self.outcomes.clear();
        if self.cursor.insert_successors(&self.out.states, &mut self.outcomes).is_err() {
            self.shared.stop(Limit::Memory);
        }
        self.counts.states += self.outcomes.iter().filter(|o| o.new).count() as u64;
        self.until_report -= 1;
        if self.until_report == 0 || self.counts.states > self.states_until_report {
            self.report();
        }
    }

    /// Counts the transitions to the successors last stored.
    pub fn count_transitions(&mut self) {
        self.counts.transitions(self.outcomes.len(), self.out.repeats);
    }

    /// The words of a state; the current one stays.
    pub fn read(&mut self, state: StateRef) -> Vec<u32> {
        let mut words = vec![0; self.cursor.state().len()];
        self.cursor.read(state, &mut words);
        words
    }
}

impl<S: StateStore, G: Partial> Walker<'_, '_, S, G> {
    /// As [`Walker::expand`], with successors omitted. Returns whether a cycle of such states might postpone something
    /// forever.
    pub fn expand_some(&mut self, state: StateRef) -> bool {
        self.cursor.load(state);
        let left_out = self.generator.some(self.cursor.state(), &mut self.out);
        self.store();
        left_out.ignores
    }

    /// The same for a state that must break the cycles it is on.
    pub fn expand_breaking(&mut self, state: StateRef) {
        self.cursor.load(state);
        self.generator.breaking(self.cursor.state(), &mut self.out);
        self.store();
    }
}
