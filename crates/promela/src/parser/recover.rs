//! Finding a place to go on after an error.

use super::Parser;
use crate::keyword::Keyword;
use crate::token::Tok;

impl Parser<'_> {
    /// Skips the rest of a statement: up to a separator, or to a token that ends the sequence.
    pub(super) fn skip_statement(&mut self) {
        let mut nest = 0usize;
        let start = self.cursor.pos;
        while !self.at(Tok::Eof) {
            let first = self.cursor.pos == start;
            match self.peek() {
                _ if nest == 0 && !first && self.token().newline && self.begins_statement() => {
                    // As good as a separator.
                    self.prev = Tok::RBrace;
                    return;
                }
                Tok::LBrace | Tok::Key(Keyword::If | Keyword::Do) => nest += 1,
                Tok::RBrace | Tok::Key(Keyword::Fi | Keyword::Od) if nest > 0 => nest -= 1,
                _ if nest > 0 => {}
                Tok::Semi | Tok::Arrow => return,
                _ if self.at_end_of_sequence() || self.at_item() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to what looks like the next top-level item.
    pub(super) fn skip_item(&mut self) {
        let mut nest = 0usize;
        while !self.at(Tok::Eof) {
            match self.peek() {
                Tok::LBrace => nest += 1,
                Tok::RBrace => {
                    nest = nest.saturating_sub(1);
                    if nest == 0 {
                        self.bump();
                        return;
                    }
                }
                Tok::Semi if nest == 0 => return,
                _ if self.at_item() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// A word that can only begin a top-level item, at the start of a line.
    pub(super) fn at_item(&self) -> bool {
        use Keyword::*;
        let token = self.token();
        let Tok::Key(keyword) = token.kind else { return false };
        token.newline
            && matches!(
                keyword,
                Active | Proctype | DProctype | Init | Inline | Typedef | Never | Ltl | Trace | Notrace
            )
    }

    /// Whether a statement may begin here, as far as one token tells.
    pub(super) fn begins_statement(&self) -> bool {
        matches!(self.peek(), Tok::Name | Tok::Key(_) | Tok::LBrace | Tok::LParen | Tok::Number)
    }

    /// Goes to the end at once: no further message would be shown.
    pub(super) fn give_up(&mut self) {
        self.cursor.pos = self.cursor.tokens.len() - 1;
    }
}
