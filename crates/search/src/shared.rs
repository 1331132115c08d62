//! What all workers of a search share: counters, the sign to stop, the violations found.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use kulan_ir::CheckKind;
use kulan_model::Failure;
use kulan_store::{StateRef, StateStore};

use crate::{Kind, Limit, Observer, Options, Outcome, Progress, Violation};

/// Shared by the workers of one search.
pub struct Shared<'a> {
    pub options: &'a Options,
    pub kinds: &'a (dyn Fn(Failure) -> CheckKind + Sync),
    stop: AtomicBool,
    states: AtomicU64,
    transitions: AtomicU64,
    depth: AtomicU64,
    deadlocks: AtomicU64,
    found: Mutex<Found>,
    running: Mutex<usize>,
    ended: Condvar,
    unsettled: Mutex<Vec<StateRef>>,
}

#[derive(Default)]
struct Found {
    failures: BTreeMap<CheckKind, u64>,
    violations: Vec<Violation>,
    limit: Option<Limit>,
}

/// A panicking worker ends the whole search anyway; until then its data are as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Shared<'a> {
    pub fn new(options: &'a Options, kinds: &'a (dyn Fn(Failure) -> CheckKind + Sync)) -> Shared<'a> {
        Shared {
            options,
            kinds,
            stop: AtomicBool::new(false),
            states: AtomicU64::new(0),
            transitions: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            deadlocks: AtomicU64::new(0),
            found: Mutex::default(),
            running: Mutex::new(0),
            ended: Condvar::new(),
            unsettled: Mutex::default(),
        }
    }

    /// Takes over states of which it is not known whether they are settled.
    pub fn unsettled(&self, states: &mut Vec<StateRef>) {
        lock(&self.unsettled).append(states);
    }

    /// Gives them out.
    pub fn take_unsettled(&self) -> Vec<StateRef> {
        std::mem::take(&mut lock(&self.unsettled))
    }

    /// Whether there are violations whose way begins elsewhere than in the initial state.
    pub fn complete_paths(&self, complete: impl Fn(&mut Vec<Vec<u32>>)) {
        lock(&self.found).violations.iter_mut().for_each(|v| complete(&mut v.states));
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn stop(&self, limit: Limit) {
        lock(&self.found).limit.get_or_insert(limit);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Adds a worker's counts since the last call.
    pub fn add(&self, counts: &mut Counts) {
        let states = self.states.fetch_add(counts.states, Ordering::Relaxed) + counts.states;
        self.transitions.fetch_add(counts.transitions, Ordering::Relaxed);
        self.depth.fetch_max(counts.depth, Ordering::Relaxed);
        counts.states = 0;
        counts.transitions = 0;
        if self.options.max_states.is_some_and(|max| states >= max) {
            self.stop(Limit::States);
        }
    }

    pub fn deadlock(&self, path: impl FnOnce() -> Vec<Vec<u32>>) {
        self.deadlocks.fetch_add(1, Ordering::Relaxed);
        if self.options.deadlocks {
            self.violation(Kind::Deadlock, None, path);
        }
    }

    pub fn failure(&self, failure: Failure, path: impl FnOnce() -> Vec<Vec<u32>>) {
        let kind = (self.kinds)(failure);
        if !self.options.looks_for(kind) {
            return;
        }
        *lock(&self.found).failures.entry(kind).or_default() += 1;
        self.violation(Kind::Check(kind), Some(failure), path);
    }

    /// Keeps the first cycle, which ends the search.
    pub fn cycle(&self, states: Vec<Vec<u32>>, start: usize) {
        let mut found = lock(&self.found);
        if found.violations.is_empty() {
            found.violations.push(Violation { kind: Kind::Cycle, failure: None, states, cycle: Some(start) });
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Keeps the first violation of each kind. A missing instance always ends the search: it must begin again.
    fn violation(&self, kind: Kind, failure: Option<Failure>, path: impl FnOnce() -> Vec<Vec<u32>>) {
        let known = lock(&self.found).violations.iter().any(|v| v.kind == kind);
        if !known {
            let states = path();
            let mut found = lock(&self.found);
            if !found.violations.iter().any(|v| v.kind == kind) {
                found.violations.push(Violation { kind, failure, states, cycle: None });
            }
        }
        if !self.options.all_errors || kind == Kind::Check(CheckKind::MissingInstance) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    pub fn outcome<S: StateStore>(&self, store: &S) -> Outcome {
        let mut found = lock(&self.found);
        Outcome {
            states: store.len(),
            transitions: self.transitions.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            deadlocks: self.deadlocks.load(Ordering::Relaxed),
            failures: std::mem::take(&mut found.failures),
            violations: std::mem::take(&mut found.violations),
            limit: found.limit,
            repaired: 0,
        }
    }

    /// Runs workers, and asks the observer from time to time, until all are done.
    pub fn supervise<S: StateStore>(
        &self,
        store: &S,
        observer: &dyn Observer,
        workers: Vec<Box<dyn FnOnce() + Send + '_>>,
    ) {
        *lock(&self.running) = workers.len();
        std::thread::scope(|scope| {
            for worker in workers {
                scope.spawn(move || {
                    // Counted down also when the worker panics, so that the supervisor does not wait for ever.
                    let _ended = Ended(self);
                    worker();
                });
            }
            let mut running = lock(&self.running);
            while *running > 0 {
                let (guard, waited) =
                    self.ended.wait_timeout(running, self.options.pulse).unwrap_or_else(PoisonError::into_inner);
                running = guard;
                if waited.timed_out() {
                    let limit = observer.pulse(&self.progress(store));
                    if let Some(limit) = limit {
                        self.stop(limit);
                    }
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
