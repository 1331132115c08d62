//! What counterexamples look like. `BLESS=1` writes what is seen into tests/expected.

use std::path::Path;

use crate::support::*;

/// Compares with the expected text, figures and folders apart.
#[track_caller]
fn looks_like(name: &str, args: &[&str], columns: &str) {
    let folder = Folder::new();
    let mut command = folder.command(&[args, &["--search", "bfs", "--threads", "1"]].concat());
    command.env("COLUMNS", columns);
    let ran = finish(command).expect(1);
    let models = format!("{}/tests/models/", env!("CARGO_MANIFEST_DIR"));
    let lines = ran.stdout.lines().filter(|l| !l.contains("; states take ") && !l.contains(", depth "));
    let seen: String = lines.map(|l| l.replace(&models, "") + "\n").collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected").join(name);
    kulan_testing::files::agrees(&path, &seen);
}

/// Without transformations, so that only the look is tested.
const PLAIN: [&str; 2] = ["--no-merge", "--no-reset-dead"];

#[test]
fn a_list() {
    looks_like("list.txt", &["check", &model("rendezvous.pml"), PLAIN[0], PLAIN[1], "--lanes", "never"], "90");
}

#[test]
fn a_narrow_list() {
    looks_like("narrow.txt", &["check", &model("rendezvous.pml"), PLAIN[0], PLAIN[1]], "60");
}

#[test]
fn lanes() {
    looks_like("lanes.txt", &["check", &model("rendezvous.pml"), PLAIN[0], PLAIN[1]], "140");
}

#[test]
fn a_deadlock() {
    looks_like("deadlock.txt", &["check", &model("philosophers.pml"), PLAIN[0], PLAIN[1]], "100");
}

#[test]
fn messages_in_lanes() {
    let args = ["check", &model("buffered.pml"), PLAIN[0], PLAIN[1], "--lanes", "always", "--no-deadlock"];
    looks_like("messages.txt", &args, "80");
}

#[test]
fn why_a_process_is_blocked() {
    let folder = Folder::new();
    let text = "chan c = [0] of { byte }; chan d = [1] of { byte }; chan g = [0] of { byte }; bool b[2]; byte x = 4;\n\
                active proctype A() { byte i = 1; b[i] && x > 3; x = 9 }\n\
                active proctype B() { d!1; d!2 }\n\
                active proctype C() { byte y; if :: g?y :: x == 5 fi }\n\
                active proctype D() { c!1; x == 5; g!2 }\n\
                active proctype E() { byte y; c?y; c?y }\n\
                active proctype F() { d?[9] -> d?9 }\n";
    folder.write("m.pml", text);
    let ran = folder.run(&["check", "m.pml", "--search", "bfs"]).expect(1);
    let ran = ran.says("waits for b[i] && x > 3  (needs b[i] != false; i is 1, b[1] is false)");
    let ran = ran.says("waits for d!2  (d is full)").says("waits for x == 5  (x is 4)");
    let ran = ran.says("waits for a message on g  (no process is ready to send)");
    ran.says("E(4)  m.pml:6  waits for c?y  (no process is ready to send)").says("waits for d?[9]");
}

/// The words of a command line, some of them in quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let split = |(i, part): (usize, &str)| match i % 2 {
        0 => part.split_whitespace().map(String::from).collect(),
        _ => vec![part.to_string()],
    };
    parts.flat_map(split).collect()
}

/// What README.md shows of a run is what the run says: verdicts and properties. Steps and times may differ.
#[test]
fn readme_shows_what_happens() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let (mut commands, mut compared, mut said) = (0, 0, None::<String>);
    for line in readme.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            said = said.filter(|_| line.is_empty());
            continue;
        };
        if let Some(call) = line.strip_prefix("$ kulan ") {
            let call = words(call);
            let args: Vec<&str> = call.iter().map(String::as_str).chain(["--no-trace"]).collect();
            let mut command = Folder::new().command(&args);
            command.current_dir(root);
            said = Some(finish(command).stdout);
            commands += 1;
        } else if let Some(said) = &said
            && ["violated: ", "holds: ", "  deadlock ", "  assert ", "  invariant "].iter().any(|s| line.starts_with(s))
        {
            assert!(said.contains(line), "README.md shows {line:?}, but this is what happens:\n{said}");
            compared += 1;
        }
    }
    assert!(commands >= 4 && compared >= 8, "{commands} commands, {compared} lines");
}
