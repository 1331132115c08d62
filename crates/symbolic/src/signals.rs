//! Conditions of a system that proofs may speak of beside single bits: what it compares.

use kulan_ir::expr::width_of;
use kulan_ir::{BinaryOp, Expr, ExprId, System};
use rustc_hash::FxHashSet;

/// Conditions, at most.
const MOST: usize = 2000;

/// The comparisons in guards, checks and updates that depend on the state alone, and those that are implied by the same
/// operands: where `a < b` is compared, `a == b` may matter.
pub fn conditions(system: &System) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let guards = system.guards.iter().copied();
    let checks = system.transitions.iter().flat_map(|t| t.checks.iter().map(|c| c.condition));
    let updates = system.transitions.iter().flat_map(|t| t.updates.iter().flat_map(|u| u.expressions()));
    let mut stack: Vec<ExprId> = guards.chain(checks).chain(updates).chain([system.valid_end]).collect();
    stack.reverse();
    while let Some(expr) = stack.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if found.len() < MOST && is_condition(system, expr) {
            found.push(expr);
        }
        stack.extend(system.exprs.operands(expr));
    }
    found
}

/// Comparisons with constants of words below this width, and of words with each other below half of it, are left to bits.
const WIDE: u8 = 16;

/// Whether it compares wide values that depend on the state alone.
fn is_condition(system: &System, expr: ExprId) -> bool {
    let exprs = &system.exprs;
    match exprs.get(expr) {
        Expr::Binary(op, a, b) if op.is_comparison() => {
            let constant = exprs.as_const(a).or(exprs.as_const(b)).is_some();
            let needed = |e: ExprId| exprs.as_const(e).map_or(width_of(exprs.upper_bound(e)), |_| 0);
            let is_wide = needed(a).max(needed(b)) >= if constant { WIDE } else { WIDE / 2 + 1 };
            is_wide && !exprs.has_input(expr) && !exprs.has_position(expr) && !is_program_counter(system, op, expr)
        }
        _ => false,
    }
}

/// Whether it only asks where a thread is.
fn is_program_counter(system: &System, op: BinaryOp, expr: ExprId) -> bool {
    op == BinaryOp::Equal
        && system.as_equality(expr).is_some_and(|(v, _)| system.threads.iter().any(|t| t.program_counter == Some(v)))
}
