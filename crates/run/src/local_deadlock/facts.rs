//! What is needed to know of a system to tell who can move in its states.

use kulan_ir::{CheckKind, Layout, PackedSlot, System, TransitionId};
use kulan_model::{Guarded, Successors};
use kulan_stubborn::Steps;

use super::early_ends;

/// Some processes: one bit each.
pub type Processes = u64;

/// A system, by what matters to local deadlocks.
pub struct Facts<'g> {
    system: &'g System,
    steps: Steps,
    /// The counters of threads and where they have ended or not begun, with the processes. Not of the first process, which
    /// only starts the others.
    counters: Vec<(PackedSlot, Option<u64>, usize)>,
    /// How a run ends before all processes have: where one of these variables has that value. None if that is not all.
    ends: Option<Vec<(PackedSlot, u64)>>,
}

impl<'g> Facts<'g> {
    pub fn new(system: &'g System) -> Facts<'g> {
        let layout = Layout::new(system);
        let early = early_ends(system).into_iter();
        let ends = early.map(|end| system.as_equality(end).map(|(variable, value)| (layout.place(variable), value)));
        let threads = system.threads.iter().filter(|t| t.process.index() != 0);
        let counters = threads.filter_map(|t| Some((layout.place(t.program_counter?), t.idle, t.process.index())));
        let (counters, ends) = (counters.collect(), ends.collect());
        Facts { system, steps: Steps::new(system, |t| !t.is_observer()), counters, ends }
    }

    /// The processes that have begun and not ended.
    pub fn alive_in(&self, state: &[u32]) -> Processes {
        let running = self.counters.iter().filter(|(counter, idle, _)| Some(counter.get(state, 0)) != *idle);
        running.fold(0, |all, (_, _, process)| all | 1 << process)
    }

    /// Those of some processes that can move in a state.
    pub fn moving<G: Guarded>(
        &self,
        asked: Processes,
        state: &[u32],
        generator: &mut G,
        guards: &mut Vec<u64>,
    ) -> Processes {
        guards.resize(self.system.guards.len().div_ceil(64), 0);
        generator.guards(state, guards);
        let asked = (0..self.system.processes.len()).filter(|p| asked >> p & 1 == 1);
        let moving = asked.filter(|&p| self.steps.can_move(p, state, guards));
        moving.fold(0, |all, p| all | 1 << p)
    }

    /// Whether the run ends in a state without successors in which not all processes have.
    pub fn is_early_end<G: Guarded>(&self, state: &[u32], generator: &mut G) -> bool {
        match &self.ends {
            Some(ends) => ends.iter().any(|(place, value)| place.get(state, 0) == *value),
            None => generator.is_valid_end(state),
        }
    }

    /// The failed checks with which a run ends, so that nobody knows how it would go on, and all that count.
    pub fn failures(&self, out: &Successors) -> (bool, Vec<CheckKind>) {
        let is_step = |t: TransitionId| !self.system.transition(t).is_observer();
        let failures = out.failures.iter().filter(|f| is_step(f.transition)).map(|f| f.kind);
        let failures: Vec<CheckKind> = failures.collect();
        (failures.iter().any(|kind| kind.is_limit() || !kind.goes_on()), failures)
    }
}
