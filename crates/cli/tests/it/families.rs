//! Systems with very many transitions: everything before the search takes time in proportion to them.
//!
//! No test looks at a clock. `KULAN_FAMILY=100000 cargo test --release -p kulan --test it families -- --nocapture` makes
//! the systems that large and prints what the phases took.

use std::fmt::Write;

use crate::support::*;

/// A ring of stations with tokens; who has one takes over some values of the next station, one after the other.
fn ring(size: usize) -> String {
    let stations = 16;
    let values = size / stations / 2;
    let mut text = String::new();
    for i in 0..stations {
        let _ = writeln!(text, "chan c{i} = [4] of {{ bit }}; bit x{i}[{values}];");
    }
    for i in 0..stations {
        let next = (i + 1) % stations;
        let first = if i % 4 == 0 { format!("c{i}!1;") } else { String::new() };
        let _ = write!(text, "active proctype S{i}() {{ {first} do :: c{i}?1 ->");
        for v in 0..values {
            let _ = write!(text, " if :: x{next}[{v}] -> x{i}[{v}] = 0 :: else -> x{i}[{v}] = 1 fi;");
        }
        let _ = writeln!(text, " c{next}!1 od }}");
    }
    text
}

/// A pipeline of stages, each of which passes on several kinds of messages.
fn pipeline(size: usize) -> String {
    let (kinds, stages) = (40, size / 80);
    let mut text = String::new();
    for i in 0..=stages {
        let _ = writeln!(text, "chan c{i} = [2] of {{ byte }};");
    }
    let _ = writeln!(text, "active proctype Source() {{ byte v; do :: c0!v; v = (v + 1) % {kinds} od }}");
    // More stages than there may be processes are several to a process.
    let each = stages.div_ceil(200);
    for first in (0..stages).step_by(each) {
        let _ = write!(text, "active proctype P{first}() {{ do");
        for i in first..(first + each).min(stages) {
            for kind in 0..kinds {
                let _ = write!(text, " :: c{i}?{kind} -> c{}!{}", i + 1, (kind + 1) % kinds);
            }
        }
        let _ = writeln!(text, " od }}");
    }
    let _ = writeln!(text, "active proctype Sink() {{ byte v; do :: c{stages}?v; assert(v < {kinds}) od }}");
    text
}

/// Processes each of which chooses a row that its neighbours do not have.
fn queens(size: usize) -> String {
    let count = (1..).find(|n| n * n * 2 >= size).expect("there is one").min(250);
    let mut text = format!("byte row[{count}]; byte done;\n");
    for i in 0..count {
        let [left, right] = [1, count - 1].map(|step| (i + step) % count);
        let _ = writeln!(text, "active proctype Q{i}() {{ if");
        for k in 1..=count {
            let _ = writeln!(text, ":: row[{left}] != {k} && row[{right}] != {k} -> row[{i}] = {k}");
        }
        let _ = writeln!(text, "fi; done++ }}");
    }
    text
}

#[test]
fn very_many_transitions_are_prepared() {
    let size = std::env::var("KULAN_FAMILY").ok().and_then(|v| v.parse().ok()).unwrap_or(2_000);
    for (name, text) in [("ring", ring(size)), ("pipeline", pipeline(size)), ("queens", queens(size))] {
        let folder = Folder::new();
        folder.write("m.pml", text);
        for por in ["off", "components"] {
            let limits = ["--max-states", "1000", "--threads", "1", "--json", "report.json", "--no-trace"];
            let ran = folder.run(&[&["check", "m.pml", "--por", por], &limits[..]].concat());
            assert!([0, 3].contains(&ran.status), "{name} {por}: exit {}", ran.status);
            let report = std::fs::read(folder.0.join("report.json")).unwrap();
            let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
            let figures = &report["figures"];
            let transitions = figures["ir"]["transitions"].as_u64().unwrap_or(0) as usize;
            assert!(transitions * 3 > size, "{name} {por}: only {transitions} transitions of {size}");
            let seconds = |phase: &str| figures["phases"][phase].as_f64().unwrap_or(0.0);
            let phases =
                ["reading", "instances", "preparing", "relations", "search"].map(|p| format!("{p} {:.2}", seconds(p)));
            println!("{name:8} {por:10} {transitions:7} transitions: {}", phases.join(", "));
        }
    }
}
