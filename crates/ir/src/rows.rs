//! Rows: transitions with the tuples of inputs with which they are fired, numbered one after the other.

use crate::{System, TransitionId, inputs};

/// The rows of a system.
#[derive(Debug)]
pub struct Rows {
    /// By transition: its first row; and behind the last one, how many there are.
    firsts: Vec<u32>,
    /// By row: its transition.
    transitions: Vec<TransitionId>,
    /// By transition: the tuples of its inputs one after the other. Machine code holds addresses into these.
    tables: Vec<Box<[u64]>>,
}

impl Rows {
    /// Numbers the rows. Fails where a transition has too many classes of inputs.
    pub fn new(system: &System) -> Result<Rows, String> {
        let (mut firsts, mut transitions, mut tables) = (vec![0], Vec::new(), Vec::new());
        for t in system.transition_ids() {
            let tuples = inputs::tuples(system, t).map_err(|e| e.to_string())?;
            transitions.extend(std::iter::repeat_n(t, tuples.len()));
            tables.push(tuples.concat().into_boxed_slice());
            firsts.push(transitions.len() as u32);
        }
        Ok(Rows { firsts, transitions, tables })
    }

    /// The first row of a transition.
    pub fn first(&self, t: TransitionId) -> u32 {
        self.firsts[t.index()]
    }

    /// How many rows a transition has.
    pub fn count(&self, t: TransitionId) -> usize {
        (self.firsts[t.index() + 1] - self.firsts[t.index()]) as usize
    }

    /// The tuples of a transition, if it has inputs.
    pub fn table(&self, t: TransitionId) -> Option<&[u64]> {
        Some(&*self.tables[t.index()]).filter(|table| !table.is_empty())
    }

    /// The transitions of all rows, in order.
    pub fn transitions(&self) -> impl Iterator<Item = TransitionId> + '_ {
        self.transitions.iter().copied()
    }

    /// The transition of a row.
    #[inline]
    pub fn transition(&self, row: u32) -> TransitionId {
        self.transitions[row as usize]
    }

    /// The inputs of a row.
    pub fn inputs(&self, row: u32) -> &[u64] {
        let t = self.transition(row);
        let length = self.tables[t.index()].len() / self.count(t);
        &self.tables[t.index()][(row - self.first(t)) as usize * length..][..length]
    }
}
