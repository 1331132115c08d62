//! Characters to tokens. Comments are C's.

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, Span};

use crate::token::{KEYWORDS, Kind, SIGNS, Token};

/// All tokens of a text; the last one is [`Kind::End`].
pub(crate) fn tokens(file: FileId, text: &str, diags: &mut Diagnostics) -> Vec<Token> {
    let mut list = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(file, text, at, diags);
        let rest = &text[at..];
        let (kind, len) = next(rest);
        list.push(Token { kind, span: Span::new(file, at as u32, (at + len) as u32) });
        if kind == Kind::End {
            return list;
        }
        at += len;
    }
}

/// The offset of the next character that is neither blank nor in a comment.
fn skip_blanks(file: FileId, text: &str, mut at: usize, diags: &mut Diagnostics) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(len) => at += len + 4,
                None => {
                    let span = Span::new(file, at as u32, at as u32 + 2);
                    diags.push(Diagnostic::error("syntax", span, "this comment has no end").help("write `*/`"));
                    at = text.len();
                }
            }
        } else {
            return at;
        }
    }
}

/// The token at the start of a text, and its length.
fn next(rest: &str) -> (Kind, usize) {
    let Some(first) = rest.chars().next() else { return (Kind::End, 0) };
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    if first.is_ascii_digit() {
        return (Kind::Number, word);
    }
    if word > 0 {
        let keyword = KEYWORDS.iter().find(|k| **k == &rest[..word]);
        return (keyword.map_or(Kind::Name, |k| Kind::Fixed(k)), word);
    }
    match SIGNS.iter().find(|s| rest.starts_with(**s)) {
        Some(sign) => (Kind::Fixed(sign), sign.len()),
        None => (Kind::Unknown, first.len_utf8()),
    }
}
