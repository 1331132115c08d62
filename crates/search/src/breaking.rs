//! The ignoring problem for temporal properties: which states of a reduced space must break the cycles they are on.
//!
//! A cycle along which something visible is postponed forever hides what a property could see (conditions C3 and C3' of
//! the guard-based paper). A depth-first search of the reduced program finds the cycles: each has an edge back to the
//! path. At one end of that edge a state is made to break cycles; all others keep their sets. The result is a function
//! of the program's state, as it must be for the product with any automaton: S. F. Siegel, "What's wrong with
//! on-the-fly partial order reduction" (CAV 2019).

use std::hash::{BuildHasher, BuildHasherDefault};

use kulan_model::{Partial, PartialModel};
use kulan_store::{Cursor, Marks, StateRef, StateStore};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::shared::Shared;
use crate::walk::Walker;

const ENTERED: Marks = 1;

/// States that break the cycles they are on. Kept by hash: treating one more state as such does no harm.
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
pub fn run<M: PartialModel, S: StateStore>(model: &M, store: &S, shared: &Shared, roots: &[StateRef]) -> Breakers {
    let mut breakers = Breakers::default();
    let found = &mut breakers;
    let job = move || {
        let mut breaking: Breaking<S, M::Partial<'_>> = Breaking {
            walker: Walker::new(model.partial(shared.control), store, shared),
            frames: Vec::new(),
            pending: Vec::new(),
            path: FxHashMap::default(),
            breakers: Breakers::default(),
        };
        roots.iter().for_each(|&root| breaking.from(root));
        breaking.walker.report();
        *found = breaking.breakers;
    };
    shared.supervise(store, vec![Box::new(job)]);
    breakers
}

struct Breaking<'w, 'a, S: StateStore + 'w, G> {
    walker: Walker<'w, 'a, S, G>,
    frames: Vec<Frame>,
    pending: Vec<StateRef>,
    /// By state on the path: its place.
    path: FxHashMap<StateRef, usize>,
    breakers: Breakers,
}

impl<S: StateStore, G: Partial> Breaking<'_, '_, S, G> {
    fn from(&mut self, root: StateRef) {
        self.enter(root);
        while let Some(frame) = self.frames.last() {
            if self.walker.shared.stopped() {
                return;
            }
            if self.pending.len() > frame.base {
                let next = self.pending.pop().expect("there are more than below the frame");
                if let Some(&place) = self.path.get(&next) {
                    self.close(place);
                } else if self.walker.cursor.mark(next, ENTERED) & ENTERED == 0 {
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

    /// Queues the successors just stored.
    fn line_up(&mut self) {
        self.walker.count_transitions();
        self.pending.extend(self.walker.outcomes.iter().map(|o| o.state));
    }

    fn enter(&mut self, state: StateRef) {
        self.walker.cursor.mark(state, ENTERED);
        let ignores = self.walker.expand_some(state);
        let base = self.pending.len();
        self.line_up();
        self.path.insert(state, self.frames.len());
        self.frames.push(Frame { state, base, breaks: !ignores, stale: false });
        self.walker.counts.depth = self.walker.counts.depth.max(self.frames.len() as u64);
    }

    /// An edge leads from the end of the path back to `place`: one of its ends must break cycles. If the earlier one
    /// does, that covers all edges that lead back to it.
    fn close(&mut self, place: usize) {
        let last = self.frames.len() - 1;
        if self.frames[last].breaks || self.frames[place].breaks {
            return;
        }
        let frame = &mut self.frames[place];
        frame.breaks = true;
        frame.stale = true;
        let state = self.walker.read(frame.state);
        self.breakers.hashes.insert(Breakers::hash(&state));
    }

    /// Takes the successors of a state that has become a breaker.
    fn renew(&mut self) {
        let frame = self.frames.last_mut().expect("the path is not empty");
        frame.stale = false;
        let state = frame.state;
        self.walker.expand_breaking(state);
        self.line_up();
    }
}
