//! The layer over a model that passes through states inside of transactions without storing them.
//!
//! A. Laarman, "Stubborn transaction reduction" (NFM 2018): stubborn sets decide which steps of a thread make a transaction,
//! in the state and by what the other threads can still do. docs/transactions.md has the argument.
//!
//! - Where a set leaves something out, its transitions move to the left: to the front of any run. A state in which all of
//!   them are of one thread is passed through (the *post-commit phase*). What they lead to is an ordinary state again: a
//!   step may move to the left or to the right, but not both.
//! - Where nothing is left out, a transition that moves to the right behind itself ([`crate::movers`]) begins or continues
//!   a *pre-commit phase*: only its thread goes on there.
//! - A transaction ends where it has become long, and where a transition does not lead its thread on
//!   ([`crate::progress`]), or something could be postponed forever. A pre-commit phase may go around in a loop where its
//!   thread has no choice: it postpones nothing.

use std::hash::{Hash, Hasher};

use kulan_control::Control;
use kulan_ir::{System, TransitionId};
use kulan_model::{Failure, Generator, Guarded, GuardedModel, LeftOut, Model, Partial, PartialModel, Successors};
use kulan_relations::Goal;
use rustc_hash::{FxHashMap, FxHasher};

use crate::progress::Progress;
use crate::{Reduced, ReducedGenerator, bits};

/// States that one expansion may pass through.
const MOST: usize = 256;

/// A reduced model, with transactions.
#[derive(Debug)]
pub struct InTransactions<'r, 'm, M> {
    reduced: &'r Reduced<'m, M>,
    progress: Progress,
    /// Whether a thread in its pre-commit phase must be able to go on.
    goes_on: bool,
}

impl<'r, 'm, M: GuardedModel> InTransactions<'r, 'm, M> {
    /// Makes transactions of a reduced model of a system. Deadlocks are lost unless `deadlocks`.
    pub fn new(reduced: &'r Reduced<'m, M>, system: &System, deadlocks: bool) -> InTransactions<'r, 'm, M> {
        // A fallback happens where no thread can go on. So it does not have to wait for one that could.
        let goes_on = deadlocks || system.transitions.iter().any(|t| t.is_fallback());
        InTransactions { reduced, progress: Progress::new(system), goes_on }
    }

    /// Completes a path through stored states: puts in those that were passed through, up to the one in which a check
    /// failed.
    pub fn complete(&self, path: &mut Vec<Vec<u32>>, failure: Option<Failure>, control: &Control) {
        let (mut generator, mut out) = (self.generator(control), Successors::default());
        let stored = std::mem::take(path);
        for (i, state) in stored.iter().enumerate() {
            path.push(state.clone());
            generator.some(state, &mut out);
            let last = match stored.get(i + 1) {
                Some(next) => generator.inside.before_end(next),
                None => failure.and_then(|failure| generator.inside.failed_in(&out, failure)),
            };
            path.extend(generator.inside.way_to(last.unwrap_or(0)));
        }
    }
}

impl<'m, M: GuardedModel> Model for InTransactions<'_, 'm, M> {
    type Generator<'a>
        = InTransactionsGenerator<'a, 'm, M::Guarded<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.reduced.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.reduced.initial()
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.reduced.error_state()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        let reduced = self.reduced.generator(control);
        let guards = vec![0; reduced.tables.guard_words];
        let enabled = vec![0; reduced.tables.words];
        InTransactionsGenerator {
            reduced,
            progress: &self.progress,
            goes_on: self.goes_on,
            guards,
            enabled,
            inside: Inside::default(),
            state: Vec::new(),
            next: Successors::default(),
            fired: Vec::new(),
        }
    }
}

impl<'m, M: GuardedModel> PartialModel for InTransactions<'_, 'm, M> {
    type Partial<'a>
        = InTransactionsGenerator<'a, 'm, M::Guarded<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        self.generator(control)
    }

    fn needs_proviso(&self) -> bool {
        self.reduced.needs_proviso()
    }
}

/// Where a state is inside of an expansion.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// In no transaction, or in a post-commit phase: its set says what happens.
    Open,
    /// In the pre-commit phase of a thread.
    PreCommit(u32),
}

/// A state that an expansion passes through.
#[derive(Copy, Clone, Debug)]
struct Node {
    parent: u32,
    phase: Phase,
    /// Whether it was reached by key transitions only.
    by_keys: bool,
}

/// States in which transactions end, and after which node each.
#[derive(Debug, Default)]
struct Ends {
    states: Vec<u32>,
    parents: Vec<u32>,
}

impl Ends {
    fn clear(&mut self) {
        self.states.clear();
        self.parents.clear();
    }

    fn push(&mut self, parent: u32, state: &[u32]) {
        self.states.extend_from_slice(state);
        self.parents.push(parent);
    }
}

/// One expansion: the states it passes through, of which the first is the one that is expanded.
#[derive(Debug, Default)]
struct Inside {
    words: usize,
    nodes: Vec<Node>,
    states: Vec<u32>,
    /// Nodes by the hash of what they are.
    known: FxHashMap<u64, u32>,
    /// Nodes whose successors are not known; those reached by key transitions come first.
    keyed: Vec<u32>,
    pending: Vec<u32>,
    ends_by_keys: Ends,
    ends: Ends,
    /// By failure: the node in which it happens.
    failed: Vec<u32>,
}

impl Inside {
    fn begin(&mut self, state: &[u32]) {
        self.words = state.len();
        self.nodes.clear();
        self.states.clear();
        self.known.clear();
        self.ends_by_keys.clear();
        self.ends.clear();
        self.failed.clear();
        self.meet(Node { parent: 0, phase: Phase::Open, by_keys: true }, state);
    }

    fn state(&self, node: u32) -> &[u32] {
        &self.states[node as usize * self.words..][..self.words]
    }

    fn take(&mut self) -> Option<u32> {
        self.keyed.pop().or_else(|| self.pending.pop())
    }

    /// Meets a state inside of a transaction, perhaps once more.
    fn meet(&mut self, node: Node, state: &[u32]) {
        let mut hasher = FxHasher::default();
        (node.phase, state).hash(&mut hasher);
        let hash = hasher.finish();
        let same = |&n: &u32| self.nodes[n as usize].phase == node.phase && self.state(n) == state;
        if self.known.get(&hash).is_some_and(same) {
            return;
        }
        let number = self.nodes.len() as u32;
        self.known.insert(hash, number);
        self.nodes.push(node);
        self.states.extend_from_slice(state);
        if node.by_keys { self.keyed.push(number) } else { self.pending.push(number) }
    }

    /// A transaction ends.
    fn end(&mut self, parent: u32, state: &[u32], by_keys: bool) {
        if by_keys { self.ends_by_keys.push(parent, state) } else { self.ends.push(parent, state) }
    }

    /// Puts what transactions lead to into `out`; returns how much of it is reached by key transitions.
    fn finish(&mut self, out: &mut Successors) -> usize {
        out.states.extend_from_slice(&self.ends_by_keys.states);
        out.states.extend_from_slice(&self.ends.states);
        self.ends_by_keys.parents.len()
    }

    /// The node before the end of a transaction.
    fn before_end(&self, state: &[u32]) -> Option<u32> {
        let find = |ends: &Ends| {
            let place = ends.states.chunks(self.words).position(|end| end == state);
            place.map(|place| ends.parents[place])
        };
        find(&self.ends_by_keys).or_else(|| find(&self.ends))
    }

    /// The node in which a failure happens.
    fn failed_in(&self, out: &Successors, failure: Failure) -> Option<u32> {
        let place = out.failures.iter().position(|&f| f == failure);
        place.map(|place| self.failed[place])
    }

    /// The states that are passed through on the way to a node, up to that.
    fn way_to(&self, mut node: u32) -> Vec<Vec<u32>> {
        let mut way = Vec::new();
        while node != 0 {
            way.push(self.state(node).to_vec());
            node = self.nodes[node as usize].parent;
        }
        way.reverse();
        way
    }
}

/// The generator of a model [in transactions](InTransactions).
#[derive(Debug)]
pub struct InTransactionsGenerator<'a, 'm, G> {
    reduced: ReducedGenerator<'a, 'm, G>,
    progress: &'a Progress,
    goes_on: bool,
    guards: Vec<u64>,
    enabled: Vec<u64>,
    inside: Inside,
    /// The node whose successors are being found, these, and behind how many words of them each transition ends.
    state: Vec<u32>,
    next: Successors,
    fired: Vec<(u32, usize)>,
}

/// A step inside of an expansion.
#[derive(Copy, Clone)]
struct Step {
    from: u32,
    /// The transition, if it may be followed inside of a transaction.
    transition: Option<u32>,
    /// Whether it is by a set that leaves something out: then it has moved to the left, and must not move to the right as
    /// well.
    is_reduced: bool,
    /// Whether it is in a pre-commit phase, and its thread has nothing else to do: it may go around in loops.
    is_alone: bool,
    by_keys: bool,
}

impl<G: Guarded> InTransactionsGenerator<'_, '_, G> {
    /// Finds the successors of an open node by its set; says what is left out.
    fn expand_open(&mut self, number: u32, out: &mut Successors) -> LeftOut {
        let node = self.inside.nodes[number as usize];
        self.fired.clear();
        let (next, fired) = (&mut self.next, &mut self.fired);
        let left_out = self.reduced.take_noting(false, &self.state, next, &mut |t, end| fired.push((t, end)));
        // What is passed through is not looked at again: it must not need what was left out.
        let complete = number != 0 && left_out.any && left_out.by_keys == 0;
        if complete {
            self.reduced.rest(&self.state, next);
        }
        out.deadlock |= next.deadlock;
        self.note(number, out);
        let words = self.state.len();
        let keys = if left_out.any { left_out.by_keys } else { 0 };
        let mut which = 0;
        for place in 0..self.next.states.len() / words {
            which += self.fired[which..].iter().take_while(|(_, end)| *end <= place * words).count();
            let step = Step {
                from: number,
                transition: self.fired.get(which).map(|&(t, _)| t),
                is_reduced: left_out.any,
                is_alone: false,
                by_keys: node.by_keys && place < keys,
            };
            self.follow(step, place);
        }
        if complete { LeftOut::NOTHING } else { left_out }
    }

    /// Finds the successors of a node by the thread that is in its pre-commit phase.
    fn expand_pre_commit(&mut self, number: u32, thread: u32, out: &mut Successors) {
        let tables = self.reduced.tables;
        self.reduced.inner.guards(&self.state, &mut self.guards);
        tables.enabled(&self.guards, &mut self.enabled);
        self.enabled.iter_mut().zip(tables.of_thread(thread)).for_each(|(enabled, own)| *enabled &= own);
        let actions: Vec<usize> = bits::ones(&self.enabled).collect();
        for &action in &actions {
            self.next.clear();
            if action >= tables.transitions {
                let Goal { transition, check, kind, is_error, .. } = tables.goals[tables.goal(action) as usize];
                self.next.failures.push(Failure { transition, check, kind });
                self.next.states.extend_from_slice(self.reduced.error_state.filter(|_| is_error).unwrap_or_default());
            } else {
                let transition = TransitionId(tables.number(action));
                self.reduced.inner.fire(&self.state, transition, &mut self.next);
            }
            self.note(number, out);
            let transition = (action < tables.transitions).then(|| tables.number(action));
            let count = self.next.states.len() / self.state.len();
            let is_alone = actions.len() == 1 && count == 1;
            for place in 0..count {
                let step = Step { from: number, transition, is_reduced: false, is_alone, by_keys: false };
                self.follow(step, place);
            }
        }
    }

    /// Notes what failed in a node.
    fn note(&mut self, number: u32, out: &mut Successors) {
        out.repeats += self.next.repeats;
        out.endless = out.endless.or(self.next.endless);
        out.failures.extend_from_slice(&self.next.failures);
        self.inside.failed.resize(out.failures.len(), number);
    }

    /// Whether a transaction goes on behind a step, and how.
    fn follow(&mut self, step: Step, place: usize) {
        let words = self.state.len();
        let state = &self.next.states[place * words..][..words];
        let phase = match step.transition {
            Some(t) if self.inside.nodes.len() < MOST && (step.is_alone || self.progress.leads_on(t)) => {
                self.reduced.inner.guards(state, &mut self.guards);
                behind(&mut self.reduced, &self.guards, t, !step.is_reduced, self.goes_on)
            }
            _ => None,
        };
        match phase {
            Some(phase) => self.inside.meet(Node { parent: step.from, phase, by_keys: step.by_keys }, state),
            None => self.inside.end(step.from, state, step.by_keys),
        }
    }
}

/// The phase behind a transition, given the guards there; `None` if the transaction ends.
fn behind<G: Guarded>(
    reduced: &mut ReducedGenerator<'_, '_, G>,
    guards: &[u64],
    transition: u32,
    may_move_right: bool,
    goes_on: bool,
) -> Option<Phase> {
    let tables = reduced.tables;
    let action = tables.place(transition)?;
    if may_move_right && reduced.chooser().moves_right(guards, action, goes_on) {
        return Some(Phase::PreCommit(tables.thread(action)));
    }
    let choice = reduced.chooser().choose(guards);
    let mut threads = choice.chosen.iter().map(|&t| tables.place(t).map(|action| tables.thread(action)));
    let first = threads.next()?;
    threads.all(|thread| thread == first).then_some(Phase::Open)
}

impl<G: Guarded> Generator for InTransactionsGenerator<'_, '_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.some(state, out);
    }
}

impl<G: Guarded> Partial for InTransactionsGenerator<'_, '_, G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        out.clear();
        self.inside.begin(state);
        let (mut left_out, mut settled) = (LeftOut::NOTHING, false);
        while let Some(number) = self.inside.take() {
            self.state.clear();
            self.state.extend_from_slice(self.inside.state(number));
            let Node { phase, by_keys, .. } = self.inside.nodes[number as usize];
            match phase {
                Phase::PreCommit(thread) => self.expand_pre_commit(number, thread, out),
                Phase::Open if number == 0 => left_out = self.expand_open(number, out),
                Phase::Open => settled |= !self.expand_open(number, out).any && by_keys,
            }
        }
        let by_keys = self.inside.finish(out);
        if !left_out.any || settled { LeftOut::NOTHING } else { LeftOut { by_keys, ..left_out } }
    }

    /// Only what is told about single states is kept, so there are no transactions in a state that must break cycles.
    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.reduced.breaking(state, out);
    }

    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        self.reduced.rest(state, out);
    }
}

impl<G: Guarded> Guarded for InTransactionsGenerator<'_, '_, G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.reduced.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.reduced.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.reduced.is_valid_end(state)
    }
}
