//! The table of the benchmark's models, and runs of the program on them.

use std::path::Path;

use serde_json::Value;

use crate::support::{Folder, Ran};

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    pub number: usize,
    pub model: String,
    pub defines: Vec<String>,
    pub expected: Expected,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    Counts(Counts),
    /// With these words.
    Refused(String),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    pub states: u64,
    pub transitions: u64,
    pub deadlocks: u64,
    pub asserts: u64,
    pub violated: bool,
}

impl Row {
    /// States of the whole space; none of a model that is refused.
    pub fn states(&self) -> Option<u64> {
        match &self.expected {
            Expected::Counts(counts) => Some(counts.states),
            Expected::Refused(_) => None,
        }
    }

    /// Whether the model is asked for: by `KULAN_BENCH_ONLY`, and of at most so many states, or of at most `long` if
    /// `KULAN_BENCH_LONG` is set.
    pub fn is_wanted(&self, states: u64, long: u64) -> bool {
        let only = std::env::var("KULAN_BENCH_ONLY").unwrap_or_default();
        let most = if std::env::var_os("KULAN_BENCH_LONG").is_some() { long } else { states };
        self.model.contains(&only) && self.states().is_none_or(|n| n <= most)
    }
}

pub fn table() -> Vec<Row> {
    let lines = include_str!("../bench_models.tsv").lines().filter(|l| !l.starts_with('#'));
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

/// One model's checks; complaints are collected, so that one run shows all.
pub struct Bench<'a> {
    pub row: &'a Row,
    pub file: String,
    pub folder: Folder,
    pub wrong: Vec<String>,
}

impl Bench<'_> {
    pub fn new<'a>(row: &'a Row, root: &Path) -> Bench<'a> {
        let path = root.join("promela").join(&row.model);
        let file = path.canonicalize().unwrap_or(path).display().to_string();
        Bench { row, file, folder: Folder::new(), wrong: Vec::new() }
    }

    /// Runs a command of the program on the model.
    pub fn run(&self, command: &str, options: &[&[&str]]) -> Ran {
        let mut args = vec![command, &self.file];
        args.extend(self.row.defines.iter().map(String::as_str));
        args.extend(options.concat());
        self.folder.run(&args)
    }

    pub fn check(&self, options: &[&[&str]]) -> Ran {
        let safety = ["--property", "deadlock", "--property", "assert"];
        self.run("check", &[&["--quiet", "--memory", "4G"], &safety, &options.concat()])
    }

    pub fn complain(&mut self, what: String) {
        self.wrong.push(format!("{}: {what}", self.row.model));
    }

    /// The report of a run that looks for all errors; a complaint if it gives none.
    pub fn report(&mut self, options: &[&str]) -> Option<Value> {
        let ran = self.check(&[options, &["--all-errors", "--no-trace", "--json", "-"]]);
        if !matches!(ran.status, 0 | 1) {
            self.complain(format!("{options:?}: exit {}: {}", ran.status, ran.stderr));
            return None;
        }
        Some(serde_json::from_str(&ran.stdout).unwrap())
    }
}
