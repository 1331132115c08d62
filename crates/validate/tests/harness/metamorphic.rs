//! Changes of a system after which the answers must be the same, or be known.

use kulan_ir::{System, Transition};
use kulan_model::Interpreted;
use kulan_relations::{Method, Relations, Subject, relations};
use kulan_stubborn::{Algorithm, Options, Reduced, Strength, Tables};
use kulan_testing::{Random, concurrent, named};

use crate::question::{Ground, Tally, ask_with, explore};
use crate::seeds;

/// Systems on every day.
const SYSTEMS: u64 = 60;

fn relations_of(system: &System) -> Relations {
    let mut subject = Subject::new(system, false);
    relations(&mut subject, Method::Solver).0
}

/// The order in which transitions are written says nothing of how they relate.
#[test]
fn transitions_in_another_order() {
    for seed in seeds(SYSTEMS) {
        let system = concurrent::system(seed);
        let mut random = Random::new(seed);
        let mut order: Vec<usize> = (0..system.transitions.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let transitions: Vec<Transition> = order.iter().map(|&t| system.transitions[t].clone()).collect();
        let shuffled = System { transitions, ..system.clone() };
        let (before, after) = (relations_of(&system), relations_of(&shuffled));
        for (i, &t) in order.iter().enumerate() {
            for (j, &u) in order.iter().enumerate() {
                let accord = (before.do_not_accord.get(t, u), after.do_not_accord.get(i, j));
                assert_eq!(accord.0, accord.1, "seed {seed}: do-not-accord {t} {u}");
                let left = (before.do_not_left_accord.get(t, u), after.do_not_left_accord.get(i, j));
                assert_eq!(left.0, left.1, "seed {seed}: do-not-left-accord {t} {u}");
            }
        }
    }
}

/// What the reduced space of a system has: the number of deadlocks, and the failed checks.
fn found(system: &System) -> (usize, Vec<(u32, u32)>) {
    let mut subject = Subject::new(system, true);
    let (found, _) = relations(&mut subject, Method::Solver);
    let model = Interpreted::new(&subject.system);
    let tables = Tables::new(&subject, &found);
    let options = Options { algorithm: Algorithm::Both, strength: Strength::Weak, ..Options::default() };
    let found = explore(&Reduced::new(&model, &tables, options, subject.can_fail()), 0);
    (found.0.len(), found.1.into_iter().collect())
}

/// A process that has nothing to do with the others, and ends, changes neither errors nor the number of deadlocks.
#[test]
fn one_more_process_that_minds_its_own_business() {
    let mut compared = 0;
    for seed in seeds(SYSTEMS) {
        let text = concurrent::text(seed);
        // A fallback waits for everyone, the new process included.
        if text.contains("fallback") {
            continue;
        }
        let more = "process z\nthread z in z counter atz\nvar atz of thread z : u2\nvar y : u1\n";
        let steps =
            "transition z { when atz == 0 set atz = 1 set y = 1 }\ntransition z { when atz == 1 set atz = 2 }\n";
        let (head, rest) = text.split_once('\n').expect("a system has a first line");
        let with = format!("{head}\n{}", rest.replace("end ", &format!("{more}{steps}end ")));
        assert_eq!(found(&concurrent::system(seed)), found(&named::system(&with)), "seed {seed}");
        compared += 1;
    }
    assert!(compared * 2 > seeds(SYSTEMS).count());
}

/// Relations may always have more entries: sets grow, and stay valid.
#[test]
fn relations_with_entries_that_are_not_needed() {
    for seed in seeds(SYSTEMS / 2) {
        let system = concurrent::system(seed);
        let mut random = Random::new(seed);
        let coarser = &mut |ground: &mut Ground| {
            let relations = &mut ground.relations;
            let (guards, transitions) = (relations.co_enabled.rows(), relations.transitions);
            let ordinary: Vec<usize> =
                (0..transitions).filter(|&t| !ground.subject.system.transitions[t].is_fallback()).collect();
            for _ in 0..3 {
                let (g, h) = (random.below(guards), random.below(guards));
                if relations.co_enabled.get(g, g) && relations.co_enabled.get(h, h) {
                    relations.co_enabled.set(g, h, true);
                    relations.co_enabled.set(h, g, true);
                }
                let (t, u) = (*random.pick(&ordinary), *random.pick(&ordinary));
                relations.necessary_enabling.set(g, t, true);
                relations.necessary_disabling.set(h, u, true);
                if t != u {
                    relations.do_not_accord.set(t, u, true);
                    relations.do_not_accord.set(u, t, true);
                    relations.do_not_left_accord.set(t, u, true);
                }
            }
        };
        let asked = ask_with(&system, &mut Tally::default(), coarser);
        asked.unwrap_or_else(|what| panic!("seed {seed}: {what}"));
    }
}
