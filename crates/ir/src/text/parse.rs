//! Systems from text: recursive descent over the tokens.

use std::collections::HashMap;

use super::error::{Error, Position};
use super::lexer::{Token, tokens};
use crate::expr::mask;
use crate::{
    Display, ExprId, FileId, GuardId, Label, Location, Owner, Process, ProcessId, Source, System, Thread, ThreadId,
    VarId, Variable, validate,
};

type Result<T> = std::result::Result<T, Error>;

/// The largest array that is accepted, so that a typo does not exhaust memory.
const MOST_ELEMENTS: u64 = 1 << 24;

/// Reads a system. Expressions are taken as written, without simplifying them.
pub fn parse(text: &str) -> Result<System> {
    let tokens = tokens(text)?;
    let mut parser = Parser::new(&tokens, System::new(""));
    parser.items()?;
    let system = parser.system;
    match validate(&system) {
        Ok(()) => Ok(system),
        Err(list) => Err(Error { position: None, message: list.join("; ") }),
    }
}

/// A name, with its number where it is not the only one.
pub(super) struct Reference {
    position: Position,
    name: String,
    number: Option<usize>,
}

pub(super) struct Parser<'t> {
    tokens: &'t [(Token, Position)],
    at: usize,
    pub(super) system: System,
    /// What `let` defined.
    pub(super) shared: HashMap<u64, ExprId>,
    guards: HashMap<ExprId, GuardId>,
    /// Program counters are variables that come later.
    counters: Vec<(ThreadId, Reference)>,
}

impl<'t> Parser<'t> {
    /// A parser of what is added to a system.
    pub(super) fn new(tokens: &'t [(Token, Position)], system: System) -> Parser<'t> {
        let (shared, guards, counters) = (HashMap::new(), HashMap::new(), Vec::new());
        Parser { tokens, at: 0, system, shared, guards, counters }
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(super) fn position(&self) -> Position {
        self.tokens[self.at].1
    }

    /// Goes on to the next token; the last one stays.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn error(&self, expected: &str) -> Error {
        Error::new(self.position(), format!("expected {expected}, found {}", self.peek().describe()))
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(s) if *s == sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn sign(&mut self, sign: &str) -> Result<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.error(&format!("`{sign}`"))) }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.error(&format!("`{word}`"))) }
    }

    pub(super) fn number(&mut self) -> Result<u64> {
        let Token::Number(n) = *self.peek() else { return Err(self.error("a number")) };
        self.advance();
        Ok(n)
    }

    pub(super) fn small_number(&mut self) -> Result<u32> {
        let position = self.position();
        u32::try_from(self.number()?).map_err(|_| Error::new(position, "expected a number below 2^32"))
    }

    pub(super) fn width(&mut self) -> Result<u8> {
        let position = self.position();
        match self.number()? {
            n @ 1..=64 => Ok(n as u8),
            n => Err(Error::new(position, format!("expected a width of 1 to 64, found {n}"))),
        }
    }

    /// A plain or quoted name.
    pub(super) fn name(&mut self) -> Result<String> {
        let (Token::Word(name) | Token::Text(name)) = self.peek().clone() else { return Err(self.error("a name")) };
        self.advance();
        Ok(name)
    }

    pub(super) fn text(&mut self) -> Result<String> {
        let Token::Text(text) = self.peek().clone() else { return Err(self.error("a quoted text")) };
        self.advance();
        Ok(text)
    }

    fn reference(&mut self) -> Result<Reference> {
        let position = self.position();
        let name = self.name()?;
        let number = if self.eat("#") { Some(self.small_number()? as usize) } else { None };
        Ok(Reference { position, name, number })
    }

    /// The one thing of that name, or the one of that name and number.
    fn find<'n>(reference: &Reference, what: &str, names: impl Iterator<Item = &'n str>) -> Result<u32> {
        let Reference { position, name, number } = reference;
        let wanted = |i: usize| number.is_none_or(|n| n == i);
        let mut found = names.enumerate().filter(|(i, n)| n == name && wanted(*i)).map(|(i, _)| i);
        match (found.next(), found.next()) {
            (Some(i), None) => Ok(i as u32),
            (Some(_), Some(_)) => Err(Error::new(*position, format!("expected a number behind `{name}`, as in `#1`"))),
            (None, _) => Err(Error::new(*position, format!("there is no {what} `{name}`"))),
        }
    }

    pub(super) fn variable(&mut self) -> Result<VarId> {
        let reference = self.reference()?;
        Self::find(&reference, "variable", self.system.variables.iter().map(|v| v.name.as_str())).map(VarId)
    }

    pub(super) fn thread_use(&mut self) -> Result<ThreadId> {
        let reference = self.reference()?;
        Self::find(&reference, "thread", self.system.threads.iter().map(|t| t.name.as_str())).map(ThreadId)
    }

    fn process_use(&mut self) -> Result<ProcessId> {
        let reference = self.reference()?;
        Self::find(&reference, "process", self.system.processes.iter().map(|p| p.name.as_str())).map(ProcessId)
    }

    /// `at file line:column`, if it is there.
    pub(super) fn source(&mut self) -> Result<Option<Source>> {
        if !self.eat_word("at") {
            return Ok(None);
        }
        let reference = self.reference()?;
        let file = Self::find(&reference, "file", self.system.files.iter().map(String::as_str)).map(FileId)?;
        let line = self.small_number()?;
        self.sign(":")?;
        Ok(Some(Source { file, line, column: self.small_number()? }))
    }

    fn items(&mut self) -> Result<()> {
        self.word("system")?;
        self.system.name = self.name()?;
        while *self.peek() != Token::End {
            self.item()?;
        }
        for (thread, reference) in std::mem::take(&mut self.counters) {
            let names = self.system.variables.iter().map(|v| v.name.as_str());
            let var = Self::find(&reference, "variable", names).map(VarId)?;
            self.system.threads[thread.index()].program_counter = Some(var);
        }
        Ok(())
    }

    fn item(&mut self) -> Result<()> {
        let expected = "an item: file, process, thread, var, let, guard, transition, label, end or error";
        let Token::Word(word) = self.peek().clone() else { return Err(self.error(expected)) };
        let item = match word.as_str() {
            "file" => Self::file,
            "process" => Self::process,
            "thread" => Self::thread,
            "var" => Self::declaration,
            "let" => Self::definition,
            "guard" => |p: &mut Self| p.guard().map(|_| ()),
            "transition" => Self::transition,
            "label" => Self::label,
            "end" => Self::valid_end,
            "error" => Self::error_state,
            _ => return Err(self.error(expected)),
        };
        self.advance();
        item(self)
    }

    fn file(&mut self) -> Result<()> {
        let name = self.name()?;
        self.system.files.push(name);
        Ok(())
    }

    fn process(&mut self) -> Result<()> {
        let name = self.name()?;
        self.system.processes.push(Process { name });
        Ok(())
    }

    fn thread(&mut self) -> Result<()> {
        let name = self.name()?;
        self.word("in")?;
        let process = self.process_use()?;
        if self.eat_word("counter") {
            let counter = self.reference()?;
            self.counters.push((ThreadId(self.system.threads.len() as u32), counter));
        }
        let idle = if self.eat_word("idle") { Some(self.number()?) } else { None };
        let mut locations = Vec::new();
        if self.eat("{") {
            while !self.eat("}") {
                let location = self.location(locations.len())?;
                locations.push(location);
            }
        }
        self.system.threads.push(Thread { name, process, program_counter: None, idle, locations });
        Ok(())
    }

    fn location(&mut self, number: usize) -> Result<Location> {
        if *self.peek() != Token::Number(number as u64) {
            return Err(self.error(&format!("location `{number}` or `}}`")));
        }
        self.advance();
        self.sign(":")?;
        let mut labels = Vec::new();
        while matches!(self.peek(), Token::Word(w) if w != "at") || matches!(self.peek(), Token::Text(_)) {
            labels.push(self.name()?);
        }
        Ok(Location { labels, source: self.source()?, ..Location::default() })
    }

    fn declaration(&mut self) -> Result<()> {
        let name = self.name()?;
        let owner = self.owner()?;
        self.sign(":")?;
        let (signed, width) = self.variable_type()?;
        let elements = if self.eat("[") { Some(self.elements()?) } else { None };
        let count = elements.unwrap_or(1) as usize;
        let initial = if self.eat("=") { self.initial(count, width)? } else { vec![0; count] };
        let display = self.display()?;
        self.system.add_variable(Variable { name, width, signed, elements, owner, initial, display });
        Ok(())
    }

    fn owner(&mut self) -> Result<Owner> {
        if !self.eat_word("of") {
            return Ok(Owner::System);
        }
        if self.eat_word("process") {
            return self.process_use().map(Owner::Process);
        }
        self.word("thread")?;
        self.thread_use().map(Owner::Thread)
    }

    /// `u8` or `s16`.
    pub(super) fn variable_type(&mut self) -> Result<(bool, u8)> {
        let expected = "a type of 1 to 64 bits, as in `u8` or `s16`";
        let Token::Word(word) = self.peek() else { return Err(self.error(expected)) };
        let signed = word.starts_with('s');
        let digits = word.strip_prefix(['s', 'u']);
        let width = digits.and_then(|d| d.parse().ok()).filter(|w| (1..=64).contains(w));
        let width = width.ok_or_else(|| self.error(expected))?;
        self.advance();
        Ok((signed, width))
    }

    fn elements(&mut self) -> Result<u32> {
        let position = self.position();
        let n = self.number()?;
        self.sign("]")?;
        match n {
            1..=MOST_ELEMENTS => Ok(n as u32),
            _ => Err(Error::new(position, format!("expected 1 to {MOST_ELEMENTS} elements, found {n}"))),
        }
    }

    fn initial(&mut self, count: usize, width: u8) -> Result<Vec<u64>> {
        if !self.eat("[") {
            return Ok(vec![self.value(width)?; count]);
        }
        let mut list = vec![self.value(width)?];
        while self.eat(",") {
            list.push(self.value(width)?);
        }
        if list.len() != count {
            return Err(self.error(&format!("{count} values, not {}", list.len())));
        }
        self.sign("]")?;
        Ok(list)
    }

    fn value(&mut self, width: u8) -> Result<u64> {
        let position = self.position();
        let negative = self.eat("-");
        let n = self.number()?;
        let bits = if negative { n.wrapping_neg() & mask(width) } else { n };
        let fits = if negative { n <= 1 << (width - 1) } else { n <= mask(width) };
        fits.then_some(bits)
            .ok_or_else(|| Error::new(position, format!("expected a value that fits into {width} bits")))
    }

    pub(super) fn display(&mut self) -> Result<Display> {
        if !self.eat_word("as") {
            return Ok(Display::Number);
        }
        if self.eat_word("bool") {
            return Ok(Display::Bool);
        }
        if self.eat_word("hidden") {
            return Ok(Display::Hidden);
        }
        if self.eat_word("choice") {
            return self.choice();
        }
        self.sign("{")?;
        let mut names = Vec::new();
        while !self.eat("}") {
            let value = self.number()?;
            self.sign(":")?;
            names.push((value, self.name()?));
            if !self.eat(",") {
                self.sign("}")?;
                break;
            }
        }
        Ok(Display::Names(names))
    }

    /// `signed 32 { 0 4, 100 2 }`.
    fn choice(&mut self) -> Result<Display> {
        let signed = self.eat_word("signed");
        let position = self.position();
        let width = self.number()?;
        let width = u8::try_from(width).ok().filter(|w| (1..=64).contains(w));
        let width = width.ok_or_else(|| Error::new(position, "expected a number of bits, 1 to 64".to_string()))?;
        self.sign("{")?;
        let mut ranges = Vec::new();
        while !self.eat("}") {
            ranges.push((self.number()?, self.number()?));
            if !self.eat(",") {
                self.sign("}")?;
                break;
            }
        }
        Ok(Display::Choice { width, signed, ranges })
    }

    /// `let $1 = e`.
    pub(super) fn definition(&mut self) -> Result<()> {
        let Token::Shared(number) = *self.peek() else { return Err(self.error("a number, as in `$1`")) };
        self.advance();
        self.sign("=")?;
        let id = self.expr(None)?;
        self.shared.insert(number, id);
        Ok(())
    }

    pub(super) fn guard(&mut self) -> Result<GuardId> {
        let expr = self.expr_of(1)?;
        let next = GuardId(self.system.guards.len() as u32);
        let id = *self.guards.entry(expr).or_insert(next);
        if id == next {
            self.system.guards.push(expr);
        }
        Ok(id)
    }

    fn label(&mut self) -> Result<()> {
        let name = self.name()?;
        self.sign("=")?;
        let predicate = self.expr_of(1)?;
        self.system.labels.push(Label { name, predicate });
        Ok(())
    }

    fn valid_end(&mut self) -> Result<()> {
        self.system.valid_end = self.expr_of(1)?;
        Ok(())
    }

    /// `error { x = 1 }`; what is not named is zero.
    fn error_state(&mut self) -> Result<()> {
        let mut values: Vec<Vec<u64>> = self.system.variables.iter().map(|v| vec![0; v.len()]).collect();
        self.sign("{")?;
        while !self.eat("}") {
            let v = self.variable()?.index();
            self.sign("=")?;
            let (count, width) = (values[v].len(), self.system.variables[v].width);
            values[v] = self.initial(count, width)?;
        }
        self.system.error_state = Some(values);
        Ok(())
    }
}
