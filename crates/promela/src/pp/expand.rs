//! Macros and their expansion.

use std::cell::Cell;
use std::rc::Rc;

use kulan_diagnostics::{Diagnostic, Span, plural};

use super::{Preprocessor, too_large};
use crate::token::{Symbol, Tok, Token};

/// Nesting of macro calls inside arguments of macro calls.
const MAX_DEPTH: usize = 200;
/// Tokens of a single expansion.
pub(super) const MAX_EXPANSION: usize = 4_000_000;

/// A macro definition.
#[derive(Debug)]
pub(super) struct Macro {
    /// Where its name stands in the definition.
    pub span: Span,
    /// None for a macro without arguments.
    pub params: Option<Vec<Symbol>>,
    /// Whether the last parameter takes all further arguments.
    pub variadic: bool,
    pub body: Vec<Token>,
    /// Being expanded, so not to be expanded again.
    pub busy: Cell<bool>,
}

/// Tokens to be read before the file goes on.
#[derive(Debug)]
pub(super) struct Context {
    tokens: Vec<Token>,
    pos: usize,
    owner: Option<Rc<Macro>>,
    /// Reading does not go past the end.
    barrier: bool,
}

impl Macro {
    /// Whether both mean the same, so that a second definition is harmless.
    pub fn same_as(&self, other: &Macro) -> bool {
        let texts = |m: &Macro| m.body.iter().map(|token| token.text).collect::<Vec<_>>();
        self.params == other.params && self.variadic == other.variadic && texts(self) == texts(other)
    }
}

impl Preprocessor<'_> {
    /// The next token after expansion.
    pub(super) fn next_expanded(&mut self) -> Token {
        loop {
            let token = self.next_raw();
            if token.kind != Tok::Name || token.painted {
                return token;
            }
            let Some(found) = self.macros.get(&token.text).cloned() else { return self.place_name(token) };
            if found.busy.get() {
                return Token { painted: true, ..token };
            }
            if !self.expand(token, found) {
                return token;
            }
        }
    }

    pub(super) fn next_from_contexts(&mut self) -> Option<Token> {
        loop {
            let top = self.contexts.last_mut()?;
            if let Some(&token) = top.tokens.get(top.pos) {
                top.pos += 1;
                self.steps += 1;
                return Some(token);
            }
            self.steps += 1;
            if top.barrier {
                return Some(self.end());
            }
            self.pop_context();
        }
    }

    fn pop_context(&mut self) {
        if let Some(owner) = self.contexts.pop().and_then(|context| context.owner) {
            owner.busy.set(false);
        }
    }

    fn push_context(&mut self, tokens: Vec<Token>, owner: Option<Rc<Macro>>) {
        if let Some(owner) = &owner {
            owner.busy.set(true);
        }
        self.contexts.push(Context { tokens, pos: 0, owner, barrier: false });
    }

    /// Expands a call; false if this is no call, for want of a parenthesis.
    fn expand(&mut self, name: Token, found: Rc<Macro>) -> bool {
        let (args, place) = match &found.params {
            None => (Vec::new(), name.place),
            Some(params) => {
                if !self.eat_paren() {
                    return false;
                }
                let Some((args, end)) = self.arguments(name, &found, params.len()) else { return true };
                (args, name.place.to(end))
            }
        };
        let mut tokens = self.substitute(&found, &args, name.span);
        tokens.iter_mut().for_each(|token| token.place = place);
        match tokens.first_mut() {
            Some(first) => (first.newline, first.space) = (name.newline, name.space),
            None => self.pending_newline |= name.newline,
        }
        self.push_context(tokens, Some(found));
        true
    }

    /// Takes the next token if it is `(`.
    fn eat_paren(&mut self) -> bool {
        let pending = self.pending_newline;
        let token = self.next_raw();
        if token.kind == Tok::LParen {
            self.line_crossed |= token.newline;
            return true;
        }
        self.pending_newline = pending && token.kind == Tok::Eof;
        if token.kind != Tok::Eof {
            self.push_context(vec![token], None);
        }
        false
    }

    /// The arguments of a call after its `(`, one list of tokens for each parameter, and the place of its `)`.
    fn arguments(&mut self, name: Token, found: &Macro, params: usize) -> Option<(Vec<Vec<Token>>, Span)> {
        let mut args = vec![Vec::new()];
        let mut depth = 0usize;
        let mut crossed = false;
        let end = loop {
            let token = self.next_raw();
            crossed |= token.newline;
            match token.kind {
                Tok::Eof => {
                    self.bad_call(name, found, "this macro call is never closed");
                    return None;
                }
                Tok::RParen if depth == 0 => {
                    self.line_crossed |= crossed || token.newline;
                    break token.place;
                }
                Tok::RParen => depth -= 1,
                Tok::LParen => depth += 1,
                Tok::Comma if depth == 0 && !(found.variadic && args.len() == params) => {
                    args.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            let token = Token { newline: false, space: token.space || token.newline, ..token };
            args.last_mut().expect("starts with one").push(token);
        };
        self.check_arguments(name, found, params, args).map(|args| (args, end))
    }

    fn check_arguments(
        &mut self,
        name: Token,
        found: &Macro,
        params: usize,
        mut args: Vec<Vec<Token>>,
    ) -> Option<Vec<Vec<Token>>> {
        if params == 0 && args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        if found.variadic && args.len() + 1 == params {
            args.push(Vec::new());
        }
        if args.len() == params {
            return Some(args);
        }
        let text = format!(
            "macro `{}` takes {}, but {} given",
            self.names.get(name.text),
            plural(params, "argument"),
            match args.len() {
                1 => "1 is".to_owned(),
                n => format!("{n} are"),
            }
        );
        self.bad_call(name, found, &text);
        None
    }

    fn bad_call(&mut self, name: Token, found: &Macro, text: &str) {
        self.report(Diagnostic::error("macro-call", name.span, text).label(found.span, "defined here"));
    }

    /// All tokens of an argument, expanded on their own.
    pub(super) fn expand_list(&mut self, tokens: &[Token]) -> Vec<Token> {
        let Some(first) = tokens.first() else { return Vec::new() };
        if self.depth >= MAX_DEPTH {
            self.fatal(too_large(first.span, "macro calls are nested too deeply"));
            return Vec::new();
        }
        self.depth += 1;
        self.contexts.push(Context { tokens: tokens.to_vec(), pos: 0, owner: None, barrier: true });
        let pending = std::mem::take(&mut self.pending_newline);
        let mut out = Vec::new();
        loop {
            let token = self.next_expanded();
            if token.kind == Tok::Eof || self.stopped {
                break;
            }
            out.push(token);
            if out.len() > MAX_EXPANSION {
                self.fatal(too_large(token.span, "this macro expands to more than 4 million tokens"));
            }
        }
        self.pending_newline = pending;
        self.pop_context();
        self.depth -= 1;
        out
    }
}
