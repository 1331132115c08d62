//! `kulan replay`.

use std::path::Path;
use std::time::Duration;

use kulan_frontend::Property;
use kulan_report::{Canvas, PropertyId, counterexample, headline};
use kulan_run::{Answer, Claim, Control, Counterexample, PropertyReport, Setup, Workshop};
use kulan_search::Kind;
use kulan_trace::{End, Explorer, FollowError, Length, Mismatch, Place, Run, TraceFile};

use crate::args::{Color, ModelArgs, ReplayArgs};
use crate::failure::Failure;
use crate::{load, stepper, terminal};

/// States behind the end of a trace that are looked at to confirm what it claims.
const MOST_STATES: u64 = 1_000_000;
/// What confirming that a trace is a shortest one may take.
const CONFIRMING: Duration = Duration::from_secs(1);

/// Runs the command; gives the exit status.
pub fn run(args: &ReplayArgs, color: Color) -> Result<u8, Failure> {
    let mut model = args.model.clone();
    let Some(file) = model.others.pop() else {
        let why = "the trace is missing; write kulan replay MODEL TRACE";
        return Err(Failure::Input(why.into()));
    };
    let trace = TraceFile::load(&file).map_err(|e| Failure::Input(e.to_string()))?;
    let mut read = load::recorded(&mut model, &trace.reading);
    if trace.reading.sought.is_none() {
        kulan_run::seek_also(&mut read.c, &trace.property.name);
    }
    let mut workshop = kulan_run::load(&read, &load::Printer(color), &Control::default())?;
    let property = property(&workshop, &trace)?;
    let canvas = terminal::canvas(color, &args.view);
    // A symbolic engine tries all values of inputs, where a search may try some of them only.
    let mut is_open = false;
    loop {
        let safety = || if is_open { workshop.open_system() } else { workshop.system() };
        let system = property.as_ref().map_or_else(safety, |p| workshop.observed(p));
        let explorer = Explorer::new(&system);
        match kulan_trace::replay(&explorer, &trace, property.as_ref().map(|p| p.spec())) {
            Ok(run) => {
                let claim = confirm(&explorer, &run, &trace)?;
                if claim == Claim::Refuted {
                    return Err(refuted(&file, &model, &trace));
                }
                let shown = Shown { workshop: &workshop, explorer: &explorer, run: &run, trace: &trace, claim };
                return shown.show(args, property.as_ref(), &canvas);
            }
            Err(FollowError::Missing(instance)) if workshop.add(instance) => {}
            Err(_) if !is_open && property.is_none() && workshop.is_restricted() => is_open = true,
            Err(error) => return Err(refusal(&error, &file, &model, &trace)),
        }
    }
}

/// What a trace says at its end about all that can follow.
fn confirm(explorer: &Explorer, run: &Run, trace: &TraceFile) -> Result<Claim, Failure> {
    if run.end != End::LocalDeadlock {
        return Ok(Claim::Confirmed);
    }
    let mut setup = Setup::default();
    setup.search.max_states = Some(MOST_STATES);
    let process = Some(trace.property.message.as_str()).filter(|process| !process.is_empty());
    let state = kulan_run::last_state(explorer, run);
    Ok(kulan_run::confirm(explorer.system(), &state, process, &setup, &Control::default())?)
}

/// All steps happen, but the claim at the end is not true of this model.
fn refuted(file: &Path, model: &ModelArgs, trace: &TraceFile) -> Failure {
    let head = format!("{} does not fit {}", file.display(), model.model.display());
    let process = if trace.property.message.is_empty() { "each process" } else { &trace.property.message };
    Failure::Input(format!(
        "{head}: all {} steps happen, but {process} has ended then, or can still go on\n  note: it was recorded for {}",
        trace.steps.len(),
        trace.model
    ))
}

/// A trace that was followed.
struct Shown<'s> {
    workshop: &'s Workshop,
    explorer: &'s Explorer<'s>,
    run: &'s Run,
    trace: &'s TraceFile,
    claim: Claim,
}

impl Shown<'_> {
    fn show(&self, args: &ReplayArgs, property: Option<&Property>, canvas: &Canvas) -> Result<u8, Failure> {
        let &Shown { workshop, explorer, run, trace, .. } = self;
        let process = &trace.property.message;
        let found = match property {
            Some(property) => kulan_run::lasso_of(explorer, run, property),
            None if run.end == End::LocalDeadlock && !process.is_empty() => {
                kulan_run::stuck_of(explorer, run, process, workshop)
            }
            None => kulan_run::counterexample_of(explorer, run, workshop),
        };
        let kind = kulan_trace::kind_of(&trace.property.name).unwrap_or(Kind::Cycle);
        // The model may have changed: nothing is shortest that is not known to be so now.
        let is_shortest = || kulan_run::is_shortest(explorer.system(), kind, found.steps.len(), CONFIRMING);
        let length = match trace.length {
            Length::Shortest if !is_shortest() => Length::AsFound,
            length => length,
        };
        let found = Counterexample { length, ..found };
        let name = trace.property.name.clone();
        let answer = Answer::Violated(Some(Box::new(found.clone())));
        let id = property.map_or(PropertyId::of(kind), |p| PropertyId::temporal(p.number()));
        let headline = headline(&PropertyReport { id, name, instance: Vec::new(), answer, errors: 1 }, canvas);
        if args.step {
            stepper::run(explorer, run, &found, &headline, canvas);
            return Ok(0);
        }
        let mut out = headline + &counterexample(&found, canvas) + &moved(trace, &found);
        out += match self.claim {
            Claim::Open => {
                "the trace replays, but too much can follow its end to confirm that the process never goes on\n"
            }
            _ => "the trace replays and ends as recorded (--step goes through it step by step)\n",
        };
        terminal::print(&out);
        Ok(0)
    }
}

/// The temporal property that the trace of an infinite run is about.
fn property(workshop: &Workshop, trace: &TraceFile) -> Result<Option<Property>, Failure> {
    if trace.cycle_start.is_none() {
        return Ok(None);
    }
    let name = &trace.property.name;
    workshop
        .source()
        .titled(name)
        .map(Some)
        .ok_or_else(|| Failure::Input(format!("the trace is about {name}, which the model does not have")))
}

fn refusal(error: &FollowError, file: &Path, model: &ModelArgs, trace: &TraceFile) -> Failure {
    let head = format!("{} does not fit {}", file.display(), model.model.display());
    let recorded = format!("it was recorded for {}", trace.model);
    Failure::Input(match error {
        FollowError::Mismatch(m) => format!("{head}: {}\n  note: {recorded}", mismatch(m)),
        FollowError::NoViolation => format!(
            "{head}: all {} steps happen, but they do not end with {} {}\n  note: {recorded}",
            trace.steps.len(),
            trace.property.name,
            trace.property.message
        ),
        FollowError::Missing(instance) => return Failure::Internal(format!("the instance {instance} is missing")),
    })
}

fn mismatch(m: &Mismatch) -> String {
    let possible = if m.enabled.is_empty() { "nothing".to_string() } else { m.enabled.join("\n            ") };
    let before = if m.step > 1 { ", unlike those before it" } else { "" };
    format!("step {} cannot happen{before}\n  expected: {}\n  possible: {possible}", m.step, m.expected)
}

/// What is not where it was when the trace was recorded.
fn moved(trace: &TraceFile, found: &Counterexample) -> String {
    let steps = trace.steps.iter().zip(&found.steps).enumerate();
    let mut moved = steps.filter_map(|(i, (old, new))| Some((i + 1, old.place()?, new.place()?)));
    let Some((step, old, new)) = moved.find(|(_, old, new)| !old.is_same(*new)) else { return String::new() };
    let place = |p: Place| format!("{}:{}:{}", p.file, p.line, p.column);
    let (old, new) = (place(old), place(new));
    format!(
        "note: the model has changed since, but its steps still match: step {step} was at {old}, and is at {new} now\n"
    )
}
