//! The solver CaDiCaL, by the crate `cadical`: with the feature of that name, for it needs a C++ compiler.

use cadical::Callbacks;

use crate::{Answer, Effort, Limits, Lit, Solver, Stop};

struct Limited(Option<Stop>);

impl Callbacks for Limited {
    fn terminate(&mut self) -> bool {
        self.0.as_ref().is_some_and(|stop| stop())
    }
}

/// A solver that simplifies what it is given again and again: slower than [`Batsat`](crate::Batsat) on what is easy, and
/// better on what is hard.
#[derive(Default)]
pub struct Cadical {
    solver: cadical::Solver<Limited>,
    variables: u32,
    clauses: u64,
    /// Those of the last question.
    assumptions: Vec<Lit>,
}

fn inner(lit: Lit) -> i32 {
    let variable = lit.variable() as i32 + 1;
    if lit.is_complement() { -variable } else { variable }
}

impl Solver for Cadical {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::new(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.solver.add_clause(clause.iter().map(|&lit| inner(lit)));
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        let conflicts = limits.conflicts.map_or(-1, |most| most.min(i32::MAX as u64) as i32);
        self.solver.set_limit("conflicts", conflicts).expect("there is such a limit");
        self.solver.set_callbacks(Some(Limited(limits.stop.clone())));
        self.assumptions = assumptions.to_vec();
        match self.solver.solve_with(assumptions.iter().map(|&lit| inner(lit))) {
            Some(true) => Answer::Satisfiable,
            Some(false) => Answer::Unsatisfiable,
            None => Answer::Unknown,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // The crate says of a complement what holds of its variable.
        let variable = self.solver.value(inner(Lit::new(lit.variable()))).unwrap_or(false);
        variable != lit.is_complement()
    }

    fn core(&self) -> Vec<Lit> {
        self.assumptions.iter().copied().filter(|&lit| self.solver.failed(inner(lit))).collect()
    }

    /// The clauses only: the crate does not tell more.
    fn effort(&self) -> Effort {
        Effort { clauses: self.clauses, ..Effort::default() }
    }
}
