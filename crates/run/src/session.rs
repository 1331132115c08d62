//! A run from start to end: which properties to check, in which order things are done, and what is known at each
//! moment.

mod answers;
mod draft;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kulan_control::{Control, Limits, Monitor, Phase, Snapshot};
use kulan_diagnostics::{Diagnostics, Severity, SourceMap};
use kulan_frontend::{Property, Round, Source};
use kulan_ir::{CheckKind, Invariant, System};
use kulan_report::{Answer, Error, Instance, PropertyId, PropertyReport, Reason, Report, Verdict, Warning};
use kulan_search::Kind;

use self::draft::{Draft, Pending};
use crate::asking::Wishes;
use crate::bounds::{self, Larger};
use crate::caught::{caught, panic_words};
use crate::describe::method;
use crate::{Engine, Request, Searched, Setup, Transactions, Workshop, judge, load, proved, vacuity};

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

/// Passes everything on, and keeps warnings for the report.
struct Noting<'s>(&'s Session);

impl Sink for Noting<'_> {
    fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        for warning in diagnostics.iter().filter(|d| d.severity == Severity::Warning) {
            let place = warning.span.map(|span| {
                let file = sources.file(span.file);
                format!("{}:{}", file.name(), file.line_of(span.start as usize))
            });
            let (property, message) = (warning.code.to_string(), warning.message.clone());
            self.0.warn(Warning { property, message, place, is_shown: true });
        }
        self.0.sink.diagnostics(sources, diagnostics);
    }
}

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
    let draft = Arc::new(Mutex::new(Draft::new(empty(request, control))));
    let (mut request, instance) = (request.clone(), Vec::new());
    request.asked.seek(&mut request.model.c);
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

    /// Notes an error that prevents some answers, and leaves the others alone. Where there is none yet, an error of the
    /// model or the call ends the run.
    fn fails(&self, error: Error, is_affected: impl Fn(PropertyId) -> bool) -> Result<(), Error> {
        let is_ours = matches!(error, Error::Internal(_));
        if !is_ours && self.draft().report.properties.is_empty() {
            return Err(error);
        }
        self.control.set_property(None);
        let mut draft = self.draft();
        let (affected, others): (Vec<Pending>, Vec<Pending>) = std::mem::take(&mut draft.pending)
            .into_iter()
            .partition(|p| p.instance == self.instance && is_affected(p.id));
        draft.pending = others;
        let open = |Pending { id, name, instance }| PropertyReport {
            id,
            name,
            instance,
            answer: Answer::Unknown(Reason::Failed),
            errors: 0,
        };
        draft.report.properties.extend(affected.into_iter().map(open));
        draft.report.error.get_or_insert(error);
        Ok(())
    }

    fn steps(&self) -> Result<(), Error> {
        let reading = self.control.enter(Phase::Reading);
        let workshop = load(&self.request.model, &Noting(self), &self.control)?;
        let mut wishes = Wishes::of(&self.request.asked, &workshop)?;
        self.limit_to_engine(&mut wishes)?;
        drop(reading);
        let given: Vec<String> = self.request.model.defines.iter().map(|d| name_of(d).to_string()).collect();
        let rounds = workshop.source().rounds(&given).map_err(Error::Call)?;
        self.draft().report.unchecked = wishes.unchecked(&workshop);
        self.draft().report.assumed = workshop.source().assumed();
        self.draft().report.assumes_unasked = workshop.source().assumes_unasked();
        wishes.warnings().for_each(|w| self.warn(w));
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
        let open = wishes.names().into_iter().map(|(id, name)| Pending { id, name, instance: instance.clone() });
        self.draft().pending.extend(open);
    }

    /// Answers everything; gives the kinds of bounds that the search for errors has met.
    fn check(&self, mut workshop: Workshop, wishes: &Wishes) -> Result<Vec<CheckKind>, Error> {
        workshop.watch(&wishes.temporal);
        let mut setup = wishes.apply(&self.request.setup).of_engine();
        setup.programs = workshop.source().has_processes();
        setup.local_deadlocks = wishes.local_deadlocks;
        let is_partial = !wishes.temporal.is_empty() && workshop.source().observed_is_partial();
        // A violation must not hide that something is missing.
        setup.search.all_errors |= is_partial;
        let mut known = Known { is_evaluated: true, ..Known::default() };
        if wishes.safety || is_partial || evaluates(&workshop.system()) {
            known = match caught(|| self.errors(&mut workshop, &mut setup, wishes, is_partial)) {
                Ok(known) => known,
                Err(error) => {
                    self.fails(error, |id| !is_later(id.kind))?;
                    Known::nothing(is_partial)
                }
            };
        }
        if wishes.local_deadlocks {
            let id = PropertyId::of(Kind::LocalDeadlock);
            caught(|| self.local_deadlocks(known.nobody_stuck.clone(), &workshop, &setup))
                .or_else(|error| self.fails(error, |other| other == id))?;
        }
        for property in &wishes.temporal {
            if !known.is_evaluated && is_evaluated(&workshop.system(), property) {
                self.undecided(property, Reason::Evaluation);
                continue;
            }
            let id = PropertyId::temporal(property.number());
            caught(|| self.temporal(property, &mut workshop, &setup, known.unviolated.as_ref()))
                .or_else(|error| self.fails(error, |other| other == id))?;
        }
        Ok(known.met)
    }

    /// Searches for errors, and answers what that is about.
    fn errors(
        &self,
        workshop: &mut Workshop,
        setup: &mut Setup,
        wishes: &Wishes,
        is_partial: bool,
    ) -> Result<Known, Error> {
        let mut searched = self.search(workshop, setup)?;
        if !setup.search.all_errors && wishes.is_hidden(&searched.found.outcome) {
            setup.search.all_errors = true;
            searched = self.search(workshop, setup)?;
        }
        let (outcome, depth) = (&searched.found.outcome, searched.depth());
        let unviolated = || judge::unviolated(&setup.search, outcome, workshop.source(), depth);
        let known = Known {
            is_evaluated: self.safety(&searched, workshop, setup, wishes)?,
            unviolated: is_partial.then(unviolated),
            nobody_stuck: searched.found.nobody_stuck.then(unviolated),
            met: outcome.failures.keys().copied().filter(|kind| kind.is_limit()).collect(),
        };
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
        Ok(known)
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
            session.draft = Arc::new(Mutex::new(Draft::new(empty(&self.request, &self.control))));
            let mut wishes = Wishes::of(&self.request.asked, &workshop)?;
            self.limit_to_engine(&mut wishes)?;
            let checked = session.check(workshop, &wishes);
            let further = session.draft().report.clone();
            // What is known within smaller bounds stays known.
            if let Some(error) = checked.as_ref().err().or(further.error.as_ref()) {
                let message = format!("a search with larger bounds failed: {}", error.message());
                self.warn(Warning { property: "bounds".into(), message, place: None, is_shown: false });
            }
            match checked {
                Ok(more) if further.verdict() != Verdict::Unknown => met = more,
                _ => break,
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
        let searched = match setup.engine {
            Engine::Auto => {
                let note = |searched: &Searched, workshop: &Workshop| self.note(searched, workshop, setup);
                crate::portfolio::check(workshop, setup, &self.control, &note)?
            }
            Engine::Explicit | Engine::Gpu => crate::check_safety(workshop, setup, &self.control)?,
            engine => crate::symbolic::check(workshop, setup, engine, &self.control)?,
        };
        // Whoever asks for a certificate has it checked by `kulan certify`.
        if setup.proof {
            return Ok(searched);
        }
        proved::check(searched, &self.request.model, workshop, setup, &self.control)
    }

    /// Notes why a search of states has no answer, while other engines look for one: if they find none, it still
    /// counts.
    fn note(&self, searched: &Searched, workshop: &Workshop, setup: &Setup) {
        let outcome = &searched.found.outcome;
        let answers = judge::judge(&searched.base, &setup.search, outcome, workshop.source(), searched.depth());
        let is_reason = |p: &PropertyReport| matches!(p.answer, Answer::Unknown(Reason::Unsupported));
        let noted = answers.into_iter().filter(is_reason);
        let noted = noted.map(|p| PropertyReport { instance: self.instance.clone(), ..p }).collect();
        self.draft().noted = noted;
        answers::left_out(searched).for_each(|w| self.warn(w));
    }

    fn warn(&self, warning: Warning) {
        let mut draft = self.draft();
        if !draft.report.warnings.contains(&warning) {
            draft.report.warnings.push(warning);
        }
    }
}

/// What the search for errors tells other properties.
#[derive(Default)]
struct Known {
    /// Whether all properties are known to have a value everywhere.
    is_evaluated: bool,
    /// The answer for what it has found no violation of, where the systems of properties may be partial.
    unviolated: Option<Answer>,
    /// The answer whether a process is stuck, if it turned out that none is.
    nobody_stuck: Option<Answer>,
    /// The kinds of bounds that were met.
    met: Vec<CheckKind>,
}

impl Known {
    /// After a search that failed.
    fn nothing(is_partial: bool) -> Known {
        Known { unviolated: is_partial.then_some(Answer::Unknown(Reason::Failed)), ..Known::default() }
    }
}

/// Properties that the search for errors does not answer.
fn is_later(kind: Kind) -> bool {
    matches!(kind, Kind::Cycle | Kind::LocalDeadlock)
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
    Warning {
        property: larger.first().map_or("bounds", |(name, _)| name).to_string(),
        message,
        place: None,
        is_shown: false,
    }
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
