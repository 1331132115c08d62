//! Source files, spans and diagnostics, shared by all front-ends.

mod span;

pub use span::{FileId, Span};
