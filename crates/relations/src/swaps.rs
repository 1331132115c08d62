//! Whether steps of different threads may change places: the questions that movers are made of.
//!
//! An action moves left over another if both happen in the opposite order whenever it follows the other, with the same
//! result; it moves right if the other one moves left over it. Conditions restrict the states about which this is asked.

use kulan_ir::{ExprId, Exprs, System, ThreadId};
use kulan_sat::Answer;
use rustc_hash::FxHashMap;

use crate::decide::Asker;
use crate::footprint::ActionKind;
use crate::ground::Ground;
use crate::prover::Memory;
use crate::question::{Question, Questions};
use crate::{Figures, Goal};

impl Asker<'_> {
    /// Whether `then` may follow `first` without both being possible in the opposite order, with the same result, in states
    /// in which all conditions hold before both.
    pub fn obstructs(&mut self, ground: &Ground, first: usize, then: usize, conditions: &[ExprId]) -> bool {
        let actions = &ground.actions;
        if !actions.interfere(first, then) || !ground.alive[first] || !ground.alive[then] {
            return false;
        }
        let question = Question::DoNotLeftAccord { then, first };
        if question.is_opaque(actions) {
            return true;
        }
        let turns = |g: u32, to| !actions.cannot_turn(first, g as usize, to);
        let (first_guards, then_guards) = (&actions.guards[first], &actions.guards[then]);
        if actions.disabled_after(first, then) || ground.meeting.apart_in_turn(first_guards, then_guards, turns) {
            return false;
        }
        self.ask_under(question, conditions, &|question| actions.may_turn(question))
    }
}

/// Asks whether steps may change places. Expressions that are built on the way stay valid.
pub struct Swaps<'g> {
    ground: &'g Ground,
    asker: Asker<'g>,
    /// Guards by their conditions.
    guards: FxHashMap<ExprId, usize>,
    /// Questions about conditions.
    asked: u64,
}

impl std::fmt::Debug for Swaps<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Swaps of {:?}", self.ground)
    }
}

impl<'g> Swaps<'g> {
    /// Begins to ask; all questions together have one budget.
    pub fn new(ground: &'g Ground) -> Swaps<'g> {
        let Ground { subject, actions, values, lengths, .. } = ground;
        let questions = Questions::new(subject, actions, values, lengths, Memory::new(ground.swapping));
        let guards = subject.system.guards.iter().enumerate().map(|(g, &e)| (e, g)).collect();
        Swaps { ground, asker: Asker { questions, figures: Figures::default() }, guards, asked: 0 }
    }

    /// The system about which is asked. Its expressions are among [`Swaps::exprs`].
    pub fn system(&self) -> &'g System {
        &self.ground.subject.system
    }

    /// How many variables the states have; those behind them stand for what steps choose.
    pub fn state_variables(&self) -> usize {
        self.system().variables.len() - self.ground.subject.free.len()
    }

    /// The goals, which come behind the transitions.
    pub fn goals(&self) -> &'g [Goal] {
        &self.ground.subject.goals
    }

    /// How many actions there are.
    pub fn actions(&self) -> usize {
        self.ground.actions.len()
    }

    /// How many of them are transitions.
    pub fn transitions(&self) -> usize {
        self.ground.actions.transitions
    }

    /// The thread of an action.
    pub fn thread(&self, action: usize) -> ThreadId {
        self.ground.subject.thread(action)
    }

    /// Whether the action can happen at all, and not only where nothing else can.
    pub fn is_alive(&self, action: usize) -> bool {
        self.ground.alive[action]
    }

    /// Whether all that is known of an action is what it reads and writes.
    pub fn is_opaque(&self, action: usize) -> bool {
        self.ground.actions.kinds[action] == ActionKind::Opaque
    }

    /// The conditions under which an action happens.
    pub fn guards(&self, action: usize) -> Vec<ExprId> {
        let guards = &self.ground.actions.guards[action];
        guards.iter().map(|&g| self.system().guards[g as usize]).collect()
    }

    /// All expressions.
    pub fn exprs(&mut self) -> &mut Exprs {
        &mut self.asker.questions.prover.exprs
    }

    /// The expressions, when nothing more is asked.
    pub fn into_exprs(self) -> Exprs {
        self.asker.questions.prover.exprs
    }

    /// The value of an expression after a transition.
    pub fn after(&mut self, transition: usize, e: ExprId) -> ExprId {
        self.asker.questions.after(transition, e)
    }

    /// Actions that can happen and interfere with one, in order.
    pub fn near(&self, action: usize) -> Vec<usize> {
        self.ground.actions_near(action)
    }

    /// Transitions that can happen and may write what an expression reads, in order.
    pub fn writers(&mut self, e: ExprId) -> Vec<usize> {
        let cells = self.asker.questions.prover.reads(e);
        self.ground.writers_of(&cells)
    }

    /// Whether `then` may follow `first` without both being possible in the opposite order, with the same result.
    pub fn obstructs(&mut self, first: usize, then: usize) -> bool {
        self.obstructs_under(first, then, &[])
    }

    /// The same in states in which all conditions hold before both.
    pub fn obstructs_under(&mut self, first: usize, then: usize, conditions: &[ExprId]) -> bool {
        self.asker.obstructs(self.ground, first, then, conditions)
    }

    /// Whether a condition that is a guard never holds where the action can happen, as guards that exclude each other tell.
    pub fn is_apart(&self, condition: ExprId, action: usize) -> bool {
        let Ground { actions, meeting, .. } = self.ground;
        let guard = self.guards.get(&condition);
        guard.is_some_and(|&g| actions.used[g] && meeting.apart(&[g as u32], &actions.guards[action]))
    }

    /// Whether it is known that conditions never hold together.
    pub fn is_impossible(&mut self, conditions: &[ExprId]) -> bool {
        self.asked += 1;
        self.asker.questions.prover.satisfiable(conditions) == Answer::Unsatisfiable
    }

    /// Whether the budget is used up: nothing more will be found out.
    pub fn is_spent(&self) -> bool {
        self.asker.questions.prover.memory.is_spent()
    }

    /// How many questions were asked, and how many stayed open.
    pub fn questions(&self) -> (u64, u64) {
        let figures = &self.asker.figures;
        (figures.questions() + self.asked, figures.undecided())
    }
}
