//! The steps of processes, by where their threads are: to tell which of them are enabled, a few guards need to be looked at.

use kulan_ir::{ByLocation, Layout, PackedSlot, System, Transition, TransitionId};

use crate::bits;

/// Steps of a system.
#[derive(Debug)]
pub struct Steps {
    /// By process: its threads.
    pub(crate) processes: Vec<Vec<usize>>,
    pub(crate) threads: Vec<ThreadSteps>,
}

/// The steps of a thread.
#[derive(Debug)]
pub(crate) struct ThreadSteps {
    counter: Option<PackedSlot>,
    /// By location: the steps that begin there.
    pub(crate) at: Vec<Vec<Step>>,
    /// Those that begin anywhere.
    pub(crate) anywhere: Vec<Step>,
}

/// A step and its guards.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) transition: TransitionId,
    guards: Vec<u32>,
}

impl Steps {
    /// The transitions of a system that are wanted.
    pub fn new(system: &System, wanted: impl Fn(&Transition) -> bool) -> Steps {
        let layout = Layout::new(system);
        let mut processes = vec![Vec::new(); system.processes.len()];
        for (i, thread) in system.threads.iter().enumerate() {
            processes[thread.process.index()].push(i);
        }
        let step = |&transition: &TransitionId| {
            let guards = system.transition(transition).guards.iter().map(|g| g.index() as u32);
            Step { transition, guards: guards.collect() }
        };
        let steps = |list: Vec<TransitionId>| list.iter().map(step).collect();
        let threads = system.threads.iter().zip(system.by_location(wanted));
        let threads = threads.map(|(thread, ByLocation { at, anywhere })| ThreadSteps {
            counter: thread.program_counter.map(|c| layout.place(c)),
            at: at.into_iter().map(steps).collect(),
            anywhere: steps(anywhere),
        });
        Steps { processes, threads: threads.collect() }
    }

    /// The steps of a process that are enabled.
    pub(crate) fn enabled(&self, process: usize, state: &[u32], guards: &[u64]) -> impl Iterator<Item = &Step> {
        let of_threads = self.processes[process].iter().flat_map(|&t| self.threads[t].beginning(state));
        of_threads.filter(|step| step.guards.iter().all(|&g| bits::get(guards, g as usize)))
    }

    /// Whether some step of a process is enabled, given the values of the guards.
    pub fn can_move(&self, process: usize, state: &[u32], guards: &[u64]) -> bool {
        self.enabled(process, state, guards).next().is_some()
    }
}

impl ThreadSteps {
    /// Where the thread is.
    pub(crate) fn location(&self, state: &[u32]) -> Option<u64> {
        self.counter.map(|counter| counter.get(state, 0))
    }

    /// The steps that begin where the thread is.
    fn beginning(&self, state: &[u32]) -> impl Iterator<Item = &Step> {
        let here = self.location(state).and_then(|l| self.at.get(l as usize));
        here.into_iter().flatten().chain(&self.anywhere)
    }
}
