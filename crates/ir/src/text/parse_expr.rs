//! Expressions from text: first a tree as written, then widths.

use super::error::{Error, Position};
use super::lexer::Token;
use super::operator::{self, Operator};
use super::parse::Parser;
use crate::expr::{mask, signed};
use crate::{Expr, ExprId, VarId};

/// How deep expressions may nest.
const DEPTH: u32 = 200;

/// An expression as written.
pub(super) struct Tree {
    position: Position,
    kind: Kind,
    depth: u32,
}

enum Kind {
    /// A constant without a width: whether it is negative, and its magnitude.
    Bare(bool, u64),
    /// A constant with a width, a variable, a shared expression.
    Done(ExprId),
    Element(VarId, Box<Tree>),
    Not(Box<Tree>),
    Neg(Box<Tree>),
    Binary(Operator, Box<Tree>, Box<Tree>),
    Ite(Box<[Tree; 3]>),
    Convert(Conversion, u8, Box<Tree>),
    Concat(Box<[Tree; 2]>),
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Conversion {
    Zero,
    Sign,
    /// From this bit on.
    Extract(u8),
}

type Result<T> = std::result::Result<T, Error>;

impl Parser<'_> {
    /// An expression; `expected` is the width the context gives it.
    pub(super) fn expr(&mut self, expected: Option<u8>) -> Result<ExprId> {
        let tree = self.tree(0, 0)?;
        self.build(&tree, expected)
    }

    /// An expression of this width.
    pub(super) fn expr_of(&mut self, width: u8) -> Result<ExprId> {
        let position = self.position();
        let id = self.expr(Some(width))?;
        match self.system.exprs.width(id) {
            w if w == width => Ok(id),
            w => Err(Error::new(position, format!("expected an expression of width {width}, found one of width {w}"))),
        }
    }

    fn node(&self, position: Position, kind: Kind, below: u32) -> Result<Tree> {
        let depth = below + 1;
        if depth > DEPTH {
            return Err(Error::new(position, format!("expected an expression that nests less than {DEPTH} levels")));
        }
        Ok(Tree { position, kind, depth })
    }

    /// Operators that bind at least as strong as `level`.
    fn tree(&mut self, level: u8, nesting: u32) -> Result<Tree> {
        let mut left = self.unary(nesting)?;
        while let Token::Sign(sign) = self.peek()
            && let Some(operator) = operator::by_sign(sign)
            && operator.level >= level
        {
            let position = self.position();
            self.advance();
            let right = self.tree(operator.level + 1, nesting + 1)?;
            let below = left.depth.max(right.depth);
            left = self.node(position, Kind::Binary(operator, Box::new(left), Box::new(right)), below)?;
            if operator.level == operator::COMPARISON {
                self.no_second_comparison()?;
            }
        }
        Ok(left)
    }

    fn no_second_comparison(&self) -> Result<()> {
        match self.peek() {
            Token::Sign(s) if operator::by_sign(s).is_some_and(|o| o.level == operator::COMPARISON) => {
                Err(self.error("parentheses around a comparison that is compared"))
            }
            _ => Ok(()),
        }
    }

    fn unary(&mut self, nesting: u32) -> Result<Tree> {
        let position = self.position();
        if nesting > DEPTH {
            return Err(Error::new(position, format!("expected an expression that nests less than {DEPTH} levels")));
        }
        if self.eat("!") || self.eat("~") {
            let inner = self.unary(nesting + 1)?;
            let depth = inner.depth;
            return self.node(position, Kind::Not(Box::new(inner)), depth);
        }
        if !self.eat("-") {
            return self.primary(nesting);
        }
        if let Token::Number(n) = *self.peek() {
            self.advance();
            return self.constant(position, true, n);
        }
        let inner = self.unary(nesting + 1)?;
        let depth = inner.depth;
        self.node(position, Kind::Neg(Box::new(inner)), depth)
    }

    fn primary(&mut self, nesting: u32) -> Result<Tree> {
        let position = self.position();
        match self.peek().clone() {
            Token::Number(n) => {
                self.advance();
                self.constant(position, false, n)
            }
            Token::Shared(n) => {
                let Some(&id) = self.shared.get(&n) else { return Err(self.error("a number that a `let` defined")) };
                self.advance();
                self.node(position, Kind::Done(id), 0)
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.tree(0, nesting + 1)?;
                self.sign(")")?;
                Ok(inner)
            }
            Token::Word(word) => match word.as_str() {
                "true" | "false" => {
                    self.advance();
                    let id = self.system.exprs.bool(word == "true");
                    self.node(position, Kind::Done(id), 0)
                }
                "ite" => self.ite(position, nesting),
                "zext" => self.convert(Conversion::Zero, position, nesting),
                "sext" => self.convert(Conversion::Sign, position, nesting),
                "trunc" => self.convert(Conversion::Extract(0), position, nesting),
                "extract" => self.convert(Conversion::Extract(0), position, nesting),
                "concat" => self.concat(position, nesting),
                "input" => self.input(position),
                "position" => {
                    self.advance();
                    let id = self.system.exprs.position();
                    self.node(position, Kind::Done(id), 0)
                }
                _ => self.variable_use(position, nesting),
            },
            Token::Text(_) => self.variable_use(position, nesting),
            _ => Err(self.error("an expression")),
        }
    }

    fn constant(&mut self, position: Position, negative: bool, n: u64) -> Result<Tree> {
        if !self.eat(":") {
            return self.node(position, Kind::Bare(negative, n), 0);
        }
        let width = self.width()?;
        let id = self.sized(position, negative, n, width)?;
        self.node(position, Kind::Done(id), 0)
    }

    fn sized(&mut self, position: Position, negative: bool, n: u64, width: u8) -> Result<ExprId> {
        let bits = if negative { n.wrapping_neg() } else { n };
        let fits = if negative { n <= 1 << (width - 1) } else { n <= mask(width) };
        if !fits || (negative && n != 0 && signed(width, bits & mask(width)) >= 0) {
            return Err(Error::new(position, format!("expected a value that fits into {width} bits")));
        }
        Ok(self.system.exprs.constant(width, bits))
    }

    fn ite(&mut self, position: Position, nesting: u32) -> Result<Tree> {
        self.advance();
        self.sign("(")?;
        let c = self.tree(0, nesting + 1)?;
        self.sign(",")?;
        let a = self.tree(0, nesting + 1)?;
        self.sign(",")?;
        let b = self.tree(0, nesting + 1)?;
        self.sign(")")?;
        let depth = c.depth.max(a.depth).max(b.depth);
        self.node(position, Kind::Ite(Box::new([c, a, b])), depth)
    }

    fn convert(&mut self, conversion: Conversion, position: Position, nesting: u32) -> Result<Tree> {
        let has_low = matches!(self.peek(), Token::Word(word) if word == "extract");
        self.advance();
        self.sign("(")?;
        let conversion = if has_low { Conversion::Extract(self.low_bit()?) } else { conversion };
        let width = self.width()?;
        self.sign(",")?;
        let inner = self.tree(0, nesting + 1)?;
        self.sign(")")?;
        let depth = inner.depth;
        self.node(position, Kind::Convert(conversion, width, Box::new(inner)), depth)
    }

    fn input(&mut self, position: Position) -> Result<Tree> {
        self.advance();
        self.sign("(")?;
        let index = self.small_number()?;
        self.sign(",")?;
        let width = self.width()?;
        self.sign(")")?;
        let id = self.system.exprs.input(index, width);
        self.node(position, Kind::Done(id), 0)
    }

    fn low_bit(&mut self) -> Result<u8> {
        let position = self.position();
        let low = self.number()?;
        self.sign(",")?;
        u8::try_from(low).ok().filter(|&n| n < 64).ok_or_else(|| Error::new(position, "expected a bit below 64"))
    }

    fn concat(&mut self, position: Position, nesting: u32) -> Result<Tree> {
        self.advance();
        self.sign("(")?;
        let a = self.tree(0, nesting + 1)?;
        self.sign(",")?;
        let b = self.tree(0, nesting + 1)?;
        self.sign(")")?;
        let depth = a.depth.max(b.depth);
        self.node(position, Kind::Concat(Box::new([a, b])), depth)
    }

    fn variable_use(&mut self, position: Position, nesting: u32) -> Result<Tree> {
        let var = self.variable()?;
        let is_array = self.system.variables[var.index()].elements.is_some();
        if !is_array {
            let id = self.system.read(var);
            let variable = &self.system.variables[var.index()];
            if self.system.exprs.width(id) != variable.width {
                // Transformations leave such variables behind.
                let message = format!("the variable `{}` was dropped: nothing depends on it", variable.name);
                return Err(Error::new(position, message));
            }
            return self.node(position, Kind::Done(id), 0);
        }
        self.sign("[")?;
        let index = self.tree(0, nesting + 1)?;
        self.sign("]")?;
        let depth = index.depth;
        self.node(position, Kind::Element(var, Box::new(index)), depth)
    }

    /// The width a tree shows by itself.
    fn says(&self, tree: &Tree) -> Option<u8> {
        match &tree.kind {
            Kind::Bare(..) => None,
            Kind::Done(id) => Some(self.system.exprs.width(*id)),
            Kind::Element(v, _) => Some(self.system.variables[v.index()].width),
            Kind::Not(a) | Kind::Neg(a) => self.says(a),
            Kind::Binary(o, ..) if o.op.is_comparison() => Some(1),
            Kind::Binary(_, a, b) => self.says(a).or_else(|| self.says(b)),
            Kind::Ite(parts) => self.says(&parts[1]).or_else(|| self.says(&parts[2])),
            Kind::Convert(_, width, _) => Some(*width),
            Kind::Concat(parts) => Some(self.says(&parts[0])?.saturating_add(self.says(&parts[1])?)),
        }
    }

    fn build(&mut self, tree: &Tree, expected: Option<u8>) -> Result<ExprId> {
        let (expr, width) = match &tree.kind {
            Kind::Done(id) => return Ok(*id),
            Kind::Bare(negative, n) => {
                let missing = || Error::new(tree.position, format!("expected a width, as in `{n}:8`"));
                return self.sized(tree.position, *negative, *n, expected.ok_or_else(missing)?);
            }
            Kind::Element(v, index) => {
                let index = self.build(index, Some(32))?;
                (Expr::Element(*v, index), self.system.variables[v.index()].width)
            }
            Kind::Not(a) => {
                let a = self.build(a, expected)?;
                (Expr::Not(a), self.system.exprs.width(a))
            }
            Kind::Neg(a) => {
                let a = self.build(a, expected)?;
                (Expr::Neg(a), self.system.exprs.width(a))
            }
            Kind::Binary(operator, a, b) => return self.binary(tree.position, *operator, a, b, expected),
            Kind::Ite(parts) => {
                let [c, a, b] = &**parts;
                let condition = self.build(c, Some(1))?;
                self.same_width(c.position, 1, condition)?;
                let (a, b) = self.pair(tree.position, a, b, expected)?;
                (Expr::Ite(condition, a, b), self.system.exprs.width(a))
            }
            Kind::Convert(conversion, width, a) => {
                let position = a.position;
                let a = self.build(a, None)?;
                (self.conversion(*conversion, position, *width, a)?, *width)
            }
            Kind::Concat(parts) => {
                let (a, b) = (self.build(&parts[0], None)?, self.build(&parts[1], None)?);
                let width = self.system.exprs.width(a).saturating_add(self.system.exprs.width(b));
                if width > 64 {
                    return Err(Error::new(tree.position, format!("expected at most 64 bits, found {width}")));
                }
                (Expr::Concat(a, b), width)
            }
        };
        Ok(self.system.exprs.raw(expr, width))
    }

    fn binary(&mut self, at: Position, o: Operator, a: &Tree, b: &Tree, expected: Option<u8>) -> Result<ExprId> {
        let comparison = o.op.is_comparison();
        let (a, b) = self.pair(at, a, b, expected.filter(|_| !comparison))?;
        let width = if comparison { 1 } else { self.system.exprs.width(a) };
        let id = self.system.exprs.raw(Expr::Binary(o.op, a, b), width);
        Ok(if o.complement { self.system.exprs.raw(Expr::Not(id), 1) } else { id })
    }

    /// Two expressions of one width, which one of them or the context gives.
    fn pair(&mut self, at: Position, a: &Tree, b: &Tree, expected: Option<u8>) -> Result<(ExprId, ExprId)> {
        let width = self.says(a).or_else(|| self.says(b)).or(expected);
        let (x, y) = (self.build(a, width)?, self.build(b, width)?);
        self.same_width(at, self.system.exprs.width(x), y)?;
        Ok((x, y))
    }

    fn same_width(&self, at: Position, width: u8, id: ExprId) -> Result<()> {
        match self.system.exprs.width(id) {
            w if w == width => Ok(()),
            w => Err(Error::new(at, format!("expected an operand of width {width}, found one of width {w}"))),
        }
    }

    fn conversion(&mut self, conversion: Conversion, at: Position, width: u8, a: ExprId) -> Result<Expr> {
        let from = self.system.exprs.width(a);
        let (fine, relation) = match conversion {
            Conversion::Extract(low) => (width < from && low <= from - width, "above"),
            _ => (width > from, "below"),
        };
        if !fine {
            return Err(Error::new(at, format!("expected a width {relation} {width}, found {from}")));
        }
        Ok(match conversion {
            Conversion::Zero => Expr::ZeroExtend(width, a),
            Conversion::Sign => Expr::SignExtend(width, a),
            Conversion::Extract(low) => Expr::Extract { low, width, of: a },
        })
    }
}
