//! What counterexamples look like. `BLESS=1` writes what is seen into tests/expected.

use std::path::Path;

use kulan_testing::{files, needs};

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

/// A ring of processes that hand on a message, through buffers or not.
fn ring(processes: usize, capacity: usize) -> String {
    format!(
        "chan c[{processes}] = [{capacity}] of {{ byte }};\nactive [{processes}] proctype Node() {{ byte v;\n\
         if :: _pid == 0 -> c[1]!7 :: else fi;\nc[_pid]?v; c[(_pid+1)%{processes}]!v;\nassert(_pid != 0) }}\n"
    )
}

#[test]
fn lanes_keep_in_line_however_narrow() {
    let folder = Folder::new();
    for (processes, capacity) in [(2, 1), (4, 1), (4, 0), (10, 1), (10, 0)] {
        folder.write("narrow-lanes.pml", ring(processes, capacity));
        folder.run(&["check", "narrow-lanes.pml"]).expect(1);
        for columns in [40, 50, 60, 70, 80, 100, 140, 200] {
            let mut command =
                folder.command(&["replay", "narrow-lanes.pml", "narrow-lanes.pml.trace", "--lanes", "always"]);
            command.env("COLUMNS", columns.to_string());
            let shown = finish(command).expect(0).stdout;
            let places = |line: &str| {
                let marks = line.chars().enumerate().filter(|(_, c)| matches!(c, '│' | '┼'));
                marks.map(|(at, _)| at).collect::<Vec<_>>()
            };
            let rows: Vec<&str> = shown.lines().filter(|l| !places(l).is_empty()).collect();
            let fits = rows.len() > processes;
            assert!(fits || (processes == 10 && columns < 60), "{columns} columns:\n{shown}");
            for row in rows {
                assert_eq!(places(row).len(), processes - 1, "{columns} columns: {row}\n{shown}");
                assert_eq!(places(row), places(shown.lines().nth(3).unwrap()), "{columns} columns: {row}\n{shown}");
                assert!(row.chars().count() <= columns, "{columns} columns: {row}");
            }
        }
    }
}

#[test]
fn what_everyone_waits_for_fits_a_narrow_terminal() {
    let folder = Folder::new();
    let text = "byte some_long_name, another_long_name; active proctype LongName() {\n\
                some_long_name + another_long_name > some_long_name * another_long_name; some_long_name = 1; another_long_name = 1 }\n\
                active proctype B() { some_long_name == 3 && another_long_name == 7 }\n";
    folder.write("long-name.pml", text);
    for columns in [50, 60, 80] {
        let mut command = folder.command(&["check", "long-name.pml"]);
        command.env("COLUMNS", columns.to_string());
        let ran = finish(command).expect(1);
        let table: Vec<&str> = ran.stdout.lines().skip_while(|l| !l.starts_with("no process can go on:")).collect();
        let table: Vec<&str> = table.into_iter().take_while(|l| !l.is_empty()).collect();
        assert!(table.len() > 2, "{}", ran.stdout);
        assert!(table.iter().all(|l| l.chars().count() <= columns), "{columns} columns:\n{}", table.join("\n"));
    }
}

#[test]
fn one_is_no_plural() {
    let folder = Folder::new();
    folder.write("m.pml", "inline f(x) { skip }\nactive proctype P() { f(1, 2) }\n");
    folder.run(&["check", "m.pml"]).expect(2).complains("takes 1 argument, but gets 2 arguments");
    folder.write("m.pml", "chan c = [1] of { byte, byte }; active proctype P() { c!1 }\n");
    folder.run(&["check", "m.pml"]).expect(1).says("1 field sent to a channel of 2");
    folder.run(&["replay", "m.pml", "m.pml.trace", "--step"]).expect(0).says("1 step; n next");
}

/// What README.md shows of a run is what the run says: verdicts and properties. Steps and times may differ.
#[test]
fn readme_shows_what_happens() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let (mut commands, mut compared, mut said) = (0, 0, None::<String>);
    // Files that a command writes stay in a folder of its own.
    let folder = Folder::new();
    std::os::unix::fs::symlink(format!("{root}/examples"), folder.0.join("examples")).unwrap();
    for line in readme.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            said = said.filter(|_| line.is_empty());
            continue;
        };
        if let Some(call) = line.strip_prefix("$ kulan ") {
            let call = files::command_words(call);
            if call.iter().any(|word| word.ends_with(".c")) && !needs::clang() {
                said = None;
                continue;
            }
            said = Some(folder.run(&call).stdout);
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
