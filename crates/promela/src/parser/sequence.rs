//! Sequences of steps, and what stands between the steps.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Failed, Parsed, Parser};
use crate::ast::{Sequence, Step};
use crate::keyword::Keyword;
use crate::token::Tok;

impl Parser<'_> {
    /// `{ steps }`.
    pub(super) fn block(&mut self) -> Parsed<Sequence> {
        let open = self.expect(Tok::LBrace, "`{`")?.place;
        let steps = self.steps("this block is empty");
        if self.at(Tok::RBrace) {
            self.bump();
        } else {
            self.unclosed("`}`", open, "this brace is not closed");
            self.drop_wrong_end();
        }
        Ok(Sequence { steps, braces: true, span: self.written_since(open) })
    }

    pub(super) fn unclosed(&mut self, wanted: &str, open: Span, text: &str) {
        if self.diags.is_full() || (self.at(Tok::Eof) && self.ended_early) {
            return;
        }
        self.ended_early = self.at(Tok::Eof);
        let token = self.token();
        let message = format!("expected {wanted}, found {}", self.describe(token));
        self.report(Diagnostic::error("unclosed", token.span, message).label(open, text));
    }

    /// Steps up to a token that ends a sequence.
    pub(super) fn steps(&mut self, when_empty: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut failed = self.stray_separator();
        while !self.at_end_of_sequence() && !self.at_item() {
            if self.diags.is_full() {
                self.give_up();
                break;
            }
            match self.guarded_step() {
                Ok(step) => steps.push(step),
                Err(Failed) => failed = true,
            }
            if !self.separator() {
                failed = true;
            }
        }
        if steps.is_empty() && !failed {
            let help = "write `skip` for doing nothing";
            let span = self.prev_span.to(self.token().span);
            self.report(Diagnostic::error("empty-sequence", span, when_empty).help(help));
        }
        steps
    }

    fn stray_separator(&mut self) -> bool {
        let stray = self.at_separator();
        if stray {
            let _: Parsed<()> = self.expected("a statement");
            while self.at_separator() {
                self.bump();
            }
        }
        stray
    }

    /// A step; after an error, stands at the end of what was wrong.
    fn guarded_step(&mut self) -> Parsed<Step> {
        let (parens, depth) = (self.parens, self.depth);
        let start = self.cursor.pos;
        let result = self.nested(Self::step);
        if result.is_err() {
            (self.parens, self.depth) = (parens, depth);
            self.skip_statement();
            if self.cursor.pos == start && !self.at_end_of_sequence() && !self.at_item() {
                self.bump();
            }
        }
        result
    }

    /// Passes over what stands between two steps. False after a complaint.
    fn separator(&mut self) -> bool {
        if self.at_separator() {
            while self.at_separator() {
                self.bump();
            }
            return true;
        }
        let free = matches!(self.prev, Tok::RBrace | Tok::Key(Keyword::Else));
        if free || self.implied_semicolon() || self.at_end_of_sequence() || self.at_item() {
            return true;
        }
        let _: Parsed<()> = self.expected("`;` or `->` between statements");
        if self.begins_statement() {
            return false;
        }
        self.skip_statement();
        while self.at_separator() {
            self.bump();
        }
        false
    }
}
