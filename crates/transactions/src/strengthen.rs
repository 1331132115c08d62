//! Conditions that other threads keep: a condition is made stronger until no step of another thread can make it false.
//!
//! A condition is a conjunction of *clauses*: while a thread is at a location, something holds. Where a step of another
//! thread could break a clause, the weakest condition under which it does not (as seen from the location at which the step
//! starts) becomes a clause as well; and where that does not come to an end, the thread must not be at that location at
//! all. That is the paper's reachability condition at worst. Every clause is proved against every step by the solver, so
//! what is found does not rest on how it was found.

use kulan_ir::{ExprId, ThreadId};
use kulan_relations::Swaps;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::Flows;
use crate::samples::Samples;

/// Clauses at one location, beyond which the thread must not be there at all.
const MOST_AT_A_PLACE: usize = 3;
/// Clauses of one condition.
const MOST_CLAUSES: usize = 400;
/// By so many parts a clause may be larger than the one that it is needed for: what grows with each step does not end.
const GROWTH: usize = 12;
/// States in which a step is tried before the solver is asked.
const MOST_TRIED: usize = 24;
/// Expressions that finding one condition may make.
const MOST_EXPRESSIONS: usize = 20_000;

/// A part of a condition.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The clause says something only while this thread is at this location.
    pub place: Option<(ThreadId, u64)>,
    /// What holds there.
    pub holds: ExprId,
}

/// Finds conditions that the threads other than one keep.
pub struct Strengthening<'s, 'g> {
    swaps: &'s mut Swaps<'g>,
    flows: &'s Flows,
    samples: &'s Samples,
    /// The thread that does not move.
    frozen: ThreadId,
    /// Where it is.
    location: u64,
    clauses: Vec<Clause>,
    /// By clause: as an expression.
    whole: Vec<ExprId>,
    limit: usize,
    /// How often it may still be asked whether a step keeps a clause.
    patience: &'s mut u64,
}

/// There is no such condition, or none was found.
pub struct NotFound;

impl<'s, 'g> Strengthening<'s, 'g> {
    /// Makes clauses stronger until all threads but one keep them.
    pub fn run(
        swaps: &'s mut Swaps<'g>,
        flows: &'s Flows,
        samples: &'s Samples,
        (frozen, location): (ThreadId, u64),
        clauses: &[Clause],
        patience: &'s mut u64,
    ) -> Result<Vec<Clause>, NotFound> {
        let limit = swaps.exprs().len() + MOST_EXPRESSIONS;
        let (given, whole) = (clauses, Vec::new());
        let clauses = Vec::new();
        let mut search = Strengthening { swaps, flows, samples, frozen, location, clauses, whole, limit, patience };
        for &clause in given {
            search.add(clause)?;
        }
        let mut next = 0;
        while next < search.clauses.len() {
            kulan_control::checkpoint();
            if search.swaps.is_spent() || *search.patience == 0 {
                return Err(NotFound);
            }
            let count = search.clauses.len();
            if search.keep(next)? {
                next += 1;
                if search.clauses.len() > count {
                    search.is_useful()?;
                }
            } else {
                // A clause was replaced: positions are not what they were.
                next = 0;
            }
        }
        search.is_satisfiable()?;
        Ok(search.clauses)
    }

    /// Adds a clause; returns whether the positions of all others stay.
    fn add(&mut self, clause: Clause) -> Result<bool, NotFound> {
        let constant = self.swaps.exprs().as_const(clause.holds);
        if constant == Some(1) || self.clauses.contains(&clause) {
            return Ok(true);
        }
        let Some(place) = clause.place else {
            if constant == Some(0) {
                return Err(NotFound);
            }
            self.push(clause);
            return Ok(true);
        };
        let here = self.clauses.iter().filter(|c| c.place == clause.place).count();
        if constant == Some(0) || here >= MOST_AT_A_PLACE || self.clauses.len() >= MOST_CLAUSES {
            return Ok(self.forbid(place));
        }
        self.push(clause);
        Ok(true)
    }

    fn push(&mut self, clause: Clause) {
        let whole = expression(self.swaps, self.flows, clause);
        self.clauses.push(clause);
        self.whole.push(whole);
    }

    /// The thread must not be there at all. Returns whether the positions of all other clauses stay.
    fn forbid(&mut self, place: (ThreadId, u64)) -> bool {
        let holds = self.swaps.exprs().bool(false);
        let clause = Clause { place: Some(place), holds };
        if self.clauses.contains(&clause) {
            return true;
        }
        let mut stays = self.clauses.iter().map(|c| c.place != Some(place));
        let unchanged = stays.clone().all(|s| s);
        self.whole.retain(|_| stays.next() != Some(false));
        self.clauses.retain(|c| c.place != Some(place));
        self.push(clause);
        unchanged
    }

    /// Makes sure that all steps of other threads keep a clause. Returns whether the positions of clauses stayed.
    fn keep(&mut self, clause: usize) -> Result<bool, NotFound> {
        let whole = self.whole[clause];
        for w in self.swaps.writers(whole) {
            let thread = self.swaps.thread(w);
            if thread == self.frozen || self.is_kept(w, clause) {
                continue;
            }
            let place = self.flows.place(w).map(|location| (thread, location)).ok_or(NotFound)?;
            let both = [(self.frozen, self.location), place];
            let stays = match self.before(w, whole, place) {
                Some(holds)
                    if !self.clauses.contains(&Clause { place: Some(place), holds })
                        && self.samples.may_hold_at(self.swaps.exprs(), both, holds) =>
                {
                    self.add(Clause { place: Some(place), holds })?
                }
                _ => self.forbid(place),
            };
            if !stays {
                return Ok(false);
            }
            if !self.is_kept(w, clause) && !self.forbid(place) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is known that a step keeps a clause.
    fn is_kept(&mut self, w: usize, clause: usize) -> bool {
        *self.patience = self.patience.saturating_sub(1);
        let (Clause { place, .. }, whole) = (self.clauses[clause], self.whole[clause]);
        let here = self.flows.place(w).map(|location| (self.swaps.thread(w), location));
        let forbidden = |c: &Clause, swaps: &mut Swaps| swaps.exprs().as_const(c.holds) == Some(0);
        if (0..self.clauses.len())
            .any(|c| here.is_some() && self.clauses[c].place == here && forbidden(&self.clauses[c], self.swaps))
        {
            return true;
        }
        if self.swaps.is_opaque(w) {
            return false;
        }
        let after = self.swaps.after(w, whole);
        if after == whole {
            return true;
        }
        // What was added for the sake of this step needs no solver.
        if let Some((thread, location)) = here
            && let Some(counter) = self.flows.of(thread).counter
        {
            let known = known_at(self.swaps, counter, location, after);
            let is_added = self.clauses.iter().any(|c| c.place == here && c.holds == known);
            if is_added || self.swaps.exprs().as_const(known) == Some(1) {
                return true;
            }
        }
        // Elsewhere, the clause is about a thread that is not moved by this step: it must be able to be there.
        if let Some((thread, location)) = place
            && thread != self.swaps.thread(w)
            && let Some(counter) = self.flows.of(thread).counter
            && crate::flow::stays(self.swaps.system(), w, counter)
            && let Some(there) = self.flows.is_at(self.swaps, thread, location)
            && self.swaps.is_apart(there, w)
        {
            return true;
        }
        let mut conditions = self.swaps.guards(w);
        conditions.push(self.swaps.exprs().not(after));
        for (c, known) in self.clauses.iter().enumerate() {
            if c == clause || known.place.is_none() || known.place == here {
                conditions.push(self.whole[c]);
            }
        }
        let states = match here {
            Some(place) if conditions.iter().all(|&c| is_of_states(self.swaps, c)) => first(self.samples.at(place)),
            _ => &[],
        };
        // A state that shows the opposite is found sooner than a proof.
        !self.samples.any_holds(self.swaps.exprs(), states, &conditions) && self.swaps.is_impossible(&conditions)
    }

    /// What must hold at the place of a step so that a condition holds after it; nothing if that cannot be said.
    fn before(&mut self, w: usize, condition: ExprId, (thread, location): (ThreadId, u64)) -> Option<ExprId> {
        if self.swaps.is_opaque(w) || self.swaps.exprs().len() > self.limit {
            return None;
        }
        let counter = self.flows.of(thread).counter?;
        let after = self.swaps.after(w, condition);
        let after = known_at(self.swaps, counter, location, after);
        if self.swaps.exprs().as_const(after) != Some(0) {
            let most = size(self.swaps, condition) + GROWTH;
            return Some(after).filter(|&e| is_of_states(self.swaps, e) && size(self.swaps, e) <= most);
        }
        // It must not happen, then: where others have a say in that, as with locks.
        let guards = self.flows.waits_for(w).to_vec();
        if !guards.iter().any(|&g| self.is_shared(g, thread)) {
            return None;
        }
        let exprs = self.swaps.exprs();
        let all = guards.into_iter().fold(exprs.bool(true), |all, guard| exprs.and(all, guard));
        let holds = exprs.not(all);
        Some(holds).filter(|&e| is_of_states(self.swaps, e))
    }

    /// Whether threads other than one write what an expression reads.
    fn is_shared(&mut self, e: ExprId, thread: ThreadId) -> bool {
        self.swaps.writers(e).into_iter().any(|w| self.swaps.thread(w) != thread)
    }

    /// A condition that holds in no state that is known need not be followed further.
    fn is_useful(&mut self) -> Result<(), NotFound> {
        let here = self.samples.at((self.frozen, self.location));
        if here.is_empty() || self.samples.any_holds(self.swaps.exprs(), here, &self.whole) {
            Ok(())
        } else {
            Err(NotFound)
        }
    }

    /// A condition that wants a thread to be nowhere is none.
    fn is_satisfiable(&mut self) -> Result<(), NotFound> {
        let mut forbidden: FxHashMap<ThreadId, Vec<u64>> = FxHashMap::default();
        for c in 0..self.clauses.len() {
            if let Some((thread, location)) = self.clauses[c].place
                && self.swaps.exprs().as_const(self.clauses[c].holds) == Some(0)
            {
                forbidden.entry(thread).or_default().push(location);
            }
        }
        for (thread, locations) in forbidden {
            let mut conditions = Vec::new();
            for location in locations {
                let there = self.flows.is_at(self.swaps, thread, location).ok_or(NotFound)?;
                conditions.push(self.swaps.exprs().not(there));
            }
            if self.swaps.is_impossible(&conditions) {
                return Err(NotFound);
            }
        }
        Ok(())
    }
}

/// A clause as an expression.
pub fn expression(swaps: &mut Swaps, flows: &Flows, clause: Clause) -> ExprId {
    let Some((thread, location)) = clause.place else { return clause.holds };
    let Some(there) = flows.is_at(swaps, thread, location) else { return clause.holds };
    let exprs = swaps.exprs();
    let elsewhere = exprs.not(there);
    exprs.or(elsewhere, clause.holds)
}

/// An expression where it is known where a thread is.
fn known_at(swaps: &mut Swaps, counter: kulan_ir::VarId, location: u64, e: ExprId) -> ExprId {
    let width = swaps.system().variables[counter.index()].width;
    let exprs = swaps.exprs();
    exprs.substitute(e, &mut FxHashMap::default(), &mut |exprs, read| {
        (read == kulan_ir::Expr::Var(counter)).then(|| exprs.constant(width, location))
    })
}

/// Some of many states.
fn first(states: &[usize]) -> &[usize] {
    &states[..states.len().min(MOST_TRIED)]
}

/// The number of different parts of an expression.
fn size(swaps: &mut Swaps, e: ExprId) -> usize {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![e]);
    while let Some(e) = stack.pop() {
        if seen.insert(e) {
            stack.extend(swaps.exprs().operands(e));
        }
    }
    seen.len()
}

/// Whether an expression is about states alone, and not about what a step chooses.
pub fn is_of_states(swaps: &mut Swaps, e: ExprId) -> bool {
    let states = swaps.state_variables();
    let mut only = true;
    swaps.exprs().reads(e, &mut Default::default(), &mut |v| only &= v.index() < states);
    only
}
