//! Random C programs with threads: what the tool says about each is compared with everything that can come of it, found by
//! going through all interleavings ([`kulan_testing::c`]).
//!
//! `KULAN_PROGRAMS=n` takes that many programs, from seed `KULAN_SEED` on.

use std::path::Path;
use std::process::Command;

use kulan_testing::c::{Outcomes, Program};
use kulan_testing::{Random, needs};

/// From this seed on, few programs have every outcome.
const FIRST: u64 = 0;
/// A thread does something before an assumption that fails.
const BEFORE_ASSUMPTION: u64 = 1215;
const PROGRAMS: u64 = 30;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// What is said about each property.
fn verdicts(path: &Path, options: &[&str]) -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.arg("check").arg(path).args(["--no-trace", "--all-errors", "--json", "-", "--threads", "1"]).args(options);
    let output = command.output().expect("kulan runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let properties = report["properties"].as_array().expect("properties");
    properties.iter().map(|p| (text(&p["name"]), text(&p["verdict"]))).collect()
}

/// Values of the shared cells in the end: some that can be, or some that cannot.
fn some_end(outcomes: &Outcomes, random: &mut Random) -> Vec<i32> {
    match outcomes.last.len() {
        0 => vec![3, 3, 3, 3],
        _ if random.percent(50) => vec![random.below(4) as i32, random.below(3) as i32, 0, random.below(3) as i32],
        n => outcomes.last.iter().nth(random.below(n)).expect("one of them").clone(),
    }
}

#[test]
fn what_is_said_about_programs_is_what_can_come_of_them() {
    agree(Program::new, &[BEFORE_ASSUMPTION], 0);
}

#[test]
fn choices_are_made_once() {
    // Conditions on several inputs may need a solver: then there is no answer, in one of five cases at most.
    agree(Program::with_choices, &[], 20);
}

/// Asks about random programs and further ones, in many ways. Of the answers, so many in a hundred may be missing.
fn agree(program_of: fn(u64) -> Program, further: &[u64], may_be_missing: usize) {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let first = number("KULAN_SEED").unwrap_or(FIRST);
    let (mut wrong, mut seen, mut asked, mut missing) = (Vec::new(), [0; 6], 0, 0);
    let seeds = first..first + number("KULAN_PROGRAMS").unwrap_or(PROGRAMS);
    for seed in seeds.chain(further.iter().copied()) {
        let program = program_of(seed);
        let outcomes = program.outcomes();
        let end = some_end(&outcomes, &mut Random::new(seed));
        let text = program.text(&end);
        let path = folder.path().join(format!("{seed}.c"));
        std::fs::write(&path, &text).expect("a file");
        let fails = outcomes.fails || outcomes.last.contains(&end);
        let expected = [("deadlock", outcomes.deadlock), ("assert", fails), ("race", outcomes.race)];
        for (i, violated) in expected.iter().map(|e| e.1).enumerate() {
            seen[2 * i + usize::from(violated)] += 1;
        }
        let transactions = [
            &["--transactions", "dynamic"][..],
            &["--transactions", "static", "--por", "best"],
            &["--transactions", "stubborn"],
            // It makes static ones by itself.
            &["--engine", "ic3"],
        ];
        let reductions = [&["--por", "off"][..], &["--por", "components"], &["--por", "best"], &[]];
        for options in reductions.into_iter().chain(transactions) {
            let found = verdicts(&path, options);
            for (name, violated) in expected {
                let verdict = found.iter().find(|f| f.0 == name).map_or("missing", |f| &f.1);
                asked += 1;
                if verdict == "unknown" && may_be_missing > 0 {
                    missing += 1;
                } else if verdict != if violated { "violated" } else { "holds" } {
                    wrong.push(format!("seed {seed} {options:?}: {name}: {verdict}, violated is {violated}\n{text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong; the first:\n{}", wrong.len(), wrong[0]);
    assert!(missing * 100 <= may_be_missing * asked, "{missing} of {asked} answers are missing");
    assert!(seen.iter().all(|&n| n > 0), "each answer is expected of some program: {seen:?}");
}
