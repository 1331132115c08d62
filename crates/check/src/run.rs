//! One run of one system: machine code, a store, a search.

use std::time::{Duration, Instant};

use kulan_codegen::Compiled;
use kulan_ir::{CheckKind, System};
use kulan_model::{Failure, Interpreted, Model};
use kulan_search::{Limit, Observer, Outcome};
use kulan_store::{Config, PlainStore, StateStore, TreeStore};

use crate::reduction::{Prepared, Relating};
use crate::{Engine, Setup, StoreKind};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What was found.
    pub outcome: Outcome,
    /// Time to make machine code.
    pub compile: Duration,
    /// What the relations took, if there was a reduction.
    pub relating: Option<Relating>,
    /// Time of the search alone.
    pub search: Duration,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
}

/// Compiles and searches a system as it is.
pub fn run(system: &System, setup: &Setup, observer: &dyn Observer) -> Result<Ran, String> {
    kulan_ir::inputs::are_few(system).map_err(|e| e.to_string())?;
    let prepared = setup.reduction.map(|reduction| Prepared::new(system, reduction, &setup.search));
    let begin = Instant::now();
    let executed = prepared.as_ref().map_or(system, |p| &p.subject.system);
    match setup.engine {
        Engine::Compiled => {
            let model = Compiled::new(executed)?;
            Ok(with_model(system, &model, prepared.as_ref(), setup, observer, begin.elapsed()))
        }
        Engine::Interpret => {
            let model = Interpreted::new(executed);
            Ok(with_model(system, &model, prepared.as_ref(), setup, observer, begin.elapsed()))
        }
    }
}

fn with_model<M: Model>(
    system: &System,
    model: &M,
    prepared: Option<&Prepared>,
    setup: &Setup,
    observer: &dyn Observer,
    compile: Duration,
) -> Ran {
    let Some(prepared) = prepared else { return with_store(system, model, setup, observer, compile) };
    let begin = Instant::now();
    let reduced = prepared.reduce(model, observer);
    let time = prepared.relating.time + begin.elapsed();
    let relating = Relating { time, strength: reduced.options().strength, ..prepared.relating.clone() };
    let ran = with_store(system, &reduced, setup, observer, compile);
    Ran { relating: Some(relating), ..ran }
}

fn with_store<M: Model>(system: &System, model: &M, setup: &Setup, observer: &dyn Observer, compile: Duration) -> Ran {
    let config = Config { words: model.words(), memory_limit: setup.memory, threads: setup.search.threads };
    let ran = match setup.store {
        StoreKind::Tree => TreeStore::new(config).map(|s| search(system, model, &s, setup, observer)),
        StoreKind::Plain => PlainStore::new(config).map(|s| search(system, model, &s, setup, observer)),
    };
    Ran { compile, ..ran.unwrap_or_else(|_| full()) }
}

/// Not even an empty store fits.
fn full() -> Ran {
    let outcome = Outcome { limit: Some(Limit::Memory), ..Outcome::default() };
    Ran { outcome, compile: Duration::ZERO, relating: None, search: Duration::ZERO, store_bytes: 0 }
}

fn search<M: Model, S: StateStore>(
    system: &System,
    model: &M,
    store: &S,
    setup: &Setup,
    observer: &dyn Observer,
) -> Ran {
    let begin = Instant::now();
    let kinds = |failure: Failure| kind_of(system, failure);
    let outcome = kulan_search::search(model, store, &setup.search, &kinds, observer);
    let (search, store_bytes) = (begin.elapsed(), store.peak_bytes());
    Ran { outcome, compile: Duration::ZERO, relating: None, search, store_bytes }
}

/// The kind of a failed check.
pub fn kind_of(system: &System, failure: Failure) -> CheckKind {
    system.transition(failure.transition).checks[failure.check as usize].kind
}
