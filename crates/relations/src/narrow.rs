//! Deciding whether conditions can hold together by going through the values of cells, each only once it is asked for.
//!
//! A value takes part in a condition through what is tested of it. Values of a cell on which all tests agree are
//! interchangeable, so one of them stands for all: a byte that is only compared with 3 has two values that matter.

use std::sync::Arc;

use kulan_ir::{Expr, ExprId, Exprs};
use kulan_values::{Cells, Partial, Tape, Values};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::Bounds;
use crate::passing::{Mentions, PassingMap};

/// Operations after which the search gives up in any case.
const MOST_OPERATIONS: u64 = 100_000;
/// Values of a cell that are tried where there are too many combinations.
const TRIED: usize = 4;
/// Fewer values than this are gone through as they are.
const FEW: u64 = 4;
/// Values that are tried of a range.
const MOST_CANDIDATES: usize = 24;

/// The reads in an expression, those in the indices of others left aside.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Reads {
    None,
    One(ExprId),
    Many,
}

/// How an expression uses what it reads.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Test {
    /// All values of the read matter.
    Exact(ExprId),
    /// Of the first, a read, the second matters, which reads nothing else.
    Predicate(ExprId, ExprId),
    /// Of the first, a read, the second matters, which reads nothing else, as far as it is below a number.
    Index(ExprId, ExprId, u32),
}

impl Test {
    fn read(self) -> ExprId {
        match self {
            Test::Exact(read) | Test::Predicate(read, _) | Test::Index(read, ..) => read,
        }
    }
}

impl Mentions for (Test, u32) {
    fn newest(&self) -> Option<ExprId> {
        match self.0 {
            Test::Exact(read) => Some(read),
            Test::Predicate(read, tested) | Test::Index(read, tested, _) => Some(read.max(tested)),
        }
    }
}

impl Mentions for (u32, Vec<Test>) {
    fn newest(&self) -> Option<ExprId> {
        self.1.iter().map(|&test| (test, 0).newest()).max().flatten()
    }
}

/// A condition made ready for the search.
#[derive(Debug)]
pub struct Ready {
    pub tape: Tape,
    tests: Vec<Test>,
    constants: Vec<u64>,
    lumped: bool,
}

/// The search, with what it found out about expressions.
pub struct Narrow {
    bounds: Bounds,
    ready: PassingMap<ExprId, Arc<Ready>>,
    reads: PassingMap<ExprId, Reads>,
    /// By test and cell: what it says of each value.
    outcomes: PassingMap<(Test, u32), Arc<Vec<u64>>>,
    /// By cell and tests: values that stand for all; without tests, all values.
    representatives: PassingMap<(u32, Vec<Test>), Arc<Vec<u64>>>,
    /// By cell: its value in the state at hand.
    state: Vec<Option<u64>>,
    slots: Vec<Partial>,
    hurried: bool,
    /// Operations that were evaluated.
    pub operations: u64,
}

/// What a search goes through.
struct Task<'a> {
    exprs: &'a Exprs,
    cells: &'a Cells,
    values: &'a [Values],
    conditions: Vec<Arc<Ready>>,
    /// By cell that was asked for: the values that stand for all.
    domains: FxHashMap<u32, Arc<Vec<u64>>>,
    /// Whether every value was stood for.
    complete: bool,
    left: u64,
}

impl Narrow {
    pub fn new(bounds: Bounds) -> Narrow {
        Narrow {
            bounds,
            ready: PassingMap::default(),
            reads: PassingMap::default(),
            outcomes: PassingMap::default(),
            representatives: PassingMap::default(),
            state: Vec::new(),
            slots: Vec::new(),
            hurried: false,
            operations: 0,
        }
    }

    /// Whether the conditions can hold together; `None` if that would take too long. `fixed` are cells with their only
    /// values.
    pub fn decide(
        &mut self,
        exprs: &Exprs,
        cells: &Cells,
        values: &[Values],
        conditions: &[ExprId],
        fixed: impl Iterator<Item = (usize, u64)>,
    ) -> Option<bool> {
        self.state.resize(cells.count(), None);
        let mut list = self.tapes(exprs, cells, conditions)?;
        list.sort_by_key(|ready| ready.tape.operations());
        let fixed: Vec<(usize, u64)> = fixed.collect();
        fixed.iter().for_each(|&(cell, value)| self.state[cell] = Some(value));
        let domains = FxHashMap::default();
        let length = list.iter().map(|ready| ready.tape.operations() as u64).sum::<u64>();
        let left = match self.hurried {
            false => (self.bounds.evaluations * length).clamp(self.bounds.operations, MOST_OPERATIONS),
            true => self.bounds.trying,
        };
        let mut task = Task { exprs, cells, values, conditions: list, domains, complete: true, left };
        let all: Vec<usize> = (0..task.conditions.len()).collect();
        let found = self.search(&mut task, &all, 1);
        self.operations += left.saturating_sub(task.left);
        task.domains.keys().for_each(|&cell| self.state[cell as usize] = None);
        fixed.iter().for_each(|&(cell, _)| self.state[cell] = None);
        found.filter(|&found| found || task.complete)
    }

    /// Takes little time from now on.
    pub fn hurry(&mut self) {
        self.hurried = true;
    }

    /// Forgets expressions beyond the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.ready.forget_beyond(count);
        self.reads.forget_beyond(count);
        self.outcomes.forget_beyond(count);
        self.representatives.forget_beyond(count);
    }

    /// Forgets what depends on the values of cells.
    pub fn forget_values(&mut self) {
        self.outcomes.clear();
        self.representatives.clear();
    }

    /// The conditions ready for evaluation, unless one reads a lumped array.
    pub fn tapes(&mut self, exprs: &Exprs, cells: &Cells, conditions: &[ExprId]) -> Option<Vec<Arc<Ready>>> {
        let list: Vec<Arc<Ready>> = conditions.iter().map(|&c| self.ready(exprs, cells, c)).collect();
        (!list.iter().any(|ready| ready.lumped)).then_some(list)
    }

    /// Whether conditions can hold in the state at hand, extended.
    /// `size` is the number of combinations of which it is one.
    fn search(&mut self, task: &mut Task<'_>, conditions: &[usize], size: u64) -> Option<bool> {
        let mut open = Vec::with_capacity(conditions.len());
        let mut next: Option<(u64, u32)> = None;
        for &at in conditions {
            let tape = &task.conditions[at].tape;
            task.left = task.left.checked_sub(tape.operations() as u64)?;
            match tape.evaluate_partly(&self.state, &mut self.slots) {
                Partial::Known(1) => {}
                Partial::Known(_) => return Some(false),
                Partial::Unknown { cell, .. } => {
                    // Among equals the first: what is found depends on the form of the conditions alone.
                    let size = task.values[cell as usize].len();
                    next = Some(next.filter(|n| n.0 <= size).unwrap_or((size, cell)));
                    open.push(at);
                }
            }
        }
        let Some((_, cell)) = next else { return Some(true) };
        let domain = self.domain(task, cell);
        let mut size = size.saturating_mul(domain.len() as u64);
        let mut some = domain.len();
        if size > self.bounds.combinations && some > TRIED {
            task.complete = false;
            task.left = task.left.min(self.bounds.trying);
            (size, some) = (size / domain.len() as u64 * TRIED as u64, TRIED);
        }
        for &value in &domain[..some] {
            self.state[cell as usize] = Some(value);
            if self.search(task, &open, size)? {
                return Some(true);
            }
        }
        self.state[cell as usize] = None;
        Some(false)
    }

    /// The values of a cell that stand for all.
    fn domain(&mut self, task: &mut Task<'_>, cell: u32) -> Arc<Vec<u64>> {
        if let Some(known) = task.domains.get(&cell) {
            return known.clone();
        }
        let values = &task.values[cell as usize];
        let list = match values {
            Values::Range(..) => {
                task.complete = false;
                Arc::new(candidates(values, task.conditions.iter().flat_map(|c| &c.constants)))
            }
            Values::Set(set) if values.len() <= FEW => Arc::new(set.clone()),
            Values::Set(set) => self.representatives(task, cell, set),
        };
        task.domains.insert(cell, list.clone());
        list
    }

    fn representatives(&mut self, task: &mut Task<'_>, cell: u32, set: &[u64]) -> Arc<Vec<u64>> {
        let mut tests: Vec<Test> = Vec::new();
        for test in task.conditions.iter().flat_map(|c| &c.tests) {
            if !tests.contains(test) && task.cells.read(task.exprs, test.read()).contains(&(cell as usize)) {
                tests.push(*test);
            }
        }
        if tests.iter().any(|t| matches!(t, Test::Exact(_))) {
            tests.clear();
        }
        let key = (cell, tests);
        if let Some(known) = self.representatives.get(&key) {
            return known.clone();
        }
        let columns: Vec<Arc<Vec<u64>>> = key.1.iter().map(|&t| self.outcomes(task, t, cell, set)).collect();
        let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
        let mut is_new = |i: usize| columns.is_empty() || seen.insert(columns.iter().map(|c| c[i]).collect());
        let list = Arc::new(set.iter().enumerate().filter(|&(i, _)| is_new(i)).map(|(_, &value)| value).collect());
        self.representatives.insert(key, Arc::clone(&list));
        list
    }

    /// What a test says of each value of a cell.
    fn outcomes(&mut self, task: &mut Task<'_>, test: Test, cell: u32, set: &[u64]) -> Arc<Vec<u64>> {
        if let Some(known) = self.outcomes.get(&(test, cell)) {
            return known.clone();
        }
        let (read, tested, bound) = match test {
            Test::Exact(read) => (read, read, u64::MAX),
            Test::Predicate(read, tested) => (read, tested, u64::MAX),
            Test::Index(read, tested, bound) => (read, tested, u64::from(bound)),
        };
        let tape = Tape::of_read(task.exprs, task.cells, tested, read);
        let mut slots = Vec::new();
        let mut outcome = |&value: &u64| tape.evaluate(&[value], &mut slots).min(bound);
        let outcomes = Arc::new(set.iter().map(&mut outcome).collect::<Vec<u64>>());
        self.outcomes.insert((test, cell), outcomes.clone());
        outcomes
    }

    fn ready(&mut self, exprs: &Exprs, cells: &Cells, condition: ExprId) -> Arc<Ready> {
        if let Some(known) = self.ready.get(&condition) {
            return known.clone();
        }
        let lumped = cells.reads_lumped(exprs, condition, &mut FxHashSet::default());
        let (mut tests, mut constants) = (Vec::new(), Vec::new());
        let tape = if lumped { Tape::default() } else { Tape::new(exprs, cells, condition) };
        if !lumped {
            self.visit(exprs, cells, condition, &mut tests, &mut FxHashSet::default());
            collect(exprs, condition, &mut constants, &mut FxHashSet::default());
        }
        let ready = Arc::new(Ready { tape, tests, constants, lumped });
        self.ready.insert(condition, ready.clone());
        ready
    }

    fn reads(&mut self, exprs: &Exprs, id: ExprId) -> Reads {
        if let Some(&known) = self.reads.get(&id) {
            return known;
        }
        let reads = match exprs.get(id) {
            Expr::Var(_) | Expr::Element(..) => Reads::One(id),
            _ => exprs.operands(id).fold(Reads::None, |all, operand| match (all, self.reads(exprs, operand)) {
                (a, Reads::None) => a,
                (Reads::None, b) => b,
                (a, b) if a == b => a,
                _ => Reads::Many,
            }),
        };
        self.reads.insert(id, reads);
        reads
    }

    /// Gathers the tests in an expression whose value matters.
    fn visit(&mut self, exprs: &Exprs, cells: &Cells, id: ExprId, tests: &mut Vec<Test>, seen: &mut FxHashSet<ExprId>) {
        if !seen.insert(id) {
            return;
        }
        match self.reads(exprs, id) {
            Reads::None => {}
            Reads::One(read) if read != id && exprs.width(id) == 1 => {
                tests.push(Test::Predicate(read, id));
                self.visit_index(exprs, cells, read, tests, seen);
            }
            Reads::One(read) => {
                tests.push(Test::Exact(read));
                self.visit_index(exprs, cells, read, tests, seen);
            }
            Reads::Many => exprs.operands(id).for_each(|operand| self.visit(exprs, cells, operand, tests, seen)),
        }
    }

    /// Gathers the tests in the index of a read.
    fn visit_index(
        &mut self,
        exprs: &Exprs,
        cells: &Cells,
        read: ExprId,
        tests: &mut Vec<Test>,
        seen: &mut FxHashSet<ExprId>,
    ) {
        let Expr::Element(v, index) = exprs.get(read) else { return };
        match self.reads(exprs, index) {
            Reads::None => {}
            Reads::One(inner) => {
                tests.push(Test::Index(inner, index, cells.elements(v)));
                self.visit_index(exprs, cells, inner, tests, seen);
            }
            Reads::Many => self.visit(exprs, cells, index, tests, seen),
        }
    }
}

/// Values of a range that are likely to matter.
fn candidates<'a>(values: &Values, constants: impl Iterator<Item = &'a u64>) -> Vec<u64> {
    let ends = values.bounds().map(|(low, high)| [low, low.saturating_add(1), high]);
    let near = constants.flat_map(|&c| [c, c.wrapping_add(1), c.wrapping_sub(1)]);
    let mut list = Vec::new();
    for value in ends.into_iter().flatten().chain(near).filter(|&value| values.contains(value)) {
        if !list.contains(&value) && list.len() < MOST_CANDIDATES {
            list.push(value);
        }
    }
    list
}

/// The constants in an expression.
fn collect(exprs: &Exprs, id: ExprId, out: &mut Vec<u64>, seen: &mut FxHashSet<ExprId>) {
    if !seen.insert(id) {
        return;
    }
    if let Some(bits) = exprs.as_const(id)
        && !out.contains(&bits)
    {
        out.push(bits);
    }
    exprs.operands(id).for_each(|operand| collect(exprs, operand, out, seen));
}
