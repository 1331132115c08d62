//! The classical estimate: what is read and written, and comparisons of variables with constants.

use kulan_control::checkpoint;
use kulan_ir::{Expr, System};

use crate::footprint::{ActionKind, Actions};
use crate::{Matrix, Relations};

/// The relations as their form tells them.
pub fn estimate(system: &System, actions: &Actions) -> Relations {
    let mut relations = Relations::empty(actions);
    for g in 0..actions.used.len() {
        checkpoint();
        guard_entries(system, actions, g, &mut relations);
    }
    for t in 0..actions.transitions {
        checkpoint();
        if actions.kinds[t] != ActionKind::Fallback {
            pair_entries(actions, t, &mut relations);
        }
    }
    relations
}

fn guard_entries(system: &System, actions: &Actions, g: usize, relations: &mut Relations) {
    if !actions.used[g] {
        return;
    }
    for h in 0..=g {
        if actions.used[h] && may_hold_together(system, actions, g, h) {
            relations.co_enabled.set(g, h, true);
            relations.co_enabled.set(h, g, true);
        }
    }
    for t in 0..actions.transitions {
        if actions.kinds[t] != ActionKind::Fallback {
            relations.necessary_enabling.set(g, t, !actions.cannot_turn(t, g, true));
            relations.necessary_disabling.set(g, t, !actions.cannot_turn(t, g, false));
        }
    }
}

/// Whether the form of two guards leaves it open that both hold.
pub fn may_hold_together(system: &System, actions: &Actions, g: usize, h: usize) -> bool {
    let (a, b) = (system.guards[g], system.guards[h]);
    if system.exprs.as_const(a) == Some(0) || system.exprs.as_const(b) == Some(0) {
        return false;
    }
    if system.exprs.get(a) == Expr::Not(b) || system.exprs.get(b) == Expr::Not(a) {
        return false;
    }
    match (actions.equalities[g], actions.equalities[h]) {
        (Some((c, x)), Some((d, y))) => c != d || x == y,
        _ => true,
    }
}

fn pair_entries(actions: &Actions, t: usize, relations: &mut Relations) {
    for u in (0..actions.len()).filter(|&u| u != t && actions.kinds[u] != ActionKind::Fallback) {
        if !actions.interfere(t, u) {
            continue;
        }
        let accord = actions.exclude(t, u);
        if !accord {
            relations.do_not_accord.set(t, u, true);
            relations.do_not_accord.set(u, t, true);
        }
        let left = if actions.kinds[u] == ActionKind::Goal { accord } else { actions.disabled_after(u, t) };
        relations.do_not_left_accord.set(t, u, !left);
    }
}

impl Relations {
    /// The guards of the actions, and no entry.
    pub(crate) fn empty(actions: &Actions) -> Relations {
        let (guards, count) = (actions.used.len(), actions.len());
        Relations {
            transitions: actions.transitions,
            guards: actions.guards.clone(),
            co_enabled: Matrix::new(guards, guards),
            necessary_enabling: Matrix::new(guards, actions.transitions),
            necessary_disabling: Matrix::new(guards, actions.transitions),
            do_not_accord: Matrix::new(count, count),
            do_not_left_accord: Matrix::new(count, count),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Method, Subject, relations};

    #[test]
    fn locations_tell_who_can_follow_whom() {
        let text = "system s process p thread t in p counter at var at: u8 var x: u8
            transition t { when at == 0:8 set at = 1 set x = 1 }
            transition t { when at == 0:8 set at = 2 }
            transition t { when at == 1:8 set at = 3 }
            transition t { when at == 2:8 when x == 0:8 set at = 3 }";
        let system = kulan_ir::text::parse(text).expect("a system");
        let (relations, _) = relations(&mut Subject::new(&system, true), Method::Syntactic);
        let pairs =
            |m: &crate::Matrix| (0..m.rows()).flat_map(|r| m.columns_of(r).map(move |c| (r, c))).collect::<Vec<_>>();
        assert_eq!(pairs(&relations.do_not_left_accord), [(2, 0), (3, 1)]);
        assert_eq!(pairs(&relations.do_not_accord), [(0, 1), (1, 0)]);
        // The guards in order: at 0, at 1, at 2, x is 0.
        assert_eq!(pairs(&relations.necessary_enabling), [(1, 0), (2, 1)]);
        assert_eq!(pairs(&relations.necessary_disabling), [(0, 0), (0, 1), (1, 2), (2, 3), (3, 0)]);
    }
}
