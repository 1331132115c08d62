//! What is lowered behaves as the program does.

mod random;
mod simulate;

use std::collections::HashSet;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_ir::{Interpreter, System, reference};
use kulan_testing::Random;

use crate::{Program, parse};
use simulate::Found;

fn read(text: &str, defines: &[(&str, &str)]) -> (Program, SourceMap) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.tmc", text);
    let defines: Vec<_> = defines.iter().map(|(n, v)| (n.to_string(), Some(v.to_string()))).collect();
    let program = parse(main, &sources, &defines, &mut diags);
    let messages = Renderer::new(&sources).render_all(&diags);
    (program.unwrap_or_else(|| panic!("{text}\n{messages}")), sources)
}

/// Explores a system as the simulation explores a program.
fn explore(system: &System, limit: usize) -> Option<Found> {
    let interpreter = Interpreter::new(system);
    let mut found = Found { holds: vec![0; system.labels.len()], ..Found::default() };
    let start = interpreter.initial();
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        for (count, label) in found.holds.iter_mut().zip(&system.labels) {
            *count += usize::from(interpreter.holds(&state, label.predicate));
        }
        let paths = reference::successors(&interpreter, system, &state);
        found.deadlocks += usize::from(paths.is_empty() && !interpreter.holds(&state, system.valid_end));
        for path in paths {
            found.failures.extend(path.failures.iter().map(|&(t, c)| system.transition(t).checks[c].kind));
            let Some(next) = path.state else { continue };
            found.transitions += 1;
            if seen.insert(next.clone()) {
                todo.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    found.states = seen.len();
    Some(found)
}

/// Compares; tells whether the program was small enough.
fn compare(text: &str, defines: &[(&str, &str)], limit: usize) -> bool {
    let (program, sources) = read(text, defines);
    let system = program.system(&sources);
    assert_eq!(kulan_ir::validate(&system), Ok(()), "{text}");
    let expected = simulate::explore(&program, limit);
    assert_eq!(explore(&system, limit), expected, "{text}\n{}", kulan_ir::text::print(&system));
    expected.is_some()
}

#[test]
fn examples_behave_as_simulated() {
    let coordinator = include_str!("../../../../examples/tmc/coordinator-barrier.tmc");
    let dissemination = include_str!("../../../../examples/tmc/dissemination-barrier.tmc");
    let producers = include_str!("../../../../examples/tmc/producers-consumer.tmc");
    let shared = include_str!("../../../../examples/tmc/shared-producer-consumer.tmc");
    for n in ["1", "2", "3"] {
        for size in ["0", "1", "2"] {
            for text in [coordinator, dissemination, producers] {
                assert!(compare(text, &[("N", n), ("chanSize", size)], 20_000));
            }
        }
        assert!(compare(shared, &[("N", n)], 20_000));
    }
}

#[test]
fn random_programs_behave_as_simulated() {
    let mut compared = 0;
    for seed in 0..600 {
        let text = random::program(&mut Random::new(seed));
        compared += usize::from(compare(&text, &[], 1500));
    }
    assert!(compared > 300, "only {compared} programs were small enough");
}
