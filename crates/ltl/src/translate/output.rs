//! From guards as diagrams to guards as literals.

use super::graph::Graph;
use super::simulate::below;
use crate::bdd::{Bdd, Ref};
use crate::{Automaton, Edge, Literal, State};

/// Work on the guard of one edge.
const PATIENCE: u64 = 200_000;

/// The automaton; nothing if it has more than `most` edges. Acceptance is by states.
pub(crate) fn automaton(bdd: &mut Bdd, graph: &Graph, most: usize) -> Option<Automaton> {
    debug_assert!(graph.marks.is_none(), "marks were replaced by states");
    bdd.refuel(PATIENCE);
    let order = if graph.len() <= 250 { Some(below(bdd, graph)) } else { None };
    let order = order.filter(|_| !bdd.spent());
    let mut count = 0;
    let mut states = Vec::new();
    for s in 0..graph.len() {
        let mut edges = Vec::new();
        for &(target, guard) in &graph.edges[s] {
            // A step may also be allowed where one to a better state is: fewer cubes, though less deterministic.
            let allowed = order.as_ref().map_or(guard, |order| {
                let better = graph.edges[s].iter().filter(|edge| order[target][edge.0]);
                better.fold(guard, |all, edge| bdd.or(all, edge.1))
            });
            for guard in cubes(bdd, guard, allowed)? {
                edges.push(Edge { guard, target });
            }
        }
        count += edges.len();
        if count > most {
            return None;
        }
        states.push(State { accepting: graph.accepting[s], edges });
    }
    Some(Automaton { states, initial: graph.initial })
}

/// The cubes of a guard; if they are many, those of a guard between this one and what is allowed.
fn cubes(bdd: &mut Bdd, guard: Ref, allowed: Ref) -> Option<Vec<Vec<Literal>>> {
    bdd.refuel(PATIENCE);
    let few = bdd.cubes(guard, allowed);
    if bdd.spent() {
        return None;
    }
    if allowed == guard {
        return Some(few);
    }
    bdd.refuel(PATIENCE / 10);
    let exact = bdd.cubes(guard, guard);
    let close = !bdd.spent() && exact.len() <= 2 * few.len() + 2;
    bdd.refuel(PATIENCE);
    Some(if close { exact } else { few })
}
