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

use std::path::Path;
use std::process::Command;

use bench::{each, expect_none};
use kulan_bench::{Answer, ModelEntry as Task};
use kulan_testing::needs;
use serde_json::Value;

/// One task of so many is looked at every day.
const PART: usize = 7;
/// Tasks whose verdict is about something else than what we say.
const APART: &[(&str, &str)] =
    &[("04-mutex_67-free_indirect", "here, as in C11, to free memory counts as writing it; 04-mutex_64 agrees")];

fn is_long() -> bool {
    std::env::var_os("KULAN_BENCH_LONG").is_some()
}

/// What is said about the property of a task.
fn verdict(root: &Path, task: &Task) -> String {
    let seconds = std::env::var("KULAN_BENCH_SECONDS").unwrap_or("60".into());
    let limits: &[&str] = if is_long() {
        &["--timeout", &seconds, "--memory", "4G"]
    } else {
        &["--max-states", "400000", "--timeout", "20", "--memory", "1G"]
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command
        .arg("check")
        .arg(root.join(&task.file))
        .args(["--no-trace", "--quiet", "--json", "-", "--threads", "1"])
        .args(limits);
    command.args(&task.args).args(["--property", &task.property, "--max-threads", "4", "--"]).args(&task.clang);
    let output = command.output().unwrap();
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else { return "no report".into() };
    let properties = report["properties"].as_array().unwrap();
    let own = properties.iter().find(|p| p["name"] == task.property);
    own.map_or("refused".into(), |p| p["verdict"].as_str().unwrap().to_string())
}

/// Looks at tasks; gives those with wrong answers, and how many answers are right.
fn judge(root: &Path, tasks: Vec<Task>) -> (Vec<String>, usize) {
    let (mut wrong, mut right) = (Vec::new(), 0);
    for (task, verdict) in each(tasks, 2, |task| verdict(root, task)) {
        let expected = task.expected.as_deref().unwrap();
        match Answer::of(expected, &verdict) {
            Answer::Right | Answer::Within => right += 1,
            Answer::Wrong => wrong.push(format!("{}: {verdict}", task.name())),
            Answer::Beyond | Answer::Unknown => {}
        }
        if is_long() {
            eprintln!("{}: {verdict}, expected {expected}", task.name());
        }
    }
    (wrong, right)
}

#[test]
fn no_answer_about_a_task_is_wrong() {
    let Some(root) = needs::bench("c").filter(|_| needs::clang()) else { return };
    let tasks = kulan_bench::in_folder(&root, Path::new("")).unwrap().into_iter().enumerate();
    let apart = |task: &Task| APART.iter().any(|a| task.name().contains(a.0));
    let part: Vec<Task> =
        tasks.filter(|(i, _)| is_long() || i % PART == 0).map(|(_, t)| t).filter(|t| !apart(t)).collect();
    let all = part.len();
    assert!(all > 30, "{all} tasks");
    let (wrong, right) = judge(&root, part);
    expect_none(wrong.iter());
    assert!(right * 10 >= all * 7, "{right} of {all} are right");
}

#[test]
fn the_examples_of_the_paper_are_answered() {
    let Some(root) = needs::bench("c/examples").filter(|_| needs::clang()) else { return };
    let tasks = kulan_bench::programs(&root, Path::new("expected.csv"), kulan_bench::THREADS).unwrap();
    let all = tasks.len();
    let (wrong, right) = judge(&root, tasks);
    expect_none(wrong.iter());
    assert!(all > 40 && right == all, "{right} of {all} are right");
}
