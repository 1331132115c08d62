//! Temporal properties of the models of the benchmark folder: SPIN's answers, with and without reduction, on one and two
//! threads, and runs that replay.
//!
//! The folder is found as in `bench_models.rs`; `KULAN_BENCH_ONLY` means the same.
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;

use bench::{each, expect_none};
use support::Folder;

/// Ways to reduce; each question is asked in some of them.
const WAYS: &[&[&str]] = &[
    &[],
    &["--visibility", "transparent"],
    &["--por", "deletion", "--visibility", "invisible"],
    &["--por", "beam", "--stubborn", "weak", "--proviso", "c2", "--visibility", "invisible"],
    &["--por", "closure", "--relations", "syntactic"],
    &["--por", "best"],
    &["--por", "components"],
    &["--por", "pruned", "--visibility", "transparent"],
];

struct Question<'t> {
    number: usize,
    model: &'t str,
    defines: Vec<&'t str>,
    property: &'t str,
    fair: bool,
    verdict: &'t str,
    whole: bool,
}

fn questions() -> Vec<Question<'static>> {
    let lines = include_str!("bench_temporal.tsv").lines().filter(|l| !l.starts_with('#'));
    let only = std::env::var("KULAN_BENCH_ONLY").unwrap_or_default();
    let row = |(number, line): (usize, &'static str)| {
        let &[model, defines, property, fair, verdict, whole] = &line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (fair, whole, defines) = (!fair.is_empty(), !whole.is_empty(), defines.split_whitespace().collect());
        Question { number, model, defines, property, fair, verdict, whole }
    };
    lines.enumerate().map(row).filter(|q| q.model.contains(&only)).collect()
}

impl Question<'_> {
    fn ways(&self) -> Vec<Vec<&'static str>> {
        let threads = [["--threads", "1"], ["--threads", "2"]];
        if self.fair {
            return threads.iter().map(|t| [&["--fair"][..], t].concat()).collect();
        }
        let [one, two] = threads;
        let other = WAYS[1 + self.number % (WAYS.len() - 1)];
        let mut ways = vec![
            [WAYS[0], &one].concat(),
            [WAYS[0], &two].concat(),
            [other, if (self.number / WAYS.len()).is_multiple_of(2) { &one } else { &two }].concat(),
        ];
        if self.whole {
            ways.push([&["--por", "off"][..], &two].concat());
            ways.push([&["--por", "off", "--no-merge", "--no-reset-dead", "--store", "plain"][..], &one].concat());
        }
        ways
    }

    /// What is wrong with the answers.
    fn ask(&self, file: &str) -> Vec<String> {
        let (folder, mut wrong) = (Folder::new(), Vec::new());
        for way in self.ways() {
            let fixed = ["--property", self.property, "--quiet", "--memory", "4G", "--shorten", "0.2"];
            let args = [&["check", file][..], &self.defines, &fixed, &["--trace", "it.trace"], &way].concat();
            let ran = folder.run(&args);
            let expected = if self.verdict == "holds" { 0 } else { 1 };
            let title = format!("{} {} {way:?}", self.model, self.property);
            if ran.status != expected {
                wrong.push(format!("{title}: exit {} instead of {expected}: {}", ran.status, ran.stderr));
            } else if expected == 1 {
                let replay = folder.run(&[&["replay", file, "it.trace"][..], &self.defines].concat());
                if replay.status != 0 {
                    wrong.push(format!("{title}: the run does not replay: {}", replay.stderr));
                }
            }
        }
        wrong
    }
}

#[test]
fn temporal_properties_are_answered_as_spin_does() {
    let Some(root) = bench::folder() else { return };
    let answers = each(questions(), 2, |question| {
        let path = root.join("promela").join(question.model).canonicalize().unwrap();
        question.ask(&path.display().to_string())
    });
    println!("{} questions", answers.len());
    expect_none(answers.iter().flat_map(|(_, wrong)| wrong));
}
