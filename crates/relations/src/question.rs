//! The relations as questions of satisfiability.

use kulan_ir::{After, ExprId, Exprs, Target, VarId};

use crate::Subject;
use crate::footprint::{ActionKind, Actions};
use crate::prover::{Memory, Prover, Witness};
use kulan_sat::Answer;
use kulan_values::{Cells, Values};

/// A question about two parts of a subject.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Whether the action can be enabled.
    Enabled(usize),
    /// Whether both guards can hold in one state.
    CoEnabled(usize, usize),
    /// Whether the transition can turn the guard from false to true.
    Enabling {
        /// The guard.
        guard: usize,
        /// The transition.
        transition: usize,
    },
    /// Whether the transition can turn the guard from true to false.
    Disabling {
        /// The guard.
        guard: usize,
        /// The transition.
        transition: usize,
    },
    /// Whether two actions do not accord.
    DoNotAccord(usize, usize),
    /// Whether two actions that happen one after the other may not change places.
    DoNotLeftAccord {
        /// What happens second.
        then: usize,
        /// What happens first.
        first: usize,
    },
}

/// A variable or an element that a transition writes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Written {
    Scalar(VarId),
    Element(VarId, ExprId),
    /// An element that depends.
    Some(VarId),
}

/// The places that an update of a target may concern. Elements of a short array are looked at one by one: that takes more
/// questions, but far simpler ones.
fn places(exprs: &mut Exprs, cells: &Cells, short: u32, target: Target) -> Vec<Written> {
    match target {
        Target::Var(v) => vec![Written::Scalar(v)],
        Target::Element(v, index) if exprs.as_const(index).is_some() => vec![Written::Element(v, index)],
        Target::Element(v, _) | Target::Fill(v) if cells.elements(v) <= short => {
            (0..cells.elements(v)).map(|i| Written::Element(v, exprs.constant(32, u64::from(i)))).collect()
        }
        Target::Element(v, _) | Target::Fill(v) => vec![Written::Some(v)],
    }
}

/// Builds questions and has them decided.
pub struct Questions<'a> {
    pub subject: &'a Subject,
    pub actions: &'a Actions,
    pub prover: Prover<'a>,
    /// By action; goals change nothing.
    afters: Vec<After<'a>>,
    /// Actions after which something was asked for since a part of the questions began.
    asked_after: Vec<usize>,
    places: Vec<Vec<Written>>,
}

impl<'a> Questions<'a> {
    pub fn new(
        subject: &'a Subject,
        actions: &'a Actions,
        values: &'a [Values],
        lengths: &'a [u32],
        memory: Memory,
    ) -> Questions<'a> {
        let system = &subject.system;
        let updates = |t: usize| system.transitions.get(t).map_or(&[][..], |t| &t.updates);
        let mut prover = Prover::new(system, &actions.cells, values, memory);
        let short = prover.memory.bounds.short;
        let mut places_of = |t: usize| -> Vec<Written> {
            updates(t)
                .iter()
                .flat_map(|update| places(&mut prover.exprs, &actions.cells, short, update.target))
                .collect()
        };
        let places = (0..actions.len()).map(&mut places_of).collect();
        let afters = (0..actions.len()).map(|t| After::new(updates(t), lengths)).collect();
        Questions { subject, actions, prover, afters, places, asked_after: Vec::new() }
    }

    /// Begins a part of the questions: see [`Prover::begin_part`].
    pub fn begin_part(&mut self, expressions: usize) {
        self.asked_after.drain(..).for_each(|action| self.afters[action].forget());
        self.prover.begin_part(expressions);
    }

    fn guard(&self, guard: usize) -> ExprId {
        self.subject.system.guards[guard]
    }

    /// The guards of an action.
    fn enabled(&self, action: usize) -> Vec<ExprId> {
        self.actions.guards[action].iter().map(|&g| self.guard(g as usize)).collect()
    }

    /// Both sides enabled.
    fn together(&self, a: usize, b: usize) -> Vec<ExprId> {
        let mut conditions = self.enabled(a);
        conditions.extend(self.enabled(b).into_iter().filter(|g| !conditions.contains(g)).collect::<Vec<_>>());
        conditions
    }

    /// An expression's value after an action, in terms of the state before it.
    pub fn after(&mut self, action: usize, id: ExprId) -> ExprId {
        let writes = &self.actions.footprints[action].writes;
        if !self.prover.reads(id).iter().any(|&cell| writes.contains(cell as usize)) {
            return id;
        }
        self.asked_after.push(action);
        self.afters[action].expr(&mut self.prover.exprs, id)
    }

    /// Whether an action is never enabled as the form of its guards tells.
    pub fn is_plainly_disabled(&mut self, action: usize) -> bool {
        let guards = self.enabled(action);
        self.prover.are_plainly_contradictory(&guards)
    }

    /// Whether a guard is plainly false after a transition.
    pub fn refutes(&mut self, t: usize, guard: usize) -> bool {
        let after = self.after(t, self.guard(guard));
        self.prover.exprs.as_const(after) == Some(0)
    }

    fn not(&mut self, id: ExprId) -> ExprId {
        self.prover.exprs.not(id)
    }

    /// The alternatives of a question, each a conjunction of the conditions common to all and one of its own. An
    /// alternative is left out if `turns`, which knows which transitions can turn which guards, excludes it.
    fn alternatives(
        &mut self,
        question: Question,
        turns: &dyn Fn(Question) -> bool,
    ) -> (Vec<ExprId>, Vec<Alternative>) {
        match question {
            Question::Enabled(a) => (self.enabled(a), vec![Alternative::None]),
            Question::CoEnabled(g, h) => (vec![self.guard(g), self.guard(h)], vec![Alternative::None]),
            Question::Enabling { guard: g, transition: t } | Question::Disabling { guard: g, transition: t } => {
                let (before, enabling) = (self.guard(g), matches!(question, Question::Enabling { .. }));
                let after = self.after(t, before);
                let (before, after) = match enabling {
                    true => (self.not(before), after),
                    false => (before, self.not(after)),
                };
                let mut common = self.enabled(t);
                common.extend([before, after]);
                (common, vec![Alternative::None])
            }
            Question::DoNotAccord(t, u) => {
                let common = self.together(t, u);
                let mut alternatives = self.disables(t, u, turns);
                alternatives.extend(self.disables(u, t, turns));
                alternatives.extend(self.places_of(t, u));
                (common, alternatives)
            }
            Question::DoNotLeftAccord { then: t, first: u } => {
                let mut common = self.enabled(u);
                for guard in self.enabled(t) {
                    common.push(self.after(u, guard));
                }
                let enables = self.actions.guards[t].iter().map(|&g| g as usize);
                let mut alternatives: Vec<_> = enables
                    .filter(|&g| turns(Question::Enabling { guard: g, transition: u }))
                    .map(|g| Alternative::Fails(self.guard(g)))
                    .collect();
                alternatives.extend(self.disables(t, u, turns));
                alternatives.extend(self.places_of(t, u));
                (common, alternatives)
            }
        }
    }

    /// The ways in which `t` disables `u`.
    fn disables(&self, t: usize, u: usize, turns: &dyn Fn(Question) -> bool) -> Vec<Alternative> {
        if self.actions.kinds[t] == ActionKind::Goal {
            return Vec::new();
        }
        let guards = self.actions.guards[u].iter().map(|&g| g as usize);
        guards
            .filter(|&g| turns(Question::Disabling { guard: g, transition: t }))
            .map(|g| Alternative::FailsAfter(t, self.guard(g)))
            .collect()
    }

    /// Where the two orders of two actions may lead to different values.
    fn places_of(&self, t: usize, u: usize) -> Vec<Alternative> {
        let both = || self.places[t].iter().chain(&self.places[u]);
        let mut places: Vec<Written> = Vec::new();
        for &place in both() {
            let covered = match place {
                Written::Element(v, _) => both().any(|&p| p == Written::Some(v)),
                _ => false,
            };
            if !covered && !places.contains(&place) {
                places.push(place);
            }
        }
        places.into_iter().map(|place| Alternative::Differs(t, u, place)).collect()
    }

    /// The condition of an alternative.
    fn condition(&mut self, alternative: Alternative) -> ExprId {
        match alternative {
            Alternative::None => self.prover.exprs.bool(true),
            Alternative::Fails(guard) => self.not(guard),
            Alternative::FailsAfter(t, guard) => {
                let after = self.after(t, guard);
                self.not(after)
            }
            Alternative::Differs(t, u, place) => {
                let read = self.read(place);
                let (by_t, by_u) = (self.after(t, read), self.after(u, read));
                let (ut, tu) = (self.after(u, by_t), self.after(t, by_u));
                let same = self.prover.exprs.eq(ut, tu);
                self.not(same)
            }
        }
    }

    fn read(&mut self, place: Written) -> ExprId {
        let width = |v: VarId| self.subject.system.variables[v.index()].width;
        match place {
            Written::Scalar(v) => self.prover.exprs.var(v, width(v)),
            Written::Element(v, index) => self.prover.exprs.element(v, width(v), index),
            Written::Some(v) => self.prover.any_element(v, width(v)),
        }
    }

    /// Decides a question about actions that are not opaque.
    pub fn ask(&mut self, question: Question, turns: &dyn Fn(Question) -> bool) -> Answer {
        self.ask_under(question, &[], turns)
    }

    /// The same about states in which all conditions hold.
    pub fn ask_under(&mut self, question: Question, given: &[ExprId], turns: &dyn Fn(Question) -> bool) -> Answer {
        if self.prover.is_over() {
            return Answer::Unknown;
        }
        let before = self.prover.exprs.len();
        let answer = self.decide(question, given, turns);
        self.prover.charge_expressions(before);
        answer
    }

    fn decide(&mut self, question: Question, given: &[ExprId], turns: &dyn Fn(Question) -> bool) -> Answer {
        let (mut conditions, alternatives) = self.alternatives(question, turns);
        conditions.extend_from_slice(given);
        if alternatives.len() > 1 && self.prover.satisfiable(&conditions) == Answer::Unsatisfiable {
            return Answer::Unsatisfiable;
        }
        let mut result = Answer::Unsatisfiable;
        for alternative in alternatives {
            let own = self.condition(alternative);
            conditions.push(own);
            match self.prover.satisfiable(&conditions) {
                Answer::Satisfiable => return Answer::Satisfiable,
                Answer::Unsatisfiable => {}
                Answer::Unknown => result = Answer::Unknown,
            }
            conditions.pop();
        }
        result
    }

    /// A state of which the answer to a question is yes; `Err` without one.
    pub fn model(&mut self, question: Question) -> Result<Witness, Answer> {
        let (mut conditions, alternatives) = self.alternatives(question, &|_| true);
        let mut result = Answer::Unsatisfiable;
        for alternative in alternatives {
            let own = self.condition(alternative);
            conditions.push(own);
            match self.prover.model(&conditions) {
                Ok(model) => return Ok(model),
                Err(Answer::Unknown) => result = Answer::Unknown,
                Err(_) => {}
            }
            conditions.pop();
        }
        Err(result)
    }
}

/// One way in which a question can be answered with yes.
#[derive(Copy, Clone, Debug)]
enum Alternative {
    /// No further condition.
    None,
    Fails(ExprId),
    FailsAfter(usize, ExprId),
    /// The place has different values after the two in both orders.
    Differs(usize, usize, Written),
}

impl Question {
    /// Whether it is about an opaque transition, so that no solver can decide it.
    pub(crate) fn is_opaque(self, actions: &Actions) -> bool {
        let opaque = |a: usize| actions.kinds[a] == ActionKind::Opaque;
        match self {
            Question::Enabled(_) | Question::CoEnabled(..) => false,
            Question::Enabling { transition: t, .. } | Question::Disabling { transition: t, .. } => opaque(t),
            Question::DoNotAccord(t, u) | Question::DoNotLeftAccord { then: t, first: u } => opaque(t) || opaque(u),
        }
    }
}
