//! The work that a batch of states requires: which nodes differ from those of the current state.

use super::shape::{ROOT, Shape};
use crate::hash::join;

/// One node of one state of the batch.
#[derive(Copy, Clone)]
pub struct Task {
    pub row: u32,
    pub node: u32,
    /// Both words of a leaf.
    words: u64,
}

/// The numbers of the nodes of all states of a batch, and those still to be found.
pub struct Batch {
    rows: Vec<u32>,
    count: usize,
    floors: Box<[Vec<Task>]>,
    /// Last row that put each node on the list.
    marks: Box<[u32]>,
    mark: u32,
}

/// What the states of a batch are compared with.
pub struct Base<'a> {
    pub words: &'a [u32],
    pub nodes: &'a [u32],
}

/// The words of a leaf. Those past the end are zero.
#[inline(always)]
pub fn leaf(words: &[u32], leaf: usize) -> u64 {
    match words.get(2 * leaf..2 * leaf + 2) {
        Some(pair) => join(pair[0], pair[1]),
        None => words.get(2 * leaf).map_or(0, |&word| u64::from(word)),
    }
}

impl Batch {
    pub fn new(shape: &Shape) -> Self {
        Self {
            rows: Vec::new(),
            count: 0,
            floors: (0..shape.floors()).map(|_| Vec::new()).collect(),
            marks: vec![0; shape.nodes()].into(),
            mark: 0,
        }
    }

    /// Number of states.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Numbers of the nodes of a state.
    #[inline(always)]
    pub fn row(&self, shape: &Shape, row: usize) -> &[u32] {
        &self.rows[row * shape.nodes()..][..shape.nodes()]
    }

    /// Clears all states.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.count = 0;
        self.floors.iter_mut().for_each(Vec::clear);
    }

    /// Adds these states; without a base all their nodes must be found.
    pub fn plan(&mut self, shape: &Shape, states: &[u32], base: Option<Base>) {
        for state in states.chunks_exact(shape.words()) {
            self.next_mark();
            match &base {
                Some(base) => self.plan_changes(shape, state, base),
                None => self.plan_all(shape, state),
            }
            self.count += 1;
        }
    }

    fn next_mark(&mut self) {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
    }

    fn plan_all(&mut self, shape: &Shape, state: &[u32]) {
        self.rows.resize(self.rows.len() + shape.nodes(), 0);
        (0..shape.leaves()).for_each(|at| self.add(shape, at as u32, leaf(state, at)));
    }

    #[inline(always)]
    fn plan_changes(&mut self, shape: &Shape, state: &[u32], base: &Base) {
        self.rows.extend_from_slice(base.nodes);
        let (new, rest) = state.as_chunks::<8>();
        let (old, _) = base.words.as_chunks::<8>();
        for (at, (new, old)) in new.iter().zip(old).enumerate() {
            if new != old {
                (4 * at..4 * at + 4).for_each(|at| self.compare(shape, at, state, base));
            }
        }
        let compared = (state.len() - rest.len()) / 2;
        (compared..state.len().div_ceil(2)).for_each(|at| self.compare(shape, at, state, base));
    }

    #[inline(always)]
    fn compare(&mut self, shape: &Shape, at: usize, state: &[u32], base: &Base) {
        let pair = leaf(state, at);
        if pair != leaf(base.words, at) {
            self.add(shape, at as u32, pair);
        }
    }

    /// Puts a leaf and all above it on the lists.
    #[inline(always)]
    fn add(&mut self, shape: &Shape, leaf: u32, pair: u64) {
        let row = self.count as u32;
        self.floors[0].push(Task { row, node: leaf, words: pair });
        let mut node = shape.parent(leaf);
        while node != ROOT && self.marks[node as usize] != self.mark {
            self.marks[node as usize] = self.mark;
            self.floors[shape.height(node) as usize].push(Task { row, node, words: 0 });
            node = shape.parent(node);
        }
    }

    /// The pair of a task, whose children are known.
    #[inline(always)]
    pub fn pair(&self, shape: &Shape, task: &Task) -> u64 {
        match shape.children(task.node) {
            Some([left, right]) => {
                let row = self.row(shape, task.row as usize);
                join(row[left as usize], row[right as usize])
            }
            None => task.words,
        }
    }

    /// Tasks of a floor.
    pub fn tasks(&self, floor: usize) -> &[Task] {
        &self.floors[floor]
    }

    /// Stores the number that a task asked for.
    #[inline(always)]
    pub fn solve(&mut self, shape: &Shape, task: &Task, number: u32) {
        self.rows[task.row as usize * shape.nodes() + task.node as usize] = number;
    }
}
