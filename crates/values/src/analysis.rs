//! Which values each cell can take in any reachable state: an invariant of the whole system, found as a fixpoint.

use std::collections::VecDeque;
use std::rc::Rc;

use kulan_control::checkpoint;
use kulan_ir::expr::{evaluate_binary, mask};
use kulan_ir::{BinaryOp, Expr, ExprId, System, Target, Transition, Update, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cells::Cells;
use crate::tape::Tape;

/// A set larger than this is a range.
const LARGEST_SET: usize = 256;
/// Combinations of values that are gone through one by one.
const MOST_COMBINATIONS: u64 = 4096;
/// As many as that once patience is over.
const FEWER_COMBINATIONS: u64 = 64;

/// Pairs of values that are compared one by one.
const MOST_COMPARISONS: u64 = 64;

/// A set of values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// These, in order.
    Set(Vec<u64>),
    /// All from the first to the second, more than a set may have.
    Range(u64, u64),
}

impl Values {
    /// No value.
    pub const NONE: Values = Values::Set(Vec::new());

    /// These.
    pub fn new(mut values: Vec<u64>) -> Values {
        values.sort_unstable();
        values.dedup();
        Values::of_sorted(values)
    }

    fn of_sorted(values: Vec<u64>) -> Values {
        match (values.first(), values.last()) {
            (Some(&low), Some(&high)) if values.len() > LARGEST_SET => Values::Range(low, high),
            _ => Values::Set(values),
        }
    }

    /// All values from `low` to `high`.
    pub fn range(low: u64, high: u64) -> Values {
        if high - low < LARGEST_SET as u64 { Values::Set((low..=high).collect()) } else { Values::Range(low, high) }
    }

    /// All values of so many bits.
    pub fn everything(width: u8) -> Values {
        Values::range(0, mask(width))
    }

    /// Whether it is one of them.
    pub fn contains(&self, value: u64) -> bool {
        match self {
            Values::Set(set) => set.binary_search(&value).is_ok(),
            &Values::Range(low, high) => (low..=high).contains(&value),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        matches!(self, Values::Set(set) if set.is_empty())
    }

    /// How many there are, or the largest number if there are more.
    pub fn len(&self) -> u64 {
        match self {
            Values::Set(set) => set.len() as u64,
            &Values::Range(low, high) => (high - low).saturating_add(1),
        }
    }

    /// The least and the greatest; an empty set has none.
    pub fn bounds(&self) -> Option<(u64, u64)> {
        match self {
            Values::Set(set) => set.first().copied().zip(set.last().copied()),
            &Values::Range(low, high) => Some((low, high)),
        }
    }

    /// The values one by one; only for sets that are not too large.
    pub fn list(&self) -> Vec<u64> {
        match self {
            Values::Set(set) => set.clone(),
            &Values::Range(low, high) => (low..=high).collect(),
        }
    }

    /// One of them that a number stands for; an empty set has none.
    pub fn pick(&self, number: u64) -> Option<u64> {
        match self {
            Values::Set(set) => set.get(number.checked_rem(set.len() as u64)? as usize).copied(),
            &Values::Range(low, high) => Some(match (number % 4, (high - low).checked_add(1)) {
                // Small values come often.
                (0, _) => low + (number >> 2) % 4,
                (_, Some(size)) => low + (number >> 2) % size,
                (_, None) => number,
            }),
        }
    }

    /// What is in one or the other.
    pub fn join(&self, other: &Values) -> Values {
        match (self, other) {
            (Values::Set(a), Values::Set(b)) => Values::of_sorted(merge(a, b)),
            _ => match (self.bounds(), other.bounds()) {
                (Some(a), Some(b)) => Values::range(a.0.min(b.0), a.1.max(b.1)),
                (Some(_), None) => self.clone(),
                _ => other.clone(),
            },
        }
    }

    /// What is in both.
    pub fn meet(&self, other: &Values) -> Values {
        match (self, other) {
            _ if self.includes(other) => other.clone(),
            _ if other.includes(self) => self.clone(),
            (Values::Set(a), b) | (b, Values::Set(a)) => {
                Values::Set(a.iter().copied().filter(|&x| b.contains(x)).collect())
            }
            (&Values::Range(a, b), &Values::Range(c, d)) if a.max(c) <= b.min(d) => Values::range(a.max(c), b.min(d)),
            _ => Values::NONE,
        }
    }

    /// Whether all of the other's are its own.
    pub fn includes(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Set(a), Values::Set(b)) if a.len() <= b.len() => a == b,
            // Without gaps, the bounds tell.
            (Values::Set(a), Values::Set(b)) if a[a.len() - 1] - a[0] < a.len() as u64 => {
                b.is_empty() || (a[0] <= b[0] && b[b.len() - 1] <= a[a.len() - 1])
            }
            (_, Values::Set(b)) => b.iter().all(|&x| self.contains(x)),
            (Values::Range(..), &Values::Range(low, high)) => self.contains(low) && self.contains(high),
            (Values::Set(_), Values::Range(..)) => false,
        }
    }
}

/// The values of all cells; `dead` are transitions that are never enabled, in order.
///
/// The transitions of the system have no inputs; `free` are the variables that stand for them.
/// After `patience` evaluated operations, growing sets are widened; after twice as many they become everything.
pub fn analyse(system: &System, free: &[(VarId, Values)], cells: &Cells, dead: &[usize], patience: u64) -> Vec<Values> {
    let mut analysis = Analysis::new(system, cells, patience);
    analysis.choose(free);
    analysis.run(dead);
    analysis.values
}

/// What a transition may write into a cell.
pub struct Write {
    pub cell: usize,
    pub values: Values,
    /// Whether it certainly does.
    pub surely: bool,
}

pub struct Analysis<'a> {
    system: &'a System,
    cells: &'a Cells,
    pub values: Vec<Values>,
    pub widths: Vec<u8>,
    /// By transition: the conditions under which it leads anywhere.
    pub conditions: Vec<Vec<ExprId>>,
    /// By cell: the transitions that read it.
    readers: Vec<Vec<usize>>,
    parts: FxHashMap<ExprId, Rc<Part>>,
    /// Scratch: a state, and slots for evaluation.
    state: Vec<u64>,
    slots: Vec<u64>,
    /// The positions of the elements that are being set.
    position: Option<Values>,
    /// What expressions of the transition at hand can be. If a cell grows that it reads, its turn comes again.
    pub known: FxHashMap<ExprId, Values>,
    pub work: u64,
    patience: u64,
    /// Whether few combinations of values are gone through from the start.
    pub is_hasty: bool,
}

/// What is needed to evaluate an expression.
struct Part {
    cells: Vec<usize>,
    /// `None` if it reads a lumped array or a position.
    tape: Option<Tape>,
}

/// Sets that hold where a transition is enabled, for cells that its conditions restrict.
pub type Local = FxHashMap<usize, Values>;

impl<'a> Analysis<'a> {
    pub fn new(system: &'a System, cells: &'a Cells, patience: u64) -> Analysis<'a> {
        let mut values = vec![Values::Set(Vec::new()); cells.count()];
        let mut widths = vec![1; cells.count()];
        for (v, variable) in system.variables.iter().enumerate() {
            let v = VarId(v as u32);
            for cell in cells.all(v) {
                widths[cell] = variable.width;
            }
            let lumped = cells.is_lumped(v);
            let error = system.error_state.as_ref().map_or(&[][..], |values| &values[v.index()]);
            for (i, &value) in variable.initial.iter().enumerate().chain(error.iter().enumerate()) {
                let cell = cells.all(v).start + if lumped { 0 } else { i };
                values[cell] = values[cell].join(&Values::Set(vec![value & mask(variable.width)]));
            }
        }
        for (cell, range) in cells.positions() {
            values[cell] = range;
        }
        let conditions: Vec<Vec<ExprId>> = system.transitions.iter().map(|t| conditions(system, t)).collect();
        let mut readers = vec![Vec::new(); cells.count()];
        for (t, transition) in system.transitions.iter().enumerate() {
            let own = conditions[t].iter().copied();
            let reads = cells.of(&system.exprs, transition.updates.iter().flat_map(Update::expressions).chain(own));
            reads.iter().for_each(|cell| readers[cell].push(t));
        }
        let (state, slots) = (vec![0; cells.count()], Vec::new());
        Analysis {
            system,
            cells,
            values,
            widths,
            conditions,
            readers,
            parts: Default::default(),
            state,
            slots,
            position: None,
            known: FxHashMap::default(),
            work: 0,
            patience,
            is_hasty: false,
        }
    }

    /// Lets variables that stand for inputs have their values.
    pub fn choose(&mut self, free: &[(VarId, Values)]) {
        for (v, values) in free {
            self.values[self.cells.all(*v).start] = values.clone();
        }
    }

    fn run(&mut self, dead: &[usize]) {
        let mut queue: VecDeque<usize> = (0..self.system.transitions.len()).collect();
        let mut waiting = vec![true; queue.len()];
        while let Some(t) = queue.pop_front() {
            checkpoint();
            waiting[t] = false;
            if dead.binary_search(&t).is_ok() {
                continue;
            }
            for cell in self.fire(t) {
                for &reader in &self.readers[cell] {
                    if !std::mem::replace(&mut waiting[reader], true) {
                        queue.push_back(reader);
                    }
                }
            }
        }
    }

    /// Takes in what a transition can write; the cells that grew.
    fn fire(&mut self, t: usize) -> Vec<usize> {
        let Some(local) = self.restrict(t) else { return Vec::new() };
        let writes = self.writes(&local, t);
        writes.into_iter().filter(|w| self.take(w.cell, &w.values)).map(|w| w.cell).collect()
    }

    /// What a transition can write where it is enabled, in order.
    pub fn writes(&mut self, local: &Local, t: usize) -> Vec<Write> {
        self.known.clear();
        let system = self.system;
        let mut writes = Vec::new();
        for update in &system.transitions[t].updates {
            if let Target::Fill(v) = update.target
                && system.exprs.has_position(update.value)
            {
                self.fill(local, t, v, update.value, &mut writes);
                continue;
            }
            let values = self.possible(local, t, update.value);
            let (cells, surely) = self.targets(local, t, update.target);
            writes.extend(cells.into_iter().map(|cell| Write { cell, values: values.clone(), surely }));
        }
        writes
    }

    /// What the elements of an array can get from a value that depends on their position.
    fn fill(&mut self, local: &Local, t: usize, v: VarId, value: ExprId, writes: &mut Vec<Write>) {
        let (first, length) = (self.cells.all(v).start, u64::from(self.cells.elements(v)));
        let is_lumped = self.cells.is_lumped(v);
        for cell in self.cells.all(v) {
            let at = (cell - first) as u64;
            let positions = if is_lumped { Values::range(0, length - 1) } else { Values::Set(vec![at]) };
            self.position = Some(positions);
            self.known.clear();
            let values = self.possible(local, t, value);
            writes.push(Write { cell, values, surely: !is_lumped });
        }
        self.position = None;
        self.known.clear();
    }

    /// The cells that an update may write, and whether it certainly does.
    fn targets(&mut self, local: &Local, t: usize, target: Target) -> (Vec<usize>, bool) {
        let v = target.variable();
        let all = self.cells.all(v);
        let (first, is_lumped) = (all.start, self.cells.is_lumped(v));
        let Target::Element(_, index) = target else { return (all.collect(), !is_lumped) };
        let indices = self.possible(local, t, index);
        match indices.bounds() {
            Some((low, _)) if low < u64::from(self.cells.elements(v)) => {}
            _ => return (Vec::new(), false),
        }
        let hit: Vec<usize> = all.filter(|&cell| is_lumped || indices.contains((cell - first) as u64)).collect();
        (hit, indices.len() == 1 && !is_lumped)
    }

    fn take(&mut self, cell: usize, values: &Values) -> bool {
        if self.values[cell].includes(values) {
            return false;
        }
        let joined = self.values[cell].join(values);
        self.values[cell] = match joined.bounds() {
            Some((low, high)) if self.work > self.patience || matches!(joined, Values::Range(..)) => {
                match self.work > 2 * self.patience {
                    true => Values::everything(self.widths[cell]),
                    false => widened(self.widths[cell], low, high),
                }
            }
            _ => joined,
        };
        true
    }

    /// The sets where the transition is enabled, or `None` if it cannot be.
    pub fn restrict(&mut self, t: usize) -> Option<Local> {
        let mut local = Local::default();
        for i in 0..self.conditions[t].len() {
            let condition = self.conditions[t][i];
            if let Some((cell, value)) = self.cells.equality(&self.system.exprs, condition) {
                let now = local.get(&cell).unwrap_or(&self.values[cell]);
                let left = if now.contains(value) { vec![value] } else { Vec::new() };
                local.insert(cell, Values::Set(left));
            } else if let &[cell] = &self.part(condition).cells[..] {
                let now = local.get(&cell).unwrap_or(&self.values[cell]);
                if now.len() <= if self.is_hasty { LARGEST_SET as u64 } else { MOST_COMBINATIONS } {
                    let values = now.list();
                    let left = self.filter(condition, cell, values);
                    local.insert(cell, left);
                }
            } else if self.system.exprs.as_const(condition) == Some(0) {
                return None;
            }
        }
        (!local.values().any(Values::is_empty)).then_some(local)
    }

    fn filter(&mut self, condition: ExprId, cell: usize, values: Vec<u64>) -> Values {
        let part = self.part(condition);
        let Some(tape) = &part.tape else { return Values::new(values) };
        self.work += values.len() as u64 * tape.operations() as u64;
        let (state, slots) = (&mut self.state, &mut self.slots);
        let holds = |&value: &u64| {
            state[cell] = value;
            tape.evaluate(state, slots) == 1
        };
        Values::new(values.into_iter().filter(holds).collect())
    }

    fn part(&mut self, id: ExprId) -> Rc<Part> {
        let (exprs, cells) = (&self.system.exprs, self.cells);
        let build = || {
            let reads: Vec<usize> = cells.of(exprs, [id]).iter().collect();
            let plain = !exprs.has_position(id) && !cells.reads_lumped(exprs, id, &mut FxHashSet::default());
            Rc::new(Part { cells: reads, tape: plain.then(|| Tape::new(exprs, cells, id)) })
        };
        self.parts.entry(id).or_insert_with(build).clone()
    }

    /// The values an expression may have where the transition is enabled.
    pub fn possible(&mut self, local: &Local, t: usize, id: ExprId) -> Values {
        if let Some(value) = self.system.exprs.as_const(id) {
            return Values::Set(vec![value]);
        }
        self.part_of(local, t, id)
    }

    fn most_combinations(&self) -> u64 {
        if self.is_hasty || self.work > 2 * self.patience { FEWER_COMBINATIONS } else { MOST_COMBINATIONS }
    }

    /// Goes through the combinations of values, if they are few.
    fn enumerate(&mut self, local: &Local, t: usize, id: ExprId) -> Option<Values> {
        checkpoint();
        let part = self.part(id);
        let tape = part.tape.as_ref()?;
        let sets: Vec<&Values> = part.cells.iter().map(|c| local.get(c).unwrap_or(&self.values[*c])).collect();
        let count =
            sets.iter().try_fold(1u64, |n, set| n.checked_mul(set.len()).filter(|&n| n <= self.most_combinations()))?;
        let lists: Vec<Vec<u64>> = sets.into_iter().map(Values::list).collect();
        let filters: Vec<Rc<Part>> = (0..self.conditions[t].len())
            .map(|i| self.part(self.conditions[t][i]))
            .filter(|f| f.cells.len() > 1 && f.cells.iter().all(|c| part.cells.binary_search(c).is_ok()))
            .collect();
        self.work += count * tape.operations() as u64;
        let mut found = Vec::new();
        for n in 0..count {
            let mut rest = n;
            for (&cell, list) in part.cells.iter().zip(&lists) {
                self.state[cell] = list[(rest % list.len() as u64) as usize];
                rest /= list.len() as u64;
            }
            let (state, slots) = (&self.state, &mut self.slots);
            let mut conditions = filters.iter().filter_map(|f| f.tape.as_ref());
            if conditions.all(|condition| condition.evaluate(state, slots) == 1) {
                found.push(tape.evaluate(state, slots));
            }
        }
        Some(Values::new(found))
    }

    /// The values by the structure of the expression, as if operands were independent.
    fn estimate(&mut self, local: &Local, t: usize, id: ExprId) -> Values {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        self.work += 1;
        let exprs = &self.system.exprs;
        let width = exprs.width(id);
        let all = Values::everything(width);
        let result = match exprs.get(id) {
            Expr::Const { bits, .. } => Values::Set(vec![bits]),
            Expr::Var(v) => {
                let cell = self.cells.all(v).start;
                local.get(&cell).unwrap_or(&self.values[cell]).clone()
            }
            Expr::Element(v, index) => {
                let indices = self.part_of(local, t, index);
                self.elements(local, v, &indices)
            }
            Expr::Input { .. } => all,
            Expr::Position => self.position.clone().unwrap_or(all),
            Expr::Not(a) => self.map(local, t, a, |x| !x & mask(width)).unwrap_or(all),
            Expr::Neg(a) => self.map(local, t, a, |x| x.wrapping_neg() & mask(width)).unwrap_or(all),
            Expr::Ite(c, a, b) => {
                let condition = self.part_of(local, t, c);
                let mut result = Values::Set(Vec::new());
                for (side, truth) in [(a, 1), (b, 0)] {
                    if condition.contains(truth) {
                        result = result.join(&self.part_of(local, t, side));
                    }
                }
                result
            }
            Expr::ZeroExtend(_, a) => self.part_of(local, t, a),
            Expr::SignExtend(_, a) => {
                let narrow = exprs.width(a);
                let extend = |x| kulan_ir::expr::signed(narrow, x) as u64 & mask(width);
                self.map(local, t, a, extend).unwrap_or(all)
            }
            Expr::Extract { low, of, .. } => match self.part_of(local, t, of) {
                Values::Range(from, to) if to >> low <= mask(width) => Values::range(from >> low, to >> low),
                Values::Range(..) => all,
                Values::Set(set) => Values::new(set.into_iter().map(|x| x >> low & mask(width)).collect()),
            },
            Expr::Concat(a, b) => {
                let low = exprs.width(b);
                let (a, b) = (self.part_of(local, t, a), self.part_of(local, t, b));
                let ends = a.bounds().zip(b.bounds());
                let together = |(a, b): ((u64, u64), (u64, u64))| Values::range(a.0 << low | b.0, a.1 << low | b.1);
                ends.map_or(Values::Set(Vec::new()), together)
            }
            Expr::Binary(op, a, b) => {
                let operands = exprs.width(a);
                let (a, b) = (self.part_of(local, t, a), self.part_of(local, t, b));
                self.work += a.len().saturating_mul(b.len()).min(self.most_combinations());
                binary(op, operands, &a, &b, self.most_combinations()).unwrap_or(all)
            }
        };
        self.known.insert(id, result.clone());
        result
    }

    /// The values of an operand.
    fn part_of(&mut self, local: &Local, t: usize, id: ExprId) -> Values {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        match self.enumerate(local, t, id) {
            Some(values) => {
                self.known.insert(id, values.clone());
                values
            }
            None => self.estimate(local, t, id),
        }
    }

    fn map(&mut self, local: &Local, t: usize, id: ExprId, f: impl Fn(u64) -> u64) -> Option<Values> {
        match self.part_of(local, t, id) {
            Values::Set(set) => Some(Values::new(set.into_iter().map(f).collect())),
            Values::Range(..) => None,
        }
    }

    /// The values of the elements of an array at some indices.
    fn elements(&self, local: &Local, v: VarId, indices: &Values) -> Values {
        let length = u64::from(self.cells.elements(v));
        let mut result = match indices.bounds() {
            Some((_, high)) if high >= length => Values::Set(vec![0]),
            _ => Values::Set(Vec::new()),
        };
        let first = self.cells.all(v).start;
        for cell in self.cells.all(v) {
            if self.cells.is_lumped(v) || indices.contains((cell - first) as u64) {
                result = result.join(local.get(&cell).unwrap_or(&self.values[cell]));
            }
        }
        result
    }
}

/// Two sorted lists as one, without what occurs twice.
fn merge(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (mut list, mut i, mut j) = (Vec::with_capacity(a.len() + b.len()), 0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        list.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    list.extend_from_slice(&a[i..]);
    list.extend_from_slice(&b[j..]);
    list
}

/// The guards, and the checks whose failure ends the run.
fn conditions(system: &System, transition: &Transition) -> Vec<ExprId> {
    let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
    let checks = transition.checks.iter().filter(|c| !c.kind.goes_on()).map(|c| c.condition);
    guards.chain(checks).collect()
}

/// The values of a binary operation on independent operands.
fn binary(op: BinaryOp, width: u8, a: &Values, b: &Values, most: u64) -> Option<Values> {
    if op.is_comparison() && a.len().saturating_mul(b.len()) > MOST_COMPARISONS {
        return Some(Values::Set(vec![0, 1]));
    }
    if a.is_empty() || b.is_empty() {
        return Some(Values::Set(Vec::new()));
    }
    if a.len().saturating_mul(b.len()) <= most {
        let (a, b) = (a.list(), b.list());
        let pairs = a.iter().flat_map(|&x| b.iter().map(move |&y| evaluate_binary(op, width, x, y)));
        return Some(Values::new(pairs.collect()));
    }
    let ((a_low, a_high), (b_low, b_high)) = (a.bounds()?, b.bounds()?);
    let fits = |high: u64| (high <= mask(width)).then_some(high);
    match op {
        BinaryOp::Add => Some(Values::range(a_low + b_low, a_high.checked_add(b_high).and_then(fits)?)),
        BinaryOp::Sub if a_low >= b_high => Some(Values::range(a_low - b_high, a_high - b_low)),
        BinaryOp::Mul => Some(Values::range(a_low * b_low, a_high.checked_mul(b_high).and_then(fits)?)),
        BinaryOp::And => Some(Values::range(0, a_high.min(b_high))),
        BinaryOp::UnsignedDiv => Some(Values::range(0, a_high)),
        BinaryOp::UnsignedRem => Some(Values::range(0, a_high.min(b_high.saturating_sub(1)))),
        BinaryOp::LogicalShiftRight => Some(Values::range(0, a_high)),
        _ => None,
    }
}

/// A range to which a growing set is taken to grow, so that it cannot grow often.
fn widened(width: u8, low: u64, high: u64) -> Values {
    let steps = [8, 16, 31, 32].map(|bits| mask(bits.min(width)));
    let high = steps.into_iter().find(|&step| high <= step).unwrap_or(mask(width));
    Values::range(if low < 16 { low } else { 0 }, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_counters_do_not_wrap() {
        let text = "system s process p thread t in p var n: u8 var m: u8 var w: u16
            transition t { when !(n == 4:8) set n = n + 1 }
            transition t { when !(n == 0:8) set n = n - 1 }
            transition t { set m = n }
            transition t { set w = w + 1 }";
        let system = kulan_ir::text::parse(text).expect("a system");
        let values = analyse(&system, &[], &Cells::new(&system, 64), &[], 1000);
        let small = Values::Set((0..=4).collect());
        assert_eq!(values, [small.clone(), small, Values::Range(0, 65535)]);
    }
}
