//! Threaded C programs of SV-COMP in bench/c, with the verdicts in their `.yml` files, and the programs of the paper on
//! dynamic reductions with 1 to 4 threads: no answer is wrong, and most are right.
//!
//! The folder is found as in `bench_models.rs`. Every day a part of the tasks is looked at, with few states; with
//! `KULAN_BENCH_LONG` all of them, `KULAN_BENCH_SECONDS` each (60 unless told).
#![allow(clippy::unwrap_used)]

mod bench;
#[path = "it/support.rs"]
#[allow(dead_code)]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use bench::{each, expect_none};
use kulan_testing::{files, needs};
use serde_json::Value;

/// One task of so many is looked at every day.
const PART: usize = 7;
/// Properties of SV-COMP, and ours.
const PROPERTIES: &[(&str, &str)] =
    &[("unreach-call.prp", "assert"), ("no-data-race.prp", "race"), ("valid-memsafety.prp", "memory")];

struct Task {
    file: PathBuf,
    property: &'static str,
    /// Options of the compiler.
    options: Vec<String>,
    holds: bool,
}

impl Task {
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap().to_string_lossy().into_owned();
        format!("{name} {} {}", self.options.join(" "), self.property)
    }
}

fn is_long() -> bool {
    std::env::var_os("KULAN_BENCH_LONG").is_some()
}

/// What is said about the property of a task.
fn verdict(task: &Task) -> String {
    let seconds = std::env::var("KULAN_BENCH_SECONDS").unwrap_or("60".into());
    let limits: &[&str] = if is_long() {
        &["--timeout", &seconds, "--memory", "4G"]
    } else {
        &["--max-states", "400000", "--timeout", "20", "--memory", "1G"]
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.arg("check").arg(&task.file).args(["--no-trace", "--quiet", "--json", "-", "--threads", "1"]).args(limits);
    // The error that list1.i is said to have occurs, as far as we see, only if `malloc` fails.
    command.args((task.property == "memory").then_some("--malloc-fails"));
    command.args(["--property", task.property, "--max-threads", "4", "--"]).args(&task.options);
    let output = command.output().unwrap();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else { return "no report".into() };
    let properties = report["properties"].as_array().unwrap();
    let own = properties.iter().find(|p| p["name"] == task.property);
    own.map_or("refused".into(), |p| p["verdict"].as_str().unwrap().to_string())
}

/// Looks at tasks; gives those with wrong answers, and how many answers are right.
fn judge(tasks: Vec<Task>) -> (Vec<String>, usize) {
    let (mut wrong, mut right) = (Vec::new(), 0);
    for (task, verdict) in each(tasks, 2, verdict) {
        match verdict.as_str() {
            "holds" | "holds-within" | "violated" if (verdict != "violated") == task.holds => right += 1,
            "holds" | "violated" => wrong.push(format!("{}: {verdict}", task.name())),
            _ => {}
        }
        if is_long() {
            eprintln!("{}: {verdict}, expected {}", task.name(), if task.holds { "holds" } else { "violated" });
        }
    }
    (wrong, right)
}

/// The tasks of a `.yml` file.
fn tasks_of(path: &Path) -> Vec<Task> {
    let text = std::fs::read_to_string(path).unwrap();
    let after =
        |line: &str, key: &str| Some(line.trim().strip_prefix(key)?.trim().trim_matches(['\'', '"']).to_string());
    let Some(input) = text.lines().find_map(|l| after(l, "input_files:")) else { return Vec::new() };
    let file = path.with_file_name(&input);
    // Preprocessed files were made for 32 bits.
    let options = if input.ends_with(".i") { vec!["-m32".to_string()] } else { Vec::new() };
    let (mut list, mut property) = (Vec::new(), None);
    for line in text.lines() {
        if let Some(name) = after(line, "- property_file:") {
            property = PROPERTIES.iter().find(|p| name.ends_with(p.0)).map(|p| p.1);
        }
        if let (Some(expected), Some(property)) = (after(line, "expected_verdict:"), property) {
            list.push(Task { file: file.clone(), property, options: options.clone(), holds: expected == "true" });
        }
    }
    list
}

#[test]
fn no_answer_about_a_task_is_wrong() {
    let Some(root) = needs::bench("c").filter(|_| needs::clang()) else { return };
    let folders = std::fs::read_dir(&root).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir());
    let mut files: Vec<PathBuf> = folders.flat_map(|folder| files::with_extension(&folder, "yml")).collect();
    files.sort();
    let tasks = files.iter().flat_map(|file| tasks_of(file)).enumerate();
    let part: Vec<Task> = tasks.filter(|(i, _)| is_long() || i % PART == 0).map(|(_, t)| t).collect();
    let all = part.len();
    assert!(all > 30, "{all} tasks");
    let (wrong, right) = judge(part);
    expect_none(wrong.iter());
    assert!(right * 10 >= all * 7, "{right} of {all} are right");
}

/// The lines of `expected.csv`, with small numbers in place of parameters.
fn examples(root: &Path) -> Vec<Task> {
    let table = std::fs::read_to_string(root.join("expected.csv")).unwrap();
    let mut list = Vec::new();
    for line in table.lines().skip(1) {
        let [file, defines, expected, ..] = line.split(',').collect::<Vec<_>>()[..] else { continue };
        let several = if defines.contains("T=n") { 4 } else { 1 };
        let fewest = if defines.contains("(n>=2)") { 2 } else { 1 };
        let defines = defines.split('(').next().unwrap();
        for threads in fewest..=several.max(fewest) {
            let set = defines.replace("T=n", &format!("T={threads}")).replace("=k", "=2");
            let options = set.split_whitespace().map(str::to_string).collect();
            list.push(Task { file: root.join(file), property: "assert", options, holds: expected == "true" });
        }
    }
    list
}

#[test]
fn the_examples_of_the_paper_are_answered() {
    let Some(root) = needs::bench("c/examples").filter(|_| needs::clang()) else { return };
    let tasks = examples(&root);
    let all = tasks.len();
    let (wrong, right) = judge(tasks);
    expect_none(wrong.iter());
    assert!(all > 40 && right == all, "{right} of {all} are right");
}
