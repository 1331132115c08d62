//! Runs of real models: reconstruction, and the explorer against the interpreter.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_ir::System;
use kulan_run::{
    Control, Engine, Execution, Mode, Passes, Request, Searched, Setup, StoreKind, Transactions, Workshop, check_safety,
};
use kulan_search::{Kind, Options, Order};
use kulan_trace::{End, Explorer, Length, is_jump, reconstruct, steps_of};

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

/// Programs, and positions of one.
const PROGRAMS: u64 = 40;
const MOST_POSITIONS: usize = 20_000;

/// The fewest statements with which a system, as lowered, violates something of a kind: by Dijkstra's algorithm on its
/// positions. None if it is too large, or does not.
fn fewest_statements(system: &System, kind: Kind) -> Option<usize> {
    let explorer = Explorer::new(system);
    let mut costs = HashMap::from([(explorer.start(), 0)]);
    let mut open = BTreeMap::from([(0usize, vec![explorer.start()])]);
    let mut ends = Vec::new();
    while let Some((cost, positions)) = open.pop_first() {
        for position in positions {
            if costs[&position] < cost {
                continue;
            }
            if costs.len() > MOST_POSITIONS {
                return None;
            }
            if kind == Kind::Deadlock && explorer.is_deadlock(&position) {
                ends.push(cost);
            }
            for (t, inputs) in explorer.choices(&position) {
                let stepped = explorer.step(&position, t, &inputs);
                let after = cost + usize::from(!is_jump(system, t));
                if stepped.failed.iter().any(|&c| Kind::Check(explorer.check(t, c).kind) == kind) {
                    ends.push(after);
                }
                if let Some(next) = stepped.next.filter(|_| !stepped.is_error)
                    && costs.get(&next).is_none_or(|&known| known > after)
                {
                    costs.insert(next.clone(), after);
                    open.entry(after).or_default().push(next);
                }
            }
        }
    }
    ends.into_iter().min()
}

/// Ways to search that find counterexamples of different lengths, before these are made shorter.
fn ways() -> Vec<(&'static str, Setup)> {
    let setup = |engine: Engine| Setup { engine, ..Setup::default() };
    let unmerged = |setup: Setup| Setup { passes: Passes { merge: false, ..Passes::USUAL }, ..setup };
    let breadth = Options { order: Order::BreadthFirst, ..Setup::default().search };
    let first = Setup { search: breadth, reduction: None, ..Setup::default() };
    let shorten = Duration::ZERO;
    vec![
        ("default", setup(Engine::Auto)),
        ("breadth first", unmerged(first.clone())),
        ("breadth first, not shortened", Setup { shorten, ..unmerged(first.clone()) }),
        ("merged, not shortened", Setup { shorten, ..first }),
        ("transactions", Setup { transactions: Transactions::Of(Mode::Static), ..unmerged(Setup::default()) }),
        ("bmc", Setup { transactions: Transactions::Auto, ..setup(Engine::Bmc) }),
        ("bmc, not shortened", Setup { shorten, ..unmerged(setup(Engine::Bmc)) }),
        ("ic3", setup(Engine::Ic3)),
    ]
}

/// `KULAN_SYSTEMS` programs, from seed `KULAN_SEED` on.
#[test]
fn shortest_is_said_only_of_the_fewest_statements() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let (first, count) = (number("KULAN_SEED", 0), number("KULAN_SYSTEMS", PROGRAMS));
    let (mut shortest, mut others) = (0, 0);
    for seed in first..first + count {
        let text = kulan_testing::promela::program(seed).to_string();
        for (way, setup) in ways() {
            let depth = (setup.engine == Engine::Bmc).then_some(12);
            let search = Options { threads: 1, max_states: depth.is_none().then_some(20_000), ..setup.search.clone() };
            let request = Request { setup: Setup { search, depth, ..setup }, ..Request::text("m.pml", text.clone()) };
            let report = kulan_run::check(&request);
            for (property, found) in report.counterexamples() {
                let mut workshop = workshop(&text);
                let system = kulan_run::complete(&mut workshop, MOST_POSITIONS as u64, &Control::default());
                let fewest = system.ok().flatten().and_then(|s| fewest_statements(&s, property.id.kind));
                let (Some(fewest), Length::Shortest) = (fewest, found.length) else {
                    others += 1;
                    continue;
                };
                assert_eq!(found.steps.len(), fewest, "seed {seed}, {way}: {}\n{text}", property.name);
                shortest += 1;
            }
        }
    }
    assert!(count < PROGRAMS || (shortest > 50 && others > 0), "{shortest} shortest ones, {others} others");
}

/// Words of the tool that are no keywords of PROMELA.
const WORDS: &[&str] = &[
    "deadlock",
    "index",
    "division",
    "channel",
    "processes",
    "blocked",
    "invariant",
    "progress",
    "acceptance",
    "hoa",
    "race",
    "memory",
    "evaluation",
    "local_deadlock",
    "formula",
];

/// What is said of a property by itself: its verdict, or the exit status.
fn said(text: &str, property: &str, setup: &Setup) -> String {
    let mut request = Request { setup: setup.clone(), ..Request::text("m.pml", text) };
    request.asked.properties = vec![property.to_string()];
    let report = kulan_run::check(&request);
    let row = report.properties.iter().find(|p| p.name == property);
    row.map_or_else(|| format!("exit {}", report.status()), |p| p.answer.verdict().word().to_string())
}

/// The same questions about programs whose formulas have names that mean nothing, and names that are words of the tool.
#[test]
fn a_word_means_the_same_beside_formulas_of_that_name() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let (first, count) = (number("KULAN_SEED", 0), number("KULAN_SYSTEMS", PROGRAMS / 4));
    let mut told = BTreeMap::<String, u32>::new();
    for seed in first..first + count {
        let mut random = kulan_testing::Random::new(seed);
        let program = kulan_testing::promela::program(seed).to_string();
        let words: Vec<&str> = (0..3).map(|_| *random.pick(WORDS)).collect();
        let mut named = program.clone();
        let mut plain = program.clone();
        for (i, word) in words.iter().enumerate().filter(|(i, word)| !words[..*i].contains(word)) {
            let formula =
                *random.pick(&["[] (_nr_pr < 3)", "<> (_nr_pr == 1)", "[] <> (_nr_pr > 1)", "<> (_nr_pr > 250)"]);
            named += &format!("\nltl {word} {{ {formula} }}");
            plain += &format!("\nltl other{i} {{ {formula} }}");
        }
        let order = if random.percent(50) { Order::BreadthFirst } else { Order::DepthFirst };
        let search = Options { threads: 1, max_states: Some(20_000), order, ..Options::default() };
        let reduction = Setup::default().reduction.filter(|_| random.percent(50));
        let setup = Setup { search, reduction, shorten: Duration::ZERO, ..Setup::default() };
        for (i, word) in words.iter().enumerate().filter(|(i, word)| !words[..*i].contains(word)) {
            let asked = said(&plain, word, &setup);
            // What is no word of the tool may be a formula's name.
            let is_word = !["local_deadlock", "formula", "hoa"].contains(word);
            if is_word {
                assert_eq!(said(&named, word, &setup), asked, "seed {seed}, {word}\n{named}");
            }
            let formula = said(&plain, &format!("ltl:other{i}"), &setup);
            assert_eq!(said(&named, &format!("ltl:{word}"), &setup), formula, "seed {seed}, ltl:{word}\n{named}");
            *told.entry(asked).or_default() += 1;
        }
    }
    assert!(count < PROGRAMS / 4 || told.len() > 2, "{told:?}");
}
