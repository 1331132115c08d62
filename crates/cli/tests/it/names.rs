//! Names of properties: a word of the tool means the same in every model, whatever the user's properties are called;
//! and what is asked on the command line is no more than a question.

use crate::support::Folder;

/// What is found under a name in the JSON report.
fn verdict(folder: &Folder, args: &[&str], name: &str) -> Option<String> {
    let json = folder.run(&[&["check"], args, &["--no-trace", "--json", "-"]].concat()).stdout;
    let report: serde_json::Value = serde_json::from_str(&json).ok()?;
    let all = report["properties"].as_array()?.clone();
    let found = all.iter().find(|p| p["name"] == name)?;
    Some(found["verdict"].as_str()?.to_string())
}

/// Words of the tool with the property of PROMELA that each stands for, and a model that violates it.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("progress", "active proctype P() { progress: x = 1; do :: x = 1 :: x = 2 od }", &[]),
    ("acceptance", "active proctype P() { do :: x = 1; accept: x = 2 od }", &[]),
    ("index", "byte a[2]; active proctype P() { if :: x = 1 :: x = 5 fi; a[x] = 1 }", &[]),
    ("division", "active proctype P() { if :: x = 0 :: x = 5 fi; x = 7 / x }", &[]),
    ("deadlock", "active proctype P() { x = 1; x == 2 }", &[]),
    ("invariant", "active proctype P() { x = 1; x = 2 }", &["--invariant", "x < 2"]),
    (
        "channel",
        "chan c = [0] of { byte }; chan d; active proctype P() { if :: d = c :: skip fi; d!1 }\
         active proctype Q() { do :: c?_ od }",
        &[],
    ),
];

#[test]
fn a_word_of_the_tool_means_the_same_in_every_model() {
    let folder = Folder::new();
    for (word, text, options) in WORDS {
        let plain = folder.write("plain.pml", format!("byte x;\n{text}")).display().to_string();
        let ask = [&[plain.as_str(), "--property", word], *options].concat();
        assert_eq!(verdict(&folder, &ask, word).as_deref(), Some("violated"), "{word}");
        let named = folder.write("named.pml", format!("byte x;\n{text}\nltl {word} {{ [] (x < 100) }}"));
        let named = named.display().to_string();
        let ask = [&[named.as_str(), "--property", word], *options].concat();
        assert_eq!(verdict(&folder, &ask, word).as_deref(), Some("violated"), "{word} beside a formula of that name");
        let title = format!("ltl:{word}");
        folder.run(&[&["check", "--no-trace"], &ask[..]].concat()).expect(1).says(&title);
        assert_eq!(verdict(&folder, &ask, &title), None, "{title} was not asked for");
        let ask = [&[named.as_str(), "--property", &title], *options].concat();
        assert_eq!(verdict(&folder, &ask, &title).as_deref(), Some("holds"), "{title}");
    }
}

#[test]
fn a_word_without_anything_to_check_is_refused() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1 }\nltl index { [] (x < 2) }\nltl race { [] (x < 2) }");
    let ran = folder.run(&["check", "m.pml", "--property", "index"]).expect(2);
    ran.complains("it calls ltl:index so");
    folder.run(&["check", "m.pml", "--property", "race"]).expect(2).complains("it calls ltl:race so");
    folder.run(&["check", "m.pml", "--property", "ltl:index", "--property", "ltl:index"]).expect(0);
}

const CLAIM: &str = "never { do :: x == 2 -> break :: else od }";

#[test]
fn several_claims_have_names_of_their_own() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1; x = 2 }\nnever { do :: x == 3 -> break :: else od }");
    folder.write("c.never", CLAIM);
    let both = ["m.pml", "--never", "c.never"];
    assert_eq!(verdict(&folder, &both, "never:m.pml").as_deref(), Some("holds"));
    assert_eq!(verdict(&folder, &both, "never:c.never").as_deref(), Some("violated"));
    let ran = folder.run(&["check", "m.pml", "--never", "c.never", "--property", "never"]).expect(2);
    ran.complains("never is the name of several properties; say never:m.pml or never:c.never");
    let one = ["check", "m.pml", "--never", "c.never", "--property", "never:c.never", "--trace", "c.trace"];
    folder.run(&one).expect(1);
    folder.run(&["replay", "m.pml", "c.trace"]).expect(0).says("violated: never:c.never");
    folder.run(&["check", "m.pml", "--property", "never"]).expect(0);
    // Nothing tells two claims of one file apart.
    folder.write("two.never", format!("{CLAIM}\n{CLAIM}"));
    folder.run(&["check", "m.pml", "--never", "two.never"]).expect(2).complains("there is already a property");
}

#[test]
fn a_name_of_several_properties_is_refused() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1; x = 2 }\nltl f { [] (x < 2) }");
    folder.write("f", CLAIM);
    folder.write("g", "never { do :: x == 3 -> break :: else od }");
    folder.write("two.pml", "#include \"m.pml\"\n#include \"f\"\n");
    let ran = folder.run(&["check", "two.pml", "--never", "g", "--property", "f"]).expect(2);
    ran.complains("f is the name of several properties; say ltl:f or never:f");
}

/// Texts that would end the question and begin something else, if they stood in the model.
const ESCAPES: &[&str] = &[
    "x < 2) } ltl evil { (1",
    "x < 2) } active proctype Evil() { x = 5 } ltl evil { (1",
    "x < 2 } byte y; ltl evil { 1 == 1",
    "x < 2 }",
    "x < 2 /*",
    "x < 2; x = 1",
    "",
];

#[test]
fn a_question_cannot_change_the_model() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1; x = 2 }");
    folder.write("m.dve", "byte x; process P { state a, b; init a; trans a -> b { effect x = 2; }; } system async;");
    for text in ESCAPES {
        for model in ["m.pml", "m.dve"] {
            for option in ["--invariant", "--ltl"] {
                folder.run(&["check", model, "--no-trace", option, text]).expect(2);
            }
        }
        let hoa = format!(
            "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"{text}\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n\
             State: 0 {{0}}\n[0] 0\n--END--\n"
        );
        folder.write("a.hoa", hoa);
        folder.run(&["check", "m.pml", "--no-trace", "--hoa", "a.hoa"]).expect(2);
    }
    folder.write("c.never", format!("{CLAIM}\nactive proctype Evil() {{ x = 5 }}"));
    folder.run(&["check", "m.pml", "--never", "c.never"]).expect(2).complains("`never`");
    folder.write("c.never", "/* nothing */");
    folder.run(&["check", "m.pml", "--never", "c.never"]).expect(2).complains("there is no never claim");
    // Macros of the model count, as before.
    folder.write("macro.pml", "#define small (x < 2)\nbyte x; active proctype P() { x = 1; x = 2 }");
    folder.run(&["check", "macro.pml", "--no-trace", "--invariant", "small"]).expect(1);
    folder.run(&["check", "macro.pml", "--no-trace", "--ltl", "[] small"]).expect(1);
}

#[test]
fn an_automaton_without_propositions_counts() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1 }");
    folder.write("m.dve", "byte x; process P { state a, b; init a; trans a -> b { effect x = 2; }; } system async;");
    let head = "HOA: v1\nStates: 1\nStart: 0\nAP: 0\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n";
    folder.write("all.hoa", format!("{head}State: 0 {{0}}\n[t] 0\n--END--\n"));
    folder.write("none.hoa", format!("{head}State: 0\n[t] 0\n--END--\n"));
    for model in ["m.pml", "m.dve"] {
        let ran = folder.run(&["check", model, "--hoa", "all.hoa", "--property", "hoa", "--trace", "it.trace"]);
        ran.expect(1).says("violated: hoa");
        folder.run(&["replay", model, "it.trace"]).expect(0);
        assert_eq!(verdict(&folder, &[model, "--hoa", "none.hoa"], "hoa").as_deref(), Some("holds"), "{model}");
    }
}

/// An empty instance of each kind of input, and what is wrong with it.
#[test]
fn empty_inputs() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x; active proctype P() { x = 1 }");
    folder.write("m.dve", "byte x; process P { state a, b; init a; trans a -> b { effect x = 2; }; } system async;");
    folder.write("m.tmc", "model m; int g = 0; proc P { a: }");
    folder.write("empty", "");
    folder.write("blank", " \n");
    for model in ["m.pml", "m.dve", "m.tmc"] {
        for (option, value) in [
            ("--ltl", ""),
            ("--ltl", " "),
            ("--ltl", "@empty"),
            ("--ltl", "@blank"),
            ("--ltl", "@"),
            ("--invariant", ""),
            ("--invariant", "()"),
            ("--never", "empty"),
            ("--never", "blank"),
            ("--never", ""),
            ("--hoa", "empty"),
            ("--hoa", "blank"),
            ("--property", ""),
            ("-D", ""),
        ] {
            let ran = folder.run(&["check", model, "--no-trace", option, value]).expect(2);
            assert!(ran.stderr.contains("error"), "{model} {option} {value:?}: {}", ran.stderr);
        }
    }
    for name in ["empty.pml", "empty.dve", "empty.tmc", "empty.c", "empty.ll", "empty.toml"] {
        folder.write(name, "");
        folder.run(&["check", name]).expect(2).complains("empty");
        folder.run(&["replay", name, "empty"]).expect(2);
        folder.run(&["certify", name, "empty"]).expect(2);
    }
}
