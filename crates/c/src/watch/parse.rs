//! Conditions over the variables of a program, as they are written on the command line.

use std::ops::{Deref, DerefMut};

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use kulan_syntax::{Comments, Cursor, Ident, Kind, Language, Parsed, Token, nested};

/// Words and signs of conditions.
const CONDITION: Language = Language {
    text: "condition",
    keywords: &["NULL", "true", "false"],
    signs: &[
        "->", "<<", "<=", ">>", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", ".", "@", "+", "-", "*", "/", "%",
        "!", "~", "&", "|", "^", "<", ">", "=",
    ],
    in_names: &['#'],
    comments: Comments::C,
    max_depth: 200,
    hint,
};

/// A constant, with the width and the sign of its type in C.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    pub value: u64,
    pub width: u8,
    pub signed: bool,
}

/// Binary operators, each with how tightly it binds.
const BINARY: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    ("<=", 7),
    (">", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

/// A condition, or a part of one.
#[derive(Clone, Debug)]
pub enum Term {
    Number(Constant),
    /// A global variable, or a part of it.
    Variable(Ident, Vec<Part>),
    /// Whether a thread is at a label: `worker@critical`, `worker#2@critical`, `server.worker@critical` in a process.
    At(Option<Ident>, Ident, Ident),
    Unary(&'static str, Box<Term>),
    Binary(&'static str, Box<Term>, Box<Term>, Span),
}

/// A part of a variable.
#[derive(Clone, Debug)]
pub enum Part {
    Field(Ident),
    Element(u64, Span),
}

/// Parses a condition.
pub fn parse(file: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Term> {
    let mut parser = Parser(Cursor::new(&CONDITION, file, sources, diags));
    let term = parser.binary(0).ok()?;
    if !parser.at_end() {
        let _ = parser.expected::<()>("an operator");
        return None;
    }
    Some(term)
}

fn hint(cursor: &Cursor<'_>, token: Token) -> Option<&'static str> {
    match cursor.text(token) {
        "=" => Some("`==` compares"),
        "->" | "*" | "&" => Some("conditions speak of global variables and their parts, not of what pointers point to"),
        "(" => Some("there are no calls and no casts"),
        _ => None,
    }
}

struct Parser<'a>(Cursor<'a>);

impl<'a> Deref for Parser<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.0
    }
}

impl<'a> DerefMut for Parser<'a> {
    fn deref_mut(&mut self) -> &mut Cursor<'a> {
        &mut self.0
    }
}

impl Parser<'_> {
    fn binary(&mut self, least: u8) -> Parsed<Term> {
        let mut left = self.unary()?;
        loop {
            let Kind::Fixed(sign) = self.token().kind else { return Ok(left) };
            let found = BINARY.iter().find(|(text, power)| *text == sign && *power >= least);
            let Some(&(op, power)) = found else { return Ok(left) };
            let span = self.bump().span;
            let right = nested(self, |p| p.binary(power + 1))?;
            left = Term::Binary(op, Box::new(left), Box::new(right), span);
        }
    }

    fn unary(&mut self) -> Parsed<Term> {
        let op = match self.token().kind {
            Kind::Fixed(op @ ("!" | "-" | "~")) => op,
            _ => return self.primary(),
        };
        self.bump();
        Ok(Term::Unary(op, Box::new(nested(self, Self::unary)?)))
    }

    fn primary(&mut self) -> Parsed<Term> {
        match self.token().kind {
            Kind::Number => Ok(Term::Number(self.any_number()?)),
            Kind::Fixed(word @ ("true" | "false" | "NULL")) => {
                self.bump();
                Ok(Term::Number(Constant { value: u64::from(word == "true"), width: 32, signed: true }))
            }
            Kind::Name => self.named(),
            Kind::Fixed("(") => {
                self.bump();
                let inner = nested(self, |p| p.binary(0))?;
                self.expect(")")?;
                Ok(inner)
            }
            _ => self.expected("a condition"),
        }
    }

    fn named(&mut self) -> Parsed<Term> {
        let name = self.ident("a variable")?;
        if self.eat("@") {
            return Ok(Term::At(None, name, self.ident("a label")?));
        }
        let mut parts = Vec::new();
        loop {
            if self.eat(".") {
                let field = self.ident("a field")?;
                if parts.is_empty() && self.eat("@") {
                    return Ok(Term::At(Some(name), field, self.ident("a label")?));
                }
                parts.push(Part::Field(field));
            } else if self.eat("[") {
                let span = self.token().span;
                if self.token().kind != Kind::Number {
                    return self.expected("a number: only constant indices are supported");
                }
                parts.push(Part::Element(self.any_number()?.value, span));
                self.expect("]")?;
            } else {
                return Ok(Term::Variable(name, parts));
            }
        }
    }

    /// A number as C has them: decimal, hexadecimal or octal, with or without letters behind it.
    fn any_number(&mut self) -> Parsed<Constant> {
        let token = self.bump();
        let text = self.text(token).to_ascii_lowercase();
        match constant(&text) {
            Some(number) => Ok(number),
            None => self.fail(Diagnostic::error("syntax", token.span, format!("`{text}` is no number"))),
        }
    }
}

/// An integer constant with the type that C gives it: the first of `int`, `unsigned`, `long` and `unsigned long` that it fits
/// into, of those that its letters allow. Only hexadecimal and octal ones become unsigned without a `u`.
fn constant(text: &str) -> Option<Constant> {
    let (digits, letters) = match text.find(['u', 'l']) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let (is_unsigned, is_long) = match letters {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "ull" | "lu" | "llu" => (true, true),
        _ => return None,
    };
    let hexadecimal = digits.strip_prefix("0x").map(|digits| (digits, 16));
    let octal = || digits.strip_prefix('0').filter(|d| !d.is_empty()).map(|digits| (digits, 8));
    let (digits, base) = hexadecimal.or_else(octal).unwrap_or((digits, 10));
    let value = u64::from_str_radix(digits, base).ok()?;
    let may_be_unsigned = is_unsigned || base != 10;
    let fits = |width: u8, signed: bool| value <= kulan_ir::expr::mask(width - u8::from(signed));
    let types = [(32, true), (32, false), (64, true), (64, false)];
    let allowed = |&(width, signed): &(u8, bool)| {
        (!is_long || width == 64) && if signed { !is_unsigned } else { may_be_unsigned } && fits(width, signed)
    };
    // A decimal number that no signed type has is one that compilers take to be unsigned.
    let (width, signed) = types.into_iter().find(allowed).unwrap_or((64, false));
    Some(Constant { value, width, signed })
}

#[cfg(test)]
mod tests {
    use super::{Constant, constant};

    #[test]
    fn constants_have_the_types_of_c() {
        let is = |text: &str, value: u64, width: u8, signed: bool| {
            assert_eq!(constant(text), Some(Constant { value, width, signed }), "{text}");
        };
        is("5", 5, 32, true);
        is("5u", 5, 32, false);
        is("2147483648", 1 << 31, 64, true);
        is("0x80000000", 1 << 31, 32, false);
        is("020000000000", 1 << 31, 32, false);
        is("0xffffffffu", 0xffff_ffff, 32, false);
        is("0x100000000", 1 << 32, 64, true);
        is("1l", 1, 64, true);
        is("1ull", 1, 64, false);
        is("0xffffffffffffffff", u64::MAX, 64, false);
        assert_eq!(constant("5x"), None);
        assert_eq!(constant("08"), None);
    }
}
