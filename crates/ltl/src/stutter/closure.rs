//! Automata for words with repeated letters removed, and for words with letters repeated.

use rustc_hash::FxHashMap;

use super::letters::Plain;

/// Accepts what is left of accepted words when some repeated letters are left out: two steps with one letter become one.
pub(super) fn shortened(automaton: &Plain) -> Plain {
    let mut closed = automaton.clone();
    for letter in 0..automaton.letters {
        loop {
            let mut changed = false;
            for s in 0..closed.steps.len() {
                for (middle, first) in closed.steps[s][letter].clone() {
                    for (target, second) in closed.steps[middle][letter].clone() {
                        changed |= Plain::add(&mut closed.steps[s][letter], target, first || second);
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }
    closed
}

/// Accepts what becomes of accepted words when some letters are repeated: a state knows the letter read last.
pub(super) fn repeated(automaton: &Plain) -> Plain {
    let first = (automaton.initial, None);
    let mut list: Vec<(usize, Option<usize>)> = vec![first];
    let mut numbers = FxHashMap::from_iter([(first, 0)]);
    let mut steps: Vec<Vec<Vec<(usize, bool)>>> = Vec::new();
    while let Some(&(s, last)) = list.get(steps.len()) {
        let own = steps.len();
        let mut by_letter = vec![Vec::new(); automaton.letters];
        for (letter, targets) in by_letter.iter_mut().enumerate() {
            for &(target, marked) in &automaton.steps[s][letter] {
                let state = (target, Some(letter));
                let number = *numbers.entry(state).or_insert_with(|| {
                    list.push(state);
                    list.len() - 1
                });
                Plain::add(targets, number, marked);
            }
            if last == Some(letter) {
                Plain::add(targets, own, false);
            }
        }
        steps.push(by_letter);
    }
    Plain { initial: 0, letters: automaton.letters, steps }
}
