//! The models of the BEEM benchmark, by the reference interpreter. They are in `beem` in the folder `KULAN_BENCH`, or in
//! `../shared/bench` beside the workspace; without it the tests are skipped. `KULAN_BEEM_STATES` is how many states the
//! instances can have whose states are counted.

use std::collections::HashSet;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_dve::{Overflow, Program, Proposition};
use kulan_ir::{Interpreter, System, reference};
use kulan_testing::files::cells;
use kulan_testing::needs;

use crate::support::{good, read};

/// Instances with more states than this are left to the command line's tests: the interpreter is slow.
const MOST_STATES: u64 = 40_000;

#[test]
fn benchmark_parses() {
    let Some(folder) = needs::bench("beem") else { return };
    let entries = std::fs::read_dir(folder.join("models")).expect("the models");
    let paths = entries.map(|e| e.expect("an entry").path()).filter(|p| p.extension().is_some_and(|e| e == "dve"));
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let (program, _, messages) = read(&text);
        assert!(messages.is_empty(), "{}:\n{messages}", path.display());
        let property = program.expect("no error").property().is_some();
        assert_eq!(property, path.display().to_string().contains(".prop"), "{}", path.display());
    }
}

/// States and transitions with the error state and with wrap-around, and deadlocks.
struct Line<'a> {
    model: &'a str,
    error: (u64, u64),
    wrap: (u64, u64),
    deadlocks: Option<u64>,
}

fn line(text: &str) -> Option<Line<'_>> {
    let columns: Vec<&str> = text.split(',').collect();
    let number = |i: usize| columns[i].parse().ok();
    let (error, wrap) = ((number(4)?, number(5)?), (number(6)?, number(7)?));
    Some(Line { model: columns[0], error, wrap, deadlocks: number(8) })
}

#[test]
fn small_instances_have_the_known_counts() {
    let Some(folder) = needs::bench("beem") else { return };
    let most = std::env::var("KULAN_BEEM_STATES").ok().and_then(|n| n.parse().ok()).unwrap_or(MOST_STATES);
    let table = std::fs::read_to_string(folder.join("counts.csv")).expect("the table");
    let lines: Vec<Line> = table.lines().skip(1).filter_map(line).filter(|l| l.error.0 <= most).collect();
    let mut wrong = Vec::new();
    for l in &lines {
        let path = folder.join("models").join(format!("{}.dve", l.model));
        // The table knows more models than the folder has.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (program, sources) = good(&text);
        for (overflow, known) in [(Overflow::Error, l.error), (Overflow::Wrap, l.wrap)] {
            let system = program.system(&sources, overflow, &[]);
            let counts = reference::explore(&system, 4 * most);
            let seen = (counts.states, counts.transitions);
            let deadlocks = overflow == Overflow::Error && l.deadlocks.is_some_and(|d| d != counts.deadlocks);
            if seen != known || deadlocks {
                wrong.push(format!("{} {overflow:?}: {counts:?}, known are {known:?} {:?}", l.model, l.deadlocks));
            }
            if l.error == l.wrap && counts.failures.is_empty() {
                break;
            }
        }
    }
    assert!(lines.len() > 10 && wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

fn proposition(
    program: &Program,
    sources: &mut SourceMap,
    text: &str,
    named: &[(String, Proposition)],
) -> Result<Proposition, String> {
    let (file, mut diags) = (sources.add("<property>", text), Diagnostics::new());
    let found = program.proposition(file, sources, named, &mut diags);
    found.ok_or_else(|| Renderer::new(sources).render_all(&diags))
}

/// The least number of steps to a state in which the first label holds.
fn depth(system: &System) -> Option<usize> {
    let interpreter = Interpreter::new(system);
    let mut level = vec![interpreter.initial()];
    let mut seen: HashSet<_> = level.iter().cloned().collect();
    for depth in 0.. {
        if level.is_empty() || level.iter().any(|s| interpreter.holds(s, system.labels[0].predicate)) {
            return Some(depth).filter(|_| !level.is_empty());
        }
        let paths = level.iter().flat_map(|s| reference::successors(&interpreter, system, s));
        level = paths.filter_map(|p| p.state).filter(|s| seen.insert(s.clone())).collect();
    }
    None
}

#[test]
fn goals_are_understood_and_reached() {
    let Some(folder) = needs::bench("beem") else { return };
    let counts = std::fs::read_to_string(folder.join("counts.csv")).expect("the table");
    let small: HashSet<&str> =
        counts.lines().filter_map(line).filter(|l| l.wrap.0 <= 10_000).map(|l| l.model).collect();
    let table = std::fs::read_to_string(folder.join("properties.csv")).expect("the table");
    let mut searched = 0;
    for row in table.lines().map(cells).filter(|c| c.len() > 10 && c[2] == "reachability") {
        let path = folder.join("models").join(format!("{}.dve", row[0]));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (program, mut sources) = good(&text);
        let mut named = Vec::new();
        for definition in row[4].split(';') {
            let (name, text) = definition.split_once(":=").expect("a definition");
            let found = proposition(&program, &mut sources, text, &named);
            let found = found.unwrap_or_else(|messages| panic!("{} {definition}:\n{messages}", row[0]));
            named.push((name.trim().to_string(), found));
        }
        let goal = proposition(&program, &mut sources, &row[3], &named);
        let goal = goal.unwrap_or_else(|messages| panic!("{} {}:\n{messages}", row[0], row[3]));
        if small.contains(row[0].as_str()) && !row[9].is_empty() {
            let system = program.system(&sources, Overflow::Wrap, &[goal]);
            assert_eq!(depth(&system), row[10].parse().ok(), "{} {}", row[0], row[3]);
            searched += 1;
        }
    }
    assert!(searched > 10, "{searched}");
}
