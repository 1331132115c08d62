//! BEEM, the benchmark of DVE: the known counts of its instances, the published answers to its questions, shortest ways
//! of the published length, traces that replay, and stubborn sets that are valid state by state.
//!
//! The folder is found as in `bench_models.rs`, and `KULAN_BENCH_LONG` and `KULAN_BENCH_ONLY` mean the same. With the
//! former all that fits into `KULAN_BENCH_SECONDS` (300 unless told) and 8 GB is looked at, one after the other.
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;

use std::fmt::Debug;
use std::sync::Mutex;
use std::time::Instant;

use bench::beem::{Asked, Counts, Instance, Question, folder, instances, questions};
use bench::{each, expect_none};
use serde_json::Value;
use support::{Folder, Ran};

/// Most states of an instance whose states are counted every day.
const COUNTED: u64 = 350_000;
/// Most states of an instance whose questions are asked every day.
const ASKED: u64 = 20_000;
/// Most states of an instance whose sets are validated every day, and with `KULAN_BENCH_LONG`.
const VALIDATED: (u64, u64) = (3_000, 50_000);

/// What makes a search see the space as it is.
const WHOLE: &[&str] = &["--por", "off", "--no-merge", "--no-reset-dead", "--shorten", "0"];
/// Ways to answer a question.
const WAYS: &[&[&str]] = &[
    &["--shorten", "0.1"],
    &["--shorten", "0", "--por", "off"],
    &["--shorten", "0", "--por", "deletion", "--stubborn", "strong"],
];

/// One test at a time: each uses all cores.
static TURN: Mutex<()> = Mutex::new(());

fn is_long() -> bool {
    std::env::var_os("KULAN_BENCH_LONG").is_some()
}

/// What was looked at, what did not fit, and what is wrong.
#[derive(Default)]
struct Tally {
    runs: usize,
    unfit: Vec<String>,
    wrong: Vec<String>,
}

/// Runs of the program about one thing, named by its title.
struct Bench {
    title: String,
    folder: Folder,
    tally: Tally,
}

impl Bench {
    fn new(title: String) -> Bench {
        Bench { title, folder: Folder::new(), tally: Tally::default() }
    }

    fn complain(&mut self, what: String) {
        let wrong = format!("{}: {what}", self.title);
        if is_long() {
            println!("wrong: {wrong}");
        }
        self.tally.wrong.push(wrong);
    }

    fn compare<T: PartialEq + Debug>(&mut self, way: &[&str], what: &str, found: T, expected: T) {
        if found != expected {
            self.complain(format!("{way:?}: {what}: {found:?} instead of {expected:?}"));
        }
    }

    /// The report of a run; none if it did not come to an end.
    fn check(&mut self, file: &str, way: &[&str], options: &[&str]) -> Option<Value> {
        let seconds = std::env::var("KULAN_BENCH_SECONDS").unwrap_or("300".to_string());
        let limits = ["--memory", "8G", "--timeout", &seconds];
        let report = ["--quiet", "--json", "-"];
        let begin = Instant::now();
        let ran = self.folder.run(&[&["check", file][..], &report, &limits, options, way].concat());
        self.tally.runs += 1;
        self.progress(way, &ran, begin);
        let report = serde_json::from_str::<Value>(&ran.stdout).ok();
        // A search that goes on after violations can reach a limit, too.
        match report.filter(|_| ran.status < 2) {
            Some(report) if report["limit"].is_null() => return Some(report),
            None if ran.status != 3 => self.complain(format!("{way:?}: exit {}: {}", ran.status, ran.stderr)),
            _ if is_long() => self.tally.unfit.push(format!("{} {way:?}", self.title)),
            _ => self.complain(format!("{way:?}: a limit was reached: {}", ran.stderr)),
        }
        None
    }

    fn progress(&self, way: &[&str], ran: &Ran, begin: Instant) {
        if is_long() {
            let (way, seconds) = (way.join(" "), begin.elapsed().as_secs_f64());
            println!("{} {way}: exit {} after {seconds:.1} s", self.title, ran.status);
        }
    }

    fn count(&mut self, file: &str, way: &[&str], expected: Counts) {
        let options = [&["--property", "deadlock", "--all-errors", "--no-trace"], WHOLE].concat();
        let Some(report) = self.check(file, way, &options) else { return };
        let figure = |name: &str| report["figures"][name].as_u64();
        let found = Counts {
            states: figure("states").unwrap(),
            transitions: figure("transitions").filter(|_| expected.transitions.is_some()),
            deadlocks: property(&report, "deadlock")["errors"].as_u64().filter(|_| expected.deadlocks.is_some()),
        };
        self.compare(way, "counts", found, expected);
    }

    /// Asks for one property; the number of steps of a counterexample, which replays.
    fn ask(&mut self, file: &str, way: &[&str], options: &[&str], name: &str, violated: bool) -> Option<usize> {
        let fixed = ["--property", name, "--trace", "it.trace"];
        let report = self.check(file, way, &[&fixed, options].concat())?;
        let found = property(&report, name);
        self.compare(way, name, found["verdict"].as_str(), Some(if violated { "violated" } else { "holds" }));
        if !violated {
            return None;
        }
        let Some(steps) = found["trace"]["steps"].as_array().map(Vec::len) else {
            self.complain(format!("{way:?}: no trace"));
            return None;
        };
        let replay = self.folder.run(&["replay", file, "it.trace"]);
        if replay.status != 0 {
            self.complain(format!("{way:?}: the trace does not replay: {}{}", replay.stdout, replay.stderr));
        }
        Some(steps)
    }
}

fn property<'r>(report: &'r Value, name: &str) -> &'r Value {
    let list = report["properties"].as_array().unwrap();
    list.iter().find(|p| p["name"] == name).unwrap_or(&Value::Null)
}

/// Looks at all that is wanted, and fails if anything is wrong.
fn examine<I: Send>(items: Vec<I>, act: impl Fn(&I) -> Tally + Sync) {
    let _turn = TURN.lock();
    let results = each(items, if is_long() { 1 } else { 2 }, act);
    let tallies = || results.iter().map(|(_, tally)| tally);
    let runs: usize = tallies().map(|t| t.runs).sum();
    let unfit: Vec<&String> = tallies().flat_map(|t| &t.unfit).collect();
    println!("{} looked at, {runs} runs; {} did not fit: {unfit:?}", results.len(), unfit.len());
    expect_none(tallies().flat_map(|t| &t.wrong));
}

/// Whether an instance is asked for: by `KULAN_BENCH_ONLY`, and by its states.
fn is_wanted(name: &str, states: Option<u64>, daily: u64, long: u64) -> bool {
    let only = std::env::var("KULAN_BENCH_ONLY").unwrap_or_default();
    let most = if is_long() { long } else { daily };
    name.contains(&only) && states.unwrap_or(u64::MAX) <= most
}

fn count(instance: &Instance) -> Tally {
    let mut bench = Bench::new(instance.name.clone());
    // Breadth first counts the same; each of the two has its instances.
    let way = if instance.counts.states.is_multiple_of(2) { ["--search", "dfs"] } else { ["--search", "bfs"] };
    bench.count(&instance.file, &way, instance.counts);
    if let Some(counts) = instance.wrapped {
        bench.count(&instance.file, &[&way[..], &["--overflow", "wrap"]].concat(), counts);
    }
    bench.tally
}

#[test]
fn instances_have_the_known_counts() {
    let Some(root) = folder() else { return };
    let wanted = |i: &Instance| is_wanted(&i.name, Some(i.counts.states), COUNTED, u64::MAX);
    examine(instances(&root).into_iter().filter(wanted).collect(), count);
}

/// The options that name the propositions of a question, and one more.
fn options<'q>(question: &'q Question, more: [&'q str; 2]) -> Vec<&'q str> {
    let defines = question.defines.iter().flat_map(|d| ["-D", d]);
    defines.chain(more).collect()
}

fn ask(question: &Question) -> Tally {
    let mut bench = Bench::new(format!("{} property {}", question.instance, question.number));
    match &question.asked {
        Asked::Goal { reachable, steps } => goal(&mut bench, question, *reachable, *steps),
        Asked::Formula { holds, product } => formula(&mut bench, question, *holds, product.as_deref()),
    }
    bench.tally
}

fn goal(bench: &mut Bench, question: &Question, reachable: bool, steps: Option<usize>) {
    let invariant = format!("not ({})", question.formula);
    let options = options(question, ["--invariant", &invariant]);
    for way in WAYS {
        bench.ask(&question.file, way, &options, "invariant", reachable);
    }
    if let Some(steps) = steps {
        let way = [&["--search", "bfs"], WHOLE].concat();
        if let Some(found) = bench.ask(&question.file, &way, &options, "invariant", reachable) {
            bench.compare(&way, "steps", found, steps);
        }
    }
}

fn formula(bench: &mut Bench, question: &Question, holds: bool, product: Option<&str>) {
    let options = options(question, ["--ltl", &question.formula]);
    for way in WAYS {
        bench.ask(&question.file, way, &options, "ltl:formula", !holds);
        if let Some(product) = product {
            bench.ask(product, way, &[], "property:LTL_property", !holds);
        }
    }
    if question.depends_on_overflow() {
        let wrap = ["--overflow", "wrap"];
        bench.ask(&question.file, &wrap, &options, "ltl:formula", false);
        bench.ask(product.unwrap(), &wrap, &[], "property:LTL_property", false);
    }
}

#[test]
fn questions_are_answered_as_published() {
    let Some(root) = folder() else { return };
    let wanted = |q: &Question| {
        let daily = if q.depends_on_overflow() { u64::MAX } else { ASKED };
        is_wanted(&q.instance, q.states, daily, u64::MAX)
    };
    examine(questions(&root).into_iter().filter(wanted).collect(), ask);
}

fn validate(instance: &Instance) -> Tally {
    let mut bench = Bench::new(instance.name.clone());
    let begin = Instant::now();
    let ran = bench.folder.run(&["validate", &instance.file, "--all", "--max-states", "60000"]);
    bench.tally.runs += 1;
    bench.progress(&["--all"], &ran, begin);
    if ran.status != 0 {
        bench.complain(format!("validate: exit {}:\n{}{}", ran.status, ran.stdout, ran.stderr));
    }
    bench.tally
}

#[test]
fn sets_are_valid() {
    let Some(root) = folder() else { return };
    let wanted = |i: &Instance| is_wanted(&i.name, Some(i.counts.states), VALIDATED.0, VALIDATED.1);
    examine(instances(&root).into_iter().filter(wanted).collect(), validate);
}
