//! Local deadlocks of systems of programs: a process that has not ended, and never goes on again whatever the others do.
//!
//! That is a question about all futures of a state, so the whole graph is built: states, edges, and which processes can
//! move in each state. A process can still go on where it can move, or where an edge leads to a state where it can still
//! go on. The graph is that of the full search, in which nothing is left out; states are seen between steps that are
//! merged, which changes no answer: the steps in between are always possible.

use kulan_control::{Control, Phase};
use kulan_ir::{CheckKind, Layout, System, TransitionId};
use kulan_model::{Generator, Guarded, GuardedModel, Successors};
use kulan_search::{Kind, Limit, Outcome, Violation};
use kulan_store::{Cursor, StateRef, StateStore};
use rustc_hash::FxHashMap;

use crate::explicit::{OnModel, OnStore, execute, no_room, with_store};
use crate::{Error, Found, Searched, Setup};

/// States between questions whether to go on.
const POLL: usize = 256;

/// Some processes: one bit each.
type Processes = u64;

/// What was found, and the process that never goes on.
pub struct Stuck {
    pub searched: Searched,
    pub process: Option<String>,
}

/// Searches the whole space of a system, as lowered, for a process that never goes on again.
pub fn check(base: System, setup: &Setup, control: &Control) -> Result<Stuck, Error> {
    let before = control.times();
    let preparing = control.enter(Phase::Preparing);
    let system = kulan_transform::transform(&base, setup.passes());
    drop(preparing);
    kulan_ir::inputs::are_few(&system).map_err(|e| Error::Model(e.to_string()))?;
    let (outcome, process, store_bytes) =
        execute(&system, setup.execution, control, Graph { system: &system, setup, control })?;
    let found = Found { outcome, store_bytes, ..Found::default() };
    let times = control.times().since(&before);
    let process = process.map(|p| system.processes[p].name.clone());
    Ok(Stuck { searched: Searched { base, system, found, times }, process })
}

#[derive(Copy, Clone)]
struct Graph<'g> {
    system: &'g System,
    setup: &'g Setup,
    control: &'g Control,
}

impl OnModel for Graph<'_> {
    type Output = (Outcome, Option<usize>, u64);

    fn on<M: GuardedModel>(self, model: &M) -> Self::Output {
        let _phase = self.control.enter(Phase::Search);
        let found = with_store(self.setup, model.words(), 1, Build { graph: self, model });
        found.map_or((no_room(), None, 0), |((outcome, process), bytes)| (outcome, process, bytes))
    }
}

struct Build<'g, M> {
    graph: Graph<'g>,
    model: &'g M,
}

impl<M: GuardedModel> OnStore for Build<'_, M> {
    type Output = (Outcome, Option<usize>);

    fn on<S: StateStore>(self, store: &S) -> Self::Output {
        let mut builder = Builder::new(self.graph, self.model.guarded(self.graph.control), store);
        match builder.build(&self.model.initial()) {
            Ok(()) => builder.judge(),
            Err(limit) => (Outcome { limit: Some(limit), ..builder.outcome }, None),
        }
    }
}

/// A transition: its guards, and the process that it belongs to.
struct Step {
    id: TransitionId,
    guards: Vec<usize>,
    process: Processes,
}

/// The graph in the making. States are numbered as they are found, breadth first.
struct Builder<'g, 's, S: StateStore + 's, G> {
    graph: Graph<'g>,
    generator: G,
    cursor: S::Cursor<'s>,
    steps: Vec<Step>,
    layout: Layout,
    numbers: FxHashMap<u64, u32>,
    states: Vec<StateRef>,
    parents: Vec<u32>,
    edges: Vec<(u32, u32)>,
    /// By state: the processes that have begun and not ended, and those that can move.
    alive: Vec<Processes>,
    moves: Vec<Processes>,
    outcome: Outcome,
}

impl<'g, 's, S: StateStore, G: Guarded + Generator> Builder<'g, 's, S, G> {
    fn new(graph: Graph<'g>, generator: G, store: &'s S) -> Self {
        let system = graph.system;
        let process = |t: kulan_ir::ThreadId| 1u64 << system.threads[t.index()].process.index();
        let ordinary = system.transitions.iter().enumerate().filter(|(_, t)| !t.is_observer());
        let steps = ordinary.map(|(i, t)| Step {
            id: TransitionId(i as u32),
            guards: t.guards.iter().map(|g| g.index()).collect(),
            process: process(t.thread),
        });
        Builder {
            graph,
            generator,
            cursor: store.cursor(),
            steps: steps.collect(),
            layout: Layout::new(system),
            numbers: FxHashMap::default(),
            states: Vec::new(),
            parents: Vec::new(),
            edges: Vec::new(),
            alive: Vec::new(),
            moves: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    fn build(&mut self, initial: &[u32]) -> Result<(), Limit> {
        let root = self.cursor.insert_root(initial).map_err(|_| Limit::Memory)?;
        self.number(root.state, 0);
        let most = self.graph.setup.search.max_states.unwrap_or(u64::MAX);
        let mut guards = vec![0u64; self.graph.system.guards.len().div_ceil(64)];
        let (mut out, mut next) = (Successors::default(), 0);
        while next < self.states.len() {
            if next.is_multiple_of(POLL)
                && let Some(limit) = self.graph.control.stopped()
            {
                return Err(limit);
            }
            if self.states.len() as u64 >= most {
                return Err(Limit::States);
            }
            self.expand(next, &mut guards, &mut out)?;
            next += 1;
        }
        Ok(())
    }

    /// The number of a state, which is a new one if it was not met before.
    fn number(&mut self, state: StateRef, parent: u32) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state.0).or_insert(next);
        if number == next {
            self.states.push(state);
            self.parents.push(parent);
            self.outcome.states += 1;
        }
        number
    }

    fn expand(&mut self, at: usize, guards: &mut [u64], out: &mut Successors) -> Result<(), Limit> {
        self.cursor.load(self.states[at]);
        let state = self.cursor.state().to_vec();
        let alive = self.alive_in(&state);
        self.generator.guards(&state, guards);
        let (mut moves, mut outcomes) = (0, Vec::new());
        if alive != 0 && self.generator.is_valid_end(&state) {
            // A run that does not count, or goes beyond a bound: nobody knows how it would go on.
            *self.outcome.failures.entry(CheckKind::Unsupported).or_default() += 1;
            moves = alive;
        }
        out.clear();
        for step in &self.steps {
            if step.guards.iter().all(|&g| guards[g / 64] >> (g % 64) & 1 == 1) {
                moves |= step.process;
                self.generator.fire(&state, step.id, out);
            }
        }
        for failure in &out.failures {
            *self.outcome.failures.entry(failure.kind).or_default() += 1;
            // Where a run is cut off, each process may go on behind it.
            if failure.kind.is_limit() || !failure.kind.goes_on() {
                moves |= alive;
            }
        }
        self.cursor.insert_successors(&out.states, &mut outcomes).map_err(|_| Limit::Memory)?;
        for found in outcomes {
            let to = self.number(found.state, at as u32);
            self.edges.push((at as u32, to));
            self.outcome.transitions += 1;
        }
        self.alive.push(alive);
        self.moves.push(moves);
        Ok(())
    }

    fn alive_in(&self, state: &[u32]) -> Processes {
        let threads = self.graph.system.threads.iter().filter(|t| t.process.index() != 0);
        let running = threads.filter(|t| {
            let value = t.program_counter.map(|counter| self.layout.place(counter).get(state, 0));
            value.is_some_and(|value| Some(value) != t.idle)
        });
        running.fold(0, |all, t| all | 1 << t.process.index())
    }

    /// The first state in which a process has not ended and can never go on.
    fn judge(mut self) -> (Outcome, Option<usize>) {
        let Some(can) = self.can_go_on() else {
            return (Outcome { limit: self.graph.control.stopped(), ..self.outcome }, None);
        };
        let stuck = (0..self.states.len()).map(|s| (s, self.alive[s] & !can[s])).find(|(_, stuck)| *stuck != 0);
        let Some((at, processes)) = stuck else { return (self.outcome, None) };
        let mut path = vec![at as u32];
        while let Some(&last) = path.last().filter(|&&last| last != 0) {
            path.push(self.parents[last as usize]);
        }
        path.reverse();
        let words = |&s: &u32| {
            self.cursor.load(self.states[s as usize]);
            self.cursor.state().to_vec()
        };
        let states: Vec<Vec<u32>> = path.iter().map(words).collect();
        self.outcome.depth = states.len() as u64;
        self.outcome.violations.push(Violation { kind: Kind::LocalDeadlock, failure: None, states, cycle: None });
        (self.outcome, Some(processes.trailing_zeros() as usize))
    }

    /// By state: the processes that can move there or later. None if the run is to stop.
    fn can_go_on(&self) -> Option<Vec<Processes>> {
        let count = self.states.len();
        // Edges by the state they lead to.
        let mut starts = vec![0usize; count + 1];
        self.edges.iter().for_each(|&(_, to)| starts[to as usize + 1] += 1);
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let (mut places, mut from) = (starts.clone(), vec![0u32; self.edges.len()]);
        for &(source, to) in &self.edges {
            from[places[to as usize]] = source;
            places[to as usize] += 1;
        }
        let mut can = self.moves.clone();
        let mut todo: Vec<u32> = (0..count as u32).collect();
        let mut rounds = 0usize;
        while let Some(state) = todo.pop() {
            rounds += 1;
            if rounds.is_multiple_of(1 << 16) && self.graph.control.stopped().is_some() {
                return None;
            }
            let own = can[state as usize];
            for &before in &from[starts[state as usize]..starts[state as usize + 1]] {
                if own & !can[before as usize] != 0 {
                    can[before as usize] |= own;
                    todo.push(before);
                }
            }
        }
        Some(can)
    }
}

#[cfg(test)]
mod tests;
