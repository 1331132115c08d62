//! Places in source files.

/// A file of a [`SourceMap`](crate::SourceMap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(crate) u32);

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file that holds the text.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// A span of `file` from byte `start` up to byte `end`.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The least span that covers both; where the two lie in different files, `self`.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span just before this one.
    pub fn shrink_to_start(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty span just after this one.
    pub fn shrink_to_end(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// How many bytes it covers.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it covers no text.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}
