//! Machine code and the interpreter agree on random systems, in random states and in reached ones.
//!
//! `KULAN_SYSTEMS=n` compares that many systems, `KULAN_SEED=n` begins with that seed.

use std::collections::HashSet;

use kulan_codegen::{Compiled, Patience};
use kulan_control::Control;
use kulan_ir::{GuardId, Layout, Role, System, text, validate};
use kulan_model::{Generator, Guarded, GuardedModel, Interpreted, Model, Successors};
use kulan_testing::system::{Size, goes_forward, system};
use kulan_testing::{Random, expr, shrink};

/// Random states compared per system.
const RANDOM_STATES: usize = 24;
/// Reached states compared per system, at most.
const REACHED_STATES: usize = 24;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// What a generator says, in an order that does not matter.
fn sorted(words: usize, successors: &Successors) -> (Vec<Vec<u32>>, Vec<(u32, u32)>, bool) {
    let mut states: Vec<Vec<u32>> = successors.states.chunks(words).map(<[u32]>::to_vec).collect();
    let mut failures: Vec<(u32, u32)> = successors.failures.iter().map(|f| (f.transition.0, f.check)).collect();
    states.sort_unstable();
    failures.sort_unstable();
    (states, failures, successors.deadlock)
}

/// The first state in which the two differ, with what each says; and how many were compared.
fn difference(system: &System, seed: u64) -> (usize, Option<String>) {
    // Tapes, the code that is made quickly and the one that is made again: mostly one of them, by seed.
    let (soon, often) = [(u32::MAX, 0), (0, 1), (0, 0)][(seed % 3) as usize];
    let compiled = Compiled::with_patience(Patience { soon, often }, system).expect("it compiles");
    let interpreted = Interpreted::new(system);
    let layout = Layout::new(system);
    let control = Control::default();
    let (mut fast, mut slow) = (compiled.guarded(&control), interpreted.guarded(&control));
    let (mut a, mut b) = (Successors::default(), Successors::default());
    let mut random = Random::new(seed);
    let mut queue: Vec<Vec<u32>> = Vec::new();
    for _ in 0..RANDOM_STATES {
        let mut state = vec![0; layout.words()];
        layout.pack(&expr::state(&mut random, system), &mut state);
        queue.push(state);
    }
    let mut seen = HashSet::from([interpreted.initial()]);
    queue.push(interpreted.initial());
    let mut done = 0;
    while done < queue.len() && done < RANDOM_STATES + REACHED_STATES {
        let state = queue[done].clone();
        done += 1;
        fast.successors(&state, &mut a);
        slow.successors(&state, &mut b);
        let (left, right) = (sorted(layout.words(), &a), sorted(layout.words(), &b));
        if left != right {
            let values = layout.unpack(&state);
            return (done, Some(format!("in {values:?}\ncompiled    {left:?}\ninterpreted {right:?}")));
        }
        if let Some(what) = difference_by_transition(system, &state, &mut fast, &mut slow) {
            return (done, Some(what));
        }
        if done > RANDOM_STATES {
            queue.extend(right.0.into_iter().filter(|s| seen.insert(s.clone())));
        }
    }
    (done, None)
}

/// Whether the two differ in what guards hold in a state, or in the successors by a transition whose guards do.
fn difference_by_transition(
    system: &System,
    state: &[u32],
    fast: &mut impl Guarded,
    slow: &mut impl Guarded,
) -> Option<String> {
    let [mut left, mut right] = [0, 1].map(|_| vec![0; system.guards.len().div_ceil(64)]);
    fast.guards(state, &mut left);
    slow.guards(state, &mut right);
    if left != right {
        return Some(format!("in {state:?}\nguards, compiled    {left:x?}\nguards, interpreted {right:x?}"));
    }
    let holds = |g: &GuardId| right[g.index() / 64] >> (g.index() % 64) & 1 == 1;
    for t in system.transition_ids() {
        let transition = system.transition(t);
        if transition.role == Role::Step && transition.guards.iter().all(holds) {
            let [mut a, mut b] = [Successors::default(), Successors::default()];
            fast.fire(state, t, &mut a);
            slow.fire(state, t, &mut b);
            let (left, right) = (sorted(state.len(), &a), sorted(state.len(), &b));
            if left != right {
                return Some(format!("in {state:?} by {t:?}\ncompiled    {left:?}\ninterpreted {right:?}"));
            }
        }
    }
    None
}

fn check(seed: u64, size: Size) -> usize {
    let random = system(seed, size);
    assert_eq!(validate(&random), Ok(()), "seed {seed}");
    let (states, difference_found) = difference(&random, seed);
    if difference_found.is_some() {
        let small = shrink::shrink(random, &mut |s| goes_forward(s) && difference(s, seed).1.is_some());
        let what = difference(&small, seed).1.unwrap_or_default();
        panic!("seed {seed}\n{}\n{what}", text::print(&small));
    }
    states
}

#[test]
fn machine_code_and_interpreter_agree() {
    let debug = cfg!(debug_assertions);
    let count = number("KULAN_SYSTEMS", if debug { 150 } else { 1500 });
    let first = number("KULAN_SEED", 0);
    // Now and then states are so long that they are copied and filled in loops.
    let size = |seed: u64| Size { elements: if seed.is_multiple_of(7) { 400 } else { 9 }, ..Size::default() };
    let states: usize = (first..first + count).map(|seed| check(seed, size(seed))).sum();
    println!("{count} systems, {states} states compared");
    assert!(states as u64 > 20 * count, "the systems have hardly a state");
}

#[test]
fn they_agree_on_many_transitions_of_one_place() {
    let size = Size { threads: 1, variables: 2, elements: 3, transitions: 40, depth: 2, width: 64 };
    (0..if cfg!(debug_assertions) { 20 } else { 200 }).for_each(|seed| {
        check(seed, size);
    });
}

fn agree(text: &str) {
    let system = text::parse(text).expect("a system");
    (0..3).for_each(|seed| assert_eq!(difference(&system, seed).1, None));
}

/// Many transitions that compare one variable are split by it, unless it is wider than a word.
#[test]
fn wide_variables_are_compared_whole() {
    let values = [1u64, 2, 1 << 32 | 1, 1 << 33, 3, 1 << 39];
    let transitions: String =
        values.iter().map(|v| format!("transition t {{ when x == {v} set y = {} }} ", v % 7)).collect();
    agree(&format!("system s process p thread t in p var x : u40 = 4294967297 var y : u3 {transitions}"));
}

/// The values of guards fill several words.
#[test]
fn many_guards_are_evaluated() {
    let transitions: String =
        (0..150).map(|v| format!("transition t {{ when x <u {v}:8 set x = {} }} ", v + 1)).collect();
    agree(&format!("system s process p thread t in p var x : u8 {transitions}"));
}

/// Guards that contradict one another never hold together, though each decides a place in the code.
#[test]
fn contradictions_are_not_enabled() {
    agree(
        "system s process p thread t in p counter pc var pc : u2 transition t { when pc == 0 when pc == 1 set pc = 2 }",
    );
}

/// A failure before a choice of a thread that goes on alone counts once; one that runs alone in circles is stuck.
#[test]
fn threads_that_go_on_alone() {
    let head = "system s process p thread t in p counter pc var pc : u2";
    agree(&format!(
        "{head} transition t {{ when pc == 0 check assert false set pc = 1 alone t }}
        transition t {{ when pc == 1 set pc = 2 }} transition t {{ when pc == 1 set pc = 3 }}"
    ));
    agree(&format!("{head} transition t {{ when pc == 0 set pc = 0 alone t }} end false"));
}

/// Copies of whole arrays and of parts, narrow and wide, short and long, where the target is read as well.
#[test]
fn arrays_are_copied() {
    for (width, length) in [(1, 5), (1, 70), (3, 9), (8, 4), (8, 100), (32, 3), (32, 20), (40, 9), (64, 12)] {
        agree(&format!(
            "system s process p thread t in p counter pc var pc : u2 var x : u8 = 3 var a : u{width}[{length}]
             var b : u{width}[{length}] = 1 var c : u{width}[7]
             transition t {{ when pc == 0 set pc = 1 set a[zext(32, x)] = 1 set b[1] = 0 }}
             transition t {{ when pc == 1 set pc = 2 fill c = a[position + 1] set c[2] = 1 fill a = b[position]
                fill b = ite(position <u 3, a[position], b[position - 1]) set x = x + 1 }}
             transition t {{ when pc == 2 set pc = 1 set a[0] = 1 fill a = a[{length} - 1 - position] ^ c[zext(8, trunc(3, position))] }}"
        ));
    }
}
