//! The explicit engine: what runs a model, and where its states go, each chosen in one place.

use kulan_codegen::Compiled;
use kulan_control::{Control, Phase};
use kulan_ir::System;
use kulan_model::{GuardedModel, Interpreted};
use kulan_search::{Limit, Outcome};
use kulan_store::{Config, PlainStore, StateStore, TreeStore};

use crate::{Error, Execution, Setup, StoreKind};

/// Something to do with a model, however it is executed.
pub trait OnModel {
    /// What comes out.
    type Output;

    /// Does it.
    fn on<M: GuardedModel>(self, model: &M) -> Self::Output;
}

/// Does something with a system as a model.
pub fn execute<W: OnModel>(
    system: &System,
    execution: Execution,
    control: &Control,
    work: W,
) -> Result<W::Output, Error> {
    match execution {
        Execution::Compiled => {
            let compiling = control.enter(Phase::Compiling);
            let model = Compiled::new(system).map_err(Error::Internal)?;
            drop(compiling);
            Ok(work.on(&model))
        }
        Execution::Interpret => Ok(work.on(&Interpreted::new(system))),
    }
}

/// Something to do with a store of either kind.
pub trait OnStore {
    /// What comes out.
    type Output;

    /// Does it.
    fn on<S: StateStore>(self, store: &S) -> Self::Output;
}

/// Does something with an empty store for states of some words; also returns the maximum number of bytes that it took.
/// `None` if not even an empty store fits into the memory.
pub fn with_store<W: OnStore>(setup: &Setup, words: usize, threads: usize, work: W) -> Option<(W::Output, u64)> {
    fn one<S: StateStore, W: OnStore>(store: &S, work: W) -> (W::Output, u64) {
        // Workers share the store: a search ends by polling, and never unwinds.
        let output = kulan_control::detached(|| work.on(store));
        (output, store.peak_bytes())
    }
    let config = Config { words, memory_limit: setup.memory, threads };
    match setup.store {
        StoreKind::Tree => TreeStore::new(config).ok().map(|store| one(&store, work)),
        StoreKind::Plain => PlainStore::new(config).ok().map(|store| one(&store, work)),
    }
}

/// The outcome of a search for which not even an empty store fits.
pub fn no_room() -> Outcome {
    Outcome { limit: Some(Limit::Memory), ..Outcome::default() }
}
