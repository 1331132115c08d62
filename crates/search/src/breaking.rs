//! The ignoring problem for temporal properties: which states of a reduced space must break the cycles they are on.
//!
//! A cycle along which something visible is put off for ever hides what a property could see (conditions C3 and C3' of the
//! guard-based paper). A depth-first search of the reduced program finds the cycles: each has an edge back to the path. At
//! one end of that edge a state is made to break cycles; all others keep their sets. What comes out is a function of the
//! program's state, as it must be for the product with any automaton: S. F. Siegel, "What's wrong with on-the-fly partial
//! order reduction" (CAV 2019).

use std::hash::{BuildHasher, BuildHasherDefault};

use kulan_ir::CheckKind;
use kulan_model::{Generator, Model, Successors};
use kulan_store::{Cursor, Marks, Outcome, StateRef, StateStore};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::shared::{Counts, Shared};
use crate::{Limit, Observer};

const ENTERED: Marks = 1;

/// States that break the cycles they are on. By hash: to take one more for such a state does no harm.
#[derive(Clone, Debug, Default)]
pub struct Breakers {
    hashes: FxHashSet<u64>,
}

impl Breakers {
    fn hash(state: &[u32]) -> u64 {
        BuildHasherDefault::<FxHasher>::default().hash_one(state)
    }

    /// Whether a state is one.
    pub fn contains(&self, state: &[u32]) -> bool {
        !self.hashes.is_empty() && self.hashes.contains(&Breakers::hash(state))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

/// A state on the path.
struct Frame {
    state: StateRef,
    /// Where its successors begin among those pending.
    base: usize,
    /// Whether it breaks cycles, and whether its successors are still those from before it did.
    breaks: bool,
    stale: bool,
}

/// Searches the space and finds the states that must break cycles.
pub fn run<M: Model, S: StateStore>(
    model: &M,
    store: &S,
    shared: &Shared,
    observer: &dyn Observer,
    roots: &[StateRef],
) -> Breakers {
    let mut breakers = Breakers::default();
    let found = &mut breakers;
    let job = move || {
        let mut search: Search<S, M::Generator<'_>> = Search {
            generator: model.generator(),
            cursor: store.cursor(),
            shared,
            frames: Vec::new(),
            pending: Vec::new(),
            path: FxHashMap::default(),
            out: Successors::default(),
            outcomes: Vec::new(),
            counts: Counts::default(),
            expanded: 0,
            breakers: Breakers::default(),
        };
        roots.iter().for_each(|&root| search.from(root));
        shared.add(&mut search.counts);
        *found = search.breakers;
    };
    shared.supervise(store, observer, vec![Box::new(job)]);
    breakers
}

struct Search<'w, 'a, S: StateStore + 'w, G> {
    generator: G,
    cursor: S::Cursor<'w>,
    shared: &'w Shared<'a>,
    frames: Vec<Frame>,
    pending: Vec<StateRef>,
    /// By state on the path: its place.
    path: FxHashMap<StateRef, usize>,
    out: Successors,
    outcomes: Vec<Outcome>,
    counts: Counts,
    expanded: u64,
    breakers: Breakers,
}

impl<S: StateStore, G: Generator> Search<'_, '_, S, G> {
    fn from(&mut self, root: StateRef) {
        self.enter(root);
        while let Some(frame) = self.frames.last() {
            if self.shared.stopped() {
                return;
            }
            if self.pending.len() > frame.base {
                let next = self.pending.pop().expect("there are more than below the frame");
                if let Some(&place) = self.path.get(&next) {
                    self.close(place);
                } else if self.cursor.mark(next, ENTERED) & ENTERED == 0 {
                    self.enter(next);
                }
            } else if frame.stale {
                self.renew();
            } else {
                self.path.remove(&frame.state);
                self.frames.pop();
            }
        }
    }

    fn store(&mut self) {
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
        self.counts.transitions += self.outcomes.len() as u64;
        self.pending.extend(self.outcomes.iter().map(|o| o.state));
        self.expanded += 1;
        if self.expanded.is_multiple_of(256) {
            self.shared.add(&mut self.counts);
        }
    }

    fn enter(&mut self, state: StateRef) {
        self.cursor.mark(state, ENTERED);
        self.cursor.load(state);
        self.generator.successors(self.cursor.state(), &mut self.out);
        let base = self.pending.len();
        self.store();
        self.path.insert(state, self.frames.len());
        self.frames.push(Frame { state, base, breaks: !self.out.ignores, stale: false });
        self.counts.depth = self.counts.depth.max(self.frames.len() as u64);
    }

    /// An edge leads from the end of the path back to `place`: one of its ends must break cycles. The earlier one does for
    /// all edges that lead back to it.
    fn close(&mut self, place: usize) {
        let last = self.frames.len() - 1;
        if self.frames[last].breaks || self.frames[place].breaks {
            return;
        }
        let frame = &mut self.frames[place];
        frame.breaks = true;
        frame.stale = true;
        let mut state = vec![0; self.cursor.state().len()];
        self.cursor.read(frame.state, &mut state);
        self.breakers.hashes.insert(Breakers::hash(&state));
    }

    /// Takes the successors of a state that came to break cycles.
    fn renew(&mut self) {
        let frame = self.frames.last_mut().expect("the path is not empty");
        frame.stale = false;
        let state = frame.state;
        self.cursor.load(state);
        self.generator.breaking(self.cursor.state(), &mut self.out);
        self.store();
    }
}
