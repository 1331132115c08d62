//! What a search has found to be wrong so far.

use std::collections::BTreeMap;

use kulan_ir::{CheckKind, TransitionId};
use kulan_model::Failure;

use crate::{Kind, Limit, Options, Outcome, Violation};

/// Checks of a kind that are no violations and are remembered.
const LEFT_OUT: usize = 5;

/// Failed checks, violations, and the limit that was reached.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    failures: BTreeMap<CheckKind, u64>,
    left_out: Vec<Failure>,
    violations: Vec<Violation>,
    endless: Option<TransitionId>,
    limit: Option<Limit>,
}

impl Findings {
    /// Counts a failed check that the search looks for; returns whether it is a violation.
    pub fn count(&mut self, failure: Failure) -> bool {
        *self.failures.entry(failure.kind).or_default() += 1;
        if failure.kind.is_limit() {
            self.leave_out(failure);
        }
        !failure.kind.is_limit()
    }

    /// Keeps a few of the checks that are no violations; the search goes on.
    fn leave_out(&mut self, failure: Failure) {
        let same = |f: &&Failure| f.kind == failure.kind;
        let known = self.left_out.iter().any(|f| (f.transition, f.check) == (failure.transition, failure.check));
        if !known && self.left_out.iter().filter(same).count() < LEFT_OUT {
            self.left_out.push(failure);
        }
    }

    /// Keeps one of the transitions after which a thread goes on alone forever, always the same if all are met.
    pub fn note_endless(&mut self, t: TransitionId) {
        self.endless = Some(self.endless.map_or(t, |known| known.min(t)));
    }

    /// Whether there is a violation of a kind.
    pub fn knows(&self, kind: Kind) -> bool {
        self.violations.iter().any(|v| v.kind == kind)
    }

    /// The violations.
    pub fn violations(&mut self) -> &mut Vec<Violation> {
        &mut self.violations
    }

    /// Keeps the first violation of each kind.
    pub fn add(&mut self, violation: Violation) {
        if !self.knows(violation.kind) {
            self.violations.push(violation);
        }
    }

    /// Notes the limit that ends the search; the first one counts.
    pub fn limit(&mut self, limit: Limit) {
        self.limit.get_or_insert(limit);
    }

    /// What was found, without the counts. The control was stopped by `stopped`, whether or not a worker noticed: the last
    /// expansion may have been cut short.
    pub fn outcome(&mut self, options: &Options, stopped: Option<Limit>) -> Outcome {
        let ended_by_violation = !self.violations.is_empty() && !options.all_errors;
        Outcome {
            failures: std::mem::take(&mut self.failures),
            violations: std::mem::take(&mut self.violations),
            left_out: std::mem::take(&mut self.left_out),
            endless: self.endless,
            limit: self.limit.or_else(|| stopped.filter(|_| !ended_by_violation)),
            ..Outcome::default()
        }
    }
}

impl Options {
    /// Whether a violation of a kind ends the search. A missing instance always does: it must begin again.
    pub fn ends_with(&self, kind: Kind) -> bool {
        !self.all_errors || kind == Kind::Check(CheckKind::MissingInstance)
    }
}
