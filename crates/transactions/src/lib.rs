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

use instrument::Applied;
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
    /// Whether a transaction may otherwise come to a step that waits for where another thread is, such as at its end. It is
    /// longer then, but leaves less to a reduction by stubborn sets.
    pub waits: bool,
    /// How often the pre-commit phase of a transaction may pass the beginning of a loop before it is interrupted, for
    /// engines that follow transactions to their end.
    pub rounds: Option<u32>,
}

impl Options {
    /// Enough for most loops that end, and few enough to be followed in one go.
    pub const ROUNDS: u32 = 15;
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// Which movers there are.
    pub mode: Mode,
    /// Transitions after which a transaction can go on.
    pub inside: usize,
    /// All transitions before.
    pub transitions: usize,
    /// Conditions that do not hold in all states.
    pub conditions: usize,
    /// Questions to the solver.
    pub questions: u64,
    /// Those of them that stayed open.
    pub undecided: u64,
    /// Time that finding all this took.
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

/// Lets somebody ask about the movers of a system, where failing checks of the kinds wanted matter.
fn asking<R>(system: &System, wanted: &dyn Fn(CheckKind) -> bool, ask: impl FnOnce(Swaps<'_>, &Subject) -> R) -> R {
    let mut subject = Subject::keeping(system, wanted);
    let ground = Ground::new(&mut subject);
    ask(Swaps::new(&ground), &subject)
}

/// What transactions of a system rest on: conditions under which steps are movers and threads need not wait. They say more
/// than the system with transactions needs.
pub fn claims(system: &System, options: Options, wanted: &dyn Fn(CheckKind) -> bool) -> Claims {
    asking(system, wanted, |mut swaps, _| {
        let plan = instrument::plan(system, &mut swaps, options);
        plan.claims(system, &swaps.into_exprs())
    })
}

/// Makes the transactions of a system, which keep failing checks of the kinds wanted reachable.
pub fn transact(system: &System, options: Options, wanted: &dyn Fn(CheckKind) -> bool) -> Transacted {
    let start = std::time::Instant::now();
    let ((questions, undecided), applied) = asking(system, wanted, |mut swaps, _| {
        let plan = instrument::plan(system, &mut swaps, options);
        (swaps.questions(), instrument::apply(system, &swaps.into_exprs(), plan, options))
    });
    let Applied { system: made, inside, conditions } = applied;
    let (mode, transitions, seconds) = (options.mode, system.transitions.len(), start.elapsed().as_secs_f64());
    let figures = Figures { mode, inside, transitions, conditions, questions, undecided, seconds };
    Transacted { system: made, figures }
}
