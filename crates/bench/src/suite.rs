//! The suite file.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A table of models and configurations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The folder of the models, relative to the suite file.
    pub root: PathBuf,
    /// How often each configuration is run.
    #[serde(default = "three")]
    pub rounds: u32,
    /// The models.
    pub model: Vec<ModelEntry>,
    /// The configurations.
    pub config: Vec<Config>,
}

/// A model.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    /// Its file, relative to [`Suite::root`].
    pub file: String,
    /// Preprocessor symbols: `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
}

/// A configuration of Kulan, or of SPIN.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Its name in the table.
    pub name: String,
    /// Options of `kulan check`.
    #[serde(default)]
    pub args: Vec<String>,
    /// Makes it a run of SPIN instead.
    pub spin: Option<SpinConfig>,
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
}

fn three() -> u32 {
    3
}

/// Parses a suite that stands in `folder`.
pub fn parse(text: &str, folder: &Path) -> Result<Suite, String> {
    let mut suite: Suite = toml::from_str(text).map_err(|e| e.to_string())?;
    suite.root = folder.join(&suite.root);
    if suite.model.is_empty() || suite.config.is_empty() {
        return Err("a suite needs at least one model and one configuration".into());
    }
    Ok(suite)
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
    }
}
