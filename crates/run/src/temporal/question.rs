//! The searches that answer whether a run violates a property.

use std::time::{Duration, Instant};

use kulan_ir::System;
use kulan_model::{Failure, Model};
use kulan_product::{FairProduct, Product, Watcher};
use kulan_relations::Subject;
use kulan_search::{Accepting, Breakers, Lasso, Limit, Observer, Options, Outcome, Violation};
use kulan_store::{Config, PlainStore, StateStore, TreeStore};
use kulan_stubborn::{Algorithm, Reduced};

use super::Watching;
use super::plan::Plan;
use crate::{Setup, StoreKind, kind_of};

/// States of the first, short search.
const GLANCE: u64 = 20_000;
/// States of the probes that decide between ways to reduce.
const PROBED: [u64; 2] = [4_000, 40_000];
/// States among which a shorter violation is looked for.
const NEAR: usize = 100_000;
/// Words that a product adds to a state of the program, and one that looks for fair runs.
const WATCHED_WORDS: usize = 1;
const FAIR_WORDS: usize = 2;

pub struct Question<'q> {
    pub setup: &'q Setup,
    pub observer: &'q dyn Observer,
    /// As it is searched, and as it is reduced.
    pub system: &'q System,
    pub subject: &'q Subject,
    pub watcher: &'q Watcher,
    pub stutters: bool,
}

pub struct Answer {
    pub outcome: Outcome,
    pub shortened: bool,
    pub watching: Option<Watching>,
    pub program: Option<(Outcome, usize)>,
    pub compile: Duration,
    pub search: Duration,
    pub store_bytes: u64,
}

impl Question<'_> {
    pub fn ask<M: Model>(&self, model: &M, plans: &[Plan]) -> Answer {
        let begin = Instant::now();
        let mut answer = match self.choose(model, plans) {
            None if self.setup.temporal.fair => self.fair(model, &self.setup.search),
            None => self.product(model, &Breakers::default(), &self.setup.search),
            Some(plan) => {
                let options = kulan_stubborn::probe(model, &plan.tables, plan.options);
                let answer = self.reduced(&Reduced::new(model, &plan.tables, options, false));
                Answer { watching: Some(plan.watching), ..answer }
            }
        };
        answer.search = begin.elapsed();
        self.shorten(model, &mut answer);
        answer
    }

    /// The way to reduce that gives the smaller space, as far as a short search of each tells.
    fn choose<'p, M: Model>(&self, model: &M, plans: &'p [Plan]) -> Option<&'p Plan> {
        if plans.len() <= 1 {
            return plans.first();
        }
        let mut best = None;
        for most in PROBED {
            let search = Options { max_states: Some(most), ..self.setup.search.clone() };
            let sizes = plans.iter().map(|plan| {
                // Deletion costs more than it tells here.
                let algorithm = match plan.options.algorithm {
                    Algorithm::Both => Algorithm::Beam,
                    other => other,
                };
                let options = kulan_stubborn::Options { algorithm, ..plan.options };
                let program = Reduced::new(model, &plan.tables, options, false);
                let (outcome, _, _) = self.broken(&program, &search);
                // A space that was seen whole goes before one that was not; of those, what branches less.
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
    fn broken<M: Model>(&self, program: &M, search: &Options) -> (Outcome, Breakers, u64) {
        let kinds = |f| self.kind(f);
        self.with_store(program.words(), 1, |store| match store {
            Store::Tree(s) => kulan_search::break_cycles(program, s, search, &kinds, self.observer),
            Store::Plain(s) => kulan_search::break_cycles(program, s, search, &kinds, self.observer),
        })
    }

    /// Looks for a shorter violation in the whole space near the initial state.
    fn shorten<M: Model>(&self, model: &M, answer: &mut Answer) {
        let Some(violation) = answer.outcome.violations.first_mut().filter(|v| v.cycle.is_some()) else { return };
        if self.setup.temporal.shorten.is_zero() {
            return;
        }
        let deadline = Instant::now() + self.setup.temporal.shorten;
        if self.setup.temporal.fair {
            let product = FairProduct::new(model, &self.subject.system, self.watcher, self.stutters);
            let accepting = |state: &[u32]| product.is_accepting(state);
            let found = kulan_search::short_lasso(&product, &accepting, NEAR, deadline);
            answer.shortened = take_shorter(violation, found, FAIR_WORDS);
            return;
        }
        let none = Breakers::default();
        let product = Product::new(model, self.watcher, &none, self.stutters);
        let accepting = |state: &[u32]| self.watcher.is_accepting(state);
        let found = kulan_search::short_lasso(&product, &accepting, NEAR, deadline);
        answer.shortened = take_shorter(violation, found, WATCHED_WORDS);
    }

    /// The search for a fair run.
    fn fair<M: Model>(&self, model: &M, search: &Options) -> Answer {
        let product = FairProduct::new(model, &self.subject.system, self.watcher, self.stutters);
        self.find(&product, &|state: &[u32]| product.is_accepting(state), FAIR_WORDS, search)
    }

    fn reduced<M: Model>(&self, program: &M) -> Answer {
        let search = &self.setup.search;
        let most = search.max_states.map_or(GLANCE, |max| max.min(GLANCE));
        let glance = self.product(program, &Breakers::default(), &Options { max_states: Some(most), ..search.clone() });
        let ended_early = !matches!(glance.outcome.limit, None | Some(Limit::States));
        if !glance.outcome.violations.is_empty() || ended_early {
            return glance;
        }
        let (program_outcome, breakers, bytes) = self.broken(program, search);
        let broken = breakers.len();
        let answer = if program_outcome.limit.is_some() || !program_outcome.violations.is_empty() {
            Answer { outcome: program_outcome.clone(), ..glance }
        } else if glance.outcome.limit.is_none() && breakers.is_empty() {
            glance
        } else {
            self.product(program, &breakers, search)
        };
        let store_bytes = answer.store_bytes.max(bytes);
        Answer { program: Some((program_outcome, broken)), store_bytes, ..answer }
    }

    fn product<M: Model>(&self, program: &M, breakers: &Breakers, search: &Options) -> Answer {
        let product = Product::new(program, self.watcher, breakers, self.stutters);
        self.find(&product, &|state: &[u32]| self.watcher.is_accepting(state), WATCHED_WORDS, search)
    }

    fn find<M: Model>(&self, product: &M, accepting: Accepting, extra: usize, search: &Options) -> Answer {
        let kinds = |f| self.kind(f);
        let (mut outcome, (), store_bytes) = self.with_store(product.words(), search.threads, |store| {
            let outcome = match store {
                Store::Tree(s) => kulan_search::find_cycle(product, accepting, s, search, &kinds, self.observer),
                Store::Plain(s) => kulan_search::find_cycle(product, accepting, s, search, &kinds, self.observer),
            };
            (outcome, ())
        });
        // What follows speaks of the program.
        for state in outcome.violations.iter_mut().flat_map(|v| &mut v.states) {
            state.truncate(state.len() - extra);
        }
        Answer {
            outcome,
            shortened: false,
            watching: None,
            program: None,
            compile: Duration::ZERO,
            search: Duration::ZERO,
            store_bytes,
        }
    }

    fn kind(&self, failure: Failure) -> kulan_ir::CheckKind {
        kind_of(self.system, failure)
    }

    fn with_store<T: Default>(
        &self,
        words: usize,
        threads: usize,
        run: impl FnOnce(Store) -> (Outcome, T),
    ) -> (Outcome, T, u64) {
        let config = Config { words, memory_limit: self.setup.memory, threads };
        let full = || (Outcome { limit: Some(Limit::Memory), ..Outcome::default() }, T::default(), 0);
        match self.setup.store {
            StoreKind::Tree => TreeStore::new(config).map_or_else(
                |_| full(),
                |store| {
                    let (outcome, other) = run(Store::Tree(&store));
                    (outcome, other, store.peak_bytes())
                },
            ),
            StoreKind::Plain => PlainStore::new(config).map_or_else(
                |_| full(),
                |store| {
                    let (outcome, other) = run(Store::Plain(&store));
                    (outcome, other, store.peak_bytes())
                },
            ),
        }
    }
}

/// Takes what was found instead, if it is shorter.
fn take_shorter(violation: &mut Violation, found: Option<Lasso>, extra: usize) -> bool {
    let Some((mut states, cycle)) = found.filter(|(states, _)| states.len() < violation.states.len()) else {
        return false;
    };
    states.iter_mut().for_each(|state| state.truncate(state.len() - extra));
    (violation.states, violation.cycle) = (states, Some(cycle));
    true
}

enum Store<'s> {
    Tree(&'s TreeStore),
    Plain(&'s PlainStore),
}
