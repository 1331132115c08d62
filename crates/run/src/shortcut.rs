//! Shortcuts along a path: small breadth-first searches from its states to later ones.

use std::collections::VecDeque;

use kulan_control::Control;
use kulan_model::{Generator, Model, Successors};
use rustc_hash::FxHashMap;

/// States of one small search.
const REACH: usize = 2_000;

type State = Vec<u32>;

/// A shorter path between the same ends, or the same one. When told to stop, it returns what it has.
pub fn shortcuts<M: Model>(model: &M, path: &[State], control: &Control, ended: &dyn Fn() -> bool) -> Vec<State> {
    let mut path = path.to_vec();
    loop {
        let shorter = once(model, &path, control, ended);
        if shorter.len() == path.len() {
            return path;
        }
        path = shorter;
    }
}

/// One pass over the path.
fn once<'p, M: Model>(model: &'p M, path: &'p [State], control: &Control, ended: &'p dyn Fn() -> bool) -> Vec<State> {
    let places: FxHashMap<&State, usize> = path.iter().enumerate().map(|(i, s)| (s, i)).collect();
    let mut searcher = Searcher { generator: model.generator(control), words: model.words(), places, ended };
    let mut result = vec![path[0].clone()];
    let mut at = 0;
    while at + 1 < path.len() {
        let way = if ended() { None } else { searcher.best(path, at) };
        match way {
            Some((to, between)) => {
                result.extend(between);
                at = to;
            }
            None => {
                at += 1;
                result.push(path[at].clone());
            }
        }
    }
    result
}

struct Searcher<'p, G> {
    generator: G,
    words: usize,
    /// The position of a state on the path.
    places: FxHashMap<&'p State, usize>,
    ended: &'p dyn Fn() -> bool,
}

/// A state reached by a small search.
struct Reached {
    state: State,
    parent: usize,
    depth: usize,
}

impl<G: Generator> Searcher<'_, G> {
    /// The later position on the path to which a shortcut saves most, and the states of the shortcut, including the
    /// last one.
    fn best(&mut self, path: &[State], from: usize) -> Option<(usize, Vec<State>)> {
        let mut reached = vec![Reached { state: path[from].clone(), parent: 0, depth: 0 }];
        let mut index: FxHashMap<State, ()> = std::iter::once((path[from].clone(), ())).collect();
        let mut queue = VecDeque::from([0]);
        let mut best = None;
        let mut successors = Successors::default();
        while let Some(number) = queue.pop_front() {
            if reached.len() > REACH || (self.ended)() {
                break;
            }
            self.generator.successors(&reached[number].state, &mut successors);
            let depth = reached[number].depth + 1;
            for state in successors.states.chunks_exact(self.words) {
                let state = state.to_vec();
                if index.insert(state.clone(), ()).is_some() {
                    continue;
                }
                let saving = self.places.get(&state).map_or(0, |&to| to.saturating_sub(from + depth));
                reached.push(Reached { state, parent: number, depth });
                if saving > best.map_or(0, |(saving, _)| saving) {
                    best = Some((saving, reached.len() - 1));
                }
                queue.push_back(reached.len() - 1);
            }
        }
        let (_, end) = best?;
        Some((self.places[&reached[end].state], way(&reached, end)))
    }
}

/// The states after the first, up to `end`.
fn way(reached: &[Reached], end: usize) -> Vec<State> {
    let mut states = Vec::new();
    let mut at = end;
    while at != 0 {
        states.push(reached[at].state.clone());
        at = reached[at].parent;
    }
    states.reverse();
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts from 0 in steps of 1, 7 and 100.
    struct Counter;

    impl Model for Counter {
        type Generator<'a> = Counter;

        fn words(&self) -> usize {
            1
        }

        fn initial(&self) -> State {
            vec![0]
        }

        fn generator(&self, _: &Control) -> Counter {
            Counter
        }
    }

    impl Generator for Counter {
        fn successors(&mut self, state: &[u32], out: &mut Successors) {
            out.clear();
            out.states.extend([1, 7, 100].map(|step| state[0] + step));
        }
    }

    fn single_steps(to: u32) -> Vec<State> {
        (0..=to).map(|n| vec![n]).collect()
    }

    #[test]
    fn a_detour_is_cut() {
        let path = shortcuts(&Counter, &single_steps(214), &Control::default(), &|| false);
        assert_eq!(path.len(), 1 + 4, "100 + 100 + 7 + 7: {path:?}");
        assert_eq!((path[0][0], path[4][0]), (0, 214));
        let steps = path.windows(2).map(|w| w[1][0] - w[0][0]);
        assert!(steps.into_iter().all(|s| [1, 7, 100].contains(&s)), "{path:?}");
    }

    #[test]
    fn without_time_nothing_changes() {
        assert_eq!(shortcuts(&Counter, &single_steps(50), &Control::default(), &|| true), single_steps(50));
    }
}
