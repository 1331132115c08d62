//! Which transitions are tried together: those of one thread at one location.

use kulan_ir::{PackedSlot, Role, System, ThreadId, TransitionId};

/// The transitions of a thread, by the value of its program counter.
#[derive(Debug, Default)]
pub struct ThreadGroups {
    /// Where the program counter lives; `None` when the thread has none.
    pub counter: Option<PackedSlot>,
    /// By location: the transitions that start there.
    pub by_location: Vec<Vec<TransitionId>>,
    /// Transitions without a location.
    pub anywhere: Vec<TransitionId>,
}

/// All groups of a system's transitions of one role.
pub fn groups(system: &System, layout: &kulan_ir::Layout, role: Role) -> Vec<ThreadGroups> {
    let mut threads: Vec<ThreadGroups> = (0..system.threads.len())
        .map(|t| ThreadGroups {
            counter: system.threads[t].program_counter.map(|pc| layout.place(pc)),
            ..ThreadGroups::default()
        })
        .collect();
    for id in system.transition_ids().filter(|&t| system.transition(t).role == role) {
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
