//! Counterexamples of a check: shortened, reconstructed, kept.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kulan_check::{Checked, CheckedProperty, Setup};
use kulan_frontend::{Property, Spec};
use kulan_ir::{Check, CheckKind, Transition, Valuation};
use kulan_report::Meter;
use kulan_search::{Kind, Violation};
use kulan_trace::{Effort, End, Explorer, Length, Run, Shortened, Step, TraceFile, Violated};

use crate::args::{CheckArgs, ModelArgs};
use crate::failure::Failure;

/// A counterexample as it is shown.
pub struct Counterexample {
    /// What is violated.
    pub kind: Kind,
    /// Its name in reports.
    pub name: String,
    /// In the user's words.
    pub message: String,
    /// As the check has it: what a replay must meet; empty for a deadlock.
    pub claim: String,
    /// Where, as `file:line`.
    pub place: Option<String>,
    /// What is known of its length.
    pub length: Length,
    /// The statements.
    pub steps: Vec<Step>,
    /// How many of them come before those that repeat for ever.
    pub cycle_start: Option<usize>,
    /// The last state that exists.
    pub last: Valuation,
    /// The file it is kept in.
    pub file: Option<PathBuf>,
}

/// All counterexamples of a check, each replayed on the system as lowered.
pub fn counterexamples(
    args: &CheckArgs,
    checked: &Checked,
    setup: &Setup,
    meter: &Meter,
) -> Result<Vec<Counterexample>, Failure> {
    let mut list = Vec::new();
    for violation in &checked.outcome.violations {
        let effort = Effort { time: Duration::from_secs_f64(args.shorten), ..Effort::default() };
        let shortened = kulan_trace::shorten(checked, violation, setup, effort, meter);
        let mut one = reconstruct(checked, &shortened)?;
        one.file = keep(args, &one, list.len())?;
        list.push(one);
    }
    Ok(list)
}

fn reconstruct(checked: &Checked, shortened: &Shortened) -> Result<Counterexample, Failure> {
    let Shortened { violation, length, system } = shortened;
    let searched = system.as_ref().unwrap_or(&checked.system);
    let run = kulan_trace::reconstruct(&checked.base, searched, violation)
        .map_err(|why| Failure::Internal(format!("the counterexample does not replay: {why}")))?;
    let explorer = Explorer::new(&checked.base);
    let (message, place) = violated(&explorer, &run);
    let steps = kulan_trace::steps_of(&explorer, &run);
    let (claim, last) = (claim(&explorer, &run), last(&explorer, &run));
    let (kind, name) = (violation.kind, kulan_trace::property_name(violation.kind).to_string());
    let (length, cycle_start) = (*length, None);
    Ok(Counterexample { kind, name, message, claim, place, length, steps, cycle_start, last, file: None })
}

/// The counterexample to a temporal property, replayed on the system as lowered.
pub fn lasso(
    args: &CheckArgs,
    checked: &CheckedProperty,
    violation: &Violation,
    number: usize,
) -> Result<Counterexample, Failure> {
    let run = kulan_trace::reconstruct_lasso(&checked.base, &checked.system, violation, checked.property.spec())
        .map_err(|why| Failure::Internal(format!("the counterexample does not replay: {why}")))?;
    let explorer = Explorer::new(&checked.base);
    let mut one = lasso_of(&explorer, &run, &checked.property);
    one.length = if checked.ran.shortened { Length::Shortened } else { Length::AsFound };
    one.file = keep(args, &one, number)?;
    Ok(one)
}

/// A run that goes round, as it is shown.
pub fn lasso_of(explorer: &Explorer, run: &Run, property: &Property) -> Counterexample {
    let cycle_start = match run.end {
        End::Cycle(start) => {
            let mut stem = run.clone();
            stem.truncate(start);
            Some(kulan_trace::steps_of(explorer, &stem).len())
        }
        _ => None,
    };
    Counterexample {
        kind: Kind::Cycle,
        name: property.title(),
        message: match property.kind() {
            "acceptance" => "a run passes a label accept… for ever".into(),
            "progress" => "a run never again passes a label progress…".into(),
            "never" => "a run is accepted by the claim".into(),
            _ => format!("a run does not satisfy {}", formula(explorer, property)),
        },
        claim: String::new(),
        place: None,
        length: Length::AsFound,
        steps: kulan_trace::steps_of(explorer, run),
        cycle_start,
        last: last(explorer, run),
        file: None,
    }
}

fn claim(explorer: &Explorer, run: &Run) -> String {
    match (run.end, run.transitions.last()) {
        (End::Check(check), Some(&t)) => explorer.check(t, check).message.clone(),
        _ => String::new(),
    }
}

/// The formula in the words of the model.
fn formula(explorer: &Explorer, property: &Property) -> String {
    let name = |atom: usize| explorer.system().labels[atom].name.clone();
    match property.spec() {
        Spec::Formula(formula) => formula.display(&name).to_string(),
        Spec::Claim(_) => property.title(),
    }
}

/// The message and the place of what is violated at the end of a run.
pub fn violated(explorer: &Explorer, run: &Run) -> (String, Option<String>) {
    let system = explorer.system();
    match (run.end, run.transitions.last()) {
        (End::Check(check), Some(&t)) => {
            let transition = system.transition(t);
            let check = &transition.checks[check];
            let source = check.source.or_else(|| transition.steps.first().and_then(|s| s.source));
            (message(check, transition), source.map(|s| format!("{}:{}", system.files[s.file.index()], s.line)))
        }
        _ if system.exprs.as_const(system.valid_end) == Some(0) => ("no process can go on".to_string(), None),
        _ => ("no process can go on, and not all are at a valid end".to_string(), None),
    }
}

/// The message of a check. That of an assertion quotes the source, which within a macro is the macro's; the statement's
/// text is better.
fn message(check: &Check, transition: &Transition) -> String {
    let text = transition.steps.first().map_or("", |s| &s.text);
    match text.strip_prefix("assert(").and_then(|t| t.strip_suffix(')')) {
        Some(condition) if check.kind == CheckKind::Assertion => format!("assertion violated: {condition}"),
        _ => check.message.clone(),
    }
}

/// The last state of a run.
pub fn last(explorer: &Explorer, run: &Run) -> Valuation {
    let mut position = explorer.start();
    for (t, inputs) in run.firings() {
        match explorer.step(&position, t, inputs).next {
            Some(next) => position = next,
            None => break,
        }
    }
    position.state
}

/// Writes the trace file, unless that is not wanted. The default file is a service: if it cannot be written, that is a
/// warning only.
fn keep(args: &CheckArgs, one: &Counterexample, number: usize) -> Result<Option<PathBuf>, Failure> {
    if args.no_trace {
        return Ok(None);
    }
    let name = &one.name;
    let property = Violated { name: name.to_string(), message: one.claim.clone() };
    let model = args.model.model.display().to_string();
    let mut file = TraceFile::new(model, args.model.defines.clone(), property, one.length, one.steps.clone());
    file.cycle_start = one.cycle_start;
    let ModelArgs { ltl, never, hoa, invariant, .. } = &args.model;
    match one.kind {
        Kind::Cycle => (file.ltl, file.never, file.hoa) = (ltl.clone(), never.clone(), hoa.clone()),
        Kind::Check(CheckKind::Invariant) => file.invariant.clone_from(invariant),
        _ => {}
    }
    let path = path(args, &name.replace(':', "-"), number);
    match file.save(&path) {
        Ok(()) => Ok(Some(path)),
        Err(e) if args.trace.is_some() => Err(Failure::Input(format!("cannot write the trace: {e}"))),
        Err(e) => {
            eprintln!("warning: the counterexample is not kept: {e}");
            Ok(None)
        }
    }
}

/// The first counterexample gets the plain name, those of other kinds carry the property's.
fn path(args: &CheckArgs, property: &str, number: usize) -> PathBuf {
    let model = args.model.model.file_name().unwrap_or_default();
    let path = args.trace.clone().unwrap_or_else(|| format!("{}.trace", model.to_string_lossy()).into());
    if number == 0 { path } else { path.with_extension(format!("{property}.trace")) }
}

/// Finds out whether a file can be written, without touching it.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let fail = |why: String| Err(Failure::Input(format!("cannot write {}: {why}", path.display())));
    if path.is_dir() {
        return fail("it is a folder".into());
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return fail("there is no such folder".into());
    }
    if path.exists() && !path.is_file() {
        return Ok(()); // a device or a pipe
    }
    let probe = folder.join(format!(".kulan.{}", std::process::id()));
    match std::fs::write(&probe, b"").and_then(|()| std::fs::remove_file(&probe)) {
        Ok(()) => Ok(()),
        Err(e) => fail(e.to_string()),
    }
}
