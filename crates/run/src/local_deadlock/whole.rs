//! A model without a reduction, as something expects it that could do with one.

use kulan_control::Control;
use kulan_ir::TransitionId;
use kulan_model::{Generator, Guarded, GuardedModel, LeftOut, Model, Partial, PartialModel, Successors};

/// A model that omits nothing.
pub struct Whole<'m, M>(pub &'m M);

/// Its generator.
pub struct All<G>(G);

impl<M: GuardedModel> Model for Whole<'_, M> {
    type Generator<'a>
        = M::Generator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.0.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.0.initial()
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.0.error_state()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        self.0.generator(control)
    }
}

impl<M: GuardedModel> PartialModel for Whole<'_, M> {
    type Partial<'a>
        = All<M::Guarded<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        All(self.0.guarded(control))
    }

    fn needs_proviso(&self) -> bool {
        true
    }
}

impl<G: Guarded> Generator for All<G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.0.successors(state, out);
    }
}

impl<G: Guarded> Guarded for All<G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.0.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.0.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.0.is_valid_end(state)
    }
}

impl<G: Guarded> Partial for All<G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        self.0.successors(state, out);
        LeftOut::NOTHING
    }

    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.0.successors(state, out);
    }

    fn rest(&mut self, _: &[u32], _: &mut Successors) {}
}
