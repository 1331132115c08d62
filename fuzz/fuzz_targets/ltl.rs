//! Arbitrary bytes as a formula: what is read is printed and read again as the same, and translated.
#![no_main]

use kulan_ltl::{Limits, Parsed, parse, translate_within};
use libfuzzer_sys::fuzz_target;

/// Longer formulas are not translated: most of them are too large in the end.
const LONGEST: usize = 40;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Ok(parsed) = parse(&text) else { return };
    let printed = print(&parsed);
    let again = parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(print(&again), printed);
    if text.len() <= LONGEST {
        let _ = translate_within(&parsed.formula, Limits::default());
    }
});

fn print(parsed: &Parsed) -> String {
    parsed.formula.display(&|atom| parsed.atoms[atom].text.clone()).to_string()
}
