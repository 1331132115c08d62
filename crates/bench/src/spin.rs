//! SPIN beside Kulan: `spin -a`, the C compiler, the verifier.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::measure::Measurement;
use crate::spent::{self, Spent};
use crate::suite::{ModelEntry, SpinConfig};

/// Whether SPIN and a C compiler are there.
pub fn available() -> Result<(), String> {
    for (tool, flag) in [("spin", "-V"), ("cc", "--version")] {
        let found = Command::new(tool).arg(flag).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if found.is_err() {
            return Err(format!("`{tool}` is not installed; on Debian: apt-get install spin gcc"));
        }
    }
    Ok(())
}

/// A built verifier.
pub struct Verifier {
    folder: tempfile::TempDir,
    /// What it took to generate and compile it.
    build: Spent,
}

/// Generates and compiles the verifier of a model. The model's folder is copied, because it may include other files.
pub fn build(options: &SpinConfig, model: &Path, entry: &ModelEntry) -> Result<Verifier, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    copy_files(model.parent().unwrap_or(Path::new(".")), folder.path()).map_err(|e| e.to_string())?;
    let name = model.file_name().ok_or("the model has no file name")?;
    if let Some(formula) = &entry.ltl {
        let path = folder.path().join(name);
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        std::fs::write(&path, format!("{text}\nltl formula {{ {formula} }}\n")).map_err(|e| e.to_string())?;
    }
    let mut spin = Command::new("spin");
    spin.args(&options.spin).args(&entry.spin).args(entry.defines.iter().map(|d| format!("-D{d}"))).arg("-a").arg(name);
    let generated = step(spin, folder.path(), "spin -a")?;
    let mut cc = Command::new("cc");
    cc.arg("-w").args(&options.cc).args(&entry.cc).args(["-o", "pan", "pan.c"]);
    let compiled = step(cc, folder.path(), "cc")?;
    Ok(Verifier { folder, build: generated + compiled })
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn step(mut command: Command, folder: &Path, what: &str) -> Result<Spent, String> {
    let (output, spent) = spent::run(command.current_dir(folder), None)?;
    if output.status.success() { Ok(spent) } else { Err(format!("{what} failed")) }
}

impl Verifier {
    /// Runs the verifier once; the time to build it counts to the whole.
    pub fn run(&self, options: &SpinConfig, entry: &ModelEntry) -> Result<Measurement, String> {
        let mut pan = Command::new(self.folder.path().join("pan"));
        pan.args(&options.pan).args(&entry.pan).current_dir(self.folder.path());
        let (output, spent) = spent::run(&mut pan, options.timeout)?;
        read_report(&String::from_utf8_lossy(&output.stdout), spent, self.build)
    }
}

/// The step of pan's clock, in seconds.
const TICK: f64 = 0.01;

/// Reads what pan prints. It rounds its elapsed time, down to 0, and leaves it out when short: then it is taken for one tick,
/// because the wall clock would count the time to get memory too, which may be far longer.
fn read_report(text: &str, pan: Spent, build: Spent) -> Result<Measurement, String> {
    let number = |marker: &str| -> Option<f64> {
        let line = text.lines().find(|l| l.contains(marker))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let states = number("states, stored").ok_or("pan printed no figures")?;
    let elapsed = text
        .lines()
        .find_map(|l| l.strip_prefix("pan: elapsed time "))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok())
        .filter(|&t| t > 0.0);
    let errors = text.split("errors: ").nth(1).and_then(|r| r.split_whitespace().next()).unwrap_or("?");
    let whole = build + pan;
    Ok(Measurement {
        states: states as u64,
        transitions: number("transitions (=").unwrap_or(0.0) as u64,
        search: elapsed.unwrap_or(pan.whole.min(TICK)),
        whole: whole.whole,
        processor: whole.processor,
        bytes_per_state: None,
        verdict: format!("errors: {errors}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_pan_is_read() {
        let text = "State-vector 28 byte, depth reached 32, errors: 0\n       55 states, stored\n       44 states, matched\n       \
                    99 transitions (= stored+matched)\npan: elapsed time 1.5 seconds\n";
        let spent = |whole| Spent { whole, processor: whole };
        let m = read_report(text, spent(2.0), spent(3.0)).unwrap();
        assert_eq!((m.states, m.transitions, m.search, m.whole), (55, 99, 1.5, 5.0));
        let short = read_report(&text.replace("time 1.5", "time 0"), spent(2.0), spent(3.0)).unwrap();
        assert_eq!((short.search, short.whole), (TICK, 5.0));
        assert!(read_report("pan: out of memory", spent(1.0), spent(1.0)).is_err());
    }
}
