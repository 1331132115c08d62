//! Items: the model's head, shared variables, definitions, check commands.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::Kind;

use super::{Parsed, Parser};
use crate::ast::{Check, Declaration, Definition, Expr, Ident, Model, Range};

impl Parser<'_> {
    /// The whole program; none if its head is missing.
    pub(super) fn model(&mut self) -> Option<Model> {
        let head = self.head();
        if head.is_err() {
            self.skip_item();
        }
        let mut model = head.ok().map(|(name, parameters)| Model {
            name,
            parameters,
            shared: Vec::new(),
            procs: Vec::new(),
            definitions: Vec::new(),
            checks: Vec::new(),
        });
        let mut unused = None;
        while !self.at_end() && !self.diags.is_full() {
            // What follows a wrong head is looked at for further errors.
            let model = model.as_mut().unwrap_or_else(|| unused.get_or_insert_with(|| nothing(self.previous)));
            if self.item(model).is_err() {
                self.skip_item();
            }
        }
        model
    }

    fn head(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        if !self.at("model") {
            return self.expected("`model name(parameters);` at the start");
        }
        self.bump();
        let name = self.ident("the model's name")?;
        let parameters = self.parameters()?;
        self.expect(";")?;
        Ok((name, parameters))
    }

    /// `(a, b)` or nothing.
    fn parameters(&mut self) -> Parsed<Vec<Ident>> {
        let mut list = Vec::new();
        if !self.eat("(") {
            return Ok(list);
        }
        while !self.at(")") {
            list.push(self.ident("a parameter's name or `)`")?);
            if !self.at(")") && !self.eat(",") {
                return self.expected("`,` or `)`");
            }
        }
        self.bump();
        Ok(list)
    }

    fn item(&mut self, model: &mut Model) -> Parsed<()> {
        match self.token().kind {
            Kind::Fixed("int") => model.shared.extend(self.declaration()?),
            Kind::Fixed("proc") => model.procs.push(self.proc()?),
            Kind::Fixed("predicate") => model.definitions.push(self.definition(false)?),
            Kind::Fixed("formula") => model.definitions.push(self.definition(true)?),
            Kind::Fixed("check") => model.checks.push(self.check()?),
            Kind::Fixed("model") => {
                let span = self.bump().span;
                return self.fail(Diagnostic::error("syntax", span, "the model has a name already"));
            }
            Kind::Fixed(";") => {
                self.bump();
            }
            _ => return self.expected("`int`, `proc`, `predicate`, `formula` or `check`"),
        }
        Ok(())
    }

    /// `int a = 1, b;`
    pub(super) fn declaration(&mut self) -> Parsed<Vec<Declaration>> {
        self.expect("int")?;
        let mut list = Vec::new();
        loop {
            let name = self.ident("a variable's name")?;
            let init = if self.eat("=") { Some(self.whole_expr()?) } else { None };
            list.push(Declaration { name, init });
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(list);
            }
        }
    }

    fn definition(&mut self, is_formula: bool) -> Parsed<Definition> {
        self.bump();
        let name = self.ident(if is_formula { "the formula's name" } else { "the predicate's name" })?;
        let parameters = self.parameters()?;
        self.expect("=")?;
        let body = self.formula()?;
        self.expect(";")?;
        Ok(Definition { is_formula, name, parameters, body })
    }

    /// A formula with nothing behind it.
    pub(super) fn whole_formula(&mut self) -> Parsed<Expr> {
        let body = self.formula()?;
        if self.at_end() { Ok(body) } else { self.expected("an operator or the end") }
    }

    fn check(&mut self) -> Parsed<Check> {
        let start = self.bump().span;
        let formula = self.ident("the name of a formula")?;
        let mut ranges = Vec::new();
        if self.eat("for") {
            ranges.push(self.range()?);
            while self.eat(",") {
                ranges.push(self.range()?);
            }
        }
        let reduction =
            if self.eat("using") { Some(self.ident("`full`, `invisible` or `transparent`")?) } else { None };
        let span = self.since(start);
        self.expect(";")?;
        Ok(Check { formula, ranges, reduction, span })
    }

    fn range(&mut self) -> Parsed<Range> {
        let name = self.ident("a parameter's name")?;
        self.expect("=")?;
        let from = self.whole_expr()?;
        let to = if self.eat("..") { Some(self.whole_expr()?) } else { None };
        Ok(Range { name, from, to })
    }
}

fn nothing(span: kulan_diagnostics::Span) -> Model {
    Model {
        name: Ident { name: String::new(), span },
        parameters: Vec::new(),
        shared: Vec::new(),
        procs: Vec::new(),
        definitions: Vec::new(),
        checks: Vec::new(),
    }
}
