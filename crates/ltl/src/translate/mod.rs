//! From formulas to Büchi automata, with few states.
//!
//! `term`, `rewrite`, `weak`, `junction`, `implies`: formulas in negative normal form, simplified as they are made.
//! `tableau`: to an automaton with marks on edges. `trim`, `simulate`, `bisimulate`: smaller automata for the same
//! words. `degeneralise`: to accepting states.

mod bisimulate;
mod choices;
pub(crate) mod degeneralise;
pub(crate) mod graph;
mod implies;
mod junction;
pub(crate) mod output;
mod rewrite;
mod simulate;
mod tableau;
mod term;
pub(crate) mod trim;
mod weak;

use std::collections::BTreeMap;
use std::fmt;

use crate::bdd::Bdd;
use crate::{Automaton, Formula};
use graph::Graph;
use tableau::Bounds;
use term::Terms;

/// How large an automaton may become before it is simplified.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// States.
    pub states: usize,
    /// Edges; also a measure for the work on guards.
    pub edges: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 20_000, edges: 200_000 }
    }
}

/// The automaton would be larger than the limits allow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the automaton of this formula is too large")
    }
}

impl std::error::Error for TooLarge {}

/// An automaton that accepts the words of which the formula holds, for formulas that are known to be of reasonable size.
///
/// # Panics
/// Where [`translate_within`] the default limits is an error.
pub fn translate(formula: &Formula) -> Automaton {
    translate_within(formula, Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// An automaton that accepts the words of which the formula holds, or an error if it becomes too large on the way.
///
/// The time is bounded: by the limits, and by bounds on simplifying, which is skipped where it would take long. Nothing
/// recurses in the depth of the formula except over the obligations that arise from it.
pub fn translate_within(formula: &Formula, limits: Limits) -> Result<Automaton, TooLarge> {
    let atoms = by_occurrence(formula);
    let numbers: BTreeMap<usize, usize> = atoms.iter().enumerate().map(|(number, &atom)| (atom, number)).collect();
    let mut terms = Terms::new();
    let (root, _) = terms.insert(formula, |atom| numbers[&atom]);
    let mut bdd = Bdd::new((limits.edges as u64).saturating_mul(20));
    let bounds = Bounds { states: limits.states, edges: limits.edges };
    let graph = tableau::tableau(&mut terms, &mut bdd, root, bounds).ok_or(TooLarge)?;
    let graph = smallest(&mut bdd, &graph);
    let mut automaton = output::automaton(&mut bdd, &graph, limits.edges).ok_or(TooLarge)?;
    for edge in automaton.states.iter_mut().flat_map(|state| &mut state.edges) {
        edge.guard.iter_mut().for_each(|literal| literal.atom = atoms[literal.atom]);
        edge.guard.sort();
    }
    Ok(automaton)
}

/// Propositions in the order in which they are read: those that occur together are best neighbours in diagrams.
fn by_occurrence(formula: &Formula) -> Vec<usize> {
    let mut atoms = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for part in formula.parts_first() {
        if let Formula::Atom(atom) = part
            && seen.insert(*atom)
        {
            atoms.push(*atom);
        }
    }
    atoms
}

/// The smallest of several ways to an automaton with accepting states.
pub(crate) fn smallest(bdd: &mut Bdd, graph: &Graph) -> Graph {
    bdd.refuel(u64::MAX);
    let graph = simplify(bdd, graph);
    bdd.refuel(u64::MAX);
    let several = graph.marks.as_ref().is_some_and(|marks| marks.len() > 1) && graph.len() < 100;
    let mut best: Option<Graph> = None;
    for reverse in if several { &[false, true][..] } else { &[false] } {
        let plain =
            if graph.marks.is_some() { degeneralise::degeneralise(bdd, &graph, *reverse) } else { graph.clone() };
        let found = simplify(bdd, &plain);
        bdd.refuel(u64::MAX);
        let size = |graph: &Graph| (graph.len(), graph.edge_count());
        if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
            best = Some(found);
        }
    }
    best.unwrap_or(graph)
}

/// A smaller automaton for the same words, with so much work as is worth it.
pub(crate) fn simplify(bdd: &mut Bdd, graph: &Graph) -> Graph {
    let mut graph = trim::prune(bdd, graph);
    trim::normalise(bdd, &mut graph);
    let mut fuel = 2_000_000;
    loop {
        let before = (graph.len(), graph.edge_count());
        let mut passes = vec![bisimulate::bisimilar as fn(&mut Bdd, &Graph) -> Graph];
        if graph.len() <= 250 {
            passes.extend([
                simulate::forward as fn(&mut Bdd, &Graph) -> Graph,
                simulate::transient,
                simulate::backward,
            ]);
        }
        for pass in passes {
            bdd.refuel(fuel);
            let found = pass(bdd, &graph);
            fuel = bdd.refuel(u64::MAX);
            if fuel == 0 {
                // Too dear: what was found means nothing.
                return graph;
            }
            graph = trim::prune(bdd, &found);
            trim::normalise(bdd, &mut graph);
        }
        if (graph.len(), graph.edge_count()) == before {
            return graph;
        }
    }
}
