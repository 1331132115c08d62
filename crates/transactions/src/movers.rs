//! The movers of a system, for people.

use kulan_ir::{CheckKind, System, TransitionId};
use kulan_relations::Subject;

use crate::asking;
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
    asking(system, wanted, |mut swaps, subject| {
        let (flows, samples) = (Flows::new(system, &swaps), Samples::new(system));
        let mut conditions = Conditions::new(&mut swaps, &flows, Some(&samples));
        let mut movers = Vec::new();
        for t in 0..system.transitions.len() {
            kulan_control::checkpoint();
            if !conditions.swaps.is_alive(t) || !system.transitions[t].is_step() {
                continue;
            }
            let [(left, left_obstacle), (right, right_obstacle)] =
                [Direction::Left, Direction::Right].map(|direction| {
                    let obstacle = conditions.obstacles(t, direction).first().map(|o| o.other);
                    (conditions.moves(t, direction), obstacle)
                });
            movers.push(Mover { transition: TransitionId(t as u32), left, left_obstacle, right, right_obstacle });
        }
        let questions = swaps.questions().0;
        let system = System { exprs: swaps.into_exprs(), ..system.clone() };
        Table { movers, subject: subject.clone(), system, questions }
    })
}
