//! What each action reads and writes, and what can be told from that alone.

use kulan_control::checkpoint;
use kulan_ir::{System, Target, Transition, Update};
use kulan_values::{Cells, Few};
use rustc_hash::FxHashMap;

use crate::Subject;
use crate::bits::Bits;
use crate::bounds::Bounds;
use crate::question::Question;
use crate::subject::is_opaque;

/// How much is asked about an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ActionKind {
    /// A transition of which all is known.
    Ordinary,
    /// A transition that stands for itself and whatever its thread does afterwards alone.
    Opaque,
    /// A transition that waits for all others.
    Fallback,
    /// A goal.
    Goal,
}

/// What an action reads and writes, by cell.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// Written.
    pub writes: Few,
    /// Tested, read by updates, or written.
    pub touches: Few,
}

/// What an action leaves in a cell that it may write.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// This value.
    Constant(u64),
    /// One that depends.
    Unknown,
}

/// The actions of a subject with what their form tells of them.
#[derive(Debug)]
pub struct Actions {
    pub cells: Cells,
    pub kinds: Vec<ActionKind>,
    /// By action.
    pub guards: Vec<Vec<u32>>,
    pub footprints: Vec<Footprint>,
    /// By guard: the cells it reads.
    pub tested: Vec<Few>,
    /// By guard: the cell and the constant that it compares.
    pub equalities: Vec<Option<(usize, u64)>>,
    /// By guard: whether an ordinary or opaque transition or a goal has it, or it is a proposition.
    pub used: Vec<bool>,
    /// By action, sorted: the cells that its guards fix to a constant.
    pub fixed: Vec<Vec<(usize, u64)>>,
    /// By action: what it leaves in the cells it writes; nothing is said of an opaque one.
    pub results: Vec<FxHashMap<usize, Written>>,
    pub transitions: usize,
}

impl Actions {
    pub fn new(subject: &Subject, bounds: Bounds) -> Actions {
        Actions::without(subject, bounds, &[])
    }

    /// As [`Actions::new`], given transitions that are never enabled.
    pub fn without(subject: &Subject, bounds: Bounds, dead: &[usize]) -> Actions {
        let system = &subject.system;
        let cells = Cells::new(system, bounds.split);
        let tested: Vec<Few> = system.guards.iter().map(|&g| cells.of(&system.exprs, [g])).collect();
        let equalities = system.guards.iter().map(|&g| cells.equality(&system.exprs, g)).collect();
        let mut actions = Actions {
            kinds: system.transitions.iter().map(kind).collect(),
            guards: system.transitions.iter().map(|t| t.guards.iter().map(|g| g.0).collect()).collect(),
            footprints: system.transitions.iter().map(|t| own(system, &cells, t)).collect(),
            used: vec![false; system.guards.len()],
            fixed: Vec::new(),
            results: system.transitions.iter().map(|t| results(system, &cells, &t.updates)).collect(),
            transitions: system.transitions.len(),
            cells,
            tested,
            equalities,
        };
        actions.fixed = actions.guards.iter().map(|guards| actions.fixed_by(guards)).collect();
        actions.follow(system, dead);
        for goal in &subject.goals {
            let guards: Vec<u32> = goal.guards.iter().map(|g| g.0).collect();
            let touches = guards.iter().flat_map(|&g| actions.tested[g as usize].iter()).collect();
            actions.footprints.push(Footprint { touches, writes: Few::default() });
            actions.kinds.push(ActionKind::Goal);
            actions.fixed.push(actions.fixed_by(&guards));
            actions.guards.push(guards);
            actions.results.push(FxHashMap::default());
        }
        for (guards, &kind) in actions.guards.iter().zip(&actions.kinds) {
            if kind != ActionKind::Fallback {
                guards.iter().for_each(|&g| actions.used[g as usize] = true);
            }
        }
        subject.propositions.iter().for_each(|g| actions.used[g.index()] = true);
        actions
    }

    /// Adds to opaque transitions what their threads may do afterwards: whatever may follow, until one lets others go on.
    fn follow(&mut self, system: &System, dead: &[usize]) {
        let own = self.footprints.clone();
        let continues = |t: usize| system.transitions[t].continues;
        let mut of_thread = vec![Vec::new(); system.threads.len()];
        for (t, transition) in system.transitions.iter().enumerate() {
            if !transition.is_fallback() && dead.binary_search(&t).is_err() {
                of_thread[transition.thread.index()].push(t);
            }
        }
        let nexts_of = |first: usize| {
            checkpoint();
            let all = continues(first).map_or(&[][..], |thread| &of_thread[thread.index()]);
            all.iter().copied().filter(|&then| !self.step_disables(first, then)).collect()
        };
        let nexts: Vec<Vec<usize>> = (0..self.transitions).map(nexts_of).collect();
        for t in (0..self.transitions).filter(|&t| continues(t).is_some()) {
            checkpoint();
            let mut met = Bits::new(self.transitions);
            let mut list = vec![t];
            while let Some(u) = list.pop() {
                for &next in nexts[u].iter().filter(|&&n| !met.contains(n)).collect::<Vec<_>>() {
                    met.insert(next);
                    self.footprints[t].writes.union(&own[next].writes);
                    self.footprints[t].touches.union(&own[next].touches);
                    list.push(next);
                }
            }
        }
    }

    fn fixed_by(&self, guards: &[u32]) -> Vec<(usize, u64)> {
        let mut fixed: Vec<_> = guards.iter().filter_map(|&g| self.equalities[g as usize]).collect();
        fixed.sort_unstable();
        fixed
    }

    /// Takes out the goals that are not possible.
    pub fn keep_goals(&mut self, possible: &[bool]) {
        fn keep<T>(list: &mut Vec<T>, first: usize, possible: &[bool]) {
            let mut at = 0;
            list.retain(|_| {
                at += 1;
                at <= first || possible[at - 1 - first]
            });
        }
        let first = self.transitions;
        keep(&mut self.kinds, first, possible);
        keep(&mut self.guards, first, possible);
        keep(&mut self.footprints, first, possible);
        keep(&mut self.fixed, first, possible);
        keep(&mut self.results, first, possible);
    }

    /// Transitions that are never enabled, in order; of fallbacks nothing is known.
    pub fn dead(&self, alive: &[bool]) -> Vec<usize> {
        let never = |&t: &usize| !alive[t] && self.kinds[t] != ActionKind::Fallback;
        (0..self.transitions).filter(never).collect()
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether one may write what the other touches, or the other way round.
    pub fn interfere(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.footprints[a], &self.footprints[b]);
        a.writes.meets(&b.touches) || b.writes.meets(&a.touches)
    }

    /// Whether the guards of both fix one cell to different constants.
    pub fn exclude(&self, a: usize, b: usize) -> bool {
        let (mut a, mut b) = (self.fixed[a].iter().peekable(), self.fixed[b].iter().peekable());
        while let (Some(&&(x, p)), Some(&&(y, q))) = (a.peek(), b.peek()) {
            if x == y && p != q {
                return true;
            }
            if (x, p) <= (y, q) {
                a.next()
            } else {
                b.next()
            };
        }
        false
    }

    /// Whether the form of `first` tells that `then` is disabled after it.
    pub fn disabled_after(&self, first: usize, then: usize) -> bool {
        self.kinds[first] != ActionKind::Opaque && self.step_disables(first, then)
    }

    /// As [`Actions::disabled_after`], but right after `first`, before its thread goes on.
    fn step_disables(&self, first: usize, then: usize) -> bool {
        self.fixed[then].iter().any(|&(cell, value)| match self.results[first].get(&cell) {
            Some(&Written::Constant(left)) => left != value,
            Some(Written::Unknown) => false,
            None => self.fixed[first].iter().any(|&(c, v)| c == cell && v != value),
        })
    }

    /// Whether the form of a transition tells that it does not turn a guard from `!to` to `to`.
    pub fn cannot_turn(&self, t: usize, guard: usize, to: bool) -> bool {
        if !self.footprints[t].writes.meets(&self.tested[guard]) {
            return true;
        }
        self.kinds[t] != ActionKind::Opaque && self.step_cannot_turn(t, guard, to)
    }

    /// Whether the form of a transition leaves it open that it turns a guard, as a question asks.
    pub fn may_turn(&self, question: Question) -> bool {
        match question {
            Question::Enabling { guard: g, transition: t } => !self.cannot_turn(t, g, true),
            Question::Disabling { guard: g, transition: t } => !self.cannot_turn(t, g, false),
            _ => true,
        }
    }

    /// The same for its own step, before its thread goes on.
    pub fn step_cannot_turn(&self, t: usize, guard: usize, to: bool) -> bool {
        // One that has the guard finds it true.
        if to && self.guards[t].contains(&(guard as u32)) {
            return true;
        }
        let Some((cell, value)) = self.equalities[guard] else { return false };
        let before = self.fixed[t].iter().find(|f| f.0 == cell).map(|f| f.1 == value);
        let after = match self.results[t].get(&cell) {
            Some(&Written::Constant(left)) => Some(left == value),
            _ => None,
        };
        before == Some(to) || after == Some(!to)
    }
}

fn kind(transition: &Transition) -> ActionKind {
    match transition {
        t if t.is_fallback() => ActionKind::Fallback,
        t if is_opaque(t) => ActionKind::Opaque,
        _ => ActionKind::Ordinary,
    }
}

fn own(system: &System, cells: &Cells, transition: &Transition) -> Footprint {
    let exprs = &system.exprs;
    let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
    let checks = transition.checks.iter().map(|c| c.condition);
    let mut touches =
        cells.of(exprs, guards.chain(checks).chain(transition.updates.iter().flat_map(Update::expressions)));
    let writes: Few = transition.updates.iter().flat_map(|u| cells.written(exprs, u)).collect();
    touches.union(&writes);
    Footprint { writes, touches }
}

fn results(system: &System, cells: &Cells, updates: &[Update]) -> FxHashMap<usize, Written> {
    let exprs = &system.exprs;
    let mut result = FxHashMap::default();
    for update in updates {
        let surely = match update.target {
            Target::Var(_) => true,
            Target::Fill(v) => !cells.is_lumped(v),
            Target::Element(v, index) => !cells.is_lumped(v) && exprs.as_const(index).is_some(),
        };
        let left = match exprs.as_const(update.value) {
            Some(value) if surely => Written::Constant(value),
            _ => Written::Unknown,
        };
        for cell in cells.written(exprs, update) {
            result.insert(cell, left);
        }
    }
    result
}
