//! No local deadlock, found out by a search for safety: from every state, one can be reached where nobody waits, because all
//! processes have ended or can move.
//!
//! A process that has not ended then can go on: along the way it moves, or it has not ended at its end. That needs no graph,
//! only a mark at each state, and the search sets nearly all of them as it goes back. Where some are missing, a graph
//! tells more.

use std::sync::atomic::{AtomicBool, Ordering};

use kulan_control::Control;
use kulan_ir::{System, TransitionId};
use kulan_model::{Generator, Guarded, LeftOut, Model, Partial, PartialModel, Successors};
use kulan_search::{Order, Outcome};

use super::facts::Facts;
use super::{ends_by_itself, ends_by_steps};
use crate::{Setup, Transactions};

/// Looking at the guards takes about as long as an expansion, so it is done for one state out of so many in which not all
/// have ended, and for those without a mark at the end.
const LOOKED_AT: u32 = 16;

/// What a search needs to know to tell, or none if it cannot: it must look for everything with which a run ends, and processes
/// must end by steps of their own.
pub fn facts<'s>(system: &'s System, setup: &Setup) -> Option<Facts<'s>> {
    let search = &setup.search;
    let is_whole = search.deadlocks && search.assertions && search.errors && search.order == Order::DepthFirst;
    let can_tell = setup.local_deadlocks && is_whole && setup.transactions != Transactions::Stubborn;
    (can_tell && ends_by_itself(system) && ends_by_steps(system)).then(|| Facts::new(system))
}

/// A model that says where somebody waits.
pub struct Watched<'w, M> {
    model: &'w M,
    facts: &'w Facts<'w>,
    /// Whether a run was met that ends before all processes have: nobody knows how it would go on.
    was_cut_off: AtomicBool,
}

/// Its generator.
pub struct WatchedGenerator<'a, G> {
    inner: G,
    facts: &'a Facts<'a>,
    was_cut_off: &'a AtomicBool,
    guards: Vec<u64>,
    /// States that it was asked about.
    asked: u32,
}

impl<'w, M> Watched<'w, M> {
    pub fn new(model: &'w M, facts: &'w Facts<'w>) -> Watched<'w, M> {
        Watched { model, facts, was_cut_off: AtomicBool::new(false) }
    }

    /// What the search has found out: whether nobody is ever stuck.
    pub fn is_nobody_stuck(&self, outcome: &Outcome) -> bool {
        let is_whole = outcome.limit.is_none() && outcome.violations.is_empty() && outcome.failures.is_empty();
        is_whole && outcome.waiting == 0 && !self.was_cut_off.load(Ordering::Relaxed)
    }
}

impl<M: PartialModel> Model for Watched<'_, M> {
    type Generator<'a>
        = M::Generator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.model.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.model.initial()
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.model.error_state()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        self.model.generator(control)
    }
}

impl<M: PartialModel> PartialModel for Watched<'_, M> {
    type Partial<'a>
        = WatchedGenerator<'a, M::Partial<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        let inner = self.model.partial(control);
        WatchedGenerator { inner, facts: self.facts, was_cut_off: &self.was_cut_off, guards: Vec::new(), asked: 0 }
    }

    fn needs_proviso(&self) -> bool {
        self.model.needs_proviso()
    }
}

impl<G: Partial> WatchedGenerator<'_, G> {
    /// Whether somebody has not ended, and, for some states, cannot move.
    fn seems_to_wait(&mut self, state: &[u32]) -> bool {
        if self.facts.alive_in(state) == 0 {
            return false;
        }
        if self.facts.is_early_end(state, &mut self.inner) {
            self.was_cut_off.store(true, Ordering::Relaxed);
        }
        self.asked = (self.asked + 1) % LOOKED_AT;
        self.asked != 0 || self.is_waiting(state)
    }
}

impl<G: Partial> Generator for WatchedGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.successors(state, out);
    }
}

impl<G: Partial> Guarded for WatchedGenerator<'_, G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.inner.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.inner.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.inner.is_valid_end(state)
    }
}

impl<G: Partial> Partial for WatchedGenerator<'_, G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        let left_out = self.inner.some(state, out);
        out.waiting = self.seems_to_wait(state);
        left_out
    }

    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.breaking(state, out);
    }

    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.rest(state, out);
    }

    fn is_waiting(&mut self, state: &[u32]) -> bool {
        let alive = self.facts.alive_in(state);
        alive != 0 && self.facts.moving(alive, state, &mut self.inner, &mut self.guards) != alive
    }
}
