//! Systems in which every transition is an ordinary step or an observer, for engines that know nothing else.
//!
//! A fallback gets a guard that says that no step is enabled. Who goes on alone becomes a variable: others wait until it is
//! cleared, or until that thread is blocked. The unobservable states in between become ordinary ones, which observers do
//! not look at. Transitions keep their ids.

use kulan_ir::expr::width_of;
use kulan_ir::{
    Display, ExprId, GuardTable, Owner, Role, System, Target, ThreadId, Transition, Update, VarId, Variable,
};

/// The name of the variable that says who goes on alone: zero for nobody, else the thread's number plus one.
const ALONE: &str = "alone";

/// The same system without fallbacks and without threads that go on alone. Reachable observable states, failing checks and
/// deadlocks are the same.
pub fn flat(mut system: System) -> System {
    let mut guards = GuardTable::of(&system);
    let enabled: Vec<ExprId> = (0..system.transitions.len()).map(|t| condition(&mut system, t)).collect();
    let is_step: Vec<bool> = system.transitions.iter().map(Transition::is_step).collect();
    if system.transitions.iter().any(Transition::is_fallback) {
        let steps: Vec<ExprId> = is_step.iter().zip(&enabled).filter(|(is, _)| **is).map(|(_, &e)| e).collect();
        let some = system.exprs.any(&steps);
        let none = system.exprs.not(some);
        let guard = guards.guard(&mut system, none);
        for transition in system.transitions.iter_mut().filter(|t| t.is_fallback()) {
            transition.guards.push(guard);
            transition.role = Role::Step;
        }
    }
    let mut threads: Vec<ThreadId> = system.transitions.iter().filter_map(|t| t.continues).collect();
    threads.sort_unstable();
    threads.dedup();
    if !threads.is_empty() {
        Alone::new(&mut system, &threads, &enabled, &is_step).apply(&mut system, &mut guards);
    }
    system
}

/// All guards of a transition together.
fn condition(system: &mut System, t: usize) -> ExprId {
    let guards: Vec<ExprId> = system.transitions[t].guards.iter().map(|g| system.guards[g.index()]).collect();
    guards.into_iter().fold(system.exprs.bool(true), |all, guard| system.exprs.and(all, guard))
}

/// The variable that says who goes on alone.
struct Alone {
    variable: VarId,
    width: u8,
    /// That nobody goes on alone, or only a thread that cannot.
    free: ExprId,
    /// Which transitions were steps, fallbacks apart: those wait for everybody anyway.
    is_step: Vec<bool>,
}

impl Alone {
    fn new(system: &mut System, threads: &[ThreadId], enabled: &[ExprId], is_step: &[bool]) -> Alone {
        let width = width_of(system.threads.len() as u64);
        let variable = system.add_variable(Variable {
            name: ALONE.into(),
            width,
            signed: false,
            elements: None,
            owner: Owner::System,
            initial: vec![0],
            display: Display::Hidden,
        });
        if let Some(values) = &mut system.error_state {
            values.push(vec![0]);
        }
        let alone = system.read(variable);
        let mut free = vec![system.exprs.eq_const(alone, 0)];
        for &thread in threads {
            let own = (0..enabled.len()).filter(|&t| is_step[t] && system.transitions[t].thread == thread);
            let own: Vec<ExprId> = own.map(|t| enabled[t]).collect();
            let some = system.exprs.any(&own);
            let blocked = system.exprs.not(some);
            let here = system.exprs.eq_const(alone, number(thread));
            free.push(system.exprs.and(here, blocked));
        }
        let free = system.exprs.any(&free);
        Alone { variable, width, free, is_step: is_step.to_vec() }
    }

    fn apply(&self, system: &mut System, guards: &mut GuardTable) {
        let alone = system.read(self.variable);
        for t in 0..system.transitions.len() {
            let (thread, continues) = (system.transitions[t].thread, system.transitions[t].continues.take());
            if system.transitions[t].is_observer() {
                let guard = guards.guard(system, self.free);
                system.transitions[t].guards.push(guard);
                continue;
            }
            if self.is_step[t] {
                let own = system.exprs.eq_const(alone, number(thread));
                let may = system.exprs.or(self.free, own);
                let guard = guards.guard(system, may);
                system.transitions[t].guards.push(guard);
            }
            let value = system.exprs.constant(self.width, continues.map_or(0, number));
            system.transitions[t].updates.push(Update { target: Target::Var(self.variable), value });
        }
    }
}

fn number(thread: ThreadId) -> u64 {
    u64::from(thread.0) + 1
}
