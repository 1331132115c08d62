//! What is said about wrong programs: `tests/bad`.

use kulan_testing::files::agrees;

use crate::support::{programs, read};

#[test]
fn wrong_programs() {
    for path in programs("bad") {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let (program, _, messages) = read(&text, &[]);
        assert!(program.is_none(), "{} has no error", path.display());
        agrees(&path.with_extension("txt"), &messages);
    }
}
