//! Inputs as variables: each input of each transition is one of its own, which nobody writes.

use kulan_ir::{Display, Expr, ExprId, Owner, System, VarId, Variable};
use rustc_hash::FxHashMap;

use crate::analysis::Values;

/// Lets transitions read variables instead of inputs: these, with the values that they can have.
pub fn as_variables(system: &mut System) -> Vec<(VarId, Values)> {
    let mut transitions = std::mem::take(&mut system.transitions);
    let mut free = Vec::new();
    for transition in transitions.iter_mut().filter(|t| !t.inputs.is_empty()) {
        let first = system.variables.len();
        for input in std::mem::take(&mut transition.inputs) {
            let (owner, display, initial) = (Owner::System, Display::Hidden, vec![input.low]);
            let (name, width, signed) = (input.name, input.width, false);
            let var = system.add_variable(Variable { name, width, signed, elements: None, owner, initial, display });
            system.error_state.iter_mut().for_each(|values| values.push(vec![input.low]));
            free.push((var, Values::range(input.low, input.high)));
        }
        let (mut memo, exprs) = (FxHashMap::default(), &mut system.exprs);
        let mut known = |e: ExprId| {
            exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
                Expr::Input { index, width } => Some(exprs.var(VarId((first + index as usize) as u32), width)),
                _ => None,
            })
        };
        transition.checks.iter_mut().for_each(|c| c.condition = known(c.condition));
        for update in &mut transition.updates {
            *update = update.map(&mut known);
        }
    }
    system.transitions = transitions;
    free
}
