//! Looking at tokens and taking them.

use kulan_diagnostics::Span;

use super::{MAX_DEPTH, Parsed, Parser};
use crate::ast::{Ident, Text};
use crate::keyword::Keyword;
use crate::token::{Tok, Token};

impl Parser<'_> {
    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `count` places further; the last is [`Tok::Eof`].
    pub(super) fn ahead(&self, count: usize) -> Token {
        let tokens = &self.cursor.tokens;
        tokens[(self.cursor.pos + count).min(tokens.len() - 1)]
    }

    pub(super) fn peek(&self) -> Tok {
        self.token().kind
    }

    pub(super) fn at(&self, kind: Tok) -> bool {
        self.peek() == kind
    }

    pub(super) fn at_key(&self, keyword: Keyword) -> bool {
        self.peek() == Tok::Key(keyword)
    }

    pub(super) fn bump(&mut self) -> Token {
        kulan_control::checkpoint();
        let token = self.token();
        if token.kind != Tok::Eof {
            self.cursor.pos += 1;
        }
        self.prev = token.kind;
        self.prev_span = token.span;
        self.prev_place = token.place;
        token
    }

    pub(super) fn eat(&mut self, kind: Tok) -> bool {
        let hit = self.at(kind);
        if hit {
            self.bump();
        }
        hit
    }

    pub(super) fn eat_key(&mut self, keyword: Keyword) -> bool {
        self.eat(Tok::Key(keyword))
    }

    /// Takes the token, or complains that `what` was expected.
    pub(super) fn expect(&mut self, kind: Tok, what: &str) -> Parsed<Token> {
        if self.at(kind) { Ok(self.bump()) } else { self.expected(what) }
    }

    pub(super) fn open_paren(&mut self, what: &str) -> Parsed<()> {
        self.expect(Tok::LParen, what)?;
        self.parens += 1;
        Ok(())
    }

    pub(super) fn close_paren(&mut self) -> Parsed<()> {
        // The parenthesis itself no longer stands inside.
        self.expect(Tok::RParen, "`)`")?;
        self.parens = self.parens.saturating_sub(1);
        Ok(())
    }

    pub(super) fn open_bracket(&mut self) {
        self.bump();
        self.parens += 1;
    }

    pub(super) fn close_bracket(&mut self) -> Parsed<()> {
        self.expect(Tok::RBrack, "`]`")?;
        self.parens = self.parens.saturating_sub(1);
        Ok(())
    }

    pub(super) fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let token = self.expect(Tok::Name, what)?;
        Ok(self.ident_of(token))
    }

    pub(super) fn ident_of(&self, token: Token) -> Ident {
        Ident { name: self.names.name(token.text).clone(), span: token.span }
    }

    pub(super) fn string(&mut self, what: &str) -> Parsed<Text> {
        let token = self.expect(Tok::Str, what)?;
        Ok(Text { text: self.names.name(token.text).clone(), span: token.span })
    }

    /// From `start` to the token just taken.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.prev_span)
    }

    /// The same for a statement, which is shown where it is written: see [`Token::place`].
    pub(super) fn written_since(&self, start: Span) -> Span {
        start.to(self.prev_place)
    }

    pub(super) fn at_separator(&self) -> bool {
        matches!(self.peek(), Tok::Semi | Tok::Arrow)
    }

    /// A token that can only end a sequence.
    pub(super) fn at_end_of_sequence(&self) -> bool {
        matches!(self.peek(), Tok::RBrace | Tok::ColonColon | Tok::Key(Keyword::Fi) | Tok::Key(Keyword::Od) | Tok::Eof)
    }

    /// Whether SPIN puts a semicolon before the next token because it starts a line.
    pub(super) fn implied_semicolon(&self) -> bool {
        let next = self.token();
        let may_end = matches!(
            self.prev,
            Tok::RBrace
                | Tok::RParen
                | Tok::RBrack
                | Tok::Key(Keyword::Od | Keyword::Fi | Keyword::Else | Keyword::Break)
                | Tok::Key(Keyword::True | Keyword::False | Keyword::Skip | Keyword::Timeout | Keyword::Np)
                | Tok::Name
                | Tok::Number
                | Tok::Char
                | Tok::PlusPlus
                | Tok::MinusMinus
        );
        self.in_sequence && self.parens == 0 && next.newline && may_end
    }

    /// Runs `f` one level deeper, unless that is too deep.
    pub(super) fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let text = format!("this is nested more than {MAX_DEPTH} levels deep");
            return self.error("too-deep", self.token().span, text);
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Items with commas between them, at least one.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Tok::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
