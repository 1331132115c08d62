//! Checking a model from source to outcome: instances, transformation, compilation, store, search.
//!
//! This crate decides what is run in which order; it neither reads files nor prints.

mod instances;
mod reduction;
mod run;
mod temporal;
mod workshop;

use std::time::{Duration, Instant};

use kulan_ir::System;
use kulan_search::{Observer, Options, Outcome, Patient};
pub use kulan_transform::Passes;

pub use reduction::{Prepared, Reduction, Relating};
pub use run::{Ran, kind_of, run};
pub use temporal::{
    Answered, CheckedProperty, RanProperty, Temporal, Violating, Watching, check_property, run_property,
};
pub use workshop::Workshop;

/// How states are kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// Compressed as trees.
    #[default]
    Tree,
    /// Whole.
    Plain,
}

/// What runs the model.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Machine code.
    #[default]
    Compiled,
    /// The reference interpreter.
    Interpret,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The transformations.
    pub passes: Passes,
    /// The search.
    pub search: Options,
    /// The store.
    pub store: StoreKind,
    /// The engine.
    pub engine: Engine,
    /// Bytes the store may take.
    pub memory: u64,
    /// Partial-order reduction, if any.
    pub reduction: Option<Reduction>,
    /// How temporal properties are checked.
    pub temporal: Temporal,
}

impl Setup {
    /// The transformations: without a reduction there is no need to split.
    pub fn passes(&self) -> Passes {
        Passes { split: self.passes.split && self.reduction.is_some(), ..self.passes }
    }
}

/// A checked model.
#[derive(Debug)]
pub struct Checked {
    /// The system as lowered, statement by statement: what people see.
    pub base: System,
    /// The system that was searched. The states of violations are states of this one.
    pub system: System,
    /// What was found.
    pub outcome: Outcome,
    /// Time to lower and transform.
    pub prepare: Duration,
    /// Time to make machine code.
    pub compile: Duration,
    /// What the relations took, if there was a reduction.
    pub relating: Option<Relating>,
    /// Time of the search alone.
    pub search: Duration,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
}

/// Checks a model.
///
/// Processes that are created at run time are found on the way: where the search meets one that the system was lowered
/// without, it begins again with it.
pub fn check(workshop: &mut Workshop, setup: &Setup, observer: &dyn Observer) -> Result<Checked, String> {
    let mut prepare = Duration::ZERO;
    loop {
        let begin = Instant::now();
        let base = workshop.system();
        let system = kulan_transform::transform(&base, setup.passes());
        prepare += begin.elapsed();
        let ran = run(&system, setup, observer)?;
        match instances::missing(&system, &ran.outcome) {
            Some(message) if workshop.add(&message) => {}
            Some(message) => return Err(format!("the instance {message} is missing although it was asked for")),
            None => {
                let Ran { outcome, compile, relating, search, store_bytes } = ran;
                return Ok(Checked { base, system, outcome, prepare, compile, relating, search, store_bytes });
            }
        }
    }
}

/// Finds all processes that a model creates at run time, by a search of its reduced space if it creates any. Gives that
/// search if it came to no end: then there may be others, and nothing can be said of all runs.
pub fn find_instances(
    workshop: &mut Workshop,
    setup: &Setup,
    observer: &dyn Observer,
) -> Result<Option<Checked>, String> {
    if !workshop.source().creates_processes() || workshop.is_complete() {
        return Ok(None);
    }
    let search =
        Options { deadlocks: false, assertions: false, errors: false, all_errors: true, ..setup.search.clone() };
    let checked = check(workshop, &Setup { search, ..setup.clone() }, observer)?;
    if checked.outcome.limit.is_some() {
        return Ok(Some(checked));
    }
    workshop.complete();
    Ok(None)
}

/// The system as lowered, with all instances that it creates, unless it has more than `max_states` states.
pub fn complete(workshop: &mut Workshop, max_states: u64) -> Result<Option<System>, String> {
    let setup = Setup {
        passes: Passes::NONE,
        search: Options { all_errors: true, max_states: Some(max_states), ..Options::default() },
        store: StoreKind::Tree,
        engine: Engine::Compiled,
        memory: u64::MAX >> 1,
        reduction: None,
        temporal: Temporal::default(),
    };
    let checked = check(workshop, &setup, &Patient)?;
    Ok(checked.outcome.limit.is_none().then_some(checked.base))
}
