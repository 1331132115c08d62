//! Limits, and interrupts.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::*;

#[test]
fn a_limit_of_states() {
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("counters.pml"), "--max-states", "10"]).expect(3);
    ran.says("unknown: ").says("limit of 10 states").says("--max-states raises it");
}

#[test]
fn a_limit_of_time() {
    let folder = Folder::new();
    let begin = Instant::now();
    let ran = folder.run(&["check", &model("counters.pml"), "--por", "off", "--timeout", "0.5"]).expect(3);
    ran.says("time limit of 0.5 s").says("--timeout raises it");
    assert!(begin.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_limit_of_memory() {
    let folder = Folder::new();
    for memory in ["1K", "1M"] {
        let ran = folder.run(&["check", &model("counters.pml"), "--por", "off", "--memory", memory]).expect(3);
        ran.says("memory limit of 1.0").says("--memory raises it");
    }
}

#[test]
fn a_violation_found_before_a_limit_counts() {
    let folder = Folder::new();
    // The assertion fails early, the rest of the space is large.
    let text = std::fs::read_to_string(model("counters.pml")).unwrap();
    let file = folder.write("m.pml", format!("{text}\nactive proctype Bad() {{ assert(false) }}\n"));
    let file = file.display().to_string();
    let ran =
        folder.run(&["check", &file, "--por", "off", "--all-errors", "--timeout", "1", "--search", "bfs"]).expect(1);
    ran.says("violated: assert").says("the search ended early").says("--timeout raises it");
}

#[test]
fn an_interrupt_ends_with_what_was_found() {
    let folder = Folder::new();
    let mut command = folder.command(&["check", &model("counters.pml"), "--por", "off"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1000));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ran = ran(child.wait_with_output().unwrap()).expect(3);
    ran.says("interrupted").says("states, ");
}
