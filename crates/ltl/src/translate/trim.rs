//! What components tell: states that lead to no accepted run go, and acceptance is written in one way only.

use super::graph::{Components, Graph};
use crate::bdd::{Bdd, FALSE, TRUE};
use crate::components::components;

/// Leaves out states from which nothing is accepted, and those that cannot be reached.
pub(crate) fn prune(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let graph = graph.reachable();
    let found = graph.components(bdd);
    let mut useful = found.accepting.clone();
    // Components are numbered such that edges lead to lower ones.
    let mut by_component: Vec<usize> = (0..graph.len()).collect();
    by_component.sort_by_key(|&s| found.of[s]);
    for s in by_component {
        useful[found.of[s]] |= graph.edges[s].iter().any(|edge| useful[found.of[edge.0]]);
    }
    let keep: Vec<bool> = found.of.iter().map(|&c| useful[c]).collect();
    let mut graph = graph.restrict(&keep);
    if !keep[0] {
        // Nothing is accepted; the initial state, which is the first, is all that is left.
        graph.edges[0].clear();
    }
    graph.edges.iter_mut().for_each(|edges| edges.retain(|edge| edge.1 != FALSE));
    graph.reachable()
}

/// Where acceptance does not matter, it is made the same everywhere: no edge outside accepting components is without
/// marks; no state there is accepting; and where every cycle is accepting, every state is.
pub(crate) fn normalise(bdd: &mut Bdd, graph: &mut Graph) {
    let found = graph.components(bdd);
    match graph.marks.clone() {
        Some(marks) => {
            let all = marks.iter().fold(TRUE, |all, &mark| {
                let mark = bdd.variable(mark);
                bdd.and(all, mark)
            });
            for s in 0..graph.len() {
                for i in 0..graph.edges[s].len() {
                    let (t, guard) = graph.edges[s][i];
                    if found.of[s] != found.of[t] || !found.accepting[found.of[s]] {
                        let any = bdd.any_marks(guard);
                        graph.edges[s][i].1 = bdd.and(any, all);
                    }
                }
            }
        }
        None => normalise_states(graph, &found),
    }
}

fn normalise_states(graph: &mut Graph, found: &Components) {
    for s in 0..graph.len() {
        graph.accepting[s] &= found.accepting[found.of[s]];
    }
    // Cycles without accepting states.
    let plain = |s: usize| -> Vec<usize> {
        if graph.accepting[s] {
            return Vec::new();
        }
        let targets = graph.edges[s].iter().map(|edge| edge.0);
        targets.filter(|&t| found.of[t] == found.of[s] && !graph.accepting[t]).collect()
    };
    let inner = components(graph.len(), plain);
    let mut size = vec![0; graph.len()];
    inner.iter().for_each(|&c| size[c] += 1);
    let mut weak = found.accepting.clone();
    for s in 0..graph.len() {
        if size[inner[s]] > 1 || plain(s).contains(&s) {
            weak[found.of[s]] = false;
        }
    }
    for s in 0..graph.len() {
        graph.accepting[s] |= weak[found.of[s]];
    }
}
