//! What is known of a subject before any question is asked: quickly found, and enough to ask them one by one.

use kulan_control::checkpoint;

use crate::bounds::Bounds;
use crate::decide::lengths;
use crate::exclusion::{self, Meeting};
use crate::footprint::{ActionKind, Actions};
use crate::near::Near;
use crate::prover::Memory;
use crate::question::{Question, Questions};
use crate::syntactic::may_hold_together;
use crate::{Asking, Matrix, Subject};
use kulan_sat::Answer;
use kulan_values::Values;

/// So many actions are compared one by one.
const FEW_ACTIONS: usize = 2000;
/// A pair of a step and a guard takes as long to look at as so many words.
const PAIR: u64 = 20;
/// If more than one in so many transitions turns out to be never enabled, all is done again without them.
const FEW_DEAD: usize = 20;

/// What questions about a subject start from: what its actions read and write, which values variables can take, and which
/// guards exclude each other as far as the form of transitions tells. Nothing in it depends on what is asked later.
pub struct Ground {
    pub(crate) subject: Subject,
    pub(crate) actions: Actions,
    pub(crate) values: Vec<Values>,
    pub(crate) lengths: Vec<u32>,
    /// By action: whether it may be enabled in some state.
    pub(crate) alive: Vec<bool>,
    pub(crate) meeting: Meeting,
    near: Near,
    /// How much is done for each row.
    pub(crate) row: Bounds,
    /// How much is done for all questions about movers.
    pub(crate) swapping: Bounds,
}

impl std::fmt::Debug for Ground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ground of {} actions", self.actions.len())
    }
}

impl Ground {
    /// Looks at a subject; goals that turn out to be impossible are taken out of it.
    pub fn new(subject: &mut Subject) -> Ground {
        let mut plain = subject.without_inputs();
        // First as if no run came to the state to which errors lead; often none does.
        let error_state = plain.system.error_state.take();
        let mut survey = Survey::new(&plain);
        if error_state.is_some() && plain.can_err(&survey.alive[survey.actions.transitions..]) {
            plain.system.error_state = error_state;
            survey = Survey::new(&plain);
        }
        let mut ground = Ground::of(plain, survey);
        let possible = ground.alive.split_off(ground.actions.transitions);
        ground.actions.keep_goals(&possible);
        let mut flags = possible.iter();
        ground.subject.goals.retain(|_| flags.next() != Some(&false));
        ground.alive.resize(ground.actions.len(), true);
        if possible.contains(&false) {
            ground.near = Near::new(&ground.actions);
        }
        subject.goals = ground.subject.goals.clone();
        if ground.subject.system.error_state.is_none() {
            subject.system.error_state = None;
        }
        ground
    }

    fn of(subject: Subject, survey: Survey) -> Ground {
        let bounds = Bounds::at_once();
        let Survey { actions, values, mut alive, memory } = survey;
        let (lengths, near) = (lengths(&subject), Near::new(&actions));
        let mut questions = Questions::new(&subject, &actions, &values, &lengths, memory);
        let meeting = Meeting(together(&subject, &actions, bounds.excluding).and_then(|together| {
            let may_enable = |_: &mut Questions, t, g| !actions.step_cannot_turn(t, g, true);
            let steps = exclusion::steps(&mut questions, &near, &alive, bounds.excluding / PAIR, may_enable)?;
            let roots = exclusion::roots(&subject.system, &actions.used);
            exclusion::meeting(&roots, &steps, &together, bounds.excluding)
        }));
        for (action, alive) in alive.iter_mut().enumerate() {
            *alive &= !meeting.apart(&actions.guards[action], &actions.guards[action]);
        }
        drop(questions);
        let (row, swapping) = (Bounds::of_a_row(), Bounds::for_movers());
        Ground { subject, actions, values, lengths, alive, meeting, near, row, swapping }
    }

    /// Somebody to ask.
    pub fn asking(&self) -> Asking<'_> {
        Asking::new(self)
    }

    /// How many transitions come before the goals.
    pub fn transitions(&self) -> usize {
        self.actions.transitions
    }

    /// How many guards there are.
    pub fn guards(&self) -> usize {
        self.actions.used.len()
    }

    /// By action: its guards.
    pub fn guards_of(&self) -> &[Vec<u32>] {
        &self.actions.guards
    }

    /// Whether an action may be enabled in some state.
    pub fn is_alive(&self, action: usize) -> bool {
        self.alive[action]
    }

    /// Guards that are used and read what a guard reads, in order; the guard itself is not among them.
    pub(crate) fn guards_near(&self, guard: usize) -> Vec<usize> {
        let mut list = self.near.guards(&self.actions, guard);
        list.retain(|&h| h != guard && self.actions.used[h]);
        list
    }

    /// Transitions that may write what a guard reads, in order.
    pub(crate) fn writers_near(&self, guard: usize) -> Vec<usize> {
        let mut list = self.near.writers(&self.actions, guard);
        list.retain(|&t| self.alive[t]);
        list
    }

    /// Transitions that may write one of some cells, in order.
    pub(crate) fn writers_of(&self, cells: &[u32]) -> Vec<usize> {
        let mut list = self.near.writers_of(cells);
        list.retain(|&t| self.alive[t]);
        list
    }

    /// Actions that interfere with a transition, in order.
    pub(crate) fn actions_near(&self, t: usize) -> Vec<usize> {
        let mut list = self.near.actions(&self.actions, t);
        list.retain(|&u| u != t && self.alive[u]);
        list
    }

    /// A bound on the number of actions that do not accord with a transition, quickly found.
    pub fn most_conflicts(&self, t: usize) -> usize {
        if self.actions.len() <= FEW_ACTIONS {
            let actions = &self.actions;
            let apart = |u: usize| actions.exclude(t, u) || self.meeting.apart(&actions.guards[t], &actions.guards[u]);
            return self.actions_near(t).into_iter().filter(|&u| !apart(u)).count();
        }
        self.near.most_actions(&self.actions, t)
    }
}

/// What actions read and write, which values variables can take, and which actions may be enabled at all.
struct Survey {
    actions: Actions,
    values: Vec<Values>,
    alive: Vec<bool>,
    memory: Memory,
}

impl Survey {
    fn new(subject: &Subject) -> Survey {
        let first = Survey::without(subject, &[]);
        let dead = first.actions.dead(&first.alive);
        if dead.len() * FEW_DEAD <= first.actions.transitions {
            return first;
        }
        Survey::without(subject, &dead)
    }

    /// As if some transitions were not there, which are given in order.
    fn without(subject: &Subject, dead: &[usize]) -> Survey {
        let bounds = Bounds::at_once();
        let actions = Actions::without(subject, bounds, dead);
        let values = kulan_values::analyse(&subject.system, &subject.free, &actions.cells, dead, bounds.patience);
        let lengths = lengths(subject);
        let mut questions = Questions::new(subject, &actions, &values, &lengths, Memory::new(bounds));
        let alive = find_alive(&mut questions, dead);
        let memory = questions.prover.into_memory();
        Survey { actions, values, alive, memory }
    }
}

/// By action: whether it may be enabled; `known` are transitions that never are, in order. The solver is asked of goals
/// only.
fn find_alive(questions: &mut Questions, known: &[usize]) -> Vec<bool> {
    let actions = questions.actions;
    let mut alive = Vec::with_capacity(actions.len());
    for action in 0..actions.len() {
        checkpoint();
        alive.push(match actions.kinds[action] {
            ActionKind::Fallback => false,
            _ if known.binary_search(&action).is_ok() => false,
            ActionKind::Goal => questions.ask(Question::Enabled(action), &|_| true) != Answer::Unsatisfiable,
            _ => !questions.is_plainly_disabled(action),
        });
    }
    alive
}

/// Which guards may hold together as their form tells; `None` if there are too many of them.
fn together(subject: &Subject, actions: &Actions, most: u64) -> Option<Matrix> {
    let guards = actions.used.len();
    if (guards * guards) as u64 > most {
        return None;
    }
    let mut matrix = Matrix::new(guards, guards);
    for g in (0..guards).filter(|&g| actions.used[g]) {
        checkpoint();
        for h in (0..=g).filter(|&h| actions.used[h]) {
            if may_hold_together(&subject.system, actions, g, h) {
                matrix.set(g, h, true);
                matrix.set(h, g, true);
            }
        }
    }
    Some(matrix)
}
