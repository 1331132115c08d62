//! Walks over the syntax tree.

use crate::ast::*;

/// Calls `f` on every expression of the model, outer ones first, never claims and formulas included.
pub fn each_expr(model: &Model, f: &mut dyn FnMut(&Expr)) {
    for item in &model.items {
        match item {
            Item::Proctype(p) => {
                p.provided.iter().for_each(|e| expr(e, f));
                sequence(&p.body, f);
            }
            Item::Init(i) => sequence(&i.body, f),
            Item::Never(n) => sequence(&n.body, f),
            Item::Trace(t) => sequence(&t.body, f),
            Item::Ltl(l) => formula(&l.formula, f),
            Item::Proposition(p) => formula(p, f),
            Item::Decl(d) => decl(d, f),
            Item::Mtype(_) | Item::Typedef(_) | Item::C(_) => {}
        }
    }
}

fn decl(d: &Decl, f: &mut dyn FnMut(&Expr)) {
    for var in &d.vars {
        match &var.init {
            Some(Initializer::Expr(e)) => expr(e, f),
            Some(Initializer::List(list, _)) => list.iter().for_each(|e| expr(e, f)),
            Some(Initializer::Chan(_)) | None => {}
        }
    }
}

fn formula(phi: &Formula, f: &mut dyn FnMut(&Expr)) {
    match &phi.kind {
        FormulaKind::Leaf(e) => expr(e, f),
        FormulaKind::Unary(_, a) => formula(a, f),
        FormulaKind::Binary(_, a, b) => {
            formula(a, f);
            formula(b, f);
        }
    }
}

fn sequence(s: &Sequence, f: &mut dyn FnMut(&Expr)) {
    for step in &s.steps {
        match step {
            Step::Decl(d) => decl(d, f),
            Step::Exclusive(x) => x.chans.iter().for_each(|c| var_ref(c, f)),
            Step::Stmt(s) => stmt(s, f),
        }
    }
}

fn stmt(s: &Stmt, f: &mut dyn FnMut(&Expr)) {
    match &s.kind {
        StmtKind::Assign { target, value } => {
            var_ref(target, f);
            expr(value, f);
        }
        StmtKind::Increment(v) | StmtKind::Decrement(v) => var_ref(v, f),
        StmtKind::Send(send) => {
            var_ref(&send.chan, f);
            send.args.iter().for_each(|e| expr(e, f));
        }
        StmtKind::Receive(receive) => {
            var_ref(&receive.chan, f);
            receive.args.iter().for_each(|a| recv_arg(a, f));
        }
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => expr(e, f),
        StmtKind::Printf { args, .. } => args.iter().for_each(|e| expr(e, f)),
        StmtKind::SetPriority(a, b) => {
            expr(a, f);
            expr(b, f);
        }
        StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|o| sequence(o, f)),
        StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => sequence(b, f),
        StmtKind::Inline(call) => sequence(&call.body, f),
        StmtKind::For(l) => {
            var_ref(&l.var, f);
            match &l.range {
                ForRange::Range { from, to } => {
                    expr(from, f);
                    expr(to, f);
                }
                ForRange::In(v) => var_ref(v, f),
            }
            sequence(&l.body, f);
        }
        StmtKind::Select { var, from, to, .. } => {
            var_ref(var, f);
            expr(from, f);
            expr(to, f);
        }
        StmtKind::Unless { main, escape } => {
            stmt(main, f);
            stmt(escape, f);
        }
        StmtKind::Else | StmtKind::Break | StmtKind::Goto(_) | StmtKind::C(_) => {}
    }
}

fn recv_arg(a: &RecvArg, f: &mut dyn FnMut(&Expr)) {
    match a {
        RecvArg::Ref(r) => var_ref(r, f),
        RecvArg::Const(e) | RecvArg::Eval(e) => expr(e, f),
    }
}

fn var_ref(v: &VarRef, f: &mut dyn FnMut(&Expr)) {
    v.path.iter().filter_map(|p| p.index.as_deref()).for_each(|e| expr(e, f));
}

fn expr(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Ref(r) | ExprKind::Len(r) | ExprKind::Probe(_, r) => var_ref(r, f),
        ExprKind::Unary(_, a) | ExprKind::Enabled(a) | ExprKind::PcValue(a) | ExprKind::GetPriority(a) => expr(a, f),
        ExprKind::Binary(_, a, b) => {
            expr(a, f);
            expr(b, f);
        }
        ExprKind::Cond(c) => [&c.cond, &c.yes, &c.no].into_iter().for_each(|e| expr(e, f)),
        ExprKind::Run(r) => r.args.iter().for_each(|e| expr(e, f)),
        ExprKind::Poll(p) => {
            var_ref(&p.chan, f);
            p.args.iter().for_each(|a| recv_arg(a, f));
        }
        ExprKind::RemoteLabel(r) => r.pid.iter().for_each(|e| expr(e, f)),
        ExprKind::RemoteVar(r) => {
            r.pid.iter().for_each(|e| expr(e, f));
            r.var.index.iter().for_each(|e| expr(e, f));
        }
        ExprKind::Number(_)
        | ExprKind::Char(_)
        | ExprKind::Bool(_)
        | ExprKind::Skip
        | ExprKind::Timeout
        | ExprKind::NonProgress
        | ExprKind::C(_) => {}
    }
}
