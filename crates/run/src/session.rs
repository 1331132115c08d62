//! A run from start to end: which properties to check, in which order things are done, and what is known at each
//! moment.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kulan_control::{Control, Limits, Monitor, Phase, Snapshot};
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_frontend::{Property, Round, Source};
use kulan_ir::{CheckKind, Invariant, System};
use kulan_report::{
    Answer, Counterexample, Error, Instance, Proof, PropertyReport, Reason, Report, SearchReport, Verdict, Warning,
    instance_words,
};
use kulan_search::{Kind, Outcome};

use crate::asking::Wishes;
use crate::bounds::{self, Larger};
use crate::describe::{method, search_report};
use crate::local_deadlock::Stuck;
use crate::{Answered, Engine, Request, Searched, Setup, Transactions, Workshop, counterexample, judge, load, vacuity};

/// Deep models make deep recursions.
const STACK: usize = 512 << 20;
/// How long a run may take to notice that it was stopped. After that the report is made without it.
const GRACE: Duration = Duration::from_millis(700);
/// How often the run is polled.
const PERIOD: Duration = Duration::from_millis(20);
/// States that a search beyond the default bounds of a program may store: as many, or as many times those of the search
/// within them.
const FURTHER_STATES: u64 = 2_000_000;
const FURTHER_TIMES: u64 = 20;

/// Something that happens in a run.
#[derive(Copy, Clone, Debug)]
pub enum Event<'e> {
    /// About twenty times a second: the current activity, for which property, and its progress.
    Progress(&'e Snapshot),
    /// A property has its answer. Its counterexample, if it has one, may still become shorter.
    Answered(&'e PropertyReport),
}

/// Is notified of what happens in a run, from several threads.
pub trait Sink: Send + Sync {
    /// Something happened.
    fn event(&self, event: Event) {
        let _ = event;
    }

    /// Diagnostics about the text of the model: warnings, and errors, which end the run.
    fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        let _ = (sources, diagnostics);
    }
}

/// Ignores everything.
#[derive(Copy, Clone, Debug)]
pub struct Silent;

impl Sink for Silent {}

/// Passes on what ends a run. Warnings were shown when the model was read first.
struct ErrorsOnly<'s>(&'s dyn Sink);

impl Sink for ErrorsOnly<'_> {
    fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        if diagnostics.has_errors() {
            self.0.diagnostics(sources, diagnostics);
        }
    }
}

/// Makes a run; its limits are those of the request.
pub fn check(request: &Request) -> Report {
    check_with(request, &control_of(request), Arc::new(Silent))
}

/// A control with the limits of a request. Its clock starts now.
pub fn control_of(request: &Request) -> Control {
    Control::new(Limits { time: request.timeout, memory: Some(request.setup.memory) })
}

/// Makes a run under a control, whose limits count, and reports what happens.
///
/// It always returns soon after the control is stopped. A part that does not notice in time is abandoned: its thread
/// ends when it is done.
pub fn check_with(request: &Request, control: &Control, sink: Arc<dyn Sink>) -> Report {
    let draft = Arc::new(Mutex::new(Draft { report: empty(request, control), pending: Vec::new() }));
    let (mut request, instance) = (request.clone(), Vec::new());
    let (c, asked) = (&mut request.model.c, &request.asked);
    c.races &= asked.names("race");
    c.locks &= asked.names("lock");
    let asks_for = |name: &str| asked.properties.iter().any(|p| p == name) && asked.errors;
    c.overflow |= asks_for("overflow");
    c.leaks |= asks_for("leak");
    c.unread |= asks_for("unread");
    if request.certificate {
        request.setup.proof = true;
        // A proof speaks of variables as the model has them.
        request.setup.passes.narrow = None;
        // And of steps as the model takes them.
        if request.setup.transactions == Transactions::Auto {
            request.setup.transactions = Transactions::Off;
        }
    }
    let session = Session { request, instance, control: control.clone(), sink, draft: draft.clone() };
    let ticking = session.sink.clone();
    let monitor = Monitor::start(control, move |snapshot| ticking.event(Event::Progress(snapshot)));
    let (done, ended) = channel();
    let work = move || {
        session.run();
        // Nobody is listening any more if it took too long.
        let _ = done.send(());
    };
    let worker = std::thread::Builder::new().name("run".into()).stack_size(STACK).spawn(work);
    match worker {
        Ok(_) => while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) && !is_overdue(control) {},
        Err(e) => lock(&draft).report.error = Some(Error::Internal(format!("no thread could be started: {e}"))),
    }
    drop(monitor);
    let mut draft = lock(&draft);
    draft.close(control);
    draft.report.clone()
}

/// The report of a request that cannot be answered.
pub fn refuse(request: &Request, control: &Control, error: Error) -> Report {
    Report { error: Some(error), seconds: control.elapsed().as_secs_f64(), ..empty(request, control) }
}

/// The report of a run that has not begun.
fn empty(request: &Request, control: &Control) -> Report {
    let Limits { time, memory } = control.limits();
    let limits = kulan_report::Limits { time, memory, states: request.setup.search.max_states };
    let others = request.model.others.iter().map(|f| f.display().to_string()).collect();
    Report { others, ..Report::new(request.model.path.display().to_string(), method(&request.setup), limits) }
}

fn is_overdue(control: &Control) -> bool {
    control.snapshot().stopped.is_some_and(|(_, since)| since > GRACE)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A report in progress.
struct Draft {
    report: Report,
    /// Properties without an answer yet.
    pending: Vec<Pending>,
}

/// A property without an answer.
struct Pending {
    name: String,
    kind: Kind,
    instance: Instance,
}

impl Draft {
    /// A property that has its answer.
    fn answer(&mut self, property: PropertyReport) {
        self.pending.retain(|p| p.name != property.name || p.instance != property.instance);
        self.report.properties.push(property);
    }

    /// Fills in what is known at the end.
    fn close(&mut self, control: &Control) {
        let report = &mut self.report;
        if let Some((limit, phase)) = control.stopped_in() {
            let open = |Pending { name, kind, instance }| PropertyReport {
                name,
                kind,
                instance,
                answer: Answer::Unknown(Reason::Limit(limit, phase)),
                errors: 0,
            };
            report.properties.extend(self.pending.drain(..).map(open));
            if report.properties.is_empty() && report.error.is_none() {
                report.limit = Some((limit, phase));
            }
        }
        let reached = report.properties.iter().find_map(|p| match p.answer {
            Answer::Unknown(Reason::Limit(limit, phase)) => Some((limit, phase)),
            _ => None,
        });
        let cut = report.searches.iter().find_map(|s| s.limit).map(|limit| (limit, Phase::Search));
        report.limit = report.limit.or(reached).or(cut);
        report.seconds = control.elapsed().as_secs_f64();
        report.times = control.times();
        report.memory_bytes = kulan_control::peak_memory();
    }
}

/// What the thread of a run has.
#[derive(Clone)]
struct Session {
    request: Request,
    /// The parameters at hand, if the model is checked for several choices of them.
    instance: Instance,
    control: Control,
    sink: Arc<dyn Sink>,
    draft: Arc<Mutex<Draft>>,
}

impl Session {
    fn draft(&self) -> MutexGuard<'_, Draft> {
        lock(&self.draft)
    }

    fn run(&self) {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.control.attach(|| self.steps())));
        let error = match outcome {
            Ok(Ok(Ok(()))) | Ok(Err(_)) => return, // done, or stopped
            Ok(Ok(Err(error))) => error,
            Err(panic) => Error::Internal(panic_words(panic.as_ref())),
        };
        self.draft().report.error = Some(error);
    }

    fn steps(&self) -> Result<(), Error> {
        let reading = self.control.enter(Phase::Reading);
        let workshop = load(&self.request.model, &*self.sink, &self.control)?;
        let mut wishes = Wishes::of(&self.request.asked, &workshop)?;
        self.limit_to_engine(&mut wishes)?;
        drop(reading);
        let given: Vec<String> = self.request.model.defines.iter().map(|d| name_of(d).to_string()).collect();
        let rounds = workshop.source().rounds(&given).map_err(Error::Call)?;
        self.draft().report.unchecked = wishes.unchecked(&workshop);
        self.draft().report.assumed = workshop.source().assumed();
        if rounds.len() < 2 {
            self.expect(&wishes);
            let met = self.check(workshop, &wishes)?;
            return self.go_further(met);
        }
        if self.request.certificate {
            let why = "a proof is about one choice of parameters, and the model is checked for several; choose with -D";
            return Err(Error::Call(format!("--certificate: {why}")));
        }
        self.rounds(&rounds, &workshop)
    }

    /// Checks the model for several choices of parameters. What is expected of each is known from the start.
    fn rounds(&self, rounds: &[Round], first: &Workshop) -> Result<(), Error> {
        let wishes_of = |workshop: &Workshop, round: &Round| {
            let mut wishes = Wishes::of(&self.request.asked, workshop)?;
            self.limit_to_engine(&mut wishes)?;
            wishes.limit_to(round, rounds);
            Ok(wishes)
        };
        let sessions: Vec<Session> = rounds.iter().map(|round| self.with(&round.parameters)).collect();
        for (session, round) in sessions.iter().zip(rounds) {
            session.expect(&wishes_of(first, round)?);
        }
        for (session, round) in sessions.iter().zip(rounds) {
            let workshop = load(&session.request.model, &ErrorsOnly(&*self.sink), &self.control)?;
            let wishes = wishes_of(&workshop, round)?;
            session.check(workshop, &wishes)?;
        }
        Ok(())
    }

    /// The same for a choice of parameters.
    fn with(&self, instance: &Instance) -> Session {
        let mut session = self.clone();
        session.request.model.defines.extend(instance.iter().map(|(name, value)| format!("{name}={value}")));
        session.instance.clone_from(instance);
        session
    }

    /// Notes what is to be answered.
    fn expect(&self, wishes: &Wishes) {
        let instance = &self.instance;
        let open = wishes.names().into_iter().map(|(name, kind)| Pending { name, kind, instance: instance.clone() });
        self.draft().pending.extend(open);
    }

    /// Answers everything; gives the kinds of bounds that the search for errors has met.
    fn check(&self, mut workshop: Workshop, wishes: &Wishes) -> Result<Vec<CheckKind>, Error> {
        workshop.watch(&wishes.temporal);
        let mut met = Vec::new();
        let mut setup = wishes.apply(&self.request.setup).of_engine();
        setup.programs = workshop.source().has_processes();
        setup.local_deadlocks = wishes.local_deadlocks;
        let mut evaluated = true;
        let mut nobody_stuck = None;
        let mut unviolated = None;
        let is_partial = !wishes.temporal.is_empty() && workshop.source().observed_is_partial();
        // A violation must not hide that something is missing.
        setup.search.all_errors |= is_partial;
        if wishes.safety || is_partial || evaluates(&workshop.system()) {
            let mut searched = self.search(&mut workshop, &setup)?;
            if !setup.search.all_errors && wishes.is_hidden(&searched.found.outcome) {
                setup.search.all_errors = true;
                searched = self.search(&mut workshop, &setup)?;
            }
            let (outcome, depth) = (&searched.found.outcome, searched.depth());
            unviolated = is_partial.then(|| judge::unviolated(&setup.search, outcome, workshop.source(), depth));
            evaluated = self.safety(&searched, &workshop, &setup, wishes)?;
            met.extend(outcome.failures.keys().filter(|kind| kind.is_limit()));
            let is_known = searched.found.nobody_stuck;
            nobody_stuck = is_known.then(|| judge::unviolated(&setup.search, outcome, workshop.source(), depth));
            if searched.found.comparison.is_some_and(|c| c.pays) {
                setup.look_sooner();
            }
            if searched.is_complete() {
                workshop.set_complete();
                // In C, the only way to reach a failure is to fail. A proof does not tell what is reached.
                let is_program = matches!(workshop.source(), Source::C { .. });
                let tells = wishes.safety && !is_program && searched.found.symbolic.is_none();
                let unreached = tells.then(|| vacuity::assertions(&searched, &self.control));
                unreached.into_iter().flatten().for_each(|w| self.warn(w));
            }
        }
        if wishes.local_deadlocks {
            self.local_deadlocks(nobody_stuck, &workshop, &setup)?;
        }
        for property in &wishes.temporal {
            if !evaluated && is_evaluated(&workshop.system(), property) {
                self.undecided(property, Reason::Evaluation);
                continue;
            }
            self.temporal(property, &mut workshop, &setup, unviolated.as_ref())?;
        }
        Ok(met)
    }

    /// Where everything holds within bounds that nobody chose: checks the model with larger ones, if these seem to
    /// suffice. Only an answer replaces what is known, and the effort is limited: it was not asked for.
    fn go_further(&self, mut met: Vec<CheckKind>) -> Result<(), Error> {
        let setup = &self.request.setup;
        if !matches!(setup.engine, Engine::Auto | Engine::Explicit) || self.request.certificate {
            return Ok(());
        }
        let mut model = self.request.model.clone();
        while self.is_limited_by_default() {
            let larger = {
                let _phase = self.control.enter(Phase::Instances);
                bounds::enough(&model, &met, &self.control)
            };
            let Some(Larger { model: with, workshop }) = larger else { break };
            model = with;
            let states = self.draft().report.searches.iter().map(|s| s.states).max().unwrap_or(0);
            let affordable = FURTHER_STATES.max(states.saturating_mul(FURTHER_TIMES));
            let most_states = setup.search.max_states.map_or(affordable, |most| most.min(affordable));
            self.warn(unfinished(workshop.source(), &met, most_states));
            let mut session = self.clone();
            session.request.model.clone_from(&model);
            session.request.setup.engine = Engine::Explicit;
            session.request.setup.search.max_states = Some(most_states);
            session.draft =
                Arc::new(Mutex::new(Draft { report: empty(&self.request, &self.control), pending: Vec::new() }));
            let mut wishes = Wishes::of(&self.request.asked, &workshop)?;
            self.limit_to_engine(&mut wishes)?;
            met = session.check(workshop, &wishes)?;
            let further = session.draft().report.clone();
            if further.verdict() == Verdict::Unknown {
                break;
            }
            let within = bounds::beyond(&self.request.model.c, &model.c);
            self.draft().report.adopt(further, within);
        }
        Ok(())
    }

    /// Whether everything holds, but only within bounds, some of which nobody chose.
    fn is_limited_by_default(&self) -> bool {
        let report = &self.draft().report;
        let is_default = |p: &PropertyReport| p.answer.bound().is_some_and(|b| b.by_default);
        report.verdict() == Verdict::HoldsWithin && report.properties.iter().any(is_default)
    }

    /// Some engines check safety only: temporal properties that nobody named are not checked.
    fn limit_to_engine(&self, wishes: &mut Wishes) -> Result<(), Error> {
        let engine = self.request.setup.engine;
        if !engine.is_for_safety_only() || wishes.temporal.is_empty() {
            return Ok(());
        }
        if !self.request.asked.properties.is_empty() || !wishes.safety {
            let names: Vec<String> = wishes.temporal.iter().map(Property::title).collect();
            let why = format!("--engine {} checks safety only, not {}", engine.name(), names.join(", "));
            return Err(Error::Call(format!("{why}; use --engine explicit")));
        }
        wishes.temporal.clear();
        Ok(())
    }

    /// Answers questions about safety, by the engine that was asked for.
    fn search(&self, workshop: &mut Workshop, setup: &Setup) -> Result<Searched, Error> {
        match setup.engine {
            Engine::Auto => crate::portfolio::check(workshop, setup, &self.control),
            Engine::Explicit | Engine::Gpu => crate::check_safety(workshop, setup, &self.control),
            engine => crate::symbolic::check(workshop, setup, engine, &self.control),
        }
    }

    fn warn(&self, warning: Warning) {
        let mut draft = self.draft();
        if !draft.report.warnings.contains(&warning) {
            draft.report.warnings.push(warning);
        }
    }

    /// Answers what the search for safety is about; returns whether all properties are known to have a value everywhere.
    fn safety(&self, searched: &Searched, workshop: &Workshop, setup: &Setup, wishes: &Wishes) -> Result<bool, Error> {
        let outcome = &searched.found.outcome;
        let answers = judge::judge(&searched.base, &setup.search, outcome, workshop.source(), searched.depth());
        if let Some(fault) = searched.found.device.as_ref().and_then(|d| d.fault.clone()) {
            self.warn(Warning { property: "device".into(), message: fault, place: None });
        }
        vacuity::endless(searched).into_iter().for_each(|w| self.warn(w));
        for failure in &outcome.left_out {
            let check = &searched.system.transition(failure.transition).checks[failure.check as usize];
            let file = |s: kulan_ir::Source| format!("{}:{}", searched.system.files[s.file.index()], s.line);
            let (property, message) = (check.kind.property().to_string(), check.message.clone());
            self.warn(Warning { property, message, place: check.source.map(file) });
        }
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
        let later = |kind: Kind| matches!(kind, Kind::Cycle | Kind::LocalDeadlock);
        self.draft().pending.retain(|p| later(p.kind) || p.instance != self.instance);
        let evaluation = answers.iter().find(|a| a.kind == Kind::Check(CheckKind::Evaluation));
        let evaluated = evaluation.is_none_or(|a| a.answer.verdict() == Verdict::Holds);
        for answer in answers {
            let answer = PropertyReport { instance: self.instance.clone(), ..answer };
            self.sink.event(Event::Answered(&answer));
            self.draft().answer(answer);
        }
        for number in 0..outcome.violations.len() {
            let violation = &outcome.violations[number];
            let found = kulan_control::detached(|| {
                counterexample::of_safety(searched, number, workshop, setup, &self.control)
            })?;
            self.attach_counterexample(kulan_trace::property_name(violation.kind), found);
        }
        Ok(evaluated)
    }

    /// Answers whether a process of a system of programs can be stuck while others go on. The answer may be known.
    fn local_deadlocks(&self, known: Option<Answer>, workshop: &Workshop, setup: &Setup) -> Result<(), Error> {
        let name = kulan_trace::property_name(Kind::LocalDeadlock).to_string();
        let (kind, instance) = (Kind::LocalDeadlock, self.instance.clone());
        let has_violation = self.draft().report.properties.iter().any(|p| matches!(p.answer, Answer::Violated(_)));
        if has_violation && !setup.search.all_errors {
            // Like any search that ended at the first violation.
            let answer = Answer::Unknown(Reason::OtherViolation);
            self.draft().answer(PropertyReport { name, kind, instance, answer, errors: 0 });
            return Ok(());
        }
        if let Some(answer) = known {
            let report = PropertyReport { name, kind, instance, answer, errors: 0 };
            self.sink.event(Event::Answered(&report));
            self.draft().answer(report);
            return Ok(());
        }
        self.control.set_property(Some(&name));
        let Stuck { searched, process } = crate::local_deadlock::check(workshop.system(), setup, &self.control)?;
        let outcome = &searched.found.outcome;
        let answer = match &process {
            Some(_) => Answer::Violated(None),
            None => judge::unviolated(&setup.search, outcome, workshop.source(), None),
        };
        let report = PropertyReport { name: name.clone(), kind, instance, answer, errors: process.is_some().into() };
        self.sink.event(Event::Answered(&report));
        let search = search_report(Some(name.clone()), &searched, setup);
        self.draft().report.searches.push(SearchReport { instance: self.instance.clone(), ..search });
        self.draft().answer(report);
        if let (Some(process), Some(violation)) = (process, outcome.violations.first()) {
            let found = kulan_control::detached(|| {
                counterexample::of_local_deadlock(&searched, violation, &process, workshop, setup, &self.control)
            })?;
            self.attach_counterexample(&name, found);
        }
        self.control.set_property(None);
        Ok(())
    }

    fn attach_counterexample(&self, name: &str, found: Counterexample) {
        let is_meant = |p: &&mut PropertyReport| p.name == name && p.instance == self.instance;
        if let Some(property) = self.draft().report.properties.iter_mut().find(is_meant) {
            property.answer = Answer::Violated(Some(Box::new(found)));
        }
    }

    /// Answers a temporal property. If it is not violated, `unviolated` says what that means, where its system may be
    /// partial.
    fn temporal(
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
        let instance = self.instance.clone();
        let report = PropertyReport { name: property.title(), kind: Kind::Cycle, instance, answer, errors };
        self.sink.event(Event::Answered(&report));
        let mut draft = self.draft();
        let search = search_report(Some(property.title()), &searched, setup);
        draft.report.searches.push(SearchReport { instance: self.instance.clone(), ..search });
        draft.answer(report);
        drop(draft);
        if let Some(violation) = outcome.violations.first().filter(|_| !is_cut) {
            let found =
                kulan_control::detached(|| counterexample::of_property(&searched, property, violation, &self.control))?;
            self.attach_counterexample(&property.title(), found);
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
    fn undecided(&self, property: &Property, reason: Reason) {
        let (name, kind, answer) = (property.title(), Kind::Cycle, Answer::Unknown(reason));
        let report = PropertyReport { name, kind, instance: self.instance.clone(), answer, errors: 0 };
        self.sink.event(Event::Answered(&report));
        self.draft().answer(report);
        self.control.set_property(None);
    }
}

/// Says that a search with larger bounds gave no answer.
fn unfinished(source: &Source, met: &[CheckKind], states: u64) -> Warning {
    let bounds = source.bounds();
    let larger = met.iter().filter_map(|&kind| Some((kind.property(), bounds.and_then(|b| b.of(kind))?.number)));
    let larger: Vec<(&str, u64)> = larger.collect();
    let words = larger.iter().map(|(name, number)| format!("{number} {name}")).collect::<Vec<_>>().join(" and ");
    let options = larger.iter().map(|(name, number)| format!("--max-{name} {number}")).collect::<Vec<_>>().join(" ");
    let states = kulan_report::count(states);
    let message = format!("a search with {words} did not end within {states} states; ask for it with {options}");
    Warning { property: larger.first().map_or("bounds", |(name, _)| name).to_string(), message, place: None }
}

/// Whether some property might have no value in some state.
fn evaluates(system: &System) -> bool {
    system.transitions.iter().flat_map(|t| &t.checks).any(|c| c.kind == CheckKind::Evaluation)
}

/// Whether this property might have none.
fn is_evaluated(system: &System, property: &Property) -> bool {
    let mut checks = system.transitions.iter().flat_map(|t| &t.checks);
    checks.any(|c| Invariant::is_evaluation_of(c, &property.title()))
}

/// The name in `NAME=VALUE`.
fn name_of(define: &str) -> &str {
    define.split_once('=').map_or(define, |(name, _)| name)
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

fn panic_words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
