//! What several targets do with a model once it is read.

use std::collections::HashSet;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::{Language, Source};
use kulan_ir::{Instance, Interpreter, System, ThreadId, Valuation};
use kulan_transform::{Passes, transform};

/// Longer models are not lowered.
const LONGEST: usize = 3000;
/// Systems with more transitions are not explored.
const MOST_TRANSITIONS: usize = 400;
/// States to see of a system.
const STATES: usize = 200;
/// Choices of inputs to try in each state.
const INPUTS: usize = 20;
/// Instances to add.
const INSTANCES: usize = 6;

/// Reads a model. What is correct and small is lowered, transformed, and explored a little.
pub fn try_model(language: Language, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model", text.as_ref());
    let loader = MemoryLoader::new().with("a.inc", "byte included;\n#define MACRO(x) (x + 1)\n");
    let source = kulan_frontend::read(language, main, &loader, &Default::default(), &mut sources, &mut diagnostics);
    let messages = Renderer::new(&sources).render_all(&diagnostics);
    assert!(source.is_some() || !messages.is_empty(), "refused without a word");
    if let Some(source) = source.filter(|_| data.len() <= LONGEST) {
        run(&source, &sources);
    }
}

/// Explores a model with what instances turn up.
fn run(source: &Source, sources: &SourceMap) {
    let mut instances = Vec::new();
    for _ in 0..INSTANCES {
        let system = source.system(sources, &instances, &source.properties());
        assert_eq!(kulan_ir::validate(&system), Ok(()));
        if system.transitions.len() > MOST_TRANSITIONS {
            return;
        }
        match explore(&system) {
            Some(instance) => instances.push(instance),
            None => {
                explore(&transform(&system, Passes { split: true, narrow: Some(2), ..Passes::USUAL }));
                for property in source.properties() {
                    source.observed(sources, &instances, &property);
                }
                return;
            }
        }
    }
}

/// Sees some states of a system, unless it is large; a missing instance ends it.
pub fn explore(system: &System) -> Option<Instance> {
    if system.transitions.len() > MOST_TRANSITIONS {
        return None;
    }
    let interpreter = Interpreter::new(system);
    let start: (Valuation, Option<ThreadId>) = (interpreter.initial(), None);
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some((state, alone)) = todo.pop() {
        let _ = interpreter.holds(&state, system.valid_end);
        for t in interpreter.enabled(&state, alone) {
            let transition = system.transition(t);
            for inputs in kulan_ir::inputs::tuples(system, t).unwrap_or_default().iter().take(INPUTS) {
                let fired = interpreter.fire(&state, t, inputs);
                let mut failed = fired.failed.iter().map(|&f| &transition.checks[f]);
                if let Some(instance) = failed.find_map(|check| check.instance) {
                    return Some(instance);
                }
                let next = fired.state.map(|s| (s, transition.continues));
                todo.extend(next.filter(|n| seen.len() < STATES && seen.insert(n.clone())));
            }
        }
    }
    None
}
