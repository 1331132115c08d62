//! Automata as HOA.

use std::fmt::Write;

use crate::Automaton;

impl Automaton {
    /// The automaton in the Hanoi Omega-Automata format. There is a name for each proposition that occurs.
    pub fn to_hoa(&self, atoms: &[String]) -> String {
        let mut text = String::new();
        self.write_hoa(atoms, &mut text).expect("writing to a string does not fail");
        text
    }

    fn write_hoa(&self, atoms: &[String], text: &mut String) -> std::fmt::Result {
        writeln!(text, "HOA: v1\ntool: \"kulan\"\nStates: {}\nStart: {}", self.states.len(), self.initial)?;
        write!(text, "AP: {}", atoms.len())?;
        for atom in atoms {
            write!(text, " \"{}\"", atom.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(text, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)")?;
        writeln!(text, "properties: trans-labels explicit-labels state-acc\n--BODY--")?;
        for (number, state) in self.states.iter().enumerate() {
            writeln!(text, "State: {number}{}", if state.accepting { " {0}" } else { "" })?;
            for edge in &state.edges {
                let literals = edge.guard.iter();
                let literals: Vec<String> = literals
                    .map(|literal| format!("{}{}", if literal.positive { "" } else { "!" }, literal.atom))
                    .collect();
                let label = if literals.is_empty() { "t".into() } else { literals.join("&") };
                writeln!(text, "[{label}] {}", edge.target)?;
            }
        }
        writeln!(text, "--END--")
    }
}
