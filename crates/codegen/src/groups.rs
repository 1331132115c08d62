//! Which transitions are tried together: those of one thread at one location.

use kulan_ir::{Place, System, ThreadId, Transition, TransitionId};

/// The transitions of a thread, by the value of its program counter.
#[derive(Debug, Default)]
pub struct ThreadGroups {
    /// Where the program counter lives; `None` when the thread has none.
    pub counter: Option<Place>,
    /// By location: the transitions that start there.
    pub by_location: Vec<Vec<TransitionId>>,
    /// Transitions without a location.
    pub anywhere: Vec<TransitionId>,
}

/// When transitions are tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// In each state.
    First,
    /// Where nothing else is enabled.
    Fallback,
    /// In each state, and no step comes of them.
    Observer,
}

impl Turn {
    fn of(transition: &Transition) -> Turn {
        match transition {
            Transition { observer: true, .. } => Turn::Observer,
            Transition { fallback: true, .. } => Turn::Fallback,
            _ => Turn::First,
        }
    }
}

/// All groups of a system whose turn it is.
pub fn groups(system: &System, layout: &kulan_ir::Layout, turn: Turn) -> Vec<ThreadGroups> {
    let mut threads: Vec<ThreadGroups> = (0..system.threads.len())
        .map(|t| ThreadGroups {
            counter: system.threads[t].program_counter.map(|pc| layout.place(pc)),
            ..ThreadGroups::default()
        })
        .collect();
    for id in system.transition_ids().filter(|&t| Turn::of(system.transition(t)) == turn) {
        let transition = system.transition(id);
        let ThreadId(thread) = transition.thread;
        let group = &mut threads[thread as usize];
        match system.location_of(transition) {
            Some(location) => {
                let location = location as usize;
                if group.by_location.len() <= location {
                    group.by_location.resize(location + 1, Vec::new());
                }
                group.by_location[location].push(id);
            }
            None => group.anywhere.push(id),
        }
    }
    threads
}
