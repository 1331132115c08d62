//! Fewer states and edges by direct simulation: C. Fritz and T. Wilke (2005); with decision diagrams for letters and
//! marks, T. Babiak et al., "Compositional approach to suspension and other improvements to LTL translation" (2013).
//!
//! A state is below another if that one can take every step it can take, with no more marks (or as accepting a state), to
//! a state that is above again.

use super::graph::Graph;
use crate::bdd::{Bdd, FALSE, Ref};

/// `order[s][t]` if `s` is below `t`.
pub(super) type Order = Vec<Vec<bool>>;

/// Which states are below which.
pub(super) fn below(bdd: &mut Bdd, graph: &Graph) -> Order {
    simulation(bdd, &graph.edges, |s, t| !graph.accepting[s] || graph.accepting[t])
}

/// The greatest simulation.
fn simulation(bdd: &mut Bdd, edges: &[Vec<(usize, Ref)>], may: impl Fn(usize, usize) -> bool) -> Order {
    let count = edges.len();
    let mut order: Order = (0..count).map(|s| (0..count).map(|t| may(s, t)).collect()).collect();
    loop {
        kulan_control::checkpoint();
        let mut changed = false;
        for s in 0..count {
            for t in 0..count {
                if s != t && order[s][t] && !covered(bdd, &edges[s], &edges[t], &order) {
                    order[s][t] = false;
                    changed = true;
                }
            }
        }
        if !changed || bdd.spent() {
            return order;
        }
    }
}

/// Whether each step of the first list can be taken by the second, to a state above.
fn covered(bdd: &mut Bdd, low: &[(usize, Ref)], high: &[(usize, Ref)], order: &Order) -> bool {
    low.iter().all(|&(d, guard)| {
        bdd.burn(1 + high.len() / 4);
        let mut rest = guard;
        for &(e, cover) in high {
            if rest != FALSE && order[d][e] {
                rest = bdd.minus(rest, cover);
            }
        }
        rest == FALSE
    })
}

/// The lowest state that is above and below, for each.
fn representatives(order: &Order) -> Vec<usize> {
    (0..order.len()).map(|s| (0..=s).find(|&t| order[s][t] && order[t][s]).unwrap_or(s)).collect()
}

/// Joins states that simulate each other, and leaves out steps to states that are below another that can be gone to.
pub(super) fn forward(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let order = below(bdd, graph);
    let representative = representatives(&order);
    let mut joined = graph.clone();
    for s in 0..graph.len() {
        joined.edges[s] = Vec::new();
        for &(t, guard) in &graph.edges[s] {
            Graph::add_edge(bdd, &mut joined.edges[s], representative[t], guard);
        }
        let all = joined.edges[s].clone();
        for (d, guard) in &mut joined.edges[s] {
            for &(e, better) in &all {
                if *d != e && order[*d][e] {
                    *guard = bdd.minus(*guard, better);
                }
            }
            *guard = bdd.more_marks(*guard);
        }
        joined.edges[s].retain(|edge| edge.1 != FALSE);
    }
    joined.quotient(bdd, &representative, false)
}

/// Joins states that are reached in the same ways.
pub(super) fn backward(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let mut incoming = vec![Vec::new(); graph.len()];
    for (s, edges) in graph.edges.iter().enumerate() {
        edges.iter().for_each(|&(t, guard)| incoming[t].push((s, guard)));
    }
    let may =
        |s: usize, t: usize| (!graph.accepting[s] || graph.accepting[t]) && (s != graph.initial || t == graph.initial);
    let order = simulation(bdd, &incoming, may);
    graph.quotient(bdd, &representatives(&order), true)
}

/// A state on no cycle may as well be another from which the same words are accepted, whether or not that one is
/// accepting. That one must not lead to it, or there would be a new cycle: it is looked for in lower components.
pub(super) fn transient(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let order = below(bdd, graph);
    let found = graph.components(bdd);
    let plain: Vec<Vec<(usize, Ref)>> =
        (graph.edges.iter()).map(|edges| edges.iter().map(|&(t, guard)| (t, bdd.any_marks(guard))).collect()).collect();
    let mut by_component: Vec<usize> = (0..graph.len()).collect();
    by_component.sort_by_key(|&s| found.of[s]);
    let mut representative: Vec<usize> = (0..graph.len()).collect();
    for (i, &t) in by_component.iter().enumerate() {
        if found.cyclic[found.of[t]] {
            continue;
        }
        let same = by_component[..i].iter().find(|&&s| {
            representative[s] == s
                && covered(bdd, &plain[s], &plain[t], &order)
                && covered(bdd, &plain[t], &plain[s], &order)
        });
        if let Some(&s) = same {
            representative[t] = s;
        }
    }
    graph.quotient(bdd, &representative, false)
}
