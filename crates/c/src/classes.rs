//! Values that a program cannot tell apart: of each such class, an input needs to have only a few.
//!
//! A value is followed to all variables that it is copied to, also through computations with constants. If all that is
//! done with it on the way is to compare it with constants, or with variables that have few values, then two values between
//! the same *borders* behave alike, wherever they go, so one of them is enough. If values are also compared with each
//! other, for equality only, then there must be as many as can be told apart at once: one more than there are cells that can
//! hold one. Where the value itself matters, as an index does, all are tried, or if they are too many, some: what is found
//! with these is real, but nothing is proved.

use std::collections::BTreeSet;
use std::rc::Rc;

use kulan_ir::expr::{mask, signed, width_of};
use kulan_ir::inputs::TooMany;
use kulan_ir::{BinaryOp, Check, CheckKind, Expr, ExprId, System, Target, TransitionId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Inputs up to this width are left to the engine, which tries all values.
const NARROW: u8 = 8;
/// Values of an input, at most.
const MOST_VALUES: u64 = 4096;

/// Borders among the values that are tried where not all can be, at most.
const SAMPLED_BORDERS: usize = 16;

/// Restricts the wide inputs of a system to values that behave differently. Where these are too many, some are tried, and
/// a further transition says so. Returns whether some input has fewer values than before.
pub fn restrict(system: &mut System) -> bool {
    let wide = |system: &System, t: usize| -> Vec<usize> {
        let inputs = system.transitions[t].inputs.iter().enumerate();
        inputs.filter(|(_, input)| input.width > NARROW).map(|(i, _)| i).collect()
    };
    let count = system.transitions.len();
    if (0..count).all(|t| wide(system, t).is_empty()) {
        return refuse_the_rest(system);
    }
    let mut classes = Classes::of(system);
    for t in 0..count {
        for i in wide(system, t) {
            classes.replace(system, t, i);
        }
    }
    let too_many = |system: &System, t: usize| kulan_ir::inputs::tuples(system, TransitionId(t as u32)).err();
    for t in 0..count {
        let Some(error) = too_many(system, t) else { continue };
        let rest = system.transitions[t].clone();
        for i in wide(system, t) {
            classes.sample(system, t, i);
        }
        if too_many(system, t).is_none() {
            system.transitions.push(rest);
            refuse(system, system.transitions.len() - 1, &error, "all: only some are");
        }
    }
    refuse_the_rest(system);
    true
}

/// Where an input still has too many values to try them all, the search cannot go on.
/// Returns whether there is one.
fn refuse_the_rest(system: &mut System) -> bool {
    let mut found = false;
    for t in 0..system.transitions.len() {
        if let Err(too_many) = kulan_ir::inputs::tuples(system, TransitionId(t as u32)) {
            refuse(system, t, &too_many, "them all");
            found = true;
        }
    }
    found
}

/// Makes a transition one that only says that something is not searched.
fn refuse(system: &mut System, t: usize, why: &TooMany, tried: &str) {
    let message = format!("not supported: {} can have too many values to try {tried}", why.input);
    let never = system.exprs.bool(false);
    let transition = &mut system.transitions[t];
    transition.checks = vec![Check::new(never, CheckKind::Unsupported, message, why.source)];
    transition.inputs.clear();
    transition.updates.clear();
    transition.continues = None;
    transition.steps.iter_mut().for_each(|s| s.updates.clear());
}

/// Borders or constants of a variable beyond this number are not followed.
const MOST_BORDERS: usize = 256;
/// Places that a value can come from, at most.
const MOST_SOURCES: usize = 64;

/// One step of a computation with a single value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// Adds a constant; with the width.
    Add(u8, u64),
    Multiply(u8, u64),
    Negate(u8),
    Complement(u8),
    /// Unsigned.
    Divide(u64),
    ZeroExtend(u8),
    SignExtend(u8, u8),
}

impl Step {
    fn apply(self, x: u64) -> u64 {
        match self {
            Step::Add(w, k) => x.wrapping_add(k) & mask(w),
            Step::Multiply(w, k) => x.wrapping_mul(k) & mask(w),
            Step::Negate(w) => x.wrapping_neg() & mask(w),
            Step::Complement(w) => !x & mask(w),
            Step::Divide(k) => x / k,
            Step::ZeroExtend(_) => x,
            Step::SignExtend(from, to) => signed(from, x) as u64 & mask(to),
        }
    }

    /// Where behavior changes before the step, if it changes at these values behind it: two values with no border between
    /// them lead to two such values. Zero is always a border.
    fn pull(self, borders: &BTreeSet<u64>) -> BTreeSet<u64> {
        if borders.is_empty() {
            return BTreeSet::new();
        }
        let list = borders.iter().copied().chain([0]);
        match self {
            Step::Add(w, k) => list.map(|b| b.wrapping_sub(k) & mask(w)).collect(),
            Step::Complement(w) => list.map(|b| b.wrapping_neg() & mask(w)).collect(),
            Step::Negate(w) => list.map(|b| 1u64.wrapping_sub(b) & mask(w)).collect(),
            Step::Multiply(w, k) => {
                let rounds = u128::from(k);
                let all = u128::from(mask(w)) + 1;
                let starts = list.flat_map(|b| (0..rounds).map(move |j| (u128::from(b) + j * all).div_ceil(rounds)));
                starts.filter(|&x| x < all).map(|x| x as u64).collect()
            }
            Step::Divide(k) => list.filter_map(|b| b.checked_mul(k)).collect(),
            Step::ZeroExtend(from) => list.filter(|&b| b <= mask(from)).collect(),
            Step::SignExtend(from, to) => {
                let half = 1u64 << (from - 1);
                let negative = mask(to) - (half - 1);
                let back = |b: u64| if b >= negative { b & mask(from) } else { b.min(half) };
                list.map(back).chain([half]).collect()
            }
        }
    }
}

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Source {
    Constant(u64),
    /// A variable or an input, and what is computed of it.
    Node(usize, Vec<Step>),
}

/// What is known of a variable or an input.
#[derive(Clone, Default)]
struct Facts {
    /// Values at which behavior changes.
    borders: BTreeSet<u64>,
    /// Values it has that come from constants.
    constants: BTreeSet<u64>,
    /// It may have the value of an input.
    open: bool,
    /// It may have values that come from other computations.
    computed: bool,
    /// The value itself matters.
    used: bool,
}

impl Facts {
    fn is_constant(&self) -> bool {
        !self.open && !self.computed
    }
}

type Sources = Option<Rc<Vec<Source>>>;

struct Classes {
    facts: Vec<Facts>,
    /// Of values that are compared with each other for equality.
    parent: Vec<usize>,
    equal: Vec<bool>,
    cells: Vec<u64>,
    /// The node of each input, by transition and position.
    inputs: FxHashMap<(usize, u32), usize>,
    edges: FxHashSet<(usize, Vec<Step>, usize)>,
    pairs: FxHashSet<(BinaryOp, Source, Source, u8)>,
    seen: FxHashSet<(usize, ExprId)>,
    known: FxHashMap<(usize, ExprId), Sources>,
    transition: usize,
    most_inputs: u64,
}

impl Classes {
    fn of(system: &System) -> Classes {
        let count = system.variables.len();
        let mut classes = Classes {
            facts: vec![Facts::default(); count],
            parent: Vec::new(),
            equal: Vec::new(),
            cells: system.variables.iter().map(|v| v.len() as u64).collect(),
            inputs: FxHashMap::default(),
            edges: FxHashSet::default(),
            pairs: FxHashSet::default(),
            seen: FxHashSet::default(),
            known: FxHashMap::default(),
            transition: usize::MAX,
            most_inputs: system.transitions.iter().map(|t| t.inputs.len() as u64).max().unwrap_or(0),
        };
        for (v, variable) in system.variables.iter().enumerate() {
            classes.facts[v].constants.extend(&variable.initial);
            classes.facts[v].computed = classes.facts[v].constants.len() > MOST_BORDERS;
        }
        for (t, transition) in system.transitions.iter().enumerate() {
            for i in 0..transition.inputs.len() {
                classes.inputs.insert((t, i as u32), classes.facts.len());
                classes.facts.push(Facts { open: true, ..Facts::default() });
                classes.cells.push(0);
            }
        }
        let relevant = relevant(system);
        for &guard in &system.guards {
            classes.visit(system, guard);
        }
        classes.visit(system, system.valid_end);
        system.labels.iter().for_each(|l| classes.visit(system, l.predicate));
        for (t, transition) in system.transitions.iter().enumerate() {
            classes.transition = t;
            for check in &transition.checks {
                classes.visit(system, check.condition);
            }
            for update in transition.updates.iter().filter(|u| relevant[u.target.variable().index()]) {
                classes.update(system, update.target, update.value);
            }
        }
        classes.solve(system);
        classes
    }

    fn update(&mut self, system: &System, target: Target, value: ExprId) {
        let VarId(v) = target.variable();
        if let Some(index) = target.index() {
            self.visit(system, index);
        }
        let v = v as usize;
        match self.sources(system, value) {
            Some(list) => {
                for source in list.iter() {
                    match source {
                        Source::Constant(k) => {
                            self.facts[v].constants.insert(*k);
                        }
                        Source::Node(n, steps) => {
                            self.edges.insert((*n, steps.clone(), v));
                        }
                    }
                }
            }
            None => {
                self.visit(system, value);
                self.facts[v].computed = true;
            }
        }
    }

    /// The sources of a value, if each computation on the way is of one value only.
    fn sources(&mut self, system: &System, e: ExprId) -> Sources {
        let owner = if system.exprs.has_input(e) { self.transition } else { usize::MAX };
        if let Some(known) = self.known.get(&(owner, e)) {
            return known.clone();
        }
        let found = self.find_sources(system, e).filter(|list| list.len() <= MOST_SOURCES).map(Rc::new);
        self.known.insert((owner, e), found.clone());
        found
    }

    fn find_sources(&mut self, system: &System, e: ExprId) -> Option<Vec<Source>> {
        let exprs = &system.exprs;
        let width = exprs.width(e);
        match exprs.get(e) {
            Expr::Const { bits, .. } => Some(vec![Source::Constant(bits)]),
            Expr::Var(v) => Some(vec![Source::Node(v.index(), Vec::new())]),
            Expr::Element(v, index) => {
                self.visit(system, index);
                Some(vec![Source::Node(v.index(), Vec::new())])
            }
            Expr::Input { index, .. } => {
                Some(vec![Source::Node(*self.inputs.get(&(self.transition, index))?, Vec::new())])
            }
            Expr::Ite(c, a, b) => {
                let (x, y) = (self.sources(system, a)?, self.sources(system, b)?);
                self.visit(system, c);
                let mut list = x.to_vec();
                list.extend(y.iter().filter(|s| !x.contains(s)).cloned());
                Some(list)
            }
            Expr::ZeroExtend(_, a) if exprs.width(a) == 1 => {
                self.visit(system, a);
                Some(vec![Source::Constant(0), Source::Constant(1)])
            }
            Expr::ZeroExtend(_, a) => self.behind(system, a, &[Step::ZeroExtend(exprs.width(a))]),
            Expr::SignExtend(_, a) if exprs.width(a) > 1 => {
                self.behind(system, a, &[Step::SignExtend(exprs.width(a), width)])
            }
            Expr::Neg(a) => self.behind(system, a, &[Step::Negate(width)]),
            Expr::Not(a) if width > 1 => self.behind(system, a, &[Step::Complement(width)]),
            Expr::Binary(op, a, b) => match (op, exprs.as_const(a), exprs.as_const(b)) {
                (BinaryOp::Add, _, Some(k)) => self.behind(system, a, &[Step::Add(width, k)]),
                (BinaryOp::Add, Some(k), _) => self.behind(system, b, &[Step::Add(width, k)]),
                (BinaryOp::Sub, _, Some(k)) => self.behind(system, a, &[Step::Add(width, k.wrapping_neg())]),
                (BinaryOp::Sub, Some(k), _) => self.behind(system, b, &[Step::Negate(width), Step::Add(width, k)]),
                (BinaryOp::Mul, _, Some(k @ 1..=16)) => self.behind(system, a, &[Step::Multiply(width, k)]),
                (BinaryOp::Mul, Some(k @ 1..=16), _) => self.behind(system, b, &[Step::Multiply(width, k)]),
                (BinaryOp::UnsignedDiv, _, Some(k @ 1..)) => self.behind(system, a, &[Step::Divide(k)]),
                _ => None,
            },
            _ => None,
        }
    }

    /// The sources of a value after further steps.
    fn behind(&mut self, system: &System, e: ExprId, steps: &[Step]) -> Option<Vec<Source>> {
        let list = self.sources(system, e)?;
        let longer = |source: &Source| match source {
            Source::Constant(k) => Source::Constant(steps.iter().fold(*k, |x, s| s.apply(x))),
            Source::Node(n, before) => Source::Node(*n, [before.as_slice(), steps].concat()),
        };
        Some(list.iter().map(longer).collect())
    }

    /// What is done with values in an expression whose own value matters.
    fn visit(&mut self, system: &System, e: ExprId) {
        if !self.seen.insert((self.transition, e)) {
            return;
        }
        let exprs = &system.exprs;
        match exprs.get(e) {
            Expr::Binary(op, a, b) if op.is_comparison() && exprs.width(a) > 1 => {
                if is_decided(system, op, a, b) {
                    return;
                }
                let (Some(x), Some(y)) = (self.sources(system, a), self.sources(system, b)) else {
                    self.visit(system, a);
                    self.visit(system, b);
                    return;
                };
                for left in x.iter() {
                    for right in y.iter() {
                        self.pairs.insert((op, left.clone(), right.clone(), exprs.width(a)));
                    }
                }
            }
            Expr::Var(v) => self.facts[v.index()].used = true,
            Expr::Element(v, index) => {
                self.facts[v.index()].used = true;
                self.visit(system, index);
            }
            Expr::Input { index, .. } => {
                if let Some(&node) = self.inputs.get(&(self.transition, index)) {
                    self.facts[node].used = true;
                }
            }
            _ => exprs.operands(e).for_each(|operand| self.visit(system, operand)),
        }
    }

    /// Carries constants forward, and borders back, until nothing changes.
    fn solve(&mut self, system: &System) {
        let mut edges: Vec<(usize, Vec<Step>, usize)> = self.edges.drain().collect();
        edges.sort_unstable_by_key(|e| (e.0, e.2));
        let mut changed = true;
        while changed {
            changed = false;
            for (from, steps, to) in edges.iter().filter(|(from, _, to)| from != to) {
                let source = self.facts[*from].clone();
                changed |= self.arrive(*to, &source, steps);
            }
            for (node, steps, _) in edges.iter().filter(|(from, steps, to)| from == to && !steps.is_empty()) {
                let source = self.facts[*node].clone();
                changed |= self.arrive(*node, &source, steps);
            }
        }
        self.parent = (0..self.facts.len()).collect();
        self.equal = vec![false; self.facts.len()];
        for (op, x, y, width) in std::mem::take(&mut self.pairs) {
            self.compare(op, &x, &y, width);
        }
        // What flows into values that are compared with each other must be one of them.
        let mut changed = true;
        while changed {
            changed = false;
            for (from, steps, to) in &edges {
                let to = self.find(*to);
                if !self.equal[to] || self.facts[*from].is_constant() || self.find(*from) == to {
                    continue;
                }
                changed = true;
                if !steps.is_empty() {
                    self.facts[*from].used = true;
                }
                self.join(*from, to);
            }
        }
        self.limits_of_equals(system);
        let mut changed = true;
        while changed {
            changed = false;
            for (from, steps, to) in &edges {
                changed |= self.depart(*from, steps, *to);
            }
            for node in 0..self.facts.len() {
                let root = self.find(node);
                if self.equal[root] && root != node {
                    changed |= self.share(node, root);
                }
            }
        }
    }

    fn arrive(&mut self, to: usize, source: &Facts, steps: &[Step]) -> bool {
        let facts = &mut self.facts[to];
        let before = (facts.constants.len(), facts.open, facts.computed);
        if !facts.computed {
            facts.constants.extend(source.constants.iter().map(|&k| steps.iter().fold(k, |x, s| s.apply(x))));
        }
        facts.open |= source.open;
        facts.computed |= source.computed || source.open && !steps.is_empty() || facts.constants.len() > MOST_BORDERS;
        before != (facts.constants.len(), facts.open, facts.computed)
    }

    fn compare(&mut self, op: BinaryOp, x: &Source, y: &Source, width: u8) {
        match (x, y) {
            (Source::Constant(_), Source::Constant(_)) => {}
            (Source::Constant(k), Source::Node(n, steps)) | (Source::Node(n, steps), Source::Constant(k)) => {
                self.border(op, *n, steps, [*k].into_iter().collect(), width);
            }
            (Source::Node(n, first), Source::Node(m, second)) => {
                let values = |c: &Classes, n: usize, steps: &[Step]| -> Option<BTreeSet<u64>> {
                    let facts = &c.facts[n];
                    let all = facts.constants.iter().map(|&k| steps.iter().fold(k, |x, s| s.apply(x)));
                    facts.is_constant().then(|| all.collect())
                };
                match (values(self, *n, first), values(self, *m, second)) {
                    // A value that depends on no input is not changed: its own borders do not matter.
                    (Some(_), Some(_)) => {}
                    (Some(list), None) => self.border(op, *m, second, list, width),
                    (None, Some(list)) => self.border(op, *n, first, list, width),
                    (None, None) if op == BinaryOp::Equal && first.is_empty() && second.is_empty() => {
                        let class = self.join(*n, *m);
                        self.equal[class] = true;
                    }
                    (None, None) => {
                        self.facts[*n].used = true;
                        self.facts[*m].used = true;
                    }
                }
            }
        }
    }

    /// Notes that a value is compared with constants after some steps.
    fn border(&mut self, op: BinaryOp, node: usize, steps: &[Step], constants: BTreeSet<u64>, width: u8) {
        let all = mask(width);
        let mut borders: BTreeSet<u64> = constants.iter().flat_map(|&k| [k, k.wrapping_add(1) & all]).collect();
        if op != BinaryOp::Equal {
            borders.insert((all >> 1).wrapping_add(1) & all);
        }
        let borders = steps.iter().rev().fold(borders, |list, step| step.pull(&list));
        self.facts[node].borders.extend(borders);
    }

    /// Borders behind a copy or a computation are borders before it.
    fn depart(&mut self, from: usize, steps: &[Step], to: usize) -> bool {
        let behind = &self.facts[to];
        let (borders, used) = (behind.borders.clone(), behind.used);
        let pulled = steps.iter().rev().fold(borders, |list, step| step.pull(&list));
        let facts = &mut self.facts[from];
        let before = (facts.borders.len(), facts.used);
        if !facts.used {
            facts.borders.extend(pulled);
        }
        facts.used |= used || facts.borders.len() > MOST_BORDERS;
        before != (facts.borders.len(), facts.used)
    }

    fn find(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.equal[a] |= self.equal[b];
            self.cells[a] += self.cells[b];
            self.parent[b] = a;
        }
        a
    }

    /// Constants among values that are compared with each other stand for themselves, and so do the ends of the ranges of
    /// inputs; a computed value can be any.
    fn limits_of_equals(&mut self, system: &System) {
        for node in 0..self.facts.len() {
            let root = self.find(node);
            if self.equal[root] {
                let all = system.variables.get(node).map_or(u64::MAX, |v| mask(v.width));
                let facts = &mut self.facts[node];
                let borders: Vec<u64> = facts.constants.iter().flat_map(|&k| [k, k.wrapping_add(1) & all]).collect();
                facts.borders.extend(borders);
                facts.used |= facts.computed || facts.borders.len() > MOST_BORDERS;
            }
        }
        for (&(t, i), &node) in &self.inputs {
            let input = &system.transitions[t].inputs[i as usize];
            let end = input.high.wrapping_add(1) & mask(input.width);
            self.facts[node].borders.extend([input.low, end]);
        }
    }

    /// Values that are compared with each other have the same borders.
    fn share(&mut self, a: usize, b: usize) -> bool {
        if self.facts[a].borders == self.facts[b].borders && self.facts[a].used == self.facts[b].used {
            return false;
        }
        let both: BTreeSet<u64> = self.facts[a].borders.union(&self.facts[b].borders).copied().collect();
        let used = self.facts[a].used || self.facts[b].used;
        for node in [a, b] {
            self.facts[node].borders.clone_from(&both);
            self.facts[node].used = used;
        }
        true
    }

    /// What is known of an input, and how many values of each class it needs.
    fn of_input(&mut self, t: usize, i: usize) -> Option<(Facts, u64)> {
        let node = *self.inputs.get(&(t, i as u32))?;
        let root = self.find(node);
        let each = if self.equal[root] { self.cells[root] + self.most_inputs + 1 } else { 1 };
        Some((self.facts[node].clone(), each))
    }

    /// Replaces an input by one of few values.
    fn replace(&mut self, system: &mut System, t: usize, i: usize) {
        let Some((facts, each)) = self.of_input(t, i).filter(|(facts, _)| !facts.used) else { return };
        let (low, high) = {
            let input = &system.transitions[t].inputs[i];
            (input.low, input.high)
        };
        let mut borders: Vec<u64> = facts.borders.into_iter().filter(|&b| b > low && b <= high).collect();
        borders.insert(0, low);
        let ends = borders.iter().skip(1).map(|&b| b - 1).chain([high]);
        let regions: Vec<(u64, u64)> =
            borders.iter().zip(ends).map(|(&start, end)| (start, (end - start).saturating_add(1).min(each))).collect();
        if regions.iter().map(|r| r.1).sum::<u64>() <= MOST_VALUES {
            choose_from(system, t, i, &regions);
        }
    }

    /// Replaces an input of which every value matters by some values.
    fn sample(&mut self, system: &mut System, t: usize, i: usize) {
        let (low, high, width) = {
            let input = &system.transitions[t].inputs[i];
            (input.low, input.high, input.width)
        };
        let borders = self.of_input(t, i).map(|(facts, _)| facts.borders).unwrap_or_default();
        let half = mask(width) >> 1;
        let near = borders.into_iter().take(SAMPLED_BORDERS);
        let mut list: Vec<u64> = [0, 1, 2, 3, mask(width), half, half + 1, low, high].into_iter().chain(near).collect();
        list.retain(|v| (low..=high).contains(v));
        list.sort_unstable();
        list.dedup();
        let regions: Vec<(u64, u64)> = list.into_iter().map(|v| (v, 1)).collect();
        choose_from(system, t, i, &regions);
    }
}

/// Replaces an input by a choice from ranges, given by their first values and lengths.
fn choose_from(system: &mut System, t: usize, i: usize, regions: &[(u64, u64)]) {
    let width = system.transitions[t].inputs[i].width;
    let total: u64 = regions.iter().map(|r| r.1).sum();
    let narrow = width_of(total - 1);
    let exprs = &mut system.exprs;
    let choice = exprs.input(i as u32, narrow);
    let wide = if narrow <= width { exprs.zero_extend(width, choice) } else { exprs.truncate(width, choice) };
    let (mut value, mut offset) = (exprs.constant(width, regions[0].0), 0);
    for &(start, count) in regions {
        let shift = exprs.constant(width, start.wrapping_sub(offset));
        let here = exprs.binary(BinaryOp::Add, wide, shift);
        let from = exprs.constant(width, offset);
        let before = exprs.binary(BinaryOp::UnsignedLess, wide, from);
        value = exprs.ite(before, value, here);
        offset += count;
    }
    let mut memo = FxHashMap::default();
    let mut put = |e: ExprId| {
        exprs.substitute(e, &mut memo, &mut |_, read| {
            matches!(read, Expr::Input { index, width: w } if index == i as u32 && w == width).then_some(value)
        })
    };
    let transition = &mut system.transitions[t];
    transition.checks.iter_mut().for_each(|c| c.condition = put(c.condition));
    let steps = transition.steps.iter_mut().flat_map(|s| &mut s.updates);
    for update in transition.updates.iter_mut().chain(steps) {
        update.value = put(update.value);
        update.target = update.target.map_index(&mut put);
    }
    let input = &mut transition.inputs[i];
    input.display = input.display.chosen_from(width, regions);
    (input.width, input.low, input.high) = (narrow, 0, total - 1);
}

/// Which variables can make a difference: those that guards, checks and ends read, and those that such variables are
/// computed from.
fn relevant(system: &System) -> Vec<bool> {
    let mut relevant = vec![false; system.variables.len()];
    let mut seen = FxHashSet::default();
    let mut todo: Vec<ExprId> = system.guards.clone();
    todo.push(system.valid_end);
    todo.extend(system.labels.iter().map(|l| l.predicate));
    todo.extend(system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.condition));
    let mut updates: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
    for update in system.transitions.iter().flat_map(|t| &t.updates) {
        updates.entry(update.target.variable().index()).or_default().extend(update.expressions());
    }
    while let Some(e) = todo.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Expr::Var(v) | Expr::Element(v, _) = system.exprs.get(e)
            && !std::mem::replace(&mut relevant[v.index()], true)
        {
            todo.extend(updates.remove(&v.index()).unwrap_or_default());
        }
        todo.extend(system.exprs.operands(e));
    }
    relevant
}

/// Whether a comparison has the same result for all values of variables.
fn is_decided(system: &System, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
    let (Some((a, b)), Some((c, d))) = (signed_range(system, a), signed_range(system, b)) else { return false };
    match op {
        BinaryOp::Equal => b < c || d < a,
        BinaryOp::SignedLess => b < c || a >= d,
        BinaryOp::SignedLessEqual => b <= c || a > d,
        BinaryOp::UnsignedLess => a >= 0 && c >= 0 && (b < c || a >= d),
        BinaryOp::UnsignedLessEqual => a >= 0 && c >= 0 && (b <= c || a > d),
        _ => false,
    }
}

/// Bounds of a value, seen as a signed number.
fn signed_range(system: &System, e: ExprId) -> Option<(i64, i64)> {
    let exprs = &system.exprs;
    let half = (mask(exprs.width(e)) >> 1) as i64;
    match exprs.get(e) {
        Expr::Const { width, bits } => Some((signed(width, bits), signed(width, bits))),
        Expr::Binary(BinaryOp::SignedRem, _, by) => {
            let by = exprs.as_const(by).filter(|&k| k > 0 && k <= half as u64)? as i64;
            Some((1 - by, by - 1))
        }
        Expr::Binary(BinaryOp::UnsignedRem, _, by) => {
            let by = exprs.as_const(by).filter(|&k| k > 0 && k <= half as u64)? as i64;
            Some((0, by - 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
