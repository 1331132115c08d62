//! Arbitrary bytes as an automaton in the HOA format: what is read is printed, and what was printed is read as one that
//! accepts the same words and has no more states.
#![no_main]

use kulan_ltl::{Automaton, Lasso, Letter, accepts, parse_hoa};
use libfuzzer_sys::fuzz_target;

/// Larger automata are not asked about words.
const STATES: usize = 30;
/// Words to ask about.
const WORDS: u64 = 12;

fuzz_target!(|data: &[u8]| {
    let Ok(read) = parse_hoa(&String::from_utf8_lossy(data)) else { return };
    let printed = read.automaton.to_hoa(&read.atoms);
    let again = parse_hoa(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again.atoms, read.atoms);
    assert!(again.automaton.states.len() <= read.automaton.states.len(), "{printed}");
    if is_small(&read.automaton) && is_small(&again.automaton) {
        for word in (0..WORDS).map(|seed| word(seed, read.atoms.len())) {
            assert_eq!(accepts(&read.automaton, &word), accepts(&again.automaton, &word), "{word:?}");
        }
    }
});

fn is_small(automaton: &Automaton) -> bool {
    automaton.states.len() <= STATES && automaton.states.iter().all(|state| state.edges.len() <= STATES)
}

fn word(seed: u64, atoms: usize) -> Lasso {
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut letter = || -> Letter {
        bits = bits.rotate_left(7).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (0..atoms.min(60)).filter(|atom| bits >> atom & 1 == 1).collect()
    };
    let stem = (0..seed % 3).map(|_| letter()).collect();
    Lasso { stem, cycle: (0..=seed % 4).map(|_| letter()).collect() }
}
