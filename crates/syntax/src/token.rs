//! Tokens.

use kulan_diagnostics::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The end of the text.
    End,
    /// A name that is no keyword.
    Name,
    /// A word that begins with a digit.
    Number,
    /// A keyword or a sign, by its spelling.
    Fixed(&'static str),
    /// A character that begins no token.
    Unknown,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

impl Token {
    /// Whether it is this keyword or sign.
    pub fn is(self, fixed: &str) -> bool {
        matches!(self.kind, Kind::Fixed(text) if text == fixed)
    }
}
