//! Which processes a model creates at run time.

use kulan_diagnostics::SourceMap;
use kulan_frontend::{Instance, Source};
use kulan_ir::{CheckKind, Interpreter, System, Valuation, reference};
use kulan_search::{Kind, Outcome};

/// Steps of the probe's walks.
const WALK: usize = 200;
/// Walks of the probe, each in another direction.
const WALKS: u64 = 4;

/// The instances that a few random walks by the interpreter meet. Nothing depends on their finding all: a search that
/// meets another begins again with it.
pub fn probe(source: &Source, sources: &SourceMap) -> Vec<Instance> {
    let mut instances = Vec::new();
    for seed in 0..WALKS {
        while let Some(missing) = walk(&source.system(sources, &instances), seed) {
            instances.push(missing);
        }
        if instances.is_empty() {
            break; // nothing is created: the first walk met no `run`
        }
    }
    instances
}

/// Walks until an instance is missing.
fn walk(system: &System, seed: u64) -> Option<Instance> {
    let interpreter = Interpreter::new(system);
    let mut state = interpreter.initial();
    let mut random = seed;
    for _ in 0..WALK {
        let paths = reference::successors(&interpreter, system, &state);
        for path in &paths {
            for &(t, check) in &path.failures {
                let check = &system.transition(t).checks[check];
                if check.kind == CheckKind::MissingInstance {
                    return kulan_frontend::missing_instance(&check.message);
                }
            }
        }
        state = pick(paths.into_iter().filter_map(|p| p.state).collect(), &mut random)?;
    }
    None
}

/// Some element, in a different order for each seed.
fn pick(mut states: Vec<Valuation>, random: &mut u64) -> Option<Valuation> {
    *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let index = (*random >> 33) as usize % states.len().max(1);
    (!states.is_empty()).then(|| states.swap_remove(index))
}

/// The message of the check that ended a search for want of an instance.
pub fn missing(system: &System, outcome: &Outcome) -> Option<String> {
    let wanted = Kind::Check(CheckKind::MissingInstance);
    let failure = outcome.violations.iter().find(|v| v.kind == wanted)?.failure?;
    Some(system.transition(failure.transition).checks[failure.check as usize].message.clone())
}
