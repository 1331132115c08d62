//! Programs in TMC's language.

use crate::support::*;

#[test]
fn examples_have_no_deadlock() {
    let folder = Folder::new();
    for name in ["coordinator-barrier", "dissemination-barrier", "producers-consumer", "shared-producer-consumer"] {
        for options in [&[] as &[&str], &["--por", "off"]] {
            folder
                .run(&[&["check", &example(&format!("tmc/{name}.tmc")), "-D", "N=3"], options].concat())
                .expect(0)
                .says("holds: ");
        }
    }
}

#[test]
fn parameters_are_set_with_d() {
    let folder = Folder::new();
    let path = example("tmc/coordinator-barrier.tmc");
    let options = ["--por", "off", "--no-merge", "--no-reset-dead"];
    let run = |defines: &[&str]| folder.run(&[&["check", &path] as &[&str], defines, &options].concat());
    run(&["-D", "N=3"]).expect(0).says("220 states, 560 transitions");
    run(&["-D", "M=3"]).expect(2).complains("-D M: the model has no such parameter");
}

#[test]
fn a_certificate_is_about_one_choice_of_parameters() {
    let folder = Folder::new();
    let path = example("tmc/coordinator-barrier.tmc");
    let run = |define: &[&str]| folder.run(&[&["check", &path, "--certificate", "proof"], define].concat());
    run(&[]).expect(2).complains("a proof is about one choice of parameters");
    run(&["-D", "N=2"]).expect(0);
    folder.run(&["certify", &path, "proof"]).expect(0).says("accepted: ");
}

#[test]
fn a_deadlock_says_what_everyone_waits_for() {
    let folder = Folder::new();
    let text = "model m;\nproc P[2] {\n  l: recv(null, 1 - pid, 0); goto k;\n  k: send(0, 1 - pid, 0); goto l;\n}\n";
    folder.write("ring.tmc", text);
    let ran = folder.run(&["check", "ring.tmc", "-D", "chanSize=1"]).expect(1);
    ran.says("violated: deadlock").says("P[0]  ring.tmc:3  waits for recv(null, 1 - pid, 0)");
}
