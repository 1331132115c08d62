//! `kulan certify`.

use std::process::Command;

use crate::support::{Folder, example};

const COUNTER: &str = "int x; active proctype P() { do :: x < 10 -> x++ :: x == 10 -> x = 0 od }\n\
    active proctype Q() { do :: assert(x <= 10) od }";

/// A folder with a model, and the certificate of a proof.
pub fn proved(engine: &str) -> (Folder, String) {
    let folder = Folder::new();
    folder.write("m.pml", COUNTER);
    folder.run(&["check", "m.pml", "--engine", engine, "--certificate", "m.cert", "-q"]).expect(0);
    let text = std::fs::read_to_string(folder.0.join("m.cert")).unwrap();
    (folder, text)
}

/// Puts a model into a folder, and a certificate that no solver can check in a reasonable time.
pub fn hard(folder: &Folder) {
    folder.write("m.pml", "int x, y, z; active proctype P() { do :: x++ :: y++ :: z++ :: x > y + z -> skip od }");
    folder.run(&["check", "m.pml", "--engine", "ic3", "--certificate", "hard.cert", "-q"]).expect(0);
    let text = std::fs::read_to_string(folder.0.join("hard.cert")).unwrap();
    let head: Vec<&str> = text.lines().filter(|l| !l.starts_with("end")).collect();
    folder.write("hard.cert", head.join("\n") + "\nclause x * (y + z) == (x * y) + (x * z)\nend by hand\n");
}

/// A command in a folder, with a solver on the PATH that never answers.
pub fn with_a_slow_judge(folder: &Folder, args: &[&str]) -> Command {
    use std::os::unix::fs::PermissionsExt;
    let judge = folder.write("z3", "#!/bin/sh\nexec sleep 60\n");
    std::fs::set_permissions(judge, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = folder.command(args);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", folder.0.display()));
    command
}

#[test]
fn proofs_of_the_engines_are_accepted() {
    for engine in ["ic3", "kind"] {
        let (folder, _) = proved(engine);
        let ran = folder.run(&["certify", "m.pml", "m.cert", "--timeout", "100"]).expect(0);
        ran.says("accepted: m.pml\nholds: deadlock, assert\ninitial, inductive and safe: ");
        // Comments and places do not count.
        folder.write("m.pml", format!("// moved\n\n{COUNTER}"));
        folder.run(&["certify", "m.pml", "m.cert", "--no-second"]).expect(0);
    }
}

#[test]
fn peterson_is_proved_without_a_look_at_its_states() {
    let folder = Folder::new();
    let model = example("peterson.pml");
    folder.run(&["check", &model, "--engine", "ic3", "--certificate", "p.cert", "-q"]).expect(0);
    folder.run(&["certify", &model, "p.cert"]).expect(0).says("holds: deadlock, assert");
}

#[test]
fn another_model_is_refused() {
    let (folder, _) = proved("ic3");
    folder.write("m.pml", COUNTER.replace("x++", "x = x + 2"));
    let ran = folder.run(&["certify", "m.pml", "m.cert"]).expect(2);
    ran.complains("m.cert does not fit m.pml: it was written for another model").complains("written for m.pml");
    folder.run(&["certify", "m.pml"]).expect(2).complains("the certificate is missing");
    folder.run(&["certify", "m.pml", "none.cert"]).expect(2).complains("cannot read none.cert");
}

#[test]
fn what_proves_nothing_is_refused_with_a_state() {
    let (folder, text) = proved("ic3");
    let head: String = text
        .lines()
        .filter(|l| !l.starts_with("clause") && !l.starts_with("end"))
        .fold(String::new(), |all, l| all + l + "\n");
    folder.write("none.cert", format!("{head}end by hand\n"));
    let ran = folder.run(&["certify", "m.pml", "none.cert"]).expect(1);
    ran.says("refused: none.cert does not prove it of m.pml\nnot safe: assert can fail at [Q").says("x = ");
    folder.write("wrong.cert", format!("{head}clause x <s 5\nend by hand\n"));
    folder.run(&["certify", "m.pml", "wrong.cert"]).expect(1).says("not inductive: clause 1 does not hold after [P");
    folder.write("start.cert", format!("{head}clause x == 1\nend by hand\n"));
    folder.run(&["certify", "m.pml", "start.cert"]).expect(1).says("not initial: clause 1 does not hold at the start");
    folder.write("name.cert", format!("{head}clause z == 1\nend by hand\n"));
    folder.run(&["certify", "m.pml", "name.cert"]).expect(2).complains("there is no variable `z`");
}

#[test]
fn a_damaged_file_is_refused() {
    let (folder, text) = proved("ic3");
    let lines: Vec<&str> = text.lines().collect();
    for count in 0..lines.len() {
        folder.write("cut.cert", lines[..count].join("\n"));
        folder.run(&["certify", "m.pml", "cut.cert"]).expect(2);
    }
    folder.write("changed.cert", text.replacen("never deadlock", "never channel", 1));
    folder.run(&["certify", "m.pml", "changed.cert"]).expect(2).complains("was changed after it was written");
    folder.write("bytes.cert", [0xff, 0xfe, 0, 10, 200]);
    folder.run(&["certify", "m.pml", "bytes.cert"]).expect(2).complains("bytes.cert:1:1: this is no certificate");
    let head: Vec<&str> = lines[..lines.len() - 1].to_vec();
    let instance = head.join("\n").replacen("method", "instance 99 3\nmethod", 1) + "\nend by hand\n";
    folder.write("instance.cert", instance);
    folder.run(&["certify", "m.pml", "instance.cert"]).expect(2).complains("the model cannot have instance 3");
}
