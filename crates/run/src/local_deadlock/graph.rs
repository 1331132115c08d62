//! A graph of states for questions about all futures: states, edges, and which processes can move in each state.

use kulan_control::{Control, Progress};
use kulan_ir::{CheckKind, Layout, PackedSlot, System, TransitionId};
use kulan_model::{LeftOut, Partial, Successors};
use kulan_search::{Kind, Limit, Outcome, Violation};
use kulan_store::{Cursor, StateRef, StateStore};
use kulan_stubborn::Steps;
use rustc_hash::FxHashMap;

use super::early_ends;

/// States between questions whether to go on.
const POLL: usize = 256;
/// States that are expanded together, by all workers.
const BATCH: usize = 4096;
/// Fewer are not worth starting workers for.
const FEW: usize = 64;

/// Some processes: one bit each.
pub type Processes = u64;

/// An edge to a state, by a key transition or not.
#[derive(Copy, Clone)]
struct Edge {
    from: u32,
    to: u32,
    is_key: bool,
}

/// What a worker needs to know of the system.
struct Facts<'g> {
    system: &'g System,
    steps: Steps,
    layout: Layout,
    /// How a run ends before all processes have: where one of these variables has that value. None if that is not all.
    ends: Option<Vec<(PackedSlot, u64)>>,
}

/// Expands states.
struct Worker<G> {
    generator: G,
    guards: Vec<u64>,
    out: Successors,
    /// What was found, state by state, and the successors of all.
    expanded: Vec<Expanded>,
    successors: Vec<u32>,
}

/// What was found about a state.
struct Expanded {
    /// The processes that have begun and not ended, those that can move, and whether something was left out.
    alive: Processes,
    moves: Processes,
    left_out: LeftOut,
    /// What makes its future unknown.
    failures: Vec<CheckKind>,
    /// Where its successors end.
    end: usize,
}

/// The graph in the making. States are numbered as they are found, breadth first.
pub struct Graph<'g, 's, S: StateStore + 's, G> {
    facts: Facts<'g>,
    control: &'g Control,
    most: u64,
    workers: Vec<Worker<G>>,
    cursor: S::Cursor<'s>,
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

impl<'g> Facts<'g> {
    fn new(system: &'g System) -> Facts<'g> {
        let layout = Layout::new(system);
        let early = early_ends(system).into_iter();
        let ends = early.map(|end| system.as_equality(end).map(|(variable, value)| (layout.place(variable), value)));
        let ends = ends.collect();
        Facts { system, steps: Steps::new(system, |t| !t.is_observer()), layout, ends }
    }

    fn alive_in(&self, state: &[u32]) -> Processes {
        let threads = self.system.threads.iter().filter(|t| t.process.index() != 0);
        let running = threads.filter(|t| {
            let value = t.program_counter.map(|counter| self.layout.place(counter).get(state, 0));
            value.is_some_and(|value| Some(value) != t.idle)
        });
        running.fold(0, |all, t| all | 1 << t.process.index())
    }

    /// The failed checks with which a run ends, so that nobody knows how it would go on, and all that count.
    fn failures(&self, out: &Successors) -> (bool, Vec<CheckKind>) {
        let is_step = |t: TransitionId| !self.system.transition(t).is_observer();
        let failures = out.failures.iter().filter(|f| is_step(f.transition)).map(|f| f.kind);
        let failures: Vec<CheckKind> = failures.collect();
        (failures.iter().any(|kind| kind.is_limit() || !kind.goes_on()), failures)
    }
}

impl<G: Partial> Worker<G> {
    fn new(generator: G, facts: &Facts) -> Worker<G> {
        let guards = vec![0u64; facts.system.guards.len().div_ceil(64)];
        Worker { generator, guards, out: Successors::default(), expanded: Vec::new(), successors: Vec::new() }
    }

    /// Expands states, given one after the other, unless the run is stopped.
    fn expand(&mut self, facts: &Facts, words: usize, states: &[u32], control: &Control) {
        self.expanded.clear();
        self.successors.clear();
        let states = states.chunks(words).take_while(|_| control.stopped().is_none());
        states.for_each(|state| self.expand_one(facts, state));
    }

    fn expand_one(&mut self, facts: &Facts, state: &[u32]) {
        let alive = facts.alive_in(state);
        self.generator.guards(state, &mut self.guards);
        let processes = 0..facts.system.processes.len();
        let moving = processes.filter(|&p| facts.steps.can_move(p, state, &self.guards));
        let mut moves = moving.fold(0, |all, p| all | 1 << p);
        let left_out = self.generator.some(state, &mut self.out);
        let (is_cut_off, mut failures) = facts.failures(&self.out);
        if is_cut_off {
            moves |= alive;
        }
        let is_end = |generator: &mut G| match &facts.ends {
            Some(ends) => ends.iter().any(|(place, value)| place.get(state, 0) == *value),
            None => generator.is_valid_end(state),
        };
        if alive != 0 && is_end(&mut self.generator) {
            // A run that does not count, or goes beyond a bound: nobody knows how it would go on.
            failures.push(CheckKind::Unsupported);
            moves |= alive;
        }
        self.successors.extend_from_slice(&self.out.states);
        let end = self.successors.len();
        self.expanded.push(Expanded { alive, moves, left_out, failures, end });
    }
}

impl<'g, 's, S: StateStore, G: Partial> Graph<'g, 's, S, G> {
    /// An empty graph of a system, for up to so many states, with a worker for each generator.
    pub fn new(system: &'g System, generators: Vec<G>, store: &'s S, most: u64, control: &'g Control) -> Self {
        let facts = Facts::new(system);
        Graph {
            workers: generators.into_iter().map(|generator| Worker::new(generator, &facts)).collect(),
            facts,
            control,
            most,
            cursor: store.cursor(),
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
        let mut batch = Vec::new();
        while self.alive.len() < self.states.len() {
            while self.alive.len() < self.states.len() {
                self.expand(initial.len(), &mut batch)?;
            }
            self.settle()?;
        }
        Ok(())
    }

    /// Expands the next states.
    fn expand(&mut self, words: usize, batch: &mut Vec<u32>) -> Result<(), Limit> {
        let first = self.alive.len();
        let count = BATCH.min(self.states.len() - first);
        batch.clear();
        for state in &self.states[first..first + count] {
            self.cursor.load(*state);
            batch.extend_from_slice(self.cursor.state());
        }
        let (facts, control) = (&self.facts, self.control);
        let workers = if count < FEW { &mut self.workers[..1] } else { &mut self.workers[..] };
        let share = count.div_ceil(workers.len()) * words;
        std::thread::scope(|scope| {
            let mut parts = workers.iter_mut().zip(batch.chunks(share));
            let own = parts.next();
            parts.for_each(|(worker, part)| _ = scope.spawn(move || worker.expand(facts, words, part, control)));
            own.into_iter().for_each(|(worker, part)| worker.expand(facts, words, part, control));
        });
        self.poll()?;
        let used = batch.chunks(share).len();
        let mut workers = std::mem::take(&mut self.workers);
        let added = workers[..used].iter_mut().try_for_each(|worker| self.add(worker));
        self.workers = workers;
        let Outcome { states, transitions, .. } = self.outcome;
        self.control.publish(Progress { states, transitions, ..Progress::default() });
        added
    }

    /// Adds what a worker has found.
    fn add(&mut self, worker: &Worker<G>) -> Result<(), Limit> {
        let mut start = 0;
        for Expanded { alive, moves, left_out, failures, end } in &worker.expanded {
            if self.states.len() as u64 >= self.most {
                return Err(Limit::States);
            }
            let at = self.alive.len();
            self.alive.push(*alive);
            self.moves.push(*moves);
            self.reduced.push(left_out.any);
            self.count(failures);
            self.add_edges(at, left_out.by_keys, &worker.successors[start..*end])?;
            start = *end;
        }
        Ok(())
    }

    fn count(&mut self, failures: &[CheckKind]) {
        failures.iter().for_each(|&kind| *self.outcome.failures.entry(kind).or_default() += 1);
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

    fn add_edges(&mut self, at: usize, by_keys: usize, successors: &[u32]) -> Result<(), Limit> {
        let mut outcomes = Vec::new();
        self.cursor.insert_successors(successors, &mut outcomes).map_err(|_| Limit::Memory)?;
        for (i, found) in outcomes.into_iter().enumerate() {
            let (from, to) = (at as u32, self.number(found.state, at as u32));
            self.edges.push(Edge { from, to, is_key: i < by_keys });
            self.outcome.transitions += 1;
        }
        Ok(())
    }

    /// Sees to it that nothing is postponed forever: where key transitions do not lead to a state of which all successors
    /// are in the graph, those that were left out are added, one state after the other.
    fn settle(&mut self) -> Result<(), Limit> {
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
            let mut out = Successors::default();
            self.workers[0].generator.rest(&words, &mut out);
            let (is_cut_off, failures) = self.facts.failures(&out);
            if is_cut_off {
                self.moves[state] |= self.alive[state];
            }
            self.count(&failures);
            self.add_edges(state, 0, &out.states)?;
            self.reduced[state] = false;
            settled[state] = true;
            todo.push(state as u32);
        }
        Ok(())
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
