//! A reduced program whose cycles are broken: none of them postpones forever what a property can see.

use kulan_control::Control;
use kulan_ir::TransitionId;
use kulan_model::{Generator, Guarded, GuardedModel, Model, Partial, PartialModel, Successors};
use kulan_search::Breakers;

/// A reduced program, with the states that break its cycles.
#[derive(Debug)]
pub struct Broken<'p, M> {
    program: &'p M,
    breakers: &'p Breakers,
}

impl<'p, M: PartialModel> Broken<'p, M> {
    /// A program with its breakers. With too few of them, violations can be missed, but those found are real.
    pub fn new(program: &'p M, breakers: &'p Breakers) -> Broken<'p, M> {
        Broken { program, breakers }
    }
}

impl<M: PartialModel> Model for Broken<'_, M> {
    type Generator<'a>
        = BrokenGenerator<'a, M::Partial<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.program.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.program.initial()
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.program.error_state()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        BrokenGenerator { program: self.program.partial(control), breakers: self.breakers }
    }
}

impl<M: PartialModel> GuardedModel for Broken<'_, M> {
    type Guarded<'a>
        = BrokenGenerator<'a, M::Partial<'a>>
    where
        Self: 'a;

    fn guarded(&self, control: &Control) -> Self::Guarded<'_> {
        self.generator(control)
    }
}

/// The generator of a [`Broken`] program.
#[derive(Debug)]
pub struct BrokenGenerator<'p, G> {
    program: G,
    breakers: &'p Breakers,
}

impl<G: Partial> Generator for BrokenGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        if self.breakers.contains(state) {
            self.program.breaking(state, out);
        } else {
            self.program.successors(state, out);
        }
    }
}

impl<G: Partial> Guarded for BrokenGenerator<'_, G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.program.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.program.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.program.is_valid_end(state)
    }
}
