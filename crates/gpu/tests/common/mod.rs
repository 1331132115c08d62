//! What the tests on an emulated device and on a real one share.

#![allow(dead_code)] // each test uses some of it

use std::collections::BTreeMap;

use kulan_control::Control;
use kulan_gpu::{Device, Found, Program, Sizes, search};
use kulan_ir::{CheckKind, Display, Owner, System, Target, Update, Variable, reference};
use kulan_model::Interpreted;
use kulan_search::Options;
use kulan_testing::{Random, expr};

/// A number from the environment.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Sizes that make everything grow, over and over.
pub const TINY: Sizes = Sizes { chunk: 200, entries: 16, left: 4, host: 0, index_bits: 62 };

/// What is looked for: everything, to the end.
pub fn everything() -> Options {
    Options { all_errors: true, threads: 2, ..Options::default() }
}

/// The same system from another initial state, in which every run ends after some steps.
pub fn aged(mut system: System, steps: u64, random: &mut Random) -> System {
    let state = expr::state(random, &system);
    let mut values = state.0.into_iter();
    for variable in &mut system.variables {
        variable.initial = values.by_ref().take(variable.initial.len()).collect();
    }
    let age = system.add_variable(Variable {
        name: "age".into(),
        width: 4,
        signed: false,
        elements: None,
        owner: Owner::System,
        initial: vec![0],
        display: Display::Hidden,
    });
    if let Some(values) = &mut system.error_state {
        values.push(vec![0]);
    }
    let read = system.read(age);
    let (most, one) = (system.exprs.constant(4, steps), system.exprs.constant(4, 1));
    let is_young = system.exprs.binary(kulan_ir::BinaryOp::UnsignedLess, read, most);
    let older = system.exprs.binary(kulan_ir::BinaryOp::Add, read, one);
    system.guards.push(is_young);
    let guard = kulan_ir::GuardId(system.guards.len() as u32 - 1);
    for transition in system.transitions.iter_mut().filter(|t| !t.is_observer()) {
        transition.guards.push(guard);
        transition.updates.push(Update { target: Target::Var(age), value: older });
    }
    system
}

/// Searches a system on a device.
pub fn run<D: Device>(system: &System, device: &mut D, sizes: Sizes, options: &Options) -> Found {
    let program = Program::new(system, options, sizes).expect("a system for a device");
    program.load(device).expect("code that can be read");
    search((system, &program), &Interpreted::new(system), device, options, &Control::default())
}

/// What a search is compared by: states, transitions, deadlocks and failed checks.
pub type Counted = (u64, u64, u64, BTreeMap<CheckKind, u64>);

/// The counts of a search.
pub fn counted(found: &Found) -> Counted {
    let outcome = &found.outcome;
    (outcome.states, outcome.transitions, outcome.deadlocks, outcome.failures.clone())
}

/// The counts of the reference exploration; none if there are too many states.
pub fn expected(system: &System, limit: u64) -> Option<Counted> {
    let counts = reference::explore(system, limit);
    (!counts.cut).then_some((counts.states, counts.transitions, counts.deadlocks, counts.failures))
}

/// What a device found of a system, and how it differs from what the reference exploration finds; none if there are too
/// many states.
pub fn difference<D: Device>(
    system: &System,
    device: &mut D,
    sizes: Sizes,
    limit: u64,
) -> Option<(Found, Option<String>)> {
    let right = expected(system, limit)?;
    let found = run(system, device, sizes, &everything());
    let (left, limit) = (counted(&found), found.outcome.limit);
    let is_same = left == right && found.fault.is_none() && limit.is_none();
    let what = (!is_same).then(|| format!("device    {left:?} {:?} {limit:?}\nreference {right:?}", found.fault));
    Some((found, what))
}
