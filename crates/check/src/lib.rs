//! Checking a model from source to outcome: instances, transformation, compilation, store, search.
//!
//! This crate decides what is run in which order; it neither reads files nor prints.

mod instances;
mod run;

use std::time::{Duration, Instant};

use kulan_diagnostics::SourceMap;
use kulan_frontend::Source;
use kulan_ir::System;
use kulan_search::{Observer, Options, Outcome};
pub use kulan_transform::Passes;

pub use run::{Ran, kind_of, run};

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
    /// Time of the search alone.
    pub search: Duration,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
}

/// Checks a source.
///
/// Processes that are created at run time are found on the way: where the search meets one that the system was lowered
/// without, it begins again with it.
pub fn check(source: &Source, sources: &SourceMap, setup: &Setup, observer: &dyn Observer) -> Result<Checked, String> {
    let begin = Instant::now();
    let mut instances = instances::probe(source, sources);
    let mut prepare = begin.elapsed();
    loop {
        let begin = Instant::now();
        let base = source.system(sources, &instances);
        let system = kulan_transform::transform(&base, setup.passes);
        prepare += begin.elapsed();
        let ran = run(&system, setup, observer)?;
        match instances::missing(&system, &ran.outcome) {
            Some(instance) => instances.push(instance),
            None => {
                let Ran { outcome, compile, search, store_bytes } = ran;
                return Ok(Checked { base, system, outcome, prepare, compile, search, store_bytes });
            }
        }
    }
}

/// The system of a source, with all instances that a short probe finds: for simulation and replay, which ask for more
/// with [`with_missing`] where the probe did not see far enough.
pub fn base_system(source: &Source, sources: &SourceMap) -> System {
    source.system(sources, &instances::probe(source, sources))
}

/// The system of a source after a step of `system` failed with a check of kind `MissingInstance` and this message.
pub fn with_missing(source: &Source, sources: &SourceMap, system: &System, message: &str) -> Option<System> {
    let _ = system;
    let mut instances = instances::probe(source, sources);
    let missing = kulan_frontend::missing_instance(message)?;
    if instances.contains(&missing) {
        return None;
    }
    instances.push(missing);
    Some(source.system(sources, &instances))
}
