//! `kulan check`: options to a request, a report to words and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_report::{
    Answer, Error, Meter, Mode, Proof, PropertyReport, Report, Verdict, summary, to_json, verdict_lines,
};
use kulan_run::{
    Asked, Control, Engine, Event, Execution, Limit, Phase, Request, Setup, Sink, StoreKind, Temporal, Transactions,
};
use kulan_search::{Kind, Options, Order};

use crate::args::{CheckArgs, Color, EngineArg, ExecutionArg, PorArg, SearchArg, StoreArg, TransactionsArg};
use crate::failure::Failure;
use crate::{load, reduce, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &CheckArgs, color: Color) -> Result<u8, Failure> {
    let mut request = Request::file(&args.model.model);
    let filled = fill(&mut request, args);
    let control = kulan_run::control_of(&request);
    watch_interrupts(control.clone());
    check_outputs(args)?;
    let mut report = match filled {
        Ok(()) => checked(args, color, &request, &control),
        Err(error) => kulan_run::refuse(&request, &control, error),
    };
    let writing = control.enter(Phase::Writing);
    keep_traces(args, &request, &mut report);
    let certificate = keep_certificate(args, &mut report);
    let json = args.json.as_deref().map(|file| write_json(&report, file)).transpose();
    drop(writing);
    tell(args, color, &report);
    certificate.and(json).map(|_| report.status())
}

/// Writes the certificate that was asked for. What does not hold has none, and what holds must have one.
fn keep_certificate(args: &CheckArgs, report: &mut Report) -> Result<(), Failure> {
    let Some(file) = &args.certificate else { return Ok(()) };
    let Some(text) = &report.certificate else {
        let holds = matches!(report.verdict(), Verdict::Holds | Verdict::HoldsWithin);
        return if holds { Err(no_certificate(file, report)) } else { Ok(()) };
    };
    terminal::write(file, text)?;
    report.certificate_file = Some(file.clone());
    for property in &mut report.properties {
        // It says nothing of what only a search of states finds.
        let is_proved = !matches!(property.id.kind, Kind::Cycle | Kind::LocalDeadlock);
        if is_proved && matches!(property.answer, Answer::Holds(_)) {
            property.answer = Answer::Holds(Proof::Certificate(file.clone()));
        }
    }
    Ok(())
}

/// Why there is no certificate of what holds.
fn no_certificate(file: &Path, report: &Report) -> Failure {
    let why = if report.bound().is_some_and(|b| b.depth.is_some()) {
        "what holds within a depth is not proved of all runs; leave out --depth, or use --engine ic3"
    } else {
        "what holds was not proved by IC3 or k-induction, but otherwise"
    };
    Failure::Input(format!("no certificate is written to {}: {why}", file.display()))
}

/// What there is to say on standard output and standard error.
fn tell(args: &CheckArgs, color: Color, report: &Report) {
    let is_answered = report.error.is_none() || !report.properties.is_empty();
    if is_answered && args.json.as_deref() != Some(Path::new("-")) {
        let canvas = terminal::canvas(color, &args.view);
        let text = if args.quiet { verdict_lines(report, &canvas) } else { summary(report, &canvas) };
        terminal::print(&text);
    }
    match &report.error {
        // A model's errors were shown when they were found.
        Some(Error::Model(_)) | None => {}
        Some(error) => Failure::from(error.clone()).report(),
    }
}

fn write_json(report: &Report, file: &Path) -> Result<(), Failure> {
    let command: Vec<String> = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    terminal::write(file, to_json(report, &command))
}

fn checked(args: &CheckArgs, color: Color, request: &Request, control: &Control) -> Report {
    let screen = Arc::new(Screen { meter: meter(args, request), color });
    let report = kulan_run::check_with(request, control, screen.clone());
    screen.meter.clear();
    report
}

/// Shows what happens in a run.
struct Screen {
    meter: Meter,
    color: Color,
}

impl Sink for Screen {
    fn event(&self, event: Event) {
        if let Event::Progress(snapshot) = event {
            self.meter.show(snapshot);
        }
    }

    fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        self.meter.clear();
        load::show(sources, diagnostics, self.color);
    }
}

fn meter(args: &CheckArgs, request: &Request) -> Meter {
    let live = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mode = match (args.quiet, live) {
        (true, _) => Mode::Quiet,
        (false, true) => Mode::Live,
        (false, false) => Mode::Plain,
    };
    Meter::new(mode, request.setup.memory, terminal::width())
}

/// The first interrupt ends the run and lets the report happen; the second ends everything.
pub fn watch_interrupts(control: Control) {
    // Without a handler an interrupt ends the process at once, which is no worse than before.
    let _ = ctrlc::set_handler(move || {
        if control.stopped() == Some(Limit::Interrupt) {
            std::process::exit(3);
        }
        control.stop(Limit::Interrupt);
    });
}

/// Puts the options into a request.
fn fill(request: &mut Request, args: &CheckArgs) -> Result<(), Error> {
    request.model = load::model_file(&args.model);
    request.timeout = args.timeout.map(Duration::from_secs_f64);
    request.asked = Asked {
        properties: args.property.clone(),
        deadlocks: !args.no_deadlock,
        assertions: !args.no_assert,
        errors: !args.no_errors,
    };
    request.setup = setup(args, &request.setup);
    request.setup.temporal.watching = reduce::watching(&args.reduction)?;
    if args.fair && !matches!(args.reduction.por, PorArg::Auto | PorArg::Off) {
        let why = "reduction drops fair runs in favor of others that are not; use --por off, or leave it to --por auto";
        return Err(Error::Call(format!("--fair cannot be combined with this --por: {why}")));
    }
    request.certificate = args.certificate.is_some();
    symbolic_options(args)
}

/// What does not go together with the symbolic engines, or only with them.
fn symbolic_options(args: &CheckArgs) -> Result<(), Error> {
    let engine = engine(args);
    let is_bounded = matches!(args.engine, EngineArg::Bmc | EngineArg::Kind);
    let transactions = reduce::transactions(args.reduction.transactions);
    let is_transacted = matches!(transactions, Transactions::Of(_) | Transactions::Stubborn);
    let is_stubborn = transactions == Transactions::Stubborn;
    let refused = |why: String| Err(Error::Call(why));
    match () {
        () if args.depth.is_some() && !is_bounded => refused("--depth needs --engine bmc or --engine kind".into()),
        () if args.certificate.is_some() && matches!(engine, Engine::Explicit | Engine::Gpu | Engine::Bmc) => {
            refused(format!("--certificate: --engine {} has no certificates; use ic3 or kind", engine.name()))
        }
        () if args.certificate.is_some() && is_transacted => {
            refused("--certificate: it is about all runs, and --transactions skips some; use --transactions off".into())
        }
        () if is_stubborn && engine != Engine::Explicit => {
            let why = format!("--engine {} has no stubborn sets", engine.name());
            refused(format!("--transactions stubborn: {why}; use --transactions dynamic or --engine explicit"))
        }
        () if is_stubborn && matches!(args.reduction.por, PorArg::Off | PorArg::Process) => refused(
            "--transactions stubborn: it needs stubborn sets; use --transactions dynamic or another --por".into(),
        ),
        () if engine.is_symbolic() && args.max_states.is_some() => {
            refused(format!("--max-states: --engine {} stores no states", engine.name()))
        }
        () if engine == Engine::Gpu && !matches!(args.reduction.por, PorArg::Auto | PorArg::Off) => {
            refused("--por: --engine gpu searches the whole space; use --por off or --engine explicit".into())
        }
        () if engine == Engine::Gpu && args.store != StoreArg::Tree => {
            refused("--store: --engine gpu has a store of its own".into())
        }
        () => Ok(()),
    }
}

/// The engine. Options of the search of states choose that, and a certificate chooses one that has it.
fn engine(args: &CheckArgs) -> Engine {
    let is_explicit = args.reduction.por != PorArg::Auto
        || args.reduction.transactions == TransactionsArg::Stubborn
        || args.search != SearchArg::Dfs
        || args.store != StoreArg::Tree;
    match args.engine {
        EngineArg::Auto if args.certificate.is_some() => Engine::Ic3,
        EngineArg::Auto if is_explicit || args.execution != ExecutionArg::Compiled => Engine::Explicit,
        EngineArg::Auto => Engine::Auto,
        EngineArg::Explicit => Engine::Explicit,
        EngineArg::Gpu => Engine::Gpu,
        EngineArg::Bmc => Engine::Bmc,
        EngineArg::Kind => Engine::Induction,
        EngineArg::Ic3 => Engine::Ic3,
    }
}

fn setup(args: &CheckArgs, default: &Setup) -> Setup {
    let reduction = reduce::reduction(&args.reduction);
    Setup {
        engine: engine(args),
        by_process: args.reduction.por == PorArg::Process,
        programs: default.programs,
        local_deadlocks: default.local_deadlocks,
        depth: args.depth,
        proof: default.proof,
        passes: reduce::passes(&args.passes, reduction.is_none_or(|r| r.options.algorithm.is_cheap())),
        search: Options {
            order: match args.search {
                SearchArg::Dfs => Order::DepthFirst,
                SearchArg::Bfs => Order::BreadthFirst,
            },
            threads: args.threads.map_or(default.search.threads, usize::from),
            all_errors: args.all_errors,
            max_states: args.max_states,
            ..default.search.clone()
        },
        store: match args.store {
            StoreArg::Tree => StoreKind::Tree,
            StoreArg::Plain => StoreKind::Plain,
        },
        execution: match args.execution {
            ExecutionArg::Compiled => Execution::Compiled,
            ExecutionArg::Interpret => Execution::Interpret,
        },
        memory: args.memory.unwrap_or(default.memory),
        transactions: reduce::transactions(args.reduction.transactions),
        reduction,
        temporal: Temporal { watching: None, fair: args.fair },
        shorten: Duration::from_secs_f64(args.shorten),
    }
}

/// Better now than after an hour of search.
fn check_outputs(args: &CheckArgs) -> Result<(), Failure> {
    let files = args.json.iter().chain(&args.trace).chain(&args.certificate).filter(|f| f.as_path() != Path::new("-"));
    for file in files {
        if std::iter::once(&args.model.model).chain(&args.model.others).any(|model| is_same_file(file, model)) {
            return Err(Failure::Input(format!("{} is the model: it would be overwritten", file.display())));
        }
        check_writable(file)?;
    }
    Ok(())
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
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

/// Writes the trace files, unless they are not wanted. A file that was not asked for by name is a service: if it cannot be
/// written, that is a warning only.
fn keep_traces(args: &CheckArgs, request: &Request, report: &mut Report) {
    if args.no_trace {
        return;
    }
    let kept: Vec<Option<(PathBuf, bool)>> = {
        let found = report.counterexamples().enumerate();
        found
            .map(|(number, (property, found))| {
                let path = trace_path(args, property, number);
                let existed = path.is_file();
                let saved = kulan_run::trace_file(request, property, found).save(&path);
                saved
                    .map_err(|e| eprintln!("warning: the counterexample could not be saved: {e}"))
                    .ok()
                    .map(|()| (path, existed))
            })
            .collect()
    };
    let found = report.properties.iter_mut().filter_map(|p| match &mut p.answer {
        kulan_run::Answer::Violated(found) => found.as_mut(),
        _ => None,
    });
    for (found, (path, existed)) in found.zip(kept).filter_map(|(found, kept)| Some((found, kept?))) {
        (found.file, found.replaced) = (Some(path), existed);
    }
}

/// The first counterexample gets the plain name, those of other kinds carry the property's.
fn trace_path(args: &CheckArgs, property: &PropertyReport, number: usize) -> PathBuf {
    let model = args.model.model.file_name().unwrap_or_default();
    let path = args.trace.clone().unwrap_or_else(|| format!("{}.trace", model.to_string_lossy()).into());
    let name = property.label().replace([':', ','], "-").replace(' ', "");
    if number == 0 { path } else { path.with_extension(format!("{name}.trace")) }
}
