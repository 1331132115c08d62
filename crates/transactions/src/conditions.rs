//! Conditions under which steps are movers (Def. 1 and 12 of the paper), each proved by the solver.
//!
//! An *obstacle* is an action of another thread over which a step does not move in all states. A condition excludes all
//! obstacles, now and for as long as the thread does not move itself: [`crate::strengthen`] makes it so. How an obstacle is
//! excluded first is a matter of heuristics; several conditions may be found, and any of them will do.

use kulan_ir::{Expr, ExprId, ThreadId, VarId};
use kulan_relations::Swaps;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::Flows;
use crate::samples::Samples;
use crate::strengthen::{Clause, Strengthening, expression, is_of_states};

/// How often it is asked whether a step keeps a clause, for all conditions together.
const PATIENCE: u64 = 500_000;

/// The direction in which a step moves.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Before what happened before it.
    Left,
    /// Behind what happens after it.
    Right,
}

/// A step of a thread, and an action of another one over which it does not move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    pub own: usize,
    pub other: usize,
    pub direction: Direction,
}

impl Obstacle {
    fn order(self) -> (usize, usize) {
        match self.direction {
            Direction::Left => (self.other, self.own),
            Direction::Right => (self.own, self.other),
        }
    }
}

/// How an obstacle is excluded.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Its thread is not where it starts, and will not be (the paper's reachability; with locks, because one is held).
    Reachability,
    /// Both are about different elements of an array (the paper's static pointers).
    Apart,
    /// It only happens to an element that is no longer as it wants it (the paper's monotonic atomic).
    Spent,
    /// Its guards do not hold.
    Disabled,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 4] = [Strategy::Reachability, Strategy::Apart, Strategy::Spent, Strategy::Disabled];
}

/// When something may be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// In all states.
    Always,
    /// In states in which this holds; clauses by strategy, for people.
    If(ExprId, Vec<(Strategy, Vec<Clause>)>),
    /// As far as is known, in none.
    Never,
}

/// A thread that does not move, where it is, and clauses to begin with.
type Asked = ((ThreadId, u64), Vec<Clause>);

/// What conditions are looked for.
struct Search<'o> {
    samples: &'o Samples,
    /// The thread that is to move, and where it is.
    place: (ThreadId, u64),
    obstacles: &'o [Obstacle],
    /// What has to hold as well.
    enabled: Option<ExprId>,
}

/// Clauses to begin with.
struct Begin {
    strategy: Strategy,
    clauses: Vec<Clause>,
    /// The states that are known in which they hold.
    held: Vec<usize>,
}

/// Finds conditions.
pub struct Conditions<'s, 'g> {
    pub swaps: &'s mut Swaps<'g>,
    flows: &'s Flows,
    /// States in which conditions are tried, if any are looked for that do not hold in all states.
    samples: Option<&'s Samples>,
    /// By action and direction.
    obstacles: FxHashMap<(usize, Direction), Vec<Obstacle>>,
    /// By thread that does not move, where it is, and clauses to begin with: the clauses that others keep.
    known: FxHashMap<Asked, Option<Vec<Clause>>>,
    /// How often it may still be asked whether a step keeps a clause.
    patience: u64,
}

impl<'s, 'g> Conditions<'s, 'g> {
    /// Begins to look; for conditions that do not hold in all states only with samples.
    pub fn new(swaps: &'s mut Swaps<'g>, flows: &'s Flows, samples: Option<&'s Samples>) -> Conditions<'s, 'g> {
        let (obstacles, known) = (FxHashMap::default(), FxHashMap::default());
        Conditions { swaps, flows, samples, obstacles, known, patience: PATIENCE }
    }

    /// The actions of other threads over which an action does not move.
    pub fn obstacles(&mut self, own: usize, direction: Direction) -> Vec<Obstacle> {
        if let Some(known) = self.obstacles.get(&(own, direction)) {
            return known.clone();
        }
        let found = self.find_obstacles(own, direction);
        self.obstacles.insert((own, direction), found.clone());
        found
    }

    fn find_obstacles(&mut self, own: usize, direction: Direction) -> Vec<Obstacle> {
        let thread = self.swaps.thread(own);
        let mut list = Vec::new();
        for other in self.swaps.near(own) {
            let obstacle = Obstacle { own, other, direction };
            let (first, then) = obstacle.order();
            if self.swaps.thread(other) != thread && self.swaps.obstructs(first, then) {
                list.push(obstacle);
            }
        }
        list
    }

    /// When an action is a mover.
    pub fn moves(&mut self, action: usize, direction: Direction) -> When {
        let obstacles = self.obstacles(action, direction);
        let place = self.flows.place(action).map(|location| (self.swaps.thread(action), location));
        self.find(place, &obstacles, None)
    }

    /// When all that a thread can do at a location is a left mover, and it can do something, now and later.
    pub fn left(&mut self, thread: ThreadId, location: u64, enabled: ExprId) -> When {
        let here = self.flows.of(thread).at(location).to_vec();
        let mut obstacles = Vec::new();
        for action in here {
            obstacles.extend(self.obstacles(action, Direction::Left));
        }
        let enabled = self.at(thread, location, enabled);
        self.find(Some((thread, location)), &obstacles, Some(enabled))
    }

    /// When a thread at a location can do something, now and later.
    pub fn unblocked(&mut self, thread: ThreadId, location: u64, enabled: ExprId) -> When {
        let enabled = self.at(thread, location, enabled);
        self.find(Some((thread, location)), &[], Some(enabled))
    }

    /// That a thread is at a location, unless nobody else can move it from there, and that something is enabled, unless
    /// that is known there.
    fn at(&mut self, thread: ThreadId, location: u64, enabled: ExprId) -> ExprId {
        let Some(there) = self.flows.is_at(self.swaps, thread, location) else { return enabled };
        let never = self.swaps.exprs().not(enabled);
        let mut holds = match self.swaps.is_impossible(&[there, never]) {
            true => self.swaps.exprs().bool(true),
            false => enabled,
        };
        for w in self.swaps.writers(there) {
            let mut conditions = self.swaps.guards(w);
            conditions.push(there);
            let is_apart = self.swaps.is_apart(there, w);
            if self.swaps.thread(w) != thread && !is_apart && !self.swaps.is_impossible(&conditions) {
                holds = self.swaps.exprs().and(there, holds);
            }
        }
        holds
    }

    /// Finds conditions under which obstacles are excluded and something stays enabled, for a thread at a place.
    fn find(&mut self, place: Option<(ThreadId, u64)>, obstacles: &[Obstacle], enabled: Option<ExprId>) -> When {
        let enabled = enabled.filter(|&e| self.swaps.exprs().as_const(e) != Some(1));
        if obstacles.is_empty() && enabled.is_none() {
            return When::Always;
        }
        let (Some(samples), Some(place)) = (self.samples, place) else { return When::Never };
        let search = Search { samples, place, obstacles, enabled };
        // What holds in most states comes first, and others only where it does not hold.
        let mut begins: Vec<Begin> = Strategy::ALL.into_iter().filter_map(|s| self.begin(&search, s)).collect();
        begins.sort_by_key(|b| std::cmp::Reverse(b.held.len()));
        let mut rest: Vec<usize> = samples.at(place).to_vec();
        let is_known = !rest.is_empty();
        let (mut found, mut any): (Vec<(Strategy, Vec<Clause>)>, Vec<ExprId>) = (Vec::new(), Vec::new());
        for Begin { strategy, clauses, held } in begins {
            if is_known && !rest.iter().any(|n| held.contains(n)) {
                continue;
            }
            let Some(clauses) = self.strengthen(place, samples, clauses) else { continue };
            let parts = self.expressions(&clauses);
            let new = samples.holding(self.swaps.exprs(), &rest, &parts);
            if is_known && new.is_empty() {
                continue;
            }
            rest.retain(|n| !new.contains(n));
            let exprs = self.swaps.exprs();
            any.push(parts.into_iter().fold(exprs.bool(true), |all, part| exprs.and(all, part)));
            found.push((strategy, clauses));
        }
        let condition = self.swaps.exprs().any(&any);
        match self.swaps.exprs().as_const(condition) {
            Some(1) => When::Always,
            Some(_) => When::Never,
            None => When::If(condition, found),
        }
    }

    /// The clauses that exclude all obstacles by a strategy, if they may hold together in a state that is known.
    fn begin(&mut self, search: &Search, strategy: Strategy) -> Option<Begin> {
        if strategy != Strategy::Reachability && search.obstacles.is_empty() {
            return None;
        }
        let here = search.samples.at(search.place);
        let mut clauses: Vec<Clause> = search.enabled.map(|holds| Clause { place: None, holds }).into_iter().collect();
        let parts = self.expressions(&clauses);
        let mut held = search.samples.holding(self.swaps.exprs(), here, &parts);
        for &obstacle in search.obstacles {
            let clause = self.exclude(obstacle, strategy, &held, search.samples)?;
            if clauses.contains(&clause) {
                continue;
            }
            clauses.push(clause);
            let whole = expression(self.swaps, self.flows, clause);
            held = search.samples.holding(self.swaps.exprs(), &held, &[whole]);
            if held.is_empty() && !here.is_empty() {
                return None;
            }
        }
        clauses.sort_unstable_by_key(|c| (c.place.map(|(t, l)| (t.0, l)), c.holds));
        Some(Begin { strategy, clauses, held })
    }

    /// The clauses made stronger until the other threads keep them.
    fn strengthen(&mut self, place: (ThreadId, u64), samples: &Samples, clauses: Vec<Clause>) -> Option<Vec<Clause>> {
        if let Some(known) = self.known.get(&(place, clauses.clone())) {
            return known.clone();
        }
        let found = Strengthening::run(self.swaps, self.flows, samples, place, &clauses, &mut self.patience).ok();
        self.known.insert((place, clauses), found.clone());
        found
    }

    fn expressions(&mut self, clauses: &[Clause]) -> Vec<ExprId> {
        clauses.iter().map(|&c| expression(self.swaps, self.flows, c)).collect()
    }

    /// The clause that excludes an obstacle: as the strategy has it if that suffices, else its thread must not be there.
    fn exclude(
        &mut self,
        obstacle: Obstacle,
        strategy: Strategy,
        states: &[usize],
        samples: &Samples,
    ) -> Option<Clause> {
        let thread = self.swaps.thread(obstacle.other);
        let place = self.flows.place(obstacle.other).map(|location| (thread, location));
        let holds = match strategy {
            Strategy::Reachability => None,
            Strategy::Apart => Some(self.apart(obstacle)),
            Strategy::Spent => Some(self.spent(obstacle)),
            Strategy::Disabled => Some(self.disabled(obstacle)),
        };
        if let Some(holds) = holds
            && self.swaps.exprs().as_const(holds).is_none()
            && is_of_states(self.swaps, holds)
        {
            let clause = Clause { place, holds };
            let whole = expression(self.swaps, self.flows, clause);
            let (first, then) = obstacle.order();
            let is_useful = states.is_empty() || samples.any_holds(self.swaps.exprs(), states, &[whole]);
            if is_useful && !self.swaps.obstructs_under(first, then, &[whole]) {
                return Some(clause);
            }
        }
        let holds = self.swaps.exprs().bool(false);
        let clause = place.map(|place| Clause { place: Some(place), holds })?;
        // The step itself may bring the other thread there.
        let whole = expression(self.swaps, self.flows, clause);
        let (first, then) = obstacle.order();
        (!self.swaps.obstructs_under(first, then, &[whole])).then_some(clause)
    }

    /// That the elements of arrays that both access are different ones.
    fn apart(&mut self, obstacle: Obstacle) -> ExprId {
        let (own, other) = (self.elements(obstacle.own), self.elements(obstacle.other));
        let mut all = self.swaps.exprs().bool(true);
        for a in &own {
            for b in other.iter().filter(|b| b.array == a.array && (a.written || b.written)) {
                let different = different(self.swaps, a.index, b.index);
                all = self.swaps.exprs().and(all, different);
            }
        }
        all
    }

    /// That guards of the other do not hold of the element that is the step's own.
    fn spent(&mut self, obstacle: Obstacle) -> ExprId {
        let own = self.elements(obstacle.own);
        let mut all = self.swaps.exprs().bool(true);
        for &guard in self.flows.waits_for(obstacle.other) {
            let mut read = Vec::new();
            elements_of(self.swaps, guard, &mut FxHashSet::default(), &mut read);
            for Element { array, index, .. } in read {
                for mine in own.iter().filter(|e| e.array == array && e.index != index) {
                    let moved = at_index(self.swaps, guard, array, index, mine.index);
                    let exprs = self.swaps.exprs();
                    let not = exprs.not(moved);
                    all = exprs.and(all, not);
                }
            }
        }
        all
    }

    /// That guards of the other do not hold.
    fn disabled(&mut self, obstacle: Obstacle) -> ExprId {
        let exprs = self.swaps.exprs();
        let guards = self.flows.waits_for(obstacle.other).iter();
        let all = guards.fold(exprs.bool(true), |all, &guard| exprs.and(all, guard));
        exprs.not(all)
    }

    /// The elements of arrays that an action accesses.
    fn elements(&mut self, action: usize) -> Vec<Element> {
        let mut list = Vec::new();
        let mut seen = FxHashSet::default();
        for guard in self.swaps.guards(action) {
            elements_of(self.swaps, guard, &mut seen, &mut list);
        }
        if let Some(transition) = self.swaps.system().transitions.get(action) {
            for update in &transition.updates {
                for e in update.expressions() {
                    elements_of(self.swaps, e, &mut seen, &mut list);
                }
                if let Some(index) = update.target.index() {
                    list.push(Element { array: update.target.variable(), index, written: true });
                }
            }
        }
        list
    }
}

/// An element of an array.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Element {
    array: VarId,
    index: ExprId,
    written: bool,
}

/// The elements that an expression reads.
fn elements_of(swaps: &mut Swaps, e: ExprId, seen: &mut FxHashSet<ExprId>, out: &mut Vec<Element>) {
    if !seen.insert(e) {
        return;
    }
    if let Expr::Element(array, index) = swaps.exprs().get(e) {
        out.push(Element { array, index, written: false });
    }
    let operands: Vec<ExprId> = swaps.exprs().operands(e).collect();
    operands.into_iter().for_each(|operand| elements_of(swaps, operand, seen, out));
}

fn different(swaps: &mut Swaps, a: ExprId, b: ExprId) -> ExprId {
    let exprs = swaps.exprs();
    let width = exprs.width(a).max(exprs.width(b));
    let (a, b) = (exprs.zero_extend(width, a), exprs.zero_extend(width, b));
    let same = exprs.eq(a, b);
    exprs.not(same)
}

/// An expression with another element in place of one.
fn at_index(swaps: &mut Swaps, e: ExprId, array: VarId, from: ExprId, to: ExprId) -> ExprId {
    let width = swaps.system().variables[array.index()].width;
    swaps.exprs().substitute(e, &mut FxHashMap::default(), &mut |exprs, read| match read {
        Expr::Element(v, index) if v == array && index == from => Some(exprs.element(array, width, to)),
        _ => None,
    })
}
