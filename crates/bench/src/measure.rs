//! One configuration on one model: the rounds, and the best of each time.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::report::Cell;
use crate::suite::{Config, ModelEntry, Time};
use crate::{Settings, circuit, spent, spin};

/// What one run gave.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Measurement {
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// Seconds of the search alone.
    pub search: f64,
    /// Seconds of the whole command, or of all commands of the tool.
    pub whole: f64,
    /// Seconds of the processor for that, all threads together.
    #[serde(default)]
    pub processor: f64,
    /// Bytes of store per state, where known.
    pub bytes_per_state: Option<f64>,
    /// The verdict in the tool's own words.
    pub verdict: String,
}

/// A configuration ready to be run on a model.
pub struct Runner<'c> {
    config: &'c Config,
    model: PathBuf,
    entry: &'c ModelEntry,
    kulan: PathBuf,
    /// SPIN's verifier, once it is built.
    verifier: Option<Result<spin::Verifier, String>>,
    /// The circuit for another tool, once it is exported.
    exported: Option<Result<circuit::Exported, String>>,
    runs: Vec<Measurement>,
    error: Option<String>,
}

impl<'c> Runner<'c> {
    /// For a configuration and a model.
    pub fn new(config: &'c Config, model: &Path, entry: &'c ModelEntry, settings: &Settings) -> Runner<'c> {
        Runner {
            config,
            model: model.to_path_buf(),
            entry,
            kulan: settings.kulan.clone(),
            verifier: None,
            exported: None,
            runs: Vec::new(),
            error: None,
        }
    }

    /// Runs it once, unless the model skips it. After an error it is not run again.
    pub fn round(&mut self) {
        if self.error.is_some() || self.entry.skip.contains(&self.config.name) {
            return;
        }
        let (model, entry) = (&self.model, self.entry);
        let result = match (&self.config.spin, &self.config.circuit) {
            (None, None) => self.kulan(),
            (Some(options), _) => {
                let verifier = self.verifier.get_or_insert_with(|| spin::build(options, model, entry));
                match verifier {
                    Ok(verifier) => verifier.run(options, entry),
                    Err(error) => Err(error.clone()),
                }
            }
            (None, Some(options)) => {
                let kulan = &self.kulan;
                let exported = self.exported.get_or_insert_with(|| circuit::export(options, kulan, model, entry));
                match exported {
                    Ok(exported) => exported.run(options),
                    Err(error) => Err(error.clone()),
                }
            }
        };
        match result {
            Ok(run) => self.runs.push(run),
            Err(error) => self.error = Some(error),
        }
    }

    fn kulan(&self) -> Result<Measurement, String> {
        let mut command = Command::new(&self.kulan);
        command
            .arg("check")
            .arg(&self.model)
            .args(["--json", "-", "--no-trace", "--shorten", "0"])
            .args(self.config.args.iter().map(|a| a.replace("{property}", &self.entry.property)))
            .args(self.entry.ltl.iter().flat_map(|f| ["--ltl", f, "--property", "ltl:formula"]));
        self.entry.add_options(&mut command);
        let (output, spent) = spent::run(&mut command, None)?;
        let report: Value = serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("no report").to_string())?;
        let figures = &report["figures"];
        let counted = match report["properties"].as_array().and_then(|list| list.last()) {
            Some(property) if self.config.program && !property["program"].is_null() => &property["program"],
            _ => figures,
        };
        let states = counted["states"].as_u64().unwrap_or(0);
        // Other errors are found, too.
        let properties = report["properties"].as_array();
        let asked = properties.and_then(|list| list.iter().find(|p| p["name"] == self.entry.property.as_str()));
        Ok(Measurement {
            states,
            transitions: counted["transitions"].as_u64().unwrap_or(0),
            search: figures["seconds_search"].as_f64().unwrap_or(0.0),
            whole: spent.whole,
            processor: spent.processor,
            bytes_per_state: figures["store_bytes"].as_u64().map(|b| b as f64 / states.max(1) as f64),
            verdict: asked.unwrap_or(&report)["verdict"].as_str().unwrap_or("?").to_string(),
        })
    }

    /// The times of all rounds that count.
    pub fn finish(self, time: Time) -> Cell {
        let of = |f: fn(&Measurement) -> f64| time.of(self.runs.iter().map(f));
        let best = self.runs.last().map(|last| Measurement {
            search: of(|m| m.search),
            whole: of(|m| m.whole),
            processor: of(|m| m.processor),
            ..last.clone()
        });
        Cell { best, reference: None, rounds: self.runs, error: self.error }
    }
}
