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

use bench::table::{Bench, Counts, Expected, Row, table};
use bench::{each, expect_none};

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

/// States that SPIN stores with its own optimisations but without reduction, by model.
fn spin_defaults(root: &Path) -> HashMap<String, u64> {
    let text = std::fs::read_to_string(root.join("baseline/spin.csv")).unwrap_or_default();
    let rows = text.lines().map(|l| l.split(',').map(|c| c.trim_matches('"').trim()).collect::<Vec<_>>());
    // model, mode, options, flags, verdict, complete, errors, stored
    let wanted = rows.filter(|r| r.len() > 7 && r[1] == "nopor" && r[2].is_empty() && r[5] == "y");
    wanted.filter_map(|r| Some((r[0].to_string(), r[7].parse().ok()?))).collect()
}

impl Bench<'_> {
    /// The counts of a run that looks for all errors.
    fn counts(&mut self, options: &[&str]) -> Option<Counts> {
        let report = self.report(options)?;
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
            violated: report["verdict"] == "violated",
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
    let mut bench = Bench::new(row, root);
    let states = match &row.expected {
        Expected::Refused(words) => {
            bench.refused(&words.clone());
            None
        }
        Expected::Counts(counts) => bench.counted(*counts),
    };
    (bench.wrong, states)
}

#[test]
fn the_models_of_the_benchmark_are_counted_as_spin_does() {
    let Some(root) = bench::folder() else { return };
    let rows = table().into_iter().filter(|row| row.is_wanted(LONG, u64::MAX)).collect();
    let results = each(rows, 2, |row| examine(row, &root));
    expect_none(results.iter().flat_map(|(_, (wrong, _))| wrong));
    let spin = spin_defaults(&root);
    let pairs = results.iter().filter_map(|(row, (_, ours))| Some((&row.model, (*ours)?, *spin.get(&row.model)?)));
    let pairs: Vec<_> = pairs.collect();
    let more: Vec<_> = pairs.iter().filter(|(_, ours, spin)| ours > spin).collect();
    println!("{} models; of {} that SPIN finished, more states than SPIN: {more:?}", results.len(), pairs.len());
    assert!(more.len() * 10 <= pairs.len(), "our defaults store more states than SPIN's on {more:?}");
}
