//! Formulas from text: the syntax of SPIN, and what else is common.
//!
//! Precedence is SPIN's in `ltl` blocks: unary operators bind tightest, then `U V W R M`, which group to the left, then
//! `&&`, `||`, and `-> <->`. A chain of the last kind must have parentheses: SPIN groups it to the left, everyone else
//! to the right.

mod expression;
mod lexer;

use std::fmt;

use crate::Formula;
use lexer::{Kind, Token, tokens};

/// A formula, and what its propositions are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The formula.
    pub formula: Formula,
    /// The texts of its propositions, by number. Equal texts have one number.
    pub atoms: Vec<AtomText>,
}

/// The text of a proposition, in the model's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomText {
    /// The text, without quotes or outer parentheses.
    pub text: String,
    /// Where it first stands, in bytes.
    pub offset: usize,
}

/// What is wrong with the text of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Where, in bytes.
    pub offset: usize,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl ParseError {
    fn new(offset: usize, expected: &str, text: &str) -> ParseError {
        let found = match text[offset..].split_whitespace().next() {
            Some(word) => format!("`{}`", word.chars().take(20).collect::<String>()),
            None => "the end of the formula".into(),
        };
        ParseError { offset, expected: expected.into(), found }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

/// Parentheses within parentheses.
const DEPTH: usize = 300;
/// Operators on the longest way down: formulas are dropped, and translated, by recursion over some of it.
const HEIGHT: usize = 2000;
/// Operators in all; `M` repeats its right side.
const SIZE: usize = 100_000;

/// Reads a formula.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parser = Parser { text, tokens: tokens(text)?, at: 0, depth: 0, atoms: Vec::new() };
    let tree = parser.implication()?;
    match parser.peek().kind {
        Kind::End => Ok(Parsed { formula: tree.formula, atoms: parser.atoms }),
        _ => Err(parser.expected("an operator or the end of the formula")),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    atoms: Vec<AtomText>,
}

/// A formula with its measures.
struct Tree {
    formula: Formula,
    height: usize,
    size: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    fn take(&mut self, kind: Kind) -> bool {
        // Not `at += usize::from(found)`: rustc 1.95 makes wrong code of that here.
        if self.peek().kind != kind {
            return false;
        }
        self.at += 1;
        true
    }

    fn expected(&self, what: &str) -> ParseError {
        ParseError::new(self.peek().start, what, self.text)
    }

    fn implication(&mut self) -> Result<Tree, ParseError> {
        let left = self.disjunction()?;
        let make = match self.peek().kind {
            Kind::Implies => Formula::Implies,
            Kind::Equivalent => Formula::Equivalent,
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.disjunction()?;
        if matches!(self.peek().kind, Kind::Implies | Kind::Equivalent) {
            return Err(self.expected("parentheses around one of two implications in a row"));
        }
        self.binary(make, left, right)
    }

    fn disjunction(&mut self) -> Result<Tree, ParseError> {
        let mut left = self.conjunction()?;
        while self.take(Kind::Or) {
            let right = self.conjunction()?;
            left = self.binary(Formula::Or, left, right)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Tree, ParseError> {
        let mut left = self.temporal()?;
        while self.take(Kind::And) {
            let right = self.temporal()?;
            left = self.binary(Formula::And, left, right)?;
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Result<Tree, ParseError> {
        let mut left = self.unary()?;
        loop {
            let make: fn(Box<Formula>, Box<Formula>) -> Formula = match self.peek().kind {
                Kind::Until => Formula::Until,
                Kind::WeakUntil => Formula::WeakUntil,
                Kind::Release => Formula::Release,
                Kind::StrongRelease => |a, b| Formula::Until(b.clone(), Box::new(Formula::And(a, b))),
                _ => return Ok(left),
            };
            let repeated = if self.take(Kind::StrongRelease) { 2 } else { 1 };
            self.at += usize::from(repeated == 1);
            let mut right = self.unary()?;
            right.size *= repeated;
            right.height += repeated - 1;
            left = self.binary(make, left, right)?;
        }
    }

    fn unary(&mut self) -> Result<Tree, ParseError> {
        let mut operators = Vec::new();
        while matches!(self.peek().kind, Kind::Not | Kind::Always | Kind::Eventually | Kind::Next) {
            operators.push(self.peek().kind);
            self.at += 1;
        }
        let mut tree = self.primary()?;
        for operator in operators.into_iter().rev() {
            let part = Box::new(tree.formula);
            let formula = match operator {
                Kind::Not => Formula::Not(part),
                Kind::Always => Formula::Globally(part),
                Kind::Eventually => Formula::Finally(part),
                _ => Formula::Next(part),
            };
            tree = self.measured(Tree { formula, height: tree.height + 1, size: tree.size + 1 })?;
        }
        Ok(tree)
    }

    fn primary(&mut self) -> Result<Tree, ParseError> {
        let token = self.peek();
        let leaf = |formula| Ok(Tree { formula, height: 1, size: 1 });
        match token.kind {
            Kind::True | Kind::False => {
                self.at += 1;
                leaf(Formula::Constant(token.kind == Kind::True))
            }
            Kind::Quoted => {
                self.at += 1;
                leaf(self.atom(token.start + 1, token.end - 1))
            }
            Kind::Name => {
                let end = self.expression()?;
                leaf(self.atom(token.start, end))
            }
            Kind::Open => self.parenthesis(),
            _ => Err(self.expected("a proposition, a unary operator or `(`")),
        }
    }

    fn parenthesis(&mut self) -> Result<Tree, ParseError> {
        let open = self.at;
        let close = self.closing(open).ok_or_else(|| self.expected("`)` for this parenthesis"))?;
        let operand = matches!(self.tokens[close + 1].kind, Kind::Compare | Kind::Sign);
        let inside = &self.tokens[open + 1..close];
        let foreign = |token: &Token| {
            let text = &self.text[token.start..token.end];
            token.kind.is_temporal()
                || token.kind == Kind::Quoted
                || ["~", "not", "and", "or", "/\\", "\\/"].contains(&text)
        };
        let own = !inside.iter().any(foreign);
        if own && (operand || inside.iter().any(|token| token.kind == Kind::Compare)) {
            let start = self.tokens[open].start;
            let formula = if operand {
                let end = self.expression()?;
                self.atom(start, end)
            } else {
                self.at = close + 1;
                self.atom(start + 1, self.tokens[close].start)
            };
            return Ok(Tree { formula, height: 1, size: 1 });
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.expected("fewer parentheses within parentheses"));
        }
        self.at += 1;
        let tree = self.implication()?;
        if !self.take(Kind::Close) {
            return Err(self.expected("an operator or `)`"));
        }
        self.depth -= 1;
        Ok(tree)
    }

    fn binary(
        &self,
        make: fn(Box<Formula>, Box<Formula>) -> Formula,
        left: Tree,
        right: Tree,
    ) -> Result<Tree, ParseError> {
        let (height, size) = (left.height.max(right.height) + 1, left.size + right.size + 1);
        // Measured before it is made: making may repeat a part.
        let tree = self.measured(Tree { formula: Formula::Constant(true), height, size })?;
        Ok(Tree { formula: make(Box::new(left.formula), Box::new(right.formula)), ..tree })
    }

    fn measured(&self, tree: Tree) -> Result<Tree, ParseError> {
        if tree.height > HEIGHT || tree.size > SIZE { Err(self.expected("a smaller formula")) } else { Ok(tree) }
    }
}
