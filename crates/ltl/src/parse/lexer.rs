//! Tokens of formulas.

use super::ParseError;

/// What a token is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Not,
    And,
    Or,
    Implies,
    Equivalent,
    Always,
    Eventually,
    Next,
    Until,
    WeakUntil,
    Release,
    StrongRelease,
    True,
    False,
    Open,
    Close,
    /// A string in quotes.
    Quoted,
    /// A comparison.
    Compare,
    /// A name or a number.
    Name,
    /// Another sign of the model's language.
    Sign,
    End,
}

impl Kind {
    /// Whether it makes a formula more than an expression of the model's language.
    pub(super) fn is_temporal(self) -> bool {
        use Kind::*;
        matches!(self, Always | Eventually | Next | Until | WeakUntil | Release | StrongRelease | Implies | Equivalent)
    }
}

/// A token and where it stands.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Longer ones first.
const SIGNS: &[(&str, Kind)] = &[
    ("<->", Kind::Equivalent),
    ("<=>", Kind::Equivalent),
    ("[]", Kind::Always),
    ("<>", Kind::Eventually),
    ("->", Kind::Implies),
    ("=>", Kind::Implies),
    ("&&", Kind::And),
    ("/\\", Kind::And),
    ("||", Kind::Or),
    ("\\/", Kind::Or),
    ("==", Kind::Compare),
    ("!=", Kind::Compare),
    ("<=", Kind::Compare),
    (">=", Kind::Compare),
    ("<<", Kind::Sign),
    (">>", Kind::Sign),
    ("<", Kind::Compare),
    (">", Kind::Compare),
    ("&", Kind::And),
    ("|", Kind::Or),
    ("!", Kind::Not),
    ("~", Kind::Not),
    ("(", Kind::Open),
    (")", Kind::Close),
];

const WORDS: &[(&str, Kind)] = &[
    ("G", Kind::Always),
    ("F", Kind::Eventually),
    ("X", Kind::Next),
    ("U", Kind::Until),
    ("W", Kind::WeakUntil),
    ("R", Kind::Release),
    ("V", Kind::Release),
    ("M", Kind::StrongRelease),
    ("always", Kind::Always),
    ("eventually", Kind::Eventually),
    ("next", Kind::Next),
    ("until", Kind::Until),
    ("stronguntil", Kind::Until),
    ("weakuntil", Kind::WeakUntil),
    ("release", Kind::Release),
    ("implies", Kind::Implies),
    ("equivalent", Kind::Equivalent),
    ("and", Kind::And),
    ("or", Kind::Or),
    ("not", Kind::Not),
    ("true", Kind::True),
    ("false", Kind::False),
];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[start..]).map_err(|what| ParseError::new(start, what, text))?;
        tokens.push(Token { kind, start, end: start + length });
        start += length;
    }
    tokens.push(Token { kind: Kind::End, start: text.len(), end: text.len() });
    Ok(tokens)
}

/// The kind and length of the token at the beginning of a text, or what was expected.
fn token(rest: &str) -> Result<(Kind, usize), &'static str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let first = rest.chars().next().unwrap_or(' ');
    if first == '"' {
        return match rest[1..].find('"') {
            Some(length) if !rest[1..=length].trim().is_empty() => Ok((Kind::Quoted, length + 2)),
            Some(_) => Err("a proposition between the quotes"),
            None => Err("a closing quote after this one"),
        };
    }
    if is_word(first) {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        // `GF p`, as many write it, is `G F p`.
        let length = if rest[..word].chars().all(|c| matches!(c, 'G' | 'F')) { 1 } else { word };
        let known = WORDS.iter().find(|word| word.0 == &rest[..length]);
        return Ok((known.map_or(Kind::Name, |word| word.1), length));
    }
    if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(sign.0)) {
        return Ok((sign.1, sign.0.len()));
    }
    if "+-*/%[].:@?,^#".contains(first) { Ok((Kind::Sign, 1)) } else { Err("an operator or a proposition") }
}
