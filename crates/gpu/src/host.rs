//! States that the device leaves to the host: those in which a check fails, or from which a thread goes on alone.
//!
//! The host expands them like any search does, so what they lead to, and what counts, needs no second definition.

use crate::insert::Shape;
use kulan_control::Control;
use kulan_ir::{Layout, System};
use kulan_model::{Failure, Generator, Model, Successors};

/// States below which one thread is enough.
const FEW: usize = 64;

/// A state that the host has expanded.
#[derive(Debug, Default)]
pub struct Expanded {
    /// Its successors, one after the other, as the device has them.
    pub states: Vec<u32>,
    /// Transitions to them.
    pub transitions: u64,
    /// Checks that failed.
    pub failures: Vec<Failure>,
    /// Whether it is a deadlock.
    pub deadlock: bool,
}

/// Expands states on the host.
#[derive(Debug)]
pub struct Host<'a, M> {
    model: &'a M,
    /// How the model has its states, and how the device has them.
    own: Layout,
    device: Layout,
    control: &'a Control,
    threads: usize,
    /// Words of a state on the device.
    words: usize,
}

impl<'a, M: Model> Host<'a, M> {
    /// Expands states of a system as its model does.
    pub fn new(system: &System, model: &'a M, control: &'a Control, threads: usize) -> Host<'a, M> {
        let device = Layout::tight(system);
        let words = Shape::words_for(device.words()) as usize;
        Host { model, own: Layout::new(system), device, control, threads: threads.max(1), words }
    }

    /// A state of the device as the model has it.
    pub fn of_device(&self, state: &[u32]) -> Vec<u32> {
        convert(&self.device, &self.own, state, self.own.words())
    }

    /// A state of the model as the device has it.
    pub fn for_device(&self, state: &[u32]) -> Vec<u32> {
        convert(&self.own, &self.device, state, self.words)
    }

    /// The states that the successors of some states are, as the device has all of them.
    pub fn expand(&self, states: &[u32]) -> Vec<Expanded> {
        let words = self.words;
        let count = states.len() / words;
        if self.threads == 1 || count < FEW {
            return self.expand_some(states);
        }
        let share = count.div_ceil(self.threads) * words;
        std::thread::scope(|scope| {
            let parts: Vec<_> = states.chunks(share).map(|part| scope.spawn(|| self.expand_some(part))).collect();
            // A worker that panics is a bug; the run reports it.
            parts.into_iter().flat_map(|part| part.join().expect("a worker that expands states")).collect()
        })
    }

    fn expand_some(&self, states: &[u32]) -> Vec<Expanded> {
        let mut generator = self.model.generator(self.control);
        let mut found = Successors::default();
        let each = states.chunks(self.words).map(|state| {
            generator.successors(&self.of_device(state), &mut found);
            let nexts = found.states.chunks(self.own.words());
            Expanded {
                transitions: (nexts.len() as u64).saturating_add(found.repeats),
                states: nexts.flat_map(|next| self.for_device(next)).collect(),
                failures: found.failures.clone(),
                deadlock: found.deadlock,
            }
        });
        each.collect()
    }
}

fn convert(from: &Layout, to: &Layout, state: &[u32], words: usize) -> Vec<u32> {
    let mut out = vec![0; words];
    to.pack(&from.unpack(state), &mut out);
    out
}
