//! The small C programs of crates/c, by the whole tool: machine code and interpreter, with and without reduction, give the
//! answer that stands in the first line of each.

use std::path::{Path, PathBuf};
use std::process::Command;

use kulan_testing::files::command_words;
use kulan_testing::needs;

fn files() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c/tests");
    let mut list: Vec<PathBuf> = ["c", "ll"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(tests.join(folder)).expect("a folder"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    list.sort();
    list
}

/// The first line of what the tool says, and its exit status.
fn check(path: &Path, options: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.arg("check").arg(path).args(["--no-trace", "--quiet", "--threads", "1"]).args(options);
    let output = command.output().expect("kulan runs");
    let text = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string();
    (text, output.status.code())
}

/// How the first line may begin for what is expected, and the exit status.
fn answer(expected: &str) -> (Vec<String>, i32) {
    match expected {
        "holds" => (vec!["holds:".into()], 0),
        _ if expected.ends_with(", and holds with more of them") => answer("holds"),
        "unsupported" => (vec!["unknown:".into()], 3),
        _ if expected.starts_with("within ") => (vec!["holds within".into()], 3),
        _ => (expected.split(' ').map(|word| format!("violated: {word}")).collect(), 1),
    }
}

#[test]
fn all_ways_to_search_give_the_expected_answer() {
    let clang = needs::clang();
    let ways: [&[&str]; 5] = [
        &["--por", "off", "--execution", "interpret", "--no-merge", "--no-reset-dead"],
        &["--por", "off"],
        &["--por", "components"],
        &["--por", "best"],
        &["--engine", "explicit"],
    ];
    let mut wrong = Vec::new();
    for path in files() {
        if !clang && path.extension().is_some_and(|e| e == "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let expected = text.lines().next().and_then(|l| l.split_once("expect: ")).expect("an expectation").1;
        let (starts, status) = answer(expected);
        for way in ways {
            let (line, code) = check(&path, way);
            if !starts.iter().any(|start| line.starts_with(start)) || code != Some(status) {
                wrong.push(format!("{} {way:?}: expected {expected}, found {code:?} {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a search can only try some values of, symbolic engines beside it find.
#[test]
fn inputs_with_too_many_values_are_left_to_symbolic_engines() {
    if !needs::clang() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c/tests/c");
    for name in ["nondet_counter_equal.c", "nondet_some.c"] {
        let (line, status) = check(&folder.join(name), &[]);
        assert!(line.starts_with("violated: assert") && status == Some(1), "{name}: {line}");
    }
}

#[test]
fn what_clang_complains_about_is_shown() {
    if !needs::clang() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("kulan-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("broken.c");
    std::fs::write(&path, "int main() { return x }").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_kulan")).arg("check").arg(&path).output().expect("kulan runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("undeclared identifier"), "{text}");
}

/// The lines of a report about a program of crates/c that begin with the name of a property, and the exit status.
fn lines(program: &str, options: &[&str]) -> (Vec<String>, Option<i32>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c/tests").join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    let output = command.arg("check").arg(&path).args(["--no-trace", "--threads", "1"]).args(options).output();
    let output = output.expect("kulan runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect(), output.status.code())
}

#[test]
fn properties_are_chosen_by_name() {
    if !needs::clang() {
        return;
    }
    let has = |(list, _): &(Vec<String>, Option<i32>), line: &str| list.iter().any(|l| l == line);
    let starts = |(list, _): &(Vec<String>, Option<i32>), start: &str| list.iter().any(|l| l.starts_with(start));
    // What is not asked for has no line, and does not end the search.
    let plain = lines("c/no_mutex.c", &["--property", "assert"]);
    assert!(has(&plain, "assert violated") && !starts(&plain, "race") && !starts(&plain, "lock"), "{plain:?}");
    // Holds even where no statement can race.
    let alone = lines("c/division.c", &["--property", "race", "--property", "lock"]);
    assert!(has(&alone, "race holds") && has(&alone, "lock holds"), "{alone:?}");
    // Another error comes first, but does not hide the answer.
    let freed = lines("c/use_after_free.c", &["--property", "race"]);
    assert!(has(&freed, "memory violated") && has(&freed, "race holds") && freed.1 == Some(1), "{freed:?}");
    let sum = lines("overflow/sum.c", &["--property", "overflow"]);
    assert!(has(&sum, "overflow violated"), "{sum:?}");
    assert!(!starts(&lines("overflow/sum.c", &[]), "overflow"));
}

#[test]
fn a_race_names_both_accesses_and_locks() {
    if !needs::clang() {
        return;
    }
    let (list, _) = lines("c/race_two_mutexes.c", &["--search", "bfs"]);
    let message = "violated: race — data race: main writes x at race_two_mutexes.c:6 with n locked while one#1 reads it at \
                   race_two_mutexes.c:5 with m locked";
    assert!(list[0].starts_with(message), "{}", list[0]);
}

/// The examples, with what is said about them first.
const EXAMPLES: &[(&str, &str)] = &[
    ("bounded_buffer", "violated: deadlock"),
    ("lazy_init", "violated: "),
    ("lock_free_stack", "violated: assert"),
    ("lock_order", "violated: deadlock"),
    ("ticket_lock", "holds: "),
];

#[test]
fn examples_are_answered_as_they_say() {
    if !needs::clang() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c");
    assert_eq!(std::fs::read_dir(&folder).expect("examples").count(), EXAMPLES.len());
    for (name, start) in EXAMPLES {
        let (line, _) = check(&folder.join(format!("{name}.c")), &[]);
        assert!(line.starts_with(start), "{name}: {line}");
    }
}

#[test]
fn questions_about_programs_are_answered() {
    if !needs::clang() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c/tests/asked");
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        for (question, expected) in text.lines().filter_map(|l| l.strip_prefix("//? ")?.split_once(" => ")) {
            let options = command_words(question);
            let ways: [&[&str]; 3] =
                [&[], &["--por", "off", "--execution", "interpret", "--no-merge"], &["--por", "best"]];
            for way in ways.into_iter().filter(|w| w.is_empty() || !options.contains(&"--fair")) {
                let kind = if options.contains(&"--ltl") { "formula" } else { "invariant" };
                let all = [way, &["--property", kind], &options].concat();
                let (line, code) = check(&path, &all);
                let right = if expected == "error" { code == Some(2) } else { line.starts_with(expected) };
                if !right {
                    wrong.push(format!("{} {all:?}: expected {expected}, found {code:?} {line}", path.display()));
                }
                asked += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 100, "{asked}");
}

#[test]
fn counterexamples_show_calls_locks_and_output() {
    if !needs::clang() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c/tests/shown.c");
    let output = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
        command.arg("check").arg(&path).args(["--no-trace", "--lanes", "never"]).args(options);
        String::from_utf8_lossy(&command.output().expect("kulan runs").stdout).into_owned()
    };
    let race = output(&["--property", "race"]);
    assert!(race.contains("where the threads are before the last step:"), "{race}");
    assert!(race.contains("in step, called by twice at shown.c:14, called by main at shown.c:28;"), "{race}");
    assert!(race.contains("holds other"), "{race}");
    let assertion = output(&["--property", "assert"]);
    assert!(assertion.contains("prints \"x was 0, by steps: 2 100%\""), "{assertion}");
    assert!(assertion.contains("100% done\""), "{assertion}");
    assert!(assertion.contains("prints \"\"a\"b\""), "{assertion}");
}

/// What the tool says about files of tests/files_c: standard output, standard error and exit status.
fn say(words: &[&str]) -> (String, String, Option<i32>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files_c");
    let output =
        Command::new(env!("CARGO_BIN_EXE_kulan")).args(words).current_dir(folder).output().expect("kulan runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn several_files_are_one_program() {
    if !needs::clang() {
        return;
    }
    let (out, err, status) = say(&["check", "main.c", "counter.c", "--no-trace", "--", "-DEXPECTED=45"]);
    assert!(out.starts_with("holds: main.c counter.c\n") && status == Some(0), "{out}{err}");
    let file = std::env::temp_dir().join(format!("kulan-files-{}.trace", std::process::id()));
    let trace = file.to_str().expect("text");
    let (out, err, status) = say(&["check", "main.c", "counter.c", "--trace", trace, "--", "-DEXPECTED=46"]);
    assert!(out.starts_with("violated: assert") && status == Some(1), "{out}{err}");
    // Static variables of the same name are told apart.
    assert!(out.contains("calls@main.c: 0 -> 1") && out.contains("calls@counter.c: 40 -> 41"), "{out}");
    // The trace knows the other files and the options.
    let (out, err, status) = say(&["replay", "main.c", trace]);
    assert!(out.contains("the trace replays") && status == Some(0), "{out}{err}");
    let (out, err, status) = say(&["replay", "main.c", "counter.c", trace, "--", "-DEXPECTED=46"]);
    assert!(out.contains("the trace replays") && status == Some(0), "{out}{err}");
    std::fs::remove_file(&file).expect("removed");
    let (out, err, status) = say(&["simulate", "main.c", "counter.c", "--", "-DEXPECTED=45"]);
    assert!(out.contains("counter.c:23") && status == Some(0), "{out}{err}");
}

#[test]
fn files_that_do_not_fit_together_are_refused() {
    if !needs::clang() {
        return;
    }
    let (_, err, status) = say(&["check", "main.c", "counter.c", "again.c", "--", "-DEXPECTED=45"]);
    let words = "history is defined twice: in counter.c and in again.c";
    assert!(err.contains(words) && status == Some(2), "{err}");
    let (_, err, status) = say(&["check", "main.c", "../../../../examples/peterson.pml"]);
    assert!(err.contains("only programs in C") && status == Some(2), "{err}");
}

#[test]
fn spurious_wakeups_and_reuse_are_chosen_by_options() {
    if !needs::clang() {
        return;
    }
    let first = |program: &str, options: &[&str]| {
        let (list, status) = lines(&format!("options/{program}.c"), options);
        (list.first().cloned().unwrap_or_default(), status)
    };
    let says = |(line, status): (String, Option<i32>), start: &str, code: i32| {
        assert!(line.starts_with(start) && status == Some(code), "{start} expected, found {status:?} {line}");
    };
    says(first("wait_once", &[]), "violated: assert", 1);
    says(first("wait_once", &["--no-spurious-wakeups"]), "holds (condition variables wake up by signals only): ", 0);
    says(first("wait_in_loop", &[]), "holds: ", 0);
    says(first("two_places", &[]), "holds within 3 objects: ", 3);
    says(first("two_places", &["--max-objects", "3"]), "holds within 3 objects: ", 3);
    says(first("two_places", &["--max-objects", "2"]), "holds within 2 objects: ", 0);
    says(first("two_places", &["--no-reuse"]), "holds (freed memory is not reused): ", 0);
    says(first("same_address", &[]), "violated: assert", 1);
    says(first("same_address", &["--no-reuse"]), "holds (freed memory is not reused): ", 0);
    // Nothing is freed, so nothing is assumed.
    says(first("wait_in_loop", &["--no-reuse"]), "holds: ", 0);
}

#[test]
fn bounds_have_reasons() {
    if !needs::clang() {
        return;
    }
    let program = "#include <pthread.h>\n#include <stdlib.h>\n\
        void *f(void *p) { return p; }\nint main() {\n\
        for (;;) { pthread_t t; pthread_create(&t, 0, f, 0); }\n}\n";
    let reuse = "#include <stdlib.h>\nint main() {\nint *p = malloc(4);\nfree(p);\nint *q = malloc(4);\n\
        return p == q;\n}\n";
    let outside = "struct s { int n; };\nstruct s *get(void);\nint main() {\nstruct s *p = get();\n\
        return p && p->n == 1;\n}\n";
    let endless = "#include <stdlib.h>\nint main() {\nint **last = 0;\nfor (;;) {\nint **p = malloc(sizeof *p);\n\
        *p = (int *)last;\nlast = p;\n}\n}\n";
    let cases = [
        (program, "more than 3 threads of f are created at one place (reasons.c:5)"),
        (reuse, "freed memory may be handed out again elsewhere"),
        (reuse, "(freed at reasons.c:4)"),
        (outside, "get() gives objects from outside of the program"),
        (endless, "more than 3 objects are allocated at one place (reasons.c:5)"),
    ];
    for (text, reason) in cases {
        let (out, err, _) = say_of("reasons.c", text.as_bytes(), &["--json", "-"]);
        let (_, reasons) = out.split_once("\"bound_reasons\": [").unwrap_or_else(|| panic!("{reason}: {out}{err}"));
        let (reasons, _) = reasons.split_once(']').expect("an end");
        assert!(reasons.contains(reason), "{reason}: {reasons}");
        let (out, err, _) = say_of("reasons.c", text.as_bytes(), &[]);
        assert!(out.contains("warning: ") && out.contains(reason), "{reason}: {out}{err}");
    }
    let (out, _, _) = say_of("reasons.c", reuse.as_bytes(), &["--json", "-", "--no-reuse"]);
    assert!(!out.contains("bound_reasons"), "{out}");
    // Conditions look at addresses, too.
    let named = b"#include <stdlib.h>\nint *a, *b;\nint main() {\na = malloc(4);\nfree(a);\nb = malloc(4);\n}\n";
    for (condition, answer) in [("!a || a != b", "holds within 3 objects: "), ("1 < 2", "holds: ")] {
        let (out, err, _) = say_of("named.c", named, &["--invariant", condition]);
        assert!(out.starts_with(answer), "{condition}: {out}{err}");
    }
}

#[test]
fn bounds_that_were_met_are_told() {
    if !needs::clang() {
        return;
    }
    let text = b"int f(int n) { return f(n + 1) + f(n + 2); }\nint main() { return f(0); }\n";
    let json = |options: &[&str]| {
        let (out, err, status) = say_of("deep.c", text, &[&["--json", "-"], options].concat());
        let plain: String = out.split_whitespace().collect();
        (plain, err, status)
    };
    // A default bound is a limit; one that the user chose is not.
    let (out, _, status) = json(&[]);
    assert!(out.contains("\"verdict\":\"holds-within\",\"bound\":{\"frames\":8}") && status == Some(3), "{out}");
    let (out, _, status) = json(&["--max-frames", "3"]);
    assert!(out.contains("\"bound\":{\"frames\":3}") && status == Some(0), "{out}");
    // One that is too large is lowered, and that is said.
    let (out, err, status) = json(&["--max-frames", "100"]);
    assert!(out.contains("\"bound\":{\"frames\":1") && status == Some(3), "{out}");
    assert!(err.contains("recursive calls have 1"), "{err}");
    let text = b"int f(int n) { return n > 200 ? n : f(n + 1); }\nint main() { return f(0); }\n";
    let (out, _, status) = say_of("line.c", text, &["--max-frames", "100000"]);
    assert!(out.starts_with("holds: ") && status == Some(0), "{out}");
}

#[test]
fn default_bounds_grow_to_what_a_program_needs() {
    if !needs::clang() {
        return;
    }
    let program = |condition: &str, loop_head: &str| {
        format!(
            "#include <pthread.h>\n#include <assert.h>\nint count, __VERIFIER_nondet_int(void);\n\
             pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
             void *worker(void *arg) {{\n  pthread_mutex_lock(&lock);\n  count++;\n  assert({condition});\n  \
             pthread_mutex_unlock(&lock);\n  return 0;\n}}\n\
             int main(void) {{\n  pthread_t t;\n  for ({loop_head}) pthread_create(&t, 0, worker, 0);\n  \
             pthread_exit(0);\n}}\n"
        )
    };
    let says = |text: &str, options: &[&str], start: &str, code: i32| {
        let (out, _, status) = say_of("workers.c", text.as_bytes(), options);
        assert!(out.starts_with(start) && status == Some(code), "{start} expected, found {status:?} {out}");
        out
    };
    let five = "int i = 0; i < 5; i++";
    says(&program("count <= 5", five), &[], "holds: ", 0);
    says(&program("count < 5", five), &[], "violated: assert", 1);
    // A bound that the user chose stays.
    says(&program("count < 5", five), &["--max-threads", "4"], "holds within 4 threads: ", 0);
    // That a user says the default aloud changes nothing but that.
    says(&program("count < 5", five), &["--max-threads", "3"], "holds within 3 threads: ", 3);
    // No number of threads is enough: an unknown value keeps the loop going, or nothing ever ends it.
    says(&program("count > 0", "; __VERIFIER_nondet_int();"), &[], "holds within 3 threads: ", 3);
    says(&program("count > 0", "; 1;"), &[], "holds within 3 threads: ", 3);
    // A search that does not end leaves what is known, and says so.
    let out =
        says(&program("count <= 5", five), &["--max-states", "300", "--por", "off"], "holds within 3 threads: ", 3);
    assert!(out.contains("a search with 6 threads did not end within 300 states"), "{out}");
}

#[test]
fn a_trace_knows_the_bounds_that_it_needs() {
    if !needs::clang() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("kulan-bounds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = "#include <assert.h>\nint f(int n) { assert(n < 11); return f(n + 1); }\nint main() { return f(0); }\n";
    std::fs::write(folder.join("deep.c"), text).expect("a file");
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kulan")).current_dir(&folder).args(words).output();
        let output = output.expect("kulan runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    let commands: [(&[&str], i32); 2] = [(&["check", "deep.c"], 1), (&["replay", "deep.c", "deep.c.trace"], 0)];
    for (command, code) in commands {
        let (out, status) = run(command);
        assert!(out.starts_with("violated: assert") && status == Some(code), "{command:?}: {status:?} {out}");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn parts_of_arrays_of_structs_have_their_names_in_c() {
    if !needs::clang() {
        return;
    }
    let text = b"#include <pthread.h>\n#include <assert.h>\n\
        typedef struct { int id, balance; pthread_mutex_t lock; struct { int day, sum; } last[2]; } account;\n\
        account accounts[2];\nint table[2][3], done;\n\
        void *deposit(void *arg) {\n  account *a = arg;\n  pthread_mutex_lock(&a->lock);\n  a->balance = 5;\n  \
        a->last[1].sum = 7;\n  table[1][2] = 9;\n  pthread_mutex_unlock(&a->lock);\n  done = 1;\n  return 0;\n}\n\
        int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, deposit, &accounts[1]);\n  \
        assert(!done || !accounts[1].balance || !accounts[1].last[1].sum || !table[1][2]);\n  return 0;\n}\n";
    let (out, _, _) = say_of("accounts.c", text, &["--property", "assert"]);
    let changes = [
        "accounts[1].lock: free -> deposit#1",
        "accounts[1].balance: 0 -> 5",
        "accounts[1].last[1].sum: 0 -> 7",
        "table[1][2]: 0 -> 9",
    ];
    assert!(changes.iter().all(|change| out.contains(change)), "{out}");
}

#[test]
fn a_thread_that_locks_twice_is_shown_where_it_waits() {
    if !needs::clang() {
        return;
    }
    let text = b"#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
        void *twice(void *arg) {\n  pthread_mutex_lock(&lock);\n  pthread_mutex_lock(&lock);\n  return 0;\n}\n\
        int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, twice, 0);\n  pthread_join(t, 0);\n}\n";
    let (out, _, status) = say_of("twice.c", text, &[]);
    assert!(out.starts_with("violated: deadlock") && status == Some(1), "{out}");
    assert!(out.contains("lock: free -> twice#1") && out.contains("waits for pthread_mutex_lock(&lock)"), "{out}");
    assert!(out.contains("needs lock == free; lock is twice#1"), "{out}");
}

/// What the tool says about a file that is written for it: standard output, standard error and exit status.
fn say_of(name: &str, text: &[u8], options: &[&str]) -> (String, String, Option<i32>) {
    let folder = std::env::temp_dir().join(format!("kulan-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.current_dir(&folder).args(["check", name, "--no-trace"]).args(options);
    let output = command.output().expect("kulan runs");
    std::fs::remove_dir_all(&folder).expect("removed");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn broken_programs_are_refused_with_a_reason() {
    let whole = "define i32 @main() {\n  ret i32 0\n}\n";
    let half = &whole[..whole.len() / 2];
    let big = "target datalayout = \"E-m:m-p:32:32\"\ntarget triple = \"mips-unknown-linux-gnu\"\n";
    let cases = [
        ("half.ll", half.to_string(), "expected"),
        (
            "other.ll",
            format!("{big}{whole}"),
            "a machine with the most significant byte first (mips-unknown-linux-gnu)",
        ),
        ("none.ll", "@x = global i32 1\n".to_string(), "no function main"),
    ];
    for (name, text, words) in cases {
        let (out, err, status) = say_of(name, text.as_bytes(), &[]);
        assert!(err.contains(words) && status == Some(2), "{name}: {status:?} {out}{err}");
    }
    if needs::clang() {
        let text = b"int x; __attribute__((constructor)) void f(void) { x = 1; } int main() { return x; }\n";
        let (_, err, status) = say_of("constructor.c", text, &[]);
        assert!(err.contains("functions that run before main") && status == Some(2), "{err}");
        let text = b"int x; __attribute__((destructor)) void f(void) { x = 1; } int main() { return x; }\n";
        let (out, _, status) = say_of("destructor.c", text, &[]);
        assert!(out.contains("functions that run behind main") && status == Some(3), "{out}");
        let text = b"#include <no_such_header.h>\nint main() { return 0; }\n";
        let (_, err, status) = say_of("header.c", text, &[]);
        assert!(err.contains("'no_such_header.h' file not found") && status == Some(2), "{err}");
    }
}

#[test]
fn a_long_program_takes_no_longer_than_it_is_long() {
    if !needs::clang() {
        return;
    }
    let lines = ["x = x + y;", "y = y * 3 + z;", "if (x > y) z = z + 1;", "z ^= x;", "y -= z;"];
    let mut text = String::new();
    let mut main = String::from("int main() {\n  int s = 0;\n");
    for f in 0..100 {
        text += &format!("int f{f}(int a) {{\n  int x = a, y = 1, z = 2;\n");
        (0..200).for_each(|i| text += &format!("  {}\n", lines[(f + i) % lines.len()]));
        text += "  return x + y + z;\n}\n";
        main += &format!("  s += f{f}(s);\n");
    }
    text += &(main + "  return s & 1;\n}\n");
    let (out, err, status) = say_of("long.c", text.as_bytes(), &["--timeout", "20", "--memory", "2G"]);
    assert!(out.starts_with("holds: ") && status == Some(0), "{out}{err}");
    // A limit ends the run wherever it is.
    let before = std::time::Instant::now();
    let (out, _, status) = say_of("long.c", text.as_bytes(), &["--timeout", "0.3"]);
    let took = before.elapsed();
    assert!(status == Some(3) && took.as_secs() < 5 || status == Some(0), "{took:?} {out}");
}
