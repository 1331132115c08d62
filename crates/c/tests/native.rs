//! The processor as a second judge: programs of which we say that they hold are compiled and run, many times, with random
//! values and delays. No assertion may fail in them, the processor may find no fault, and their threads may not wait forever.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use kulan_testing::needs;

/// Runs of each program; `KULAN_NATIVE` says otherwise.
const RUNS: u32 = 15;
/// A run that takes longer is looked at: its threads may go on, but not wait for each other.
const LONGEST: Duration = Duration::from_millis(300);
/// How often, and how far apart.
const LOOKS: u32 = 12;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The number of the system call with which threads wait.
const FUTEX: u32 = 202;
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

/// How a run ends.
#[derive(PartialEq, Eq, Debug)]
enum Ending {
    Status(ExitStatus),
    /// All of its threads wait.
    Stuck,
    /// It does not, as far as one can see.
    Unknown,
}

/// Whether all threads of a process wait for something in memory, which is what locks, joins and the like do.
fn is_waiting(process: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    let futex = format!("{FUTEX} ");
    let waits =
        |path: PathBuf| std::fs::read_to_string(path.join("syscall")).is_ok_and(|call| call.starts_with(&futex));
    threads.flatten().all(|thread| waits(thread.path()))
}

/// Waits until a run ends, or is seen not to.
fn run(program: &Path) -> Ending {
    let mut child = Command::new(program).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        if let Some(status) = child.try_wait().expect("a child") {
            return Ending::Status(status);
        }
        std::thread::sleep(Duration::from_micros(300));
    }
    let looks = (0..LOOKS).all(|_| {
        std::thread::sleep(BETWEEN_LOOKS);
        is_waiting(child.id())
    });
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    if looks { Ending::Stuck } else { Ending::Unknown }
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
        // What holds within its objects need not hold where a machine hands out freed memory again.
        let reuses = name.starts_with("reuse_") && text.lines().next().is_some_and(|l| l.contains("expect: within"));
        if !holds || reuses || APART.iter().any(|a| a.0 == name) || !build(&path, &to) {
            continue;
        }
        built += 1;
        for _ in 0..runs {
            let ending = run(&to);
            let is_right = match ending {
                Ending::Status(s) => s.code() != Some(FAILED) && s.signal().is_none_or(|signal| signal == ABORTED),
                Ending::Stuck => false,
                Ending::Unknown => break,
            };
            if !is_right {
                wrong.push(format!("{name}: {ending:?}"));
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
    assert!(matches!(run(&to), Ending::Status(s) if s.code() == Some(FAILED)));
}

/// And one that waits forever.
#[test]
fn a_waiting_program_is_noticed() {
    if !needs::clang() || cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("waits");
    assert!(build(&tests().join("c/lost_wakeup.c"), &to));
    assert!((0..200).any(|_| run(&to) == Ending::Stuck), "a signal is lost now and then");
}
