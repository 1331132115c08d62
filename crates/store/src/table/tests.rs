use super::*;
use crate::gate::Gate;
use crate::hash::hash_pair;

const ENTRIES: u64 = 200_000;

fn store(table: &Table, gate: &Gate, budget: &Budget, entry: u64) -> Result<Entry, Full> {
    let seat = gate.seat();
    loop {
        let pass = gate.enter(&seat);
        let (place, _) = table.locate(&pass, hash_pair(entry), |slot| slot == entry);
        match table.insert(&pass, hash_pair(entry), place, |slot| slot == entry, || Ok(entry)) {
            Ok(done) => return Ok(done),
            Err(Stop::Full(full)) => return Err(full),
            Err(Stop::Crowded) => drop(pass),
        }
        table.grow(&gate.close(), budget, hash_pair)?;
    }
}

#[test]
fn entries_outlive_growth() {
    let (budget, gate) = (Budget::new(u64::MAX), Gate::new(1));
    let table = Table::new(64, &budget).expect("memory");
    for entry in 1..=ENTRIES {
        assert_eq!(store(&table, &gate, &budget, entry), Ok(Entry::New(entry)));
    }
    for entry in 1..=ENTRIES {
        assert_eq!(store(&table, &gate, &budget, entry), Ok(Entry::Old(entry)));
    }
}

#[test]
fn memory_stays_near_the_load_aimed_at() {
    let (budget, gate) = (Budget::new(u64::MAX), Gate::new(1));
    let table = Table::new(64, &budget).expect("memory");
    for entry in 1..=ENTRIES {
        store(&table, &gate, &budget, entry).expect("memory");
        if entry > 50_000 {
            assert!(budget.now() < 13 * entry, "{} bytes for {entry} entries", budget.now());
        }
    }
    assert!(budget.peak() < 13 * ENTRIES);
    let crowded = |shard: &Shard| shard.used.0.load(Ordering::Relaxed) > shard.read(Slots::most);
    assert!(!table.shards.iter().any(crowded));
}

#[test]
fn a_table_that_may_not_grow_says_so_and_keeps_what_it_has() {
    let (budget, gate) = (Budget::new(100_000), Gate::new(1));
    let table = Table::new(64, &budget).expect("memory");
    let stored = (1..).take_while(|&entry| store(&table, &gate, &budget, entry).is_ok()).count() as u64;
    assert!(stored > 3000 && budget.peak() <= 100_000);
    for entry in 1..=stored {
        assert_eq!(store(&table, &gate, &budget, entry), Ok(Entry::Old(entry)));
    }
}
