//! The benchmark folder.

#[allow(dead_code)]
pub mod table;

use std::path::{Path, PathBuf};

/// `KULAN_BENCH`, or `../shared/bench` beside the workspace. None, and said so, without it.
pub fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    let root = std::env::var_os("KULAN_BENCH").map_or(beside, PathBuf::from);
    let found = root.join("promela").is_dir();
    if !found {
        println!("skipped: there is no {}; KULAN_BENCH can name another folder", root.display());
    }
    found.then_some(root)
}
