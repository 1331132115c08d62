//! Limits, cancellation and phases: what every part of a run shares.
//!
//! A [`Control`] is a handle that can be cloned. Something sets it to *stopped*, once: a [`Monitor`] that watches the clock and
//! the memory of the process, a signal handler, or the search that reached its number of states. Everything else asks.
//!
//! There are two ways to ask. Workers of a search ask [`Control::stopped`] between two states and return what they have.
//! Phases on one thread that have nothing to return half-way (front-end, transformation, relations, replay) call
//! [`checkpoint`] in their loops: in a thread where a control is attached ([`Control::attach`]) and stopped, it unwinds to
//! there. It does so without a panic message, as an incremental compiler cancels a query.
//!
//! **Invariant:** nothing that is shared between threads is changed between two checkpoints that an unwinding could cut
//! apart; worker threads of a search have no control attached.

mod monitor;
mod phase;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

pub use monitor::{Monitor, available_memory, peak_memory, resident_memory};
pub use phase::{Entered, Phase, Times};

use phase::Clock;

/// Why a run ended before it was done.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// No memory is left of what may be used.
    Memory,
    /// The number of states that may be stored.
    States,
    /// The time that may be used.
    Time,
    /// Somebody interrupted it.
    Interrupt,
    /// The device that searched failed.
    Device,
}

impl Limit {
    const ALL: [Limit; 5] = [Limit::Memory, Limit::States, Limit::Time, Limit::Interrupt, Limit::Device];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Memory => "memory",
            Limit::States => "states",
            Limit::Time => "time",
            Limit::Interrupt => "interrupt",
            Limit::Device => "device",
        }
    }
}

/// What a run may use.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time from the start of the control on.
    pub time: Option<Duration>,
    /// Resident bytes of the process.
    pub memory: Option<u64>,
}

/// How far a search is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// States stored so far.
    pub states: u64,
    /// Transitions explored so far.
    pub transitions: u64,
    /// Greatest depth so far.
    pub depth: u64,
    /// Bytes the store holds.
    pub store_bytes: u64,
    /// Clauses that a symbolic engine has learned; none for a search of states.
    pub clauses: Option<u64>,
}

/// What is known about a run in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// What is being done.
    pub phase: Phase,
    /// The property it is done for, if it is one of several.
    pub property: Option<String>,
    /// How far the current search is.
    pub progress: Option<Progress>,
    /// Time since the start.
    pub elapsed: Duration,
    /// Time since the current phase began.
    pub in_phase: Duration,
    /// Resident bytes of the process.
    pub resident: u64,
    /// Why it was stopped, and how long ago, if it was.
    pub stopped: Option<(Limit, Duration)>,
}

/// A handle on a run: its limits, whether it was stopped, and what it is doing.
#[derive(Clone, Debug)]
pub struct Control(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: Limits,
    /// The control of the run that this one is a part of.
    parent: Option<Control>,
    /// How it is a part of that.
    part: Part,
    start: Instant,
    /// 0, or the position of the limit in [`Limit::ALL`] plus one.
    stopped: AtomicU8,
    resident: AtomicU64,
    doing: Mutex<Doing>,
    /// Parts that are stopped first where memory gets short.
    expendable: Mutex<Vec<Weak<Inner>>>,
}

/// How a control is a part of another one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    /// It keeps its own phases, and tells its progress.
    Own,
    /// Its phases are those of the whole.
    Shared,
    /// Nobody hears of it.
    Aside,
}

#[derive(Debug)]
struct Doing {
    clock: Clock,
    property: Option<String>,
    progress: Option<Progress>,
    /// When it was stopped, and in which phase.
    stopped_at: Option<(Instant, Phase)>,
}

impl Default for Control {
    fn default() -> Control {
        Control::new(Limits::default())
    }
}

impl Control {
    /// A control whose clock starts now. Limits are kept only while a [`Monitor`] runs.
    pub fn new(limits: Limits) -> Control {
        Control::with_parent(limits, None, Part::Own)
    }

    /// A control that can be stopped by itself, and is stopped with this one. What is done under it counts as done under this
    /// one.
    pub fn part(&self) -> Control {
        Control::with_parent(Limits::default(), Some(self.clone()), Part::Shared)
    }

    /// The same for something that is done beside: its phases and progress are its own.
    pub fn aside(&self) -> Control {
        Control::with_parent(Limits::default(), Some(self.clone()), Part::Aside)
    }

    /// The same for something that the run can do without: where memory gets short, it is stopped before the run is.
    pub fn expendable(&self) -> Control {
        let part = self.aside();
        let mut whole = self;
        while let Some(parent) = &whole.0.parent {
            whole = parent;
        }
        let mut list = whole.0.expendable.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(Arc::downgrade(&part.0));
        drop(list);
        part
    }

    /// Stops what the run can do without; returns whether something of that is there, stopped or not.
    fn stop_expendable(&self, limit: Limit) -> bool {
        let mut list = self.0.expendable.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|part| part.strong_count() > 0);
        let parts: Vec<Control> = list.iter().filter_map(|part| part.upgrade().map(Control)).collect();
        drop(list);
        parts.iter().for_each(|part| part.stop(limit));
        !parts.is_empty()
    }

    /// A control of a part of the run that may take some time: it is stopped then, and when the run is. Its clock is looked
    /// at when progress is published.
    pub fn within(&self, time: Duration) -> Control {
        Control::with_parent(Limits { time: Some(time), memory: None }, Some(self.clone()), Part::Own)
    }

    fn with_parent(limits: Limits, parent: Option<Control>, part: Part) -> Control {
        let start = Instant::now();
        let doing = Doing { clock: Clock::new(start), property: None, progress: None, stopped_at: None };
        Control(Arc::new(Inner {
            limits,
            parent,
            part,
            start,
            stopped: AtomicU8::new(0),
            resident: AtomicU64::new(0),
            doing: Mutex::new(doing),
            expendable: Mutex::default(),
        }))
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.0.limits
    }

    /// The bytes that the run may take, also where this is the control of a part of it.
    pub fn memory(&self) -> Option<u64> {
        self.0.limits.memory.or_else(|| self.0.parent.as_ref()?.memory())
    }

    /// Stops the run; only the first reason counts.
    pub fn stop(&self, limit: Limit) {
        let code = 1 + Limit::ALL.iter().position(|&l| l == limit).expect("all limits are listed") as u8;
        if self.0.stopped.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            let mut doing = self.doing();
            doing.stopped_at = Some((Instant::now(), doing.clock.current().0));
        }
    }

    /// Why the run was stopped, if it was. Cheap enough for inner loops.
    #[inline]
    pub fn stopped(&self) -> Option<Limit> {
        match self.0.stopped.load(Ordering::Relaxed) {
            0 => self.0.parent.as_ref().and_then(Control::stopped),
            code => Some(Limit::ALL[usize::from(code) - 1]),
        }
    }

    /// Why the run was stopped, and in which phase it was then.
    pub fn stopped_in(&self) -> Option<(Limit, Phase)> {
        self.stopped().zip(self.doing().stopped_at.map(|(_, phase)| phase))
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.start.elapsed()
    }

    /// Enters a phase, until what is returned is dropped. Phases nest; time counts for the innermost.
    pub fn enter(&self, phase: Phase) -> Entered {
        Entered::new(self.clone(), phase)
    }

    /// Tells for which property things are done from now on.
    pub fn set_property(&self, name: Option<&str>) {
        self.doing().property = name.map(str::to_string);
    }

    /// Tells how far a search is.
    pub fn publish(&self, progress: Progress) {
        match &self.0.parent {
            None => self.doing().progress = Some(progress),
            Some(_) if self.0.part == Part::Aside => {}
            Some(parent) => {
                parent.publish(progress);
                if self.0.limits.time.is_some_and(|time| self.elapsed() >= time) {
                    self.stop(Limit::Time);
                }
            }
        }
    }

    /// Bytes that the current search stores.
    fn stored(&self) -> u64 {
        self.doing().progress.map_or(0, |progress| progress.store_bytes)
    }

    /// What can be said now.
    pub fn snapshot(&self) -> Snapshot {
        let doing = self.doing();
        let stopped = self.stopped().zip(doing.stopped_at.map(|(at, _)| at.elapsed()));
        let (phase, in_phase) = doing.clock.current();
        let (property, progress) = (doing.property.clone(), doing.progress);
        let resident = self.0.resident.load(Ordering::Relaxed);
        Snapshot { phase, property, progress, elapsed: self.elapsed(), in_phase, resident, stopped }
    }

    /// Where the time went so far.
    pub fn times(&self) -> Times {
        self.doing().clock.times()
    }

    /// Runs something that calls [`checkpoint`]; `Err` if it was stopped there.
    pub fn attach<T>(&self, work: impl FnOnce() -> T) -> Result<T, Limit> {
        let before = CURRENT.replace(Some(self.clone()));
        let result = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        result.map_err(|payload| match payload.downcast::<Stopped>() {
            Ok(stopped) => stopped.0,
            Err(other) => resume_unwind(other),
        })
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        if let (Some(parent), Part::Shared) = (&self.0.parent, self.0.part) {
            return parent.doing();
        }
        self.0.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What unwinds from a checkpoint to [`Control::attach`].
struct Stopped(Limit);

thread_local! {
    static CURRENT: RefCell<Option<Control>> = const { RefCell::new(None) };
}

/// Unwinds to [`Control::attach`] if the control that is attached to this thread was stopped. Without one, does nothing.
#[inline]
pub fn checkpoint() {
    let stopped = CURRENT.with_borrow(|current| current.as_ref().and_then(Control::stopped));
    if let Some(limit) = stopped {
        resume_unwind(Box::new(Stopped(limit)));
    }
}

/// Does something to whose checkpoints no stop applies: what keeps shared state, or must be done after a stop.
pub fn detached<T>(work: impl FnOnce() -> T) -> T {
    struct Restore(Option<Control>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _restore = Restore(CURRENT.replace(None));
    work()
}

/// The control attached to this thread, or one without limits.
pub fn current() -> Control {
    CURRENT.with_borrow(|current| current.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_unwinds_to_where_the_control_is_attached() {
        let control = Control::default();
        let reached = control.attach(|| {
            checkpoint();
            control.stop(Limit::Time);
            control.stop(Limit::Memory);
            detached(checkpoint);
            checkpoint();
            unreachable!("the checkpoint unwinds");
        });
        assert_eq!(reached, Err(Limit::Time));
        checkpoint();
        assert_eq!(control.attach(|| 1), Ok(1), "what asks nothing runs to its end");
    }

    #[test]
    fn a_part_is_stopped_by_its_clock_and_with_the_whole() {
        let whole = Control::default();
        let part = whole.within(Duration::ZERO);
        assert_eq!(part.stopped(), None);
        part.publish(Progress { states: 7, ..Progress::default() });
        assert_eq!((part.stopped(), whole.stopped()), (Some(Limit::Time), None));
        assert_eq!(whole.snapshot().progress.map(|p| p.states), Some(7));
        let part = whole.within(Duration::from_secs(1000));
        let phase = whole.enter(Phase::Shortening);
        whole.stop(Limit::Interrupt);
        drop(phase);
        assert_eq!(part.stopped(), Some(Limit::Interrupt));
        assert_eq!(whole.stopped_in(), Some((Limit::Interrupt, Phase::Shortening)));
    }

    #[test]
    fn a_panic_is_not_a_stop() {
        let control = Control::default();
        let result = catch_unwind(AssertUnwindSafe(|| control.attach(|| resume_unwind(Box::new("no")))));
        assert!(result.is_err());
        control.stop(Limit::Interrupt);
        checkpoint();
    }

    #[test]
    fn time_counts_for_the_innermost_phase() {
        let control = Control::default();
        let outer = control.enter(Phase::Search);
        {
            let _inner = control.enter(Phase::Relations);
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(control.snapshot().phase, Phase::Relations);
        }
        assert_eq!(control.snapshot().phase, Phase::Search);
        drop(outer);
        let times = control.times();
        assert!(times.of(Phase::Relations) >= Duration::from_millis(20));
        assert!(times.of(Phase::Search) < times.of(Phase::Relations));
    }

    #[test]
    fn what_a_run_can_do_without_is_stopped_first() {
        let control = Control::default();
        assert!(!control.stop_expendable(Limit::Memory), "there is nothing of that");
        let (own, other) = (control.part(), control.part().expendable());
        let deeper = other.aside();
        assert!(control.stop_expendable(Limit::Memory));
        assert_eq!((other.stopped(), deeper.stopped()), (Some(Limit::Memory), Some(Limit::Memory)));
        assert_eq!((own.stopped(), control.stopped()), (None, None));
        drop((other, deeper));
        assert!(!control.stop_expendable(Limit::Memory), "it has ended");
    }

    #[test]
    fn a_run_goes_on_when_what_it_can_do_without_took_too_much() {
        let Some(resident) = resident_memory() else { return };
        // Over the share at which others are stopped, under the limit.
        let limits = Limits { time: None, memory: Some(resident + resident / 8) };
        let control = Control::new(limits);
        control.publish(Progress { store_bytes: resident, ..Progress::default() });
        let small = control.expendable();
        monitor::keep_limits(&control, &mut 1);
        assert_eq!((small.stopped(), control.stopped()), (None, None), "what is taken is the search's own");
        let control = Control::new(limits);
        let other = control.expendable();
        let _monitor = Monitor::start(&control, |_| {});
        while other.stopped().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!((other.stopped(), control.stopped()), (Some(Limit::Memory), None));
    }

    #[test]
    fn a_monitor_keeps_time_and_memory() {
        let control = Control::new(Limits { time: Some(Duration::from_millis(30)), memory: None });
        let _monitor = Monitor::start(&control, |_| {});
        let begin = Instant::now();
        let ended = control.attach(|| {
            loop {
                checkpoint();
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        assert_eq!(ended, Err::<(), _>(Limit::Time));
        assert!(begin.elapsed() < Duration::from_secs(5));

        let control = Control::new(Limits { time: None, memory: Some(1) });
        let _monitor = Monitor::start(&control, |_| {});
        if resident_memory().is_some() {
            while control.stopped().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(control.stopped(), Some(Limit::Memory));
        }
    }
}
