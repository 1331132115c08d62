//! The levels of a breadth-first search, and where its workers meet between two of them.

use std::sync::PoisonError;

use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering, RwLock, RwLockReadGuard, lock, wait};

/// Nodes a worker takes from a level at a time.
const CHUNK: usize = if cfg!(loom) { 1 } else { 64 };

/// All levels so far. Workers share the nodes of the last one, and together collect those of the next one.
pub struct Levels<N> {
    levels: RwLock<Vec<Vec<N>>>,
    /// How many nodes of the last level are taken.
    taken: AtomicUsize,
    meeting: Mutex<Meeting<N>>,
    changed: Condvar,
    workers: usize,
}

/// What the workers decide on when all of them are done with a level.
struct Meeting<N> {
    next: Vec<N>,
    /// Workers that are done with the level.
    present: usize,
    /// Meetings that are over.
    over: usize,
    ended: bool,
}

impl<N> Levels<N> {
    /// The first level, for so many workers.
    pub fn new(first: Vec<N>, workers: usize) -> Levels<N> {
        let meeting = Meeting { next: Vec::new(), present: 0, over: 0, ended: false };
        Levels {
            levels: RwLock::new(vec![first]),
            taken: AtomicUsize::new(0),
            meeting: Mutex::new(meeting),
            changed: Condvar::new(),
            workers,
        }
    }

    /// All levels; the last one is being expanded. Not to be held at a meeting.
    pub fn all(&self) -> RwLockReadGuard<'_, Vec<Vec<N>>> {
        self.levels.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of nodes that nobody else expands, of a level of this length. None when there are no more.
    pub fn take(&self, len: usize) -> std::ops::Range<usize> {
        // Relaxed: a level and its count are set at a meeting, whose lock orders them.
        let from = self.taken.fetch_add(CHUNK, Ordering::Relaxed).min(len);
        from..(from + CHUNK).min(len)
    }

    /// A worker is done with a level and found these nodes of the next one. When all are, the last one decides whether
    /// to go on: if there are nodes, and the search is not stopped. Gives that decision.
    pub fn meet(&self, new: Vec<N>, stopped: impl FnOnce() -> bool) -> bool {
        let mut meeting = lock(&self.meeting);
        meeting.next.extend(new);
        meeting.present += 1;
        if meeting.present == self.workers {
            self.conclude(&mut meeting, stopped());
        } else {
            let over = meeting.over;
            while meeting.over == over && !meeting.ended {
                meeting = wait(&self.changed, meeting);
            }
        }
        !meeting.ended
    }

    fn conclude(&self, meeting: &mut Meeting<N>, stopped: bool) {
        let next = std::mem::take(&mut meeting.next);
        meeting.ended |= next.is_empty() || stopped;
        if !meeting.ended {
            self.levels.write().unwrap_or_else(PoisonError::into_inner).push(next);
            self.taken.store(0, Ordering::Relaxed);
        }
        meeting.present = 0;
        meeting.over += 1;
        self.changed.notify_all();
    }

    /// A worker will not come to another meeting: nobody waits for it.
    pub fn abandon(&self) {
        lock(&self.meeting).ended = true;
        self.changed.notify_all();
    }
}

/// Ends the search for all workers when one of them panics.
pub struct Attendance<'l, N>(pub &'l Levels<N>);

impl<N> Drop for Attendance<'_, N> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}
