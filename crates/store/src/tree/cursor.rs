//! One worker's access to a tree store.

use super::batch::{Base, Batch, Task};
use super::memo::Memo;
use super::nodes::Search;
use super::{MARK_MASK, MARK_SHIFT, TreeStore, halves, root};
use crate::arena::Block;
use crate::gate::{Here, Pass, Seat};
use crate::hash::hash_pair;
use crate::sync::Arc;
use crate::table::{Entry, SlotNumber, Stop};
use crate::{Cursor, Full, Marks, Outcome, StateRef};

/// One worker's access to a [`TreeStore`].
pub struct TreeCursor<'a> {
    store: &'a TreeStore,
    seat: Arc<Seat>,
    _here: Here,
    /// Words of the current state, empty if there is none.
    words: Vec<u32>,
    /// Numbers of the nodes of the current state.
    nodes: Vec<u32>,
    /// Numbers of the nodes of a state that is only read.
    other: Vec<u32>,
    /// Why the queued states cannot be stored.
    failed: Option<Full>,
    writer: Writer<'a>,
}

/// The part of a cursor that works inside the gate.
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
    place: SlotNumber,
}

impl<'a> TreeCursor<'a> {
    pub(super) fn new(store: &'a TreeStore) -> Self {
        let nodes = vec![0; store.shape.nodes()];
        let writer = Writer::new(store);
        let (seat, other) = (store.gate.seat(), nodes.clone());
        Self { store, seat, _here: Here::default(), words: Vec::new(), other, nodes, failed: None, writer }
    }

    /// Does a part of the work inside the gate, growing tables as often as necessary.
    fn inside(&mut self, mut work: impl FnMut(&mut Writer, &Pass) -> Result<(), Stop>) -> Result<(), Full> {
        loop {
            let pass = self.store.gate.enter(&self.seat);
            match work(&mut self.writer, &pass) {
                Ok(()) => return Ok(()),
                Err(Stop::Full(full)) => return Err(full),
                Err(Stop::Crowded) => drop(pass),
            }
            self.store.grow()?;
        }
    }

    /// Finds the nodes of the states planned, and fetches their slots among the roots.
    fn prepare(&mut self) {
        let mut floor = 0;
        let result = self.inside(|writer, pass| writer.solve_from(pass, &mut floor));
        self.failed = self.failed.or(result.err());
    }
}

impl<'a> Writer<'a> {
    fn new(store: &'a TreeStore) -> Self {
        let (block, batch) = (Block::default(), Batch::new(&store.shape));
        Self { store, block, batch, memo: Memo::new(), searches: Vec::new(), roots: Vec::new() }
    }

    /// Solves the floors from `floor` on, and counts it up.
    fn solve_from(&mut self, pass: &Pass, floor: &mut usize) -> Result<(), Stop> {
        while *floor < self.store.shape.floors() {
            self.solve_floor(pass, *floor)?;
            *floor += 1;
        }
        self.fetch_roots(pass);
        Ok(())
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
                self.searches.push((task, Search { pair, hash, place: SlotNumber::default() }));
            }
        }
    }

    /// Assembles the states, all of whose nodes are known, and fetches their slots into the cache.
    fn fetch_roots(&mut self, pass: &Pass) {
        let TreeStore { shape, roots, .. } = self.store;
        let [left, right] = shape.top();
        self.roots.clear();
        for row in 0..self.batch.count() {
            let row = self.batch.row(shape, row);
            let entry = root(row[left as usize], row[right as usize]);
            let hash = hash_pair(entry);
            roots.prefetch(pass, hash);
            self.roots.push(Root { entry, hash, place: SlotNumber::default() });
        }
    }

    /// Stores the states from number `done` on, and counts it up.
    fn insert_roots(&mut self, pass: &Pass, done: &mut usize, out: &mut Vec<Outcome>) -> Result<(), Stop> {
        let roots = &mut self.roots[*done..];
        for root in roots.iter_mut() {
            (root.place, _) = self.store.roots.locate(pass, root.hash, |slot| slot & !MARK_MASK == root.entry);
        }
        for &mut Root { entry, hash, place } in roots {
            let found = self.store.roots.insert(pass, hash, place, |slot| slot & !MARK_MASK == entry, || Ok(entry))?;
            let (new, marks) = match found {
                Entry::New(_) => (true, 0),
                Entry::Old(slot) => (false, (slot >> MARK_SHIFT) as Marks),
            };
            if new {
                pass.count();
            }
            out.push(Outcome { state: StateRef(entry), new, marks });
            *done += 1;
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
        assert_eq!(self.writer.batch.count(), 0, "no states are lined up");
        self.writer.batch.plan(&self.store.shape, state, None);
        self.prepare();
        let mut out = Vec::with_capacity(1);
        self.flush(&mut out)?;
        Ok(out[0])
    }

    fn queue(&mut self, successors: &[u32]) {
        let shape = &self.store.shape;
        assert_eq!(successors.len() % shape.words(), 0, "states of another length");
        let base = Base { words: &self.words, nodes: &self.nodes };
        self.writer.batch.plan(shape, successors, Some(base).filter(|base| !base.words.is_empty()));
        self.prepare();
    }

    fn flush(&mut self, out: &mut Vec<Outcome>) -> Result<(), Full> {
        let mut done = 0;
        let result = match self.failed.take() {
            Some(full) => Err(full),
            None => self.inside(|writer, pass| writer.insert_roots(pass, &mut done, out)),
        };
        self.writer.batch.clear();
        self.writer.roots.clear();
        result
    }

    fn read(&mut self, state: StateRef, out: &mut [u32]) {
        assert_eq!(out.len(), self.store.shape.words(), "a state of another length");
        unfold(self.store, state, &mut self.other, out);
    }

    fn mark(&mut self, state: StateRef, marks: Marks) -> Marks {
        let pass = self.store.gate.enter(&self.seat);
        let bits = u64::from(marks) << MARK_SHIFT;
        let slot = self.store.roots.mark(&pass, hash_pair(state.0), bits, |slot| slot & !MARK_MASK == state.0);
        (slot >> MARK_SHIFT) as Marks
    }
}
