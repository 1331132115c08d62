//! Expressions and variable references.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Field, Kind, Resolver};
use crate::ast;
use crate::hir::{Expr, ExprKind, Pattern, Run, Scalar, Symbol, VarUse};

/// A reference after walking its path: a scalar part, or a whole structure.
pub(super) struct Reference {
    symbol: Symbol,
    /// The path after the head, as in `.a.b`.
    suffix: String,
    indices: Vec<Expr>,
    /// What stands at the end of the path.
    kind: Kind,
    /// Whether the last part is an array that was given no index.
    whole_array: Option<u32>,
}

impl Resolver<'_> {
    /// A constant expression.
    pub(super) fn constant(&mut self, e: &ast::Expr) -> Option<i32> {
        // SPIN takes an initialised variable as a constant in array bounds and instance counts.
        if let ast::ExprKind::Ref(r) = &e.kind
            && let Some(Symbol::Global(g)) = r.as_ident().and_then(|i| self.lookup(&i.name))
            && let [Expr { kind: ExprKind::Const(n), .. }] = self.global_fields[g].init[..]
        {
            return Some(n);
        }
        let value = self.value(e)?;
        let result = fold(&value);
        if result.is_none() {
            self.error("not-constant", e.span, "this must be a constant");
        }
        result
    }

    /// An expression as a value.
    pub(super) fn value(&mut self, e: &ast::Expr) -> Option<Expr> {
        let kind = self.value_kind(e)?;
        Some(Expr { kind, span: e.span })
    }

    fn boxed(&mut self, e: &ast::Expr) -> Option<Box<Expr>> {
        self.value(e).map(Box::new)
    }

    fn value_kind(&mut self, e: &ast::Expr) -> Option<ExprKind> {
        Some(match &e.kind {
            ast::ExprKind::Number(n) => ExprKind::Const(*n),
            ast::ExprKind::Char(c) => ExprKind::Const(i32::from(*c)),
            ast::ExprKind::Bool(b) => ExprKind::Const(i32::from(*b)),
            ast::ExprKind::Skip => ExprKind::Const(1),
            ast::ExprKind::Ref(r) => self.reference_value(r)?,
            ast::ExprKind::Unary(op, a) => {
                if *op != ast::UnaryOp::Not {
                    self.no_arithmetic(&[a]);
                }
                ExprKind::Unary(*op, self.boxed(a)?)
            }
            ast::ExprKind::Binary(op, a, b) => {
                if op.is_arithmetic() {
                    self.no_arithmetic(&[a, b]);
                }
                let (a, b) = (self.boxed(a), self.boxed(b));
                let (a, b) = (a?, b?);
                if self.strict && matches!(op, ast::BinaryOp::Div | ast::BinaryOp::Rem) && fold(&b) == Some(0) {
                    self.error("division", e.span, "division by zero");
                    return None;
                }
                ExprKind::Binary(*op, a, b)
            }
            ast::ExprKind::Cond(c) => {
                let parts = [self.value(&c.cond), self.value(&c.yes), self.value(&c.no)];
                let [cond, yes, no] = parts;
                ExprKind::Cond(Box::new([cond?, yes?, no?]))
            }
            ast::ExprKind::Len(chan) => ExprKind::Len(self.channel(chan)?),
            ast::ExprKind::Probe(probe, chan) => ExprKind::Probe(*probe, self.channel(chan)?),
            ast::ExprKind::Poll(poll) => {
                let chan = self.channel(&poll.chan)?;
                let args = self.patterns(&poll.args)?;
                ExprKind::Poll { chan, random: poll.random, args }
            }
            ast::ExprKind::Enabled(p) => ExprKind::Enabled(self.boxed(p)?),
            ast::ExprKind::PcValue(p) => ExprKind::PcValue(self.boxed(p)?),
            ast::ExprKind::GetPriority(p) => {
                self.program.uses_priority = true;
                ExprKind::Priority(Some(self.boxed(p)?))
            }
            ast::ExprKind::Timeout => ExprKind::Timeout,
            ast::ExprKind::NonProgress => {
                if !self.in_claim {
                    self.error("np", e.span, "`np_` can only be used in a never claim");
                }
                ExprKind::NonProgress
            }
            ast::ExprKind::RemoteLabel(r) => self.remote_label(r)?,
            ast::ExprKind::RemoteVar(r) => self.remote_var(r, e.span)?,
            ast::ExprKind::Run(_) => {
                let d = Diagnostic::error("unsupported", e.span, "`run` inside a larger expression is not supported")
                    .help("use `run P(..)` as a statement, or assign it: `p = run P(..)`");
                self.diags.push(d);
                return None;
            }
            ast::ExprKind::C(code) => {
                self.embedded_c(&code.keyword);
                return None;
            }
        })
    }

    fn reference_value(&mut self, r: &ast::VarRef) -> Option<ExprKind> {
        if let Some(ident) = r.as_ident()
            && self.lookup(&ident.name).is_none()
        {
            if let Some(kind) = self.predefined(ident) {
                return kind;
            }
            if let Some(&(_, value)) = self.constants.get(&ident.name) {
                return Some(ExprKind::Const(value));
            }
        }
        self.scalar_use(r).map(ExprKind::Var)
    }

    /// `Some(None)` when the name is predefined but cannot stand here.
    fn predefined(&mut self, ident: &ast::Ident) -> Option<Option<ExprKind>> {
        match &*ident.name {
            "_pid" => Some(Some(ExprKind::Pid)),
            "_nr_pr" => Some(Some(ExprKind::NrPr)),
            "_last" => {
                self.program.uses_last = true;
                Some(Some(ExprKind::Last))
            }
            "_priority" => {
                self.program.uses_priority = true;
                Some(Some(ExprKind::Priority(None)))
            }
            "_" => {
                self.error("write-only", ident.span, "the value of `_` cannot be read");
                Some(None)
            }
            "STDIN" => {
                self.stdin(ident.span);
                Some(None)
            }
            _ => None,
        }
    }

    pub(super) fn stdin(&mut self, span: Span) {
        self.unsupported(span, "`STDIN`", "a model must be closed: give it its input through a channel of its own");
    }

    /// Walks a reference.
    fn reference(&mut self, r: &ast::VarRef) -> Option<Reference> {
        let head = r.head();
        if &*head.name == "STDIN" {
            self.stdin(head.span);
            return None;
        }
        let Some(symbol) = self.lookup(&head.name) else {
            self.unknown_name(head);
            return None;
        };
        let field = self.field(symbol, self.current).clone();
        self.walk(symbol, field, &r.path)
    }

    fn unknown_name(&mut self, ident: &ast::Ident) {
        let message = format!("`{}` is not declared", ident.name);
        if self.failed.contains(&ident.name) || self.diags.repeat("unknown-name", &message) {
            return;
        }
        let known = self.scopes.iter().flat_map(|s| s.keys()).chain(self.globals.keys()).chain(self.constants.keys());
        let near = kulan_diagnostics::nearest(&ident.name, known.map(|k| k.as_str()));
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let set =
            is_capital(&ident.name).then(|| format!("if it is a parameter of the model, set it: -D {}=..", ident.name));
        let help: Vec<String> = near.into_iter().chain(set).collect();
        let d = Diagnostic::error("unknown-name", ident.span, message);
        self.diags.push(if help.is_empty() { d } else { d.help(help.join(" ")) });
    }

    fn walk(&mut self, symbol: Symbol, mut field: Field, path: &[ast::PathPart]) -> Option<Reference> {
        let mut suffix = String::new();
        let mut indices = Vec::new();
        for (i, part) in path.iter().enumerate() {
            if i > 0 {
                field = self.subfield(&field, &part.name)?;
                suffix.push('.');
                suffix.push_str(&part.name.name);
            }
            match (&part.index, field.dim) {
                (Some(index), Some(len)) => indices.push(self.index(index, len)?),
                (Some(index), None) => {
                    // SPIN takes any scalar as an array of one element.
                    let value = self.value(index)?;
                    if fold(&value) != Some(0) {
                        self.error("not-array", part.name.span, format!("`{}` is not an array", part.name.name));
                        return None;
                    }
                }
                (None, Some(len)) if i + 1 == path.len() => {
                    return Some(Reference { symbol, suffix, indices, kind: field.kind, whole_array: Some(len) });
                }
                (None, Some(_)) => {
                    self.error(
                        "missing-index",
                        part.name.span,
                        format!("`{}` is an array: an index is missing", part.name.name),
                    );
                    return None;
                }
                (None, None) => {}
            }
        }
        Some(Reference { symbol, suffix, indices, kind: field.kind, whole_array: None })
    }

    fn index(&mut self, index: &ast::Expr, len: u32) -> Option<Expr> {
        let value = self.value(index)?;
        let outside = fold(&value).filter(|&i| u32::try_from(i).is_ok_and(|i| i >= len) || i < 0);
        if let Some(i) = outside.filter(|_| self.strict) {
            self.error("index", index.span, format!("index {i} is out of range 0..{}", len - 1));
            return None;
        }
        Some(value)
    }

    fn subfield(&mut self, field: &Field, name: &ast::Ident) -> Option<Field> {
        let Kind::Struct(index) = field.kind else {
            self.error("not-struct", name.span, format!("`{}` is not a structure", field.name));
            return None;
        };
        let found = self.structs[index].iter().find(|f| f.name == *name.name).cloned();
        if found.is_none() {
            self.error("unknown-field", name.span, format!("there is no field `{}` here", name.name));
        }
        found
    }

    /// A reference to one scalar.
    pub(super) fn scalar_use(&mut self, r: &ast::VarRef) -> Option<VarUse> {
        let reference = self.reference(r)?;
        if reference.whole_array.is_some() {
            self.error("missing-index", r.span, "this is an array: an index is missing");
            return None;
        }
        if matches!(reference.kind, Kind::Struct(_)) {
            self.error("type", r.span, "a structure cannot stand here: name one of its fields");
            return None;
        }
        let leaf = self.leaf(&reference, self.current)?;
        Some(VarUse { symbol: reference.symbol, leaf, indices: reference.indices, span: r.span })
    }

    fn leaf(&self, reference: &Reference, proctype: Option<usize>) -> Option<usize> {
        let variable = match reference.symbol {
            Symbol::Global(i) => &self.program.globals[i],
            Symbol::Local(i) => &self.program.proctypes[proctype?].locals[i],
        };
        variable.leaves.iter().position(|l| l.suffix == reference.suffix)
    }

    pub(super) fn scalar_type(&self, var: &VarUse) -> Scalar {
        let variable = match var.symbol {
            Symbol::Global(i) => &self.program.globals[i],
            Symbol::Local(i) => &self.program.proctypes[self.current.expect("in a body")].locals[i],
        };
        variable.leaves[var.leaf].scalar
    }

    /// A reference to a channel.
    pub(super) fn channel(&mut self, r: &ast::VarRef) -> Option<VarUse> {
        let var = self.scalar_use(r)?;
        if self.scalar_type(&var) != Scalar::Chan {
            self.error("type", r.span, format!("`{}` is not a channel", r.head().name));
            return None;
        }
        Some(var)
    }

    /// All scalars of a reference: of a structure its fields, with all elements of those that are arrays.
    fn expand(&mut self, r: &ast::VarRef) -> Option<Vec<VarUse>> {
        let reference = self.reference(r)?;
        if reference.whole_array.is_some() {
            self.error("missing-index", r.span, "this is an array: an index is missing");
            return None;
        }
        let variable = match reference.symbol {
            Symbol::Global(i) => &self.program.globals[i],
            Symbol::Local(i) => &self.program.proctypes[self.current.expect("in a body")].locals[i],
        };
        let inside = format!("{}.", reference.suffix);
        let mut uses = Vec::new();
        for (leaf, part) in variable.leaves.iter().enumerate() {
            if part.suffix == reference.suffix || part.suffix.starts_with(&inside) {
                let rest = &part.dims[reference.indices.len()..];
                for tail in all_indices(rest, r.span) {
                    let indices = reference.indices.iter().cloned().chain(tail).collect();
                    uses.push(VarUse { symbol: reference.symbol, leaf, indices, span: r.span });
                }
            }
        }
        Some(uses)
    }

    fn is_variable(&self, r: &ast::VarRef) -> bool {
        self.lookup(&r.head().name).is_some()
    }

    /// The arguments of a send or `run`: a structure stands for its fields.
    pub(super) fn arguments(&mut self, args: &[ast::Expr]) -> Option<Vec<Expr>> {
        let mut out = Vec::new();
        for arg in args {
            match &arg.kind {
                ast::ExprKind::Ref(r) if self.is_variable(r) => {
                    let uses = self.expand(r)?;
                    out.extend(uses.into_iter().map(|u| Expr { kind: ExprKind::Var(u), span: arg.span }));
                }
                _ => out.push(self.value(arg)?),
            }
        }
        Some(out)
    }

    /// The arguments of a receive or poll.
    pub(super) fn patterns(&mut self, args: &[ast::RecvArg]) -> Option<Vec<Pattern>> {
        let mut out = Vec::new();
        for arg in args {
            match arg {
                ast::RecvArg::Const(e) | ast::RecvArg::Eval(e) => out.push(Pattern::Match(self.value(e)?)),
                ast::RecvArg::Ref(r) => self.reference_pattern(r, &mut out)?,
            }
        }
        Some(out)
    }

    /// The arguments of a receive, which stores into its variables.
    pub(super) fn receive_patterns(&mut self, args: &[ast::RecvArg]) -> Option<Vec<Pattern>> {
        for (i, arg) in args.iter().enumerate() {
            let ast::RecvArg::Ref(r) = arg else { continue };
            let Some(ident) = r.as_ident().filter(|ident| self.lookup(&ident.name).is_some()) else { continue };
            let same = |other: &ast::RecvArg| matches!(other, ast::RecvArg::Ref(o) if o.as_ident().is_some_and(|o| o.name == ident.name));
            if args[..i].iter().any(same) {
                self.error("duplicate", ident.span, format!("`{}` is to take two fields of one message", ident.name));
            }
        }
        self.patterns(args)
    }

    fn reference_pattern(&mut self, r: &ast::VarRef, out: &mut Vec<Pattern>) -> Option<()> {
        if let Some(ident) = r.as_ident()
            && self.lookup(&ident.name).is_none()
        {
            if &*ident.name == "_" {
                out.push(Pattern::Ignore);
                return Some(());
            }
            if let "_pid" | "_nr_pr" | "_last" | "_priority" = ident.name.as_str() {
                let d = Diagnostic::error(
                    "read-only",
                    ident.span,
                    format!("nothing can be received into `{}`", ident.name),
                )
                .help(format!("`eval({})` compares a field with it", ident.name));
                self.diags.push(d);
                return None;
            }
            if let Some(&(_, value)) = self.constants.get(&ident.name) {
                out.push(Pattern::Match(Expr { kind: ExprKind::Const(value), span: ident.span }));
                return Some(());
            }
        }
        out.extend(self.expand(r)?.into_iter().map(Pattern::Store));
        Some(())
    }

    pub(super) fn run(&mut self, run: &ast::Run, span: Span) -> Option<Run> {
        let Some(&proctype) = self.proctypes.get(&run.proc.name) else {
            self.error("unknown-proctype", run.proc.span, format!("there is no proctype `{}`", run.proc.name));
            return None;
        };
        let args = self.arguments(&run.args)?;
        let mut priority = 1;
        if let Some(p) = &run.priority {
            self.program.uses_priority = true;
            priority = self.constant(p)?;
            if !(1..=255).contains(&priority) {
                self.error("priority", p.span, "a priority is a number from 1 to 255");
            }
        }
        self.runs.push((proctype, args.len(), span));
        self.typed_arguments(proctype, &run.args);
        Some(Run { proctype, args, priority })
    }

    /// Remembers the arguments that are of an mtype.
    fn typed_arguments(&mut self, proctype: usize, args: &[ast::Expr]) {
        for (parameter, arg) in args.iter().enumerate() {
            if let Some(table) = self.mtype_of(arg) {
                self.typed_arguments.push((proctype, parameter, table, arg.span));
            }
        }
    }

    /// The table of an expression that is an mtype's constant or a plain variable of that type.
    pub(super) fn mtype_of(&self, e: &ast::Expr) -> Option<usize> {
        let ast::ExprKind::Ref(r) = &e.kind else { return None };
        let Some(symbol) = self.lookup(&r.head().name) else {
            return self.constants.get(&r.as_ident()?.name).map(|&(table, _)| table);
        };
        match self.field(symbol, self.current).kind {
            Kind::Scalar(Scalar::Mtype(table)) => Some(table),
            _ => None,
        }
    }

    /// Whether an expression names a channel.
    pub(super) fn is_channel(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Ref(r) = &e.kind else { return false };
        let Some(symbol) = self.lookup(&r.head().name) else { return false };
        r.path.len() == 1 && matches!(self.field(symbol, self.current).kind, Kind::Scalar(Scalar::Chan))
    }

    fn no_arithmetic(&mut self, operands: &[&ast::Expr]) {
        for operand in operands {
            if self.is_channel(operand) {
                self.error("type", operand.span, "a channel cannot be calculated with");
            }
        }
    }

    fn remote_label(&mut self, r: &ast::RemoteLabel) -> Option<ExprKind> {
        let proctype = self.remote_proctype(&r.proc)?;
        let pid = self.remote_pid(proctype, r.pid.as_ref())?;
        Some(ExprKind::RemoteLabel(proctype, pid, r.label.name.to_string()))
    }

    /// The pid of a remote reference, if it has one.
    fn remote_pid(&mut self, proctype: usize, pid: Option<&ast::Expr>) -> Option<Option<Box<Expr>>> {
        let Some(pid) = pid else { return Some(None) };
        let value = self.boxed(pid)?;
        if let Some(constant) = fold(&value) {
            self.remote_pids.push((proctype, constant, pid.span, self.in_never));
        }
        Some(Some(value))
    }

    fn remote_proctype(&mut self, ident: &ast::Ident) -> Option<usize> {
        let found = self.proctypes.get(&ident.name).copied();
        if found.is_none() {
            self.error("unknown-proctype", ident.span, format!("there is no proctype `{}`", ident.name));
        }
        found
    }

    fn remote_var(&mut self, r: &ast::RemoteVar, span: Span) -> Option<ExprKind> {
        let proctype = self.remote_proctype(&r.proc)?;
        let pid = self.remote_pid(proctype, r.pid.as_ref())?;
        let locals = self.program.proctypes.get(proctype).map_or(&[][..], |p| &p.locals[..]);
        let Some(index) = locals.iter().position(|v| v.name == *r.var.name.name) else {
            self.error(
                "unknown-name",
                r.var.name.span,
                format!("`{}` has no local `{}`, or is declared below this reference", r.proc.name, r.var.name.name),
            );
            return None;
        };
        let field = self.local_fields[proctype][index].clone();
        let reference = self.walk(Symbol::Local(index), field, std::slice::from_ref(&r.var))?;
        let leaf = self.leaf(&reference, Some(proctype))?;
        let var = VarUse { symbol: reference.symbol, leaf, indices: reference.indices, span };
        Some(ExprKind::RemoteVar(proctype, pid, var))
    }
}

/// Whether a name is written as macros are.
fn is_capital(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.contains(|c: char| c.is_ascii_lowercase())
}

/// Index tuples of all elements of an array of the given lengths.
fn all_indices(dims: &[u32], span: Span) -> Vec<Vec<Expr>> {
    let mut tuples = vec![Vec::new()];
    for &dim in dims {
        tuples = tuples
            .into_iter()
            .flat_map(|t| {
                (0..dim).map(move |i| {
                    let mut t = t.clone();
                    t.push(Expr { kind: ExprKind::Const(i as i32), span });
                    t
                })
            })
            .collect();
    }
    tuples
}

/// The value of an expression without variables.
pub(crate) fn fold(e: &Expr) -> Option<i32> {
    use ast::BinaryOp::*;
    Some(match &e.kind {
        ExprKind::Const(n) => *n,
        ExprKind::Unary(op, a) => {
            let a = fold(a)?;
            match op {
                ast::UnaryOp::Not => i32::from(a == 0),
                ast::UnaryOp::BitNot => !a,
                ast::UnaryOp::Neg => a.wrapping_neg(),
            }
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (fold(a)?, fold(b)?);
            match op {
                Add => a.wrapping_add(b),
                Sub => a.wrapping_sub(b),
                Mul => a.wrapping_mul(b),
                Div => a.checked_div(b)?,
                Rem => a.checked_rem(b)?,
                BitAnd => a & b,
                BitXor => a ^ b,
                BitOr => a | b,
                Shl => a.wrapping_shl(b as u32),
                Shr => a.wrapping_shr(b as u32),
                Lt => i32::from(a < b),
                Le => i32::from(a <= b),
                Gt => i32::from(a > b),
                Ge => i32::from(a >= b),
                Eq => i32::from(a == b),
                Ne => i32::from(a != b),
                And => i32::from(a != 0 && b != 0),
                Or => i32::from(a != 0 || b != 0),
            }
        }
        ExprKind::Cond(parts) => fold(if fold(&parts[0])? != 0 { &parts[1] } else { &parts[2] })?,
        _ => return None,
    })
}
