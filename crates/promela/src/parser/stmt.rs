//! Sequences and statements.

use kulan_diagnostics::Diagnostic;

use super::{Parsed, Parser};
use crate::ast::{Exclusive, Expr, ExprKind, For, ForRange, Ident, Sequence, Step, Stmt, StmtKind};
use crate::keyword::Keyword;
use crate::token::Tok;

impl Parser<'_> {
    pub(super) fn step(&mut self) -> Parsed<Step> {
        if self.at_declaration() {
            return self.declaration().map(Step::Decl);
        }
        if self.at_key(Keyword::Xr) || self.at_key(Keyword::Xs) {
            return self.exclusive().map(Step::Exclusive);
        }
        let main = self.stmt()?;
        if !self.eat_key(Keyword::Unless) {
            return Ok(Step::Stmt(main));
        }
        let escape = Box::new(self.nested(Self::stmt)?);
        let span = main.span.to(escape.span);
        let kind = StmtKind::Unless { main: Box::new(main), escape };
        Ok(Step::Stmt(Stmt { labels: Vec::new(), kind, span }))
    }

    fn exclusive(&mut self) -> Parsed<Exclusive> {
        let receive = self.at_key(Keyword::Xr);
        let start = self.bump().span;
        let chans = self.list(Self::var_ref)?;
        Ok(Exclusive { receive, chans, span: self.since(start) })
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let labels = self.labels()?;
        let start = self.token().place;
        if !labels.is_empty() && (self.at_separator() || self.at_end_of_sequence()) {
            let span = self.prev_place.shrink_to_end();
            let kind = StmtKind::Expr(Expr { kind: ExprKind::Skip, span });
            return Ok(Stmt { labels, kind, span });
        }
        let kind = self.stmt_kind()?;
        Ok(Stmt { labels, kind, span: self.written_since(start) })
    }

    fn labels(&mut self) -> Parsed<Vec<Ident>> {
        let mut labels = Vec::new();
        while self.at(Tok::Name) && self.ahead(1).kind == Tok::Colon && !self.proctypes.contains(&self.token().text) {
            labels.push(self.ident("a label")?);
            self.bump();
        }
        if !labels.is_empty() && (self.at_declaration() || self.at_key(Keyword::Xr) || self.at_key(Keyword::Xs)) {
            let text = "a label cannot stand before a declaration";
            let help = "put the label before the next statement, or write `skip` after it";
            return self.fail(Diagnostic::error("label-before-declaration", self.token().span, text).help(help));
        }
        Ok(labels)
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        let keyword = match self.peek() {
            Tok::LBrace => return self.block().map(StmtKind::Block),
            Tok::Name => return self.name_stmt(),
            Tok::Key(keyword) => keyword,
            _ => return self.expr_stmt(),
        };
        match keyword {
            Keyword::If => self.options(Keyword::If, Keyword::Fi).map(StmtKind::If),
            Keyword::Do => self.options(Keyword::Do, Keyword::Od).map(StmtKind::Do),
            Keyword::Atomic => self.word_then_block().map(StmtKind::Atomic),
            Keyword::DStep => self.word_then_block().map(StmtKind::DStep),
            Keyword::For => self.for_stmt(),
            Keyword::Select => self.select(),
            Keyword::Break => Ok(self.word_stmt(StmtKind::Break)),
            Keyword::Else => Ok(self.word_stmt(StmtKind::Else)),
            Keyword::Goto => self.goto(),
            Keyword::Assert => self.assert(),
            Keyword::Printf => self.printf(),
            Keyword::Printm => self.printm(),
            Keyword::SetPriority => self.set_priority(),
            Keyword::Return => self.return_stmt(),
            Keyword::CCode | Keyword::CDecl => self.c_code().map(StmtKind::C),
            _ => self.expr_stmt(),
        }
    }

    fn expr_stmt(&mut self) -> Parsed<StmtKind> {
        let value = match self.peek() {
            Tok::Key(Keyword::Unless | Keyword::Of | Keyword::Provided | Keyword::Priority) => {
                return self.expected("a statement");
            }
            _ => self.expr_or_statement()?,
        };
        Ok(StmtKind::Expr(value))
    }

    fn expr_or_statement(&mut self) -> Parsed<Expr> {
        use Tok::*;
        let begins = matches!(self.peek(), Number | Char | LParen | Bang | Tilde | Minus | Key(_));
        if begins { self.expr() } else { self.expected("a statement") }
    }

    fn word_stmt(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    fn word_then_block(&mut self) -> Parsed<Sequence> {
        self.bump();
        self.block()
    }

    fn goto(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.ident("a label").map(StmtKind::Goto)
    }

    fn assert(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.expr().map(StmtKind::Assert)
    }

    fn printf(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_paren("`(`")?;
        let format = self.string("a string")?;
        let args = if self.eat(Tok::Comma) { self.expressions()? } else { Vec::new() };
        self.close_paren()?;
        Ok(StmtKind::Printf { format, args })
    }

    fn printm(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_paren("`(`")?;
        let value = self.primary()?;
        self.close_paren()?;
        Ok(StmtKind::Printm(value))
    }

    fn set_priority(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_paren("`(`")?;
        let pid = self.expr()?;
        self.expect(Tok::Comma, "`,` and the new priority")?;
        let value = self.expr()?;
        self.close_paren()?;
        Ok(StmtKind::SetPriority(pid, value))
    }

    /// `return e` assigns to the variable of the call; it does not jump.
    fn return_stmt(&mut self) -> Parsed<StmtKind> {
        let start = self.bump().span;
        let value = self.expr()?;
        match self.expansions.last().map(|expansion| expansion.target.clone()) {
            Some(Some(target)) => Ok(StmtKind::Assign { target, value }),
            Some(None) => self.error("return", start, "`return` in an inline that is not called as `x = f(...)`"),
            None => self.error("return", start, "`return` outside of an inline"),
        }
    }

    /// `if :: a :: b fi`, `do :: a :: b od`.
    fn options(&mut self, word: Keyword, end: Keyword) -> Parsed<Vec<Sequence>> {
        let open = self.bump().span;
        if !self.at(Tok::ColonColon) {
            return self.no_options(word, end);
        }
        self.open_ends.push(end);
        let mut options = Vec::new();
        while self.at(Tok::ColonColon) {
            let start = self.bump().place;
            let steps = self.steps("this option is empty");
            options.push(Sequence { steps, braces: false, span: self.written_since(start) });
        }
        self.open_ends.pop();
        if self.eat_key(end) {
            return Ok(options);
        }
        let text = format!("this `{}` is not closed", word.word());
        self.unclosed(&format!("`{}` or `::`", end.word()), open, &text);
        self.drop_wrong_end();
        Ok(options)
    }

    /// Passes over a `fi` or `od` that nothing around waits for: most likely it was meant here.
    pub(super) fn drop_wrong_end(&mut self) {
        if let Tok::Key(end @ (Keyword::Fi | Keyword::Od)) = self.peek()
            && !self.open_ends.contains(&end)
        {
            self.bump();
        }
    }

    fn no_options<T>(&mut self, word: Keyword, end: Keyword) -> Parsed<T> {
        let token = self.token();
        let (word, end) = (word.word(), end.word());
        let text = format!("expected `::` after `{word}`, found {}", self.describe(token));
        let help = format!("write `{word} :: condition -> statements :: else -> statements {end}`");
        self.fail(Diagnostic::error("syntax", token.span, text).help(help))
    }

    fn for_stmt(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_paren("`(`")?;
        let var = self.var_ref()?;
        let range = if self.at(Tok::Name) && self.names.get(self.token().text) == "in" {
            self.bump();
            ForRange::In(self.var_ref()?)
        } else {
            let (from, to) = self.range("`:` or `in`")?;
            ForRange::Range { from, to }
        };
        self.close_paren()?;
        self.eat(Tok::Semi);
        let body = self.block()?;
        Ok(StmtKind::For(For { var, range, body }))
    }

    fn select(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_paren("`(`")?;
        let plain = [Tok::Name, Tok::Colon, Tok::Number, Tok::DotDot, Tok::Number, Tok::RParen];
        let plain = plain.iter().enumerate().all(|(i, &kind)| self.ahead(i).kind == kind);
        let var = self.var_ref()?;
        let (from, to) = self.range("`:`")?;
        self.close_paren()?;
        Ok(StmtKind::Select { var, from, to, plain })
    }

    /// `: from .. to`.
    fn range(&mut self, colon: &str) -> Parsed<(Expr, Expr)> {
        self.expect(Tok::Colon, colon)?;
        let from = self.expr()?;
        self.expect(Tok::DotDot, "`..`")?;
        Ok((from, self.expr()?))
    }

    /// A statement that begins with a name.
    fn name_stmt(&mut self) -> Parsed<StmtKind> {
        if self.at_inline_call() {
            return self.inline_call(None);
        }
        if is_foreign(self.names.get(self.token().text)) && matches!(self.ahead(1).kind, Tok::LParen | Tok::Name) {
            return self.expected("a statement");
        }
        if self.ahead(1).kind == Tok::Name && !self.ahead(1).newline {
            return self.two_names();
        }
        let first = self.nested(Self::name_expr)?;
        let ExprKind::Ref(var) = first.kind else { return self.rest_of_expr(first) };
        let broken = self.implied_semicolon();
        if broken && matches!(self.peek(), Tok::Assign | Tok::BangBang | Tok::Query | Tok::QueryQuery) {
            self.warn_line_break();
        }
        match self.peek() {
            Tok::Bang if broken => {}
            Tok::Assign => {
                self.bump();
                if self.at_inline_call() {
                    return self.inline_call(Some(var));
                }
                return Ok(StmtKind::Assign { target: var, value: self.expr()? });
            }
            Tok::PlusPlus => return Ok(self.word_stmt(StmtKind::Increment(var))),
            Tok::MinusMinus => return Ok(self.word_stmt(StmtKind::Decrement(var))),
            Tok::Bang | Tok::BangBang => return self.send(var).map(StmtKind::Send),
            Tok::Query | Tok::QueryQuery => return self.receive(var).map(StmtKind::Receive),
            _ => {}
        }
        self.rest_of_expr(Expr { kind: ExprKind::Ref(var), span: first.span })
    }

    fn rest_of_expr(&mut self, first: Expr) -> Parsed<StmtKind> {
        let start = first.span;
        self.binary_from(first, 0, start).map(StmtKind::Expr)
    }

    /// `T x` with an unknown `T`.
    fn two_names(&mut self) -> Parsed<StmtKind> {
        let token = self.token();
        let name = self.names.get(token.text);
        let text = format!("`{name}` is not a type known here");
        let help = "a typedef must stand before its first use; between statements stands `;`";
        self.fail(Diagnostic::error("unknown-type", token.span, text).help(help))
    }
}

/// A word of C that begins a statement there.
fn is_foreign(word: &str) -> bool {
    matches!(word, "while" | "switch" | "struct" | "enum" | "char" | "long" | "float" | "double" | "void")
}
