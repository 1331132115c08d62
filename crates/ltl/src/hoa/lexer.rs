//! Tokens of the Hanoi Omega-Automata format.

use super::HoaError;

/// A token; texts without quotes, `@` and the like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `name:`
    Header(String),
    Word(String),
    Number(usize),
    Text(String),
    Alias(String),
    Sign(char),
    /// `--BODY--` and others of the kind.
    Mark(String),
    End,
}

/// Tokens with their places.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, HoaError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if text[at..].starts_with("/*") {
            at = comment_end(text, at)?;
        } else {
            let (token, length) = token(&text[at..]).ok_or_else(|| HoaError::new(at, "this is not HOA"))?;
            found.push((token, at));
            at += length;
        }
    }
    found.push((Token::End, text.len()));
    Ok(found)
}

/// Where a comment ends; comments nest.
fn comment_end(text: &str, start: usize) -> Result<usize, HoaError> {
    let (mut at, mut depth) = (start, 0);
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest.starts_with("*/") {
            (at, depth) = (at + 2, depth - 1);
            if depth == 0 {
                return Ok(at);
            }
        } else {
            let next = rest.chars().next().ok_or_else(|| HoaError::new(start, "this comment has no end"))?;
            at += next.len_utf8();
        }
    }
}

fn token(rest: &str) -> Option<(Token, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let length = |rest: &str| rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let first = rest.chars().next()?;
    Some(match first {
        '"' => {
            let (mut text, mut escaped) = (String::new(), false);
            for (i, c) in rest.char_indices().skip(1) {
                match c {
                    _ if escaped => {
                        text.push(c);
                        escaped = false;
                    }
                    '\\' => escaped = true,
                    '"' => return Some((Token::Text(text), i + 1)),
                    _ => text.push(c),
                }
            }
            return None;
        }
        '@' => {
            let length = 1 + length(&rest[1..]);
            (Token::Alias(rest[1..length].into()), length)
        }
        '-' if rest.starts_with("--") => {
            let length = length(rest);
            (Token::Mark(rest[..length].into()), length)
        }
        '0'..='9' => {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (Token::Number(rest[..length].parse().ok()?), length)
        }
        _ if first.is_ascii_alphabetic() || first == '_' => {
            let length = length(rest);
            let word = rest[..length].to_string();
            if rest[length..].starts_with(':') {
                (Token::Header(word), length + 1)
            } else {
                (Token::Word(word), length)
            }
        }
        '[' | ']' | '{' | '}' | '(' | ')' | '&' | '|' | '!' => (Token::Sign(first), 1),
        _ => return None,
    })
}
