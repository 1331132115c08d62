//! Conditions of a system that proofs may speak of beside single bits: what it compares.

use kulan_ir::expr::width_of;
use kulan_ir::{After, BinaryOp, Expr, ExprId, System, TransitionId};
use rustc_hash::FxHashSet;

/// Conditions of the system itself, at most.
const MOST: usize = 2000;
/// Conditions with those that follow from them, at most.
const MOST_EARLIER: usize = 400;
/// How many steps back conditions are followed.
const STEPS: usize = 3;

/// A condition of a system.
#[derive(Clone, Debug)]
pub struct Condition {
    /// That it holds.
    pub expr: ExprId,
    /// For each transition that may change it: what must hold before, so that it holds after it.
    pub before: Vec<(TransitionId, ExprId)>,
}

/// What the system compares, and what that means some steps earlier: if a transition copies `x` to `t` and `t < n` is
/// compared later, then `x < n` matters before it. New expressions may be added to the system.
pub fn conditions(system: &mut System) -> Vec<Condition> {
    let mut all: Vec<Condition> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut last = compared(system);
    seen.extend(last.iter().copied());
    for step in 0..=STEPS {
        let mut earlier = Vec::new();
        for expr in std::mem::take(&mut last) {
            let before = before(system, expr);
            for &(_, expr) in &before {
                let room = all.len() + earlier.len() < MOST_EARLIER && step < STEPS;
                if room && is_condition(system, expr) && seen.insert(expr) {
                    earlier.push(expr);
                }
            }
            all.push(Condition { expr, before });
        }
        last = earlier;
    }
    all
}

/// By transition that may change it: what a condition means before.
fn before(system: &mut System, condition: ExprId) -> Vec<(TransitionId, ExprId)> {
    kulan_control::checkpoint();
    let lengths: Vec<u32> = system.variables.iter().map(|v| v.len() as u32).collect();
    let mut read = FxHashSet::default();
    system.exprs.reads(condition, &mut FxHashSet::default(), &mut |v| {
        read.insert(v);
    });
    let mut found = Vec::new();
    for t in system.transition_ids().filter(|&t| !system.transition(t).is_observer()).collect::<Vec<_>>() {
        if system.transition(t).updates.iter().any(|u| read.contains(&u.target.variable())) {
            let updates = system.transition(t).updates.clone();
            let expr = After::new(&updates, &lengths).expr(&mut system.exprs, condition);
            if expr != condition {
                found.push((t, expr));
            }
        }
    }
    found
}

/// The comparisons in guards, checks and updates that depend on the state alone.
fn compared(system: &System) -> Vec<ExprId> {
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
