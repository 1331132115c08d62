//! All relations of a subject, by cheap tests where they suffice and by a solver where they do not.

use kulan_control::checkpoint;

use crate::bounds::Bounds;
use crate::exclusion::{self, Meeting, Step};
use crate::footprint::{ActionKind, Actions};
use crate::near::Near;
use crate::prover::Memory;
use crate::question::{Question, Questions};
use crate::syntactic::may_hold_together;
use crate::{Counts, Figures, Matrix, Options, Relations, Subject};
use kulan_sat::Answer;
use kulan_values::Values;

/// How often all is done again without the transitions that turned out to be never enabled.
const MOST_ROUNDS: u32 = 3;

const UNBOUNDED: &str = "it is not bounded";

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
        let values = kulan_values::analyse(&subject.system, &subject.free, &actions.cells, &dead, bounds.patience);
        figures.analysis_seconds += start.elapsed().as_secs_f64();
        let mut decider = Decider::new(subject, &actions, &values, &lengths, memory);
        decider.asker.figures.analysis_seconds = figures.analysis_seconds;
        decider.find_dead(&dead);
        decider.co_enabled();
        decider.turning();
        if options.invariants {
            decider.exclude();
            let before = std::mem::replace(&mut dead, actions.dead(&decider.alive));
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
    near: Near,
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
        self.ask_under(question, &[], turns)
    }

    /// The same about states in which all conditions hold.
    pub fn ask_under(
        &mut self,
        question: Question,
        given: &[kulan_ir::ExprId],
        turns: &dyn Fn(Question) -> bool,
    ) -> bool {
        checkpoint();
        let before = self.questions.prover.effort;
        let answer = self.questions.ask_under(question, given, turns);
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

    /// Whether an entry is present: not if the form of its parts excludes it, which is seen without asking.
    fn decide(&mut self, question: Question, excluded: bool, turns: &dyn Fn(Question) -> bool) -> bool {
        if excluded {
            let counts = self.counts(question);
            counts.asked += 1;
            counts.plain += 1;
            return false;
        }
        question.is_opaque(self.questions.actions) || self.ask(question, turns)
    }

    /// Whether two guards may hold together.
    pub fn hold_together(&mut self, g: usize, h: usize) -> bool {
        let excluded = !may_hold_together(&self.questions.subject.system, self.questions.actions, g, h);
        self.decide(Question::CoEnabled(g.max(h), g.min(h)), excluded, &|_| true)
    }

    /// Whether a transition can turn a guard from `!to` to `to`.
    pub fn turns(&mut self, t: usize, guard: usize, to: bool, meeting: &Meeting) -> bool {
        let actions = self.questions.actions;
        let question = match to {
            true => Question::Enabling { guard, transition: t },
            false => Question::Disabling { guard, transition: t },
        };
        let apart = || !to && meeting.apart(&[guard as u32], &actions.guards[t]);
        self.decide(question, actions.cannot_turn(t, guard, to) || apart(), &|_| true)
    }

    /// Whether two actions do not accord.
    pub fn conflict(&mut self, t: usize, u: usize, meeting: &Meeting, turns: &dyn Fn(Question) -> bool) -> bool {
        let actions = self.questions.actions;
        let excluded = actions.exclude(t, u) || meeting.apart(&actions.guards[t], &actions.guards[u]);
        self.decide(Question::DoNotAccord(t.min(u), t.max(u)), excluded, turns)
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
            near: Near::new(actions),
            meeting: Meeting::default(),
        }
    }

    fn find_dead(&mut self, known: &[usize]) {
        for action in 0..self.actions.len() {
            checkpoint();
            let question = Question::Enabled(action);
            self.alive[action] = match self.actions.kinds[action] {
                ActionKind::Fallback => false,
                _ if known.binary_search(&action).is_ok() => false,
                ActionKind::Goal => self.asker.ask(question, &|_| true),
                _ => self.asker.questions.ask(question, &|_| true) != Answer::Unsatisfiable,
            };
        }
    }

    fn co_enabled(&mut self) {
        let guards = self.actions.used.len();
        let mut possible = |g| self.actions.used[g] && self.asker.ask(Question::CoEnabled(g, g), &|_| true);
        let possible: Vec<bool> = (0..guards).map(&mut possible).collect();
        for g in (0..guards).filter(|&g| possible[g]) {
            checkpoint();
            let near = self.near.guards(self.actions, g);
            for h in (0..=g).filter(|&h| possible[h]) {
                let both = h == g || near.binary_search(&h).is_err() || self.asker.hold_together(g, h);
                self.relations.co_enabled.set(g, h, both);
                self.relations.co_enabled.set(h, g, both);
            }
        }
    }

    fn turning(&mut self) {
        for g in (0..self.actions.used.len()).filter(|&g| self.actions.used[g]) {
            checkpoint();
            for t in self.near.writers(self.actions, g) {
                if self.alive[t] {
                    let [enabling, disabling] = [true, false].map(|to| self.asker.turns(t, g, to, &self.meeting));
                    self.relations.necessary_enabling.set(g, t, enabling);
                    self.relations.necessary_disabling.set(g, t, disabling);
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
        let meeting = exclusion::meeting(&roots, &steps, &self.relations.co_enabled, u64::MAX).expect(UNBOUNDED);
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

    fn steps(&mut self) -> Vec<Step> {
        let (actions, relations) = (self.actions, &self.relations);
        let may_enable = |questions: &mut Questions, t: usize, g: usize| match actions.kinds[t] {
            ActionKind::Ordinary => relations.necessary_enabling.get(g, t),
            _ => {
                let question = Question::Enabling { guard: g, transition: t };
                questions.ask(question, &|_| true) != Answer::Unsatisfiable
            }
        };
        let steps = exclusion::steps(&mut self.asker.questions, &self.near, &self.alive, u64::MAX, may_enable);
        steps.expect(UNBOUNDED)
    }

    /// Whether guards exclude that `then` is enabled after `first`.
    fn apart_in_turn(&self, first: usize, then: usize) -> bool {
        let Relations { necessary_enabling, necessary_disabling, .. } = &self.relations;
        let turns = |g: u32, to| if to { necessary_enabling } else { necessary_disabling }.get(g as usize, first);
        self.meeting.apart_in_turn(&self.actions.guards[first], &self.actions.guards[then], turns)
    }

    fn according(&mut self, left: bool) {
        let count = self.actions.len();
        if !left {
            self.relations.do_not_left_accord = Matrix::full(count, count);
        }
        for t in 0..self.actions.transitions {
            checkpoint();
            if !self.alive[t] {
                continue;
            }
            for u in self.near.actions(self.actions, t) {
                if u > t && self.alive[u] {
                    self.pair(t, u, left);
                }
            }
        }
    }

    /// The entries of two actions that interfere, the first a transition.
    fn pair(&mut self, t: usize, u: usize, left: bool) {
        let relations = &self.relations;
        let turns = |question| match question {
            Question::Enabling { guard: g, transition: t } => relations.necessary_enabling.get(g, t),
            Question::Disabling { guard: g, transition: t } => relations.necessary_disabling.get(g, t),
            _ => true,
        };
        let present = self.asker.conflict(t, u, &self.meeting, &turns);
        let then = |a: usize, b: usize| Question::DoNotLeftAccord { then: a, first: b };
        let mut answers = vec![(Question::DoNotAccord(t, u), present)];
        if left && self.actions.kinds[u] == ActionKind::Goal {
            // The goal changes nothing, so it makes no difference whether it is met first.
            answers.push((then(t, u), present));
        } else if left {
            for (a, b) in [(t, u), (u, t)] {
                let excluded = self.actions.disabled_after(b, a) || self.apart_in_turn(b, a);
                answers.push((then(a, b), self.asker.decide(then(a, b), excluded, &turns)));
            }
        }
        for (question, present) in answers {
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
