//! Whatever the text is, there is an answer and no panic.

use kulan_dve::Overflow;
use kulan_ir::reference;
use kulan_testing::Random;
use kulan_testing::files::words;

use crate::support::{example, good, read};

const EXAMPLES: [&str; 2] = ["peterson", "bounded-buffer"];

/// A model with what the examples lack.
const OTHER: &str = "const int K = -3, T[2] = {1, K}; int a[3], i; channel c, d; channel {byte} e[0];
process P { byte v; state s, t, u; init t; commit u; assert s: a[i] / v == 1, t: not v;
    trans t -> u { guard a[v] % i == 0 or T[v] > ~i; sync c!a[i] - v; effect a[i] = v, v = v << 1; },
    -> t { guard i < 2 imply v; sync d?; effect i = i + 1; }, u -> s { sync e?v; }; }
process Q { state s; init s; trans s -> s { sync c?i; }, s -> s { sync d!; }, s -> s { guard P.s; sync e!{i}; }; }
system async;";

/// Reads a text; what is a model nevertheless is lowered and explored a little.
fn try_out(text: &str) {
    let (program, sources, _) = read(text);
    if let Some(program) = program {
        let propositions = program.property().map_or(&[][..], |p| &p.propositions);
        for overflow in [Overflow::Error, Overflow::Wrap] {
            let system = program.system(&sources, overflow, propositions);
            assert_eq!(kulan_ir::validate(&system), Ok(()), "{text}");
            if system.transitions.len() < 500 {
                reference::explore(&system, 50);
            }
        }
    }
}

fn texts() -> Vec<String> {
    EXAMPLES.iter().map(|e| example(e)).chain([OTHER.to_string()]).collect()
}

#[test]
fn truncations() {
    for text in texts() {
        for (end, _) in text.char_indices() {
            try_out(&text[..end]);
        }
    }
}

#[test]
fn soup_of_tokens() {
    let text = texts().concat();
    let mut pool = words(&text);
    pool.extend(["2147483647", "2147483648", "/", "%", "/*", "é", "\0", "\\\n", "~", "sync", "buchi", "65535"]);
    let mut random = Random::new(1);
    for round in 0..3000 {
        let mut soup = String::from(["", "process P { state a; init a; trans a -> a { guard "][round % 2]);
        for _ in 0..random.below(60) {
            soup += pool[random.below(pool.len())];
            soup += if random.percent(50) { " " } else { "" };
        }
        try_out(&soup);
    }
}

#[test]
fn mutated_models() {
    let mut random = Random::new(2);
    for text in texts() {
        for _ in 0..1500 {
            let mut pieces = words(&text);
            for _ in 0..random.between(1, 4) {
                let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
                match random.below(5) {
                    0 => drop(pieces.remove(at)),
                    1 => pieces.insert(at, pieces[other]),
                    2 => pieces.swap(at, other),
                    3 => pieces[at] = pieces[other],
                    _ => {
                        pieces[at] = ["}", "{", "(", ";", "0", "9", "->", "guard", "sync", "process"][random.below(10)]
                    }
                }
            }
            try_out(&pieces.concat());
        }
    }
}

fn guarded(guard: &str) -> String {
    format!(
        "byte x = 1, a[9]; int i; process P {{ state s, t; init s; trans s -> t {{ guard {guard}; }}; }} system async;"
    )
}

/// Long chains are fine where they can be regrouped.
#[test]
fn long_chains() {
    for (first, part) in [
        ("x", " + x"),
        ("x", " - x + i"),
        ("x", " and x"),
        ("i", " or x == 2"),
        ("i", " || a[i + 1] == 1"),
        ("x", " && 3 / x > 1"),
        ("i", " | x"),
        ("x", " & x"),
        ("x", " ^ i"),
    ] {
        let text = guarded(&format!("{first}{}", part.repeat(40_000)));
        let (program, sources) = good(&text);
        let system = program.system(&sources, Overflow::Error, &[]);
        reference::explore(&system, 50);
    }
    let different: Vec<String> = (0..40_000).map(|k| format!("(i != {k} or x > {})", k % 7)).collect();
    let (program, sources) = good(&guarded(&different.join(" and ")));
    reference::explore(&program.system(&sources, Overflow::Error, &[]), 50);
}

/// What would become too deep is refused.
#[test]
fn deep_texts() {
    let many = |part: &str| part.repeat(5000);
    for text in [
        guarded(&format!("{}x{}", many("("), many(")"))),
        guarded(&format!("{}x", many("not "))),
        guarded(&format!("x{}", many(" * x"))),
        guarded(&format!("x{}", many(" == x"))),
        guarded(&format!("x{}", many(" imply x"))),
        guarded(&format!("{}x{}", many("a["), many("]"))),
        guarded(&format!("1; effect x = x + 1{}", many(", x = x + 1"))),
        guarded(&format!("{}x{}", "(".repeat(100), format!("{} == x)", " * x".repeat(400)).repeat(100))),
    ] {
        assert!(read(&text).0.is_none());
    }
    // As deep as it can be.
    try_out(&guarded(&format!("{}x{}", "(1 + ".repeat(120), ")".repeat(120))));
    try_out(&guarded(&format!("{}x{}", "(".repeat(2), format!("{} == x)", " % i".repeat(490)).repeat(2))));
    let (scalar, array) = (", x = x + 1".repeat(198), ", a[a[i]] = a[x & 3] + 1".repeat(95));
    for effects in [scalar, array] {
        let (program, sources) = good(&format!(
            "byte x, a[9]; int i; channel c;
            process P {{ state s, t; init s; trans s -> t {{ sync c!; effect x = 1{effects}; }}; }}
            process Q {{ state s, t; init s; trans s -> t {{ sync c?; effect x = 1{effects}; }}; }} system async;"
        ));
        let system = program.system(&sources, Overflow::Error, &[]);
        reference::explore(&system, 50);
    }
}

/// Sizes that cannot be are refused before they are made.
#[test]
fn large_sizes() {
    let end = "process P { state s; init s; } system async;";
    for text in [
        format!("byte a[2000000000]; {end}"),
        format!("byte a[0]; {end}"),
        format!("channel {{byte}} c[100000]; {end}"),
        format!("{} {end}", (0..20).map(|k| format!("int a{k}[65535];")).collect::<String>()),
    ] {
        assert!(read(&text).0.is_none(), "{text}");
    }
    let process = |n: usize| {
        let transitions = vec!["s -> s {}"; 20].join(",");
        format!("process P{n} {{ state s; init s; trans {transitions}; }}")
    };
    let text = format!("{} system sync;", (0..6).map(process).collect::<String>());
    assert!(read(&text).2.contains("too many transitions"));
}
