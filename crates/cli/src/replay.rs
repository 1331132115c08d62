//! `kulan replay`.

use std::path::Path;

use kulan_frontend::Property;
use kulan_report::{Canvas, counterexample, headline};
use kulan_run::{Answer, Counterexample, PropertyReport, Workshop};
use kulan_search::Kind;
use kulan_trace::{Explorer, FollowError, Mismatch, Place, Run, TraceFile};

use crate::args::{Color, ModelArgs, ReplayArgs};
use crate::failure::Failure;
use crate::load::{self, Recorded};
use crate::{stepper, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &ReplayArgs, color: Color) -> Result<u8, Failure> {
    let mut model = args.model.clone();
    let Some(file) = model.others.pop() else {
        let why = "the trace is missing; write kulan replay MODEL TRACE";
        return Err(Failure::Input(why.into()));
    };
    let trace = TraceFile::load(&file).map_err(|e| Failure::Input(e.to_string()))?;
    load::complete(
        &mut model,
        &Recorded {
            defines: &trace.defines,
            ltl: &trace.ltl,
            never: &trace.never,
            hoa: &trace.hoa,
            invariants: &trace.invariant,
            overflow_wraps: trace.overflow_wraps,
            program: &trace.program,
        },
    );
    let mut workshop = load::load(&model, color)?;
    let property = property(&workshop, &trace)?;
    let canvas = terminal::canvas(color, &args.view);
    // A symbolic engine tries all values of inputs, where a search may try some of them only.
    let mut is_open = false;
    loop {
        let safety = || if is_open { workshop.open_system() } else { workshop.system() };
        let system = property.as_ref().map_or_else(safety, |p| workshop.observed(p));
        let explorer = Explorer::new(&system);
        match kulan_trace::replay(&explorer, &trace, property.as_ref().map(|p| p.spec())) {
            Ok(run) => return show(args, &workshop, &explorer, &run, &trace, property.as_ref(), &canvas),
            Err(FollowError::Missing(instance)) if workshop.add(instance) => {}
            Err(_) if !is_open && property.is_none() && workshop.is_restricted() => is_open = true,
            Err(error) => return Err(refusal(&error, &file, &model, &trace)),
        }
    }
}

fn show(
    args: &ReplayArgs,
    workshop: &Workshop,
    explorer: &Explorer,
    run: &Run,
    trace: &TraceFile,
    property: Option<&Property>,
    canvas: &Canvas,
) -> Result<u8, Failure> {
    let found = match property {
        Some(property) => kulan_run::lasso_of(explorer, run, property),
        None => kulan_run::counterexample_of(explorer, run, workshop),
    };
    let found = Counterexample { length: trace.length, ..found };
    let kind = kulan_trace::kind_of(&trace.property.name).unwrap_or(Kind::Cycle);
    let name = trace.property.name.clone();
    let answer = Answer::Violated(Some(Box::new(found.clone())));
    let headline = headline(&PropertyReport { name, kind, instance: Vec::new(), answer, errors: 1 }, canvas);
    if args.step {
        stepper::run(explorer, run, &found, &headline, canvas);
        return Ok(0);
    }
    let mut out = headline + &counterexample(&found, canvas) + &moved(trace, &found);
    out += "the trace replays and ends as recorded (--step goes through it step by step)\n";
    terminal::print(&out);
    Ok(0)
}

/// The temporal property that the trace of an infinite run is about.
fn property(workshop: &Workshop, trace: &TraceFile) -> Result<Option<Property>, Failure> {
    if trace.cycle_start.is_none() {
        return Ok(None);
    }
    let name = &trace.property.name;
    let known = workshop.source().properties().into_iter().find(|p| p.title() == *name);
    let found = known.or_else(|| workshop.source().further(name));
    found.map(Some).ok_or_else(|| Failure::Input(format!("the trace is about {name}, which the model does not have")))
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
