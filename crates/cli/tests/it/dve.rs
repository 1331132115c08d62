//! DVE, and conditions on states.

use crate::support::*;

/// A counter that runs over behind three steps of `Q`, which can go on from the error state.
const OVER: &str = "byte x = 254;
process P { state s, t; init s; trans s -> t { effect x = x + 1; }, t -> s {}; }
process Q { state u, v; init v; trans u -> v { effect x = 7; }; }
system async;
";

/// Ways to search, with and without reduction.
const WAYS: &[&[&str]] = &[
    &[],
    &["--por", "off", "--no-merge", "--no-reset-dead"],
    &["--por", "beam", "--no-merge"],
    &["--por", "deletion", "--stubborn", "weak", "--no-split"],
    &["--execution", "interpret", "--search", "bfs", "--threads", "1"],
];

#[test]
fn errors_lead_to_a_state_of_their_own() {
    let folder = Folder::new();
    folder.write("over.dve", OVER);
    for way in WAYS {
        let ran = folder.run(&[&["check", "over.dve", "--all-errors"], *way].concat()).expect(1);
        ran.says("overflow  violated").says("deadlock  violated").says("does not fit into `x`, a byte");
        folder.run(&["replay", "over.dve", "over.dve.trace"]).expect(0).says("the trace replays");
        // Nobody looks for the error, but what follows it is there.
        let ran = folder.run(&[&["check", "over.dve", "--no-errors"], *way].concat()).expect(1);
        ran.says("violated: deadlock — no process can go on\n").says("error: the value does not fit");
        folder.run(&["replay", "over.dve", "over.dve.trace"]).expect(0);
        folder.run(&[&["check", "over.dve", "--overflow", "wrap"], *way].concat()).expect(0);
    }
}

#[test]
fn conditions_on_all_states() {
    let folder = Folder::new();
    let model = example("dve/peterson.dve");
    for way in WAYS {
        let both = ["check", &model, "-D", "both=P0.critical and P1.critical", "--invariant", "not both"];
        folder.run(&[&both[..], &["--property", "invariant"], *way].concat()).expect(0).says("invariant  holds");
        let wrong = ["check", &model, "--invariant", "turn == 0 or not P0.critical", "--property", "invariant"];
        let ran = folder.run(&[&wrong[..], *way].concat()).expect(1);
        ran.says("violated: invariant — a state in which this does not hold: turn == 0 or not P0.critical");
        folder.run(&["replay", &model, "peterson.dve.trace"]).expect(0).says("waits -> critical");
    }
    folder.run(&["check", &model, "--invariant", "turn = 0"]).expect(2).complains("command line:1");
    folder.run(&["check", &model, "--invariant", "trn == 0"]).expect(2).complains("did you mean `turn`?");
    folder.run(&["check", &model, "--invariant", "F (turn == 0)"]).expect(2).complains("command line:1");
    folder.run(&["check", &model, "--never", "x"]).expect(2);
}

#[test]
fn conditions_on_all_states_of_promela() {
    let folder = Folder::new();
    let model = example("peterson.pml");
    for way in WAYS {
        folder.run(&[&["check", &model, "--invariant", "inside <= 1"], *way].concat()).expect(0);
        let wrong = ["check", &model, "--invariant", "!(wants[0] && wants[1])", "--property", "invariant"];
        folder.run(&[&wrong[..], *way].concat()).expect(1).says("violated: invariant");
        folder.run(&["replay", &model, "peterson.pml.trace"]).expect(0);
    }
    folder.run(&["check", &model, "--invariant", "[] (turn == 0)"]).expect(2).complains("a temporal formula");
}

#[test]
fn properties_of_dve() {
    let folder = Folder::new();
    let model = example("dve/peterson.dve");
    for way in WAYS {
        folder.run(&[&["check", &model, "--no-trace"], *way].concat()).expect(0).says("property:starves  holds");
        let formula = ["check", &model, "--ltl", "G F P0.critical", "--property", "ltl:formula"];
        folder.run(&[&formula[..], *way].concat()).expect(1).says("violated: ltl:formula").says("back to step");
        folder.run(&["replay", &model, "peterson.dve.trace"]).expect(0);
    }
    folder.run(&["check", &model, "--ltl", "G (F P0.critical"]).expect(2).complains("command line:1");
    folder.run(&["check", &example("dve/bounded-buffer.dve")]).expect(0).says("assert    holds");
}

#[test]
fn negations_and_names_of_properties() {
    let folder = Folder::new();
    folder
        .write("m.dve", "byte x;\nprocess P { state s; init s; trans s -> s { effect x = 1 - x; }; }\nsystem async;\n");
    for holds in ["!(x == 2) && !!P.s", "not x == 2 || x < 2", "x imply !(x == 0)", "!x imply x == 0"] {
        folder.run(&["check", "m.dve", "--invariant", holds]).expect(0);
        folder.run(&["check", "m.dve", "--invariant", &format!("!({holds})")]).expect(1);
    }
    let ran = folder.run(&["check", "m.dve", "--property", "acceptance"]).expect(2);
    let known = ran.stderr.split("it has").nth(1).unwrap();
    assert!(!known.contains("acceptance"), "{}", ran.stderr);
}
