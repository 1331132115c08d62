//! Telling systems apart.

use kulan_ir::System;

/// A number that differs for systems that differ in what they do. Names of files, positions in them and texts for people do
/// not count.
pub fn fingerprint(system: &System) -> u64 {
    let mut system = system.clone();
    system.name.clear();
    system.files.clear();
    for thread in &mut system.threads {
        thread.locations.clear();
    }
    for transition in &mut system.transitions {
        transition.steps.clear();
        for check in &mut transition.checks {
            check.message.clear();
            check.source = None;
        }
    }
    digest(&kulan_ir::text::print(&system))
}

/// FNV-1a.
pub(crate) fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u64 {
        fingerprint(&kulan_ir::text::parse(text).expect("a system"))
    }

    #[test]
    fn what_a_system_does_counts_and_where_it_stands_does_not() {
        let one = of(
            "system s file a process p thread t in p var x : u8 transition t { set x = x + 1 step \"x++\" at a 1:1 }",
        );
        let moved =
            of("system r file b process p thread t in p var x : u8 transition t { set x = x + 1 step \"y\" at b 2:1 }");
        let other = of(
            "system s file a process p thread t in p var x : u8 transition t { set x = x + 2 step \"x++\" at a 1:1 }",
        );
        assert_eq!(one, moved);
        assert_ne!(one, other);
    }
}
