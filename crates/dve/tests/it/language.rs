//! Each part of the language in a small model whose states can be counted by hand.

use kulan_dve::Overflow;
use kulan_ir::CheckKind;

use crate::support::{counts, explore};

/// A process `P` that goes through these transitions; all states from `s0` on are declared.
fn chain(declarations: &str, transitions: &str) -> String {
    format!("{declarations}\nprocess P {{ state s0, s1, s2, s3, s4; init s0; trans {transitions}; }}\nsystem async;")
}

/// Whether an expression has a value, computed at run time and as a constant.
fn has_value(expr: &str, value: i32) {
    for kind in ["int", "const int"] {
        let declarations = format!("{kind} zero = 0, one = 1, two = 2, three = 3, six = 6, minus = -7;");
        let text = chain(&declarations, &format!("s0 -> s1 {{ guard ({expr}) == {value}; }}"));
        assert_eq!(counts(&text), (2, 1, 1), "{kind}: {expr} == {value}");
    }
}

#[test]
fn expressions() {
    for (expr, value) in [
        ("one + two * three", 7),
        ("minus / two", -3),
        ("minus % two", -1),
        ("-minus", 7),
        ("~six", -7),
        ("not six", 0),
        ("not zero == two", 0),
        ("six - two - one", 3),
        ("six - (two - one)", 5),
        ("one << three >> one", 4),
        ("minus >> one", -4),
        ("six & three | one ^ three", 2),
        ("six & two == two", 0),
        ("one or zero and zero", 1),
        ("one | zero && zero", 0),
        ("zero imply zero", 1),
        ("one imply zero", 0),
        ("zero imply one imply zero", 0),
        ("one imply zero or one", 1),
        ("three > two == one", 1),
        ("one < two and two <= two and two >= two and not (two > two) and two != three", 1),
        ("true + true - false", 2),
        ("30000 * 30000 * two / 1000000", 1800),
        ("zero and 1 / zero", 0),
        ("one or 1 / zero", 1),
        ("zero imply 1 / zero", 1),
    ] {
        has_value(expr, value);
    }
}

#[test]
fn effects_see_earlier_ones() {
    let text = chain(
        "byte x = 1, y = 2, a[3] = {0, 1, 2, 3}; byte b[2];",
        "s0 -> s1 { effect x = y, y = x + 1, a[x] = 9, x = a[2], a[y - 3] = x, b = 4; },
         s1 -> s2 { guard x == 9 and y == 3 and a[0] == 9 and a[1] == 1 and a[2] == 9 and b == 4 and b[1] == 0; }",
    );
    assert_eq!(counts(&text), (3, 2, 1));
    // The process has moved when its effects happen.
    let text = chain("byte x, y;", "s0 -> s1 { effect x = P.s1, y = P.s0; }, s1 -> s2 { guard x == 1 and y == 0; }");
    assert_eq!(counts(&text), (3, 2, 1));
}

#[test]
fn names_and_words() {
    let text = "byte done = 1, x$1 = 3; /* // */ this is hidden
        */ byte y#; \\
        process P { byte x$1 = 4; state done, b; init done;
            trans done -> b { guard x$1 == 4 && done && P.done; effect y# = 1; }, -> done { guard y#; }; }
        process Q { state s; init s; trans s -> s { guard x$1 == 3 and P.b; }; }
        system async;";
    // P goes to b and no further than s; y# is set. The second transition starts at `done`, too, and ends there.
    assert_eq!(counts(text), (2, 2, 0));
}

#[test]
fn constants_are_not_in_the_state() {
    let text = chain(
        "const byte N = 2, M = N * 3; const int a[4] = {5, -6, M}; byte i;",
        "s0 -> s1 { guard M == 6 and a[1] == -6 and a == 5; effect i = i + 1, i = i + 1; },
         s1 -> s2 { guard a[i] == 6 and a[i + 1] == 0; }",
    );
    assert_eq!(counts(&text), (3, 2, 1));
}

#[test]
fn rendezvous() {
    // Guards do not see the value; the index is that of the state before; receiver's effects come first.
    let text = "channel c; byte i = 1, a[3], order;
        process S { state s, t; init s; trans s -> t { sync c!i + 4; effect order = order * 2, i = 2; }; }
        process R { state s, t, u; init s;
            trans s -> t { guard a[1] == 0; sync c?a[i]; effect order = a[i] + 1, i = 0; },
                  t -> u { guard a[1] == 5 and order == 12 and i == 2; }; }
        system async;";
    assert_eq!(counts(text), (3, 2, 1));
    // Two senders, two receivers, not one's own; each pair is an edge.
    let text = "channel c;
        process A { state s, t; init s; trans s -> t { sync c!; }, s -> t { sync c?; }; }
        process B { state s, t; init s; trans s -> t { sync c!; }, s -> t { sync c?; }; }
        system async;";
    assert_eq!(counts(text), (2, 2, 1));
    // Nobody receives.
    let text = "channel c; process A { state s; init s; trans s -> s { sync c!; }; } system async;";
    assert_eq!(counts(text), (1, 0, 1));
    // Several values, with types.
    let text = "channel {byte, int} c[0]; byte x; int y;
        process S { state s, t; init s; trans s -> t { sync c!{300, 40000}; }; }
        process R { state s, t, u; init s;
            trans s -> t { sync c?{x, y}; }, t -> u { guard x == 44 and y == -25536; }; }
        system async;";
    assert_eq!(counts(text), (3, 2, 1));
    // Without types, the value must fit.
    let text = "channel c; byte x;
        process S { state s, t; init s; trans s -> t { sync c!300; }; }
        process R { state s, t; init s; trans s -> t { sync c?x; }; }
        system async;";
    let seen = explore(text, Overflow::Error);
    assert_eq!(seen.messages[&CheckKind::Overflow], "300 does not fit into `x`, a byte");
}

#[test]
fn buffers() {
    // 0 to 2 messages, before and after the first receive.
    let text = "channel {byte} c[2];
        process S { state s; init s; trans s -> s { sync c!1; }; }
        process R { byte x; state s; init s; trans s -> s { sync c?x; }; }
        system async;";
    assert_eq!(counts(text), (6, 8, 0));
    // First in, first out; values are those of the state before, effects come later.
    let text = "channel {byte, int} c[3]; byte x = 1;
        process S { state s, t, u; init s;
            trans s -> t { sync c!{x, -x}; effect x = 5; }, t -> u { sync c!{x + 252, 2}; effect x = 0; }; }
        process R { byte a[2], i; int b; state s, t, u; init s;
            trans s -> t { guard S.u; sync c?{a[i], b}; effect i = a[0]; },
                  t -> u { guard a[0] == 1 and b == -1; sync c?{a[i], b}; effect i = a[1] + b; },
                  u -> u { guard i == 3; }; }
        system async;";
    assert_eq!(counts(text), (5, 5, 0));
}

#[test]
fn committed_states() {
    // The grid of 3 times 2 without the step of B where A is in the middle.
    let text = |commit: &str| {
        format!(
            "process A {{ state a, b, c; init a; {commit} trans a -> b {{}}, b -> c {{}}; }}
             process B {{ state a, b; init a; trans a -> b {{}}; }} system async;"
        )
    };
    assert_eq!(counts(&text("")), (6, 7, 1));
    assert_eq!(counts(&text("commit b;")), (6, 6, 1));
    // A rendezvous needs both committed, or nobody.
    let text = |a: &str, b: &str| {
        format!(
            "channel c; process A {{ state s, t; init s; {a} trans s -> t {{ sync c!; }}; }}
             process B {{ state s, t; init s; {b} trans s -> t {{ sync c?; }}; }} system async;"
        )
    };
    assert_eq!(counts(&text("", "")), (2, 1, 1));
    assert_eq!(counts(&text("commit s;", "")), (1, 0, 1));
    assert_eq!(counts(&text("", "commit s;")), (1, 0, 1));
    assert_eq!(counts(&text("commit s;", "commit t, s;")), (2, 1, 1));
}

#[test]
fn assertions() {
    let text = "byte x;
        process P { state a, b; init a; assert b: x < 2, a: x != 1 or true;
            trans a -> b { guard x < 3; effect x = x + 1; }, b -> a {}; }
        system async;";
    let seen = explore(text, Overflow::Error);
    // b with 1, 2 and 3; the last two are wrong. The run goes on.
    assert_eq!((seen.states, seen.transitions, seen.deadlocks), (7, 6, 1));
    assert_eq!(seen.failures.into_values().collect::<Vec<_>>(), [2]);
    assert_eq!(seen.messages.into_values().collect::<Vec<_>>(), ["assertion of P.b violated: x < 2"]);
}

#[test]
fn synchronous_systems() {
    // Guards see the state before, effects those of earlier processes.
    let text = "byte x, y;
        process P { state a, b; init a; trans a -> b { guard x == 0; effect x = 1; }, b -> b {}, b -> b {}; }
        process Q { state a, b, c; init a;
            trans a -> b { guard x == 0; effect y = x; }, b -> c { guard y == 1; }; }
        system sync;";
    assert_eq!(counts(text), (3, 3, 1));
}

#[test]
fn accept_and_empty_transitions() {
    let text = "process P { state a, b; accept buchi a; init a; commit b; trans ; }
        process Q { state a; init a; accept a; }
        system async;";
    assert_eq!(counts(text), (1, 0, 1));
}

/// The model of docs/dve.md.
#[test]
fn the_manual_is_right() {
    let manual = include_str!("../../../../docs/dve.md");
    let text = manual.split("```dve\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a model");
    // The guest has come 0 to 3 times and is in or out, the regular is in or out; two seats are enough for both.
    let (states, _, deadlocks) = counts(text);
    assert_eq!((states, deadlocks), (7 * 2, 0));
}
