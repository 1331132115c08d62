//! Benchmarks: a table of models and configurations, run side by side.
//!
//! A suite is a TOML file: models, and configurations of Kulan or of SPIN. All configurations of a model are run in turn,
//! several rounds of it, so that what the machine does meanwhile hits all of them; what counts is the least time of each,
//! and its ratio to the baseline's.

mod measure;
mod report;
mod spin;
mod suite;

use std::path::{Path, PathBuf};

pub use measure::Measurement;
pub use report::{Cell, Results, Row};
pub use suite::{Config, ModelEntry, Suite};

/// How to run a suite.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The kulan binary.
    pub kulan: PathBuf,
    /// Overrides the suite's number of rounds.
    pub rounds: Option<u32>,
    /// Whether SPIN is run too, where a configuration asks for it.
    pub spin: bool,
    /// Only models whose name contains this.
    pub only: Option<String>,
}

/// Reads a suite.
pub fn read_suite(path: &Path) -> Result<Suite, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    suite::parse(&text, path.parent().unwrap_or(Path::new("."))).map_err(|e| format!("{}: {e}", path.display()))
}

/// Runs a suite; `tell` is called with each row when it is finished.
pub fn run(suite: &Suite, settings: &Settings, tell: &mut dyn FnMut(&Row)) -> Result<Results, String> {
    if settings.spin && suite.config.iter().any(|c| c.spin.is_some()) {
        spin::available()?;
    }
    let configs: Vec<&Config> = suite.config.iter().filter(|c| settings.spin || c.spin.is_none()).collect();
    if configs.is_empty() {
        return Err("the suite has no configuration to run".into());
    }
    let baseline = configs.iter().position(|c| c.baseline).unwrap_or(0);
    let mut rows = Vec::new();
    for model in &suite.model {
        if settings.only.as_ref().is_some_and(|only| !model.file.contains(only.as_str())) {
            continue;
        }
        let row = run_model(suite, model, &configs, settings);
        tell(&row);
        rows.push(row);
    }
    let configs = configs.iter().map(|c| c.name.clone()).collect();
    Ok(Results { configs, baseline, rows })
}

fn run_model(suite: &Suite, model: &ModelEntry, configs: &[&Config], settings: &Settings) -> Row {
    let rounds = settings.rounds.unwrap_or(suite.rounds).max(1);
    let path = suite.root.join(&model.file);
    let mut prepared: Vec<measure::Runner> =
        configs.iter().map(|c| measure::Runner::new(c, &path, &model.defines, settings)).collect();
    for _ in 0..rounds {
        for runner in &mut prepared {
            runner.round();
        }
    }
    Row { model: model.file.clone(), cells: prepared.into_iter().map(measure::Runner::finish).collect() }
}
