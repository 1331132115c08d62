//! Variables and channels.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::Kind;

use super::{Parsed, Parser};
use crate::ast::{Channel, Declaration, First, Number, Type};

impl Parser<'_> {
    pub(super) fn at_declaration(&self) -> bool {
        self.at("const") || self.at("byte") || self.at("int")
    }

    /// `const byte a = 1, b[2] = {1, 2};`
    pub(super) fn variables(&mut self) -> Parsed<Vec<Declaration>> {
        let constant = self.eat("const");
        let kind = self.kind()?;
        let mut list = Vec::new();
        loop {
            let name = self.ident("a variable's name")?;
            let size = if self.at("[") { Some(self.size()?) } else { None };
            let first = if self.eat("=") { Some(self.first()?) } else { None };
            list.push(Declaration { constant, kind, name, size, first });
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(list);
            }
        }
    }

    fn kind(&mut self) -> Parsed<Type> {
        let kind = match self.token().kind {
            Kind::Fixed("byte") => Type::Byte,
            Kind::Fixed("int") => Type::Int,
            _ => return self.expected("`byte` or `int`"),
        };
        self.bump();
        Ok(kind)
    }

    fn first(&mut self) -> Parsed<First> {
        let start = self.token().span;
        if !self.at("{") {
            return self.expr().map(First::Value);
        }
        let list = self.one_or_list(Self::expr)?;
        Ok(First::List(list, self.since(start)))
    }

    /// `[number]`.
    fn size(&mut self) -> Parsed<Number> {
        self.expect("[")?;
        let span = self.token().span;
        if self.token().kind != Kind::Number {
            let message = "a size is a literal number";
            return self.fail(Diagnostic::error("syntax", span, message).help("write the number itself here"));
        }
        let value = self.number()?;
        self.expect("]")?;
        Ok(Number { value, span })
    }

    /// `channel a, b;` or `channel {byte, int} a[3], b[0];`
    pub(super) fn channels(&mut self) -> Parsed<Vec<Channel>> {
        self.bump();
        let types = if self.at("{") { Some(self.one_or_list(Self::kind)?) } else { None };
        let mut list = Vec::new();
        loop {
            let name = self.ident("a channel's name")?;
            let capacity = if self.at("[") { Some(self.size()?) } else { None };
            let help = match (&types, capacity) {
                (None, Some(size)) => format!("write `channel {{byte}} {}[{}];`", name.name, size.value),
                (Some(_), None) => {
                    format!("write `{}[0]` for a rendezvous, `{}[2]` for a buffer", name.name, name.name)
                }
                _ => String::new(),
            };
            if !help.is_empty() {
                let message = "a channel has both, the types of its messages and a size, or neither";
                self.diags.push(Diagnostic::error("channel", name.span, message).help(help));
            }
            list.push(Channel { name, types: types.clone(), capacity });
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(list);
            }
        }
    }
}
