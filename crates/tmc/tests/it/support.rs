//! Reading programs and comparing with files.

use std::path::{Path, PathBuf};

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_tmc::{Program, parse};

/// The program and its files, and the messages.
pub fn read(text: &str, defines: &[(&str, &str)]) -> (Option<Program>, SourceMap, String) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.tmc", text);
    let defines: Vec<_> = defines.iter().map(|(n, v)| (n.to_string(), Some(v.to_string()))).collect();
    let program = parse(main, &sources, &defines, &mut diags);
    assert_eq!(program.is_none(), diags.has_errors());
    let messages = Renderer::new(&sources).render_all(&diags);
    (program, sources, messages)
}

/// A program without errors.
pub fn good(text: &str, defines: &[(&str, &str)]) -> (Program, SourceMap) {
    let (program, sources, messages) = read(text, defines);
    (program.unwrap_or_else(|| panic!("{messages}")), sources)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One of the programs in examples/tmc.
pub fn example(name: &str) -> String {
    let path = root().join("../../examples/tmc").join(name).with_extension("tmc");
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The programs in a folder of the tests.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    kulan_testing::files::with_extension(&root().join("tests").join(folder), "tmc")
}

/// A file of the tests.
pub fn file(name: &str) -> PathBuf {
    root().join("tests").join(name)
}
