//! Breadth-first search, level by level. Each level is kept with links to the previous one, so the path to any state is
//! a shortest one.

use kulan_store::{StateRef, StateStore};

use crate::expand::{Expand, Expander, KNOWN, LANES};
use crate::levels::{Attendance, Levels};
use crate::shared::Shared;

/// A state and its parent's number in the level before.
#[derive(Copy, Clone)]
struct Node {
    state: StateRef,
    parent: u32,
}

/// Expanders used in turn: while the successors of one are being fetched into the cache, another works.
struct Lanes<'w, 'a, X: Expand + 'w, S: StateStore + 'w> {
    generator: X::Generator<'w>,
    lanes: Vec<Lane<'w, 'a, S>>,
    turn: usize,
    /// States not known to have all marks, see [`Expander::end`].
    open: Vec<StateRef>,
}

struct Lane<'w, 'a, S: StateStore + 'w> {
    expander: Expander<'w, 'a, S>,
    /// The state whose successors are not stored yet, and its number.
    waiting: Option<(StateRef, u32)>,
}

impl<'w, 'a, X: Expand, S: StateStore> Lanes<'w, 'a, X, S> {
    fn new(model: &'w X, store: &'w S, shared: &'w Shared<'a>) -> Self {
        let lane = |_| Lane { expander: Expander::new(store, shared), waiting: None };
        let lanes = (0..LANES).map(lane).collect();
        Lanes { generator: model.generator(shared.control), lanes, turn: 0, open: Vec::new() }
    }

    /// Begins an expansion with the next expander, after storing what it had.
    fn begin(&mut self, node: (StateRef, u32), new: &mut Vec<Node>, path: impl Fn(&mut dyn FnMut(StateRef))) {
        self.turn = (self.turn + 1) % self.lanes.len();
        self.store(self.turn, new);
        let lane = &mut self.lanes[self.turn];
        lane.expander.begin::<X>(&mut self.generator, node.0, path);
        lane.waiting = Some(node);
    }

    fn store(&mut self, lane: usize, new: &mut Vec<Node>) {
        let Lane { expander, waiting } = &mut self.lanes[lane];
        if let Some((of, parent)) = waiting.take()
            && expander.end::<X>(of, |state| new.push(Node { state, parent })) != KNOWN
        {
            self.open.push(of);
        }
    }

    fn stopped(&self) -> bool {
        self.lanes[0].expander.shared.stopped()
    }

    /// Stores what is left of a level, unless a limit ended the search: there may be no room for it.
    fn finish(&mut self, depth: u64, new: &mut Vec<Node>) {
        let limited = self.stopped() && self.lanes[0].expander.shared.is_limited();
        for lane in 0..self.lanes.len() {
            if !limited {
                self.store(lane, new);
            }
            let expander = &mut self.lanes[lane].expander;
            expander.counts.depth = depth;
            expander.report();
        }
        self.lanes[0].expander.shared.leave_open(&mut self.open);
    }
}

/// Runs the search from states that are stored already.
pub fn run<X: Expand, S: StateStore>(model: &X, store: &S, shared: &Shared, states: Vec<StateRef>) {
    let workers = shared.options.threads.max(1);
    let first = states.into_iter().map(|state| Node { state, parent: 0 }).collect();
    let levels = Levels::new(first, workers);
    let jobs = (0..workers).map(|_| {
        let levels = &levels;
        Box::new(move || work::<X, S>(model, store, shared, levels)) as Box<dyn FnOnce() + Send + '_>
    });
    shared.supervise(store, jobs.collect());
}

fn work<X: Expand, S: StateStore>(model: &X, store: &S, shared: &Shared, levels: &Levels<Node>) {
    let _attendance = Attendance(levels);
    let mut lanes = Lanes::<X, S>::new(model, store, shared);
    loop {
        let new = expand_level(&mut lanes, levels);
        if !levels.meet(new, || shared.stopped()) {
            return;
        }
    }
}

/// Expands what this worker can take of the last level; gives the states of the next one.
fn expand_level<X: Expand, S: StateStore>(lanes: &mut Lanes<X, S>, levels: &Levels<Node>) -> Vec<Node> {
    let mut new = Vec::new();
    let all = levels.all();
    let depth = all.len() - 1;
    loop {
        let numbers = levels.take(all[depth].len());
        if numbers.is_empty() || lanes.stopped() {
            lanes.finish(depth as u64 + 1, &mut new);
            return new;
        }
        for number in numbers {
            if lanes.stopped() {
                break;
            }
            let path = |f: &mut dyn FnMut(StateRef)| visit_path(&all, depth, number, f);
            lanes.begin((all[depth][number].state, number as u32), &mut new, path);
        }
    }
}

fn visit_path(levels: &[Vec<Node>], depth: usize, number: usize, f: &mut dyn FnMut(StateRef)) {
    let mut path = Vec::with_capacity(depth + 1);
    let mut at = number;
    for level in (0..=depth).rev() {
        path.push(levels[level][at].state);
        at = levels[level][at].parent as usize;
    }
    path.into_iter().rev().for_each(f);
}
