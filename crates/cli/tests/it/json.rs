//! The JSON report.

use serde_json::Value;

use crate::support::*;

fn report(args: &[&str], status: i32) -> Value {
    let folder = Folder::new();
    let ran = folder.run(&[&["check", "--json", "-"], args].concat()).expect(status);
    let report = serde_json::from_str(&ran.stdout).expect("standard output is JSON and nothing else");
    check_schema(&report);
    assert_eq!(report["exit_status"], status);
    report
}

/// Every report fits its schema.
fn check_schema(report: &Value) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    let schema = compiler.compile(file, &mut schemas).expect("a schema");
    if let Err(e) = schemas.validate(report, schema) {
        panic!("{e:#}\n{report:#}");
    }
}

#[test]
fn the_schema_is_not_content_with_anything() {
    let good = report(&[&model("formula.pml")], 0);
    for field in ["schema_version", "verdict", "figures", "properties"] {
        let mut bad = good.clone();
        bad[field] = Value::Null;
        assert!(std::panic::catch_unwind(|| check_schema(&bad)).is_err(), "{field}");
    }
}

#[test]
fn reports_of_every_exit_status() {
    let wrong = report(&[&model("wrong.pml")], 2);
    assert_eq!(wrong["error"]["kind"], "model");
    assert!(wrong["error"]["message"].as_str().unwrap().contains("wrong.pml:"), "{wrong}");
    let call = report(&[&model("peterson.pml"), "--property", "channel"], 2);
    assert_eq!((&call["error"]["kind"], &call["verdict"]), (&"call".into(), &"unknown".into()));
    assert_eq!(report(&["no-such-model.pml"], 2)["error"]["kind"], "call");
    let fair = report(&[&model("formula.pml"), "--fair", "--por", "beam"], 2);
    assert!(fair["error"]["message"].as_str().unwrap().contains("--fair"), "{fair}");
    let limit = report(&[&model("counters.pml"), "--por", "off", "--timeout", "0.2"], 3);
    assert_eq!((&limit["limit"], &limit["limit_phase"]), (&"time".into(), &"search".into()));
}

#[test]
fn what_was_really_used() {
    let off = report(&[&model("peterson.pml"), "--por", "off", "--search", "bfs", "--execution", "interpret"], 0);
    assert_eq!((&off["reduction"]["algorithm"], &off["reduction"]["relations"]), (&"off".into(), &Value::Null));
    assert_eq!((&off["method"]["search"], &off["method"]["execution"]), (&"bfs".into(), &"interpret".into()));
}

fn property<'a>(report: &'a Value, name: &str) -> &'a Value {
    let list = report["properties"].as_array().unwrap();
    list.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no {name} in {list:?}"))
}

#[test]
fn a_model_that_holds() {
    let report = report(&[&model("peterson.pml"), "--threads", "1", "--no-merge", "--no-reset-dead"], 0);
    assert_eq!(report["tool"], "kulan");
    assert_eq!(report["verdict"], "holds");
    assert_eq!(report["model"], model("peterson.pml"));
    assert_eq!(report["command"].as_array().unwrap()[1], "check");
    for name in ["deadlock", "assert", "index"] {
        assert_eq!(property(&report, name)["verdict"], "holds");
        assert_eq!(property(&report, name)["errors"], 0);
        assert_eq!(property(&report, name)["trace"], Value::Null);
    }
    let figures = &report["figures"];
    for field in ["states", "transitions", "depth", "memory_bytes", "store_bytes", "threads"] {
        assert!(figures[field].as_u64().unwrap() > 0, "{field}: {figures}");
    }
    for field in ["seconds", "seconds_front_end", "seconds_relations", "seconds_compile", "seconds_search"] {
        assert!(figures[field].is_f64(), "{field}: {figures}");
    }
    for field in ["variables", "guards", "transitions", "state_bits"] {
        assert!(figures["ir"][field].as_u64().unwrap() > 0, "{field}: {figures}");
    }
    assert_eq!(report["reduction"]["algorithm"], "off");
    assert_eq!(report["reduction"].get("comparison"), None, "it is too small for one");
    assert_eq!(report["limit"], Value::Null);
}

#[test]
fn a_violation_with_its_trace() {
    let report = report(&[&model("rendezvous.pml"), "--search", "bfs"], 1);
    assert_eq!(report["verdict"], "violated");
    let assert = property(&report, "assert");
    assert_eq!(assert["verdict"], "violated");
    assert_eq!(assert["kind"], "safety");
    let trace = &assert["trace"];
    assert_eq!(trace["cycle_start"], Value::Null);
    let first = &trace["steps"][0];
    assert_eq!(first["text"], "ask!request,_pid+1");
    assert_eq!(first["line"], 20);
    assert!(first["file"].as_str().unwrap().ends_with("rendezvous.pml"));
    assert!(first["process"].as_str().unwrap().starts_with("Client("));
    assert_eq!(first["partner"], "Server(0)");
    assert_eq!(first["message"]["kind"], "handshake");
    assert!(first["changes"]["Server(0).who"].as_str().unwrap().starts_with("0 -> "));
    assert_eq!(property(&report, "deadlock")["verdict"], "unknown", "the search ended early");
    let signed = trace["steps"].as_array().unwrap().iter().any(|s| s["changes"].to_string().contains("-1 -> -2"));
    assert!(signed, "{trace}");
}

#[test]
fn a_limit() {
    let report = report(&[&model("counters.pml"), "--max-states", "10"], 3);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["limit"], "states");
    assert_eq!(property(&report, "deadlock")["limit"], "states");
}

#[test]
fn a_file_is_written_beside_the_text() {
    let folder = Folder::new();
    let ran = folder.run(&["check", &model("formula.pml"), "--json", "report.json"]).expect(0);
    ran.says("holds: ");
    let text = std::fs::read(folder.0.join("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(report["unchecked"].as_array().unwrap().len(), 0);
    assert_eq!(property(&report, "ltl:eventually_x")["kind"], "temporal");
    assert_eq!(folder.files(), ["report.json"]);
}

#[test]
fn the_questions_of_the_solver_are_counted() {
    let by = |method: &str| {
        report(&[&model("peterson.pml"), "--por", "beam", "--relations", method], 0)["reduction"].clone()
    };
    assert!(by("solver")["solver_questions"].as_u64().unwrap() > 0);
    assert_eq!(by("solver")["solver_undecided"], 0);
    assert_eq!(by("syntactic")["solver_questions"], 0);
}

#[test]
fn parameters_and_prints_are_reported() {
    let folder = Folder::new();
    let tmc = "model m(N);\nint x = 0;\nproc P[N] { a: when (x < 3) x = x + 1; goto a; when (x >= 3) goto b; b: }\n\
               formula low = [](x < 1 + N);\ncheck low for N=1..3;\n";
    let report = |file: &str, text: &str| report(&[&folder.write(file, text).display().to_string()], 1);
    let found = report("m.tmc", tmc);
    let answers = found["properties"].as_array().unwrap().iter().filter(|p| p["name"] == "ltl:low");
    let answers: Vec<_> = answers.map(|p| (p["parameters"]["N"].as_i64(), p["verdict"].as_str())).collect();
    let expected = [(1, "violated"), (2, "violated"), (3, "holds")];
    assert_eq!(answers, expected.map(|(n, verdict)| (Some(n), Some(verdict))));
    assert!(
        found["properties"].as_array().unwrap().iter().all(|p| p["kind"] != "temporal" || p["figures"].is_object())
    );
    let found = report("m.pml", "active proctype P() { printf(\"%d\", 7); assert(false) }\n");
    assert_eq!(property(&found, "assert")["trace"]["steps"][0]["prints"], "7");
    assert!(property(&found, "assert").get("parameters").is_none());
}

#[test]
fn warnings_about_the_text_of_a_model() {
    let folder = Folder::new();
    folder.write("m.pml", "byte x, y;\nactive proctype P() { x = 1; do :: x == 1 -> skip od;\nx = 2 }");
    let ran = folder.run(&["check", "m.pml", "--no-trace", "--json", "m.json"]).expect(0);
    ran.complains("warning[never-read]");
    let text = std::fs::read_to_string(folder.0.join("m.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    check_schema(&report);
    let warnings = report["warnings"].as_array().unwrap();
    let of = |code: &str| warnings.iter().find(|w| w["property"] == code).map(|w| w["place"].clone());
    assert_eq!(of("never-read"), Some("m.pml:1".into()), "{warnings:?}");
    assert_eq!(of("unreachable"), Some("m.pml:3".into()), "{warnings:?}");
}

#[test]
fn a_proof_is_checked() {
    let proved = report(&[&model("peterson.pml"), "--engine", "ic3"], 0);
    assert_eq!(proved["figures"]["proof"]["checked"], true, "{proved:#}");
    let explicit = report(&[&model("peterson.pml")], 0);
    assert_eq!(explicit["figures"].get("proof"), None);
}
