//! The syntax of formulas.

mod common;

use kulan_ltl::{Formula, parse};
use kulan_testing::Random;

/// How a text is read, and what its propositions are.
#[track_caller]
fn reads(text: &str, expected: &str, atoms: &[&str]) {
    let parsed = parse(text).unwrap_or_else(|error| panic!("{text}: {error} at {}", error.offset));
    assert_eq!(parsed.formula.to_string(), expected, "{text}");
    let texts: Vec<&str> = parsed.atoms.iter().map(|atom| atom.text.as_str()).collect();
    assert_eq!(texts, atoms, "{text}");
}

#[test]
fn operators() {
    let ab = &["a", "b"];
    for and in ["&&", "&", "/\\", "and"] {
        reads(&format!("a {and} b"), "p0 && p1", ab);
    }
    for or in ["||", "|", "\\/", "or"] {
        reads(&format!("a {or} b"), "p0 || p1", ab);
    }
    for implies in ["->", "=>", "implies"] {
        reads(&format!("a {implies} b"), "p0 -> p1", ab);
    }
    for equivalent in ["<->", "<=>", "equivalent"] {
        reads(&format!("a {equivalent} b"), "p0 <-> p1", ab);
    }
    for not in ["!", "~", "not "] {
        reads(&format!("{not}a"), "!p0", &["a"]);
    }
    for (words, sign) in [("[] G always", "[]"), ("<> F eventually", "<>"), ("X next", "X")] {
        for word in words.split(' ') {
            reads(&format!("{word} a"), &format!("{sign} p0"), &["a"]);
        }
    }
    for (words, sign) in [("U until", "U"), ("W weakuntil", "W"), ("R V release", "V")] {
        for word in words.split(' ') {
            reads(&format!("a {word} b"), &format!("p0 {sign} p1"), ab);
        }
    }
    reads("a M b", "p1 U (p0 && p1)", ab);
    reads("true U false", "true U false", &[]);
    reads("GF a && FG Fb", "[] <> p0 && <> [] p1", &["a", "Fb"]);
}

/// As `spin` groups in `ltl` blocks.
#[test]
fn precedence() {
    let abc = &["a", "b", "c"];
    reads("[] a U b", "[] p0 U p1", &["a", "b"]);
    reads("a U b U c", "(p0 U p1) U p2", abc);
    reads("a || b && c", "p0 || (p1 && p2)", abc);
    reads("a && b U c", "p0 && (p1 U p2)", abc);
    reads("a -> b || c", "p0 -> (p1 || p2)", abc);
    reads("a -> (b -> c)", "p0 -> (p1 -> p2)", abc);
    reads("[]<>a->b", "[] <> p0 -> p1", &["a", "b"]);
    reads("! [] ! a && a", "!([] !p0) && p0".replace("([] !p0)", "[] !p0").as_str(), &["a"]);
}

#[test]
fn propositions() {
    reads("[] (x > 3)", "[] p0", &["x > 3"]);
    reads("[] x > 3 && y", "[] p0 && p1", &["x > 3", "y"]);
    reads("[] ((x > 3) -> <> (y  ==  z[1]))", "[] (p0 -> <> p1)", &["x > 3", "y == z[1]"]);
    reads("(x > 3 && !y)", "p0", &["x > 3 && !y"]);
    reads("(x + 1) * 2 >= y U a", "p0 U p1", &["(x + 1) * 2 >= y", "a"]);
    reads("[] (P[0]@critical -> len(q) < 2)", "[] (p0 -> p1)", &["P[0]@critical", "len(q) < 2"]);
    reads("\"a U b\" && \"x\"", "p0 && p1", &["a U b", "x"]);
    reads("a && \" a \" && (a)", "(p0 && p0) && p0", &["a"]);
    reads("(x < 3 && <> y)", "p0 && <> p1", &["x < 3", "y"]);
    reads("a1 != a2", "p0", &["a1 != a2"]);
    reads("x <= 3 <-> y", "p0 <-> p1", &["x <= 3", "y"]);
    let offsets: Vec<usize> = parse("[] (a -> (  b > 1))").expect("").atoms.iter().map(|atom| atom.offset).collect();
    assert_eq!(offsets, [4, 12]);
}

#[test]
fn errors() {
    let cases = [
        ("", 0, "a proposition"),
        ("a b", 2, "an operator"),
        ("a -> b -> c", 7, "parentheses"),
        ("a <-> b -> c", 8, "parentheses"),
        ("a U", 3, "a proposition"),
        ("(a", 0, "`)`"),
        ("(<> a b)", 6, "an operator or `)`"),
        ("a)", 1, "an operator or the end"),
        ("[] \"a", 3, "a closing quote"),
        ("\"\"", 0, "between the quotes"),
        ("a $ b", 2, "an operator"),
        ("a[1", 3, "`]`"),
        ("x <> y", 2, "an operator"),
        ("f(a, \"b\")", 5, "without quotes"),
        ("a[\"b\"]", 2, "without quotes"),
        ("ä && €", 6, "an operator or a proposition"),
    ];
    for (text, offset, expected) in cases {
        match parse(text) {
            Ok(parsed) => panic!("{text} is read as {}", parsed.formula),
            Err(error) => {
                assert_eq!(error.offset, offset, "{text}: {error}");
                assert!(error.expected.contains(expected), "{text}: {error}");
            }
        }
    }
    // What is too deep or too large is refused before it does harm.
    for text in ["(".repeat(5000) + "a" + &")".repeat(5000), "X ".repeat(5000) + "a", "!a && ".repeat(5000) + "a"] {
        assert!(parse(&text).is_err());
    }
    let doubling = (0..60).fold("a".to_string(), |inner, _| format!("b M (c M {inner})"));
    assert!(parse(&doubling).is_err());
}

/// What is printed is read back.
#[test]
fn round_trip() {
    for seed in 0..common::cases(500) as u64 {
        let mut random = Random::new(seed);
        let formula = common::formula(&mut random, 8, 3, true);
        let name = |atom: usize| ["b", "x > 3", "U"][atom].to_string();
        let text = formula.display(&name).to_string();
        let parsed = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = parsed.formula.display(&|atom| parsed.atoms[atom].text.clone()).to_string();
        assert_eq!(text, again);
    }
    assert_eq!(Formula::Atom(1).display(&|_| "G".into()).to_string(), "\"G\"");
}
