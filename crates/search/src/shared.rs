//! What all workers of a search share: counters, the stop flag, the violations found.

use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kulan_control::Control;
use kulan_ir::TransitionId;
use kulan_model::Failure;
use kulan_store::{StateRef, StateStore};

use crate::sync::{Condvar, Mutex, lock};
use crate::{Findings, Kind, Limit, Options, Outcome, Progress, Review, Violation};

/// While this many states may still be stored, workers need not report each expansion, only every so many states.
const FAR: u64 = 1 << 20;
const SELDOM: u64 = 1000;
/// The same before a review.
const FAR_FROM_REVIEW: u64 = 1 << 15;
/// Stands for the number of states at which a review is asked, while it is.
const IN_REVIEW: u64 = u64::MAX - 1;
/// How often progress is published.
const BETWEEN_REPORTS: Duration = Duration::from_millis(50);

/// Shared by the workers of one search.
pub struct Shared<'a> {
    pub options: &'a Options,
    pub control: &'a Control,
    review: Option<&'a dyn Review>,
    /// The number of states at which it is asked next.
    review_at: AtomicU64,
    stop: AtomicBool,
    /// Whether that is because of a limit.
    limited: AtomicBool,
    states: AtomicU64,
    transitions: AtomicU64,
    depth: AtomicU64,
    deadlocks: AtomicU64,
    found: Mutex<Findings>,
    running: Mutex<usize>,
    ended: Condvar,
    open: Mutex<Vec<StateRef>>,
}

impl<'a> Shared<'a> {
    pub fn new(options: &'a Options, control: &'a Control) -> Shared<'a> {
        Shared {
            options,
            control,
            review: None,
            review_at: AtomicU64::new(u64::MAX),
            stop: AtomicBool::new(false),
            limited: AtomicBool::new(false),
            states: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            deadlocks: AtomicU64::new(0),
            found: Mutex::default(),
            running: Mutex::new(0),
            ended: Condvar::new(),
            open: Mutex::default(),
        }
    }

    /// Has a review, if there is one, say whether to go on.
    pub fn reviewed(self, review: Option<&'a dyn Review>) -> Shared<'a> {
        Shared { review, review_at: AtomicU64::new(review.map_or(u64::MAX, Review::first)), ..self }
    }

    /// Takes over states not known to have all marks.
    pub fn leave_open(&self, states: &mut Vec<StateRef>) {
        lock(&self.open).append(states);
    }

    /// Returns them.
    pub fn take_open(&self) -> Vec<StateRef> {
        std::mem::take(&mut lock(&self.open))
    }

    /// Completes the paths to violations that do not begin in the initial state. A violation whose path is not found
    /// before the run is stopped cannot be shown: the limit counts instead.
    pub fn complete_paths(&self, complete: impl Fn(&mut Vec<Vec<u32>>) -> bool) {
        let mut found = lock(&self.found);
        let before = found.violations().len();
        found.violations().retain_mut(|v| complete(&mut v.states));
        if found.violations().len() < before
            && let Some(limit) = self.control.stopped()
        {
            found.limit(limit);
        }
    }

    /// Whether workers must end: asked between expansions.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.control.stopped().is_some()
    }

    /// Whether a limit ended the search, rather than a violation.
    #[inline]
    pub fn is_limited(&self) -> bool {
        self.limited.load(Ordering::Relaxed) || self.control.stopped().is_some()
    }

    pub fn stop(&self, limit: Limit) {
        lock(&self.found).limit(limit);
        self.limited.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Adds a worker's counts since the last call. Returns how many states it may store before the next call, which are
    /// few near the limit on states.
    pub fn add(&self, counts: &mut Counts) -> u64 {
        let states = self.states.fetch_add(counts.states, Ordering::Relaxed) + counts.states;
        let more = |before: u64| Some(before.saturating_add(counts.transitions));
        let _ = self.transitions.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        self.depth.fetch_max(counts.depth, Ordering::Relaxed);
        counts.states = 0;
        counts.transitions = 0;
        let until_review = self.until_review(states);
        let Some(max) = self.options.max_states else { return until_review };
        if states >= max {
            self.stop(Limit::States);
        }
        until_review.min(if max.saturating_sub(states) > FAR { SELDOM } else { 0 })
    }

    /// Asks the review, if it is time. Returns how many states a worker may store before the next call.
    fn until_review(&self, states: u64) -> u64 {
        let Some(review) = self.review else { return u64::MAX };
        let mut at = self.review_at.load(Ordering::Relaxed);
        // Only one worker asks; the others go on meanwhile.
        if states >= at
            && self.review_at.compare_exchange(at, IN_REVIEW, Ordering::Relaxed, Ordering::Relaxed).is_ok()
            && !self.stopped()
        {
            match review.goes_on(at) {
                Some(next) => {
                    at = next.max(at + 1);
                    self.review_at.store(at, Ordering::Relaxed);
                }
                None => self.stop(Limit::States),
            }
        }
        match at.saturating_sub(states) {
            _ if at == u64::MAX => u64::MAX,
            left if left > FAR_FROM_REVIEW && at != IN_REVIEW => SELDOM,
            _ => 0,
        }
    }

    pub fn deadlock(&self, path: impl FnOnce() -> Vec<Vec<u32>>) {
        self.deadlocks.fetch_add(1, Ordering::Relaxed);
        if self.options.deadlocks {
            self.violation(Kind::Deadlock, None, path);
        }
    }

    pub fn failure(&self, failure: Failure, path: impl FnOnce() -> Vec<Vec<u32>>) {
        let kind = failure.kind;
        if self.options.looks_for(kind) && lock(&self.found).count(failure) {
            self.violation(Kind::Check(kind), Some(failure), path);
        }
    }

    /// Notes a transition after which its thread goes on alone forever.
    pub fn endless(&self, t: TransitionId) {
        lock(&self.found).note_endless(t);
    }

    /// Keeps the first cycle, which ends the search.
    pub fn cycle(&self, states: Vec<Vec<u32>>, start: usize) {
        let mut found = lock(&self.found);
        if found.violations().is_empty() {
            found.add(Violation { kind: Kind::Cycle, failure: None, states, cycle: Some(start) });
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Keeps the first violation of each kind.
    fn violation(&self, kind: Kind, failure: Option<Failure>, path: impl FnOnce() -> Vec<Vec<u32>>) {
        let known = lock(&self.found).knows(kind);
        if !known {
            let states = path();
            lock(&self.found).add(Violation { kind, failure, states, cycle: None });
        }
        if self.options.ends_with(kind) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    pub fn outcome<S: StateStore>(&self, store: &S) -> Outcome {
        Outcome {
            states: store.len(),
            transitions: self.transitions.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            deadlocks: self.deadlocks.load(Ordering::Relaxed),
            ..lock(&self.found).outcome(self.options, self.control.stopped())
        }
    }

    /// Runs workers, and publishes the progress from time to time, until all are done.
    pub fn supervise<S: StateStore>(&self, store: &S, workers: Vec<Box<dyn FnOnce() + Send + '_>>) {
        *lock(&self.running) = workers.len();
        std::thread::scope(|scope| {
            for worker in workers {
                scope.spawn(move || {
                    // Counted down also when the worker panics, so that the supervisor does not wait forever.
                    let _ended = Ended(self);
                    worker();
                });
            }
            let mut running = lock(&self.running);
            while *running > 0 {
                let (guard, waited) =
                    self.ended.wait_timeout(running, BETWEEN_REPORTS).unwrap_or_else(PoisonError::into_inner);
                running = guard;
                if waited.timed_out() {
                    self.control.publish(self.progress(store));
                }
            }
        });
    }

    fn progress<S: StateStore>(&self, store: &S) -> Progress {
        Progress {
            states: store.len(),
            transitions: self.transitions.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            store_bytes: store.bytes(),
            clauses: None,
        }
    }
}

struct Ended<'s, 'a>(&'s Shared<'a>);

impl Drop for Ended<'_, '_> {
    fn drop(&mut self) {
        *lock(&self.0.running) -= 1;
        if std::thread::panicking() {
            self.0.stop.store(true, Ordering::Relaxed);
        }
        self.0.ended.notify_all();
    }
}

/// Counts of one worker since it last reported.
#[derive(Default)]
pub struct Counts {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
}

impl Counts {
    /// Counts transitions, of which there can be more than any number holds.
    pub fn transitions(&mut self, stored: usize, repeats: u64) {
        self.transitions = self.transitions.saturating_add(stored as u64).saturating_add(repeats);
    }
}
