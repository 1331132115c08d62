//! Declarations of variables and channels.

use kulan_diagnostics::Diagnostic;

use super::{Parsed, Parser};
use crate::ast::{ChanInit, Decl, Declarator, Initializer, MtypeDecl, TypeName, Visibility};
use crate::keyword::Keyword;
use crate::token::Tok;

impl Parser<'_> {
    /// Whether a declaration begins here.
    pub(super) fn at_declaration(&self) -> bool {
        use Keyword::*;
        match self.peek() {
            Tok::Key(Hidden | Show | Local) => true,
            Tok::Key(Bit | Bool | Byte | Pid | Short | Int | Unsigned | Mtype | Chan) => true,
            Tok::Name => self.typedefs.contains(&self.token().text),
            _ => false,
        }
    }

    /// Whether `mtype = {`, `mtype {` or `mtype : x = {` comes, after an optional word such as `hidden`.
    pub(super) fn at_mtype_constants(&self) -> bool {
        let skip = usize::from(matches!(
            self.peek(),
            Tok::Key(Keyword::Hidden) | Tok::Key(Keyword::Show) | Tok::Key(Keyword::Local)
        ));
        let kind = |at: usize| self.ahead(skip + at).kind;
        kind(0) == Tok::Key(Keyword::Mtype)
            && match kind(1) {
                Tok::LBrace | Tok::Assign => true,
                Tok::Colon => kind(2) == Tok::Name && matches!(kind(3), Tok::Assign | Tok::LBrace),
                _ => false,
            }
    }

    /// `mtype = { a, b }`. Commas are optional.
    pub(super) fn mtype_constants(&mut self) -> Parsed<MtypeDecl> {
        let start = self.token().span;
        self.visibility();
        self.bump();
        let subtype = if self.eat(Tok::Colon) { Some(self.ident("the name of the mtype")?) } else { None };
        self.eat(Tok::Assign);
        self.expect(Tok::LBrace, "`{`")?;
        let mut names = vec![self.ident("a name")?];
        while !self.at(Tok::RBrace) {
            if !self.eat(Tok::Comma) {
                names.push(self.ident("`,`, `}` or a name")?);
            }
        }
        self.bump();
        Ok(MtypeDecl { subtype, names, span: self.since(start) })
    }

    /// One type with its variables.
    pub(super) fn declaration(&mut self) -> Parsed<Decl> {
        let start = self.token().place;
        let visibility = self.visibility();
        let ty_start = self.token().span;
        let ty = self.type_name()?;
        let ty_span = self.since(ty_start);
        let vars = self.list(Self::declarator)?;
        Ok(Decl { visibility, ty, ty_span, vars, span: self.written_since(start) })
    }

    fn visibility(&mut self) -> Visibility {
        let visibility = match self.peek() {
            Tok::Key(Keyword::Hidden) => Visibility::Hidden,
            Tok::Key(Keyword::Show) => Visibility::Show,
            Tok::Key(Keyword::Local) => Visibility::Local,
            _ => return Visibility::Plain,
        };
        self.bump();
        visibility
    }

    fn type_name(&mut self) -> Parsed<TypeName> {
        let token = self.token();
        let ty = match token.kind {
            Tok::Key(Keyword::Bit) => TypeName::Bit,
            Tok::Key(Keyword::Bool) => TypeName::Bool,
            Tok::Key(Keyword::Byte) => TypeName::Byte,
            Tok::Key(Keyword::Pid) => TypeName::Pid,
            Tok::Key(Keyword::Short) => TypeName::Short,
            Tok::Key(Keyword::Int) => TypeName::Int,
            Tok::Key(Keyword::Unsigned) => TypeName::Unsigned,
            Tok::Key(Keyword::Chan) => TypeName::Chan,
            Tok::Key(Keyword::Mtype) => {
                self.bump();
                let subtype = if self.eat(Tok::Colon) { Some(self.ident("the name of the mtype")?) } else { None };
                return Ok(TypeName::Mtype(subtype));
            }
            Tok::Name => TypeName::User(self.ident_of(token)),
            _ => return self.expected("a type"),
        };
        self.bump();
        Ok(ty)
    }

    fn declarator(&mut self) -> Parsed<Declarator> {
        if self.prev == Tok::Comma && self.at_declaration() {
            let token = self.token();
            let text = format!("expected the name of a variable, found {}", self.describe(token));
            let help = "between declarations of different types stands `;`, not `,`";
            return self.fail(Diagnostic::error("syntax", token.span, text).help(help));
        }
        let start = self.token().span;
        let name = self.ident("the name of a variable")?;
        let (mut width, mut len, mut init) = (None, None, None);
        if self.eat(Tok::Colon) {
            width = Some(self.primary()?);
        } else if self.at(Tok::LBrack) {
            self.open_bracket();
            len = Some(self.expr()?);
            self.close_bracket()?;
            if self.at(Tok::LBrack) {
                return self.expected("`=`, `,` or `;`");
            }
        }
        if self.eat(Tok::Assign) {
            init = Some(self.initializer()?);
        }
        Ok(Declarator { name, width, len, init, span: self.since(start) })
    }

    fn initializer(&mut self) -> Parsed<Initializer> {
        match self.peek() {
            Tok::LBrace => {
                let start = self.bump().span;
                let values = self.list(Self::expr)?;
                self.close_brace()?;
                Ok(Initializer::List(values, self.since(start)))
            }
            Tok::LBrack => self.chan_init().map(Initializer::Chan),
            _ => self.expr().map(Initializer::Expr),
        }
    }

    /// SPIN drops a separator before any closing brace.
    fn close_brace(&mut self) -> Parsed<()> {
        if self.at_separator() && self.ahead(1).kind == Tok::RBrace {
            self.bump();
        }
        self.expect(Tok::RBrace, "`,` or `}`").map(drop)
    }

    fn chan_init(&mut self) -> Parsed<ChanInit> {
        let start = self.token().span;
        self.open_bracket();
        let capacity = self.expr()?;
        self.close_bracket()?;
        self.expect(Tok::Key(Keyword::Of), "`of`")?;
        self.expect(Tok::LBrace, "`{` and the types of the message's fields")?;
        let fields = self.list(Self::field_type)?;
        self.close_brace()?;
        Ok(ChanInit { capacity, fields, span: self.since(start) })
    }

    fn field_type(&mut self) -> Parsed<TypeName> {
        let token = self.token();
        if token.kind == Tok::Key(Keyword::Unsigned) {
            return self.error("unsigned-field", token.span, "`unsigned` cannot be the type of a message's field");
        }
        if token.kind == Tok::Name && !self.typedefs.contains(&token.text) {
            return self.expected("a type");
        }
        self.type_name()
    }
}
