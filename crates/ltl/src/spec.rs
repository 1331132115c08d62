//! What is asked of all runs.

use crate::{Automaton, Formula, Lasso, Limits, TooLarge, accepts, evaluate, translate_within};

/// What a property asks of all runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// They satisfy the formula.
    Formula(Formula),
    /// The automaton accepts none.
    Claim(Automaton),
}

impl Spec {
    /// The automaton of the runs that violate it.
    pub fn violating(&self) -> Result<Automaton, TooLarge> {
        match self {
            Spec::Formula(formula) => translate_within(&!formula.clone(), Limits::default()),
            Spec::Claim(claim) => Ok(claim.clone()),
        }
    }

    /// Whether a run of which this is seen violates it, straight from the definitions.
    pub fn is_violated_by(&self, word: &Lasso) -> bool {
        match self {
            Spec::Formula(formula) => !evaluate(formula, word),
            Spec::Claim(claim) => accepts(claim, word),
        }
    }

    /// By proposition, of `count`: whether it occurs positively, and negatively. An automaton does not tell which way a
    /// proposition matters.
    pub fn polarities(&self, count: usize) -> Vec<[bool; 2]> {
        let Spec::Formula(formula) = self else { return vec![[true; 2]; count] };
        let known = formula.polarities();
        (0..count).map(|atom| known.get(&atom).map_or([false; 2], |p| [p.positive, p.negative])).collect()
    }
}
