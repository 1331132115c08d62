//! Which locations of a thread nobody else can see or influence: steps from there can be taken at once.
//!
//! At a *transient* location all steps of the thread read and write only what no other thread touches while the thread is
//! there, and no other thread can do anything there that it could not do behind the step: so the steps commute with
//! everything others do, and disable nothing. Taking them right after the step that leads there loses no deadlock and no
//! failed check. A cycle of transient locations would hide the rest of the system forever, so each cycle keeps a location
//! that is not transient.

use kulan_ir::{Jump, Owner, System, ThreadId, Transition, VarId, loop_heads};
use rustc_hash::FxHashSet;

use crate::access::{counters, expressions, locations, written};

/// By thread and location: whether it is transient.
pub struct Transient {
    flags: Vec<Vec<bool>>,
}

impl Transient {
    /// No location is.
    pub fn none(system: &System) -> Transient {
        Transient { flags: vec![Vec::new(); system.threads.len()] }
    }

    /// Finds transient locations.
    pub fn find(system: &System) -> Transient {
        let counters = counters(system);
        let observed = Observed::find(system, &counters);
        let shared = shared_variables(system, &counters);
        let mut flags = Vec::new();
        for thread in 0..system.threads.len() {
            flags.push(thread_flags(system, &counters, &observed, &shared, thread));
        }
        Transient { flags }
    }

    /// Whether a location is transient.
    pub fn is(&self, thread: ThreadId, location: u64) -> bool {
        self.flags[thread.index()].get(location as usize).copied().unwrap_or(false)
    }
}

/// The locations of each thread that transitions of other threads depend on.
struct Observed {
    /// Every location is.
    all: Vec<bool>,
    /// A step from there may disable what others do, or change its effect.
    left: Vec<FxHashSet<u64>>,
    /// A step to there may do so. A guard that wants the thread there is no matter: what it guards cannot happen before.
    entered: Vec<FxHashSet<u64>>,
}

impl Observed {
    fn find(system: &System, counters: &[Option<usize>]) -> Observed {
        let none = vec![FxHashSet::default(); system.threads.len()];
        let mut result = Observed { all: vec![false; system.threads.len()], left: none.clone(), entered: none };
        for transition in &system.transitions {
            let own = transition.thread.index();
            let places = locations(system, transition, counters);
            for (thread, location) in places.into_iter().filter(|(thread, _)| *thread != own) {
                result.left[thread].insert(location);
            }
            let is_place = |e| system.as_equality(e).is_some_and(|(v, _)| counters[v.index()].is_some());
            let guards: FxHashSet<_> = transition.guards.iter().map(|g| system.guards[g.index()]).collect();
            let mut seen = FxHashSet::default();
            for e in expressions(system, transition).filter(|e| !(guards.contains(e) && is_place(*e))) {
                result.note(system, counters, own, e, &mut seen);
            }
        }
        for label in &system.labels {
            result.note(system, counters, usize::MAX, label.predicate, &mut FxHashSet::default());
        }
        result
    }

    /// `counter == constant` observes that location alone, any other use observes all.
    fn note(
        &mut self,
        system: &System,
        counters: &[Option<usize>],
        own: usize,
        e: kulan_ir::ExprId,
        seen: &mut FxHashSet<kulan_ir::ExprId>,
    ) {
        if !seen.insert(e) {
            return;
        }
        if let Some((v, value)) = system.as_equality(e) {
            if let Some(thread) = counters[v.index()]
                && thread != own
            {
                self.left[thread].insert(value);
                self.entered[thread].insert(value);
            }
            return;
        }
        if let kulan_ir::Expr::Var(v) = system.exprs.get(e)
            && let Some(thread) = counters[v.index()]
            && thread != own
        {
            self.all[thread] = true;
        }
        for operand in system.exprs.operands(e) {
            self.note(system, counters, own, operand, seen);
        }
    }
}

/// Variables that a transition of another thread than the owner touches without testing where the owner is.
fn shared_variables(system: &System, counters: &[Option<usize>]) -> FxHashSet<VarId> {
    let mut shared = FxHashSet::default();
    for (i, variable) in system.variables.iter().enumerate() {
        if !matches!(variable.owner, Owner::Thread(_)) {
            shared.insert(VarId(i as u32));
        }
    }
    let owner = |v: VarId| match system.variables[v.index()].owner {
        Owner::Thread(t) => Some(t.index()),
        _ => None,
    };
    for transition in &system.transitions {
        let known: FxHashSet<usize> = locations(system, transition, counters).into_iter().map(|(t, _)| t).collect();
        let mut note = |v: VarId| {
            let here = owner(v).is_some_and(|t| t == transition.thread.index() || known.contains(&t));
            if !here && counters[v.index()].is_none() {
                shared.insert(v);
            }
        };
        let mut seen = FxHashSet::default();
        for e in expressions(system, transition) {
            system.exprs.reads(e, &mut seen, &mut note);
        }
        transition.updates.iter().map(written).for_each(note);
    }
    for label in &system.labels {
        system.exprs.reads(label.predicate, &mut FxHashSet::default(), &mut |v| {
            shared.insert(v);
        });
    }
    shared
}

fn thread_flags(
    system: &System,
    counters: &[Option<usize>],
    observed: &Observed,
    shared: &FxHashSet<VarId>,
    thread: usize,
) -> Vec<bool> {
    let Some(counter) = system.threads[thread].program_counter else { return Vec::new() };
    if observed.all[thread] {
        return Vec::new();
    }
    let mut at: Vec<Vec<&Transition>> = Vec::new();
    for transition in system.transitions.iter().filter(|t| t.thread.index() == thread) {
        // A step from anywhere: no location is private.
        let Some(location) = system.location_of(transition) else { return Vec::new() };
        at.resize(at.len().max(location as usize + 1), Vec::new());
        at[location as usize].push(transition);
    }
    let mut flags = vec![false; at.len()];
    let enters_unseen = |t: &Transition| match system.exprs.jump(&t.updates, counter) {
        Jump::Stays => true,
        Jump::To(target) => !observed.entered[thread].contains(&target),
        Jump::Anywhere => false,
    };
    for location in 0..at.len() {
        flags[location] = !at[location].is_empty()
            && !observed.left[thread].contains(&(location as u64))
            && at[location].iter().all(|t| enters_unseen(t) && is_local(system, counters, shared, thread, t));
    }
    // A cycle would hide the rest of the system forever.
    let nexts = |location: u64| {
        let here = at[location as usize].iter();
        here.filter_map(|t| system.exprs.jump(&t.updates, counter).from(Some(location))).collect()
    };
    let is_transient = |location: u64| flags.get(location as usize) == Some(&true);
    for head in loop_heads(flags.len() as u64, is_transient, nexts) {
        flags[head as usize] = false;
    }
    flags
}

/// Whether a step touches only what belongs to its thread alone.
fn is_local(
    system: &System,
    counters: &[Option<usize>],
    shared: &FxHashSet<VarId>,
    thread: usize,
    transition: &Transition,
) -> bool {
    if transition.is_fallback() || transition.continues.is_some() {
        return false;
    }
    let mut local = true;
    let mut note = |v: VarId| {
        let own_counter = counters[v.index()] == Some(thread);
        let foreign_counter = counters[v.index()].is_some() && !own_counter;
        let owned = system.variables[v.index()].owner == Owner::Thread(ThreadId(thread as u32));
        local &= !foreign_counter && (own_counter || (owned && !shared.contains(&v)));
    };
    let mut seen = FxHashSet::default();
    for e in expressions(system, transition) {
        system.exprs.reads(e, &mut seen, &mut note);
    }
    transition.updates.iter().map(written).for_each(note);
    local
}
