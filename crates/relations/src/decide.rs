//! All relations of a subject, by cheap tests where they suffice and by a solver where they do not.

use kulan_control::checkpoint;

use crate::bits::Bits;
use crate::bounds::Bounds;
use crate::exclusion::{self, Meeting, Step};
use crate::few::Few;
use crate::footprint::{ActionKind, Actions};
use crate::prover::Memory;
use crate::question::{Question, Questions};
use crate::syntactic::may_hold_together;
use crate::values::{self, Values};
use crate::{Counts, Figures, Matrix, Options, Relations, Subject};
use kulan_sat::Answer;

/// How often all is done again without the transitions that turned out to be never enabled.
const MOST_ROUNDS: u32 = 3;

/// The number of elements of each variable; the positions behind them have none.
pub fn lengths(subject: &Subject) -> Vec<u32> {
    let mut lengths: Vec<u32> = subject.system.variables.iter().map(|v| v.elements.unwrap_or(0)).collect();
    lengths.resize(2 * lengths.len(), 0);
    lengths
}

/// The relations of a subject, and of each goal whether it is possible; those that are not have no entries.
pub fn relations(subject: &Subject, options: Options, bounds: Bounds, figures: &mut Figures) -> (Relations, Vec<bool>) {
    let lengths = lengths(subject);
    let (mut dead, mut memory) = (Vec::new(), Memory::new(bounds));
    for round in 1.. {
        let start = std::time::Instant::now();
        let actions = Actions::without(subject, bounds, &dead);
        let values = values::analyse(&subject.system, &subject.free, &actions.cells, &dead, bounds.patience);
        figures.analysis_seconds += start.elapsed().as_secs_f64();
        let mut decider = Decider::new(subject, &actions, &values, &lengths, memory);
        decider.asker.figures.analysis_seconds = figures.analysis_seconds;
        decider.find_dead(&dead);
        decider.co_enabled();
        decider.turning();
        if options.invariants {
            decider.exclude();
            let before = std::mem::replace(&mut dead, decider.dead());
            let patient = !decider.asker.questions.prover.memory.is_spent();
            if dead.len() > before.len() && round < MOST_ROUNDS && patient {
                // Without them, less is written, so that still more may turn out to be impossible.
                memory = decider.asker.questions.prover.into_memory();
                continue;
            }
        }
        decider.according(options.left);
        *figures = decider.asker.figures;
        let possible = decider.alive[actions.transitions..].to_vec();
        return (decider.relations.without_goals(&possible), possible);
    }
    unreachable!("the last round returns")
}

struct Decider<'a> {
    subject: &'a Subject,
    actions: &'a Actions,
    asker: Asker<'a>,
    relations: Relations,
    /// By action: whether it may be enabled in some state.
    alive: Vec<bool>,
    meeting: Meeting,
}

/// Asks questions and counts the answers.
pub struct Asker<'a> {
    pub questions: Questions<'a>,
    pub figures: Figures,
}

impl Asker<'_> {
    fn counts(&mut self, question: Question) -> &mut Counts {
        match question {
            Question::Enabled(_) => &mut self.figures.goals,
            Question::CoEnabled(..) => &mut self.figures.co_enabled,
            Question::Enabling { .. } => &mut self.figures.necessary_enabling,
            Question::Disabling { .. } => &mut self.figures.necessary_disabling,
            Question::DoNotAccord(..) => &mut self.figures.do_not_accord,
            Question::DoNotLeftAccord { .. } => &mut self.figures.do_not_left_accord,
        }
    }

    /// Whether the answer may be yes; `turns` knows which transitions can turn which guards.
    pub fn ask(&mut self, question: Question, turns: &dyn Fn(Question) -> bool) -> bool {
        checkpoint();
        let before = self.questions.prover.effort;
        let answer = self.questions.ask(question, turns);
        let after = self.questions.prover.effort;
        let counts = self.counts(question);
        counts.asked += 1;
        match answer {
            Answer::Unknown => counts.open += 1,
            _ if after.solved > before.solved => counts.solved += 1,
            _ if after.kept > before.kept => counts.kept += 1,
            _ => counts.plain += 1,
        }
        answer != Answer::Unsatisfiable
    }

    /// Answers without asking.
    pub fn plain(&mut self, question: Question) {
        let counts = self.counts(question);
        counts.asked += 1;
        counts.plain += 1;
    }
}

impl<'a> Decider<'a> {
    fn new(
        subject: &'a Subject,
        actions: &'a Actions,
        values: &'a [Values],
        lengths: &'a [u32],
        memory: Memory,
    ) -> Decider<'a> {
        Decider {
            subject,
            actions,
            asker: Asker {
                questions: Questions::new(subject, actions, values, lengths, memory),
                figures: Figures::default(),
            },
            relations: Relations::empty(actions),
            alive: vec![true; actions.len()],
            meeting: Meeting::default(),
        }
    }

    /// Whether the answer may be yes.
    fn ask(&mut self, question: Question) -> bool {
        let relations = &self.relations;
        let turns = |question| match question {
            Question::Enabling { guard: g, transition: t } => relations.necessary_enabling.get(g, t),
            Question::Disabling { guard: g, transition: t } => relations.necessary_disabling.get(g, t),
            _ => true,
        };
        self.asker.ask(question, &turns)
    }

    /// Transitions that turned out to be never enabled, in order.
    fn dead(&self) -> Vec<usize> {
        let never = |&t: &usize| !self.alive[t] && self.actions.kinds[t] != ActionKind::Fallback;
        (0..self.actions.transitions).filter(never).collect()
    }

    fn find_dead(&mut self, known: &[usize]) {
        for action in 0..self.actions.len() {
            checkpoint();
            let question = Question::Enabled(action);
            self.alive[action] = match self.actions.kinds[action] {
                ActionKind::Fallback => false,
                _ if known.binary_search(&action).is_ok() => false,
                ActionKind::Goal => self.ask(question),
                _ => self.asker.questions.ask(question, &|_| true) != Answer::Unsatisfiable,
            };
        }
    }

    fn co_enabled(&mut self) {
        let guards = self.actions.used.len();
        let by_cell = by_cell(self.actions, guards, |g| &self.actions.tested[g]);
        let possible: Vec<bool> =
            (0..guards).map(|g| self.actions.used[g] && self.ask(Question::CoEnabled(g, g))).collect();
        for g in (0..guards).filter(|&g| possible[g]) {
            checkpoint();
            let mut near = Bits::new(guards);
            self.actions.tested[g].iter().for_each(|cell| near.union(&by_cell[cell]));
            for h in (0..=g).filter(|&h| possible[h]) {
                let question = Question::CoEnabled(g, h);
                let both = if h == g || !near.contains(h) {
                    true
                } else if !may_hold_together(&self.subject.system, self.actions, g, h) {
                    self.asker.plain(question);
                    false
                } else {
                    self.ask(question)
                };
                self.relations.co_enabled.set(g, h, both);
                self.relations.co_enabled.set(h, g, both);
            }
        }
    }

    fn turning(&mut self) {
        let by_cell = by_cell(self.actions, self.actions.transitions, |t| &self.actions.footprints[t].writes);
        for g in (0..self.actions.used.len()).filter(|&g| self.actions.used[g]) {
            checkpoint();
            let mut near = Bits::new(self.actions.transitions);
            self.actions.tested[g].iter().for_each(|cell| near.union(&by_cell[cell]));
            for t in near.iter().filter(|&t| self.alive[t]).collect::<Vec<_>>() {
                for to in [true, false] {
                    let question = if to {
                        Question::Enabling { guard: g, transition: t }
                    } else {
                        Question::Disabling { guard: g, transition: t }
                    };
                    let present = if self.actions.cannot_turn(t, g, to) {
                        self.asker.plain(question);
                        false
                    } else {
                        question.is_opaque(self.actions) || self.ask(question)
                    };
                    let relations = &mut self.relations;
                    let matrix =
                        if to { &mut relations.necessary_enabling } else { &mut relations.necessary_disabling };
                    matrix.set(g, t, present);
                }
            }
        }
    }

    /// Finds guards that exclude each other, and takes out what they make impossible.
    fn exclude(&mut self) {
        let start = std::time::Instant::now();
        let steps = self.steps();
        let system = &self.subject.system;
        let roots = exclusion::roots(system, &self.actions.used);
        let unbounded = "it is not bounded";
        let meeting = exclusion::meeting(&roots, &steps, &self.relations.co_enabled, u64::MAX).expect(unbounded);
        let before = self.relations.co_enabled.count();
        for (g, met) in meeting.iter().enumerate() {
            for h in self.relations.co_enabled.columns_of(g).collect::<Vec<_>>() {
                self.relations.co_enabled.set(g, h, met.contains(h));
            }
        }
        self.asker.figures.exclusions = (before - self.relations.co_enabled.count()) / 2;
        self.meeting = Meeting(Some(meeting));
        for action in 0..self.actions.len() {
            self.alive[action] &= !self.meeting.apart(&self.actions.guards[action], &self.actions.guards[action]);
        }
        for g in 0..self.actions.used.len() {
            checkpoint();
            for t in 0..self.actions.transitions {
                let relations = &mut self.relations;
                if !self.alive[t] && relations.necessary_enabling.get(g, t) {
                    relations.necessary_enabling.set(g, t, false);
                }
                if relations.necessary_disabling.get(g, t)
                    && (!self.alive[t] || self.meeting.apart(&[g as u32], &self.actions.guards[t]))
                {
                    self.relations.necessary_disabling.set(g, t, false);
                }
            }
        }
        self.asker.figures.exclusion_seconds = start.elapsed().as_secs_f64();
    }

    /// What single steps do to guards, also those of opaque and fallback transitions.
    fn steps(&mut self) -> Vec<Step> {
        let guards = self.actions.used.len();
        let by_cell = by_cell(self.actions, guards, |g| &self.actions.tested[g]);
        let mut steps = Vec::new();
        for t in 0..self.actions.transitions {
            checkpoint();
            let kind = self.actions.kinds[t];
            if !self.alive[t] && kind != ActionKind::Fallback {
                continue;
            }
            let mut touched = Bits::new(guards);
            self.actions.results[t].keys().for_each(|&cell| touched.union(&by_cell[cell]));
            let (mut enables, mut refutes) = (Bits::new(guards), Bits::new(guards));
            for g in touched.iter().filter(|&g| self.actions.used[g]) {
                let enabling = match kind {
                    ActionKind::Ordinary => self.relations.necessary_enabling.get(g, t),
                    _ => {
                        self.asker.questions.ask(Question::Enabling { guard: g, transition: t }, &|_| true)
                            != Answer::Unsatisfiable
                    }
                };
                if enabling {
                    enables.insert(g);
                } else if self.asker.questions.refutes(t, g) {
                    refutes.insert(g);
                }
            }
            let own = self.actions.guards[t].iter().copied();
            steps.push(Step { guards: own.filter(|&g| self.actions.used[g as usize]).collect(), enables, refutes });
        }
        steps
    }

    /// Whether guards exclude that `then` is enabled after `first`: a guard of `then` that `first` does not make true holds
    /// before it, and a guard of `first` that it does not make false holds after it.
    fn apart_in_turn(&self, first: usize, then: usize) -> bool {
        if self.meeting.0.is_none() {
            return false;
        }
        let (first_guards, then_guards) = (&self.actions.guards[first], &self.actions.guards[then]);
        let keeps = |&&g: &&u32| !self.relations.necessary_disabling.get(g as usize, first);
        let kept: Vec<u32> = first_guards.iter().filter(keeps).copied().collect();
        then_guards.iter().any(|&g| {
            let held = !self.relations.necessary_enabling.get(g as usize, first);
            held && self.meeting.apart(&[g], first_guards) || self.meeting.apart(&[g], &kept)
        })
    }

    fn according(&mut self, left: bool) {
        let count = self.actions.len();
        if !left {
            self.relations.do_not_left_accord = Matrix::full(count, count);
        }
        let writers = by_cell(self.actions, count, |a| &self.actions.footprints[a].writes);
        let touchers = by_cell(self.actions, count, |a| &self.actions.footprints[a].touches);
        for t in 0..self.actions.transitions {
            checkpoint();
            if !self.alive[t] {
                continue;
            }
            let mut near = Bits::new(count);
            let footprint = &self.actions.footprints[t];
            footprint.writes.iter().for_each(|cell| near.union(&touchers[cell]));
            footprint.touches.iter().for_each(|cell| near.union(&writers[cell]));
            for u in near.iter().filter(|&u| u > t && self.alive[u]).collect::<Vec<_>>() {
                self.pair(t, u, left);
            }
        }
    }

    /// The entries of two actions that interfere, the first a transition.
    fn pair(&mut self, t: usize, u: usize, left: bool) {
        let question = Question::DoNotAccord(t, u);
        let present =
            if self.actions.exclude(t, u) || self.meeting.apart(&self.actions.guards[t], &self.actions.guards[u]) {
                self.asker.plain(question);
                false
            } else {
                question.is_opaque(self.actions) || self.ask(question)
            };
        self.put(question, present);
        if !left {
            return;
        }
        if self.actions.kinds[u] == ActionKind::Goal {
            // The goal changes nothing, so it makes no difference whether it is met first.
            self.put(Question::DoNotLeftAccord { then: t, first: u }, present);
            return;
        }
        for (a, b) in [(t, u), (u, t)] {
            let question = Question::DoNotLeftAccord { then: a, first: b };
            let present = if self.actions.disabled_after(b, a) || self.apart_in_turn(b, a) {
                self.asker.plain(question);
                false
            } else {
                question.is_opaque(self.actions) || self.ask(question)
            };
            self.put(question, present);
        }
    }

    fn put(&mut self, question: Question, present: bool) {
        match question {
            Question::DoNotAccord(t, u) => {
                self.relations.do_not_accord.set(t, u, present);
                self.relations.do_not_accord.set(u, t, present);
            }
            Question::DoNotLeftAccord { then: t, first: u } => self.relations.do_not_left_accord.set(t, u, present),
            _ => unreachable!("only pairs of actions are put"),
        }
    }
}

/// By cell: which of `count` things have it in their set.
fn by_cell<'a>(actions: &Actions, count: usize, set: impl Fn(usize) -> &'a Few) -> Vec<Bits> {
    let mut result = vec![Bits::new(count); actions.cells.len()];
    for n in 0..count {
        set(n).iter().for_each(|cell| result[cell].insert(n));
    }
    result
}

impl Relations {
    /// The relations without the goals that are not possible.
    fn without_goals(self, possible: &[bool]) -> Relations {
        if possible.iter().all(|&p| p) {
            return self;
        }
        let goals = (0..possible.len()).filter(|&goal| possible[goal]).map(|goal| self.transitions + goal);
        let stay: Vec<usize> = (0..self.transitions).chain(goals).collect();
        Relations {
            guards: stay.iter().map(|&action| self.guards[action].clone()).collect(),
            do_not_accord: self.do_not_accord.among(&stay),
            do_not_left_accord: self.do_not_left_accord.among(&stay),
            ..self
        }
    }
}
