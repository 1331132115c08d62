//! `kulan check`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kulan_check::{Checked, Engine, Setup, StoreKind, Workshop};
use kulan_report::{
    Figures, IrFigures, JsonReport, Meter, Mode, PropertyJson, PropertyResult, TraceJson, Verdict, judge, limit_name,
    overall,
};
use kulan_search::{Options, Order};

use crate::args::{CheckArgs, Color, EngineArg, SearchArg, StoreArg};
use crate::failure::Failure;
use crate::summary::Summary;
use crate::traces::{self, Counterexample};
use crate::{load, reduce, size, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &CheckArgs, color: Color) -> Result<u8, Failure> {
    let begin = Instant::now();
    check_outputs(args)?;
    let mut workshop = load::load(&args.model, color)?;
    let setup = setup(args, &workshop)?;
    let front_end = begin.elapsed();
    let meter = meter(args, &setup);
    let checked = kulan_check::check(&mut workshop, &setup, &meter).map_err(Failure::Internal)?;
    meter.clear();
    let counterexamples = traces::counterexamples(args, &checked, &setup, &meter);
    meter.clear();
    let counterexamples = counterexamples?;
    let results = judge(&checked.base, &setup.search, &checked.outcome);
    let times = Times { all: begin.elapsed(), front_end: front_end + checked.prepare };
    let unchecked = unchecked(&workshop);
    if let Some(file) = &args.json {
        let report = json(args, &setup, &checked, &results, &counterexamples, &unchecked, &times);
        let text = serde_json::to_string_pretty(&report).expect("a report is made of strings, numbers and lists");
        terminal::write(file, &format!("{text}\n"))?;
    }
    if args.json.as_deref() != Some(Path::new("-")) {
        let canvas = terminal::canvas(color, &args.view);
        let summary = Summary { args, setup: &setup, workshop: &workshop, checked: &checked, canvas, times: &times };
        terminal::print(&summary.text(&results, &counterexamples, &unchecked));
    }
    Ok(status(overall(&results)))
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

fn setup(args: &CheckArgs, workshop: &Workshop) -> Result<Setup, Failure> {
    let (deadlocks, assertions) = wanted(args, workshop)?;
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
    })
}

/// Whether to look for deadlocks and for assertions.
fn wanted(args: &CheckArgs, workshop: &Workshop) -> Result<(bool, bool), Failure> {
    if args.property.is_empty() {
        return Ok((!args.no_deadlock, !args.no_assert));
    }
    for name in &args.property {
        if kulan_trace::kind_of(name).is_none() {
            return Err(unknown_property(name, workshop));
        }
    }
    let named = |name: &str| args.property.iter().any(|p| p == name);
    Ok((named("deadlock") && !args.no_deadlock, named("assert") && !args.no_assert))
}

fn unknown_property(name: &str, workshop: &Workshop) -> Failure {
    let plain = name.trim_start_matches("ltl:").trim_start_matches("never:");
    let found = workshop.source().properties().into_iter().find(|p| p.name == plain);
    Failure::Input(match found {
        Some(p) => format!("{} {}: LTL checking is not available yet", p.kind, p.name),
        None => format!(
            "the model has no property {name}; known are deadlock, assert, index, division, channel, processes, blocked"
        ),
    })
}

/// The properties of the model that nothing here checks.
fn unchecked(workshop: &Workshop) -> Vec<String> {
    let list = workshop.source().properties().into_iter();
    list.map(|p| if p.kind == p.name { p.kind } else { format!("{} {}", p.kind, p.name) }).collect()
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

fn json(
    args: &CheckArgs,
    setup: &Setup,
    checked: &Checked,
    results: &[PropertyResult],
    counterexamples: &[Counterexample],
    unchecked: &[String],
    times: &Times,
) -> JsonReport {
    let limit = checked.outcome.limit.map(limit_name);
    JsonReport {
        tool: "kulan",
        version: env!("CARGO_PKG_VERSION"),
        model: args.model.model.display().to_string(),
        command: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
        verdict: overall(results),
        limit,
        properties: results.iter().map(|r| property_json(r, limit, counterexamples)).collect(),
        unchecked: unchecked.to_vec(),
        figures: figures(setup, checked, times),
        reduction: reduce::report(setup, checked),
    }
}

fn property_json(
    result: &PropertyResult,
    limit: Option<&'static str>,
    counterexamples: &[Counterexample],
) -> PropertyJson {
    let found = counterexamples.iter().find(|c| c.kind == result.kind);
    PropertyJson {
        name: result.name.to_string(),
        kind: "safety",
        verdict: result.verdict,
        errors: result.errors,
        message: found.map(|c| c.message.clone()),
        limit: limit.filter(|_| result.verdict == Verdict::Unknown),
        trace: found.map(|c| TraceJson {
            length: c.length,
            file: c.file.as_ref().map(|f| f.display().to_string()),
            steps: c.steps.clone(),
            cycle_start: None,
        }),
    }
}

fn figures(setup: &Setup, checked: &Checked, times: &Times) -> Figures {
    let outcome = &checked.outcome;
    Figures {
        states: outcome.states,
        transitions: outcome.transitions,
        depth: outcome.depth,
        deadlocks: outcome.deadlocks,
        seconds: times.all.as_secs_f64(),
        seconds_front_end: times.front_end.as_secs_f64(),
        seconds_relations: checked.relating.as_ref().map_or(0.0, |r| r.time.as_secs_f64()),
        seconds_compile: checked.compile.as_secs_f64(),
        seconds_search: checked.search.as_secs_f64(),
        memory_bytes: size::peak(),
        store_bytes: checked.store_bytes,
        threads: setup.search.threads,
        ir: IrFigures::of(&checked.system),
    }
}
