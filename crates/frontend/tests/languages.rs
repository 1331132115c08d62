//! Files of each language become systems.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::{Asked, Language, Reading, Source, read};
use kulan_ir::reference;

fn source(name: &str, text: &str, reading: &Reading) -> (Option<Source>, SourceMap) {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add(name, text);
    let language = Language::of_name(name).expect("a known name");
    let loader = MemoryLoader::new().with(name, text);
    let source = read(language, main, &loader, reading, &mut sources, &mut diagnostics);
    (source, sources)
}

#[test]
fn names_tell_the_language() {
    assert_eq!(Language::of_name("a/b.c/model.pml"), Some(Language::Promela));
    assert_eq!(Language::of_name("model.tmc"), Some(Language::Tmc));
    assert_eq!(Language::of_name("model.3.dve"), Some(Language::Dve));
    assert_eq!(Language::of_name("model.txt"), None);
    assert_eq!(Language::of_name("tmc"), None);
}

#[test]
fn promela() {
    let (source, sources) =
        source("model.pml", "byte x;\nactive proctype P() { x = 1 }\nltl p { <> (x == 1) }\n", &Reading::default());
    let source = source.expect("a correct model");
    let system = source.system(&sources, &[], &[]);
    assert_eq!(reference::explore(&system, 100).deadlocks, 0);
    assert_eq!(source.properties()[0].name(), "p");
}

#[test]
fn tmc() {
    let text = "model m(N);\nint x;\nproc P[1] { l: when (x < N) x = x + 1; goto l; }\nformula f = []<>x;\nformula g(i) = x > i;\n";
    assert!(source("model.tmc", text, &Reading::default()).0.is_none());
    let reading = Reading { defines: vec![("N".to_string(), Some("5".to_string()))], ..Reading::default() };
    let (source, sources) = source("model.tmc", text, &reading);
    let source = source.expect("a correct program");
    assert!(!source.creates_processes());
    let counts = reference::explore(&source.system(&sources, &[], &[]), 100);
    assert_eq!((counts.states, counts.deadlocks), (6, 1));
    let properties = source.properties();
    assert_eq!((properties.len(), properties[0].kind(), properties[0].name()), (1, "ltl", "f"));
}

const COUNTER: &str = "byte x;\nprocess P { state a, b; init a; trans a -> b { guard x < 3; effect x = x + 1; }, b -> a {}; }\n\
    system async;\n";

#[test]
fn dve() {
    let (source, sources) = source("model.dve", COUNTER, &Reading::default());
    let source = source.expect("a correct model");
    let counts = reference::explore(&source.system(&sources, &[], &[]), 100);
    assert_eq!((counts.states, counts.deadlocks), (7, 1));
    assert!(source.properties().is_empty());
}

/// A question of the command line about `x`, with the name `high` defined.
fn asked(asked: Asked) -> Reading {
    let defines = vec![("high".to_string(), Some("x > 1 ".to_string()))];
    Reading { defines, asked, ..Reading::default() }
}

#[test]
fn questions_about_dve() {
    let formulas = vec![("f".to_string(), "G(high -> F P.a) && !high".to_string())];
    let (with_formula, sources) = source("model.dve", COUNTER, &asked(Asked { formulas, ..Asked::default() }));
    let with_formula = with_formula.expect("a correct model");
    let properties = with_formula.properties();
    assert_eq!((properties.len(), properties[0].title()), (1, "ltl:f".to_string()));
    assert_eq!(with_formula.observed(&sources, &[], &properties[0]).labels.len(), 2);

    let invariants = vec!["not high".to_string()];
    let (with_invariant, sources) = source("model.dve", COUNTER, &asked(Asked { invariants, ..Asked::default() }));
    let system = with_invariant.expect("a correct model").system(&sources, &[], &[]);
    let failures = reference::explore(&system, 100).failures;
    assert_eq!(failures.get(&kulan_ir::CheckKind::Invariant), Some(&4), "x is 2 or 3, at a or b: {failures:?}");

    for bad in ["y", "P.c", "x +", "G x"] {
        let invariants = vec![bad.to_string()];
        assert!(source("model.dve", COUNTER, &asked(Asked { invariants, ..Asked::default() })).0.is_none(), "{bad}");
    }
}

#[test]
fn invariants_of_promela_are_seen_where_they_fail() {
    let text = "byte x;\nactive proctype P() { byte y; atomic { x = 1; x = 2 }; y = x; x = y + 1 }\n";
    let count = |invariant: &str| {
        let asked = Asked { invariants: vec![invariant.to_string()], ..Asked::default() };
        let (source, sources) = source("model.pml", text, &Reading { asked, ..Reading::default() });
        let system = source.expect("a correct model").system(&sources, &[], &[]);
        reference::explore(&system, 100).failures.get(&kulan_ir::CheckKind::Invariant).copied()
    };
    assert_eq!(count("x != 1"), None, "within the atomic sequence nobody looks");
    assert_eq!(count("x != 3"), Some(2), "at the end, before and after the process is gone");
    assert_eq!(count("P:y == 0"), Some(2));
}

#[test]
fn what_a_language_cannot_be_asked_is_refused() {
    let asked = Asked { never: Some("claim".into()), ..Asked::default() };
    assert!(source("model.dve", COUNTER, &Reading { asked: asked.clone(), ..Reading::default() }).0.is_none());
    let text = "model m();\nint x;\nproc P[1] { l: x = 1; goto l; }\n";
    assert!(source("model.tmc", text, &Reading::default()).0.is_some());
    assert!(source("model.tmc", text, &Reading { asked, ..Reading::default() }).0.is_none());
}
