//! One question: does this reduction keep what it must on this system?

use std::collections::BTreeSet;
use std::fmt;

use kulan_ir::System;
use kulan_model::{Generator, Interpreted, Model, Successors};
use kulan_relations::{Method, Relations, Subject, relations};
use kulan_stubborn::{Algorithm, Chooser, Options, Reduced, Strength, Tables, sticky};
use kulan_validate::{Claims, Graph, Scope, validate};

/// States of the largest systems that are looked at.
const LIMIT: usize = 1_500;

/// What was done.
#[derive(Default, Debug)]
pub struct Tally {
    systems: u64,
    too_large: u64,
    questions: u64,
    sets: u64,
    full: u64,
    reduced: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { systems, too_large, questions, sets, full, reduced } = self;
        write!(
            f,
            "{questions} questions on {systems} systems ({too_large} too large), {sets} sets checked, \
             {reduced} states for {full}"
        )
    }
}

/// All ways to reduce.
pub fn every() -> Vec<Options> {
    let mut list = Vec::new();
    for algorithm in [Algorithm::Closure, Algorithm::Beam, Algorithm::Deletion] {
        for strength in [Strength::Strong, Strength::Weak] {
            for (disabling, heuristic) in [(true, true), (false, true), (true, false)] {
                if heuristic || algorithm != Algorithm::Deletion {
                    list.push(Options { algorithm, strength, disabling, heuristic });
                }
            }
        }
    }
    list
}

/// What a reduction relies on, to be tampered with.
pub struct Ground<'s> {
    pub subject: &'s Subject,
    pub relations: Relations,
    /// Which transitions are sticky, where a proviso is needed.
    pub sticky: Option<Vec<bool>>,
}

/// Asks of a system all that can be asked, or says what is wrong.
pub fn ask_all(system: &System, tally: &mut Tally) -> Result<(), String> {
    ask_with(system, tally, &mut |_| {})
}

/// The same after `tamper` changed what the reduction relies on.
pub fn ask_with(system: &System, tally: &mut Tally, tamper: &mut dyn FnMut(&mut Ground)) -> Result<(), String> {
    for assertions in [true, false] {
        for method in METHODS {
            let mut subject = Subject::new(system, assertions);
            let (found, _) = relations(&mut subject, *method);
            let model = Interpreted::new(&subject.system);
            let Some(graph) = Graph::explore(&subject, &model, LIMIT) else {
                tally.too_large += 1;
                return Ok(());
            };
            let expected = (graph.deadlocks().map(<[u32]>::to_vec).collect(), graph.failures().collect());
            let checks = subject.system.transitions.iter().any(|t| !t.checks.is_empty());
            let proviso = checks || !subject.goals.is_empty();
            let sticky = proviso.then(|| sticky(&subject.system, &found));
            let mut ground = Ground { subject: &subject, relations: found, sticky };
            tamper(&mut ground);
            let tables = Tables::new(&subject, &ground.relations, ground.sticky.as_deref());
            for options in every() {
                let way = || format!("{method:?} {options:?} assertions {assertions}");
                let claims = Claims { strong: options.strength == Strength::Strong, proviso };
                let (mut chooser, mut generator) = (Chooser::new(&tables, options), model.generator());
                let mut guards = vec![0; tables.guard_words];
                let report = validate(&graph, claims, Scope::Full, &mut |state| {
                    generator.guards(state, &mut guards);
                    chooser.stubborn_set(&guards).to_vec()
                });
                if let Some(complaint) = report.complaints.first() {
                    return Err(format!("{}: {complaint:?}", way()));
                }
                let reduced = Reduced::new(&model, &subject, &tables, options);
                let found = explore(&reduced);
                if found != expected {
                    return Err(format!("{}: found {found:?}, not {expected:?}", way()));
                }
                tally.questions += 1;
                tally.sets += report.sets as u64;
                tally.full += report.states as u64;
                tally.reduced += report.reduced as u64;
            }
        }
    }
    tally.systems += 1;
    Ok(())
}

/// Where relations come from.
pub const METHODS: &[Method] = &[Method::Solver, Method::Syntactic];

/// The deadlocks and the failed checks.
type Found = (BTreeSet<Vec<u32>>, BTreeSet<(u32, u32)>);

fn explore<M: Model>(model: &M) -> Found {
    let mut generator = model.generator();
    let mut seen = BTreeSet::from([model.initial()]);
    let mut pending = vec![model.initial()];
    let mut found = Found::default();
    let mut out = Successors::default();
    while let Some(state) = pending.pop() {
        generator.successors(&state, &mut out);
        found.1.extend(out.failures.iter().map(|f| (f.transition.0, f.check)));
        if out.deadlock {
            found.0.insert(state);
        }
        for next in out.states.chunks(model.words()) {
            if seen.insert(next.to_vec()) {
                pending.push(next.to_vec());
            }
        }
    }
    found
}
