//! What a temporal property sees of the transitions, and what that requires of stubborn sets.
//!
//! Preserving the traces of a system up to stuttering takes a condition on the sets and one on the cycles of the
//! reduced space, which can be combined (Table 1 of the paper; docs/liveness.md explains why each pair suffices):
//! - V and I: an enabled visible transition brings in all visible ones, and if an invisible one is enabled, one is a
//!   key. C2, which is stronger: a set that leaves something out has no enabled transition that exposes anything.
//! - C3': on each cycle some set has all visible transitions. C3, which is stronger: on each cycle some state leaves
//!   nothing out.

use kulan_relations::{Relations, Subject};

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
    pub fn noticed(&self, subject: &Subject, relations: &Relations) -> [Vec<bool>; 2] {
        let mut result = [vec![false; relations.transitions], vec![false; relations.transitions]];
        for (guard, &[positive, negative]) in subject.propositions.iter().zip(&self.polarities) {
            // What makes a proposition true that occurs positively only does no harm to a run that violates the property
            // where it is false: [TP] 2.1 asks for the contrary in the run, so that it stays a violation.
            for (matrix, matters) in
                [(&relations.necessary_enabling, positive), (&relations.necessary_disabling, negative)]
            {
                for t in matrix.columns_of(guard.index()) {
                    result[0][t] |= positive || negative;
                    result[1][t] |= matters || (self.visibility == Visibility::Invisible && (positive || negative));
                }
            }
        }
        result
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
    pub fn watch(&mut self, subject: &Subject, relations: &Relations, watch: &Watch) {
        let [visible, exposing] = watch.noticed(subject, relations);
        let lay = |flags: &[bool]| {
            let mut set = vec![0; self.words];
            (0..self.transitions).filter(|&t| flags[self.number(t) as usize]).for_each(|t| bits::set(&mut set, t));
            set
        };
        let (visible, mut exposing) = (lay(&visible), lay(&exposing));
        match watch.condition {
            Condition::Visible => {
                exposing.fill(0);
                let list: Vec<usize> = bits::ones(&visible).collect();
                for &t in &list {
                    for &u in list.iter().filter(|&&u| u != t) {
                        self.do_not_accord.set(t, u, true);
                        self.do_not_left_accord.set(t, u, true);
                        self.do_not_left_accord_inverse.set(t, u, true);
                    }
                }
                self.order_by_conflicts();
            }
            Condition::Ample => {}
        }
        self.watched = Some(Watched { condition: watch.condition, cycles: watch.cycles, visible, exposing });
    }
}
