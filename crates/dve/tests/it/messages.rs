//! What is said about wrong models: `tests/bad`.

use kulan_testing::files::agrees;

use crate::support::{models, read};

#[test]
fn wrong_models() {
    for path in models("bad") {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let (program, _, messages) = read(&text);
        assert!(program.is_none(), "{} has no error", path.display());
        agrees(&path.with_extension("txt"), &messages);
    }
}
