//! Values that a program cannot tell apart: of each such class, an input needs to have only a few.
//!
//! Variables between which values are copied belong together. If all that is done with their values is to compare them
//! with constants, two values between the same constants behave alike, wherever they go, so one of them is enough. If
//! they are also compared with each other, for equality only, then there must be as many as can be told apart at once:
//! one more than there are cells that can hold one. What is computed with, or used as an index, stays as it is.

use kulan_ir::expr::{mask, width_of};
use kulan_ir::{BinaryOp, Check, CheckKind, Expr, ExprId, System, Target, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Inputs up to this width are left to the engine, which tries all values.
const NARROW: u8 = 8;
/// Values of an input, at most.
const MOST_VALUES: u64 = 4096;

/// Restricts the wide inputs of a system to values that behave differently.
pub fn restrict(system: &mut System) {
    if !system.transitions.iter().any(|t| t.inputs.iter().any(|i| i.width > NARROW)) {
        return;
    }
    let mut classes = Classes::of(system);
    for t in 0..system.transitions.len() {
        for i in 0..system.transitions[t].inputs.len() {
            if system.transitions[t].inputs[i].width > NARROW {
                classes.replace(system, t, i);
            }
        }
    }
}

/// Where an input still has too many values to try them all, the search cannot go on.
pub fn refuse_the_rest(system: &mut System) {
    let ids: Vec<_> = system.transition_ids().filter(|t| !system.transition(*t).inputs.is_empty()).collect();
    for id in ids {
        let Err(too_many) = kulan_ir::inputs::tuples(system, id) else { continue };
        let message = format!("not supported: {} can have too many values to try them all", too_many.input);
        let never = system.exprs.bool(false);
        let transition = &mut system.transitions[id.index()];
        transition.checks = vec![Check::new(never, CheckKind::Unsupported, message, too_many.source)];
        transition.inputs.clear();
        transition.updates.clear();
        transition.continues = None;
        transition.steps.iter_mut().for_each(|s| s.updates.clear());
    }
}

#[derive(Clone, Default)]
struct Facts {
    /// Values at which behavior changes.
    borders: Vec<u64>,
    /// Constants that are stored.
    constants: Vec<u64>,
    /// Something else is done with the values.
    used: bool,
    /// Compared with each other.
    compared: bool,
    /// Values come from computations.
    computed: bool,
    cells: u64,
    inputs: u64,
}

struct Classes {
    parent: Vec<usize>,
    facts: Vec<Facts>,
    /// The node of each input, by transition and position.
    inputs: FxHashMap<(usize, u32), usize>,
    seen: FxHashSet<(usize, ExprId)>,
    transition: usize,
}

/// Where a value comes from, if it is only passed on.
struct Flow {
    nodes: Vec<usize>,
    constants: Vec<u64>,
}

impl Classes {
    fn of(system: &System) -> Classes {
        let count = system.variables.len();
        let mut classes = Classes {
            parent: (0..count).collect(),
            facts: vec![Facts::default(); count],
            inputs: FxHashMap::default(),
            seen: FxHashSet::default(),
            transition: usize::MAX,
        };
        for (v, variable) in system.variables.iter().enumerate() {
            classes.facts[v].cells = variable.len() as u64;
            classes.facts[v].constants.clone_from(&variable.initial);
        }
        for (t, transition) in system.transitions.iter().enumerate() {
            for (i, input) in transition.inputs.iter().enumerate() {
                let node = classes.parent.len();
                classes.parent.push(node);
                let end = input.high.wrapping_add(1) & mask(input.width);
                let borders = vec![input.low, end];
                classes.facts.push(Facts { borders, inputs: 1, ..Facts::default() });
                classes.inputs.insert((t, i as u32), node);
            }
        }
        for &guard in &system.guards {
            classes.visit(system, guard);
        }
        classes.visit(system, system.valid_end);
        for (t, transition) in system.transitions.iter().enumerate() {
            classes.transition = t;
            for check in &transition.checks {
                classes.visit(system, check.condition);
            }
            for update in &transition.updates {
                classes.update(system, update.target, update.value);
            }
        }
        classes
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
        if a == b {
            return a;
        }
        let other = std::mem::take(&mut self.facts[b]);
        let facts = &mut self.facts[a];
        facts.borders.extend(other.borders);
        facts.constants.extend(other.constants);
        facts.used |= other.used;
        facts.compared |= other.compared;
        facts.computed |= other.computed;
        facts.cells += other.cells;
        facts.inputs += other.inputs;
        self.parent[b] = a;
        a
    }

    fn update(&mut self, system: &System, target: Target, value: ExprId) {
        let VarId(v) = target.variable();
        if let Some(index) = target.index() {
            self.visit(system, index);
        }
        match self.flow(system, value) {
            Some(flow) => {
                let class = flow.nodes.iter().fold(v as usize, |a, &b| self.join(a, b));
                let class = self.find(class);
                self.facts[class].constants.extend(flow.constants);
            }
            None => {
                self.visit(system, value);
                let class = self.find(v as usize);
                self.facts[class].computed = true;
            }
        }
    }

    /// The sources of a value that is only passed on.
    fn flow(&mut self, system: &System, e: ExprId) -> Option<Flow> {
        match system.exprs.get(e) {
            Expr::Const { bits, .. } => Some(Flow { nodes: Vec::new(), constants: vec![bits] }),
            Expr::Var(v) => Some(Flow { nodes: vec![v.index()], constants: Vec::new() }),
            Expr::Element(v, index) => {
                self.visit(system, index);
                Some(Flow { nodes: vec![v.index()], constants: Vec::new() })
            }
            Expr::Input { index, .. } => {
                let node = *self.inputs.get(&(self.transition, index))?;
                Some(Flow { nodes: vec![node], constants: Vec::new() })
            }
            Expr::Ite(c, a, b) => {
                let (mut x, y) = (self.flow(system, a)?, self.flow(system, b)?);
                self.visit(system, c);
                x.nodes.extend(y.nodes);
                x.constants.extend(y.constants);
                Some(x)
            }
            _ => None,
        }
    }

    /// What is done with values in an expression whose own value matters.
    fn visit(&mut self, system: &System, e: ExprId) {
        if !self.seen.insert((self.transition, e)) {
            return;
        }
        let exprs = &system.exprs;
        match exprs.get(e) {
            Expr::Binary(op, a, b) if op.is_comparison() && exprs.width(a) > 1 => {
                let (Some(x), Some(y)) = (self.flow(system, a), self.flow(system, b)) else {
                    self.visit(system, a);
                    self.visit(system, b);
                    return;
                };
                self.compare(op, mask(exprs.width(a)), x, y);
            }
            Expr::Var(v) => self.use_of(v.index()),
            Expr::Element(v, index) => {
                self.use_of(v.index());
                self.visit(system, index);
            }
            Expr::Input { index, .. } => {
                if let Some(&node) = self.inputs.get(&(self.transition, index)) {
                    self.use_of(node);
                }
            }
            _ => exprs.operands(e).for_each(|operand| self.visit(system, operand)),
        }
    }

    fn use_of(&mut self, node: usize) {
        let class = self.find(node);
        self.facts[class].used = true;
    }

    fn compare(&mut self, op: BinaryOp, all: u64, x: Flow, y: Flow) {
        let both = !x.nodes.is_empty() && !y.nodes.is_empty();
        let mut nodes = x.nodes.iter().chain(&y.nodes);
        let Some(&first) = nodes.next() else { return };
        let class = nodes.fold(first, |a, &b| self.join(a, b));
        let class = self.find(class);
        let facts = &mut self.facts[class];
        for k in x.constants.into_iter().chain(y.constants) {
            facts.borders.extend([k, k.wrapping_add(1) & all]);
        }
        if op != BinaryOp::Equal {
            facts.borders.push((all >> 1).wrapping_add(1) & all);
            facts.used |= both;
        }
        facts.compared |= both;
    }

    /// Replaces an input by one of few values.
    fn replace(&mut self, system: &mut System, t: usize, i: usize) {
        let Some(&node) = self.inputs.get(&(t, i as u32)) else { return };
        let class = self.find(node);
        let facts = self.facts[class].clone();
        if facts.used || facts.compared && facts.computed {
            return;
        }
        let (low, high, width) = {
            let input = &system.transitions[t].inputs[i];
            (input.low, input.high, input.width)
        };
        let mut borders = facts.borders;
        let mut each = 1;
        if facts.compared {
            borders.extend(facts.constants.iter().flat_map(|&k| [k, k.wrapping_add(1) & mask(width)]));
            each = facts.cells + facts.inputs + 1;
        }
        borders.retain(|&b| b > low && b <= high);
        borders.push(low);
        borders.sort_unstable();
        borders.dedup();
        let ends = borders.iter().skip(1).map(|&b| b - 1).chain([high]);
        let regions: Vec<(u64, u64)> =
            borders.iter().zip(ends).map(|(&start, end)| (start, (end - start).saturating_add(1).min(each))).collect();
        let total: u64 = regions.iter().map(|r| r.1).sum();
        if total > MOST_VALUES {
            return;
        }
        let narrow = width_of(total - 1);
        let exprs = &mut system.exprs;
        let choice = exprs.input(i as u32, narrow);
        let wide = if narrow <= width { exprs.zero_extend(width, choice) } else { exprs.truncate(width, choice) };
        let (mut value, mut offset) = (exprs.constant(width, low), 0);
        for (start, count) in regions {
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
        (input.width, input.low, input.high) = (narrow, 0, total - 1);
    }
}
