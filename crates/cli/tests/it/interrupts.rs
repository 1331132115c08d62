//! Interrupts at random moments, so that they hit every phase.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use kulan_testing::Random;

use crate::support::*;

/// How long a run may take to end after an interrupt, on a machine that does other things meanwhile.
const PATIENCE: Duration = Duration::from_secs(15);

fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = folder.command(&[&["check", "--json", "report.json"], args].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
}

/// Waits for the end of a run; a run that does not end is killed.
fn wait(mut child: Child, name: &str) -> Ran {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{name}: still running {PATIENCE:?} after the interrupt");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    ran(child.wait_with_output().unwrap())
}

/// The models of the tests, the examples, and those that are hard.
fn models(folder: &Folder) -> Vec<PathBuf> {
    let mut list = Vec::new();
    let promela = format!("{}/../promela/tests/models", env!("CARGO_MANIFEST_DIR"));
    for place in [model(""), example(""), example("dve"), example("tmc"), promela] {
        let files = std::fs::read_dir(place).unwrap().map(|e| e.unwrap().path());
        list.extend(
            files.filter(|f| f.extension().is_some_and(|e| ["pml", "dve", "tmc"].iter().any(|known| e == *known))),
        );
    }
    list.retain(|f| !f.ends_with("wrong.pml"));
    let hard = crate::hard::models().into_iter();
    list.extend(hard.map(|(name, text)| folder.write(&format!("{name}.pml"), text)));
    list.sort();
    list
}

#[test]
fn an_interrupt_ends_with_what_was_found() {
    let folder = Folder::new();
    let child = start(&folder, &[&model("counters.pml"), "--por", "off"]);
    std::thread::sleep(Duration::from_millis(1000));
    interrupt(&child);
    wait(child, "counters").expect(3).says("interrupted").says("states, ");
}

#[test]
fn an_interrupt_at_any_moment_ends_the_run_with_a_report() {
    let mut random = Random::new(std::env::var("KULAN_SEED").map_or(7, |seed| seed.parse().unwrap()));
    let folder = Folder::new();
    let (mut phases, mut interrupted) = (std::collections::BTreeSet::new(), 0);
    let models = models(&folder);
    assert!(models.len() >= 50, "{} models", models.len());
    for file in models {
        let name = file.display().to_string();
        let child = start(&folder, &[&name, "--shorten", "60", "--no-trace"]);
        // The handler is in place soon after the start.
        std::thread::sleep(Duration::from_millis(60 + random.below(600) as u64));
        interrupt(&child);
        let ran = wait(child, &name);
        assert!([0, 1, 3].contains(&ran.status), "{name}: {ran:?}");
        let report = std::fs::read(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        assert_eq!(report["exit_status"], ran.status, "{name}");
        assert!(report["figures"]["seconds"].as_f64().unwrap() > 0.0, "{name}");
        if ran.status == 3 {
            assert_eq!(report["limit"], "interrupt", "{name}");
            phases.insert(report["limit_phase"].as_str().unwrap().to_string());
            interrupted += 1;
        }
        std::fs::remove_file(folder.0.join("report.json")).unwrap();
    }
    println!("{interrupted} runs were interrupted, in {phases:?}");
    assert!(interrupted >= 5 && phases.len() >= 2, "{interrupted} in {phases:?}");
}

#[test]
fn a_second_interrupt_ends_the_process() {
    let folder = Folder::new();
    let child = start(&folder, &[&model("counters.pml"), "--por", "off"]);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    interrupt(&child);
    wait(child, "counters").expect(3);
}
