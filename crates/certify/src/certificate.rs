//! What a certificate says.

use std::collections::{BTreeMap, BTreeSet};

use kulan_ir::text::{Conditions, print_conditions};
use kulan_ir::{CheckKind, ExprId, Instance, System};
use kulan_trace::Reading;

use crate::fingerprint::fingerprint;

/// What never happens, according to a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Whether that includes deadlocks.
    pub deadlock: bool,
    /// The kinds of checks that never fail. A check of another kind may, and ends the run if it is one that does.
    pub checks: BTreeSet<CheckKind>,
}

impl Asked {
    /// All names of properties, as in reports.
    pub fn names(&self) -> Vec<&'static str> {
        let deadlock = self.deadlock.then_some("deadlock");
        deadlock.into_iter().chain(self.checks.iter().map(|kind| kind.property())).collect()
    }
}

/// How the invariant proves it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// By one step: the invariant is inductive, and no state of it has a violation.
    Ic3,
    /// By this many states in a row, at least one: where they satisfy the invariant and have no violation, so does the next.
    KInduction(u32),
}

/// How the system came about: all that is needed to build it again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The model as it was named.
    pub model: String,
    /// How it was read.
    pub reading: Reading,
    /// The temporal properties that must have a value in each state.
    pub watched: Vec<String>,
    /// Processes that are created at run time, in the order in which the system has them.
    pub instances: Vec<Instance>,
    /// Whether local steps are merged.
    pub merge: bool,
    /// Whether dead variables are reset.
    pub reset_dead: bool,
}

/// A proof that a system has no violation.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// How the system came about.
    pub origin: Origin,
    /// What never happens.
    pub asked: Asked,
    /// Bounds that limit the claim, by the kind of check that says that one was met: what lies beyond was not looked at.
    pub within: BTreeMap<CheckKind, u64>,
    /// How the invariant proves it.
    pub method: Method,
    pub(crate) fingerprint: u64,
    pub(crate) clauses: Conditions,
    /// The line of the file in which what is shared begins.
    pub(crate) first_line: usize,
}

impl Certificate {
    /// A certificate for a system as it was checked: the conjunction of the clauses, conditions of the system, proves that
    /// nothing of what was asked happens.
    pub fn new(system: &System, asked: Asked, method: Method, clauses: &[ExprId]) -> Certificate {
        Certificate {
            origin: Origin::default(),
            asked,
            within: BTreeMap::new(),
            method,
            fingerprint: fingerprint(system),
            clauses: print_conditions(system, clauses),
            first_line: 0,
        }
    }

    /// The clauses as text; some refer to what they share.
    pub fn clauses(&self) -> &[String] {
        &self.clauses.conditions
    }

    /// Whether it is about this system, or about another one.
    pub fn fits(&self, system: &System) -> bool {
        self.fingerprint == fingerprint(system)
    }

    /// Whether it is broken by a check of this kind that fails. One that says that the system is not all there always breaks
    /// it, unless the certificate names the bound.
    pub fn forbids(&self, kind: CheckKind) -> bool {
        let is_gap = kind == CheckKind::MissingInstance || kind.is_limit();
        self.asked.checks.contains(&kind) || (is_gap && !self.within.contains_key(&kind))
    }
}
