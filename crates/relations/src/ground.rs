//! What is known of a subject before any question is asked: quickly found, and enough to ask them one by one.

use kulan_control::checkpoint;

use crate::bits::Bits;
use crate::bounds::Bounds;
use crate::decide::lengths;
use crate::exclusion::{self, Meeting, Step};
use crate::few::Few;
use crate::footprint::{ActionKind, Actions};
use crate::prover::Memory;
use crate::question::{Question, Questions};
use crate::syntactic::may_hold_together;
use crate::values::{self, Values};
use crate::{Asking, Matrix, Subject};
use kulan_sat::Answer;

/// So many actions are compared one by one.
const FEW_ACTIONS: usize = 2000;
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
    /// By cell: guards that read it, actions that write it, and actions that read or write it.
    testers: Vec<Vec<u32>>,
    writers: Vec<Vec<u32>>,
    touchers: Vec<Vec<u32>>,
    /// How much is done for each row.
    pub(crate) row: Bounds,
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
        ground.file();
        subject.goals = ground.subject.goals.clone();
        if ground.subject.system.error_state.is_none() {
            subject.system.error_state = None;
        }
        ground
    }

    fn of(subject: Subject, survey: Survey) -> Ground {
        let bounds = Bounds::at_once();
        let Survey { actions, values, mut alive } = survey;
        let lengths = lengths(&subject);
        let mut questions = Questions::new(&subject, &actions, &values, &lengths, Memory::new(bounds));
        let meeting = Meeting(together(&subject, &actions, bounds.excluding).and_then(|together| {
            let steps = steps(&mut questions, &alive, bounds.excluding)?;
            let roots = exclusion::roots(&subject.system, &actions.used);
            exclusion::meeting(&roots, &steps, &together, bounds.excluding)
        }));
        for (action, alive) in alive.iter_mut().enumerate() {
            *alive &= !meeting.apart(&actions.guards[action], &actions.guards[action]);
        }
        drop(questions);
        let none = Vec::new;
        let (testers, writers, touchers) = (none(), none(), none());
        let row = Bounds::of_a_row();
        Ground { subject, actions, values, lengths, alive, meeting, testers, writers, touchers, row }
    }

    /// Files guards and actions by the cells that they concern.
    fn file(&mut self) {
        let cells = self.actions.cells.len();
        let by_cell = |sets: &mut dyn Iterator<Item = &Few>| {
            let mut lists = vec![Vec::new(); cells];
            for (n, set) in sets.enumerate() {
                set.iter().for_each(|cell| lists[cell].push(n as u32));
            }
            lists
        };
        self.testers = by_cell(&mut self.actions.tested.iter());
        self.writers = by_cell(&mut self.actions.footprints.iter().map(|f| &f.writes));
        self.touchers = by_cell(&mut self.actions.footprints.iter().map(|f| &f.touches));
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
        let mut list = gather(self.actions.tested[guard].iter().map(|cell| &self.testers[cell]));
        list.retain(|&h| h != guard && self.actions.used[h]);
        list
    }

    /// Transitions that may write what a guard reads, in order.
    pub(crate) fn writers_near(&self, guard: usize) -> Vec<usize> {
        let mut list = gather(self.actions.tested[guard].iter().map(|cell| &self.writers[cell]));
        list.retain(|&t| self.alive[t]);
        list
    }

    /// Actions that interfere with a transition, in order.
    pub(crate) fn actions_near(&self, t: usize) -> Vec<usize> {
        let footprint = &self.actions.footprints[t];
        let by_writing = footprint.writes.iter().map(|cell| &self.touchers[cell]);
        let mut list = gather(by_writing.chain(footprint.touches.iter().map(|cell| &self.writers[cell])));
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
        let footprint = &self.actions.footprints[t];
        let by_writing: usize = footprint.writes.iter().map(|cell| self.touchers[cell].len()).sum();
        by_writing + footprint.touches.iter().map(|cell| self.writers[cell].len()).sum::<usize>()
    }
}

/// What actions read and write, which values variables can take, and which actions may be enabled at all.
struct Survey {
    actions: Actions,
    values: Vec<Values>,
    alive: Vec<bool>,
}

impl Survey {
    fn new(subject: &Subject) -> Survey {
        let first = Survey::without(subject, &[]);
        let never = |&t: &usize| !first.alive[t] && first.actions.kinds[t] != ActionKind::Fallback;
        let dead: Vec<usize> = (0..first.actions.transitions).filter(never).collect();
        if dead.len() * FEW_DEAD <= first.actions.transitions {
            return first;
        }
        Survey::without(subject, &dead)
    }

    /// As if some transitions were not there, which are given in order.
    fn without(subject: &Subject, dead: &[usize]) -> Survey {
        let bounds = Bounds::at_once();
        let actions = Actions::without(subject, bounds, dead);
        let values = values::analyse(&subject.system, &subject.free, &actions.cells, dead, bounds.patience);
        let lengths = lengths(subject);
        let mut questions = Questions::new(subject, &actions, &values, &lengths, Memory::new(bounds));
        let alive = find_alive(&mut questions, dead);
        drop(questions);
        Survey { actions, values, alive }
    }
}

/// The numbers in some lists, each once and in order.
fn gather<'a>(lists: impl Iterator<Item = &'a Vec<u32>>) -> Vec<usize> {
    let mut all: Vec<usize> = lists.flatten().map(|&n| n as usize).collect();
    all.sort_unstable();
    all.dedup();
    all
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

/// A word is looked at as quickly as one in so many of the pairs of a step and a guard.
const PAIR: u64 = 20;

/// What single steps do to guards, as their form tells; `None` if there is too much to look at.
fn steps(questions: &mut Questions, alive: &[bool], most: u64) -> Option<Vec<Step>> {
    let actions = questions.actions;
    let guards = actions.used.len();
    let mut by_cell = vec![Vec::new(); actions.cells.len()];
    for g in (0..guards).filter(|&g| actions.used[g]) {
        actions.tested[g].iter().for_each(|cell| by_cell[cell].push(g as u32));
    }
    let (mut steps, mut left) = (Vec::new(), most / PAIR);
    for (t, &alive) in alive.iter().enumerate().take(actions.transitions) {
        checkpoint();
        if !alive && actions.kinds[t] != ActionKind::Fallback {
            continue;
        }
        let (mut enables, mut refutes) = (Bits::new(guards), Bits::new(guards));
        let near = gather(actions.results[t].keys().map(|&cell| &by_cell[cell]));
        left = left.checked_sub(near.len() as u64)?;
        for g in near {
            if questions.refutes(t, g) {
                refutes.insert(g);
            } else if !actions.step_cannot_turn(t, g, true) {
                enables.insert(g);
            }
        }
        let own = actions.guards[t].iter().copied();
        steps.push(Step { guards: own.filter(|&g| actions.used[g as usize]).collect(), enables, refutes });
    }
    Some(steps)
}
