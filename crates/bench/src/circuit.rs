//! Model checkers for circuits beside Kulan: `kulan export --format aiger`, and the tool on what was exported.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::measure::Measurement;
use crate::spent::{self, Spent};
use crate::suite::{CircuitConfig, Config, ModelEntry, Suite};

/// A model as a circuit.
pub struct Exported {
    folder: tempfile::TempDir,
    /// What it took to export it.
    spent: Spent,
}

const FILE: &str = "model.aig";

/// Configurations that cannot be run because their tool is not installed.
pub fn absent(suite: &Suite) -> impl Iterator<Item = &Config> {
    suite.config.iter().filter(|c| c.circuit.as_ref().is_some_and(|circuit| !is_installed(circuit.program())))
}

fn is_installed(program: &str) -> bool {
    let started =
        Command::new(program).arg("-h").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    started.is_ok()
}

/// Exports a model with the options that it has for `kulan check`, so that both are asked the same.
pub fn export(options: &CircuitConfig, kulan: &Path, model: &Path, entry: &ModelEntry) -> Result<Exported, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut command = Command::new(kulan);
    command.arg("export").arg(model).args(["--format", "aiger", "--output"]).arg(folder.path().join(FILE));
    entry.add_options(&mut command);
    let (output, spent) = spent::run(&mut command, Some(options.timeout))?;
    if output.status.success() {
        return Ok(Exported { folder, spent });
    }
    let words = String::from_utf8_lossy(&output.stderr);
    // Warnings may stand before it.
    let reason = words.lines().find(|l| l.starts_with("error") || l.starts_with("unknown")).unwrap_or("export failed");
    Err(reason.to_string())
}

impl Exported {
    /// Runs the tool once, for what is left of the time; the time to export counts to the whole.
    pub fn run(&self, options: &CircuitConfig) -> Result<Measurement, String> {
        let [program, arguments @ ..] = options.command.as_slice() else { return Err("no command".to_string()) };
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|a| a.replace("{file}", FILE))).current_dir(self.folder.path());
        let (output, tool) = spent::run(&mut command, Some(options.timeout - self.spent.whole))?;
        let whole = self.spent + tool;
        Ok(Measurement {
            search: tool.whole,
            whole: whole.whole,
            processor: whole.processor,
            verdict: options.verdict(&String::from_utf8_lossy(&output.stdout)).to_string(),
            ..Measurement::default()
        })
    }
}

impl CircuitConfig {
    fn program(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }

    /// The answer in what a tool prints.
    fn verdict(&self, printed: &str) -> &'static str {
        let says = |text: &String| printed.contains(text.as_str());
        match (self.holds.as_ref().is_some_and(says), says(&self.violated)) {
            (true, false) => "holds",
            (false, true) => "violated",
            _ => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_found_in_what_is_printed() {
        let holds = Some("proved".to_string());
        let options = CircuitConfig { command: Vec::new(), holds, violated: "asserted".into(), timeout: 1.0 };
        assert_eq!(options.verdict("Property proved.  Time = 0.08 sec"), "holds");
        assert_eq!(options.verdict("Output 0 was asserted in frame 4."), "violated");
        assert_eq!(options.verdict("Resource limit reached"), "unknown");
        let bounded = CircuitConfig { holds: None, ..options };
        assert_eq!(bounded.verdict("Property proved"), "unknown");
    }
}
