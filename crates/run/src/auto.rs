//! `--por auto`: whether a reduction pays, decided on the run itself.
//!
//! The whole space is searched first: a small one is done before relations could be found. When it turns out not to be
//! small, one worker finds the relations and compares both spaces level by level near the initial state. If the reduced
//! one promises to take less time, the search is given up for a reduced one; otherwise it just goes on. The comparison
//! counts states and work and reads no clock, so the decision is the same each time.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use kulan_control::{Control, Phase};
use kulan_ir::{Chance, System};
use kulan_model::{Generator, GuardedModel, Model, Successors};
use kulan_report::Comparison;
use kulan_search::{Limit, Outcome, Review};
use kulan_stubborn::{Algorithm, Options, Reduced, Tables};
use rustc_hash::FxHashSet;

use crate::explicit::{OnModel, execute};
use crate::reduction::small_space;
use crate::{Error, Reduction, Setup};

/// How many states of the whole space are compared.
const SAMPLE: usize = 20_000;
/// The size that a space is assumed to have in the end, at least.
const PROJECTED: u64 = 1_000_000;
/// If the search goes on for as many states, spaces are compared again by a larger sample; and again after as many times
/// more, by one that is twice as large.
const AGAIN: u64 = 1_000_000;
const LATER: u64 = 4;
const LARGER_SAMPLE: usize = 100_000;
/// What the first comparison may take, in microseconds: a search that it does not help takes that much longer.
const ALLOWANCE: f64 = 60_000.0;
/// A later one takes at most this part of what the search has taken.
const SHARE: f64 = 8.0;
/// Spaces that were compared for fewer states than this say nothing.
const FEW: u64 = 500;
/// How the factor between spaces goes on to shrink or to grow, at most: the exponent of the size.
const SHRINKING: f64 = -0.3;
const GROWING: f64 = 0.2;
/// Spaces whose sizes differ by no more than this factor are about the same.
const SAME: f64 = 1.1;
/// Smaller sets are compared as well if they leave fewer states by this factor near the initial state.
const SMALLER: f64 = 1.2;
/// How much better than the whole space a reduction must promise to be: the promise may be wrong.
const MARGIN: f64 = 1.2;
/// Random walks, and their length.
const WALKS: u32 = 10;
const STEPS: u32 = 300;
/// Successors per state before anything is known: what the search has counted depends on the number of threads.
const USUAL_BRANCHING: f64 = 3.0;
/// States between two polls of the control.
const BETWEEN_LOOKS: usize = 256;

/// What work takes, in microseconds on one machine: only the ratios matter. Fitted on half of the benchmark, see
/// docs/reduction.md.
mod price {
    /// A state, and evaluating its guards.
    pub const STATE: f64 = 0.2;
    pub const GUARDS: f64 = 0.3;
    /// A successor, and each word of it.
    pub const SUCCESSOR: f64 = 0.1;
    pub const WORD: f64 = 0.01;
    /// Closing an action of a set, and each word of a row of the relations.
    pub const ACTION: f64 = 0.1;
    pub const ROW_WORD: f64 = 0.01;
    /// Finding what is asked of the relations of a system, per transition.
    pub const TRANSITION: f64 = 200.0;
    /// A question about relations that is not decided.
    pub const UNDECIDED: f64 = 300.0;
    /// What a state takes in a sample, compared with one in a search.
    pub const SAMPLED: f64 = 2.0;

    /// What was asked of the relations in vain. The search has waited for the answers to others.
    pub fn undecided(tables: &kulan_stubborn::Tables) -> f64 {
        UNDECIDED * tables.figures().undecided() as f64
    }

    /// A state of so many words, with its successors.
    pub fn state(words: usize, successors: f64) -> f64 {
        STATE + (SUCCESSOR + WORD * words as f64) * successors
    }

    /// Closing an action, where rows have so many words.
    pub fn closing(words: usize) -> f64 {
        ACTION + ROW_WORD * words as f64
    }
}

/// A system that is ready to be reduced.
pub trait Reducible {
    /// How many searches of the reduced space it takes.
    const SEARCHES: f64;

    /// What is reduced.
    fn system(&self) -> &System;

    /// The ways to reduce it, at least one.
    fn ways(&self) -> Vec<(&Tables, Options)>;

    /// Whether a search has to see to it that nothing is postponed forever.
    fn needs_proviso(&self) -> bool;
}

/// The review of a search of a whole space.
pub struct Auto<'a, P> {
    /// The system that is searched.
    pub system: &'a System,
    /// How many states are searched before anything is compared.
    first: u64,
    pub setup: &'a Setup,
    pub control: &'a Control,
    /// Finds the relations; `None` if there is nothing to reduce by.
    prepare: &'a (dyn Fn() -> Option<P> + Sync),
    /// Whether the search has gone on until finding relations would not make much of a difference.
    waited: AtomicBool,
    considered: Mutex<Option<Considered<P>>>,
}

/// What follows a search of a whole space.
pub enum Decision<P> {
    /// Its result counts.
    Stay(Option<Comparison>),
    /// A reduced space is searched instead.
    Reduce(Considered<P>),
}

/// A reduction that was considered.
pub struct Considered<P> {
    pub prepared: P,
    pub best: Best,
}

/// The best of several ways to reduce.
#[derive(Copy, Clone)]
pub struct Best {
    /// Which it is, and with which options.
    pub way: usize,
    pub options: Options,
    pub comparison: Comparison,
}

impl<'a, P: Reducible> Auto<'a, P> {
    pub fn new(
        system: &'a System,
        first: u64,
        setup: &'a Setup,
        control: &'a Control,
        prepare: &'a (dyn Fn() -> Option<P> + Sync),
    ) -> Auto<'a, P> {
        Auto { system, first, setup, control, prepare, waited: AtomicBool::new(false), considered: Mutex::new(None) }
    }

    /// Finds the relations and compares the spaces, of which the whole one has at least so many states.
    fn consider(&self, states: u64) -> Result<Option<Considered<P>>, Error> {
        // What a single thread does in a state leads to different states, or ends the same: there is nothing to gain.
        let mut threads = self.system.transitions.iter().map(|t| t.thread);
        let first = threads.next();
        if threads.all(|thread| Some(thread) == first) {
            return Ok(None);
        }
        let Some(prepared) = (self.prepare)() else { return Ok(None) };
        let best = self.compare(&prepared, SAMPLE, ALLOWANCE, states)?;
        Ok(Some(Considered { prepared, best }))
    }

    /// How early it looks, in proportion to what is usual: a test compares at once.
    fn usual(&self) -> f64 {
        self.first as f64 / Reduction::FIRST as f64
    }

    /// What searching a state takes, before anything is known of successors.
    fn state_price(&self) -> f64 {
        price::state(kulan_ir::Layout::new(self.system).words(), USUAL_BRANCHING)
    }

    fn compare(&self, prepared: &P, sample: usize, allowance: f64, states: u64) -> Result<Best, Error> {
        let compare = Compare {
            ways: &prepared.ways(),
            proviso: prepared.needs_proviso(),
            searches: P::SEARCHES,
            sample,
            allowance,
            done: states as f64,
            projected: PROJECTED.max(2 * states) as f64,
            control: self.control,
        };
        execute(prepared.system(), self.setup.execution, self.control, compare)
    }

    /// Compares again, by a larger sample, if one can be had for a small part of what the search has taken.
    fn again(&self, considered: &mut Considered<P>, states: u64) -> Result<(), Error> {
        let sample = LARGER_SAMPLE << (states / AGAIN).max(1).ilog(LATER);
        let allowance = states as f64 * self.state_price() / SHARE;
        // Half of it is for the whole space.
        let affordable = allowance / 2.0 / (price::SAMPLED * self.state_price());
        let sample = sample.min(affordable as usize);
        if sample > SAMPLE {
            considered.best = self.compare(&considered.prepared, sample, allowance / 2.0, states)?;
        }
        Ok(())
    }

    /// What follows the search, and corrects in its outcome why it ended. If that was for lack of room, a reduction is
    /// considered now, unless one was before.
    pub fn finish(self, outcome: &mut Outcome) -> Result<Decision<P>, Error> {
        let considered = std::mem::take(&mut *self.considered.lock().unwrap_or_else(PoisonError::into_inner));
        if !outcome.violations.is_empty() && !self.setup.search.all_errors {
            outcome.limit = None; // another worker found it during a review
        }
        outcome.limit = outcome.limit.map(|limit| self.control.stopped().unwrap_or(limit));
        let instead = matches!(outcome.limit, Some(Limit::States | Limit::Memory)) && self.control.stopped().is_none();
        let considered = if instead && considered.is_none() { self.consider(outcome.states)? } else { considered };
        Ok(match considered {
            Some(considered) if instead => Decision::Reduce(considered),
            other => Decision::Stay(other.map(|c| c.best.comparison)),
        })
    }
}

impl<P: Reducible + Send> Review for Auto<'_, P> {
    fn first(&self) -> u64 {
        self.first
    }

    fn goes_on(&self, states: u64) -> Option<u64> {
        if !self.waited.swap(true, Ordering::Relaxed) {
            let relations = price::TRANSITION * self.system.transitions.len() as f64;
            let worth = (relations / self.state_price() * self.usual()) as u64;
            if worth > states {
                return Some(worth);
            }
        }
        let mut considered = self.considered.lock().unwrap_or_else(PoisonError::into_inner);
        let done = self.control.attach(|| match &mut *considered {
            Some(known) => self.again(known, states),
            None => self.consider(states).map(|new| *considered = new),
        });
        match (done, &*considered) {
            (Ok(Ok(())), Some(known)) if known.best.comparison.pays => None,
            (Ok(Ok(())), Some(_)) => Some(AGAIN.max(states.saturating_mul(LATER))),
            // Stopped, not to be executed, or nothing to reduce by: the search itself goes on or notices.
            _ => Some(u64::MAX),
        }
    }
}

/// Compares the whole space of a model with reduced ones.
pub struct Compare<'c> {
    /// The ways to reduce, at least one.
    pub ways: &'c [(&'c Tables, Options)],
    /// Whether a search has to see to it that nothing is postponed forever.
    pub proviso: bool,
    /// How many searches a reduction takes.
    pub searches: f64,
    /// How many states to look at.
    pub sample: usize,
    /// What that may take, in microseconds.
    pub allowance: f64,
    /// How many states of the whole space were searched: this work would be lost.
    pub done: f64,
    /// The size that the whole space is assumed to have.
    pub projected: f64,
    pub control: &'c Control,
}

impl OnModel for Compare<'_> {
    type Output = Best;

    fn on<M: GuardedModel>(self, model: &M) -> Best {
        let _phase = self.control.enter(Phase::Relations);
        let (initial, words) = (model.initial(), model.words());
        let sampled = self.levels(&mut model.generator(self.control), &initial, usize::MAX, |_, _| (0, 0.0));
        let left = Cell::new(self.allowance);
        let near = |tables: &Tables, options: Options, depths: usize| {
            let (before, state) = (price::undecided(tables), price::SAMPLED * price::state(words, 1.0) + price::GUARDS);
            let cost = |closed: u64, expanded: u64| {
                price::closing(tables.words) * closed as f64 + state * expanded as f64 + price::undecided(tables)
                    - before
            };
            let reduced = Reduced::new(model, tables, options, self.proviso);
            let mut generator = reduced.generator(self.control);
            let levels = self.levels(&mut generator, &initial, depths, |g, expanded| {
                let closed = g.closed();
                (closed, left.get() - cost(closed, expanded))
            });
            left.set(left.get() - cost(generator.closed(), levels.expanded()));
            levels
        };
        let compare = |way: usize, tables: &Tables, options: Options, some: &Levels| {
            // Up to where both are known.
            let all = &sampled.up_to(if some.ended { usize::MAX } else { some.counts.len() });
            let reduced = Reduced::new(model, tables, options, self.proviso);
            // A space that ends so soon may do so because it postpones something forever.
            let ends = self.proviso && some.ended;
            let settled = || small_space(&reduced, self.sample as u64, self.control).unwrap_or(all.states());
            let reduced_states = if ends { settled() } else { some.states() };
            let same = reduced_states as f64 * SAME > all.states() as f64;
            let fewer: f64 = match all.projected(some, reduced_states, self.projected) {
                // All orders of the first steps may lead to different states that still have much in common.
                _ if same && !ends => self.omitted(model, &mut reduced.generator(self.control)).powi(2),
                fewer => fewer,
            };
            let sets = price::closing(tables.words) * some.work_at(self.projected / fewer);
            let reduced_price = price::state(words, some.branching()) + price::GUARDS + sets;
            let price = self.searches * reduced_price / price::state(words, all.branching());
            let (depth, full_states) = (all.counts.len() as u64, all.states());
            let enough = some.ended || all.states() >= FEW;
            let pays = enough && fewer > MARGIN * price * self.projected / (self.projected - self.done);
            let comparison = Comparison { depth, full_states, reduced_states, fewer, price, pays };
            Best { way, options, comparison }
        };
        let gain = |best: &Best| best.comparison.fewer / best.comparison.price;
        let compared = self.ways.iter().enumerate().flat_map(|(way, &(tables, options))| {
            let some = near(tables, options, sampled.counts.len());
            let first = compare(way, tables, options, &some);
            // Smaller sets ask for more and are more expensive to find, so they must make a difference early, and
            // what they ask for must not be hard to tell.
            let smaller = Options { algorithm: Algorithm::Pruned, ..options };
            let early = sampled.early();
            let easy = tables.figures().undecided() == 0;
            let looks = options.algorithm == Algorithm::Components && some.counts.len() > early && easy;
            let promises = looks && left.get() > 0.0 && {
                let begin = near(tables, smaller, early + 1);
                begin.counts.get(early).is_some_and(|&c| c as f64 * SMALLER < some.counts[early] as f64)
            };
            let second = promises.then(|| compare(way, tables, smaller, &near(tables, smaller, sampled.counts.len())));
            std::iter::once(first).chain(second)
        });
        compared.max_by(|a, b| gain(a).total_cmp(&gain(b))).expect("there is a way")
    }
}

impl Compare<'_> {
    /// Breadth first through `depths` levels at most, and only through those that end before there are too many states,
    /// or before it has taken too long: `work` tells, for so many states, how much work sets have taken, and what is left
    /// of the allowance.
    fn levels<G: Generator>(
        &self,
        generator: &mut G,
        initial: &[u32],
        depths: usize,
        work: impl Fn(&G, u64) -> (u64, f64),
    ) -> Levels {
        let words = initial.len();
        let mut seen: FxHashSet<Vec<u32>> = FxHashSet::from_iter([initial.to_vec()]);
        let mut levels = Levels { counts: vec![1], work: vec![(0, 0)], transitions: 0, ended: false };
        let (mut level, mut out, mut expanded) = (vec![initial.to_vec()], Successors::default(), 0);
        while !level.is_empty() && levels.counts.len() < depths {
            let mut next = Vec::new();
            for states in level.chunks(BETWEEN_LOOKS) {
                for state in states {
                    out.clear();
                    generator.successors(state, &mut out);
                    expanded += 1;
                    levels.transitions += (out.states.len() / words) as u64;
                    for state in out.states.chunks(words) {
                        if !seen.contains(state) {
                            seen.insert(state.to_vec());
                            next.push(state.to_vec());
                        }
                    }
                }
                let (closed, left) = work(generator, expanded);
                if seen.len() > self.sample || left < 0.0 || self.control.stopped().is_some() {
                    levels.work.push((expanded, closed));
                    return levels;
                }
            }
            levels.counts.push(seen.len() as u64);
            levels.work.push((expanded, work(generator, expanded).0));
            level = next;
        }
        levels.ended = level.is_empty();
        levels
    }

    /// How many times fewer successors states have with a reduction, on random walks through the whole space: these get
    /// further than a search does.
    fn omitted<M: GuardedModel>(&self, model: &M, some: &mut impl Generator) -> f64 {
        let (mut all, words) = (model.generator(self.control), model.words());
        let (mut out, mut less) = (Successors::default(), Successors::default());
        let (mut chance, mut before, mut after) = (Chance::new(0x2545_f491_4f6c_dd1d), 0, 0);
        for _ in 0..WALKS {
            let mut state = model.initial();
            for _ in 0..STEPS {
                out.clear();
                all.successors(&state, &mut out);
                some.successors(&state, &mut less);
                let count = out.states.len() / words;
                if count == 0 || self.control.stopped().is_some() {
                    break;
                }
                before += count;
                after += less.states.len() / words;
                state = out.states[chance.below(count) * words..][..words].to_vec();
            }
        }
        before as f64 / after.max(1) as f64
    }
}

/// A space near the initial state.
struct Levels {
    /// The number of states up to each depth.
    counts: Vec<u64>,
    /// After each depth: states whose successors were generated, and the work that finding sets has taken.
    work: Vec<(u64, u64)>,
    transitions: u64,
    /// Whether that is the whole space.
    ended: bool,
}

impl Levels {
    /// The first so many levels.
    fn up_to(&self, depths: usize) -> Levels {
        let counts = self.counts[..self.counts.len().min(depths)].to_vec();
        Levels { counts, work: self.work.clone(), transitions: self.transitions, ended: self.ended }
    }

    fn states(&self) -> u64 {
        self.counts.last().copied().unwrap_or(1)
    }

    fn expanded(&self) -> u64 {
        self.work.last().map_or(0, |w| w.0)
    }

    /// A depth at which it had an eighth of its states.
    fn early(&self) -> usize {
        self.counts.iter().position(|&c| c * 8 > self.states()).unwrap_or(0)
    }

    /// Successors per state.
    fn branching(&self) -> f64 {
        self.transitions as f64 / self.expanded().max(1) as f64
    }

    /// The work per state that is to be expected with so many states: more and more sets are known already.
    fn work_at(&self, states: f64) -> f64 {
        let (all, half) = (self.work.last().copied().unwrap_or_default(), self.expanded() / 2);
        let before = self.work.iter().rev().find(|w| w.0 <= half).copied().unwrap_or_default();
        let now = all.1 as f64 / all.0.max(1) as f64;
        if before.0 == 0 || before.1 == 0 {
            return now;
        }
        let growth = (all.1 as f64 / before.1 as f64).ln() / (all.0 as f64 / before.0 as f64).ln();
        now * (states / all.0 as f64).max(1.0).powf((growth - 1.0).min(0.0))
    }

    /// How many times as many states this space has as a reduced one if both go on to grow as they do, up to `states`.
    fn projected(&self, reduced: &Levels, reduced_states: u64, states: f64) -> f64 {
        let ratio = self.states() as f64 / reduced_states.max(1) as f64;
        let early = self.early();
        let [then, now] = [self.counts[early] as f64, self.states() as f64];
        if now < 2.0 * then || reduced.ended {
            return ratio;
        }
        let before = then / reduced.counts[early.min(reduced.counts.len() - 1)] as f64;
        let trend = (ratio / before).ln() / (now / then).ln();
        (ratio * (states / now).powf(trend.clamp(SHRINKING, GROWING))).max(1.0)
    }
}
