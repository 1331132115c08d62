//! Looking at tokens, taking them, and complaining about them.

use std::ops::DerefMut;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

use crate::{Kind, Language, Token, lexer};

/// A message was given already; the caller has to recover or to pass it on.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// What a part of a parser gives.
pub type Parsed<T> = Result<T, Failed>;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A place among the tokens of a text.
#[derive(Debug)]
pub struct Cursor<'a> {
    sources: &'a SourceMap,
    /// Where messages go.
    pub diags: &'a mut Diagnostics,
    language: &'a Language,
    tokens: Vec<Token>,
    position: usize,
    /// The place of the token just taken.
    pub previous: Span,
    /// How deep the expression at hand is nested.
    pub depth: usize,
}

impl<'a> Cursor<'a> {
    /// At the first token of a file.
    pub fn new(language: &'a Language, file: FileId, sources: &'a SourceMap, diags: &'a mut Diagnostics) -> Self {
        let tokens = lexer::tokens(language, file, sources.file(file).text(), diags);
        let previous = tokens[0].span.shrink_to_start();
        Cursor { sources, diags, language, tokens, position: 0, previous, depth: 0 }
    }

    /// The next token.
    pub fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `count` places further; the last is [`Kind::End`].
    pub fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.position + count).min(self.tokens.len() - 1)]
    }

    /// The spelling of a token.
    pub fn text(&self, token: Token) -> &'a str {
        self.sources.text(token.span)
    }

    /// The spelling of the token just taken.
    pub fn previous_text(&self) -> &'a str {
        self.sources.text(self.previous)
    }

    /// Whether the next token is this keyword or sign.
    pub fn at(&self, fixed: &str) -> bool {
        self.token().is(fixed)
    }

    /// Whether the text ends here.
    pub fn at_end(&self) -> bool {
        self.token().kind == Kind::End
    }

    /// Whether the next token is this name.
    pub fn at_name(&self, name: &str) -> bool {
        self.token().kind == Kind::Name && self.text(self.token()) == name
    }

    /// Whether the next two tokens are these.
    pub fn at_both(&self, first: Kind, second: &str) -> bool {
        self.token().kind == first && self.ahead(1).is(second)
    }

    /// Takes the next token, unless that is the end.
    pub fn bump(&mut self) -> Token {
        kulan_control::checkpoint();
        let token = self.token();
        if token.kind != Kind::End {
            self.position += 1;
        }
        self.previous = token.span;
        token
    }

    /// Takes the token if it is this one.
    pub fn eat(&mut self, fixed: &str) -> bool {
        let hit = self.at(fixed);
        if hit {
            self.bump();
        }
        hit
    }

    /// Takes the token, or complains that it was expected.
    pub fn expect(&mut self, fixed: &str) -> Parsed<Token> {
        if self.at(fixed) { Ok(self.bump()) } else { self.expected(&format!("`{fixed}`")) }
    }

    /// Takes a name, or complains that `what` was expected.
    pub fn ident(&mut self, what: &str) -> Parsed<Ident> {
        if self.token().kind != Kind::Name {
            return self.expected(what);
        }
        let token = self.bump();
        Ok(self.ident_of(token))
    }

    /// A token as a name.
    pub fn ident_of(&self, token: Token) -> Ident {
        Ident { name: self.text(token).to_owned(), span: token.span }
    }

    /// Takes a token that begins with a digit: a decimal number, or an error.
    pub fn number(&mut self) -> Parsed<i32> {
        let token = self.bump();
        let text = self.text(token);
        match text.parse::<i32>() {
            Ok(value) => Ok(value),
            Err(_) if text.bytes().all(|b| b.is_ascii_digit()) => {
                let message = format!("{text} is greater than {}", i32::MAX);
                self.fail(Diagnostic::error("number", token.span, message))
            }
            Err(_) => self.fail(Diagnostic::error("syntax", token.span, format!("`{text}` is no number"))),
        }
    }

    /// From `start` to the token just taken.
    pub fn since(&self, start: Span) -> Span {
        start.to(self.previous)
    }

    /// Complains that the next token is not `what`. A missing `;` is shown where it should stand.
    pub fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token();
        let text = format!("expected {what}, found {}", self.describe(token));
        let span = if what == "`;`" { self.previous.shrink_to_end() } else { token.span };
        let diagnostic = Diagnostic::error("syntax", span, text);
        self.fail(match (self.language.hint)(self, token) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    /// Complains.
    pub fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diags.push(diagnostic);
        Err(Failed)
    }

    fn describe(&self, token: Token) -> String {
        let text: String = self.text(token).chars().take(40).collect();
        match token.kind {
            Kind::End => format!("the end of the {}", self.language.text),
            Kind::Fixed(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => format!("keyword `{word}`"),
            _ => format!("`{text}`"),
        }
    }
}

/// Runs `f` one level deeper, unless that is too deep.
pub fn nested<'a, P, T>(parser: &mut P, f: impl FnOnce(&mut P) -> Parsed<T>) -> Parsed<T>
where
    P: DerefMut<Target = Cursor<'a>>,
{
    let most = parser.language.max_depth;
    if parser.depth >= most {
        let message = format!("this is nested more than {most} levels deep");
        let span = parser.token().span;
        return parser.fail(Diagnostic::error("too-deep", span, message));
    }
    parser.depth += 1;
    let result = f(parser);
    parser.depth -= 1;
    result
}
