//! SPIN, where it is installed: what its verifier counts, and how it follows a trail.

mod guided;

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub use guided::{Automaton, Edge, Followed, Guided, Shown, Stand};

/// What a full search counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// States.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Invalid end states.
    pub deadlocks: u64,
    /// Failed assertions.
    pub assertions: u64,
}

/// Why there are no counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// SPIN or the C compiler does not accept the model.
    Model(String),
    /// The search is too deep or takes too long.
    Large,
    /// The verifier met errors at run time after which its counts mean nothing; what else it met is among them.
    Problems(BTreeSet<Problem>),
    /// The verifier did something else.
    Other(String),
}

/// What a verifier complains about.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// A failed assertion.
    Assertion,
    /// An invalid end state.
    EndState,
    /// An index out of range.
    Index,
    /// A division by zero.
    Division,
    /// A channel that does not exist, or has other messages, or is polled although it is a rendezvous channel.
    Channel,
    /// A d_step that blocks.
    Blocked,
    /// More processes than can be.
    TooManyProcesses,
    /// A broken promise of `xr` or `xs`.
    Exclusive,
}

impl Problem {
    /// What a line of the verifier's output says, without the number in front.
    fn of(message: &str) -> Option<Problem> {
        let known = [
            ("assertion violated - invalid array index", Problem::Index),
            ("assertion violated", Problem::Assertion),
            ("invalid end state", Problem::EndState),
            ("block in d_step seq", Problem::Blocked),
            ("too many processes", Problem::TooManyProcesses),
            ("error to poll rendezvous channel", Problem::Channel),
            ("qrecv bad queue#", Problem::Channel),
            ("qsend bad queue#", Problem::Channel),
            ("ref to uninitialized chan", Problem::Channel),
            ("ref to unknown chan", Problem::Channel),
            ("unknown qid", Problem::Channel),
            ("bad queue", Problem::Channel),
            ("too many parameters", Problem::Channel),
            ("too few parameters", Problem::Channel),
            ("x[rs]", Problem::Exclusive),
        ];
        known.iter().find(|(text, _)| message.starts_with(text)).map(|&(_, p)| p)
    }

    fn ends_the_count(self) -> bool {
        !matches!(self, Problem::Assertion | Problem::EndState)
    }
}

/// Whether a program can be run.
fn runs(name: &str, arg: &str) -> bool {
    let result = Command::new(name).arg(arg).stdout(Stdio::null()).stderr(Stdio::null()).status();
    result.is_ok_and(|s| s.success())
}

/// Whether `spin` and `cc` can be run.
pub fn installed() -> bool {
    runs("spin", "-V") && runs("cc", "--version")
}

/// The C compiler for many models: that of `KULAN_SPIN_CC`, or `tcc` where it is installed, which takes a tenth of the
/// time, or `cc`.
pub fn fast_compiler() -> String {
    let default = || if runs("tcc", "-v") { "tcc".into() } else { "cc".into() };
    std::env::var("KULAN_SPIN_CC").unwrap_or_else(|_| default())
}

/// Runs SPIN on a model, in a folder of its own, without optimisations that change the counts.
pub fn counts(model: &str, folder: &Path) -> Result<Counts, Refused> {
    counts_by(model, folder, "cc")
}

/// [`counts`] with another C compiler.
pub fn counts_by(model: &str, folder: &Path, compiler: &str) -> Result<Counts, Refused> {
    write(model, folder)?;
    build(folder, compiler, &["model.pml"], &["-DSAFETY"])?;
    let (states, transitions, errors) = search(folder, &[])?;
    let (deadlocks, assertions) = match errors {
        0 => (0, 0),
        _ => (search(folder, &["-A"])?.2, search(folder, &["-E"])?.2),
    };
    if deadlocks + assertions != errors {
        return Err(Refused::Other(format!("{errors} errors, of them {deadlocks} deadlocks, {assertions} assertions")));
    }
    Ok(Counts { states, transitions, deadlocks, assertions })
}

fn write(model: &str, folder: &Path) -> Result<(), Refused> {
    let io = |e: std::io::Error| Refused::Other(e.to_string());
    std::fs::create_dir_all(folder).map_err(io)?;
    std::fs::write(folder.join("model.pml"), model).map_err(io)
}

/// Whether SPIN finds a run that violates the only claim or formula of a model, which has no assertions.
pub fn violated(model: &str, folder: &Path) -> Result<bool, Refused> {
    write(model, folder)?;
    build(folder, "cc", &["model.pml"], &[])?;
    let text = verify(folder, &["-a", "-E"])?;
    let claim = ["acceptance cycle", "assertion violated", "end state in claim reached"];
    match errors(&text) {
        Some(0) => Ok(false),
        Some(_) if claim.iter().any(|c| text.contains(c)) => Ok(true),
        _ => Err(Refused::Other(text)),
    }
}

/// Makes the verifier without optimisations that change the counts.
fn build(folder: &Path, compiler: &str, model: &[&str], more: &[&str]) -> Result<(), Refused> {
    let spin = run(folder, "spin", &[&["-o1", "-o2", "-o3", "-a"], model].concat())?;
    let said = String::from_utf8_lossy(&spin.stdout).into_owned();
    // SPIN goes on after this complaint, but does not keep escapes on guards apart.
    if !spin.status.success() || said.contains("saw 'unless' on a guard") {
        return Err(Refused::Model(said));
    }
    let flags = ["-O0", "-w", "-DNOREDUCE", "-DNOFAIR", "-o", "pan", "pan.c"];
    let cc = run(folder, compiler, &[more, &flags].concat())?;
    if cc.status.success() { Ok(()) } else { Err(Refused::Model(String::from_utf8_lossy(&cc.stderr).into_owned())) }
}

fn run(folder: &Path, program: &str, args: &[&str]) -> Result<Output, Refused> {
    // A model that goes in circles within an atomic sequence must not stop the tests.
    let all = [&["5", program], args].concat();
    let output = Command::new("timeout").args(all).current_dir(folder).output();
    output.map_err(|e| Refused::Other(e.to_string()))
}

/// The verifier does nothing for a model in which a state has two `else` or loops without doing anything.
fn refuse(said: &str) -> Result<(), Refused> {
    if said.starts_with("error: proctype") { Err(Refused::Model(said.into())) } else { Ok(()) }
}

/// What the verifier says.
fn verify(folder: &Path, options: &[&str]) -> Result<String, Refused> {
    let output = run(folder, "./pan", &[&["-n", "-w18", "-m100000"], options].concat())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.contains("max search depth too small") || output.status.code() == Some(124) {
        return Err(Refused::Large);
    }
    // The exit status of `timeout` is 128 and the signal, or it ends by the same signal.
    let signal = output.status.signal().or(output.status.code().map(|c| c - 128));
    match signal {
        Some(8) => return Err(Refused::Problems([Problem::Division].into())),
        Some(6..=15) => return Err(Refused::Other(format!("the verifier crashed: signal {signal:?}"))),
        _ => {}
    }
    refuse(&text)?;
    Ok(text)
}

/// What the verifier complains about. It says so once for each kind, or more often.
fn problems(said: &str) -> Result<BTreeSet<Problem>, Refused> {
    let messages = said.lines().filter_map(|l| l.strip_prefix("pan:")?.split_once(": ").map(|(_, m)| m));
    let unknown = |m: &str| Refused::Other(m.to_string());
    messages.filter(|m| !m.starts_with("elapsed")).map(|m| Problem::of(m).ok_or_else(|| unknown(m))).collect()
}

/// The number of errors that the verifier counts.
fn errors(said: &str) -> Option<u64> {
    said[said.find("errors: ")? + 8..].split_whitespace().next()?.parse().ok()
}

/// States, transitions without the one to the initial state, errors.
fn search(folder: &Path, more: &[&str]) -> Result<(u64, u64, u64), Refused> {
    let text = verify(folder, &[&["-c0"], more].concat())?;
    let problems = problems(&text)?;
    if problems.iter().any(|p| p.ends_the_count()) {
        return Err(Refused::Problems(problems));
    }
    let before = |what: &str| -> Option<u64> {
        let at = text.find(what)?;
        text[..at].split_whitespace().next_back()?.parse().ok()
    };
    match (before(" states, stored"), before(" transitions (="), errors(&text)) {
        (Some(states), Some(transitions), Some(errors)) => Ok((states, transitions - 1, errors)),
        _ => Err(Refused::Other(text)),
    }
}
