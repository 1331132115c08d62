//! Names: quoted where needed, with a number where two things have one name.

use super::lexer::is_word;
/// Words that a name without quotes cannot be.
const KEYWORDS: [&str; 12] =
    ["input", "position", "ite", "zext", "sext", "trunc", "extract", "concat", "true", "false", "as", "at"];

/// A name as it is declared.
pub(super) fn quoted(name: &str) -> String {
    if is_word(name) && !KEYWORDS.contains(&name) { name.to_string() } else { format!("{name:?}") }
}

/// A name as it is referred to: with its number where it alone would not do.
pub(super) fn reference<'n>(index: usize, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let name = names.clone().nth(index).unwrap_or_default();
    let unique = names.filter(|n| *n == name).count() == 1;
    if unique { quoted(name) } else { format!("{}#{index}", quoted(name)) }
}
