//! Processes that are created at run time are found, and no others are kept.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_run::{Control, Execution, Passes, Searched, Setup, StoreKind, Workshop, check_safety};
use kulan_search::Options;

fn checked(text: &str) -> Searched {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("m.pml", text);
    let language = kulan_frontend::Language::Promela;
    let source =
        kulan_frontend::read(language, main, &MemoryLoader::new(), &Default::default(), &mut sources, &mut diagnostics);
    let setup = Setup {
        passes: Passes { split: true, ..Passes::USUAL },
        search: Options { all_errors: true, ..Options::default() },
        store: StoreKind::Tree,
        execution: Execution::Interpret,
        memory: 1 << 28,
        reduction: None,
        temporal: Default::default(),
        shorten: Default::default(),
        ..Setup::default()
    };
    let mut workshop = Workshop::new(source.expect("a correct model"), sources);
    check_safety(&mut workshop, &setup, &Control::default()).expect("it can be checked")
}

#[test]
fn a_loop_that_creates_processes() {
    let found = checked(
        "byte n; proctype P(byte i) { n == 99 } proctype Q(byte i) { n == 99 }
         init { byte i; do :: i < 30 -> run P(i); run Q(i); i++ :: else -> break od }",
    );
    assert_eq!((found.base.threads.len(), found.found.outcome.deadlocks), (61, 1));
}

#[test]
fn an_atomic_sequence_that_creates_processes() {
    let found = checked(
        "byte n; proctype P() { n == 99 }
         init { atomic { byte i; do :: i < 40 -> run P(); i++ :: else -> break od } }",
    );
    assert_eq!((found.base.threads.len(), found.found.outcome.deadlocks), (41, 1));
}

#[test]
fn processes_that_create_the_next_and_one_that_a_walk_hardly_finds() {
    let found = checked(
        "byte n; proctype R() { skip }
         proctype P(byte i) { if :: i < 20 -> run P(i + 1) :: else fi; n == 0 }
         init { byte k; do :: k < 12 -> k++ :: k > 0 -> k-- :: k > 9 && n == 0 -> break od; run R(); run P(0) }",
    );
    // The process R may have ended before P starts, or not: P runs in the slots from 1 to 21, or from 2 to 22.
    assert_eq!((found.base.threads.len(), found.found.outcome.deadlocks), (1 + 1 + 22, 0));
}
