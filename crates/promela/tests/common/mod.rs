//! What the reference exploration counts.
#![allow(dead_code)] // a test uses only one of the two functions

use std::collections::BTreeSet;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_ir::CheckKind;
use kulan_ir::reference::explore;
use kulan_testing::spin::{Counts, Problem};

/// What we say about a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// What is counted.
    Counts(Counts),
    /// There are more states than the limit.
    Large,
    /// Errors at run time, and the messages.
    Problems(BTreeSet<Problem>, String),
    /// It is not accepted.
    Refused(String),
}

/// The counts of a model; none if it has more states than `limit`, an error if it is refused or a check other than an
/// assertion fails.
pub fn counts(text: &str, limit: u64) -> Result<Option<Counts>, String> {
    match answer(text, limit) {
        Answer::Counts(counts) => Ok(Some(counts)),
        Answer::Large => Ok(None),
        Answer::Problems(_, message) | Answer::Refused(message) => Err(message),
    }
}

/// The answer for a model with no more than `limit` states.
pub fn answer(text: &str, limit: u64) -> Answer {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.pml", text);
    let model = kulan_promela::parse(main, &MemoryLoader::new(), &[], &mut sources, &mut diags);
    let program = model.and_then(|m| kulan_promela::resolve(&m, &mut diags));
    let Some(program) = program else { return Answer::Refused(Renderer::new(&sources).render_all(&diags)) };
    let mut instances = Vec::new();
    loop {
        let system = kulan_promela::lower(&program, &sources, "model.pml", &instances, None);
        let counts = explore(&system, limit);
        if let Some(instance) = counts.missing {
            instances.push(instance);
            continue;
        }
        if counts.cut {
            return Answer::Large;
        }
        let assertions = counts.failures.get(&CheckKind::Assertion).copied().unwrap_or(0);
        if counts.failures.len() > usize::from(assertions > 0) {
            let problems = counts.failures.keys().map(|&k| problem(k)).collect();
            return Answer::Problems(problems, format!("{:?}", counts.messages));
        }
        let (states, transitions, deadlocks) = (counts.states, counts.transitions, counts.deadlocks);
        return Answer::Counts(Counts { states, transitions, deadlocks, assertions });
    }
}

fn problem(kind: CheckKind) -> Problem {
    match kind {
        CheckKind::Assertion => Problem::Assertion,
        CheckKind::Index => Problem::Index,
        CheckKind::Division => Problem::Division,
        CheckKind::Channel => Problem::Channel,
        CheckKind::Blocked => Problem::Blocked,
        CheckKind::TooManyProcesses => Problem::TooManyProcesses,
        _ => unreachable!("PROMELA has no {kind:?}, or it was added"),
    }
}
