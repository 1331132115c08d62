//! Runs: from a request to a report.
//!
//! [`check`] does what `kulan check` does: it reads a model, decides which properties to check, prepares, searches,
//! replays counterexamples and reports what it found. [`check_with`] does so under a [`Control`], through which it can
//! be monitored and stopped from outside, and notifies a [`Sink`] of what happens.
//!
//! ```
//! use kulan_run::{Request, check};
//!
//! let report = check(&Request::text("model.pml", "byte x; active proctype P() { x = 1; assert(x == 2) }"));
//! assert_eq!(report.verdict().word(), "violated");
//! let (property, counterexample) = report.counterexamples().next().expect("a violation has one");
//! assert_eq!((property.name.as_str(), counterexample.steps.len()), ("assert", 2));
//! ```
//!
//! **Invariant:** every phase ends soon after the control is stopped. Single-threaded phases unwind from a checkpoint,
//! a search returns what it has; the report then says what is known, and in which phase the run was.

mod asking;
mod auto;
mod bounds;
mod caught;
mod certify;
mod clang;
mod counterexample;
mod describe;
mod explicit;
mod fewest;
mod gpu;
mod instances;
mod judge;
mod load;
mod local_deadlock;
mod naming;
mod portfolio;
mod programs;
mod proved;
mod reading;
mod reduction;
mod request;
mod safety;
mod session;
mod setup;
mod shortcut;
mod shorten;
mod symbolic;
mod temporal;
mod transactions;
mod vacuity;
mod workshop;

use kulan_control::Times;
use kulan_ir::System;
use kulan_report::{Comparison, ProgramFigures};
use kulan_search::Outcome;

pub use certify::{Certified, Claimed, certificate_of, certify, origin_of};
pub use counterexample::{counterexample_of, lasso_of, last_state, standings_of, stuck_of, trace_file};
pub use describe::{algorithm_name, relations_name, strength_name};
pub use fewest::is_shortest;
pub use gpu::Device;
pub use kulan_control::{Control, Limit, Limits, Monitor, Phase, Snapshot};
pub use kulan_report::{Answer, Counterexample, Error, PropertyReport, Report, Verdict};
pub use kulan_transactions::Mode;
pub use kulan_transform::Passes;
pub use load::{load, read};
pub use local_deadlock::{Claim, confirm};
pub use reading::{seek, seek_also};
pub use reduction::{Prepared, Relating};
pub use request::{Asked, ModelFile, Request};
pub use safety::{check as check_safety, complete, find_instances, run};
pub use session::{Event, Silent, Sink, check, check_with, control_of, refuse};
pub use setup::{Engine, Execution, Reduction, Setup, StoreKind, Temporal, Transactions, Watching};
pub use shorten::{Effort, Shortened, shorten};
pub use symbolic::{Symbolic, Witness};
pub use temporal::{Answered, Violating, check_property, run_property};
pub use workshop::Workshop;

/// What any kind of search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Counts and violations. The states of violations are those of the searched system.
    pub outcome: Outcome,
    /// Whether it turned out that no process is ever stuck.
    pub nobody_stuck: bool,
    /// Bytes of the largest store.
    pub store_bytes: u64,
    /// The transactions that were made, if any were.
    pub transacted: Option<kulan_transactions::Figures>,
    /// How it was reduced, if it was.
    pub relating: Option<Relating>,
    /// How the reduction preserved what a temporal property sees, if there was one.
    pub watching: Option<Watching>,
    /// Why it was not reduced although reduction was requested.
    pub unreduced: Option<&'static str>,
    /// The search that broke the cycles of the reduced program.
    pub program: Option<ProgramFigures>,
    /// Whether an infinite run was shortened.
    pub shortened: bool,
    /// What `auto` compared to decide whether to reduce.
    pub comparison: Option<Comparison>,
    /// The system that was searched, where it is not the one that was given.
    pub system: Option<System>,
    /// What a symbolic engine did.
    pub symbolic: Option<Symbolic>,
    /// What a device did.
    pub device: Option<Device>,
    /// Errors of this program that other engines have met.
    pub faults: Vec<String>,
    /// Whether the certifier has checked the proof, if there is one and there was time.
    pub checked: Option<kulan_certify::Accepted>,
}

/// A searched model.
#[derive(Debug)]
pub struct Searched {
    /// The system as lowered, statement by statement: what users see.
    pub base: System,
    /// The system that was searched.
    pub system: System,
    /// What was found.
    pub found: Found,
    /// Where the time went.
    pub times: Times,
}

impl Searched {
    /// The length of runs up to which it looked, if it looked no further.
    pub fn depth(&self) -> Option<u64> {
        self.found.symbolic.as_ref().and_then(|s| s.depth)
    }

    /// Whether it is known of all states that nothing is violated.
    pub fn is_complete(&self) -> bool {
        let outcome = &self.found.outcome;
        outcome.limit.is_none() && outcome.violations.is_empty() && self.depth().is_none()
    }
}
