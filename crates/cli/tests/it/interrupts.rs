//! Interrupts at random moments, so that they hit every phase.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kulan_testing::Random;

use crate::support::*;

/// What an interrupt is to the system.
const SIGINT: i32 = 2;

/// How long a run may take to end after an interrupt or at its limit, on a machine that does other things meanwhile.
const PATIENCE: Duration = Duration::from_secs(15);

fn start(folder: &Folder, args: &[&str]) -> Child {
    spawn(folder.command(&[&["check", "--json", "report.json"], args].concat()))
}

pub fn spawn(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
}

/// Waits for the end of a run; a run that does not end is killed.
pub fn wait(mut child: Child, name: &str) -> Ran {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{name}: still running after {PATIENCE:?}");
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

/// Runs a model and interrupts it after `delay`, or a little later where the handler was not in place yet.
fn interrupted(folder: &Folder, name: &str, mut delay: Duration) -> Ran {
    loop {
        let mut child = start(folder, &[name, "--shorten", "60", "--no-trace"]);
        let begin = Instant::now();
        while begin.elapsed() < delay && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_none() {
            interrupt(&child);
        }
        let ran = wait(child, name);
        if ran.status != -SIGINT {
            return ran;
        }
        delay += Duration::from_millis(10);
        assert!(delay < PATIENCE, "{name}: an interrupt after {delay:?} ends the process without a report");
    }
}

#[test]
fn an_interrupt_at_any_moment_ends_the_run_with_a_report() {
    let mut random = Random::new(std::env::var("KULAN_SEED").map_or(7, |seed| seed.parse().unwrap()));
    let folder = Folder::new();
    let (mut phases, mut count) = (std::collections::BTreeSet::new(), 0);
    let models = models(&folder);
    assert!(models.len() >= 50, "{} models", models.len());
    // Most models take some hundredths of a second, so half of the delays are that short; some take forever.
    let delays = |name: &str| if name.ends_with("space.pml") { 5 } else { 2 };
    for (file, round) in models.iter().flat_map(|f| (0..delays(&f.display().to_string())).map(move |r| (f, r))) {
        let name = file.display().to_string();
        let most = if round % 2 == 0 { 30 } else { 500 };
        let ran = interrupted(&folder, &name, Duration::from_millis(random.below(most) as u64));
        assert!([0, 1, 3].contains(&ran.status), "{name}: {ran:?}");
        let report = std::fs::read(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        assert_eq!(report["exit_status"], ran.status, "{name}");
        assert!(report["figures"]["seconds"].as_f64().unwrap() > 0.0, "{name}");
        if ran.status == 3 {
            assert_eq!(report["limit"], "interrupt", "{name}");
            phases.insert(report["limit_phase"].as_str().unwrap().to_string());
            count += 1;
        }
        std::fs::remove_file(folder.0.join("report.json")).unwrap();
    }
    println!("{count} runs were interrupted, in {phases:?}");
    // The space that takes forever is interrupted five times.
    assert!(count >= 5 && phases.contains("search"), "{count} in {phases:?}");
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

/// Runs a command and interrupts it after a second.
fn interrupt_soon(command: Command, name: &str) -> Ran {
    let child = spawn(command);
    std::thread::sleep(Duration::from_millis(1000));
    interrupt(&child);
    wait(child, name)
}

#[test]
fn an_interrupt_ends_exports_and_checks_of_certificates() {
    let folder = Folder::new();
    let ran =
        interrupt_soon(folder.command(&crate::limits::endless_export(&model("counters.pml"))), "export").expect(3);
    ran.complains("unknown: interrupted");
    assert!(folder.files().is_empty(), "{:?}", folder.files());
    crate::certificates::hard(&folder);
    let ran = interrupt_soon(folder.command(&["certify", "m.pml", "hard.cert"]), "certify").expect(3);
    ran.says("unknown: interrupted while checking");
}

#[test]
fn an_interrupt_ends_the_other_solver_only() {
    let (folder, _) = crate::certificates::proved("ic3");
    let command = crate::certificates::with_a_slow_judge(&folder, &["certify", "m.pml", "m.cert"]);
    let ran = interrupt_soon(command, "certify").expect(0);
    ran.says("accepted: m.pml\n").says("z3 has no opinion: interrupted");
}
