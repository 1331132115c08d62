//! From check to trace file to replay.

use serde_json::Value;

use crate::support::*;

/// Ways to search that must all give traces that replay.
const WAYS: &[&[&str]] = &[
    &[],
    &["--search", "bfs"],
    &["--no-merge", "--no-reset-dead", "--threads", "1"],
    &["--store", "plain", "--shorten", "0"],
    &["--threads", "2", "--shorten", "0", "--no-merge"],
    &["--execution", "interpret", "--threads", "1"],
];

#[test]
fn every_violation_replays_however_it_was_found() {
    let folder = Folder::new();
    for (name, options, property, _) in VIOLATED {
        for way in WAYS {
            let file = model(name);
            let args = [&["check", &file, "--trace", "it.trace"], *options, *way].concat();
            folder.run(&args).expect(1);
            let ran = folder.run(&["replay", &file, "it.trace"]).expect(0);
            ran.says(&format!("violated: {property} — ")).says("the trace replays and ends as recorded");
            std::fs::remove_file(folder.0.join("it.trace")).unwrap();
        }
    }
}

fn recorded(folder: &Folder, name: &str) -> Value {
    folder.run(&["check", &model(name), "--search", "bfs", "--threads", "1", "--trace", "it.trace"]).expect(1);
    serde_json::from_slice(&std::fs::read(folder.0.join("it.trace")).unwrap()).unwrap()
}

#[test]
fn a_trace_is_kept_by_default_and_not_when_not_wanted() {
    let folder = Folder::new();
    folder.run(&["check", &model("index.pml"), "--no-trace"]).expect(1);
    assert!(folder.files().is_empty(), "{:?}", folder.files());
    folder.run(&["check", &model("index.pml")]).expect(1).says("index.pml.trace");
    assert_eq!(folder.files(), ["index.pml.trace"]);
}

#[test]
fn a_trace_tells_what_it_is() {
    let folder = Folder::new();
    let trace = recorded(&folder, "index.pml");
    assert_eq!(trace["format"], "kulan-trace");
    assert_eq!(trace["version"], 1);
    assert_eq!(trace["property"]["name"], "index");
    assert_eq!(trace["length"], "shortest");
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 11);
    assert_eq!(steps[1]["changes"]["a[0]"], "0 -> 1");
    assert_eq!(steps[1]["line"], 8);
}

#[test]
fn defines_are_kept_with_the_trace() {
    let folder = Folder::new();
    let file = model("philosophers.pml");
    folder.run(&["check", &file, "-D", "N=2", "--trace", "it.trace"]).expect(1);
    folder.run(&["replay", &file, "it.trace"]).expect(0);
    folder.run(&["replay", &file, "it.trace", "-D", "N=3"]).expect(2).complains("does not fit");
}

#[test]
fn a_trace_of_another_model_is_refused() {
    let folder = Folder::new();
    recorded(&folder, "index.pml");
    let ran = folder.run(&["replay", &model("division.pml"), "it.trace"]).expect(2);
    let ran = ran.complains("step 1 cannot happen").complains("expected: P(0): i <= 3");
    ran.complains("possible: P(0): m = 6/n").complains("index.pml");
}

#[test]
fn a_changed_model_is_noticed() {
    let folder = Folder::new();
    let file = folder.write("m.pml", "byte x;\nactive proctype P() {\n  x = 1;\n  x = 2;\n  assert(x == 1)\n}\n");
    let file = file.display().to_string();
    folder.run(&["check", &file, "--trace", "it.trace"]).expect(1);
    folder.run(&["replay", &file, "it.trace"]).expect(0);
    folder.write("m.pml", "byte x;\nactive proctype P() {\n  x = 1;\n  x = 3;\n  assert(x == 1)\n}\n");
    folder.run(&["replay", &file, "it.trace"]).expect(2).complains("step 2 cannot happen").complains("x = 3");
    folder.write("m.pml", "byte x = 7;\nactive proctype P() {\n  x = 1;\n  x = 2;\n  assert(x == 1)\n}\n");
    folder.run(&["replay", &file, "it.trace"]).expect(2).complains("step 1 cannot happen").complains("7 -> 1");
    folder.write("m.pml", "byte x;\nactive proctype P() {\n  x = 1;\n  x = 2;\n  assert(x == 2)\n}\n");
    folder.run(&["replay", &file, "it.trace"]).expect(2);
}

#[test]
fn a_trace_that_claims_too_much_is_refused() {
    let folder = Folder::new();
    let mut trace = recorded(&folder, "index.pml");
    trace["property"]["name"] = "deadlock".into();
    folder.write("false.trace", trace.to_string());
    folder.run(&["replay", &model("index.pml"), "false.trace"]).expect(2).complains("does not fit");
    let mut trace = recorded(&folder, "index.pml");
    trace["property"]["message"] = "something else".into();
    folder.write("false.trace", trace.to_string());
    folder.run(&["replay", &model("index.pml"), "false.trace"]).expect(2).complains("does not fit");
    let mut trace = recorded(&folder, "philosophers.pml");
    trace["steps"].as_array_mut().unwrap().pop();
    folder.write("false.trace", trace.to_string());
    folder.run(&["replay", &model("philosophers.pml"), "false.trace"]).expect(2).complains("do not end with deadlock");
}

#[test]
fn damaged_traces_are_refused() {
    let folder = Folder::new();
    let trace = recorded(&folder, "index.pml");
    let text = trace.to_string();
    let damaged = [
        (text[..text.len() / 2].to_string(), "not a usable trace"),
        (String::new(), "not a usable trace"),
        ("{}".to_string(), "\"format\""),
        ("[1, 2]".to_string(), "\"format\""),
        (text.replace("\"version\":1", "\"version\":99"), "version 99"),
        (text.replace("\"version\":1", "\"version\":null"), "no version"),
        (text.replace("0 -> 1", "0 1"), "is not of the form"),
        (text.replace("\"line\":8", "\"line\":\"8\""), "not a usable trace"),
    ];
    for (number, (content, complaint)) in damaged.iter().enumerate() {
        folder.write("damaged.trace", content);
        let ran = folder.run(&["replay", &model("index.pml"), "damaged.trace"]);
        assert_eq!(ran.status, 2, "{number}: {}", ran.stdout);
        ran.complains(complaint);
    }
    folder.write("damaged.trace", [0xff, 0xfe, 0x00]);
    folder.run(&["replay", &model("index.pml"), "damaged.trace"]).expect(2).complains("not a usable trace");
    folder.run(&["replay", &model("index.pml"), "absent.trace"]).expect(2).complains("absent.trace");
}

#[test]
fn depth_first_counterexamples_are_shortened() {
    let folder = Folder::new();
    let file = model("philosophers.pml");
    let steps = |length: &str, args: &[&str]| {
        let ran =
            folder.run(&[&["check", &file, "-D", "N=4", "--threads", "1", "--json", "-"], args].concat()).expect(1);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let property = report["properties"].as_array().unwrap().iter().find(|p| p["name"] == "deadlock").unwrap();
        assert_eq!(property["trace"]["length"], length);
        property["trace"]["steps"].as_array().unwrap().len()
    };
    let shortest = steps("shortest", &["--search", "bfs"]);
    assert_eq!(steps("shortest", &["--shorten", "5"]), shortest);
    assert!(steps("as-found", &["--shorten", "0"]) >= shortest);
}

#[test]
fn a_model_that_was_renamed_or_commented_still_replays() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(model("index.pml")).unwrap();
    folder.write("old.pml", &text);
    folder.run(&["check", "old.pml"]).expect(1);
    folder.write("new.pml", &text);
    folder.write("old.pml", format!("/* a comment\n */\n{text}"));
    for name in ["new.pml", "old.pml"] {
        let ran = folder.run(&["replay", name, "old.pml.trace"]).expect(0);
        ran.says("the model has changed since, but its steps still match: step 1 was at old.pml:")
            .says("the trace replays");
    }
    let lasso = "bool b;\nactive proctype P() {\ndo :: b = !b od }\n";
    folder.write("lasso.pml", lasso);
    folder.run(&["check", "lasso.pml", "--ltl", "<> [] b"]).expect(1);
    folder.write("lasso.pml", lasso.replace("\ndo", "\n\n do"));
    folder
        .run(&["replay", "lasso.pml", "lasso.pml.trace"])
        .expect(0)
        .says("step 1 was at lasso.pml:3:7, and is at lasso.pml:4:8");
}

#[test]
fn a_model_that_was_changed_is_told_how_far_it_fits() {
    let folder = Folder::new();
    let text = "byte x;\nactive proctype P() { x = 1; x = 2; assert(x == 1) }\n";
    folder.write("m.pml", text);
    folder.run(&["check", "m.pml"]).expect(1);
    folder.write("m.pml", format!("\n{}", text.replace("x = 2", "x = 3")));
    let ran = folder.run(&["replay", "m.pml", "m.pml.trace"]).expect(2);
    ran.complains("step 2 cannot happen, unlike those before it")
        .complains("expected: P(0): x = 2 (m.pml:2)")
        .complains("x = 3");
}

#[test]
fn a_trace_knows_how_values_overflow() {
    let folder = Folder::new();
    let text =
        "byte x = 255, y = 7;\nprocess P { state s, t; init s; trans s -> t { effect x = x + 1; }; }\nsystem async;\n";
    folder.write("m.dve", text);
    folder.run(&["check", "m.dve", "--overflow", "wrap", "--invariant", "x > 0", "--property", "invariant"]).expect(1);
    folder.run(&["replay", "m.dve", "m.dve.trace"]).expect(0).says("x: 255 -> 0");
}

#[test]
fn an_error_at_the_end_resets_nothing() {
    let folder = Folder::new();
    let text = "byte x = 255, y = 7;\nprocess P { state s, t, u; init s; \
                trans s -> t { effect y = 9; }, t -> u { effect x = x + 1; }; }\nsystem async;\n";
    folder.write("m.dve", text);
    let ran = folder.run(&["check", "m.dve", "--no-deadlock"]).expect(1).says("error: the value does not fit into `x`");
    assert!(!ran.stdout.contains("-> 0"), "{}", ran.stdout);
    folder.run(&["replay", "m.dve", "m.dve.trace"]).expect(0);
    // A trace that lists them, as earlier ones do.
    let trace = std::fs::read_to_string(folder.0.join("m.dve.trace")).unwrap();
    let older = trace.replace("\"changes\": {}", "\"changes\": { \"x\": \"255 -> 0\", \"y\": \"9 -> 0\" }");
    assert_ne!(older, trace);
    folder.write("m.dve.trace", older);
    folder.run(&["replay", "m.dve", "m.dve.trace"]).expect(0);
}

#[test]
fn a_trace_that_is_replaced_is_said_to_be() {
    let folder = Folder::new();
    let first = folder.run(&["check", &model("index.pml")]).expect(1);
    assert!(!first.stdout.contains("replaced"), "{}", first.stdout);
    folder.run(&["check", &model("index.pml")]).expect(1).says("(the file existed; it was replaced)");
    folder.run(&["check", &model("index.pml"), "--trace", "other.trace"]).expect(1);
}
