//! A whole check, without passes, counts random PROMELA programs as the reference exploration does; with passes it finds
//! the same kinds of errors.
//!
//! `KULAN_PROGRAMS=n` checks that many programs.

use kulan_check::{Checked, Engine, Passes, Setup, StoreKind, Workshop, check};
use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::Language;
use kulan_ir::CheckKind;
use kulan_ir::reference::explore;
use kulan_search::{Limit, Observer, Options, Progress};

/// States of the largest programs that are compared.
const LIMIT: u64 = 5_000;

struct Quiet;

impl Observer for Quiet {
    fn pulse(&self, _: &Progress) -> Option<Limit> {
        None
    }
}

fn read(text: &str) -> Option<Workshop> {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.pml", text);
    let loader = MemoryLoader::new();
    let source = kulan_frontend::read(Language::Promela, main, &loader, &[], &mut sources, &mut diags)?;
    Some(Workshop::new(source, sources))
}

fn run(workshop: &mut Workshop, passes: bool, store: StoreKind) -> Checked {
    let setup = Setup {
        passes: Passes { merge: passes, reset_dead: passes },
        search: Options { all_errors: true, ..Options::default() },
        store,
        engine: Engine::Compiled,
        memory: 1 << 30,
    };
    check(workshop, &setup, &Quiet).expect("it can be checked")
}

fn compare(seed: u64) -> bool {
    let text = kulan_testing::promela::program(seed).to_string();
    let Some(mut workshop) = read(&text) else { return false };
    if explore(&workshop.system(), LIMIT).cut {
        return false;
    }
    let plain = run(&mut workshop, false, StoreKind::Tree);
    // Only now all instances are known.
    let expected = explore(&plain.base, LIMIT);
    if expected.cut {
        return false;
    }
    let found = &plain.outcome;
    assert_eq!(
        (found.states, found.transitions, found.deadlocks, &found.failures),
        (expected.states, expected.transitions, expected.deadlocks, &expected.failures),
        "seed {seed}\n{text}"
    );
    let reduced = run(&mut workshop, true, StoreKind::Plain).outcome;
    assert!(reduced.states <= found.states, "seed {seed}: {} states by passes\n{text}", reduced.states);
    let kinds = |o: &kulan_search::Outcome| (o.deadlocks > 0, o.failures.keys().copied().collect::<Vec<CheckKind>>());
    assert_eq!(kinds(&reduced), kinds(found), "seed {seed}\n{text}");
    true
}

#[test]
fn a_check_counts_as_the_reference_does() {
    let default = if cfg!(debug_assertions) { 25 } else { 150 };
    let count = std::env::var("KULAN_PROGRAMS").ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let compared = (0..count).filter(|&seed| compare(seed)).count();
    println!("{compared} of {count} programs compared");
    assert!(compared as u64 * 2 > count, "most programs are small enough");
}
