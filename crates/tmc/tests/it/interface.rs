//! What a program gives: parameters, formulas, check commands, labels, trace texts.

use kulan_ir::{CheckKind, MessageKind, reference};
use kulan_ltl::Formula;
use kulan_tmc::Reduction;

use crate::support::{example, good, read};

#[test]
fn parameters_come_from_the_command_line_or_the_first_check() {
    let text = "model m(A, B); proc P[A] { l: goto l; } formula f = []1;
        check f for A=2..5, chanSize=3; check f for A=1, B=7;";
    let values = |defines: &[(&str, &str)]| good(text, defines).0.parameters().to_vec();
    let named = |a, b, size| vec![("A".to_string(), a), ("B".to_string(), b), ("chanSize".to_string(), size)];
    assert_eq!(values(&[]), named(2, 7, 3));
    assert_eq!(values(&[("A", "4"), ("B", "-1"), ("chanSize", "0")]), named(4, -1, 0));
    assert_eq!(values(&[("A", "4"), ("A", "6")]), named(6, 7, 3));
}

#[test]
fn a_missing_value_is_asked_for() {
    let complaint = |text: &str, defines: &[(&str, &str)]| read(text, defines).2;
    let text = "model m(N);\nproc P[N] { l: goto l; }\n";
    assert!(complaint(text, &[]).contains("parameter `N` has no value"));
    assert!(complaint(text, &[]).contains("-D N=2"));
    assert_eq!(complaint(text, &[("N", "1")]), "");
    assert!(complaint(text, &[("N", "1"), ("M", "2")]).contains("-D M: the model has no such parameter"));
    assert!(complaint(text, &[("N", "many")]).contains("-D N=many: the value of a parameter is an integer"));
    let text = "model m;\nproc P { l: send(0, 0, 0); goto l; }\n";
    assert!(complaint(text, &[]).contains("chanSize, the capacity of the channels, has no value"));
    assert!(complaint(text, &[("chanSize", "256")]).contains("not one of 0 to 255"));
}

#[test]
fn check_commands() {
    let (program, _) = good(&example("shared-producer-consumer"), &[]);
    let checks = program.checks();
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].formula, "read");
    let parameters = [("chanSize".to_string(), 0..=0), ("M".to_string(), 2..=2), ("N".to_string(), 1..=10)];
    assert_eq!(checks[0].parameters, parameters);
    assert_eq!(checks[0].reduction, Some(Reduction::Transparent));
}

#[test]
fn formulas_are_written_out_over_labels() {
    let (program, sources) = good(&example("coordinator-barrier"), &[("N", "2")]);
    let system = program.system(&sources);
    let names: Vec<&str> = system.labels.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["atStart(1)", "atStart(2)", "enter(1)", "enter(2)"]);
    let formulas = program.formulas();
    let names: Vec<&str> = formulas.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["allIn", "p1", "p2", "p3"]);
    let inside = |i: usize| Formula::Not(Box::new(Formula::Atom(i)));
    let both = |a, b| Formula::And(Box::new(a), Box::new(b));
    let all = || both(inside(0), inside(1));
    let p1 = |i: usize| {
        let until = Formula::Until(Box::new(inside(i)), Box::new(all()));
        Formula::Globally(Box::new(Formula::Implies(Box::new(Formula::Atom(i + 2)), Box::new(until))))
    };
    assert_eq!(formulas[1].formula, both(p1(0), p1(1)));
    assert_eq!(formulas[3].formula, Formula::Globally(Box::new(Formula::Finally(Box::new(all())))));
    // What is not not in is at the start.
    let p2 = |i| Formula::Globally(Box::new(Formula::Finally(Box::new(Formula::Atom(i)))));
    assert_eq!(formulas[2].formula, both(p2(0), p2(1)));
}

/// The only formula, and the names of its labels.
fn formula(body: &str) -> (Formula, Vec<String>) {
    let text = format!(
        "model m;\nint a; int b;\nproc P[2] {{ int x; l: x = 1 - x; goto k; k: goto l; }}\nformula f = {body};\n"
    );
    let (program, sources) = good(&text, &[]);
    let labels = program.system(&sources).labels.into_iter().map(|l| l.name).collect();
    (program.formulas()[0].formula.clone(), labels)
}

#[test]
fn operators_bind_as_documented() {
    use Formula::*;
    let atom = |i| Box::new(Atom(i));
    let (f, labels) = formula("a > 0 && b == 1 -> <> P[0]@k U P[1].x -> [] !a");
    assert_eq!(labels, ["a > 0", "b == 1", "P[0]@k", "P[1].x", "a"]);
    let until = Until(Box::new(Finally(atom(2))), atom(3));
    let right = Implies(Box::new(until), Box::new(Globally(Box::new(Not(atom(4))))));
    assert_eq!(f, Implies(Box::new(And(atom(0), atom(1))), Box::new(right)));
    let (f, _) = formula("a U b U a");
    assert_eq!(f, Until(atom(0), Box::new(Until(atom(1), atom(0)))));
    let (f, _) = formula("a W X b <-> a V b || a R b");
    let left = WeakUntil(atom(0), Box::new(Next(atom(1))));
    let release = || Box::new(Release(atom(0), atom(1)));
    assert_eq!(f, Equivalent(Box::new(left), Box::new(Or(release(), release()))));
    let (f, labels) = formula("and{i=0..1} [] (P[i].x + i) * 2 > i");
    assert_eq!(labels, ["(P[0].x + 0) * 2 > 0", "(P[1].x + 1) * 2 > 1"]);
    assert_eq!(f, And(Box::new(Globally(atom(0))), Box::new(Globally(atom(1)))));
    assert_eq!(formula("or{i=1..0} a").0, Constant(false));
    assert_eq!(formula("and{i=1..0} a").0, Constant(true));
}

#[test]
fn steps_show_messages() {
    let text = "model m;\nproc A { l: when (1) send(7 + pid, 1, 3); goto k; k: }
        proc B { int x; l: recv(x, null, null); goto k; k: }";
    let (program, sources) = good(text, &[("chanSize", "1")]);
    let system = program.system(&sources);
    let steps: Vec<_> = system.transitions.iter().map(|t| &t.steps[0]).collect();
    assert_eq!(steps[0].text, "when (1) send(7 + pid, 1, 3)");
    let place = steps[0].source.expect("a place");
    assert_eq!((place.line, place.column), (2, 13));
    let message = steps[0].message.as_ref().expect("a message");
    assert_eq!((message.kind, message.channel.as_str()), (MessageKind::Send, "A[0]->B[0]"));
    assert_eq!(steps[1].message.as_ref().map(|m| m.kind), Some(MessageKind::Receive));
    // Both end where nothing is left to do.
    let counts = reference::explore(&system, 100);
    assert_eq!((counts.states, counts.deadlocks), (3, 0));
}

#[test]
fn what_goes_wrong_is_a_check() {
    let failures = |body: &str| {
        let text = format!("model m;\nproc P {{ int x; {body} end: }}\n");
        let (program, sources) = good(&text, &[("chanSize", "1")]);
        let counts = reference::explore(&program.system(&sources), 1000);
        (counts.failures.into_keys().collect::<Vec<_>>(), counts.messages.into_values().collect::<Vec<_>>())
    };
    assert_eq!(failures("l: x = 1 / x; goto end;").0, [CheckKind::Division]);
    assert_eq!(failures("l: when (1 % x) goto end;").0, [CheckKind::Division]);
    assert_eq!(failures("l: when (x != 0 && 1 / x) goto end; when (1) goto end;").0, []);
    let (kinds, messages) = failures("l: send(0, x - 1, 0); goto end;");
    assert_eq!((kinds, messages), (vec![CheckKind::Channel], vec!["the destination is no process".to_string()]));
    assert_eq!(failures("l: recv(x, 5, 0); goto end;").1, ["the source is no process"]);
    assert_eq!(failures("l: when (nempty(7, pid, 0)) goto end;").1, ["the sender is no process"]);
}
