//! The example programs have the states that simulations written for each of them find.

use std::collections::HashSet;
use std::hash::Hash;

use kulan_ir::reference;

use kulan_testing::files::agrees;

use crate::support::{example, file, good};

/// States, transitions and deadlocks by a plain search.
fn count<S: Clone + Eq + Hash>(start: S, successors: impl Fn(&S) -> Vec<S>) -> (u64, u64, u64) {
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    let (mut transitions, mut deadlocks) = (0, 0);
    while let Some(state) = todo.pop() {
        let next = successors(&state);
        transitions += next.len() as u64;
        deadlocks += u64::from(next.is_empty());
        todo.extend(next.into_iter().filter(|s| seen.insert(s.clone())).collect::<Vec<_>>());
    }
    (seen.len() as u64, transitions, deadlocks)
}

fn explored(name: &str, defines: &[(&str, &str)]) -> (u64, u64, u64) {
    let (program, sources) = good(&example(name), defines);
    let system = program.system(&sources);
    assert_eq!(kulan_ir::validate(&system), Ok(()));
    let counts = reference::explore(&system, 100_000);
    assert!(counts.failures.is_empty() && !counts.cut, "{counts:?}");
    (counts.states, counts.transitions, counts.deadlocks)
}

/// The coordinator's location and counter, and by worker: its location, messages to and from the coordinator.
type Barrier = (u8, usize, Vec<(bool, usize, usize)>);

fn barrier_step((at, i, workers): &Barrier, size: usize) -> Vec<Barrier> {
    let n = workers.len();
    let with = |index: usize, worker: (bool, usize, usize)| {
        let mut changed = workers.clone();
        changed[index] = worker;
        changed
    };
    let mut next = Vec::new();
    match at {
        0 => next.push((1, 1, workers.clone())),
        1 => next.push((if *i > n { 4 } else { 2 }, *i, workers.clone())),
        2 => {
            let (inside, to, from) = workers[i - 1];
            next.extend((to > 0).then(|| (3, *i, with(i - 1, (inside, to - 1, from)))));
        }
        3 => next.push((1, i + 1, workers.clone())),
        4 => next.push((5, 1, workers.clone())),
        5 => next.push((if *i > n { 0 } else { 6 }, *i, workers.clone())),
        6 => {
            let (inside, to, from) = workers[i - 1];
            next.extend((from < size).then(|| (7, *i, with(i - 1, (inside, to, from + 1)))));
        }
        _ => next.push((5, i + 1, workers.clone())),
    }
    for (w, &(inside, to, from)) in workers.iter().enumerate() {
        next.extend((!inside && to < size).then(|| (*at, *i, with(w, (true, to + 1, from)))));
        next.extend((inside && from > 0).then(|| (*at, *i, with(w, (false, to, from - 1)))));
    }
    next
}

#[test]
fn coordinator_barrier() {
    for n in 1..=4 {
        for size in 0..=2 {
            let start: Barrier = (0, 0, vec![(false, 0, 0); n]);
            let expected = count(start, |s| barrier_step(s, size));
            let seen = explored("coordinator-barrier", &[("N", &n.to_string()), ("chanSize", &size.to_string())]);
            assert_eq!(seen, expected, "N={n} chanSize={size}");
        }
    }
}

/// By process: its location and distance, and the messages by sender and receiver.
type Dissemination = (Vec<(u8, usize)>, Vec<Vec<usize>>);

fn dissemination_step((processes, channels): &Dissemination, size: usize) -> Vec<Dissemination> {
    let n = processes.len();
    let mut next = Vec::new();
    for (p, &(at, d)) in processes.iter().enumerate() {
        let mut channels = channels.clone();
        let new = match at {
            0 => (1, d),
            1 => (2, 1),
            2 if d < n => (3, d),
            2 => (0, d),
            3 if channels[p][(p + d) % n] < size => {
                channels[p][(p + d) % n] += 1;
                (4, d)
            }
            4 if channels[(p + n - d) % n][p] > 0 => {
                channels[(p + n - d) % n][p] -= 1;
                (5, d)
            }
            3 | 4 => continue,
            _ => (2, 2 * d),
        };
        let mut processes = processes.clone();
        processes[p] = new;
        next.push((processes, channels));
    }
    next
}

#[test]
fn dissemination_barrier() {
    for (n, size) in [(1, 0), (2, 1), (2, 2), (3, 1), (4, 1)] {
        let start: Dissemination = (vec![(0, 0); n], vec![vec![0; n]; n]);
        let expected = count(start, |s| dissemination_step(s, size));
        let seen = explored("dissemination-barrier", &[("N", &n.to_string()), ("chanSize", &size.to_string())]);
        assert_eq!(seen, expected, "N={n} chanSize={size}");
    }
}

/// Every combination of what producers, channels and the consumer can do is reached.
#[test]
fn producers_and_consumer() {
    for (n, size) in [(1u64, 1u64), (2, 1), (2, 3), (3, 2)] {
        let (states, _, deadlocks) =
            explored("producers-consumer", &[("N", &n.to_string()), ("chanSize", &size.to_string())]);
        assert_eq!(states, (2 * (size + 1)).pow(n as u32) * 3 * n, "N={n} chanSize={size}");
        assert_eq!(deadlocks, 0);
    }
    // Without channels the producers come to their sends and stay there.
    assert_eq!(explored("producers-consumer", &[("N", "2"), ("chanSize", "0")]), (4, 4, 1));
}

/// `empty`, `full`, `buffer`; by producer location and `data`; by consumer location and `result`.
type Shared = ([i32; 3], Vec<(u8, i32)>, Vec<(u8, i32)>);

fn shared_step(state: &Shared) -> Vec<Shared> {
    let mut next = Vec::new();
    for p in 0..state.1.len() {
        let (at, data) = state.1[p];
        let targets: &[(u8, i32)] = match at {
            0 => &[(1, data), (2, data)],
            1 => &[(3, 0)],
            2 => &[(3, 1)],
            3 if state.0[0] > 0 => &[(4, data)],
            3 => &[],
            4 => &[(5, data)],
            _ => &[(0, data)],
        };
        for &target in targets {
            let mut s = state.clone();
            s.1[p] = target;
            match at {
                3 => s.0[0] -= 1,
                4 => s.0[2] = data,
                5 => s.0[1] += 1,
                _ => {}
            }
            next.push(s);
        }
    }
    for c in 0..state.2.len() {
        let (at, result) = state.2[c];
        let mut s = state.clone();
        match at {
            0 if state.0[1] > 0 => (s.0[1], s.2[c]) = (state.0[1] - 1, (1, result)),
            0 => continue,
            1 => s.2[c] = (2, state.0[2]),
            2 => (s.0[0], s.2[c]) = (state.0[0] + 1, (3, result)),
            _ => s.2[c] = (0, 0),
        }
        next.push(s);
    }
    next
}

#[test]
fn shared_producers_and_consumers() {
    for (m, n) in [(1, 1), (2, 1), (2, 2)] {
        let start: Shared = ([1, 0, 0], vec![(0, 0); m], vec![(0, 0); n]);
        let seen = explored("shared-producer-consumer", &[("M", &m.to_string()), ("N", &n.to_string())]);
        assert_eq!(seen, count(start, shared_step), "M={m} N={n}");
    }
}

/// The IR of a program, word for word.
#[test]
fn golden_ir() {
    let (program, sources) = good(&example("coordinator-barrier"), &[("N", "2"), ("chanSize", "1")]);
    let text = kulan_ir::text::print(&program.system(&sources));
    agrees(&file("golden/coordinator-barrier.ir"), &text);
}

/// The state holds no more than is needed.
#[test]
fn state_vectors_are_small() {
    let bits = |name: &str, defines: &[(&str, &str)]| -> Vec<(String, u32)> {
        let (program, sources) = good(&example(name), defines);
        let variables = program.system(&sources).variables;
        variables.iter().map(|v| (v.name.clone(), u32::from(v.width) * v.len() as u32)).collect()
    };
    let total = |list: &[(String, u32)]| list.iter().map(|(_, bits)| bits).sum::<u32>();
    // The coordinator: 4 bits of location and 3 of counter; a worker: 2 bits and two channels of one.
    let coordinator = bits("coordinator-barrier", &[("N", "4"), ("chanSize", "1")]);
    assert_eq!(total(&coordinator), 4 + 3 + 4 * (2 + 2), "{coordinator:?}");
    // Eight processes send to those at distance 1, 2 and 4.
    let dissemination = bits("dissemination-barrier", &[("N", "8"), ("chanSize", "1")]);
    assert_eq!(total(&dissemination), 8 * (3 + 4 + 3), "{dissemination:?}");
    let shared = bits("shared-producer-consumer", &[("M", "1"), ("N", "1")]);
    assert!(shared.contains(&("buffer".to_string(), 1)), "{shared:?}");
}

/// The program of docs/tmc.md.
#[test]
fn the_manual_is_right() {
    let manual = include_str!("../../../../docs/tmc.md");
    let text = manual.split("```tmc\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let (program, sources) = good(text, &[("N", "3")]);
    let counts = reference::explore(&program.system(&sources), 1000);
    // Six steps a round, three to the end, one after the other.
    assert_eq!((counts.states, counts.transitions, counts.deadlocks), (3 * 6 + 3 + 1, 3 * 6 + 3, 0));
}
