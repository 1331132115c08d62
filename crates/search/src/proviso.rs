//! What must be possible from every state: the ignoring problem, and whether everybody goes on.
//!
//! A reduced model may postpone something forever. It does not if from every state its successors lead to a state of
//! which all successors are given. States from which they do are *settled*, and the search marks nearly all of them as
//! it backtracks. The rest is handled here when the search ends: states from which marked ones can be reached are
//! settled after all, and the others are expanded in full, one after the other, until all are settled. If that gives
//! new states, the search continues from them.
//!
//! In the same way states are marked from which one can be reached where nobody waits. At the end it is counted how many are
//! left.
//!
//! None of this depends on the order of the search or on the number of threads, except which states are expanded in
//! full, if any.

use std::collections::VecDeque;

use kulan_control::Control;
use kulan_model::{Partial, PartialModel, Successors};
use kulan_store::{Cursor, Marks, Outcome, StateRef, StateStore};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Limit;
use crate::expand::{GOES_ON, SETTLED};
use crate::shared::{Counts, Shared};

/// Where so many states have no mark after a look at their successors, somebody is likely to be stuck, and no more is asked.
const MOST_WAITING: usize = 1 << 17;

/// What was expanded in full.
#[derive(Default)]
pub struct Proviso {
    repaired: FxHashSet<Vec<u32>>,
    /// States without the mark that somebody goes on.
    waiting: Vec<StateRef>,
}

/// A mark that all states should have.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Aim {
    Settled,
    GoesOn,
}

/// States without a mark, with the edges between them that pass it on, backwards.
struct Open {
    states: Vec<StateRef>,
    before: Vec<Vec<u32>>,
    marked: Vec<bool>,
}

/// A state looked at once more.
struct Seen {
    /// Whether it has the mark by itself.
    is_marked: bool,
    /// How many of its successors, the first ones, would pass it on.
    passing: usize,
}

impl Aim {
    fn mark(self) -> Marks {
        match self {
            Aim::Settled => SETTLED,
            Aim::GoesOn => GOES_ON,
        }
    }
}

impl Proviso {
    /// How many states were expanded in full.
    pub fn repaired(&self) -> u64 {
        self.repaired.len() as u64
    }

    /// Settles all states; returns the new ones from which the search must continue.
    pub fn settle<M: PartialModel, S: StateStore>(&mut self, model: &M, store: &S, shared: &Shared) -> Vec<StateRef> {
        let states = shared.take_open();
        if states.is_empty() || shared.stopped() {
            return Vec::new();
        }
        let (mut generator, mut cursor) = (model.partial(shared.control), store.cursor());
        let mut unsettled = Vec::new();
        for state in states {
            let marks = cursor.mark(state, 0);
            unsettled.extend((marks & SETTLED == 0).then_some(state));
            self.waiting.extend((marks & GOES_ON == 0).then_some(state));
        }
        let found = Open::find(unsettled, Aim::Settled, &mut generator, &mut cursor, shared);
        let Some(mut unsettled) = found else { return Vec::new() };
        let mut new = Vec::new();
        let mut out = Successors::default();
        let mut outcomes = Vec::new();
        for i in (0..unsettled.states.len()).rev() {
            if shared.stopped() {
                return Vec::new();
            }
            if unsettled.marked[i] {
                cursor.mark(unsettled.states[i], SETTLED);
                continue;
            }
            let state = unsettled.states[i];
            cursor.load(state);
            out.clear();
            generator.rest(cursor.state(), &mut out);
            self.repaired.insert(cursor.state().to_vec());
            for &failure in &out.failures {
                shared.failure(failure, || vec![cursor.state().to_vec()]);
            }
            outcomes.clear();
            if cursor.insert_successors(&out.states, &mut outcomes).is_err() {
                shared.stop(Limit::Memory);
            }
            let mut counts = Counts::default();
            counts.transitions(outcomes.len(), out.repeats);
            for outcome in outcomes.iter().filter(|o| o.new) {
                counts.states += 1;
                new.push(outcome.state);
            }
            shared.add(&mut counts);
            unsettled.mark(i);
            cursor.mark(state, SETTLED);
        }
        new
    }

    /// When all states are settled: from how many it is not known that one can be reached where nobody waits.
    pub fn waiting<M: PartialModel, S: StateStore>(&mut self, model: &M, store: &S, shared: &Shared) -> u64 {
        let states = std::mem::take(&mut self.waiting);
        let all = states.len() as u64;
        let (mut generator, mut cursor) = (model.partial(shared.control), store.cursor());
        let swept = sweep(states, Aim::GoesOn, &mut generator, &mut cursor, shared);
        let Some(states) = swept.filter(|states| states.len() <= MOST_WAITING) else { return all };
        let found = Open::find(states, Aim::GoesOn, &mut generator, &mut cursor, shared);
        found.map_or(all, |open| open.marked.iter().filter(|marked| !**marked).count() as u64)
    }

    /// The path to where the search was resumed is reconstructed if a violation needs it.
    pub fn complete_paths<M: PartialModel>(&self, model: &M, shared: &Shared) {
        if self.repaired.is_empty() {
            return;
        }
        shared.complete_paths(|path| {
            if path[0] == model.initial() {
                return true;
            }
            let way = self.way_to(model, &path[0], shared.control);
            way.map(|mut way| {
                way.append(path);
                *path = way;
            })
            .is_some()
        });
    }

    /// The states before `target` on a path to it, unless the run is stopped.
    fn way_to<M: PartialModel>(&self, model: &M, target: &[u32], control: &Control) -> Option<Vec<Vec<u32>>> {
        let mut generator = model.partial(control);
        let mut out = Successors::default();
        let mut from: FxHashMap<Vec<u32>, Option<Vec<u32>>> = FxHashMap::default();
        let mut pending = VecDeque::from([model.initial()]);
        from.insert(model.initial(), None);
        while let Some(state) = pending.pop_front() {
            if state == target {
                break;
            }
            if control.stopped().is_some() {
                return None;
            }
            generator.some(&state, &mut out);
            if self.repaired.contains(&state) {
                generator.rest(&state, &mut out);
            }
            for next in out.states.chunks(model.words()) {
                if !from.contains_key(next) {
                    from.insert(next.to_vec(), Some(state.clone()));
                    pending.push_back(next.to_vec());
                }
            }
        }
        let mut way: Vec<Vec<u32>> = Vec::new();
        let mut at = from.get(target).cloned().flatten();
        while let Some(state) = at {
            at = from[&state].clone();
            way.push(state);
        }
        way.reverse();
        Some(way)
    }
}

/// Marks what can be marked by looking at the successors, last states first, as long as that helps: what breadth-first
/// search leaves is marked because of states it found later. `None` if the search was stopped.
fn sweep<G: Partial>(
    mut states: Vec<StateRef>,
    aim: Aim,
    generator: &mut G,
    cursor: &mut impl Cursor,
    shared: &Shared,
) -> Option<Vec<StateRef>> {
    let (mut out, mut outcomes) = (Successors::default(), Vec::new());
    while !states.is_empty() {
        let before = states.len();
        let mut left = Vec::new();
        for &state in states.iter().rev() {
            let seen = again(state, aim, generator, cursor, shared, &mut out, &mut outcomes)?;
            if seen.is_marked || outcomes[..seen.passing].iter().any(|o| o.marks & aim.mark() != 0) {
                cursor.mark(state, aim.mark());
            } else {
                left.push(state);
            }
        }
        left.reverse();
        states = left;
        if states.len() * 10 > before * 9 {
            break;
        }
    }
    Some(states)
}

/// The successors of a state once more; `None` if the search was stopped, or if there is no room although nothing is
/// new.
fn again(
    state: StateRef,
    aim: Aim,
    generator: &mut impl Partial,
    cursor: &mut impl Cursor,
    shared: &Shared,
    out: &mut Successors,
    outcomes: &mut Vec<Outcome>,
) -> Option<Seen> {
    if shared.stopped() {
        return None;
    }
    cursor.load(state);
    let left_out = generator.some(cursor.state(), out);
    outcomes.clear();
    if cursor.insert_successors(&out.states, outcomes).is_err() {
        shared.stop(Limit::Memory);
        return None;
    }
    Some(match aim {
        Aim::Settled => Seen { is_marked: !left_out.any, passing: left_out.by_keys.min(outcomes.len()) },
        Aim::GoesOn => Seen { is_marked: !generator.is_waiting(cursor.state()), passing: outcomes.len() },
    })
}

impl Open {
    /// Looks at the successors of all once more; `None` if the search was stopped.
    fn find<G: Partial>(
        states: Vec<StateRef>,
        aim: Aim,
        generator: &mut G,
        cursor: &mut impl Cursor,
        shared: &Shared,
    ) -> Option<Open> {
        let states = sweep(states, aim, generator, cursor, shared)?;
        let numbers: FxHashMap<StateRef, u32> = states.iter().enumerate().map(|(i, &s)| (s, i as u32)).collect();
        let mut result = Open { before: vec![Vec::new(); states.len()], marked: vec![false; states.len()], states };
        let (mut out, mut outcomes) = (Successors::default(), Vec::new());
        let mut marked = Vec::new();
        for i in 0..result.states.len() {
            let seen = again(result.states[i], aim, generator, cursor, shared, &mut out, &mut outcomes)?;
            for outcome in &outcomes[..seen.passing] {
                match numbers.get(&outcome.state) {
                    _ if outcome.marks & aim.mark() != 0 => marked.push(i),
                    Some(&next) => result.before[next as usize].push(i as u32),
                    None => {}
                }
            }
        }
        marked.into_iter().for_each(|i| result.mark(i));
        Some(result)
    }

    /// A state is marked, and so are those that lead to it.
    fn mark(&mut self, i: usize) {
        let mut pending = vec![i as u32];
        while let Some(i) = pending.pop() {
            if !std::mem::replace(&mut self.marked[i as usize], true) {
                pending.extend_from_slice(&self.before[i as usize]);
            }
        }
    }
}
