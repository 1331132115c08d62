//! Which variables are used, and how: for the lowering, which leaves out what does not matter, and for warnings.

use std::collections::HashSet;

use crate::hir::{Action, Expr, ExprKind, Pattern, Program, Property, Symbol, VarUse};

/// A part of a variable: its process type (none for a global), the variable, the part.
pub type Key = (Option<usize>, usize, usize);

/// The uses of all variables of a program. What is only printed does not count as read.
#[derive(Default, Debug)]
pub struct Uses {
    /// Assigned, received into, or set by `run`; initialisers do not count.
    pub written: HashSet<Key>,
    /// Read by something that can matter.
    pub read: HashSet<Key>,
    /// Read as a value: a channel may then be used under another name.
    pub values: HashSet<Key>,
    /// Printed.
    pub printed: HashSet<Key>,
    /// Channels sent to by this name.
    pub sent: HashSet<Key>,
    /// Channels received from by this name.
    pub received: HashSet<Key>,
}

impl Uses {
    /// The uses in a program.
    pub fn of(program: &Program) -> Uses {
        let mut uses = Uses::default();
        for (p, proctype) in program.proctypes.iter().enumerate() {
            for m in proctype.states.iter().flat_map(|s| &s.moves) {
                action_uses(&m.action, p, &mut uses);
            }
            proctype.provided.iter().for_each(|e| expr_reads(e, p, &mut uses));
            for leaf in proctype.locals.iter().flat_map(|v| &v.leaves) {
                leaf.init.iter().for_each(|e| expr_reads(e, p, &mut uses));
            }
        }
        let named = program.trace.iter().flat_map(|t| &t.scope);
        named.for_each(|(_, chan)| read(chan, 0, &mut uses));
        for leaf in program.globals.iter().flat_map(|v| &v.leaves) {
            leaf.init.iter().for_each(|e| expr_reads(e, 0, &mut uses));
        }
        uses
    }

    /// Adds those of a property.
    pub fn add(&mut self, property: &Property) {
        property.propositions.iter().for_each(|p| expr_reads(&p.expr, usize::MAX, self));
    }
}

fn prints(e: &Expr, p: usize, uses: &mut Uses) {
    let mut inner = Uses::default();
    expr_reads(e, p, &mut inner);
    uses.printed.extend(inner.read);
}

fn key(var: &VarUse, proctype: usize) -> (Option<usize>, usize, usize) {
    match var.symbol {
        Symbol::Global(i) => (None, i, var.leaf),
        Symbol::Local(i) => (Some(proctype), i, var.leaf),
    }
}

fn write(var: &VarUse, p: usize, uses: &mut Uses) {
    uses.written.insert(key(var, p));
    var.indices.iter().for_each(|e| expr_reads(e, p, uses));
}

fn read(var: &VarUse, p: usize, uses: &mut Uses) {
    uses.read.insert(key(var, p));
    var.indices.iter().for_each(|e| expr_reads(e, p, uses));
}

fn action_uses(action: &Action, p: usize, uses: &mut Uses) {
    match action {
        Action::Skip | Action::Else | Action::End | Action::Event(_) => {}
        Action::Print(_, args) => args.iter().for_each(|e| prints(e, p, uses)),
        Action::Condition(e) | Action::Assert(e, _) | Action::Evaluate(e) => expr_reads(e, p, uses),
        Action::Assign(var, e) => {
            write(var, p, uses);
            expr_reads(e, p, uses);
        }
        Action::Send { chan, args, .. } => {
            read(chan, p, uses);
            uses.sent.insert(key(chan, p));
            args.iter().for_each(|e| expr_reads(e, p, uses));
        }
        Action::Receive { chan, args, .. } => {
            read(chan, p, uses);
            uses.received.insert(key(chan, p));
            args.iter().for_each(|a| pattern_uses(a, p, uses));
        }
        Action::Run(target, run) => {
            target.iter().for_each(|v| write(v, p, uses));
            run.args.iter().for_each(|e| expr_reads(e, p, uses));
        }
        Action::SetPriority(a, b) => {
            expr_reads(a, p, uses);
            expr_reads(b, p, uses);
        }
    }
}

fn pattern_uses(pattern: &Pattern, p: usize, uses: &mut Uses) {
    match pattern {
        Pattern::Match(e) => expr_reads(e, p, uses),
        Pattern::Store(var) => write(var, p, uses),
        Pattern::Ignore => {}
    }
}

fn expr_reads(e: &Expr, p: usize, uses: &mut Uses) {
    match &e.kind {
        ExprKind::Var(v) => {
            read(v, p, uses);
            uses.values.insert(key(v, p));
        }
        ExprKind::Len(v) | ExprKind::Probe(_, v) => read(v, p, uses),
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) => expr_reads(a, p, uses),
        ExprKind::Binary(_, a, b) => {
            expr_reads(a, p, uses);
            expr_reads(b, p, uses);
        }
        ExprKind::Cond(parts) => parts.iter().for_each(|e| expr_reads(e, p, uses)),
        ExprKind::Priority(Some(a)) | ExprKind::RemoteLabel(_, Some(a), _) => expr_reads(a, p, uses),
        ExprKind::RemoteVar(q, pid, var) => {
            pid.iter().for_each(|a| expr_reads(a, p, uses));
            uses.read.insert(key(var, *q));
        }
        ExprKind::Poll { chan, args, .. } => {
            read(chan, p, uses);
            for arg in args {
                if let Pattern::Match(e) = arg {
                    expr_reads(e, p, uses);
                }
            }
        }
        ExprKind::Const(_)
        | ExprKind::Pid
        | ExprKind::NrPr
        | ExprKind::Last
        | ExprKind::Priority(None)
        | ExprKind::Timeout
        | ExprKind::NonProgress
        | ExprKind::AtLabel(_)
        | ExprKind::RemoteLabel(_, None, _) => {}
    }
}
