//! `kulan export`.

use crate::support::{Folder, example};

#[test]
fn every_format_is_written() {
    let folder = Folder::new();
    let model = example("peterson.pml");
    for (format, begin) in [
        ("btor2", "; "),
        ("smt2", "; "),
        ("dot", "digraph states {"),
        ("aut", "des (0,"),
        ("json", "{\n  \"tool\": \"kulan\""),
    ] {
        let shown = folder.run(&["export", &model, "--format", format]).expect(0).stdout;
        assert!(shown.starts_with(begin), "{format}: {shown}");
        folder.run(&["export", &model, "--format", format, "--output", "out"]).expect(0);
        assert_eq!(std::fs::read_to_string(folder.0.join("out")).unwrap(), shown);
    }
}

#[test]
fn a_graph_has_as_many_states_as_a_search_finds() {
    let folder = Folder::new();
    let model = example("peterson.pml");
    let plain = ["--no-merge", "--no-reset-dead", "--por", "off", "--json", "-"];
    let report = folder.run(&[&["check", &model], &plain[..]].concat()).expect(0).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let aut = folder.run(&["export", &model, "--format", "aut"]).expect(0).stdout;
    let head = format!("des (0,{},{})\n", report["figures"]["transitions"], report["figures"]["states"]);
    assert!(aut.starts_with(&head), "{head}{aut}");
}

#[test]
fn too_many_states_leave_no_file() {
    let folder = Folder::new();
    let model = example("peterson.pml");
    let ran = folder.run(&["export", &model, "--format", "dot", "--output", "out.dot", "--max-states", "5"]).expect(3);
    ran.complains("more than 5 states (--max-states raises it)");
    assert!(folder.files().is_empty());
    folder
        .run(&["export", &model, "--format", "dot", "--output", "none/out.dot"])
        .expect(2)
        .complains("no such folder");
}

#[test]
fn processes_that_are_created_are_found_first() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; proctype P() { x = 1 } init { run P(); run P() }");
    let text = folder.run(&["export", "m.pml", "--format", "smt2"]).expect(0).stdout;
    assert!(text.contains("P(1)") && text.contains("P(2)"), "{text}");
}
