//! IC3: property-directed reachability (Bradley 2011; Een, Mishchenko, Brayton 2011), with counterexamples to
//! generalization (Hassan, Bradley, Somenzi 2013).
//!
//! A *cube* is a set of states: a conjunction of atoms and complements of atoms. Frame i is a set of states that contains
//! all that can be reached in at most i steps; it is kept as the cubes that are known to be outside. An obligation is a cube
//! from which a bad state can be reached; it is shown to be outside of the frames one by one, or a run leads to it.

mod cube;
mod gates;
mod generalize;
mod questions;
mod solver;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kulan_control::Control;
use kulan_sat::{Stop, stop_of};

use crate::Found;
use crate::relation::{Meaning, Relation};
use cube::Cube;
use questions::Questions;

/// How to search.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// Whether cubes may speak of conditions of the system, beside single bits.
    pub conditions: bool,
    /// How many counterexamples to generalization are dealt with at a time.
    pub counterexamples: usize,
    /// How many cubes that are included in others by now a solver knows at least before it forgets them; with 0, it forgets
    /// at every opportunity.
    pub stale: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { conditions: true, counterexamples: 0, stale: 100 }
    }
}

/// A literal of an invariant: what is said of a state, and whether it is true.
pub type Said = (Meaning, bool);

/// How far a proof is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The last frame.
    pub frame: usize,
    /// Cubes that are outside of some frame.
    pub cubes: usize,
}

/// Looks for a bad state, or for an invariant that excludes all of them.
pub fn search(relation: &Relation, options: Options, control: &Control, progress: &dyn Fn(Progress)) -> Found {
    let mut engine = Ic3::new(relation, options, stop_of(control), progress);
    engine.run().unwrap_or(Found::Stopped)
}

/// It was stopped.
struct Stopped;

/// A cube from which a bad state can be reached.
struct Obligation {
    cube: Cube,
    /// The inputs that lead from it to the next one, or show that it is bad.
    inputs: Vec<bool>,
    next: Option<usize>,
}

struct Ic3<'r> {
    options: Options,
    questions: Questions<'r>,
    /// By frame: the cubes that are outside of it and known to be outside of no later one.
    frames: Vec<Vec<Cube>>,
    obligations: Vec<Obligation>,
    /// By level, then by distance from the bad state, then by age.
    queue: BinaryHeap<Reverse<(usize, usize, usize)>>,
    /// By atom: how often it was in a cube that was blocked.
    activity: Vec<f64>,
    progress: &'r dyn Fn(Progress),
}

impl<'r> Ic3<'r> {
    fn new(relation: &'r Relation, options: Options, stop: Stop, progress: &'r dyn Fn(Progress)) -> Ic3<'r> {
        let questions = Questions::new(relation, options, stop);
        let activity = vec![0.0; questions.atoms.len()];
        let (frames, obligations, queue) = (vec![Vec::new(), Vec::new()], Vec::new(), BinaryHeap::new());
        Ic3 { options, questions, frames, obligations, queue, activity, progress }
    }

    fn last(&self) -> usize {
        self.frames.len() - 1
    }

    fn run(&mut self) -> Result<Found, Stopped> {
        if let Some((_, inputs)) = self.questions.bad(0)? {
            return Ok(Found::Violated(vec![inputs]));
        }
        loop {
            self.report();
            while let Some((cube, inputs)) = self.questions.bad(self.last())? {
                let root = self.oblige(cube, inputs, None);
                if let Some(start) = self.block(root)? {
                    return Ok(Found::Violated(self.run_from(start)));
                }
            }
            self.frames.push(Vec::new());
            if let Some(frame) = self.propagate()? {
                return Ok(Found::Proved(self.invariant(frame)));
            }
        }
    }

    fn report(&self) {
        (self.progress)(Progress { frame: self.last(), cubes: self.frames.iter().map(Vec::len).sum() });
    }

    fn oblige(&mut self, cube: Cube, inputs: Vec<bool>, next: Option<usize>) -> usize {
        self.obligations.push(Obligation { cube, inputs, next });
        self.obligations.len() - 1
    }

    /// Shows that an obligation is outside of the last frame; otherwise returns the one that the initial state belongs to.
    fn block(&mut self, root: usize) -> Result<Option<usize>, Stopped> {
        self.queue.clear();
        self.queue.push(Reverse((self.last(), 0, root)));
        while let Some(Reverse((level, depth, id))) = self.queue.pop() {
            self.report();
            if self.questions.has_initial(&self.obligations[id].cube) {
                return Ok(Some(id));
            }
            if self.is_blocked(id, level) {
                continue;
            }
            let cube = self.obligations[id].cube.clone();
            match self.questions.unreached(level, &cube)? {
                Some(core) => {
                    let blocked = self.generalize(core, level)?;
                    let (cube, level) = self.push_up(blocked, level)?;
                    self.add(cube, level);
                    if level < self.last() {
                        self.queue.push(Reverse((level + 1, depth, id)));
                    }
                }
                None => {
                    let (cube, inputs) = self.questions.predecessors(&cube)?;
                    let before = self.oblige(cube, inputs, Some(id));
                    self.queue.push(Reverse((level - 1, depth + 1, before)));
                    self.queue.push(Reverse((level, depth, id)));
                }
            }
        }
        self.obligations.clear();
        Ok(None)
    }

    fn is_blocked(&self, id: usize, level: usize) -> bool {
        let cube = &self.obligations[id].cube;
        self.frames[level..].iter().flatten().any(|known| known.includes(cube))
    }

    /// The highest level at which a cube that is outside of frame `level` is found to be outside, too.
    fn push_up(&mut self, mut cube: Cube, mut level: usize) -> Result<(Cube, usize), Stopped> {
        while level < self.last() {
            match self.questions.unreached(level + 1, &cube)? {
                Some(core) => (cube, level) = (core, level + 1),
                None => break,
            }
        }
        Ok((cube, level))
    }

    /// Takes a cube out of a frame and all before it.
    fn add(&mut self, cube: Cube, level: usize) {
        for atom in cube.atoms() {
            self.activity[atom] += 1.0;
        }
        for frame in &mut self.frames[1..=level] {
            frame.retain(|known| !cube.includes(known));
        }
        self.questions.block(&cube, 1..=level);
        self.frames[level].push(cube);
    }

    /// Moves cubes to later frames as far as they are outside of these; returns a frame that is closed.
    fn propagate(&mut self) -> Result<Option<usize>, Stopped> {
        for level in 1..self.last() {
            self.questions.refresh(level, self.frames[level..].iter().flatten());
            for cube in self.frames[level].clone() {
                // It may have been replaced meanwhile.
                if !self.frames[level].contains(&cube) {
                    continue;
                }
                let Some(core) = self.questions.unreached(level + 1, &cube)? else { continue };
                if core == cube {
                    // The frames before have it.
                    self.frames[level].retain(|known| *known != cube);
                    self.frames[level + 1].retain(|known| !cube.includes(known));
                    self.questions.block(&cube, level + 1..=level + 1);
                    self.frames[level + 1].push(cube);
                } else {
                    self.add(core, level + 1);
                }
            }
            if self.frames[level].is_empty() {
                return Ok(Some(level));
            }
        }
        self.activity.iter_mut().for_each(|a| *a *= 0.9);
        Ok(None)
    }

    /// What holds in all states of a closed frame.
    fn invariant(&self, frame: usize) -> Vec<Vec<Said>> {
        let cubes = self.frames[frame..].iter().flatten();
        cubes.map(|cube| cube.iter().map(|l| self.questions.said(!l)).collect()).collect()
    }

    /// The inputs along a run.
    fn run_from(&self, start: usize) -> Vec<Vec<bool>> {
        let chain = std::iter::successors(Some(start), |&id| self.obligations[id].next);
        chain.map(|id| self.obligations[id].inputs.clone()).collect()
    }
}
