//! Formulas written out over propositions.

use kulan_diagnostics::Span;
use kulan_ltl::Formula;

use super::expr::balanced;
use super::{Resolver, Scope};
use crate::ast::{self, ExprKind as Syntax, Ident, TemporalBinary, TemporalUnary};
use crate::hir::{Atom, Expr, ExprKind};
use crate::operator::{BinaryOp, UnaryOp};
use crate::print;

impl Resolver<'_> {
    pub(super) fn formula(&mut self, e: &ast::Expr, scope: &mut Scope) -> Formula {
        self.deeper(e.span, |this| this.formula_of(e, scope)).unwrap_or(Formula::Constant(true))
    }

    fn formula_of(&mut self, e: &ast::Expr, scope: &mut Scope) -> Formula {
        match &e.kind {
            Syntax::Number(value) => Formula::Constant(*value != 0),
            Syntax::Unary(UnaryOp::Not, a) => !self.formula(a, scope),
            Syntax::Binary(BinaryOp::And, a, b) => self.pair(Formula::And, a, b, scope),
            Syntax::Binary(BinaryOp::Or, a, b) => self.pair(Formula::Or, a, b, scope),
            Syntax::TemporalBinary(op, a, b) => {
                let make = match op {
                    TemporalBinary::Implies => Formula::Implies,
                    TemporalBinary::Equivalent => Formula::Equivalent,
                    TemporalBinary::Until => Formula::Until,
                    TemporalBinary::WeakUntil => Formula::WeakUntil,
                    TemporalBinary::Release => Formula::Release,
                };
                self.pair(make, a, b, scope)
            }
            Syntax::TemporalUnary(op, a) => {
                let a = Box::new(self.formula(a, scope));
                match op {
                    TemporalUnary::Always => Formula::Globally(a),
                    TemporalUnary::Eventually => Formula::Finally(a),
                    TemporalUnary::Next => Formula::Next(a),
                }
            }
            Syntax::Quantified(q) => {
                let parts = self.instances(q, scope, |this, scope| this.formula(&q.body, scope));
                let make = if q.and { Formula::And } else { Formula::Or };
                let join = |a, b| make(Box::new(a), Box::new(b));
                balanced(parts, &join).unwrap_or(Formula::Constant(q.and))
            }
            Syntax::Name(name) if self.is_definition(&e.kind, scope) => {
                let ident = Ident { name: name.clone(), span: e.span };
                self.definition(&ident, &[], e.span, scope)
            }
            Syntax::Call(name, args) if self.is_definition(&e.kind, scope) => {
                self.definition(name, args, e.span, scope)
            }
            _ => {
                let expr = self.expr(e, scope);
                let name = print::text(e, &|name| scope.binding(name).flatten());
                self.atom(name, expr)
            }
        }
    }

    fn pair(
        &mut self,
        make: fn(Box<Formula>, Box<Formula>) -> Formula,
        a: &ast::Expr,
        b: &ast::Expr,
        scope: &mut Scope,
    ) -> Formula {
        let a = self.formula(a, scope);
        make(Box::new(a), Box::new(self.formula(b, scope)))
    }

    /// A predicate is a proposition; a formula is put in.
    fn definition(&mut self, name: &Ident, args: &[Option<ast::Expr>], span: Span, scope: &mut Scope) -> Formula {
        let Some((number, mut inner)) = self.called(name, args, scope) else { return Formula::Constant(true) };
        if self.looking {
            return Formula::Constant(true);
        }
        let model = self.model;
        let definition = &model.definitions[number];
        if definition.is_formula {
            return self.formula(&definition.body, &mut inner);
        }
        let values: Vec<String> = inner.bindings.iter().filter_map(|(_, v)| v.map(|v| v.to_string())).collect();
        let list = if values.is_empty() { String::new() } else { format!("({})", values.join(",")) };
        let mut expr = self.expr(&definition.body, &mut inner);
        expr.span = span;
        self.atom(format!("{}{list}", name.name), expr)
    }

    /// A proposition, unless it is a constant.
    fn atom(&mut self, name: String, expr: Expr) -> Formula {
        match expr.kind {
            ExprKind::Const(value) => Formula::Constant(value != 0),
            _ if self.looking => Formula::Constant(true),
            _ => Formula::Atom(self.atom_number(name, expr)),
        }
    }

    pub(super) fn atom_number(&mut self, name: String, expr: Expr) -> usize {
        *self.atom_of.entry(name.clone()).or_insert_with(|| {
            self.atoms.push(Atom { name, expr });
            self.atoms.len() - 1
        })
    }
}
