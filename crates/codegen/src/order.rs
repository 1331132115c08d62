//! In which order the transitions of a group are tried. Where many compare a variable with constants, it is tested once.

use kulan_ir::{ExprId, Layout, System, TransitionId, VarId};
use rustc_hash::FxHashMap;

/// From this many transitions on, a group is split by another variable.
const SPLIT: usize = 6;

/// Variables whose values are known where a transition is tried.
pub type Decided = Vec<(VarId, u64)>;

/// The transitions of a group in the order in which they are tried.
#[derive(Debug)]
pub struct Order {
    /// What is known here.
    pub decided: Decided,
    /// How they are tried.
    pub tried: Tried,
}

/// How transitions are tried.
#[derive(Debug)]
pub enum Tried {
    /// One after the other.
    List(Vec<TransitionId>),
    /// First those that do not compare the variable, then those for its value.
    Split {
        /// Of at most 32 bits.
        variable: VarId,
        /// Those that do not compare it.
        rest: Option<Box<Order>>,
        /// The others, by value.
        cases: Vec<(u64, Order)>,
    },
}

impl Order {
    /// The order of some transitions, where some values are known.
    pub fn new(system: &System, layout: &Layout, transitions: &[TransitionId], decided: Decided) -> Order {
        let Some(variable) = split_variable(system, layout, transitions, &decided) else {
            return Order { decided, tried: Tried::List(transitions.to_vec()) };
        };
        let mut by_value: Vec<(u64, Vec<TransitionId>)> = Vec::new();
        let mut rest = Vec::new();
        for &t in transitions {
            match compared_with(system, t, variable) {
                None => rest.push(t),
                Some(k) => match by_value.iter_mut().find(|(value, _)| *value == k) {
                    Some((_, list)) => list.push(t),
                    None => by_value.push((k, vec![t])),
                },
            }
        }
        let case = |(value, list): (u64, Vec<TransitionId>)| {
            let mut inner = decided.clone();
            inner.push((variable, value));
            (value, Order::new(system, layout, &list, inner))
        };
        let cases = by_value.into_iter().map(case).collect();
        let rest = (!rest.is_empty()).then(|| Box::new(Order::new(system, layout, &rest, decided.clone())));
        Order { decided, tried: Tried::Split { variable, rest, cases } }
    }

    /// The guards of a transition that are not known to hold. One that is known not to hold is tested like any other.
    pub fn undecided<'s>(&self, system: &'s System, t: TransitionId) -> impl Iterator<Item = ExprId> + use<'_, 's> {
        let guards = system.transition(t).guards.iter().map(|g| system.guards[g.index()]);
        guards.filter(|&g| !system.as_equality(g).is_some_and(|test| self.decided.contains(&test)))
    }
}

/// A variable that most of many transitions compare with a constant, so that it is worth testing once.
fn split_variable(
    system: &System,
    layout: &Layout,
    transitions: &[TransitionId],
    decided: &[(VarId, u64)],
) -> Option<VarId> {
    if transitions.len() < SPLIT {
        return None;
    }
    let mut counts: FxHashMap<VarId, usize> = FxHashMap::default();
    for &t in transitions {
        for &g in &system.transition(t).guards {
            if let Some((variable, _)) = system.as_equality(system.guards[g.index()])
                && layout.place(variable).width <= 32
                && !decided.iter().any(|d| d.0 == variable)
            {
                *counts.entry(variable).or_default() += 1;
            }
        }
    }
    let (variable, count) = counts.into_iter().max_by_key(|&(v, n)| (n, std::cmp::Reverse(v)))?;
    (count * 2 >= transitions.len()).then_some(variable)
}

fn compared_with(system: &System, t: TransitionId, variable: VarId) -> Option<u64> {
    let tests = system.transition(t).guards.iter().filter_map(|g| system.as_equality(system.guards[g.index()]));
    tests.into_iter().find(|&(v, _)| v == variable).map(|(_, k)| k)
}
