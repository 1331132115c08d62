//! The benchmark folder.

#![allow(dead_code)]

pub mod beem;
pub mod table;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// `KULAN_BENCH`, or `../shared/bench` beside the workspace. None, and said so, without it.
pub fn folder() -> Option<PathBuf> {
    kulan_testing::needs::bench("promela").and_then(|promela| promela.parent().map(Path::to_path_buf))
}

/// Does something with each item, so many at a time; in the order of the items again.
pub fn each<I: Send, T: Send>(items: Vec<I>, at_a_time: usize, act: impl Fn(&I) -> T + Sync) -> Vec<(I, T)> {
    let queue = Mutex::new(items.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some((number, item)) = { queue.lock().unwrap().next() } {
                    let result = act(&item);
                    results.lock().unwrap().push((number, item, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(number, _, _)| *number);
    results.into_iter().map(|(_, item, result)| (item, result)).collect()
}

/// Fails if anything is wrong, and shows all of it.
#[track_caller]
pub fn expect_none<'a>(wrong: impl Iterator<Item = &'a String>) {
    let wrong: Vec<&str> = wrong.map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
}
