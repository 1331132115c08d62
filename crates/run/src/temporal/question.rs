//! The searches that answer whether a run violates a property.

use std::time::Instant;

use kulan_control::{Control, Phase};
use kulan_model::{GuardedModel, Model, PartialModel};
use kulan_product::{Broken, FairProduct, Noted, Product, Watcher};
use kulan_relations::Subject;
use kulan_report::ProgramFigures;
use kulan_search::{Accepting, Breakers, Lasso, Limit, Options, Outcome, Review, Violation};
use kulan_store::StateStore;
use kulan_stubborn::{Algorithm, Reduced};

use super::plan::Plan;
use crate::explicit::{OnModel, OnStore, no_room, with_store};
use crate::{Found, Setup};

/// States of the first, short search.
const GLANCE: u64 = 20_000;
/// States of the probes that decide between ways to reduce.
const PROBED: [u64; 2] = [4_000, 40_000];
/// States among which a shorter violation is looked for.
const NEAR: usize = 100_000;
/// Words that a product adds to a state of the program, and that a product for fair runs adds.
const WATCHED_WORDS: usize = 1;
const FAIR_WORDS: usize = 2;

pub struct Question<'q> {
    pub setup: &'q Setup,
    pub control: &'q Control,
    /// The system as it is reduced.
    pub subject: &'q Subject,
    pub watcher: &'q Watcher,
    pub stutters: bool,
    /// The ways to reduce among which the model decides.
    pub plans: &'q [Plan],
    /// Asked whether to go on without a reduction.
    pub review: Option<&'q dyn Review>,
    /// Where only fair runs count: how the system takes notes of who moves.
    pub fair: Option<&'q Noted>,
}

impl OnModel for &Question<'_> {
    type Output = Found;

    fn on<M: GuardedModel>(self, model: &M) -> Found {
        let searching = self.control.enter(Phase::Search);
        let mut found = match (self.choose(model), self.fair) {
            (None, Some(noted)) => self.fair(model, noted, &self.setup.search),
            (None, None) => self.product(model, &self.setup.search),
            (Some(plan), _) => {
                let options = kulan_stubborn::probe(model, &plan.tables, plan.options, self.control);
                let found = self.reduced(&Reduced::new(model, &plan.tables, options, false));
                Found { watching: Some(plan.watching), ..found }
            }
        };
        drop(searching);
        // A violation that was found must not be lost by unwinding; the search for a shorter one asks the control itself.
        kulan_control::detached(|| self.shorten(model, &mut found));
        found
    }
}

impl Question<'_> {
    /// The way to reduce that gives the smaller space, judging by a short search of each.
    fn choose<M: GuardedModel>(&self, model: &M) -> Option<&Plan> {
        let plans = self.plans;
        if plans.len() <= 1 {
            return plans.first();
        }
        let mut best = None;
        for most in PROBED {
            let search = Options { max_states: Some(most), ..self.setup.search.clone() };
            let sizes = plans.iter().map(|plan| {
                // Deletion is not worth its cost here.
                let algorithm = match plan.options.algorithm {
                    Algorithm::Both => Algorithm::Beam,
                    other => other,
                };
                let options = kulan_stubborn::Options { algorithm, ..plan.options };
                let program = Reduced::new(model, &plan.tables, options, false);
                let (outcome, _, _) = self.broken(&program, &search);
                // A space that was explored completely is preferred to one that was not; among the latter, the one that
                // branches less.
                let cut = outcome.limit.is_some();
                let size = if cut { outcome.transitions * 1000 / outcome.states.max(1) } else { outcome.transitions };
                (cut, size)
            });
            best = sizes.zip(plans).min_by_key(|(size, _)| *size);
            if matches!(best, Some(((false, _), _))) {
                break;
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// The search that breaks the cycles of a program.
    fn broken<M: PartialModel>(&self, program: &M, search: &Options) -> (Outcome, Breakers, u64) {
        let breaking = BreakCycles { question: self, program, search };
        match with_store(self.setup, program.words(), 1, breaking) {
            Some(((outcome, breakers), bytes)) => (outcome, breakers, bytes),
            None => (no_room(), Breakers::default(), 0),
        }
    }

    /// Looks for a shorter violation in the whole space near the initial state.
    fn shorten<M: GuardedModel>(&self, model: &M, found: &mut Found) {
        let Some(violation) = found.outcome.violations.first_mut().filter(|v| v.cycle.is_some()) else { return };
        if self.setup.shorten.is_zero() || self.control.stopped().is_some() {
            return;
        }
        let _phase = self.control.enter(Phase::Shortening);
        let deadline = Instant::now() + self.setup.shorten;
        if let Some(noted) = self.fair {
            let product = FairProduct::new(model, &self.subject.system, noted, self.watcher, self.stutters);
            let accepting = |state: &[u32]| product.is_accepting(state);
            let shorter = kulan_search::short_lasso(&product, &accepting, NEAR, deadline, self.control);
            found.shortened = take_shorter(violation, shorter, FAIR_WORDS);
            return;
        }
        let product = Product::new(model, self.watcher, self.stutters);
        let accepting = |state: &[u32]| self.watcher.is_accepting(state);
        let shorter = kulan_search::short_lasso(&product, &accepting, NEAR, deadline, self.control);
        found.shortened = take_shorter(violation, shorter, WATCHED_WORDS);
    }

    /// The search for a fair run.
    fn fair<M: GuardedModel>(&self, model: &M, noted: &Noted, search: &Options) -> Found {
        let product = FairProduct::new(model, &self.subject.system, noted, self.watcher, self.stutters);
        self.find(&product, &|state: &[u32]| product.is_accepting(state), FAIR_WORDS, search)
    }

    fn reduced<M: PartialModel>(&self, program: &M) -> Found {
        let search = &self.setup.search;
        let most = search.max_states.map_or(GLANCE, |max| max.min(GLANCE));
        let none = Breakers::default();
        let short = Options { max_states: Some(most), ..search.clone() };
        let glance = self.product(&Broken::new(program, &none), &short);
        let ended_early = !matches!(glance.outcome.limit, None | Some(Limit::States));
        if !glance.outcome.violations.is_empty() || ended_early {
            return glance;
        }
        let (outcome, breakers, bytes) = self.broken(program, search);
        let figures = ProgramFigures {
            states: outcome.states,
            transitions: outcome.transitions,
            breakers: breakers.len() as u64,
        };
        let found = if outcome.limit.is_some() || !outcome.violations.is_empty() {
            Found { outcome, ..glance }
        } else if glance.outcome.limit.is_none() && breakers.is_empty() {
            glance
        } else {
            self.product(&Broken::new(program, &breakers), search)
        };
        let store_bytes = found.store_bytes.max(bytes);
        Found { program: Some(figures), store_bytes, ..found }
    }

    fn product<M: GuardedModel>(&self, program: &M, search: &Options) -> Found {
        let product = Product::new(program, self.watcher, self.stutters);
        self.find(&product, &|state: &[u32]| self.watcher.is_accepting(state), WATCHED_WORDS, search)
    }

    fn find<M: Model>(&self, product: &M, accepting: Accepting, extra: usize, search: &Options) -> Found {
        let cycle = FindCycle { question: self, product, accepting, search };
        let searched = with_store(self.setup, product.words(), search.threads, cycle);
        let (mut outcome, store_bytes) = searched.unwrap_or_else(|| (no_room(), 0));
        // What follows is about the program.
        for state in outcome.violations.iter_mut().flat_map(|v| &mut v.states) {
            state.truncate(state.len() - extra);
        }
        Found { outcome, store_bytes, ..Found::default() }
    }
}

struct BreakCycles<'b, M> {
    question: &'b Question<'b>,
    program: &'b M,
    search: &'b Options,
}

impl<M: PartialModel> OnStore for BreakCycles<'_, M> {
    type Output = (Outcome, Breakers);

    fn on<S: StateStore>(self, store: &S) -> (Outcome, Breakers) {
        kulan_search::break_cycles(self.program, store, self.search, self.question.control)
    }
}

struct FindCycle<'f, M> {
    question: &'f Question<'f>,
    product: &'f M,
    accepting: Accepting<'f>,
    search: &'f Options,
}

impl<M: Model> OnStore for FindCycle<'_, M> {
    type Output = Outcome;

    fn on<S: StateStore>(self, store: &S) -> Outcome {
        let Question { control, review, .. } = *self.question;
        kulan_search::find_cycle_reviewed(self.product, self.accepting, store, self.search, control, review)
    }
}

/// Uses the newly found one instead, if it is shorter.
fn take_shorter(violation: &mut Violation, found: Option<Lasso>, extra: usize) -> bool {
    let Some((mut states, cycle)) = found.filter(|(states, _)| states.len() < violation.states.len()) else {
        return false;
    };
    states.iter_mut().for_each(|state| state.truncate(state.len() - extra));
    (violation.states, violation.cycle) = (states, Some(cycle));
    true
}
