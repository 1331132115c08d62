//! Temporal formulas.
//!
//! SPIN reads `->` as implication here and the names `U V W X always eventually until ...` as operators. All
//! binary operators lean to the left, implication too; `U`, `V` and `W` bind tighter than `&&`.

use kulan_diagnostics::{Diagnostic, Span};

use super::expr::{UNTIL, binary_op};
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Formula, FormulaKind, Ltl, TemporalBinary, TemporalUnary, UnaryOp};
use crate::token::Tok;

/// An operator between formulas.
enum Op {
    State(BinaryOp),
    Temporal(TemporalBinary),
}

impl Parser<'_> {
    /// Passes over a property; it is parsed when all process types are known.
    pub(super) fn skip_ltl(&mut self) {
        self.bump();
        let mut nest = 0usize;
        while !self.at(Tok::Eof) && (nest > 0 || !self.at_item()) {
            match self.bump().kind {
                Tok::LBrace => nest += 1,
                Tok::RBrace if nest <= 1 => return,
                Tok::RBrace => nest -= 1,
                _ => {}
            }
        }
    }

    /// `ltl name { formula }`.
    pub(super) fn ltl(&mut self) -> Parsed<Ltl> {
        let start = self.bump().span;
        let name = if self.at(Tok::Name) { Some(self.ident("a name")?) } else { None };
        self.expect(Tok::LBrace, "`{`")?;
        let formula = self.formula(0)?;
        if self.at_separator() {
            self.bump();
        }
        self.expect(Tok::RBrace, "an operator or `}`")?;
        Ok(Ltl { name, formula, span: self.since(start) })
    }

    pub(super) fn formula(&mut self, least: u8) -> Parsed<Formula> {
        self.nested(|p| {
            let start = p.token().span;
            let mut left = p.formula_unary()?;
            let mut height = p.height;
            while let Some((op, power, width)) = p.formula_op().filter(|&(_, power, _)| power >= least) {
                let at = p.token().span;
                p.bump_many(width);
                let right = p.formula(power + 1)?;
                height = p.taller(height.max(p.height))?;
                left = p.combine(op, left, right, at)?;
                left.span = p.since(start);
                if let FormulaKind::Leaf(expr) = &mut left.kind {
                    expr.span = left.span;
                }
            }
            p.height = height;
            Ok(left)
        })
    }

    fn bump_many(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    /// The operator here, its binding power, and its number of tokens.
    fn formula_op(&self) -> Option<(Op, u8, usize)> {
        let temporal = |op, power, width| Some((Op::Temporal(op), power, width));
        match (self.peek(), self.ahead(1).kind) {
            (Tok::Arrow, _) => return temporal(TemporalBinary::Implies, 1, 1),
            (Tok::Lt, Tok::Arrow) => return temporal(TemporalBinary::Equivalent, 1, 2),
            (Tok::Name, _) => {}
            (kind, _) => return binary_op(kind).map(|(op, power)| (Op::State(op), power, 1)),
        }
        match self.names.get(self.token().text) {
            "U" | "until" | "stronguntil" => temporal(TemporalBinary::Until, UNTIL, 1),
            "W" | "weakuntil" => temporal(TemporalBinary::WeakUntil, UNTIL, 1),
            "V" | "release" => temporal(TemporalBinary::Release, UNTIL, 1),
            "implies" => temporal(TemporalBinary::Implies, 1, 1),
            "equivalent" => temporal(TemporalBinary::Equivalent, 1, 1),
            _ => None,
        }
    }

    /// The unary temporal operator here, and its number of tokens.
    fn temporal_unary(&self) -> Option<(TemporalUnary, usize)> {
        match (self.peek(), self.ahead(1).kind) {
            (Tok::LBrack, Tok::RBrack) => return Some((TemporalUnary::Always, 2)),
            (Tok::Lt, Tok::Gt) => return Some((TemporalUnary::Eventually, 2)),
            (Tok::Bang, _) => return Some((TemporalUnary::Not, 1)),
            (Tok::Name, _) => {}
            _ => return None,
        }
        match self.names.get(self.token().text) {
            "always" => Some((TemporalUnary::Always, 1)),
            "eventually" => Some((TemporalUnary::Eventually, 1)),
            "X" | "next" => Some((TemporalUnary::Next, 1)),
            _ => None,
        }
    }

    fn formula_unary(&mut self) -> Parsed<Formula> {
        let start = self.token().span;
        if let Some((op, width)) = self.temporal_unary() {
            self.bump_many(width);
            let operand = self.nested(Self::formula_unary)?;
            self.taller(self.height)?;
            return Ok(self.temporal_node(op, operand, start));
        }
        let op = match self.peek() {
            Tok::LParen => return self.nested(Self::formula_parenthesized),
            Tok::Minus => UnaryOp::Neg,
            Tok::Tilde => UnaryOp::BitNot,
            _ if self.formula_op().is_some() => return self.expected("a formula"),
            _ => return self.primary().map(leaf),
        };
        self.bump();
        let operand = self.nested(Self::formula_unary)?;
        self.taller(self.height)?;
        let operand = self.state_operand(operand, start)?;
        Ok(leaf(self.unary_node(op, operand, start)))
    }

    fn formula_parenthesized(&mut self) -> Parsed<Formula> {
        self.open_paren("`(`")?;
        let formula = self.formula(0)?;
        self.close_paren()?;
        Ok(formula)
    }

    fn temporal_node(&mut self, op: TemporalUnary, operand: Formula, start: Span) -> Formula {
        let span = self.since(start);
        match (op, operand.kind) {
            (TemporalUnary::Not, FormulaKind::Leaf(expr)) => leaf(self.unary_node(UnaryOp::Not, expr, start)),
            (op, kind) => {
                let operand = Box::new(Formula { kind, span: operand.span });
                Formula { kind: FormulaKind::Unary(op, operand), span }
            }
        }
    }

    /// Two state predicates make one; `&&` and `||` work on formulas too, the other operators do not.
    fn combine(&mut self, op: Op, left: Formula, right: Formula, at: Span) -> Parsed<Formula> {
        let span = left.span.to(right.span);
        let op = match (op, &left.kind, &right.kind) {
            (Op::Temporal(op), ..) => op,
            (Op::State(BinaryOp::And), l, r) if !both_leaves(l, r) => TemporalBinary::And,
            (Op::State(BinaryOp::Or), l, r) if !both_leaves(l, r) => TemporalBinary::Or,
            (Op::State(op), ..) => {
                let left = Box::new(self.state_operand(left, at)?);
                let right = Box::new(self.state_operand(right, at)?);
                return Ok(leaf(Expr { kind: ExprKind::Binary(op, left, right), span }));
            }
        };
        Ok(Formula { kind: FormulaKind::Binary(op, Box::new(left), Box::new(right)), span })
    }

    fn state_operand(&mut self, formula: Formula, at: Span) -> Parsed<Expr> {
        let help = match formula.kind {
            FormulaKind::Leaf(expr) => return Ok(expr),
            FormulaKind::Unary(..) => {
                "between formulas stand `&&` and `||`; a temporal operator binds tighter than `==`, so \
                 write `<> (x == 1)`"
            }
            FormulaKind::Binary(..) => "between formulas stand `&&`, `||`, `->`, `<->`, `U`, `V` and `W`",
        };
        let text = "this operator works on values, not on temporal formulas";
        let error = Diagnostic::error("temporal-operand", at, text).label(formula.span, "a temporal formula");
        self.fail(error.note("SPIN compares an internal number here, without a word").help(help))
    }
}

fn both_leaves(left: &FormulaKind, right: &FormulaKind) -> bool {
    matches!((left, right), (FormulaKind::Leaf(_), FormulaKind::Leaf(_)))
}

fn leaf(expr: Expr) -> Formula {
    Formula { span: expr.span, kind: FormulaKind::Leaf(expr) }
}
