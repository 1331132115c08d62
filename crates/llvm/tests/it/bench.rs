//! The concurrent C programs of `../shared/bench/c`, where they and clang are. A sample of them, or all with
//! `KULAN_LLVM=all`.

use std::path::{Path, PathBuf};

use crate::clang::{check, clang, compile};

/// How many files apart those of the sample are.
const STEP: usize = 29;

/// Programs that clang 14 does not accept.
const REFUSED: [&str; 3] = ["simple_atomic_nr", "pthreadMutex01-safe", "unique_fork_joins"];

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let mut folders: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    let files = |folder: &PathBuf| ["c", "i"].map(|e| kulan_testing::files::with_extension(folder, e)).concat();
    folders.iter().flat_map(files).collect()
}

#[test]
fn concurrent_programs() {
    let (Some(folder), Some((clang, version))) = (kulan_testing::needs::bench("c"), clang()) else { return };
    let all = std::env::var("KULAN_LLVM").is_ok_and(|v| v == "all");
    let mut options = vec!["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-fgnu89-inline"];
    let programs = programs(&folder);
    let mut refused = 0;
    for path in programs.iter().step_by(if all { 1 } else { STEP }) {
        let base = options.len();
        if path.extension().is_some_and(|e| e == "i") {
            options.push("-m32");
        }
        for opaque in [false, true] {
            if opaque {
                if version != 14 {
                    continue;
                }
                options.extend(["-Xclang", "-opaque-pointers"]);
            }
            match compile(clang, path, &options) {
                Some(text) => check(clang, &text, &options),
                None => {
                    refused += 1;
                    let name = path.to_string_lossy();
                    assert!(REFUSED.iter().any(|r| name.contains(r)), "clang refuses {name}");
                }
            }
        }
        options.truncate(base);
    }
    if all {
        println!("{} programs, {refused} compilations refused", programs.len());
    }
}
