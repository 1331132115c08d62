//! Transitions that close cycles: the ignoring problem, solved by location.
//!
//! A goal stays reachable if from each state of the reduced space key transitions lead to one in which nothing is left
//! out (docs/reduction.md). It suffices that every set that leaves something out has an enabled key transition that is
//! not *sticky*, if no cycle of the state space is without a sticky transition: following the others must end. A cycle
//! brings every thread back to where it was, so a transition that moves threads forward in an order of their locations,
//! and none back, is not sticky.

use kulan_ir::{System, Target, Transition, VarId};

/// By transition: whether it is sticky.
pub fn sticky(system: &System) -> Vec<bool> {
    let counters: Vec<VarId> = system.threads.iter().filter_map(|t| t.program_counter).collect();
    let mut result: Vec<bool> = Vec::new();
    let mut moves: Vec<Vec<Move>> = Vec::new();
    for transition in &system.transitions {
        let found = moves_of(system, transition, &counters);
        // One that moves no thread, or nobody knows where, can be part of any cycle.
        result.push(transition.continues.is_some() || found.as_ref().is_none_or(Vec::is_empty));
        moves.push(found.unwrap_or_default());
    }
    for (thread, counter) in counters.iter().enumerate() {
        let start = system.variables[counter.index()].initial[0];
        let order = order(&moves, &result, thread, start);
        for (t, moves) in moves.iter().enumerate() {
            let back = |m: &Move| m.thread == thread && rank(&order, m.from) >= rank(&order, m.to);
            result[t] |= moves.iter().any(back);
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
fn moves_of(system: &System, transition: &Transition, counters: &[VarId]) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for (thread, &counter) in counters.iter().enumerate() {
        let Some(update) = transition.updates.iter().rev().find(|u| u.target == Target::Var(counter)) else { continue };
        let to = system.exprs.as_const(update.value)?;
        let tests = transition.guards.iter().filter_map(|g| system.as_equality(system.guards[g.index()]));
        let from = tests.into_iter().find(|t| t.0 == counter)?.1;
        moves.push(Move { thread, from, to });
    }
    Some(moves)
}

/// The locations of a thread in reverse postorder of a depth-first search from its start.
fn order(moves: &[Vec<Move>], sticky: &[bool], thread: usize, start: u64) -> Vec<u64> {
    let edges: Vec<(u64, u64)> = moves
        .iter()
        .zip(sticky)
        .filter(|(_, sticky)| !**sticky)
        .flat_map(|(m, _)| m.iter().filter(|m| m.thread == thread).map(|m| (m.from, m.to)))
        .collect();
    let mut places: Vec<u64> = std::iter::once(start).chain(edges.iter().map(|e| e.0)).collect();
    places.dedup();
    let mut done = Vec::new();
    let mut seen = Vec::new();
    for root in places {
        if seen.contains(&root) {
            continue;
        }
        seen.push(root);
        let mut stack = vec![(root, 0)];
        while let Some((place, next)) = stack.last_mut() {
            let place = *place;
            match edges[*next..].iter().position(|e| e.0 == place) {
                None => {
                    done.push(place);
                    stack.pop();
                }
                Some(offset) => {
                    *next += offset + 1;
                    let to = edges[*next - 1].1;
                    if !seen.contains(&to) {
                        seen.push(to);
                        stack.push((to, 0));
                    }
                }
            }
        }
    }
    done.reverse();
    done
}

fn rank(order: &[u64], place: u64) -> usize {
    order.iter().position(|&p| p == place).unwrap_or(usize::MAX)
}
