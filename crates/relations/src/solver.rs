//! All relations of a subject, by cheap tests where they suffice and by a solver where they do not.

use crate::bits::Bits;
use crate::circuit::Answer;
use crate::footprint::{Actions, Kind};
use crate::question::{Question, Questions};
use crate::syntactic::may_hold_together;
use crate::values::Values;
use crate::{Counts, Figures, Relations, Subject};

/// By goal: whether it is possible.
pub fn possible_goals(subject: &Subject, values: &[Values], figures: &mut Figures) -> Vec<bool> {
    let actions = Actions::new(subject);
    let lengths = lengths(subject);
    let mut search = Search::new(subject, &actions, values, &lengths);
    let goals = actions.transitions..actions.len();
    let result = goals.map(|goal| search.ask(Question::Enabled(goal))).collect();
    figures.goals = search.figures.goals;
    result
}

/// The number of elements of each variable; the positions behind them have none.
pub fn lengths(subject: &Subject) -> Vec<u32> {
    let mut lengths: Vec<u32> = subject.system.variables.iter().map(|v| v.elements.unwrap_or(0)).collect();
    lengths.resize(2 * lengths.len(), 0);
    lengths
}

/// The relations; `actions` and `values` are those of the subject.
pub fn relations(subject: &Subject, actions: &Actions, values: &[Values], figures: &mut Figures) -> Relations {
    let lengths = lengths(subject);
    let mut search = Search::new(subject, actions, values, &lengths);
    search.figures = figures.clone();
    search.find_dead();
    search.co_enabled();
    search.turning();
    search.according();
    *figures = search.figures;
    search.relations
}

struct Search<'a> {
    subject: &'a Subject,
    actions: &'a Actions,
    questions: Questions<'a>,
    relations: Relations,
    /// By action: whether it may be enabled in some state.
    alive: Vec<bool>,
    figures: Figures,
}

impl<'a> Search<'a> {
    fn new(subject: &'a Subject, actions: &'a Actions, values: &'a [Values], lengths: &'a [u32]) -> Search<'a> {
        Search {
            subject,
            actions,
            questions: Questions::new(subject, actions, values, lengths),
            relations: Relations::empty(actions),
            alive: vec![true; actions.len()],
            figures: Figures::default(),
        }
    }

    fn counts(&mut self, question: Question) -> &mut Counts {
        match question {
            Question::Enabled(_) => &mut self.figures.goals,
            Question::CoEnabled(..) => &mut self.figures.co_enabled,
            Question::Enabling(..) => &mut self.figures.necessary_enabling,
            Question::Disabling(..) => &mut self.figures.necessary_disabling,
            Question::DoNotAccord(..) => &mut self.figures.do_not_accord,
            Question::DoNotLeftAccord(..) => &mut self.figures.do_not_left_accord,
        }
    }

    /// Whether the answer may be yes.
    fn ask(&mut self, question: Question) -> bool {
        let before = self.questions.prover.effort;
        let relations = &self.relations;
        let turns = |question| match question {
            Question::Enabling(g, t) => relations.necessary_enabling.get(g, t),
            Question::Disabling(g, t) => relations.necessary_disabling.get(g, t),
            _ => true,
        };
        let answer = self.questions.ask(question, &turns);
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
    fn plain(&mut self, question: Question) {
        let counts = self.counts(question);
        counts.asked += 1;
        counts.plain += 1;
    }

    fn find_dead(&mut self) {
        for action in 0..self.actions.transitions {
            let conditions = Question::Enabled(action);
            self.alive[action] = self.actions.kinds[action] != Kind::Fallback
                && self.questions.ask(conditions, &|_| true) != Answer::Unsatisfiable;
        }
    }

    fn co_enabled(&mut self) {
        let guards = self.actions.used.len();
        let by_cell = by_cell(self.actions, guards, |g| &self.actions.tested[g]);
        let possible: Vec<bool> =
            (0..guards).map(|g| self.actions.used[g] && self.ask(Question::CoEnabled(g, g))).collect();
        for g in (0..guards).filter(|&g| possible[g]) {
            let mut near = Bits::new(guards);
            self.actions.tested[g].iter().for_each(|cell| near.union(&by_cell[cell]));
            for h in (0..=g).filter(|&h| possible[h]) {
                let question = Question::CoEnabled(g, h);
                let both = if h == g || !near.contains(h) {
                    true
                } else if !may_hold_together(&self.subject.system, self.actions, g, h) {
                    self.plain(question);
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
            let mut near = Bits::new(self.actions.transitions);
            self.actions.tested[g].iter().for_each(|cell| near.union(&by_cell[cell]));
            for t in near.iter().filter(|&t| self.alive[t]).collect::<Vec<_>>() {
                for to in [true, false] {
                    let question = if to { Question::Enabling(g, t) } else { Question::Disabling(g, t) };
                    let present = if self.actions.cannot_turn(t, g, to) {
                        self.plain(question);
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

    fn according(&mut self) {
        let count = self.actions.len();
        let writers = by_cell(self.actions, count, |a| &self.actions.footprints[a].writes);
        let touchers = by_cell(self.actions, count, |a| &self.actions.footprints[a].touches);
        for t in 0..self.actions.transitions {
            if !self.alive[t] {
                continue;
            }
            let mut near = Bits::new(count);
            let footprint = &self.actions.footprints[t];
            footprint.writes.iter().for_each(|cell| near.union(&touchers[cell]));
            footprint.touches.iter().for_each(|cell| near.union(&writers[cell]));
            for u in near.iter().filter(|&u| u > t && self.alive[u]).collect::<Vec<_>>() {
                self.pair(t, u);
            }
        }
    }

    /// The entries of two actions that interfere, the first a transition.
    fn pair(&mut self, t: usize, u: usize) {
        let question = Question::DoNotAccord(t, u);
        let present = if self.actions.exclude(t, u) {
            self.plain(question);
            false
        } else {
            question.is_opaque(self.actions) || self.ask(question)
        };
        self.put(question, present);
        if self.actions.kinds[u] == Kind::Goal {
            // The goal changes nothing, so it makes no difference whether it is met first.
            self.put(Question::DoNotLeftAccord(t, u), present);
            return;
        }
        for (a, b) in [(t, u), (u, t)] {
            let question = Question::DoNotLeftAccord(a, b);
            let present = if self.actions.disabled_after(b, a) {
                self.plain(question);
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
            Question::DoNotLeftAccord(t, u) => self.relations.do_not_left_accord.set(t, u, present),
            _ => unreachable!("only pairs of actions are put"),
        }
    }
}

/// By cell: which of `count` things have it in their set.
fn by_cell<'a>(actions: &Actions, count: usize, set: impl Fn(usize) -> &'a Bits) -> Vec<Bits> {
    let mut result = vec![Bits::new(count); actions.cells.len()];
    for n in 0..count {
        set(n).iter().for_each(|cell| result[cell].insert(n));
    }
    result
}
