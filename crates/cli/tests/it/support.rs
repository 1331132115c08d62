//! Running the program, and looking at what it says.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run of the program gave.
#[derive(Debug)]
pub struct Ran {
    /// A process that a signal ended has the negative number of the signal.
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Fails unless the exit status is this one; shows all that was said.
    #[track_caller]
    pub fn expect(self, status: i32) -> Ran {
        assert_eq!(self.status, status, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Ran {
        assert!(self.stdout.contains(part), "no {part:?} in:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn complains(self, part: &str) -> Ran {
        assert!(self.stderr.contains(part), "no {part:?} in stderr:\n{}", self.stderr);
        self
    }
}

/// A folder of its own for a test, gone when the test is.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("kulan-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
        command.current_dir(&self.0).args(args).env_remove("COLUMNS").stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        finish(self.command(args))
    }

    /// Runs with a text on standard input.
    pub fn feed(&self, args: &[&str], input: &str) -> Ran {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        ran(child.wait_with_output().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn finish(mut command: Command) -> Ran {
    ran(command.output().unwrap())
}

#[track_caller]
pub fn ran(output: std::process::Output) -> Ran {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let status = output.status.code().unwrap_or_else(|| -output.status.signal().unwrap_or_default());
    // It takes no answer away, so the exit status need not tell.
    assert!(status == 4 || !stderr.contains("internal error"), "{stderr}");
    Ran { status, stdout: String::from_utf8(output.stdout).unwrap(), stderr }
}

/// The path of a model.
pub fn model(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name).display().to_string()
}

/// A model of the folder `examples`.
pub fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).display().to_string()
}

/// Models with a violation: file, parameters, property, and a part of the headline.
pub const VIOLATED: &[(&str, &[&str], &str, &str)] = &[
    ("peterson.pml", &["-DBUG"], "assert", "assertion violated: inside == 1"),
    ("philosophers.pml", &[], "deadlock", "no process can go on"),
    ("philosophers.pml", &["-D", "N=4"], "deadlock", "no process can go on"),
    ("rendezvous.pml", &[], "assert", "assertion violated: served < 2"),
    ("buffered.pml", &["--no-deadlock"], "assert", "assertion violated: sum == 1"),
    ("dynamic.pml", &[], "assert", "assertion violated: alive < 4"),
    ("atomic.pml", &[], "assert", "assertion violated: x != 3 || y != 3"),
    ("dstep.pml", &[], "assert", "assertion violated: total == 15"),
    ("blocked.pml", &["--no-deadlock"], "blocked", "a d_step blocks"),
    ("index.pml", &[], "index", "array index out of range"),
    ("division.pml", &[], "division", "division by zero"),
    ("timeouts.pml", &["--no-deadlock"], "assert", "assertion violated: got"),
    ("escape.pml", &[], "assert", "assertion violated: x != 2"),
    ("channel.pml", &[], "channel", "names no channel"),
    ("poll.pml", &[], "channel", "poll of a rendezvous channel"),
    ("long.pml", &[], "assert", "assertion violated: false"),
    ("included.pml", &[], "assert", "assertion violated: x < 3"),
];
