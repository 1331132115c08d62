//! The relations laid out for the algorithms, so that a step is a few word operations.

use std::sync::{Arc, Mutex, PoisonError};

use kulan_relations::{Asking, Figures, Goal, Ground, Matrix, Relations, Subject};

use crate::bits;
use crate::rows::Rows;
use crate::watch::{Condition, Cycles, Watched};

/// What the algorithms look up. Rows over actions all have the same number of words. Actions that are never enabled are
/// omitted, so actions have numbers of their own here.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Words of a set of actions.
    pub words: usize,
    /// Words of a set of guards.
    pub guard_words: usize,
    /// Number of guards.
    pub guards: usize,
    /// Number of transitions; goals come after them.
    pub transitions: usize,
    /// By action: its guards.
    pub guards_of: Vec<Vec<u32>>,
    /// Do-not-accord.
    pub(crate) do_not_accord: Rows,
    /// Necessary enabling sets by guard, then necessary disabling sets by guard.
    pub(crate) rows: Rows,
    /// By action: guards that never hold together with some guard of it.
    pub(crate) exclusive: Rows,
    /// By transition: the actions over which it does not move to the right. Some of them may be of its own thread.
    pub(crate) obstacles: Rows,
    /// By action: its thread, and by thread: its actions.
    threads: Vec<u32>,
    of_thread: Vec<Vec<u64>>,
    /// What only some algorithms need, which are not used where relations are found on demand.
    pub(crate) inverse: Option<Inverse>,
    /// What relations are found from on demand, and what that took so far.
    ground: Option<Arc<Ground>>,
    figures: Arc<Mutex<Figures>>,
    /// Transitions after which a thread goes on alone: they may be enabled and lead nowhere, so one of them alone does
    /// not prevent a state from being an end.
    opaque: Vec<u64>,
    /// Transitions, sorted so that those that accord with the most others come first, and later ones before earlier
    /// ones.
    pub(crate) by_conflicts: Vec<u32>,
    /// Actions by one of their guards that seldom holds: only where it does can they be enabled.
    by_guard: Vec<Vec<Candidate>>,
    /// Guards that have candidates.
    selectors: Vec<u64>,
    unguarded: Vec<u32>,
    /// The numbers that the actions here have in the relations, and the other way round, and how many transitions there
    /// are.
    actions: Vec<u32>,
    places: Vec<Option<u32>>,
    all_transitions: usize,
    /// Fallback transitions with their guards.
    pub(crate) fallbacks: Vec<(u32, Vec<u32>)>,
    pub(crate) goals: Vec<Goal>,
    /// What a temporal property requires, if there is one.
    pub(crate) watched: Option<Watched>,
}

/// Relations seen from the other side, and those that only weak sets need.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    /// Do-not-left-accord, and its inverse.
    pub do_not_left_accord: Matrix,
    pub do_not_left_accord_inverse: Matrix,
    /// By action: the rows it is in.
    pub rows_with: Matrix,
    /// By guard: the actions with a guard that never holds together with it.
    pub excluded: Matrix,
    /// By guard: the actions that have it.
    pub users: Matrix,
}

/// A row that can be asked for.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Wanted {
    /// Of [`Tables::do_not_accord`].
    Conflicts(usize),
    /// Of [`Tables::rows`].
    Turning(usize),
    /// Of [`Tables::exclusive`].
    Exclusive(usize),
    /// Of [`Tables::obstacles`].
    Obstacles(usize),
}

/// What the relations do not say about actions.
struct Roles {
    /// By transition: whether it is a fallback, and whether it is opaque.
    fallback: Vec<bool>,
    opaque: Vec<bool>,
    /// By action: its thread.
    threads: Vec<u32>,
    /// By action: a guard of it that seldom holds.
    selector: Vec<Option<u32>>,
    goals: Vec<Goal>,
}

impl Roles {
    fn of(subject: &Subject, guards_of: &[Vec<u32>]) -> Roles {
        let system = &subject.system;
        let owners = system.transition_ids().chain(subject.goals.iter().map(|g| g.transition));
        let selector = owners.zip(guards_of).map(|(t, own)| {
            let counter = system.threads[system.transition(t).thread.index()].program_counter;
            let is_place = |g: u32| {
                let test = system.as_equality(system.guards[g as usize]);
                test.is_some_and(|(v, _)| Some(v) == counter)
            };
            own.iter().copied().find(|&g| is_place(g)).or(own.first().copied())
        });
        Roles {
            fallback: system.transitions.iter().map(|t| t.is_fallback()).collect(),
            opaque: system.transitions.iter().map(kulan_relations::is_opaque).collect(),
            threads: (0..guards_of.len()).map(|a| subject.thread(a).0).collect(),
            selector: selector.collect(),
            goals: subject.goals.clone(),
        }
    }

    /// Those of a model that has neither fallbacks nor opaque transitions nor goals, and of which no threads are known.
    fn plain(relations: &Relations) -> Roles {
        let none = vec![false; relations.transitions];
        let selector = relations.guards.iter().map(|own| own.first().copied()).collect();
        let threads = vec![0; relations.guards.len()];
        Roles { fallback: none.clone(), opaque: none, threads, selector, goals: Vec::new() }
    }

    fn is_fallback(&self, action: usize) -> bool {
        self.fallback.get(action).is_some_and(|f| *f)
    }
}

/// Whether the guards of an action can hold together.
fn is_possible(relations: &Relations, action: usize) -> bool {
    let own = &relations.guards[action];
    own.iter().all(|g| own.iter().all(|h| relations.co_enabled.get(*g as usize, *h as usize)))
}

/// An action, and what is left to test of it.
#[derive(Clone, Debug)]
struct Candidate {
    action: u32,
    rest: Vec<(u32, u64)>,
}

impl Tables {
    /// Lays out the relations of a subject.
    pub fn new(subject: &Subject, relations: &Relations) -> Tables {
        Tables::build(relations, Roles::of(subject, &relations.guards))
    }

    /// Tables that find out what they are asked for. They have no place for weak sets, nor for deletion.
    pub fn on_demand(subject: &Subject, ground: &Arc<Ground>) -> Tables {
        let roles = Roles::of(subject, ground.guards_of());
        let is_alive = |action| ground.is_alive(action);
        let mut tables = Tables::bare(ground.guards(), ground.transitions(), ground.guards_of(), &is_alive, roles);
        tables.ground = Some(ground.clone());
        let mut order: Vec<u32> = (0..tables.transitions as u32).rev().collect();
        order.sort_by_cached_key(|&t| ground.most_conflicts(tables.number(t as usize) as usize));
        tables.by_conflicts = order;
        tables
    }

    /// Lays out relations that a model declares.
    pub fn declared(relations: &Relations) -> Tables {
        Tables::build(relations, Roles::plain(relations))
    }

    /// Tables without relations: for so many guards, the transitions that come before the goals, the guards of each
    /// action, and whether they can hold together. Fallbacks take no part in a reduction.
    fn bare(
        guards: usize,
        all_transitions: usize,
        guards_of: &[Vec<u32>],
        is_possible: &dyn Fn(usize) -> bool,
        roles: Roles,
    ) -> Tables {
        let is_live = |&a: &u32| !roles.is_fallback(a as usize) && is_possible(a as usize);
        let actions: Vec<u32> = (0..guards_of.len() as u32).filter(is_live).collect();
        let transitions = actions.partition_point(|&a| (a as usize) < all_transitions);
        let (words, guard_words) = (actions.len().div_ceil(64).max(1), guards.div_ceil(64).max(1));
        let mut places = vec![None; guards_of.len()];
        actions.iter().enumerate().for_each(|(i, &a)| places[a as usize] = Some(i as u32));
        let fallbacks = (0..all_transitions).filter(|&t| roles.fallback[t]);
        let fallbacks = fallbacks.map(|t| (t as u32, guards_of[t].clone())).collect();
        let mut tables = Tables {
            words,
            guard_words,
            guards,
            transitions,
            guards_of: actions.iter().map(|&a| guards_of[a as usize].clone()).collect(),
            do_not_accord: Rows::unknown(actions.len(), words),
            rows: Rows::unknown(2 * guards, words),
            exclusive: Rows::unknown(actions.len(), guard_words),
            obstacles: Rows::unknown(transitions, words),
            threads: actions.iter().map(|&a| roles.threads[a as usize]).collect(),
            of_thread: Vec::new(),
            inverse: None,
            ground: None,
            figures: Arc::default(),
            opaque: vec![0; words],
            by_conflicts: Vec::new(),
            by_guard: vec![Vec::new(); guards],
            selectors: vec![0; guard_words],
            unguarded: Vec::new(),
            all_transitions,
            fallbacks,
            goals: roles.goals,
            watched: None,
            actions,
            places,
        };
        for t in 0..transitions {
            if roles.opaque[tables.actions[t] as usize] {
                bits::set(&mut tables.opaque, t);
            }
        }
        tables.of_thread = tables.by_thread();
        tables.select(&roles.selector);
        tables
    }

    fn by_thread(&self) -> Vec<Vec<u64>> {
        let count = self.threads.iter().max().map_or(0, |&last| last as usize + 1);
        let mut sets = vec![vec![0; self.words]; count];
        for (action, &thread) in self.threads.iter().enumerate() {
            bits::set(&mut sets[thread as usize], action);
        }
        sets
    }

    fn build(relations: &Relations, roles: Roles) -> Tables {
        let guards = relations.co_enabled.rows();
        let is_possible = |action| is_possible(relations, action);
        let mut tables = Tables::bare(guards, relations.transitions, &relations.guards, &is_possible, roles);
        let (actions, places) = (&tables.actions, &tables.places);
        let mut rows = Matrix::new(2 * guards, actions.len());
        for guard in 0..guards {
            kulan_control::checkpoint();
            let enabling = relations.necessary_enabling.columns_of(guard).filter_map(|t| places[t]);
            enabling.for_each(|t| rows.set(guard, t as usize, true));
            let disabling = relations.necessary_disabling.columns_of(guard).filter_map(|t| places[t]);
            disabling.for_each(|t| rows.set(guards + guard, t as usize, true));
        }
        let mut users = Matrix::new(guards, actions.len());
        let mut exclusive = Matrix::new(actions.len(), guards);
        for (action, own) in tables.guards_of.iter().enumerate() {
            kulan_control::checkpoint();
            for &guard in own {
                users.set(guard as usize, action, true);
                // A guard without any entry, not even with itself, was not examined.
                let excludes =
                    |o: &usize| relations.co_enabled.get(*o, *o) && !relations.co_enabled.get(guard as usize, *o);
                (0..guards).filter(excludes).for_each(|other| exclusive.set(action, other, true));
            }
        }
        let numbers: Vec<usize> = actions.iter().map(|&a| a as usize).collect();
        let do_not_left_accord = relations.do_not_left_accord.among(&numbers);
        tables.inverse = Some(Inverse {
            do_not_left_accord_inverse: do_not_left_accord.transposed(),
            do_not_left_accord,
            rows_with: rows.transposed(),
            excluded: exclusive.transposed(),
            users,
        });
        tables.do_not_accord = Rows::Known(relations.do_not_accord.among(&numbers));
        tables.obstacles = Rows::Known(tables.known_obstacles(&rows));
        tables.rows = Rows::Known(rows);
        tables.exclusive = Rows::Known(exclusive);
        tables.order_by_conflicts();
        tables
    }

    /// By transition: the actions that must not follow it in order to move to the left of it (DNB), and the goals that it
    /// can enable. `turning` are the necessary enabling sets by guard.
    fn known_obstacles(&self, turning: &Matrix) -> Matrix {
        let mut obstacles = self.inverse().do_not_left_accord_inverse.clone();
        for goal in self.transitions..self.guards_of.len() {
            for &guard in &self.guards_of[goal] {
                turning.columns_of(guard as usize).for_each(|t| obstacles.set(t, goal, true));
            }
        }
        obstacles
    }

    /// What finding relations on demand took so far.
    pub fn figures(&self) -> Figures {
        self.figures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn inverse(&self) -> &Inverse {
        self.inverse.as_ref().expect("algorithms that need them are not used on demand")
    }

    /// Somebody to ask for rows; `None` if all are known.
    pub(crate) fn asking(&self) -> Option<Asking<'_>> {
        self.ground.as_ref().map(|ground| ground.asking())
    }

    /// A row that is known.
    #[inline(always)]
    pub(crate) fn row(&self, wanted: Wanted) -> Option<&[u64]> {
        match wanted {
            Wanted::Conflicts(action) => self.do_not_accord.get(action),
            Wanted::Turning(row) => self.rows.get(row),
            Wanted::Exclusive(action) => self.exclusive.get(action),
            Wanted::Obstacles(action) => self.obstacles.get(action),
        }
    }

    /// Finds a row.
    #[cold]
    pub(crate) fn find(&self, wanted: Wanted, asking: &mut Asking) -> &[u64] {
        let mut found = vec![0; self.words];
        let add = |found: &mut [u64], list: Vec<usize>| {
            list.into_iter().filter_map(|a| self.places[a]).for_each(|a| bits::set(found, a as usize));
        };
        let (row, is_new) = match wanted {
            Wanted::Conflicts(action) => {
                add(&mut found, asking.conflicting(self.number(action) as usize));
                self.add_visible(action, &mut found);
                self.do_not_accord.keep(action, &found)
            }
            Wanted::Turning(row) => {
                let (guard, to) = if row < self.guards { (row, true) } else { (row - self.guards, false) };
                add(&mut found, asking.turning(guard, to));
                self.rows.keep(row, &found)
            }
            Wanted::Exclusive(action) => {
                let mut found = vec![0; self.guard_words];
                for &guard in &self.guards_of[action] {
                    let excluded = asking.excluded_by(guard as usize);
                    excluded.into_iter().for_each(|other| bits::set(&mut found, other));
                }
                self.exclusive.keep(action, &found)
            }
            Wanted::Obstacles(action) => {
                add(&mut found, asking.obstacles(self.number(action) as usize));
                self.obstacles.keep(action, &found)
            }
        };
        let figures = asking.take_figures();
        if is_new {
            *self.figures.lock().unwrap_or_else(PoisonError::into_inner) += &figures;
        }
        row
    }

    /// Condition V: visible transitions do not accord with each other.
    fn add_visible(&self, action: usize, row: &mut [u64]) {
        let Some(watched) = self.watched.as_ref().filter(|w| w.condition == Condition::Visible) else { return };
        if bits::get(&watched.visible, action) {
            row.iter_mut().zip(&watched.visible).for_each(|(row, visible)| *row |= visible);
            bits::clear(row, action);
        }
    }

    pub(crate) fn order_by_conflicts(&mut self) {
        let matrix = self.do_not_accord.matrix();
        let conflicts = |t: &u32| matrix.row(*t as usize).iter().map(|w| w.count_ones()).sum::<u32>();
        let mut order: Vec<u32> = (0..self.transitions as u32).rev().collect();
        order.sort_by_key(conflicts);
        self.by_conflicts = order;
    }

    /// Files each action under the guard by which it is found.
    fn select(&mut self, selectors: &[Option<u32>]) {
        for action in 0..self.guards_of.len() {
            let Some(selector) = selectors[self.actions[action] as usize] else {
                self.unguarded.push(action as u32);
                continue;
            };
            let own = &self.guards_of[action];
            let mut rest: Vec<(u32, u64)> = Vec::new();
            for &g in own.iter().filter(|&&g| g != selector) {
                let (word, bit) = (g / 64, 1 << (g % 64));
                match rest.iter_mut().find(|(w, _)| *w == word) {
                    Some((_, mask)) => *mask |= bit,
                    None => rest.push((word, bit)),
                }
            }
            self.by_guard[selector as usize].push(Candidate { action: action as u32, rest });
            bits::set(&mut self.selectors, selector as usize);
        }
    }

    /// The enabled actions, given the guards that hold.
    pub fn enabled(&self, guards: &[u64], out: &mut [u64]) {
        out.fill(0);
        self.unguarded.iter().for_each(|&a| bits::set(out, a as usize));
        for (w, (&holds, &selectors)) in guards.iter().zip(&self.selectors).enumerate() {
            let mut word = holds & selectors;
            while word != 0 {
                let guard = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                for candidate in &self.by_guard[guard] {
                    if candidate.rest.iter().all(|&(w, mask)| guards[w as usize] & mask == mask) {
                        bits::set(out, candidate.action as usize);
                    }
                }
            }
        }
    }

    /// Transitions that must not be enabled in a set that omits something.
    pub(crate) fn exposing(&self) -> &[u64] {
        self.watched.as_ref().map_or(&[], |w| &w.exposing)
    }

    /// Whether a set, enabled transitions given, breaks the cycles it is on.
    pub(crate) fn breaks_cycles(&self, set: &[u64], leaves_out: bool) -> bool {
        let all_visible = |w: &Watched| w.cycles == Cycles::Visible && bits::within(&w.visible, set);
        !leaves_out || self.watched.as_ref().is_some_and(all_visible)
    }

    /// The place of an action by its number in the relations, unless it is never enabled.
    pub(crate) fn place(&self, number: u32) -> Option<usize> {
        self.places[number as usize].map(|place| place as usize)
    }

    /// The actions of the thread of an action.
    pub(crate) fn of_same_thread(&self, action: usize) -> &[u64] {
        &self.of_thread[self.threads[action] as usize]
    }

    /// The actions of a thread.
    pub(crate) fn of_thread(&self, thread: u32) -> &[u64] {
        &self.of_thread[thread as usize]
    }

    /// The thread of an action.
    pub(crate) fn thread(&self, action: usize) -> u32 {
        self.threads[action]
    }

    /// Whether all that is known of a transition is what it reads and writes.
    pub(crate) fn is_opaque(&self, transition: usize) -> bool {
        bits::get(&self.opaque, transition)
    }

    /// The number of an action in the relations.
    pub(crate) fn number(&self, action: usize) -> u32 {
        self.actions[action]
    }

    /// The place of a goal among the goals.
    pub(crate) fn goal(&self, action: usize) -> u32 {
        self.actions[action] - self.all_transitions as u32
    }

    /// A set of actions by their numbers in the relations.
    pub(crate) fn by_number(&self, set: &[u64]) -> Vec<u64> {
        let last = self.actions.last().map_or(0, |&a| a as usize);
        let mut result = vec![0; (last.max(self.all_transitions) / 64) + 1];
        bits::ones(set)
            .take_while(|&a| a < self.actions.len())
            .for_each(|a| bits::set(&mut result, self.actions[a] as usize));
        result
    }

    /// Removes opaque transitions; returns whether others remain.
    pub(crate) fn drop_opaque(&self, transitions: &mut [u64]) -> bool {
        transitions.iter_mut().zip(&self.opaque).for_each(|(t, opaque)| *t &= !opaque);
        transitions.iter().any(|&w| w != 0)
    }

    /// The transitions among actions, and their number.
    pub(crate) fn only_transitions(&self, actions: &[u64], out: &mut [u64]) -> u32 {
        let mut count = 0;
        for w in 0..self.words {
            let low = self.transitions.saturating_sub(w * 64);
            let mask = if low >= 64 { !0 } else { (1 << low) - 1 };
            out[w] = actions[w] & mask;
            count += out[w].count_ones();
        }
        count
    }
}
