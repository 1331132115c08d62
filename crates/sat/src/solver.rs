//! What a SAT solver offers.

use std::ops::Not;
use std::sync::Arc;

use kulan_control::Control;

/// A variable of a solver or its complement.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The variable of a number, not complemented.
    pub fn new(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// The number of its variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is a complement.
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// This literal, or its complement.
    pub fn complement_if(self, complement: bool) -> Lit {
        Lit(self.0 ^ u32::from(complement))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What the solver said.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// A limit was met first.
    Unknown,
}

/// Whether the solver should give up: asked often, from the thread that solves.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// Gives up when a run is stopped.
pub fn stop_of(control: &Control) -> Stop {
    let control = control.clone();
    Arc::new(move || control.stopped().is_some())
}

/// When the solver gives up.
#[derive(Clone, Default)]
pub struct Limits {
    /// After this many conflicts.
    pub conflicts: Option<u64>,
    /// When this says so.
    pub stop: Option<Stop>,
}

impl Limits {
    /// A number of conflicts.
    pub fn conflicts(most: u64) -> Limits {
        Limits { conflicts: Some(most), stop: None }
    }

    /// Those of a run: the solver gives up when the run is stopped.
    pub fn of(control: &Control) -> Limits {
        Limits { conflicts: None, stop: Some(stop_of(control)) }
    }
}

/// What was done so far. The numbers depend on the questions alone, so that limits on them give the same answers again.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Clauses that were added and are not satisfied for good.
    pub clauses: u64,
    /// Literals that followed from others.
    pub propagations: u64,
    /// Assignments that turned out to be impossible.
    pub conflicts: u64,
}

/// A solver to which clauses can be added between questions.
pub trait Solver {
    /// A new variable.
    fn new_variable(&mut self) -> Lit;

    /// Demands that one of the literals is true, from now on.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model in which the assumptions are true; they are forgotten afterwards.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer;

    /// Whether a literal is true in the model; only after [`Answer::Satisfiable`].
    fn value(&self, lit: Lit) -> bool;

    /// Assumptions that cannot be true together; only after [`Answer::Unsatisfiable`]. None of them if there is no model
    /// anyway. Not necessarily as few as possible.
    fn core(&self) -> Vec<Lit>;

    /// What was done so far.
    fn effort(&self) -> Effort;
}
