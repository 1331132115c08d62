//! The suite file.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::reference::References;
use crate::tasks::Tasks;
use crate::view::View;

/// A table of models and configurations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// What it shows.
    #[serde(default)]
    pub title: String,
    /// The folder of the models, relative to the suite file.
    pub root: PathBuf,
    /// How often each configuration is run.
    #[serde(default = "three")]
    pub rounds: u32,
    /// Which time of the rounds counts.
    #[serde(default)]
    pub time: Time,
    /// The column whose states are the full space, for percentages.
    pub full: Option<String>,
    /// Whether to say how many models each configuration has an answer for, and how fast beside the baseline.
    #[serde(default)]
    pub solved: bool,
    /// A file of figures of others, relative to the suite file: see [`References`].
    pub references: Option<PathBuf>,
    /// The figures read from it.
    #[serde(skip)]
    pub known: References,
    /// Columns of such figures; they stand before the configurations.
    #[serde(default)]
    pub reference: Vec<ReferenceColumn>,
    /// Tables to print.
    #[serde(default)]
    pub table: Vec<View>,
    /// Charts to draw.
    #[serde(default)]
    pub chart: Vec<View>,
    /// The models.
    #[serde(default)]
    pub model: Vec<ModelEntry>,
    /// Programs with expected answers, which are further models.
    #[serde(default)]
    pub tasks: Vec<Tasks>,
    /// The configurations.
    pub config: Vec<Config>,
}

/// Which time of several rounds counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Time {
    /// The least: what the machine does meanwhile only adds.
    #[default]
    Least,
    /// The middle one, of an even number the lesser of two.
    Median,
}

impl Time {
    /// Of at least one time.
    pub(crate) fn of(self, times: impl Iterator<Item = f64>) -> f64 {
        let mut times: Vec<f64> = times.collect();
        times.sort_by(f64::total_cmp);
        match self {
            Time::Least => times[0],
            Time::Median => times[(times.len() - 1) / 2],
        }
    }
}

/// A model.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    /// Its name in tables and among references, if it is not the file's.
    pub name: Option<String>,
    /// Its file, relative to [`Suite::root`].
    pub file: String,
    /// Preprocessor symbols: `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// Options of `kulan check` for this model, after those of the configuration; and of `kulan export`, for other tools.
    #[serde(default)]
    pub args: Vec<String>,
    /// Options of `spin -a` for this model, after those of the configuration.
    #[serde(default)]
    pub spin: Vec<String>,
    /// Options of the C compiler and of SPIN's verifier for this model, after those of the configuration.
    #[serde(default)]
    pub cc: Vec<String>,
    /// See above.
    #[serde(default)]
    pub pan: Vec<String>,
    /// A formula that both tools check, and nothing else.
    pub ltl: Option<String>,
    /// What `{property}` stands for in the options of configurations.
    #[serde(default)]
    pub property: String,
    /// Options of the compiler, for a program in C.
    #[serde(default)]
    pub clang: Vec<String>,
    /// What the answer should be: `holds` or `violated`.
    pub expected: Option<String>,
    /// Configurations that are not run on this model.
    #[serde(default)]
    pub skip: Vec<String>,
}

impl ModelEntry {
    /// Adds what a command that reads the model needs: its parameters and options.
    pub(crate) fn add_options(&self, command: &mut Command) {
        command.args(self.defines.iter().flat_map(|d| ["-D", d])).args(&self.args);
        if !self.clang.is_empty() {
            command.arg("--").args(&self.clang);
        }
    }

    /// Its name in tables.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.file)
    }
}

/// A column of figures of others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceColumn {
    /// Its name in the table.
    pub name: String,
    /// Whose figures.
    pub source: String,
}

/// A configuration of Kulan, or of another tool.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Its name in the table.
    pub name: String,
    /// Options of `kulan check`.
    #[serde(default)]
    pub args: Vec<String>,
    /// Whether the figures are those of the program by itself, not of its product with an automaton.
    #[serde(default)]
    pub program: bool,
    /// Makes it a run of SPIN instead.
    pub spin: Option<SpinConfig>,
    /// Makes it a run of a model checker for circuits instead.
    pub circuit: Option<CircuitConfig>,
    /// Ratios are to this one.
    #[serde(default)]
    pub baseline: bool,
}

/// How SPIN is run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpinConfig {
    /// Options of `spin -a`.
    #[serde(default)]
    pub spin: Vec<String>,
    /// Options of the C compiler.
    #[serde(default)]
    pub cc: Vec<String>,
    /// Options of the verifier.
    #[serde(default)]
    pub pan: Vec<String>,
    /// Seconds after which the verifier is ended.
    #[serde(default)]
    pub timeout: Option<f64>,
}

/// How another tool is run on a circuit that was exported.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CircuitConfig {
    /// The program and its arguments, in which `{file}` stands for the circuit.
    pub command: Vec<String>,
    /// What it prints if there is no violation; none if it cannot say so.
    pub holds: Option<String>,
    /// What it prints if there is a violation.
    pub violated: String,
    /// Seconds after which it is ended, the export included.
    pub timeout: f64,
}

fn three() -> u32 {
    3
}

/// Parses a suite that stands in `folder`.
pub fn parse(text: &str, folder: &Path) -> Result<Suite, String> {
    let mut suite: Suite = toml::from_str(text).map_err(|e| e.to_string())?;
    suite.root = folder.join(&suite.root);
    if let Some(file) = &suite.references {
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        suite.known = References::parse(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    for tasks in suite.tasks.clone() {
        let (models, answers) = tasks.read(&suite.root)?;
        suite.model.extend(models);
        suite.known.extend(answers);
    }
    if suite.model.is_empty() || suite.config.is_empty() {
        return Err("a suite needs at least one model and one configuration".into());
    }
    check_names(&suite)?;
    Ok(suite)
}

/// Columns and sources that are spoken of must exist.
fn check_names(suite: &Suite) -> Result<(), String> {
    let columns: Vec<&str> = suite.columns().collect();
    if let Some(full) = suite.full.as_deref().filter(|full| !columns.contains(full)) {
        return Err(format!("there is no column {full}"));
    }
    if let Some(name) = suite.table.iter().chain(&suite.chart).find_map(|view| view.unknown(&columns)) {
        return Err(format!("there is no column {name}"));
    }
    if let Some(name) = suite.model.iter().flat_map(|m| &m.skip).find(|name| !columns.contains(&name.as_str())) {
        return Err(format!("there is no column {name}"));
    }
    match suite.reference.iter().find(|r| !suite.known.has(&r.source)) {
        Some(r) => Err(format!("there are no figures of {}", r.source)),
        None => Ok(()),
    }
}

impl Suite {
    /// The names of all columns: references, then configurations.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let references = self.reference.iter().map(|r| r.name.as_str());
        references.chain(self.config.iter().map(|c| c.name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_read() {
        let suite = parse(
            "root = 'models'\n[[model]]\nfile = 'a.pml'\ndefines = ['N=3']\n[[config]]\nname = 'k'\nargs = ['--store', 'plain']\n\
             [[config]]\nname = 's'\nbaseline = true\nspin = { cc = ['-O2'] }\n",
            Path::new("/x"),
        )
        .unwrap();
        assert_eq!((suite.rounds, suite.root.as_path()), (3, Path::new("/x/models")));
        assert_eq!(suite.config[1].spin.as_ref().unwrap().cc, ["-O2"]);
    }

    #[test]
    fn mistakes_are_named() {
        let error = parse("root = '.'\nmodel = []\nconfig = []\n", Path::new(".")).unwrap_err();
        assert!(error.contains("at least one model"), "{error}");
        let error = parse("root = '.'\nrouns = 3\n", Path::new(".")).unwrap_err();
        assert!(error.contains("rouns"), "{error}");
        let text = "root = '.'\nfull = 'x'\n[[model]]\nfile = 'a'\n[[config]]\nname = 'k'\n";
        assert_eq!(parse(text, Path::new(".")).unwrap_err(), "there is no column x");
        let text =
            text.replace("'x'", "'k'") + "[[chart]]\ntitle = ''\nmeasure = 'states'\ncolumns = ['k@rate', 'y']\n";
        assert_eq!(parse(&text, Path::new(".")).unwrap_err(), "there is no column y");
    }
}
