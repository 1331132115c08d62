//! Broken variants of the snippets: nothing panics, nothing hangs.

use crate::support;

/// A small generator, so that failures repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Cuts a text into words, blanks and single characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(if word > 0 { word } else { first.len_utf8() });
        out.push(piece);
        rest = tail;
    }
    out
}

fn mutate(pieces: &mut Vec<&str>, random: &mut Random) {
    let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
    match random.below(5) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[other]),
        2 => pieces.swap(at, other),
        3 => pieces.truncate(at + 1),
        _ => pieces[at] = ["{", "}", "(", "::", "if", "fi", "\"", "'", "#define ", "/*", "é", "->"][random.below(12)],
    }
}

#[test]
fn mutants_do_no_harm() {
    // More with KULAN_MUTANTS; another seed with KULAN_SEED.
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let mutants = setting("KULAN_MUTANTS").unwrap_or(300);
    let mut random = Random(setting("KULAN_SEED").unwrap_or(0x9e37_79b9_7f4a_7c15).max(1));
    for path in support::snippets("ok").into_iter().chain(support::snippets("bad")) {
        let text = std::fs::read_to_string(&path).expect("a readable snippet");
        for _ in 0..mutants {
            let mut mutant = pieces(&text);
            for _ in 0..=random.below(4) {
                if !mutant.is_empty() {
                    mutate(&mut mutant, &mut random);
                }
            }
            let mutant = mutant.concat();
            let (model, messages) = support::parse("mutant", &mutant);
            assert!(model.is_some() || messages.contains("error["), "no tree and no error for:\n{mutant}");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let nests = [
        ("(", "1", ")"),
        ("{", "skip", "}"),
        ("if :: ", "skip", " fi"),
        ("- ", "1", ""),
        ("x[", "1", "]"),
        ("1||1&&1|1^1&1==1<1<<1+1*(", "1", ")"),
        ("(1 -> ", "1", " : 1)"),
        ("run P(", "1", ")"),
        ("atomic { for (x : 1 .. 2) {", "skip", "} }"),
    ];
    for (open, core, close) in nests {
        let text = format!("proctype P() {{ {}{core}{} }}", open.repeat(20_000), close.repeat(20_000));
        let (model, messages) = support::parse("deep", &text);
        assert!(model.is_none() && messages.contains("too-deep"), "{open}: {messages}");
    }
}

#[test]
fn deep_formulas_are_refused() {
    for open in ["[] ", "(", "p U (", "!"] {
        let (model, messages) = support::parse("deep", &format!("ltl {{ {}p }}", open.repeat(20_000)));
        let refused = messages.contains("too-deep") || messages.contains("found `!!`");
        assert!(model.is_none() && refused, "{open}: {messages}");
    }
}

#[test]
fn long_chains_are_refused_but_not_dropped_deeply() {
    let (model, messages) = support::parse("chain", &format!("int x = {}1;", "1+".repeat(50_000)));
    assert!(model.is_none() && messages.contains("too-deep"));
    let (model, messages) = support::parse("chain", &format!("int x = {}1;", "1+".repeat(1_500)));
    assert!(model.is_some(), "{messages}");
}
