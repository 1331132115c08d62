//! Processes: locals, locations, clauses.

use kulan_syntax::Kind;

use super::{Parsed, Parser};
use crate::ast::{Action, Clause, Expr, Location, Proc};

impl Parser<'_> {
    pub(super) fn proc(&mut self) -> Parsed<Proc> {
        self.bump();
        let name = self.ident("the process's name")?;
        let mut count = None;
        if self.eat("[") {
            count = Some(self.whole_expr()?);
            self.expect("]")?;
        }
        self.expect("{")?;
        let mut proc = Proc { name, count, locals: Vec::new(), locations: Vec::new() };
        while self.at("int") {
            match self.declaration() {
                Ok(list) => proc.locals.extend(list),
                Err(_) => self.skip_clause(),
            }
        }
        while !self.at("}") {
            if self.at_item() || self.at_end() {
                return self.expected("a location or the `}` of the process");
            }
            if !self.diags.is_full() && self.location_or_clause(&mut proc).is_err() {
                self.skip_clause();
            } else if self.diags.is_full() {
                self.bump();
            }
        }
        self.bump();
        Ok(proc)
    }

    /// A location's label, or a clause of the last location.
    fn location_or_clause(&mut self, proc: &mut Proc) -> Parsed<()> {
        if self.at_both(Kind::Name, ":") {
            let name = self.ident("a location")?;
            self.bump();
            proc.locations.push(Location { name, clauses: Vec::new() });
            return Ok(());
        }
        if proc.locations.is_empty() {
            let result = self.expected("`int` or a location `name:`");
            self.bump();
            return result;
        }
        let clause = self.clause()?;
        proc.locations.last_mut().expect("there is one").clauses.push(clause);
        Ok(())
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.token().span;
        let mut guard = None;
        if self.eat("when") {
            self.expect("(")?;
            guard = Some(self.whole_expr()?);
            self.expect(")")?;
        }
        let action = self.action(guard.is_some())?;
        let acted = self.since(start);
        let is_jump = matches!(action, Action::None);
        if !is_jump {
            self.expect(";")?;
        }
        self.expect("goto")?;
        let target = self.ident("a location")?;
        let span = if is_jump { self.since(start) } else { acted };
        self.expect(";")?;
        Ok(Clause { guard, action, target, span })
    }

    fn action(&mut self, guarded: bool) -> Parsed<Action> {
        match self.token().kind {
            Kind::Fixed("goto") => Ok(Action::None),
            Kind::Fixed("send") => self.send(),
            Kind::Fixed("recv") => self.receive(),
            Kind::Name => {
                let name = self.ident("a variable")?;
                if !self.at("=") {
                    return self.expected("`=`, or `:` behind a location");
                }
                self.bump();
                Ok(Action::Assign(name, self.whole_expr()?))
            }
            _ if guarded => self.expected("`goto`, an assignment, `send` or `recv`"),
            _ => self.expected("a location, `when`, `goto`, an assignment, `send`, `recv` or `}`"),
        }
    }

    /// `send(value, destination, tag)`.
    fn send(&mut self) -> Parsed<Action> {
        self.bump();
        self.expect("(")?;
        let value = self.whole_expr()?;
        self.expect(",")?;
        let destination = self.whole_expr()?;
        self.expect(",")?;
        let tag = self.whole_expr()?;
        self.expect(")")?;
        Ok(Action::Send { value, destination, tag })
    }

    /// `recv(variable, source, tag)`, where each can be `null`.
    fn receive(&mut self) -> Parsed<Action> {
        self.bump();
        self.expect("(")?;
        let variable = if self.eat("null") { None } else { Some(self.ident("a variable or `null`")?) };
        self.expect(",")?;
        let source = self.expr_or_null()?;
        self.expect(",")?;
        let tag = self.expr_or_null()?;
        self.expect(")")?;
        Ok(Action::Receive { variable, source, tag })
    }

    pub(super) fn expr_or_null(&mut self) -> Parsed<Option<Expr>> {
        if self.eat("null") { Ok(None) } else { self.part_expr().map(Some) }
    }
}
