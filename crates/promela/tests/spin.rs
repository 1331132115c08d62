//! Random programs, counted by SPIN and by the reference exploration: states, transitions, deadlocks, assertions.
//!
//! `KULAN_SPIN_MODELS=n` compares that many programs, `KULAN_SPIN_SEED=n` begins with that seed. Without SPIN or a C
//! compiler the test says so and passes.

mod common;

use std::path::PathBuf;

use kulan_testing::promela::{Program, program, shrink};
use kulan_testing::spin::{self, Refused};

/// States of the largest programs that are compared.
const LIMIT: u64 = 20_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn folder(seed: u64) -> PathBuf {
    std::env::temp_dir().join(format!("kulan-spin-{}-{seed}", std::process::id()))
}

#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    Same,
    Skipped(&'static str),
    Different(String),
}

fn compare(program: &Program, folder: &std::path::Path) -> Verdict {
    let text = program.to_string();
    let ours = common::counts(&text, LIMIT);
    if let Ok(None) = ours {
        return Verdict::Skipped("large");
    }
    match (ours, spin::counts(&text, folder)) {
        (_, Err(Refused::Model(_))) => Verdict::Skipped("refused by SPIN"),
        (_, Err(Refused::Large)) => Verdict::Skipped("large"),
        (_, Err(Refused::Other(_))) => Verdict::Skipped("other errors"),
        (Err(message), Ok(_)) => Verdict::Different(message),
        (Ok(ours), Ok(spin)) if ours == Some(spin) => Verdict::Same,
        (Ok(ours), Ok(spin)) => Verdict::Different(format!("ours {ours:?}\nSPIN {spin:?}")),
    }
}

fn report(seed: u64, program: Program, folder: &std::path::Path) -> String {
    let small = shrink(program, &mut |p| matches!(compare(p, folder), Verdict::Different(_)));
    let Verdict::Different(what) = compare(&small, folder) else { return format!("seed {seed}: it went away") };
    format!("seed {seed}\n{small}\n{what}\n")
}

#[test]
fn random_programs_are_counted_as_spin_does() {
    if !spin::installed() {
        println!("skipped: this test needs `spin` and `cc`");
        return;
    }
    let first = number("KULAN_SPIN_SEED", 0);
    let (mut same, mut reports) = (0, Vec::new());
    let mut skipped = std::collections::BTreeMap::<&str, u32>::new();
    for seed in first..first + number("KULAN_SPIN_MODELS", 10) {
        let (folder, program) = (folder(seed), program(seed));
        match compare(&program, &folder) {
            Verdict::Same => same += 1,
            Verdict::Skipped(why) => *skipped.entry(why).or_default() += 1,
            Verdict::Different(_) => {
                reports.push(report(seed, program, &folder));
                println!("{}", reports[reports.len() - 1]);
            }
        }
        let _ = std::fs::remove_dir_all(folder);
    }
    println!("{same} the same, skipped: {skipped:?}");
    assert!(reports.is_empty(), "{} programs are counted differently", reports.len());
}
