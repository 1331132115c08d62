//! What is wrong with a text.

use std::fmt;

/// A place in a text.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Why a text is no system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where; `None` if the text can be read and the system as a whole is not well-formed.
    pub position: Option<Position>,
    /// What was expected, or what is wrong.
    pub message: String,
}

impl Error {
    pub(super) fn new(position: Position, message: impl Into<String>) -> Error {
        Error { position: Some(position), message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.position {
            Some(Position { line, column }) => write!(f, "{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
