//! One worker's access to a tree store.

use super::batch::{Base, Batch, Task};
use super::memo::Memo;
use super::nodes::Search;
use super::{TreeStore, halves, root};
use crate::arena::Block;
use crate::gate::{Pass, Seat};
use crate::hash::hash_pair;
use crate::sync::Arc;
use crate::table::{Entry, Place, Stop};
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
    memo: Memo,
    /// Pairs of a floor that must be searched for.
    searches: Vec<(Task, Search)>,
    roots: Vec<Root>,
}

/// A state on its way to the table of roots.
struct Root {
    entry: u64,
    hash: u64,
    place: Place,
}

/// How far a batch has come: floors of the tree solved, states stored.
#[derive(Default)]
struct Progress {
    floors: usize,
    states: usize,
}

impl<'a> TreeCursor<'a> {
    pub(super) fn new(store: &'a TreeStore) -> Self {
        let nodes = vec![0; store.shape.nodes()];
        let writer = Writer::new(store);
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

impl<'a> Writer<'a> {
    fn new(store: &'a TreeStore) -> Self {
        let (block, batch) = (Block::default(), Batch::new(&store.shape));
        Self { store, block, batch, memo: Memo::new(), searches: Vec::new(), roots: Vec::new() }
    }

    fn insert(&mut self, pass: &Pass, progress: &mut Progress, out: &mut Vec<Outcome>) -> Result<(), Stop> {
        while progress.floors < self.store.shape.floors() {
            self.solve_floor(pass, progress.floors)?;
            progress.floors += 1;
        }
        self.fetch_roots(pass);
        self.insert_roots(pass, progress, out)
    }

    /// Finds the numbers of all nodes of a floor that changed. Does no harm if done again.
    fn solve_floor(&mut self, pass: &Pass, floor: usize) -> Result<(), Stop> {
        let TreeStore { shape, nodes, budget, .. } = self.store;
        self.recall_floor(pass, floor);
        for (_, search) in &mut self.searches {
            search.place = nodes.locate(pass, search.hash);
        }
        for (task, search) in &self.searches {
            let number = nodes.intern(pass, search, &mut self.block, budget)?;
            self.memo.put(search.pair, search.hash, number);
            self.batch.solve(shape, task, number);
        }
        Ok(())
    }

    /// Solves the tasks that the memo knows, and starts searches for the others.
    fn recall_floor(&mut self, pass: &Pass, floor: usize) {
        let TreeStore { shape, nodes, .. } = self.store;
        self.searches.clear();
        for at in 0..self.batch.tasks(floor).len() {
            let task = self.batch.tasks(floor)[at];
            let pair = self.batch.pair(shape, &task);
            let hash = hash_pair(pair);
            if let Some(number) = self.memo.get(pair, hash) {
                self.batch.solve(shape, &task, number);
            } else {
                nodes.prefetch(pass, hash);
                self.searches.push((task, Search { pair, hash, place: Place::default() }));
            }
        }
    }

    /// Puts together the states, all of whose nodes are known, and brings their slots to the cache.
    fn fetch_roots(&mut self, pass: &Pass) {
        let TreeStore { shape, roots, .. } = self.store;
        let [left, right] = shape.top();
        self.roots.clear();
        for row in 0..self.batch.count() {
            let row = self.batch.row(shape, row);
            let entry = root(row[left as usize], row[right as usize]);
            let hash = hash_pair(entry);
            roots.prefetch(pass, hash);
            self.roots.push(Root { entry, hash, place: Place::default() });
        }
        for root in &mut self.roots {
            (root.place, _) = roots.locate(pass, root.hash, |slot| slot == root.entry);
        }
    }

    fn insert_roots(&mut self, pass: &Pass, progress: &mut Progress, out: &mut Vec<Outcome>) -> Result<(), Stop> {
        for &Root { entry, hash, place } in &self.roots[progress.states..] {
            let found = self.store.roots.insert(pass, hash, place, |slot| slot == entry, || Ok(entry))?;
            let new = matches!(found, Entry::New(_));
            if new {
                pass.count();
            }
            out.push(Outcome { state: StateRef(entry), new });
            progress.states += 1;
        }
        Ok(())
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
