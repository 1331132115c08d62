//! `kulan relations`.

use serde_json::Value;

use crate::support::*;

const ORDERS: &str = "\
byte x, y, z;
active proctype A() { x = 1 }
active proctype B() { x = 2 }
active proctype C() { x == 0 -> y = 1 }
active proctype D() { z++ }
active proctype E() { z++ }
active proctype F() { y = 2 }
active proctype G() { y + z == 9 }
";

fn ask(args: &[&str]) -> Ran {
    let folder = Folder::new();
    folder.write("orders.pml", ORDERS);
    folder.run(&[&["relations", "orders.pml", "--no-merge"], args].concat())
}

/// The number of the first line of a list that contains a text.
fn number(text: &str) -> String {
    let list = ask(&["--list"]).expect(0).stdout;
    let line = list.lines().find(|l| l.contains(text)).unwrap_or_else(|| panic!("no {text:?} in:\n{list}"));
    line.split_whitespace().next().unwrap().to_string()
}

#[test]
fn a_summary_has_sizes_entries_and_questions() {
    let both = ask(&[]).expect(0).says("15 transitions (0 opaque)").says("do not left-accord (DNB)").says("undecided");
    assert!(both.stdout.contains("solver") && both.stdout.contains("syntactic"), "{}", both.stdout);
    let one = ask(&["--relations", "syntactic"]).expect(0);
    assert!(!one.stdout.contains("solver") && !one.stdout.contains("undecided"), "{}", one.stdout);
}

#[test]
fn transitions_that_do_not_commute_are_shown_in_both_orders() {
    let (a, b) = (number("A(0): x = 1"), number("B(1): x = 2"));
    ask(&["--why", &a, &b])
        .expect(0)
        .says(&format!("transitions {a} and {b} do not accord"))
        .says(&format!("{a} then {b} gives x = 2"))
        .says(&format!("{b} then {a} gives x = 1"));
}

#[test]
fn a_transition_that_disables_another_is_seen_to() {
    let (a, c) = (number("A(0): x = 1"), number("C(2): x == 0"));
    let says = ask(&["--why", &a, &c]).expect(0).says("x = 0").says(&format!("after {a}, {c} is not enabled"));
    assert!(!says.stdout.contains("y ="), "only what matters: {}", says.stdout);
    let guard = last_number("x == 0");
    ask(&["--disables", &guard, &a]).expect(0).says("can make guard").says("false");
    ask(&["--enables", &guard, &a]).expect(0).says("cannot make guard");
}

fn last_number(text: &str) -> String {
    let list = ask(&["--list"]).expect(0).stdout;
    let line = list.lines().rfind(|l| l.contains(text)).unwrap_or_else(|| panic!("no {text:?} in:\n{list}"));
    line.split_whitespace().next().unwrap().to_string()
}

#[test]
fn what_proves_that_there_is_no_entry_is_said() {
    let (d, e, a) = (number("D(3): z++"), number("E(4): z++"), number("A(0): x = 1"));
    ask(&["--why", &d, &e]).expect(0).says(&format!("transitions {d} and {e} accord")).says("the solver proved it");
    ask(&["--why", &d, &a]).expect(0).says("their form tells it");
    ask(&["--why", &d, &a, "--left"]).expect(0).says(&format!("transition {d} left-accords with {a}"));
    ask(&["--together", "0", "0"]).expect(0).says("can hold together");
}

#[test]
fn one_transition_or_guard_can_be_looked_at() {
    let a = number("A(0): x = 1");
    ask(&["--transition", &a]).expect(0).says("does not accord with").says("B(1): x = 2");
    ask(&["--guard", "0"]).expect(0).says("a guard of").says("can be disabled by");
}

#[test]
fn wrong_numbers_are_refused_with_what_there_is() {
    ask(&["--transition", "99"]).expect(2).complains("there is no transition 99").complains("0 to 14");
    ask(&["--why", "1", "99"]).expect(2).complains("there is no transition 99");
    ask(&["--why", "1", "1"]).expect(2).complains("two different transitions");
    ask(&["--together", "99", "0"]).expect(2).complains("there is no guard 99");
    ask(&["--left"]).expect(2).complains("--why");
    ask(&["--guard", "x"]).expect(2).complains("--guard");
}

#[test]
fn an_export_is_complete() {
    let json: Value = serde_json::from_str(&ask(&["--json", "-"]).expect(0).stdout).unwrap();
    let transitions = json["transitions"].as_array().unwrap();
    assert_eq!(transitions.len(), 15);
    assert_eq!(transitions[0]["process"], "A(0)");
    assert_eq!(transitions[0]["text"], "x = 1");
    assert_eq!(transitions[0]["line"], 2);
    let guards = json["guards"].as_array().unwrap().len() as u64;
    let pairs = |key: &str| json["relations"][key].as_array().unwrap().clone();
    for pair in pairs("necessary_enabling").iter().chain(&pairs("necessary_disabling")) {
        assert!(pair[0].as_u64().unwrap() < guards && pair[1].as_u64().unwrap() < 15, "{pair}");
    }
    for pair in pairs("do_not_accord") {
        assert!(pairs("do_not_accord").contains(&serde_json::json!([pair[1], pair[0]])), "symmetric: {pair}");
    }
    assert!(json["figures"]["questions"].as_u64().unwrap() > 0);
    assert_eq!(json["figures"]["undecided"], 0);
}

#[test]
fn a_file_is_written_whole_or_refused() {
    let folder = Folder::new();
    folder.write("orders.pml", ORDERS);
    folder.run(&["relations", "orders.pml", "--json", "out.json"]).expect(0).says("relation");
    assert!(folder.files().contains(&"out.json".to_string()));
    folder.run(&["relations", "orders.pml", "--json", "no/out.json"]).expect(2).complains("cannot write");
}

#[test]
fn opaque_transitions_and_processes_created_at_run_time_are_named() {
    Folder::new().run(&["relations", &model("dynamic.pml"), "--list"]).expect(0).says("transitions");
    Folder::new().run(&["relations", &model("atomic.pml")]).expect(0).says("opaque");
}
