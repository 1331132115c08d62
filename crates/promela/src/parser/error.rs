//! Messages of the parser, with hints for common slips.

use kulan_diagnostics::{Diagnostic, Span};

use super::expr::binary_op;
use super::{Failed, Parsed, Parser};
use crate::keyword::Keyword;
use crate::token::{Tok, Token};

impl Parser<'_> {
    /// Reports an error, with the inline call that led here.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let diagnostic = match self.expansions.last() {
            Some(expansion) => {
                let text = format!("in this call of inline `{}`", self.names.get(expansion.name));
                diagnostic.label(expansion.call, text)
            }
            None => diagnostic,
        };
        self.diags.push(diagnostic);
    }

    pub(super) fn error<T>(&mut self, code: &'static str, span: Span, text: impl Into<String>) -> Parsed<T> {
        self.fail(Diagnostic::error(code, span, text))
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Complains that the next token is not `what`.
    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token();
        let text = format!("expected {what}, found {}", self.describe(token));
        let diagnostic = Diagnostic::error("syntax", token.span, text);
        self.fail(match self.hint(token) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    pub(super) fn describe(&self, token: Token) -> String {
        let text = self.names.get(token.text);
        match token.kind {
            Tok::Eof if self.expansions.is_empty() => "the end of the model".to_owned(),
            Tok::Eof => "the end of the inline".to_owned(),
            Tok::Key(_) => format!("keyword `{text}`"),
            Tok::Unknown if text.starts_with('"') => "a string without its closing quote".to_owned(),
            Tok::Unknown if text.starts_with('\'') => "a quote that begins no character".to_owned(),
            _ => format!("`{}`", text.chars().take(40).collect::<String>()),
        }
    }

    /// Advice on what the user may have meant.
    fn hint(&self, token: Token) -> Option<&'static str> {
        let text = self.names.get(token.text);
        Some(match token.kind {
            Tok::LBrack if self.prev == Tok::RBrack => "arrays have one dimension; use a typedef with an array field",
            Tok::LParen if self.prev == Tok::Name && self.in_sequence && !token.newline => {
                "an inline or macro must be defined before its first use"
            }
            Tok::LParen if self.prev == Tok::Name => "there are no functions; write `inline` or `proctype`",
            Tok::Assign if binary_op(self.prev).is_some() => "there is no `+=` and the like; write `x = x + 1`",
            Tok::Query => "a condition is written `(c -> a : b)`",
            Tok::Assign if self.parens > 0 => "assignments are statements; to compare, write `==`",
            Tok::Colon if matches!(self.prev, Tok::ColonColon | Tok::Semi | Tok::Arrow) => {
                "an option begins with `::` and a statement"
            }
            Tok::Semi if self.prev == Tok::ColonColon || self.prev == Tok::Colon => "write `skip` for doing nothing",
            Tok::Key(Keyword::Else) => "`else` is a statement of its own, as in `:: else -> skip`",
            Tok::Key(Keyword::Fi | Keyword::Od) => "check that every `if` has its `fi` and every `do` its `od`",
            Tok::Name => return word_hint(text),
            Tok::Unknown if text.starts_with('#') => "a directive must be the first thing on its line",
            _ => return None,
        })
    }
}

/// Words of C and other languages.
fn word_hint(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" => "PROMELA has no `while`; write `do :: condition -> ... :: else -> break od`",
        "switch" | "case" => "PROMELA has no `switch`; write `if :: x == 1 -> ... :: else fi`",
        "continue" => "PROMELA has no `continue`; use a label and `goto`",
        "elif" | "endif" | "then" => "write `if :: condition -> ... :: else -> ... fi`",
        "void" | "char" | "long" | "float" | "double" => {
            "the types are bit, bool, byte, pid, short, int, unsigned, mtype, chan and typedefs"
        }
        "struct" | "enum" => "write `typedef name { ... }`, and `mtype` for an enumeration",
        _ => return None,
    })
}
