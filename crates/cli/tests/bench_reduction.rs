//! The models of the benchmark folder with partial-order reduction: the verdict of each property and the number of
//! deadlocks are those without it, and the sets chosen are valid state by state.
//!
//! The folder is found as in `bench_models.rs`, and `KULAN_BENCH_LONG` and `KULAN_BENCH_ONLY` mean the same.
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use bench::table::{Bench, Row, table};
use bench::{each, expect_none};
use serde_json::Value;

/// Ways to choose sets.
const CHOICES: &[&[&str]] = &[
    &["--por", "best"],
    &["--por", "components"],
    &["--por", "deletion", "--stubborn", "strong"],
    &["--por", "beam", "--stubborn", "weak"],
    &["--por", "best", "--relations", "syntactic"],
    &["--por", "pruned"],
    &["--por", "closure", "--stubborn", "strong"],
    &["--por", "best", "--stubborn", "strong"],
    &["--por", "auto"],
    &["--por", "beam", "--stubborn", "strong"],
    &["--por", "deletion", "--stubborn", "weak"],
    &["--por", "closure", "--stubborn", "weak"],
    &["--por", "beam", "--no-nds"],
    &["--por", "closure", "--no-heuristic"],
];
/// Ways to search.
const SEARCHES: &[&[&str]] = &[
    &["--search", "dfs", "--threads", "1"],
    &["--search", "bfs", "--threads", "2"],
    &["--search", "dfs", "--threads", "2"],
    &["--search", "bfs", "--threads", "1"],
];
/// Transformations before it.
const PASSES: &[&[&str]] = &[&["--no-merge", "--no-reset-dead"], &["--merge", "--reset-dead"]];

/// What a reduction must keep of each property: the verdict, and of deadlocks how many.
type Kept = BTreeMap<String, (String, Option<u64>)>;

fn kept(report: &Value) -> Kept {
    let entry = |p: &Value| {
        let name = p["name"].as_str().unwrap().to_string();
        let errors = p["errors"].as_u64().filter(|_| name == "deadlock");
        (name, (p["verdict"].as_str().unwrap().to_string(), errors))
    };
    report["properties"].as_array().unwrap().iter().map(entry).collect()
}

/// How many of [`CHOICES`] a model of so many states is run with.
fn choices(states: u64) -> usize {
    match states {
        0..5_000 => CHOICES.len(),
        5_000..70_000 => 4,
        _ => 3,
    }
}

fn compare(row: &Row, root: &Path) -> Vec<String> {
    let mut bench = Bench::new(row, root);
    let full: Vec<Option<Value>> =
        PASSES.iter().map(|passes| bench.report(&[*passes, &["--por", "off", "--threads", "1"]].concat())).collect();
    for i in 0..choices(row.states().unwrap()) {
        let choice = CHOICES[(row.number * 3 + i) % CHOICES.len()];
        let search = SEARCHES[(row.number + i) % SEARCHES.len()];
        let passes = (row.number / 2 + i / 2 + i / 4) % PASSES.len();
        let options = [choice, search, PASSES[passes]].concat();
        let (Some(full), Some(reduced)) = (&full[passes], bench.report(&options)) else { continue };
        let states = |report: &Value| report["figures"]["states"].as_u64().unwrap();
        if kept(full) != kept(&reduced) {
            bench.complain(format!("{options:?}: {:?} instead of {:?}", kept(&reduced), kept(full)));
        }
        if states(&reduced) > states(full) {
            bench.complain(format!("{options:?}: {} states of {}", states(&reduced), states(full)));
        }
    }
    bench.wrong
}

#[test]
fn reduction_keeps_the_verdicts_of_the_benchmark() {
    let Some(root) = bench::folder() else { return };
    let wanted = |row: &Row| row.states().is_some() && row.is_wanted(61_000, 3_000_000);
    let results = each(table().into_iter().filter(wanted).collect(), 2, |row| compare(row, &root));
    println!("{} models", results.len());
    expect_none(results.iter().flat_map(|(_, wrong)| wrong));
}

fn is_valid(row: &Row, root: &Path) -> Vec<String> {
    let mut bench = Bench::new(row, root);
    for passes in [["--no-merge", "--reset-dead"], ["--merge", "--reset-dead"]] {
        let begin = std::time::Instant::now();
        let ran = bench.run("validate", &[&["--all"], &passes]);
        if std::env::var_os("KULAN_BENCH_LONG").is_some() {
            println!("{} {passes:?}: exit {} after {:.1} s", row.model, ran.status, begin.elapsed().as_secs_f64());
        }
        if ran.status != 0 {
            bench.complain(format!("validate {passes:?}: exit {}:\n{}{}", ran.status, ran.stdout, ran.stderr));
        }
    }
    bench.wrong
}

#[test]
fn the_sets_of_the_benchmark_are_valid() {
    let Some(root) = bench::folder() else { return };
    let wanted = |row: &Row| row.states().is_some() && row.is_wanted(2_000, 50_000);
    let results = each(table().into_iter().filter(wanted).collect(), 2, |row| is_valid(row, &root));
    println!("{} models", results.len());
    expect_none(results.iter().flat_map(|(_, wrong)| wrong));
}
