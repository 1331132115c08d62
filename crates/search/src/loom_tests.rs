//! All schedules of small searches: `RUSTFLAGS="--cfg loom" cargo test -p kulan-search --release --lib`.
//!
//! Loom reports a thread that waits forever. Its waits have no timeout, so nothing here is found by waiting long enough.

use kulan_store::StateRef;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::thread;

use crate::levels::Levels;
use crate::market::{Job, Market};

/// Runs `act` on two threads at once.
fn both<T: Send + Sync + 'static>(world: T, act: fn(&T)) -> Arc<T> {
    let world = Arc::new(world);
    let other = world.clone();
    let thread = thread::spawn(move || act(&other));
    act(&world);
    thread.join().expect("no panic");
    world
}

fn job(number: u64) -> Job {
    Job { state: StateRef(number), prefix: None }
}

/// A market, and how many jobs are done.
struct Trade {
    market: Market,
    done: AtomicUsize,
}

impl Trade {
    fn new() -> Trade {
        Trade { market: Market::new(2, 2), done: AtomicUsize::new(0) }
    }

    fn offering(number: u64) -> Trade {
        let trade = Trade::new();
        trade.market.give(std::iter::once(job(number)));
        trade
    }

    /// A job of number n leads to one of each smaller number, which are given away.
    fn work(&self) {
        while let Some(job) = self.market.take(|| false) {
            self.market.fed();
            self.market.give((0..job.state.0).map(self::job));
            self.done.fetch_add(1, Ordering::Relaxed);
            self.market.hungry();
        }
    }
}

#[test]
fn all_jobs_are_done_and_all_threads_end() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let trade = both(Trade::offering(2), Trade::work);
        assert_eq!(trade.done.load(Ordering::Relaxed), 4);
        assert!(trade.market.wants() && trade.market.try_take().is_none());
    });
}

#[test]
fn a_gift_wakes_a_thread_that_waits() {
    loom::model(|| {
        let trade = Arc::new(Trade::new());
        let other = trade.clone();
        let giver = thread::spawn(move || {
            other.market.give(std::iter::once(job(0)));
            // The giver does not take the job itself.
            while other.done.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            other.work();
        });
        trade.work();
        giver.join().expect("no panic");
        assert_eq!(trade.done.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn a_stop_ends_all_threads() {
    loom::model(|| {
        let (trade, stop) = (Arc::new(Trade::offering(0)), Arc::new(AtomicBool::new(false)));
        let (other, other_stop) = (trade.clone(), stop.clone());
        let thread = thread::spawn(move || {
            other_stop.store(true, Ordering::Relaxed);
            assert!(other.market.take(|| other_stop.load(Ordering::Relaxed)).is_none());
        });
        while trade.market.take(|| stop.load(Ordering::Relaxed)).is_some() {}
        thread.join().expect("no panic");
    });
}

/// Levels of numbers, and how often each was expanded.
struct Climb {
    levels: Levels<usize>,
    expanded: [AtomicUsize; 4],
}

impl Climb {
    fn new() -> Climb {
        Climb { levels: Levels::new(vec![0], 2), expanded: std::array::from_fn(|_| AtomicUsize::new(0)) }
    }

    /// The nodes are 0, then 1 and 2, then 3.
    fn work(&self) {
        loop {
            let mut new = Vec::new();
            let all = self.levels.all();
            let last = all.last().expect("there is a level");
            while let Some(number) = self.levels.take(last.len()).next() {
                self.expanded[last[number]].fetch_add(1, Ordering::Relaxed);
                new.extend([&[1, 2][..], &[3], &[], &[]][last[number]]);
            }
            drop(all);
            if !self.levels.meet(new, || false) {
                return;
            }
        }
    }
}

#[test]
fn each_node_of_each_level_is_expanded_once() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let climb = both(Climb::new(), Climb::work);
        assert_eq!(climb.expanded.each_ref().map(|n| n.load(Ordering::Relaxed)), [1; 4]);
        assert_eq!(*climb.levels.all(), [vec![0], vec![1, 2], vec![3]]);
    });
}

#[test]
fn nobody_waits_for_a_worker_that_left() {
    loom::model(|| {
        let climb = Arc::new(Climb::new());
        let other = climb.clone();
        let thread = thread::spawn(move || other.levels.abandon());
        climb.work();
        thread.join().expect("no panic");
    });
}
