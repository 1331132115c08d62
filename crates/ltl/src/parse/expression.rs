//! Propositions: expressions of the model's language, kept as text.

use super::lexer::Kind;
use super::{AtomText, ParseError, Parser};
use crate::Formula;

impl Parser<'_> {
    /// The token that closes a parenthesis.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(i);
            }
        }
        None
    }

    /// Skips an expression up to a logical operator; gives its end.
    pub(super) fn expression(&mut self) -> Result<usize, ParseError> {
        let (mut end, mut brackets) = (self.peek().start, 0);
        // Whether an operand ended here, and whether that was a name, which may be called.
        let (mut operand, mut name) = (false, false);
        loop {
            let token = self.peek();
            let sign = &self.text[token.start..token.end];
            match token.kind {
                Kind::End if brackets > 0 => return Err(self.expected("`]`")),
                Kind::Open if !operand || name => {
                    let close = self.closing(self.at).ok_or_else(|| self.expected("`)` for this parenthesis"))?;
                    self.refuse_quotes(close)?;
                    self.at = close;
                    (operand, name) = (true, false);
                }
                Kind::Sign if sign == "[" => brackets += 1,
                Kind::Sign if sign == "]" && brackets == 0 => return Ok(end),
                Kind::Sign if sign == "]" => {
                    brackets -= 1;
                    (operand, name) = (true, false);
                }
                Kind::Name if !operand || brackets > 0 => (operand, name) = (true, true),
                Kind::Quoted if brackets > 0 => return self.refuse_quotes(self.at).map(|()| end),
                Kind::Compare | Kind::Sign => (operand, name) = (false, false),
                _ if brackets > 0 => {}
                _ if operand => return Ok(end),
                _ => return Err(self.expected("an operand, or quotes around the proposition")),
            }
            end = self.tokens[self.at].end;
            self.at += 1;
        }
    }

    /// No expression has strings; one that is kept as text could not be quoted any more.
    fn refuse_quotes(&mut self, last: usize) -> Result<(), ParseError> {
        match (self.at..=last).find(|&i| self.tokens[i].kind == Kind::Quoted) {
            Some(quoted) => {
                self.at = quoted;
                Err(self.expected("an expression without quotes"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn atom(&mut self, start: usize, end: usize) -> Formula {
        let raw = &self.text[start..end];
        let text = raw.split_whitespace().collect::<Vec<_>>().join(" ");
        let offset = start + (raw.len() - raw.trim_start().len());
        let known = self.atoms.iter().position(|atom| atom.text == text);
        Formula::Atom(known.unwrap_or_else(|| {
            self.atoms.push(AtomText { text, offset });
            self.atoms.len() - 1
        }))
    }
}
