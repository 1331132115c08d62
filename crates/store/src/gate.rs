//! Who may touch the hash tables now: many workers, or one that grows them.
//!
//! A worker marks its own seat while inside, which costs one exchange and shares no cache line with other workers. A
//! worker that wants to grow a table raises a flag and waits until all seats are empty. A gate for one thread needs
//! none of this, nor do the tables behind it: its locked instructions would cost a search several percent.

use std::marker::PhantomData;
use std::thread::{self, ThreadId};

use crate::sync::{Arc, AtomicBool, AtomicU64, Mutex, MutexGuard, Ordering, lock, pause, raise};

/// The gate of one store.
pub struct Gate {
    /// Whether several threads may be inside at a time.
    shared: bool,
    closed: AtomicBool,
    seats: Mutex<Vec<Arc<Seat>>>,
}

/// One worker's mark, alone on its cache lines.
#[repr(align(128))]
pub struct Seat {
    thread: ThreadId,
    inside: AtomicBool,
    added: AtomicU64,
}

/// Proof of being inside: tables do not move while it lives.
pub struct Pass<'a> {
    seat: &'a Seat,
    shared: bool,
}

/// Keeps what holds it in the thread where it was made.
pub type Here = PhantomData<*const ()>;

/// Proof of being alone: no one is inside, nor can enter, while it lives.
pub struct Closed<'a> {
    gate: &'a Gate,
    _seats: MutexGuard<'a, Vec<Arc<Seat>>>,
}

impl Pass<'_> {
    /// Whether others may be inside as well.
    #[inline(always)]
    pub fn shared(&self) -> bool {
        self.shared
    }

    /// Counts one more state stored by this worker.
    #[inline(always)]
    pub fn count(&self) {
        // No exchange needed: only the owner writes.
        let added = &self.seat.added;
        added.store(added.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

impl Gate {
    pub fn new(threads: usize) -> Self {
        Self { shared: threads > 1, closed: AtomicBool::new(false), seats: Mutex::default() }
    }

    /// A seat that no one else occupies. Panics if the gate is for one thread and another one occupies it.
    pub fn seat(&self) -> Arc<Seat> {
        let mut seats = lock(&self.seats);
        let thread = thread::current().id();
        let alone = seats.iter_mut().all(|seat| seat.thread == thread || Arc::get_mut(seat).is_some());
        assert!(self.shared || alone, "a store made for one thread is used by another");
        if let Some(free) = seats.iter_mut().find_map(|seat| {
            Arc::get_mut(seat)?.thread = thread;
            Some(seat.clone())
        }) {
            return free;
        }
        let seat = Arc::new(Seat { thread, inside: AtomicBool::new(false), added: AtomicU64::new(0) });
        seats.push(seat.clone());
        seat
    }

    /// Number of states counted on all seats.
    pub fn added(&self) -> u64 {
        lock(&self.seats).iter().map(|seat| seat.added.load(Ordering::Relaxed)).sum()
    }

    /// Goes inside, after waiting while the gate is closed.
    #[inline(always)]
    pub fn enter<'a>(&self, seat: &'a Seat) -> Pass<'a> {
        if self.shared {
            raise(&seat.inside);
            if self.closed.load(Ordering::SeqCst) {
                self.enter_later(seat);
            }
        }
        Pass { seat, shared: self.shared }
    }

    #[cold]
    fn enter_later(&self, seat: &Seat) {
        loop {
            seat.inside.store(false, Ordering::Release);
            // Whoever closed the gate holds the lock for that long.
            drop(lock(&self.seats));
            raise(&seat.inside);
            if !self.closed.load(Ordering::SeqCst) {
                return;
            }
        }
    }

    /// Closes the gate and waits until no one is inside. The caller must not be inside itself.
    pub fn close(&self) -> Closed<'_> {
        let seats = lock(&self.seats);
        raise(&self.closed);
        for seat in seats.iter() {
            let mut round = 0;
            while seat.inside.load(Ordering::SeqCst) {
                pause(round);
                round += 1;
            }
        }
        Closed { gate: self, _seats: seats }
    }
}

impl Drop for Pass<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.seat.inside.store(false, Ordering::Release);
    }
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.gate.closed.store(false, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn seats_are_reused_and_keep_their_count() {
        let gate = Gate::new(1);
        let (first, second) = (gate.seat(), gate.seat());
        assert!(!Arc::ptr_eq(&first, &second));
        gate.enter(&first).count();
        let address = Arc::as_ptr(&first);
        drop(first);
        assert_eq!(Arc::as_ptr(&gate.seat()), address);
        assert_eq!(gate.added(), 1);
    }
}
