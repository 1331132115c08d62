//! Depth-first search with work sharing.
//!
//! A worker expands the state on top of its stack and pushes the new successors, so a state is marked when it is first
//! generated rather than when it is entered: the order is that of a depth-first search over a tree, which is all that
//! safety needs, and every batch of successors is stored at once. The frames kept below the pending states are the path
//! to the current one. When a worker has nothing left, others give it pending states from the bottom of their stacks,
//! with the path to them. A thread runs several workers in turn: while the successors of one are on their way to the
//! cache, another generates its own.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use kulan_model::{Generator, Model};
use kulan_store::{StateRef, StateStore};

use crate::Observer;
use crate::expand::{Expander, LANES};
use crate::shared::Shared;

/// Pending states a worker must have before it gives any away.
const ENOUGH: usize = 8;
/// Pending states given away at a time, at most.
const GIFT: usize = 512;

/// The way from the initial state to where a gift was taken from.
struct Prefix {
    below: Option<(Arc<Prefix>, usize)>,
    states: Vec<StateRef>,
}

impl Prefix {
    fn visit(&self, len: usize, f: &mut dyn FnMut(StateRef)) {
        let mut chain = vec![(self, len)];
        while let Some((prefix, len)) = chain.last().and_then(|(p, _)| p.below.as_ref()) {
            chain.push((prefix, *len));
        }
        for (prefix, len) in chain.into_iter().rev() {
            prefix.states[..len].iter().for_each(|&s| f(s));
        }
    }

    fn depth(mut prefix: Option<&(Arc<Prefix>, usize)>) -> u64 {
        let mut depth = 0;
        while let Some((p, len)) = prefix {
            depth += *len as u64;
            prefix = p.below.as_ref();
        }
        depth
    }
}

impl Drop for Prefix {
    /// One after the other: a long chain must not be dropped by recursion.
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some((prefix, _)) = next {
            next = Arc::into_inner(prefix).and_then(|mut prefix| prefix.below.take());
        }
    }
}

/// A state to explore, with the way to it.
struct Job {
    state: StateRef,
    prefix: Option<(Arc<Prefix>, usize)>,
}

/// Jobs on offer, and who waits for some.
struct Market {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Workers without a job: a sign for others to give, unless as many jobs are on offer.
    hungry: AtomicUsize,
    offered: AtomicUsize,
    threads: usize,
}

#[derive(Default)]
struct Jobs {
    queue: VecDeque<Job>,
    waiting: usize,
    done: bool,
}

impl Market {
    /// A job, if there is one now.
    fn try_take(&self) -> Option<Job> {
        self.pop(&mut self.lock())
    }

    fn pop(&self, jobs: &mut Jobs) -> Option<Job> {
        let job = jobs.queue.pop_front();
        self.offered.store(jobs.queue.len(), Ordering::Relaxed);
        job
    }

    /// Whether someone would be glad of a job.
    fn wants(&self) -> bool {
        let hungry = self.hungry.load(Ordering::Relaxed);
        hungry > 0 && hungry > self.offered.load(Ordering::Relaxed)
    }

    /// Waits for a job; `None` when all threads wait, for then there is none anywhere, or the search is stopped.
    fn take(&self, shared: &Shared) -> Option<Job> {
        let mut jobs = self.lock();
        jobs.waiting += 1;
        let job = loop {
            if jobs.done || shared.stopped() {
                break None;
            }
            if let Some(job) = self.pop(&mut jobs) {
                break Some(job);
            }
            if jobs.waiting == self.threads {
                break None;
            }
            // Woken by a gift; the timeout only serves to notice a stop.
            let pause = shared.options.pulse;
            jobs = self.changed.wait_timeout(jobs, pause).unwrap_or_else(PoisonError::into_inner).0;
        };
        if job.is_none() {
            jobs.done = true;
            self.changed.notify_all();
        } else {
            jobs.waiting -= 1;
        }
        job
    }

    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give(&self, gifts: impl Iterator<Item = Job>) {
        let mut jobs = self.lock();
        jobs.queue.extend(gifts);
        self.offered.store(jobs.queue.len(), Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// Runs the search from states that are stored already.
pub fn run<M: Model, S: StateStore>(
    model: &M,
    store: &S,
    shared: &Shared,
    observer: &dyn Observer,
    states: Vec<StateRef>,
) {
    let threads = shared.options.threads.max(1);
    let hungry = AtomicUsize::new(threads * LANES);
    let offered = AtomicUsize::new(0);
    let market = Market { jobs: Mutex::default(), changed: Condvar::new(), hungry, offered, threads };
    market.give(states.into_iter().map(|state| Job { state, prefix: None }));
    let jobs = (0..threads).map(|_| {
        let market = &market;
        Box::new(move || work::<M, S>(model, store, shared, market)) as Box<dyn FnOnce() + Send + '_>
    });
    shared.supervise(store, observer, jobs.collect());
}

/// A thread: its workers take turns until there is nothing left anywhere.
fn work<M: Model, S: StateStore>(model: &M, store: &S, shared: &Shared, market: &Market) {
    let mut generator = model.generator();
    let mut lanes: Vec<Worker<S>> = (0..LANES).map(|_| Worker::new(model, store, shared, market)).collect();
    while let Some(job) = market.take(shared) {
        lanes[0].start(job);
        while !shared.stopped() {
            let busy = lanes.iter_mut().fold(false, |busy, lane| lane.turn(&mut generator) | busy);
            if !busy {
                break;
            }
        }
    }
    lanes.iter_mut().for_each(Worker::finish);
}

/// A state on the path, and how many pending states lie below its successors.
struct Frame {
    state: StateRef,
    base: usize,
    /// Whether it is settled, see [`Expander::end`], and whether that is noted.
    settled: bool,
    marked: bool,
    /// Whether each settled successor settles it.
    by_keys: bool,
}

/// The way along some of the frames.
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
    /// Ways along the frames that were given away, one behind the other: others to come share them.
    roots: Vec<Root>,
    /// Depth of the job's first state.
    above: u64,
    /// The state whose successors are to be stored.
    expanding: Option<StateRef>,
    busy: bool,
    /// Turns without a job.
    idle: u32,
    /// States of which it is not known whether they are settled.
    unsettled: Vec<StateRef>,
}

impl<'w, 'a, S: StateStore> Worker<'w, 'a, S> {
    fn new(model: &impl Model, store: &'w S, shared: &'w Shared<'a>, market: &'w Market) -> Self {
        Worker {
            expander: Expander::new(model, store, shared),
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
            unsettled: Vec::new(),
        }
    }

    fn start(&mut self, job: Job) {
        self.market.hungry.fetch_sub(1, Ordering::Relaxed);
        self.above = Prefix::depth(job.prefix.as_ref());
        self.prefix = job.prefix;
        self.roots.clear();
        self.given = 0;
        self.pending.push_back(job.state);
        self.busy = true;
    }

    /// Stores the successors under way and begins the next expansion. Says whether there is anything to do.
    fn turn(&mut self, generator: &mut impl Generator) -> bool {
        if !self.busy && !self.look_for_work() {
            return false;
        }
        if let Some(state) = self.expanding.take() {
            self.store(state);
        }
        self.busy = self.advance(generator);
        if !self.busy {
            self.market.hungry.fetch_add(1, Ordering::Relaxed);
        }
        self.busy
    }

    /// An idle worker looks at the market now and then: each look costs a lock.
    fn look_for_work(&mut self) -> bool {
        self.idle += 1;
        if !self.idle.is_multiple_of(64) {
            return false;
        }
        let job = self.market.try_take();
        job.map(|job| self.start(job)).is_some()
    }

    /// Begins to expand the next pending state.
    fn advance(&mut self, generator: &mut impl Generator) -> bool {
        loop {
            let base = self.frames.last().map_or(0, |f| f.base);
            if self.pending.len() + self.given > base
                && let Some(state) = self.pending.pop_back()
            {
                self.enter(generator, state);
                return true;
            }
            let Some(frame) = self.frames.pop() else { return false };
            self.cut_roots();
            if frame.settled && !frame.marked {
                self.expander.settle(frame.state);
            }
            self.leave(frame.state, frame.settled);
        }
    }

    fn enter(&mut self, generator: &mut impl Generator, state: StateRef) {
        let (frames, prefix) = (&self.frames, &self.prefix);
        let path = |f: &mut dyn FnMut(StateRef)| {
            if let Some((prefix, len)) = prefix {
                prefix.visit(*len, f);
            }
            frames.iter().for_each(|frame| f(frame.state));
            f(state);
        };
        self.expander.begin(generator, state, path);
        self.expanding = Some(state);
        let depth = self.above + self.frames.len() as u64 + 1;
        self.expander.counts.depth = self.expander.counts.depth.max(depth);
    }

    fn store(&mut self, state: StateRef) {
        let base = self.pending.len() + self.given;
        let pending = &mut self.pending;
        let settled = self.expander.end(state, |new| pending.push_back(new));
        if self.pending.len() + self.given > base {
            let by_keys = self.expander.all_by_keys();
            self.frames.push(Frame { state, base, settled, marked: settled, by_keys });
            if self.market.wants() {
                self.share();
            }
        } else {
            self.leave(state, settled);
        }
    }

    /// All that follows a state was seen. A settled one settles the one it was reached from.
    fn leave(&mut self, state: StateRef, settled: bool) {
        if !settled {
            self.unsettled.push(state);
        } else if let Some(frame) = self.frames.last_mut() {
            frame.settled |= frame.by_keys;
        }
    }

    /// At the end of the search: what is under way is stored, so that all that was counted as explored is.
    fn finish(&mut self) {
        if let Some(state) = self.expanding.take() {
            self.expander.end(state, |_| {});
        }
        self.expander.report();
        self.expander.shared.unsettled(&mut self.unsettled);
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

    /// Sees to it that there is a way along so many frames.
    fn root(&mut self, len: usize) {
        let from = self.roots.last().map_or(0, |r| r.frames.end);
        if from < len {
            let states = self.frames[from..len].iter().map(|f| f.state).collect();
            let prefix = Arc::new(Prefix { below: self.way(from), states });
            self.roots.push(Root { prefix, frames: from..len });
        }
    }

    /// The way along so many frames, which has been made.
    fn way(&self, len: usize) -> Option<(Arc<Prefix>, usize)> {
        let root = self.roots.get(self.roots.partition_point(|r| r.frames.end < len)).filter(|_| len > 0);
        root.map_or(self.prefix.clone(), |r| Some((r.prefix.clone(), len - r.frames.start)))
    }

    /// Forgets ways along frames that are left.
    fn cut_roots(&mut self) {
        if let Some(root) = self.roots.last_mut().filter(|r| r.frames.end > self.frames.len()) {
            root.frames.end = self.frames.len();
            if root.frames.is_empty() {
                self.roots.pop();
            }
        }
    }
}
