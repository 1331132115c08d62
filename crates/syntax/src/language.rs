//! What sets one language apart from another, for the lexer and the cursor.

use crate::{Cursor, Token};

/// The words and signs of a language, and how it is spoken of.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// What a whole text is, as in "the end of the program".
    pub text: &'static str,
    /// Words that are no names.
    pub keywords: &'static [&'static str],
    /// Signs; a longer one comes before those it begins with.
    pub signs: &'static [&'static str],
    /// Characters that can stand in a name besides letters, digits and `_`, but not at its start.
    pub in_names: &'static [char],
    /// What counts as a blank.
    pub comments: Comments,
    /// How deep expressions can be nested.
    pub max_depth: usize,
    /// Advice for common slips, where this token is not what was expected.
    pub hint: fn(&Cursor<'_>, Token) -> Option<&'static str>,
}

/// What counts as a blank, besides blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// C's comments.
    C,
    /// C's comments, but within `/* */` a `//` hides the rest of its line, even a `*/`; and a backslash before a line
    /// break.
    Dve,
}
