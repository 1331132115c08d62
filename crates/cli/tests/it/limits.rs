//! Limits, and interrupts.

use std::time::{Duration, Instant};

use crate::interrupts::{spawn, wait};
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
    let ran = folder.run(&["check", &model("counters.pml"), "--por", "off", "--memory", "1M"]).expect(3);
    ran.says("memory limit of 1.0").says("--memory raises it");
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

/// Bytes beyond the limit that may be in use before a run has noticed.
const SLACK: u64 = 200 << 20;

#[test]
fn limits_are_kept_in_every_phase() {
    for (name, text) in crate::hard::models() {
        let folder = Folder::new();
        folder.write("m.pml", text);
        let begin = Instant::now();
        let limits = ["--timeout", "2", "--memory", "500M"];
        let ran = folder.run(&[&["check", "m.pml", "--no-trace", "--json", "report.json"], &limits[..]].concat());
        // Far more than it takes, for a machine that does other things meanwhile; a run without limits takes minutes.
        assert!(begin.elapsed() < Duration::from_secs(15), "{name}: {:?}", begin.elapsed());
        assert!([0, 1, 3].contains(&ran.status), "{name}: {ran:?}");
        let report = std::fs::read(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        let peak = report["figures"]["memory_bytes"].as_u64().unwrap();
        assert!(peak < (500 << 20) + SLACK, "{name}: {peak} bytes");
    }
}

/// An export that looks at more states than there is time for.
pub fn endless_export(model: &str) -> [&str; 8] {
    ["export", model, "--format", "aut", "--output", "out.aut", "--max-states", "1000000000"]
}

#[test]
fn limits_are_kept_by_exports() {
    let folder = Folder::new();
    let text = crate::hard::models().into_iter().find(|(name, _)| *name == "many-processes").unwrap().1;
    folder.write("processes.pml", text);
    let ran = folder.run(&[&endless_export("processes.pml")[..], &["--timeout", "1"]].concat()).expect(3);
    ran.complains("unknown: the time limit of 1 s was reached");
    std::fs::remove_file(folder.0.join("processes.pml")).unwrap();
    let model = model("counters.pml");
    for (limit, most, words) in [("--timeout", "0.5", "time limit of 0.5 s"), ("--memory", "1M", "memory limit of 1.0")]
    {
        let begin = Instant::now();
        let ran = folder.run(&[&endless_export(&model)[..], &[limit, most]].concat()).expect(3);
        ran.complains("unknown: ").complains(words).complains(&format!("{limit} raises it"));
        assert!(begin.elapsed() < Duration::from_secs(15), "{limit}: {:?}", begin.elapsed());
        assert!(folder.files().is_empty(), "{:?}", folder.files());
    }
}

#[test]
fn limits_are_kept_by_checks_of_certificates() {
    let folder = Folder::new();
    crate::certificates::hard(&folder);
    for (limit, most, words) in [("--timeout", "1", "time limit of 1 s"), ("--memory", "1M", "memory limit of 1.0")] {
        let ran = wait(spawn(folder.command(&["certify", "m.pml", "hard.cert", limit, most])), limit).expect(3);
        ran.says("unknown: ").says(words).says(&format!("{limit} raises it"));
    }
}

#[test]
fn a_limit_that_ends_the_other_solver_is_named() {
    let (folder, _) = crate::certificates::proved("ic3");
    for (options, status) in [(&[][..], 0), (&["--second"], 3)] {
        let args = [&["certify", "m.pml", "m.cert", "--timeout", "2"], options].concat();
        let ran = finish(crate::certificates::with_a_slow_judge(&folder, &args)).expect(status);
        ran.says("accepted: m.pml\n").says("z3 has no opinion: the time limit of 2 s was reached");
    }
}

/// A number that means another unit, and times in units.
#[test]
fn units_of_limits() {
    let folder = Folder::new();
    let file = model("index.pml");
    let ran = folder.run(&["check", &file, "--memory", "2000"]).expect(2);
    ran.complains("did you mean 2000M?");
    folder.run(&["check", &file, "--memory", "1K"]).expect(2).complains("less than 1M");
    for time in ["1m", "90s", "1.5h", "20"] {
        folder.run(&["check", &model("formula.pml"), "--timeout", time]).expect(0);
    }
    folder.run(&["check", &file, "--timeout", "10x"]).expect(2).complains("10m or 2h");
}

/// A function that cannot be followed is reached whatever the inputs are, of which only some values are tried.
const UNSUPPORTED: &str = "#include <stdarg.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void); int g;\n\
    void note(const char *f, ...) { va_list a; va_start(a, f); va_end(a); }\n\
    int main(void) { int x = __VERIFIER_nondet_int(); g = x * 7 + x / 3; note(\"a\", x);\n\
    while (g != 12345) g = g * 3 + 1; assert(0); return 0; }\n";

#[test]
fn a_run_ends_when_nothing_better_than_unknown_can_come() {
    if !kulan_testing::needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("m.c", UNSUPPORTED);
    // Without any limit of time.
    let ran = wait(spawn(folder.command(&["check", "m.c", "--no-trace"])), "m.c").expect(3);
    ran.says("something is not supported").says("va_start");
}

/// The default bound by another name.
const OBJECTS: &str = "#include <stdlib.h>\nint main(void) { for (;;) { int *p = malloc(4); if (p) *p = 1; } }\n";

#[test]
fn a_bound_that_is_the_default_is_no_choice() {
    if !kulan_testing::needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("m.c", OBJECTS);
    let status = |options: &[&str]| {
        let ran = folder.run(&[&["check", "m.c", "--no-trace", "--property", "memory"], options].concat());
        assert!(ran.stdout.starts_with("holds within"), "{}", ran.stdout);
        ran.status
    };
    assert_eq!((status(&[]), status(&["--max-objects", "3"]), status(&["--max-objects", "2"])), (3, 3, 0));
}
