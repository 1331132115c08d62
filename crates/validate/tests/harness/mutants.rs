//! The harness itself is put to the test: each flaw that is brought in must be noticed.

use kulan_relations::Matrix;
use kulan_testing::{Random, concurrent, named};

use crate::question::{Ground, Tally, ask_with};

/// Systems to try a flaw on.
const SYSTEMS: u64 = 60;

/// Counts the systems on which a flaw is noticed; there must be one.
fn noticed(name: &str, flaw: &dyn Fn(&mut Ground, &mut Random)) {
    let hard = named::NAMED.iter().map(|(_, text)| named::system(text));
    let near = (0..SYSTEMS).filter_map(named::near);
    let others = (0..SYSTEMS).map(concurrent::system);
    let (mut count, mut all) = (0, 0);
    for (i, system) in hard.chain(near).chain(others).enumerate() {
        let mut random = Random::new(i as u64);
        let found = ask_with(&system, &mut Tally::default(), &mut |ground| flaw(ground, &mut random));
        all += 1;
        count += u32::from(found.is_err());
    }
    println!("{name}: noticed on {count} of {all} systems");
    assert!(count > 0, "{name} goes unnoticed");
}

fn drop_some(matrix: &mut Matrix, random: &mut Random) -> Option<(usize, usize)> {
    let entries: Vec<_> = (0..matrix.rows()).flat_map(|r| matrix.columns_of(r).map(move |c| (r, c))).collect();
    if entries.is_empty() {
        return None;
    }
    let (row, column) = *random.pick(&entries);
    matrix.set(row, column, false);
    Some((row, column))
}

#[test]
fn a_dropped_entry_of_do_not_accord() {
    noticed("do-not-accord", &|ground, random| {
        if let Some((t, u)) = drop_some(&mut ground.relations.do_not_accord, random) {
            ground.relations.do_not_accord.set(u, t, false);
        }
    });
}

#[test]
fn a_dropped_entry_of_do_not_left_accord() {
    noticed("do-not-left-accord", &|ground, random| {
        drop_some(&mut ground.relations.do_not_left_accord, random);
    });
}

#[test]
fn a_dropped_entry_of_necessary_enabling_sets() {
    noticed("necessary enabling set", &|ground, random| {
        drop_some(&mut ground.relations.necessary_enabling, random);
    });
}

#[test]
fn a_dropped_entry_of_necessary_disabling_sets() {
    noticed("necessary disabling set", &|ground, random| {
        drop_some(&mut ground.relations.necessary_disabling, random);
    });
}

#[test]
fn a_dropped_entry_of_co_enabled_guards() {
    noticed("co-enabled", &|ground, random| {
        let matrix = &mut ground.relations.co_enabled;
        let pairs: Vec<_> = (0..matrix.rows()).flat_map(|g| matrix.columns_of(g).map(move |h| (g, h))).collect();
        let pairs: Vec<_> = pairs.into_iter().filter(|(g, h)| g < h).collect();
        if !pairs.is_empty() {
            let (g, h) = *random.pick(&pairs);
            matrix.set(g, h, false);
            matrix.set(h, g, false);
        }
    });
}

#[test]
fn left_accordance_the_wrong_way_round() {
    noticed("left-accordance turned round", &|ground, _| {
        ground.relations.do_not_left_accord = ground.relations.do_not_left_accord.transposed();
    });
}

/// The paper's must-disable set, read with its premise that the other was enabled.
#[test]
fn must_disable_with_a_premise() {
    noticed("must-disable with a premise", &|ground, _| {
        let relations = &mut ground.relations;
        for t in 0..relations.transitions {
            for u in (0..relations.transitions).filter(|&u| u != t) {
                let enables = relations.guards[t].iter().any(|&g| relations.necessary_enabling.get(g as usize, u));
                // u disables t wherever t was enabled: one of its steps turns a guard of t false, and none turns one true.
                let disables = relations.guards[t].iter().any(|&g| {
                    relations.necessary_disabling.get(g as usize, u) && always_changes(ground.subject, g as usize, u)
                });
                let entry = (relations.do_not_accord.get(t, u) || enables) && !disables;
                relations.do_not_left_accord.set(t, u, entry);
            }
        }
    });
}

/// Whether a guard is `x == k` and the transition sets x to something that differs from x: here, `1 - x`.
fn always_changes(subject: &kulan_relations::Subject, guard: usize, u: usize) -> bool {
    let system = &subject.system;
    let Some((variable, _)) = system.as_equality(system.guards[guard]) else { return false };
    let updates = &system.transitions[u].updates;
    updates.iter().any(|update| {
        update.target == kulan_ir::Target::Var(variable)
            && system.variables[variable.index()].width == 1
            && system.exprs.as_const(update.value).is_none()
    })
}

#[test]
fn goals_that_nobody_disables() {
    noticed("goals forgotten", &|ground, _| {
        let relations = &mut ground.relations;
        for t in 0..relations.transitions {
            for goal in relations.transitions..relations.actions() {
                relations.do_not_accord.set(t, goal, false);
                relations.do_not_left_accord.set(t, goal, false);
            }
        }
    });
}

#[test]
fn no_proviso() {
    noticed("no proviso", &|ground, _| ground.proviso = false);
}
