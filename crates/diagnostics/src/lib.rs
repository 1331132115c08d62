//! Source files, spans and diagnostics, shared by all front-ends.
//!
//! Nothing here touches the file system: files come through a [`FileLoader`], and the
//! [renderer](render::Renderer) makes a `String` for the caller to print.

mod diagnostic;
mod loader;
mod nearest;
pub mod render;
mod source;
mod span;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use loader::{FileLoader, LoadError, LoadRequest, LoadedFile, MemoryLoader};
pub use nearest::nearest;
pub use source::{Position, SourceFile, SourceMap};
pub use span::{FileId, Span};

/// A number with its word, for messages: `1 field`, `2 fields`.
pub fn plural(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
