//! States with the same steps to the same classes of states, whatever the number of states: partition refinement.

use rustc_hash::FxHashMap;

use super::graph::Graph;
use crate::bdd::{Bdd, Ref};

/// Joins states that are bisimilar.
pub(super) fn bisimilar(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let mut classes: Vec<usize> = graph.accepting.iter().map(|&accepting| usize::from(accepting)).collect();
    let mut count = 0;
    loop {
        kulan_control::checkpoint();
        let mut numbers: FxHashMap<(usize, Vec<(usize, Ref)>), usize> = FxHashMap::default();
        let mut next = Vec::with_capacity(graph.len());
        bdd.burn(graph.len());
        for (s, edges) in graph.edges.iter().enumerate() {
            let mut sorted: Vec<(usize, Ref)> = edges.iter().map(|&(t, guard)| (classes[t], guard)).collect();
            sorted.sort();
            let mut steps: Vec<(usize, Ref)> = Vec::new();
            for (class, guard) in sorted {
                match steps.last_mut() {
                    Some(last) if last.0 == class => last.1 = bdd.or(last.1, guard),
                    _ => steps.push((class, guard)),
                }
            }
            let fresh = numbers.len();
            next.push(*numbers.entry((classes[s], steps)).or_insert(fresh));
        }
        let found = numbers.len();
        classes = next;
        if found == count || bdd.spent() {
            break;
        }
        count = found;
    }
    let mut first = FxHashMap::default();
    let representative: Vec<usize> = (0..graph.len()).map(|s| *first.entry(classes[s]).or_insert(s)).collect();
    graph.quotient(bdd, &representative, false)
}
