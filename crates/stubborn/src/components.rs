//! Strong components (A. Valmari, "Stubborn sets for reduced state space generation", 1990).
//!
//! "If `a` is in the set, then so are these" is a graph over actions. A set that is closed under it and has an enabled
//! transition is stubborn, so a strong component from which no other one is reached is a minimal such set. The components
//! are found depth first (Gabow's algorithm, with rows of bits for edges), enabled actions first: an action is closed at
//! most once, and where all enabled transitions depend on each other, that is seen as soon as they have been met.

use crate::{Situation, bits};

/// Scratch memory.
#[derive(Debug, Default)]
pub struct Components {
    /// Actions that were met, and those of them whose component is not complete.
    met: Vec<u64>,
    open: Vec<u64>,
    /// The open actions in the order in which they were met, and by action its place there.
    stack: Vec<u32>,
    places: Vec<u32>,
    /// The places at which components may begin.
    bounds: Vec<u32>,
    frames: Vec<Frame>,
    /// The place of the enabled transition that was met last, and how many were met.
    last_enabled: u32,
    enabled_met: u32,
}

/// An action whose edges are being followed.
#[derive(Copy, Clone, Debug)]
struct Frame {
    action: u32,
    edges: Edges,
    /// The first words of the row with enabled and with other actions that may not have been met.
    enabled: u32,
    others: u32,
}

/// What an action requires.
#[derive(Copy, Clone, Debug)]
enum Edges {
    None,
    /// A row of the relation of what does not accord.
    Conflicts(u32),
    /// A necessary enabling set: a row of [`crate::Tables::rows`].
    Enabling(u32),
}

impl Edges {
    fn row<'t>(self, situation: &Situation<'_, 't>) -> &'t [u64] {
        match self {
            Edges::None => &[],
            Edges::Conflicts(row) => situation.rows.conflicts(row as usize),
            Edges::Enabling(row) => situation.rows.turning(row as usize),
        }
    }
}

/// A set of `W` words, or of any number if that is zero: with the number known, loops over sets need no counting.
#[inline(always)]
fn sized<const W: usize>(words: &[u64]) -> &[u64] {
    if W == 0 { words } else { &words[..W] }
}

/// An action that a frame requires and that was not met: an enabled one if there is one.
#[inline(always)]
fn next<const W: usize>(situation: &Situation, frame: &mut Frame, met: &[u64]) -> Option<usize> {
    let row = frame.edges.row(situation);
    if row.is_empty() {
        return None;
    }
    // What was met stays so: words are looked at only from where something was found last.
    let (row, met, enabled) = (sized::<W>(row), sized::<W>(met), sized::<W>(situation.enabled));
    while let Some(w) = Some(frame.enabled as usize).filter(|&w| w < row.len()) {
        let new = row[w] & !met[w] & enabled[w];
        if new != 0 {
            return Some(w * 64 + new.trailing_zeros() as usize);
        }
        frame.enabled += 1;
    }
    while let Some(w) = Some(frame.others as usize).filter(|&w| w < row.len()) {
        let new = row[w] & !met[w];
        if new != 0 {
            return Some(w * 64 + new.trailing_zeros() as usize);
        }
        frame.others += 1;
    }
    None
}

impl Components {
    /// Finds a stubborn set in which each enabled transition is a key transition. Nothing is required of the set.
    /// Returns how many actions were closed.
    pub fn run(&mut self, situation: &Situation, out: &mut [u64]) -> u64 {
        match situation.tables.words {
            1 => self.run_sized::<1>(situation, out),
            2 => self.run_sized::<2>(situation, out),
            3 => self.run_sized::<3>(situation, out),
            4 => self.run_sized::<4>(situation, out),
            5 => self.run_sized::<5>(situation, out),
            6 => self.run_sized::<6>(situation, out),
            _ => self.run_sized::<0>(situation, out),
        }
    }

    fn run_sized<const W: usize>(&mut self, situation: &Situation, out: &mut [u64]) -> u64 {
        let tables = situation.tables;
        self.places.resize(tables.guards_of.len(), 0);
        for set in [&mut self.met, &mut self.open] {
            set.clear();
            set.resize(tables.words, 0);
        }
        self.stack.clear();
        self.bounds.clear();
        self.frames.clear();
        (self.last_enabled, self.enabled_met) = (0, 0);
        let mut seeds = tables.by_conflicts.iter().filter(|&&t| bits::get(situation.seeds, t as usize));
        let seed = *seeds.next().expect("there is a seed");
        if self.first_from::<W>(situation, seed as usize) {
            out.iter_mut().zip(&self.met).zip(&self.open).for_each(|((out, met), open)| *out = met & !open);
        } else {
            out.fill(!0);
        }
        self.met.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// Follows everything from a seed to the first component with a seed that is complete. Returns whether it can omit
    /// something: otherwise it has all enabled transitions.
    fn first_from<const W: usize>(&mut self, situation: &Situation, seed: usize) -> bool {
        let all = sized::<W>(situation.transitions).iter().map(|w| w.count_ones()).sum::<u32>();
        self.meet::<W>(situation, seed);
        while let Some(frame) = self.frames.last_mut() {
            let action = frame.action;
            if self.enabled_met == all && self.bounds.get(1).is_none_or(|&bound| bound > self.last_enabled) {
                return false;
            }
            match next::<W>(situation, frame, &self.met) {
                Some(next) => self.meet::<W>(situation, next),
                None => {
                    let place = self.places[action as usize];
                    self.frames.pop();
                    if self.bounds.last() == Some(&place) && self.complete(situation, place) {
                        return true;
                    }
                }
            }
        }
        unreachable!("the component of the seed is complete in the end")
    }

    /// Meets an action for the first time.
    #[inline(always)]
    fn meet<const W: usize>(&mut self, situation: &Situation, action: usize) {
        let place = self.stack.len() as u32;
        self.places[action] = place;
        self.stack.push(action as u32);
        self.bounds.push(place);
        bits::set(&mut self.met, action);
        bits::set(&mut self.open, action);
        let edges = if !bits::get(situation.enabled, action) {
            Edges::Enabling(self.cheapest::<W>(situation, action))
        } else if action < situation.tables.transitions {
            (self.last_enabled, self.enabled_met) = (place, self.enabled_met + 1);
            Edges::Conflicts(action as u32)
        } else {
            Edges::None // a goal that is reached asks for nothing
        };
        // What is open is reached again: all in between is one component.
        let mut lowest = place;
        for (w, (&row, &open)) in edges.row(situation).iter().zip(&self.open).enumerate() {
            let mut word = row & open;
            while word != 0 {
                lowest = lowest.min(self.places[w * 64 + word.trailing_zeros() as usize]);
                word &= word - 1;
            }
        }
        while self.bounds.last().is_some_and(|&bound| bound > lowest) {
            self.bounds.pop();
        }
        self.frames.push(Frame { action: action as u32, edges, enabled: 0, others: 0 });
    }

    /// The component that begins at a place is complete. Returns whether it has a seed.
    fn complete(&mut self, situation: &Situation, place: u32) -> bool {
        self.bounds.pop();
        let mut seed = false;
        for &action in &self.stack[place as usize..] {
            bits::clear(&mut self.open, action as usize);
            seed |= bits::get(situation.seeds, action as usize);
        }
        self.stack.truncate(place as usize);
        seed
    }

    /// The necessary enabling set of a disabled action that adds least.
    #[inline(always)]
    fn cheapest<const W: usize>(&self, situation: &Situation, action: usize) -> u32 {
        let (open, enabled) = (sized::<W>(&self.open), sized::<W>(situation.enabled));
        let mut best = (u32::MAX, usize::MAX);
        situation.necessary_enabling_sets(action, |number| {
            let row = sized::<W>(situation.rows.turning(number));
            let mut cost = 0;
            for w in 0..row.len() {
                let new = row[w] & !open[w];
                if new != 0 {
                    cost += new.count_ones();
                    if new & enabled[w] != 0 {
                        cost += (new & enabled[w]).count_ones() << 16;
                    }
                    if cost >= best.0 {
                        return false;
                    }
                }
            }
            if cost < best.0 {
                best = (cost, number);
            }
            cost == 0
        });
        debug_assert_ne!(best.1, usize::MAX, "a disabled action has a guard that does not hold");
        best.1 as u32
    }
}
