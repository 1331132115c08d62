//! Small systems with proofs made by hand.

use kulan_certify::{Asked, Method, Question, Refused, check};
use kulan_ir::{CheckKind, System};
use kulan_sat::Limits;

use crate::support::{accepted, assertions, breach, certificate, everything, system};

/// Counts to ten in 32 bits and begins again.
fn counter() -> System {
    system(
        "system counter process p thread t in p var x : u32
        transition t { when x <u 10 set x = x + 1 step \"x++\" }
        transition t { when x == 10 set x = 0 step \"x = 0\" }
        transition t { check assert x <=u 10 says \"too large\" step \"assert\" }",
    )
}

/// Two elements of an array are swapped, and one may take any value from a range.
fn array() -> System {
    system(
        "system array process p thread t in p var a : u4[3] = [1, 2, 3] var i : u2
        transition t { input n : u4 in 1..6 when i <u 3 set a[i] = input(0, 4) set i = i + 1 step \"choose\" }
        transition t { when i == 3 set a[0] = a[2] set a[2] = a[0] step \"swap\" }
        transition t { input k : u2 in 0..2 check division a[input(0, 2)] != 0 says \"zero\" step \"divide\" }
        end false",
    )
}

/// Leads to an error state, from where it goes on.
fn erring() -> System {
    system(
        "system erring process p thread t in p var x : u4 var e : u1
        transition t { when x <u 5 set x = x + 1 step \"go\" }
        transition t { when x == 5 check index x != 5 says \"bad index\" set x = 0 step \"err\" }
        transition t { when e == true check assert x == 9 says \"not nine\" step \"after\" }
        end true
        error { x = 9 e = 1 }",
    )
}

/// An observer looks at two variables that go in step.
fn observed() -> System {
    system(
        "system observed process p thread t in p process q thread o in q var x : u8 var y : u8
        transition t { when x <u 200 set x = x + 1 set y = y + 1 step \"both\" }
        transition t { when x == 200 set x = 0 set y = 0 step \"again\" }
        transition o observer { when x != y check invariant false says \"not in step\" }",
    )
}

#[test]
fn a_counter_stays_in_its_range() {
    let system = counter();
    let proof = certificate(&system, everything(&system), Method::Ic3, &["x <=u 10"]);
    let accepted = check(&system, &proof, &Limits::default()).expect("a proof");
    assert_eq!((accepted.clauses, accepted.transitions), (1, 3));
}

#[test]
fn a_refusal_names_the_question_the_clause_and_the_state() {
    let system = counter();
    let refused = |clauses: &[&str]| breach(&system, &certificate(&system, assertions(), Method::Ic3, clauses));
    let initial = refused(&["x <=u 10", "x != 0"]);
    assert_eq!((initial.question, initial.clause), (Question::Initial, Some(1)));
    assert!(
        initial.to_string().contains("clause 2 does not hold at the start: x != 0\n  state:\n    x = 0"),
        "{initial}"
    );
    let inductive = refused(&["x <=u 9"]);
    assert_eq!((inductive.question, inductive.clause), (Question::Inductive, Some(0)));
    assert_eq!(inductive.moments[0].values, [("x".to_string(), "9".to_string())]);
    assert_eq!(inductive.moments[1].values, [("x".to_string(), "10".to_string())]);
    assert!(inductive.to_string().contains("does not hold after [t: x++]"), "{inductive}");
    assert_eq!(refused(&["x <u 4000"]).question, Question::Safe);
    let safe = refused(&[]);
    assert_eq!((safe.question, safe.clause), (Question::Safe, None));
    assert!(safe.to_string().contains("assert can fail at [t: assert]: too large"), "{safe}");
}

#[test]
fn arrays_and_inputs() {
    let system = array();
    let all = ["a[0] != 0", "a[1] != 0", "a[2] != 0"];
    assert!(accepted(&system, &certificate(&system, everything(&system), Method::Ic3, &all)));
    for dropped in 0..3 {
        let mut some = all.to_vec();
        some.remove(dropped);
        let proof = certificate(&system, everything(&system), Method::Ic3, &some);
        assert!(!accepted(&system, &proof), "without clause {dropped}");
    }
    let tight = certificate(&system, everything(&system), Method::Ic3, &["a[0] <u 6", "a[1] != 0", "a[2] != 0"]);
    let refused = breach(&system, &tight);
    assert_eq!((refused.question, refused.clause), (Question::Inductive, Some(0)));
    let fires = refused.moments[0].fires.clone().expect("a transition");
    assert!(fires == "t: choose, n = 6" || fires == "t: swap", "{fires}");
}

#[test]
fn the_error_state_belongs_to_the_invariant() {
    let system = erring();
    let within = ["x <=u 5 | x == 9", "(e == false) | (x == 9)"];
    assert!(accepted(&system, &certificate(&system, assertions(), Method::Ic3, &within)));
    let outside = certificate(&system, assertions(), Method::Ic3, &["x <=u 5", "e == false"]);
    let refused = breach(&system, &outside);
    assert_eq!((refused.question, refused.clause), (Question::Inductive, Some(0)));
    assert_eq!(refused.moments[1].values[0].1, "9");
    // If the error itself is what must not happen, it does.
    let refused = breach(&system, &certificate(&system, everything(&system), Method::Ic3, &within));
    assert_eq!(refused.question, Question::Safe);
    assert!(refused.what.starts_with("index can fail at [t: err]: bad index"), "{refused}");
}

#[test]
fn without_an_error_state_the_run_ends_at_an_error() {
    let mut system = erring();
    system.error_state = None;
    assert!(accepted(&system, &certificate(&system, assertions(), Method::Ic3, &["e == false"])));
}

#[test]
fn a_check_behind_one_that_ends_the_run_does_not_count() {
    let order = |first: &str, second: &str| {
        system(&format!(
            "system s process p thread t in p var x : u2
            transition t {{ set x = x + 1 step \"up\" }}
            transition t {{ check {first} check {second} step \"look\" }}"
        ))
    };
    let fatal_first = order("index x != 3", "assert x != 3");
    assert!(accepted(&fatal_first, &certificate(&fatal_first, assertions(), Method::Ic3, &[])));
    let fatal_last = order("assert x != 3", "index x != 3");
    assert_eq!(breach(&fatal_last, &certificate(&fatal_last, assertions(), Method::Ic3, &[])).question, Question::Safe);
    // An assertion lets the run go on.
    let both_go_on = order("assert x != 3", "lock x != 3");
    let locks = Asked { deadlock: false, checks: [CheckKind::Lock].into() };
    assert!(!accepted(&both_go_on, &certificate(&both_go_on, locks, Method::Ic3, &[])));
}

#[test]
fn an_observer_must_not_fail() {
    let system = observed();
    assert!(accepted(&system, &certificate(&system, everything(&system), Method::Ic3, &["x == y"])));
    let refused = breach(&system, &certificate(&system, everything(&system), Method::Ic3, &[]));
    assert_eq!(refused.question, Question::Safe);
    assert!(refused.what.contains("invariant can fail at [o: transition 2]"), "{refused}");
}

#[test]
fn a_deadlock_counts_if_it_is_asked_for() {
    let system = system(
        "system s process p thread t in p var x : u4
        transition t { when x <u 5 set x = x + 1 step \"go\" } end x == 9",
    );
    let dead = Asked { deadlock: true, ..Asked::default() };
    let refused = breach(&system, &certificate(&system, dead.clone(), Method::Ic3, &["x <=u 5"]));
    assert_eq!((refused.question, refused.transition), (Question::Safe, None));
    assert!(accepted(&system, &certificate(&system, Asked::default(), Method::Ic3, &[])));
    let mut ends_well = system.clone();
    ends_well.valid_end = crate::support::clauses(&mut ends_well, &["x == 5"])[0];
    assert!(accepted(&ends_well, &certificate(&ends_well, dead, Method::Ic3, &["x <=u 5"])));
}

#[test]
fn what_a_system_lacks_breaks_a_proof_unless_it_is_named() {
    let system = system(
        "system s process p thread t in p var x : u2
        transition t { check threads x == 0 says \"more threads\" set x = 1 step \"create\" }",
    );
    let mut proof = certificate(&system, assertions(), Method::Ic3, &[]);
    assert!(breach(&system, &proof).what.starts_with("threads can fail"));
    proof.within.insert(CheckKind::Threads, 3);
    let proof = crate::support::read_back(&proof);
    assert_eq!(proof.within[&CheckKind::Threads], 3);
    assert!(accepted(&system, &proof));
}

#[test]
fn induction_over_several_states() {
    // x follows y, which follows z: it takes three states in a row to see that x is not 3.
    let system = system(
        "system s process p thread t in p var x : u2 var y : u2 var z : u2
        transition t { input n : u2 in 0..2 set x = y set y = z set z = input(0, 2) step \"shift\" }
        transition t { check assert x != 3 step \"look\" }",
    );
    let by = |k| certificate(&system, assertions(), Method::KInduction(k), &[]);
    let refused = breach(&system, &by(1));
    assert_eq!((refused.question, refused.moments.len()), (Question::Safe, 2));
    assert_eq!(breach(&system, &by(2)).question, Question::Safe);
    assert!(accepted(&system, &by(3)));
    assert!(accepted(&system, &by(4)));
    assert!(accepted(&system, &certificate(&system, assertions(), Method::KInduction(1), &["y != 3", "z != 3"])));
}

#[test]
fn induction_begins_at_the_start() {
    let system = system(
        "system s process p thread t in p var x : u3
        transition t { when x <u 4 set x = x + 1 step \"up\" }
        transition t { check assert x != 2 step \"look\" }",
    );
    let refused = breach(&system, &certificate(&system, assertions(), Method::KInduction(3), &[]));
    assert_eq!((refused.question, refused.moments.len()), (Question::Initial, 3));
    let refused = breach(&system, &certificate(&system, assertions(), Method::KInduction(2), &["x != 1"]));
    assert_eq!((refused.question, refused.clause), (Question::Initial, Some(0)));
}

#[test]
fn states_in_a_row_differ() {
    // From 4 the way leads to 4 again and again, and then to a violation: only a run without repetition excludes it.
    let system = system(
        "system s process p thread t in p var x : u3
        transition t { when x == 4 step \"stay\" }
        transition t { when x == 4 set x = 5 step \"fall\" }
        transition t { check assert x != 5 step \"look\" }",
    );
    assert!(!accepted(&system, &certificate(&system, assertions(), Method::KInduction(1), &[])));
    assert!(accepted(&system, &certificate(&system, assertions(), Method::KInduction(2), &[])));
}

#[test]
fn a_system_that_is_not_flat_is_not_checked() {
    for what in ["transition t { set x = 1 alone t }", "transition t fallback { set x = 1 }"] {
        let system = system(&format!("system s process p thread t in p var x : u2 {what}"));
        let proof = certificate(&system, Asked::default(), Method::Ic3, &[]);
        let refused = check(&system, &proof, &Limits::default());
        assert!(matches!(refused, Err(Refused::System(_))), "{refused:?}");
    }
}

#[test]
fn another_system_and_a_stop_are_told_apart() {
    let system = counter();
    let proof = certificate(&system, assertions(), Method::Ic3, &["x <=u 10"]);
    assert_eq!(check(&array(), &proof, &Limits::default()), Err(Refused::OtherSystem));
    let stop = Limits { conflicts: None, stop: Some(std::sync::Arc::new(|| true)) };
    assert!(matches!(check(&system, &proof, &stop), Err(Refused::Stopped) | Ok(_)));
}
