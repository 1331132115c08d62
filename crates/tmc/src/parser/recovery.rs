//! Looking at tokens, taking them, and complaining about them.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Failed, Parsed, Parser};
use crate::ast::Ident;
use crate::token::{Kind, Token};

impl<'a> Parser<'a> {
    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `count` places further; the last is [`Kind::End`].
    pub(super) fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.position + count).min(self.tokens.len() - 1)]
    }

    pub(super) fn text(&self, token: Token) -> &'a str {
        self.sources.text(token.span)
    }

    pub(super) fn at(&self, fixed: &str) -> bool {
        is(self.token(), fixed)
    }

    /// Whether the next token is this name.
    pub(super) fn at_name(&self, name: &str) -> bool {
        self.token().kind == Kind::Name && self.text(self.token()) == name
    }

    /// Whether the next two tokens are these.
    pub(super) fn at_both(&self, first: Kind, second: &str) -> bool {
        self.token().kind == first && is(self.ahead(1), second)
    }

    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.position += 1;
        }
        self.previous = token.span;
        token
    }

    pub(super) fn eat(&mut self, fixed: &str) -> bool {
        let hit = self.at(fixed);
        if hit {
            self.bump();
        }
        hit
    }

    /// Takes the token, or complains that it was expected.
    pub(super) fn expect(&mut self, fixed: &str) -> Parsed<Token> {
        if self.at(fixed) { Ok(self.bump()) } else { self.expected(&format!("`{fixed}`")) }
    }

    pub(super) fn ident(&mut self, what: &str) -> Parsed<Ident> {
        if self.token().kind != Kind::Name {
            return self.expected(what);
        }
        let token = self.bump();
        Ok(self.ident_of(token))
    }

    pub(super) fn ident_of(&self, token: Token) -> Ident {
        Ident { name: self.text(token).to_owned(), span: token.span }
    }

    /// From `start` to the token just taken.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.previous)
    }

    /// Complains that the next token is not `what`. A missing `;` is shown where it should stand.
    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token();
        let text = format!("expected {what}, found {}", self.describe(token));
        let span = if what == "`;`" { self.previous.shrink_to_end() } else { token.span };
        let diagnostic = Diagnostic::error("syntax", span, text);
        self.fail(match self.hint(token) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diags.push(diagnostic);
        Err(Failed)
    }

    fn describe(&self, token: Token) -> String {
        let text: String = self.text(token).chars().take(40).collect();
        match token.kind {
            Kind::End => "the end of the program".to_owned(),
            Kind::Fixed(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => format!("keyword `{word}`"),
            _ => format!("`{text}`"),
        }
    }

    /// Advice for common slips, where this token stands, or behind a word that is a name here.
    fn hint(&self, token: Token) -> Option<&'static str> {
        let text = self.text(token);
        let sign = matches!(text, "+" | "-") && ["+", "-", "="].contains(&self.text(self.ahead(1)));
        if sign {
            return Some("write `x = x + 1;`");
        }
        word_hint(text).or_else(|| word_hint(self.sources.text(self.previous)))
    }

    /// A word that can only begin a top-level item.
    pub(super) fn at_item(&self) -> bool {
        ["proc", "predicate", "formula", "check", "model"].iter().any(|word| self.at(word))
    }

    /// Skips to what looks like the next top-level item.
    pub(super) fn skip_item(&mut self) {
        let mut nest = 0usize;
        while self.token().kind != Kind::End && !self.at_item() {
            let token = self.bump();
            match token.kind {
                Kind::Fixed("{") => nest += 1,
                Kind::Fixed("}") if nest <= 1 => return,
                Kind::Fixed("}") => nest -= 1,
                Kind::Fixed(";") if nest == 0 => return,
                _ => {}
            }
        }
    }

    /// Skips the rest of a clause or a declaration in a process.
    pub(super) fn skip_clause(&mut self) {
        while self.token().kind != Kind::End && !self.at_item() && !self.at("}") {
            if self.at("when") || self.at_both(Kind::Name, ":") {
                return;
            }
            if self.eat("goto") {
                // The clause ends here.
                if self.token().kind == Kind::Name && !self.at_both(Kind::Name, ":") {
                    self.bump();
                }
                self.eat(";");
                return;
            }
            self.bump();
        }
    }
}

fn is(token: Token, fixed: &str) -> bool {
    matches!(token.kind, Kind::Fixed(text) if text == fixed)
}

fn word_hint(word: &str) -> Option<&'static str> {
    Some(match word {
        "if" | "while" | "do" => "write a location with `when (condition) goto location;` clauses",
        "else" => "write a clause `when (!(condition)) goto location;`",
        "always" => "write `[]`",
        "eventually" => "write `<>`",
        "const" | "define" => "a constant is a parameter: `model name(N);` and -D N=4",
        "bool" | "byte" | "char" | "short" | "long" | "unsigned" => "the only type is `int`",
        "[" => "there are no arrays",
        _ => return None,
    })
}
