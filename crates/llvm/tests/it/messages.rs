//! What is said about wrong texts: `tests/bad`.

use kulan_testing::files::agrees;

use crate::support::{read, samples};

#[test]
fn wrong_texts() {
    for (path, text) in samples("bad") {
        let (module, messages) = read(&text);
        assert!(module.is_none(), "{} has no error", path.display());
        agrees(&path.with_extension("txt"), &messages);
    }
}
