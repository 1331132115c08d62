//! The code for devices, run by the emulator, and the reference exploration agree on random systems.
//!
//! `KULAN_SYSTEMS=n` compares that many systems, `KULAN_SEED=n` begins with that seed.

mod common;

use common::{TINY, aged, difference, number};
use kulan_gpu::emulate::Emulated;
use kulan_gpu::{Found, Sizes};
use kulan_ir::{System, text};
use kulan_testing::system::{Size, goes_forward, system};
use kulan_testing::{Random, shrink, threaded};
use kulan_transform::{Passes, transform};

/// States of a system that is explored, at most.
const STATES: u64 = 1500;
/// Bytes of an emulated device.
const BYTES: u64 = 64 << 20;

fn compare(system: &System, seed: u64) -> Option<(Found, Option<String>)> {
    let sizes = if seed.is_multiple_of(2) {
        TINY
    } else {
        Sizes { chunk: 4000, entries: 64, left: 50, host: 0, index_bits: 40 }
    };
    difference(system, &mut Emulated::new(4 + 4 * (seed % 5), BYTES, seed), sizes, STATES)
}

/// Compares a system; returns how many states it had, and how many of them the host expanded.
fn check(seed: u64, system: System) -> Option<(u64, u64)> {
    let (found, what) = compare(&system, seed)?;
    if what.is_some() {
        let differs = |s: &System| compare(s, seed).is_some_and(|(_, what)| what.is_some());
        let small = shrink::shrink(system, &mut |s| goes_forward(s) && differs(s));
        let what = compare(&small, seed).and_then(|(_, what)| what).unwrap_or_default();
        panic!("seed {seed}\n{}\n{what}", text::print(&small));
    }
    Some((found.outcome.states, found.by_host))
}

/// Compares the systems of some seeds. Most must be small enough, and most states the device's own.
fn check_all(count: u64, system: impl Fn(u64) -> System) {
    let first = number("KULAN_SEED", 0);
    let (mut compared, mut states, mut by_host) = (0, 0, 0);
    for (all, left) in (first..first + count).filter_map(|seed| check(seed, system(seed))) {
        (compared, states, by_host) = (compared + 1, states + all, by_host + left);
    }
    println!("{compared} of {count} systems, {states} states, {by_host} of them by the host");
    assert!(compared > count / 2, "most systems have too many states");
    assert!(by_host < states / 2, "the device leaves most states to the host");
}

#[test]
fn device_code_and_reference_agree() {
    check_all(number("KULAN_SYSTEMS", if cfg!(debug_assertions) { 60 } else { 600 }), |seed| {
        let elements = if seed.is_multiple_of(7) { 60 } else { 9 };
        let width = if seed.is_multiple_of(3) { 64 } else { 3 };
        let random = system(seed, Size { elements, width, ..Size::default() });
        aged(random, 1 + seed % 3, &mut Random::new(seed))
    });
}

/// Threads that wait for each other, with and without the transformations before a search.
#[test]
fn they_agree_on_threads() {
    check_all(number("KULAN_SYSTEMS", if cfg!(debug_assertions) { 10 } else { 60 }), |seed| {
        let passes = Passes {
            merge: seed.is_multiple_of(4),
            reset_dead: seed.is_multiple_of(3),
            split: false,
            narrow: seed.is_multiple_of(2).then_some(4),
        };
        let system = threaded::system(seed);
        if seed.is_multiple_of(2) { transform(&system, passes) } else { system }
    });
}

/// States so long that they stay in memory.
#[test]
fn they_agree_on_long_states() {
    check_all(if cfg!(debug_assertions) { 5 } else { 40 }, |seed| {
        let random = system(seed, Size { elements: 200, width: 64, variables: 9, ..Size::default() });
        aged(random, 1, &mut Random::new(seed))
    });
}
