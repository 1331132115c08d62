//! A graph of states for questions about all futures: states, edges, and which processes can move in each state.

use std::sync::mpsc::{Receiver, Sender, channel};

use kulan_control::{Control, Progress};
use kulan_ir::{CheckKind, System};
use kulan_model::{LeftOut, Partial, Successors};
use kulan_search::{Kind, Limit, Outcome, Violation};
use kulan_store::{Cursor, Outcome as Stored, StateRef, StateStore};
use rustc_hash::FxHashMap;

use super::facts::{Facts, Processes};

/// States between questions whether to go on.
const POLL: usize = 256;
/// States that a worker is given at a time, at most.
const BATCH: usize = 1024;
/// Fewer are not shared out.
const FEW: usize = 64;

const AT_WORK: &str = "workers go on until all is done";

/// An edge to a state, by a key transition or not.
#[derive(Copy, Clone)]
struct Edge {
    from: u32,
    to: u32,
    is_key: bool,
}

/// Expands states.
struct Worker<'f, 'g, C, G> {
    facts: &'f Facts<'g>,
    cursor: C,
    generator: G,
    guards: Vec<u64>,
    out: Successors,
}

/// What a worker has found about some states: each of them, and the successors of all. Fewer than it was given if the run
/// was stopped or the store is full.
#[derive(Default)]
struct Batch {
    expanded: Vec<Expanded>,
    successors: Vec<Stored>,
    is_full: bool,
}

/// A worker in a thread of its own.
struct Colleague {
    jobs: Sender<Vec<StateRef>>,
    done: Receiver<Batch>,
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
struct Graph<'f, 'g, C, G> {
    control: &'g Control,
    most: u64,
    own: Worker<'f, 'g, C, G>,
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

impl<'f, 'g, C: Cursor, G: Partial> Worker<'f, 'g, C, G> {
    fn new(facts: &'f Facts<'g>, cursor: C, generator: G) -> Self {
        Worker { facts, cursor, generator, guards: Vec::new(), out: Successors::default() }
    }

    /// Expands what it is given until there is no more.
    fn work(mut self, jobs: Receiver<Vec<StateRef>>, done: Sender<Batch>, control: &Control) {
        for states in jobs {
            if done.send(self.expand(&states, control)).is_err() {
                return;
            }
        }
    }

    fn expand(&mut self, states: &[StateRef], control: &Control) -> Batch {
        let mut batch = Batch::default();
        for &state in states.iter().take_while(|_| control.stopped().is_none()) {
            self.cursor.load(state);
            let expanded = self.expand_loaded();
            if self.cursor.insert_successors(&self.out.states, &mut batch.successors).is_err() {
                return Batch { is_full: true, ..batch };
            }
            batch.expanded.push(Expanded { end: batch.successors.len(), ..expanded });
        }
        batch
    }

    fn expand_loaded(&mut self) -> Expanded {
        let (facts, state) = (self.facts, self.cursor.state());
        let alive = facts.alive_in(state);
        let mut moves = facts.moving(alive, state, &mut self.generator, &mut self.guards);
        let left_out = self.generator.some(state, &mut self.out);
        let (is_cut_off, mut failures) = facts.failures(&self.out);
        if is_cut_off {
            moves |= alive;
        }
        if alive != 0 && facts.is_early_end(state, &mut self.generator) {
            // A run that does not count, or goes beyond a bound: nobody knows how it would go on.
            failures.push(CheckKind::Unsupported);
            moves |= alive;
        }
        Expanded { alive, moves, left_out, failures, end: 0 }
    }
}

/// Builds the graph of a system, for up to so many states, with a worker for each generator but one. What was found, and the
/// process that never goes on, if there is one.
pub fn search<S: StateStore, G: Partial + Send>(
    system: &System,
    generators: Vec<G>,
    store: &S,
    most: u64,
    initial: &[u32],
    control: &Control,
) -> (Outcome, Option<usize>) {
    let facts = &Facts::new(system);
    match built(facts, generators, store, most, initial, control) {
        (graph, Ok(())) => graph.judge(),
        (graph, Err(limit)) => (Outcome { limit: Some(limit), ..graph.outcome }, None),
    }
}

/// The processes that have not ended in a state and can never go on from it.
pub fn stuck_from<S: StateStore, G: Partial + Send>(
    system: &System,
    generators: Vec<G>,
    store: &S,
    most: u64,
    state: &[u32],
    control: &Control,
) -> Result<Processes, Limit> {
    let facts = &Facts::new(system);
    let (graph, built) = built(facts, generators, store, most, state, control);
    built?;
    Ok(graph.alive[0] & !graph.can_go_on()?[0])
}

/// The graph of what can follow a state, and the limit that ended the work on it.
fn built<'f, 'g, S: StateStore, G: Partial + Send>(
    facts: &'f Facts<'g>,
    mut generators: Vec<G>,
    store: &'g S,
    most: u64,
    initial: &[u32],
    control: &'g Control,
) -> (Graph<'f, 'g, S::Cursor<'g>, G>, Result<(), Limit>) {
    let own = generators.pop().map(|generator| Worker::new(facts, store.cursor(), generator));
    let mut graph = Graph::new(own.expect("a generator"), most, control);
    let built = std::thread::scope(|scope| {
        let start = |generator| {
            let ((jobs, own_jobs), (own_done, done)) = (channel(), channel());
            scope.spawn(move || Worker::new(facts, store.cursor(), generator).work(own_jobs, own_done, control));
            Colleague { jobs, done }
        };
        let colleagues: Vec<Colleague> = generators.into_iter().map(start).collect();
        graph.build(initial, &colleagues)
    });
    (graph, built)
}

impl<'f, 'g, C: Cursor, G: Partial> Graph<'f, 'g, C, G> {
    fn new(own: Worker<'f, 'g, C, G>, most: u64, control: &'g Control) -> Self {
        Graph {
            control,
            most,
            own,
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

    fn build(&mut self, initial: &[u32], colleagues: &[Colleague]) -> Result<(), Limit> {
        let root = self.own.cursor.insert_root(initial).map_err(|_| Limit::Memory)?;
        self.number(root.state, 0);
        while self.alive.len() < self.states.len() {
            self.expand(colleagues)?;
            self.settle()?;
        }
        Ok(())
    }

    /// Expands all states that are not. Colleagues are asked in turn, and what they find is added in that order, so that the
    /// numbers of states do not depend on them.
    fn expand(&mut self, colleagues: &[Colleague]) -> Result<(), Limit> {
        let (mut asked, mut answered, mut given) = (0, 0, self.alive.len());
        loop {
            while asked < answered + colleagues.len() && given < self.states.len() {
                let left = self.states.len() - given;
                let count = if left < FEW { left } else { left.div_ceil(colleagues.len()).min(BATCH) };
                let job = self.states[given..given + count].to_vec();
                colleagues[asked % colleagues.len()].jobs.send(job).expect(AT_WORK);
                (asked, given) = (asked + 1, given + count);
            }
            if asked == answered {
                return Ok(());
            }
            let batch = colleagues[answered % colleagues.len()].done.recv().expect(AT_WORK);
            answered += 1;
            self.poll()?;
            self.add(&batch)?;
            let Outcome { states, transitions, .. } = self.outcome;
            self.control.publish(Progress { states, transitions, ..Progress::default() });
        }
    }

    /// Adds what a worker has found.
    fn add(&mut self, batch: &Batch) -> Result<(), Limit> {
        let mut start = 0;
        for Expanded { alive, moves, left_out, failures, end } in &batch.expanded {
            if self.states.len() as u64 >= self.most {
                return Err(Limit::States);
            }
            let at = self.alive.len();
            self.alive.push(*alive);
            self.moves.push(*moves);
            self.reduced.push(left_out.any);
            self.count(failures);
            self.add_edges(at, left_out.by_keys, &batch.successors[start..*end]);
            start = *end;
        }
        if batch.is_full { Err(Limit::Memory) } else { Ok(()) }
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
        self.own.cursor.load(self.states[state]);
        self.own.cursor.state().to_vec()
    }

    fn add_edges(&mut self, at: usize, by_keys: usize, successors: &[Stored]) {
        for (i, found) in successors.iter().enumerate() {
            let (from, to) = (at as u32, self.number(found.state, at as u32));
            self.edges.push(Edge { from, to, is_key: i < by_keys });
            self.outcome.transitions += 1;
        }
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
        let mut successors = Vec::new();
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
            let Worker { facts, cursor, generator, out, .. } = &mut self.own;
            cursor.load(self.states[state]);
            out.clear();
            generator.rest(cursor.state(), out);
            successors.clear();
            cursor.insert_successors(&out.states, &mut successors).map_err(|_| Limit::Memory)?;
            let (is_cut_off, failures) = facts.failures(out);
            if is_cut_off {
                self.moves[state] |= self.alive[state];
            }
            self.count(&failures);
            self.add_edges(state, 0, &successors);
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
