//! Benchmarks: a table of models and configurations, run side by side.
//!
//! A suite is a TOML file: models, and configurations of Kulan or of other tools. All configurations of a model are run in turn,
//! several rounds of it, so that what the machine does meanwhile hits all of them; what counts is the least time of each
//! (or the median, if the suite says so), and its ratio to the baseline's.
//!
//! Figures that others published can stand beside, as columns of their own. Results are saved whole, so that tables and
//! charts can be made of them without running anything again.

mod answers;
mod chart;
mod circuit;
mod measure;
mod reference;
mod report;
mod solved;
mod spent;
mod spin;
mod suite;
mod table;
mod tasks;
mod view;

use std::path::{Path, PathBuf};

pub use answers::Answer;
pub use chart::draw;
pub use circuit::absent;
pub use measure::Measurement;
pub use reference::{Reference, References};
pub use report::{Cell, Results, Row};
pub use suite::{Config, ModelEntry, ReferenceColumn, Suite, Time};
pub use tasks::{THREADS, in_folder, programs};
pub use view::{Measure, View};

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

/// Reads results that were saved as JSON.
pub fn read_results(path: &Path) -> Result<Results, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Results::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Runs a suite, without what is [`absent`]; `tell` is called with the results so far when a row is finished.
pub fn run(suite: &Suite, settings: &Settings, tell: &mut dyn FnMut(&Results)) -> Result<Results, String> {
    if settings.spin && suite.config.iter().any(|c| c.spin.is_some()) {
        spin::available()?;
    }
    let absent: Vec<&str> = absent(suite).map(|c| c.name.as_str()).collect();
    let can_run = |c: &&Config| (settings.spin || c.spin.is_none()) && !absent.contains(&c.name.as_str());
    let configs: Vec<&Config> = suite.config.iter().filter(can_run).collect();
    if configs.is_empty() {
        return Err("the suite has no configuration to run".into());
    }
    let mut results = empty(suite, &configs);
    for model in &suite.model {
        if settings.only.as_ref().is_some_and(|only| !model.file.contains(only.as_str())) {
            continue;
        }
        results.rows.push(run_model(suite, model, &configs, settings));
        tell(&results);
    }
    Ok(results)
}

fn empty(suite: &Suite, configs: &[&Config]) -> Results {
    let references = suite.reference.iter().map(|r| r.name.clone());
    let columns: Vec<String> = references.chain(configs.iter().map(|c| c.name.clone())).collect();
    Results {
        title: suite.title.clone(),
        baseline: suite.reference.len() + configs.iter().position(|c| c.baseline).unwrap_or(0),
        full: suite.full.as_ref().and_then(|full| columns.iter().position(|c| c == full)),
        solved: suite.solved,
        tables: suite.table.clone(),
        charts: suite.chart.clone(),
        columns,
        rows: Vec::new(),
    }
}

fn run_model(suite: &Suite, model: &ModelEntry, configs: &[&Config], settings: &Settings) -> Row {
    let rounds = settings.rounds.unwrap_or(suite.rounds).max(1);
    let path = suite.root.join(&model.file);
    let mut prepared: Vec<measure::Runner> =
        configs.iter().map(|c| measure::Runner::new(c, &path, model, settings)).collect();
    for _ in 0..rounds {
        for runner in &mut prepared {
            runner.round();
        }
    }
    let given = suite.reference.iter().map(|r| Cell::given(suite.known.get(model.name(), &r.source)));
    let cells = given.chain(prepared.into_iter().map(|runner| runner.finish(suite.time))).collect();
    let (expected, property) = (model.expected.clone(), model.property.clone());
    Row { model: model.name().to_string(), expected, property, cells }
}
