//! Which guards exclude each other in all reachable states.
//!
//! Pairs of guards that may hold together are collected, starting from the initial state. A transition whose guards may
//! pairwise hold together contributes each guard that it can make true, paired with every other guard that it can make
//! true too, or that may hold together with all of its guards and that it does not certainly make false. Guards whose
//! pair is never collected exclude each other: an invariant of the system.

use std::collections::VecDeque;

use kulan_control::checkpoint;
use kulan_ir::{Interpreter, System, Valuation};

use crate::Matrix;
use crate::bits::Bits;
use crate::footprint::ActionKind;
use crate::near::Near;
use crate::question::Questions;

/// What is known of a transition, by guard.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its guards.
    pub guards: Vec<u32>,
    /// The guards that it can turn from false to true.
    pub enables: Bits,
    /// Guards that are false after it.
    pub refutes: Bits,
}

/// By guard: those that may hold together with it in a reachable state, if that was looked into.
#[derive(Clone, Debug, Default)]
pub struct Meeting(pub Option<Vec<Bits>>);

impl Meeting {
    /// Whether a guard of one list excludes one of the other.
    pub fn apart(&self, a: &[u32], b: &[u32]) -> bool {
        let excludes = |g: u32, h: u32| self.0.as_ref().is_some_and(|m| !m[g as usize].contains(h as usize));
        a.iter().any(|&g| b.iter().any(|&h| excludes(g, h)))
    }

    /// Whether guards exclude that an action is enabled after another one: a guard of `then` that `first` does not make true
    /// holds before it, and a guard of `first` that it does not make false holds after it. `turns` says whether `first` may
    /// make a guard true or false.
    pub fn apart_in_turn(&self, first: &[u32], then: &[u32], turns: impl Fn(u32, bool) -> bool) -> bool {
        if self.0.is_none() {
            return false;
        }
        let kept: Vec<u32> = first.iter().copied().filter(|&g| !turns(g, false)).collect();
        then.iter().any(|&g| !turns(g, true) && self.apart(&[g], first) || self.apart(&[g], &kept))
    }
}

/// What single steps do to guards, also those of opaque and fallback transitions; `may_enable` says of a transition and a
/// guard that is not plainly false after it whether it may have been false before. `None` if more than `most` pairs would
/// have to be looked at.
pub fn steps(
    questions: &mut Questions,
    near: &Near,
    alive: &[bool],
    mut most: u64,
    mut may_enable: impl FnMut(&mut Questions, usize, usize) -> bool,
) -> Option<Vec<Step>> {
    let actions = questions.actions;
    let guards = actions.used.len();
    let mut steps = Vec::new();
    for (t, &alive) in alive.iter().enumerate().take(actions.transitions) {
        checkpoint();
        if !alive && actions.kinds[t] != ActionKind::Fallback {
            continue;
        }
        let (mut enables, mut refutes) = (Bits::new(guards), Bits::new(guards));
        let mut after = near.guards_after(actions, t);
        after.retain(|&g| actions.used[g]);
        most = most.checked_sub(after.len() as u64)?;
        for g in after {
            if questions.refutes(t, g) {
                refutes.insert(g);
            } else if may_enable(questions, t, g) {
                enables.insert(g);
            }
        }
        let own = actions.guards[t].iter().copied();
        steps.push(Step { guards: own.filter(|&g| actions.used[g as usize]).collect(), enables, refutes });
    }
    Some(steps)
}

/// The guards that hold at each start, of those that are used.
pub fn roots(system: &System, used: &[bool]) -> Vec<Bits> {
    let interpreter = Interpreter::new(system);
    let holding = |state: &Valuation| {
        let mut holding = Bits::new(system.guards.len());
        for (g, &guard) in system.guards.iter().enumerate() {
            if used[g] && interpreter.holds(state, guard) {
                holding.insert(g);
            }
        }
        holding
    };
    [interpreter.initial()].iter().chain(&interpreter.error_state()).map(holding).collect()
}

/// By guard: those that may hold together with it. `roots` are those that hold at each start, and `co_enabled` what is
/// known already. `None` if more than `most` words would have to be looked at.
pub fn meeting(roots: &[Bits], steps: &[Step], co_enabled: &Matrix, most: u64) -> Option<Vec<Bits>> {
    let count = co_enabled.rows();
    let (words, mut looked_at) = (count.div_ceil(64) as u64, 0);
    if words * count as u64 > most {
        return None;
    }
    let mut pairs = vec![Bits::new(count); count];
    for root in roots {
        root.iter().for_each(|g| pairs[g].union(root));
    }
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (t, step) in steps.iter().enumerate() {
        step.guards.iter().for_each(|&g| users[g as usize].push(t));
    }
    let free: Vec<usize> = (0..steps.len()).filter(|&t| steps[t].guards.is_empty()).collect();
    let mut queue: VecDeque<usize> = (0..steps.len()).collect();
    let mut waiting = vec![true; steps.len()];
    while let Some(t) = queue.pop_front() {
        checkpoint();
        waiting[t] = false;
        looked_at += words * (2 + steps[t].guards.len() + steps[t].enables.iter().count()) as u64;
        if looked_at > most {
            return None;
        }
        let grown = happen(&steps[t], co_enabled, &mut pairs);
        let again = grown.iter().flat_map(|&g| &users[g]).chain(free.iter().filter(|_| !grown.is_empty()));
        for &user in again {
            if !std::mem::replace(&mut waiting[user], true) {
                queue.push_back(user);
            }
        }
    }
    Some(pairs)
}

/// Takes in what a transition lets be met; the guards of new pairs.
fn happen(step: &Step, co_enabled: &Matrix, pairs: &mut [Bits]) -> Vec<usize> {
    let guards = || step.guards.iter().map(|&g| g as usize);
    if guards().any(|g| guards().any(|h| !pairs[g].contains(h))) {
        return Vec::new();
    }
    let mut after = Bits::new(pairs.len());
    match guards().next() {
        Some(first) => after = pairs[first].clone(),
        None => (0..pairs.len()).filter(|&g| pairs[g].contains(g)).for_each(|g| after.insert(g)),
    }
    guards().for_each(|g| after.intersect(pairs[g].words()));
    after.remove(&step.refutes);
    after.union(&step.enables);
    let mut grown = Vec::new();
    for g in step.enables.iter() {
        let mut new = after.clone();
        new.intersect(co_enabled.row(g));
        new.remove(&pairs[g]);
        for h in new.iter() {
            pairs[h].insert(g);
            grown.push(h);
        }
        pairs[g].union(&new);
        grown.extend(new.iter().next().map(|_| g));
    }
    grown.sort_unstable();
    grown.dedup();
    grown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[usize]) -> Bits {
        let mut bits = Bits::new(3);
        members.iter().for_each(|&n| bits.insert(n));
        bits
    }

    fn all() -> Matrix {
        let mut matrix = Matrix::new(3, 3);
        (0..9).for_each(|n| matrix.set(n / 3, n % 3, true));
        matrix
    }

    #[test]
    fn a_step_without_guards_happens_again() {
        // The first lets 1 hold; the second, where 0 holds, lets 2 hold but not 1, so that only the first again joins them.
        let steps = [
            Step { guards: vec![], enables: set(&[1]), refutes: set(&[]) },
            Step { guards: vec![0], enables: set(&[2]), refutes: set(&[1]) },
        ];
        let pairs = meeting(&[set(&[0])], &steps, &all(), u64::MAX);
        assert_eq!(pairs, Some(vec![set(&[0, 1, 2]), set(&[0, 1, 2]), set(&[0, 1, 2])]));
    }

    #[test]
    fn a_step_waits_until_its_guards_are_met_together() {
        // 1 replaces 0, and 2 would need both.
        let steps = [
            Step { guards: vec![0], enables: set(&[1]), refutes: set(&[0]) },
            Step { guards: vec![0, 1], enables: set(&[2]), refutes: set(&[]) },
        ];
        let pairs = meeting(&[set(&[0])], &steps, &all(), u64::MAX);
        assert_eq!(pairs, Some(vec![set(&[0]), set(&[1]), set(&[])]));
        assert_eq!(meeting(&[set(&[0])], &steps, &all(), 3), None);
    }
}
