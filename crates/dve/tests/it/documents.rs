//! Excerpts from the code in docs/adding-a-language.md, which walks through this crate.

use std::path::Path;

/// The lines without the blanks around them.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn excerpts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = include_str!("../../../../docs/adding-a-language.md");
    let excerpts: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(excerpts.len() > 5);
    for excerpt in excerpts {
        let (file, code) = excerpt.split_once('\n').expect("the name of a file, and code");
        let file = file.strip_prefix("// ").expect("the name of a file");
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let (text, code) = (lines(&text), lines(code));
        assert!(text.windows(code.len()).any(|part| part == code), "{file} has no longer:\n{excerpt}");
    }
}
