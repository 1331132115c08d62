//! `kulan check`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kulan_run::{
    Answered, Checked, CheckedProperty, Engine, Relating, Setup, StoreKind, Temporal, Watching, Workshop,
};
use kulan_frontend::Property;
use kulan_ir::System;
use kulan_report::{
    Figures, IrFigures, JsonReport, Meter, Mode, ProgramFigures, PropertyJson, PropertyResult, TraceJson, Verdict,
    judge, limit_name, overall,
};
use kulan_search::{Kind, Options, Order, Outcome};

use crate::args::{CheckArgs, Color, EngineArg, PorArg, SearchArg, StoreArg};
use crate::failure::Failure;
use crate::summary::Summary;
use crate::traces::{self, Counterexample};
use crate::{load, reduce, size, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &CheckArgs, color: Color) -> Result<u8, Failure> {
    let begin = Instant::now();
    check_outputs(args)?;
    if args.fair && !matches!(args.reduction.por, PorArg::Auto | PorArg::Off) {
        let why = "reduction leaves out fair runs for others that are not; use --por off, or leave it to --por auto";
        return Err(Failure::Input(format!("--fair cannot be combined with this --por: {why}")));
    }
    let mut workshop = load::load(&args.model, color)?;
    let wishes = Wishes::of(args, &workshop)?;
    let setup = setup(args, &wishes)?;
    let front_end = begin.elapsed();
    let meter = meter(args, &setup);
    let found = find(args, &wishes, &mut workshop, &setup, &meter);
    meter.clear();
    let Found { checked, temporal, results, counterexamples } = found?;
    let searches: Vec<Searched> =
        checked.iter().map(Searched::from).chain(temporal.iter().map(Searched::from)).collect();
    let main = searches.first().ok_or_else(|| Failure::Input("there is nothing to check".into()))?;
    let times = Times { all: begin.elapsed(), front_end: front_end + main.prepare };
    let unchecked = unchecked(&workshop, &wishes);
    if let Some(file) = &args.json {
        let report = json(args, &setup, &searches, checked.is_some(), &results, &counterexamples, &unchecked, &times);
        let text = serde_json::to_string_pretty(&report).expect("a report is made of strings, numbers and lists");
        terminal::write(file, &format!("{text}\n"))?;
    }
    if args.json.as_deref() != Some(Path::new("-")) {
        let canvas = terminal::canvas(color, &args.view);
        let summary = Summary { args, setup: &setup, workshop: &workshop, searches: &searches, canvas, times: &times };
        terminal::print(&summary.text(&results, &counterexamples, &unchecked));
    }
    Ok(status(overall(&results)))
}

/// What to look for.
struct Wishes {
    deadlocks: bool,
    assertions: bool,
    /// Whether to search for either, and for run-time errors.
    safety: bool,
    temporal: Vec<Property>,
}

impl Wishes {
    fn of(args: &CheckArgs, workshop: &Workshop) -> Result<Wishes, Failure> {
        let all = workshop.source().properties();
        let mut wishes =
            Wishes { deadlocks: !args.no_deadlock, assertions: !args.no_assert, safety: true, temporal: all.clone() };
        if args.property.is_empty() {
            return Ok(wishes);
        }
        let named = |name: &str| args.property.iter().any(|p| p == name);
        wishes.deadlocks &= named("deadlock");
        wishes.assertions &= named("assert");
        wishes.safety = false;
        wishes.temporal.clear();
        for name in &args.property {
            let temporal = all.iter().find(|p| p.title() == *name || p.name() == name).cloned();
            match temporal.or_else(|| workshop.source().further(name)) {
                Some(property) => wishes.temporal.push(property),
                None if kulan_trace::kind_of(name).is_some() => wishes.safety = true,
                None => return Err(unknown_property(name, &all)),
            }
        }
        Ok(wishes)
    }
}

/// What came out of all searches.
struct Found {
    checked: Option<Checked>,
    temporal: Vec<CheckedProperty>,
    results: Vec<PropertyResult>,
    counterexamples: Vec<Counterexample>,
}

fn find(
    args: &CheckArgs,
    wishes: &Wishes,
    workshop: &mut Workshop,
    setup: &Setup,
    meter: &Meter,
) -> Result<Found, Failure> {
    let mut found = Found { checked: None, temporal: Vec::new(), results: Vec::new(), counterexamples: Vec::new() };
    if wishes.safety {
        let checked = kulan_run::check(workshop, setup, meter).map_err(Failure::Internal)?;
        meter.clear();
        found.counterexamples = traces::counterexamples(args, &checked, setup, meter)?;
        meter.clear();
        found.results = judge(&checked.base, &setup.search, &checked.outcome);
        found.checked = Some(checked);
    }
    for property in &wishes.temporal {
        let complete = |c: &Checked| c.outcome.limit.is_none() && c.outcome.violations.is_empty();
        if found.checked.as_ref().is_some_and(complete) {
            workshop.complete();
        }
        let checked = match kulan_run::check_property(workshop, property, setup, meter).map_err(Failure::Internal)? {
            Answered::Property(checked) => *checked,
            Answered::Cut(cut) => {
                let (kind, name, verdict) = (Kind::Cycle, property.title(), Verdict::Unknown);
                found.results.push(PropertyResult { kind, name, verdict, errors: 0 });
                found.checked.get_or_insert(*cut);
                continue;
            }
        };
        meter.clear();
        if let Some(violation) = checked.ran.outcome.violations.first() {
            let number = found.counterexamples.len();
            found.counterexamples.push(traces::lasso(args, &checked, violation, number)?);
        }
        let verdict = match (checked.ran.outcome.violations.is_empty(), checked.ran.outcome.limit) {
            (false, _) => Verdict::Violated,
            (true, None) => Verdict::Holds,
            (true, Some(_)) => Verdict::Unknown,
        };
        let errors = checked.ran.outcome.violations.len() as u64;
        found.results.push(PropertyResult { kind: Kind::Cycle, name: property.title(), verdict, errors });
        found.temporal.push(checked);
    }
    Ok(found)
}

/// One search, whatever for.
pub struct Searched<'a> {
    /// The property, if there was only one.
    pub property: Option<String>,
    /// As lowered.
    pub base: &'a System,
    /// As searched.
    pub system: &'a System,
    /// What was found.
    pub outcome: &'a Outcome,
    /// What the relations took.
    pub relating: Option<&'a Relating>,
    /// How what a temporal property sees was kept.
    pub watching: Option<Watching>,
    /// The reduced program by itself.
    pub program: Option<ProgramFigures>,
    /// Why there was no reduction although there should have been.
    pub unreduced: Option<&'static str>,
    prepare: Duration,
    compile: Duration,
    /// The search itself.
    pub search: Duration,
    /// Bytes of the store.
    pub store_bytes: u64,
}

impl<'a> From<&'a Checked> for Searched<'a> {
    fn from(c: &'a Checked) -> Searched<'a> {
        Searched {
            property: None,
            base: &c.base,
            system: &c.system,
            outcome: &c.outcome,
            relating: c.relating.as_ref(),
            watching: None,
            program: None,
            unreduced: None,
            prepare: c.prepare,
            compile: c.compile,
            search: c.search,
            store_bytes: c.store_bytes,
        }
    }
}

impl<'a> From<&'a CheckedProperty> for Searched<'a> {
    fn from(c: &'a CheckedProperty) -> Searched<'a> {
        Searched {
            property: Some(c.property.title()),
            base: &c.base,
            system: &c.system,
            outcome: &c.ran.outcome,
            relating: c.ran.relating.as_ref(),
            watching: c.ran.watching,
            program: c.ran.program.as_ref().map(|(outcome, breakers)| ProgramFigures {
                states: outcome.states,
                transitions: outcome.transitions,
                breakers: *breakers as u64,
            }),
            unreduced: c.ran.unreduced,
            prepare: c.prepare,
            compile: c.ran.compile,
            search: c.ran.search,
            store_bytes: c.ran.store_bytes,
        }
    }
}

/// Where the time went.
pub struct Times {
    /// Everything.
    pub all: Duration,
    /// Reading, lowering, transforming.
    pub front_end: Duration,
}

fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Holds => 0,
        Verdict::Violated => 1,
        Verdict::Unknown => 3,
    }
}

/// Better now than after an hour of search.
fn check_outputs(args: &CheckArgs) -> Result<(), Failure> {
    let files = args.json.iter().chain(&args.trace).filter(|f| f.as_path() != Path::new("-"));
    for file in files {
        traces::check_writable(file)?;
    }
    Ok(())
}

fn setup(args: &CheckArgs, wishes: &Wishes) -> Result<Setup, Failure> {
    let &Wishes { deadlocks, assertions, .. } = wishes;
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    Ok(Setup {
        passes: reduce::passes(&args.passes),
        search: Options {
            order: match args.search {
                SearchArg::Dfs => Order::DepthFirst,
                SearchArg::Bfs => Order::BreadthFirst,
            },
            threads: args.threads.map_or_else(cores, usize::from),
            deadlocks,
            assertions,
            errors: !args.no_errors,
            all_errors: args.all_errors,
            max_states: args.max_states,
            pulse: Duration::from_millis(50),
        },
        store: match args.store {
            StoreArg::Tree => StoreKind::Tree,
            StoreArg::Plain => StoreKind::Plain,
        },
        engine: match args.engine {
            EngineArg::Compiled => Engine::Compiled,
            EngineArg::Interpret => Engine::Interpret,
        },
        memory: args.memory.unwrap_or_else(size::default_limit),
        reduction: reduce::reduction(&args.reduction),
        temporal: Temporal {
            watching: reduce::watching(&args.reduction)?,
            fair: args.fair,
            shorten: Duration::from_secs_f64(args.shorten),
        },
    })
}

fn unknown_property(name: &str, all: &[Property]) -> Failure {
    let safety = ["deadlock", "assert", "index", "division", "channel", "processes", "blocked"].map(String::from);
    let known = safety.into_iter().chain(all.iter().map(Property::title));
    let known = known.chain(["acceptance".into(), "progress".into()]).collect::<Vec<_>>().join(", ");
    Failure::Input(format!("the model has no property {name}; known are {known}"))
}

/// The properties of the model that nothing here checks.
fn unchecked(workshop: &Workshop, wishes: &Wishes) -> Vec<String> {
    let is_checked = |p: &Property| wishes.temporal.iter().any(|w| w.title() == p.title());
    workshop.source().properties().iter().filter(|p| !is_checked(p)).map(Property::title).collect()
}

fn meter(args: &CheckArgs, setup: &Setup) -> Meter {
    let live = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mode = match (args.quiet, live) {
        (true, _) => Mode::Quiet,
        (false, true) => Mode::Live,
        (false, false) => Mode::Plain,
    };
    let timeout = args.timeout.map(Duration::from_secs_f64);
    Meter::new(mode, timeout, setup.memory, watch_interrupts()).width(terminal::width())
}

/// The first interrupt ends the search and lets the rest happen; the second ends everything.
fn watch_interrupts() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // Without a handler an interrupt ends the process at once, which is no worse than before.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(3);
        }
    });
    flag
}

#[expect(clippy::too_many_arguments, reason = "all that a report tells of")]
fn json(
    args: &CheckArgs,
    setup: &Setup,
    searches: &[Searched],
    safety: bool,
    results: &[PropertyResult],
    counterexamples: &[Counterexample],
    unchecked: &[String],
    times: &Times,
) -> JsonReport {
    let limit = searches.iter().find_map(|s| s.outcome.limit).map(limit_name);
    JsonReport {
        tool: "kulan",
        version: env!("CARGO_PKG_VERSION"),
        model: args.model.model.display().to_string(),
        command: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
        verdict: overall(results),
        limit,
        properties: results.iter().map(|r| property_json(r, setup, searches, safety, counterexamples, times)).collect(),
        unchecked: unchecked.to_vec(),
        figures: figures(setup, &searches[0], times),
        reduction: reduce::report(setup, &searches[0]),
    }
}

fn property_json(
    result: &PropertyResult,
    setup: &Setup,
    searches: &[Searched],
    safety: bool,
    counterexamples: &[Counterexample],
    times: &Times,
) -> PropertyJson {
    let found = counterexamples.iter().find(|c| c.name == result.name);
    let own = searches.iter().find(|s| s.property.as_ref() == Some(&result.name));
    let limit = own.or(searches.first().filter(|_| safety)).and_then(|s| s.outcome.limit).map(limit_name);
    PropertyJson {
        name: result.name.clone(),
        kind: if result.kind == Kind::Cycle { "temporal" } else { "safety" },
        verdict: result.verdict,
        errors: result.errors,
        message: found.map(|c| c.message.clone()),
        limit: limit.filter(|_| result.verdict == Verdict::Unknown),
        trace: found.map(|c| TraceJson {
            length: c.length,
            file: c.file.as_ref().map(|f| f.display().to_string()),
            steps: c.steps.clone(),
            cycle_start: c.cycle_start,
        }),
        figures: own.map(|s| figures(setup, s, times)),
        program: own.and_then(|s| s.program.clone()),
        reduction: own.map(|s| reduce::report(setup, s)),
    }
}

fn figures(setup: &Setup, searched: &Searched, times: &Times) -> Figures {
    let outcome = searched.outcome;
    Figures {
        states: outcome.states,
        transitions: outcome.transitions,
        depth: outcome.depth,
        deadlocks: outcome.deadlocks,
        seconds: times.all.as_secs_f64(),
        seconds_front_end: times.front_end.as_secs_f64(),
        seconds_relations: searched.relating.map_or(0.0, |r| r.time.as_secs_f64()),
        seconds_compile: searched.compile.as_secs_f64(),
        seconds_search: searched.search.as_secs_f64(),
        memory_bytes: size::peak(),
        store_bytes: searched.store_bytes,
        threads: setup.search.threads,
        ir: IrFigures::of(searched.system),
    }
}
