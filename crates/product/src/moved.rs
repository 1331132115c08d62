//! Who moves on the way from one state to the next.
//!
//! A step that others see as a whole may consist of many: a thread that goes on alone may pass messages to others, or hand
//! over to them. So that no engine has to report who moved on which of the ways, the system itself takes notes: for each
//! thread that others can move, there is a bit that its moves set. In observable states all of them are zero again.

use kulan_ir::{Layout, Owner, PackedSlot, System, Target, ThreadId, Transition, Update, Valuation, VarId, Variable};

/// A system that takes notes of who moves.
#[derive(Clone, Debug)]
pub struct Noted {
    /// The system. What it adds comes last.
    pub system: System,
    bits: Vec<(ThreadId, VarId)>,
}

impl Noted {
    /// Has a system take notes of what the first transition of a step does not tell.
    pub fn new(system: &System) -> Noted {
        let mut noted = Noted { system: system.clone(), bits: Vec::new() };
        if system.transitions.iter().any(|t| t.continues.is_some()) {
            let mut others: Vec<ThreadId> = system.transitions.iter().flat_map(others).collect();
            others.sort_unstable();
            others.dedup();
            others.into_iter().for_each(|thread| noted.add(thread));
        }
        noted
    }

    fn add(&mut self, thread: ThreadId) {
        let (name, initial) = (format!("moved {}", thread.0), vec![0]);
        let (owner, display) = (Owner::System, Default::default());
        let bit = Variable { name, width: 1, signed: false, elements: None, owner, initial, display };
        let bit = self.system.add_variable(bit);
        let yes = self.system.exprs.bool(true);
        for transition in self.system.transitions.iter_mut().filter(|t| moving(t).any(|who| who == thread)) {
            transition.updates.push(Update { target: Target::Var(bit), value: yes });
        }
        if let Some(values) = &mut self.system.error_state {
            values.push(vec![0]);
        }
        self.bits.push((thread, bit));
    }

    /// Where in a state the notes are.
    pub(crate) fn places(&self) -> Vec<(usize, PackedSlot)> {
        let layout = Layout::new(&self.system);
        self.bits.iter().map(|&(thread, bit)| (thread.index(), layout.place(bit))).collect()
    }

    /// A state as one of the system without notes.
    pub fn plain(&self, plain: &System, state: &[u32]) -> Vec<u32> {
        let Valuation(mut values) = Layout::new(&self.system).unpack(state);
        values.truncate(values.len() - self.bits.len());
        let layout = Layout::new(plain);
        let mut words = vec![0; layout.words()];
        layout.pack(&Valuation(values), &mut words);
        words
    }
}

/// All who move by a transition.
pub(crate) fn moving(transition: &Transition) -> impl Iterator<Item = ThreadId> + '_ {
    let steps = transition.steps.iter().flat_map(|s| std::iter::once(s.thread).chain(s.partner));
    steps.chain([transition.thread])
}

/// Those whom a transition of another thread moves, or has go on.
fn others(transition: &Transition) -> impl Iterator<Item = ThreadId> + '_ {
    moving(transition).chain(transition.continues).filter(|&who| who != transition.thread)
}
