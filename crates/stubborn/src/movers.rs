//! Whether a transition that was just taken moves to the right over all that the other threads may do next.
//!
//! A. Laarman, "Stubborn transaction reduction" (NFM 2018), decides movability as stubborn sets are found: by what must
//! happen first. The *obstacles* of a transition are the actions over which it does not move (DNB). If the other threads
//! alone cannot get to one of them, then whatever they do before its thread goes on, they may as well do before it. That
//! stays true while they do it. So no condition has to be found and proved beforehand.

use rustc_hash::FxHashMap;

use crate::tables::Wanted;
use crate::{Situation, bits};

/// Approximate bytes for answers; further ones are found each time.
const ROOM: usize = 64 << 20;
/// Approximate bytes of an answer apart from its key.
const ENTRY: usize = 48;

/// Scratch memory, and answers.
#[derive(Debug, Default)]
pub struct Movers {
    /// Answers by the guards that hold, and what is asked behind them.
    known: FxHashMap<Box<[u64]>, bool>,
    key: Vec<u64>,
    /// Actions of which it suffices that none of them happens, and those that are not yet closed.
    set: Vec<u64>,
    pending: Vec<u32>,
    before: Vec<u64>,
}

impl Movers {
    /// The answer for guards that hold behind a transition, if it is known.
    pub fn find(&mut self, guards: &[u64], transition: usize, goes_on: bool) -> Option<bool> {
        self.key.clear();
        self.key.extend_from_slice(guards);
        self.key.push((transition as u64) << 1 | u64::from(goes_on));
        self.known.get(&self.key[..]).copied()
    }

    /// Keeps the answer that was just looked for.
    pub fn keep(&mut self, answer: bool) {
        if self.known.len() < ROOM / (self.key.len() * size_of::<u64>() + ENTRY) {
            self.known.insert(self.key[..].into(), answer);
        }
    }

    /// Whether a transition that led to this situation moves to the right over whatever other threads do until its own goes
    /// on. With `goes_on`, there must also be something that its thread can do until then.
    pub fn run(&mut self, situation: &Situation, transition: usize, goes_on: bool) -> bool {
        let own = situation.tables.of_same_thread(transition);
        self.set.clear();
        self.set.resize(situation.tables.words, 0);
        let obstacles = situation.rows.get(Wanted::Obstacles(transition));
        self.never(situation, own, obstacles) && (!goes_on || self.can_go_on(situation, own))
    }

    /// Whether no thread but the own one gets to any of some actions, as long as that one does nothing.
    fn never(&mut self, situation: &Situation, own: &[u64], actions: &[u64]) -> bool {
        self.pending.clear();
        let mut possible = !self.add(situation, own, actions);
        while !possible && let Some(action) = self.pending.pop() {
            let row = self.cheapest(situation, own, action as usize);
            possible = row.is_none_or(|row| !self.add(situation, own, situation.rows.turning(row)));
        }
        !possible
    }

    /// Adds actions of other threads; returns whether none of them is enabled.
    fn add(&mut self, situation: &Situation, own: &[u64], actions: &[u64]) -> bool {
        for (w, &row) in actions.iter().enumerate() {
            let mut new = row & !own[w] & !self.set[w];
            if new & situation.enabled[w] != 0 {
                return false;
            }
            self.set[w] |= new;
            while new != 0 {
                self.pending.push((w * 64) as u32 + new.trailing_zeros());
                new &= new - 1;
            }
        }
        true
    }

    /// The necessary enabling set of a disabled action that adds least, among those of which other threads can do nothing
    /// now.
    fn cheapest(&self, situation: &Situation, own: &[u64], action: usize) -> Option<usize> {
        let mut best = None;
        situation.necessary_enabling_sets(action, |number| {
            let row = situation.rows.turning(number);
            let (mut cost, mut enabled) = (0, 0);
            for (w, &row) in row.iter().enumerate() {
                let new = row & !own[w] & !self.set[w];
                cost += new.count_ones();
                enabled |= new & situation.enabled[w];
            }
            if enabled == 0 && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, number));
            }
            best.is_some_and(|(least, _)| least == 0)
        });
        best.map(|(_, number)| number)
    }

    /// Whether the own thread can do something now that no other one can prevent.
    fn can_go_on(&mut self, situation: &Situation, own: &[u64]) -> bool {
        let tables = situation.tables;
        self.before.clone_from(&self.set);
        let mut choices = (0..own.len()).flat_map(|w| {
            let word = [own[w] & situation.enabled[w]];
            bits::ones(&word).map(|bit| w * 64 + bit).collect::<Vec<_>>()
        });
        choices.any(|u| {
            // A goal is no step, and an opaque transition may lead nowhere.
            if u >= tables.transitions || tables.is_opaque(u) {
                return false;
            }
            self.set.clone_from(&self.before);
            let mut guards = tables.guards_of[u].iter();
            guards.all(|&g| self.never(situation, own, situation.rows.turning(tables.guards + g as usize)))
        })
    }
}
