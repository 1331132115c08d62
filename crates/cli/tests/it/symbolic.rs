//! The symbolic engines, and certificates of their proofs.

use kulan_testing::needs;

use crate::support::*;

const ENGINES: [&str; 3] = ["bmc", "kind", "ic3"];

#[test]
fn violations_are_found_by_every_engine_and_replay() {
    for (name, options, property, message) in VIOLATED {
        let folder = Folder::new();
        // The smaller of two sizes is enough here, and induction takes long where a run is.
        let engines =
            ENGINES.into_iter().filter(|engine| !options.contains(&"N=4") && (*name, *engine) != ("long.pml", "kind"));
        for engine in engines {
            let file = model(name);
            let args = [&["check", &file, "--engine", engine, "--timeout", "60"], *options].concat();
            let ran = folder.run(&args).expect(1);
            let first = ran.stdout.lines().next().unwrap();
            assert!(first.starts_with(&format!("violated: {property} — ")), "{name}, {engine}: {first}");
            assert!(first.contains(message), "{name}, {engine}: {first}");
            let file = folder.files().pop().expect("the trace is kept");
            folder.run(&["replay", &model(name), &file]).expect(0);
        }
    }
}

#[test]
fn bounded_runs_hold_within_their_depth() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    folder.run(&["check", &peterson, "--engine", "bmc", "--depth", "6"]).expect(0).says("holds within depth 6");
    // Five steps are too few for the error.
    let bug = ["check", &peterson, "-DBUG", "--engine", "bmc", "--depth", "1"];
    folder.run(&bug).expect(0).says("holds within depth 1");
    folder.run(&["check", &peterson, "--depth", "6"]).expect(2).complains("--depth needs --engine bmc");
    folder.run(&["check", &peterson, "--engine", "ic3", "--max-states", "6"]).expect(2).complains("stores no states");
}

#[test]
fn what_ends_holds_by_bounded_runs() {
    let folder = Folder::new();
    let text = "byte sum; active [3] proctype P() { byte k; do :: k < 2 -> sum++; k++ :: else -> break od }
        active proctype Check() { assert(sum <= LIMIT) }";
    folder.write("ends.pml", text);
    let check =
        |limit, options: &[&str]| folder.run(&[&["check", "ends.pml", "--engine", "bmc", limit], options].concat());
    check("-DLIMIT=6", &[]).expect(0).says("holds: ");
    check("-DLIMIT=6", &["--depth", "3"]).expect(0).says("holds within depth 3");
    check("-DLIMIT=5", &[]).expect(1).says("violated: assert");
}

#[test]
fn symbolic_engines_check_safety_only() {
    let folder = Folder::new();
    let formula = model("formula.pml");
    let named = ["check", &formula, "--engine", "ic3", "--property", "ltl:eventually_x"];
    folder.run(&named).expect(2).complains("--engine ic3 checks safety only, not ltl:eventually_x");
    folder.run(&["check", &formula, "--engine", "ic3"]).expect(0).says("not checked: ltl:eventually_x");
}

#[test]
fn proofs_have_certificates() {
    for (name, options) in [("peterson.pml", &[][..]), ("processes.pml", &["--no-deadlock"])] {
        for engine in ["ic3", "auto"] {
            let folder = Folder::new();
            let file = model(name);
            let args = [&["check", &file, "--engine", engine, "--certificate", "proof"], options].concat();
            if folder.run(&args).status != 0 {
                continue; // not every model of the list holds
            }
            folder.run(&["certify", &file, "proof"]).expect(0).says("accepted: ");
        }
    }
    let folder = Folder::new();
    let file = example("dve/peterson.dve");
    let invariant = ["--invariant", "not (P0.critical and P1.critical)"];
    folder.run(&[&["check", &file, "--certificate", "proof"], &invariant[..]].concat()).expect(0);
    folder.run(&["certify", &file, "proof"]).expect(0).says("invariant");
    folder.run(&["certify", &model("peterson.pml"), "proof"]).expect(2);
    let kind = ["check", &file, "--engine", "kind", "--certificate", "inductive", "--property", "assert"];
    if folder.run(&kind).status == 0 {
        folder.run(&["certify", &file, "inductive"]).expect(0);
    }
    folder.run(&["check", &file, "--engine", "bmc", "--certificate", "proof"]).expect(2).complains("no certificates");
}

/// It fails behind nine frames, and only after as many steps of another thread.
const DEEP: &str = "
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void f(int n) { while (x != n) ; if (n == 9) assert(0); f(n + 1); }
static void *w(void *a) { for (int i = 0; i < 12; i++) x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); f(0); return 0; }
";

#[test]
fn a_bound_beyond_the_depth_is_not_out_of_reach() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("deep.c", DEEP);
    for (engine, options) in [
        ("bmc", &["--depth", "1"][..]),
        ("bmc", &["--depth", "2", "--max-frames", "5"]),
        ("kind", &["--depth", "1", "--max-frames", "5"]),
        ("kind", &["--depth", "1", "--max-frames", "5", "--certificate", "proof"]),
    ] {
        let args = [&["check", "deep.c", "--property", "assert", "--engine", engine], options].concat();
        let ran = folder.run(&args);
        assert!(ran.stdout.starts_with("holds within "), "{engine} {options:?}: {}", ran.stdout);
        // What was written is a proof.
        if folder.files().iter().any(|f| f.ends_with("proof")) {
            folder.run(&["certify", "deep.c", "proof"]).expect(0);
        } else if options.contains(&"--certificate") {
            ran.expect(2).complains("no certificate is written to proof");
        }
    }
    // Within five frames there is no assertion, and it is claimed nevertheless.
    let args =
        ["check", "deep.c", "--engine", "ic3", "--max-frames", "5", "--property", "assert", "--certificate", "all"];
    folder.run(&args).expect(0).says("holds within 5 frames");
    folder.run(&["certify", "deep.c", "all"]).expect(0).says("holds within 5 frames: assert");
}

/// Two threads that count to three each: no run is longer than a few dozen steps.
const ENDS: &str = "
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *w(void *a) { for (int i = 0; i < 3; i++) x++; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  for (int i = 0; i < 3; i++) x++;
  pthread_join(t, 0);
  assert(x == 6);
  return 0;
}
";

/// Behind a function that nobody knows, anything may happen.
const OPEN: &str =
    "#include <assert.h>\nvoid unheard_of(int *);\nint main(void) { int x; unheard_of(&x); assert(x); return 0; }\n";

#[test]
fn what_holds_without_a_proof_is_no_certificate() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("ends.c", ENDS);
    let check = |options: &[&str]| folder.run(&[&["check", "ends.c", "--engine", "kind"], options].concat());
    check(&[]).expect(0).says("holds: ");
    check(&["--certificate", "proof"]).expect(0).says("holds: ");
    folder.run(&["certify", "ends.c", "proof"]).expect(0).says("accepted: ");
    let bounded = check(&["--certificate", "none", "--depth", "3"]).expect(2);
    bounded.says("holds within depth 3").complains("no certificate is written to none: what holds within a depth");
    // An answer that is open has none either.
    folder.write("open.c", OPEN);
    let args = ["check", "open.c", "--engine", "ic3", "--certificate", "none"];
    folder.run(&args).expect(3).says("unknown: ");
    assert!(!folder.files().iter().any(|f| f.ends_with("none")));
}

#[test]
fn certificates_that_were_changed_are_refused() {
    let folder = Folder::new();
    let file = model("peterson.pml");
    folder.run(&["check", &file, "--certificate", "proof"]).expect(0);
    let text = std::fs::read_to_string(folder.0.join("proof")).unwrap();
    let half = text.len() / 2;
    folder.write("half", &text[..half]);
    folder.run(&["certify", &file, "half"]).expect(2);
    folder.write("edited", text.replacen("clause !", "clause ", 1));
    folder.run(&["certify", &file, "edited"]).expect(2);
    folder.write("nothing", "");
    folder.run(&["certify", &file, "nothing"]).expect(2);
}

/// Two counters that are always equal, and two bits that never are.
const TWINS: &str = "byte a, b; bit up, down = 1;
active proctype P() { do :: atomic { a++; b++; up = !up; down = !down } od }
active proctype Q() { do :: assert(a == b && up != down) od }";

#[test]
fn registers_that_are_always_equal_are_one() {
    let folder = Folder::new();
    folder.write("twins.pml", TWINS);
    for (engine, bits) in [("ic3", 0), ("kind", 8)] {
        let args = ["check", "twins.pml", "--engine", engine, "--certificate", "proof", "--json", "-"];
        let report: serde_json::Value = serde_json::from_str(&folder.run(&args).expect(0).stdout).unwrap();
        assert_eq!(report["figures"]["circuit"]["bits"], bits, "{engine}");
        let proof = std::fs::read_to_string(folder.0.join("proof")).unwrap();
        assert!(proof.contains("\nclause a == b\n"), "{proof}");
        folder.run(&["certify", "twins.pml", "proof"]).expect(0);
    }
    folder.write("twins.pml", TWINS.replace("a++;", "a++; if :: a == 200 -> b++ :: else fi;"));
    folder.run(&["check", "twins.pml", "--engine", "ic3"]).expect(1).says("violated: assert");
}

/// A loop over a 32-bit counter: no search ends, and a proof needs a few words.
const COUNTER: &str = "
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned limit, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  while (1) {
    pthread_mutex_lock(&lock);
    if (count < limit) count++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  limit = __VERIFIER_nondet_uint();
  pthread_create(&thread, 0, worker, 0);
  while (1) {
    pthread_mutex_lock(&lock);
    assert(count <= limit);
    pthread_mutex_unlock(&lock);
  }
}
";

/// The clauses of a proof of a program: they are few, and the certificate is accepted.
fn proved(folder: &Folder, name: &str, text: &str) -> Vec<String> {
    folder.write(name, text);
    let args = ["check", name, "--property", "assert", "--timeout", "120", "--certificate", "proof"];
    folder.run(&args).expect(0).says(&format!("holds: {name}"));
    let proof = std::fs::read_to_string(folder.0.join("proof")).unwrap();
    let clauses: Vec<String> = proof.lines().filter(|l| l.starts_with("clause ")).map(String::from).collect();
    assert!(clauses.len() <= 10, "{proof}");
    folder.run(&["certify", name, "proof"]).expect(0).says(&format!("accepted: {name}"));
    clauses
}

#[test]
fn a_loop_over_a_wide_counter_is_proved_with_few_clauses() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    let clauses = proved(&folder, "counter.c", COUNTER);
    assert!(clauses.iter().any(|c| c == "clause limit >=u count"), "{clauses:?}");
    // An error that needs a certain value of all the four billion.
    folder.write("wrong.c", COUNTER.replace("count <= limit", "count <= limit && limit != 123456789"));
    let ran = folder.run(&["check", "wrong.c", "--property", "assert", "--timeout", "120"]).expect(1);
    ran.says("violated: assert");
    folder.run(&["replay", "wrong.c", "wrong.c.trace"]).expect(0);
}

/// An index that can be anything, in memory of two threads.
const INDEX: &str = "
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned char flags[4];
void *worker(void *unused) {
  while (1) {
    unsigned k = __VERIFIER_nondet_uint() % 4;
    flags[k] = !flags[k];
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (1) {
    unsigned k = __VERIFIER_nondet_uint() % 4;
    assert(flags[k] <= 1);
  }
}
";

#[test]
fn an_index_that_can_be_anything_is_proved_with_few_clauses() {
    if needs::clang() {
        proved(&Folder::new(), "index.c", INDEX);
    }
}

#[test]
fn exported_circuits_have_the_same_answer_for_abc() {
    if !needs::abc() {
        return;
    }
    let folder = Folder::new();
    let models = [
        (model("peterson.pml"), false),
        (model("philosophers.pml"), true),
        (model("atomic.pml"), true),
        (model("timeouts.pml"), true),
        (example("alternating_bit.pml"), false),
        (example("dve/peterson.dve"), false),
        (example("dve/bounded-buffer.dve"), false),
    ];
    for (file, is_violated) in models {
        folder.run(&["export", &file, "--format", "aiger", "--output", "model.aig"]).expect(0);
        let abc = |command: &str| {
            let mut abc = std::process::Command::new("berkeley-abc");
            abc.current_dir(&folder.0).args(["-q", &format!("read_aiger model.aig; {command}")]);
            finish(abc).stdout
        };
        let (proof, found) = (abc("pdr -T 60"), abc("bmc3 -T 60 -F 15"));
        assert_eq!(proof.contains("was asserted in frame"), is_violated, "{file}: {proof}");
        assert_eq!(proof.contains("Property proved"), !is_violated, "{file}: {proof}");
        assert_eq!(found.contains("was asserted in frame"), is_violated, "{file}: {found}");
    }
}
