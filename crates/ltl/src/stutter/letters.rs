//! Automata over a plain alphabet: letters that no guard tells apart are one.

use crate::Letter;
use crate::bdd::{Bdd, FALSE, TRUE};
use crate::translate::graph::Graph;

/// An automaton with numbered letters. A run is accepted if it takes marked steps again and again.
#[derive(Clone)]
pub(super) struct Plain {
    pub(super) initial: usize,
    pub(super) letters: usize,
    /// By state and letter: targets, and whether the step is marked. No target twice.
    pub(super) steps: Vec<Vec<Vec<(usize, bool)>>>,
}

impl Plain {
    /// The same language, and an example for each letter; nothing if there are more than `most` letters.
    pub(super) fn new(bdd: &mut Bdd, graph: &Graph, most: usize) -> Option<(Plain, Vec<Letter>)> {
        let mut classes = vec![TRUE];
        let mut guards: Vec<_> = graph.edges.iter().flatten().map(|edge| edge.1).collect();
        guards.sort();
        guards.dedup();
        for guard in guards {
            let mut finer = Vec::new();
            for class in classes {
                let (inside, outside) = (bdd.and(class, guard), bdd.minus(class, guard));
                finer.extend([inside, outside].into_iter().filter(|&part| part != FALSE));
            }
            if finer.len() > most || bdd.spent() {
                return None;
            }
            classes = finer;
        }
        let mut steps = Vec::new();
        for (s, edges) in graph.edges.iter().enumerate() {
            let mut own = vec![Vec::new(); classes.len()];
            for &(target, guard) in edges {
                for (letter, &class) in classes.iter().enumerate() {
                    if bdd.and(class, guard) != FALSE {
                        own[letter].push((target, graph.accepting[s]));
                    }
                }
            }
            steps.push(own);
        }
        let mut example = |class| {
            let cube = bdd.cubes(class, class).swap_remove(0);
            cube.iter().filter(|literal| literal.positive).map(|literal| literal.atom).collect()
        };
        let examples = classes.iter().map(|&class| example(class)).collect();
        if bdd.spent() {
            return None;
        }
        Some((Plain { initial: graph.initial, letters: classes.len(), steps }, examples))
    }

    /// Adds a step; a marked one takes the place of an unmarked. Says whether that changed anything.
    pub(super) fn add(steps: &mut Vec<(usize, bool)>, target: usize, marked: bool) -> bool {
        match steps.iter_mut().find(|step| step.0 == target) {
            Some(step) => marked && !std::mem::replace(&mut step.1, true),
            None => {
                steps.push((target, marked));
                true
            }
        }
    }
}
