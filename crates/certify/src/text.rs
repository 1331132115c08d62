//! Certificates as text: a header of lines that begin with a word, then the clauses, then `end`.
//!
//! docs/certificates.md describes it. The last line has a checksum of all others, so that a file that was changed by accident is
//! noticed; who writes or changes one by hand says so there.

use std::fmt;
use std::fmt::Write;

use kulan_ir::text::Conditions;
use kulan_ir::{CheckKind, Instance};
use serde::de::DeserializeOwned;

use crate::certificate::{Asked, Certificate, Method, Origin};
use crate::fingerprint::digest;

/// The first line of every certificate, before the version.
const FORMAT: &str = "kulan-certificate";
/// Raised when old readers could not understand new files.
const VERSION: &str = "1";
/// What stands in place of a checksum where a person has written the file.
const BY_HAND: &str = "by hand";
/// More states in a row are a mistake.
const MOST_STATES: u32 = 1 << 12;

/// Why a text is no certificate, or not one of this system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

impl Certificate {
    /// The text, which [`Certificate::read`] reads back.
    pub fn write(&self) -> String {
        let mut out = format!("{FORMAT} {VERSION}\n");
        self.origin.write(&mut out);
        for name in self.asked.names() {
            let _ = writeln!(out, "never {name}");
        }
        for (kind, most) in &self.within {
            let _ = writeln!(out, "within {} {most}", kind.property());
        }
        let _ = match self.method {
            Method::Ic3 => writeln!(out, "method ic3"),
            Method::KInduction(k) => writeln!(out, "method k-induction {k}"),
        };
        let _ = writeln!(out, "system {:016x}", self.fingerprint);
        for line in &self.clauses.shared {
            let _ = writeln!(out, "{line}");
        }
        for clause in &self.clauses.conditions {
            let _ = writeln!(out, "clause {clause}");
        }
        let sum = digest(&out);
        let _ = writeln!(out, "end {sum:016x}");
        out
    }

    /// Reads a certificate. Whether its clauses mean something, only the system tells.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let mut reader = Reader::default();
        let mut before = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let at = Line { number: number + 1, text: line.trim_end_matches(['\n', '\r']) };
            if reader.ended {
                at.nothing()?;
                continue;
            }
            reader.line(at, &text[..before])?;
            before += line.len();
        }
        let last = text.lines().count() + 1;
        reader.finish(last)
    }
}

impl Origin {
    fn write(&self, out: &mut String) {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let mut line = |word: &str, value: &str| {
            let _ = writeln!(out, "{word} {value}");
        };
        line("model", &text(&self.model));
        let reading = &self.reading;
        reading.language.iter().for_each(|l| line("language", &text(l)));
        reading.defines.iter().for_each(|d| line("define", &text(d)));
        reading.ltl.iter().for_each(|f| line("ltl", &text(f)));
        reading.never.iter().for_each(|f| line("claim", &text(&f.to_string_lossy())));
        reading.hoa.iter().for_each(|f| line("hoa", &text(&f.to_string_lossy())));
        reading.invariants.iter().for_each(|i| line("invariant", &text(i)));
        self.watched.iter().for_each(|p| line("watched", &text(p)));
        if reading.overflow_wraps {
            line("overflow", "wrap");
        }
        let program = serde_json::to_string(&reading.program).unwrap_or_default();
        if program.len() > "{}".len() {
            line("program", &program);
        }
        reading.sought.iter().flatten().for_each(|name| line("sought", name));
        self.instances.iter().for_each(|i| line("instance", &format!("{} {}", i.template, i.slot)));
        for (pass, is_on) in [("merge", self.merge), ("reset-dead", self.reset_dead)] {
            if is_on {
                line("pass", pass);
            }
        }
    }
}

/// A line of the file.
#[derive(Copy, Clone)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn error(self, column: usize, message: impl Into<String>) -> Error {
        Error { line: self.number, column, message: message.into() }
    }

    /// The word at the beginning, and what comes after it.
    fn split(self) -> (&'t str, &'t str) {
        self.text.split_once(' ').unwrap_or((self.text, ""))
    }

    /// The error that what comes after the first word is not what it should be.
    fn expected(self, what: &str) -> Error {
        let (word, rest) = self.split();
        self.error(word.chars().count() + 2, format!("expected {what} behind `{word}`, found `{rest}`"))
    }

    fn nothing(self) -> Result<(), Error> {
        if self.text.trim().is_empty() { Ok(()) } else { Err(self.error(1, "expected nothing behind the end")) }
    }

    /// What comes after the first word as JSON.
    fn json<T: DeserializeOwned>(self, what: &str) -> Result<T, Error> {
        serde_json::from_str(self.split().1).map_err(|_| self.expected(what))
    }

    fn quoted(self) -> Result<String, Error> {
        self.json("a quoted text")
    }

    fn hexadecimal(self) -> Result<u64, Error> {
        let digits = self.split().1;
        let plain = digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        let number = plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten();
        number.ok_or_else(|| self.expected("16 hexadecimal digits"))
    }

    /// The two parts of what comes after the first word.
    fn pair(self) -> Option<(&'t str, &'t str)> {
        self.split().1.split_once(' ')
    }

    fn kind(self, name: &str) -> Result<CheckKind, Error> {
        let kind = CheckKind::ALL.into_iter().find(|kind| kind.property() == name);
        kind.ok_or_else(|| self.expected("the name of a property"))
    }
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    started: bool,
    ended: bool,
    model: Option<String>,
    method: Option<Method>,
    fingerprint: Option<u64>,
    origin: Origin,
    asked: Asked,
    within: std::collections::BTreeMap<CheckKind, u64>,
    clauses: Conditions,
    first_line: Option<usize>,
}

/// Sets what must be there once.
fn once<T>(slot: &mut Option<T>, value: T, at: Line<'_>) -> Result<(), Error> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(at.error(1, format!("there is a second line `{}`", at.split().0))),
    }
}

impl Reader {
    /// Takes a line; `before` is all text above it.
    fn line(&mut self, at: Line<'_>, before: &str) -> Result<(), Error> {
        if !self.started {
            return self.start(at);
        }
        match at.split().0 {
            "never" => self.never(at),
            "within" => self.bound(at),
            "method" => once(&mut self.method, method(at)?, at),
            "system" => once(&mut self.fingerprint, at.hexadecimal()?, at),
            "let" | "clause" => self.clause(at),
            "end" => self.end(at, before),
            _ => self.option(at),
        }
    }

    fn start(&mut self, at: Line<'_>) -> Result<(), Error> {
        self.started = true;
        match at.split() {
            (FORMAT, VERSION) => Ok(()),
            (FORMAT, _) => Err(at.expected(&format!("version {VERSION}"))),
            _ => Err(at.error(1, format!("this is no certificate: expected `{FORMAT} {VERSION}` in the first line"))),
        }
    }

    fn never(&mut self, at: Line<'_>) -> Result<(), Error> {
        match at.split().1 {
            "deadlock" => self.asked.deadlock = true,
            name => {
                self.asked.checks.insert(at.kind(name)?);
            }
        }
        Ok(())
    }

    fn bound(&mut self, at: Line<'_>) -> Result<(), Error> {
        let expected = || at.expected("a bound and its number, as in `threads 3`");
        let (name, number) = at.pair().ok_or_else(expected)?;
        let kind = at.kind(name)?;
        if !matches!(kind, CheckKind::Threads | CheckKind::Frames | CheckKind::Objects) {
            return Err(at.expected("threads, frames or objects"));
        }
        self.within.insert(kind, number.parse().map_err(|_| expected())?);
        Ok(())
    }

    fn clause(&mut self, at: Line<'_>) -> Result<(), Error> {
        let is_shared = at.split().0 == "let";
        if is_shared && !self.clauses.conditions.is_empty() {
            return Err(at.error(1, "expected each `let` before the first clause"));
        }
        self.first_line.get_or_insert(at.number);
        if is_shared {
            self.clauses.shared.push(at.text.to_string());
        } else {
            self.clauses.conditions.push(at.split().1.to_string());
        }
        Ok(())
    }

    /// A line of the header that says how the system came about.
    fn option(&mut self, at: Line<'_>) -> Result<(), Error> {
        if self.first_line.is_some() {
            return Err(at.error(1, "expected a clause or `end`"));
        }
        let origin = &mut self.origin;
        let reading = &mut origin.reading;
        match at.split().0 {
            "model" => once(&mut self.model, at.quoted()?, at)?,
            "language" => once(&mut reading.language, at.quoted()?, at)?,
            "define" => reading.defines.push(at.quoted()?),
            "ltl" => reading.ltl.push(at.quoted()?),
            "claim" => once(&mut reading.never, at.quoted()?.into(), at)?,
            "hoa" => once(&mut reading.hoa, at.quoted()?.into(), at)?,
            "invariant" => reading.invariants.push(at.quoted()?),
            "watched" => origin.watched.push(at.quoted()?),
            "overflow" if at.split().1 == "wrap" => reading.overflow_wraps = true,
            "overflow" => return Err(at.expected("`wrap`")),
            "program" => reading.program = at.json("the options of a program")?,
            "sought" => reading.sought.get_or_insert_default().push(at.split().1.to_string()),
            "instance" => origin.instances.push(instance(at).ok_or_else(|| at.expected("two numbers"))?),
            "pass" => self.pass(at)?,
            word => return Err(at.error(1, format!("a line cannot begin with `{word}`"))),
        }
        Ok(())
    }

    fn pass(&mut self, at: Line<'_>) -> Result<(), Error> {
        match at.split().1 {
            "merge" => self.origin.merge = true,
            "reset-dead" => self.origin.reset_dead = true,
            _ => return Err(at.expected("`merge` or `reset-dead`")),
        }
        Ok(())
    }

    fn end(&mut self, at: Line<'_>, before: &str) -> Result<(), Error> {
        self.ended = true;
        if at.split().1 == BY_HAND || at.hexadecimal()? == digest(before) {
            return Ok(());
        }
        let help = "if that was done on purpose, write `end by hand`";
        Err(at.error(1, format!("the text above was changed after it was written; {help}")))
    }

    fn finish(self, last: usize) -> Result<Certificate, Error> {
        let error = |message: &str| Error { line: last, column: 1, message: message.into() };
        let missing = |word: &str| error(&format!("there is no line `{word}`"));
        if !self.started {
            return Err(error("this is no certificate: the file is empty"));
        }
        if !self.ended {
            return Err(error("the certificate is cut short: its last line, `end`, is missing"));
        }
        let model = self.model.ok_or_else(|| missing("model"))?;
        Ok(Certificate {
            origin: Origin { model, ..self.origin },
            asked: self.asked,
            within: self.within,
            method: self.method.ok_or_else(|| missing("method"))?,
            fingerprint: self.fingerprint.ok_or_else(|| missing("system"))?,
            clauses: self.clauses,
            first_line: self.first_line.unwrap_or(last),
        })
    }
}

fn method(at: Line<'_>) -> Result<Method, Error> {
    let expected = || at.expected("`ic3` or `k-induction` with a number");
    match at.pair() {
        None if at.split().1 == "ic3" => Ok(Method::Ic3),
        Some(("k-induction", k)) => {
            let k = k.parse().ok().filter(|k| (1..=MOST_STATES).contains(k));
            k.map(Method::KInduction).ok_or_else(expected)
        }
        _ => Err(expected()),
    }
}

fn instance(at: Line<'_>) -> Option<Instance> {
    let (template, slot) = at.pair()?;
    Some(Instance { template: template.parse().ok()?, slot: slot.parse().ok()? })
}
