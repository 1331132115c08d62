//! The models of the benchmark folder: SPIN's exact counts, the same verdicts by other ways, traces that replay.
//!
//! The folder is `KULAN_BENCH`, or `../shared/bench` beside the workspace; without it the test is skipped. Models of more
//! than [`LONG`] states are checked only if `KULAN_BENCH_LONG` is set, and only a model whose name contains
//! `KULAN_BENCH_ONLY` if that is.
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use serde_json::Value;
use support::{Folder, Ran};

/// Models with more states take too long for every day.
const LONG: u64 = 700_000;
/// What makes our counts those of SPIN without its own optimisations.
const EXACT: &[&str] = &["--no-merge", "--no-reset-dead", "--por", "off", "--threads", "1"];
/// Ways to search, each model by some of them.
const WAYS: &[&[&str]] = &[
    &["--search", "dfs", "--threads", "1", "--store", "tree"],
    &["--search", "bfs", "--threads", "2", "--store", "plain"],
    &["--search", "dfs", "--threads", "2", "--store", "plain"],
    &["--search", "bfs", "--threads", "1", "--store", "tree"],
    &["--search", "dfs", "--threads", "2", "--store", "tree"],
    &["--search", "bfs", "--threads", "1", "--store", "plain"],
    &["--search", "dfs", "--threads", "1", "--store", "plain"],
    &["--search", "bfs", "--threads", "2", "--store", "tree"],
];

/// A line of the table.
#[derive(Clone, Debug)]
struct Row {
    number: usize,
    model: String,
    defines: Vec<String>,
    expected: Expected,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Expected {
    Counts(Counts),
    /// With these words.
    Refused(String),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Counts {
    states: u64,
    transitions: u64,
    deadlocks: u64,
    asserts: u64,
    violated: bool,
}

fn table() -> Vec<Row> {
    let lines = include_str!("bench_models.tsv").lines().filter(|l| !l.starts_with('#'));
    lines.enumerate().map(|(number, line)| row(number, line)).collect()
}

fn row(number: usize, line: &str) -> Row {
    let columns: Vec<&str> = line.split('\t').collect();
    let count = |i: usize| columns[i].parse().unwrap_or_else(|_| panic!("{line}"));
    let expected = match columns[6] {
        "refused" => Expected::Refused(columns[7].to_string()),
        verdict => Expected::Counts(Counts {
            states: count(2),
            transitions: count(3),
            deadlocks: count(4),
            asserts: count(5),
            violated: verdict == "violated",
        }),
    };
    let defines = columns[1].split_whitespace().map(str::to_string).collect();
    Row { number, model: columns[0].to_string(), defines, expected }
}

/// States that SPIN stores with its own optimisations but without reduction, by model.
fn spin_defaults(root: &Path) -> HashMap<String, u64> {
    let text = std::fs::read_to_string(root.join("baseline/spin.csv")).unwrap_or_default();
    let rows = text.lines().map(|l| l.split(',').map(|c| c.trim_matches('"').trim()).collect::<Vec<_>>());
    // model, mode, options, flags, verdict, complete, errors, stored
    let wanted = rows.filter(|r| r.len() > 7 && r[1] == "nopor" && r[2].is_empty() && r[5] == "y");
    wanted.filter_map(|r| Some((r[0].to_string(), r[7].parse().ok()?))).collect()
}

/// One model's checks; complaints are collected, so that one run shows all.
struct Bench<'a> {
    row: &'a Row,
    file: String,
    folder: Folder,
    wrong: Vec<String>,
}

impl Bench<'_> {
    fn check(&self, options: &[&[&str]]) -> Ran {
        let mut args = vec!["check", &self.file, "--quiet", "--memory", "4G"];
        args.extend(self.row.defines.iter().map(String::as_str));
        args.extend(options.concat());
        self.folder.run(&args)
    }

    fn complain(&mut self, what: String) {
        self.wrong.push(format!("{}: {what}", self.row.model));
    }

    /// The counts of a run that looks for all errors.
    fn counts(&mut self, options: &[&str]) -> Option<Counts> {
        let ran = self.check(&[options, &["--all-errors", "--no-trace", "--json", "-"]]);
        if !matches!(ran.status, 0 | 1) {
            self.complain(format!("{options:?}: exit {}: {}", ran.status, ran.stderr));
            return None;
        }
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let errors = |name: &str| {
            let list = report["properties"].as_array().unwrap().iter();
            list.filter(|p| p["name"] == name).filter_map(|p| p["errors"].as_u64()).sum()
        };
        let figure = |name: &str| report["figures"][name].as_u64().unwrap();
        Some(Counts {
            states: figure("states"),
            transitions: figure("transitions"),
            deadlocks: errors("deadlock"),
            asserts: errors("assert"),
            violated: ran.status == 1,
        })
    }

    fn refused(&mut self, words: &str) {
        let ran = self.check(&[&[]]);
        if ran.status != 2 || !ran.stderr.contains(words) {
            self.complain(format!("exit {} without {words:?}: {}", ran.status, ran.stderr));
        }
    }

    /// The exact counts; what our defaults store is the answer.
    fn counted(&mut self, expected: Counts) -> Option<u64> {
        if let Some(found) = self.counts(EXACT)
            && found != expected
        {
            self.complain(format!("{found:?} instead of {expected:?}"));
        }
        let way = |i: usize| WAYS[(self.row.number + i) % WAYS.len()];
        let (first, second) = (way(0), way(3));
        let states = self.reduced(first, expected);
        if expected.states < LONG / 10 {
            self.reduced(second, expected);
        }
        if expected.violated {
            self.replays(first);
            self.replays(second);
        }
        states
    }

    /// With the default transformations the same errors are found.
    fn reduced(&mut self, way: &[&str], expected: Counts) -> Option<u64> {
        let found = self.counts(way)?;
        let kinds = |c: Counts| (c.violated, c.deadlocks > 0, c.asserts > 0);
        if kinds(found) != kinds(expected) || found.states > expected.states {
            self.complain(format!("{way:?}: {found:?}, but without transformations {expected:?}"));
        }
        Some(found.states)
    }

    /// The first violation found has a trace that replays.
    fn replays(&mut self, way: &[&str]) {
        let ran = self.check(&[way, &["--trace", "it.trace", "--shorten", "0.2"]]);
        let mut args = vec!["replay", &self.file, "it.trace"];
        args.extend(self.row.defines.iter().map(String::as_str));
        let replay = self.folder.run(&args);
        if ran.status != 1 || replay.status != 0 {
            let said = format!("{}\n{}", ran.stderr, replay.stderr);
            self.complain(format!("{way:?}: exit {}, replay {}: {said}", ran.status, replay.status));
        }
    }
}

/// What came of a model: complaints, and the states that our defaults store.
fn examine(row: &Row, root: &Path) -> (Vec<String>, Option<u64>) {
    let path = root.join("promela").join(&row.model);
    let file = path.canonicalize().unwrap_or(path).display().to_string();
    let mut bench = Bench { row, file, folder: Folder::new(), wrong: Vec::new() };
    let states = match &row.expected {
        Expected::Refused(words) => {
            bench.refused(&words.clone());
            None
        }
        Expected::Counts(counts) => bench.counted(*counts),
    };
    (bench.wrong, states)
}

fn is_wanted(row: &Row) -> bool {
    let only = std::env::var("KULAN_BENCH_ONLY").unwrap_or_default();
    let long = matches!(&row.expected, Expected::Counts(c) if c.states > LONG);
    row.model.contains(&only) && (!long || std::env::var_os("KULAN_BENCH_LONG").is_some())
}

#[test]
fn the_models_of_the_benchmark_are_counted_as_spin_does() {
    let Some(root) = bench::folder() else { return };
    let queue = Mutex::new(table().into_iter().filter(is_wanted).collect::<Vec<_>>().into_iter());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = { queue.lock().unwrap().next() } {
                    let result = examine(&row, &root);
                    results.lock().unwrap().push((row, result));
                }
            });
        }
    });
    let results = results.into_inner().unwrap();
    let wrong: Vec<&str> = results.iter().flat_map(|(_, (wrong, _))| wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
    let spin = spin_defaults(&root);
    let pairs = results.iter().filter_map(|(row, (_, ours))| Some((&row.model, (*ours)?, *spin.get(&row.model)?)));
    let pairs: Vec<_> = pairs.collect();
    let more: Vec<_> = pairs.iter().filter(|(_, ours, spin)| ours > spin).collect();
    println!("{} models; of {} that SPIN finished, more states than SPIN: {more:?}", results.len(), pairs.len());
    assert!(more.len() * 10 <= pairs.len(), "our defaults store more states than SPIN's on {more:?}");
}
