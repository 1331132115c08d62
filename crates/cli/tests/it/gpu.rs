//! The search on a GPU, as far as one can go without one; with one, also what it finds.

use kulan_testing::needs;

use crate::support::*;

/// Whether there is a GPU. The program says why not, in words, and with the exit status of a wrong call.
fn has_device() -> bool {
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("peterson.pml"), "--engine", "gpu"]);
    if ran.status == 0 {
        return true;
    }
    ran.expect(2).complains("error: --engine gpu: ").complains("use --engine explicit");
    false
}

#[test]
fn violations_are_found_on_a_device_and_replay() {
    if !has_device() {
        return needs::skip("there is no GPU");
    }
    for (name, options, property, message) in VIOLATED {
        let folder = Folder::new();
        let file = model(name);
        let ran = folder.run(&[&["check", &file, "--engine", "gpu", "--timeout", "60"], *options].concat()).expect(1);
        let first = ran.stdout.lines().next().unwrap();
        assert!(first.starts_with(&format!("violated: {property} — ")) && first.contains(message), "{name}: {first}");
        let trace = folder.files().pop().expect("the trace is kept");
        folder.run(&["replay", &file, &trace]).expect(0);
    }
}

#[test]
fn what_a_device_does_not_do_is_refused_by_name() {
    let folder = Folder::new();
    let formula = model("formula.pml");
    let named = ["check", &formula, "--engine", "gpu", "--property", "ltl:eventually_x"];
    folder.run(&named).expect(2).complains("--engine gpu checks safety only, not ltl:eventually_x");
    let peterson = model("peterson.pml");
    let on_device =
        |options: &[&str]| folder.run(&[&["check", &peterson, "--engine", "gpu"], options].concat()).expect(2);
    on_device(&["--por", "best"]).complains("--por: --engine gpu searches the whole space");
    on_device(&["--store", "plain"]).complains("--store: --engine gpu has a store of its own");
    on_device(&["--certificate", "c"]).complains("--engine gpu has no certificates");
}

#[test]
fn auto_does_not_speak_of_a_device_that_is_not_there() {
    if has_device() {
        return needs::skip("there is a GPU");
    }
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("peterson.pml")]).expect(0);
    let all = [ran.stdout.as_str(), ran.stderr.as_str()].concat();
    assert!(!all.to_lowercase().contains("gpu") && !all.contains("device"), "{all}");
}
