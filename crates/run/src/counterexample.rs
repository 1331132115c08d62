//! From violations to counterexamples: shortened, replayed on the system as lowered, described in words.

use kulan_control::{Control, Phase};
use kulan_frontend::{Overflow, Property, Spec};
use kulan_ir::{Check, CheckKind, System, Transition, Valuation};
use kulan_report::{Bound, Counterexample, PropertyReport, Standing, standings};
use kulan_search::{Kind, Violation};
use kulan_trace::{End, Explorer, Length, ProgramOptions, Run, TraceFile, Udp, Violated};

use crate::shorten::{Effort, shorten};
use crate::{Engine, Error, ModelFile, Request, Searched, Setup, Witness, Workshop};

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
        return of_witness(searched, violation, &symbolic.witnesses[number], symbolic.engine, workshop, control);
    }
    let effort = Effort { time: setup.shorten, ..Effort::default() };
    let shortened = shorten(searched, violation, setup, effort, control);
    let _phase = control.enter(Phase::Replaying);
    let system = shortened.system.as_ref().unwrap_or(&searched.system);
    let run = kulan_trace::reconstruct(&searched.base, system, &shortened.violation).map_err(does_not_replay)?;
    let explorer = Explorer::new(&searched.base);
    Ok(Counterexample { length: shortened.length, ..counterexample_of(&explorer, &run, workshop) })
}

/// The counterexample that shows that a process never goes on: a run to where that begins, a shortest one if nothing was left
/// out.
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
    let explorer = Explorer::new(&searched.base);
    let mut found = counterexample_of(&explorer, &run, workshop);
    found.message = format!("{process} has not ended, and can never go on again, whatever the others do");
    found.standings = standings_of(workshop, &explorer, &last(&explorer, &run));
    found.standings.retain(|s| s.process.split(':').next() == Some(process));
    let is_whole = searched.found.relating.is_none() && !setup.by_process;
    let length = if is_whole { Length::Shortest } else { Length::AsFound };
    Ok(Counterexample { length, ..found })
}

/// The counterexample that a symbolic engine found.
fn of_witness(
    searched: &Searched,
    violation: &Violation,
    witness: &Witness,
    engine: Engine,
    workshop: &Workshop,
    control: &Control,
) -> Result<Counterexample, Error> {
    let _phase = control.enter(Phase::Replaying);
    let failure = violation.failure.map(|failure| (failure, witness.inputs.as_slice()));
    let run = kulan_trace::reconstruct_firings(&searched.base, &searched.system, &witness.firings, failure)
        .map_err(does_not_replay)?;
    let explorer = Explorer::new(&searched.base);
    // Bounded engines find no run before all shorter ones are known to be good.
    let length = if engine == Engine::Ic3 { Length::AsFound } else { Length::Shortest };
    Ok(Counterexample { length, ..counterexample_of(&explorer, &run, workshop) })
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
        End::Deadlock => standings_of(workshop, explorer, &last(explorer, run)),
        // Others go on.
        End::LocalDeadlock => kulan_report::positions(explorer, &last(explorer, run)),
        End::Check(_) if has_calls(explorer.system()) => {
            let mut before = run.clone();
            before.truncate(run.transitions.len().saturating_sub(1));
            kulan_report::positions(explorer, &last(explorer, &before))
        }
        _ => Vec::new(),
    };
    Counterexample {
        message,
        claim: claim(explorer, run),
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
fn last(explorer: &Explorer, run: &Run) -> Valuation {
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
    let model = &request.model;
    let violated = Violated { name: property.name.clone(), message: found.claim.clone() };
    let name = model.path.display().to_string();
    let instance = property.instance.iter().map(|(name, value)| format!("{name}={value}"));
    let defines = model.defines.iter().cloned().chain(instance).collect();
    let mut file = TraceFile::new(name, defines, violated, found.length, found.steps.clone());
    file.cycle_start = found.cycle_start;
    file.overflow_wraps = model.overflow == Overflow::Wrap;
    file.program = program_options(model);
    let found_within = |most: Option<u64>| most.and_then(|n| u32::try_from(n).ok());
    let program = &mut file.program;
    program.max_threads = found_within(found.within.threads).or(program.max_threads);
    program.max_frames = found_within(found.within.frames).or(program.max_frames);
    program.max_objects = found_within(found.within.objects).or(program.max_objects);
    if matches!(property.kind, Kind::Cycle | Kind::Check(CheckKind::Evaluation)) {
        (file.ltl, file.never, file.hoa) = (model.ltl.clone(), model.never.clone(), model.hoa.clone());
    }
    if matches!(property.kind, Kind::Check(CheckKind::Invariant | CheckKind::Evaluation)) {
        file.invariant.clone_from(&model.invariants);
    }
    file
}

/// What has to be recorded of how a program in C was read.
pub fn program_options(model: &ModelFile) -> ProgramOptions {
    ProgramOptions {
        files: model.others.clone(),
        clang: model.clang.clone(),
        max_threads: model.c.chosen.threads.then_some(model.c.max_threads),
        max_frames: model.c.chosen.frames.then_some(model.c.max_frames),
        max_objects: model.c.chosen.objects.then_some(model.c.max_objects),
        no_spurious_wakeups: !model.c.spurious_wakeups,
        no_reuse: model.c.no_reuse,
        pure: model.c.pure.clone(),
        malloc_fails: model.c.malloc_fails,
        processes: model.processes,
        connect_waits: model.c.connect_waits,
        full_buffers_block: model.c.full_buffers_block,
        udp: Udp { lose: model.c.udp.lose, duplicate: model.c.udp.duplicate, reorder: model.c.udp.reorder },
        faults: (model.c.faults > 0).then_some(model.c.faults),
    }
}
