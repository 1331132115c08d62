//! From violations to counterexamples: shortened, replayed on the system as lowered, described in words.

use std::time::Instant;

use kulan_control::{Control, Phase};
use kulan_frontend::{Property, Spec};
use kulan_ir::{Check, CheckKind, System, Transition, Valuation};
use kulan_report::{Bound, Counterexample, PropertyReport, Standing, standings};
use kulan_search::{Kind, Violation};
use kulan_trace::{End, Explorer, Length, Run, TraceFile, Violated};

use crate::fewest::{self, Fewer};
use crate::reading::reading_of;
use crate::shorten::{Effort, shorten};
use crate::{Engine, Error, Request, Searched, Setup, Witness, Workshop};

/// The counterexample that shows a violation of safety.
pub fn of_safety(
    searched: &Searched,
    number: usize,
    workshop: &Workshop,
    setup: &Setup,
    control: &Control,
) -> Result<Counterexample, Error> {
    let violation = &searched.found.outcome.violations[number];
    if let Some(symbolic) = &searched.found.symbolic {
        let witness = &symbolic.witnesses[number];
        return of_witness(searched, violation, witness, symbolic.engine, workshop, setup, control);
    }
    let effort = Effort { time: setup.shorten, ..Effort::default() };
    let shortened = shorten(searched, violation, setup, effort, control);
    let replaying = control.enter(Phase::Replaying);
    let system = shortened.system.as_ref().unwrap_or(&searched.system);
    let run = kulan_trace::reconstruct(&searched.base, system, &shortened.violation).map_err(does_not_replay)?;
    let explorer = Explorer::new(&searched.base);
    let found = counterexample_of(&explorer, &run, workshop);
    drop(replaying);
    let steps = shortened.steps(&searched.system);
    let length = shortened.length;
    Ok(settled(Counterexample { length, ..found }, (violation.kind, steps), searched, workshop, setup, control))
}

/// A counterexample of a search with as many `steps`, of which only those of atomic sequences are several statements:
/// with the fewest statements, if that can be found out.
fn settled(
    found: Counterexample,
    (kind, steps): (Kind, usize),
    searched: &Searched,
    workshop: &Workshop,
    setup: &Setup,
    control: &Control,
) -> Counterexample {
    if found.length == Length::Shortest && is_counted(searched, steps, found.steps.len()) {
        return found;
    }
    let _phase = control.enter(Phase::Shortening);
    let length = if found.length == Length::AsFound { Length::AsFound } else { Length::Shortened };
    let deadline = Instant::now() + setup.shorten / 4;
    let ended = || Instant::now() >= deadline || control.stopped().is_some();
    match fewest::fewer(&searched.base, kind, found.steps.len(), &ended) {
        Fewer::None => Counterexample { length: Length::Shortest, ..found },
        Fewer::Run(run) => {
            let found = counterexample_of(&Explorer::new(&searched.base), &run, workshop);
            Counterexample { length: Length::Shortest, ..found }
        }
        Fewer::Unknown => Counterexample { length, ..found },
    }
}

/// Whether a run of the fewest steps of a system has the fewest statements, too: each step shows a statement, and there
/// are no more of these than steps.
fn is_counted(searched: &Searched, steps: usize, shown: usize) -> bool {
    let base = &searched.base;
    let mut statements = base.transition_ids().filter(|&t| !base.transition(t).is_observer());
    shown <= steps && !statements.any(|t| kulan_trace::is_jump(base, t))
}

/// The counterexample that shows that a process never goes on: a run to where that begins.
pub fn of_local_deadlock(
    searched: &Searched,
    violation: &Violation,
    process: &str,
    workshop: &Workshop,
    setup: &Setup,
    control: &Control,
) -> Result<Counterexample, Error> {
    let _phase = control.enter(Phase::Replaying);
    let run = kulan_trace::reconstruct(&searched.base, &searched.system, violation).map_err(does_not_replay)?;
    let found = stuck_of(&Explorer::new(&searched.base), &run, process, workshop);
    // The graph is built breadth first.
    let is_whole = searched.found.relating.is_none() && !setup.by_process;
    let is_plain = !setup.passes.merge && searched.found.transacted.is_none();
    let is_shortest = is_whole && is_plain && is_counted(searched, violation.states.len() - 1, found.steps.len());
    let length = if is_shortest { Length::Shortest } else { Length::AsFound };
    Ok(Counterexample { length, ..found })
}

/// A run to where a process can never go on again, ready to be shown.
pub fn stuck_of(explorer: &Explorer, run: &Run, process: &str, workshop: &Workshop) -> Counterexample {
    let mut found = counterexample_of(explorer, run, workshop);
    found.message = format!("{process} has not ended, and can never go on again, whatever the others do");
    found.stuck = Some(process.to_string());
    found.standings = standings_of(workshop, explorer, &last_state(explorer, run));
    found.standings.retain(|s| s.process.split(':').next() == Some(process));
    found
}

/// The counterexample that a symbolic engine found.
fn of_witness(
    searched: &Searched,
    violation: &Violation,
    witness: &Witness,
    engine: Engine,
    workshop: &Workshop,
    setup: &Setup,
    control: &Control,
) -> Result<Counterexample, Error> {
    let replaying = control.enter(Phase::Replaying);
    let failure = violation.failure.map(|failure| (failure, witness.inputs.as_slice()));
    let run = kulan_trace::reconstruct_firings(&searched.base, &searched.system, &witness.firings, failure)
        .map_err(does_not_replay)?;
    let explorer = Explorer::new(&searched.base);
    let found = counterexample_of(&explorer, &run, workshop);
    drop(replaying);
    // Bounded engines find no run before all shorter ones are known to be good.
    let is_plain = !setup.passes.merge && searched.found.transacted.is_none();
    let length = if engine != Engine::Ic3 && is_plain { Length::Shortest } else { Length::AsFound };
    let fails = |f: &kulan_model::Failure| !searched.system.transition(f.transition).is_observer();
    let steps = witness.firings.len() + usize::from(violation.failure.as_ref().is_some_and(fails));
    Ok(settled(Counterexample { length, ..found }, (violation.kind, steps), searched, workshop, setup, control))
}

/// The counterexample that shows a violation of a temporal property.
pub fn of_property(
    searched: &Searched,
    property: &Property,
    violation: &Violation,
    control: &Control,
) -> Result<Counterexample, Error> {
    let _phase = control.enter(Phase::Replaying);
    let run = kulan_trace::reconstruct_lasso(&searched.base, &searched.system, violation, property.spec())
        .map_err(does_not_replay)?;
    let length = if searched.found.shortened { Length::Shortened } else { Length::AsFound };
    Ok(Counterexample { length, ..lasso_of(&Explorer::new(&searched.base), &run, property) })
}

fn does_not_replay(why: String) -> Error {
    Error::Internal(format!("the counterexample does not replay: {why}"))
}

/// A run that ends with a violation, ready to be shown.
pub fn counterexample_of(explorer: &Explorer, run: &Run, workshop: &Workshop) -> Counterexample {
    let (message, place) = violated(explorer, run);
    let standings = match run.end {
        End::Deadlock => standings_of(workshop, explorer, &last_state(explorer, run)),
        // Others go on.
        End::LocalDeadlock => kulan_report::positions(explorer, &last_state(explorer, run)),
        End::Check(_) if has_calls(explorer.system()) => {
            let mut before = run.clone();
            before.truncate(run.transitions.len().saturating_sub(1));
            kulan_report::positions(explorer, &last_state(explorer, &before))
        }
        _ => Vec::new(),
    };
    Counterexample {
        message,
        claim: claim(explorer, run),
        stuck: None,
        place,
        length: Length::AsFound,
        steps: kulan_trace::steps_of(explorer, run),
        cycle_start: None,
        standings,
        within: Bound::default(),
        file: None,
        replaced: false,
    }
}

/// Whether this is a program, whose threads call functions.
fn has_calls(system: &System) -> bool {
    system.threads.iter().flat_map(|t| &t.locations).any(|l| !l.frames.is_empty())
}

/// An infinite run, ready to be shown.
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
        message: match property.kind() {
            "acceptance" => "a run passes accept labels infinitely often".into(),
            "progress" => "from some point on, a run passes no progress label".into(),
            "never" => "the claim accepts a run".into(),
            _ => format!("a run does not satisfy {}", formula(explorer, property)),
        },
        claim: String::new(),
        stuck: None,
        place: None,
        length: Length::AsFound,
        steps: kulan_trace::steps_of(explorer, run),
        cycle_start,
        standings: Vec::new(),
        within: Bound::default(),
        file: None,
        replaced: false,
    }
}

/// The position of each process in a state.
pub fn standings_of(workshop: &Workshop, explorer: &Explorer, state: &Valuation) -> Vec<Standing> {
    standings(explorer, state, &|file, line| source_line(workshop, file, line))
}

fn source_line(workshop: &Workshop, file: &str, line: u32) -> Option<String> {
    let (_, source) = workshop.sources().files().find(|(_, f)| f.name() == file)?;
    let known = (1..=source.line_count()).contains(&(line as usize));
    known.then(|| source.text()[source.line_range(line as usize)].to_string())
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
fn violated(explorer: &Explorer, run: &Run) -> (String, Option<String>) {
    let system = explorer.system();
    match (run.end, run.transitions.last()) {
        (End::Check(check), Some(&t)) => {
            let transition = system.transition(t);
            let check = &transition.checks[check];
            let source = check.source.or_else(|| transition.steps.first().and_then(|s| s.source));
            (message(check, transition), source.map(|s| format!("{}:{}", system.files[s.file.index()], s.line)))
        }
        (End::LocalDeadlock, _) => ("a process has not ended, and can never go on again".to_string(), None),
        _ if has_calls(system) => ("no thread can go on, and the program has not ended".to_string(), None),
        _ if system.exprs.as_const(system.valid_end) == Some(0) => ("no process can go on".to_string(), None),
        _ => ("no process can go on, and not all are at a valid end".to_string(), None),
    }
}

/// The message of a check. For an assertion, it quotes the source, which within a macro is the macro's; the statement's
/// text is better.
fn message(check: &Check, transition: &Transition) -> String {
    let text = transition.steps.first().map_or("", |s| &s.text);
    match text.strip_prefix("assert(").and_then(|t| t.strip_suffix(')')) {
        Some(condition) if check.kind == CheckKind::Assertion => format!("assertion violated: {condition}"),
        _ => check.message.clone(),
    }
}

/// The last state of a run.
pub fn last_state(explorer: &Explorer, run: &Run) -> Valuation {
    let mut position = explorer.start();
    for (t, inputs) in run.firings() {
        match explorer.step(&position, t, inputs).next {
            Some(next) => position = next,
            None => break,
        }
    }
    position.state
}

/// A counterexample as a file that can be replayed, with everything from the request that a replay needs.
pub fn trace_file(request: &Request, property: &PropertyReport, found: &Counterexample) -> TraceFile {
    let mut model = request.model.clone();
    request.asked.seek(&mut model.c);
    let message = found.stuck.as_ref().unwrap_or(&found.claim).clone();
    let violated = Violated { name: property.name.clone(), message };
    let mut reading = reading_of(&model);
    reading.defines.extend(property.instance.iter().map(|(name, value)| format!("{name}={value}")));
    let found_within = |most: Option<u64>| most.and_then(|n| u32::try_from(n).ok());
    let program = &mut reading.program;
    program.max_threads = found_within(found.within.threads).or(program.max_threads);
    program.max_frames = found_within(found.within.frames).or(program.max_frames);
    program.max_objects = found_within(found.within.objects).or(program.max_objects);
    let name = model.path.display().to_string();
    let mut file = TraceFile::new(name, reading, violated, found.length, found.steps.clone());
    file.cycle_start = found.cycle_start;
    file
}
