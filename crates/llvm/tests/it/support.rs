//! Reading texts, and comparing what is read with what is printed.

use std::path::{Path, PathBuf};

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_llvm::Module;

/// The module, if there was no error, and the messages.
pub fn read(text: &str) -> (Option<Module>, String) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add("module.ll", text);
    let module = kulan_llvm::read(file, &sources, &mut diags);
    assert_eq!(module.is_none(), diags.has_errors());
    (module, Renderer::new(&sources).render_all(&diags))
}

/// The texts in a folder of the tests, with their paths.
pub fn samples(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let paths = kulan_testing::files::with_extension(&folder, "ll");
    paths.into_iter().map(|p| (p.clone(), std::fs::read_to_string(&p).expect("a readable text"))).collect()
}

/// The module in one of the samples that must be read.
pub fn sample(name: &str) -> Module {
    let found = samples("ok").into_iter().find(|(path, _)| path.ends_with(format!("{name}.ll")));
    good(&found.expect("a sample of that name").1)
}

/// A module without errors.
#[track_caller]
pub fn good(text: &str) -> Module {
    let (module, messages) = read(text);
    module.unwrap_or_else(|| panic!("{messages}"))
}

/// Reads, prints, reads and compares. Returns the module.
#[track_caller]
pub fn round_trip(text: &str) -> Module {
    let module = good(text);
    let printed = module.print();
    let (again, messages) = read(&printed);
    let again = again.unwrap_or_else(|| panic!("{messages}"));
    let second = again.print();
    if let Some((a, b)) = printed.lines().zip(second.lines()).find(|(a, b)| a != b) {
        panic!("printed differently:\n{a}\n{b}");
    }
    assert_eq!(printed, second);
    assert!(module == again, "read differently:\n{}", difference(&module, &again));
    module
}

/// The first difference of two modules.
fn difference(a: &Module, b: &Module) -> String {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let lines: Vec<(&str, &str)> = a.lines().zip(b.lines()).collect();
    // Places differ, but do not count.
    let place = |line: &str| ["start: ", "end: "].iter().any(|p| line.trim_start().starts_with(p));
    let at = lines.iter().position(|(a, b)| a != b && !place(a)).unwrap_or(lines.len());
    let from = at.saturating_sub(20);
    let shown = &lines[from..(at + 10).min(lines.len())];
    shown.iter().map(|(a, b)| format!("{a:60} | {b}\n")).collect()
}

/// The words of a text and how often each occurs; without what is told to debuggers.
pub fn words(text: &str) -> std::collections::BTreeMap<String, usize> {
    let mut counts = std::collections::BTreeMap::new();
    for line in text.lines() {
        let line = line.split(" ; ").next().unwrap_or(line);
        if line.starts_with(';') || line.contains("llvm.dbg.") || line.contains("#dbg_") {
            continue;
        }
        for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || "_.%@!#".contains(c))) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    counts
}
