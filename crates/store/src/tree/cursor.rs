//! One worker's access to a tree store.

use super::batch::{Base, Batch};
use super::{TreeStore, halves, root};
use crate::arena::Block;
use crate::gate::{Pass, Seat};
use crate::hash::hash_pair;
use crate::sync::Arc;
use crate::table::{Entry, Stop};
use crate::{Cursor, Full, Outcome, StateRef};

/// States looked up together: enough to overlap misses, few enough for the nearest cache.
const BATCH: usize = 32;

/// One worker's access to a [`TreeStore`].
pub struct TreeCursor<'a> {
    store: &'a TreeStore,
    seat: Arc<Seat>,
    /// Words of the current state, empty if there is none.
    words: Vec<u32>,
    /// Numbers of the nodes of the current state.
    nodes: Vec<u32>,
    /// Numbers of the nodes of a state that is only read.
    other: Vec<u32>,
    writer: Writer<'a>,
}

/// The part of a cursor that is at work inside the gate.
struct Writer<'a> {
    store: &'a TreeStore,
    block: Block,
    batch: Batch,
    /// Entries of the batch in the table of roots.
    roots: Vec<u64>,
}

/// How far a batch has come.
#[derive(Default)]
struct Progress {
    floor: usize,
    task: usize,
    row: usize,
}

impl<'a> TreeCursor<'a> {
    pub(super) fn new(store: &'a TreeStore) -> Self {
        let nodes = vec![0; store.shape.nodes()];
        let batch = Batch::new(&store.shape);
        let writer = Writer { store, block: Block::default(), batch, roots: Vec::new() };
        Self { store, seat: store.gate.seat(), words: Vec::new(), other: nodes.clone(), nodes, writer }
    }

    /// Stores the states planned, growing tables as often as it must.
    fn insert_planned(&mut self, out: &mut Vec<Outcome>) -> Result<(), Full> {
        let mut progress = Progress::default();
        loop {
            let pass = self.store.gate.enter(&self.seat);
            match self.writer.insert(&pass, &mut progress, out) {
                Ok(()) => return Ok(()),
                Err(Stop::Full(full)) => return Err(full),
                Err(Stop::Crowded) => drop(pass),
            }
            self.store.grow()?;
        }
    }
}

impl Writer<'_> {
    fn insert(&mut self, pass: &Pass, progress: &mut Progress, out: &mut Vec<Outcome>) -> Result<(), Stop> {
        while progress.floor < self.store.shape.floors() {
            self.solve_floor(pass, progress)?;
        }
        self.insert_roots(pass, progress, out)
    }

    /// Finds the numbers of all nodes of a floor that changed.
    fn solve_floor(&mut self, pass: &Pass, progress: &mut Progress) -> Result<(), Stop> {
        let TreeStore { shape, nodes, budget, .. } = self.store;
        self.batch.fill(shape, progress.floor);
        self.fetch_floor(pass, progress);
        while let Some(&task) = self.batch.tasks(progress.floor).get(progress.task) {
            let number = nodes.intern(pass, &mut self.block, budget, task.pair)?;
            self.batch.solve(shape, task, number);
            progress.task += 1;
        }
        *progress = Progress { floor: progress.floor + 1, ..Progress::default() };
        Ok(())
    }

    /// Brings to the cache what the tasks will look at.
    fn fetch_floor(&self, pass: &Pass, progress: &Progress) {
        let (nodes, tasks) = (&self.store.nodes, &self.batch.tasks(progress.floor)[progress.task..]);
        tasks.iter().for_each(|task| nodes.prefetch_slot(pass, task.pair));
        tasks.iter().for_each(|task| nodes.prefetch_pair(pass, task.pair));
    }

    /// Stores the states, all of whose nodes are known.
    fn insert_roots(&mut self, pass: &Pass, progress: &mut Progress, out: &mut Vec<Outcome>) -> Result<(), Stop> {
        self.fetch_roots(pass);
        for &root in &self.roots[progress.row..] {
            let entry = self.store.roots.insert(pass, hash_pair(root), |slot| slot == root, || Ok(root))?;
            let new = matches!(entry, Entry::New(_));
            if new {
                pass.count();
            }
            out.push(Outcome { state: StateRef(root), new });
            progress.row += 1;
        }
        Ok(())
    }

    fn fetch_roots(&mut self, pass: &Pass) {
        let TreeStore { shape, roots, .. } = self.store;
        let [left, right] = shape.top();
        self.roots.clear();
        for row in 0..self.batch.count() {
            let row = self.batch.row(shape, row);
            let root = root(row[left as usize], row[right as usize]);
            roots.prefetch(pass, hash_pair(root));
            self.roots.push(root);
        }
    }
}

/// Finds the numbers of all nodes of a state, and its words.
fn unfold(store: &TreeStore, state: StateRef, nodes: &mut [u32], words: &mut [u32]) {
    let shape = &store.shape;
    for (node, number) in shape.top().into_iter().zip(halves(state.0)) {
        nodes[node as usize] = number;
    }
    for (node, [left, right]) in shape.downwards() {
        let pair = store.nodes.pair(nodes[node]);
        nodes[left as usize] = pair as u32;
        nodes[right as usize] = (pair >> 32) as u32;
    }
    for (words, &leaf) in words.chunks_mut(2).zip(&*nodes) {
        let pair = store.nodes.pair(leaf);
        words[0] = pair as u32;
        if let [_, word] = words {
            *word = (pair >> 32) as u32;
        }
    }
}

impl Cursor for TreeCursor<'_> {
    fn load(&mut self, state: StateRef) {
        self.words.resize(self.store.shape.words(), 0);
        unfold(self.store, state, &mut self.nodes, &mut self.words);
    }

    fn state(&self) -> &[u32] {
        &self.words
    }

    fn insert_root(&mut self, state: &[u32]) -> Result<Outcome, Full> {
        assert_eq!(state.len(), self.store.shape.words(), "a state of another length");
        self.writer.batch.plan(&self.store.shape, state, None);
        let mut out = Vec::with_capacity(1);
        self.insert_planned(&mut out)?;
        Ok(out[0])
    }

    fn insert_successors(&mut self, successors: &[u32], out: &mut Vec<Outcome>) -> Result<(), Full> {
        let shape = &self.store.shape;
        assert_eq!(successors.len() % shape.words(), 0, "states of another length");
        for states in successors.chunks(BATCH * shape.words()) {
            let base = Base { words: &self.words, nodes: &self.nodes };
            self.writer.batch.plan(shape, states, Some(base).filter(|base| !base.words.is_empty()));
            self.insert_planned(out)?;
        }
        Ok(())
    }

    fn read(&mut self, state: StateRef, out: &mut [u32]) {
        assert_eq!(out.len(), self.store.shape.words(), "a state of another length");
        unfold(self.store, state, &mut self.other, out);
    }
}
