//! The solver of the crate `batsat`.

use batsat::{Callbacks, ClauseKind, SolverInterface, lbool};

use crate::{Answer, Effort, Limits, Lit, Solver, Stop};

/// Gives up as the limits say.
#[derive(Default)]
struct Limited {
    /// Conflicts that are left.
    left: Option<u64>,
    stop: Option<Stop>,
}

impl Callbacks for Limited {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        // Each conflict is learnt from once.
        if kind == ClauseKind::Learnt {
            self.left = self.left.map(|left| left.saturating_sub(1));
        }
    }

    fn stop(&self) -> bool {
        self.left == Some(0) || self.stop.as_ref().is_some_and(|stop| stop())
    }
}

/// A solver in the manner of MiniSat.
pub struct Batsat {
    solver: batsat::Solver<Limited>,
    clause: Vec<batsat::Lit>,
}

impl Default for Batsat {
    fn default() -> Batsat {
        Batsat { solver: batsat::Solver::new(Default::default(), Limited::default()), clause: Vec::new() }
    }
}

/// The variables are numbered alike.
fn inner(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.variable()), !lit.is_complement())
}

impl Solver for Batsat {
    fn new_variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| inner(lit)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        *self.solver.cb_mut() = Limited { left: limits.conflicts, stop: limits.stop.clone() };
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&lit| inner(lit)).collect();
        match self.solver.solve_limited(&assumptions) {
            result if result == lbool::TRUE => Answer::Satisfiable,
            result if result == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Unknown,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(inner(lit)) == lbool::TRUE
    }

    fn core(&self) -> Vec<Lit> {
        // It is kept as the clause that was learnt of the assumptions: one of them is false.
        self.solver.unsat_core().iter().map(|lit| Lit::new(lit.var().idx()).complement_if(lit.sign())).collect()
    }

    fn effort(&self) -> Effort {
        Effort {
            clauses: self.solver.num_clauses(),
            propagations: self.solver.num_propagations(),
            conflicts: self.solver.num_conflicts(),
        }
    }
}
