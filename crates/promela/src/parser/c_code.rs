//! Embedded C: found, measured, and passed over.

use super::{Parsed, Parser};
use crate::ast::{CCode, CItem};
use crate::token::Tok;

impl Parser<'_> {
    /// `c_code [precondition] { ... }`, also `c_decl` and `c_expr`.
    pub(super) fn c_code(&mut self) -> Parsed<CCode> {
        let token = self.bump();
        let keyword = self.ident_of(token);
        let precondition = self.at(Tok::LBrack);
        if precondition {
            self.balanced(Tok::LBrack, Tok::RBrack)?;
        }
        if !self.at(Tok::LBrace) {
            return self.expected("`{` and C code");
        }
        self.balanced(Tok::LBrace, Tok::RBrace)?;
        Ok(CCode { keyword, precondition, span: self.since(token.span) })
    }

    /// Passes from an opening token over its closing one.
    pub(super) fn balanced(&mut self, open: Tok, close: Tok) -> Parsed<()> {
        let start = self.token().span;
        let mut nest = 0usize;
        loop {
            let token = self.bump();
            match token.kind {
                Tok::Eof => return self.error("open-brace", start, "this bracket is never closed"),
                kind if kind == open => nest += 1,
                kind if kind == close => nest -= 1,
                _ => {}
            }
            if nest == 0 {
                return Ok(());
            }
        }
    }

    /// `c_state "..." "..."` and `c_track "..." "..."`, with an optional third string.
    pub(super) fn c_state(&mut self) -> Parsed<CItem> {
        let token = self.bump();
        let keyword = self.ident_of(token);
        let mut strings = vec![self.string("a string")?, self.string("a second string")?];
        if self.at(Tok::Str) {
            strings.push(self.string("a string")?);
        }
        Ok(CItem::State { keyword, strings, span: self.since(token.span) })
    }
}
