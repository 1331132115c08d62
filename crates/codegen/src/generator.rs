//! The compiled model: groups of machine code, dispatched on program counters.

use kulan_control::Control;
use kulan_ir::{Interpreter, Layout, PackedSlot, Role, Rows, System, ThreadId, TransitionId, VarId};
use kulan_model::{Failure, Generator, Guarded, GuardedModel, Model, Successors};

use crate::alone::Alone;
use crate::compiler::{Code, Compilers, Form, GroupFn, GuardsFn, Parts, Patience, Task, Used};
use crate::function::FAILED;
use crate::groups::groups;

/// Making machine code of an operation takes about as long as running it `soon` times on a tape. For most code, making it
/// fast takes longer than it ever runs.
const PATIENCE: Patience = Patience { soon: 500, often: 100_000 };

/// The machine code of a thread; groups are compiled when they are first needed, because many never are.
struct ThreadCode {
    counter: Option<PackedSlot>,
    by_location: Vec<Group>,
    anywhere: Option<Group>,
}

/// The transitions of a thread at a location, and their code.
struct Group {
    transitions: Vec<TransitionId>,
    /// The program counter and its value, where the group belongs to a location.
    location: Option<(VarId, u64)>,
    code: Code<GroupFn>,
}

/// A system compiled to machine code.
pub struct Compiled<'s> {
    system: &'s System,
    layout: Layout,
    rows: Rows,
    threads: Vec<ThreadCode>,
    fallbacks: Vec<ThreadCode>,
    has_fallbacks: bool,
    observers: Vec<ThreadCode>,
    has_observers: bool,
    /// The state to which errors lead.
    error_state: Option<Vec<u32>>,
    /// By row: the thread that goes on alone after it.
    continues: Vec<Option<ThreadId>>,
    /// Maximum number of successors a state can have by one step.
    most: usize,
    /// By transition: its own code, for callers that take transitions one by one.
    single: Vec<Code<GroupFn>>,
    guards: Code<GuardsFn>,
    compilers: Compilers,
    /// How many pieces of code there are.
    pieces: u32,
}

impl<'s> Compiled<'s> {
    /// Prepares a system. Fails where machine code cannot be had on this machine, or where inputs have too many values.
    pub fn new(system: &'s System) -> Result<Compiled<'s>, String> {
        Compiled::with_patience(PATIENCE, system)
    }

    /// The same, where machine code is made at other times.
    pub fn with_patience(patience: Patience, system: &'s System) -> Result<Compiled<'s>, String> {
        let layout = Layout::new(system);
        let compilers = Compilers::new(patience)?;
        let rows = Rows::new(system)?;
        let mut pieces = 0;
        let [threads, fallbacks, observers] =
            [Role::Step, Role::Fallback, Role::Observer].map(|role| thread_code(system, &layout, role, &mut pieces));
        let size = |t: &ThreadCode| {
            let size = |g: &Group| g.transitions.iter().map(|&t| rows.count(t)).sum::<usize>();
            t.by_location.iter().map(size).max().unwrap_or(0) + t.anywhere.as_ref().map_or(0, size)
        };
        let parts = [&threads, &fallbacks, &observers];
        let most = parts.iter().map(|part| part.iter().map(size).sum::<usize>()).max().unwrap_or(0);
        let has_fallbacks = system.transitions.iter().any(|t| t.is_fallback());
        let has_observers = system.transitions.iter().any(|t| t.is_observer());
        let error_state = layout.error_state(system);
        let continues = rows.transitions().map(|t| system.transition(t).continues).collect();
        let single = system.transitions.iter().map(|_| Code::new(&mut pieces)).collect();
        let guards = Code::new(&mut pieces);
        Ok(Compiled {
            system,
            layout,
            rows,
            threads,
            fallbacks,
            has_fallbacks,
            observers,
            has_observers,
            error_state,
            continues,
            most,
            single,
            guards,
            compilers,
            pieces,
        })
    }

    /// Whether a thread that goes on alone enters each unobservable state once.
    pub(crate) fn enters_once(&self) -> bool {
        self.system.enters_once
    }

    /// What code is made from.
    fn parts(&self) -> Parts<'_> {
        (self.system, &self.layout, &self.rows)
    }
}

fn thread_code(system: &System, layout: &Layout, role: Role, pieces: &mut u32) -> Vec<ThreadCode> {
    let groups = groups(system, layout, role).into_iter().enumerate();
    let mut new = |transitions, location| Group { transitions, location, code: Code::new(pieces) };
    groups
        .map(|(thread, group)| {
            let counter = system.threads[thread].program_counter;
            let located = group.by_location.into_iter().enumerate();
            ThreadCode {
                counter: group.counter,
                by_location: located.map(|(l, list)| new(list, counter.map(|c| (c, l as u64)))).collect(),
                anywhere: (!group.anywhere.is_empty()).then(|| new(group.anywhere, None)),
            }
        })
        .collect()
}

impl Model for Compiled<'_> {
    type Generator<'a>
        = CompiledGenerator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.layout.initial(self.system)
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.error_state.clone()
    }

    fn generator(&self, control: &Control) -> CompiledGenerator<'_> {
        CompiledGenerator {
            model: self,
            interpreter: Interpreter::new(self.system),
            steps: Steps::new(self),
            alone: Alone::new(self),
            control: control.clone(),
        }
    }
}

impl GuardedModel for Compiled<'_> {
    type Guarded<'a>
        = CompiledGenerator<'a>
    where
        Self: 'a;

    fn guarded(&self, control: &Control) -> CompiledGenerator<'_> {
        self.generator(control)
    }
}

/// A buffer for the successors by one step.
#[derive(Default)]
pub(crate) struct Steps {
    pub states: Vec<u32>,
    pub tags: Vec<u32>,
    pub count: usize,
    scratch: Scratch,
}

/// What running code needs beside its results.
#[derive(Default)]
struct Scratch {
    /// By piece of code: how much it was used, until it is fast.
    used: Vec<Used>,
    /// For tapes.
    slots: Vec<u64>,
}

impl Steps {
    pub fn new(model: &Compiled) -> Steps {
        // One state of slack, so that the last word copy of an odd size stays inside.
        let states = vec![0; (model.most + 1) * model.words()];
        let scratch = Scratch { used: vec![Used::default(); model.pieces as usize], slots: Vec::new() };
        Steps { states, tags: vec![0; model.most + 1], count: 0, scratch }
    }
}

/// The generator of a [`Compiled`] model.
pub struct CompiledGenerator<'a> {
    pub(crate) model: &'a Compiled<'a>,
    interpreter: Interpreter<'a>,
    steps: Steps,
    pub(crate) alone: Alone,
    pub(crate) control: Control,
}

impl Generator for CompiledGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        assert_eq!(state.len(), self.model.words(), "a state of this model");
        let mut steps = std::mem::take(&mut self.steps);
        steps.count = 0;
        self.model.step(&self.model.threads, state, &mut steps);
        if steps.count == 0 && self.model.has_fallbacks {
            self.model.step(&self.model.fallbacks, state, &mut steps);
        }
        self.collect(state, &steps, out);
        if steps.count == 0 {
            let values = self.model.layout.unpack(state);
            out.deadlock = !self.interpreter.is_valid_end(&values);
        }
        if self.model.has_observers {
            steps.count = 0;
            self.model.step(&self.model.observers, state, &mut steps);
            self.collect(state, &steps, out);
        }
        self.steps = steps;
    }
}

impl Guarded for CompiledGenerator<'_> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        let model = self.model;
        assert_eq!(state.len(), model.words(), "a state of this model");
        assert!(out.len() * 64 >= model.system.guards.len(), "room for all guards");
        let Scratch { used, slots } = &mut self.steps.scratch;
        match model.guards.guards(&model.compilers, model.parts(), used) {
            // SAFETY: the state has the model's size, and there is a word for each 64 guards.
            Form::Machine(code) => unsafe { code(state.as_ptr(), out.as_mut_ptr()) },
            Form::Tape(tape) => {
                let work = tape.evaluate_guards(&model.rows, state, out, slots);
                model.guards.worked(used, work);
            }
        }
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let model = self.model;
        let words = model.words();
        assert_eq!(state.len(), words, "a state of this model");
        if model.rows.table(transition).is_some() {
            return self.fire_all(state, transition, out);
        }
        let start = out.states.len();
        // One state of slack, as in `Steps`.
        out.states.resize(start + 2 * words, 0);
        let mut tags = [0];
        let scratch = &mut self.steps.scratch;
        // SAFETY: the state has the model's size, and a transition without inputs has one successor.
        unsafe { model.run_single(transition, state, &mut out.states[start..], &mut tags, scratch) };
        out.states.truncate(start + words);
        let failed = tags[0] & FAILED != 0;
        let continues = model.continues(model.rows.first(transition));
        if failed || continues.is_some() {
            let next = out.states.split_off(start);
            if failed && !self.failed(state, model.rows.first(transition), out) {
                return;
            }
            match continues {
                None => out.states.extend_from_slice(&next),
                Some(thread) => self.go_on(&next, (transition, thread), out),
            }
        }
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        let values = self.model.layout.unpack(state);
        self.interpreter.is_valid_end(&values)
    }
}

impl Compiled<'_> {
    /// The thread that goes on alone after a row.
    #[inline]
    pub(crate) fn continues(&self, row: u32) -> Option<ThreadId> {
        self.continues[row as usize]
    }

    /// Appends the successors by one step of a thread.
    pub(crate) fn step_alone(&self, thread: ThreadId, state: &[u32], steps: &mut Steps) {
        self.step_thread(&self.threads[thread.index()], state, steps);
    }

    /// Appends the successors by one step of each of the given threads.
    #[inline]
    fn step(&self, threads: &[ThreadCode], state: &[u32], steps: &mut Steps) {
        for thread in threads {
            self.step_thread(thread, state, steps);
        }
    }

    #[inline]
    fn step_thread(&self, thread: &ThreadCode, state: &[u32], steps: &mut Steps) {
        if let Some(place) = thread.counter {
            let value = (state[place.word as usize] >> place.shift) & (kulan_ir::expr::mask(place.width) as u32);
            if let Some(group) = thread.by_location.get(value as usize)
                && !group.transitions.is_empty()
            {
                self.call(group, state, steps);
            }
        }
        if let Some(group) = &thread.anywhere {
            self.call(group, state, steps);
        }
    }

    #[inline]
    fn call(&self, group: &Group, state: &[u32], steps: &mut Steps) {
        debug_assert!(steps.count + group.transitions.len() < steps.tags.len());
        let at = steps.count * self.words();
        let task = Task::Group(&group.transitions, group.location);
        let (states, tags) = (&mut steps.states[at..], &mut steps.tags[steps.count..]);
        // SAFETY: the state has the model's size, and the buffers hold the most successors that all threads together
        // can have by one step.
        steps.count += unsafe { self.run(&group.code, task, state, states, tags, &mut steps.scratch) };
    }

    /// Writes the successors by a transition whose guards hold; returns how many there are.
    ///
    /// # Safety
    ///
    /// As for [`Compiled::run`].
    #[inline]
    unsafe fn run_single(
        &self,
        transition: TransitionId,
        state: &[u32],
        states: &mut [u32],
        tags: &mut [u32],
        scratch: &mut Scratch,
    ) -> usize {
        let code = &self.single[transition.index()];
        // SAFETY: as the caller says.
        unsafe { self.run(code, Task::Transition(transition), state, states, tags, scratch) }
    }

    /// Writes the successors by a piece of code that does this task; returns how many there are.
    ///
    /// # Safety
    ///
    /// The state has the model's size, and there is room for all successors that the task can have, and for one state
    /// more.
    #[inline]
    unsafe fn run(
        &self,
        code: &Code<GroupFn>,
        task: Task,
        state: &[u32],
        states: &mut [u32],
        tags: &mut [u32],
        scratch: &mut Scratch,
    ) -> usize {
        let Scratch { used, slots } = scratch;
        match code.successors(&self.compilers, self.parts(), task, used) {
            // SAFETY: as the caller says.
            Form::Machine(code) => unsafe { code(state.as_ptr(), states.as_mut_ptr(), tags.as_mut_ptr()) as usize },
            Form::Tape(tape) => {
                let (count, work) = tape.successors(&self.rows, state, states, tags, slots);
                code.worked(used, work);
                count
            }
        }
    }
}

impl CompiledGenerator<'_> {
    /// Takes over the results of one step, following threads that go on alone.
    fn collect(&mut self, from: &[u32], steps: &Steps, out: &mut Successors) {
        let words = self.model.words();
        for i in 0..steps.count {
            let tag = steps.tags[i];
            let next = &steps.states[i * words..(i + 1) * words];
            let row = tag & !FAILED;
            if tag & FAILED != 0 && !self.failed(from, row, out) {
                continue;
            }
            match self.model.continues(row) {
                None => out.states.extend_from_slice(next),
                Some(thread) => self.go_on(next, (self.model.rows.transition(row), thread), out),
            }
        }
    }

    /// Records the failed checks, and the error that they are; says whether the transition happens all the same.
    pub(crate) fn failed(&self, from: &[u32], row: u32, out: &mut Successors) -> bool {
        let values = self.model.layout.unpack(from);
        let transition = self.model.rows.transition(row);
        let fired = self.interpreter.fire(&values, transition, self.model.rows.inputs(row));
        debug_assert!(!fired.failed.is_empty(), "the compiled check failed, so the interpreted one does");
        let checks = &self.model.system.transition(transition).checks;
        let failure = |&check: &usize| Failure { transition, check: check as u32, kind: checks[check].kind };
        out.failures.extend(fired.failed.iter().map(failure));
        match &self.model.error_state {
            Some(error) if fired.is_error => {
                out.states.extend_from_slice(error);
                false
            }
            _ => fired.state.is_some(),
        }
    }

    /// Fires a transition with all its tuples of inputs.
    fn fire_all(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let mut steps = std::mem::take(&mut self.steps);
        debug_assert!(self.model.rows.count(transition) < steps.tags.len());
        let Steps { states, tags, scratch, .. } = &mut steps;
        // SAFETY: the state has the model's size, and the buffers hold more successors than one transition has.
        steps.count = unsafe { self.model.run_single(transition, state, states, tags, scratch) };
        self.collect(state, &steps, out);
        self.steps = steps;
    }
}
