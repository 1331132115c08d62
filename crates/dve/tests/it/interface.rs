//! What a model gives: checks, steps, the property, propositions.

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_dve::{Overflow, Program, Proposition};
use kulan_ir::{CheckKind, Interpreter, MessageKind, System};
use kulan_ltl::{Edge, Literal};

use crate::support::{counts, example, explore, good};

fn system(text: &str) -> System {
    let (program, sources) = good(text);
    program.system(&sources, Overflow::Error, &[])
}

#[test]
fn examples() {
    assert_eq!(counts(&example("peterson")).2, 0);
    // By messages in the buffer, message that comes next and place of the consumer, when all have passed once; before
    // that `before`, `number` or `square` is still zero.
    let (states, _, deadlocks) = counts(&example("bounded-buffer"));
    assert_eq!((states, deadlocks), (4 * 4 * 2 + 4 * 2, 0));
}

/// The checks of `trans a -> b { text }` over some variables.
fn checks(text: &str) -> (usize, Vec<CheckKind>) {
    let text = format!(
        "byte x, y, a[4]; int i; const byte c[3] = {{1, 2, 3}};\n\
         process P {{ state s, t; init s; trans s -> t {{ {text} }}; }}\nsystem async;"
    );
    let transitions = system(&text).transitions;
    (transitions.len(), transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind).collect())
}

#[test]
fn what_cannot_go_wrong_is_not_checked() {
    for text in [
        "effect x = y;",
        "effect i = x;",
        "guard x < 3; effect x = x + 1;",
        "guard 0 < x; effect x = x - 1;",
        "guard x != 255; effect x = x + 1;",
        "guard not (x == 0 or y > 7); effect x = x - 1, y = y * 2;",
        "effect x = i % 4 + 3;",
        "effect x = i & 15;",
        "effect x = x == y;",
        "effect x = y / 3;",
        "effect a[x & 3] = 1;",
        "guard i >= 0 and i < 4 and a[i] == 1; effect a[i] = 2;",
        "guard i < 0 or i > 3 or a[i] == 1;",
        "guard i > 0 and 10 / i == 2; effect x = 10 / i;",
        "effect x = 250, x = x + 5;",
        "guard a[2] < 9; effect a[2] = a[2] + 1;",
        "guard x < 3; effect y = c[x];",
        "effect a = 3, x = a;",
    ] {
        assert_eq!(checks(text), (1, vec![]), "{text}");
    }
}

#[test]
fn what_can_go_wrong_is_checked() {
    use CheckKind::{Division, Index, Overflow};
    for (text, kinds) in [
        ("effect x = x + 1;", vec![Overflow]),
        ("effect x = i;", vec![Overflow]),
        ("effect x = 250, x = x + 6;", vec![Overflow]),
        ("guard x < 3; effect x = y, x = x + 1;", vec![Overflow]),
        ("guard a[2] < 9; effect a[x & 3] = 255, a[2] = a[2] + 1;", vec![Overflow]),
        ("effect a[i] = 1;", vec![Index]),
        ("effect y = c[x];", vec![Index]),
        ("effect x = 1 / y;", vec![Division]),
        ("effect x = y, x = 1 % x;", vec![Division]),
    ] {
        assert_eq!(checks(text), (1, kinds), "{text}");
    }
    // The value of a guard can be missing: a transition of its own.
    assert_eq!(checks("guard 1 / x == 1;"), (2, vec![Division]));
    assert_eq!(checks("guard a[i] == 1 and 1 / x == 1;"), (2, vec![Index, Division]));
}

#[test]
fn run_time_errors_lead_to_the_error_state() {
    let text = "byte x = 255;
        process P { state a, b; init a; trans a -> b { effect x = x + 1; }; }
        process Q { state c, d; init d; trans c -> d { guard x == 0; effect x = 7; }; }
        system async;";
    // Start, the error state, and Q's step from there.
    let seen = explore(text, Overflow::Error);
    assert_eq!((seen.states, seen.transitions, seen.deadlocks), (3, 2, 1));
    assert_eq!(seen.failures.into_iter().collect::<Vec<_>>(), [(CheckKind::Overflow, 1)]);
    assert_eq!(seen.messages[&CheckKind::Overflow], "the value does not fit into `x`, a byte");
    let seen = explore(text, Overflow::Wrap);
    assert_eq!((seen.states, seen.transitions, seen.deadlocks), (2, 1, 1));
    assert!(seen.failures.is_empty());
    // A guard without value: the step to the error state is there once, whatever is wrong with the guard.
    let text = "byte x, a[2];
        process P { state b; init b; trans b -> b { guard a[x + 2] / x == 1; }; }
        system async;";
    let seen = explore(text, Overflow::Error);
    assert_eq!((seen.states, seen.transitions), (2, 1));
    assert_eq!(seen.failures.into_keys().collect::<Vec<_>>(), [CheckKind::Index]);
}

#[test]
fn steps_show_what_happens() {
    let system = system(
        "channel c; channel {byte} d[2]; byte x;
        process P { state a, b; init a; trans a -> b { sync c!7; /* then */ }, b -> a { sync d!x; }; }
        process Q { byte y; state a, b; init a; trans a -> b { sync c?y;\n effect x = y; }, -> b { sync d?y; }; }
        system async;",
    );
    let steps: Vec<_> = system.transitions.iter().map(|t| &t.steps[0]).collect();
    assert_eq!(steps[0].text, "a -> b c!7 | a -> b c?y");
    assert_eq!(steps[0].partner.map(|p| p.0), Some(1));
    let messages: Vec<_> = steps.iter().filter_map(|s| s.message.as_ref()).collect();
    assert_eq!(messages[0].kind, MessageKind::Handshake);
    assert_eq!((messages[1].kind, messages[1].channel.as_str()), (MessageKind::Send, "d"));
    assert_eq!(messages[2].kind, MessageKind::Receive);
    let names: Vec<&str> = system.variables.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["x", "Q.y", "P._pc", "Q._pc", "len(d)", "d"]);
    assert_eq!(system.threads[1].locations[2].labels, ["b"]);
}

#[test]
fn the_property_is_an_automaton() {
    let (program, sources) = good(&example("peterson"));
    let property = program.property().expect("there is one");
    assert_eq!(property.name, "starves");
    let texts: Vec<&str> = property.propositions.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(texts, ["P0.waits", "not P0.critical"]);
    let edge = |atoms: &[usize], target| Edge {
        guard: atoms.iter().map(|&atom| Literal { atom, positive: true }).collect(),
        target,
    };
    let states = &property.automaton.states;
    assert_eq!((states[0].accepting, states[1].accepting), (false, true));
    assert_eq!(states[0].edges, [edge(&[], 0), edge(&[0], 1)]);
    assert_eq!(states[1].edges, [edge(&[1], 1)]);
    let system = program.system(&sources, Overflow::Error, &property.propositions);
    assert_eq!(system.labels[1].name, "not P0.critical");
    assert_eq!(system.processes.len(), 2);
}

/// Reads an expression over a model.
fn proposition(
    (program, sources): &mut (Program, SourceMap),
    text: &str,
    named: &[(String, Proposition)],
) -> Result<Proposition, String> {
    let file = sources.add("<command line>", text);
    let mut diags = Diagnostics::new();
    let found = program.proposition(file, sources, named, &mut diags);
    assert_eq!(found.is_none(), diags.has_errors());
    found.ok_or_else(|| Renderer::new(sources).render_all(&diags))
}

#[test]
fn propositions() {
    let mut model = good(
        "byte x = 6, low = 1, a[3] = {4, 5};
        process P { int v[2] = {-1, 7}; byte w = 3; state s, t; init t; trans s -> t {}; }
        system async;",
    );
    let low = proposition(&mut model, "P->w & 4", &[]).expect("no error");
    let named = vec![("low".to_string(), low)];
    for (text, value) in [
        ("x == 6 and P.t", true),
        ("P.s or P->v[1] != 7", false),
        ("P->v == -1 && a[1] == 5", true),
        // A definition is a unit, and hides a variable.
        ("(not low) == 1", true),
        ("not low", true),
        ("!low && !(x == 5 || !P.t)", true),
        ("!x imply not a[0]", true),
        ("low == 0", true),
        ("a[7]", false),
    ] {
        let found = proposition(&mut model, text, &named).expect("no error");
        assert_eq!(found.text, text);
        let system = model.0.system(&model.1, Overflow::Error, &[found]);
        let interpreter = Interpreter::new(&system);
        assert_eq!(interpreter.holds(&interpreter.initial(), system.labels[0].predicate), value, "{text}");
    }
    for (text, complaint) in [
        ("x = 6", "`==` compares"),
        ("x == ", "found the end of the expression"),
        ("P.u", "process `P` has no state `u`"),
        ("Q.s", "there is no process `Q`"),
        ("w == 3", "there is no variable `w`"),
        ("x == 6;", "an operator or the end"),
        ("lov", "did you mean `low`?"),
        ("", "expected an expression"),
    ] {
        let messages = proposition(&mut model, text, &named).expect_err("an error");
        assert!(messages.contains(complaint), "{text}: {messages}");
    }
    // Definitions of definitions.
    let mut named = named;
    for i in 0..60 {
        let last = named.last().expect("there is one").0.clone();
        let Ok(next) = proposition(&mut model, &format!("{last} or {last}"), &named) else { return };
        named.push((format!("d{i}"), next));
    }
    panic!("there was no limit");
}
