//! The full state space as a graph.

use kulan_control::checkpoint;
use kulan_ir::{Interpreter, Layout, TransitionId};
use kulan_model::{Guarded, GuardedModel, Successors};
use kulan_relations::{Goal, Subject};
use rustc_hash::FxHashMap;

/// All states with what is enabled in them. Actions are numbered as in the relations: transitions, then goals.
#[derive(Debug)]
pub struct Graph {
    states: Vec<Vec<u32>>,
    /// By state: the steps, in the order of their transitions.
    edges: Vec<Vec<(u32, u32)>>,
    /// By state: the enabled actions, in order.
    enabled: Vec<Vec<u32>>,
    /// Number of transitions; goals come after them.
    transitions: u32,
    /// By state: whether only fallback transitions are enabled.
    fallback: Vec<bool>,
    /// By state: the failed checks of transitions that keep them, and the goals.
    failures: Vec<Vec<(u32, u32)>>,
    /// By state: the one to which errors lead, if one happens there.
    errors: Vec<Option<u32>>,
    /// States that are deadlocks.
    deadlocks: Vec<u32>,
}

impl Graph {
    /// The whole space; `None` if there are more than `limit` states.
    pub fn explore<M: GuardedModel>(subject: &Subject, model: &M, limit: usize) -> Option<Graph> {
        let system = &subject.system;
        let (layout, interpreter) = (Layout::new(system), Interpreter::new(system));
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut graph = Graph {
            states: vec![model.initial()],
            transitions: system.transitions.len() as u32,
            edges: Vec::new(),
            enabled: Vec::new(),
            fallback: Vec::new(),
            failures: Vec::new(),
            errors: Vec::new(),
            deadlocks: Vec::new(),
        };
        numbers.insert(model.initial(), 0);
        let mut generator = model.guarded(&kulan_control::current());
        let mut out = Successors::default();
        while let Some(state) = graph.states.get(graph.edges.len()).cloned() {
            checkpoint();
            let values = layout.unpack(&state);
            let mut enabled: Vec<u32> = interpreter.enabled(&values, None).iter().map(|t| t.0).collect();
            let is_met = |goal: &Goal| goal.guards.iter().all(|g| interpreter.holds(&values, system.guards[g.index()]));
            graph.fallback.push(enabled.first().is_some_and(|&t| system.transition(TransitionId(t)).is_fallback()));
            let (mut edges, mut failures) = (Vec::new(), Vec::new());
            let mut error = None;
            for &t in &enabled {
                out.clear();
                generator.fire(&state, TransitionId(t), &mut out);
                failures.extend(out.failures.iter().map(|f| (f.transition.0, f.check)));
                for next in out.states.chunks(model.words()) {
                    edges.push((t, graph.number(&mut numbers, next)));
                }
            }
            for (i, goal) in subject.goals.iter().enumerate() {
                if is_met(goal) {
                    enabled.push((system.transitions.len() + i) as u32);
                    failures.push((goal.transition.0, goal.check));
                    if let Some(state) = model.error_state().filter(|_| goal.is_error) {
                        error = Some(graph.number(&mut numbers, &state));
                    }
                }
            }
            let is_stuck =
                edges.is_empty() && failures.iter().all(|&(t, _)| system.transition(TransitionId(t)).is_observer());
            if is_stuck && !interpreter.is_valid_end(&values) {
                graph.deadlocks.push(graph.edges.len() as u32);
            }
            graph.edges.push(edges);
            graph.enabled.push(enabled);
            graph.failures.push(failures);
            graph.errors.push(error);
            if graph.states.len() > limit {
                return None;
            }
        }
        // After a stop, the last expansion may have been cut short.
        checkpoint();
        Some(graph)
    }

    /// The number of a state, which is a new one if it is not known.
    fn number(&mut self, numbers: &mut FxHashMap<Vec<u32>, u32>, state: &[u32]) -> u32 {
        let fresh = self.states.len() as u32;
        let number = *numbers.entry(state.to_vec()).or_insert(fresh);
        if number == fresh {
            self.states.push(state.to_vec());
        }
        number
    }

    /// The state to which an error leads that happens in a state.
    pub(crate) fn error(&self, s: u32) -> Option<u32> {
        self.errors[s as usize]
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none; there always is the initial one.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// A state.
    pub fn state(&self, s: u32) -> &[u32] {
        &self.states[s as usize]
    }

    /// The deadlocks.
    pub fn deadlocks(&self) -> impl Iterator<Item = &[u32]> {
        self.deadlocks.iter().map(|&s| self.state(s))
    }

    /// All failed checks, by transition and position.
    pub fn failures(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.failures.iter().flatten().copied()
    }

    /// Transitions and where they lead.
    pub(crate) fn edges(&self, s: u32) -> &[(u32, u32)] {
        &self.edges[s as usize]
    }

    /// Where one transition leads: nowhere, to one state, or to several if a thread goes on alone after it.
    pub(crate) fn targets(&self, s: u32, t: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges(s).iter().filter(move |e| e.0 == t).map(|e| e.1)
    }

    pub(crate) fn enabled(&self, s: u32) -> &[u32] {
        &self.enabled[s as usize]
    }

    pub(crate) fn is_enabled(&self, s: u32, action: u32) -> bool {
        self.enabled(s).binary_search(&action).is_ok()
    }

    pub(crate) fn has_fallback(&self, s: u32) -> bool {
        self.fallback[s as usize]
    }

    /// The goals that are met.
    pub(crate) fn goals(&self, s: u32) -> &[u32] {
        let enabled = self.enabled(s);
        &enabled[enabled.partition_point(|&a| a < self.transitions)..]
    }

    /// Whether an action changes nothing, since it is a goal or goes nowhere.
    pub(crate) fn is_goal(&self, s: u32, action: u32) -> bool {
        action >= self.transitions || self.targets(s, action).next().is_none()
    }
}
