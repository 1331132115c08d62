//! Comparison of a check with the reference exploration.

use std::collections::BTreeSet;

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_ir::System;
use kulan_ir::reference::{Choice, Counts, explore, explore_with};
use kulan_run::{Control, Passes, Setup, Workshop, run};
use kulan_search::{Kind, Outcome};
use kulan_testing::promela::Program;
use kulan_trace::reconstruct;
use kulan_transform::transform;

use crate::ways::{PASSES, ways};

/// States of the largest models that are compared.
const LIMIT: u64 = 4_000;

/// The kinds of errors that a model has.
pub type Kinds = BTreeSet<Kind>;

/// The errors of the program, unless it is too large to be compared; or what is wrong.
pub fn program(program: &Program, seed: u64) -> Result<Option<Kinds>, String> {
    text(&program.to_string(), seed)
}

/// The errors of the model, unless it is too large to be compared; or what is wrong.
pub fn text(text: &str, seed: u64) -> Result<Option<Kinds>, String> {
    match workshop(text).and_then(complete) {
        Some(base) => system(&base, seed),
        None => Ok(None),
    }
}

/// A model in PROMELA, if it is right.
pub fn workshop(text: &str) -> Option<Workshop> {
    let mut sources = SourceMap::new();
    let main = sources.add("model.pml", text);
    let language = kulan_frontend::Language::Promela;
    let mut diagnostics = Diagnostics::new();
    let source =
        kulan_frontend::read(language, main, &MemoryLoader::new(), &Default::default(), &mut sources, &mut diagnostics);
    source.map(|source| Workshop::new(source, sources))
}

/// The system with all instances that it creates, unless it is too large.
fn complete(mut workshop: Workshop) -> Option<System> {
    loop {
        let base = workshop.system();
        let counts = explore(&base, LIMIT);
        if let Some(instance) = counts.missing {
            if !workshop.add(instance) {
                return None;
            }
        } else {
            return (!counts.cut).then_some(base);
        }
    }
}

/// The errors of the system, unless it is too large to be compared; or what is wrong.
pub fn system(base: &System, seed: u64) -> Result<Option<Kinds>, String> {
    let expected = explore(base, LIMIT);
    if expected.cut {
        return Ok(None);
    }
    classes(base, &expected)?;
    for passes in PASSES {
        let transformed = transform(base, passes);
        let counts = explore(&transformed, LIMIT);
        transformation(&expected, &counts, passes, chooses(base)).map_err(|e| format!("{passes:?}: {e}"))?;
        for setup in ways(seed) {
            let way = || format!("{passes:?} {:?} {:?} {:?}", setup.execution, setup.store, setup.search);
            let outcome = search(&transformed, &counts, &setup).map_err(|e| format!("{}: {e}", way()))?;
            replays(base, &transformed, &outcome).map_err(|e| format!("{}: {e}", way()))?;
        }
    }
    Ok(Some(kinds(&expected)))
}

/// All inputs lead to the states to which one of each class leads.
fn classes(base: &System, expected: &Counts) -> Result<(), String> {
    if !chooses(base) {
        return Ok(());
    }
    let all = explore_with(base, LIMIT, Choice::All);
    let counts = |c: &Counts| (c.states, c.deadlocks, kinds(c));
    same(&counts(&all), &counts(expected)).map_err(|e| format!("classes of inputs: {e}"))
}

fn chooses(system: &System) -> bool {
    system.transitions.iter().any(|t| !t.inputs.is_empty())
}

/// The same kinds of errors in no more states; without passes, the same counts. Transitions and failures are counted per
/// class of inputs, and several transitions put together tell other classes apart than each by itself.
fn transformation(base: &Counts, found: &Counts, passes: Passes, chooses: bool) -> Result<(), String> {
    if passes == PASSES[0] && !chooses {
        return same(&tuple(base), &tuple(found));
    }
    if passes == PASSES[0] {
        let counts = |c: &Counts| (c.states, c.deadlocks, kinds(c));
        return same(&counts(base), &counts(found));
    }
    same(&kinds(base), &kinds(found))?;
    if found.states > base.states {
        return Err(format!("{} states became {}", base.states, found.states));
    }
    // Merging goes through fewer states, but ends in the same ones.
    match passes.reset_dead {
        false => same(&base.deadlocks, &found.deadlocks).map_err(|e| format!("deadlocks: {e}")),
        true => Ok(()),
    }
}

/// A search counts what the reference does in the same system.
fn search(system: &System, expected: &Counts, setup: &Setup) -> Result<Outcome, String> {
    let outcome = run(system, setup, &Control::default()).map_err(|e| e.message().to_string())?.outcome;
    same(&tuple(expected), &(outcome.states, outcome.transitions, outcome.deadlocks, outcome.failures.clone()))?;
    same(&kinds(expected), &violated(&outcome))?;
    Ok(outcome)
}

/// Violations are runs of the original.
fn replays(base: &System, system: &System, outcome: &Outcome) -> Result<(), String> {
    for violation in &outcome.violations {
        reconstruct(base, system, violation).map_err(|e| format!("{:?} does not replay: {e}", violation.kind))?;
    }
    Ok(())
}

type Tuple = (u64, u64, u64, std::collections::BTreeMap<kulan_ir::CheckKind, u64>);

fn tuple(counts: &Counts) -> Tuple {
    (counts.states, counts.transitions, counts.deadlocks, counts.failures.clone())
}

fn kinds(counts: &Counts) -> Kinds {
    let failures = counts.failures.keys().map(|&k| Kind::Check(k));
    failures.chain((counts.deadlocks > 0).then_some(Kind::Deadlock)).collect()
}

fn violated(outcome: &Outcome) -> Kinds {
    outcome.violations.iter().map(|v| v.kind).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(expected: &T, found: &T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
}
