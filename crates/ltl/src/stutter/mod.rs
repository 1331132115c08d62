//! Whether an automaton tells words apart that differ only in stuttering: T. Michaud and A. Duret-Lutz, "Practical
//! stutter-invariance checks for omega-regular languages" (2015).
//!
//! The language is closed under leaving out repeated letters, and under repeating letters, or it is not invariant. Both
//! closures have small automata (`closure`); whether the automaton accepts what they accept is decided without
//! complementing it (`inclusion`).

mod closure;
mod inclusion;
mod letters;

use crate::bdd::Bdd;
use crate::translate::graph::Graph;
use crate::translate::{Limits, output, simplify};
use crate::words::only;
use crate::{Automaton, Edge, Lasso, Letter, State, shared_word};
use closure::{repeated, shortened};
use inclusion::{Found, outside};
use letters::Plain;

/// How much work may be done.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    /// Letters that the automaton tells apart.
    pub letters: usize,
    /// Steps of the test for inclusion.
    pub steps: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { letters: 256, steps: 300_000 }
    }
}

/// Whether a language is closed under stuttering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is.
    Yes,
    /// It is not: two words that differ in stuttering only, of which one is accepted.
    No(Witness),
    /// The budget was spent.
    Unknown,
}

/// Two words that differ in stuttering only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// A word of the language.
    pub accepted: Lasso,
    /// A word that is not of the language.
    pub rejected: Lasso,
}

/// Whether the automaton accepts, with a word, all words that differ from it in stuttering only.
pub fn is_stutter_invariant(automaton: &Automaton, budget: &Budget) -> Answer {
    let mut bdd = Bdd::new(budget.steps as u64);
    let graph = Graph::from_automaton(&mut bdd, automaton);
    if bdd.spent() {
        return Answer::Unknown;
    }
    let graph = simplify(&mut bdd, &graph);
    bdd.refuel(budget.steps as u64);
    let Some((plain, letters)) = Plain::new(&mut bdd, &graph, budget.letters) else { return Answer::Unknown };
    let mut steps = budget.steps;
    for closed in [shortened(&plain), repeated(&plain)] {
        match outside(&closed, &plain, &mut steps) {
            Found::Nothing => {}
            Found::Spent => return Answer::Unknown,
            Found::Word(stem, cycle) => {
                let word = |numbers: Vec<usize>| numbers.into_iter().map(|l| letters[l].clone()).collect();
                let rejected = Lasso { stem: word(stem), cycle: word(cycle) };
                // The closure was of the simplified automaton, which has the same language.
                let same = output::automaton(&mut bdd, &graph, Limits::default().edges);
                let variant = shared_word(same.as_ref().unwrap_or(automaton), &stutterings(&rejected, automaton));
                return variant.map_or(Answer::Unknown, |accepted| Answer::No(Witness { accepted, rejected }));
            }
        }
    }
    Answer::Yes
}

/// An automaton of all words that differ from this one in stuttering only, as far as the other automaton's propositions
/// tell.
fn stutterings(word: &Lasso, automaton: &Automaton) -> Automaton {
    let word = without_repetitions(word);
    let count = word.positions();
    let mut once = only(&word, &automaton.atoms());
    // A second copy of each state repeats its letter; the first copies must come again and again.
    for i in 0..count {
        let Edge { guard, target } = once.states[i].edges[0].clone();
        let again = Edge { guard: guard.clone(), target: count + i };
        once.states[i].edges.push(again.clone());
        once.states.push(State { accepting: false, edges: vec![again, Edge { guard, target }] });
    }
    once
}

/// The same word with every repetition of a letter left out, except for the last letter if that is forever.
fn without_repetitions(word: &Lasso) -> Lasso {
    let mut stem: Vec<Letter> = word.stem.iter().chain(&word.cycle).cloned().collect();
    stem.dedup();
    let before = |i: usize| &word.cycle[(i + word.cycle.len() - 1) % word.cycle.len()];
    let changes = (0..word.cycle.len()).filter(|&i| word.cycle[i] != *before(i));
    let mut cycle: Vec<Letter> = changes.map(|i| word.cycle[i].clone()).collect();
    if cycle.is_empty() {
        cycle.push(word.cycle[0].clone());
    }
    Lasso { stem, cycle }
}
