//! Small models, each about one point of the language: what the reference exploration finds, or how they are refused.
//! SPIN 6.5.2 gives the same answers; where it does not, the row says why.

mod common;

/// A model with the states, transitions, deadlocks and failed assertions of it.
const COUNTED: &[(&str, [u64; 4])] = &[
    // A trace assertion that holds: every request is answered before the next.
    (
        "mtype = { a, b }; chan c = [1] of { mtype, byte }; chan d = [1] of { mtype };
      trace { do :: c!a,_; d?b od }
      active proctype P() { do :: c!a(1); d?b od }
      active proctype Q() { mtype m; byte x; end: do :: c?m,x -> d!b od }",
        [6, 6, 0, 0],
    ),
    // One that does not; the run may end nowhere but at the start of the loop.
    (
        "mtype = { a, b }; chan c = [1] of { mtype, byte }; chan d = [1] of { mtype };
      trace { do :: c!a,_; d?b od }
      active proctype P() { do :: c!a(1); d?b :: c!b(2) od }
      active proctype Q() { mtype m; byte x; do :: c?m,x -> d!b od }",
        [33, 43, 2, 8],
    ),
    // A rendezvous is sent and then received. (SPIN counts a deadlock at once in any model like this.)
    (
        "chan c = [0] of { byte }; byte x; trace { c!1; c?1; c!2; c?2 }
      active proctype P() { c!1; c!2 } active proctype Q() { c?x; c?x }",
        [5, 4, 0, 0],
    ),
    // The trace is not completed, so the end is not valid. (SPIN does not look once all processes have ended.)
    ("chan c = [1] of { byte }; trace { c!1; c!2 } active proctype P() { c!1 }", [3, 2, 1, 0]),
    // What notrace rules out.
    (
        "chan c = [2] of { byte }; notrace { c!1; c!2 }
      active proctype P() { if :: c!1 :: c!2 fi; if :: c!1 :: c!2 fi }",
        [11, 10, 0, 1],
    ),
    // An escape that jumps back takes the escapes of its target along.
    (
        "byte x; active proctype P() { { skip; L: x = 5 } unless { x++; assert(x != 2); { skip } unless { goto L } } }",
        [515, 770, 0, 1],
    ),
];

/// Models whose runs have no error.
const FINE: &[&str] = &[
    // A field is compared only where there is a message, and where those before it agree.
    "chan c = [1] of { byte }; byte a[2], i = 2; active proctype P() { end: c?eval(a[i]) }",
    "chan c = [1] of { byte, byte }; byte a[2], i = 2; init { c!1,1; end: c?2,eval(a[i]) }",
    "chan c = [1] of { byte, byte }; byte a[2], i = 2; init { c!1,1; end: c?[2,eval(a[i])] }",
];

/// A model and a part of what is said of it.
const REFUSED: &[(&str, &str)] = &[
    // Errors of runs.
    ("chan c = [0] of { byte }; byte k, a[2]; active proctype P1() { k = 2; c!a[k] }", "index out of range"),
    ("chan c = [0] of { byte, byte, byte }; active proctype P() { c!1,2 }", "2 fields sent to a channel of 3"),
    (
        "chan f; proctype P() { chan e = [1] of { byte }; f = e } init { run P(); (_nr_pr == 1); f!7 }",
        "names no channel",
    ),
    (
        "chan f; proctype P() { chan e = [1] of { byte }; f = e } init { run P(); (_nr_pr == 1); assert(len(f) == 0) }",
        "names no channel",
    ),
    (
        "chan c = [0] of { byte }; byte x; active proctype A() { c!1 } init { if :: c?<x> :: c?x fi }",
        "copy of a message",
    ),
    (
        "chan c = [0] of { byte }; byte x; active proctype A() { d_step { c!1; x = 2 } } init { c?x }",
        "rendezvous send in a d_step",
    ),
    (
        "chan c = [0] of { byte }; byte x; active proctype A() { d_step { x = 2; c!1 } } init { c?x }",
        "rendezvous send in a d_step",
    ),
    ("chan c = [1] of { byte, byte }; byte a[2]; init { byte i; c!2,7; c?i,a[i] }", "index out of range"),
    ("byte a[2], i = 2; active proctype P() { _ = a[i] }", "index out of range"),
    ("byte k; active proctype P() { printf(\"%d\", 1 / k) }", "division by zero"),
    ("byte g; active proctype P() provided (1 % g) { skip }", "division by zero"),
    ("chan c = [1] of { byte, byte }; byte a[2], i = 2; init { c!2,1; c?2,eval(a[i]) }", "index out of range"),
    // Models that make no sense.
    ("proctype P(byte a, b) { a == b } init { run P(1) }", "takes 2 arguments, but gets 1 argument"),
    ("proctype P(byte a) { a == 1 } init { run P(1, 2) }", "takes 1 argument, but gets 2 arguments"),
    ("byte x; init { x = 1 } ltl p { [] (x < 2) } ltl p { <> (x == 1) }", "already a property `p`"),
    ("byte x; init { d_step { x = 1; goto L; x = 2 }; x = 3; L: x = 4 }", "jump out of a d_step"),
    ("byte x; init { if :: goto L :: skip fi; d_step { x = 1; L: x = 2 }; x = 3 }", "jump into a d_step"),
    ("byte x; init { do :: d_step { x = 1; break } od }", "jump out of a d_step"),
    ("byte x; proctype P() { x = 1 } init { d_step { x = 1; run P() } }", "`run` in a d_step"),
    ("byte _pid; init { _pid = 3 }", "`_pid` is predefined"),
    ("mtype:a = { u }; mtype:b = { v }; mtype:a p; init { p = v }", "must be of type mtype:a, but is of type mtype:b"),
    ("mtype:a = { u }; mtype = { v }; proctype P(mtype:a p) { p == u } init { run P(v) }", "must be of type mtype:a"),
    ("chan c = [1] of { short }; short x = 3; init { c!-3; c?-x }", "expected a number"),
    ("chan c = [1] of { byte, byte }; init { byte i; c!1,2; c?i,i }", "`i` is to take two fields"),
    ("chan c = [1] of { byte }; init { c!0; c?_pid }", "`eval(_pid)` compares"),
    ("chan c = [1] of { byte, byte }; byte a[2]; init { c!a }", "an index is missing"),
    ("chan c = [1] of { byte, byte }; byte a[2]; init { c?a }", "an index is missing"),
    ("proctype P(byte a[2]) { skip } init { run P(1) }", "an array cannot be a parameter"),
    ("chan c = [2] of { byte }; init { byte x; for (x in c) { skip } }", "variable of a structured type"),
    ("typedef T { byte a; byte b }; chan c = [2] of { byte }; init { T t; for (t in c) { skip } }", "other fields"),
    ("byte x; init { byte i; for (i : 5 .. 2) { x++ } }", "the range from 5 to 2 is empty"),
    ("init { byte i; select (i : 5 .. 2) }", "the range from 5 to 2 is empty"),
    ("unsigned x : 32; init { x = 1 }", "not in 1..31"),
    ("chan c = [1] of { byte }; byte x; init { x = c + 1 }", "cannot be calculated with"),
    ("chan c = [1] of { byte }; chan d; init { d = 3 }", "a number is no channel"),
    ("init { hidden byte x; x = 1 }", "only a global variable can be hidden"),
    ("byte x; active proctype P() { L: x = 1 } init { P@Nope }", "no label `Nope`"),
    ("byte x; active proctype P() { L: x = 1 } init { P[9]@L }", "no process of type `P` has pid 9"),
    ("byte x; active proctype P() { L: x = 1 } ltl p { [] !P[1]@L } init { x = 1 }", "those of type `P` are 0"),
    ("chan c = [1] of { byte }; byte x; trace { c!x } init { c!1 }", "compares fields with constants"),
    ("chan c = [1] of { byte }; byte x; trace { x == 1; c!1 } init { c!1 }", "only plain sends and receives"),
    ("chan c = [1] of { byte }; trace { c!1,2 } init { c!1 }", "another number of fields"),
];

#[test]
fn models_mean_what_they_mean_to_spin() {
    for (text, [states, transitions, deadlocks, assertions]) in COUNTED {
        let counts = common::counts(text, 10_000).unwrap_or_else(|e| panic!("{text}\n{e}")).expect("a small model");
        let found = [counts.states, counts.transitions, counts.deadlocks, counts.assertions];
        assert_eq!(found, [*states, *transitions, *deadlocks, *assertions], "{text}");
    }
}

#[test]
fn what_is_not_evaluated_is_no_error() {
    for text in FINE {
        let counts = common::counts(text, 10_000).unwrap_or_else(|e| panic!("{text}\n{e}")).expect("a small model");
        assert_eq!((counts.deadlocks, counts.assertions), (0, 0), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, part) in REFUSED {
        let message = common::counts(text, 10_000).expect_err(text);
        assert!(message.contains(part), "{text}\nsays {message}\nand not {part}");
    }
}
