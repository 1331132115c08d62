//! The IR run by the reference interpreter: slow, and correct by definition.

use kulan_control::Control;
use kulan_ir::{Interpreter, Layout, System, TransitionId, reference};

use crate::{Failure, Generator, Guarded, GuardedModel, Model, Successors};

/// A system run by the interpreter.
#[derive(Debug)]
pub struct Interpreted<'s> {
    system: &'s System,
    layout: Layout,
}

impl<'s> Interpreted<'s> {
    /// Wraps a system.
    pub fn new(system: &'s System) -> Interpreted<'s> {
        Interpreted { system, layout: Layout::new(system) }
    }
}

impl Model for Interpreted<'_> {
    type Generator<'a>
        = InterpretedGenerator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.layout.initial(self.system)
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.layout.error_state(self.system)
    }

    fn generator(&self, control: &Control) -> InterpretedGenerator<'_> {
        InterpretedGenerator { model: self, interpreter: Interpreter::new(self.system), control: control.clone() }
    }
}

impl GuardedModel for Interpreted<'_> {
    type Guarded<'a>
        = InterpretedGenerator<'a>
    where
        Self: 'a;

    fn guarded(&self, control: &Control) -> InterpretedGenerator<'_> {
        self.generator(control)
    }
}

/// The generator of an [`Interpreted`] model.
#[derive(Debug)]
pub struct InterpretedGenerator<'a> {
    model: &'a Interpreted<'a>,
    interpreter: Interpreter<'a>,
    control: Control,
}

impl InterpretedGenerator<'_> {
    fn failure(&self, (transition, check): (TransitionId, usize)) -> Failure {
        let kind = self.model.system.transition(transition).checks[check].kind;
        Failure { transition, check: check as u32, kind }
    }

    fn paths(&self, state: &kulan_ir::Valuation) -> Vec<reference::Path> {
        let stop = || self.control.stopped().is_some();
        reference::successors_until(&self.interpreter, self.model.system, state, &stop)
    }

    /// Notes that a transition leads nowhere.
    fn look_for_ends(&self, t: TransitionId, paths: &[reference::Path], out: &mut Successors) {
        let ends = || paths.iter().any(|path| path.transitions[0] == t);
        if !self.model.system.enters_once && !ends() && self.control.stopped().is_none() {
            out.endless = Some(t);
        }
    }

    fn add(&self, path: &reference::Path, out: &mut Successors) {
        let layout = &self.model.layout;
        out.failures.extend(path.failures.iter().map(|&failed| self.failure(failed)));
        if let Some(next) = &path.state {
            let start = out.states.len();
            out.states.resize(start + layout.words(), 0);
            layout.pack(next, &mut out.states[start..]);
        }
    }
}

impl Generator for InterpretedGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let values = self.model.layout.unpack(state);
        let paths = self.paths(&values);
        self.interpreter.enabled(&values, None).into_iter().for_each(|t| self.look_for_ends(t, &paths, out));
        out.deadlock = paths.is_empty() && self.interpreter.is_deadlock(&values);
        paths.iter().for_each(|path| self.add(path, out));
        let observed = reference::observed(&self.interpreter, &values).into_iter();
        out.failures.extend(observed.map(|failed| self.failure(failed)));
    }
}

impl Guarded for InterpretedGenerator<'_> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        let values = self.model.layout.unpack(state);
        out.fill(0);
        for (i, &guard) in self.model.system.guards.iter().enumerate() {
            out[i / 64] |= u64::from(self.interpreter.holds(&values, guard)) << (i % 64);
        }
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let values = self.model.layout.unpack(state);
        let paths = self.paths(&values);
        paths.iter().filter(|p| p.transitions[0] == transition).for_each(|path| self.add(path, out));
        self.look_for_ends(transition, &paths, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        let values = self.model.layout.unpack(state);
        self.interpreter.is_valid_end(&values)
    }
}
