//! The IR by the reference interpreter: slow, and right by definition.

use kulan_ir::{Interpreter, Layout, System, TransitionId, reference};

use crate::{Failure, Generator, Model, Successors};

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

    fn generator(&self) -> InterpretedGenerator<'_> {
        InterpretedGenerator { model: self, interpreter: Interpreter::new(self.system) }
    }
}

/// The generator of an [`Interpreted`] model.
#[derive(Debug)]
pub struct InterpretedGenerator<'a> {
    model: &'a Interpreted<'a>,
    interpreter: Interpreter<'a>,
}

impl InterpretedGenerator<'_> {
    fn add(&self, path: &reference::Path, out: &mut Successors) {
        let layout = &self.model.layout;
        let failures = path.failures.iter();
        out.failures.extend(failures.map(|&(transition, check)| Failure { transition, check: check as u32 }));
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
        let (system, layout) = (self.model.system, &self.model.layout);
        let values = layout.unpack(state);
        let paths = reference::successors(&self.interpreter, system, &values);
        out.deadlock = paths.is_empty() && !self.interpreter.holds(&values, system.valid_end);
        paths.iter().for_each(|path| self.add(path, out));
        for (transition, check) in reference::observed(&self.interpreter, &values) {
            out.failures.push(Failure { transition, check: check as u32 });
        }
    }

    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        let values = self.model.layout.unpack(state);
        out.fill(0);
        for (i, &guard) in self.model.system.guards.iter().enumerate() {
            out[i / 64] |= u64::from(self.interpreter.holds(&values, guard)) << (i % 64);
        }
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        let values = self.model.layout.unpack(state);
        let paths = reference::successors(&self.interpreter, self.model.system, &values);
        paths.iter().filter(|p| p.transitions[0] == transition).for_each(|path| self.add(path, out));
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        let values = self.model.layout.unpack(state);
        self.interpreter.holds(&values, self.model.system.valid_end)
    }
}
