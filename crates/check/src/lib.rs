//! Checking a model from source to verdict: instances, compilation, store, search.

use std::time::{Duration, Instant};

use kulan_codegen::Compiled;
use kulan_ir::{CheckKind, System};
use kulan_model::{Failure, Interpreted, Model};
use kulan_search::{Limit, Observer, Options, Outcome};
use kulan_store::{Config, PlainStore, StateStore, TreeStore};

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
    /// The search.
    pub search: Options,
    /// The store.
    pub store: StoreKind,
    /// The engine.
    pub engine: Engine,
    /// Bytes the store may take.
    pub memory: u64,
}

/// A finished search with its figures.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was found.
    pub outcome: Outcome,
    /// Time to compile the system.
    pub compile: Duration,
    /// Time of the search alone.
    pub search: Duration,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
}

/// Compiles and searches a system.
pub fn run(system: &System, setup: &Setup, observer: &dyn Observer) -> Result<Checked, String> {
    let begin = Instant::now();
    match setup.engine {
        Engine::Compiled => {
            let model = Compiled::new(system)?;
            with_store(system, &model, setup, observer, begin.elapsed())
        }
        Engine::Interpret => with_store(system, &Interpreted::new(system), setup, observer, begin.elapsed()),
    }
}

fn with_store<M: Model>(
    system: &System,
    model: &M,
    setup: &Setup,
    observer: &dyn Observer,
    compile: Duration,
) -> Result<Checked, String> {
    let config = Config { words: model.words(), memory_limit: setup.memory, workers: setup.search.threads };
    match setup.store {
        StoreKind::Tree => match TreeStore::new(config) {
            Ok(store) => Ok(search(system, model, &store, setup, observer, compile)),
            Err(_) => Ok(full(compile)),
        },
        StoreKind::Plain => match PlainStore::new(config) {
            Ok(store) => Ok(search(system, model, &store, setup, observer, compile)),
            Err(_) => Ok(full(compile)),
        },
    }
}

/// Not even an empty store fits.
fn full(compile: Duration) -> Checked {
    let outcome = Outcome { limit: Some(Limit::Memory), ..Outcome::default() };
    Checked { outcome, compile, search: Duration::ZERO, store_bytes: 0 }
}

fn search<M: Model, S: StateStore>(
    system: &System,
    model: &M,
    store: &S,
    setup: &Setup,
    observer: &dyn Observer,
    compile: Duration,
) -> Checked {
    let begin = Instant::now();
    let kinds = |failure: Failure| kind_of(system, failure);
    let outcome = kulan_search::search(model, store, &setup.search, &kinds, observer);
    Checked { outcome, compile, search: begin.elapsed(), store_bytes: store.peak_bytes() }
}

/// The kind of a failed check.
pub fn kind_of(system: &System, failure: Failure) -> CheckKind {
    system.transition(failure.transition).checks[failure.check as usize].kind
}
