//! States that show why an entry is present, and the check that they do.

use kulan_control::checkpoint;
use kulan_ir::{Interpreter, TransitionId, Valuation, VarId};

use crate::bounds::Bounds;
use crate::footprint::{ActionKind, Actions};
use crate::prover::{Memory, Witness};
use crate::question::{Question, Questions};
use crate::{Relations, Subject, decide};
use kulan_sat::Answer;

/// A present entry without a state that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// Which.
    pub question: Question,
    /// The state that the solver gave, in which the interpreter does not see what the entry says; without one, the solver
    /// says that there is none.
    pub state: Option<Valuation>,
}

/// A state of the subject's system that shows why the answer to a question is yes: one that the values of variables allow,
/// whether reachable or not. There is none for opaque transitions, and none if the budget does not suffice.
pub fn witness(subject: &Subject, question: Question) -> Option<Valuation> {
    let subject = &subject.without_inputs();
    let actions = Actions::new(subject, Bounds::default());
    let values = kulan_values::analyse(&subject.system, &subject.free, &actions.cells, &[], Bounds::default().patience);
    let lengths = decide::lengths(subject);
    let mut questions = Questions::new(subject, &actions, &values, &lengths, Memory::new(Bounds::default()));
    if question.is_opaque(&actions) {
        return None;
    }
    questions.model(question).ok().map(|model| valuation(subject, &actions, &model))
}

/// Replays a witness for each present entry, except for those that are present only because nothing better could be
/// proved. `subject` is as [`crate::relations`] left it.
pub fn audit(subject: &Subject, relations: &Relations) -> Vec<Complaint> {
    let subject = &subject.without_inputs();
    let actions = Actions::new(subject, Bounds::default());
    let values = kulan_values::analyse(&subject.system, &subject.free, &actions.cells, &[], Bounds::default().patience);
    let lengths = decide::lengths(subject);
    let mut questions = Questions::new(subject, &actions, &values, &lengths, Memory::new(Bounds::default()));
    let replay = Replay { subject, actions: &actions, interpreter: Interpreter::new(&subject.system) };
    let mut complaints = Vec::new();
    for question in present(relations).filter(|q| !q.is_opaque(&actions)) {
        checkpoint();
        match questions.model(question) {
            Ok(model) => {
                let state = valuation(subject, &actions, &model);
                if !replay.shows(&state, question) {
                    complaints.push(Complaint { question, state: Some(state) });
                }
            }
            Err(Answer::Unknown) => {}
            Err(_) => complaints.push(Complaint { question, state: None }),
        }
    }
    complaints
}

/// The questions whose entry is present.
fn present(relations: &Relations) -> impl Iterator<Item = Question> + '_ {
    type Make = fn(usize, usize) -> Question;
    let matrices: [(_, Make); 5] = [
        (&relations.co_enabled, Question::CoEnabled),
        (&relations.necessary_enabling, |guard, transition| Question::Enabling { guard, transition }),
        (&relations.necessary_disabling, |guard, transition| Question::Disabling { guard, transition }),
        (&relations.do_not_accord, Question::DoNotAccord),
        (&relations.do_not_left_accord, |then, first| Question::DoNotLeftAccord { then, first }),
    ];
    matrices.into_iter().flat_map(|(matrix, make)| {
        (0..matrix.rows()).flat_map(move |row| matrix.columns_of(row).map(move |column| make(row, column)))
    })
}

/// The initial state, except for what the solver's model says.
fn valuation(subject: &Subject, actions: &Actions, model: &Witness) -> Valuation {
    let mut state = Interpreter::new(&subject.system).initial();
    let mut offset = 0;
    for (v, variable) in subject.system.variables.iter().enumerate() {
        let var = VarId(v as u32);
        let all = actions.cells.all(var);
        let (lumped, offset_here) = (actions.cells.is_lumped(var), offset);
        offset += variable.len();
        if lumped {
            let own = model.elements.iter().filter(|&&(w, at, _)| w == var && at < variable.len() as u64);
            own.for_each(|&(_, at, value)| state.0[offset_here + at as usize] = value);
        } else {
            let own = model.cells.iter().filter(|(cell, _)| all.contains(cell));
            own.for_each(|&(cell, value)| state.0[offset_here + cell - all.start] = value);
        }
    }
    state
}

struct Replay<'a> {
    subject: &'a Subject,
    actions: &'a Actions,
    interpreter: Interpreter<'a>,
}

impl Replay<'_> {
    fn guard(&self, state: &Valuation, guard: usize) -> bool {
        self.interpreter.holds(state, self.subject.system.guards[guard])
    }

    fn enabled(&self, state: &Valuation, action: usize) -> bool {
        self.actions.guards[action].iter().all(|&g| self.guard(state, g as usize))
    }

    /// The state after an action, if it is enabled.
    fn after(&self, state: &Valuation, action: usize) -> Option<Valuation> {
        match self.actions.kinds[action] {
            _ if !self.enabled(state, action) => None,
            ActionKind::Goal => Some(state.clone()),
            _ => self.interpreter.fire(state, TransitionId(action as u32), &[]).state,
        }
    }

    fn in_turn(&self, state: &Valuation, first: usize, second: usize) -> Option<Valuation> {
        self.after(&self.after(state, first)?, second)
    }

    fn shows(&self, state: &Valuation, question: Question) -> bool {
        match question {
            Question::Enabled(action) => self.enabled(state, action),
            Question::CoEnabled(g, h) => self.guard(state, g) && self.guard(state, h),
            Question::Enabling { guard: g, transition: t } => {
                !self.guard(state, g) && self.after(state, t).is_some_and(|after| self.guard(&after, g))
            }
            Question::Disabling { guard: g, transition: t } => {
                self.guard(state, g) && self.after(state, t).is_some_and(|after| !self.guard(&after, g))
            }
            Question::DoNotAccord(t, u) => {
                let (tu, ut) = (self.in_turn(state, t, u), self.in_turn(state, u, t));
                self.enabled(state, t) && self.enabled(state, u) && (tu.is_none() || ut.is_none() || tu != ut)
            }
            Question::DoNotLeftAccord { then: t, first: u } => {
                self.in_turn(state, u, t).is_some_and(|last| self.in_turn(state, t, u) != Some(last))
            }
        }
    }
}
