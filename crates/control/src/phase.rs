//! The phases of a run, and how long each took.

use std::time::{Duration, Instant};

use crate::Control;

/// What a run does.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Reading and understanding the model.
    Reading,
    /// Finding out which processes are created at run time.
    Instances,
    /// Lowering and transforming.
    Preparing,
    /// Translating a formula to an automaton.
    Translating,
    /// Deciding the relations that a reduction rests on.
    Relations,
    /// Making machine code.
    Compiling,
    /// Searching.
    Search,
    /// Looking for a shorter counterexample.
    Shortening,
    /// Replaying a counterexample on the model as written.
    Replaying,
    /// Finding out whether answers are vacuous.
    Vacuity,
    /// Checking a certificate.
    Certifying,
    /// Writing files.
    Writing,
}

impl Phase {
    /// All phases, in the order in which they usually come.
    pub const ALL: [Phase; 12] = [
        Phase::Reading,
        Phase::Instances,
        Phase::Preparing,
        Phase::Translating,
        Phase::Relations,
        Phase::Compiling,
        Phase::Search,
        Phase::Shortening,
        Phase::Replaying,
        Phase::Vacuity,
        Phase::Certifying,
        Phase::Writing,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Reading => "reading",
            Phase::Instances => "instances",
            Phase::Preparing => "preparing",
            Phase::Translating => "translating",
            Phase::Relations => "relations",
            Phase::Compiling => "compiling",
            Phase::Search => "search",
            Phase::Shortening => "shortening",
            Phase::Replaying => "replaying",
            Phase::Vacuity => "vacuity",
            Phase::Certifying => "certifying",
            Phase::Writing => "writing",
        }
    }

    /// What is being done, in words.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Reading => "reading the model",
            Phase::Instances => "finding the processes that are created",
            Phase::Preparing => "preparing the model",
            Phase::Translating => "translating the formula",
            Phase::Relations => "relating transitions",
            Phase::Compiling => "compiling",
            Phase::Search => "searching",
            Phase::Shortening => "shortening the counterexample",
            Phase::Replaying => "replaying the counterexample",
            Phase::Vacuity => "looking for vacuous answers",
            Phase::Certifying => "checking the certificate",
            Phase::Writing => "writing files",
        }
    }
}

/// How long each phase took.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Times([Duration; Phase::ALL.len()]);

impl Times {
    /// The time of one phase.
    pub fn of(&self, phase: Phase) -> Duration {
        self.0[phase as usize]
    }

    /// All phases that took time.
    pub fn iter(&self) -> impl Iterator<Item = (Phase, Duration)> + '_ {
        Phase::ALL.into_iter().map(|phase| (phase, self.of(phase))).filter(|(_, time)| !time.is_zero())
    }

    /// What was added since an earlier reading.
    pub fn since(&self, earlier: &Times) -> Times {
        let mut result = *self;
        result.0.iter_mut().zip(earlier.0).for_each(|(now, before)| *now = now.saturating_sub(before));
        result
    }
}

/// Adds up times; the phases that are entered form a stack.
#[derive(Debug)]
pub(crate) struct Clock {
    times: Times,
    stack: Vec<(Phase, Instant)>,
    /// Up to when the innermost phase has its time.
    counted: Instant,
}

impl Clock {
    pub(crate) fn new(start: Instant) -> Clock {
        Clock { times: Times::default(), stack: Vec::new(), counted: start }
    }

    /// The innermost phase and the time since it began; a run that has entered none is about to read.
    pub(crate) fn current(&self) -> (Phase, Duration) {
        self.stack.last().map_or((Phase::Reading, Duration::ZERO), |&(phase, since)| (phase, since.elapsed()))
    }

    pub(crate) fn times(&self) -> Times {
        let mut times = self.times;
        if let Some(&(phase, _)) = self.stack.last() {
            times.0[phase as usize] += self.counted.elapsed();
        }
        times
    }

    fn count(&mut self) {
        let now = Instant::now();
        if let Some(&(phase, _)) = self.stack.last() {
            self.times.0[phase as usize] += now - self.counted;
        }
        self.counted = now;
    }
}

/// A phase that goes on until this is dropped.
#[derive(Debug)]
pub struct Entered {
    control: Control,
    depth: usize,
}

impl Entered {
    pub(crate) fn new(control: Control, phase: Phase) -> Entered {
        let mut doing = control.doing();
        doing.clock.count();
        let depth = doing.clock.stack.len();
        doing.clock.stack.push((phase, Instant::now()));
        doing.progress = None;
        drop(doing);
        Entered { control, depth }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut doing = self.control.doing();
        doing.clock.count();
        doing.clock.stack.truncate(self.depth);
        doing.progress = None;
    }
}
