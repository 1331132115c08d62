//! Inlines: kept as tokens, expanded at each call, as SPIN does.

use std::rc::Rc;

use kulan_diagnostics::{Diagnostic, Span, plural};

use super::{Cursor, Expansion, Parsed, Parser};
use crate::ast::{InlineCall, StmtKind, VarRef};
use crate::token::{Symbol, Tok, Token};

/// Tokens that all expansions together may put out.
const MAX_INLINED: usize = 20_000_000;

/// An inline definition.
pub(super) struct InlineDef {
    span: Span,
    params: Vec<Symbol>,
    /// From brace to brace.
    body: Vec<Token>,
}

impl Parser<'_> {
    /// `inline f(a, b) { ... }`.
    pub(super) fn inline_definition(&mut self) -> Parsed<()> {
        self.bump();
        let name = self.expect(Tok::Name, "the name of the inline")?;
        self.open_paren("`(`")?;
        let params = match self.at(Tok::RParen) {
            true => Vec::new(),
            false => self.list(|p| p.expect(Tok::Name, "the name of a parameter").map(|token| token.text))?,
        };
        self.close_paren()?;
        if !self.at(Tok::LBrace) {
            return self.expected("`{`");
        }
        let start = self.cursor.pos;
        self.balanced(Tok::LBrace, Tok::RBrace)?;
        let body = self.cursor.tokens[start..self.cursor.pos].to_vec();
        let new = InlineDef { span: name.span, params, body };
        if let Some(old) = self.inlines.insert(name.text, Rc::new(new)) {
            let text = format!("inline `{}` is defined twice", self.names.get(name.text));
            self.report(Diagnostic::error("inline-redefined", name.span, text).label(old.span, "first defined here"));
        }
        Ok(())
    }

    /// Whether a call of an inline begins here.
    pub(super) fn at_inline_call(&self) -> bool {
        self.at(Tok::Name) && self.inlines.contains_key(&self.token().text)
    }

    /// A call, with the variable of `x = f(...)`.
    pub(super) fn inline_call(&mut self, target: Option<VarRef>) -> Parsed<StmtKind> {
        let name = self.bump();
        let Some(def) = self.inlines.get(&name.text).cloned() else { return self.expected("an inline") };
        let args = self.inline_arguments(name, &def)?;
        let call = self.since(name.span);
        self.check_expansion(name, call, &def)?;
        let tokens = instantiate(&def, &args, self.end_token(call));
        self.inlined += tokens.len();
        let call = InlineCall {
            name: self.ident_of(name),
            call,
            target: target.clone(),
            body: self.expansion(name.text, call, target, tokens)?,
        };
        Ok(StmtKind::Inline(call))
    }

    /// The tokens of each argument.
    fn inline_arguments(&mut self, name: Token, def: &InlineDef) -> Parsed<Vec<Vec<Token>>> {
        if !self.at(Tok::LParen) {
            return self.expected("`(` and the arguments of the inline");
        }
        let start = self.cursor.pos;
        self.balanced(Tok::LParen, Tok::RParen)?;
        let inside = &self.cursor.tokens[start + 1..self.cursor.pos - 1];
        let args = split_arguments(inside);
        let (given, wanted) = (args.len(), def.params.len());
        if given == wanted && args.iter().all(|arg| !arg.is_empty()) {
            return Ok(args);
        }
        let text = format!(
            "inline `{}` takes {}, but gets {}",
            self.names.get(name.text),
            plural(wanted, "argument"),
            plural(given, "argument")
        );
        let text = if given == wanted { "an argument of this inline is empty".to_owned() } else { text };
        let at = self.since(name.span);
        self.fail(Diagnostic::error("inline-arguments", at, text).label(def.span, "defined here"))
    }

    fn check_expansion(&mut self, name: Token, call: Span, def: &InlineDef) -> Parsed<()> {
        if self.expansions.iter().any(|open| open.name == name.text) {
            let text = format!("inline `{}` calls itself", self.names.get(name.text));
            self.broken.extend(self.expansions.iter().map(|open| open.name));
            return self.fail(Diagnostic::error("inline-recursion", call, text).label(def.span, "defined here"));
        }
        if self.inlined > MAX_INLINED {
            let text = "inlines expand to more than 20 million tokens";
            let result = self.error("too-large", call, text);
            self.give_up();
            return result;
        }
        Ok(())
    }

    fn end_token(&self, call: Span) -> Token {
        let brace = self.token();
        Token { kind: Tok::Eof, span: call.shrink_to_end(), ..brace }
    }

    /// Parses the tokens of an expansion in place of the model.
    fn expansion(
        &mut self,
        name: Symbol,
        call: Span,
        target: Option<VarRef>,
        tokens: Vec<Token>,
    ) -> Parsed<crate::ast::Sequence> {
        if self.broken.contains(&name) {
            // Its error was told at an earlier call.
            let span = call;
            return Ok(crate::ast::Sequence { steps: Vec::new(), braces: true, span });
        }
        let place = self.prev_place;
        let outer = std::mem::replace(&mut self.cursor, Cursor { tokens: tokens.into(), pos: 0 });
        let errors = self.diags.error_count();
        self.expansions.push(Expansion { name, call, target });
        let body = self.nested(Self::block);
        self.expansions.pop();
        if self.diags.error_count() > errors {
            self.broken.insert(name);
        }
        self.cursor = outer;
        (self.prev, self.prev_span, self.prev_place) = (Tok::RBrace, call.shrink_to_end(), place);
        body
    }
}

/// Splits at the commas outside of brackets.
fn split_arguments(tokens: &[Token]) -> Vec<Vec<Token>> {
    if tokens.is_empty() {
        return Vec::new();
    }
    let mut args = vec![Vec::new()];
    let mut nest = 0usize;
    for &token in tokens {
        match token.kind {
            Tok::LParen | Tok::LBrack | Tok::LBrace => nest += 1,
            Tok::RParen | Tok::RBrack | Tok::RBrace => nest = nest.saturating_sub(1),
            Tok::Comma if nest == 0 => {
                args.push(Vec::new());
                continue;
            }
            _ => {}
        }
        args.last_mut().expect("starts with one").push(Token { newline: false, ..token });
    }
    args
}

/// The body with the parameters replaced. The arguments keep their own places.
fn instantiate(def: &InlineDef, args: &[Vec<Token>], end: Token) -> Vec<Token> {
    let mut out = Vec::with_capacity(def.body.len() + 1);
    for &token in &def.body {
        let param = def.params.iter().position(|&param| token.kind == Tok::Name && token.text == param);
        match param {
            None => out.push(token),
            Some(index) => {
                let first = out.len();
                out.extend_from_slice(&args[index]);
                out[first].newline = token.newline;
                out[first..].iter_mut().for_each(|arg| arg.place = token.place);
            }
        }
    }
    out.push(end);
    out
}
