//! Expressions and formulas, by binding power.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::{Kind, nested};

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Ident, Instance, Quantified, TemporalBinary, TemporalUnary};
use crate::operator::{BINARY, BinaryOp, UnaryOp};

/// Operators and operands of one expression; a long chain is as deep as it is long.
const MAX_PARTS: usize = 500;
/// How tightly `U`, `W`, `R` and `V` bind.
const UNTIL: u8 = 5;

/// An operator between two expressions.
enum Infix {
    Plain(BinaryOp),
    Temporal(TemporalBinary),
}

impl Parser<'_> {
    /// An expression of integers.
    pub(super) fn whole_expr(&mut self) -> Parsed<Expr> {
        (self.depth, self.parts, self.in_formula) = (0, 0, false);
        self.binary(0)
    }

    /// The body of a definition.
    pub(super) fn formula(&mut self) -> Parsed<Expr> {
        (self.depth, self.parts, self.in_formula) = (0, 0, true);
        self.binary(0)
    }

    /// An expression within another, or an argument.
    pub(super) fn part_expr(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some((op, power, leans_right)) = self.infix().filter(|&(_, power, _)| power >= least) {
            self.bump();
            let right = nested(self, |p| p.binary(if leans_right { power } else { power + 1 }))?;
            let span = left.span.to(right.span);
            let (left_box, right) = (Box::new(left), Box::new(right));
            let kind = match op {
                Infix::Plain(op) => ExprKind::Binary(op, left_box, right),
                Infix::Temporal(op) => ExprKind::TemporalBinary(op, left_box, right),
            };
            left = self.part(kind, span)?;
        }
        Ok(left)
    }

    /// The operator here, its binding power, and whether it leans to the right.
    fn infix(&self) -> Option<(Infix, u8, bool)> {
        let temporal = |op, power| Some((Infix::Temporal(op), power, true));
        match self.token().kind {
            Kind::Fixed("<->") => temporal(TemporalBinary::Equivalent, 1),
            Kind::Fixed("->") => temporal(TemporalBinary::Implies, 2),
            Kind::Fixed(sign) => {
                let found = BINARY.iter().find(|(text, _, _)| *text == sign);
                found.map(|&(_, op, power)| (Infix::Plain(op), power, false))
            }
            Kind::Name if self.in_formula => match self.text(self.token()) {
                "U" => temporal(TemporalBinary::Until, UNTIL),
                "W" => temporal(TemporalBinary::WeakUntil, UNTIL),
                "R" | "V" => temporal(TemporalBinary::Release, UNTIL),
                _ => None,
            },
            _ => None,
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        let plain = match self.token().kind {
            Kind::Fixed("!") => Some(UnaryOp::Not),
            Kind::Fixed("-") => Some(UnaryOp::Negate),
            Kind::Fixed("~") => Some(UnaryOp::Complement),
            _ => None,
        };
        if let Some(op) = plain {
            self.bump();
            let operand = nested(self, Self::unary)?;
            let span = self.since(start);
            return self.part(ExprKind::Unary(op, Box::new(operand)), span);
        }
        if let Some(op) = self.temporal_prefix() {
            let operand = nested(self, |p| p.binary(UNTIL + 1))?;
            let span = self.since(start);
            return self.part(ExprKind::TemporalUnary(op, Box::new(operand)), span);
        }
        if (self.at_name("and") || self.at_name("or")) && self.at_both(Kind::Name, "{") {
            return nested(self, Self::quantified);
        }
        self.primary()
    }

    /// Takes `[]`, `<>` or, in a formula, `X`.
    fn temporal_prefix(&mut self) -> Option<TemporalUnary> {
        if self.at_both(Kind::Fixed("["), "]") {
            self.bump();
            self.bump();
            return Some(TemporalUnary::Always);
        }
        if self.eat("<>") {
            return Some(TemporalUnary::Eventually);
        }
        if self.in_formula && self.at_name("X") {
            self.bump();
            return Some(TemporalUnary::Next);
        }
        None
    }

    /// `and{i = a .. b} body`; the body extends as far as that of a temporal operator.
    fn quantified(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        let and = self.at_name("and");
        self.bump();
        self.bump();
        let variable = self.ident("the name of an index")?;
        self.expect("=")?;
        let from = nested(self, Self::part_expr)?;
        self.expect("..")?;
        let to = nested(self, Self::part_expr)?;
        self.expect("}")?;
        let body = self.binary(UNTIL + 1)?;
        let span = self.since(start);
        self.part(ExprKind::Quantified(Box::new(Quantified { and, variable, from, to, body })), span)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        match token.kind {
            Kind::Number => {
                let value = self.number()?;
                self.part(ExprKind::Number(value), token.span)
            }
            Kind::Name => {
                self.bump();
                let name = self.ident_of(token);
                self.named(name)
            }
            Kind::Fixed("(") => {
                self.bump();
                let mut inner = nested(self, Self::part_expr)?;
                self.expect(")")?;
                inner.span = self.since(token.span);
                Ok(inner)
            }
            _ if self.in_formula => self.expected("an expression or a formula"),
            _ => self.expected("an expression"),
        }
    }

    /// What begins with a name: a variable, a call, or a part of a process.
    fn named(&mut self, name: Ident) -> Parsed<Expr> {
        let start = name.span;
        if self.eat("(") {
            let args = nested(self, Self::arguments)?;
            let span = self.since(start);
            return self.part(ExprKind::Call(name, args), span);
        }
        let indexed = self.at("[") && !self.at_both(Kind::Fixed("["), "]");
        if !indexed && !self.at("@") && !self.at(".") {
            return self.part(ExprKind::Name(name.name), start);
        }
        let mut index = None;
        if indexed {
            self.bump();
            index = Some(Box::new(nested(self, Self::part_expr)?));
            self.expect("]")?;
        }
        let instance = Instance { process: name, index };
        if self.eat("@") {
            let location = self.ident("a location")?;
            let span = self.since(start);
            return self.part(ExprKind::At(instance, location), span);
        }
        if !self.at(".") {
            return self.expected("`@` and a location, or `.` and a variable, behind a process");
        }
        self.bump();
        let variable = self.ident("a variable")?;
        let span = self.since(start);
        self.part(ExprKind::Member(instance, variable), span)
    }

    fn arguments(&mut self) -> Parsed<Vec<Option<Expr>>> {
        let mut args = Vec::new();
        while !self.at(")") {
            args.push(self.expr_or_null()?);
            if !self.at(")") && !self.eat(",") {
                return self.expected("`,` or `)`");
            }
        }
        self.bump();
        Ok(args)
    }

    /// A node of the tree, unless there are too many.
    fn part(&mut self, kind: ExprKind, span: kulan_diagnostics::Span) -> Parsed<Expr> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            let message = format!("an expression has at most {MAX_PARTS} parts");
            return self.fail(Diagnostic::error("too-long", span, message));
        }
        Ok(Expr { kind, span })
    }
}
