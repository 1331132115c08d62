//! The models of `tests/models`: what SPIN counts stands in their first line, and the reference exploration must find it.
//!
//! `BLESS=1` runs SPIN too, and rewrites the first line where SPIN and the exploration agree.

mod common;

use std::path::{Path, PathBuf};

use kulan_testing::spin::{self, Counts};

/// States of the largest model.
const LIMIT: u64 = 100_000;

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    kulan_testing::files::with_extension(&folder, "pml")
}

fn header(counts: &Counts) -> String {
    let Counts { states, transitions, deadlocks, assertions } = counts;
    format!("/* states: {states} transitions: {transitions} deadlocks: {deadlocks} assertions: {assertions} */")
}

/// The model without its first line.
fn model_of(text: &str) -> &str {
    if text.starts_with("/* states:") { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text }
}

/// What is wrong with a model, if anything is.
fn problem(path: &Path, bless: bool) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("a readable model");
    let model = model_of(&text);
    let ours = match common::counts(model, LIMIT) {
        Ok(Some(counts)) => counts,
        Ok(None) => return Some("it has too many states".into()),
        Err(message) => return Some(message),
    };
    if bless {
        let folder = std::env::temp_dir().join(format!("kulan-bless-{}", std::process::id()));
        let theirs = spin::counts(model, &folder);
        let _ = std::fs::remove_dir_all(folder);
        if theirs != Ok(ours) {
            return Some(format!("ours {ours:?}\nSPIN {theirs:?}"));
        }
        std::fs::write(path, format!("{}\n{model}", header(&ours))).expect("a writable model");
        return None;
    }
    let expected = text.lines().next().unwrap_or_default();
    (expected != header(&ours)).then(|| format!("expected {expected}\nfound    {}", header(&ours)))
}

#[test]
fn models_have_the_counts_of_spin() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = 0;
    for path in models() {
        if let Some(problem) = problem(&path, bless) {
            println!("{}: {problem}", path.display());
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0, "models are counted wrong");
}
