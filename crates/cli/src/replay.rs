//! `kulan replay`.

use kulan_check::Workshop;
use kulan_report::{Canvas, plural, render_trace};
use kulan_search::Kind;
use kulan_trace::{Explorer, FollowError, Mismatch, Run, TraceFile};

use crate::args::{Color, ReplayArgs};
use crate::failure::Failure;
use crate::summary::{headline, standings_of};
use crate::traces::{self, Counterexample};
use crate::{load, stepper, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &ReplayArgs, color: Color) -> Result<u8, Failure> {
    let trace = TraceFile::load(&args.trace).map_err(|e| Failure::Input(e.to_string()))?;
    let mut model = args.model.clone();
    if model.defines.is_empty() {
        model.defines = trace.defines.clone();
    }
    let mut workshop = load::load(&model, color)?;
    let canvas = terminal::canvas(color, &args.view);
    loop {
        let system = workshop.system();
        let explorer = Explorer::new(&system);
        match kulan_trace::replay(&explorer, &trace) {
            Ok(run) => return show(args, &workshop, &explorer, &run, &trace, &canvas),
            Err(FollowError::Missing(message)) if workshop.add(&message) => {}
            Err(error) => return Err(refusal(&error, args, &trace)),
        }
    }
}

fn show(
    args: &ReplayArgs,
    workshop: &Workshop,
    explorer: &Explorer,
    run: &Run,
    trace: &TraceFile,
    canvas: &Canvas,
) -> Result<u8, Failure> {
    let (message, place) = traces::violated(explorer, run);
    let kind = kulan_trace::kind_of(&trace.property.name).unwrap_or(Kind::Deadlock);
    let (steps, last) = (kulan_trace::steps_of(explorer, run), traces::last(explorer, run));
    let claim = trace.property.message.clone();
    let one = Counterexample { kind, message, claim, place, length: trace.length, steps, last, file: None };
    if args.step {
        stepper::run(explorer, run, &one, canvas);
        return Ok(0);
    }
    let mut out = headline(&one, canvas);
    out += &format!("counterexample: {}, {}\n\n", plural(one.steps.len() as u64, "step"), trace.length.words());
    out += &render_trace(&one.steps, canvas);
    if kind == Kind::Deadlock {
        out += &format!("\n{}", standings_of(workshop, explorer, &one.last, canvas));
    }
    out += "\nthe trace replays and ends as recorded (--step goes through it step by step)\n";
    terminal::print(&out);
    Ok(0)
}

fn refusal(error: &FollowError, args: &ReplayArgs, trace: &TraceFile) -> Failure {
    let head = format!("{} does not fit {}", args.trace.display(), args.model.model.display());
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
    format!("step {} cannot happen\n  expected: {}\n  possible: {possible}", m.step, m.expected)
}
