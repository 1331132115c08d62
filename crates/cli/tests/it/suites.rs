//! Suites: runs, tables and charts of them, and the same from saved results.

use kulan_testing::needs;

use crate::support::Folder;

const SUITE: &str = "\
root = '.'
rounds = 1
references = 'others.tsv'
full = 'off'
[[model]]
name = 'two'
file = 'two.pml'
args = ['--no-merge']
[[reference]]
name = 'theirs'
source = 'paper'
[[config]]
name = 'off'
args = ['--por', 'off']
[[config]]
name = 'best'
args = ['--por', 'best']
[[table]]
title = 'Sizes'
measure = 'percent'
columns = ['theirs', 'off@states', 'best@states', 'best']
[[chart]]
title = 'Sizes & more'
measure = 'states'
";

/// Two processes that do not meet.
const MODEL: &str = "active [2] proctype P() { byte x; x = 1; x = 2 }\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("two.pml", MODEL);
    folder.write("others.tsv", "# model\ntwo\tpaper\t-\t-\t12.5\t-\t-\t-\n");
    folder.write("suite.toml", SUITE);
    folder
}

#[test]
fn saved_results_give_the_same_table_and_chart() {
    let folder = folder();
    let args = ["bench", "suite.toml", "--table", "--json", "out.json", "--chart", "first.svg"];
    let ran = folder.run(&args).expect(0).says("| model | theirs | off, states | best, states | best |");
    let line = ran.stdout.lines().find(|l| l.starts_with("| two |")).unwrap().to_string();
    assert!(line.starts_with("| two | 12.5 | ") && !line.ends_with("| 100.0 |"), "{line}");
    folder.run(&["bench", "out.json", "--table", "--chart", "second.svg"]).expect(0).says(&line);
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    assert_eq!(read("first.svg"), read("second.svg"));
    assert!(read("first.svg").contains("Sizes &amp; more"));
}

#[test]
fn mistakes_in_suites_are_named() {
    let folder = folder();
    folder.write("bad.toml", SUITE.replace("source = 'paper'", "source = 'nobody'"));
    folder.run(&["bench", "bad.toml"]).expect(2).complains("there are no figures of nobody");
    folder.write("bad.json", "[]");
    folder.run(&["bench", "bad.json"]).expect(2).complains("these are no results of a suite");
    folder.write("plain.toml", SUITE.split("[[chart]]").next().unwrap());
    folder.run(&["bench", "plain.toml", "--chart", "x.svg"]).expect(2).complains("the suite has no charts");
}

/// The options in the project's own suites go together with those that every run is given.
#[test]
fn our_own_suites_have_options_that_are_accepted() {
    let folder = folder();
    let bench = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    let mut accepted = 0;
    for entry in std::fs::read_dir(bench).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let suite = std::fs::read_to_string(&path).unwrap();
        for line in suite.lines().filter_map(|l| l.strip_prefix("args = ")).filter(|l| !l.contains("{property}")) {
            let options: Vec<String> =
                serde_json::from_str(line).unwrap_or_else(|e| panic!("{}: {line}: {e}", path.display()));
            let mut args = vec!["check", "two.pml", "--json", "-", "--no-trace", "--shorten", "0"];
            args.extend(options.iter().map(String::as_str).filter(|o| !o.starts_with("-D")));
            if options.iter().any(|o| o == "bmc") {
                args.extend(["--depth", "2"]); // or it would look until the time is over
            }
            let ran = folder.run(&args);
            assert!(!ran.stderr.contains("cannot be used"), "{}: {line}: {}", path.display(), ran.stderr);
            accepted += 1;
        }
    }
    assert!(accepted > 20, "{accepted}");
}

/// A suite of one model and of tools for circuits, each with the command and what it says if the model holds.
fn circuits(folder: &Folder, tools: &[(&str, &str, &str)]) {
    let mut suite = String::from("root = '.'\nrounds = 1\nsolved = true\n");
    for (name, text) in
        [("holds", "active proctype P() { assert(true) }"), ("wrong", "active proctype P() { assert(false) }")]
    {
        folder.write(&format!("{name}.pml"), format!("byte x; {text}\n"));
        suite += &format!("[[model]]\nfile = '{name}.pml'\nargs = ['--no-errors']\n");
    }
    suite += "[[config]]\nname = 'ic3'\nbaseline = true\nargs = ['--engine', 'ic3']\n";
    for (name, command, holds) in tools {
        suite += &format!("[[config]]\nname = '{name}'\n[config.circuit]\ncommand = {command}\ntimeout = 60\n");
        suite += &format!("holds = '{holds}'\nviolated = 'was asserted in frame'\n");
    }
    folder.write("circuits.toml", suite);
}

#[test]
fn other_tools_are_run_on_exported_circuits() {
    if !needs::abc() {
        return;
    }
    let folder = Folder::new();
    let abc = |command: &str| format!("['berkeley-abc', '-q', 'read_aiger {{file}}; {command}']");
    circuits(&folder, &[("pdr", &abc("pdr"), "Property proved"), ("bmc3", &abc("bmc3 -F 5"), "cannot say so")]);
    let ran = folder.run(&["bench", "circuits.toml", "--table"]).expect(0);
    ran.says("| ic3 | 2 | 1 | 1 |").says("| pdr | 2 | 1 | 1 |").says("| bmc3 | 1 | 0 | 1 |");
}

#[test]
fn tools_that_contradict_each_other_are_an_error() {
    let folder = Folder::new();
    circuits(&folder, &[("liar", "['echo', 'proved']", "proved"), ("none", "['no-such-tool-at-all']", "")]);
    let ran = folder.run(&["bench", "circuits.toml", "--json", "out.json"]).expect(4);
    let contradiction = "wrong.pml: liar says that it holds, ic3 that it is violated";
    ran.complains(contradiction).complains("note: none is left out");
    folder.run(&["bench", "out.json"]).expect(4).complains(contradiction);
}
