//! Transactions: what a thread does between two states that matter to others becomes one step.
//!
//! Lipton's reduction with dynamic movers (H. Günther, A. Laarman, A. Sokolova, G. Weissenbacher, *Dynamic reductions for
//! model checking concurrent software*): a transaction consists of right movers (its pre-commit phase), any step (the
//! commit), and left movers (its post-commit phase). Whether a step is a mover may depend on the state. The result is a
//! system like any other in which a thread goes on alone during a transaction, so every engine can search it.
//!
//! docs/transactions.md has the definitions, and why nothing is lost.

mod conditions;
mod flow;
mod instrument;
mod movers;
mod samples;
mod strengthen;

use kulan_ir::{CheckKind, System};
use kulan_relations::{Ground, Subject, Swaps};

pub use conditions::{Strategy, When};
pub use instrument::Claims;
pub use movers::{Mover, Table, table};
pub use strengthen::Clause;

/// Which movers there are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Movers in all states; the phase of a transaction is a matter of the location.
    Static,
    /// The same, with the phase as a part of the state.
    Phase,
    /// Also movers under conditions.
    Dynamic,
}

impl Mode {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Static => "static",
            Mode::Phase => "phase",
            Mode::Dynamic => "dynamic",
        }
    }
}

/// How transactions are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which movers there are.
    pub mode: Mode,
    /// Whether deadlocks are kept: a transaction then ends before each step that might have to wait.
    pub deadlocks: bool,
    /// How often the pre-commit phase of a transaction may pass the beginning of a loop before it is interrupted, for
    /// engines that follow transactions to their end.
    pub rounds: Option<u32>,
}

impl Options {
    /// Enough for most loops that end, and few enough to be followed in one go.
    pub const ROUNDS: u32 = 15;
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Transitions after which a thread can go on in its transaction, and all of them.
    pub inside: usize,
    /// All transitions before.
    pub transitions: usize,
    /// Conditions that do not hold in all states.
    pub conditions: usize,
    /// Questions to the solver, and those that stayed open.
    pub questions: u64,
    /// Questions that stayed open.
    pub undecided: u64,
    /// Time to find them.
    pub seconds: f64,
}

/// A system with transactions.
#[derive(Clone, Debug)]
pub struct Transacted {
    /// The system.
    pub system: System,
    /// What was found.
    pub figures: Figures,
}

/// What transactions of a system rest on: conditions under which steps are movers and threads need not wait. They say more
/// than the system with transactions needs.
pub fn claims(system: &System, options: Options, wanted: &dyn Fn(CheckKind) -> bool) -> Claims {
    let mut subject = Subject::keeping(system, wanted);
    let ground = Ground::new(&mut subject);
    let mut swaps = Swaps::new(&ground);
    let plan = instrument::plan(system, &mut swaps, options);
    plan.claims(system, &swaps.into_exprs())
}

/// Makes the transactions of a system, which keep failing checks of the kinds wanted reachable.
pub fn transact(system: &System, options: Options, wanted: &dyn Fn(CheckKind) -> bool) -> Transacted {
    let start = std::time::Instant::now();
    let mut subject = Subject::keeping(system, wanted);
    let ground = Ground::new(&mut subject);
    let mut swaps = Swaps::new(&ground);
    // A step that waits for all others sees whether these have to wait, too.
    let waits = system.transitions.iter().any(|t| t.is_fallback());
    let options = Options { deadlocks: options.deadlocks || waits, ..options };
    let plan = instrument::plan(system, &mut swaps, options);
    let (questions, undecided) = swaps.questions();
    let mut transacted = instrument::apply(system, &swaps.into_exprs(), plan, options);
    transacted.figures.questions = questions;
    transacted.figures.undecided = undecided;
    transacted.figures.seconds = start.elapsed().as_secs_f64();
    transacted
}
