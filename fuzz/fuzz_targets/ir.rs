//! Arbitrary bytes as a system in text form: what is read is printed, and what was printed is read as the same.
#![no_main]

use kulan_ir::text::{parse, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(system) = parse(&String::from_utf8_lossy(data)) else { return };
    let printed = print(&system);
    let again = parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(print(&again), printed);
    kulan_fuzz::explore(&system);
});
