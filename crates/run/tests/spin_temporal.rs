//! Random programs with random formulas, judged by SPIN's verifier and by us, with and without reduction.
//!
//! `KULAN_SPIN_FORMULAS=n` compares that many, `KULAN_SPIN_SEED=n` begins with that seed. Without SPIN or a C compiler the
//! test says so and passes.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::Language;
use kulan_relations::Method;
use kulan_run::{
    Answered, Control, Execution, Passes, Reduction, Setup, StoreKind, Temporal, Watching, Workshop, check_property,
};
use kulan_search::Options;
use kulan_stubborn::Condition;
use kulan_testing::Random;
use kulan_testing::promela::{Kind, Program, Stmt, program};
use kulan_testing::spin;

/// States of the largest products that are compared.
const LIMIT: u64 = 30_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// The program without assertions, and the text of a formula about its globals.
fn case(seed: u64) -> Option<String> {
    let mut random = Random::new(seed ^ 0x7370_696e);
    let mut program = program(seed);
    program.processes.iter_mut().for_each(|p| strip(&mut p.body));
    let propositions = propositions(&program, &mut random)?;
    let size = random.between(1, 4);
    let formula = formula(&mut random, &propositions, size);
    let text = format!("{program}\nltl f {{ {formula} }}\n");
    // SPIN counts the claim among the processes.
    (!text.contains("_nr_pr")).then_some(text)
}

fn strip(list: &mut Vec<Stmt>) {
    for stmt in list {
        match &mut stmt.kind {
            Kind::Line(text) if text.starts_with("assert") => *text = "skip".into(),
            Kind::Line(_) => {}
            Kind::Select(_, options) => options.iter_mut().for_each(strip),
            Kind::Block(_, body) => strip(body),
            Kind::Unless(main, escape) => {
                strip(main);
                strip(escape);
            }
        }
    }
}

/// Comparisons of global scalars with small numbers.
fn propositions(program: &Program, random: &mut Random) -> Option<Vec<String>> {
    let scalar = |line: &String| {
        let mut words = line.split_whitespace();
        let known = ["byte", "bit", "bool", "int", "short"].contains(&words.next()?);
        let name = words.next()?.to_string();
        (known && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some(name)
    };
    let names: Vec<String> = program.globals.iter().filter_map(scalar).collect();
    if names.is_empty() {
        return None;
    }
    let one = |random: &mut Random| format!("({} == {})", random.pick(&names), random.below(3));
    Some((0..3).map(|_| one(random)).collect())
}

fn formula(random: &mut Random, atoms: &[String], size: usize) -> String {
    if size == 0 {
        return random.pick(atoms).clone();
    }
    match random.below(8) {
        0 => format!("(! {})", formula(random, atoms, size - 1)),
        1 | 2 => format!("(<> {})", formula(random, atoms, size - 1)),
        3 | 4 => format!("([] {})", formula(random, atoms, size - 1)),
        choice => {
            let left = random.below(size);
            let (a, b) = (formula(random, atoms, left), formula(random, atoms, size - 1 - left));
            let op = ["&&", "||", "U", "V", "->"][(choice - 5 + random.below(3)) % 5];
            format!("({a} {op} {b})")
        }
    }
}

fn workshop(text: &str) -> Option<Workshop> {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.pml".to_string(), text.to_string());
    let loader = MemoryLoader::new();
    let source =
        kulan_frontend::read(Language::Promela, main, &loader, &Default::default(), &mut sources, &mut diagnostics)?;
    Some(Workshop::new(source, sources))
}

/// The ways to answer: without reduction, with it in its three forms, and deciding between them.
fn setups() -> Vec<Setup> {
    let setup = |merge: bool, threads: usize, watching: Option<Watching>| Setup {
        passes: Passes { merge, reset_dead: merge, split: merge, narrow: None },
        search: Options { threads, max_states: Some(LIMIT), ..Options::default() },
        store: StoreKind::Tree,
        execution: Execution::Compiled,
        memory: 1 << 30,
        reduction: watching.map(|_| Reduction {
            options: kulan_stubborn::Options::default(),
            method: Method::Solver,
            either_strength: false,
            movers: false,
            auto: None,
        }),
        temporal: Temporal { watching, ..Temporal::default() },
        shorten: Default::default(),
        ..Setup::default()
    };
    let auto = |first: u64, threads: usize| Setup {
        reduction: Some(Reduction { auto: Some(first), ..Reduction::default() }),
        ..setup(true, threads, None)
    };
    vec![
        setup(false, 1, None),
        auto(3, 1),
        auto(20, 2),
        setup(true, 2, None),
        setup(true, 1, Some(Watching::INVISIBLE)),
        setup(false, 2, Some(Watching::INVISIBLE)),
        setup(true, 1, Some(Watching { condition: Condition::Ample, ..Watching::INVISIBLE })),
        setup(true, 2, Some(Watching::TRANSPARENT)),
    ]
}

/// Whether the formula is violated, by each setup; `None` if the program is too large or runs into an error.
fn ours(text: &str) -> Option<Result<Vec<bool>, String>> {
    let mut workshop = workshop(text)?;
    let property = workshop.source().properties().into_iter().next()?;
    let mut answers = Vec::new();
    for setup in setups() {
        let checked = match check_property(&mut workshop, &property, &setup, &Control::default()) {
            Ok(Answered::Property(checked)) => checked,
            Ok(Answered::Cut(_) | Answered::TooLarge) => return None,
            Err(error) => return Some(Err(error.message().to_string())),
        };
        let outcome = &checked.found.outcome;
        if outcome.limit.is_some() {
            return None;
        }
        if let Some(violation) = outcome.violations.first()
            && let Err(why) = kulan_trace::reconstruct_lasso(&checked.base, &checked.system, violation, property.spec())
        {
            return Some(Err(format!("the run does not replay: {why}")));
        }
        answers.push(!outcome.violations.is_empty());
    }
    Some(Ok(answers))
}

#[test]
fn formulas_are_answered_as_spin_does() {
    if !kulan_testing::needs::spin() {
        return;
    }
    let first = number("KULAN_SPIN_SEED", 0);
    let (mut same, mut violated, mut skipped, mut reports) = (0, 0, 0, Vec::new());
    for seed in first..first + number("KULAN_SPIN_FORMULAS", 10) {
        let Some(text) = case(seed) else { continue };
        let folder: PathBuf = std::env::temp_dir().join(format!("kulan-ltl-{}-{seed}", std::process::id()));
        match (ours(&text), spin::violated(&text, &folder)) {
            (None, _) | (_, Err(_)) => skipped += 1,
            (Some(Ok(answers)), Ok(spin)) if answers.iter().all(|&a| a == spin) => {
                same += 1;
                violated += u32::from(spin);
            }
            (Some(answers), Ok(spin)) => {
                println!("seed {seed}: ours {answers:?}, SPIN {spin}\n{text}");
                reports.push(seed);
            }
        }
        let _ = std::fs::remove_dir_all(folder);
    }
    println!("{same} the same ({violated} violated), {skipped} skipped");
    assert!(reports.is_empty(), "{reports:?} are answered differently");
}
