//! Is there a cycle through an accepting state? Nested depth-first search, on one or several threads.
//!
//! The algorithm is CNDFS: S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol, "Improved multi-core nested
//! depth-first search" (ATVA 2012). Each worker searches the whole graph depth first (*blue*), in an order of its own.
//! From each accepting state from which it backtracks, it looks for a path back to its own path (*red*). Workers share
//! only finished work: states from which a worker has backtracked are blue, and states from which no path leads back
//! are red. On one thread it is the search of C. Courcoubetis et al. with the improvements of S. Schwoon and J. Esparza
//! (TACAS 2005): a cycle is found as soon as it closes on the path with an accepting state in between.

use kulan_model::{Generator, Model};
use kulan_store::{Cursor, Marks, StateRef, StateStore};
use rustc_hash::FxHashMap;

use crate::shared::Shared;
use crate::walk::Walker;

const BLUE: Marks = 1;
const RED: Marks = 2;

/// Recognizes accepting states.
pub type Accepting<'a> = &'a (dyn Fn(&[u32]) -> bool + Sync);

/// Looks for a cycle from states that are stored already.
pub fn run<M: Model, S: StateStore>(model: &M, accepting: Accepting, store: &S, shared: &Shared, roots: &[StateRef]) {
    let jobs = (0..shared.options.threads.max(1)).map(|number| {
        Box::new(move || {
            let walker = Walker::new(model.generator(shared.control), store, shared);
            let mut worker = Worker::new(walker, accepting, number as u64);
            roots.iter().for_each(|&root| worker.blue(root));
            worker.walker.report();
        }) as Box<dyn FnOnce() + Send + '_>
    });
    shared.supervise(store, jobs.collect());
}

/// A state on the path of the blue search.
struct Frame {
    state: StateRef,
    /// Where its successors begin among those pending.
    base: usize,
    accepting: bool,
    /// Accepting states on the path before it.
    before: u32,
}

struct Worker<'w, 'a, S: StateStore + 'w, G> {
    walker: Walker<'w, 'a, S, G>,
    accepting: Accepting<'w>,
    /// Gives each worker an order of its own.
    number: u64,
    frames: Vec<Frame>,
    pending: Vec<StateRef>,
    /// The states on the path (*cyan*), with their places.
    path: FxHashMap<StateRef, usize>,
}

impl<'w, 'a, S: StateStore, G: Generator> Worker<'w, 'a, S, G> {
    fn new(walker: Walker<'w, 'a, S, G>, accepting: Accepting<'w>, number: u64) -> Self {
        Worker { walker, accepting, number, frames: Vec::new(), pending: Vec::new(), path: FxHashMap::default() }
    }

    /// The successors of a state, stored; says whether it is accepting.
    fn expand(&mut self, state: StateRef) -> bool {
        self.walker.expand(state);
        (self.accepting)(self.walker.cursor.state())
    }

    fn blue(&mut self, root: StateRef) {
        self.enter(root);
        while let Some(frame) = self.frames.last() {
            if self.walker.shared.stopped() {
                return;
            }
            if self.pending.len() == frame.base {
                self.leave();
                continue;
            }
            let next = self.pending.pop().expect("there are more than below the frame");
            if let Some(&place) = self.path.get(&next) {
                if self.accepting_from(place) {
                    self.found(&[], place);
                }
            } else if self.walker.cursor.mark(next, 0) & BLUE == 0 {
                self.enter(next);
            }
        }
    }

    /// Whether the path has an accepting state from a place on.
    fn accepting_from(&self, place: usize) -> bool {
        let last = self.frames.last().expect("there is a path");
        last.before + u32::from(last.accepting) > self.frames[place].before
    }

    fn enter(&mut self, state: StateRef) {
        let accepting = self.expand(state);
        let base = self.pending.len();
        self.walker.count_transitions();
        let open = self.walker.outcomes.iter().filter(|o| o.marks & BLUE == 0).map(|o| o.state);
        self.pending.extend(open);
        if self.number > 0 && self.pending.len() > base + 1 {
            let mixed = (state.0 ^ self.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let turn = (mixed >> 33) as usize % (self.pending.len() - base);
            self.pending[base..].rotate_left(turn);
        }
        let before = self.frames.last().map_or(0, |f| f.before + u32::from(f.accepting));
        self.path.insert(state, self.frames.len());
        self.frames.push(Frame { state, base, accepting, before });
        self.walker.counts.depth = self.walker.counts.depth.max(self.frames.len() as u64);
    }

    fn leave(&mut self) {
        let &Frame { state, accepting, .. } = self.frames.last().expect("the path is not empty");
        if accepting {
            self.red(state);
        }
        self.walker.cursor.mark(state, BLUE);
        self.path.remove(&state);
        self.frames.pop();
    }

    /// Looks for a path from an accepting state back to the path.
    fn red(&mut self, seed: StateRef) {
        // By state: the one it was reached from.
        let mut reached: FxHashMap<StateRef, StateRef> = FxHashMap::default();
        reached.insert(seed, seed);
        let mut accepting = Vec::new();
        let mut open = vec![seed];
        while let Some(state) = open.pop() {
            if self.walker.shared.stopped() {
                return;
            }
            if self.expand(state) && state != seed {
                accepting.push(state);
            }
            for outcome in std::mem::take(&mut self.walker.outcomes) {
                if let Some(&place) = self.path.get(&outcome.state) {
                    let mut way = vec![state];
                    while let Some(&from) = reached.get(&way[way.len() - 1]).filter(|&&from| from != way[way.len() - 1])
                    {
                        way.push(from);
                    }
                    way.pop(); // the seed, which is on the path
                    way.reverse();
                    self.found(&way, place);
                    return;
                }
                if outcome.marks & RED == 0 && !reached.contains_key(&outcome.state) {
                    reached.insert(outcome.state, state);
                    open.push(outcome.state);
                }
            }
        }
        // Others may still be looking for a path back from these: nothing is finished before they are.
        for state in accepting {
            let mut round = 0;
            while self.walker.cursor.mark(state, 0) & RED == 0 && !self.walker.shared.stopped() {
                round += 1;
                if round > 64 { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        }
        for &state in reached.keys() {
            self.walker.cursor.mark(state, RED);
        }
    }

    /// A cycle was found: the path from `place` on, followed by `way`, and back.
    fn found(&mut self, way: &[StateRef], place: usize) {
        let states: Vec<StateRef> = self.frames.iter().map(|f| f.state).chain(way.iter().copied()).collect();
        let states = states.into_iter().map(|state| self.walker.read(state)).collect();
        self.walker.shared.cycle(states, place);
    }
}
