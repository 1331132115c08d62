//! Whatever the text is, there is an answer and no panic.

use kulan_ir::reference;
use kulan_testing::Random;
use kulan_testing::files::words;

use crate::support::{example, read};

const EXAMPLES: [&str; 4] =
    ["coordinator-barrier", "dissemination-barrier", "producers-consumer", "shared-producer-consumer"];

/// Reads a text; what is a program nevertheless is lowered and explored a little.
fn try_out(text: &str) {
    let (program, sources, _) = read(text, &[]);
    if let Some(program) = program {
        let system = program.system(&sources);
        assert_eq!(kulan_ir::validate(&system), Ok(()), "{text}");
        if system.transitions.len() < 500 {
            reference::explore(&system, 50);
        }
    }
}

#[test]
fn truncations() {
    for name in EXAMPLES {
        let text = example(name);
        for (end, _) in text.char_indices() {
            try_out(&text[..end]);
        }
    }
}

#[test]
fn soup_of_tokens() {
    let text = EXAMPLES.map(example).concat();
    let mut pool = words(&text);
    pool.extend([
        "2147483647",
        "2147483648",
        "-",
        "/",
        "%",
        "X",
        "U",
        "pid",
        "null",
        "/*",
        "é",
        "\0",
        "..",
        "<->",
        "or",
    ]);
    let mut random = Random::new(1);
    for round in 0..3000 {
        let mut soup = String::from(if round % 2 == 0 { "model m(N); proc P[N] { int x; l: " } else { "" });
        for _ in 0..random.below(60) {
            soup += pool[random.below(pool.len())];
            soup += if random.percent(50) { " " } else { "" };
        }
        try_out(&soup);
    }
}

#[test]
fn mutated_programs() {
    let mut random = Random::new(2);
    for name in EXAMPLES {
        let text = example(name);
        for _ in 0..700 {
            let mut pieces = words(&text);
            for _ in 0..random.between(1, 4) {
                let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
                match random.below(5) {
                    0 => drop(pieces.remove(at)),
                    1 => pieces.insert(at, pieces[other]),
                    2 => pieces.swap(at, other),
                    3 => pieces[at] = pieces[other],
                    _ => pieces[at] = ["}", "{", "(", ";", "0", "9", "[]", "when", "goto", "proc"][random.below(10)],
                }
            }
            try_out(&pieces.concat());
        }
    }
}

/// Nothing is as deep as it is long.
#[test]
fn deep_and_long_texts() {
    let many = |part: &str| part.repeat(5000);
    let in_formula = |body: &str| format!("model m; int a; proc P {{ l: goto l; }} formula f = {body};");
    for text in [
        in_formula(&format!("{}a{}", many("("), many(")"))),
        in_formula(&format!("{}a", many("!"))),
        in_formula(&format!("a{}", many(" && a"))),
        in_formula(&format!("a{}", many(" -> a"))),
        in_formula(&format!("{}a", many("and{i=0..1} "))),
        in_formula("and{i=0..2000000000} a > i"),
        in_formula(&format!("{}a > i", "and{i=0..9} ".repeat(20))),
    ] {
        assert!(read(&text, &[]).0.is_none());
    }
    // Each formula is twice as large as the one before; and one that is but deep.
    for (body, count) in [("f0 && f0", 60), ("![]f0", 3000)] {
        let mut text = String::from("model m; int a; proc P { l: goto l; } predicate f0 = a;\n");
        for i in 1..=count {
            text += &format!("formula f{i} = {};\n", body.replace("f0", &format!("f{}", i - 1)));
        }
        assert!(read(&text, &[]).2.contains("too large"));
    }
}
