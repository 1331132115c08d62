//! Cells: the parts of a state that are told apart.

use kulan_ir::{Expr, ExprId, Exprs, System, Target, Update, VarId};
use rustc_hash::FxHashSet;

use crate::analysis::Values;
use crate::few::Few;

/// A numbering of cells: a scalar is one, so is each element of a short array, and a long array as a whole. Behind the
/// variables of the system come as many others, each to stand for any position in the array of the same number.
#[derive(Clone, Debug)]
pub struct Cells {
    /// By variable: its first cell, and how many elements it has (`None` for a scalar).
    variables: Vec<(u32, Option<u32>)>,
    count: u32,
    /// How many of the variables are those of the system.
    proper: usize,
    /// The longest arrays that are not lumped.
    split: u32,
}

impl Cells {
    /// Arrays longer than `split` are one cell.
    pub fn new(system: &System, split: u32) -> Cells {
        let proper = system.variables.len();
        let mut cells = Cells { variables: Vec::with_capacity(2 * proper), count: 0, proper, split };
        for variable in &system.variables {
            cells.variables.push((cells.count, variable.elements));
            cells.count += variable.elements.filter(|&n| n <= split).unwrap_or(1);
        }
        for variable in &system.variables {
            cells.variables.push((cells.count, None));
            cells.count += u32::from(variable.elements.is_some());
        }
        cells
    }

    /// The variable that stands for any position in an array.
    pub fn position(&self, v: VarId) -> VarId {
        VarId((v.index() + self.proper) as u32)
    }

    /// The cells of positions, each with the values it takes.
    pub fn positions(&self) -> impl Iterator<Item = (usize, Values)> + '_ {
        let arrays = self.variables[..self.proper].iter().zip(&self.variables[self.proper..]);
        arrays.filter_map(|(array, &(cell, _))| match array.1 {
            Some(0) => Some((cell as usize, Values::Set(Vec::new()))),
            Some(n) => Some((cell as usize, Values::range(0, u64::from(n) - 1))),
            None => None,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The number of elements of an array; a scalar has none.
    pub fn array(&self, v: VarId) -> Option<u32> {
        self.variables[v.index()].1
    }

    /// The number of elements of an array; of a scalar, one.
    pub fn elements(&self, v: VarId) -> u32 {
        self.variables[v.index()].1.unwrap_or(1)
    }

    /// Whether a variable is an array that is one cell as a whole.
    pub fn is_lumped(&self, v: VarId) -> bool {
        self.variables[v.index()].1.is_some_and(|n| n > self.split)
    }

    /// All cells of a variable.
    pub fn all(&self, v: VarId) -> std::ops::Range<usize> {
        let first = self.variables[v.index()].0 as usize;
        let next = self.variables.get(v.index() + 1).map_or(self.count, |n| n.0);
        first..next as usize
    }

    /// The cell of an element, if it exists and is one of its own.
    pub fn element(&self, v: VarId, index: u64) -> Option<usize> {
        let single = !self.is_lumped(v) && index < u64::from(self.elements(v));
        single.then(|| self.all(v).start + index as usize)
    }

    /// The cells that an access may concern.
    fn access(&self, exprs: &Exprs, v: VarId, index: ExprId) -> std::ops::Range<usize> {
        match exprs.as_const(index) {
            Some(i) if i >= u64::from(self.elements(v)) => 0..0,
            Some(i) => self.element(v, i).map_or(self.all(v), |cell| cell..cell + 1),
            None => self.all(v),
        }
    }

    /// The cells that a read may concern, its index left aside.
    pub fn read(&self, exprs: &Exprs, id: ExprId) -> std::ops::Range<usize> {
        match exprs.get(id) {
            Expr::Var(v) => self.all(v),
            Expr::Element(v, index) => self.access(exprs, v, index),
            _ => 0..0,
        }
    }

    /// The cells that an update may write.
    pub fn written(&self, exprs: &Exprs, update: &Update) -> std::ops::Range<usize> {
        match update.target {
            Target::Var(v) | Target::Fill(v) => self.all(v),
            Target::Element(v, index) => self.access(exprs, v, index),
        }
    }

    /// Calls `f` on the cells that an expression may read. `seen` keeps shared parts from being walked twice.
    pub fn reads(&self, exprs: &Exprs, id: ExprId, seen: &mut FxHashSet<ExprId>, f: &mut dyn FnMut(usize)) {
        if !seen.insert(id) {
            return;
        }
        match exprs.get(id) {
            Expr::Var(v) => self.all(v).for_each(&mut *f),
            Expr::Element(v, index) => self.access(exprs, v, index).for_each(&mut *f),
            _ => {}
        }
        for operand in exprs.operands(id) {
            self.reads(exprs, operand, seen, f);
        }
    }

    /// Whether an expression reads a lumped array.
    pub fn reads_lumped(&self, exprs: &Exprs, id: ExprId, seen: &mut FxHashSet<ExprId>) -> bool {
        seen.insert(id)
            && (matches!(exprs.get(id), Expr::Element(v, _) if self.is_lumped(v))
                || exprs.operands(id).any(|o| self.reads_lumped(exprs, o, seen)))
    }

    /// The cells that some expressions may read.
    pub fn of(&self, exprs: &Exprs, ids: impl IntoIterator<Item = ExprId>) -> Few {
        let mut result = Vec::new();
        let mut seen = FxHashSet::default();
        for id in ids {
            self.reads(exprs, id, &mut seen, &mut |cell| result.push(cell));
        }
        result.into_iter().collect()
    }

    /// If the expression has the form `cell == constant`, that cell and constant.
    pub fn equality(&self, exprs: &Exprs, id: ExprId) -> Option<(usize, u64)> {
        let cell = |id: ExprId| match exprs.get(id) {
            Expr::Var(v) => Some(self.all(v).start),
            Expr::Element(v, index) => self.element(v, exprs.as_const(index)?),
            _ => None,
        };
        match exprs.get(id) {
            Expr::Binary(kulan_ir::BinaryOp::Equal, a, b) => match (exprs.as_const(a), exprs.as_const(b)) {
                (None, Some(value)) => Some((cell(a)?, value)),
                (Some(value), None) => Some((cell(b)?, value)),
                _ => None,
            },
            Expr::Not(a) if exprs.width(id) == 1 => Some((cell(a)?, 0)),
            _ if exprs.width(id) == 1 => Some((cell(id)?, 1)),
            _ => None,
        }
    }
}
