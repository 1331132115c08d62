//! Work that depth-first workers share: states to explore, each with the path to it.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kulan_store::StateRef;

use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering, lock};

/// How long a thread without a job waits before it asks whether the search was stopped.
const PAUSE: Duration = Duration::from_millis(20);

/// The path from the initial state to where a gift was taken from.
pub struct Prefix {
    pub below: Option<(Arc<Prefix>, usize)>,
    pub states: Vec<StateRef>,
}

impl Prefix {
    pub fn visit(&self, len: usize, f: &mut dyn FnMut(StateRef)) {
        let mut chain = vec![(self, len)];
        while let Some((prefix, len)) = chain.last().and_then(|(p, _)| p.below.as_ref()) {
            chain.push((prefix, *len));
        }
        for (prefix, len) in chain.into_iter().rev() {
            prefix.states[..len].iter().for_each(|&s| f(s));
        }
    }

    pub fn depth(mut prefix: Option<&(Arc<Prefix>, usize)>) -> u64 {
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

/// A state to explore, with the path to it.
pub struct Job {
    pub state: StateRef,
    pub prefix: Option<(Arc<Prefix>, usize)>,
}

/// Jobs on offer, and who waits for some.
pub struct Market {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Workers without a job: a sign for others to give, unless as many jobs are on offer.
    hungry: AtomicUsize,
    offered: AtomicUsize,
    threads: usize,
}

#[derive(Default)]
pub struct Jobs {
    queue: VecDeque<Job>,
    waiting: usize,
    done: bool,
}

impl Market {
    /// A market for threads that together run this many workers.
    pub fn new(threads: usize, workers: usize) -> Market {
        let (hungry, offered) = (AtomicUsize::new(workers), AtomicUsize::new(0));
        Market { jobs: Mutex::new(Jobs::default()), changed: Condvar::new(), hungry, offered, threads }
    }

    /// A worker has a job.
    pub fn fed(&self) {
        self.hungry.fetch_sub(1, Ordering::Relaxed);
    }

    /// A worker no longer has a job.
    pub fn hungry(&self) {
        self.hungry.fetch_add(1, Ordering::Relaxed);
    }

    /// A job, if there is one now.
    pub fn try_take(&self) -> Option<Job> {
        self.pop(&mut lock(&self.jobs))
    }

    fn pop(&self, jobs: &mut Jobs) -> Option<Job> {
        let job = jobs.queue.pop_front();
        self.offered.store(jobs.queue.len(), Ordering::Relaxed);
        job
    }

    /// Whether someone is waiting for a job.
    pub fn wants(&self) -> bool {
        let hungry = self.hungry.load(Ordering::Relaxed);
        hungry > 0 && hungry > self.offered.load(Ordering::Relaxed)
    }

    /// Waits for a job; `None` when all threads wait, because then there is none left, or when the search is stopped.
    pub fn take(&self, stopped: impl Fn() -> bool) -> Option<Job> {
        let mut jobs = lock(&self.jobs);
        jobs.waiting += 1;
        let job = loop {
            if jobs.done || stopped() {
                break None;
            }
            if let Some(job) = self.pop(&mut jobs) {
                break Some(job);
            }
            if jobs.waiting == self.threads {
                break None;
            }
            // Woken by a gift; the timeout only serves to notice a stop.
            jobs = self.changed.wait_timeout(jobs, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        };
        if job.is_none() {
            jobs.done = true;
            self.changed.notify_all();
        } else {
            jobs.waiting -= 1;
        }
        job
    }

    pub fn give(&self, gifts: impl Iterator<Item = Job>) {
        let mut jobs = lock(&self.jobs);
        jobs.queue.extend(gifts);
        self.offered.store(jobs.queue.len(), Ordering::Relaxed);
        self.changed.notify_all();
    }
}
