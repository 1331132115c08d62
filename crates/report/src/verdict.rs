//! What an outcome says about each property.

use std::collections::BTreeSet;

use kulan_ir::{CheckKind, System};
use kulan_search::{Kind, Limit, Options, Outcome};
use serde::{Serialize, Serializer};

/// The answer to a question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes, in all states.
    Holds,
    /// No, and there is a counterexample.
    Violated,
    /// Not found out.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// The answer for one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyResult {
    /// What was looked for.
    pub kind: Kind,
    /// Its name in reports.
    pub name: String,
    /// The answer.
    pub verdict: Verdict,
    /// How many violations were met.
    pub errors: u64,
}

/// The answers for all properties that were looked for: deadlocks and assertions where wanted, and every kind of
/// run-time error that some statement of the model could have.
pub fn judge(system: &System, options: &Options, outcome: &Outcome) -> Vec<PropertyResult> {
    let complete = outcome.limit.is_none() && (options.all_errors || outcome.violations.is_empty());
    let kinds = deadlock(options).into_iter().chain(checks(system, options).into_iter().map(Kind::Check));
    kinds
        .map(|kind| {
            let errors = errors(outcome, kind);
            let verdict = match errors {
                0 if complete => Verdict::Holds,
                0 => Verdict::Unknown,
                _ => Verdict::Violated,
            };
            PropertyResult { kind, name: kulan_trace::property_name(kind).to_string(), verdict, errors }
        })
        .collect()
}

fn deadlock(options: &Options) -> Option<Kind> {
    options.deadlocks.then_some(Kind::Deadlock)
}

fn checks(system: &System, options: &Options) -> BTreeSet<CheckKind> {
    let all = system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind);
    let all = all.chain([CheckKind::Assertion]);
    all.filter(|&kind| kind != CheckKind::MissingInstance && options.looks_for(kind)).collect()
}

fn errors(outcome: &Outcome, kind: Kind) -> u64 {
    match kind {
        Kind::Deadlock => outcome.deadlocks,
        Kind::Check(check) => outcome.failures.get(&check).copied().unwrap_or(0),
        Kind::Cycle => outcome.violations.iter().filter(|v| v.kind == kind).count() as u64,
    }
}

/// The answer for all together.
pub fn overall(results: &[PropertyResult]) -> Verdict {
    let any = |verdict| results.iter().any(|r| r.verdict == verdict);
    match () {
        () if any(Verdict::Violated) => Verdict::Violated,
        () if any(Verdict::Unknown) => Verdict::Unknown,
        () => Verdict::Holds,
    }
}

/// The name of a limit in reports.
pub fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "memory",
        Limit::States => "states",
        Limit::Time => "time",
        Limit::Interrupt => "interrupt",
    }
}

/// The option that raises a limit.
pub fn limit_option(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Memory => Some("--memory"),
        Limit::States => Some("--max-states"),
        Limit::Time => Some("--timeout"),
        Limit::Interrupt => None,
    }
}
