//! Guards and actions by the cells that they concern: only what has a cell in common can interfere.

use crate::footprint::Actions;
use kulan_values::Few;

/// By cell: guards that read it, actions that write it, and actions that read or write it.
pub struct Near {
    testers: Vec<Vec<u32>>,
    writers: Vec<Vec<u32>>,
    touchers: Vec<Vec<u32>>,
}

impl Near {
    pub fn new(actions: &Actions) -> Near {
        let cells = actions.cells.count();
        Near {
            testers: by_cell(cells, actions.tested.iter()),
            writers: by_cell(cells, actions.footprints.iter().map(|f| &f.writes)),
            touchers: by_cell(cells, actions.footprints.iter().map(|f| &f.touches)),
        }
    }

    /// Guards that read what a guard reads, in order; it is one of them.
    pub fn guards(&self, actions: &Actions, guard: usize) -> Vec<usize> {
        gather(actions.tested[guard].iter().map(|cell| &self.testers[cell]))
    }

    /// Transitions that may write what a guard reads, in order.
    pub fn writers(&self, actions: &Actions, guard: usize) -> Vec<usize> {
        gather(actions.tested[guard].iter().map(|cell| &self.writers[cell]))
    }

    /// Transitions that may write one of some cells, in order.
    pub fn writers_of(&self, cells: &[u32]) -> Vec<usize> {
        gather(cells.iter().map(|&cell| &self.writers[cell as usize]))
    }

    /// Guards that read what a transition writes by its own step, in order.
    pub fn guards_after(&self, actions: &Actions, t: usize) -> Vec<usize> {
        gather(actions.results[t].keys().map(|&cell| &self.testers[cell]))
    }

    /// Actions that interfere with a transition, in order; it may be one of them.
    pub fn actions(&self, actions: &Actions, t: usize) -> Vec<usize> {
        gather(self.of_actions(actions, t))
    }

    /// At least as many as there are [actions](Near::actions), quickly counted.
    pub fn most_actions(&self, actions: &Actions, t: usize) -> usize {
        self.of_actions(actions, t).map(Vec::len).sum()
    }

    fn of_actions<'a>(&'a self, actions: &'a Actions, t: usize) -> impl Iterator<Item = &'a Vec<u32>> {
        let footprint = &actions.footprints[t];
        let by_writing = footprint.writes.iter().map(|cell| &self.touchers[cell]);
        by_writing.chain(footprint.touches.iter().map(|cell| &self.writers[cell]))
    }
}

fn by_cell<'a>(cells: usize, sets: impl Iterator<Item = &'a Few>) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); cells];
    for (n, set) in sets.enumerate() {
        set.iter().for_each(|cell| lists[cell].push(n as u32));
    }
    lists
}

/// The numbers in some lists, each once and in order.
fn gather<'a>(lists: impl Iterator<Item = &'a Vec<u32>>) -> Vec<usize> {
    let mut all: Vec<usize> = lists.flatten().map(|&n| n as usize).collect();
    all.sort_unstable();
    all.dedup();
    all
}
