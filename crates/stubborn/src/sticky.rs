//! Transitions that close cycles: the ignoring problem, solved by location.
//!
//! A goal stays reachable if from each state of the reduced space key transitions lead to one in which nothing is left
//! out (docs/reduction.md). It suffices that every set that leaves something out has an enabled key transition that is
//! not *sticky*, if no cycle of the state space is without a sticky transition: following the others must end. A cycle
//! brings every thread back to where it was. So the moves between locations are taken one by one, and a transition is
//! sticky if one of its moves would close a cycle with those of transitions that are not. What accords with most comes
//! first, because it is worth most as a set by itself.

use kulan_ir::{System, Target, Transition, VarId};
use kulan_relations::Relations;
use rustc_hash::{FxHashMap, FxHashSet};

/// Locations looked at to find out whether a move closes a cycle; beyond, it is taken to.
const EFFORT: usize = 20_000;

/// By transition: whether it is sticky.
pub fn sticky(system: &System, relations: &Relations) -> Vec<bool> {
    let counters: Vec<VarId> = system.threads.iter().filter_map(|t| t.program_counter).collect();
    let mut order: Vec<(usize, usize)> = (0..system.transitions.len())
        .map(|t| (relations.do_not_accord.row(t).iter().map(|w| w.count_ones() as usize).sum(), t))
        .collect();
    order.sort_unstable();
    let mut forward = vec![FxHashMap::<u64, Vec<u64>>::default(); counters.len()];
    let mut result = vec![true; system.transitions.len()];
    for (_, t) in order {
        let transition = &system.transitions[t];
        // One that moves no thread, or nobody knows where, can be part of any cycle.
        let moves = moves(system, transition, &counters).filter(|m| !m.is_empty() && transition.continues.is_none());
        if let Some(moves) = moves
            && !moves.iter().any(|m| leads(&forward[m.thread], m.to, m.from))
        {
            result[t] = false;
            moves.iter().for_each(|m| forward[m.thread].entry(m.from).or_default().push(m.to));
        }
    }
    result
}

#[derive(Copy, Clone, Debug)]
struct Move {
    thread: usize,
    from: u64,
    to: u64,
}

/// Where a transition moves threads; `None` if that is not a matter of constants.
fn moves(system: &System, transition: &Transition, counters: &[VarId]) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for (thread, &counter) in counters.iter().enumerate() {
        let Some(update) = transition.updates.iter().rev().find(|u| u.target == Target::Var(counter)) else { continue };
        let to = system.exprs.as_const(update.value)?;
        let mut tests = transition.guards.iter().filter_map(|g| system.as_equality(system.guards[g.index()]));
        let from = tests.find(|t| t.0 == counter)?.1;
        moves.push(Move { thread, from, to });
    }
    Some(moves)
}

/// Whether moves lead from one location to another.
fn leads(forward: &FxHashMap<u64, Vec<u64>>, from: u64, to: u64) -> bool {
    let mut seen = FxHashSet::from_iter([from]);
    let mut pending = vec![from];
    while let Some(place) = pending.pop() {
        if place == to || seen.len() > EFFORT {
            return true;
        }
        for &next in forward.get(&place).into_iter().flatten() {
            if seen.insert(next) {
                pending.push(next);
            }
        }
    }
    false
}
