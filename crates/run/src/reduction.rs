//! A system prepared for reduction: subject, relations, tables.

use std::sync::Arc;

use kulan_control::{Control, Phase};
use kulan_ir::{CheckKind, System};
use kulan_model::{GuardedModel, PartialModel};
use kulan_relations::{Figures, Ground, Relations, Subject};
use kulan_store::{Config, PlainStore};
use kulan_stubborn::{Changing, Options, Reduced, Strength, Tables};

use crate::Reduction;

/// Maximum number of states of a trial.
const TRIAL: u64 = 10_000;
/// Maximum product of states and transitions of a trial: the work per state differs from model to model.
const TRIES: u64 = 3_000_000;
/// The part of the memory in which each thread remembers sets, and the most bytes that are worth it.
const ROOM_FOR_SETS: u64 = 16;
const MOST_FOR_SETS: u64 = 256 << 20;

/// How a space was reduced.
#[derive(Clone, PartialEq, Debug)]
pub struct Relating {
    /// Questions and answers.
    pub figures: Figures,
    /// How sets were chosen.
    pub options: Options,
}

/// Where tables have their entries from.
pub enum Source {
    /// Relations that are known.
    Known(Box<Relations>),
    /// Questions that are asked when they come up.
    OnDemand(Arc<Ground>),
}

impl Source {
    /// Finds the relations of a subject, or what is needed to find them; takes goals out that are impossible.
    pub fn new(subject: &mut Subject, reduction: Reduction) -> (Source, Figures) {
        if reduction.on_demand() {
            return (Source::OnDemand(Arc::new(Ground::new(subject))), Figures::default());
        }
        let options = reduction.relations();
        let (relations, figures) = kulan_relations::relations_with(subject, reduction.method, options);
        (Source::Known(Box::new(relations)), figures)
    }

    pub fn tables(&self, subject: &Subject) -> Tables {
        match self {
            Source::Known(relations) => Tables::new(subject, relations),
            Source::OnDemand(ground) => Tables::on_demand(subject, ground),
        }
    }

    pub fn changing(&self, subject: &Subject) -> Changing {
        match self {
            Source::Known(relations) => Changing::new(subject, relations),
            Source::OnDemand(ground) => Changing::asked(subject, ground),
        }
    }
}

/// A system ready for reduction.
pub struct Prepared {
    /// What is reduced.
    pub subject: Subject,
    /// The relations as the algorithms want them.
    pub tables: Tables,
    /// How sets are chosen.
    pub options: Options,
    /// Whether the options leave their strength open.
    either_strength: bool,
    /// Whether sets keep errors reachable by a proviso, rather than because there are none to keep.
    proviso: bool,
    /// Questions and answers before the search.
    figures: Figures,
}

impl Prepared {
    /// Questions and answers so far.
    pub fn figures(&self) -> Figures {
        let mut figures = self.figures.clone();
        figures += &self.tables.figures();
        figures
    }

    /// Finds the relations of a system that preserve what a search looks for.
    pub fn new(system: &System, reduction: Reduction, search: &kulan_search::Options, control: &Control) -> Prepared {
        Prepared::keeping(system, reduction, &|kind| search.looks_for(kind), control)
    }

    /// The same, for failing checks of the kinds wanted.
    pub fn keeping(
        system: &System,
        reduction: Reduction,
        wanted: &dyn Fn(CheckKind) -> bool,
        control: &Control,
    ) -> Prepared {
        let _phase = control.enter(Phase::Relations);
        let mut subject = Subject::keeping(system, wanted);
        let (source, figures) = Source::new(&mut subject, reduction);
        // Checks that did not become goals are evaluated when their transition is taken, so it must not be postponed
        // forever.
        let proviso = subject.can_fail();
        let tables = source.tables(&subject);
        let Reduction { options, either_strength, .. } = reduction;
        Prepared { subject, tables, options, either_strength, proviso, figures }
    }

    /// Whether a search has to see to it that nothing is postponed forever.
    pub fn needs_proviso(&self) -> bool {
        self.proviso
    }

    /// The reduced form of a model of the subject's system.
    pub fn reduce<'m, M: GuardedModel>(&'m self, model: &'m M, control: &Control) -> Reduced<'m, M> {
        let _phase = control.enter(Phase::Relations);
        let probe = |options| kulan_stubborn::probe(model, &self.tables, options, control);
        let mut options = probe(self.options);
        if self.either_strength {
            let other = match self.options.strength {
                Strength::Strong => Strength::Weak,
                Strength::Weak => Strength::Strong,
            };
            let other = probe(Options { strength: other, ..self.options });
            let trial = |options| self.trial(model, options, control);
            if trial(other).is_some_and(|few| trial(options).is_none_or(|states| few < states)) {
                options = other;
            }
        }
        let room = control.memory().unwrap_or(0) / ROOM_FOR_SETS;
        Reduced::new(model, &self.tables, options, self.proviso).with_room(room.min(MOST_FOR_SETS) as usize)
    }

    /// The number of states of the reduced space, if it is small. The answer is the same each time, so that sets stay a
    /// function of the state.
    fn trial<M: GuardedModel>(&self, model: &M, options: Options, control: &Control) -> Option<u64> {
        let transitions = self.subject.system.transitions.len().max(1) as u64;
        let max_states = TRIAL.min(TRIES / transitions);
        small_space(&Reduced::new(model, &self.tables, options, self.proviso), max_states, control)
    }
}

/// The number of states of a reduced space, if there are no more than `most`.
pub fn small_space<M: PartialModel>(reduced: &M, most: u64, control: &Control) -> Option<u64> {
    let config = Config { words: reduced.words(), memory_limit: 1 << 30, threads: 1 };
    let store = PlainStore::new(config).ok()?;
    let options = kulan_search::Options { all_errors: true, max_states: Some(most), ..Default::default() };
    let search = || kulan_search::search_partial(reduced, &store, &options, control);
    let outcome = kulan_control::detached(search);
    outcome.limit.is_none().then_some(outcome.states)
}
