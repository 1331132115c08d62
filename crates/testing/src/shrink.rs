//! Smaller systems that still fail.

use kulan_ir::{Expr, ExprId, Exprs, Role, System, Target, Transition, Update, VarId};
use rustc_hash::FxHashMap;

/// Drops and simplifies parts of a system while `fails` holds, until nothing more can go.
pub fn shrink(mut system: System, fails: &mut dyn FnMut(&System) -> bool) -> System {
    loop {
        let Some(smaller) = candidates(&system).find(|c| fails(c)) else { return system };
        system = smaller;
    }
}

/// Systems that are a little smaller.
fn candidates(system: &System) -> impl Iterator<Item = System> + use<'_> {
    let transitions = (0..system.transitions.len()).map(move |i| changed(system, |s| drop(s.transitions.remove(i))));
    let variables = (0..system.variables.len()).rev().filter_map(move |v| without_variable(system, v));
    let parts = (0..system.transitions.len()).flat_map(move |i| smaller_transitions(system, i));
    let error = system.error_state.is_some().then(|| changed(system, |s| s.error_state = None));
    transitions.chain(error).chain(variables).chain(parts).chain(simpler_exprs(system))
}

fn changed(system: &System, change: impl FnOnce(&mut System)) -> System {
    let mut copy = system.clone();
    change(&mut copy);
    copy
}

fn without(system: &System, i: usize, change: impl FnOnce(&mut Transition)) -> System {
    changed(system, |s| change(&mut s.transitions[i]))
}

fn smaller_transitions(system: &System, i: usize) -> Vec<System> {
    let t = &system.transitions[i];
    let mut list = Vec::new();
    list.extend((0..t.guards.len()).map(|g| without(system, i, |t| _ = t.guards.remove(g))));
    list.extend((0..t.updates.len()).map(|u| without(system, i, |t| _ = t.updates.remove(u))));
    list.extend((0..t.checks.len()).map(|c| without(system, i, |t| _ = t.checks.remove(c))));
    list.extend((!t.inputs.is_empty()).then(|| {
        let mut copy = system.clone();
        let split = kulan_ir::inputs::split(&mut copy, kulan_ir::TransitionId(i as u32));
        split.into_iter().flatten().take(1).for_each(|t| copy.transitions[i] = t);
        copy
    }));
    list.extend(t.continues.map(|_| without(system, i, |t| t.continues = None)));
    list.extend(t.is_fallback().then(|| without(system, i, |t| t.role = Role::Step)));
    list.extend((!t.steps.is_empty()).then(|| without(system, i, |t| t.steps.clear())));
    list
}

/// Replaces an expression by an operand of its width, or by a constant.
fn simpler_exprs(system: &System) -> impl Iterator<Item = System> + use<'_> {
    roots(system).into_iter().flat_map(move |root| {
        simpler(system, root).into_iter().map(move |(exprs, new)| {
            let mut copy = system.clone();
            copy.exprs = exprs;
            each_root(&mut copy, &mut |e| {
                if *e == root {
                    *e = new
                }
            });
            dedup_guards(&mut copy);
            copy
        })
    })
}

fn simpler(system: &System, root: ExprId) -> Vec<(Exprs, ExprId)> {
    let mut list = Vec::new();
    if system.exprs.as_const(root).is_some() {
        return list;
    }
    let width = system.exprs.width(root);
    for value in [0, 1] {
        let mut exprs = system.exprs.clone();
        let id = exprs.constant(width, value);
        list.push((exprs, id));
    }
    let mut below = Vec::new();
    subexpressions(&system.exprs, root, &mut below);
    for part in below {
        for choice in system.exprs.operands(part).filter(|&o| system.exprs.width(o) == system.exprs.width(part)) {
            let mut exprs = system.exprs.clone();
            let id = copy(&system.exprs, root, &mut exprs, &mut FxHashMap::from_iter([(part, choice)]), &|v| Some(v));
            list.push((exprs, id));
        }
    }
    list
}

fn subexpressions(exprs: &Exprs, id: ExprId, out: &mut Vec<ExprId>) {
    if !out.contains(&id) {
        out.push(id);
        exprs.operands(id).for_each(|o| subexpressions(exprs, o, out));
    }
}

fn roots(system: &System) -> Vec<ExprId> {
    let mut list = Vec::new();
    each_root(&mut system.clone(), &mut |e| list.push(*e));
    list.sort_unstable();
    list.dedup();
    list
}

/// Visits every expression a system uses.
fn each_root(system: &mut System, f: &mut dyn FnMut(&mut ExprId)) {
    fn updates(list: &mut [Update], f: &mut dyn FnMut(&mut ExprId)) {
        for update in list {
            f(&mut update.value);
            if let Target::Element(_, index) = &mut update.target {
                f(index);
            }
        }
    }
    f(&mut system.valid_end);
    system.guards.iter_mut().for_each(&mut *f);
    system.labels.iter_mut().for_each(|l| f(&mut l.predicate));
    for t in &mut system.transitions {
        t.checks.iter_mut().for_each(|c| f(&mut c.condition));
        updates(&mut t.updates, f);
        for step in &mut t.steps {
            updates(&mut step.updates, f);
            step.message.iter_mut().flat_map(|m| &mut m.fields).for_each(|field| f(&mut field.0));
        }
    }
}

/// Copies an expression into another arena, as it is; variables that map to nothing become zero.
fn copy(
    from: &Exprs,
    id: ExprId,
    to: &mut Exprs,
    done: &mut FxHashMap<ExprId, ExprId>,
    map: &dyn Fn(VarId) -> Option<VarId>,
) -> ExprId {
    if let Some(&known) = done.get(&id) {
        return known;
    }
    let width = from.width(id);
    let mut again = |e| copy(from, e, to, done, map);
    let zero = Expr::Const { width, bits: 0 };
    let new = match from.get(id).map(&mut again) {
        Expr::Var(v) => map(v).map_or(zero, Expr::Var),
        Expr::Element(v, i) => map(v).map_or(zero, |v| Expr::Element(v, i)),
        other => other,
    };
    let result = to.raw(new, width);
    done.insert(id, result);
    result
}

/// The system without a variable: it reads as zero. Program counters stay.
fn without_variable(system: &System, index: usize) -> Option<System> {
    if system.threads.iter().any(|t| t.program_counter.is_some_and(|pc| pc.index() == index)) {
        return None;
    }
    let map = |v: VarId| match v.index() {
        i if i == index => None,
        i if i > index => Some(VarId(v.0 - 1)),
        _ => Some(v),
    };
    let mut result = system.clone();
    result.variables.remove(index);
    result.error_state.iter_mut().for_each(|values| drop(values.remove(index)));
    result.threads.iter_mut().for_each(|t| t.program_counter = t.program_counter.and_then(map));
    let (mut exprs, mut done) = (Exprs::default(), FxHashMap::default());
    each_root(&mut result, &mut |e| *e = copy(&system.exprs, *e, &mut exprs, &mut done, &map));
    result.exprs = exprs;
    for t in &mut result.transitions {
        t.updates.retain_mut(|u| retarget(u, &map));
        t.steps.iter_mut().for_each(|s| s.updates.retain_mut(|u| retarget(u, &map)));
    }
    dedup_guards(&mut result);
    Some(result)
}

fn retarget(update: &mut Update, map: &dyn Fn(VarId) -> Option<VarId>) -> bool {
    let (Target::Var(v) | Target::Element(v, _) | Target::Fill(v)) = &mut update.target;
    map(*v).map(|new| *v = new).is_some()
}

/// Guards that became equal are one.
fn dedup_guards(system: &mut System) {
    let old = std::mem::take(&mut system.guards);
    for t in &mut system.transitions {
        for g in &mut t.guards {
            let expr = old[g.index()];
            let at = system.guards.iter().position(|&e| e == expr).unwrap_or_else(|| {
                system.guards.push(expr);
                system.guards.len() - 1
            });
            g.0 = at as u32;
        }
    }
}
