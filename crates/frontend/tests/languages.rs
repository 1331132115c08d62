//! Files of each language become systems.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::{Language, Source, read};
use kulan_ir::reference;

fn source(name: &str, text: &str, defines: &[(String, Option<String>)]) -> (Option<Source>, SourceMap) {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add(name, text);
    let language = Language::of_name(name).expect("a known name");
    let source = read(language, main, &MemoryLoader::new(), defines, &mut sources, &mut diagnostics);
    (source, sources)
}

#[test]
fn names_tell_the_language() {
    assert_eq!(Language::of_name("a/b.c/model.pml"), Some(Language::Promela));
    assert_eq!(Language::of_name("model.tmc"), Some(Language::Tmc));
    assert_eq!(Language::of_name("model.txt"), None);
    assert_eq!(Language::of_name("tmc"), None);
}

#[test]
fn promela() {
    let (source, sources) = source("model.pml", "byte x;\nactive proctype P() { x = 1 }\nltl p { <> (x == 1) }\n", &[]);
    let source = source.expect("a correct model");
    let system = source.system(&sources, &[], None);
    assert_eq!(reference::explore(&system, 100).deadlocks, 0);
    assert_eq!(source.properties()[0].name(), "p");
}

#[test]
fn tmc() {
    let text = "model m(N);\nint x;\nproc P[1] { l: when (x < N) x = x + 1; goto l; }\nformula f = []<>x;\nformula g(i) = x > i;\n";
    assert!(source("model.tmc", text, &[]).0.is_none());
    let (source, sources) = source("model.tmc", text, &[("N".to_string(), Some("5".to_string()))]);
    let source = source.expect("a correct program");
    assert!(!source.creates_processes());
    let counts = reference::explore(&source.system(&sources, &[], None), 100);
    assert_eq!((counts.states, counts.deadlocks), (6, 1));
    let properties = source.properties();
    assert_eq!((properties.len(), properties[0].kind(), properties[0].name()), (1, "ltl", "f"));
}
