//! Expressions over the state.

use kulan_diagnostics::{Diagnostic, Diagnostics, Span};
use kulan_ir::CBinary;

use super::declaration::suggest;
use crate::Proposition;
use crate::ast::{self, ExprKind as Ast, Ident};
use crate::hir::{self, Expr, ExprKind, Model, Names};
use crate::operator::{BinaryOp, UnaryOp};

/// Parts that an expression can be written out to where definitions stand for others.
const MAX_WRITTEN: usize = 1_000_000;
/// How deep an expression can become.
pub(super) const MAX_HEIGHT: usize = 1_000;

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) enum Site<'a> {
    /// A first value, of a process's variable or a global one.
    Constant(Option<usize>),
    /// In a process.
    Process(usize),
    /// In the property or on the command line; with definitions.
    Watcher(&'a [(String, Proposition)]),
}

/// What names mean at a place.
pub(super) struct Scope<'a> {
    model: &'a Model,
    place: Site<'a>,
    pub diags: &'a mut Diagnostics,
    /// Parts that definitions have been written out to.
    written: usize,
}

impl<'a> Scope<'a> {
    pub(super) fn new(model: &'a Model, place: Site<'a>, diags: &'a mut Diagnostics) -> Scope<'a> {
        Scope { model, place, diags, written: 0 }
    }

    /// The meaning of a whole expression; what is wrong with it is told.
    pub(super) fn expr(&mut self, e: &ast::Expr) -> Option<Expr> {
        let expr = self.part(e)?;
        if expr.height() > MAX_HEIGHT {
            self.error("too-deep", e.span, "this expression becomes too deep");
            return None;
        }
        Some(expr)
    }

    fn part(&mut self, e: &ast::Expr) -> Option<Expr> {
        let kind = match &e.kind {
            Ast::Number(value) => ExprKind::Const(*value),
            Ast::Lvalue(place) => match self.definition(place) {
                Some(definition) => self.write_out(definition, e.span)?,
                None => {
                    let place = self.place(place, e.span)?;
                    self.read(place)
                }
            },
            Ast::At(process, state) => {
                let number = self.process(process)?;
                let process = &self.model.processes[number];
                match process.state_names.get(&state.name) {
                    Some(&state) => ExprKind::At(number, state),
                    None => return self.no_part(process, "state", state, &process.state_names),
                }
            }
            Ast::Remote(process, place) => {
                let place = self.remote(process, place, e.span)?;
                self.read(place)
            }
            Ast::Unary(op, a) => {
                let a = self.part(a)?;
                match a.as_const() {
                    Some(value) => ExprKind::Const(op.evaluate(value)),
                    None => ExprKind::Unary(*op, Box::new(a)),
                }
            }
            Ast::Chain(first, rest) => self.chain(first, rest)?,
        };
        Some(Expr { kind, span: e.span })
    }

    /// A constant; that it is none is told.
    pub(super) fn constant(&mut self, e: &ast::Expr) -> Option<i32> {
        let value = self.expr(e)?;
        if value.as_const().is_none() {
            self.error("constant", e.span, "this must be a constant");
        }
        value.as_const()
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    /// Operators that bind equally.
    fn chain(&mut self, first: &ast::Expr, rest: &[(BinaryOp, ast::Expr)]) -> Option<ExprKind> {
        // All errors are told, not only those of the first operand.
        let mut operands = vec![self.part(first)];
        operands.extend(rest.iter().map(|(_, e)| self.part(e)));
        let mut operands: Vec<Expr> = operands.into_iter().collect::<Option<_>>()?;
        let values: Option<Vec<i32>> = operands.iter().map(Expr::as_const).collect();
        if let Some(value) = values.and_then(|v| fold(&v, rest)) {
            return Some(ExprKind::Const(value));
        }
        // Operators of one power are of one sort.
        Some(match rest.first().map(|(op, _)| *op) {
            Some(BinaryOp::And) => ExprKind::All(operands),
            Some(BinaryOp::Or) => ExprKind::Any(operands),
            Some(BinaryOp::Imply) => ExprKind::Imply(operands),
            _ => {
                let others = operands.split_off(1);
                let ops = rest.iter().filter_map(|(op, _)| c_operator(*op));
                let first = operands.pop()?;
                ExprKind::Chain(Box::new(first), ops.zip(others).collect())
            }
        })
    }

    /// The definition that a bare name stands for.
    fn definition(&self, place: &ast::Lvalue) -> Option<&'a Expr> {
        let Site::Watcher(named) = self.place else { return None };
        let found = named.iter().rev().find(|(name, _)| *name == place.name.name && place.index.is_none());
        found.map(|(_, p)| &p.expr)
    }

    fn write_out(&mut self, definition: &Expr, span: Span) -> Option<ExprKind> {
        self.written += definition.size();
        if self.written > MAX_WRITTEN {
            self.error("too-long", span, "written out, the definitions become too large here");
            return None;
        }
        Some(definition.kind.clone())
    }

    /// A variable or an element, by the name it has here.
    pub(super) fn place(&mut self, place: &ast::Lvalue, span: Span) -> Option<hir::Lvalue> {
        let name = &place.name;
        let locals = match self.place {
            Site::Process(p) | Site::Constant(Some(p)) => Some(&self.model.processes[p].locals),
            _ => None,
        };
        let found = locals.and_then(|l| l.get(&name.name)).or_else(|| self.model.globals.get(&name.name));
        let Some(&variable) = found else {
            self.unknown(name, locals);
            return None;
        };
        self.element(variable, place, span)
    }

    fn unknown(&mut self, name: &Ident, locals: Option<&Names>) {
        let model = self.model;
        let mut diagnostic =
            Diagnostic::error("unknown-name", name.span, format!("there is no variable `{}`", name.name));
        let is_state = match self.place {
            Site::Process(p) => model.processes[p].state_names.contains_key(&name.name).then_some(p),
            _ => None,
        };
        if let Some(p) = is_state {
            diagnostic = diagnostic.help(format!("for the state, write `{}.{}`", model.processes[p].name, name.name));
        } else if model.channels.iter().any(|c| c.name == name.name) {
            diagnostic = diagnostic.note("it is a channel");
        } else if model.process_names.contains_key(&name.name) {
            diagnostic = diagnostic.help(format!("write `{}.state`", name.name));
        } else {
            let known = locals.into_iter().flat_map(|l| l.keys()).chain(model.globals.keys());
            let definitions: &[_] = if let Site::Watcher(named) = self.place { named } else { &[] };
            let known = known.chain(definitions.iter().map(|(n, _)| n));
            diagnostic = suggest(diagnostic, &name.name, known.map(String::as_str));
        }
        self.diags.push(diagnostic);
    }

    /// A variable of a process, which only the property sees.
    fn remote(&mut self, process: &Ident, place: &ast::Lvalue, span: Span) -> Option<hir::Lvalue> {
        if !matches!(self.place, Site::Watcher(_)) {
            let message = "only the property sees the variables of processes";
            let help = "declare the variable outside of all processes";
            self.diags.push(Diagnostic::error("not-here", span, message).help(help));
            return None;
        }
        let number = self.process(process)?;
        let process = &self.model.processes[number];
        match process.locals.get(&place.name.name) {
            Some(&variable) => self.element(variable, place, span),
            None => self.no_part(process, "variable", &place.name, &process.locals),
        }
    }

    fn process(&mut self, name: &Ident) -> Option<usize> {
        let found = self.model.process_names.get(&name.name).copied();
        if found.is_none() {
            let is_property = self.model.property.as_ref() == Some(&name.name);
            let message = match is_property {
                true => format!("`{}` is the property, no process of the system", name.name),
                false => format!("there is no process `{}`", name.name),
            };
            let known = self.model.process_names.keys().map(String::as_str);
            self.diags.push(suggest(Diagnostic::error("unknown-name", name.span, message), &name.name, known));
        }
        found
    }

    fn no_part<T>(&mut self, process: &hir::Process, what: &str, name: &Ident, known: &Names) -> Option<T> {
        let message = format!("process `{}` has no {what} `{}`", process.name, name.name);
        let diagnostic = Diagnostic::error("unknown-name", name.span, message);
        self.diags.push(suggest(diagnostic, &name.name, known.keys().map(String::as_str)));
        None
    }

    /// A variable with its index. An array without index is its first element.
    fn element(&mut self, variable: usize, place: &ast::Lvalue, span: Span) -> Option<hir::Lvalue> {
        let declared = &self.model.variables[variable];
        let index = match (&place.index, declared.elements) {
            (None, None) => None,
            (None, Some(_)) => Some(Box::new(Expr::constant(0, span))),
            (Some(index), Some(_)) => Some(Box::new(self.part(index)?)),
            (Some(index), None) => {
                self.error("type", index.span, format!("`{}` is no array", declared.name));
                return None;
            }
        };
        Some(hir::Lvalue { variable, index, span })
    }

    /// What is read: a constant's value, if it is known which.
    fn read(&self, place: hir::Lvalue) -> ExprKind {
        let declared = &self.model.variables[place.variable];
        let index = match &place.index {
            None => Some(0),
            Some(index) => index.as_const().and_then(|i| usize::try_from(i).ok()),
        };
        let value = index.filter(|_| declared.constant).and_then(|i| declared.initial.get(i));
        value.map_or(ExprKind::Read(place), |&v| ExprKind::Const(v))
    }
}

fn c_operator(op: BinaryOp) -> Option<CBinary> {
    match op {
        BinaryOp::C(op) => Some(op),
        _ => None,
    }
}

/// The value of a chain of constants; none for a division by zero.
fn fold(values: &[i32], rest: &[(BinaryOp, ast::Expr)]) -> Option<i32> {
    let mut result = *values.first()?;
    for (&value, (op, _)) in values[1..].iter().zip(rest) {
        result = match op {
            BinaryOp::And => i32::from(result != 0 && value != 0),
            BinaryOp::Or => i32::from(result != 0 || value != 0),
            BinaryOp::Imply => i32::from(UnaryOp::Not.evaluate(result) != 0 || value != 0),
            BinaryOp::C(op) => op.evaluate(result, value)?,
        };
    }
    Some(result)
}
