//! Is there a cycle through an accepting state? Nested depth-first search, on one or several threads.
//!
//! The algorithm is CNDFS: S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol, "Improved multi-core nested
//! depth-first search" (ATVA 2012). Each worker searches the whole graph depth first (*blue*), in an order of its own, and
//! from each accepting state that it leaves behind looks for a way back to its own path (*red*). Workers share only what
//! is done: states left behind are blue, and states from which no way leads back are red. On one thread it is the search of
//! C. Courcoubetis et al. with the improvements of S. Schwoon and J. Esparza (TACAS 2005): a cycle is found as soon as it
//! closes on the path with an accepting state in between.

use kulan_ir::CheckKind;
use kulan_model::{Generator, Model, Successors};
use kulan_store::{Cursor, Marks, Outcome, StateRef, StateStore};
use rustc_hash::FxHashMap;

use crate::shared::{Counts, Shared};
use crate::{Limit, Observer};

const BLUE: Marks = 1;
const RED: Marks = 2;
/// Expansions between reports.
const REPORT: u64 = 256;

/// Tells accepting states.
pub type Accepting<'a> = &'a (dyn Fn(&[u32]) -> bool + Sync);

/// Looks for a cycle from states that are stored already.
pub fn run<M: Model, S: StateStore>(
    model: &M,
    accepting: Accepting,
    store: &S,
    shared: &Shared,
    observer: &dyn Observer,
    roots: &[StateRef],
) {
    let jobs = (0..shared.options.threads.max(1)).map(|number| {
        Box::new(move || {
            let mut worker = Worker::new(model, accepting, store, shared, number as u64);
            roots.iter().for_each(|&root| worker.blue(root));
            worker.report();
        }) as Box<dyn FnOnce() + Send + '_>
    });
    shared.supervise(store, observer, jobs.collect());
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
    generator: G,
    accepting: Accepting<'w>,
    cursor: S::Cursor<'w>,
    shared: &'w Shared<'a>,
    /// Gives each worker an order of its own.
    number: u64,
    frames: Vec<Frame>,
    pending: Vec<StateRef>,
    /// The states on the path (*cyan*), with their places.
    path: FxHashMap<StateRef, usize>,
    out: Successors,
    outcomes: Vec<Outcome>,
    counts: Counts,
    expanded: u64,
}

impl<'w, 'a, S: StateStore, G: Generator> Worker<'w, 'a, S, G> {
    fn new<M: Model<Generator<'w> = G> + 'w>(
        model: &'w M,
        accepting: Accepting<'w>,
        store: &'w S,
        shared: &'w Shared<'a>,
        number: u64,
    ) -> Self {
        Worker {
            generator: model.generator(),
            accepting,
            cursor: store.cursor(),
            shared,
            number,
            frames: Vec::new(),
            pending: Vec::new(),
            path: FxHashMap::default(),
            out: Successors::default(),
            outcomes: Vec::new(),
            counts: Counts::default(),
            expanded: 0,
        }
    }

    fn report(&mut self) {
        self.shared.add(&mut self.counts);
    }

    /// The successors of a state, stored; says whether it is accepting.
    fn expand(&mut self, state: StateRef) -> bool {
        self.cursor.load(state);
        self.generator.successors(self.cursor.state(), &mut self.out);
        let accepting = (self.accepting)(self.cursor.state());
        for i in 0..self.out.failures.len() {
            let failure = self.out.failures[i];
            if (self.shared.kinds)(failure) == CheckKind::MissingInstance {
                self.shared.failure(failure, Vec::new);
            }
        }
        self.outcomes.clear();
        if self.cursor.insert_successors(&self.out.states, &mut self.outcomes).is_err() {
            self.shared.stop(Limit::Memory);
        }
        self.counts.states += self.outcomes.iter().filter(|o| o.new).count() as u64;
        self.expanded += 1;
        if self.expanded.is_multiple_of(REPORT) {
            self.report();
        }
        accepting
    }

    fn blue(&mut self, root: StateRef) {
        self.enter(root);
        while let Some(frame) = self.frames.last() {
            if self.shared.stopped() {
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
            } else if self.cursor.mark(next, 0) & BLUE == 0 {
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
        self.counts.transitions += self.outcomes.len() as u64;
        let open = self.outcomes.iter().filter(|o| o.marks & BLUE == 0).map(|o| o.state);
        self.pending.extend(open);
        if self.number > 0 && self.pending.len() > base + 1 {
            let mixed = (state.0 ^ self.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let turn = (mixed >> 33) as usize % (self.pending.len() - base);
            self.pending[base..].rotate_left(turn);
        }
        let before = self.frames.last().map_or(0, |f| f.before + u32::from(f.accepting));
        self.path.insert(state, self.frames.len());
        self.frames.push(Frame { state, base, accepting, before });
        self.counts.depth = self.counts.depth.max(self.frames.len() as u64);
    }

    fn leave(&mut self) {
        let &Frame { state, accepting, .. } = self.frames.last().expect("the path is not empty");
        if accepting {
            self.red(state);
        }
        self.cursor.mark(state, BLUE);
        self.path.remove(&state);
        self.frames.pop();
    }

    /// Looks for a way from an accepting state back to the path.
    fn red(&mut self, seed: StateRef) {
        // By state: the one it was reached from.
        let mut reached: FxHashMap<StateRef, StateRef> = FxHashMap::default();
        reached.insert(seed, seed);
        let mut accepting = Vec::new();
        let mut open = vec![seed];
        while let Some(state) = open.pop() {
            if self.shared.stopped() {
                return;
            }
            if self.expand(state) && state != seed {
                accepting.push(state);
            }
            for outcome in std::mem::take(&mut self.outcomes) {
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
        // Others may still be looking for a way back from these: nothing is done before they are.
        for state in accepting {
            let mut round = 0;
            while self.cursor.mark(state, 0) & RED == 0 && !self.shared.stopped() {
                round += 1;
                if round > 64 { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        }
        for &state in reached.keys() {
            self.cursor.mark(state, RED);
        }
    }

    /// A cycle was found: the path from `place` on, `way` behind its end, and back.
    fn found(&mut self, way: &[StateRef], place: usize) {
        let states: Vec<StateRef> = self.frames.iter().map(|f| f.state).chain(way.iter().copied()).collect();
        let words = self.cursor.state().len();
        let read = |&state: &StateRef| {
            let mut out = vec![0; words];
            self.cursor.read(state, &mut out);
            out
        };
        let states = states.iter().map(read).collect();
        self.shared.cycle(states, place);
    }
}
