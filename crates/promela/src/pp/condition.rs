//! The integer expressions of `#if`.

use super::Preprocessor;
use crate::token::{Interner, Tok, Token};

/// Nesting of parentheses and unary operators.
const MAX_DEPTH: usize = 200;

/// Reads an expression from tokens that are already expanded.
struct Evaluator<'t> {
    tokens: &'t [Token],
    pos: usize,
    depth: usize,
    names: &'t Interner,
}

/// Why an expression has no value.
type Failure = String;

impl Preprocessor<'_> {
    /// The value of the tokens of an `#if` line.
    pub(super) fn evaluate(&mut self, line: Vec<Token>) -> Result<bool, Failure> {
        self.asked.extend(line.iter().filter(|token| token.kind == Tok::Name).map(|token| token.text));
        let line = self.replace_defined(line)?;
        let tokens = self.expand_list(&line);
        let mut evaluator = Evaluator { tokens: &tokens, pos: 0, depth: 0, names: self.names };
        let value = evaluator.conditional(true)?;
        match evaluator.peek() {
            None => Ok(value != 0),
            Some(_) => Err(format!("unexpected `{}`", evaluator.here())),
        }
    }

    /// `defined X` and `defined(X)` must be dealt with before macros are expanded.
    fn replace_defined(&mut self, line: Vec<Token>) -> Result<Vec<Token>, Failure> {
        let mut out = Vec::new();
        let mut rest = &line[..];
        while let [token, tail @ ..] = rest {
            rest = tail;
            if self.names.get(token.text) != "defined" {
                out.push(*token);
                continue;
            }
            let (name, tail) = match tail {
                [open, name, close, tail @ ..] if open.kind == Tok::LParen && close.kind == Tok::RParen => (name, tail),
                [name, tail @ ..] => (name, tail),
                [] => return Err("`defined` needs a name".to_owned()),
            };
            if name.kind != Tok::Name {
                return Err("`defined` needs a name".to_owned());
            }
            rest = tail;
            let value = if self.is_defined(name.text) { "1" } else { "0" };
            out.push(Token { kind: Tok::Number, text: self.names.intern(value), ..*token });
        }
        Ok(out)
    }
}

impl<'t> Evaluator<'t> {
    fn peek(&self) -> Option<Tok> {
        self.tokens.get(self.pos).map(|token| token.kind)
    }

    fn here(&self) -> &'t str {
        self.tokens.get(self.pos).map_or("end of line", |token| self.names.get(token.text))
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let hit = self.peek() == Some(kind);
        self.pos += usize::from(hit);
        hit
    }

    /// `live` is false in the part of an expression that C does not evaluate.
    fn conditional(&mut self, live: bool) -> Result<i64, Failure> {
        let condition = self.binary(0, live)?;
        if !self.eat(Tok::Query) {
            return Ok(condition);
        }
        self.deeper()?;
        let yes = self.conditional(live && condition != 0)?;
        if !self.eat(Tok::Colon) {
            return Err(format!("expected `:`, found `{}`", self.here()));
        }
        let no = self.conditional(live && condition == 0)?;
        self.depth -= 1;
        Ok(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, least: u8, live: bool) -> Result<i64, Failure> {
        let mut left = self.unary(live)?;
        while let Some(op) = self.peek() {
            let Some(power) = power(op).filter(|&power| power >= least) else { break };
            self.pos += 1;
            let needed = match op {
                Tok::AmpAmp => left != 0,
                Tok::BarBar => left == 0,
                _ => true,
            };
            let right = self.binary(power + 1, live && needed)?;
            left = match apply(op, left, right) {
                Some(value) => value,
                None if live => return Err("division by zero".to_owned()),
                None => 0,
            };
        }
        Ok(left)
    }

    fn deeper(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err("nested too deeply".to_owned()) } else { Ok(()) }
    }

    fn unary(&mut self, live: bool) -> Result<i64, Failure> {
        self.deeper()?;
        let Some(kind) = self.peek() else { return Err("a value is missing at the end".to_owned()) };
        let text = self.here();
        self.pos += 1;
        let value = match kind {
            Tok::Bang => i64::from(self.unary(live)? == 0),
            Tok::Minus => self.unary(live)?.wrapping_neg(),
            Tok::Plus => self.unary(live)?,
            Tok::Tilde => !self.unary(live)?,
            Tok::Number => number(text).ok_or_else(|| format!("`{text}` is no integer"))?,
            Tok::Char => i64::from(text.bytes().rev().nth(1).unwrap_or(0)),
            Tok::Name => 0,
            Tok::LParen => self.parenthesized(live)?,
            _ => return Err(format!("unexpected `{text}`")),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn parenthesized(&mut self, live: bool) -> Result<i64, Failure> {
        let value = self.conditional(live)?;
        if self.eat(Tok::RParen) { Ok(value) } else { Err(format!("expected `)`, found `{}`", self.here())) }
    }
}

/// A C integer with its suffix.
fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return i64::from_str_radix(hex, 16).ok();
    }
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    i64::from_str_radix(digits, radix).ok()
}

fn power(op: Tok) -> Option<u8> {
    Some(match op {
        Tok::BarBar => 1,
        Tok::AmpAmp => 2,
        Tok::Bar => 3,
        Tok::Caret => 4,
        Tok::Amp => 5,
        Tok::Eq | Tok::Ne => 6,
        Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge => 7,
        Tok::Shl | Tok::Shr => 8,
        Tok::Plus | Tok::Minus => 9,
        Tok::Star | Tok::Slash | Tok::Percent => 10,
        _ => return None,
    })
}

/// None for a division by zero.
fn apply(op: Tok, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Tok::BarBar => i64::from(a != 0 || b != 0),
        Tok::AmpAmp => i64::from(a != 0 && b != 0),
        Tok::Bar => a | b,
        Tok::Caret => a ^ b,
        Tok::Amp => a & b,
        Tok::Eq => i64::from(a == b),
        Tok::Ne => i64::from(a != b),
        Tok::Lt => i64::from(a < b),
        Tok::Le => i64::from(a <= b),
        Tok::Gt => i64::from(a > b),
        Tok::Ge => i64::from(a >= b),
        Tok::Shl => a.wrapping_shl(b as u32),
        Tok::Shr => a.wrapping_shr(b as u32),
        Tok::Plus => a.wrapping_add(b),
        Tok::Minus => a.wrapping_sub(b),
        Tok::Star => a.wrapping_mul(b),
        Tok::Slash if b == 0 => return None,
        Tok::Slash => a.wrapping_div(b),
        Tok::Percent if b == 0 => return None,
        Tok::Percent => a.wrapping_rem(b),
        _ => 0,
    })
}
