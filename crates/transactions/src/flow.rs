//! The control flow of threads: which actions start at which location, and where they lead.

use kulan_ir::{ExprId, Jump, System, ThreadId, VarId, conjuncts};
use kulan_relations::Swaps;

/// The locations of a thread.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Its program counter.
    pub counter: Option<VarId>,
    /// By location: transitions and goals of the thread that start there, as actions.
    pub at: Vec<Vec<usize>>,
    /// Whether transactions of the thread can be told by its location: it has no step from anywhere, none after which
    /// somebody goes on alone, and nobody makes it go on alone.
    pub is_plain: bool,
}

/// The control flow of all threads.
#[derive(Clone, Debug)]
pub struct Flows {
    threads: Vec<Flow>,
    /// By action: where it starts.
    places: Vec<Option<u64>>,
    /// By action: what it waits for there.
    waits_for: Vec<Vec<ExprId>>,
}

impl Flows {
    /// The control flow of a system; `original` is the system in which checks are not guards yet.
    pub fn new(original: &System, swaps: &Swaps) -> Flows {
        let system = swaps.system();
        let mut threads: Vec<Flow> = system.threads.iter().map(|t| plain(t.program_counter)).collect();
        let places: Vec<Option<u64>> = (0..swaps.actions()).map(|a| place(swaps, a)).collect();
        for (t, transition) in system.transitions.iter().enumerate().filter(|(_, t)| !t.is_observer()) {
            let roams = places[t].is_none() && swaps.is_alive(t);
            threads[transition.thread.index()].is_plain &= !roams && transition.continues.is_none();
            if let Some(other) = transition.continues {
                threads[other.index()].is_plain = false;
            }
        }
        for action in (0..swaps.actions()).filter(|&a| swaps.is_alive(a)) {
            let (thread, Some(location)) = (swaps.thread(action).index(), places[action]) else { continue };
            let at = &mut threads[thread].at;
            at.resize(at.len().max(location as usize + 1), Vec::new());
            at[location as usize].push(action);
        }
        let waits_for = (0..swaps.actions()).map(|a| waits_for(original, swaps, a)).collect();
        Flows { threads, places, waits_for }
    }

    /// The locations of a thread.
    pub fn of(&self, thread: ThreadId) -> &Flow {
        &self.threads[thread.index()]
    }

    /// That a thread is at a location, if it has locations.
    pub fn is_at(&self, swaps: &mut Swaps, thread: ThreadId, location: u64) -> Option<ExprId> {
        let counter = self.of(thread).counter?;
        let width = swaps.system().variables[counter.index()].width;
        let exprs = swaps.exprs();
        let value = exprs.var(counter, width);
        Some(exprs.eq_const(value, location))
    }

    /// Where an action starts.
    pub fn place(&self, action: usize) -> Option<u64> {
        self.places[action]
    }

    /// The guards of an action, but that its thread is where it starts, and that no check fails.
    pub fn waits_for(&self, action: usize) -> &[ExprId] {
        &self.waits_for[action]
    }

    /// Where a transition leads its thread.
    pub fn target(&self, system: &System, t: usize) -> Option<u64> {
        let transition = &system.transitions[t];
        let counter = self.of(transition.thread).counter?;
        system.exprs.jump(&transition.updates, counter).from(self.places[t])
    }
}

impl Flow {
    /// The actions that start at a location.
    pub fn at(&self, location: u64) -> &[usize] {
        self.at.get(location as usize).map_or(&[], Vec::as_slice)
    }
}

fn plain(counter: Option<VarId>) -> Flow {
    Flow { counter, at: Vec::new(), is_plain: counter.is_some() }
}

/// Where an action starts, by its guards.
fn place(swaps: &Swaps, action: usize) -> Option<u64> {
    let system = swaps.system();
    let counter = system.threads[swaps.thread(action).index()].program_counter?;
    swaps.guards(action).into_iter().find_map(|g| is_at(system, counter, g))
}

fn waits_for(original: &System, swaps: &Swaps, action: usize) -> Vec<ExprId> {
    let mut checked = Vec::new();
    if let Some(transition) = original.transitions.get(action) {
        transition.checks.iter().for_each(|c| conjuncts(&original.exprs, c.condition, &mut checked));
    }
    guards_at_place(swaps, action).into_iter().filter(|g| !checked.contains(g)).collect()
}

/// The guards of an action, but that its thread is where it starts; those of its checks that end a run are among them.
pub fn guards_at_place(swaps: &Swaps, action: usize) -> Vec<ExprId> {
    let counter = swaps.system().threads[swaps.thread(action).index()].program_counter;
    let is_place = |g: ExprId| counter.is_some_and(|counter| is_at(swaps.system(), counter, g).is_some());
    swaps.guards(action).into_iter().filter(|&g| !is_place(g)).collect()
}

/// The location that a guard wants.
fn is_at(system: &System, counter: VarId, guard: ExprId) -> Option<u64> {
    system.as_equality(guard).filter(|(v, _)| *v == counter).map(|(_, location)| location)
}

/// Whether a transition leaves a program counter as it is.
pub fn stays(system: &System, t: usize, counter: VarId) -> bool {
    system.exprs.jump(&system.transitions[t].updates, counter) == Jump::Stays
}
