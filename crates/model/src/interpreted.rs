//! The IR by the reference interpreter: slow, and right by definition.

use kulan_ir::{Interpreter, Layout, System, reference};

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

impl Generator for InterpretedGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let (system, layout) = (self.model.system, &self.model.layout);
        let values = layout.unpack(state);
        let paths = reference::successors(&self.interpreter, system, &values);
        out.deadlock = paths.is_empty() && !self.interpreter.holds(&values, system.valid_end);
        for path in paths {
            out.failures
                .extend(path.failures.iter().map(|&(transition, check)| Failure { transition, check: check as u32 }));
            if let Some(next) = path.state {
                let start = out.states.len();
                out.states.resize(start + layout.words(), 0);
                layout.pack(&next, &mut out.states[start..]);
            }
        }
    }
}
