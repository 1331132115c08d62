//! The processor as a second judge: programs of which we say that they hold are compiled and run, many times, with random
//! values and delays. No assertion may fail in them, and the processor may find no fault.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use kulan_testing::needs;

/// Runs of each program; `KULAN_NATIVE` says otherwise.
const RUNS: u32 = 15;
/// A program that waits forever is right, too.
const LONGEST: Duration = Duration::from_millis(300);
/// The status with which the stubs say that an assertion failed.
const FAILED: i32 = 77;
/// `abort` is one way to end a program; assertions that fail end it in another way here.
const ABORTED: i32 = 6;
/// Programs that hold only within bounds that a machine does not keep.
const APART: &[(&str, &str)] = &[
    ("recursion_endless", "the stack overflows"),
    ("abort_in_section", "what a section does is seen by those that are in none"),
];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Whether the program could be built: what uses functions that are nowhere defined cannot.
fn build(program: &Path, to: &Path) -> bool {
    let wrapped =
        ["pthread_create", "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_trylock"];
    let mut clang = Command::new(needs::clang_name().expect("clang was found"));
    clang
        .args(["-w", "-O0", "-fgnu89-inline", "-pthread", "-o"])
        .arg(to)
        .arg(program)
        .arg(tests().join("native/stubs.c"));
    clang.args(wrapped.iter().map(|name| format!("-Wl,--wrap={name}")));
    clang.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// How a run ends; none if it does not.
fn run(program: &Path) -> Option<ExitStatus> {
    let mut child = Command::new(program).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    None
}

#[test]
fn programs_that_hold_do_not_fail_when_they_run() {
    if !needs::clang() {
        return;
    }
    let runs: u32 = std::env::var("KULAN_NATIVE").ok().and_then(|n| n.parse().ok()).unwrap_or(RUNS);
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("program");
    let (mut wrong, mut built) = (Vec::new(), 0);
    for entry in std::fs::read_dir(tests().join("c")).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        let holds = text.lines().next().is_some_and(|l| l.ends_with("expect: holds") || l.contains("expect: within"));
        if !holds || APART.iter().any(|a| a.0 == name) || !build(&path, &to) {
            continue;
        }
        built += 1;
        for _ in 0..runs {
            let Some(status) = run(&to) else { break };
            if status.code() == Some(FAILED) || status.signal().is_some_and(|signal| signal != ABORTED) {
                wrong.push(format!("{name}: {status}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(built > 60, "{built}");
}

/// The judge itself: a program that fails is noticed.
#[test]
fn a_failing_program_is_noticed() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (source, to) = (folder.path().join("fails.c"), folder.path().join("fails"));
    std::fs::write(&source, "#include <assert.h>\nint main(void) { assert(0); return 0; }\n").expect("written");
    assert!(build(&source, &to));
    assert_eq!(run(&to).and_then(|s| s.code()), Some(FAILED));
}
