//! Tokens.

use kulan_diagnostics::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Words that are no names. The other words of the language (`pid`, `and`, `or`, `empty`, `full`, `U`, …) are names
/// that mean something only at their place, as `empty` and `full` are also variables in the paper's example.
pub(crate) const KEYWORDS: &[&str] =
    &["model", "int", "proc", "when", "goto", "send", "recv", "null", "predicate", "formula", "check", "for", "using"];

/// Signs; a longer one comes before those it begins with.
pub(crate) const SIGNS: &[&str] = &[
    "<->", "->", "<>", "<<", "<=", ">>", ">=", "==", "!=", "&&", "||", "..", "(", ")", "[", "]", "{", "}", ";", ",",
    ":", ".", "@", "=", "+", "-", "*", "/", "%", "!", "~", "&", "|", "^", "<", ">",
];
