//! Replays with no more options than the line says that `kulan check` prints, and of claims that are no longer true.

use kulan_testing::needs;

use crate::support::*;

/// Programs in C with options of `check` that change which steps there are, and the property that is violated.
const PROGRAMS: &[(&str, &[&str], &str)] = &[
    ("int g = 2147483647; int main(void) { g++; return 0; }", &["--property", "overflow"], "overflow"),
    ("#include <stdlib.h>\nint main(void) { char *p = malloc(4); p = 0; return 0; }", &["--property", "leak"], "leak"),
    (
        "#include <assert.h>\nint g, h; int main(void) { h = 1; g = h; assert(g == 0); return 0; }",
        &["--ltl", "<> (g == 1)"],
        "assert",
    ),
    (
        "#include <assert.h>\nint g, h; int main(void) { h = 1; g = h; assert(g == 0); return 0; }",
        &["--invariant", "h < 2", "--ltl", "<> (g == 1)", "--ltl", "[] (h < 3)"],
        "assert",
    ),
    (
        "#include <pthread.h>\n#include <assert.h>\nint g; void *f(void *a) { g = 1; return a; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(g == 0); return 0; }",
        &["--property", "assert"],
        "assert",
    ),
];

#[test]
fn a_trace_of_a_program_needs_no_options() {
    if !needs::clang() {
        return;
    }
    for (text, options, property) in PROGRAMS {
        let folder = Folder::new();
        folder.write("m.c", text);
        folder.run(&[&["check", "m.c"], *options].concat()).expect(1).says(&format!("violated: {property}"));
        let ran = folder.run(&["replay", "m.c", "m.c.trace"]).expect(0);
        ran.says(&format!("violated: {property}")).says("the trace replays");
        // Older traces do not say what was looked for.
        let text = std::fs::read_to_string(folder.0.join("m.c.trace")).unwrap();
        let mut trace: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(trace.as_object_mut().unwrap().remove("sought").is_some());
        folder.write("old.trace", trace.to_string());
        folder.run(&["replay", "m.c", "old.trace"]).expect(0);
    }
}

#[test]
fn a_trace_says_the_language() {
    let folder = Folder::new();
    folder.write("m.txt", "byte x; active proctype P() { x = 1; assert(x == 2) }");
    folder.run(&["check", "m.txt", "--language", "promela"]).expect(1);
    folder.run(&["replay", "m.txt", "m.txt.trace"]).expect(0).says("the trace replays");
}

/// A run that stays in its first state, where there may be no transitions at all.
#[test]
fn a_run_without_steps_replays() {
    let models = [
        ("m.tmc", "model m; int g = 0; proc P { a: } formula f = <>(g == 1);"),
        ("m.pml", "byte g; active proctype P() { g == 1 }\nltl f { <> (g == 1) }"),
    ];
    for (name, text) in models {
        let folder = Folder::new();
        folder.write(name, text);
        folder.run(&["check", name, "--property", "f", "--trace", "it.trace"]).expect(1).says("violated: ltl:f");
        folder.run(&["replay", name, "it.trace"]).expect(0).says("the trace replays");
    }
}

/// `main` of the first program waits for a thread that waits for the lock that `main` has; the second goes on forever.
const STUCK: &str = "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
    void *other(void *a) { pthread_mutex_lock(&lock); return a; }\n\
    int main(void) { pthread_t t; pthread_mutex_lock(&lock); pthread_create(&t, 0, other, 0); pthread_join(t, 0); return 0; }\n";
const ON: &str = "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
    int main(void) { for (;;) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); } }\n";

#[test]
fn a_local_deadlock_must_still_be_one() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("a.c", STUCK);
    folder.write("b.c", ON);
    let asked = ["check", "a.c", "b.c", "--processes", "--property", "local-deadlock", "--trace", "it.trace"];
    let ran = folder.run(&asked).expect(1).says("a has not ended");
    assert!(!ran.stdout.contains("no thread can go on") && !ran.stdout.contains("shortest"), "{}", ran.stdout);
    ran.says("\na cannot go on:");
    let replay = ["replay", "a.c", "b.c", "it.trace"];
    folder.run(&replay).expect(0).says("a has not ended").says("the trace replays");
    // The same steps happen in the repaired program, but it is not stuck behind them.
    folder
        .write("a.c", STUCK.replace("pthread_mutex_lock(&lock); return a;", "pthread_mutex_trylock(&lock); return a;"));
    folder.run(&asked[..6]).expect(0);
    folder.run(&replay).expect(2).complains("a has ended then, or can still go on");
}

/// A process that has crashed, or failed: nobody knows how the others would go on.
#[test]
fn who_waits_beside_a_crash_is_not_known() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("a.c", STUCK);
    folder.write("b.c", "int *p; int main(void) { *p = 1; return 0; }");
    let asked =
        ["check", "a.c", "b.c", "--processes", "--property", "local-deadlock", "--no-trace", "--json", "it.json"];
    for more in [&[] as &[&str], &["--all-errors"], &["--por", "process"], &["--por", "best"], &["--por", "off"]] {
        let ran = folder.run(&[&asked[..], more].concat());
        assert_ne!(ran.status, 0, "{more:?}: {}", ran.stdout);
    }
    // Its search has figures of its own.
    let text = std::fs::read_to_string(folder.0.join("it.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(report["properties"][0]["figures"]["states"].as_u64() > Some(1), "{text}");
}

/// Programs that fail for some inputs only, of wide types of which a search tries some values.
const INPUTS: &[&str] = &[
    "int g; int main(void) { g = __VERIFIER_nondet_int(); if (g > 1000) assert(g < 2000); return 0; }",
    "int g; int main(void) { g = __VERIFIER_nondet_int(); if (g < -1000) assert(g > -2000); return 0; }",
    "short g; int main(void) { g = __VERIFIER_nondet_short(); assert(g != -7); return 0; }",
    "unsigned g; int main(void) { g = __VERIFIER_nondet_uint(); assert(g < 4000000000u); return 0; }",
    "signed char g; int main(void) { g = __VERIFIER_nondet_char(); if (g < -100) assert(0); return 0; }",
];

#[test]
fn inputs_are_shown_by_the_values_that_were_used() {
    if !needs::clang() {
        return;
    }
    let head = "#include <assert.h>\nint __VERIFIER_nondet_int(void); short __VERIFIER_nondet_short(void);\n\
                unsigned __VERIFIER_nondet_uint(void); char __VERIFIER_nondet_char(void);\n";
    for program in INPUTS {
        let folder = Folder::new();
        folder.write("m.c", format!("{head}{program}"));
        for engine in ["explicit", "bmc", "ic3"] {
            let args = ["check", "m.c", "--engine", engine, "--property", "assert", "--json", "it.json"];
            folder.run(&args).expect(1);
            let text = std::fs::read_to_string(folder.0.join("it.json")).unwrap();
            let report: serde_json::Value = serde_json::from_str(&text).unwrap();
            let steps = report["properties"][0]["trace"]["steps"].as_array().unwrap().clone();
            let chosen = steps
                .iter()
                .find_map(|s| s["text"].as_str()?.rsplit_once(" = ")?.1.strip_suffix(']').map(String::from));
            let stored =
                steps.iter().find_map(|s| Some(s["changes"]["g"].as_str()?.rsplit_once(" -> ")?.1.to_string()));
            assert!(chosen.is_some() && chosen == stored, "{engine}, {program}: {chosen:?}, {stored:?}\n{text}");
            folder.run(&["replay", "m.c", "m.c.trace"]).expect(0);
        }
    }
}

#[test]
fn a_trace_is_a_shortest_one_only_if_it_still_is() {
    let folder = Folder::new();
    let text = "byte x; active proctype P() { if :: x = 1; x = 2; assert(x == 5) fi }";
    folder.write("m.pml", text);
    folder.run(&["check", "m.pml"]).expect(1).says("3 steps, shortest");
    folder.run(&["replay", "m.pml", "m.pml.trace"]).expect(0).says("3 steps, shortest");
    folder.write("m.pml", text.replace(" fi", " :: x = 1; assert(x == 5) fi"));
    let ran = folder.run(&["replay", "m.pml", "m.pml.trace"]).expect(0).says("the trace replays");
    assert!(!ran.stdout.contains("shortest"), "{}", ran.stdout);
    folder.run(&["check", "m.pml"]).expect(1).says("2 steps, shortest");
}
