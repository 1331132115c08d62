//! What the tests share: parsing a text, comparing with a file, and a dump of the tree.

use std::path::{Path, PathBuf};

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_promela::ast::Model;

/// Parses a text; the messages come rendered.
pub fn parse(name: &str, text: &str) -> (Option<Model>, String) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add(name, text);
    let model = kulan_promela::parse(main, &MemoryLoader::new(), &[], &mut sources, &mut diags);
    (model, Renderer::new(&sources).render_all(&diags))
}

/// The `.pml` files of a folder beside the tests, sorted.
pub fn snippets(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    kulan_testing::files::with_extension(&folder, "pml")
}

/// Compares with the file, or rewrites it if `BLESS` is set. Returns whether it fits.
pub fn matches_file(path: &Path, actual: &str) -> bool {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, actual).expect("a writable expectation");
        return true;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected != actual {
        eprintln!("--- {} differs; BLESS=1 rewrites it. Now:\n{actual}", path.display());
    }
    expected == actual
}
