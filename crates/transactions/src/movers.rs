//! The movers of a system, for people.

use kulan_ir::{CheckKind, System, TransitionId};
use kulan_relations::{Ground, Subject, Swaps};

use crate::conditions::{Conditions, Direction, When};
use crate::flow::Flows;
use crate::samples::Samples;

/// A transition and the directions in which it moves.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The transition.
    pub transition: TransitionId,
    /// When it is a left mover.
    pub left: When,
    /// An action over which it does not move left in all states.
    pub left_obstacle: Option<usize>,
    /// When it is a right mover.
    pub right: When,
    /// An action over which it does not move right in all states.
    pub right_obstacle: Option<usize>,
}

/// The movers of a system.
#[derive(Clone, Debug)]
pub struct Table {
    /// By transition that can happen.
    pub movers: Vec<Mover>,
    /// The subject, whose actions are meant by obstacles.
    pub subject: Subject,
    /// The system with the expressions of conditions.
    pub system: System,
    /// Questions to the solver.
    pub questions: u64,
}

/// Finds all movers, with conditions where there are some.
pub fn table(system: &System, wanted: &dyn Fn(CheckKind) -> bool) -> Table {
    let mut subject = Subject::keeping(system, wanted);
    let ground = Ground::new(&mut subject);
    let mut swaps = Swaps::new(&ground);
    let flows = Flows::new(system, &swaps);
    let samples = Samples::new(system);
    let mut movers = Vec::new();
    let mut conditions = Conditions::new(&mut swaps, &flows, Some(&samples));
    for t in 0..system.transitions.len() {
        kulan_control::checkpoint();
        if !conditions.swaps.is_alive(t) || !system.transitions[t].is_step() {
            continue;
        }
        let left_obstacle = conditions.obstacles(t, Direction::Left).first().map(|o| o.other);
        let right_obstacle = conditions.obstacles(t, Direction::Right).first().map(|o| o.other);
        let (left, right) = (conditions.moves(t, Direction::Left), conditions.moves(t, Direction::Right));
        movers.push(Mover { transition: TransitionId(t as u32), left, left_obstacle, right, right_obstacle });
    }
    let questions = swaps.questions().0;
    let system = System { exprs: swaps.into_exprs(), ..system.clone() };
    Table { movers, subject, system, questions }
}
