//! Random propositions and formulas.

use kulan_ir::{ExprId, Label, System, VarId};
use kulan_ltl::Formula;

use crate::Random;

/// Gives a system `count` random propositions over its variables, as labels.
pub fn label(system: &mut System, count: usize, random: &mut Random) {
    system.labels.clear();
    for i in 0..count {
        let mut predicate = test(system, random);
        if random.percent(30) {
            let other = test(system, random);
            predicate =
                if random.percent(50) { system.exprs.and(predicate, other) } else { system.exprs.or(predicate, other) };
        }
        system.labels.push(Label { name: format!("p{i}"), predicate });
    }
}

/// A comparison of a variable with a constant.
fn test(system: &mut System, random: &mut Random) -> ExprId {
    let var = VarId(random.below(system.variables.len()) as u32);
    let variable = &system.variables[var.index()];
    let (width, elements) = (variable.width, variable.elements);
    let value = match elements {
        None => system.read(var),
        Some(n) => {
            let index = system.exprs.constant(32, random.below(n.max(1) as usize) as u64);
            system.read_element(var, index)
        }
    };
    let constant = random.below(1 << width.min(2)) as u64;
    match random.below(3) {
        0 => {
            let bound = system.exprs.constant(width, constant);
            system.exprs.binary(kulan_ir::BinaryOp::UnsignedLessEqual, value, bound)
        }
        _ => system.exprs.eq_const(value, constant),
    }
}

/// A formula without the next operator, of about `size` operators.
pub fn formula(random: &mut Random, atoms: usize, size: usize) -> Formula {
    if size == 0 {
        return Formula::Atom(random.below(atoms));
    }
    let one = |random: &mut Random| Box::new(formula(random, atoms, size - 1));
    match random.below(10) {
        0 => Formula::Not(one(random)),
        1 | 2 => Formula::Finally(one(random)),
        3 | 4 => Formula::Globally(one(random)),
        choice => {
            let left = random.below(size);
            let a = Box::new(formula(random, atoms, left));
            let b = Box::new(formula(random, atoms, size - 1 - left));
            match choice {
                5 => Formula::And(a, b),
                6 => Formula::Or(a, b),
                7 => Formula::Until(a, b),
                8 => Formula::Release(a, b),
                _ => Formula::Implies(a, b),
            }
        }
    }
}
