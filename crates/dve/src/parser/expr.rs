//! Expressions, by binding power.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::{Kind, nested};

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Lvalue};
use crate::operator::{BINARY, BinaryOp, UnaryOp};

/// Operators in a row that cannot be regrouped: what becomes of them is as deep as it is long.
const MAX_ROW: usize = 500;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.depth = 0;
        self.binary(0)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some((_, power)) = self.infix().filter(|&(_, power)| power >= least) {
            left = self.chain(left, power)?;
        }
        Ok(left)
    }

    /// All operators of one power behind `first`.
    fn chain(&mut self, first: Expr, power: u8) -> Parsed<Expr> {
        let mut rest = Vec::new();
        while let Some((op, _)) = self.infix().filter(|&(_, p)| p == power) {
            self.bump();
            rest.push((op, nested(self, |p| p.binary(power + 1))?));
        }
        let span = self.since(first.span);
        if rest.iter().filter(|(op, _)| !op.regroups()).count() > MAX_ROW {
            let message = format!("more than {MAX_ROW} operators in a row");
            return self.fail(Diagnostic::error("too-long", span, message));
        }
        Ok(Expr { kind: ExprKind::Chain(Box::new(first), rest), span })
    }

    fn infix(&self) -> Option<(BinaryOp, u8)> {
        let Kind::Fixed(sign) = self.token().kind else { return None };
        let found = BINARY.iter().find(|(text, _, _)| *text == sign);
        found.map(|&(_, op, power)| (op, power))
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        let op = match self.token().kind {
            Kind::Fixed("not" | "!") => UnaryOp::Not,
            Kind::Fixed("-") => UnaryOp::Negate,
            Kind::Fixed("~") => UnaryOp::Complement,
            _ => return self.primary(),
        };
        self.bump();
        let operand = nested(self, Self::unary)?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.since(start) })
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let kind = match token.kind {
            Kind::Number => ExprKind::Number(self.number()?),
            Kind::Fixed(word @ ("true" | "false")) => {
                self.bump();
                ExprKind::Number(i32::from(word == "true"))
            }
            Kind::Name => self.named()?,
            Kind::Fixed("(") => {
                self.bump();
                let inner = nested(self, |p| p.binary(0))?;
                self.expect(")")?;
                inner.kind
            }
            _ => return self.expected("an expression"),
        };
        Ok(Expr { kind, span: self.since(token.span) })
    }

    /// What begins with a name: a variable, or a part of a process.
    fn named(&mut self) -> Parsed<ExprKind> {
        let name = self.ident("a variable")?;
        if self.eat(".") {
            return Ok(ExprKind::At(name, self.ident("a state")?));
        }
        if self.eat("->") {
            let variable = self.ident("a variable")?;
            let index = self.index()?;
            return Ok(ExprKind::Remote(name, Lvalue { name: variable, index }));
        }
        let index = self.index()?;
        Ok(ExprKind::Lvalue(Lvalue { name, index }))
    }

    /// `[index]`, if there is one.
    fn index(&mut self) -> Parsed<Option<Box<Expr>>> {
        if !self.eat("[") {
            return Ok(None);
        }
        let index = nested(self, |p| p.binary(0))?;
        self.expect("]")?;
        Ok(Some(Box::new(index)))
    }

    /// A variable or an element of an array, to be written to.
    pub(super) fn place(&mut self) -> Parsed<Lvalue> {
        let name = self.ident("a variable")?;
        self.depth = 0;
        let index = self.index()?;
        Ok(Lvalue { name, index })
    }

    /// `item` or `{ item, item }`.
    pub(super) fn one_or_list<T>(&mut self, item: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        if !self.eat("{") {
            return Ok(vec![item(self)?]);
        }
        let list = self.list(item)?;
        self.expect("}")?;
        Ok(list)
    }

    /// `item, item`.
    pub(super) fn list<T>(&mut self, item: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![item(self)?];
        while self.eat(",") {
            list.push(item(self)?);
        }
        Ok(list)
    }
}
