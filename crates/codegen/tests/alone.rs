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
