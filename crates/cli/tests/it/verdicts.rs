//! The first line and the exit status.

use crate::support::*;

#[test]
fn models_without_violation_hold() {
    let folder = Folder::new();
    for (name, says) in [("peterson.pml", "holds: "), ("formula.pml", "ltl:eventually_x  holds")] {
        let ran = folder.run(&["check", &model(name)]).expect(0).says(says);
        assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    }
    assert!(folder.files().is_empty(), "nothing to keep: {:?}", folder.files());
}

#[test]
fn violations_are_named_in_the_first_line() {
    let folder = Folder::new();
    for (name, options, property, message) in VIOLATED {
        let ran = folder.run(&[&["check", &model(name)], *options].concat()).expect(1);
        let first = ran.stdout.lines().next().unwrap();
        assert!(first.starts_with(&format!("violated: {property} — ")), "{name}: {first}");
        assert!(first.contains(message), "{name}: {first}");
        let last = ran.stdout.lines().last().unwrap();
        assert!(last.starts_with("replay it with:  kulan replay "), "{name}: {last}");
    }
}

#[test]
fn quiet_says_the_verdict_only() {
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("index.pml"), "--quiet"]).expect(1);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    let ran = folder.run(&["check", &model("peterson.pml"), "-q"]).expect(0);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
}

#[test]
fn all_errors_are_counted() {
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("buffered.pml"), "--all-errors", "--threads", "1"]).expect(1);
    ran.says("assert    violated").says("deadlock  violated").says("time");
    let mut files = folder.files();
    files.sort();
    assert_eq!(files.len(), 2, "one trace per kind: {files:?}");
    for file in files {
        folder.run(&["replay", &model("buffered.pml"), &file]).expect(0);
    }
}

#[test]
fn what_is_not_wanted_is_not_found() {
    let folder = Folder::new();
    let buffered = model("buffered.pml");
    folder.run(&["check", &buffered, "--no-deadlock", "--no-assert"]).expect(2).complains("nothing to check");
    let ran = folder.run(&["check", &buffered, "--property", "deadlock"]).expect(1);
    assert!(!ran.stdout.contains("assert"), "{}", ran.stdout);
    folder.run(&["check", &buffered, "--property", "assert", "--search", "bfs"]).expect(1).says("violated: assert");
    folder.run(&["check", &model("philosophers.pml"), "--property", "assert"]).expect(0);
}

#[test]
fn formulas_that_are_not_checked_are_named() {
    let folder = Folder::new();
    let formula = model("formula.pml");
    folder.run(&["check", &formula, "--property", "deadlock"]).expect(0).says("not checked: ltl:eventually_x");
    folder.run(&["check", &formula, "--property", "eventually_x"]).expect(0).says("ltl:eventually_x  holds");
    folder.run(&["check", &formula, "--property", "nonsense"]).expect(2).complains("no property nonsense");
}

#[test]
fn every_reduction_gives_the_same_verdict() {
    let folder = Folder::new();
    for por in ["off", "auto", "beam", "deletion", "closure"] {
        for kind in ["strong", "weak"] {
            folder.run(&["check", &model("peterson.pml"), "--por", por, "--stubborn", kind]).expect(0);
        }
    }
}

#[test]
fn what_was_asked_for_is_not_hidden_by_other_errors() {
    let text =
        "byte a[2], i = 2;\nactive proctype p() { if :: a[i] = 1 :: i = 0; a[i] = 1; assert(a[0] == 1); false fi }\n";
    let folder = Folder::new();
    folder.write("both.pml", text);
    folder.run(&["check", "both.pml", "--no-trace", "--search", "bfs"]).expect(1).says("violated: index");
    let ran = folder.run(&["check", "both.pml", "--no-trace", "--property", "deadlock"]);
    ran.expect(1).says("deadlock  violated").says("index     violated");
    let ran = folder.run(&["check", "both.pml", "--no-trace", "--property", "assert"]);
    ran.expect(1).says("assert  holds").says("index   violated");
}
