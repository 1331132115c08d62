//! From marks on edges to accepting states: copies of each state, one per mark that is awaited, as in P. Gastin and
//! D. Oddoux, "Fast LTL to Büchi automata translation" (2001); each component on its own, with the marks that matter
//! there, and known copies preferred on entry: T. Babiak et al. (2013).

use rustc_hash::FxHashMap;

use super::graph::{Components, Graph};
use crate::bdd::{Bdd, FALSE, Ref};
use crate::components::components;

/// The same language, with acceptance by states. Marks are awaited in their order, or in the reverse one.
pub(crate) fn degeneralise(bdd: &mut Bdd, graph: &Graph, reverse: bool) -> Graph {
    let found = graph.components(bdd);
    let awaited = (0..found.accepting.len()).map(|c| needed(bdd, graph, &found, c, reverse)).collect();
    let mut copies =
        Copies { graph, found, awaited, list: Vec::new(), numbers: FxHashMap::default(), known: FxHashMap::default() };
    let initial = copies.entry(graph.initial);
    let initial = copies.number(initial);
    let mut edges = Vec::new();
    while let Some(&copy) = copies.list.get(edges.len()) {
        kulan_control::checkpoint();
        edges.push(copies.edges(bdd, copy));
    }
    let accepting = copies.list.iter().map(|&copy| copies.accepting(copy)).collect();
    Graph { initial, edges, accepting, marks: None }
}

/// A state, and how many of the marks were met since the last accepting copy.
type Copy = (usize, usize);

struct Copies<'a> {
    graph: &'a Graph,
    found: Components,
    /// The marks that matter, by component; nothing for those that do not accept.
    awaited: Vec<Option<Vec<u32>>>,
    list: Vec<Copy>,
    numbers: FxHashMap<Copy, usize>,
    /// The first copy of a state that was needed.
    known: FxHashMap<usize, usize>,
}

impl Copies<'_> {
    fn number(&mut self, copy: Copy) -> usize {
        self.known.entry(copy.0).or_insert(copy.1);
        *self.numbers.entry(copy).or_insert_with(|| {
            self.list.push(copy);
            self.list.len() - 1
        })
    }

    fn accepting(&self, (s, level): Copy) -> bool {
        self.awaited[self.found.of[s]].as_ref().is_some_and(|marks| marks.len() == level)
    }

    /// The copy to take when a component is entered.
    fn entry(&self, s: usize) -> Copy {
        (s, self.known.get(&s).copied().unwrap_or(0))
    }

    fn edges(&mut self, bdd: &mut Bdd, (s, level): Copy) -> Vec<(usize, Ref)> {
        let mut edges = Vec::new();
        for &(t, guard) in &self.graph.edges[s] {
            let inside = self.found.of[s] == self.found.of[t];
            let marks = match &self.awaited[self.found.of[s]] {
                Some(marks) if inside => marks.clone(),
                _ => {
                    let entry = if inside { (t, 0) } else { self.entry(t) };
                    let (target, guard) = (self.number(entry), bdd.any_marks(guard));
                    Graph::add_edge(bdd, &mut edges, target, guard);
                    continue;
                }
            };
            let (mut guard, mut at) = (guard, if level == marks.len() { 0 } else { level });
            // As far as the marks allow: every copy of a state accepts the same words.
            loop {
                let here = bdd.any_marks(guard);
                let further = if at == marks.len() { FALSE } else { bdd.without(guard, marks[at]) };
                let beyond = bdd.any_marks(further);
                let only_here = bdd.minus(here, beyond);
                if only_here != FALSE {
                    let target = self.number((t, at));
                    Graph::add_edge(bdd, &mut edges, target, only_here);
                }
                if further == FALSE {
                    break;
                }
                (guard, at) = (further, at + 1);
            }
        }
        edges
    }
}

/// The marks that a run must be watched for in an accepting component: not those without which each cycle goes a step
/// anyway, nor those which are absent whenever another one is.
fn needed(bdd: &mut Bdd, graph: &Graph, found: &Components, c: usize, reverse: bool) -> Option<Vec<u32>> {
    if !found.accepting[c] {
        return None;
    }
    let states: Vec<usize> = (0..graph.len()).filter(|&s| found.of[s] == c).collect();
    let inside: Vec<(usize, usize, Ref)> = (states.iter())
        .flat_map(|&s| graph.edges[s].iter().map(move |&(t, guard)| (s, t, guard)))
        .filter(|&(_, t, _)| found.of[t] == c)
        .collect();
    let mut marks = graph.marks.clone().unwrap_or_default();
    if reverse {
        marks.reverse();
    }
    marks.retain(|&mark| {
        let marked: Vec<(usize, usize)> = (inside.iter())
            .filter(|edge| {
                let without = bdd.without(edge.2, mark);
                !bdd.implies(edge.2, without)
            })
            .map(|edge| (edge.0, edge.1))
            .collect();
        cyclic(graph.len(), &marked)
    });
    let mut i = 0;
    while i < marks.len() {
        let other = (0..marks.len()).find(|&j| {
            j != i
                && inside.iter().all(|edge| {
                    let met = bdd.without(edge.2, marks[j]);
                    let both = bdd.without(met, marks[i]);
                    bdd.implies(met, both)
                })
        });
        if other.is_some() {
            marks.remove(i);
        } else {
            i += 1;
        }
    }
    Some(marks)
}

fn cyclic(count: usize, edges: &[(usize, usize)]) -> bool {
    let mut targets = vec![Vec::new(); count];
    edges.iter().for_each(|&(s, t)| targets[s].push(t));
    let component = components(count, |s| targets[s].clone());
    edges.iter().any(|&(s, t)| component[s] == component[t])
}
