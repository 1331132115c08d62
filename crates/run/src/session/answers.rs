//! The answers of a run, property by property, with their counterexamples.

use kulan_control::Phase;
use kulan_frontend::Property;
use kulan_ir::CheckKind;
use kulan_model::Failure;
use kulan_report::{
    Answer, Counterexample, Error, Proof, PropertyId, PropertyReport, Reason, SearchReport, Verdict, Warning,
    instance_words,
};
use kulan_search::{Kind, Outcome};

use super::{Event, Session, is_later};
use crate::asking::Wishes;
use crate::caught::caught;
use crate::describe::search_report;
use crate::local_deadlock::Stuck;
use crate::{Answered, Searched, Setup, Workshop, counterexample, judge, vacuity};

impl Session {
    /// Answers what the search for safety is about; returns whether all properties are known to have a value
    /// everywhere.
    pub(super) fn safety(
        &self,
        searched: &Searched,
        workshop: &Workshop,
        setup: &Setup,
        wishes: &Wishes,
    ) -> Result<bool, Error> {
        let outcome = &searched.found.outcome;
        let answers = judge::judge(&searched.base, &setup.search, outcome, workshop.source(), searched.depth());
        if let Some(fault) = searched.found.device.as_ref().and_then(|d| d.fault.clone()) {
            self.warn(Warning { property: "device".into(), message: fault, place: None, is_shown: false });
        }
        for fault in &searched.found.faults {
            self.warn(Warning {
                property: "engine".into(),
                message: format!("{fault}; please report"),
                place: None,
                is_shown: false,
            });
        }
        vacuity::endless(searched).into_iter().for_each(|w| self.warn(w));
        left_out(searched).for_each(|w| self.warn(w));
        self.explain_bounds(searched, workshop, answers.iter().map(|p| &p.answer));
        if wishes.safety {
            wishes.require(&answers)?;
        }
        let search = SearchReport { instance: self.instance.clone(), ..search_report(None, searched, setup) };
        if self.request.certificate {
            let certificate = crate::certificate_of(searched, &self.request.model, workshop, setup);
            self.draft().report.certificate = certificate.map(|c| c.write());
        }
        self.draft().report.method.engine = search.engine;
        self.draft().report.searches.push(search);
        self.draft().noted.clear();
        self.draft().pending.retain(|p| is_later(p.id.kind) || p.instance != self.instance);
        let evaluation = answers.iter().find(|a| a.id.kind == Kind::Check(CheckKind::Evaluation));
        let evaluated = evaluation.is_none_or(|a| a.answer.verdict() == Verdict::Holds);
        let own = |answer| PropertyReport { instance: self.instance.clone(), ..answer };
        let answers: Vec<PropertyReport> = answers.into_iter().map(own).collect();
        answers.iter().cloned().for_each(|answer| self.draft().answer(answer));
        answers.iter().for_each(|answer| self.sink.event(Event::Answered(answer)));
        for number in 0..outcome.violations.len() {
            let id = PropertyId::of(outcome.violations[number].kind);
            let found = kulan_control::detached(|| {
                caught(|| counterexample::of_safety(searched, number, workshop, setup, &self.control))
            });
            self.attach(id, found);
        }
        Ok(evaluated)
    }

    /// Answers whether a process of a system of programs can be stuck while others go on. The answer may be known.
    pub(super) fn local_deadlocks(
        &self,
        known: Option<Answer>,
        workshop: &Workshop,
        setup: &Setup,
    ) -> Result<(), Error> {
        let name = kulan_trace::property_name(Kind::LocalDeadlock).to_string();
        let (id, instance) = (PropertyId::of(Kind::LocalDeadlock), self.instance.clone());
        let has_violation = self.draft().report.properties.iter().any(|p| matches!(p.answer, Answer::Violated(_)));
        if has_violation && !setup.search.all_errors {
            // Like any search that ended at the first violation.
            let answer = Answer::Unknown(Reason::OtherViolation);
            self.draft().answer(PropertyReport { id, name, instance, answer, errors: 0 });
            return Ok(());
        }
        if let Some(answer) = known {
            let report = PropertyReport { id, name, instance, answer, errors: 0 };
            self.sink.event(Event::Answered(&report));
            self.draft().answer(report);
            return Ok(());
        }
        self.control.set_property(Some(&name));
        let Stuck { searched, process } = crate::local_deadlock::check(workshop.system(), setup, &self.control)?;
        let outcome = &searched.found.outcome;
        let answer = match &process {
            Some(_) => Answer::Violated(None),
            None => judge::nobody_stuck(&setup.search, outcome, workshop.source()),
        };
        self.explain_bounds(&searched, workshop, std::iter::once(&answer));
        let report = PropertyReport { id, name: name.clone(), instance, answer, errors: process.is_some().into() };
        self.sink.event(Event::Answered(&report));
        let search = search_report(Some((id, name)), &searched, setup);
        self.draft().report.searches.push(SearchReport { instance: self.instance.clone(), ..search });
        self.draft().answer(report);
        if let (Some(process), Some(violation)) = (process, outcome.violations.first()) {
            let found = kulan_control::detached(|| {
                caught(|| {
                    counterexample::of_local_deadlock(&searched, violation, &process, workshop, setup, &self.control)
                })
            });
            self.attach(id, found);
        }
        self.control.set_property(None);
        Ok(())
    }

    /// Notes why answers hold within bounds only. What a run has met is among the warnings already.
    fn explain_bounds<'a>(
        &self,
        searched: &Searched,
        workshop: &Workshop,
        mut answers: impl Iterator<Item = &'a Answer>,
    ) {
        let bounds = workshop.source().bounds();
        let is_bound = |kind: CheckKind| bounds.is_some_and(|b| b.of(kind).is_some());
        let of_bounds = searched.found.outcome.left_out.iter().filter(|f| is_bound(f.kind));
        let met: Vec<String> = of_bounds.map(|f| warning_of(searched, f).sentence()).collect();
        let always = workshop.source().few_objects();
        if answers.any(|a| a.bound().is_some_and(|b| b.objects.is_some())) {
            let property = CheckKind::Objects.property();
            let warning = |why: &String| Warning {
                property: property.into(),
                message: why.clone(),
                place: None,
                is_shown: false,
            };
            always.iter().map(warning).for_each(|w| self.warn(w));
        }
        let mut draft = self.draft();
        for reason in met.into_iter().chain(always.iter().cloned()) {
            if !draft.report.bound_reasons.contains(&reason) {
                draft.report.bound_reasons.push(reason);
            }
        }
    }

    /// Shows how a property is violated. What does not replay is no violation that anybody should believe, but an error
    /// of this program.
    fn attach(&self, id: PropertyId, found: Result<Counterexample, Error>) {
        let mut draft = self.draft();
        let is_meant = |p: &&mut PropertyReport| p.id == id && p.instance == self.instance;
        let property = draft.report.properties.iter_mut().find(is_meant);
        match (found, property) {
            (Ok(found), Some(property)) => property.answer = Answer::Violated(Some(Box::new(found))),
            (Ok(_), None) => {}
            (Err(error), property) => {
                if let Some(property) = property {
                    (property.answer, property.errors) = (Answer::Unknown(Reason::Failed), 0);
                }
                draft.report.error.get_or_insert(error);
            }
        }
    }

    /// Answers a temporal property. If it is not violated, `unviolated` says what that means, where its system may be
    /// partial.
    pub(super) fn temporal(
        &self,
        property: &Property,
        workshop: &mut Workshop,
        setup: &Setup,
        unviolated: Option<&Answer>,
    ) -> Result<(), Error> {
        self.control.set_property(Some(&self.title(property)));
        let answered = crate::check_property(workshop, property, setup, &self.control)?;
        let (searched, is_cut) = match answered {
            Answered::Property(searched) => (searched, false),
            Answered::Cut(searched) => (searched, true),
            Answered::TooLarge => {
                self.undecided(property, Reason::Automaton);
                return Ok(());
            }
        };
        let outcome = &searched.found.outcome;
        vacuity::endless(&searched).into_iter().for_each(|w| self.warn(w));
        let answer = match (answer(outcome, is_cut), unviolated) {
            (Answer::Holds(_), Some(known)) => known.clone(),
            (answer, _) => answer,
        };
        let errors = if is_cut { 0 } else { outcome.violations.len() as u64 };
        let (id, instance) = (PropertyId::temporal(property.number()), self.instance.clone());
        let report = PropertyReport { id, name: property.title(), instance, answer, errors };
        self.sink.event(Event::Answered(&report));
        let mut draft = self.draft();
        let search = search_report(Some((id, property.title())), &searched, setup);
        draft.report.searches.push(SearchReport { instance: self.instance.clone(), ..search });
        draft.answer(report);
        drop(draft);
        if let Some(violation) = outcome.violations.first().filter(|_| !is_cut) {
            let found = kulan_control::detached(|| {
                caught(|| counterexample::of_property(&searched, property, violation, &self.control))
            });
            self.attach(id, found);
        } else if outcome.limit.is_none() {
            let triggers = vacuity::formula(property, &searched, &self.control);
            // What is never triggered says it all.
            let constants = if triggers.is_empty() { vacuity::constants(property, &searched) } else { Vec::new() };
            constants.into_iter().chain(triggers).for_each(|w| self.warn(w));
        }
        self.control.set_property(None);
        Ok(())
    }

    /// The property in progress messages.
    fn title(&self, property: &Property) -> String {
        let instance = instance_words(&self.instance);
        if instance.is_empty() { property.title() } else { format!("{}, {instance}", property.title()) }
    }

    /// A property that could not even be searched for.
    pub(super) fn undecided(&self, property: &Property, reason: Reason) {
        let (id, name) = (PropertyId::temporal(property.number()), property.title());
        let answer = Answer::Unknown(reason);
        let report = PropertyReport { id, name, instance: self.instance.clone(), answer, errors: 0 };
        self.sink.event(Event::Answered(&report));
        self.draft().answer(report);
        self.control.set_property(None);
    }
}

/// What a search has met and could not follow.
pub(super) fn left_out(searched: &Searched) -> impl Iterator<Item = Warning> {
    searched.found.outcome.left_out.iter().map(|failure| warning_of(searched, failure))
}

fn warning_of(searched: &Searched, failure: &Failure) -> Warning {
    let check = &searched.system.transition(failure.transition).checks[failure.check as usize];
    let file = |s: kulan_ir::Source| format!("{}:{}", searched.system.files[s.file.index()], s.line);
    let (property, message) = (check.kind.property().to_string(), check.message.clone());
    Warning { property, message, place: check.source.map(file), is_shown: false }
}

fn answer(outcome: &Outcome, is_cut: bool) -> Answer {
    match outcome.limit {
        _ if !is_cut && !outcome.violations.is_empty() => Answer::Violated(None),
        Some(limit) => Answer::Unknown(Reason::Limit(limit, Phase::Search)),
        // A run that ends in an endless sequence might violate anything that is about infinite runs.
        None if outcome.endless.is_some() => Answer::Unknown(Reason::Endless),
        None => Answer::Holds(Proof::Search),
    }
}
