//! Trace files: counterexamples to save, to send, and to replay.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Length, Reading, Step};

/// The first field of every trace file.
const FORMAT: &str = "kulan-trace";
/// Raised when old readers could not understand new files.
const VERSION: u32 = 1;

/// What a trace shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Violated {
    /// The property's name, as in reports.
    pub name: String,
    /// The message of the failed check; empty for a deadlock.
    pub message: String,
}

/// A counterexample with everything needed to replay it, except the model's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceFile {
    format: String,
    version: u32,
    /// The model as it was named.
    pub model: String,
    /// What is violated at the end.
    pub property: Violated,
    /// What is known of the length.
    pub length: Length,
    /// The statements.
    pub steps: Vec<Step>,
    /// For an infinite run: how many statements come before the cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle_start: Option<usize>,
    /// How the model was read.
    #[serde(flatten)]
    pub reading: Reading,
}

/// Why a trace file cannot be used.
#[derive(Debug)]
pub enum TraceError {
    /// It cannot be read or written.
    Io(PathBuf, std::io::Error),
    /// It is not a trace, or it is damaged.
    Damaged(PathBuf, String),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Io(path, e) => write!(f, "{}: {e}", path.display()),
            TraceError::Damaged(path, why) => write!(f, "{}: not a usable trace file: {why}", path.display()),
        }
    }
}

impl std::error::Error for TraceError {}

impl TraceFile {
    /// A trace of the current version.
    pub fn new(model: String, reading: Reading, property: Violated, length: Length, steps: Vec<Step>) -> TraceFile {
        let (format, version, cycle_start) = (FORMAT.into(), VERSION, None);
        TraceFile { format, version, model, property, length, steps, cycle_start, reading }
    }

    /// Reads and validates a file.
    pub fn load(path: &Path) -> Result<TraceFile, TraceError> {
        if path.exists() && !path.is_file() {
            return Err(TraceError::Damaged(path.into(), "it is not a regular file".into()));
        }
        let bytes = std::fs::read(path).map_err(|e| TraceError::Io(path.into(), e))?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        TraceFile::parse(text).map_err(|why| TraceError::Damaged(path.into(), why))
    }

    /// Reads and validates a file's content.
    pub fn parse(text: &[u8]) -> Result<TraceFile, String> {
        let value: serde_json::Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        if value["format"] != FORMAT {
            return Err(format!("it does not begin with \"format\": \"{FORMAT}\""));
        }
        match value["version"].as_u64() {
            Some(v) if v == u64::from(VERSION) => {}
            Some(v) => return Err(format!("it has version {v}, and this program reads version {VERSION}")),
            None => return Err("it has no version".into()),
        }
        serde_json::from_value(value).map_err(|e| e.to_string())
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), TraceError> {
        let text = serde_json::to_string_pretty(self).expect("a trace is made of strings, numbers and lists");
        write_whole(path, text.as_bytes()).map_err(|e| TraceError::Io(path.into(), e))
    }
}

/// Writes a temporary file in the same folder and then moves it, so that nobody sees a partial file.
pub fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if path.exists() && !path.is_file() {
        // A device or a pipe: nothing to move there.
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    let name = path.file_name().ok_or_else(|| std::io::Error::other("not a file name"))?;
    let beside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = std::fs::write(&beside, content).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
