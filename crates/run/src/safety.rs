//! The search for deadlocks and failed checks.

use kulan_control::{Control, Phase};
use kulan_ir::System;
use kulan_model::{GuardedModel, Model, PartialModel};
use kulan_search::{Options, Outcome, Review};
use kulan_store::StateStore;
use kulan_stubborn::{ByProcess, InTransactions, Locality, Reduced, Tables};

use crate::auto::{Auto, Considered, Decision, Reducible};
use crate::explicit::{OnModel, OnStore, execute, no_room, with_store};
use crate::local_deadlock::{Facts, Watched, Whole, by_the_way};
use crate::reduction::{Prepared, Relating};
use crate::{Error, Found, Reduction, Searched, Setup, Transactions, Workshop, instances};

/// Checks a model for everything that a search looks for.
///
/// Processes that are created at run time are found on the way: where the search meets one that the system lacks, it
/// starts over with it.
pub fn check(workshop: &mut Workshop, setup: &Setup, control: &Control) -> Result<Searched, Error> {
    let before = control.times();
    let transactions = if setup.by_process { setup.transactions_where_reduced() } else { setup.transactions };
    let setup = &Setup { transactions, ..setup.clone() };
    loop {
        let preparing = control.enter(Phase::Preparing);
        let base = workshop.system();
        let system = kulan_transform::transform(&base, setup.passes());
        drop(preparing);
        let (system, transacted) =
            crate::transactions::transact(system, setup, Some(kulan_transactions::Options::ROUNDS), control);
        let mut found = run(&system, setup, control)?;
        found.transacted = found.transacted.or(transacted);
        let system = found.system.take().unwrap_or(system);
        match instances::missing(&system, &found.outcome) {
            Some(instance) => workshop.require(instance, control)?,
            None => return Ok(Searched { base, system, found, times: control.times().since(&before) }),
        }
    }
}

/// Searches a system as it is.
pub fn run(system: &System, setup: &Setup, control: &Control) -> Result<Found, Error> {
    kulan_ir::inputs::are_few(system).map_err(|e| Error::Call(e.to_string()))?;
    match setup.reduces() {
        _ if setup.engine == crate::Engine::Gpu => crate::gpu::run(system, setup, control),
        None if setup.by_process => {
            let relating = control.enter(Phase::Relations);
            let locality = Locality::new(system);
            drop(relating);
            execute(system, setup.execution, control, ProcessSpace { system, locality: &locality, setup, control })
        }
        None => {
            let whole = WholeSpace { system, prepared: None, review: None, setup, control };
            execute(system, setup.execution, control, whole)
        }
        Some(reduction @ Reduction { auto: Some(first), .. }) => run_auto(system, reduction, first, setup, control),
        Some(reduction) => run_reduced(&Prepared::new(system, reduction, &setup.search, control), setup, control),
    }
}

fn run_reduced(prepared: &Prepared, setup: &Setup, control: &Control) -> Result<Found, Error> {
    let system = &prepared.subject.system;
    let whole = WholeSpace { system, prepared: Some(prepared), review: None, setup, control };
    execute(system, setup.execution, control, whole)
}

/// A system that may be split, and what was found out about it.
struct Split {
    system: System,
    prepared: Prepared,
}

impl Reducible for Split {
    const SEARCHES: f64 = 1.0;

    fn system(&self) -> &System {
        &self.prepared.subject.system
    }

    fn ways(&self) -> Vec<(&Tables, kulan_stubborn::Options)> {
        vec![(&self.prepared.tables, self.prepared.options)]
    }

    fn needs_proviso(&self) -> bool {
        self.prepared.needs_proviso()
    }
}

/// Searches the whole space, or a reduced one if that pays, or if there is no room for the whole.
fn run_auto(
    system: &System,
    reduction: Reduction,
    first: u64,
    setup: &Setup,
    control: &Control,
) -> Result<Found, Error> {
    let prepare = || {
        let system = setup.split(system.clone());
        let prepared = Prepared::new(&system, reduction, &setup.search, control);
        Some(Split { system, prepared })
    };
    let auto = Auto::new(system, first, setup, control, &prepare);
    let whole = WholeSpace { system, prepared: None, review: Some(&auto), setup, control };
    let mut found = execute(system, setup.execution, control, whole)?;
    match auto.finish(&mut found.outcome)? {
        Decision::Stay(comparison) => Ok(Found { comparison, ..found }),
        Decision::Reduce(Considered { prepared: Split { mut system, mut prepared }, best }) => {
            let mut transacted = None;
            if setup.transactions_where_reduced() != setup.transactions {
                let setup = Setup { transactions: setup.transactions_where_reduced(), ..setup.clone() };
                let rounds = Some(kulan_transactions::Options::ROUNDS);
                (system, transacted) = crate::transactions::transact(system, &setup, rounds, control);
                if transacted.as_ref().is_some_and(|figures| figures.inside > 0) {
                    prepared = Prepared::new(&system, reduction, &setup.search, control);
                }
            }
            prepared.options = best.options;
            let found = run_reduced(&prepared, setup, control)?;
            Ok(Found { system: Some(system), comparison: Some(best.comparison), transacted, ..found })
        }
    }
}

/// A search of the whole space of a model, reduced or not.
struct WholeSpace<'w> {
    system: &'w System,
    prepared: Option<&'w Prepared>,
    /// Asked whether to go on without a reduction.
    review: Option<&'w dyn Review>,
    setup: &'w Setup,
    control: &'w Control,
}

impl OnModel for WholeSpace<'_> {
    type Output = Found;

    fn on<M: GuardedModel>(self, model: &M) -> Found {
        match self.prepared {
            None => {
                let (options, control, review) = (&self.setup.search, self.control, self.review);
                match by_the_way::facts(self.system, self.setup) {
                    None => self.search(model.words(), Search { model, options, control, review }),
                    Some(facts) => self.search_watched(&Whole(model), &facts),
                }
            }
            Some(prepared) => {
                let reduced = prepared.reduce(model, self.control);
                let found = match self.setup.transactions {
                    Transactions::Stubborn => self.search_in_transactions(prepared, &reduced),
                    _ => self.search_partial(&reduced),
                };
                let relating = Relating { figures: prepared.figures(), options: reduced.options() };
                Found { relating: Some(relating), ..found }
            }
        }
    }
}

/// A search with process-local states.
struct ProcessSpace<'w> {
    system: &'w System,
    locality: &'w Locality,
    setup: &'w Setup,
    control: &'w Control,
}

impl OnModel for ProcessSpace<'_> {
    type Output = Found;

    fn on<M: GuardedModel>(self, model: &M) -> Found {
        let ProcessSpace { system, locality, setup, control } = self;
        let reduced = ByProcess::new(model, locality);
        WholeSpace { system, prepared: None, review: None, setup, control }.search_partial(&reduced)
    }
}

impl WholeSpace<'_> {
    fn search_partial<M: PartialModel>(&self, model: &M) -> Found {
        let (options, control, review) = (&self.setup.search, self.control, self.review);
        match by_the_way::facts(self.system, self.setup).filter(|_| model.needs_proviso()) {
            None => self.search(model.words(), SearchPartial { model, options, control, review }),
            Some(facts) => self.search_watched(model, &facts),
        }
    }

    /// A search that also finds out whether nobody is ever stuck.
    fn search_watched<M: PartialModel>(&self, model: &M, facts: &Facts) -> Found {
        let (options, control, review) = (&self.setup.search, self.control, self.review);
        let model = &Watched::new(model, facts);
        let found = self.search(model.words(), SearchPartial { model, options, control, review });
        Found { nobody_stuck: model.is_nobody_stuck(&found.outcome), ..found }
    }

    /// A search that passes through states inside of transactions. They are put into the paths to what it found.
    fn search_in_transactions<M: GuardedModel>(&self, prepared: &Prepared, reduced: &Reduced<M>) -> Found {
        let deadlocks = self.setup.search.deadlocks;
        let model = InTransactions::new(reduced, &prepared.subject.system, deadlocks);
        let mut found = self.search_partial(&model);
        for violation in &mut found.outcome.violations {
            model.complete(&mut violation.states, violation.failure, self.control);
        }
        found
    }

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
    review: Option<&'s dyn Review>,
}

impl<M: Model> OnStore for Search<'_, M> {
    type Output = Outcome;

    fn on<S: StateStore>(self, store: &S) -> Outcome {
        kulan_search::search_reviewed(self.model, store, self.options, self.control, self.review)
    }
}

struct SearchPartial<'s, M> {
    model: &'s M,
    options: &'s Options,
    control: &'s Control,
    review: Option<&'s dyn Review>,
}

impl<M: PartialModel> OnStore for SearchPartial<'_, M> {
    type Output = Outcome;

    fn on<S: StateStore>(self, store: &S) -> Outcome {
        kulan_search::search_partial_reviewed(self.model, store, self.options, self.control, self.review)
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
    // Other limits are not those of states.
    kulan_control::checkpoint();
    Ok(searched.found.outcome.limit.is_none().then_some(searched.base))
}
