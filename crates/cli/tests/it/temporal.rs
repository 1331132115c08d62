//! Formulas, claims and cycles.

use crate::support::*;

const SERVER: &str = "server.pml";

/// Ways to search, with and without reduction.
const WAYS: &[&[&str]] = &[
    &["--threads", "1"],
    &["--threads", "2"],
    &["--por", "off", "--threads", "2"],
    &["--por", "beam", "--stubborn", "weak", "--proviso", "vi"],
    &["--por", "deletion", "--proviso", "c2"],
    &["--por", "beam", "--proviso", "vi-c3"],
    &["--por", "best", "--proviso", "c2-c3"],
    &["--por", "components"],
    &["--por", "pruned", "--proviso", "c2-c3"],
    &["--visibility", "transparent", "--store", "plain"],
    &["--visibility", "invisible", "--execution", "interpret"],
    &["--por", "off", "--no-merge", "--no-reset-dead"],
];

#[test]
fn each_formula_has_a_verdict_of_its_own() {
    let folder = Folder::new();
    for way in WAYS {
        let ran = folder.run(&[&["check", &model(SERVER), "--no-trace"], *way].concat()).expect(1);
        ran.says("violated: ltl:always_served").says("ltl:known          holds").says("back to step");
    }
}

#[test]
fn formulas_without_names_are_numbered() {
    let folder = Folder::new();
    let one = "byte x; active proctype P() { x = 1 } ltl { <> (x == 1) } ltl named { [] (x < 3) }";
    folder.write("one.pml", one);
    folder.write("two.pml", format!("{one} ltl {{ [] (x < 1) }}"));
    folder.run(&["check", "one.pml"]).expect(0).says("ltl        holds").says("ltl:named  holds");
    folder.run(&["check", "two.pml"]).expect(1).says("ltl:ltl_0  holds").says("violated: ltl:ltl_1");
    folder.run(&["check", "two.pml", "--property", "ltl_0"]).expect(0);
}

#[test]
fn runs_that_go_round_replay() {
    let folder = Folder::new();
    for way in WAYS {
        let args = ["check", &model(SERVER), "--property", "always_served", "--trace", "it.trace"];
        folder.run(&[&args[..], *way].concat()).expect(1);
        folder.run(&["replay", &model(SERVER), "it.trace"]).expect(0).says("the trace replays");
    }
    // A run that is cut off is no violation any more.
    let text = std::fs::read_to_string(folder.0.join("it.trace")).unwrap();
    let mut trace: serde_json::Value = serde_json::from_str(&text).unwrap();
    trace["cycle_start"] = 0.into();
    folder.write("other.trace", trace.to_string());
    folder.run(&["replay", &model(SERVER), "other.trace"]).expect(2).complains("does not fit");
}

#[test]
fn formulas_of_the_command_line() {
    let folder = Folder::new();
    let formula = ["--ltl", "[] <> (served == 0)", "--property", "formula"];
    folder.run(&[&["check", &model(SERVER)], &formula[..]].concat()).expect(1).says("violated: ltl:formula");
    folder.run(&["replay", &model(SERVER), "server.pml.trace"]).expect(0);
    folder.write("f.ltl", "[] (served <= 1)\n");
    folder.run(&["check", &model(SERVER), "--ltl", "@f.ltl", "--property", "formula"]).expect(0);
    let both = ["check", &model(SERVER), "--visibility", "transparent", "--proviso", "vi"];
    folder.run(&both).expect(2).complains("needs --proviso c2-c3");
    let wrong = ["check", &model(SERVER), "--ltl", "[] (servd == 0)"];
    folder.run(&wrong).expect(2).complains("did you mean `served`?");
    folder.run(&["check", &model(SERVER), "--ltl", "[] ("]).expect(2).complains("command line:1");
}

#[test]
fn claims_of_files() {
    let folder = Folder::new();
    let claim = folder.write("claim", "never { do :: served == 1 -> break :: else od; accept: do :: served == 1 od }");
    let args = ["check", &model(SERVER), "--never", &claim.display().to_string(), "--property", "never"];
    folder.run(&args).expect(1).says("violated: never");
    folder.run(&["replay", &model(SERVER), "server.pml.trace"]).expect(0);
    let claim = folder.write("claim", "never { served = 2 }");
    let args = ["check", &model(SERVER), "--never", &claim.display().to_string()];
    folder.run(&args).expect(2).complains("a claim only watches");
}

#[test]
fn automata_of_other_tools() {
    let folder = Folder::new();
    let text = "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"served == 1\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n\
                State: 0\n[t] 0\n[0] 1\nState: 1 {0}\n[0] 1\n--END--\n";
    let file = folder.write("a.hoa", text).display().to_string();
    let ran = folder.run(&["check", &model(SERVER), "--por", "best", "--hoa", &file, "--property", "hoa"]).expect(1);
    ran.says("violated: hoa").says("(reduced)");
    folder.run(&["replay", &model(SERVER), "server.pml.trace"]).expect(0);
    let file = folder.write("b.hoa", text.replace("Inf(0)", "Fin(0)")).display().to_string();
    folder.run(&["check", &model(SERVER), "--hoa", &file]).expect(2).complains("b.hoa:");
}

#[test]
fn cycles_without_progress() {
    let folder = Folder::new();
    folder.run(&["check", &model(SERVER), "--property", "progress"]).expect(0);
    let file = folder
        .write("m.pml", "bool x; active proctype P() { do :: x = !x od }\nactive proctype Q() { progress: skip }");
    folder.run(&["check", &file.display().to_string(), "--property", "progress"]).expect(1).says("forever");
}

#[test]
fn fairness_rules_out_runs_that_forget_a_process() {
    let folder = Folder::new();
    let file = folder.write(
        "m.pml",
        "bool x, y; active proctype P() { do :: x = !x od }\nactive proctype Q() { y = true }\nltl f { <> y }",
    );
    let file = file.display().to_string();
    folder.run(&["check", &file, "--no-trace"]).expect(1);
    folder
        .run(&["check", &file, "--no-trace", "--fair"])
        .expect(0)
        .says("not reduced: reduction does not keep fair runs");
    folder.run(&["check", &file, "--fair", "--por", "beam"]).expect(2).complains("cannot be combined");
}

#[test]
fn formulas_that_notice_stuttering_are_not_reduced() {
    let folder = Folder::new();
    let args = ["check", &model(SERVER), "--ltl", "[] (waiting[0] -> X (served <= 1))", "--property", "formula"];
    folder.run(&args).expect(0).says("not reduced: the property may notice stuttering");
}

#[test]
fn a_run_that_ends_stays_where_it_is() {
    let folder = Folder::new();
    let file = folder.write("m.pml", "byte x; active proctype P() { x = 1; x == 2 }\nltl f { <> (x == 2) }");
    let ran = folder.run(&["check", &file.display().to_string(), "--property", "f"]).expect(1);
    ran.says("the run stays here forever");
}
