//! Lines that begin with `#`.

use std::cell::Cell;
use std::rc::Rc;

use kulan_diagnostics::{Diagnostic, FileId, LoadRequest, LoadedFile, Span};

use super::expand::Macro;
use super::{Preprocessor, too_large};
use crate::token::{Symbol, Tok, Token};

/// Files that include each other.
const MAX_INCLUDE_DEPTH: usize = 64;
/// Files included in all.
const MAX_INCLUDES: usize = 10_000;
/// Conditionals inside conditionals.
const MAX_CONDITIONALS: usize = 10_000;

/// An open `#if`.
#[derive(Debug)]
pub(super) struct Conditional {
    /// Where it begins.
    pub span: Span,
    state: State,
    /// `#else` was seen.
    closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In the branch that is taken.
    Taken,
    /// No branch was taken so far.
    Waiting,
    /// A branch was taken before, or the whole stands in text that is left out.
    Done,
}

/// What follows a macro's name: its parameters, whether the last takes the rest, and the body.
type Head<'t> = (Option<Vec<Symbol>>, bool, &'t [Token]);

impl Conditional {
    pub fn active(&self) -> bool {
        self.state == State::Taken
    }
}

impl Preprocessor<'_> {
    /// Handles the line after `#`.
    pub(super) fn directive(&mut self, hash: Token) {
        let Some(name) = self.next_on_line() else { return };
        self.line_crossed = false;
        let word = self.names.name(name.text).clone();
        match word.as_str() {
            "if" | "ifdef" | "ifndef" => self.open_conditional(&word, hash.span.to(name.span)),
            "elif" => self.elif(name),
            "else" => self.else_branch(name),
            "endif" => self.endif(name),
            _ if !self.active() => self.skip_line(),
            "define" => self.define(name),
            "undef" => self.undef(name),
            "include" => self.include(name),
            "error" => self.user_message(name, true),
            "warning" => self.user_message(name, false),
            "pragma" | "line" | "ident" => self.skip_line(),
            _ if name.kind == Tok::Number => self.skip_line(),
            _ => {
                let text = format!("`#{word}` is no preprocessor directive");
                self.error("unknown-directive", hash.span.to(name.span), text);
                self.skip_line();
            }
        }
    }

    fn next_on_line(&mut self) -> Option<Token> {
        let token = self.files.last_mut()?.lexer.next_on_line(self.names)?;
        self.mention(token);
        Some(token)
    }

    fn line(&mut self) -> Vec<Token> {
        let mut line: Vec<Token> = std::iter::from_fn(|| self.next_on_line()).collect();
        line.retain(|token| token.kind != Tok::StrayComment);
        line
    }

    fn skip_line(&mut self) {
        while self.next_on_line().is_some() {}
    }

    fn conditionals(&mut self) -> &mut Vec<Conditional> {
        &mut self.files.last_mut().expect("a directive stands in a file").conditionals
    }

    fn active(&mut self) -> bool {
        self.conditionals().last().is_none_or(Conditional::active)
    }

    fn open_conditional(&mut self, word: &str, span: Span) {
        let state = match self.active() {
            false => State::Done,
            true if self.condition(word, span) => State::Taken,
            true => State::Waiting,
        };
        self.skip_line();
        if self.conditionals().len() >= MAX_CONDITIONALS {
            return self.fatal(too_large(span, "conditionals are nested too deeply"));
        }
        self.conditionals().push(Conditional { span, state, closed: false });
    }

    fn condition(&mut self, word: &str, span: Span) -> bool {
        let line = self.line();
        if word == "if" {
            return self.value(line, span);
        }
        let Some(name) = line.first().filter(|token| token.kind == Tok::Name) else {
            self.error("bad-directive", span, format!("`#{word}` needs a name"));
            return false;
        };
        self.asked.insert(name.text);
        self.is_defined(name.text) == (word == "ifdef")
    }

    fn value(&mut self, line: Vec<Token>, span: Span) -> bool {
        let whole = line.last().map_or(span, |last| span.to(last.span));
        self.evaluate(line).unwrap_or_else(|why| {
            self.error("bad-condition", whole, format!("this condition makes no sense: {why}"));
            false
        })
    }

    /// The innermost conditional, unless it is missing or has had its `#else`.
    fn branch(&mut self, name: Token) -> Option<State> {
        let word = self.names.get(name.text).to_owned();
        let problem = match self.conditionals().last() {
            None => format!("`#{word}` without `#if`"),
            Some(open) if open.closed => format!("`#{word}` after `#else`"),
            Some(open) => return Some(open.state),
        };
        self.error("bad-directive", name.span, problem);
        self.skip_line();
        None
    }

    fn set_branch(&mut self, state: State, closed: bool) {
        if let Some(open) = self.conditionals().last_mut() {
            (open.state, open.closed) = (state, closed);
        }
    }

    fn elif(&mut self, name: Token) {
        let Some(state) = self.branch(name) else { return };
        let line = self.line();
        let next = match state {
            State::Waiting if self.value(line, name.span) => State::Taken,
            State::Waiting => State::Waiting,
            State::Taken | State::Done => State::Done,
        };
        self.set_branch(next, false);
    }

    fn else_branch(&mut self, name: Token) {
        let Some(state) = self.branch(name) else { return };
        self.set_branch(if state == State::Waiting { State::Taken } else { State::Done }, true);
        self.skip_line();
    }

    fn endif(&mut self, name: Token) {
        if self.conditionals().pop().is_none() {
            self.error("bad-directive", name.span, "`#endif` without `#if`");
        }
        self.skip_line();
    }

    fn user_message(&mut self, name: Token, error: bool) {
        let Some(file) = self.files.last_mut() else { return };
        let (text, span) = file.lexer.rest_of_line();
        let span = name.span.to(span);
        self.report(match error {
            true => Diagnostic::error("user-error", span, text),
            false => Diagnostic::warning("user-warning", span, text),
        });
    }

    fn undef(&mut self, name: Token) {
        match self.next_on_line() {
            Some(token) if token.kind == Tok::Name => drop(self.macros.remove(&token.text)),
            _ => self.error("bad-directive", name.span, "`#undef` needs a name"),
        }
        self.skip_line();
    }

    fn define(&mut self, keyword: Token) {
        let line = self.line();
        let Some((name, rest)) = line.split_first().filter(|(name, _)| name.kind == Tok::Name) else {
            return self.error("bad-directive", keyword.span, "`#define` needs a name");
        };
        let Some((params, variadic, body)) = self.params(*name, rest) else { return };
        let body = body.iter().map(|token| Token { newline: false, ..*token }).collect();
        let new = Macro { span: name.span, params, variadic, body, busy: Cell::new(false) };
        if let Some(old) = self.macros.get(&name.text).filter(|old| !old.same_as(&new)) {
            let text = format!("macro `{}` is defined again, with another body", self.names.get(name.text));
            let old = old.span;
            self.report(Diagnostic::warning("macro-redefined", name.span, text).label(old, "first defined here"));
        }
        self.macros.insert(name.text, Rc::new(new));
    }

    /// The parameters after a macro's name, if a parenthesis follows at once, and the body.
    fn params<'t>(&mut self, name: Token, rest: &'t [Token]) -> Option<Head<'t>> {
        let open = rest.first().filter(|token| token.kind == Tok::LParen && !token.space);
        if open.is_none() {
            return Some((None, false, rest));
        }
        let Some(close) = rest.iter().position(|token| token.kind == Tok::RParen) else {
            self.error("bad-directive", name.span, "the parameters of this macro are not closed with `)`");
            return None;
        };
        let Some((params, variadic)) = self.param_list(&rest[1..close]) else {
            let text = "the parameters of a macro must be names with commas between them";
            self.error("bad-directive", name.span, text);
            return None;
        };
        Some((Some(params), variadic, &rest[close + 1..]))
    }

    fn param_list(&mut self, tokens: &[Token]) -> Option<(Vec<Symbol>, bool)> {
        let mut params = Vec::new();
        if tokens.is_empty() {
            return Some((params, false));
        }
        for part in tokens.split(|token| token.kind == Tok::Comma) {
            match part {
                [name] if name.kind == Tok::Name => params.push(name.text),
                [dots, dot] if (dots.kind, dot.kind) == (Tok::DotDot, Tok::Dot) => {
                    params.push(self.names.intern("__VA_ARGS__"));
                    return Some((params, true));
                }
                _ => return None,
            }
        }
        Some((params, false))
    }

    fn include(&mut self, name: Token) {
        let Some(file) = self.files.last_mut() else { return };
        let (text, span) = file.lexer.rest_of_line();
        let whole = name.span.to(span);
        let Some((path, system)) = include_path(&text) else {
            return self.error("bad-directive", whole, "`#include` needs \"file\" or <file>");
        };
        self.loads += 1;
        if self.files.len() >= MAX_INCLUDE_DEPTH || self.loads > MAX_INCLUDES {
            let text = format!("`{path}` is included too often, or includes itself");
            return self.fatal(Diagnostic::error("include-depth", whole, text));
        }
        self.load(path, system, whole);
    }

    fn load(&mut self, path: &str, system: bool, span: Span) {
        let from = self.files.last().map_or("", |file| self.env.sources.file(file.lexer.file()).name());
        match self.env.loader.load(LoadRequest { path, from, system }) {
            Ok(loaded) => {
                let id = self.intern_file(loaded);
                self.enter(id, Some(span));
            }
            Err(why) => self.error("include", span, format!("cannot include `{path}`: {why}")),
        }
    }

    /// One id for a file that is included several times.
    fn intern_file(&mut self, loaded: LoadedFile) -> FileId {
        let same = self
            .env
            .sources
            .files()
            .find(|(_, file)| file.name() == loaded.name && **file.text() == *loaded.text)
            .map(|(id, _)| id);
        same.unwrap_or_else(|| self.env.sources.add(loaded.name, loaded.text))
    }
}

/// The path in `"path"` or `<path>`; a comment may follow.
fn include_path(text: &str) -> Option<(&str, bool)> {
    let close = match text.bytes().next()? {
        b'"' => '"',
        b'<' => '>',
        _ => return None,
    };
    let len = text[1..].find(close)?;
    Some((&text[1..=len], close == '>'))
}
