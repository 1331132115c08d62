//! How front-ends get at files without touching the file system.

use std::collections::BTreeMap;
use std::fmt;

/// What an `#include` asks for.
#[derive(Clone, Copy, Debug)]
pub struct LoadRequest<'a> {
    /// The path as written.
    pub path: &'a str,
    /// The name of the file that asks.
    pub from: &'a str,
    /// Written as `<path>` rather than `"path"`.
    pub system: bool,
}

/// A file that was found.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// The name to show and to resolve further paths against.
    pub name: String,
    /// The text; bytes that are no UTF-8 are replaced by the loader.
    pub text: String,
}

/// Why a file could not be read.
#[derive(Clone, Debug)]
pub struct LoadError(pub String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

/// Finds and reads files. The command line has one over the file system, tests have [`MemoryLoader`].
pub trait FileLoader {
    /// Finds the file: first relative to the folder of the file that asks, then wherever the loader looks.
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError>;
}

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: BTreeMap<String, String>,
}

impl MemoryLoader {
    /// A loader without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn with(mut self, name: &str, text: &str) -> Self {
        self.files.insert(name.to_owned(), text.to_owned());
        self
    }
}

impl FileLoader for MemoryLoader {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let folder = request.from.rfind('/').map_or("", |slash| &request.from[..=slash]);
        let beside = format!("{folder}{}", request.path);
        [beside.as_str(), request.path]
            .iter()
            .find_map(|&name| self.files.get(name).map(|text| LoadedFile { name: name.to_owned(), text: text.clone() }))
            .ok_or_else(|| LoadError("no such file".to_owned()))
    }
}
