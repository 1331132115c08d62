//! Snippets with their trees (`tests/ok`) and their messages (`tests/bad`).

use std::path::Path;

use crate::{dump, support};

/// Runs `f` on each snippet of a folder and compares with the file beside it.
fn check_all(folder: &str, f: impl Fn(&str, &str) -> String) {
    let mut good = true;
    for path in support::snippets(folder) {
        let text = std::fs::read_to_string(&path).expect("a readable snippet");
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("snippet");
        good &= support::matches_file(&Path::new(&path).with_extension("txt"), &f(name, &text));
    }
    assert!(good, "some snippets differ, see above");
}

#[test]
fn good_models() {
    check_all("ok", |name, text| {
        let (model, messages) = support::parse(name, text);
        let model = model.unwrap_or_else(|| panic!("{name} does not parse:\n{messages}"));
        format!("{}{messages}", dump::model(&model))
    });
}

#[test]
fn bad_models() {
    check_all("bad", |name, text| {
        let (model, messages) = support::parse(name, text);
        assert!(model.is_none(), "{name} parses");
        messages
    });
}
