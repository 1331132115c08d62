//! Automata while they are built: guards are decision diagrams over propositions and acceptance marks.

use crate::Automaton;
use crate::bdd::{Bdd, FALSE, Ref};
use crate::components::components;

/// An automaton with at most one edge between two states.
///
/// While there are marks, a run is accepted if, for each mark, it takes again and again a step *without* it; a guard that
/// can be met with some marks can be met with more. Without marks, `accepting` tells, as in [`Automaton`].
#[derive(Clone)]
pub(crate) struct Graph {
    pub(crate) initial: usize,
    /// The edges of each state: target and guard.
    pub(crate) edges: Vec<Vec<(usize, Ref)>>,
    pub(crate) accepting: Vec<bool>,
    /// The variables of the marks; `None` if acceptance is by states.
    pub(crate) marks: Option<Vec<u32>>,
}

/// The components of a graph, and which of them have accepted runs inside.
pub(crate) struct Components {
    pub(crate) of: Vec<usize>,
    pub(crate) accepting: Vec<bool>,
    /// Whether a component has an edge inside.
    pub(crate) cyclic: Vec<bool>,
}

impl Graph {
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// Adds to the guard of an edge, which may be new.
    pub(crate) fn add_edge(bdd: &mut Bdd, edges: &mut Vec<(usize, Ref)>, target: usize, guard: Ref) {
        if guard == FALSE {
            return;
        }
        match edges.iter_mut().find(|edge| edge.0 == target) {
            Some(edge) => edge.1 = bdd.or(edge.1, guard),
            None => edges.push((target, guard)),
        }
    }

    pub(crate) fn components(&self, bdd: &mut Bdd) -> Components {
        let of = components(self.len(), |v| self.edges[v].iter().map(|edge| edge.0).collect());
        let count = of.iter().max().map_or(0, |max| max + 1);
        let mut cyclic = vec![false; count];
        let needs = self.marks.as_ref().map_or(1, Vec::len);
        let mut met = vec![vec![false; needs]; count];
        for (s, edges) in self.edges.iter().enumerate() {
            for &(t, guard) in edges.iter().filter(|edge| of[edge.0] == of[s]) {
                debug_assert_eq!(of[s], of[t]);
                cyclic[of[s]] = true;
                match &self.marks {
                    None => met[of[s]][0] |= self.accepting[s],
                    Some(marks) => {
                        for (i, &mark) in marks.iter().enumerate() {
                            met[of[s]][i] = met[of[s]][i] || bdd.without(guard, mark) != FALSE;
                        }
                    }
                }
            }
        }
        let accepting = (0..count).map(|c| cyclic[c] && met[c].iter().all(|&met| met)).collect();
        Components { of, accepting, cyclic }
    }

    /// The states for which `keep`, with other numbers; the initial state stays.
    pub(crate) fn restrict(&self, keep: &[bool]) -> Graph {
        let kept: Vec<usize> = (0..self.len()).filter(|&s| keep[s] || s == self.initial).collect();
        let mut numbers = vec![usize::MAX; self.len()];
        kept.iter().enumerate().for_each(|(number, &s)| numbers[s] = number);
        let renumber = |&(t, guard): &(usize, Ref)| (numbers[t] != usize::MAX).then(|| (numbers[t], guard));
        Graph {
            initial: numbers[self.initial],
            edges: kept.iter().map(|&s| self.edges[s].iter().filter_map(renumber).collect()).collect(),
            accepting: kept.iter().map(|&s| self.accepting[s]).collect(),
            marks: self.marks.clone(),
        }
    }

    /// Each state replaced by its representative, which is its own; edges of all states of a class if `joined`, only
    /// those of the representative otherwise.
    pub(crate) fn quotient(&self, bdd: &mut Bdd, representative: &[usize], joined: bool) -> Graph {
        let mut edges = vec![Vec::new(); self.len()];
        for (s, own) in self.edges.iter().enumerate() {
            if joined || representative[s] == s {
                for &(t, guard) in own {
                    Graph::add_edge(bdd, &mut edges[representative[s]], representative[t], guard);
                }
            }
        }
        let graph = Graph { initial: representative[self.initial], edges, ..self.clone() };
        graph.reachable()
    }

    /// Only states that can be reached, in the order of a breadth-first search.
    pub(crate) fn reachable(&self) -> Graph {
        let mut order = vec![self.initial];
        let mut numbers = vec![usize::MAX; self.len()];
        numbers[self.initial] = 0;
        let mut at = 0;
        while at < order.len() {
            for &(t, _) in &self.edges[order[at]] {
                if numbers[t] == usize::MAX {
                    numbers[t] = order.len();
                    order.push(t);
                }
            }
            at += 1;
        }
        let renumber = |s: &usize| self.edges[*s].iter().map(|&(t, guard)| (numbers[t], guard)).collect();
        Graph {
            initial: 0,
            edges: order.iter().map(renumber).collect(),
            accepting: order.iter().map(|&s| self.accepting[s]).collect(),
            marks: self.marks.clone(),
        }
    }

    /// The graph of an automaton.
    pub(crate) fn from_automaton(bdd: &mut Bdd, automaton: &Automaton) -> Graph {
        let mut edges = Vec::new();
        for state in &automaton.states {
            let mut own = Vec::new();
            for edge in &state.edges {
                let guard = bdd.cube(&edge.guard);
                Graph::add_edge(bdd, &mut own, edge.target, guard);
            }
            edges.push(own);
        }
        let accepting = automaton.states.iter().map(|state| state.accepting).collect();
        Graph { initial: automaton.initial, edges, accepting, marks: None }
    }
}
