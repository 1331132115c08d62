//! Runs of real models: reconstruction, and the explorer against the interpreter.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_run::{Control, Execution, Passes, Searched, Setup, StoreKind, Workshop, check_safety};
use kulan_search::Options;
use kulan_trace::{End, Explorer, reconstruct, steps_of};

fn workshop(text: &str) -> Workshop {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("m.pml", text);
    let language = kulan_frontend::Language::Promela;
    let source =
        kulan_frontend::read(language, main, &MemoryLoader::new(), &Default::default(), &mut sources, &mut diagnostics);
    Workshop::new(source.expect("a correct model"), sources)
}

fn check(text: &str, merge: bool) -> Searched {
    let setup = Setup {
        passes: if merge { Passes::USUAL } else { Passes::NONE },
        search: Options::default(),
        store: StoreKind::Plain,
        execution: Execution::Interpret,
        memory: 1 << 30,
        reduction: None,
        temporal: Default::default(),
        shorten: Default::default(),
        ..Setup::default()
    };
    check_safety(&mut workshop(text), &setup, &Control::default()).expect("it can be checked")
}

const MODEL: &str = "
chan c = [1] of { byte }; byte x;
active proctype A() { byte i; atomic { i = 1; c!i; i = 2 }; do :: i < 5 -> i++; x = i :: else -> break od; c!i }
active proctype B() { byte y; c?y; c?y; if :: y > 3 -> x = y :: y < 3 fi; timeout -> assert(x != 5) }
";

#[test]
fn a_violation_becomes_a_run_of_single_statements() {
    for merge in [false, true] {
        let checked = check(MODEL, merge);
        let run =
            reconstruct(&checked.base, &checked.system, &checked.found.outcome.violations[0]).expect("it replays");
        assert_eq!(run.end, End::Check(0));
        let steps = steps_of(&Explorer::new(&checked.base), &run);
        let texts: Vec<&str> = steps.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts[..3], ["i = 1", "c!i", "i = 2"]);
        assert_eq!(texts[texts.len() - 1], "assert(x != 5)");
        assert_eq!(texts.iter().filter(|t| **t == "x = i").count(), 3);
    }
}

#[test]
fn a_run_that_the_original_does_not_have_is_an_error() {
    let checked = check(MODEL, true);
    for (from, to) in [("i < 5", "i < 4"), ("x != 5", "x != 6"), ("c!i; i = 2", "c!i; i = 6")] {
        let other = workshop(&MODEL.replacen(from, to, 1)).system();
        assert!(reconstruct(&other, &checked.system, &checked.found.outcome.violations[0]).is_err(), "{to}");
    }
}

#[test]
fn the_explorer_agrees_with_the_interpreter() {
    let system = workshop(MODEL).system();
    let explorer = Explorer::new(&system);
    let mut todo = vec![explorer.start()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = todo.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        let interpreter = explorer.interpreter();
        let mut expected = interpreter.enabled(&position.state, position.alone);
        if expected.is_empty() {
            expected = interpreter.enabled(&position.state, None);
        }
        let enabled = explorer.enabled(&position);
        assert_eq!(enabled, expected);
        todo.extend(enabled.into_iter().filter_map(|t| explorer.step(&position, t, &[]).next));
    }
    assert!(seen.len() > 20, "{}", seen.len());
}
