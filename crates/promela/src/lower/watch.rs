//! What the search for safety needs to know of properties: invariants, and that everything asked can be evaluated.

use kulan_diagnostics::SourceMap;
use kulan_ir as ir;
use kulan_ir::{Instance, Invariant, System};

use super::Lowering;
use super::expr::Context;
use crate::hir::{BinaryOp, Expr, ExprKind, Program, Property, Proposition, VarUse};

/// Lowers a program together with conditions on all its states: that the propositions of `invariants` hold, and that they
/// and those of the `watched` properties, which have names, can be evaluated. See [`lower`](super::lower) for the rest.
pub fn lower_safety(
    program: &Program,
    sources: &SourceMap,
    name: &str,
    wanted: &[Instance],
    invariants: Option<&Property>,
    watched: &[(String, &Property)],
) -> System {
    let risky: Vec<(String, Property)> = watched.iter().map(|(title, p)| (title.clone(), risky(p))).collect();
    let all: Vec<&Property> = invariants.into_iter().chain(risky.iter().map(|(_, p)| p)).collect();
    let mut lowering = Lowering::new(program, sources, name);
    lowering.program(wanted, &all);
    let mut list = Vec::new();
    for proposition in invariants.iter().flat_map(|p| &p.propositions) {
        lowering.invariant(proposition, &mut list);
    }
    for (title, property) in &risky {
        for proposition in &property.propositions {
            lowering.evaluation(proposition, title, &mut list);
        }
    }
    lowering.system.add_invariants(list);
    debug_assert_eq!(ir::validate(&lowering.system), Ok(()));
    lowering.system
}

impl Lowering<'_> {
    fn invariant(&mut self, proposition: &Proposition, list: &mut Vec<Invariant>) {
        let title = format!("the invariant {}", proposition.text);
        let value = self.evaluation(proposition, &title, list);
        let condition = self.truth(value);
        list.push(Invariant::stated(condition, &proposition.text));
    }

    /// Adds what must hold for a proposition to be evaluated, and gives its value.
    fn evaluation(&mut self, proposition: &Proposition, title: &str, list: &mut Vec<Invariant>) -> ir::ExprId {
        let mut context = Context::new(None);
        let value = self.observed(&mut context, &proposition.expr);
        list.extend(context.checks.into_iter().map(|check| Invariant::evaluation(check, title)));
        value
    }
}

impl Lowering<'_> {
    /// The value of an expression in a state, for somebody who looks at all processes, whose transitions are there: `timeout`
    /// is true where no ordinary step is possible.
    pub(super) fn observed(&mut self, context: &mut Context, e: &Expr) -> ir::ExprId {
        let before = self.expr(context, e);
        if !context.saw_timeout {
            return before;
        }
        let mut late = Context { timeout: true, ..Context::new(None) };
        let after = self.expr(&mut late, e);
        let waits = self.only_timeouts();
        let goes = self.system.exprs.not(waits);
        // Each value must exist only where it counts.
        context.checks.iter_mut().for_each(|c| c.condition = self.system.exprs.or(waits, c.condition));
        late.checks.iter_mut().for_each(|c| c.condition = self.system.exprs.or(goes, c.condition));
        context.checks.append(&mut late.checks);
        self.system.exprs.ite(waits, after, before)
    }

    /// No ordinary step is possible.
    fn only_timeouts(&mut self) -> ir::ExprId {
        let steps = self.system.transitions.iter().filter(|t| t.is_step());
        let guards: Vec<Vec<ir::ExprId>> =
            steps.map(|t| t.guards.iter().map(|g| self.system.guards[g.index()]).collect()).collect();
        let enabled: Vec<ir::ExprId> = guards.iter().map(|conditions| self.all(conditions)).collect();
        let some = self.system.exprs.any(&enabled);
        self.system.exprs.not(some)
    }
}

/// The propositions whose evaluation can fail. The variables of the others do not matter here.
fn risky(property: &Property) -> Property {
    let propositions = property.propositions.iter().filter(|p| can_fail(&p.expr)).cloned().collect();
    Property { propositions, ..property.clone() }
}

fn can_fail(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Pid
        | ExprKind::NrPr
        | ExprKind::Last
        | ExprKind::Priority(None)
        | ExprKind::Timeout
        | ExprKind::NonProgress
        | ExprKind::AtLabel(_)
        | ExprKind::RemoteLabel(_, None, _) => false,
        ExprKind::Var(var) | ExprKind::RemoteVar(_, None, var) => use_can_fail(var),
        ExprKind::RemoteVar(_, Some(pid), var) => can_fail(pid) || use_can_fail(var),
        ExprKind::Priority(Some(a))
        | ExprKind::Unary(_, a)
        | ExprKind::Enabled(a)
        | ExprKind::PcValue(a)
        | ExprKind::RemoteLabel(_, Some(a), _) => can_fail(a),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => {
            can_fail(a) || crate::resolve::fold(b).is_none_or(|divisor| divisor == 0)
        }
        ExprKind::Binary(_, a, b) => can_fail(a) || can_fail(b),
        ExprKind::Cond(parts) => parts.iter().any(can_fail),
        // A variable may name no channel.
        ExprKind::Len(_) | ExprKind::Probe(..) | ExprKind::Poll { .. } => true,
    }
}

/// A constant index was found to be in range when names were resolved.
fn use_can_fail(var: &VarUse) -> bool {
    var.indices.iter().any(|index| crate::resolve::fold(index).is_none())
}
