//! Sends, receives and polls.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Poll, Receive, RecvArg, Send, UnaryOp, VarRef};
use crate::keyword::Keyword;
use crate::token::Tok;

impl Parser<'_> {
    /// The rest of a send, at `!` or `!!`.
    pub(super) fn send(&mut self, chan: VarRef) -> Parsed<Send> {
        let sorted = self.bump().kind == Tok::BangBang;
        let first = self.expr()?;
        let mut args = vec![first];
        if self.at(Tok::LParen) {
            self.open_paren("`(`")?;
            args.extend(self.expressions()?);
            self.close_paren()?;
        } else if self.eat(Tok::Comma) {
            args.extend(self.expressions()?);
        }
        Ok(Send { chan, sorted, args })
    }

    /// The rest of a receive, at `?` or `??`.
    pub(super) fn receive(&mut self, chan: VarRef) -> Parsed<Receive> {
        let random = self.bump().kind == Tok::QueryQuery;
        let copy = self.eat(Tok::Lt);
        let args = self.receive_args()?;
        if copy {
            self.expect(Tok::Gt, "`>`")?;
        }
        Ok(Receive { chan, random, copy, args })
    }

    /// The rest of a poll, at `?` or `??`.
    pub(super) fn poll(&mut self, chan: VarRef) -> Parsed<Expr> {
        let random = self.bump().kind == Tok::QueryQuery;
        self.open_bracket();
        let args = self.receive_args()?;
        self.taller(self.height)?;
        self.close_bracket()?;
        let span = self.since(chan.span);
        Ok(Expr { kind: ExprKind::Poll(Box::new(Poll { chan, random, args })), span })
    }

    /// `a, b(c, d)`, with parentheses as SPIN allows them, made flat.
    fn receive_args(&mut self) -> Parsed<Vec<RecvArg>> {
        let mut args = Vec::new();
        let mut height = 0;
        let mut open = 0usize;
        loop {
            while self.at(Tok::LParen) {
                self.open_paren("`(`")?;
                open += 1;
            }
            args.push(self.receive_arg()?);
            height = height.max(self.height);
            while open > 0 && self.at(Tok::RParen) {
                self.close_paren()?;
                open -= 1;
            }
            let another = if self.implied_semicolon() { false } else { self.at(Tok::LParen) || self.eat(Tok::Comma) };
            if !another {
                break;
            }
        }
        self.height = height;
        if open > 0 { self.expected("`,` or `)`") } else { Ok(args) }
    }

    fn receive_arg(&mut self) -> Parsed<RecvArg> {
        self.height = 1;
        match self.peek() {
            Tok::Name => self.var_ref().map(RecvArg::Ref),
            Tok::Key(Keyword::Eval) => {
                self.bump();
                self.open_paren("`(`")?;
                let value = self.expr()?;
                self.close_paren()?;
                Ok(RecvArg::Eval(value))
            }
            Tok::Minus => {
                let start = self.bump().span;
                if !self.at(Tok::Number) {
                    return self.expected("a number");
                }
                let number = self.primary()?;
                Ok(RecvArg::Const(self.unary_node(UnaryOp::Neg, number, start)))
            }
            Tok::Number | Tok::Char | Tok::Key(Keyword::True | Keyword::False | Keyword::Skip) => {
                self.primary().map(RecvArg::Const)
            }
            _ => self.expected("a variable, a constant or `eval(...)`"),
        }
    }
}
