//! The search: level by level, each a range of the array of states.

use std::time::{Duration, Instant};

use kulan_control::{Control, Limit, Progress};
use kulan_ir::{Layout, Rows, System};
use kulan_model::{Failure, Model};
use kulan_search::{Findings, Kind, Options, Outcome, Violation};

use crate::device::{Device, Fault, Place};
use crate::host::Host;
use crate::insert::{ROOT, Shape, counter};
use crate::kernels::{self, EXPAND, GATHER, INSERT};
use crate::space::{Old, Sizes, Space};
use crate::steps::{Steps, all_inputs, has_small_locations};

/// Words that a state may have.
const MOST_WORDS: usize = 1024;
/// Bytes of code that a driver can be expected to compile.
const MOST_CODE: usize = 64 << 20;
/// How long a kernel should run, so that the run can be stopped.
const PATIENCE: Duration = Duration::from_millis(100);
/// States of the first launch.
const FIRST: u64 = 1 << 20;
/// States that the host expands before the device stores what it found.
const TOGETHER: usize = 1 << 14;

/// Indices that a thread claims at a time, at most.
const CLAIMED: u64 = 32;

/// What a search on a device found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Counts and violations, in states of the model.
    pub outcome: Outcome,
    /// Bytes of the device.
    pub device_bytes: u64,
    /// Bytes of the host's memory that hold states.
    pub host_bytes: u64,
    /// States that were expanded by the host.
    pub by_host: u64,
    /// Time in which the device expanded states.
    pub expanding: Duration,
    /// Time in which memory was made ready for more of them.
    pub growing: Duration,
    /// What went wrong with the device, if that ended the search.
    pub fault: Option<Fault>,
}

/// A system made ready for a device.
#[derive(Debug)]
pub struct Program {
    text: String,
    inputs: Vec<u64>,
    /// Successors that a state can have.
    most: u64,
    shape: Shape,
    sizes: Sizes,
}

impl Program {
    /// The kernels for a system. Refuses, in words, what a device cannot do.
    pub fn new(system: &System, options: &Options, sizes: Sizes) -> Result<Program, String> {
        let layout = Layout::tight(system);
        if layout.words() > MOST_WORDS {
            return Err(format!("its states have {} bits, more than {}", layout.bits(), MOST_WORDS * 32));
        }
        if !has_small_locations(system, &layout) {
            return Err("a program counter has too many values".into());
        }
        let rows = Rows::new(system)?;
        let shape = Space::shape(layout.words(), sizes);
        let text = kernels::module(system, &layout, &rows, options, shape);
        if text.len() > MOST_CODE {
            return Err(format!("its transitions are too large: {} MiB of code", text.len() >> 20));
        }
        let most = Steps::new(system, &rows, options).most();
        Ok(Program { text, inputs: all_inputs(system, &rows), most, shape, sizes })
    }

    /// Has a device compile the code: before a search.
    pub fn load<D: Device>(&self, device: &mut D) -> Result<(), Fault> {
        device.load(&self.text)
    }
}

/// Searches a system on a device that has its program. The model of the system is the host's, for what the device leaves to it.
pub fn search<M: Model, D: Device>(
    (system, program): (&System, &Program),
    model: &M,
    device: &mut D,
    options: &Options,
    control: &Control,
) -> Found {
    let host = Host::new(system, model, control, options.threads);
    match Search::new(program, host, device, options, control) {
        Ok(mut search) => {
            let fault = search.run(&model.initial()).err();
            search.finish(fault)
        }
        Err(fault) => {
            let outcome = Outcome { limit: Some(limit_of(&fault)), ..Outcome::default() };
            Found { outcome, fault: Some(fault), ..Found::default() }
        }
    }
}

fn limit_of(fault: &Fault) -> Limit {
    match fault {
        Fault::Memory => Limit::Memory,
        Fault::Failed(_) => Limit::Device,
    }
}

/// What is found out between two launches.
enum Next {
    GoOn,
    Stop,
}

struct Search<'a, M, D> {
    program: &'a Program,
    host: Host<'a, M>,
    device: &'a mut D,
    options: &'a Options,
    control: &'a Control,
    space: Space,
    /// The addresses of the list of states for the host, of the inputs, and of a buffer for states.
    list: u64,
    inputs: u64,
    buffer: u64,
    counters: Vec<u64>,
    /// Where each level begins.
    levels: Vec<u64>,
    findings: Findings,
    /// What the host counts.
    transitions: u64,
    deadlocks: u64,
    by_host: u64,
    /// States of a launch.
    batch: u64,
    expanding: Duration,
    growing: Duration,
}

impl<'a, M: Model, D: Device> Search<'a, M, D> {
    fn new(
        program: &'a Program,
        host: Host<'a, M>,
        device: &'a mut D,
        options: &'a Options,
        control: &'a Control,
    ) -> Result<Self, Fault> {
        let shape = program.shape;
        let space = Space::new(device, shape, program.sizes)?;
        let list = device.allocate(Place::Device, (program.sizes.left + device.threads() + device.block()) * 8)?;
        let inputs = device.allocate(Place::Device, program.inputs.len().max(1) as u64 * 8)?;
        device.write_wide(inputs, &program.inputs)?;
        let buffer = device.allocate(Place::Device, TOGETHER as u64 * shape.state_bytes())?;
        let (counters, levels, findings) = (vec![0; counter::COUNT], Vec::new(), Findings::default());
        let (transitions, deadlocks, by_host, batch) = (0, 0, 0, FIRST);
        Ok(Search {
            program,
            host,
            device,
            options,
            control,
            space,
            list,
            inputs,
            buffer,
            counters,
            levels,
            findings,
            transitions,
            deadlocks,
            by_host,
            batch,
            expanding: Duration::ZERO,
            growing: Duration::ZERO,
        })
    }

    fn counter(&self, counter: u64) -> u64 {
        self.counters[counter as usize]
    }

    fn run(&mut self, initial: &[u32]) -> Result<(), Fault> {
        let mut items = vec![ROOT];
        items.extend(self.host.for_device(initial));
        self.levels.push(0);
        if let Next::Stop = self.insert(&items)? {
            return Ok(());
        }
        let mut end = self.counter(counter::NEXT);
        while self.levels[self.levels.len() - 1] < end {
            if end - self.levels[self.levels.len() - 1] >= u64::from(ROOT) {
                self.stop(Limit::Memory); // a parent is a number of 32 bits
                return Ok(());
            }
            if let Next::Stop = self.level(end)? {
                return Ok(());
            }
            self.levels.push(end);
            end = self.counter(counter::NEXT);
        }
        self.levels.pop();
        Ok(())
    }

    /// Expands all states of the last level, which ends at `end`.
    fn level(&mut self, end: u64) -> Result<Next, Fault> {
        let mut cursor = self.levels[self.levels.len() - 1];
        while cursor < end {
            if self.control.stopped().is_some() {
                return Ok(Next::Stop);
            }
            if self.options.max_states.is_some_and(|max| self.counter(counter::STATES) >= max) {
                return Ok(self.stop(Limit::States));
            }
            let until = end.min(cursor.saturating_add(self.batch));
            let begin = Instant::now();
            let room = self.room(until - cursor)?;
            self.growing += begin.elapsed();
            let Some((blocks, last)) = room else { return Ok(self.no_room()) };
            cursor = self.expand((cursor, until), blocks, last)?;
            self.publish();
            if let Next::Stop = self.look()? {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::GoOn)
    }

    /// The device is full, unless the run was stopped while memory was made ready.
    fn no_room(&mut self) -> Next {
        if self.control.stopped().is_some() { Next::Stop } else { self.stop(Limit::Memory) }
    }

    fn stop(&mut self, limit: Limit) -> Next {
        self.findings.limit(limit);
        Next::Stop
    }

    /// Makes room for what may come of some states. Returns the number of blocks to expand them, and the largest index with
    /// which a thread may take another state; `None` if there is no room.
    fn room(&mut self, states: u64) -> Result<Option<(u64, u64)>, Fault> {
        let next = self.counter(counter::NEXT);
        let size = self.device.block();
        let mut blocks = self.device.threads().min(states).div_ceil(size);
        while blocks > 0 {
            // Each thread may have one state in hand, and indices that it has claimed.
            let needed = next + blocks * size * (self.program.most + CLAIMED);
            if self.reserve(needed, next)? {
                let margin = needed - next;
                let fits = (self.space.entries / 9 * 8).min(self.space.capacity()).max(needed);
                let left = |max: u64| next + (max - self.counter(counter::STATES)) - 1;
                let last = self.options.max_states.map_or(u64::MAX, left);
                return Ok(Some((blocks, last.min(fits - margin))));
            }
            blocks /= 2;
        }
        Ok(None)
    }

    /// Makes room in the store, where all before the last level is old.
    fn reserve(&mut self, states: u64, used: u64) -> Result<bool, Fault> {
        let (before, control) = (self.levels[self.levels.len() - 1], self.control);
        let old = Old { before, stopped: &|| control.stopped().is_some() };
        self.space.reserve(self.device, states, used, old)
    }

    /// Runs the device on some states; returns the first that was not expanded.
    fn expand(&mut self, (from, until): (u64, u64), blocks: u64, last: u64) -> Result<u64, Fault> {
        let begin = Instant::now();
        let Space { counters, directory, table, entries, .. } = self.space;
        let level = self.levels[self.levels.len() - 1];
        let left = self.program.sizes.left;
        // States are taken by a number that only grows: the first one here is `from`.
        let taken = self.counter(counter::CURSOR);
        // A thread that finds many states claims several indices at once: few of them are left at its end.
        let some = ((until - from) / (blocks * self.device.block()) / 16).clamp(1, CLAIMED);
        let ends = [taken, taken + (until - from)];
        let arguments = [
            counters,
            directory,
            table,
            entries,
            self.list,
            self.inputs,
            level,
            from,
            ends[0],
            ends[1],
            last,
            left - 1,
            some,
        ];
        self.device.launch(EXPAND, blocks, &arguments)?;
        self.counters = self.space.counters(self.device)?;
        let took = begin.elapsed();
        self.expanding += took;
        if took > PATIENCE {
            self.batch = (self.batch / 2).max(1 << 12);
        } else if took < PATIENCE / 3 {
            self.batch = self.batch.saturating_mul(2).min(1 << 40);
        }
        Ok(until.min(self.counter(counter::CURSOR) - taken + from))
    }

    fn publish(&self) {
        let (device, host) = self.space.bytes();
        self.control.publish(Progress {
            states: self.counter(counter::STATES),
            transitions: self.counter(counter::TRANSITIONS) + self.transitions,
            depth: self.levels.len() as u64,
            store_bytes: device + host,
            clauses: None,
        });
    }

    /// Looks at what the device found: a deadlock, and states for the host.
    fn look(&mut self) -> Result<Next, Fault> {
        let first = self.counter(counter::FIRST_DEADLOCK);
        if first != u64::MAX && self.options.deadlocks {
            self.violation(Kind::Deadlock, None, first)?;
            if self.options.ends_with(Kind::Deadlock) {
                return Ok(Next::Stop);
            }
        }
        let left = self.counter(counter::LEFT) as usize;
        if left == 0 {
            return Ok(Next::GoOn);
        }
        let list = self.device.read_wide(self.list, left)?;
        self.counters[counter::LEFT as usize] = 0;
        self.device.write_wide(self.space.counters + counter::LEFT * counter::STRIDE, &[0])?;
        for (number, indices) in list.chunks(TOGETHER).enumerate() {
            let from = self.list + (number * TOGETHER) as u64 * 8;
            if let Next::Stop = self.take_over(from, indices)? {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::GoOn)
    }

    /// Expands states that the device has left, which are on its list from an address on.
    fn take_over(&mut self, list: u64, indices: &[u64]) -> Result<Next, Fault> {
        let count = indices.len() as u64;
        let blocks = self.device.threads().min(count).div_ceil(self.device.block());
        self.device.launch(GATHER, blocks, &[self.space.directory, list, count, self.buffer])?;
        let words = self.program.shape.words as usize;
        let states = self.device.read_narrow(self.buffer, indices.len() * words)?;
        let expanded = self.host.expand(&states);
        if self.control.stopped().is_some() {
            return Ok(Next::Stop);
        }
        self.by_host += count;
        let level = self.levels[self.levels.len() - 1];
        let mut items = Vec::new();
        for (found, &index) in expanded.iter().zip(indices) {
            self.transitions = self.transitions.saturating_add(found.transitions);
            if let Next::Stop = self.judge(found.deadlock, &found.failures, index)? {
                return Ok(Next::Stop);
            }
            for state in found.states.chunks(words) {
                items.push((index - level) as u32);
                items.extend_from_slice(state);
            }
        }
        self.insert(&items)
    }

    /// Notes what is wrong with a state that the host has expanded.
    fn judge(&mut self, deadlock: bool, failures: &[Failure], index: u64) -> Result<Next, Fault> {
        let mut next = Next::GoOn;
        self.deadlocks += u64::from(deadlock);
        if deadlock && self.options.deadlocks {
            self.violation(Kind::Deadlock, None, index)?;
            if self.options.ends_with(Kind::Deadlock) {
                next = Next::Stop;
            }
        }
        for &failure in failures.iter().filter(|f| self.options.looks_for(f.kind)) {
            if self.findings.count(failure) {
                let kind = Kind::Check(failure.kind);
                self.violation(kind, Some(failure), index)?;
                if self.options.ends_with(kind) {
                    next = Next::Stop;
                }
            }
        }
        Ok(next)
    }

    fn violation(&mut self, kind: Kind, failure: Option<Failure>, index: u64) -> Result<(), Fault> {
        if !self.findings.knows(kind) {
            let states = self.path(index)?;
            self.findings.add(Violation { kind, failure, states, cycle: None });
        }
        Ok(())
    }

    /// The states from the initial one to that of an index.
    fn path(&mut self, index: u64) -> Result<Vec<Vec<u32>>, Fault> {
        let mut level = self.levels.partition_point(|&start| start <= index) - 1;
        let (mut states, mut at) = (Vec::new(), index);
        loop {
            let (state, parent) = self.space.read(self.device, at)?;
            states.push(self.host.of_device(&state));
            if parent == ROOT || level == 0 {
                states.reverse();
                return Ok(states);
            }
            level -= 1;
            at = self.levels[level] + u64::from(parent);
        }
    }

    /// Stores states with their parents.
    fn insert(&mut self, items: &[u32]) -> Result<Next, Fault> {
        let width = self.program.shape.words as usize + 1;
        for part in items.chunks(TOGETHER * width) {
            let count = (part.len() / width) as u64;
            let blocks = self.device.threads().min(count).div_ceil(self.device.block());
            let next = self.counters[counter::NEXT as usize];
            let needed = next + count + blocks * self.device.block();
            if !self.reserve(needed, next)? {
                return Ok(self.no_room());
            }
            self.device.write_narrow(self.buffer, part)?;
            let Space { counters, directory, table, entries, .. } = self.space;
            self.device.launch(INSERT, blocks, &[counters, directory, table, entries, self.buffer, count, 1])?;
            self.counters = self.space.counters(self.device)?;
        }
        Ok(Next::GoOn)
    }

    /// What was found, up to a fault if there was one; gives the memory back.
    fn finish(mut self, fault: Option<Fault>) -> Found {
        if let Some(fault) = &fault {
            self.findings.limit(limit_of(fault));
        }
        let (device_bytes, host_bytes) = self.space.bytes();
        let outcome = Outcome {
            states: self.counter(counter::STATES),
            transitions: self.counter(counter::TRANSITIONS).saturating_add(self.transitions),
            depth: self.levels.len() as u64,
            deadlocks: self.counter(counter::DEADLOCKS) + self.deadlocks,
            ..self.findings.outcome(self.options, self.control.stopped())
        };
        // Giving back the host's memory takes a second for some GiB, which a run that was stopped does not have.
        let is_quick = host_bytes == 0 || self.control.stopped().is_none();
        if fault.is_none() && is_quick {
            // What cannot be given back goes with the device.
            let _ = [self.list, self.inputs, self.buffer].map(|address| self.device.release(address));
            let _ = self.space.release(self.device);
        }
        let (by_host, expanding, growing) = (self.by_host, self.expanding, self.growing);
        Found { outcome, device_bytes, host_bytes, by_host, expanding, growing, fault }
    }
}
