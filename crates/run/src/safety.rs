//! The search for deadlocks and failed checks.

use kulan_control::{Control, Phase};
use kulan_ir::System;
use kulan_model::{GuardedModel, Model, PartialModel};
use kulan_search::{Options, Outcome};
use kulan_store::StateStore;

use crate::explicit::{OnModel, OnStore, execute, no_room, with_store};
use crate::reduction::{Prepared, Relating};
use crate::{Error, Found, Searched, Setup, Workshop, instances};

/// Checks a model for everything that a search looks for.
///
/// Processes that are created at run time are found on the way: where the search meets one that the system lacks, it
/// starts over with it.
pub fn check(workshop: &mut Workshop, setup: &Setup, control: &Control) -> Result<Searched, Error> {
    let before = control.times();
    loop {
        let preparing = control.enter(Phase::Preparing);
        let base = workshop.system();
        let system = kulan_transform::transform(&base, setup.passes());
        drop(preparing);
        let found = run(&system, setup, control)?;
        match instances::missing(&system, &found.outcome) {
            Some(instance) => workshop.require(instance, control)?,
            None => return Ok(Searched { base, system, found, times: control.times().since(&before) }),
        }
    }
}

/// Searches a system as it is.
pub fn run(system: &System, setup: &Setup, control: &Control) -> Result<Found, Error> {
    kulan_ir::inputs::are_few(system).map_err(|e| Error::Model(e.to_string()))?;
    let prepared = setup.reduction.map(|reduction| Prepared::new(system, reduction, &setup.search, control));
    let executed = prepared.as_ref().map_or(system, |p| &p.subject.system);
    let whole = WholeSpace { prepared: prepared.as_ref(), setup, control };
    execute(executed, setup.execution, control, whole)
}

/// A search of the whole space of a model, reduced or not.
struct WholeSpace<'w> {
    prepared: Option<&'w Prepared>,
    setup: &'w Setup,
    control: &'w Control,
}

impl OnModel for WholeSpace<'_> {
    type Output = Found;

    fn on<M: GuardedModel>(self, model: &M) -> Found {
        match self.prepared {
            None => self.search(model.words(), Search { model, options: &self.setup.search, control: self.control }),
            Some(prepared) => {
                let reduced = prepared.reduce(model, self.control);
                let strength = reduced.options().strength;
                let relating = Relating { figures: prepared.figures.clone(), strength };
                let search = SearchPartial { model: &reduced, options: &self.setup.search, control: self.control };
                Found { relating: Some(relating), ..self.search(model.words(), search) }
            }
        }
    }
}

impl WholeSpace<'_> {
    fn search<W: OnStore<Output = Outcome>>(&self, words: usize, search: W) -> Found {
        let _phase = self.control.enter(Phase::Search);
        let searched = with_store(self.setup, words, self.setup.search.threads, search);
        let (outcome, store_bytes) = searched.unwrap_or_else(|| (no_room(), 0));
        Found { outcome, store_bytes, ..Found::default() }
    }
}

struct Search<'s, M> {
    model: &'s M,
    options: &'s Options,
    control: &'s Control,
}

impl<M: Model> OnStore for Search<'_, M> {
    type Output = Outcome;

    fn on<S: StateStore>(self, store: &S) -> Outcome {
        kulan_search::search(self.model, store, self.options, self.control)
    }
}

struct SearchPartial<'s, M> {
    model: &'s M,
    options: &'s Options,
    control: &'s Control,
}

impl<M: PartialModel> OnStore for SearchPartial<'_, M> {
    type Output = Outcome;

    fn on<S: StateStore>(self, store: &S) -> Outcome {
        kulan_search::search_partial(self.model, store, self.options, self.control)
    }
}

/// Finds all processes that a model creates at run time, by a search of its reduced space if it creates any. Returns
/// that search if a limit ended it: then there may be others, and nothing can be said about all runs.
pub fn find_instances(workshop: &mut Workshop, setup: &Setup, control: &Control) -> Result<Option<Searched>, Error> {
    if !workshop.source().creates_processes() || workshop.is_complete() {
        return Ok(None);
    }
    let search =
        Options { deadlocks: false, assertions: false, errors: false, all_errors: true, ..setup.search.clone() };
    let searched = check(workshop, &Setup { search, ..setup.clone() }, control)?;
    if searched.found.outcome.limit.is_some() {
        return Ok(Some(searched));
    }
    workshop.set_complete();
    Ok(None)
}

/// The system as lowered, with all instances that it creates; `None` if there are more than `max_states` states.
pub fn complete(workshop: &mut Workshop, max_states: u64, control: &Control) -> Result<Option<System>, Error> {
    let setup = Setup {
        passes: kulan_transform::Passes::NONE,
        search: Options { all_errors: true, max_states: Some(max_states), ..Options::default() },
        reduction: None,
        ..Setup::default()
    };
    let searched = check(workshop, &setup, control)?;
    Ok(searched.found.outcome.limit.is_none().then_some(searched.base))
}
