//! The instrumentation (Table 1 of the paper): transitions after which a thread goes on in its transaction.
//!
//! The paper copies each location for each phase. Here, a thread that is inside of a transaction *goes on alone*, which the
//! IR knows, and as only one thread can be inside, one bit tells whether it has committed. Each transition becomes up to
//! three: one that stays in the pre-commit phase, one after which the thread has committed and goes on, and one that ends
//! the transaction. Their guards exclude each other.

use kulan_ir::{
    After, BinaryOp, Display, ExprId, Exprs, GuardTable, Owner, System, Target, ThreadId, Transition, Update, VarId,
    Variable, inputs, loop_heads,
};
use kulan_relations::Swaps;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::conditions::{Conditions, Direction, When};
use crate::flow::{Flows, guards_at_place};
use crate::samples::Samples;
use crate::{Mode, Options};

/// The name of the variable that says whether the thread that goes on alone has committed.
const COMMITTED: &str = "committed";

/// The name of the variable that says how often that thread may still pass the beginning of a loop before it commits.
const ROUNDS: &str = "rounds";

/// What is known of a location, as the end of a step.
#[derive(Clone, Debug)]
struct Place {
    /// When the thread may go on from there in the pre-commit phase.
    pre: When,
    /// When it may go on from there in the post-commit phase.
    post: When,
}

/// Where transactions go on.
#[derive(Clone, Debug)]
pub struct Plan {
    flows: Flows,
    /// By transition: its thread and the location to which it leads, if a transaction might go on there.
    nexts: Vec<Option<(ThreadId, u64)>>,
    /// By transition: when it is a right mover.
    right: Vec<When>,
    places: FxHashMap<(ThreadId, u64), Place>,
    /// By thread: where loops begin that a transaction may follow before it commits, if rounds are counted.
    heads: Vec<Vec<u64>>,
}

/// Finds out where transactions go on.
pub fn plan(system: &System, swaps: &mut Swaps, options: Options) -> Plan {
    // A step that waits for all others sees whether these have to wait, too.
    let deadlocks = options.deadlocks || system.transitions.iter().any(|t| t.is_fallback());
    let flows = Flows::new(system, swaps);
    let count = system.transitions.len();
    let nexts = (0..count).map(|t| next(system, &flows, t).filter(|_| swaps.is_alive(t))).collect();
    let (right, places) = (vec![When::Never; count], FxHashMap::default());
    let mut plan = Plan { flows: flows.clone(), nexts, right, places, heads: Vec::new() };
    let samples = (options.mode == Mode::Dynamic).then(|| Samples::new(system));
    let mut conditions = Conditions::new(swaps, &flows, samples.as_ref());
    // What is a mover in all states is found first, conditions with the effort that is left.
    for t in (0..count).filter(|&t| plan.nexts[t].is_some()) {
        kulan_control::checkpoint();
        conditions.obstacles(t, Direction::Right);
        conditions.obstacles(t, Direction::Left);
    }
    for t in 0..count {
        kulan_control::checkpoint();
        let Some(next) = plan.nexts[t] else { continue };
        let place = plan.places.entry(next).or_insert_with(|| {
            let enabled = enabled(system, conditions.swaps, &flows, next);
            let pre = match (deadlocks, options.waits) {
                (true, _) => conditions.unblocked(next.0, next.1, enabled),
                (false, false) if depends_on_places(system, conditions.swaps, enabled) => When::Never,
                (false, _) => When::Always,
            };
            Place { pre, post: When::Never }
        });
        if place.pre != When::Never {
            plan.right[t] = conditions.moves(t, Direction::Right);
        }
    }
    plan.heads = vec![Vec::new(); system.threads.len()];
    if options.rounds.is_some() {
        plan.find_heads(system, conditions.swaps);
    }
    plan.find_post(system, &mut conditions, options.waits);
    plan.break_cycles(system);
    plan
}

/// The thread of a transition and the location to which it leads, if a transaction might go on there.
fn next(system: &System, flows: &Flows, t: usize) -> Option<(ThreadId, u64)> {
    let transition = &system.transitions[t];
    let flow = flows.of(transition.thread);
    let target = flows.target(system, t)?;
    // Where errors lead to a state, who errs does not go on alone.
    let errs = system.error_state.is_some() && transition.checks.iter().any(|c| !c.kind.goes_on());
    let may = transition.is_step() && !errs && flow.is_plain && !flow.at(target).is_empty();
    may.then_some((transition.thread, target))
}

/// That a thread at a location can take a step. One that fails a check that ends the run is none: what others do while the
/// thread is there must not be lost with it.
fn enabled(system: &System, swaps: &mut Swaps, flows: &Flows, (thread, location): (ThreadId, u64)) -> ExprId {
    let mut any = Vec::new();
    for &t in flows.of(thread).at(location).iter().filter(|&&a| a < system.transitions.len()) {
        let transition = &system.transitions[t];
        // Checks that depend on what is chosen are not among the guards.
        let may_end = inputs::are_checked(system, transition) && transition.checks.iter().any(|c| !c.kind.goes_on());
        if transition.is_step() && !may_end {
            let guards = guards_at_place(swaps, t);
            let exprs = swaps.exprs();
            any.push(guards.into_iter().fold(exprs.bool(true), |all, guard| exprs.and(all, guard)));
        }
    }
    swaps.exprs().any(&any)
}

/// Whether it depends on where threads are: to wait for one to end depends on all that it does until then.
fn depends_on_places(system: &System, swaps: &mut Swaps, enabled: ExprId) -> bool {
    let mut depends = false;
    let is_place = |v: VarId| system.threads.iter().any(|t| t.program_counter == Some(v));
    swaps.exprs().reads(enabled, &mut FxHashSet::default(), &mut |v| depends |= is_place(v));
    depends
}

impl Plan {
    /// Makes the conditions, which are some expressions, those of a system: the others may have variables of their own.
    fn adopt(&mut self, own: &mut Exprs, others: &Exprs) {
        let mut memo = FxHashMap::default();
        let places = self.places.values_mut().flat_map(|p| [&mut p.pre, &mut p.post]);
        for when in self.right.iter_mut().chain(places) {
            if let When::If(condition, _) = when {
                *condition = own.adopt(others, *condition, &mut memo);
            }
        }
    }

    /// What is known of the location to which a transition leads.
    fn place(&self, t: usize) -> Option<&Place> {
        self.places.get(&self.nexts[t]?)
    }

    /// Finds out where threads that have committed may go on: at locations to which they come so.
    fn find_post(&mut self, system: &System, conditions: &mut Conditions, waits: bool) {
        let mut open: Vec<usize> = (0..self.nexts.len()).filter(|&t| self.may_commit(t)).collect();
        let mut done: FxHashSet<(ThreadId, u64)> = FxHashSet::default();
        while let Some(t) = open.pop() {
            kulan_control::checkpoint();
            let Some(next) = self.nexts[t] else { continue };
            if !done.insert(next) {
                continue;
            }
            let enabled = enabled(system, conditions.swaps, &self.flows, next);
            let mut post = conditions.left(next.0, next.1, enabled);
            if post != When::Always && !waits && depends_on_places(system, conditions.swaps, enabled) {
                post = When::Never;
            }
            if post != When::Never {
                let here = self.flows.of(next.0).at(next.1).iter();
                open.extend(here.filter(|&&a| a < self.nexts.len()));
            }
            if let Some(place) = self.places.get_mut(&next) {
                place.post = post;
            }
        }
    }

    /// Whether a thread may have committed after a transition that began in the pre-commit phase.
    fn may_commit(&self, t: usize) -> bool {
        let stays = self.right[t] == When::Always && self.place(t).is_some_and(|p| p.pre == When::Always);
        self.nexts[t].is_some() && !stays
    }

    /// Post-commit phases must end: on each cycle of locations there is one at which they do (Def. 2).
    fn break_cycles(&mut self, system: &System) {
        for thread in (0..system.threads.len() as u32).map(ThreadId) {
            for location in self.loops(system, thread, |location| self.is_post(thread, location)) {
                if let Some(place) = self.places.get_mut(&(thread, location)) {
                    place.post = When::Never;
                }
            }
        }
    }

    /// Locations that are on all cycles of those locations of a thread that are wanted.
    fn loops(&self, system: &System, thread: ThreadId, wanted: impl Fn(u64) -> bool) -> Vec<u64> {
        loop_heads(self.flows.of(thread).at.len() as u64, wanted, |location| self.targets(system, thread, location))
    }

    fn is_post(&self, thread: ThreadId, location: u64) -> bool {
        self.places.get(&(thread, location)).is_some_and(|p| p.post != When::Never)
    }

    /// Where transitions from a location lead.
    fn targets(&self, system: &System, thread: ThreadId, location: u64) -> Vec<u64> {
        let here = self.flows.of(thread).at(location).iter().filter(|&&a| a < system.transitions.len());
        here.filter_map(|&t| self.flows.target(system, t)).collect()
    }

    /// Finds out where loops begin that a transaction may follow before it commits. Where a thread has a choice, there may
    /// be very many ways to follow them, and a transaction ends there.
    fn find_heads(&mut self, system: &System, swaps: &mut Swaps) {
        for thread in (0..system.threads.len() as u32).map(ThreadId) {
            let is_pre = |location| self.places.get(&(thread, location)).is_some_and(|p| p.pre != When::Never);
            let mut heads = self.loops(system, thread, is_pre);
            if !heads.is_empty() && self.has_choice(system, swaps, thread) {
                for head in heads.drain(..) {
                    if let Some(place) = self.places.get_mut(&(thread, head)) {
                        place.pre = When::Never;
                    }
                }
            }
            self.heads[thread.index()] = heads;
        }
    }

    /// Whether a thread may be able to go on in several ways.
    fn has_choice(&self, system: &System, swaps: &mut Swaps, thread: ThreadId) -> bool {
        let own = |t: &&Transition| t.thread == thread && t.is_step();
        if system.transitions.iter().filter(own).any(|t| !t.inputs.is_empty()) {
            return true;
        }
        for here in &self.flows.of(thread).at {
            let steps: Vec<usize> = here.iter().copied().filter(|&a| a < system.transitions.len()).collect();
            for (i, &a) in steps.iter().enumerate() {
                for &b in &steps[..i] {
                    let both = [swaps.guards(a), swaps.guards(b)].concat();
                    if !swaps.is_impossible(&both) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The locations at which a thread may have committed.
    fn committed(&self, system: &System, mode: Mode) -> Vec<Vec<bool>> {
        let mut at: Vec<Vec<bool>> =
            (0..system.threads.len()).map(|t| vec![false; self.flows.of(ThreadId(t as u32)).at.len()]).collect();
        loop {
            let mut changed = false;
            for t in 0..system.transitions.len() {
                let Some((thread, target)) = self.nexts[t] else { continue };
                let Some(place) = self.places.get(&(thread, target)).filter(|p| p.post != When::Never) else {
                    continue;
                };
                let before = self.flows.place(t).is_some_and(|l| at[thread.index()][l as usize]);
                // Without a bit for the phase, whoever may have committed counts as having done so.
                let stays_pre =
                    (!before || mode != Mode::Static) && self.right[t] == When::Always && place.pre == When::Always;
                let commits = before || !stays_pre;
                changed |= commits && !std::mem::replace(&mut at[thread.index()][target as usize], true);
            }
            if !changed {
                return at;
            }
        }
    }
}

/// What transactions rest on: for whoever checks it.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The system, with the expressions of the conditions.
    pub system: System,
    /// By transition: when it is a right mover.
    pub right: Vec<When>,
    /// By thread and location: when the thread can do something there, now and later.
    pub unblocked: Vec<((ThreadId, u64), When)>,
    /// By thread and location: when it can, and all that it can do there are left movers.
    pub left: Vec<((ThreadId, u64), When)>,
}

impl Plan {
    /// What the plan rests on.
    pub fn claims(mut self, system: &System, exprs: &Exprs) -> Claims {
        let mut system = system.clone();
        self.adopt(&mut system.exprs, exprs);
        let of = |choose: fn(&Place) -> &When| self.places.iter().map(|(&at, p)| (at, choose(p).clone())).collect();
        let (unblocked, left) = (of(|p| &p.pre), of(|p| &p.post));
        Claims { system, right: self.right, unblocked, left }
    }
}

/// A system with transactions.
pub struct Applied {
    pub system: System,
    /// Transitions after which a transaction can go on.
    pub inside: usize,
    /// Conditions that do not hold in all states.
    pub conditions: usize,
}

/// Builds the system with transactions.
pub fn apply(system: &System, exprs: &Exprs, mut plan: Plan, options: Options) -> Applied {
    let mode = options.mode;
    let mut result = system.clone();
    plan.adopt(&mut result.exprs, exprs);
    let committed = plan.committed(system, mode);
    let mut guards = GuardTable::of(&result);
    let mut maker = Maker {
        plan: &plan,
        committed,
        bit: None,
        mode,
        rounds: None,
        lengths: system.variables.iter().map(|v| v.len() as u32).collect(),
        inside: 0,
    };
    if mode != Mode::Static && maker.needs_bit(system) {
        maker.bit = Some(add_hidden(&mut result, COMMITTED, 1, 0));
    }
    if let Some(rounds) = options.rounds.filter(|_| plan.heads.iter().any(|heads| !heads.is_empty())) {
        let (rounds, width) = (u64::from(rounds), kulan_ir::expr::width_of(u64::from(rounds)));
        maker.rounds = Some((add_hidden(&mut result, ROUNDS, width, rounds), width, rounds));
    }
    let transitions = std::mem::take(&mut result.transitions);
    for (t, transition) in transitions.iter().enumerate() {
        kulan_control::checkpoint();
        let made = maker.make(&mut result, &mut guards, transition, t);
        result.transitions.extend(made);
    }
    let is_conditional = |w: &&When| matches!(w, When::If(..));
    let places = plan.places.values().flat_map(|p| [&p.pre, &p.post]);
    let conditions = plan.right.iter().chain(places).filter(is_conditional).count();
    result.enters_once = true;
    Applied { system: result, inside: maker.inside, conditions }
}

/// A variable that is not shown.
fn add_hidden(system: &mut System, name: &str, width: u8, initial: u64) -> VarId {
    if let Some(values) = &mut system.error_state {
        values.push(vec![initial]);
    }
    let (name, initial) = (name.into(), vec![initial]);
    let (signed, elements, owner, display) = (false, None, Owner::System, Display::Hidden);
    system.add_variable(Variable { name, width, signed, elements, owner, initial, display })
}

/// Makes transitions.
struct Maker<'p> {
    plan: &'p Plan,
    /// By thread and location: whether the thread may have committed there.
    committed: Vec<Vec<bool>>,
    /// The bit that says so.
    bit: Option<VarId>,
    mode: Mode,
    /// The variable that says how often a loop may still be passed, its width, and its value outside of transactions.
    rounds: Option<(VarId, u8, u64)>,
    lengths: Vec<u32>,
    /// Transitions after which a transaction can go on.
    inside: usize,
}

impl Maker<'_> {
    /// Whether the phase makes a difference anywhere.
    fn needs_bit(&self, system: &System) -> bool {
        (0..system.transitions.len()).any(|t| {
            self.is_committed_at(&system.transitions[t], t)
                && self.plan.right[t] != When::Never
                && self.plan.place(t).is_some_and(|p| p.pre != When::Never)
        })
    }

    /// What becomes of a transition.
    fn make(
        &mut self,
        system: &mut System,
        guards: &mut GuardTable,
        transition: &Transition,
        t: usize,
    ) -> Vec<Transition> {
        let Some(place) = self.plan.place(t) else {
            return vec![self.ending(system, transition.clone(), t)];
        };
        let (pre, post) = (place.pre.clone(), place.post.clone());
        let mut after = After::new(&transition.updates, &self.lengths).behind_inputs(transition.inputs.len());
        let exprs = &mut system.exprs;
        let of = |when: &When, exprs: &mut Exprs, after: Option<&mut After>| match when {
            When::Always => exprs.bool(true),
            When::Never => exprs.bool(false),
            When::If(condition, _) => {
                let e = after.map_or(*condition, |after| after.expr(exprs, *condition));
                // Guards cannot depend on what is chosen.
                if exprs.has_input(e) { exprs.bool(false) } else { e }
            }
        };
        let is_right = of(&self.plan.right[t], exprs, None);
        let can_stay = of(&pre, exprs, Some(&mut after));
        let goes_on = of(&post, exprs, Some(&mut after));
        let mut is_pre = exprs.bool(true);
        if self.is_committed_at(transition, t) {
            is_pre = match self.bit {
                Some(bit) => {
                    let bit = exprs.var(bit, 1);
                    exprs.not(bit)
                }
                None if self.mode == Mode::Static => exprs.bool(false),
                None => is_pre,
            };
        }
        let begins_loop = self.plan.nexts[t].is_some_and(|(thread, to)| self.plan.heads[thread.index()].contains(&to));
        let round = self.rounds.filter(|_| begins_loop);
        let stays = exprs.and(is_right, can_stay);
        let mut stays = exprs.and(is_pre, stays);
        if let Some((rounds, width, _)) = round {
            let left = exprs.var(rounds, width);
            let none = exprs.eq_const(left, 0);
            let some = exprs.not(none);
            stays = exprs.and(stays, some);
        }
        let leaves = exprs.not(stays);
        let commits = exprs.and(leaves, goes_on);
        let no = exprs.not(goes_on);
        let ends = exprs.and(leaves, no);
        let mut made = Vec::new();
        let thread = transition.thread;
        let mut emit = |system: &mut System, condition: ExprId, changed: Transition| {
            if let Some(own) = guards.split(system, &[condition]) {
                let mut all = changed.guards.clone();
                all.extend(own.into_iter().filter(|g| !changed.guards.contains(g)));
                made.push(Transition { guards: all, ..changed });
            }
        };
        let mut stayed = transition.clone();
        if let Some((rounds, width, _)) = round {
            let (left, one) = (system.exprs.var(rounds, width), system.exprs.constant(width, 1));
            let value = system.exprs.binary(BinaryOp::Sub, left, one);
            stayed.updates.push(Update { target: Target::Var(rounds), value });
        }
        emit(system, stays, Transition { continues: Some(thread), ..stayed });
        let committed = self.with_bit(system, transition.clone(), true);
        emit(system, commits, Transition { continues: Some(thread), ..committed });
        let ended = self.ending(system, transition.clone(), t);
        emit(system, ends, ended);
        if made.iter().any(|t| t.continues.is_some()) {
            self.inside += 1;
        }
        made
    }

    fn is_committed_at(&self, transition: &Transition, t: usize) -> bool {
        let location = self.plan.flows.place(t);
        location.is_some_and(|l| self.committed[transition.thread.index()].get(l as usize) == Some(&true))
    }

    /// A step that ends the transaction.
    fn ending(&self, system: &mut System, mut transition: Transition, t: usize) -> Transition {
        if self.is_committed_at(&transition, t) {
            transition = self.with_bit(system, transition, false);
        }
        if let Some((rounds, width, all)) =
            self.rounds.filter(|_| !self.plan.heads[transition.thread.index()].is_empty())
        {
            let value = system.exprs.constant(width, all);
            transition.updates.push(Update { target: Target::Var(rounds), value });
        }
        transition
    }

    fn with_bit(&self, system: &mut System, mut transition: Transition, value: bool) -> Transition {
        if let Some(bit) = self.bit {
            let value = system.exprs.bool(value);
            transition.updates.push(Update { target: Target::Var(bit), value });
        }
        transition
    }
}
