//! A run from start to end: which properties to check, in which order things are done, and what is known at each
//! moment.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kulan_control::{Control, Limits, Monitor, Phase, Snapshot};
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_frontend::Property;
use kulan_report::{Answer, Counterexample, Error, Proof, PropertyReport, Reason, Report};
use kulan_search::{Kind, Outcome};

use crate::asking::Wishes;
use crate::describe::{method, search_report};
use crate::{Answered, Request, Searched, Setup, Workshop, counterexample, judge, load, vacuity};

/// Deep models make deep recursions.
const STACK: usize = 512 << 20;
/// How long a run may take to notice that it was stopped. After that the report is made without it.
const GRACE: Duration = Duration::from_millis(700);
/// How often the run is polled.
const PERIOD: Duration = Duration::from_millis(20);

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
    let session = Session { request: request.clone(), control: control.clone(), sink, draft: draft.clone() };
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
    Report::new(request.model.path.display().to_string(), method(&request.setup), limits)
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
    pending: Vec<(String, Kind)>,
}

impl Draft {
    /// A property that has its answer.
    fn answer(&mut self, property: PropertyReport) {
        self.pending.retain(|(name, _)| *name != property.name);
        self.report.properties.push(property);
    }

    /// Fills in what is known at the end.
    fn close(&mut self, control: &Control) {
        let report = &mut self.report;
        if let Some((limit, phase)) = control.stopped_in() {
            let open = |(name, kind)| PropertyReport {
                name,
                kind,
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
struct Session {
    request: Request,
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
        let mut workshop = load(&self.request.model, &*self.sink, &self.control)?;
        let wishes = Wishes::of(&self.request.asked, &workshop)?;
        drop(reading);
        self.draft().pending = wishes.names();
        self.draft().report.unchecked = wishes.unchecked(&workshop);
        let setup = wishes.apply(&self.request.setup);
        if wishes.safety {
            let searched = crate::check_safety(&mut workshop, &setup, &self.control)?;
            self.safety(&searched, &workshop, &setup, &wishes)?;
            if searched.found.outcome.limit.is_none() && searched.found.outcome.violations.is_empty() {
                workshop.set_complete();
                vacuity::assertions(&searched, &self.control).into_iter().for_each(|w| self.warn(w));
            }
        }
        for property in &wishes.temporal {
            self.temporal(property, &mut workshop, &setup)?;
        }
        Ok(())
    }

    fn warn(&self, warning: kulan_report::Warning) {
        self.draft().report.warnings.push(warning);
    }

    /// Answers what the search for safety is about.
    fn safety(&self, searched: &Searched, workshop: &Workshop, setup: &Setup, wishes: &Wishes) -> Result<(), Error> {
        let outcome = &searched.found.outcome;
        let answers = judge::judge(&searched.base, &setup.search, outcome);
        wishes.require(&answers)?;
        self.draft().report.searches.push(search_report(None, searched, setup));
        self.draft().pending.retain(|(_, kind)| *kind == Kind::Cycle);
        for answer in answers {
            self.sink.event(Event::Answered(&answer));
            self.draft().answer(answer);
        }
        for violation in &outcome.violations {
            let found = kulan_control::detached(|| {
                counterexample::of_safety(searched, violation, workshop, setup, &self.control)
            })?;
            self.attach_counterexample(kulan_trace::property_name(violation.kind), found);
        }
        Ok(())
    }

    fn attach_counterexample(&self, name: &str, found: Counterexample) {
        if let Some(property) = self.draft().report.properties.iter_mut().find(|p| p.name == name) {
            property.answer = Answer::Violated(Some(Box::new(found)));
        }
    }

    fn temporal(&self, property: &Property, workshop: &mut Workshop, setup: &Setup) -> Result<(), Error> {
        self.control.set_property(Some(&property.title()));
        let answered = crate::check_property(workshop, property, setup, &self.control)?;
        let (searched, is_cut) = match answered {
            Answered::Property(searched) => (searched, false),
            Answered::Cut(searched) => (searched, true),
        };
        let outcome = &searched.found.outcome;
        let answer = answer(outcome, is_cut);
        let errors = if is_cut { 0 } else { outcome.violations.len() as u64 };
        let report = PropertyReport { name: property.title(), kind: Kind::Cycle, answer, errors };
        self.sink.event(Event::Answered(&report));
        let mut draft = self.draft();
        draft.report.searches.push(search_report(Some(property.title()), &searched, setup));
        draft.answer(report);
        drop(draft);
        if let Some(violation) = outcome.violations.first().filter(|_| !is_cut) {
            let found =
                kulan_control::detached(|| counterexample::of_property(&searched, property, violation, &self.control))?;
            self.attach_counterexample(&property.title(), found);
        } else if outcome.limit.is_none() {
            vacuity::constants(property, &searched).into_iter().for_each(|w| self.warn(w));
            vacuity::formula(property, &searched, &self.control).into_iter().for_each(|w| self.warn(w));
        }
        self.control.set_property(None);
        Ok(())
    }
}

fn answer(outcome: &Outcome, is_cut: bool) -> Answer {
    match outcome.limit {
        _ if !is_cut && !outcome.violations.is_empty() => Answer::Violated(None),
        Some(limit) => Answer::Unknown(Reason::Limit(limit, Phase::Search)),
        None => Answer::Holds(Proof::Search),
    }
}

fn panic_words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
