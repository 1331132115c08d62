//! The files of one run.

use std::ops::Range;
use std::sync::Arc;

use crate::{FileId, Span};

/// All files of one run: those the user named, those they include, and virtual ones such as `<command line>`.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// One file.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    text: Arc<str>,
    /// Offset of the first byte of each line.
    lines: Vec<usize>,
}

/// A place as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a file. The same name may be added more than once.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).expect("fewer than 2^32 files"));
        self.files.push(SourceFile::new(name.into(), text.into()));
        id
    }

    /// The file with this id, which must come from this map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// Line and column where `span` starts.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }

    /// The text under `span`; empty where the span does not fit the file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// `file:line:column`.
    pub fn describe(&self, span: Span) -> String {
        let at = self.position(span);
        format!("{}:{}:{}", self.file(span.file).name, at.line, at.column)
    }
}

impl SourceFile {
    fn new(name: String, text: Arc<str>) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Self { name, text, lines }
    }

    /// The name the user or the loader gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// How many lines; a last empty one counts.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The line (from 1) that holds the byte at `offset`.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset)
    }

    /// The bytes of line `line` (from 1), without its line break.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.lines[line - 1];
        let end = self.lines.get(line).map_or(self.text.len(), |&next| next - 1);
        let has_cr = end > start && self.text.as_bytes()[end - 1] == b'\r';
        start..end - usize::from(has_cr)
    }

    /// Line and column of the byte at `offset`.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor(offset);
        let line = self.line_of(offset);
        let column = self.text[self.lines[line - 1]..offset].chars().count() + 1;
        Position { line, column }
    }

    /// The nearest character boundary at or before `offset`.
    pub(crate) fn floor(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }
}
