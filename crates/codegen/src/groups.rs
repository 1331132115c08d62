//! Which transitions are tried together: those of one thread at one location.

use kulan_ir::{ByLocation, PackedSlot, Role, System, TransitionId};

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
    let all = system.by_location(|t| t.role == role).into_iter().zip(&system.threads);
    let groups = all.map(|(ByLocation { at: by_location, anywhere }, thread)| {
        let counter = thread.program_counter.map(|pc| layout.place(pc));
        ThreadGroups { counter, by_location, anywhere }
    });
    groups.collect()
}
