//! What some tests need beside the project. Where it is missing, they are skipped, and all say so in one way.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says that this test is skipped, and why.
pub fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Not by a macro, whose output is shown only for tests that fail.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

/// Whether SPIN and a C compiler can be run; a test without them is skipped.
pub fn spin() -> bool {
    let installed = crate::spin::installed();
    if !installed {
        skip("it needs `spin` and `cc`");
    }
    installed
}

/// Whether there is a clang; a test without it is skipped.
pub fn clang() -> bool {
    let installed = clang_name().is_some();
    if !installed {
        skip("it needs `clang`");
    }
    installed
}

/// Whether ABC, a model checker for circuits, can be run; a test without it is skipped.
pub fn abc() -> bool {
    let installed = Command::new("berkeley-abc").args(["-q", "quit"]).output().is_ok();
    if !installed {
        skip("it needs `berkeley-abc`");
    }
    installed
}

/// The name under which clang is installed.
pub fn clang_name() -> Option<&'static str> {
    let names = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    names.into_iter().find(runs)
}

/// The folder of that name among the benchmarks, which are in the folder `KULAN_BENCH`, or in `../shared/bench` beside
/// the workspace; a test without it is skipped.
pub fn bench(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    let folder = std::env::var_os("KULAN_BENCH").map_or(beside, PathBuf::from).join(name);
    let found = folder.canonicalize().ok();
    if found.is_none() {
        skip(&format!("there is no {}; KULAN_BENCH can name another folder than ../shared/bench", folder.display()));
    }
    found
}
