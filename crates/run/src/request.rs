//! What can be requested of a run.

use std::path::PathBuf;
use std::time::Duration;

use kulan_frontend::{COptions, Language, Overflow};

use crate::Setup;

/// A model and how to read it.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The file, or the name of the text.
    pub path: PathBuf,
    /// The other files of a program in C.
    pub others: Vec<PathBuf>,
    /// Whether each of the files is a program of its own, and they run side by side.
    pub processes: bool,
    /// The model itself, instead of what is in the file.
    pub text: Option<String>,
    /// Its language, if the file name does not imply it.
    pub language: Option<Language>,
    /// Preprocessor symbols and parameters: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Formulas to check, or `@FILE` for that of a file.
    pub ltl: Vec<String>,
    /// The file of a never claim to check.
    pub never: Option<PathBuf>,
    /// The file of a Büchi automaton, in HOA format, that must accept no run.
    pub hoa: Option<PathBuf>,
    /// Conditions that must hold in all states.
    pub invariants: Vec<String>,
    /// What happens when a value out of range is assigned, in a language that leaves this open.
    pub overflow: Overflow,
    /// How far a program in C is followed.
    pub c: COptions,
    /// Further options of clang.
    pub clang: Vec<String>,
}

impl ModelFile {
    /// The model in a file, read as its name says.
    pub fn new(path: impl Into<PathBuf>) -> ModelFile {
        ModelFile {
            path: path.into(),
            others: Vec::new(),
            processes: false,
            text: None,
            language: None,
            defines: Vec::new(),
            ltl: Vec::new(),
            never: None,
            hoa: None,
            invariants: Vec::new(),
            overflow: Overflow::default(),
            c: COptions::default(),
            clang: Vec::new(),
        }
    }
}

/// Which properties to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Only these, by name; all, if empty.
    pub properties: Vec<String>,
    /// Whether deadlocks are violations.
    pub deadlocks: bool,
    /// Whether failed assertions are violations.
    pub assertions: bool,
    /// Whether run-time errors are violations.
    pub errors: bool,
}

impl Asked {
    /// Looks in a program in C for what is asked for: for some errors where no property is named, for others only by
    /// name.
    pub fn seek(&self, options: &mut COptions) {
        let is_named = |error: &str| self.errors && self.properties.iter().any(|p| p == error);
        let is_usual = self.errors && self.properties.is_empty();
        options.races &= is_usual || is_named("race");
        options.locks &= is_usual || is_named("lock");
        options.overflow |= is_named("overflow");
        options.leaks |= is_named("leak");
        options.unread |= is_named("unread");
    }
}

impl Default for Asked {
    /// All that the model has.
    fn default() -> Asked {
        Asked { properties: Vec::new(), deadlocks: true, assertions: true, errors: true }
    }
}

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// The model.
    pub model: ModelFile,
    /// Which properties to check.
    pub asked: Asked,
    /// How. What the search looks for follows from `asked`.
    pub setup: Setup,
    /// Time limit of the whole run.
    pub timeout: Option<Duration>,
    /// Whether the report has a certificate, if there is a proof.
    pub certificate: bool,
}

impl Request {
    /// Checks everything about the model in a file, in the best way known.
    pub fn file(path: impl Into<PathBuf>) -> Request {
        Request {
            model: ModelFile::new(path),
            asked: Asked::default(),
            setup: Setup::default(),
            timeout: None,
            certificate: false,
        }
    }

    /// Checks everything about a model given as text; the name implies its language.
    pub fn text(name: impl Into<PathBuf>, text: impl Into<String>) -> Request {
        let mut request = Request::file(name);
        request.model.text = Some(text.into());
        request
    }
}
