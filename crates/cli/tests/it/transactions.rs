//! Transactions: the same answers, with counterexamples that replay.

use kulan_testing::needs;

use crate::support::*;

const MOVERS: [&str; 3] = ["static", "phase", "dynamic"];

#[test]
fn violations_are_found_in_transactions_and_replay() {
    for (name, options, property, message) in VIOLATED {
        let folder = Folder::new();
        for movers in MOVERS {
            let file = model(name);
            let args = ["check", &file, "--transactions", movers, "--engine", "explicit", "--timeout", "60"];
            let ran = folder.run(&[&args, *options].concat()).expect(1);
            let first = ran.stdout.lines().next().unwrap();
            assert!(first.starts_with(&format!("violated: {property} — ")), "{name}, {movers}: {first}");
            assert!(first.contains(message), "{name}, {movers}: {first}");
            let file = folder.files().pop().expect("the trace is kept");
            folder.run(&["replay", &model(name), &file]).expect(0);
        }
    }
}

#[test]
fn runs_are_complete_where_states_inside_of_transactions_are_not_stored() {
    for (name, options, property, message) in VIOLATED {
        let folder = Folder::new();
        for por in ["auto", "best"] {
            let file = model(name);
            let args =
                ["check", &file, "--transactions", "stubborn", "--por", por, "--shorten", "0", "--timeout", "60"];
            let ran = folder.run(&[&args, *options].concat()).expect(1);
            let first = ran.stdout.lines().next().unwrap();
            assert!(first.starts_with(&format!("violated: {property} — ")), "{name}, {por}: {first}");
            assert!(first.contains(message), "{name}, {por}: {first}");
            let file = folder.files().pop().expect("the trace is kept");
            folder.run(&["replay", &model(name), &file]).expect(0);
        }
    }
}

#[test]
fn transactions_by_stubborn_sets_need_a_search_that_has_some() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    let args = ["check", &peterson, "--transactions", "stubborn"];
    for engine in ["gpu", "bmc", "kind", "ic3"] {
        let ran = folder.run(&[&args[..], &["--engine", engine]].concat()).expect(2);
        ran.complains(&format!("--transactions stubborn: --engine {engine} has no stubborn sets"));
    }
    for por in ["off", "process"] {
        let ran = folder.run(&[&args[..], &["--por", por]].concat()).expect(2);
        ran.complains("--transactions stubborn: it needs stubborn sets");
    }
    folder.run(&[&args[..], &["--certificate", "proof"]].concat()).expect(2).complains("--certificate");
}

#[test]
fn symbolic_engines_answer_with_transactions() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    for engine in ["ic3", "bmc"] {
        for movers in MOVERS {
            let bug = ["check", &peterson, "-DBUG", "--engine", engine, "--transactions", movers];
            folder.run(&bug).expect(1).says("violated: ");
        }
    }
    let holds = ["check", &peterson, "--engine", "ic3", "--transactions", "dynamic"];
    folder.run(&holds).expect(0).says("holds: ");
}

#[test]
fn ic3_has_static_transactions_unless_its_proof_is_kept() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    let transactions = |options: &[&str]| {
        let ran = folder.run(&[&["check", &peterson, "--json", "-"], options].concat()).expect(0);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        report["reduction"]["transactions"]["movers"].clone()
    };
    assert_eq!(transactions(&["--engine", "ic3"]), "static");
    assert!(transactions(&["--engine", "ic3", "--transactions", "off"]).is_null());
    assert!(transactions(&["--engine", "ic3", "--certificate", "proof"]).is_null());
    folder.run(&["certify", &peterson, "proof"]).expect(0);
}

#[test]
fn a_loop_over_cells_that_are_handed_out_is_one_transaction() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/transactions/balance.c");
    let args = ["check", program, "-DTHREADS=2", "-DLIMIT=8", "--property", "assert", "--engine", "explicit"];
    let states = |movers: &str| {
        let ran = folder.run(&[&args[..], &["--transactions", movers, "--json", "-"]].concat()).expect(0);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let conditions = report["reduction"]["transactions"]["conditions"].as_u64();
        (report["figures"]["states"].as_u64().unwrap(), conditions)
    };
    let (off, _) = states("off");
    let (dynamic, conditions) = states("dynamic");
    assert!(dynamic * 20 < off, "{dynamic} of {off} states");
    assert!(conditions.is_some_and(|n| n > 0));
}

/// States grow linearly with the threads where no thread meets another one's bucket.
#[test]
fn threads_at_different_buckets_are_independent() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/transactions/buckets.c");
    for (table, most) in [("-DEMPTY", 64), ("-DPRESENT", 80), ("-DMIXED", 72)] {
        let mut args = vec!["check", program, "-DTHREADS=16", table, "--max-threads", "16", "--property", "assert"];
        args.extend(["--engine", "explicit", "--threads", "1", "--json", "-", "--transactions"]);
        for (movers, states) in [("off", most), ("static", 35), ("dynamic", 34)] {
            let ran = folder.run(&[&args[..], &[movers]].concat()).expect(0);
            let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
            assert_eq!(report["figures"]["states"], states, "{table}, {movers}");
        }
    }
}

#[test]
fn movers_are_listed_with_their_conditions() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    let ran = folder.run(&["relations", &peterson, "--movers"]).expect(0);
    ran.says("mover").says("does not always move").says("question");
}

#[test]
fn certificates_are_about_all_runs() {
    let folder = Folder::new();
    let peterson = model("peterson.pml");
    let args = ["check", &peterson, "--certificate", "proof", "--transactions", "dynamic"];
    folder.run(&args).expect(2).complains("--transactions skips some");
}

#[test]
fn symbols_are_defined_for_programs_in_c() {
    if !needs::clang() {
        return;
    }
    let folder = Folder::new();
    folder.write("p.c", "#include <assert.h>\nint main(void) { assert(N == 3); }\n");
    folder.run(&["check", "p.c", "-D", "N=3"]).expect(0);
    folder.run(&["check", "p.c", "-DN=4"]).expect(1);
}
