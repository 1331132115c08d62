//! Characters to tokens.

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, Span};

use crate::{Comments, Kind, Language, Token};

/// All tokens of a text; the last one is [`Kind::End`].
pub(crate) fn tokens(language: &Language, file: FileId, text: &str, diags: &mut Diagnostics) -> Vec<Token> {
    let mut list = Vec::new();
    let mut at = 0;
    let mut unclosed = |at: usize| {
        let span = Span::new(file, at as u32, at as u32 + 2);
        diags.push(Diagnostic::error("syntax", span, "this comment has no end").help("write `*/`"));
    };
    loop {
        at = skip_blanks(language, text, at, &mut unclosed);
        let (kind, len) = next_token(language, &text[at..]);
        list.push(Token { kind, span: Span::new(file, at as u32, (at + len) as u32) });
        if kind == Kind::End {
            return list;
        }
        at += len;
    }
}

impl Language {
    /// A text as one line: comments are left out, and what else separates words becomes a blank.
    pub fn one_line(&self, text: &str) -> String {
        let mut line = String::new();
        let mut at = 0;
        loop {
            let next = skip_blanks(self, text, at, &mut |_| {});
            if next > at && !line.is_empty() && next < text.len() {
                line.push(' ');
            }
            let (_, len) = next_token(self, &text[next..]);
            if len == 0 {
                return line;
            }
            line.push_str(&text[next..next + len]);
            at = next + len;
        }
    }
}

/// The offset of the next character that is neither blank nor in a comment; `unclosed` is told of comments without end.
fn skip_blanks(language: &Language, text: &str, mut at: usize, unclosed: &mut dyn FnMut(usize)) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match end_of_comment(language.comments, comment) {
                Some(len) => at += len + 2,
                None => {
                    unclosed(at);
                    at = text.len();
                }
            }
        } else if language.comments == Comments::Dve && (rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
            at += 1;
        } else {
            return at;
        }
    }
}

/// How much belongs to a comment behind its `/*`, the `*/` included.
fn end_of_comment(comments: Comments, text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let end = at + text[at..].find("*/")?;
        let hidden = match comments {
            Comments::C => None,
            Comments::Dve => text[at..end].find("//"),
        };
        let Some(hidden) = hidden else { return Some(end + 2) };
        at += hidden;
        at += text[at..].find('\n')?;
    }
}

/// The token at the start of a text, and its length.
fn next_token(language: &Language, rest: &str) -> (Kind, usize) {
    let Some(first) = rest.chars().next() else { return (Kind::End, 0) };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if first.is_ascii_digit() {
        return (Kind::Number, rest.find(|c| !plain(c)).unwrap_or(rest.len()));
    }
    if plain(first) {
        let len = rest.find(|c| !plain(c) && !language.in_names.contains(&c)).unwrap_or(rest.len());
        let keyword = language.keywords.iter().find(|k| **k == &rest[..len]);
        return (keyword.map_or(Kind::Name, |k| Kind::Fixed(k)), len);
    }
    match language.signs.iter().find(|s| rest.starts_with(**s)) {
        Some(sign) => (Kind::Fixed(sign), sign.len()),
        None => (Kind::Unknown, first.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use kulan_diagnostics::SourceMap;

    use super::*;

    const LANGUAGE: Language = Language {
        text: "text",
        keywords: &["if"],
        signs: &["->", "-", "/", "*"],
        in_names: &['$', '#'],
        comments: Comments::Dve,
        max_depth: 10,
        hint: |_, _| None,
    };

    fn words(comments: Comments, text: &str) -> (Vec<String>, usize) {
        let language = Language { comments, ..LANGUAGE };
        let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
        let file = sources.add("text", text);
        let list = tokens(&language, file, text, &mut diags);
        (list[..list.len() - 1].iter().map(|t| sources.text(t.span).to_owned()).collect(), diags.error_count())
    }

    #[test]
    fn comments_and_names() {
        assert_eq!(words(Comments::C, "a/* // */b // c\n->d").0, ["a", "b", "->", "d"]);
        assert_eq!(words(Comments::Dve, "a/* // */b\n */ c").0, ["a", "c"]);
        assert_eq!(words(Comments::Dve, "a/* // */b").1, 1);
        assert_eq!(words(Comments::Dve, "a \\\n b").0, ["a", "b"]);
        assert_eq!(words(Comments::C, "a \\\n b").0, ["a", "\\", "b"]);
        assert_eq!(words(Comments::C, "a$b# #c 1a$ é").0, ["a$b#", "#", "c", "1a", "$", "é"]);
    }

    #[test]
    fn lines() {
        assert_eq!(LANGUAGE.one_line(" a  - // b\n  c/* d */->e;\t"), "a - c ->e;");
        assert_eq!(LANGUAGE.one_line("/* a"), "");
        assert_eq!(LANGUAGE.one_line("é\nö"), "é ö");
    }
}
