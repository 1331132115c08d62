//! Synchronization primitives, replaced by loom's when the crate is built with `--cfg loom`.

#[cfg(loom)]
pub use loom::{
    cell::UnsafeCell,
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool, atomic::AtomicU64, atomic::AtomicUsize, atomic::Ordering},
};
#[cfg(not(loom))]
pub use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

use std::sync::PoisonError;

/// Loom's interface to a cell, over the plain one.
#[cfg(not(loom))]
pub struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    pub fn new(value: T) -> Self {
        Self(std::cell::UnsafeCell::new(value))
    }

    #[inline(always)]
    pub fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.0.get())
    }

    #[inline(always)]
    pub fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
}

/// Locks, also after a panic elsewhere: no lock of this crate guards a value that a panic leaves half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Raises `flag` so that no later load of this thread comes before it.
#[inline(always)]
pub fn raise(flag: &AtomicBool) {
    #[cfg(not(loom))]
    flag.store(true, Ordering::SeqCst);
    // Loom knows the order of fences only; the code above is one exchange, cheaper than a fence on x86.
    #[cfg(loom)]
    {
        flag.store(true, Ordering::Relaxed);
        loom::sync::atomic::fence(Ordering::SeqCst);
    }
}

/// Waits a little, longer after many rounds.
pub fn pause(round: u32) {
    #[cfg(loom)]
    {
        let _ = round;
        loom::thread::yield_now();
    }
    #[cfg(not(loom))]
    match round {
        0..64 => std::hint::spin_loop(),
        _ => std::thread::yield_now(),
    }
}
