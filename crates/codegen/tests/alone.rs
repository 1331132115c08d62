//! Threads that go on alone for long.

use kulan_codegen::Compiled;
use kulan_control::{Control, Limit};
use kulan_ir::{System, text};
use kulan_model::{Generator, Guarded, GuardedModel, Interpreted, Successors};

/// A thread that counts alone up to a number.
fn counter(to: u64) -> System {
    let source = format!(
        "system s process p thread t in p var n: u64 transition t {{ when !(n == {to}:64) set n = n + 1 alone t }}"
    );
    text::parse(&source).expect("a system")
}

/// The successors of the initial state, all and by the first transition.
fn successors<M: GuardedModel>(model: &M, control: &Control) -> [Successors; 2] {
    let (mut all, mut first) = (Successors::default(), Successors::default());
    let mut generator = model.guarded(control);
    generator.successors(&model.initial(), &mut all);
    generator.fire(&model.initial(), kulan_ir::TransitionId(0), &mut first);
    [all, first]
}

#[test]
fn a_long_way_needs_no_stack() {
    let (system, control) = (counter(300_000), Control::default());
    let compiled = Compiled::new(&system).expect("it compiles");
    for found in successors(&compiled, &control).into_iter().chain(successors(&Interpreted::new(&system), &control)) {
        assert_eq!(found.states, [300_000, 0]);
    }
}

#[test]
fn an_endless_way_ends_when_the_run_is_stopped() {
    let system = counter(u64::MAX);
    let control = Control::default();
    control.stop(Limit::Time);
    let compiled = Compiled::new(&system).expect("it compiles");
    for found in successors(&compiled, &control).into_iter().chain(successors(&Interpreted::new(&system), &control)) {
        assert!(found.states.is_empty() && !found.deadlock, "the state has a successor, only it was not found");
    }
}

/// A thread that takes so many steps alone, each in two ways that come to the same.
fn diamonds(to: u64) -> System {
    let step = format!("transition t {{ when !(n == {to}:64) set n = n + 1 alone t }}");
    let source = format!("system s process p thread t in p var n: u64 var m: u64 {step} {step}");
    text::parse(&source).expect("a system")
}

/// Very many paths take neither time nor memory, and are counted all the same.
#[test]
fn paths_that_meet_are_followed_once() {
    for to in [3, 8, 12, 60] {
        let (system, control) = (diamonds(to), Control::default());
        let compiled = Compiled::new(&system).expect("it compiles");
        let [all, first] = successors(&compiled, &control);
        let number = |found: &Successors| found.states.len() as u64 / 4 + found.repeats;
        assert_eq!((number(&all), number(&first)), (1 << to, 1 << (to - 1)), "{to} steps");
        assert!(all.states.len() < 100_000);
        if to <= 12 {
            let [every, _] = successors(&Interpreted::new(&system), &control);
            assert_eq!(number(&every), 1 << to, "{to} steps");
        }
    }
}

/// Walks alone over a random graph, with loops or without: both ways to run count the same transitions and failures.
#[test]
fn loops_are_counted_once() {
    let random = &mut kulan_testing::Random::new(5);
    let (mut with_loops, mut most) = (0, 0);
    for _ in 0..200 {
        let places = 3 + random.below(6);
        let edges: Vec<_> =
            (0..places + random.below(12)).map(|_| (random.below(places), random.below(places))).collect();
        let step = |&(from, to): &(usize, usize)| {
            let check = if (from + to) % 5 == 0 { "check assert false" } else { "" };
            let alone = if to == 0 { "" } else { "alone t" };
            format!("transition t {{ when pc == {from} {check} set pc = {to} {alone} }}\n")
        };
        let steps: String = edges.iter().map(step).collect();
        let source = format!("system s process p thread t in p var pc: u8 {steps}");
        let system = text::parse(&source).expect("a system");
        let control = Control::default();
        let compiled = Compiled::new(&system).expect("it compiles");
        let [all, _] = successors(&compiled, &control);
        let [every, _] = successors(&Interpreted::new(&system), &control);
        let sorted = |found: &Successors| {
            let mut states = found.states.clone();
            states.sort_unstable();
            (states, found.repeats, found.failures.len())
        };
        assert_eq!(sorted(&all), sorted(&every), "{source}");
        with_loops += usize::from(edges.iter().any(|&(from, to)| from != 0 && from >= to && to != 0));
        most = most.max(all.states.len());
    }
    assert!(with_loops > 100 && most > 5, "{with_loops} graphs may have loops, {most} successors at most");
}
