//! Which values of inputs are worth trying: one of each class that a transition does not tell apart.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::expr::mask;
use crate::{BinaryOp, Expr, ExprId, Exprs, Source, System, Transition, TransitionId};

/// Tuples of values that one transition may need.
const MOST: u64 = 1 << 16;

/// A transition has more classes of inputs than can be gone through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooMany {
    /// The transition.
    pub transition: TransitionId,
    /// The name of the input that has most.
    pub input: String,
    /// What people see of the transition.
    pub text: String,
    /// Where it stands.
    pub source: Option<Source>,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the input {} can have too many values to try them all, in: {}", self.input, self.text)
    }
}

/// Tuples of values for the inputs of a transition, one for each class of tuples that it does not tell apart. One without
/// inputs has the empty tuple.
pub fn tuples(system: &System, id: TransitionId) -> Result<Vec<Vec<u64>>, TooMany> {
    let transition = system.transition(id);
    let uses = Uses::of(system, transition);
    let count = transition.inputs.len();
    let lists: Vec<Option<Vec<u64>>> = (0..count).map(|i| uses.representatives(transition, i)).collect();
    let product = lists.iter().try_fold(1u64, |n, list| n.checked_mul(list.as_ref()?.len() as u64));
    match product.filter(|&n| n <= MOST) {
        Some(_) => Ok(product_of(&lists.into_iter().flatten().collect::<Vec<_>>())),
        None => {
            let most = (0..count).max_by_key(|&i| lists[i].as_ref().map_or(usize::MAX, Vec::len)).unwrap_or(0);
            let step = transition.steps.iter().find(|s| !s.text.is_empty());
            let (text, source) = (step.map_or(String::new(), |s| s.text.clone()), step.and_then(|s| s.source));
            Err(TooMany { transition: id, input: transition.inputs[most].name.clone(), text, source })
        }
    }
}

/// Whether all transitions of a system have few enough classes of inputs.
pub fn are_few(system: &System) -> Result<(), TooMany> {
    let chooses = |t: &TransitionId| !system.transition(*t).inputs.is_empty();
    system.transition_ids().filter(chooses).try_for_each(|t| tuples(system, t).map(drop))
}

/// A transition as several without inputs, one for each class.
pub fn split(system: &mut System, id: TransitionId) -> Result<Vec<Transition>, TooMany> {
    let tuples = tuples(system, id)?;
    let transition = system.transition(id).clone();
    Ok(tuples.iter().map(|tuple| with_inputs(&mut system.exprs, transition.clone(), tuple)).collect())
}

fn with_inputs(exprs: &mut Exprs, mut transition: Transition, tuple: &[u64]) -> Transition {
    let mut memo = FxHashMap::default();
    let mut known = |e: ExprId| {
        exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
            Expr::Input { index, width } => Some(exprs.constant(width, tuple[index as usize])),
            _ => None,
        })
    };
    transition.inputs.clear();
    transition.checks.iter_mut().for_each(|c| c.condition = known(c.condition));
    let steps = transition.steps.iter_mut().flat_map(|s| &mut s.updates);
    for update in transition.updates.iter_mut().chain(steps) {
        *update = update.map(&mut known);
    }
    let messages = transition.steps.iter_mut().flat_map(|s| &mut s.message);
    messages.flat_map(|m| &mut m.fields).for_each(|field| field.0 = known(field.0));
    transition
}

/// Whether checks that end the run read inputs.
pub fn may_end_a_run(system: &System, transition: &Transition) -> bool {
    transition.checks.iter().any(|c| !c.kind.goes_on() && system.exprs.has_input(c.condition))
}

/// Whether any check reads inputs.
pub fn are_checked(system: &System, transition: &Transition) -> bool {
    transition.checks.iter().any(|c| system.exprs.has_input(c.condition))
}

/// All tuples of values of a transition's inputs, if they are not too many: what [`tuples`] is compared with.
pub fn all_tuples(transition: &Transition) -> Option<Vec<Vec<u64>>> {
    let size = |i: &crate::Input| (i.high - i.low).checked_add(1);
    transition.inputs.iter().try_fold(1u64, |n, i| n.checked_mul(size(i)?)).filter(|&n| n <= MOST)?;
    let lists: Vec<Vec<u64>> = transition.inputs.iter().map(|i| (i.low..=i.high).collect()).collect();
    Some(product_of(&lists))
}

fn product_of(lists: &[Vec<u64>]) -> Vec<Vec<u64>> {
    lists.iter().fold(vec![Vec::new()], |tuples, list| {
        let longer = |tuple: &Vec<u64>| list.iter().map(|&value| [&tuple[..], &[value]].concat()).collect::<Vec<_>>();
        tuples.iter().flat_map(longer).collect()
    })
}

/// How the inputs of a transition are used.
#[derive(Default)]
struct Uses {
    /// By input: constants between which values are told apart, seen as unsigned; each begins a region.
    borders: Vec<Vec<u64>>,
    /// By input: the bits that are used as they are.
    bits: Vec<u64>,
    seen: FxHashSet<ExprId>,
}

impl Uses {
    fn of(system: &System, transition: &Transition) -> Uses {
        let count = transition.inputs.len();
        let mut uses = Uses { borders: vec![Vec::new(); count], bits: vec![0; count], ..Uses::default() };
        if count == 0 {
            return uses;
        }
        let checks = transition.checks.iter().map(|c| c.condition);
        let updates = transition.updates.iter().flat_map(|u| u.expressions());
        for root in checks.chain(updates).collect::<Vec<_>>() {
            uses.visit(system, root);
        }
        uses
    }

    /// Notes how an expression whose value matters uses inputs.
    fn visit(&mut self, system: &System, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        let exprs = &system.exprs;
        match exprs.get(id) {
            Expr::Input { index, width } => self.bits[index as usize] |= mask(width),
            Expr::Extract { low, width, of } if self.input(system, of).is_some() => {
                let index = self.input(system, of).unwrap_or(0);
                self.bits[index] |= mask(width) << low;
            }
            Expr::Binary(BinaryOp::And, a, b) if exprs.as_const(b).is_some() && self.input(system, a).is_some() => {
                self.masked(system, a, b);
            }
            Expr::Binary(BinaryOp::And, a, b) if exprs.as_const(a).is_some() && self.input(system, b).is_some() => {
                self.masked(system, b, a);
            }
            Expr::Binary(op, a, b) if op.is_comparison() && self.compared(system, op, a, b) => {}
            _ => exprs.operands(id).for_each(|operand| self.visit(system, operand)),
        }
    }

    fn masked(&mut self, system: &System, input: ExprId, bits: ExprId) {
        if let (Some(index), Some(bits)) = (self.input(system, input), system.exprs.as_const(bits)) {
            self.bits[index] |= bits;
        }
    }

    fn input(&self, system: &System, id: ExprId) -> Option<usize> {
        match system.exprs.get(id) {
            Expr::Input { index, .. } => Some(index as usize),
            _ => None,
        }
    }

    /// Notes the borders of a comparison of an input with a constant; false if it is none.
    fn compared(&mut self, system: &System, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
        let exprs = &system.exprs;
        let (input, constant) = match (self.input(system, a), self.input(system, b)) {
            (Some(input), None) => (input, exprs.as_const(b)),
            (None, Some(input)) => (input, exprs.as_const(a)),
            _ => return false,
        };
        let Some(constant) = constant else { return false };
        let all = mask(exprs.width(a));
        // Whatever the comparison, nothing changes but at the constant and right behind it; seen as signed, also in the
        // middle.
        let borders = &mut self.borders[input];
        borders.extend([constant, constant.wrapping_add(1) & all]);
        if matches!(op, BinaryOp::SignedLess | BinaryOp::SignedLessEqual) {
            borders.push((all >> 1).wrapping_add(1) & all);
        }
        true
    }

    /// One value for each class; `None` if they are too many.
    fn representatives(&self, transition: &Transition, index: usize) -> Option<Vec<u64>> {
        let input = &transition.inputs[index];
        let mut starts: Vec<u64> = self.borders[index].clone();
        starts.retain(|&b| b > input.low && b <= input.high);
        starts.push(input.low);
        starts.sort_unstable();
        starts.dedup();
        let bits = self.bits[index];
        if bits == 0 {
            return Some(starts);
        }
        // Of each region, one value for each pattern of the bits that are used.
        let mut list = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(input.high, |next| next - 1);
            list.extend(patterns(start, end, bits)?);
        }
        (list.len() as u64 <= MOST).then_some(list)
    }
}

/// Values from `start` to `end` that show each pattern that these have in some bits.
fn patterns(start: u64, end: u64, bits: u64) -> Option<Vec<u64>> {
    let (mut list, mut seen) = (Vec::new(), FxHashSet::default());
    let most = 1u64.checked_shl(bits.count_ones()).unwrap_or(u64::MAX);
    for (tried, value) in (start..=end).enumerate() {
        if seen.insert(value & bits) {
            list.push(value);
        }
        if list.len() as u64 == most {
            break;
        }
        if tried as u64 > 4 * MOST {
            return None;
        }
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes of one input `a` of 16 bits that is used so.
    fn classes(range: &str, uses: &str) -> Result<Vec<u64>, TooMany> {
        let text = format!(
            "system s process p thread t in p var x : u16 var y : u1
            transition t {{ input a : u16 in {range} {uses} step \"s\" }}"
        );
        let system = crate::text::parse(&text).expect("a system");
        tuples(&system, TransitionId(0)).map(|list| list.concat())
    }

    #[test]
    fn values_that_are_not_told_apart_are_tried_once() {
        assert_eq!(classes("3..9", ""), Ok(vec![3]));
        assert_eq!(classes("0..65535", "set y = input(0, 16) <u 7"), Ok(vec![0, 7, 8]));
        assert_eq!(classes("0..65535", "set y = input(0, 16) == 7"), Ok(vec![0, 7, 8]));
        assert_eq!(classes("0..65535", "set y = input(0, 16) <s 0"), Ok(vec![0, 1, 32768]));
        assert_eq!(classes("5..65535", "set y = trunc(1, input(0, 16))"), Ok(vec![5, 6]));
        assert_eq!(classes("0..65535", "set x = input(0, 16) & 6"), Ok(vec![0, 2, 4, 6]));
        assert_eq!(classes("1..4", "set x = input(0, 16) + 1"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(classes("0..65535", "set x = input(0, 16)").map(|all| all.len()), Ok(65536));
    }

    #[test]
    fn too_many_values_are_refused_by_name() {
        let text = "system s process p thread t in p var x : u16
            transition t { input a : u1 in 0..1 input wide : u20 in 0..1048575 set x = trunc(16, input(1, 20)) + zext(16, input(0, 1))
            step \"choose\" }";
        let system = crate::text::parse(text).expect("a system");
        let refused = tuples(&system, TransitionId(0)).expect_err("2^17 classes");
        assert_eq!((refused.input.as_str(), refused.text.as_str()), ("wide", "choose"));
    }
}
