//! Warnings for what is legal but rarely meant: code that cannot be reached, variables that are never read, channels
//! that are used at one end only.

use std::collections::HashSet;

use kulan_diagnostics::{Diagnostic, Diagnostics};

use crate::ast::{self, ExprKind};
use crate::hir::{Program, Scalar, Variable};
use crate::uses::{Key, Uses};

/// Adds the warnings for a program.
pub fn warn(model: &ast::Model, program: &Program, diags: &mut Diagnostics) {
    for proctype in &program.proctypes {
        for &span in &proctype.unreachable {
            diags.push(Diagnostic::warning("unreachable", span, "no run can reach this statement"));
        }
    }
    let linter = Linter { uses: Uses::of(program), in_claims: names_in_claims(model) };
    for (i, variable) in program.globals.iter().enumerate() {
        linter.variable(None, i, variable, diags);
    }
    for (p, proctype) in program.proctypes.iter().enumerate() {
        for (i, variable) in proctype.locals.iter().enumerate().skip(proctype.params) {
            linter.variable(Some(p), i, variable, diags);
        }
    }
}

/// Names that never claims and formulas mention: they may be read there.
fn names_in_claims(model: &ast::Model) -> HashSet<String> {
    let is_claim = |i: &&ast::Item| {
        matches!(i, ast::Item::Never(_) | ast::Item::Ltl(_) | ast::Item::Proposition(_) | ast::Item::Trace(_))
    };
    let items = model.items.iter().filter(is_claim);
    let claims = ast::Model { items: items.cloned().collect() };
    let mut names = HashSet::new();
    crate::visit::each_expr(&claims, &mut |e| match &e.kind {
        ExprKind::Ref(r) | ExprKind::Len(r) | ExprKind::Probe(_, r) => {
            names.insert(r.head().name.to_string());
        }
        ExprKind::RemoteVar(r) => {
            names.insert(r.var.name.name.to_string());
        }
        _ => {}
    });
    names
}

struct Linter {
    uses: Uses,
    in_claims: HashSet<String>,
}

impl Linter {
    fn variable(&self, proctype: Option<usize>, index: usize, variable: &Variable, diags: &mut Diagnostics) {
        if variable.hidden || variable.name.starts_with('_') || self.in_claims.contains(&variable.name) {
            return;
        }
        let keys: Vec<Key> = (0..variable.leaves.len()).map(|leaf| (proctype, index, leaf)).collect();
        let any = |set: &HashSet<Key>| keys.iter().any(|k| set.contains(k));
        if variable.leaves.iter().any(|l| l.channel.is_some()) {
            let passed = any(&self.uses.values);
            if !passed {
                self.channel(variable, any(&self.uses.sent), any(&self.uses.received), any(&self.uses.read), diags);
            }
        } else if !any(&self.uses.read) && !variable.leaves.iter().any(|l| l.scalar == Scalar::Chan) {
            self.unread(variable, any(&self.uses.written), any(&self.uses.printed), diags);
        }
    }

    fn unread(&self, variable: &Variable, written: bool, printed: bool, diags: &mut Diagnostics) {
        let name = &variable.name;
        let message = match (written, printed) {
            (_, true) => format!("`{name}` is only printed, never read otherwise"),
            (true, false) => format!("`{name}` is set but never read"),
            (false, false) => format!("`{name}` is never used"),
        };
        diags.push(Diagnostic::warning("never-read", variable.span, message));
    }

    /// A channel that is not passed on under another name.
    fn channel(&self, variable: &Variable, sent: bool, received: bool, read: bool, diags: &mut Diagnostics) {
        let name = &variable.name;
        let message = match (sent, received) {
            (true, false) => format!("nothing is ever received from channel `{name}`"),
            (false, true) => format!("nothing is ever sent to channel `{name}`"),
            (false, false) if !read => format!("channel `{name}` is never used"),
            _ => return,
        };
        diags.push(Diagnostic::warning("half-channel", variable.span, message));
    }
}
