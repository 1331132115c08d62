//! What a proof says of all reachable states, as conditions of the system.

use std::collections::{BTreeMap, BTreeSet};

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, ExprId, System, VarId};
use kulan_sat::{Answer, Batsat, Limits, Lit};
use rustc_hash::FxHashMap;

use crate::ic3::Said;
use crate::relation::{Meaning, Relation, StateBit};
use crate::unroll::{Start, Unrolling};

/// A clause: one of these is true of every reachable state.
pub type Clause = Vec<Said>;

/// The clauses that say what was found out about bits before the proof: which never change, and which are equal.
pub fn of_bits(relation: &Relation) -> Vec<Clause> {
    let constants = relation.constants.iter().map(|&(bit, value)| vec![(Meaning::Bit(bit), value)]);
    let equal = relation.equal.iter().flat_map(|&(a, b, complement)| {
        [true, false].map(|value| vec![(Meaning::Bit(a), value), (Meaning::Bit(b), value == complement)])
    });
    constants.chain(equal).collect()
}

/// Those of the clauses that a proof needs: each is needed to exclude the bad states, or to show that another one that is
/// needed holds in the next state. All of them if the limits are met first, or if they are no proof.
pub fn needed(relation: &Relation, clauses: Vec<Clause>, limits: &Limits) -> Vec<Clause> {
    match Proof::new(relation, &clauses).needed(limits) {
        Some(needed) => clauses.into_iter().enumerate().filter(|(i, _)| needed.contains(i)).map(|(_, c)| c).collect(),
        None => clauses,
    }
}

/// Clauses over one step of a relation, each of which can be assumed.
struct Proof<'r> {
    step: Unrolling<'r, Batsat>,
    bad: Lit,
    /// For each clause: its literals in the next state.
    next: Vec<Vec<Lit>>,
    assumed: Vec<Lit>,
}

impl<'r> Proof<'r> {
    fn new(relation: &'r Relation, clauses: &[Clause]) -> Proof<'r> {
        let atoms: FxHashMap<Meaning, _> = relation.atoms().map(|a| (a.meaning, *a)).collect();
        let mut step = Unrolling::new(relation, Batsat::default(), Start::Anywhere);
        let bad = step.lit(0, relation.bad);
        let (mut next, mut assumed) = (Vec::new(), Vec::new());
        for clause in clauses {
            let assumption = step.circuit.fresh_bit();
            let mut holds = vec![!assumption];
            let mut later = Vec::new();
            for (meaning, value) in clause {
                // A condition that the relation does not have is a constant there.
                let Some(atom) = atoms.get(meaning) else { continue };
                holds.push(step.lit(0, atom.now).complement_if(!value));
                later.push(step.lit(0, atom.next).complement_if(!value));
            }
            step.circuit.clause(&holds);
            next.push(later);
            assumed.push(assumption);
        }
        Proof { step, bad, next, assumed }
    }

    fn needed(&mut self, limits: &Limits) -> Option<BTreeSet<usize>> {
        let mut needed = BTreeSet::new();
        let mut pending = self.ask(&[self.bad], &needed, limits)?;
        while let Some(clause) = pending.pop() {
            if needed.insert(clause) {
                let broken: Vec<Lit> = self.next[clause].iter().map(|&l| !l).collect();
                pending.extend(self.ask(&broken, &needed, limits)?);
            }
        }
        Some(needed)
    }

    /// The clauses that contradict some literals; none if they do not.
    fn ask(&mut self, lits: &[Lit], needed: &BTreeSet<usize>, limits: &Limits) -> Option<Vec<usize>> {
        // What is needed anyway comes first.
        let others = (0..self.assumed.len()).filter(|i| !needed.contains(i));
        let order = needed.iter().copied().chain(others).map(|i| self.assumed[i]);
        let assumptions: Vec<Lit> = lits.iter().copied().chain(order).collect();
        if self.step.circuit.solve(&assumptions, limits) != Answer::Unsatisfiable {
            return None;
        }
        let core: BTreeSet<Lit> = self.step.circuit.core().into_iter().collect();
        Some((0..self.assumed.len()).filter(|&i| core.contains(&self.assumed[i])).collect())
    }
}

/// Bits of a cell: which ones, and their values.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Bits {
    mask: u64,
    value: u64,
}

impl Bits {
    fn add(&mut self, bit: u8, value: bool) {
        self.mask |= 1 << bit;
        self.value |= u64::from(value) << bit;
    }
}

/// A scalar, or an element of an array.
type Cell = (VarId, u32);

/// That some things do not hold together, unless cells have certain bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Readable {
    cells: BTreeMap<Cell, Bits>,
    conditions: BTreeSet<(ExprId, bool)>,
    /// What is the case then, if there is something.
    then: Option<(Cell, Bits)>,
}

/// Conditions that say what some clauses say, by variables instead of bits where that is possible.
pub fn readable(system: &mut System, clauses: &[Clause]) -> Vec<ExprId> {
    let clauses: Vec<Clause> = clauses.iter().filter(|clause| !is_dropped(system, clause)).cloned().collect();
    let mut constants: BTreeMap<Cell, Bits> = BTreeMap::new();
    let mut others = Vec::new();
    let equal = equal_words(system, &clauses);
    for clause in &clauses {
        match clause[..] {
            _ if is_said(system, clause, &equal) => {}
            [(Meaning::Bit(bit), value)] => {
                constants.entry((bit.variable, bit.element)).or_default().add(bit.bit, value);
            }
            _ => others.push(of_clause(clause)),
        }
    }
    let mut result: Vec<ExprId> = constants.iter().map(|(&cell, &bits)| agrees(system, cell, bits)).collect();
    result.extend(equal.into_iter().map(|((a, b), bits)| agree(system, a, b, bits)));
    for clause in merged(others) {
        let mut parts: Vec<ExprId> = Vec::new();
        for (&cell, &own) in &clause.cells {
            parts.push(agrees(system, cell, completed(system, cell, own, &constants)));
        }
        parts.extend(clause.conditions.iter().map(|&(e, value)| if value { e } else { system.exprs.not(e) }));
        if let Some((cell, bits)) = clause.then {
            let then = agrees(system, cell, completed(system, cell, bits, &constants));
            parts.push(system.exprs.not(then));
        }
        let cube = parts.into_iter().fold(system.exprs.bool(true), |all, part| system.exprs.and(all, part));
        result.push(system.exprs.not(cube));
    }
    result
}

/// Whether a clause speaks of a variable that transformations have dropped, on which no proof depends and of which no text may
/// speak: what reads it still has its old width.
fn is_dropped(system: &mut System, clause: &Clause) -> bool {
    clause.iter().any(|&(meaning, _)| match meaning {
        Meaning::Bit(bit) => {
            let variable = &system.variables[bit.variable.index()];
            let width = variable.width;
            variable.elements.is_none() && {
                let read = system.read(bit.variable);
                system.exprs.width(read) != width
            }
        }
        Meaning::Condition(_) => false,
    })
}

/// Which bits of which two cells a clause compares, if it says that one is not without the other; and which one.
fn compared(system: &System, clause: &Clause) -> Option<((Cell, Cell), u64, bool)> {
    let [(Meaning::Bit(a), value), (Meaning::Bit(b), other)] = clause[..] else { return None };
    let width = |bit: StateBit| system.variables[bit.variable.index()].width;
    let cells = ((a.variable, a.element), (b.variable, b.element));
    let is_same = a.bit == b.bit && cells.0 != cells.1 && width(a) == width(b) && value != other;
    is_same.then_some((cells, 1 << a.bit, value))
}

/// Cells that have some equal bits, by what two clauses say together.
fn equal_words(system: &System, clauses: &[Clause]) -> BTreeMap<(Cell, Cell), u64> {
    let mut said: BTreeMap<(Cell, Cell), [u64; 2]> = BTreeMap::new();
    for (cells, bit, value) in clauses.iter().filter_map(|clause| compared(system, clause)) {
        said.entry(cells).or_default()[usize::from(value)] |= bit;
    }
    said.into_iter().map(|(cells, [one, other])| (cells, one & other)).filter(|(_, bits)| *bits != 0).collect()
}

fn is_said(system: &System, clause: &Clause, equal: &BTreeMap<(Cell, Cell), u64>) -> bool {
    compared(system, clause).is_some_and(|(cells, bit, _)| equal.get(&cells).is_some_and(|bits| bits & bit != 0))
}

/// That two cells have some equal bits.
fn agree(system: &mut System, a: Cell, b: Cell, bits: u64) -> ExprId {
    let width = system.variables[a.0.index()].width;
    let [a, b] = [a, b].map(|cell| {
        let word = read(system, cell);
        if bits == mask(width) {
            return word;
        }
        let kept = system.exprs.constant(width, bits);
        system.exprs.binary(BinaryOp::And, word, kept)
    });
    system.exprs.eq(a, b)
}

/// With the bits that never change, perhaps all of a value is known.
fn completed(system: &System, cell: Cell, own: Bits, constants: &BTreeMap<Cell, Bits>) -> Bits {
    let fixed = constants.get(&cell).copied().unwrap_or_default();
    let all = Bits { mask: own.mask | fixed.mask, value: own.value | fixed.value };
    if all.mask == mask(system.variables[cell.0.index()].width) { all } else { own }
}

/// The cube that a clause excludes.
fn of_clause(clause: &Clause) -> Readable {
    let mut result = Readable::default();
    for &(meaning, value) in clause {
        match meaning {
            Meaning::Bit(bit) => result.cells.entry((bit.variable, bit.element)).or_default().add(bit.bit, !value),
            Meaning::Condition(expr) => {
                result.conditions.insert((expr, !value));
            }
        }
    }
    result
}

/// Clauses that differ in one bit of a cell only become one, about all these bits.
fn merged(clauses: Vec<Readable>) -> Vec<Readable> {
    let mut groups: BTreeMap<(Readable, Cell), Vec<usize>> = BTreeMap::new();
    for (i, clause) in clauses.iter().enumerate() {
        for (&cell, _) in clause.cells.iter().filter(|(_, bits)| bits.mask.is_power_of_two()) {
            let mut rest = clause.clone();
            rest.cells.remove(&cell);
            groups.entry((rest, cell)).or_default().push(i);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().filter(|(_, members)| members.len() > 1).collect();
    groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    let mut is_done = vec![false; clauses.len()];
    let mut result = Vec::new();
    for ((mut rest, cell), members) in groups {
        let members: Vec<usize> = members.into_iter().filter(|&i| !is_done[i]).collect();
        let mut then = Bits::default();
        for &i in &members {
            let Bits { mask, value } = clauses[i].cells[&cell];
            then = Bits { mask: then.mask | mask, value: then.value | (mask & !value) };
        }
        // The same bit with both values would mean that the rest is impossible.
        if members.len() > 1 && then.mask.count_ones() as usize == members.len() {
            members.iter().for_each(|&i| is_done[i] = true);
            rest.then = Some((cell, then));
            result.push(rest);
        }
    }
    result.extend(clauses.into_iter().zip(is_done).filter(|(_, done)| !done).map(|(clause, _)| clause));
    result
}

fn read(system: &mut System, (v, element): Cell) -> ExprId {
    if system.variables[v.index()].elements.is_some() {
        let index = system.exprs.constant(32, u64::from(element));
        system.read_element(v, index)
    } else {
        system.read(v)
    }
}

/// That a cell has some bits.
fn agrees(system: &mut System, cell: Cell, bits: Bits) -> ExprId {
    let width = system.variables[cell.0.index()].width;
    let cell = read(system, cell);
    let low = mask(width) & !bits.mask;
    match bits.mask {
        all if all == mask(width) => system.exprs.eq_const(cell, bits.value),
        // All that is above some bit is zero.
        _ if bits.value == 0 && low.wrapping_add(1).is_power_of_two() => {
            let most = system.exprs.constant(width, low);
            system.exprs.binary(BinaryOp::UnsignedLessEqual, cell, most)
        }
        some if some.is_power_of_two() => {
            let bit = system.exprs.extract(some.trailing_zeros() as u8, 1, cell);
            if bits.value == 0 { system.exprs.not(bit) } else { bit }
        }
        some => {
            let kept = system.exprs.constant(width, some);
            let kept = system.exprs.binary(BinaryOp::And, cell, kept);
            system.exprs.eq_const(kept, bits.value)
        }
    }
}
