//! What a temporal property sees of the transitions, and what that requires of stubborn sets.
//!
//! Preserving the traces of a system up to stuttering takes a condition on the sets and one on the cycles of the
//! reduced space, which can be combined (Table 1 of the paper; docs/liveness.md explains why each pair suffices):
//! - V and I: an enabled visible transition brings in all visible ones, and if an invisible one is enabled, one is a
//!   key. C2, which is stronger: a set that leaves something out has no enabled transition that exposes anything.
//! - C3': on each cycle some set has all visible transitions. C3, which is stronger: on each cycle some state leaves
//!   nothing out.

use kulan_ir::GuardId;
use kulan_relations::{Ground, Relations, Subject};

use crate::rows::Rows;
use crate::{Tables, bits};

/// A condition on sets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// V and I.
    Visible,
    /// C2.
    Ample,
}

/// A condition on cycles.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// C3': all visible transitions are in the set of some state.
    Visible,
    /// C3: some state leaves nothing out.
    Full,
}

/// Which transitions a property can see.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Those that can change a proposition.
    Invisible,
    /// Those that can change one in the wrong direction: S. F. Siegel, "Transparent partial order reduction",
    /// Definition 2.1.
    Transparent,
}

/// How a property observes a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// The condition on sets.
    pub condition: Condition,
    /// The condition on cycles. Transparency is proved with C3.
    pub cycles: Cycles,
    /// Which transitions count.
    pub visibility: Visibility,
    /// By proposition: whether it occurs positively, and negatively, in the property that must hold.
    pub polarities: Vec<[bool; 2]>,
}

impl Watch {
    /// The transitions that can change a proposition, and those of them that the property can see.
    pub fn noticed(&self, changing: &Changing) -> [Vec<bool>; 2] {
        let mut result = [vec![false; changing.transitions], vec![false; changing.transitions]];
        for ([enabling, disabling], &[positive, negative]) in changing.propositions.iter().zip(&self.polarities) {
            // What makes a proposition true that occurs positively only does no harm to a run that violates the property
            // where it is false: [TP] 2.1 asks for the contrary in the run, so that it stays a violation.
            for (list, matters) in [(enabling, positive), (disabling, negative)] {
                for &t in list {
                    result[0][t] |= positive || negative;
                    result[1][t] |= matters || (self.visibility == Visibility::Invisible && (positive || negative));
                }
            }
        }
        result
    }
}

/// The transitions that can change propositions.
#[derive(Clone, Debug)]
pub struct Changing {
    transitions: usize,
    /// By proposition: those that can make it true, and those that can make it false.
    propositions: Vec<[Vec<usize>; 2]>,
}

impl Changing {
    /// As relations tell.
    pub fn new(subject: &Subject, relations: &Relations) -> Changing {
        let Relations { necessary_enabling, necessary_disabling, transitions, .. } = relations;
        let both = |g: &GuardId| {
            [necessary_enabling, necessary_disabling].map(|matrix| matrix.columns_of(g.index()).collect())
        };
        Changing { transitions: *transitions, propositions: subject.propositions.iter().map(both).collect() }
    }

    /// As it is found now.
    pub fn asked(subject: &Subject, ground: &Ground) -> Changing {
        let mut asking = ground.asking();
        let both = |g: &GuardId| [true, false].map(|to| asking.turning(g.index(), to));
        Changing { transitions: ground.transitions(), propositions: subject.propositions.iter().map(both).collect() }
    }
}

/// A watch laid out for the algorithms.
#[derive(Clone, Debug)]
pub struct Watched {
    pub condition: Condition,
    pub cycles: Cycles,
    /// Transitions that can change a proposition.
    pub visible: Vec<u64>,
    /// With [`Condition::Ample`]: those that a proper subset must not have enabled.
    pub exposing: Vec<u64>,
}

impl Tables {
    /// Makes sets preserve what a property sees. Sets satisfy V automatically if visible transitions do not accord.
    pub fn watch(&mut self, changing: &Changing, watch: &Watch) {
        let [visible, exposing] = watch.noticed(changing);
        let lay = |flags: &[bool]| {
            let mut set = vec![0; self.words];
            (0..self.transitions).filter(|&t| flags[self.number(t) as usize]).for_each(|t| bits::set(&mut set, t));
            set
        };
        let (visible, mut exposing) = (lay(&visible), lay(&exposing));
        match watch.condition {
            Condition::Visible => {
                exposing.fill(0);
                // Rows that are found on demand get them when they are found.
                self.do_not_accord.forget();
                if let (Rows::Known(conflicts), Some(inverse)) = (&mut self.do_not_accord, &mut self.inverse) {
                    let list: Vec<usize> = bits::ones(&visible).collect();
                    for &t in &list {
                        for &u in list.iter().filter(|&&u| u != t) {
                            conflicts.set(t, u, true);
                            inverse.do_not_left_accord.set(t, u, true);
                            inverse.do_not_left_accord_inverse.set(t, u, true);
                        }
                    }
                    self.order_by_conflicts();
                }
            }
            Condition::Ample => {}
        }
        self.watched = Some(Watched { condition: watch.condition, cycles: watch.cycles, visible, exposing });
    }
}
