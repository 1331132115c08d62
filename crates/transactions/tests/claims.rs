//! What transactions rest on, checked state by state on the whole space: movers move, others keep conditions, and a thread
//! that goes on need not wait (Def. 1 and Def. 5 of the paper). It sees the graph and the conditions, but no solver.

use std::collections::HashSet;

use kulan_ir::{Interpreter, System, ThreadId, TransitionId, Valuation, inputs};
use kulan_testing::{concurrent, named, threaded};
use kulan_transactions::{Claims, Mode, Options, When, claims};

const MOST_STATES: usize = 3000;

/// A step that was taken: the transition with its inputs, and the state after it.
type Step = (TransitionId, Vec<u64>, Valuation);

struct Graph<'g> {
    system: &'g System,
    interpreter: Interpreter<'g>,
    states: Vec<Valuation>,
}

impl<'g> Graph<'g> {
    /// All states, seen step by step; `None` if there are too many, or steps that are more than that.
    fn new(system: &'g System) -> Option<Graph<'g>> {
        if system.transitions.iter().any(|t| t.continues.is_some() || t.is_fallback()) || system.error_state.is_some() {
            return None;
        }
        let mut graph = Graph { system, interpreter: Interpreter::new(system), states: Vec::new() };
        let mut open = vec![graph.interpreter.initial()];
        let mut known: HashSet<Valuation> = open.iter().cloned().collect();
        while let Some(state) = open.pop() {
            for (_, _, next) in graph.steps(&state) {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
            graph.states.push(state);
            if known.len() > MOST_STATES {
                return None;
            }
        }
        Some(graph)
    }

    /// The steps that do not end the run.
    fn steps(&self, state: &Valuation) -> Vec<Step> {
        let mut steps = Vec::new();
        for t in self.interpreter.enabled(state, None) {
            for tuple in inputs::all_tuples(self.system.transition(t)).expect("few inputs") {
                if let Some(next) = self.interpreter.fire(state, t, &tuple).state {
                    steps.push((t, tuple, next));
                }
            }
        }
        steps
    }

    fn thread(&self, t: TransitionId) -> ThreadId {
        self.system.transition(t).thread
    }

    fn others(&self, state: &Valuation, thread: ThreadId) -> Vec<Step> {
        self.steps(state).into_iter().filter(|s| self.thread(s.0) != thread).collect()
    }

    fn holds(&self, state: &Valuation, when: &When) -> bool {
        match when {
            When::Always => true,
            When::Never => false,
            When::If(condition, _) => self.interpreter.holds(state, *condition),
        }
    }

    /// `first` and then `second` happen in a state, and lead to `end`.
    fn leads(&self, state: &Valuation, first: &Step, second: &Step, end: &Valuation) -> bool {
        let steps = self.steps(state);
        let same = |a: &Step, b: &Step| a.0 == b.0 && a.1 == b.1;
        steps.iter().filter(|s| same(s, first)).any(|s| self.steps(&s.2).iter().any(|n| same(n, second) && n.2 == *end))
    }
}

/// Checks all claims; returns how many were checked in some state.
fn check(name: &str, graph: &Graph, claims: &Claims) -> usize {
    let mut checked = 0;
    for state in &graph.states {
        for step in graph.steps(state) {
            let (t, thread) = (step.0, graph.thread(step.0));
            if !graph.holds(state, &claims.right[t.index()]) {
                continue;
            }
            checked += 1;
            for other in graph.others(&step.2, thread) {
                assert!(
                    graph.leads(state, &other, &step, &other.2),
                    "{name}: {t:?} does not move right over {:?}",
                    other.0
                );
            }
            for other in graph.others(state, thread) {
                assert!(
                    graph.holds(&other.2, &claims.right[t.index()]),
                    "{name}: {:?} breaks a condition of {t:?}",
                    other.0
                );
            }
        }
        for (is_left, (place, when)) in
            claims.unblocked.iter().map(|c| (false, c)).chain(claims.left.iter().map(|c| (true, c)))
        {
            let here = graph.interpreter.location(state, place.0) == Some(place.1);
            if !here || !graph.holds(state, when) {
                continue;
            }
            checked += 1;
            let own = |s: &&Step| graph.thread(s.0) == place.0;
            assert!(graph.steps(state).iter().any(|s| own(&s)), "{name}: {place:?} has to wait");
            for other in graph.others(state, place.0) {
                let still = graph.interpreter.location(&other.2, place.0) == Some(place.1);
                assert!(still && graph.holds(&other.2, when), "{name}: {:?} breaks a condition at {place:?}", other.0);
                for step in graph.steps(&other.2).iter().filter(|s| is_left && own(s)) {
                    let moves = graph.leads(state, step, &other, &step.2);
                    assert!(moves, "{name}: {:?} does not move left over {:?}", step.0, other.0);
                }
            }
        }
    }
    checked
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn run(kind: &str, default: u64, system: impl Fn(u64) -> Option<System>) {
    let (seed, count) = (number("KULAN_SEED", 1), number("KULAN_SYSTEMS", default));
    let (mut systems, mut checked) = (0, 0);
    for seed in seed..seed + count {
        let Some(system) = system(seed) else { continue };
        for (mode, deadlocks) in [(Mode::Phase, true), (Mode::Dynamic, true)] {
            let claims = claims(&system, Options { mode, deadlocks, waits: true, rounds: None }, &|_| true);
            let Some(graph) = Graph::new(&claims.system) else { continue };
            systems += 1;
            checked += check(&format!("{kind} {seed} {mode:?}"), &graph, &claims);
        }
    }
    println!("{kind}: {checked} claims in states of {systems} systems");
    assert!(systems as u64 * 2 > count && checked > systems * 4, "too little was checked");
}

#[test]
fn claims_hold_of_threads_with_locks_and_cells() {
    run("threaded", 40, |seed| Some(threaded::system(seed)));
}

#[test]
fn claims_hold_of_concurrent_systems() {
    run("concurrent", 60, |seed| Some(concurrent::system(seed)));
}

#[test]
fn claims_hold_near_known_traps() {
    run("near", 60, |seed| named::near(seed + 1100));
}
