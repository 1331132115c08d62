//! A graph of states for questions about all futures: states, edges, and which processes can move in each state.

use kulan_control::Control;
use kulan_ir::{CheckKind, Layout, System, TransitionId};
use kulan_model::{LeftOut, Partial, Successors};
use kulan_search::{Kind, Limit, Outcome, Violation};
use kulan_store::{Cursor, StateRef, StateStore};
use rustc_hash::FxHashMap;

/// States between questions whether to go on.
const POLL: usize = 256;

/// Some processes: one bit each.
pub type Processes = u64;

/// A step: its guards, and the process that it belongs to.
struct Step {
    guards: Vec<usize>,
    process: Processes,
}

/// An edge to a state, by a key transition or not.
#[derive(Copy, Clone)]
struct Edge {
    from: u32,
    to: u32,
    is_key: bool,
}

/// The graph in the making. States are numbered as they are found, breadth first.
pub struct Graph<'g, 's, S: StateStore + 's, G> {
    system: &'g System,
    control: &'g Control,
    most: u64,
    generator: G,
    cursor: S::Cursor<'s>,
    steps: Vec<Step>,
    layout: Layout,
    numbers: FxHashMap<u64, u32>,
    states: Vec<StateRef>,
    parents: Vec<u32>,
    edges: Vec<Edge>,
    /// By state: the processes that have begun and not ended, those that can move, and whether something was left out.
    alive: Vec<Processes>,
    moves: Vec<Processes>,
    reduced: Vec<bool>,
    outcome: Outcome,
}

impl<'g, 's, S: StateStore, G: Partial> Graph<'g, 's, S, G> {
    /// An empty graph of a system, for up to so many states.
    pub fn new(system: &'g System, generator: G, store: &'s S, most: u64, control: &'g Control) -> Self {
        let steps = system.transitions.iter().filter(|t| !t.is_observer()).map(|t| Step {
            guards: t.guards.iter().map(|g| g.index()).collect(),
            process: 1 << system.threads[t.thread.index()].process.index(),
        });
        Graph {
            system,
            control,
            most,
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
            reduced: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// Builds it; what was found, and the process that never goes on, if there is one.
    pub fn run(mut self, initial: &[u32]) -> (Outcome, Option<usize>) {
        match self.build(initial) {
            Ok(()) => self.judge(),
            Err(limit) => (Outcome { limit: Some(limit), ..self.outcome }, None),
        }
    }

    fn build(&mut self, initial: &[u32]) -> Result<(), Limit> {
        let root = self.cursor.insert_root(initial).map_err(|_| Limit::Memory)?;
        self.number(root.state, 0);
        let mut guards = vec![0u64; self.system.guards.len().div_ceil(64)];
        let (mut out, mut next) = (Successors::default(), 0);
        while next < self.states.len() {
            while next < self.states.len() {
                if next.is_multiple_of(POLL) {
                    self.poll()?;
                }
                if self.states.len() as u64 >= self.most {
                    return Err(Limit::States);
                }
                self.expand(next, &mut guards, &mut out)?;
                next += 1;
            }
            self.settle(&mut out)?;
        }
        Ok(())
    }

    fn poll(&self) -> Result<(), Limit> {
        self.control.stopped().map_or(Ok(()), Err)
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

    fn words(&mut self, state: usize) -> Vec<u32> {
        self.cursor.load(self.states[state]);
        self.cursor.state().to_vec()
    }

    fn expand(&mut self, at: usize, guards: &mut [u64], out: &mut Successors) -> Result<(), Limit> {
        let state = self.words(at);
        let alive = self.alive_in(&state);
        self.generator.guards(&state, guards);
        let holds = |&g: &usize| guards[g / 64] >> (g % 64) & 1 == 1;
        let enabled = self.steps.iter().filter(|s| s.guards.iter().all(holds));
        let mut moves = enabled.fold(0, |all, step| all | step.process);
        if alive != 0 && self.generator.is_valid_end(&state) {
            // A run that does not count, or goes beyond a bound: nobody knows how it would go on.
            *self.outcome.failures.entry(CheckKind::Unsupported).or_default() += 1;
            moves = alive;
        }
        let LeftOut { any, by_keys, .. } = self.generator.some(&state, out);
        if self.is_cut_off(out) {
            moves |= alive;
        }
        self.alive.push(alive);
        self.moves.push(moves);
        self.reduced.push(any);
        self.add_edges(at, by_keys, out)
    }

    /// Counts the checks that failed; whether a run ends with one of them, so that nobody knows how it would go on.
    fn is_cut_off(&mut self, out: &Successors) -> bool {
        let is_step = |t: TransitionId| !self.system.transition(t).is_observer();
        let mut cut = false;
        for failure in out.failures.iter().filter(|f| is_step(f.transition)) {
            *self.outcome.failures.entry(failure.kind).or_default() += 1;
            cut |= failure.kind.is_limit() || !failure.kind.goes_on();
        }
        cut
    }

    fn add_edges(&mut self, at: usize, by_keys: usize, out: &Successors) -> Result<(), Limit> {
        let mut outcomes = Vec::new();
        self.cursor.insert_successors(&out.states, &mut outcomes).map_err(|_| Limit::Memory)?;
        for (i, found) in outcomes.into_iter().enumerate() {
            let (from, to) = (at as u32, self.number(found.state, at as u32));
            self.edges.push(Edge { from, to, is_key: i < by_keys });
            self.outcome.transitions += 1;
        }
        Ok(())
    }

    /// Sees to it that nothing is postponed forever: where key transitions do not lead to a state of which all successors
    /// are in the graph, those that were left out are added, one state after the other.
    fn settle(&mut self, out: &mut Successors) -> Result<(), Limit> {
        if !self.reduced.contains(&true) {
            return Ok(());
        }
        let before = Backwards::new(self.states.len(), self.edges.iter().filter(|e| e.is_key));
        let mut settled: Vec<bool> = self.reduced.iter().map(|reduced| !reduced).collect();
        let mut todo: Vec<u32> = (0..settled.len() as u32).filter(|&s| settled[s as usize]).collect();
        for state in (0..settled.len()).rev() {
            if state.is_multiple_of(POLL) {
                self.poll()?;
            }
            while let Some(next) = todo.pop() {
                todo.extend(before.of(next).iter().filter(|&&s| !std::mem::replace(&mut settled[s as usize], true)));
            }
            if settled[state] {
                continue;
            }
            let words = self.words(state);
            out.clear();
            self.generator.rest(&words, out);
            if self.is_cut_off(out) {
                self.moves[state] |= self.alive[state];
            }
            self.add_edges(state, 0, out)?;
            self.reduced[state] = false;
            settled[state] = true;
            todo.push(state as u32);
        }
        Ok(())
    }

    fn alive_in(&self, state: &[u32]) -> Processes {
        let threads = self.system.threads.iter().filter(|t| t.process.index() != 0);
        let running = threads.filter(|t| {
            let value = t.program_counter.map(|counter| self.layout.place(counter).get(state, 0));
            value.is_some_and(|value| Some(value) != t.idle)
        });
        running.fold(0, |all, t| all | 1 << t.process.index())
    }

    /// The first state in which a process has not ended and can never go on.
    fn judge(mut self) -> (Outcome, Option<usize>) {
        let can = match self.can_go_on() {
            Ok(can) => can,
            Err(limit) => return (Outcome { limit: Some(limit), ..self.outcome }, None),
        };
        let stuck = (0..self.states.len()).map(|s| (s, self.alive[s] & !can[s])).find(|(_, stuck)| *stuck != 0);
        let Some((at, processes)) = stuck else { return (self.outcome, None) };
        let mut path = vec![at as u32];
        while let Some(&last) = path.last().filter(|&&last| last != 0) {
            path.push(self.parents[last as usize]);
        }
        let states: Vec<Vec<u32>> = path.into_iter().rev().map(|s| self.words(s as usize)).collect();
        self.outcome.depth = states.len() as u64;
        self.outcome.violations.push(Violation { kind: Kind::LocalDeadlock, failure: None, states, cycle: None });
        (self.outcome, Some(processes.trailing_zeros() as usize))
    }

    /// By state: the processes that can move there or later.
    fn can_go_on(&self) -> Result<Vec<Processes>, Limit> {
        let count = self.states.len();
        let before = Backwards::new(count, self.edges.iter());
        let mut can = self.moves.clone();
        let mut todo: Vec<u32> = (0..count as u32).collect();
        let mut rounds = 0usize;
        while let Some(state) = todo.pop() {
            rounds += 1;
            if rounds.is_multiple_of(1 << 16) {
                self.poll()?;
            }
            let own = can[state as usize];
            for &from in before.of(state) {
                if own & !can[from as usize] != 0 {
                    can[from as usize] |= own;
                    todo.push(from);
                }
            }
        }
        Ok(can)
    }
}

/// Edges by the state that they lead to.
struct Backwards {
    starts: Vec<usize>,
    from: Vec<u32>,
}

impl Backwards {
    fn new<'e>(states: usize, edges: impl Iterator<Item = &'e Edge> + Clone) -> Backwards {
        let mut starts = vec![0usize; states + 1];
        edges.clone().for_each(|e| starts[e.to as usize + 1] += 1);
        (0..states).for_each(|i| starts[i + 1] += starts[i]);
        let (mut places, mut from) = (starts.clone(), vec![0u32; starts[states]]);
        for edge in edges {
            from[places[edge.to as usize]] = edge.from;
            places[edge.to as usize] += 1;
        }
        Backwards { starts, from }
    }

    fn of(&self, state: u32) -> &[u32] {
        &self.from[self.starts[state as usize]..self.starts[state as usize + 1]]
    }
}
