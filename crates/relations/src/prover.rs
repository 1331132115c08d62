//! Decides whether conditions can hold together in a state that the values of the cells allow.
//!
//! Conditions that share no cell are independent, so a conjunction falls into components, each decided by itself. What a
//! component asks does not depend on which variables it is about, so answers are kept by its form.

use std::sync::Arc;

use kulan_control::checkpoint;
use kulan_ir::{BinaryOp, Chance, Expr, ExprId, Exprs, System, VarId, conjuncts};
use kulan_sat::{Answer, Array, At, Batsat, Circuit, Domain, Encoder, Limits, Space, Stop, stop_of};
use kulan_values::{Cells, Values};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::Bounds;
use crate::narrow::Narrow;
use crate::passing::PassingMap;

/// Conflicts after which a question stays open.
const MOST_CONFLICTS: u64 = 2000;
/// As many, times clauses: a conflict takes the longer the more clauses there are.
const MOST_CLAUSE_VISITS: u64 = 20_000_000;
/// States that are tried before the solver is asked.
const SAMPLES: u32 = 24;
/// No answer.
const OPEN: Answered = Answered { answer: Answer::Unknown, effort: 0 };
/// Operations of going through values that count as much as one of the solver's effort.
const OPERATIONS: u64 = 10;
/// Marks the owner of a cell whose value is fixed.
const FIXED: u32 = 1 << 31;

/// What deciding took.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Components whose answer was kept.
    pub kept: u64,
    /// Components given to the solver.
    pub solved: u64,
    /// Those of them that stayed open.
    pub open: u64,
}

/// The cells of a state that satisfies the conditions, and elements of lumped arrays: variable, position, value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    pub cells: Vec<(usize, u64)>,
    pub elements: Vec<(VarId, u64, u64)>,
}

/// An answer, and the solver's effort for it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Answered {
    answer: Answer,
    effort: u64,
}

/// What outlives a prover: answers by form, with what the numbers in it stand for, and what depends on the expressions
/// alone or on the values of cells as they were.
pub struct Memory {
    pub bounds: Bounds,
    exprs: Option<Exprs>,
    reads: PassingMap<ExprId, Arc<[u32]>>,
    values: Vec<Values>,
    /// Answers by the very conditions, which is faster than by form.
    same: PassingMap<Vec<ExprId>, Answered>,
    narrow: Narrow,
    spent: u64,
    answers: FxHashMap<Vec<u32>, Answered>,
    /// Numbers for widths and values.
    names: FxHashMap<(u8, Values), u32>,
    /// Numbers for lengths, widths and the names of all cells.
    signatures: FxHashMap<(u32, u8, Vec<u32>), u32>,
}

impl Memory {
    pub fn new(bounds: Bounds) -> Memory {
        Memory {
            bounds,
            exprs: None,
            reads: PassingMap::default(),
            values: Vec::new(),
            same: PassingMap::default(),
            narrow: Narrow::new(bounds),
            spent: 0,
            answers: FxHashMap::default(),
            names: FxHashMap::default(),
            signatures: FxHashMap::default(),
        }
    }

    /// Whether the effort for all questions is used up: what cannot be told easily then stays open.
    pub fn is_spent(&self) -> bool {
        self.spent > self.bounds.effort
    }

    /// Takes note of an answer that was known. By itself each part of the questions costs what it takes to find all of
    /// its answers, and answers that it could not afford are none: so they do not depend on what was asked before.
    fn charge(&mut self, known: Answered) -> Answer {
        if self.bounds.by_part {
            self.spent += known.effort;
        }
        known.answer
    }
}

/// A decision procedure for the expressions of one system, and those built from them.
pub struct Prover<'a> {
    pub exprs: Exprs,
    cells: &'a Cells,
    values: &'a [Values],
    /// By variable: its width.
    widths: Arc<[u8]>,
    /// By variable: the number of its signature.
    signatures: Vec<u32>,
    pub memory: Memory,
    /// By cell: the component it belongs to, valid if the round is the current one.
    owners: Vec<(u32, u32)>,
    round: u32,
    /// Scratch: a state by cell, and slots for evaluation.
    state: Vec<u64>,
    slots: Vec<u64>,
    /// Whether the run was stopped.
    stop: Stop,
    pub effort: Effort,
}

impl<'a> Prover<'a> {
    pub fn new(system: &System, cells: &'a Cells, values: &'a [Values], mut memory: Memory) -> Prover<'a> {
        let mut names = vec![0; cells.count()];
        let (mut signatures, mut widths) = (Vec::new(), Vec::new());
        for v in 0..2 * system.variables.len() {
            let var = VarId(v as u32);
            let width = system.variables.get(v).map_or(POSITION_WIDTH, |variable| variable.width);
            widths.push(width);
            for cell in cells.all(var) {
                let next = memory.names.len() as u32;
                names[cell] = *memory.names.entry((width, values[cell].clone())).or_insert(next);
            }
            let next = memory.signatures.len() as u32;
            let key = (cells.elements(var), width, names[cells.all(var)].to_vec());
            signatures.push(*memory.signatures.entry(key).or_insert(next));
        }
        if memory.values != values {
            memory.same.clear();
            memory.narrow.forget_values();
            memory.values = values.to_vec();
        }
        Prover {
            exprs: memory.exprs.take().unwrap_or_else(|| system.exprs.clone()),
            cells,
            values,
            widths: widths.into(),
            signatures,
            memory,
            owners: vec![(0, 0); cells.count()],
            round: 0,
            state: vec![0; cells.count()],
            slots: Vec::new(),
            stop: stop_of(&kulan_control::current()),
            effort: Effort::default(),
        }
    }

    /// What a prover for the same system may begin with.
    pub fn into_memory(self) -> Memory {
        Memory { exprs: Some(self.exprs), ..self.memory }
    }

    /// An element of an array at any position.
    pub fn any_element(&mut self, v: VarId, width: u8) -> ExprId {
        let position = self.exprs.var(self.cells.position(v), POSITION_WIDTH);
        self.exprs.element(v, width, position)
    }

    /// The cells that an expression may read, in the order in which it does.
    pub fn reads(&mut self, id: ExprId) -> Arc<[u32]> {
        if let Some(known) = self.memory.reads.get(&id) {
            return known.clone();
        }
        let (mut list, mut seen) = (Vec::new(), FxHashSet::default());
        self.cells.reads(&self.exprs, id, &mut FxHashSet::default(), &mut |cell| {
            if seen.insert(cell) {
                list.push(cell as u32);
            }
        });
        let list: Arc<[u32]> = list.into();
        self.memory.reads.insert(id, list.clone());
        list
    }

    /// Whether all conditions can hold in one state.
    pub fn satisfiable(&mut self, conditions: &[ExprId]) -> Answer {
        let Some(parts) = self.simplify(conditions) else { return Answer::Unsatisfiable };
        let mut result = Answer::Satisfiable;
        for component in self.components(&parts) {
            match self.decide(&component) {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => return Answer::Unsatisfiable,
                Answer::Unknown => result = Answer::Unknown,
            }
        }
        result
    }

    /// Whether the form of conditions tells that they never hold together.
    pub fn are_plainly_contradictory(&mut self, conditions: &[ExprId]) -> bool {
        self.simplify(conditions).is_none()
    }

    /// A state in which all conditions hold, as far as they say something of it; `Err` without a state.
    pub fn model(&mut self, conditions: &[ExprId]) -> Result<Witness, Answer> {
        let parts = self.simplify(conditions).ok_or(Answer::Unsatisfiable)?;
        let fixed = parts.iter().filter_map(|&p| self.cells.equality(&self.exprs, p));
        let mut model = Witness { cells: fixed.collect(), elements: Vec::new() };
        for component in self.components(&parts) {
            let space = self.space(&component);
            let (mut encoder, at) = self.encode(&space, &component);
            match self.solve_circuit(&mut encoder.circuit) {
                Answer::Satisfiable => self.read(&encoder, at, &mut model),
                other => return Err(other),
            }
        }
        Ok(model)
    }

    /// The conjuncts without those that are plainly true; `None` if they are plainly contradictory.
    fn simplify(&mut self, conditions: &[ExprId]) -> Option<Vec<ExprId>> {
        let mut parts = Vec::with_capacity(conditions.len() + 4);
        for &condition in conditions {
            match self.exprs.get(condition) {
                Expr::Const { bits: 0, .. } => return None,
                Expr::Const { .. } => {}
                Expr::Binary(BinaryOp::And, ..) => conjuncts(&self.exprs, condition, &mut parts),
                _ => parts.push(condition),
            }
        }
        let mut fixed: Vec<(usize, u64)> = Vec::new();
        for i in 0..parts.len() {
            if let Some((cell, value)) = self.cells.equality(&self.exprs, parts[i]) {
                if fixed.iter().any(|&(c, v)| c == cell && v != value) || !self.values[cell].contains(value) {
                    return None;
                }
                fixed.push((cell, value));
            } else if matches!(self.exprs.get(parts[i]), Expr::Not(inner) if parts.contains(&inner)) {
                return None;
            }
        }
        Some(parts)
    }

    /// The conditions in groups that share no cell but those with a fixed value. What fixes the value of a cell is in each
    /// group that reads the cell; that it can have the value was seen before.
    fn components(&mut self, parts: &[ExprId]) -> Vec<Vec<ExprId>> {
        self.round += 1;
        let fixed: Vec<Option<usize>> =
            parts.iter().map(|&p| self.cells.equality(&self.exprs, p).map(|(cell, _)| cell)).collect();
        for (i, &cell) in fixed.iter().enumerate().filter_map(|(i, cell)| Some((i, cell.as_ref()?))) {
            self.owners[cell] = (self.round, FIXED | i as u32);
        }
        let mut groups: Vec<u32> = (0..parts.len() as u32).collect();
        let mut fixes: Vec<(u32, u32)> = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if fixed[i].is_some() || parts[..i].contains(&part) {
                groups[i] = u32::MAX;
                continue;
            }
            for &cell in self.reads(part).iter() {
                let (round, owner) = self.owners[cell as usize];
                if round == self.round && owner & FIXED != 0 {
                    fixes.push((i as u32, owner & !FIXED));
                    continue;
                }
                if round == self.round {
                    merge(&mut groups, owner as usize, i);
                }
                self.owners[cell as usize] = (self.round, i as u32);
            }
        }
        let mut result = Vec::new();
        for group in 0..parts.len() as u32 {
            let mut members: Vec<usize> = (0..parts.len()).filter(|&i| groups[i] == group).collect();
            if members.is_empty() {
                continue;
            }
            let of_group = fixes.iter().filter(|&&(i, _)| groups[i as usize] == group);
            members.extend(of_group.map(|&(_, by)| by as usize));
            members.sort_unstable();
            members.dedup();
            result.push(members.into_iter().map(|i| parts[i]).collect());
        }
        result.sort_by_key(Vec::len);
        result
    }

    fn decide(&mut self, component: &[ExprId]) -> Answer {
        if self.memory.bounds.by_part && self.memory.is_spent() {
            return Answer::Unknown;
        }
        if let Some(&known) = self.memory.same.get(component) {
            self.effort.kept += 1;
            return self.memory.charge(known);
        }
        checkpoint();
        let key = self.key(component);
        if let Some(&known) = self.memory.answers.get(&key) {
            self.effort.kept += 1;
            self.memory.same.insert(component.to_vec(), known);
            return self.memory.charge(known);
        }
        let found = self.find(component, key.len() as u64);
        self.effort.solved += 1;
        // What nothing was left for may be found by itself another time.
        if let Some(found) = found.or((!self.memory.bounds.by_part).then_some(OPEN)) {
            self.memory.answers.insert(key, found);
            self.memory.same.insert(component.to_vec(), found);
        }
        let answer = found.unwrap_or(OPEN).answer;
        self.effort.open += u64::from(answer == Answer::Unknown);
        answer
    }

    /// Finds an answer, if there is effort left. By itself a part of the questions pays for everything; otherwise what
    /// takes little is free.
    fn find(&mut self, component: &[ExprId], size: u64) -> Option<Answered> {
        let (before, operations) = (self.memory.spent, self.memory.narrow.operations);
        let answer = match self.narrow(component) {
            Some(answer) => answer,
            None if self.memory.is_spent() => return None,
            None => self.solve(component),
        };
        if self.memory.bounds.by_part {
            self.memory.spent += 1 + (size + self.memory.narrow.operations - operations) / OPERATIONS;
        }
        Some(Answered { answer, effort: self.memory.spent - before })
    }

    fn solve(&mut self, component: &[ExprId]) -> Answer {
        let space = self.space(component);
        let circuit = &mut self.encode(&space, component).0.circuit;
        let answer = self.solve_circuit(circuit);
        let effort = circuit.effort();
        self.memory.spent += effort.propagations + 10 * effort.clauses;
        answer
    }

    /// Counts expressions that were built for a question.
    pub fn charge_expressions(&mut self, before: usize) {
        if self.memory.bounds.by_part {
            self.memory.spent += (self.exprs.len() - before) as u64;
        }
    }

    /// Whether a part of the questions has no effort left, so that no more need be asked.
    pub fn is_over(&self) -> bool {
        self.memory.bounds.by_part && self.memory.is_spent()
    }

    /// Begins a part of the questions that has the whole effort for itself, and whose answers are the same whatever was
    /// asked before: the expressions are again the first `count`.
    pub fn begin_part(&mut self, count: usize) {
        self.memory.spent = 0;
        self.exprs.keep_first(count);
        self.memory.reads.forget_beyond(count);
        self.memory.same.forget_beyond(count);
        self.memory.narrow.truncate(count);
    }

    /// Goes through values where that is quick, or tries some states: both are faster than a solver.
    fn narrow(&mut self, component: &[ExprId]) -> Option<Answer> {
        if self.memory.is_spent() {
            self.memory.narrow.hurry();
        }
        let fixed = component.iter().filter_map(|&c| self.cells.equality(&self.exprs, c));
        match self.memory.narrow.decide(&self.exprs, self.cells, self.values, component, fixed) {
            Some(true) => Some(Answer::Satisfiable),
            Some(false) => Some(Answer::Unsatisfiable),
            None => self.sample(component),
        }
    }

    /// Tries some states; those that say nothing but that values differ are easily found.
    fn sample(&mut self, component: &[ExprId]) -> Option<Answer> {
        let tapes = self.memory.narrow.tapes(&self.exprs, self.cells, component)?;
        let cells: Vec<u32> = component.iter().flat_map(|&c| self.reads(c).to_vec()).collect();
        let mut chance = Chance::new(0x9e37_79b9_7f4a_7c15);
        for _ in 0..SAMPLES {
            for &cell in &cells {
                self.state[cell as usize] = self.values[cell as usize].pick(chance.bits() >> 16)?;
            }
            for (cell, value) in component.iter().filter_map(|&c| self.cells.equality(&self.exprs, c)) {
                self.state[cell] = value;
            }
            self.memory.narrow.operations += cells.len() as u64;
            if tapes.iter().all(|ready| ready.tape.evaluate(&self.state, &mut self.slots) == 1) {
                return Some(Answer::Satisfiable);
            }
        }
        None
    }

    /// The states that the values of cells allow, some of them fixed by conditions.
    fn space(&self, component: &[ExprId]) -> Allowed<'a> {
        let fixed = component.iter().filter_map(|&c| self.cells.equality(&self.exprs, c)).collect();
        Allowed { cells: self.cells, values: self.values, widths: self.widths.clone(), fixed }
    }

    fn encode<'s>(&self, space: &'s Allowed<'a>, component: &[ExprId]) -> (Encoder<'s, Batsat, Allowed<'a>>, At) {
        let mut encoder = Encoder::new(Batsat::default(), space);
        let at = At::from(encoder.free());
        for &condition in component {
            let holds = encoder.bit(&self.exprs, at, condition);
            encoder.circuit.require(holds);
        }
        (encoder, at)
    }

    /// Decides what was required of a circuit, or gives up.
    fn solve_circuit(&self, circuit: &mut Circuit<Batsat>) -> Answer {
        let affordable = MOST_CLAUSE_VISITS / circuit.effort().clauses.max(1);
        let limits = Limits { conflicts: Some(affordable.min(MOST_CONFLICTS)), stop: Some(self.stop.clone()) };
        let answer = circuit.solve(&[], &limits);
        checkpoint();
        answer
    }

    /// Reads the state that the solver found.
    fn read(&self, encoder: &Encoder<'_, Batsat, Allowed<'a>>, at: At, model: &mut Witness) {
        let cell = |v: VarId, element: u32| self.cells.all(v).start + element as usize;
        model.cells.extend(encoder.cells(at.frame).map(|(v, element, value)| (cell(v, element), value)));
        model.elements.extend(encoder.long_elements(at.frame));
    }

    /// The form of a component: its operations in order, with variables numbered as they occur. Two components of equal
    /// form differ in the names of variables only, for the sequence can be read back.
    fn key(&self, component: &[ExprId]) -> Vec<u32> {
        let mut form = Form { prover: self, key: Vec::new(), nodes: FxHashMap::default(), variables: Vec::new() };
        for &condition in component {
            let node = form.node(condition);
            form.key.extend([u32::MAX, node]);
        }
        form.key
    }
}

/// Of variables that stand for positions.
const POSITION_WIDTH: u8 = 32;

/// The states that the values of cells allow.
struct Allowed<'a> {
    cells: &'a Cells,
    values: &'a [Values],
    widths: Arc<[u8]>,
    /// Cells with the only values that they are to have.
    fixed: Vec<(usize, u64)>,
}

impl Space for Allowed<'_> {
    fn width(&self, v: VarId) -> u8 {
        self.widths[v.index()]
    }

    fn array(&self, v: VarId) -> Option<Array> {
        let length = self.cells.array(v)?;
        Some(Array { length, split: !self.cells.is_lumped(v) })
    }

    fn domain(&self, v: VarId, element: u32) -> Domain<'_> {
        let cell = self.cells.all(v).start + element as usize;
        match (self.fixed.iter().find(|f| f.0 == cell), &self.values[cell]) {
            (Some((_, value)), _) => Domain::Set(std::slice::from_ref(value)),
            (None, Values::Set(set)) => Domain::Set(set),
            (None, &Values::Range(low, high)) => Domain::Range(low, high),
        }
    }
}

fn merge(groups: &mut [u32], a: usize, b: usize) {
    let (from, to) = (groups[b], groups[a]);
    if from != to {
        groups.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
}

struct Form<'p> {
    prover: &'p Prover<'p>,
    key: Vec<u32>,
    nodes: FxHashMap<ExprId, u32>,
    variables: Vec<VarId>,
}

impl Form<'_> {
    fn variable(&mut self, v: VarId) {
        let known = self.variables.iter().position(|&w| w == v);
        let number = known.unwrap_or(self.variables.len());
        self.key.push(number as u32);
        if known.is_none() {
            self.variables.push(v);
            self.key.push(self.prover.signatures[v.index()]);
        }
    }

    fn node(&mut self, id: ExprId) -> u32 {
        if let Some(&number) = self.nodes.get(&id) {
            return number;
        }
        let exprs = &self.prover.exprs;
        let operands: Vec<u32> = exprs.operands(id).map(|o| self.node(o)).collect();
        match exprs.get(id) {
            Expr::Const { width, bits } => self.key.extend([0, u32::from(width), bits as u32, (bits >> 32) as u32]),
            Expr::Var(v) => {
                self.key.push(1);
                self.variable(v);
            }
            Expr::Element(v, _) => {
                self.key.push(2);
                self.variable(v);
            }
            Expr::Input { index, width } => self.key.extend([10, index, u32::from(width)]),
            Expr::Position => self.key.push(11),
            Expr::Not(_) => self.key.push(3),
            Expr::Neg(_) => self.key.push(4),
            Expr::Ite(..) => self.key.push(5),
            Expr::ZeroExtend(width, _) => self.key.extend([6, u32::from(width)]),
            Expr::SignExtend(width, _) => self.key.extend([7, u32::from(width)]),
            Expr::Extract { low, width, .. } => self.key.extend([8, u32::from(width), u32::from(low)]),
            Expr::Concat(..) => self.key.push(9),
            Expr::Binary(op, ..) => self.key.push(16 + op as u32),
        }
        self.key.extend(operands);
        let number = self.nodes.len() as u32;
        self.nodes.insert(id, number);
        number
    }
}
