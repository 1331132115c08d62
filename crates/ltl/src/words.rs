//! Which words automata accept: membership of a word, emptiness, and words that two automata share.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::components::components;
use crate::{Automaton, Edge, Lasso, Letter, Literal, State};

/// Whether the automaton accepts the word.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    shared_word(automaton, &only(word, &automaton.atoms())).is_some()
}

/// A word that the automaton accepts.
pub fn some_word(automaton: &Automaton) -> Option<Lasso> {
    let all = State { accepting: true, edges: vec![Edge { guard: Vec::new(), target: 0 }] };
    shared_word(automaton, &Automaton { states: vec![all], initial: 0 })
}

/// A word that both accept. Propositions that do not matter are false in it.
pub fn shared_word(a: &Automaton, b: &Automaton) -> Option<Lasso> {
    Product::new(a, b).accepted()
}

impl Automaton {
    /// The propositions that occur.
    pub fn atoms(&self) -> BTreeSet<usize> {
        let edges = self.states.iter().flat_map(|state| &state.edges);
        edges.flat_map(|edge| edge.guard.iter().map(|literal| literal.atom)).collect()
    }
}

/// An automaton of one word, as far as these propositions tell.
pub(crate) fn only(word: &Lasso, atoms: &BTreeSet<usize>) -> Automaton {
    let state = |i| {
        let literal = |&atom: &usize| Literal { atom, positive: word.letter(i).contains(&atom) };
        let edge = Edge { guard: atoms.iter().map(literal).collect(), target: word.after(i) };
        State { accepting: true, edges: vec![edge] }
    };
    Automaton { states: (0..word.positions()).map(state).collect(), initial: 0 }
}

/// Both guards at once, if they do not contradict each other.
pub(crate) fn both(a: &[Literal], b: &[Literal]) -> Option<Vec<Literal>> {
    let mut all: Vec<Literal> = a.iter().chain(b).copied().collect();
    all.sort();
    all.dedup();
    let contradict = all.windows(2).any(|pair| pair[0].atom == pair[1].atom);
    if contradict { None } else { Some(all) }
}

/// The reachable product. A vertex says which automaton is to pass an accepting state next, which makes "both again and
/// again" into "the second, while it is awaited, again and again".
struct Product {
    vertices: Vec<(usize, usize, bool)>,
    edges: Vec<Vec<Edge>>,
    good: Vec<bool>,
}

impl Product {
    fn new(a: &Automaton, b: &Automaton) -> Product {
        let first = (a.initial, b.initial, false);
        let mut product = Product { vertices: vec![first], edges: Vec::new(), good: Vec::new() };
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        while let Some(&(s, t, second)) = product.vertices.get(product.edges.len()) {
            kulan_control::checkpoint();
            let mut edges = Vec::new();
            let satisfied = if second { b.states[t].accepting } else { a.states[s].accepting };
            for e in &a.states[s].edges {
                for f in &b.states[t].edges {
                    let Some(guard) = both(&e.guard, &f.guard) else { continue };
                    let vertex = (e.target, f.target, second != satisfied);
                    let target = *numbers.entry(vertex).or_insert_with(|| {
                        product.vertices.push(vertex);
                        product.vertices.len() - 1
                    });
                    edges.push(Edge { guard, target });
                }
            }
            product.edges.push(edges);
            product.good.push(second && satisfied);
        }
        product
    }

    fn accepted(&self) -> Option<Lasso> {
        let targets = |v: usize| self.edges[v].iter().map(|edge| edge.target).collect();
        let component = components(self.vertices.len(), targets);
        let start = (0..self.vertices.len()).find(|&v| {
            let inside = self.edges[v].iter().any(|edge| component[edge.target] == component[v]);
            self.good[v] && inside
        })?;
        let stem = if start == 0 { Vec::new() } else { self.way(0, start, |_| true)? };
        let cycle = self.way(start, start, |v| component[v] == component[start])?;
        Some(Lasso { stem, cycle })
    }

    /// The letters along a shortest way of at least one edge.
    fn way(&self, from: usize, to: usize, allowed: impl Fn(usize) -> bool) -> Option<Vec<Letter>> {
        let mut before: FxHashMap<usize, (usize, &Edge)> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(v) = queue.pop_front() {
            for edge in self.edges[v].iter().filter(|edge| allowed(edge.target)) {
                before.entry(edge.target).or_insert_with(|| {
                    queue.push_back(edge.target);
                    (v, edge)
                });
            }
            if before.contains_key(&to) {
                break;
            }
        }
        let mut letters = Vec::new();
        let mut at = to;
        loop {
            let (v, edge) = before.get(&at)?;
            letters.push(edge.guard.iter().filter(|literal| literal.positive).map(|literal| literal.atom).collect());
            at = *v;
            if at == from {
                break;
            }
        }
        letters.reverse();
        Some(letters)
    }
}
