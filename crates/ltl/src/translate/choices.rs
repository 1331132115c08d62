//! What a term asks: alternatives, each a set of terms for the next state with a guard for this one.
//!
//! Sets are kept apart and guards are decision diagrams. With the sets in the diagrams too, a disjunction of "from some
//! state on always" would be exponential.

use rustc_hash::FxHashMap;

use super::term::Id;
use crate::bdd::{Bdd, FALSE, Ref, TRUE};

/// Alternatives, sorted: what is asked of the next state (sorted), and when that is enough.
pub(super) type Choices = Vec<(Vec<Id>, Ref)>;

/// Always satisfied, or never.
pub(super) fn constant(value: bool) -> Choices {
    if value { now(TRUE) } else { Vec::new() }
}

/// Only something about this state.
pub(super) fn now(guard: Ref) -> Choices {
    vec![(Vec::new(), guard)]
}

/// One of the two.
pub(super) fn either(bdd: &mut Bdd, a: &Choices, b: &Choices) -> Choices {
    collect(bdd, a.iter().chain(b).cloned())
}

/// Both; nothing if there are more than `most`.
pub(super) fn both(bdd: &mut Bdd, a: &Choices, b: &Choices, most: usize) -> Option<Choices> {
    if a.len().saturating_mul(b.len()) > most {
        return None;
    }
    let mut all = Vec::with_capacity(a.len() * b.len());
    for (first, guard) in a {
        for (second, other) in b {
            let guard = bdd.and(*guard, *other);
            if guard != FALSE {
                bdd.burn(first.len() + second.len());
                let mut obligations: Vec<Id> = first.iter().chain(second).copied().collect();
                obligations.sort();
                obligations.dedup();
                all.push((obligations, guard));
            }
        }
    }
    Some(collect(bdd, all.into_iter()))
}

/// Joins equal sets, and leaves to each only what no smaller set is enough for.
fn collect(bdd: &mut Bdd, choices: impl Iterator<Item = (Vec<Id>, Ref)>) -> Choices {
    let mut guards: FxHashMap<Vec<Id>, Ref> = FxHashMap::default();
    for (obligations, guard) in choices {
        let known = guards.entry(obligations).or_insert(FALSE);
        *known = bdd.or(*known, guard);
    }
    let mut sorted: Choices = guards.into_iter().collect();
    sorted.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
    // Beyond this, comparing all with all would take longer than it saves.
    if sorted.len() > 1000 {
        return sorted;
    }
    let mut kept: Choices = Vec::new();
    for (obligations, mut guard) in sorted {
        bdd.burn(kept.len() / 8);
        for (less, enough) in &kept {
            if less.len() < obligations.len() && less.iter().all(|id| obligations.binary_search(id).is_ok()) {
                guard = bdd.minus(guard, *enough);
            }
        }
        if guard != FALSE {
            kept.push((obligations, guard));
        }
    }
    kept
}
