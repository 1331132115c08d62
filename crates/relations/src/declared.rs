//! Relations of a model that declares what its guards and transitions read and write, and nothing more.

use crate::{Matrix, Relations};

/// What a model written in Rust says of itself. Variables and guards are numbers of its own choosing; guards are those
/// that the model evaluates, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// By guard: the variables it tests.
    pub tests: Vec<Vec<u32>>,
    /// Pairs of guards that never hold together, such as two locations of one process.
    pub exclusive: Vec<(u32, u32)>,
    /// The transitions.
    pub transitions: Vec<DeclaredTransition>,
}

/// What a transition says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeclaredTransition {
    /// Its guards.
    pub guards: Vec<u32>,
    /// The variables that its effect depends on.
    pub reads: Vec<u32>,
    /// The variables that it may change.
    pub writes: Vec<u32>,
}

impl Declared {
    /// The classical estimate: criteria 1 and 2 below Definition 8 of the guard-based paper, and its minimal necessary
    /// enabling and disabling sets.
    pub fn relations(&self) -> Relations {
        let (guards, count) = (self.tests.len(), self.transitions.len());
        let mut relations = Relations {
            transitions: count,
            guards: self.transitions.iter().map(|t| t.guards.clone()).collect(),
            co_enabled: Matrix::new(guards, guards),
            necessary_enabling: Matrix::new(guards, count),
            necessary_disabling: Matrix::new(guards, count),
            do_not_accord: Matrix::new(count, count),
            do_not_left_accord: Matrix::new(count, count),
        };
        for g in 0..guards {
            for h in 0..guards {
                relations.co_enabled.set(g, h, !self.exclude(g as u32, h as u32));
            }
            for (t, transition) in self.transitions.iter().enumerate() {
                let changes = meet(&transition.writes, &self.tests[g]);
                relations.necessary_enabling.set(g, t, changes);
                relations.necessary_disabling.set(g, t, changes);
            }
        }
        for t in 0..count {
            for u in (0..count).filter(|&u| u != t && self.interfere(t, u)) {
                let (a, b) = (&self.transitions[t].guards, &self.transitions[u].guards);
                let apart = a.iter().any(|&g| b.iter().any(|&h| self.exclude(g, h)));
                relations.do_not_accord.set(t, u, !apart);
                relations.do_not_left_accord.set(t, u, true);
            }
        }
        relations
    }

    fn exclude(&self, g: u32, h: u32) -> bool {
        self.exclusive.contains(&(g, h)) || self.exclusive.contains(&(h, g))
    }

    fn interfere(&self, t: usize, u: usize) -> bool {
        let (t, u) = (&self.transitions[t], &self.transitions[u]);
        let touches = |a: &DeclaredTransition, b: &DeclaredTransition| {
            let tested = b.guards.iter().any(|&g| meet(&a.writes, &self.tests[g as usize]));
            tested || meet(&a.writes, &b.reads) || meet(&a.writes, &b.writes)
        };
        touches(t, u) || touches(u, t)
    }
}

fn meet(a: &[u32], b: &[u32]) -> bool {
    a.iter().any(|x| b.contains(x))
}
