//! Wrong input and wrong calls: exit status 2 and a message that helps.

use crate::support::*;

#[test]
fn files_that_are_no_models() {
    let folder = Folder::new();
    folder.write("empty.pml", "  \n");
    folder.write("model.txt", "active proctype P() { skip }\n");
    folder.write("noise.pml", [0xff, 0x00, 0x9f, b'\n', 0xc3]);
    folder.run(&["check", "absent.pml"]).expect(2).complains("there is no such file");
    folder.run(&["check", "."]).expect(2).complains("it is a folder");
    folder.run(&["check", "empty.pml"]).expect(2).complains("the file is empty");
    folder.run(&["check", "model.txt"]).expect(2).complains("--language promela");
    folder.run(&["check", "model.txt", "--language", "promela"]).expect(0);
    folder.run(&["check", "noise.pml"]).expect(2).complains("error");
    for command in ["simulate", "check"] {
        folder.run(&[command, &model("wrong.pml")]).expect(2).complains("wrong.pml:4:6");
    }
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    let file = model("index.pml");
    for option in ["--json", "--trace"] {
        folder.run(&["check", &file, option, "no/such/place"]).expect(2).complains("there is no such folder");
        folder.run(&["check", &file, option, "."]).expect(2).complains("it is a folder");
    }
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

#[test]
fn calls_that_make_no_sense() {
    let folder = Folder::new();
    let file = model("index.pml");
    for args in [
        &["check"][..],
        &["frobnicate"],
        &["check", &file, "--threads", "0"],
        &["check", &file, "--memory", "lots"],
        &["check", &file, "--timeout", "-1"],
        &["check", &file, "--store", "cellar"],
        &["check", &file, "-D", "1x=3"],
        &["check", &file, "--no-trace", "--trace", "x"],
        &["replay", &file],
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.stdout);
        assert!(ran.stderr.starts_with("error"), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn help_is_there() {
    let folder = Folder::new();
    folder.run(&["--help"]).expect(0).says("Exit status").says("kulan check model.pml");
    folder.run(&["check", "--help"]).expect(0).says("--max-states").says("Examples");
    folder.run(&["--version"]).expect(0).says("kulan");
}

#[test]
fn a_model_cannot_steer_the_terminal() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; /* \x1b[31m */ active proctype P() { x = 1; assert(x == \x1b 2) }\n");
    let ran = folder.run(&["check", "m.pml"]);
    assert!(!ran.stdout.contains('\x1b') && !ran.stderr.contains('\x1b'), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_label_that_does_not_exist_is_an_error() {
    let folder = Folder::new();
    let text = "byte n; active proctype P() { do :: n++; critical: n-- od }\nltl l { [] !(P[0]@critcal) }\n";
    folder.write("m.pml", text);
    folder.run(&["check", "m.pml"]).expect(2).complains("no label `critcal`").complains("did you mean `critical`?");
    folder.write("m.pml", text.replace("critcal", "critical"));
    folder.run(&["check", "m.pml"]).expect(1);
}
