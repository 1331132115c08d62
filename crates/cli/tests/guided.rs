//! Counterexamples followed by SPIN: each is written as a trail, and SPIN's guided simulation (`pan -r`) must be able to
//! execute every step where its processes stand, have the same values after each, and end with the same violation.
//! SPIN does not ask there whether another step would have gone before (`else`, `timeout`, `unless`, atomic sequences):
//! that the counts agree (`bench_models.rs`) says so.
//!
//! Examples, models of the tests, random programs (`KULAN_GUIDED_MODELS=n` of them, from the seed `KULAN_GUIDED_SEED`),
//! and the violated models of the benchmark folder where there is one (see `bench_models.rs`). Without SPIN or a C
//! compiler the tests say so and pass.
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;
mod trail;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kulan_testing::needs;
use support::Folder;
use trail::{Model, Trail, Verdict};

/// Ways to find a counterexample: a shortest one, and one that was found in depth by merged steps.
const WAYS: &[&[&str]] = &[&["--search", "bfs"], &["--search", "dfs", "--shorten", "0"]];

/// What came of many.
#[derive(Default)]
struct Tally {
    same: usize,
    steps: usize,
    values: usize,
    refused: usize,
    skipped: BTreeMap<String, Vec<String>>,
    different: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, verdict: Verdict) {
        match verdict {
            Verdict::Same { steps, values } => {
                self.same += 1;
                self.steps += steps;
                self.values += values;
            }
            Verdict::Refused => self.refused += 1,
            Verdict::Skipped(why) => self.skipped.entry(why).or_default().push(name.to_string()),
            Verdict::Different(what) => self.different.push(format!("{name}: {what}")),
        }
    }

    /// The counterexamples of a model.
    fn model(&mut self, path: &Path, options: &[&str]) {
        // SPIN's verifier numbers a trace assertion among the processes, where a trail does not know it.
        if std::fs::read_to_string(path).unwrap().lines().any(|l| l.starts_with("trace") || l.starts_with("notrace")) {
            return self.add(&path.display().to_string(), Verdict::Skipped("a trace assertion".into()));
        }
        let folder = Folder::new();
        let mut model = None;
        for way in WAYS {
            let all = [options, way].concat();
            if let Some(trace) = counterexample(&folder, path, &all) {
                let model = model.get_or_insert_with(|| Model::new(path, options, &folder.0.join("spin")));
                self.add(&format!("{} {}", path.display(), all.join(" ")), model.compare(&trace));
            }
        }
    }

    /// Nothing differs, and nearly all was compared.
    #[track_caller]
    fn expect(self, at_least: usize) {
        let skipped: usize = self.skipped.values().map(Vec::len).sum();
        let Tally { same, steps, values, refused, .. } = self;
        println!(
            "{same} followed: {steps} steps, {values} values; {refused} refused, {skipped} skipped {:?}",
            self.skipped
        );
        assert!(self.different.is_empty(), "{} differ:\n{}", self.different.len(), self.different.join("\n"));
        assert!(self.same >= at_least, "only {} were compared", self.same);
        assert!(skipped * 10 <= self.same, "{skipped} were skipped: {:?}", self.skipped);
    }
}

/// The trace of the first violation found, if there is one.
fn counterexample(folder: &Folder, model: &Path, options: &[&str]) -> Option<PathBuf> {
    let model = model.display().to_string();
    let safety = ["--property", "deadlock", "--property", "assert"];
    let fixed = ["check", &model, "--quiet", "--threads", "1", "--trace", "it.trace"];
    let args = [&fixed[..], &safety, options].concat();
    let ran = folder.run(&args);
    assert!(ran.status < 2, "{args:?}: exit {}\n{}", ran.status, ran.stderr);
    (ran.status == 1).then(|| folder.0.join("it.trace"))
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn spin_follows_the_counterexamples_of_our_models() {
    if !needs::spin() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tally = Tally::default();
    for (model, options, ..) in support::VIOLATED {
        tally.model(&root.join("tests/models").join(model), options);
    }
    for folder in ["../../examples", "../promela/tests/models"] {
        let mut models: Vec<_> = std::fs::read_dir(root.join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        models.sort();
        for model in models.iter().filter(|m| m.extension().is_some_and(|e| e == "pml")) {
            tally.model(model, &[]);
        }
    }
    tally.expect(40);
}

/// That a wrong one is noticed: steps out of order, steps left out, another value.
#[test]
fn spin_does_not_follow_what_is_wrong() {
    if !needs::spin() {
        return;
    }
    let (folder, options) = (Folder::new(), ["-DBUG"]);
    let path = PathBuf::from(support::model("peterson.pml"));
    let trace = counterexample(&folder, &path, &options).unwrap();
    let model = Model::new(&path, &options, &folder.0.join("spin"));
    let is_followed =
        |change: &dyn Fn(&mut Trail)| matches!(model.compare_changed(&trace, change), Verdict::Same { .. });
    assert!(is_followed(&|_| ()));
    assert!(!is_followed(&|trail| trail.lines.swap(0, 1)));
    assert!(!is_followed(&|trail| drop(trail.lines.remove(2))));
    assert!(!is_followed(&|trail| drop(trail.lines.pop())));
    assert!(!is_followed(&|trail| trail.last.0.iter_mut().for_each(|value| *value ^= 1)));
    assert!(!is_followed(&|trail| trail.stands[0] += 1));
}

#[test]
fn spin_follows_the_counterexamples_of_random_programs() {
    if !needs::spin() {
        return;
    }
    let first = number("KULAN_GUIDED_SEED", 0);
    let mut tally = Tally::default();
    for seed in first..first + number("KULAN_GUIDED_MODELS", 40) {
        let folder = Folder::new();
        let path = folder.write(&format!("seed{seed}.pml"), kulan_testing::promela::program(seed).to_string());
        tally.model(&path, &["--max-states", "100000"]);
    }
    tally.expect(20);
}

/// Models with more states take too long for every day.
const LONG: u64 = 700_000;

#[test]
fn spin_follows_the_counterexamples_of_the_benchmark() {
    let Some(root) = bench::folder().filter(|_| needs::spin()) else { return };
    let long = std::env::var_os("KULAN_BENCH_LONG").is_some();
    let mut tally = Tally::default();
    for line in include_str!("bench_models.tsv").lines().filter(|l| !l.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let states = columns[2].parse().unwrap_or(0);
        if columns[6] == "violated" && (long || states <= LONG) {
            let path = root.join("promela").join(columns[0]);
            tally.model(&path.canonicalize().unwrap(), &columns[1].split_whitespace().collect::<Vec<_>>());
        }
    }
    tally.expect(50);
}
