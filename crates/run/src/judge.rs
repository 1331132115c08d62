//! What a search for safety says about each property.

use std::collections::BTreeSet;

use kulan_control::Phase;
use kulan_frontend::{Most, Source};
use kulan_ir::{CheckKind, System};
use kulan_report::{Answer, Bound, Proof, PropertyId, PropertyReport, Reason};
use kulan_search::{Kind, Options, Outcome};

/// The answers for all properties that were looked for: deadlocks and assertions where requested, and every kind of
/// run-time error that some statement of the model could cause.
///
/// Where the search met one of the bounds of the system, what holds, holds within it.
pub fn judge(
    system: &System,
    options: &Options,
    outcome: &Outcome,
    source: &Source,
    depth: Option<u64>,
) -> Vec<PropertyReport> {
    let answer =
        |errors: u64| if errors > 0 { Answer::Violated(None) } else { unviolated(options, outcome, source, depth) };
    let kinds = asked(system, options, source).into_iter();
    kinds
        .map(|kind| {
            let errors = errors(outcome, kind);
            let name = kulan_trace::property_name(kind).into();
            PropertyReport { id: PropertyId::of(kind), name, instance: Vec::new(), answer: answer(errors), errors }
        })
        .collect()
}

/// What a search, perhaps of runs up to a depth only, says of a property that it has found no violation of.
pub fn unviolated(options: &Options, outcome: &Outcome, source: &Source, depth: Option<u64>) -> Answer {
    let met = |kind: CheckKind| outcome.failures.contains_key(&kind);
    let within = source.bounds().map_or(Bound::default(), |b| {
        let threads = met(CheckKind::Threads).then_some(b.threads);
        let frames = met(CheckKind::Frames).then_some(b.frames);
        let objects = (b.always || met(CheckKind::Objects)).then_some(b.objects);
        let number = |most: Option<Most>| most.map(|m| m.number);
        Bound {
            threads: number(threads),
            frames: number(frames),
            objects: number(objects),
            by_default: [threads, frames, objects].into_iter().flatten().any(|m| !m.chosen),
            ..Bound::default()
        }
    });
    let within = Bound { depth, ..within };
    let open = match outcome.limit {
        Some(limit) => Some(Reason::Limit(limit, Phase::Search)),
        // Whoever repairs that violation learns about the rest.
        None if !options.all_errors && !outcome.violations.is_empty() => Some(Reason::OtherViolation),
        None => met(CheckKind::Unsupported).then_some(Reason::Unsupported),
    };
    match open {
        None if within != Bound::default() => Answer::HoldsWithin(within),
        None => Answer::Holds(Proof::Search),
        Some(reason) => Answer::Unknown(reason),
    }
}

/// What a graph of all states says of local deadlocks that it has found none of. Where a run ends with an error, nobody
/// knows how the others would go on, so the graph takes it that they would.
pub fn nobody_stuck(options: &Options, outcome: &Outcome, source: &Source) -> Answer {
    let ends_runs = |kind: &CheckKind| !kind.goes_on() && !kind.is_limit();
    match unviolated(options, outcome, source, None) {
        Answer::Holds(_) | Answer::HoldsWithin(_) if outcome.failures.keys().any(ends_runs) => {
            Answer::Unknown(Reason::OtherViolation)
        }
        answer => answer,
    }
}

/// The kinds of violations that are looked for.
pub fn asked(system: &System, options: &Options, source: &Source) -> Vec<Kind> {
    let all = system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind);
    // Of a condition that is always true, no check may be left.
    let invariants = source.has_invariants().then_some(CheckKind::Invariant);
    let all = all.chain([CheckKind::Assertion]).chain(source.kinds()).chain(invariants);
    let checks: BTreeSet<CheckKind> =
        all.filter(|&kind| kind != CheckKind::MissingInstance && !kind.is_limit() && options.looks_for(kind)).collect();
    options.deadlocks.then_some(Kind::Deadlock).into_iter().chain(checks.into_iter().map(Kind::Check)).collect()
}

fn errors(outcome: &Outcome, kind: Kind) -> u64 {
    match kind {
        Kind::Deadlock => outcome.deadlocks,
        Kind::Check(check) => outcome.failures.get(&check).copied().unwrap_or(0),
        Kind::Cycle | Kind::LocalDeadlock => outcome.violations.iter().filter(|v| v.kind == kind).count() as u64,
    }
}
