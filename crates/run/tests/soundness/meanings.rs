//! Small models whose answers follow from what the languages mean, each asked in several ways.

use kulan_run::{Execution, Reduction, Request, check};

/// A model, a condition on all states, whether only fair runs count, a property, and its verdict.
type Case = (&'static str, Option<&'static str>, bool, &'static str, &'static str);

const CASES: &[Case] = &[
    // A message that is sent in the middle of an atomic sequence moves the one who receives it.
    (
        "chan c = [0] of { byte }; byte i; bool seen;
         active proctype Sender() { do :: atomic { do :: i < 3 -> i++ :: else -> break od; i = 0; c!1 } od }
         active proctype Receiver() { byte v; do :: c?v :: seen = true od }
         ltl f { <> seen }",
        None,
        true,
        "ltl:f",
        "violated",
    ),
    // The receiver goes on with the sequence, and so moves without a step of its own before.
    (
        "chan c = [0] of { byte }; byte i; bool seen;
         active proctype Sender() { do :: atomic { do :: i < 3 -> i++ :: else -> break od; c!1 } od }
         active proctype Receiver() { byte v;
             do :: atomic { c?v; do :: i > 0 -> i-- :: else -> break od } :: seen = true od }
         ltl f { <> seen }",
        None,
        true,
        "ltl:f",
        "violated",
    ),
    // Only the sender moves here.
    (
        "byte i; bool seen;
         active proctype Busy() { do :: atomic { i = 0; do :: i < 3 -> i++ :: i == 3 -> break od } od }
         active proctype Other() { do :: seen = true od }
         ltl f { <> seen }",
        None,
        true,
        "ltl:f",
        "holds",
    ),
    // Who can only fail must do so in a fair run, which ends there.
    (
        "byte a[2]; byte i = 3; bool x;
         active proctype P() { a[i] = 1 }
         active proctype Q() { do :: x = !x od }
         ltl f { [] !x }",
        None,
        true,
        "ltl:f",
        "holds",
    ),
    // Behind a sequence without end there is nothing to see.
    (
        "bit x; byte n;
         active proctype P() { atomic { do :: n < 2 -> n = 1 :: n == 2 -> break od }; x = 1 }
         ltl f { <> (x == 1) }",
        None,
        false,
        "ltl:f",
        "unknown",
    ),
    (
        "bit x; byte n;
         active proctype P() { d_step { do :: n < 2 -> n = 1 :: else -> break od }; x = 1 }
         ltl f { [] (x == 1) }",
        None,
        false,
        "ltl:f",
        "unknown",
    ),
    (
        "bit x; active proctype P() { atomic { do :: x = x od } } active proctype Q() { do :: x = 1 - x od }
         ltl f { [] (x == 0) }",
        None,
        true,
        "ltl:f",
        "unknown",
    ),
    // A timeout is seen by those who watch.
    (
        "bool x; active proctype P() { x = true; do :: timeout -> x = !x od } ltl f { [] !timeout }",
        None,
        false,
        "ltl:f",
        "violated",
    ),
    (
        "bool x; active proctype P() { x = true; do :: timeout -> x = !x od } ltl f { [] (timeout -> x) }",
        None,
        false,
        "ltl:f",
        "violated",
    ),
    ("bool x; active proctype P() { do :: x = !x :: timeout od } ltl f { [] !timeout }", None, false, "ltl:f", "holds"),
    (
        "bool x; active proctype P() { x = true; timeout -> x = false }",
        Some("!timeout"),
        false,
        "invariant",
        "violated",
    ),
    (
        "bool x; active proctype P() { x = true; timeout -> do :: x = !x od }",
        Some("!timeout || x"),
        false,
        "invariant",
        "holds",
    ),
    (
        "byte a[2]; byte i = 9; active proctype P() { i = 1; timeout -> i = 0; do :: i = i od }",
        Some("!timeout || a[i] == 0"),
        false,
        "invariant",
        "holds",
    ),
    (
        "byte x; active proctype P() { x = 1; timeout -> x = 2; x == 3 }
         never { do :: true :: timeout && x == 1 -> break od; do :: x == 2 -> break :: else od }",
        None,
        false,
        "never",
        "violated",
    ),
    (
        "bit x; active proctype P() { x = 1; do :: timeout od } ltl f { [] (x == 1 -> enabled(0)) }",
        None,
        false,
        "ltl:f",
        "holds",
    ),
    // A step that fails is no reason for a timeout, and no deadlock.
    (
        "byte a[2]; byte i = 7; bool x; active proctype P() { a[i] = 1 } active proctype Q() { timeout -> x = true }
         ltl f { [] !x }",
        None,
        false,
        "ltl:f",
        "holds",
    ),
    ("byte i; byte a[2]; active proctype P() { if :: i = 1 :: i = 2 fi; a[i] = 1 }", None, false, "deadlock", "holds"),
    (
        "byte i; byte a[2]; active proctype P() { if :: i = 1 :: i = 2 fi; a[i] = 1 }
         active proctype Q() { timeout -> assert(i == 1) }",
        None,
        false,
        "assert",
        "holds",
    ),
    // What is always possible leaves no room for else, wherever that stands.
    (
        "bit g; active proctype P() { g = 1; g == 0 }
         never { A: if :: else -> goto accept_B :: skip -> goto A fi; accept_B: do :: true od }",
        None,
        false,
        "never",
        "holds",
    ),
    (
        "bit g; active proctype P() { g = 1; g == 0 }
         never { A: if :: assert(true) -> goto A :: else -> goto accept_B fi; accept_B: do :: true od }",
        None,
        false,
        "never",
        "holds",
    ),
    (
        "bit g; active proctype P() { g = 1; g == 0 }
         never { A: if :: else -> goto accept_B :: g == 0 -> goto A fi; accept_B: do :: true od }",
        None,
        false,
        "never",
        "violated",
    ),
    // A run that has ended stays where it is.
    ("bit g; active proctype P() { g = 1; accept_here: g == 0 }", None, false, "acceptance", "violated"),
    ("bit g; active proctype P() { accept_here: g = 1; g == 0 }", None, false, "acceptance", "holds"),
    ("bit g; active proctype P() { g = 1; g == 0 }", None, false, "progress", "holds"),
    // A trace assertion speaks of channels that it names where it never gets.
    (
        "chan c = [1] of { byte }; chan d = [1] of { byte }; active proctype P() { d!1; c!1 }
         trace { do :: d!1 od; c!1 }",
        None,
        false,
        "assert",
        "violated",
    ),
    (
        "chan c = [1] of { byte }; chan d = [1] of { byte }; active proctype P() { byte v; d!1; c!1; c?v }
         trace { do :: d!1 od; c?1 }",
        None,
        false,
        "assert",
        "violated",
    ),
    (
        "chan c = [1] of { byte }; chan d = [1] of { byte }; active proctype P() { d!1; c!1 } trace { end: do :: d!1 od }",
        None,
        false,
        "assert",
        "holds",
    ),
];

/// The ways to ask. Fair runs are not reduced.
fn requests(case: &Case) -> Vec<Request> {
    let &(text, invariant, fair, property, _) = case;
    let mut plain = Request::text("m.pml", text);
    plain.model.invariants.extend(invariant.map(String::from));
    plain.asked.properties = vec![property.into()];
    plain.asked.errors = false;
    plain.setup.search.all_errors = true;
    plain.setup.temporal.fair = fair;
    plain.setup.reduction = None;
    let mut interpreted = plain.clone();
    interpreted.setup.execution = Execution::Interpret;
    interpreted.setup.passes = kulan_run::Passes::NONE;
    let mut list = vec![plain.clone(), interpreted];
    if !fair {
        for reduction in [Reduction { auto: None, ..Reduction::default() }, Reduction::best()] {
            let mut reduced = plain.clone();
            reduced.setup.reduction = Some(reduction);
            list.push(reduced);
        }
    }
    list
}

#[test]
fn small_models_have_the_answers_that_follow_from_their_meaning() {
    let mut wrong = Vec::new();
    for case in CASES {
        for request in requests(case) {
            let report = check(&request);
            let found = report.properties.iter().find(|p| p.name == case.3).map(|p| p.answer.verdict().word());
            if found != Some(case.4) || report.error.is_some() {
                wrong.push(format!("{found:?}, not {}, {:?}, is {} of\n{}", case.4, report.error, case.3, case.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
