//! Partial-order reduction by stubborn sets, after A. Laarman, E. Pater, J. van de Pol, H. Hansen, "Guard-based
//! partial-order reduction".
//!
//! [`Reduced`] is a layer over a model: for each state it gives only the successors by a stubborn set. The set is a
//! function of the state's guards, so the reduced space is the same for every search and any number of threads.
//! docs/reduction.md explains what is preserved and why.

mod beam;
mod components;
mod cores;
mod deletion;
mod memo;
mod movers;
mod probe;
mod processes;
mod progress;
mod reduced;
mod rows;
mod steps;
mod tables;
mod transactions;
mod watch;

use std::cell::RefCell;
use std::sync::Arc;

use kulan_relations::{Asking, bits};
use tables::Wanted;

pub use probe::probe;
pub use processes::{ByProcess, ByProcessGenerator, Locality};
pub use reduced::{Reduced, ReducedGenerator};
pub use steps::Steps;
pub use tables::Tables;
pub use transactions::{InTransactions, InTransactionsGenerator};
pub use watch::{Changing, Condition, Cycles, Visibility, Watch};

/// How a stubborn set is found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Algorithm {
    /// Closing one enabled transition (Algorithm 1).
    Closure,
    /// Closing each enabled transition in turn, the most promising one first (Algorithm 3).
    #[default]
    Beam,
    /// The first strong component of what transitions require: cheap, and a little larger.
    Components,
    /// Removing what can be spared (Algorithm 2).
    Deletion,
    /// Beam search, and deletion where that leaves more than one enabled transition; the smaller set is used.
    Both,
    /// Strong components, and where these leave more than one enabled transition, a set around the core of one of them
    /// if that is smaller.
    Pruned,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Both,
        Algorithm::Beam,
        Algorithm::Components,
        Algorithm::Pruned,
        Algorithm::Deletion,
        Algorithm::Closure,
    ];

    /// Whether sets are found by strong components: they are strong, and few rows of the relations are asked for.
    pub fn is_cheap(self) -> bool {
        matches!(self, Algorithm::Components | Algorithm::Pruned)
    }
}

/// What is required of the enabled transitions in a set.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// All are key transitions (D2).
    #[default]
    Strong,
    /// At least one is a key transition (D2w).
    Weak,
}

/// How to reduce.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Strong or weak sets.
    pub strength: Strength,
    /// Whether necessary disabling sets serve as necessary enabling sets too (section 4.2).
    pub disabling: bool,
    /// Whether the cheapest necessary enabling set is taken (section 4.3), or any.
    pub heuristic: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { algorithm: Algorithm::Beam, strength: Strength::Strong, disabling: true, heuristic: true }
    }
}

impl Options {
    /// All distinct combinations: deletion looks at every necessary enabling set, so the heuristic makes no difference
    /// to it.
    pub fn every() -> Vec<Options> {
        let mut list = Vec::new();
        for algorithm in Algorithm::ALL {
            for strength in [Strength::Strong, Strength::Weak] {
                if algorithm.is_cheap() && strength == Strength::Weak {
                    continue; // its sets are strong
                }
                for (disabling, heuristic) in [(true, true), (false, true), (true, false), (false, false)] {
                    if heuristic || matches!(algorithm, Algorithm::Beam | Algorithm::Closure) {
                        list.push(Options { algorithm, strength, disabling, heuristic });
                    }
                }
            }
        }
        list
    }

    /// Whether the sets can be found where relations are found on demand. Left accordance is never asked for, so weak sets
    /// would not differ from strong ones.
    pub fn can_ask(&self) -> bool {
        let asks_for_rows = self.algorithm.is_cheap() || matches!(self.algorithm, Algorithm::Beam | Algorithm::Closure);
        asks_for_rows && self.strength == Strength::Strong
    }
}

/// A stubborn set, as far as a search needs it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Choice<'a> {
    /// The enabled transitions of the set, key transitions first.
    pub chosen: &'a [u32],
    /// How many of them are key transitions.
    pub keys: usize,
    /// The enabled transitions that are omitted.
    pub left_out: &'a [u32],
    /// The goals that are enabled, by their place among the goals.
    pub goals: &'a [u32],
    /// Whether the set breaks the cycles it is on: see [`Watch`].
    pub breaks_cycles: bool,
}

/// Finds stubborn sets; has its own scratch memory.
#[derive(Debug)]
pub struct Chooser<'t> {
    tables: &'t Tables,
    options: Options,
    enabled: Vec<u64>,
    seeds: Vec<u64>,
    set: Vec<u64>,
    /// The set found by deletion, alongside that of beam search.
    second: Vec<u64>,
    /// Enabled transitions.
    transitions: Vec<u64>,
    /// How often deletion was tried after beam search, and how often it found a smaller set.
    tried: u64,
    improved: u64,
    /// How many actions were closed by strong components and for the sake of cores.
    closed: u64,
    beam: beam::Beam,
    components: components::Components,
    cores: cores::Cores,
    deletion: deletion::Deletion,
    movers: movers::Movers,
    /// What must be in the set: nothing, or what makes it break cycles.
    required: Vec<u64>,
    sets: Cached,
    /// Sets that break cycles.
    breaking: Cached,
    /// Finds rows that nobody has asked for yet; made when it is first needed.
    asking: RefCell<Option<Asking<'t>>>,
}

/// Sets that are known: those of this chooser, and those that others leave for it.
#[derive(Debug)]
struct Cached {
    memo: memo::Memo,
    exchange: Arc<memo::Exchange>,
}

impl Cached {
    fn find(&mut self, guards: &[u64]) -> Option<memo::EntryId> {
        self.memo.find(guards).or_else(|| self.exchange.fetch(guards, &mut self.memo))
    }

    fn insert(&mut self, guards: &[u64], rows: RowSource, enabled: &[u64], set: &[u64]) -> memo::EntryId {
        let place = self.memo.insert(guards, rows, enabled, set);
        self.exchange.leave(guards, self.memo.get(place));
        place
    }
}

/// What choosers for the same tables and options tell each other.
#[derive(Clone, Debug)]
pub(crate) struct Exchanges {
    sets: Arc<memo::Exchange>,
    breaking: Arc<memo::Exchange>,
    /// Approximate bytes for the sets that each chooser knows, and for those that are told.
    room: usize,
}

impl Exchanges {
    pub(crate) fn new(tables: &Tables, room: usize) -> Exchanges {
        let new = || Arc::new(memo::Exchange::new(tables.guard_words, room));
        Exchanges { sets: new(), breaking: new(), room }
    }
}

impl<'t> Chooser<'t> {
    /// A chooser over tables.
    pub fn new(tables: &'t Tables, options: Options) -> Chooser<'t> {
        Chooser::with(tables, options, Exchanges::new(tables, memo::ROOM))
    }

    /// One that need not find what others have found.
    pub(crate) fn with(tables: &'t Tables, options: Options, exchanges: Exchanges) -> Chooser<'t> {
        let words = tables.words;
        let cached = |exchange: Arc<memo::Exchange>| {
            exchange.join();
            Cached { memo: memo::Memo::new(tables.guard_words, exchanges.room), exchange }
        };
        Chooser {
            tables,
            options,
            enabled: vec![0; words],
            seeds: vec![0; words],
            set: vec![0; words],
            second: vec![0; words],
            transitions: vec![0; words],
            tried: 0,
            improved: 0,
            closed: 0,
            beam: beam::Beam::default(),
            components: components::Components::default(),
            cores: cores::Cores::default(),
            deletion: deletion::Deletion::default(),
            movers: movers::Movers::default(),
            required: vec![0; words],
            sets: cached(exchanges.sets),
            breaking: cached(exchanges.breaking),
            asking: RefCell::default(),
        }
    }

    /// The set for a state, given the values of its guards.
    pub fn choose(&mut self, guards: &[u64]) -> Choice<'_> {
        let place = match self.sets.find(guards) {
            Some(place) => place,
            None => {
                self.required.fill(0);
                self.compute(guards);
                let rows = RowSource { tables: self.tables, asking: &self.asking };
                self.sets.insert(guards, rows, &self.enabled, &self.set)
            }
        };
        self.sets.memo.get(place)
    }

    /// The set for a state that must break the cycles it is on.
    pub fn choose_breaking(&mut self, guards: &[u64]) -> Choice<'_> {
        let place = match self.breaking.find(guards) {
            Some(place) => place,
            None => {
                match &self.tables.watched {
                    Some(watched) if watched.cycles == Cycles::Visible => {
                        self.required.copy_from_slice(&watched.visible);
                        self.compute(guards);
                    }
                    _ => {
                        self.tables.enabled(guards, &mut self.enabled);
                        self.set.fill(!0);
                    }
                }
                let rows = RowSource { tables: self.tables, asking: &self.asking };
                self.breaking.insert(guards, rows, &self.enabled, &self.set)
            }
        };
        self.breaking.memo.get(place)
    }

    /// Whether a transition, an action here, moves to the right behind itself, given the values of guards there: over all
    /// that other threads may do until its own goes on. With `goes_on`, there must be something that it can do until then.
    pub(crate) fn moves_right(&mut self, guards: &[u64], transition: usize, goes_on: bool) -> bool {
        if let Some(answer) = self.movers.find(guards, transition, goes_on) {
            return answer;
        }
        let tables = self.tables;
        tables.enabled(guards, &mut self.enabled);
        let rows = RowSource { tables, asking: &self.asking };
        let (enabled, none) = (&self.enabled[..], &[][..]);
        let (options, seeds, transitions, required) = (self.options, none, none, none);
        let situation = Situation { tables, rows, options, guards, enabled, seeds, transitions, required };
        let answer = self.movers.run(&situation, transition, goes_on);
        self.movers.keep(answer);
        answer
    }

    /// The whole set for a state: all actions, enabled or not, as bits by their numbers in the relations. For the checker.
    pub fn stubborn_set(&mut self, guards: &[u64]) -> Vec<u64> {
        self.required.fill(0);
        self.compute(guards);
        self.tables.by_number(&self.set)
    }

    fn compute(&mut self, guards: &[u64]) {
        let tables = self.tables;
        tables.enabled(guards, &mut self.enabled);
        // With a single enabled transition nothing can be omitted, whatever else belongs to the set.
        if tables.only_transitions(&self.enabled, &mut self.transitions) <= 1 {
            self.set.fill(!0);
            return;
        }
        let mut options = self.options;
        self.copy_seeds();
        if options.strength == Strength::Weak && !tables.drop_opaque(&mut self.seeds) {
            options.strength = Strength::Strong;
            self.copy_seeds();
        }
        let required = &self.required[..];
        let (enabled, seeds, transitions) = (&self.enabled[..], &self.seeds[..], &self.transitions[..]);
        let rows = RowSource { tables, asking: &self.asking };
        let situation = Situation { tables, rows, options, guards, enabled, seeds, transitions, required };
        let has_components = required.iter().all(|&w| w == 0) && options.strength == Strength::Strong;
        match options.algorithm {
            Algorithm::Deletion => {
                self.set.fill(!0);
                self.deletion.run(&situation, &mut self.set);
            }
            Algorithm::Both => {
                self.beam.run(&situation, false, &mut self.set);
                let found = situation.size(&self.set);
                if found > 1 {
                    self.second.fill(!0);
                    self.deletion.run(&situation, &mut self.second);
                    self.tried += 1;
                    if situation.size(&self.second) < found {
                        self.set.copy_from_slice(&self.second);
                        self.improved += 1;
                    }
                }
            }
            Algorithm::Components | Algorithm::Pruned if has_components => {
                self.closed += self.components.run(&situation, &mut self.set);
                if options.algorithm == Algorithm::Pruned && situation.size(&self.set) > 1 {
                    self.closed += self.cores.run(&situation, &mut self.set);
                }
            }
            Algorithm::Beam | Algorithm::Components | Algorithm::Pruned => {
                self.beam.run(&situation, false, &mut self.set);
            }
            Algorithm::Closure => self.beam.run(&situation, true, &mut self.set),
        }
        // C2: what exposes something is taken only together with everything else.
        if bits::meet_all(&self.set, &self.transitions, tables.exposing()) {
            self.set.fill(!0);
        }
    }

    /// One of the seeds will be a key transition: an invisible one if possible (condition I).
    fn copy_seeds(&mut self) {
        self.seeds.copy_from_slice(&self.transitions);
        if let Some(watched) = self.tables.watched.as_ref().filter(|w| w.condition == Condition::Visible) {
            let invisible = |(t, visible): (&u64, &u64)| t & !visible;
            if self.transitions.iter().zip(&watched.visible).any(|pair| invisible(pair) != 0) {
                self.seeds.iter_mut().zip(&watched.visible).for_each(|(t, visible)| *t &= !visible);
            }
        }
    }
}

/// The rows of tables, found if need be.
#[derive(Copy, Clone)]
struct RowSource<'s, 't> {
    tables: &'t Tables,
    asking: &'s RefCell<Option<Asking<'t>>>,
}

impl<'t> RowSource<'_, 't> {
    #[inline(always)]
    fn get(&self, wanted: Wanted) -> &'t [u64] {
        match self.tables.row(wanted) {
            Some(row) => row,
            None => self.find(wanted),
        }
    }

    #[cold]
    fn find(&self, wanted: Wanted) -> &'t [u64] {
        let mut asking = self.asking.borrow_mut();
        let asking = asking.get_or_insert_with(|| self.tables.asking().expect("what is not known can be asked for"));
        self.tables.find(wanted, asking)
    }

    /// What does not accord with an action.
    #[inline(always)]
    fn conflicts(&self, action: usize) -> &'t [u64] {
        self.get(Wanted::Conflicts(action))
    }

    /// A necessary enabling set: see [`Tables::rows`].
    #[inline(always)]
    fn turning(&self, row: usize) -> &'t [u64] {
        self.get(Wanted::Turning(row))
    }
}

/// A state as the algorithms see it.
struct Situation<'s, 't> {
    tables: &'t Tables,
    rows: RowSource<'s, 't>,
    options: Options,
    /// Guards that hold.
    guards: &'s [u64],
    /// Actions that are enabled.
    enabled: &'s [u64],
    /// Transitions that are enabled.
    transitions: &'s [u64],
    /// Some of them: one must be a key transition.
    seeds: &'s [u64],
    /// Actions that must be in the set.
    required: &'s [u64],
}

impl Situation<'_, '_> {
    /// How many enabled transitions a set comes to: all, if it exposes something.
    fn size(&self, set: &[u64]) -> u32 {
        let exposes = bits::meet_all(set, self.transitions, self.tables.exposing());
        if exposes { u32::MAX } else { bits::meet(set, self.transitions) }
    }

    /// Calls `f` with each necessary enabling set of a disabled action: rows of [`Tables::rows`], until it says so.
    #[inline]
    fn necessary_enabling_sets(&self, action: usize, mut f: impl FnMut(usize) -> bool) {
        for &guard in &self.tables.guards_of[action] {
            if !bits::get(self.guards, guard as usize) && f(guard as usize) {
                return;
            }
        }
        if self.options.disabling {
            let exclusive = self.rows.get(Wanted::Exclusive(action));
            for (w, (&row, &holds)) in exclusive.iter().zip(self.guards).enumerate() {
                let mut word = row & holds;
                while word != 0 {
                    let guard = w * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    if f(self.tables.guards + guard) {
                        return;
                    }
                }
            }
        }
    }
}
