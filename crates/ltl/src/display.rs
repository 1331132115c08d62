//! Formulas as text, in SPIN's syntax.

use std::fmt;

use crate::Formula;

impl Formula {
    /// The formula with names for its propositions. A name that is more than a word is quoted. [`parse`](crate::parse)
    /// reads it back.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(usize) -> String) -> impl fmt::Display + 'a {
        Displayed { formula: self, name }
    }
}

/// Propositions are called `p0`, `p1` and so on.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.display(&|atom| format!("p{atom}")).fmt(f)
    }
}

struct Displayed<'a> {
    formula: &'a Formula,
    name: &'a dyn Fn(usize) -> String,
}

enum Piece<'a> {
    Part(&'a Formula),
    Text(&'static str),
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // What is still to be written, last first.
        let mut pending = vec![Piece::Part(self.formula)];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Part(Formula::Constant(value)) => write!(f, "{value}")?,
                Piece::Part(Formula::Atom(atom)) => write_name(f, &(self.name)(*atom))?,
                Piece::Part(part) => push_parts(part, &mut pending),
            }
        }
        Ok(())
    }
}

fn push_parts<'a>(formula: &'a Formula, pending: &mut Vec<Piece<'a>>) {
    let sign = match formula {
        Formula::Constant(_) | Formula::Atom(_) => "",
        Formula::Not(_) => "!",
        Formula::Next(_) => "X ",
        Formula::Finally(_) => "<> ",
        Formula::Globally(_) => "[] ",
        Formula::And(..) => " && ",
        Formula::Or(..) => " || ",
        Formula::Implies(..) => " -> ",
        Formula::Equivalent(..) => " <-> ",
        Formula::Until(..) => " U ",
        Formula::WeakUntil(..) => " W ",
        Formula::Release(..) => " V ",
    };
    let mut parts = Vec::new();
    formula.for_parts(|part| parts.push(part));
    let push = |pending: &mut Vec<Piece<'a>>, part: &'a Formula| {
        let plain = part.arity() < 2;
        pending.extend((!plain).then_some(Piece::Text(")")));
        pending.push(Piece::Part(part));
        pending.extend((!plain).then_some(Piece::Text("(")));
    };
    for (i, part) in parts.iter().enumerate().rev() {
        push(pending, part);
        if i == parts.len() - 1 {
            pending.push(Piece::Text(sign));
        }
    }
}

fn write_name(f: &mut fmt::Formatter, name: &str) -> fmt::Result {
    let word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let read_back = crate::parse(name).is_ok_and(|parsed| matches!(parsed.formula, Formula::Atom(0)));
    if word && read_back { f.write_str(name) } else { write!(f, "\"{name}\"") }
}
