//! A short run to a cycle through an accepting state, within a bounded effort.
//!
//! All states near the initial one are numbered breadth first, with the edges between them. From each accepting state,
//! nearest first, a second breadth-first search looks for the shortest path back. The best result is shown.

use std::time::Instant;

use kulan_control::Control;
use kulan_model::{Generator, Model, Successors};
use rustc_hash::FxHashMap;

use crate::Accepting;

/// Accepting states to look back from.
const MOST_TRIES: usize = 500;

/// States from the initial one on, and the place to which the last one leads back.
pub type Lasso = (Vec<Vec<u32>>, usize);

/// The part of the space that was explored.
#[derive(Default)]
struct Near {
    numbers: FxHashMap<Vec<u32>, u32>,
    states: Vec<Vec<u32>>,
    /// By state: the one it was first reached from.
    from: Vec<u32>,
    depth: Vec<u32>,
    edges: Vec<Vec<u32>>,
}

/// A short lasso among the first `most` states, if there is one. Whatever was found by the deadline, or before the
/// control was stopped, counts.
pub fn short<M: Model>(
    model: &M,
    accepting: Accepting,
    most: usize,
    deadline: Instant,
    control: &Control,
) -> Option<Lasso> {
    let near = Near::explore(model, most, deadline, control);
    let mut best: Option<(u32, u32, Vec<u32>)> = None;
    let candidates = (0..near.edges.len() as u32).filter(|&s| accepting(&near.states[s as usize]));
    for seed in candidates.take(MOST_TRIES) {
        let depth = near.depth[seed as usize];
        let most = best.as_ref().map_or(u32::MAX, |b| b.0);
        if depth + 1 >= most || Instant::now() >= deadline || control.stopped().is_some() {
            break;
        }
        if let Some(cycle) = near.back(seed, most - depth, control) {
            let length = depth + cycle.len() as u32;
            if length < most {
                best = Some((length, seed, cycle));
            }
        }
    }
    let (_, seed, cycle) = best?;
    let mut stem = vec![seed];
    while near.depth[stem[stem.len() - 1] as usize] > 0 {
        stem.push(near.from[stem[stem.len() - 1] as usize]);
    }
    stem.reverse();
    let start = stem.len() - 1;
    let all = stem.into_iter().chain(cycle.into_iter().skip(1));
    Some((all.map(|s| near.states[s as usize].clone()).collect(), start))
}

impl Near {
    fn explore<M: Model>(model: &M, most: usize, deadline: Instant, control: &Control) -> Near {
        let mut near = Near::default();
        let mut generator = model.generator(control);
        let mut out = Successors::default();
        near.number(model.initial(), 0, 0);
        let mut next = 0;
        while next < near.states.len() && next < most {
            if next % 1024 == 0 && Instant::now() >= deadline {
                break;
            }
            generator.successors(&near.states[next], &mut out);
            if control.stopped().is_some() {
                break; // these may not be all
            }
            let depth = near.depth[next] + 1;
            let successors = out.states.chunks_exact(model.words());
            let edges = successors.map(|state| near.number(state.to_vec(), next as u32, depth)).collect();
            near.edges.push(edges);
            next += 1;
        }
        near
    }

    fn number(&mut self, state: Vec<u32>, from: u32, depth: u32) -> u32 {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        self.from.push(from);
        self.depth.push(depth);
        number
    }

    /// The shortest path from a state back to it, that state first, shorter than `most`.
    fn back(&self, seed: u32, most: u32, control: &Control) -> Option<Vec<u32>> {
        let mut from: FxHashMap<u32, u32> = FxHashMap::default();
        let (mut level, mut length) = (vec![seed], 0);
        while !level.is_empty() && length + 1 < most && control.stopped().is_none() {
            length += 1;
            let mut next = Vec::new();
            for &state in &level {
                for &target in self.edges.get(state as usize).into_iter().flatten() {
                    if target == seed {
                        let mut way = vec![state];
                        while way[way.len() - 1] != seed {
                            way.push(from[&way[way.len() - 1]]);
                        }
                        way.reverse();
                        return Some(way);
                    }
                    if target != seed && !from.contains_key(&target) {
                        from.insert(target, state);
                        next.push(target);
                    }
                }
            }
            level = next;
        }
        None
    }
}
