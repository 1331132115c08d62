//! Process-local states: Algorithm 1 of jpf-nas ("Partial order reduction for distributed applications").
//!
//! A step is *local* to a process if all variables that it reads or writes are used by that process alone, which is decided from
//! the steps of the system, not declared. A state is *process-local* for a process if all its threads are at locations from which
//! only local steps begin, and one of these is enabled: then the steps of that process are a persistent set. That a thread is
//! at such a location also if its step is not enabled is the test `Blocked_G` of the paper: who waits for the network is
//! at a location with a step that is not local.
//!
//! Departures: the paper takes the process that moved last, here it is the first one for which the state is local, so that
//! the set is a function of the state. The paper's theorem is about deadlocks only; failing checks are kept because the search
//! sees to it that nothing is postponed forever ([`PartialModel::needs_proviso`]): a check reads what its step reads, and
//! steps of other processes change nothing of that. docs/distributed.md has the proof.

use kulan_control::Control;
use kulan_ir::{System, Transition, TransitionId, VarId};
use kulan_model::{Generator, Guarded, GuardedModel, LeftOut, Model, Partial, PartialModel, Successors};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::steps::{Step, Steps};

/// Which steps are local, and where.
#[derive(Debug)]
pub struct Locality {
    steps: Steps,
    /// By thread and location: whether all steps that begin there are local. Where steps begin anywhere, no location is.
    local: Vec<Vec<bool>>,
    /// By thread: where it has ended.
    idle: Vec<Option<u64>>,
    guard_words: usize,
    /// Threads that must have ended: those of processes that start others, and thereby write what is theirs.
    starters: Vec<usize>,
    /// Whether some check looks at what it likes: then no state is local.
    watched: bool,
}

impl Locality {
    /// Decides what is local in a system.
    pub fn new(system: &System) -> Locality {
        let (starters, restarts) = starters(system);
        let users = users(system, &starters);
        let steps = Steps::new(system, Transition::is_step);
        let local = |step: &Step| is_local(system, system.transition(step.transition), &users);
        let local =
            steps.threads.iter().map(|thread| thread.at.iter().map(|at| at.iter().all(local)).collect()).collect();
        let others = system.transitions.iter().any(|t| !t.is_step());
        let watched = others || restarts || system.error_state.is_some();
        let starters = starters.into_iter().flat_map(|p| steps.processes[p].clone()).collect();
        let idle = system.threads.iter().map(|t| t.idle).collect();
        let guard_words = system.guards.len().div_ceil(64);
        Locality { steps, local, idle, guard_words, starters, watched }
    }

    fn is_at_local(&self, thread: usize, state: &[u32]) -> bool {
        let is_local = |l: u64| self.local[thread].get(l as usize).is_none_or(|&local| local);
        let of_thread = &self.steps.threads[thread];
        of_thread.anywhere.is_empty() && of_thread.location(state).is_some_and(is_local)
    }

    fn has_ended(&self, thread: usize, state: &[u32]) -> bool {
        let location = self.steps.threads[thread].location(state);
        location.is_some() && location == self.idle[thread]
    }

    /// Whether all threads of a process are at locations with local steps only.
    fn is_local_to(&self, process: usize, state: &[u32]) -> bool {
        self.steps.processes[process].iter().all(|&t| self.is_at_local(t, state))
    }

    /// Whether a state may be local to some process: only then guards are worth evaluating.
    fn may_be_local(&self, state: &[u32]) -> bool {
        !self.watched
            && self.starters.iter().all(|&t| self.has_ended(t, state))
            && (0..self.steps.processes.len()).any(|p| self.is_local_to(p, state))
    }

    /// The first process for which a state is local.
    fn chosen(&self, state: &[u32], guards: &[u64]) -> Option<usize> {
        let is_local = |&p: &usize| self.is_local_to(p, state) && self.steps.can_move(p, state, guards);
        (0..self.steps.processes.len()).find(is_local)
    }
}

/// The processes that start threads of others, and whether some process starts threads of these again.
fn starters(system: &System) -> (FxHashSet<usize>, bool) {
    let process = |t: usize| system.threads[t].process.index();
    let counters: FxHashMap<VarId, usize> =
        (0..system.threads.len()).filter_map(|t| Some((system.threads[t].program_counter?, process(t)))).collect();
    let mut starts = FxHashSet::default();
    for transition in &system.transitions {
        let own = process(transition.thread.index());
        let written = transition.updates.iter().filter_map(|u| counters.get(&u.target.variable()));
        starts.extend(written.filter(|&&p| p != own).map(|&p| (own, p)));
    }
    let starters: FxHashSet<usize> = starts.iter().map(|&(own, _)| own).collect();
    let restarts = starts.iter().any(|(_, started)| starters.contains(started));
    (starters, restarts)
}

/// By variable: the process that uses it alone once the starters have ended, if there is one.
fn users(system: &System, starters: &FxHashSet<usize>) -> Vec<Option<usize>> {
    let mut users: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); system.variables.len()];
    for transition in system.transitions.iter().filter(|t| t.is_step()) {
        let process = system.threads[transition.thread.index()].process.index();
        if !starters.contains(&process) {
            for_each_variable(system, transition, &mut |v| {
                users[v].insert(process);
            });
        }
    }
    users.into_iter().map(|set| if set.len() == 1 { set.into_iter().next() } else { None }).collect()
}

fn for_each_variable(system: &System, transition: &Transition, f: &mut dyn FnMut(usize)) {
    let mut seen = FxHashSet::default();
    let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
    let checks = transition.checks.iter().map(|c| c.condition);
    let updates = transition.updates.iter().flat_map(|u| u.expressions());
    for e in guards.chain(checks).chain(updates) {
        system.exprs.reads(e, &mut seen, &mut |v| f(v.index()));
    }
    transition.updates.iter().for_each(|u| f(u.target.variable().index()));
}

fn is_local(system: &System, transition: &Transition, users: &[Option<usize>]) -> bool {
    let mut local = transition.continues.is_none();
    for_each_variable(system, transition, &mut |v| local &= users[v].is_some());
    local
}

/// A model of which process-local states have the steps of one process only.
#[derive(Debug)]
pub struct ByProcess<'m, M> {
    model: &'m M,
    locality: &'m Locality,
}

impl<'m, M: GuardedModel> ByProcess<'m, M> {
    /// Reduces a model of the system that the locality is of.
    pub fn new(model: &'m M, locality: &'m Locality) -> ByProcess<'m, M> {
        ByProcess { model, locality }
    }
}

impl<'m, M: GuardedModel> Model for ByProcess<'m, M> {
    type Generator<'a>
        = ByProcessGenerator<'a, M::Guarded<'a>>
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
        let guards = vec![0; self.locality.guard_words];
        ByProcessGenerator { inner: self.model.guarded(control), locality: self.locality, guards }
    }
}

impl<'m, M: GuardedModel> PartialModel for ByProcess<'m, M> {
    type Partial<'a>
        = ByProcessGenerator<'a, M::Guarded<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        self.generator(control)
    }

    fn needs_proviso(&self) -> bool {
        true
    }
}

/// The generator of a model [by process](ByProcess).
#[derive(Debug)]
pub struct ByProcessGenerator<'a, G> {
    inner: G,
    locality: &'a Locality,
    guards: Vec<u64>,
}

impl<G: Guarded> ByProcessGenerator<'_, G> {
    /// The process for which a state is local.
    fn look(&mut self, state: &[u32]) -> Option<usize> {
        if !self.locality.may_be_local(state) {
            return None;
        }
        self.inner.guards(state, &mut self.guards);
        self.locality.chosen(state, &self.guards)
    }

    /// Fires the enabled steps of a process.
    fn fire_steps(&mut self, process: usize, state: &[u32], out: &mut Successors) {
        for step in self.locality.steps.enabled(process, state, &self.guards) {
            self.inner.fire(state, step.transition, out);
        }
    }

    /// Fires the enabled steps of all other processes.
    fn fire_others(&mut self, process: usize, state: &[u32], out: &mut Successors) {
        (0..self.locality.steps.processes.len()).filter(|&p| p != process).for_each(|p| self.fire_steps(p, state, out));
    }
}

impl<G: Guarded> Generator for ByProcessGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.some(state, out);
    }
}

impl<G: Guarded> Partial for ByProcessGenerator<'_, G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        let Some(process) = self.look(state) else {
            self.inner.successors(state, out);
            return LeftOut::NOTHING;
        };
        out.clear();
        self.fire_steps(process, state, out);
        if out.states.is_empty() {
            // Where all of them fail, nothing leads on to what is left out.
            self.fire_others(process, state, out);
            return LeftOut::NOTHING;
        }
        let steps = &self.locality.steps;
        let any = (0..steps.processes.len()).any(|p| p != process && steps.can_move(p, state, &self.guards));
        LeftOut { any, by_keys: out.states.len() / state.len(), ignores: any }
    }

    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.successors(state, out);
    }

    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        if let Some(process) = self.look(state) {
            self.fire_others(process, state, out);
        }
    }
}

impl<G: Guarded> Guarded for ByProcessGenerator<'_, G> {
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
