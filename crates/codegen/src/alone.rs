//! Threads that go on alone, through unobservable states: each path to an observable one is a transition. Where such a
//! path can run in a circle, each unobservable state is entered once instead, as [`kulan_ir::reference`] has it.
//!
//! There is no recursion, because a path may be long; and the control is polled, because there may be very many paths.

use kulan_ir::{ThreadId, TransitionId};
use kulan_model::Successors;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::function::FAILED;
use crate::generator::{Compiled, CompiledGenerator, Steps};

/// How long a thread may go on alone before its unobservable states are recorded, to detect loops. Once a loop was met,
/// they are recorded from the start.
const PATIENCE: usize = 256;
/// Steps of a thread alone between two polls of the control.
const BETWEEN_LOOKS: u32 = 64;
/// After this many steps, the number of paths that continue from an unobservable state is recorded: it may be reached
/// again on many more.
const MANY: u32 = 1000;

/// The path of a thread that goes on alone.
pub(crate) struct Alone {
    /// A buffer for one step.
    steps: Steps,
    levels: Vec<Level>,
    /// Levels that were left, kept to reuse their memory.
    spare: Vec<Level>,
    /// States on the path, recorded from this length on; or all that were entered.
    on_path: FxHashSet<(ThreadId, Vec<u32>)>,
    patience: usize,
    /// There is a loop: each state is entered once.
    once: bool,
    /// By thread and state from which everything was followed: how many paths lead from there to observable states, all
    /// of which were emitted. Only for states from which nothing fails, so that each path is like any other.
    known: FxHashMap<(ThreadId, Vec<u32>), u64>,
    /// Steps from where the thread began to go on alone.
    taken: u32,
    /// The state to continue from.
    current: Vec<u32>,
    until_look: u32,
    stopped: bool,
}

/// An unobservable state, and what follows it by one step.
struct Level {
    thread: ThreadId,
    state: Vec<u32>,
    remembered: bool,
    /// Paths found so far, and whether their number can be [known](Alone::known).
    paths: u64,
    plain: bool,
    tags: Vec<u32>,
    states: Vec<u32>,
    /// The next of these to follow.
    next: usize,
}

/// What following a path met.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Met {
    /// Nothing special.
    NoLoop,
    /// A state that is on the path already.
    Loop,
}

impl Level {
    fn new(thread: ThreadId) -> Level {
        let (state, tags, states) = (Vec::new(), Vec::new(), Vec::new());
        Level { thread, state, remembered: false, paths: 0, plain: true, tags, states, next: 0 }
    }
}

impl Alone {
    pub fn new(model: &Compiled) -> Alone {
        Alone {
            steps: Steps::new(model),
            levels: Vec::new(),
            spare: Vec::new(),
            on_path: FxHashSet::default(),
            patience: PATIENCE,
            once: false,
            known: FxHashMap::default(),
            taken: 0,
            current: Vec::new(),
            until_look: BETWEEN_LOOKS,
            stopped: false,
        }
    }

    /// Begins to follow paths from a state.
    fn begin(&mut self, state: &[u32]) {
        self.current.clear();
        self.current.extend_from_slice(state);
        self.spare.append(&mut self.levels);
        self.on_path.clear();
        self.known.clear();
        (self.taken, self.once) = (0, false);
    }

    /// Makes the next step from the last level current; returns its tag. Levels without one are left.
    fn next(&mut self) -> Option<u32> {
        while let Some(level) = self.levels.last_mut() {
            if let Some(&tag) = level.tags.get(level.next) {
                let words = level.state.len();
                self.current.clear();
                self.current.extend_from_slice(&level.states[level.next * words..][..words]);
                level.next += 1;
                return Some(tag);
            }
            if level.remembered && !self.once {
                let entered = (level.thread, std::mem::take(&mut level.state));
                self.on_path.remove(&entered);
                level.state = entered.1;
            }
            self.leave();
        }
        None
    }

    /// Leaves the last level, all of whose steps were followed.
    fn leave(&mut self) {
        let Some(left) = self.levels.pop() else { return };
        if left.plain && self.taken > MANY && !self.once {
            self.known.insert((left.thread, left.state.clone()), left.paths);
        }
        if let Some(level) = self.levels.last_mut() {
            level.paths = level.paths.saturating_add(left.paths);
            level.plain &= left.plain;
        }
        self.spare.push(left);
    }

    /// Counts paths from the last level.
    fn count(&mut self, paths: u64) {
        if let Some(level) = self.levels.last_mut() {
            level.paths = level.paths.saturating_add(paths);
        }
    }

    /// Notes that what follows the last level may not be reused elsewhere.
    fn not_plain(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.plain = false;
        }
    }

    /// A new last level: the current state, with the steps just computed.
    fn push(&mut self, thread: ThreadId, remembered: bool) {
        let mut level = self.spare.pop().unwrap_or_else(|| Level::new(thread));
        let (count, words) = (self.steps.count, self.current.len());
        (level.thread, level.remembered, level.paths, level.plain, level.next) = (thread, remembered, 0, true, 0);
        level.state.clone_from(&self.current);
        level.tags.clear();
        level.tags.extend_from_slice(&self.steps.tags[..count]);
        level.states.clear();
        level.states.extend_from_slice(&self.steps.states[..count * words]);
        self.levels.push(level);
    }
}

impl CompiledGenerator<'_> {
    /// Follows a thread that goes on alone, after a transition, from an unobservable state.
    pub(crate) fn go_on(&mut self, state: &[u32], (after, thread): (TransitionId, ThreadId), out: &mut Successors) {
        let begin = (out.states.len(), out.repeats, out.failures.len());
        self.alone.begin(state);
        if self.model.enters_once() {
            (self.alone.patience, self.alone.once) = (0, true);
        }
        if self.follow(thread, out) == Met::Loop {
            out.states.truncate(begin.0);
            out.repeats = begin.1;
            out.failures.truncate(begin.2);
            self.alone.begin(state);
            (self.alone.patience, self.alone.once) = (0, true);
            self.follow(thread, out);
            if begin == (out.states.len(), out.repeats, out.failures.len()) && !self.alone.stopped {
                out.endless = Some(after);
            }
        }
    }

    /// Follows all paths from the current state, or ends at the first loop unless each state is entered once.
    fn follow(&mut self, thread: ThreadId, out: &mut Successors) -> Met {
        let mut met = self.enter(thread, out);
        while met == Met::NoLoop
            && let Some(tag) = self.alone.next()
        {
            self.look();
            if self.alone.stopped {
                break;
            }
            let row = tag & !FAILED;
            if tag & FAILED != 0 {
                self.alone.not_plain();
                let from = self.alone.levels.last().map(|level| level.state.clone()).unwrap_or_default();
                if !self.failed(&from, row, out) {
                    continue;
                }
            }
            match self.model.continues(row) {
                None => self.put_out(out),
                Some(thread) => met = self.enter(thread, out),
            }
        }
        met
    }

    /// The current state is observable: a path ends.
    fn put_out(&mut self, out: &mut Successors) {
        out.states.extend_from_slice(&self.alone.current);
        self.alone.count(1);
    }

    /// Polls the control now and then.
    fn look(&mut self) {
        self.alone.taken = self.alone.taken.saturating_add(1);
        self.alone.until_look -= 1;
        if self.alone.until_look == 0 {
            self.alone.until_look = BETWEEN_LOOKS;
            self.alone.stopped |= self.control.stopped().is_some();
        }
    }

    /// Takes the steps of a thread from the current state, which is unobservable if there are any.
    fn enter(&mut self, thread: ThreadId, out: &mut Successors) -> Met {
        if !self.alone.known.is_empty()
            && let Some(&paths) = self.alone.known.get(&(thread, self.alone.current.clone()))
        {
            out.repeats = out.repeats.saturating_add(paths);
            self.alone.count(paths);
            return Met::NoLoop;
        }
        let Alone { steps, levels, on_path, patience, once, current, .. } = &mut self.alone;
        steps.count = 0;
        self.model.step_alone(thread, current, steps);
        if steps.count == 0 {
            self.put_out(out);
            return Met::NoLoop;
        }
        let remembered = levels.len() >= *patience;
        if remembered && !on_path.insert((thread, current.clone())) {
            return if *once { Met::NoLoop } else { Met::Loop };
        }
        self.alone.push(thread, remembered);
        Met::NoLoop
    }
}
