//! What several parts of the program ask about systems and expressions.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{BinaryOp, Expr, ExprId, Exprs, System, Target, Transition, TransitionId, Update, VarId};

/// The transitions of a thread by the location at which they start.
#[derive(Clone, Debug, Default)]
pub struct ByLocation {
    /// By location, as far as there are any.
    pub at: Vec<Vec<TransitionId>>,
    /// Those that start anywhere.
    pub anywhere: Vec<TransitionId>,
}

impl ByLocation {
    /// Those that start at a location alone.
    pub fn at(&self, location: u64) -> &[TransitionId] {
        self.at.get(location as usize).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, t: TransitionId, location: Option<u64>) {
        let Some(location) = location.map(|l| l as usize) else { return self.anywhere.push(t) };
        if self.at.len() <= location {
            self.at.resize(location + 1, Vec::new());
        }
        self.at[location].push(t);
    }
}

impl System {
    /// By thread: its transitions that are wanted.
    pub fn by_location(&self, wanted: impl Fn(&Transition) -> bool) -> Vec<ByLocation> {
        let mut threads = vec![ByLocation::default(); self.threads.len()];
        for t in self.transition_ids() {
            let transition = self.transition(t);
            if wanted(transition) {
                threads[transition.thread.index()].add(t, self.location_of(transition));
            }
        }
        threads
    }

    /// By variable: the index of its first value in a [`crate::Valuation`].
    pub fn offsets(&self) -> Vec<usize> {
        let lengths = self.variables.iter().map(crate::Variable::len);
        let starts = lengths.scan(0, |next, length| Some(std::mem::replace(next, *next + length)));
        starts.collect()
    }
}

/// What updates do to a program counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// They do not touch it.
    Stays,
    /// They set it to this.
    To(u64),
    /// They set it to something that is not a constant.
    Anywhere,
}

impl Jump {
    /// Where a thread is that was at `from`: `None` if that is not known.
    pub fn from(self, from: Option<u64>) -> Option<u64> {
        match self {
            Jump::Stays => from,
            Jump::To(location) => Some(location),
            Jump::Anywhere => None,
        }
    }
}

impl Exprs {
    /// What updates do to a program counter.
    pub fn jump(&self, updates: &[Update], counter: VarId) -> Jump {
        match updates.iter().rev().find(|u| u.target == Target::Var(counter)) {
            None => Jump::Stays,
            Some(update) => self.as_const(update.value).map_or(Jump::Anywhere, Jump::To),
        }
    }
}

impl Exprs {
    /// Calls `f` on each variable that an expression reads, an index after the array. What is in `seen` is skipped: shared
    /// parts are looked at once.
    pub fn reads(&self, id: ExprId, seen: &mut FxHashSet<ExprId>, f: &mut dyn FnMut(VarId)) {
        if !seen.insert(id) {
            return;
        }
        if let Expr::Var(v) | Expr::Element(v, _) = self.get(id) {
            f(v);
        }
        self.operands(id).for_each(|operand| self.reads(operand, seen, f));
    }
}

impl Exprs {
    /// Calls `f` on each input that an expression reads, with its width.
    pub fn inputs(&self, id: ExprId, seen: &mut FxHashSet<ExprId>, f: &mut dyn FnMut(u32, u8)) {
        if !seen.insert(id) {
            return;
        }
        if let Expr::Input { index, width } = self.get(id) {
            f(index, width);
        }
        self.operands(id).for_each(|operand| self.inputs(operand, seen, f));
    }
}

/// Locations that together are on every cycle of a graph of locations: those to which an edge leads back, found depth first.
/// Only locations for which `is_in` holds belong to the graph.
pub fn loop_heads(locations: u64, is_in: impl Fn(u64) -> bool, nexts: impl Fn(u64) -> Vec<u64>) -> Vec<u64> {
    let mut on_path: FxHashMap<u64, bool> = FxHashMap::default(); // of those that were met
    let mut heads = Vec::new();
    for root in (0..locations).filter(|&l| is_in(l)) {
        if on_path.contains_key(&root) {
            continue;
        }
        let mut stack = vec![(root, nexts(root).into_iter())];
        on_path.insert(root, true);
        while let Some((location, edges)) = stack.last_mut() {
            let Some(next) = edges.next() else {
                on_path.insert(*location, false);
                stack.pop();
                continue;
            };
            match on_path.get(&next) {
                _ if !is_in(next) => {}
                Some(true) => heads.push(next),
                Some(false) => {}
                None => {
                    on_path.insert(next, true);
                    stack.push((next, nexts(next).into_iter()));
                }
            }
        }
    }
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// Splits `a && b` into conjuncts, each once.
pub fn conjuncts(exprs: &Exprs, condition: ExprId, out: &mut Vec<ExprId>) {
    let (mut seen, mut open) = (FxHashSet::default(), vec![condition]);
    while let Some(condition) = open.pop() {
        match exprs.get(condition) {
            _ if !seen.insert(condition) => {}
            Expr::Binary(BinaryOp::And, a, b) if exprs.width(condition) == 1 => open.extend([b, a]),
            _ => out.push(condition),
        }
    }
}
