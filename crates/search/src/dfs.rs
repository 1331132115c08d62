//! Depth-first search with work sharing.
//!
//! A worker expands the state on top of its stack and pushes the new successors, so a state is marked when it is first
//! generated rather than when it is entered. The order is that of a depth-first search over a tree, which is all that
//! safety needs, and every batch of successors is stored at once. The frames kept below the pending states are the path
//! to the current one. When a worker has nothing left, others give it pending states from the bottom of their stacks,
//! with the path to them. A thread alternates between several workers: while the successors of one are being fetched
//! into the cache, another generates its own.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use kulan_store::{Marks, StateRef, StateStore};

use crate::expand::{Expand, Expander, KNOWN, LANES};
use crate::market::{Job, Market, Prefix};
use crate::shared::Shared;

/// Pending states a worker must have before it gives any away.
const ENOUGH: usize = 8;
/// Pending states given away at a time, at most.
const GIFT: usize = 512;

/// Runs the search from states that are stored already.
pub fn run<X: Expand, S: StateStore>(model: &X, store: &S, shared: &Shared, states: Vec<StateRef>) {
    let threads = shared.options.threads.max(1);
    let market = Market::new(threads, threads * LANES);
    market.give(states.into_iter().map(|state| Job { state, prefix: None }));
    let jobs = (0..threads).map(|_| {
        let market = &market;
        Box::new(move || work::<X, S>(model, store, shared, market)) as Box<dyn FnOnce() + Send + '_>
    });
    shared.supervise(store, jobs.collect());
}

/// A thread: its workers take turns until there is nothing left anywhere.
fn work<X: Expand, S: StateStore>(model: &X, store: &S, shared: &Shared, market: &Market) {
    let mut generator = model.generator(shared.control);
    let mut lanes: Vec<Worker<S>> = (0..LANES).map(|_| Worker::new(store, shared, market)).collect();
    while let Some(job) = market.take(|| shared.stopped()) {
        lanes[0].start(job);
        while !shared.stopped() {
            let busy = lanes.iter_mut().fold(false, |busy, lane| lane.turn::<X>(&mut generator) | busy);
            if !busy {
                break;
            }
        }
    }
    lanes.iter_mut().for_each(Worker::finish::<X>);
}

/// A state on the path, and how many pending states are below its successors.
struct Frame {
    state: StateRef,
    base: usize,
    /// The marks that it is known to have, and those of which the store knows.
    known: Marks,
    noted: Marks,
    /// The marks that each of its successors passes on to it.
    passed_on: Marks,
}

/// The path along some of the frames.
struct Root {
    prefix: Arc<Prefix>,
    /// The frames it is about.
    frames: Range<usize>,
}

struct Worker<'w, 'a, S: StateStore + 'w> {
    expander: Expander<'w, 'a, S>,
    market: &'w Market,
    frames: Vec<Frame>,
    pending: VecDeque<StateRef>,
    /// Pending states given away since the job began: `Frame::base` counts them too.
    given: usize,
    prefix: Option<(Arc<Prefix>, usize)>,
    /// Paths along the frames that were given away, one after the other: later ones share them.
    roots: Vec<Root>,
    /// Depth of the job's first state.
    above: u64,
    /// The state whose successors are to be stored.
    expanding: Option<StateRef>,
    busy: bool,
    /// Turns without a job.
    idle: u32,
    /// States not known to have all marks.
    open: Vec<StateRef>,
}

impl<'w, 'a, S: StateStore> Worker<'w, 'a, S> {
    fn new(store: &'w S, shared: &'w Shared<'a>, market: &'w Market) -> Self {
        Worker {
            expander: Expander::new(store, shared),
            market,
            frames: Vec::new(),
            pending: VecDeque::new(),
            given: 0,
            prefix: None,
            roots: Vec::new(),
            above: 0,
            expanding: None,
            busy: false,
            idle: 0,
            open: Vec::new(),
        }
    }

    fn start(&mut self, job: Job) {
        self.market.fed();
        self.above = Prefix::depth(job.prefix.as_ref());
        self.prefix = job.prefix;
        self.roots.clear();
        self.given = 0;
        self.pending.push_back(job.state);
        self.busy = true;
    }

    /// Stores the successors in progress and begins the next expansion. Returns whether there is anything to do.
    fn turn<X: Expand>(&mut self, generator: &mut X::Generator<'_>) -> bool {
        if self.expander.shared.is_limited() {
            return false;
        }
        if !self.busy && !self.look_for_work() {
            return false;
        }
        if let Some(state) = self.expanding.take() {
            self.store::<X>(state);
        }
        self.busy = self.advance::<X>(generator);
        if !self.busy {
            self.market.hungry();
        }
        self.busy
    }

    /// An idle worker checks the market now and then: each check costs a lock.
    fn look_for_work(&mut self) -> bool {
        self.idle += 1;
        if !self.idle.is_multiple_of(64) {
            return false;
        }
        let job = self.market.try_take();
        job.map(|job| self.start(job)).is_some()
    }

    /// Begins to expand the next pending state.
    fn advance<X: Expand>(&mut self, generator: &mut X::Generator<'_>) -> bool {
        loop {
            let base = self.frames.last().map_or(0, |f| f.base);
            if self.pending.len() + self.given > base
                && let Some(state) = self.pending.pop_back()
            {
                self.enter::<X>(generator, state);
                return true;
            }
            let Some(frame) = self.frames.pop() else { return false };
            self.cut_roots();
            if frame.known != frame.noted {
                self.expander.mark(frame.state, frame.known);
            }
            self.leave(frame.state, frame.known);
        }
    }

    fn enter<X: Expand>(&mut self, generator: &mut X::Generator<'_>, state: StateRef) {
        let (frames, prefix) = (&self.frames, &self.prefix);
        let path = |f: &mut dyn FnMut(StateRef)| {
            if let Some((prefix, len)) = prefix {
                prefix.visit(*len, f);
            }
            frames.iter().for_each(|frame| f(frame.state));
            f(state);
        };
        self.expander.begin::<X>(generator, state, path);
        self.expanding = Some(state);
        let depth = self.above + self.frames.len() as u64 + 1;
        self.expander.counts.depth = self.expander.counts.depth.max(depth);
    }

    fn store<X: Expand>(&mut self, state: StateRef) {
        let base = self.pending.len() + self.given;
        let pending = &mut self.pending;
        let known = self.expander.end::<X>(state, |new| pending.push_back(new));
        if self.pending.len() + self.given > base {
            let passed_on = self.expander.passed_on();
            self.frames.push(Frame { state, base, known, noted: known, passed_on });
            if self.market.wants() {
                self.share();
            }
        } else {
            self.leave(state, known);
        }
    }

    /// Everything reachable from a state has been seen. It passes its marks on to the state it was reached from.
    fn leave(&mut self, state: StateRef, known: Marks) {
        if known != KNOWN {
            self.open.push(state);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.known |= known & frame.passed_on;
        }
    }

    /// At the end of the search, work in progress is stored, so that everything counted as explored is stored. After a
    /// limit it is not: there may be no room for it.
    fn finish<X: Expand>(&mut self) {
        if let Some(state) = self.expanding.take()
            && !self.expander.shared.is_limited()
        {
            self.expander.end::<X>(state, |_| {});
        }
        self.expander.report();
        self.expander.shared.leave_open(&mut self.open);
    }

    /// Gives away half of the pending states, the oldest ones.
    fn share(&mut self) {
        if self.pending.len() < ENOUGH {
            return;
        }
        let count = (self.pending.len() / 2).min(GIFT);
        // The i-th pending state is a successor of the last frame whose base is at most its number.
        let first = self.given;
        let owner = |i: usize| self.frames.partition_point(|f| f.base <= first + i);
        let owners: Vec<usize> = (0..count).map(owner).collect();
        self.root(owners[count - 1]);
        let ways: Vec<_> = owners.into_iter().map(|len| self.way(len)).collect();
        let gifts = self.pending.drain(..count).zip(ways);
        self.market.give(gifts.map(|(state, prefix)| Job { state, prefix }));
        self.given += count;
    }

    /// Ensures that there is a path along this many frames.
    fn root(&mut self, len: usize) {
        let from = self.roots.last().map_or(0, |r| r.frames.end);
        if from < len {
            let states = self.frames[from..len].iter().map(|f| f.state).collect();
            let prefix = Arc::new(Prefix { below: self.way(from), states });
            self.roots.push(Root { prefix, frames: from..len });
        }
    }

    /// The path along this many frames, which must exist.
    fn way(&self, len: usize) -> Option<(Arc<Prefix>, usize)> {
        let root = self.roots.get(self.roots.partition_point(|r| r.frames.end < len)).filter(|_| len > 0);
        root.map_or(self.prefix.clone(), |r| Some((r.prefix.clone(), len - r.frames.start)))
    }

    /// Drops paths along frames that have been left.
    fn cut_roots(&mut self) {
        if let Some(root) = self.roots.last_mut().filter(|r| r.frames.end > self.frames.len()) {
            root.frames.end = self.frames.len();
            if root.frames.is_empty() {
                self.roots.pop();
            }
        }
    }
}
