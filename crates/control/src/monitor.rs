//! The thread that keeps the limits, and what the system tells of memory.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::{Control, Limit, Snapshot};

/// How often limits are looked at. Memory grows by some gigabytes a second at most.
const PERIOD: Duration = Duration::from_millis(10);
/// How many periods go by between two calls of `tick`.
const TICK: u32 = 5;

/// Watches the clock and the memory of the process, and stops a control that exceeds its limits; until it is dropped.
#[derive(Debug)]
pub struct Monitor {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Monitor {
    /// Starts to watch; `tick` is called about twenty times a second. Without a thread, limits are not kept.
    pub fn start(control: &Control, mut tick: impl FnMut(&Snapshot) + Send + 'static) -> Monitor {
        let (end, ended) = channel();
        let control = control.clone();
        let watch = move || {
            let (mut rounds, mut patience) = (0, PATIENCE);
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                keep_limits(&control, &mut patience);
                rounds += 1;
                if rounds % TICK == 0 {
                    tick(&control.snapshot());
                }
            }
        };
        let thread = std::thread::Builder::new().name("monitor".into()).spawn(watch).ok();
        Monitor { end: Some(end), thread }
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // A panic in `tick` has been reported; there is nothing to add.
            let _ = thread.join();
        }
    }
}

/// The quarters of the memory that may be taken before anybody asks by whom.
const SHORT: u64 = 3;
/// For so many periods, a run that takes too much memory waits for what was stopped to give it back.
const PATIENCE: u32 = 30;

/// Stops what exceeds the limits.
pub(crate) fn keep_limits(control: &Control, patience: &mut u32) {
    let limits = control.limits();
    if limits.time.is_some_and(|time| control.elapsed() >= time) {
        control.stop(Limit::Time);
    }
    let Some(resident) = resident_memory() else { return };
    control.0.resident.store(resident, Ordering::Relaxed);
    let Some(memory) = limits.memory else { return };
    // What a search stores is its own; the rest is that of others, but for little.
    let others = resident.saturating_sub(control.stored());
    let is_short = resident > memory || (resident > memory / 4 * SHORT && others > memory / 4);
    let waits = is_short && control.stop_expendable(Limit::Memory) && *patience > 0;
    if resident > memory && waits {
        *patience -= 1;
    } else if resident > memory {
        control.stop(Limit::Memory);
    }
}

/// Resident bytes of this process, where the system tells.
pub fn resident_memory() -> Option<u64> {
    field("/proc/self/status", "VmRSS:")
}

/// The greatest resident memory of this process; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    field("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// Bytes that this process can still get: of the machine and of its control group.
pub fn available_memory() -> Option<u64> {
    let machine = field("/proc/meminfo", "MemAvailable:");
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse::<u64>().ok());
    machine.into_iter().chain(group).min()
}

/// A field in kB of a file of Linux's `/proc`.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kb| kb * 1024)
}
