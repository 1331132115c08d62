//! Synchronization primitives, replaced by loom's when the crate is built with `--cfg loom`.

#[cfg(loom)]
pub use loom::sync::{Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard, atomic::AtomicUsize, atomic::Ordering};
#[cfg(not(loom))]
pub use std::sync::{
    Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard,
    atomic::{AtomicUsize, Ordering},
};

use std::sync::PoisonError;

/// Locks, also after a panic elsewhere: a panicking worker ends the whole search anyway, and until then its data are as
/// good as any.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a notification.
pub fn wait<'g, T>(changed: &Condvar, guard: MutexGuard<'g, T>) -> MutexGuard<'g, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
