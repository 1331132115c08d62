//! The engines against the reference exploration, on random systems.

use std::collections::BTreeSet;

use kulan_certify::{Certificate, Method};
use kulan_control::Control;
use kulan_ir::reference::{Choice, explore_with};
use kulan_ir::{CheckKind, System, inputs};
use kulan_sat::{Batsat, Limits};
use kulan_symbolic::ic3::Said;
use kulan_symbolic::{Choices, Found, Question, Relation, bmc, conditions, ic3, invariant, replay};
use kulan_testing::Random;
use kulan_testing::system::{Size, system};
use kulan_transform::flat;

const SMALL: Size = Size { threads: 3, variables: 4, elements: 3, transitions: 10, depth: 2, width: 4 };

/// What is asked of a system.
#[derive(Copy, Clone, Debug)]
enum Asked {
    Deadlock,
    Kind(CheckKind),
    All,
}

impl Asked {
    fn with<R>(self, f: impl FnOnce(Question) -> R) -> R {
        let looks_for = |kind: CheckKind| match self {
            Asked::Deadlock => false,
            Asked::Kind(asked) => kind == asked,
            Asked::All => true,
        };
        f(Question { deadlocks: !matches!(self, Asked::Kind(_)), looks_for: &looks_for })
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Whether a system is bad, by going through all of its states; `None` if there are too many.
fn truth(system: &System, asked: Asked) -> Option<bool> {
    let counts = explore_with(system, 20_000, Choice::All);
    let failed = |kind: &CheckKind| counts.failures.contains_key(kind);
    (!counts.cut).then(|| match asked {
        Asked::Deadlock => counts.deadlocks > 0,
        Asked::Kind(kind) => failed(&kind),
        Asked::All => counts.deadlocks > 0 || !counts.failures.is_empty(),
    })
}

fn is_small(system: &System) -> bool {
    system.transitions.iter().all(|t| inputs::all_tuples(t).is_some_and(|all| all.len() <= 256))
}

fn engines(relation: &Relation) -> Vec<(&'static str, Found)> {
    let control = Control::default();
    let bounded = |depth, induction, conflicts| {
        let options = bmc::Options { depth, induction, ends: true, conflicts };
        bmc::search(relation, Batsat::default, options, &control, &|_| ())
    };
    let ic3 = |conditions, counterexamples| {
        let options = ic3::Options { conditions, counterexamples, ..ic3::Options::default() };
        ic3::search(relation, options, &control, &|_| ())
    };
    let forgetful = ic3::Options { stale: 0, ..ic3::Options::default() };
    vec![
        ("bmc", bounded(Some(12), false, 100)),
        ("bmc with questions left open", bounded(Some(12), false, 0)),
        ("kind", bounded(Some(15), true, 100)),
        ("ic3", ic3(true, 3)),
        ("ic3 on bits", ic3(false, 3)),
        ("ic3 without counterexamples to generalization", ic3(false, 0)),
        ("ic3 that forgets what is included", ic3::search(relation, forgetful, &control, &|_| ())),
    ]
}

/// Every proof must be one that the checker of certificates accepts.
fn certify(
    system: &System,
    (whole, relation): (&Relation, &Relation),
    asked: Asked,
    clauses: &[Vec<Said>],
    method: Method,
    context: &str,
) {
    let mut system = system.clone();
    let mut all = invariant::of_bits(relation);
    all.extend_from_slice(clauses);
    if method == Method::Ic3 {
        all = invariant::needed(whole, all, &Limits::default());
    }
    let clauses = invariant::readable(&mut system, &all);
    let all = system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind);
    let checks: BTreeSet<CheckKind> = asked.with(|q| all.clone().filter(|&kind| (q.looks_for)(kind)).collect());
    let mut others = all.filter(|kind| !checks.contains(kind));
    if others.clone().any(|kind| kind == CheckKind::MissingInstance) {
        return; // no certificate leaves that open
    }
    let others = others.by_ref().filter(|kind| kind.is_limit()).map(|kind| (kind, 1)).collect();
    let deadlock = asked.with(|q| q.deadlocks);
    let claim = kulan_certify::Asked { deadlock, checks };
    let mut certificate = Certificate::new(&system, claim, method, &clauses);
    // What nobody asked about may happen, also what says that a bound was met.
    certificate.within = others;
    let read = Certificate::read(&certificate.write()).expect("what was written can be read");
    let checked = kulan_certify::check(&system, &read, &Limits::default());
    assert!(checked.is_ok(), "{context}: {:?}", checked.err());
}

/// Two counters, of which one goes on when the other begins again: what is bad is far away, or cannot be reached.
fn counters(seed: u64) -> System {
    let mut random = Random::new(seed);
    let [top, by, x, y] = [(2, 6), (1, 2), (0, 6), (1, 7)].map(|(low, high)| random.between(low, high));
    let text = format!(
        "system s process p thread t in p thread o in p var x: u3 var y: u3 \
         transition t {{ when x <u {top} set x = x + 1 step \"count\" }} \
         transition t {{ when x == {top} set x = 0 set y = y + {by} step \"carry\" }} \
         transition o observer {{ check assert !(x == {x} & y == {y}) step \"look\" }}"
    );
    kulan_ir::text::parse(&text).expect("a system")
}

fn compare(seed: u64, base: &System, asked: Asked, tally: &mut [u32; 6]) {
    let Some(bad) = truth(base, asked) else { return };
    let mut system = flat(base.clone());
    let conditions = conditions(&mut system);
    let choices = Choices::new(&system);
    let whole = asked.with(|q| Relation::new(&system, &choices, q, &conditions)).expect("it is small");
    let simple = whole.simplified();
    let all_bits = whole.with_all_bits();
    tally[4] += all_bits.equal.len() as u32;
    let (mut shortest, mut within) = (None, None);
    for (relation, form) in [(&simple, "simplified"), (&all_bits, "with all bits"), (&whole, "as it is")] {
        for (engine, found) in engines(relation) {
            let context = format!("seed {seed}, {asked:?}, {engine}, {form}");
            match found {
                Found::Violated(inputs) => {
                    assert!(bad, "{context}: violated, but it holds");
                    let run = asked.with(|q| replay(&system, &choices, q, &inputs));
                    assert!(run.is_some(), "{context}: the run does not replay");
                    assert!(within.is_none_or(|depth| inputs.len() > depth + 1), "{context}: missed within a depth");
                    if engine.starts_with("bmc") || engine == "kind" {
                        let shortest = *shortest.get_or_insert(inputs.len());
                        assert_eq!(shortest, inputs.len(), "{context}: lengths");
                    }
                    tally[0] += 1;
                }
                Found::Within(depth) => {
                    within = within.max(Some(depth));
                    tally[1] += 1;
                }
                Found::Ended(_) => {
                    assert!(!bad, "{context}: all runs end, but violated");
                    tally[5] += 1;
                }
                Found::Inductive(steps) => {
                    assert!(!bad, "{context}: inductive, but violated");
                    // The states of the simplified relation are only parts of those of the system.
                    if form != "simplified" {
                        certify(&system, (&whole, relation), asked, &[], Method::KInduction(steps as u32), &context);
                    }
                    tally[2] += 1;
                }
                Found::Proved(clauses) => {
                    assert!(!bad, "{context}: proved, but violated");
                    certify(&system, (&whole, relation), asked, &clauses, Method::Ic3, &context);
                    tally[3] += 1;
                }
                Found::Stopped => panic!("{context}: stopped"),
            }
        }
    }
}

#[test]
fn engines_agree_with_the_reference() {
    let (first, count) = (number("KULAN_SEED", 1030), number("KULAN_SYMBOLIC", 50));
    let mut tally = [0; 6];
    for seed in first..first + count {
        let base = system(seed, SMALL);
        if !is_small(&base) {
            continue;
        }
        for asked in [Asked::Deadlock, Asked::Kind(CheckKind::Assertion), Asked::Kind(CheckKind::Index), Asked::All] {
            compare(seed, &base, asked, &mut tally);
        }
    }
    println!("violated, within, inductive, proved, equal bits, ended: {tally:?}");
    assert!(tally.iter().all(|&n| n > 20), "{tally:?}");
}

#[test]
fn engines_agree_on_what_is_far_away() {
    let (first, count) = (number("KULAN_SEED", 0), number("KULAN_SYMBOLIC", 20));
    let mut tally = [0; 6];
    for seed in first..first + count {
        compare(seed, &counters(seed), Asked::Kind(CheckKind::Assertion), &mut tally);
    }
    println!("violated, within, inductive, proved, equal bits, ended: {tally:?}");
    assert!(tally[0] > 20 && tally[1] > 20 && tally[3] > 20, "{tally:?}");
}

fn asked_for_assertions(text: &str) -> Relation {
    let mut system = flat(kulan_ir::text::parse(text).expect("a system"));
    let conditions = conditions(&mut system);
    let choices = Choices::new(&system);
    let asked = Asked::Kind(CheckKind::Assertion);
    asked.with(|q| Relation::new(&system, &choices, q, &conditions)).expect("a small system")
}

/// Runs go on only where two numbers have a certain product, and whether there are such numbers is hard to say: as long as nobody
/// knows, no run is said to end.
#[test]
fn runs_of_which_it_is_hard_to_say_whether_they_end_go_on() {
    let text = "system s process p thread t in p counter pc var pc of thread t : u2 var a : u32 var b : u32
        transition t { when pc == 0 input x : u16 in 2..65535 input y : u16 in 2..65535
            set a = zext(32, input(0, 16)) set b = zext(32, input(1, 16)) set pc = 1 }
        transition t { when pc == 1 when a * b == 1800238787 set pc = 2 }
        transition t { when pc == 2 check assert false set pc = 3 }
        end true";
    let relation = asked_for_assertions(text);
    let options = bmc::Options::default();
    let found = bmc::search(&relation, Batsat::default, options, &Control::default(), &|_| ());
    assert!(matches!(found, Found::Violated(_)), "{found:?}");
}

/// Which numbers have a certain product is hard to say, so it is left open until there is a longer run that is easily found. The
/// run that is shown is still the shortest one.
#[test]
fn a_run_found_late_is_a_shortest_one() {
    let text = "system s process p thread t in p counter pc var pc of thread t : u4 var a : u32 var b : u32
        transition t { when pc <u 12 input x : u16 in 2..65535 input y : u16 in 2..65535
            set a = zext(32, input(0, 16)) set b = zext(32, input(1, 16)) set pc = pc + 1 }
        transition t { when pc == 12 when a * b == 1800238787 check assert false set pc = 15 }
        transition t { when pc == 12 set pc = 13 }
        transition t { when pc == 13 check assert false set pc = 15 }
        end true";
    let relation = asked_for_assertions(text);
    let options = bmc::Options { ends: false, conflicts: 0, ..bmc::Options::default() };
    let found = bmc::search(&relation, Batsat::default, options, &Control::default(), &|_| ());
    let Found::Violated(inputs) = found else { panic!("{found:?}") };
    assert_eq!(inputs.len(), 13);
}
