//! Loops that only count, in one step.
//!
//! A program that creates thousands of threads goes on creating them when no more can run, and nobody notices. Each round
//! is a transition from a place to itself that adds one to a variable of the thread. The thread can do nothing else
//! meanwhile, so it may as well go through all rounds at once.

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, Expr, ExprId, Owner, System, Target, Transition, Update, VarId};
use rustc_hash::FxHashSet;

use crate::ranges::{Ranges, intersect, ranges};

/// Turns rounds of such loops into whole loops.
pub fn run_through(system: &mut System) {
    let observers = system.transitions.iter().filter(|t| t.is_observer());
    let observed = reads(system, observers.flat_map(|t| conditions(system, t)));
    for t in 0..system.transitions.len() {
        let Some(Rounds { target, last }) = rounds(system, t) else { continue };
        if observed.contains(&target.variable()) {
            continue;
        }
        let width = system.variables[target.variable().index()].width;
        let end = system.exprs.constant(width, last.wrapping_add(1) & mask(width));
        let transition = &mut system.transitions[t];
        let shown = transition.steps.iter_mut().flat_map(|s| &mut s.updates);
        transition.updates.iter_mut().chain(shown).filter(|u| u.target == target).for_each(|u| u.value = end);
    }
}

/// What a transition counts with, and the last value with which it can be taken.
struct Rounds {
    target: Target,
    last: u64,
}

fn rounds(system: &System, t: usize) -> Option<Rounds> {
    let it = &system.transitions[t];
    let pc = system.threads[it.thread.index()].program_counter?;
    if !it.is_step() || it.continues.is_some() || !it.inputs.is_empty() || it.steps.iter().any(|s| s.prints.is_some()) {
        return None;
    }
    let counting = it.updates.iter().find(|u| system.exprs.as_const(u.value).is_none())?;
    let Target::Var(counter) = counting.target else { return None };
    let value = counted(system, counting.value, counter)?;
    // Everything else is the same in each round, whatever the others do: nobody can take away what the first one wrote.
    let is_own = |v: &VarId| system.variables[v.index()].owner == Owner::Thread(it.thread);
    let read = reads(system, it.guards.iter().map(|g| system.guards[g.index()]));
    let mut others = it.updates.iter().filter(|u| u.target != counting.target);
    let all = || system.transitions.iter().flat_map(|t| &t.updates);
    let is_settled = |u: &Update| {
        is_own(&u.target.variable()) || all().all(|w| w.target.variable() != u.target.variable() || w.value == u.value)
    };
    let is_same = |u: &Update| {
        let is_other = matches!(u.target, Target::Var(v) if v != pc && !read.contains(&v));
        is_other && system.exprs.as_const(u.value).is_some() && is_settled(u)
    };
    if counter == pc || !is_own(&counter) || !read.iter().all(is_own) || !others.all(is_same) {
        return None;
    }
    let own = values(system, it, (counter, value), true)?;
    // Counting goes from the largest number to zero: both ends together are one range.
    let last = match own[..] {
        [(low, high)] if (low, high) != (0, mask(system.exprs.width(value))) => high,
        [(0, high), (_, top)] if top == mask(system.exprs.width(value)) => high,
        _ => return None,
    };
    let always = |condition| ranges(&system.exprs, condition, value).is_some_and(|fine| intersect(&fine, &own) == own);
    let checks = it.checks.iter().map(|c| c.condition);
    // It can do nothing else meanwhile.
    let here = system.transitions.iter().enumerate().filter(|&(i, o)| i != t && o.thread == it.thread);
    let excluded = |other: &Transition| {
        let theirs = values(system, other, (counter, value), false);
        theirs.is_some_and(|theirs| intersect(&theirs, &own).is_empty()) || differ(system, it, other)
    };
    (checks.into_iter().all(|c| system.exprs.as_const(c).is_some() || always(c))
        && here.filter(|(_, o)| !o.is_observer()).all(|(_, o)| excluded(o)))
    .then_some(Rounds { target: counting.target, last })
}

/// A variable, if this is one more than it.
fn counted(system: &System, e: ExprId, counter: VarId) -> Option<ExprId> {
    let Expr::Binary(BinaryOp::Add, a, b) = system.exprs.get(e) else { return None };
    let (value, by) = if system.exprs.as_const(a).is_some() { (b, a) } else { (a, b) };
    (system.exprs.get(value) == Expr::Var(counter) && system.exprs.as_const(by) == Some(1)).then_some(value)
}

/// The values of a variable with which the guards about it hold. Of a transition that counts, all of these must be known.
fn values(system: &System, t: &Transition, (counter, value): (VarId, ExprId), all: bool) -> Option<Ranges> {
    let mut result = vec![(0, mask(system.exprs.width(value)))];
    for guard in t.guards.iter().map(|g| system.guards[g.index()]) {
        if !reads(system, [guard]).contains(&counter) {
            continue;
        }
        match ranges(&system.exprs, guard, value) {
            Some(fine) => result = intersect(&result, &fine),
            None if all => return None,
            None => {}
        }
    }
    Some(result)
}

/// Whether guards of two transitions compare a variable that neither counting nor others change with different numbers.
fn differ(system: &System, counting: &Transition, other: &Transition) -> bool {
    let equalities = |t: &Transition| -> Vec<_> {
        t.guards.iter().filter_map(|g| system.as_equality(system.guards[g.index()])).collect()
    };
    let theirs = equalities(other);
    equalities(counting).into_iter().any(|(v, n)| theirs.iter().any(|&(w, m)| v == w && n != m))
}

fn conditions(system: &System, t: &Transition) -> Vec<ExprId> {
    t.guards.iter().map(|g| system.guards[g.index()]).chain(t.checks.iter().map(|c| c.condition)).collect()
}

fn reads(system: &System, list: impl IntoIterator<Item = ExprId>) -> FxHashSet<VarId> {
    let (mut seen, mut found) = (FxHashSet::default(), FxHashSet::default());
    list.into_iter().for_each(|e| system.exprs.reads(e, &mut seen, &mut |v| _ = found.insert(v)));
    found
}

#[cfg(test)]
mod tests {
    /// A thread that counts, with more in the guard, in the update, and beside it.
    fn counts_at_once(guard: &str, update: &str, more: &str) -> bool {
        let text = format!(
            "system s process p thread t in p counter pc idle 0 thread other in p \
             var pc of thread t: u2 = 1 var i of thread t: u8 var own of thread t: u8 var shared: u8 \
             transition t {{ when pc == 1 when i <u 100 {guard} set i = i + 1 {update} step \"round\" }} {more}"
        );
        let mut system = kulan_ir::text::parse(&text).expect("a system");
        super::run_through(&mut system);
        let value = system.transitions[0].updates[0].value;
        assert!(matches!(system.exprs.as_const(value), None | Some(100)));
        system.exprs.as_const(value).is_some()
    }

    #[test]
    fn loops_that_only_count_are_one_step() {
        assert!(counts_at_once("", "", ""));
        assert!(counts_at_once("when own == 1", "set shared = 2", ""));
        assert!(counts_at_once("", "", "transition t { when pc == 2 set pc = 0 step \"elsewhere\" }"));
        assert!(counts_at_once("", "", "transition t { when pc == 1 when i >=u 100 set pc = 0 step \"end\" }"));
        assert!(counts_at_once("check assert i <u 200", "", ""));
    }

    #[test]
    fn loops_that_do_more_are_not() {
        // The thread could do something else in the middle, or others could see it.
        assert!(!counts_at_once("", "", "transition t { when pc == 1 when own == 1 set pc = 0 step \"leave\" }"));
        assert!(!counts_at_once("", "", "transition t { when pc == 1 when i >u 50 set pc = 0 step \"leave\" }"));
        assert!(!counts_at_once("", "", "transition other observer { check assert i != 50 step \"look\" }"));
        assert!(!counts_at_once("", "set shared = 2", "transition other { set shared = 1 step \"take away\" }"));
        assert!(!counts_at_once("when shared == 0", "", ""));
        assert!(!counts_at_once("when own == 0", "set own = 1", ""));
        assert!(!counts_at_once("", "set own = own + i", ""));
        assert!(!counts_at_once("", "set pc = 2", ""));
        assert!(!counts_at_once("check assert i <u 50", "", ""));
        assert!(!counts_at_once("input x: u8 in 0..9", "", ""));
    }
}
