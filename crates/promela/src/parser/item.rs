//! Top-level items.

use super::{Failed, Parsed, Parser};
use crate::ast::{Active, CItem, Decl, Expr, Init, Item, Model, Never, Proctype, Sequence, Trace, Typedef};
use crate::keyword::Keyword;
use crate::token::Tok;

/// A formula to be parsed when all names are known.
struct Deferred {
    /// Its place among the items.
    index: usize,
    /// Its place among the tokens.
    pos: usize,
}

impl Parser<'_> {
    /// The whole model.
    pub(super) fn model(&mut self) -> Model {
        let mut items: Vec<Option<Item>> = Vec::new();
        let mut formulas = Vec::new();
        while !self.at(Tok::Eof) {
            if self.diags.is_full() {
                self.give_up();
            } else if self.at_separator() {
                self.bump();
            } else if self.at_key(Keyword::Ltl) {
                formulas.push(Deferred { index: items.len(), pos: self.cursor.pos });
                items.push(None);
                self.skip_ltl();
            } else {
                let item = self.top(Self::item);
                items.push(item.flatten());
            }
        }
        for Deferred { index, pos } in formulas {
            self.cursor.pos = pos;
            items[index] = self.top(Self::ltl).map(Item::Ltl);
        }
        Model { items: items.into_iter().flatten().collect() }
    }

    /// Parses one item from a clean state, and recovers if it fails.
    pub(super) fn top<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let start = self.cursor.pos;
        let result = f(self);
        (self.parens, self.depth, self.in_sequence, self.ended_early) = (0, 0, false, false);
        self.open_ends.clear();
        if result.is_err() {
            self.skip_item();
            if self.cursor.pos == start {
                self.bump();
            }
        }
        result.ok()
    }

    fn item(&mut self) -> Parsed<Option<Item>> {
        let Tok::Key(keyword) = self.peek() else { return self.global() };
        Ok(Some(match keyword {
            Keyword::Active | Keyword::Proctype | Keyword::DProctype => Item::Proctype(self.proctype()?),
            Keyword::Init => Item::Init(self.init()?),
            Keyword::Never => Item::Never(self.never()?),
            Keyword::Trace | Keyword::Notrace => Item::Trace(self.trace()?),
            Keyword::Typedef => Item::Typedef(self.typedef()?),
            Keyword::Inline => return self.inline_definition().map(|()| None),
            Keyword::CCode | Keyword::CDecl => Item::C(CItem::Code(self.c_code()?)),
            Keyword::CState | Keyword::CTrack => Item::C(self.c_state()?),
            _ => return self.global(),
        }))
    }

    fn global(&mut self) -> Parsed<Option<Item>> {
        if self.at_mtype_constants() {
            return self.mtype_constants().map(|decl| Some(Item::Mtype(decl)));
        }
        if !self.at_declaration() {
            return self.expected("a declaration, `proctype`, `init`, `inline`, `typedef`, `never` or `ltl`");
        }
        let decl = self.declaration()?;
        // C-like slips such as `int f() {` would otherwise pass as two items.
        if matches!(self.peek(), Tok::LParen | Tok::Assign | Tok::LBrack) {
            return self.expected("`,` or `;`");
        }
        Ok(Some(Item::Decl(decl)))
    }

    fn proctype(&mut self) -> Parsed<Proctype> {
        let start = self.token().span;
        let active = self.eat_key(Keyword::Active).then(|| self.active()).transpose()?;
        let deterministic = self.at_key(Keyword::DProctype);
        if !deterministic && !self.at_key(Keyword::Proctype) {
            return self.expected("`proctype`");
        }
        self.bump();
        let name = self.token();
        let ident = self.ident("the name of the process type")?;
        let params = self.params()?;
        let priority = self.priority()?;
        let provided = self.provided()?;
        // Its own body may speak of it, as those behind it.
        self.proctypes.insert(name.text);
        let body = self.body()?;
        let span = self.since(start);
        Ok(Proctype { name: ident, active, deterministic, params, priority, provided, body, span })
    }

    fn active(&mut self) -> Parsed<Active> {
        let start = self.prev_span;
        let mut count = None;
        if self.at(Tok::LBrack) {
            self.open_bracket();
            count = Some(self.expr()?);
            self.close_bracket()?;
        }
        Ok(Active { count, span: self.since(start) })
    }

    fn params(&mut self) -> Parsed<Vec<Decl>> {
        self.open_paren("`(`")?;
        let mut params = Vec::new();
        while !self.at(Tok::RParen) {
            if !self.at_declaration() {
                return self.expected("a parameter such as `byte x`");
            }
            let param = self.declaration()?;
            if let Some(var) = param.vars.iter().find(|var| var.init.is_some()) {
                return self.error("parameter-initializer", var.span, "a parameter cannot have an initial value");
            }
            params.push(param);
            if !self.eat(Tok::Semi) && !self.at(Tok::RParen) {
                return self.expected("`;` or `)` after the parameter");
            }
        }
        self.close_paren()?;
        Ok(params)
    }

    /// `priority n`, if there.
    pub(super) fn priority(&mut self) -> Parsed<Option<Expr>> {
        if !self.eat_key(Keyword::Priority) {
            return Ok(None);
        }
        self.primary().map(Some)
    }

    fn provided(&mut self) -> Parsed<Option<Expr>> {
        if !self.eat_key(Keyword::Provided) {
            return Ok(None);
        }
        self.open_paren("`(` and the condition")?;
        let condition = self.expr()?;
        self.close_paren()?;
        Ok(Some(condition))
    }

    fn init(&mut self) -> Parsed<Init> {
        let span = self.bump().span;
        Ok(Init { priority: self.priority()?, body: self.body()?, span })
    }

    pub(super) fn never(&mut self) -> Parsed<Never> {
        let span = self.bump().span;
        let name = if self.at(Tok::Name) { Some(self.ident("a name")?) } else { None };
        Ok(Never { name, body: self.body()?, span })
    }

    fn trace(&mut self) -> Parsed<Trace> {
        let negated = self.at_key(Keyword::Notrace);
        let span = self.bump().span;
        Ok(Trace { negated, body: self.body()?, span })
    }

    fn body(&mut self) -> Parsed<Sequence> {
        if !self.at(Tok::LBrace) {
            return self.expected("`{`");
        }
        self.in_sequence = true;
        let body = self.block();
        self.in_sequence = false;
        body
    }

    fn typedef(&mut self) -> Parsed<Typedef> {
        let start = self.bump().span;
        let name = self.token();
        let ident = self.ident("the name of the type")?;
        // Known at once, so that an error inside does not spread.
        self.typedefs.insert(name.text);
        self.in_sequence = true;
        let open = self.expect(Tok::LBrace, "`{`")?.span;
        let mut fields = Vec::new();
        while !self.at(Tok::RBrace) {
            if !self.at_declaration() {
                return self.expected("a field such as `byte x`");
            }
            fields.push(self.declaration()?);
            if !self.eat(Tok::Semi) && !self.at(Tok::RBrace) && !self.implied_semicolon() {
                return self.expected("`;` or `}` after the field");
            }
            while self.eat(Tok::Semi) {}
        }
        self.bump();
        if fields.is_empty() {
            let _: Result<(), Failed> = self.error("empty-typedef", self.since(open), "a typedef needs a field");
        }
        Ok(Typedef { name: ident, fields, span: self.since(start) })
    }
}
