//! Files that tests compare with, and what they are made of.

use std::path::{Path, PathBuf};

/// The files of a folder whose names end so, in order.
pub fn with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    paths
}

/// Compares with a file; `BLESS=1` writes it.
#[track_caller]
pub fn agrees(path: &Path, seen: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, seen).expect("a writable file");
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        seen == expected,
        "{} has changed (BLESS=1 accepts it). Expected:\n{expected}\nseen:\n{seen}",
        path.display()
    );
}

/// The cells of a line of a table with commas; those in quotes may have commas.
pub fn cells(line: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => list.push(String::new()),
            c => list.last_mut().expect("there is one").push(c),
        }
    }
    list
}

/// The words of a command line; what is between single quotes is one.
pub fn command_words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// Words and single signs of a text, to be mixed up.
pub fn words(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(if word > 0 { word } else { first.len_utf8() });
        list.push(piece);
        rest = tail;
    }
    list
}
