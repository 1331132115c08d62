//! Which constructs a program uses, and which of them in one another.

use std::collections::BTreeSet;

/// Statements that have others inside.
pub const CONTAINERS: &[&str] =
    &["if", "do", "atomic", "d_step", "block", "main of unless", "escape", "for range", "for array", "for channel"];

/// Other statements.
pub const STATEMENTS: &[&str] = &[
    "assignment",
    "increment",
    "decrement",
    "send",
    "sorted send",
    "receive",
    "random receive",
    "copying receive",
    "random copying receive",
    "condition",
    "else",
    "timeout alone",
    "assert",
    "printf",
    "printm",
    "set_priority",
    "assigned _priority",
    "break",
    "goto",
    "select",
    "run",
    "assigned run",
    "skip",
    "call of an inline",
    "assigned inline",
    "call of a macro",
    "declaration",
    "assigned _",
    "assigned channel",
];

/// What can be read, and operators on it.
pub const VALUES: &[&str] = &[
    "number",
    "large number",
    "character",
    "truth value",
    "constant of mtype",
    "name of a macro",
    "variable",
    "element",
    "field",
    "_pid",
    "_nr_pr",
    "_last",
    "_priority",
    "get_priority",
    "enabled",
    "pc_value",
    "len",
    "label of a process",
    "label of a type",
    "variable of a process",
    "variable of a type",
    "timeout",
    "conditional",
    "arithmetic",
    "division",
    "bitwise",
    "shift",
    "comparison",
    "logic",
    "not",
    "complement",
    "minus",
    "without parentheses",
];

/// `full` and its kin, which stand in fewer places.
pub const PROBES: &[&str] = &["full", "nfull", "empty", "nempty"];

/// Receives as conditions, which stand in fewer places.
pub const POLLS: &[&str] = &["poll", "random poll"];

/// What a send or receive can be through.
pub const CHANNELS: &[&str] = &[
    "rendezvous channel",
    "buffered channel",
    "element of channels",
    "local channel",
    "channel parameter",
    "channel variable",
    "channel in a structure",
];

/// Fields of receives.
pub const PATTERNS: &[&str] = &[
    "variable",
    "element",
    "field",
    "number",
    "constant of mtype",
    "eval",
    "_",
    "structure",
    "variable of a named mtype",
    "channel variable",
    "index received before",
];

/// What stands outside of bodies, or in their heads.
pub const DECLARATIONS: &[&str] = &[
    "bit",
    "bool",
    "byte",
    "pid",
    "short",
    "int",
    "unsigned",
    "mtype",
    "named mtype",
    "typedef",
    "array",
    "array in a structure",
    "structure in a structure",
    "array of structures",
    "channel in a structure declared",
    "array of channels",
    "channel variable declared",
    "channel as a message field",
    "structure as a message",
    "several names in one declaration",
    "value for a scalar",
    "value for an array",
    "list",
    "short list",
    "value in a typedef",
    "local array",
    "local structure",
    "local channel declared",
    "local value from an expression",
    "hidden",
    "show",
    "local",
    "xr",
    "xs",
    "macro",
    "macro with parameters",
    "#if",
    "inline",
    "inline with parameters",
    "inline with a return",
    "inline in an inline",
    "active",
    "active [n]",
    "active with a parameter",
    "init",
    "parameters",
    "mtype parameter",
    "priority",
    "priority of a run",
    "provided",
    "run in a loop",
    "run by a created process",
    "end label",
    "accept label",
    "progress label",
    "label",
    "two labels",
    "same name in several blocks",
    "goto in a d_step",
    "probe of a rendezvous channel",
    "index out of range",
    "division by a variable",
    "narrower variable",
    "index that the assignment changes",
];

/// Statements and operators with a value inside.
const TAKE_VALUES: &[&str] = &[
    "assignment",
    "send",
    "sorted send",
    "condition",
    "assert",
    "printf",
    "run",
    "assigned run",
    "eval",
    "element",
    "conditional",
    "arithmetic",
    "comparison",
    "logic",
    "not",
    "without parentheses",
];

/// Where polls stand.
const TAKE_POLLS: &[&str] = &["condition", "assert", "logic", "not", "conditional", "if", "do"];

const TAKE_PROBES: &[&str] = &["assignment", "condition", "assert", "if", "do"];
const COMMUNICATE: &[&str] =
    &["send", "sorted send", "receive", "random receive", "copying receive", "random copying receive"];

/// All constructs.
pub fn constructs() -> BTreeSet<&'static str> {
    [CONTAINERS, STATEMENTS, VALUES, PROBES, POLLS, CHANNELS, PATTERNS, DECLARATIONS].concat().into_iter().collect()
}

/// All pairs of a construct and one directly inside it that PROMELA and the generator allow.
pub fn pairs() -> BTreeSet<(&'static str, &'static str)> {
    let groups: [(&[&str], Vec<&'static str>); 6] = [
        (CONTAINERS, [CONTAINERS, STATEMENTS].concat()),
        (TAKE_VALUES, VALUES.to_vec()),
        (TAKE_PROBES, PROBES.to_vec()),
        (TAKE_POLLS, POLLS.to_vec()),
        (COMMUNICATE, CHANNELS.to_vec()),
        (&COMMUNICATE[2..], PATTERNS.to_vec()),
    ];
    let mut all = BTreeSet::new();
    for (outer, inner) in groups {
        for &o in outer {
            all.extend(inner.iter().map(|&i| (o, i)).filter(|&(o, i)| possible(o, i)));
        }
    }
    all
}

fn possible(outer: &str, inner: &str) -> bool {
    let rare = |name: &str| ["timeout", "enabled", "pc_value", "_last"].contains(&name);
    let remote = |name: &str| name.ends_with("of a process") || name.ends_with("of a type");
    match outer {
        _ if inner == "index received before" => ["receive", "copying receive"].contains(&outer),
        "d_step" => in_d_step(inner),
        "if" | "do" => true,
        "atomic" | "escape" => inner != "else",
        "sorted send" if inner == "timeout" => false,
        "sorted send" | "random receive" | "copying receive" | "random copying receive" => {
            inner != "rendezvous channel"
        }
        "eval" | "element" => !rare(inner) && !remote(inner) && !["len", "without parentheses"].contains(&inner),
        "run" | "assigned run" => !rare(inner) && !remote(inner) && inner != "len",
        "send" | "assignment" | "printf" | "assert" => inner != "timeout",
        _ => inner != "else" || !CONTAINERS.contains(&outer),
    }
}

/// What blocks or leaves is an error in a d_step, and SPIN refuses some of the rest.
fn in_d_step(inner: &str) -> bool {
    let no = [
        "declaration",
        "d_step",
        "atomic",
        "main of unless",
        "escape",
        "goto",
        "break",
        "else",
        "run",
        "assigned run",
        "timeout alone",
        "for channel",
        "send",
        "sorted send",
    ];
    !no.contains(&inner)
}

/// What one program uses.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Constructs.
    pub constructs: BTreeSet<&'static str>,
    /// Pairs of a construct and one directly inside it.
    pub pairs: BTreeSet<(&'static str, &'static str)>,
    pub(super) inside: Vec<&'static str>,
}

impl Uses {
    /// Records a construct at this place.
    pub(super) fn note(&mut self, name: &'static str) {
        self.constructs.insert(name);
        if let Some(outer) = self.inside.last() {
            self.pairs.insert((outer, name));
        }
    }

    /// Records a construct, and that what follows is inside it until [`Uses::leave`].
    pub(super) fn enter(&mut self, name: &'static str) {
        self.note(name);
        self.inside.push(name);
    }

    /// The construct entered last is complete.
    pub(super) fn leave(&mut self) {
        self.inside.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promela::language::sample;

    /// The table names everything that programs record, and the list of pairs all that can be in one another.
    #[test]
    fn programs_record_what_the_table_names() {
        let (all, pairs) = (constructs(), pairs());
        let mut seen = BTreeSet::new();
        for seed in 0..2_000 {
            let uses = sample(seed).uses;
            let unknown: Vec<_> = uses.constructs.difference(&all).collect();
            assert!(unknown.is_empty(), "seed {seed}: {unknown:?}");
            seen.extend(uses.pairs);
        }
        let missing = pairs.difference(&seen).count();
        assert!(missing * 20 < pairs.len(), "{missing} of {} pairs are missing", pairs.len());
    }
}
