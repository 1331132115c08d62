//! Reading models and comparing with files.

use std::path::{Path, PathBuf};

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_dve::{Overflow, Program, parse};
use kulan_ir::reference::{self, Counts};

/// The model and its files, and the messages.
pub fn read(text: &str) -> (Option<Program>, SourceMap, String) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.dve", text);
    let program = parse(main, &sources, &mut diags);
    assert_eq!(program.is_none(), diags.has_errors());
    let messages = Renderer::new(&sources).render_all(&diags);
    (program, sources, messages)
}

/// A model without errors.
pub fn good(text: &str) -> (Program, SourceMap) {
    let (program, sources, messages) = read(text);
    (program.unwrap_or_else(|| panic!("{messages}")), sources)
}

/// All states of a model without errors.
pub fn explore(text: &str, overflow: Overflow) -> Counts {
    let (program, sources) = good(text);
    let system = program.system(&sources, overflow, &[]);
    assert_eq!(kulan_ir::validate(&system), Ok(()));
    reference::explore(&system, 100_000)
}

/// States, transitions and deadlocks of a model without errors, in which nothing goes wrong.
pub fn counts(text: &str) -> (u64, u64, u64) {
    let counts = explore(text, Overflow::Error);
    assert!(counts.failures.is_empty() && !counts.cut, "{counts:?}");
    (counts.states, counts.transitions, counts.deadlocks)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One of the models in examples/dve.
pub fn example(name: &str) -> String {
    let path = root().join("../../examples/dve").join(name).with_extension("dve");
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The models in a folder of the tests.
pub fn models(folder: &str) -> Vec<PathBuf> {
    kulan_testing::files::with_extension(&root().join("tests").join(folder), "dve")
}
