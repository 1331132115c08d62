//! All schedules of small programs: `RUSTFLAGS="--cfg loom" cargo test -p kulan-store --release --lib`.
//!
//! Loom sees the slots, the seats and the flag of the gate, and reports a shard that is replaced while someone reads it,
//! or a cell that is read before it is written.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::Full;
use crate::gate::Gate;
use crate::hash::hash_pair;
use crate::memory::Budget;
use crate::table::{Entry, Stop, Table};

/// A table and what belongs to it.
struct World {
    gate: Gate,
    budget: Budget,
    table: Table,
    /// One cell per thread, which the thread writes and then publishes.
    cells: [UnsafeCell<u64>; 2],
}

// SAFETY: that this is true of the cells is what the tests are about; loom reports the contrary.
unsafe impl Sync for World {}
// SAFETY: as above.
unsafe impl Send for World {}

impl World {
    fn new() -> Self {
        let budget = Budget::new(u64::MAX);
        let table = Table::new(64, &budget).expect("memory");
        Self { gate: Gate::new(2), budget, table, cells: [UnsafeCell::new(0), UnsafeCell::new(0)] }
    }

    /// Stores `entry` itself.
    fn store(&self, entry: u64) -> Entry {
        self.insert(hash_pair(entry), |slot| slot == entry, || Ok(entry))
    }

    /// Stores `key` through the cell of `thread`, as stores do with states.
    fn publish(&self, thread: usize, key: u64) -> Entry {
        // SAFETY: see `World`.
        let same = |slot: u64| unsafe { self.cells[slot as usize - 1].with(|cell| *cell) == key };
        self.insert(hash_pair(7), same, || {
            // SAFETY: see `World`.
            self.cells[thread].with_mut(|cell| unsafe { *cell = key });
            Ok(thread as u64 + 1)
        })
    }

    fn insert(&self, hash: u64, same: impl Fn(u64) -> bool, make: impl Fn() -> Result<u64, Full>) -> Entry {
        let seat = self.gate.seat();
        loop {
            let pass = self.gate.enter(&seat);
            let (place, _) = self.table.locate(&pass, hash, |_| true);
            match self.table.insert(&pass, hash, place, &same, &make) {
                Ok(entry) => return entry,
                Err(Stop::Crowded) => drop(pass),
                Err(Stop::Full(_)) => unreachable!("no limit"),
            }
            self.table.grow(&self.gate.close(), &self.budget, hash_pair).expect("memory");
        }
    }
}

/// Runs `first` and `second` at once, and gives their results.
fn both(world: World, first: fn(&World) -> Entry, second: fn(&World) -> Entry) -> (Arc<World>, [Entry; 2]) {
    let world = Arc::new(world);
    let other = world.clone();
    let thread = thread::spawn(move || second(&other));
    let first = first(&world);
    (world, [first, thread.join().expect("no panic")])
}

#[test]
fn of_equal_entries_one_is_new() {
    loom::model(|| {
        let (_, entries) = both(World::new(), |w| w.store(5), |w| w.store(5));
        assert_eq!(entries.iter().filter(|&&entry| entry == Entry::New(5)).count(), 1);
        assert_eq!(entries.iter().filter(|&&entry| entry == Entry::Old(5)).count(), 1);
    });
}

#[test]
fn a_published_cell_is_written() {
    loom::model(|| {
        let (_, entries) = both(World::new(), |w| w.publish(0, 9), |w| w.publish(1, 9));
        let (Entry::New(a), Entry::Old(b)) = (entries[0], entries[1]) else {
            assert_eq!(entries, [Entry::Old(2), Entry::New(2)]);
            return;
        };
        assert_eq!((a, b), (1, 1));
    });
}

#[test]
fn different_cells_on_one_place_are_both_stored() {
    loom::model(|| {
        let (_, entries) = both(World::new(), |w| w.publish(0, 3), |w| w.publish(1, 4));
        assert_eq!(entries, [Entry::New(1), Entry::New(2)]);
    });
}

/// The table holds as many entries as it may before it grows.
fn crowded() -> World {
    let world = World::new();
    (1..=6).for_each(|entry| assert_eq!(world.store(entry), Entry::New(entry)));
    world
}

#[test]
fn growth_is_alone_and_loses_nothing() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let (world, entries) = both(crowded(), |w| w.store(7), |w| w.store(7));
        assert_eq!(entries.iter().filter(|&&entry| entry == Entry::New(7)).count(), 1);
        (1..=7).for_each(|entry| assert_eq!(world.store(entry), Entry::Old(entry)));
    });
}

#[test]
fn a_reader_beside_growth_finds_its_entry() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let (_, entries) = both(crowded(), |w| w.store(7), |w| w.store(2));
        assert_eq!(entries, [Entry::New(7), Entry::Old(2)]);
    });
}
