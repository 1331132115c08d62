//! Errors as transitions.

use crate::{ExprId, GuardTable, System, Target, Transition, Update, VarId};

impl System {
    /// The same system with a transition of its own for each error that leads on: the error is a step like others then,
    /// which an observer of runs can see.
    pub fn explicit_errors(mut self) -> System {
        let Some(values) = self.error_state.take() else { return self };
        let updates = self.updates_to(&values);
        let mut guards = GuardTable::of(&self);
        let mut result = Vec::new();
        for mut transition in std::mem::take(&mut self.transitions) {
            let ends = |c: &crate::Check| !c.kind.goes_on();
            if transition.is_observer() || !transition.checks.iter().any(ends) {
                result.push(transition);
                continue;
            }
            let (ending, checks): (Vec<_>, Vec<_>) = transition.checks.iter().cloned().partition(ends);
            let own: Vec<ExprId> = transition.guards.iter().map(|g| self.guards[g.index()]).collect();
            let holding: Vec<ExprId> = ending.iter().map(|c| c.condition).collect();
            let failing: Vec<ExprId> = holding.iter().map(|&c| self.exprs.not(c)).collect();
            let fails = self.exprs.any(&failing);
            if let Some(guards) = guards.split(&mut self, &[&own[..], &[fails]].concat()) {
                let mut steps = transition.steps.clone();
                for step in &mut steps {
                    step.text = format!("{} ({})", step.text, ending[0].message);
                    step.updates.clone_from(&updates);
                    (step.message, step.prints) = (None, None);
                }
                let (thread, role) = (transition.thread, transition.role);
                let (checks, continues, updates, inputs) = (Vec::new(), None, updates.clone(), Vec::new());
                result.push(Transition { thread, guards, role, inputs, checks, updates, continues, steps });
            }
            if let Some(guards) = guards.split(&mut self, &[own, holding].concat()) {
                transition.guards = guards;
                transition.checks = checks;
                result.push(transition);
            }
        }
        self.transitions = result;
        self
    }

    /// Updates that lead to a state from everywhere.
    fn updates_to(&mut self, values: &[Vec<u64>]) -> Vec<Update> {
        let mut updates = Vec::new();
        for (v, values) in values.iter().enumerate() {
            let (var, width) = (VarId(v as u32), self.variables[v].width);
            let (is_array, first) = (self.variables[v].elements.is_some(), values[0]);
            let target = if is_array { Target::Fill(var) } else { Target::Var(var) };
            updates.push(Update { target, value: self.exprs.constant(width, first) });
            for (i, &value) in values.iter().enumerate().filter(|(_, value)| **value != first) {
                let target = Target::Element(var, self.exprs.constant(32, i as u64));
                updates.push(Update { target, value: self.exprs.constant(width, value) });
            }
        }
        updates
    }
}
