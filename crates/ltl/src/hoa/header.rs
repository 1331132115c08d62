//! The header of an automaton in HOA, and the expressions in labels and acceptance conditions.

use std::collections::BTreeMap;

use super::lexer::Token;
use super::{HoaError, Reader};
use crate::Literal;
use crate::bdd::{FALSE, Ref, TRUE};

/// What the header says, as far as it matters.
#[derive(Default)]
pub(super) struct Header {
    pub(super) states: Option<usize>,
    pub(super) starts: Vec<usize>,
    pub(super) atoms: Vec<String>,
    pub(super) aliases: BTreeMap<String, Ref>,
    /// How many acceptance sets; all must be visited again and again, if that is `required`.
    pub(super) sets: usize,
    pub(super) required: Vec<usize>,
    /// The condition is false.
    pub(super) never: bool,
    acceptance: bool,
    name: Option<String>,
}

/// Headers that change nothing about the language.
const IGNORED: &[&str] = &["tool", "name", "properties"];
/// How deep expressions may be.
const DEPTH: usize = 200;

impl Reader<'_> {
    pub(super) fn header(&mut self) -> Result<(), HoaError> {
        match (self.next(), self.next()) {
            ((Token::Header(hoa), _), (Token::Word(version), _)) if hoa == "HOA" && version == "v1" => {}
            ((Token::Header(hoa), _), (_, at)) if hoa == "HOA" => {
                return Err(HoaError::new(at, "only version v1 is known"));
            }
            ((_, at), _) => return Err(HoaError::new(at, "expected `HOA: v1`")),
        }
        loop {
            match self.next() {
                (Token::Header(name), at) => self.item(&name, at)?,
                (Token::Mark(mark), at) if mark == "--BODY--" => {
                    let missing = HoaError::new(at, "there is no `Acceptance:` before this");
                    return if self.header.acceptance { Ok(()) } else { Err(missing) };
                }
                (_, at) => return Err(HoaError::new(at, "expected a header item or `--BODY--`")),
            }
        }
    }

    fn item(&mut self, name: &str, at: usize) -> Result<(), HoaError> {
        match name {
            "States" => self.header.states = Some(self.number("the number of states")?),
            "Start" => {
                let start = self.number("a state")?;
                self.refuse_alternation()?;
                self.header.starts.push(start);
            }
            "AP" => {
                let count = self.number("the number of propositions")?;
                for _ in 0..count {
                    match self.next() {
                        (Token::Text(atom), _) => self.header.atoms.push(atom),
                        (_, at) => return Err(HoaError::new(at, "expected the name of a proposition in quotes")),
                    }
                }
            }
            "Alias" => match self.next() {
                (Token::Alias(alias), _) => {
                    let label = self.label(0)?;
                    self.header.aliases.insert(alias, label);
                }
                (_, at) => return Err(HoaError::new(at, "expected `@` and a name")),
            },
            "acc-name" => {
                let start = self.place();
                self.skip_item();
                self.header.name = Some(self.text[start..self.place()].trim().into());
            }
            "Acceptance" => {
                self.header.sets = self.number("the number of acceptance sets")?;
                self.acceptance(0)?;
                self.header.acceptance = true;
            }
            _ if IGNORED.contains(&name) || name.starts_with(|c: char| c.is_ascii_lowercase()) => self.skip_item(),
            _ => return Err(HoaError::new(at, &format!("the header `{name}:` is not known, and could matter"))),
        }
        Ok(())
    }

    fn skip_item(&mut self) {
        while !matches!(self.peek(), Token::Header(_) | Token::Mark(_) | Token::End) {
            self.next();
        }
    }

    pub(super) fn refuse_alternation(&mut self) -> Result<(), HoaError> {
        match self.peek() {
            Token::Sign('&') => Err(HoaError::new(self.place(), "alternating automata are not supported")),
            _ => Ok(()),
        }
    }

    /// A conjunction of `Inf`s, or a constant.
    fn acceptance(&mut self, depth: usize) -> Result<(), HoaError> {
        loop {
            match self.next() {
                (Token::Word(word), _) if word == "t" => {}
                (Token::Word(word), _) if word == "f" => self.header.never = true,
                (Token::Word(word), at) if word == "Inf" => {
                    self.sign('(')?;
                    if *self.peek() == Token::Sign('!') {
                        return Err(self.unsupported(at));
                    }
                    let set = self.number("an acceptance set")?;
                    if set >= self.header.sets {
                        return Err(HoaError::new(at, "there are fewer acceptance sets"));
                    }
                    self.sign(')')?;
                    self.header.required.push(set);
                }
                (Token::Sign('('), _) if depth < DEPTH => {
                    self.acceptance(depth + 1)?;
                    self.sign(')')?;
                }
                (Token::Word(word), at) if word == "Fin" => return Err(self.unsupported(at)),
                (_, at) => return Err(HoaError::new(at, "expected an acceptance condition")),
            }
            match self.peek() {
                Token::Sign('&') => self.next(),
                Token::Sign('|') => return Err(self.unsupported(self.place())),
                _ => return Ok(()),
            };
        }
    }

    fn unsupported(&self, at: usize) -> HoaError {
        let name = self.header.name.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        HoaError::new(at, &format!("this acceptance condition{name} is not supported: only generalized Büchi is"))
    }

    /// A label: disjunctions of conjunctions of literals, aliases, constants and parentheses.
    pub(super) fn label(&mut self, depth: usize) -> Result<Ref, HoaError> {
        let mut any = FALSE;
        loop {
            let mut all = TRUE;
            loop {
                let factor = self.factor(depth)?;
                all = self.bdd.and(all, factor);
                if *self.peek() != Token::Sign('&') {
                    break;
                }
                self.next();
            }
            any = self.bdd.or(any, all);
            if *self.peek() != Token::Sign('|') {
                return Ok(any);
            }
            self.next();
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Ref, HoaError> {
        let mut negated = false;
        while *self.peek() == Token::Sign('!') {
            self.next();
            negated = !negated;
        }
        let value = match self.next() {
            (Token::Word(word), _) if word == "t" => TRUE,
            (Token::Word(word), _) if word == "f" => FALSE,
            (Token::Number(atom), at) => {
                if atom >= self.header.atoms.len() {
                    return Err(HoaError::new(at, "there are fewer propositions"));
                }
                self.bdd.literal(Literal { atom, positive: true })
            }
            (Token::Alias(alias), at) => match self.header.aliases.get(&alias) {
                Some(&label) => label,
                None => return Err(HoaError::new(at, "this alias was not introduced")),
            },
            (Token::Sign('('), _) if depth < DEPTH => {
                let inner = self.label(depth + 1)?;
                self.sign(')')?;
                inner
            }
            (_, at) => return Err(HoaError::new(at, "expected a label")),
        };
        Ok(if negated { self.bdd.not(value) } else { value })
    }
}
