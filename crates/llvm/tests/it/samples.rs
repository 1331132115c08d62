//! Texts that must be read: `tests/ok`.

use crate::support::{good, round_trip, samples, words};

#[test]
fn samples_are_printed_as_they_are_read() {
    for (path, text) in samples("ok") {
        println!("{}", path.display());
        round_trip(&text);
    }
}

/// Instructions are printed as they were written, word by word, apart from numbers.
#[test]
fn no_word_is_lost() {
    for name in ["instructions", "exceptions", "typed"] {
        let (_, text) = samples("ok").into_iter().find(|(path, _)| path.ends_with(format!("{name}.ll"))).unwrap();
        let (before, after) = (words(&text), words(&good(&text).print()));
        for (word, count) in &before {
            if word.starts_with(|c: char| c.is_ascii_lowercase()) && word.len() > 1 {
                assert_eq!(after.get(word), Some(count), "{word} in {name}");
            }
        }
    }
}
