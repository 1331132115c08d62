//! Relations on demand: a row is decided when a set first asks for it.
//!
//! Each row has an effort of its own, and its answers do not depend on which rows were asked for before: so it is the same
//! whoever asks, and whenever. What one row found out helps the others to be decided sooner, not differently.

use crate::Figures;
use crate::decide::Asker;
use crate::ground::Ground;
use crate::prover::Memory;
use crate::question::Questions;

/// Decides rows. Each thread has one of its own, so that none waits for another.
pub struct Asking<'g> {
    ground: &'g Ground,
    asker: Asker<'g>,
    /// How many expressions there are before a row is asked for.
    expressions: usize,
}

impl std::fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Asking about {:?}", self.ground)
    }
}

impl<'g> Asking<'g> {
    pub(crate) fn new(ground: &'g Ground) -> Asking<'g> {
        let Ground { subject, actions, values, lengths, .. } = ground;
        let questions = Questions::new(subject, actions, values, lengths, Memory::new(ground.row));
        let expressions = questions.prover.exprs.len();
        Asking { ground, asker: Asker { questions, figures: Figures::default() }, expressions }
    }

    /// The transitions that can turn a guard from `!to` to `to`, in order: a row of NES or NDS.
    pub fn turning(&mut self, guard: usize, to: bool) -> Vec<usize> {
        let row = |asking: &mut Asking<'g>| {
            let mut list = asking.ground.writers_near(guard);
            list.retain(|&t| asking.asker.turns(t, guard, to, &asking.ground.meeting));
            list
        };
        self.row(row)
    }

    /// The guards that never hold together with a guard, in order.
    pub fn excluded_by(&mut self, guard: usize) -> Vec<usize> {
        let row = |asking: &mut Asking<'g>| {
            let ground = asking.ground;
            if !ground.actions.used[guard] {
                return Vec::new();
            }
            let mut list: Vec<usize> = match &ground.meeting.0 {
                Some(pairs) => {
                    let apart = |&h: &usize| ground.actions.used[h] && !pairs[guard].contains(h);
                    (0..ground.guards()).filter(apart).collect()
                }
                None => Vec::new(),
            };
            let mut near = ground.guards_near(guard);
            near.retain(|&h| {
                !ground.meeting.apart(&[guard as u32], &[h as u32]) && !asking.asker.hold_together(guard, h)
            });
            list.extend(near);
            list.sort_unstable();
            list
        };
        self.row(row)
    }

    /// The actions that do not accord with a transition, in order: a row of DNA.
    pub fn conflicting(&mut self, transition: usize) -> Vec<usize> {
        let row = |asking: &mut Asking<'g>| {
            let mut list = asking.ground.actions_near(transition);
            list.retain(|&u| asking.conflict(transition, u));
            list
        };
        self.row(row)
    }

    /// The actions of other threads over which a transition does not move to the right, in order: a column of DNB. A goal
    /// is one of them if the transition can enable it.
    pub fn obstacles(&mut self, transition: usize) -> Vec<usize> {
        let ground = self.ground;
        let row = |asking: &mut Asking<'g>| {
            let mut list = ground.actions_near(transition);
            list.retain(|&u| {
                ground.subject.thread(u) != ground.subject.thread(transition)
                    && asking.asker.obstructs(ground, transition, u, &[])
            });
            list
        };
        self.row(row)
    }

    /// What the rows asked for since the last time took.
    pub fn take_figures(&mut self) -> Figures {
        std::mem::take(&mut self.asker.figures)
    }

    fn row(&mut self, decide: impl FnOnce(&mut Asking<'g>) -> Vec<usize>) -> Vec<usize> {
        // Half a row would be of no use to anybody.
        kulan_control::detached(|| {
            let start = std::time::Instant::now();
            self.asker.questions.begin_part(self.expressions);
            let list = decide(self);
            self.asker.figures.seconds += start.elapsed().as_secs_f64();
            list
        })
    }

    fn conflict(&mut self, t: usize, u: usize) -> bool {
        let Ground { actions, meeting, .. } = self.ground;
        self.asker.conflict(t, u, meeting, &|question| actions.may_turn(question))
    }
}
