//! Each case: a file, and its tokens after preprocessing (a line break where SPIN sees one).

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};

use super::{Env, preprocess};
use crate::token::{Interner, Tok};

/// The tokens as text, or the codes of the errors.
fn run(text: &str, defines: &[(&str, Option<&str>)]) -> String {
    let loader = MemoryLoader::new()
        .with("a.h", "#define A 7\nfrom_a\n")
        .with("sub/b.h", "#include \"c.h\"")
        .with("sub/c.h", "from_c");
    let (mut sources, mut diags, mut names) = (SourceMap::new(), Diagnostics::new(), Interner::new());
    let main = sources.add("main.pml", text);
    let defines: Vec<_> = defines.iter().map(|(name, value)| ((*name).to_owned(), value.map(str::to_owned))).collect();
    let env = Env { loader: &loader, sources: &mut sources, diags: &mut diags };
    let tokens = preprocess(main, &[], &defines, env, &mut names).unwrap_or_default().0;
    if diags.iter().next().is_some() {
        return diags.iter().map(|one| one.code).collect::<Vec<_>>().join(" ");
    }
    let mut out = String::new();
    for token in tokens.iter().filter(|token| token.kind != Tok::Eof) {
        out.push_str(if out.is_empty() {
            ""
        } else if token.newline {
            "\n"
        } else {
            " "
        });
        out.push_str(names.get(token.text));
    }
    out
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(run(text, &[]), expected, "input:\n{text}");
}

#[test]
fn object_macros() {
    check("#define N 3\nN M", "3 M");
    check("#define A B\n#define B A\nA B", "A B");
    check("#define X X + 1\nX", "X + 1");
    check("#define A 1\n#undef A\nA", "A");
    check("#define A 1\n#define A 1\nA", "1");
    check("#define A 1\n#define A 2\nA", "macro-redefined");
    check("#define LONG 1 + \\\n 2\nLONG", "1 + 2");
    check("#define if IF\nif", "IF");
}

#[test]
fn function_macros() {
    check("#define f(x) (x + x)\nf(1)", "( 1 + 1 )");
    check("#define f(x) x\nf f(f)(2)", "f f ( 2 )");
    check("#define f(x,y) x-y\nf((1,2),3)", "( 1 , 2 ) - 3");
    check("#define f (x)\nf", "( x )");
    check("#define f() 5\nf()", "5");
    check("#define f(x) [x]\nf()", "[ ]");
    check("#define f(x) x\nf(f(f(1)))", "1");
    check("#define g f\n#define f(x) <x>\ng(1) g\n(2)", "< 1 > < 2 >");
    check("#define f(x) x * g\n#define g(x) f(x)\nf(1)(2)", "1 * 2 * g");
    check("#define f(a, ...) a: __VA_ARGS__\nf(1, 2, 3)", "1 : 2 , 3");
    check("#define f(a, ...) p(a, ## __VA_ARGS__)\nf(1) f(1,2)", "p ( 1 ) p ( 1 , 2 )");
    check("#define f(x) x\nf(1, 2)", "macro-call");
    check("#define f(x) x\nf(1", "macro-call");
}

#[test]
fn operators_of_macros() {
    check("#define s(x) #x\ns(a + \"b\\n\")", "\"a + \\\"b\\\\n\\\"\"");
    check("#define j(a,b) a##b\nj(x,1) j(,y) j(z,)", "x1 y z");
    check("#define N 3\n#define j(a) a##N N\nj(N)", "NN 3");
    check("#define j(a,b) a##b\nj(+,+) j(-,>)", "++ ->");
}

#[test]
fn lines_as_spin_sees_them() {
    check("a /* b \n c */ d\ne", "a\nd\ne");
    check("a /* b */ d", "a d");
    check("a // b\nc", "a\nc");
    check("#define B { \\\n x \\\n }\na B b\nc", "a { x } b\nc");
    check("#define E\na\nE b\nE\nc", "a\nb\nc");
    check("#define f(x,y) x y\nf(1,\n2) 3\n4", "1 2\n3\n4");
    check("#define f(x,y) x y\nf(1,\n2);3 4", "1 2 ; 3\n4");
    check("a \\\n b", "a\nb");
    check("1..3 4..N", "1 .. 3 4 .. N");
}

#[test]
fn conditionals() {
    check("#if 1\na\n#else\nb\n#endif", "a");
    check("#if 0\na\n#elif 2 > 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b");
    check("#ifdef X\na\n#endif\n#ifndef X\nb\n#endif", "b");
    check("#define X 2\n#if defined(X) && X == 2 && !defined Y\na\n#endif", "a");
    check("#if 0\n#if 1\na\n#else\nb\n#endif\nit's \"open\n#error no\n#else\nc\n#endif", "c");
    check("#if 0 && 1/0\n#else\na\n#endif", "a");
    check("#if (1 ? 2 : 3) == 2 && 0x10 == 16 && 'a' == 97 && (1 << 3) == 8L\na\n#endif", "a");
    check("#if UNKNOWN\na\n#endif", "");
}

#[test]
fn bad_directives() {
    check("#if 1", "open-conditional");
    check("#endif", "bad-directive");
    check("#else", "bad-directive");
    check("#if 1\n#else\n#elif 1\n#endif", "bad-directive");
    check("#if 1/0\n#endif", "bad-condition");
    check("#if (1\n#endif", "bad-condition");
    check("#if\n#endif", "bad-condition");
    check("#define\n#define 1\n#define f(1) x\n#define f(x", "bad-directive bad-directive bad-directive bad-directive");
    check("#error no\n#warning hm", "user-error user-warning");
    check("#foo", "unknown-directive");
    check("/* a", "open-comment");
    check("#pragma x\n#line 3 \"f\"\n# 4 \"g\"\n#\na", "a");
    check("a */ b", "stray-comment");
}

#[test]
fn includes() {
    check("#include \"a.h\"\nA", "from_a\n7");
    check("#include \"sub/b.h\" /* c */\nz", "from_c\nz");
    check("#include <a.h>\n", "from_a");
    check("#include \"none.h\"\n", "include");
    check("#include none\n", "bad-directive");
}

#[test]
fn command_line() {
    assert_eq!(run("A B", &[("A", None), ("B", Some("x+1"))]), "1 x + 1");
    assert_eq!(run("f(3)", &[("f(x)", Some("x*x"))]), "3 * 3");
    assert_eq!(run("#ifndef N\n#define N 2\n#endif\nN", &[("N", Some("5"))]), "5");
}

#[test]
fn bombs_are_defused() {
    let doubling: String = (0..64).map(|i| format!("#define A{} A{i} A{i}\n", i + 1)).collect();
    check(&format!("#define A0\n{doubling}A64"), "too-large");
    let nested = format!("#define f(x) x x\n{}1{}", "f(".repeat(100), ")".repeat(100));
    check(&nested, "too-large");
}

/// A line of a random model that leans on macros.
fn random_line(random: &mut impl FnMut(usize) -> usize) -> String {
    const WORDS: &[&str] =
        &["A", "B", "f", "g", "h", "(", ")", "(", ")", ",", "x", "1", "+", "f(A)", "g(B,x)", "h()", "f(f(B))", "\\\n"];
    let mut words = |most: usize| {
        let count = random(most) + 1;
        (0..count).map(|_| WORDS[random(WORDS.len())]).collect::<Vec<_>>().join(" ")
    };
    let body = words(6);
    let operators = ["a##b", "#a", "a b", "b a A", "a##A B##b", "x##a"];
    match random(12) {
        0 => format!("#undef A\n#define A {body}\n"),
        1 => format!("#undef B\n#define B {body}\n"),
        2 => format!("#undef f\n#define f(a) a {} a\n", body.replace("\\\n", "")),
        3 => format!("#undef g\n#define g(a,b) {} A\n", operators[random(6)]),
        4 => format!("#undef h\n#define h() {body}\n"),
        5 => format!("#if defined(A) && {} > 1\nyes\n#else\nno\n#endif\n", random(3)),
        // A directive between the name of a macro and its parenthesis is beyond the standard.
        _ => format!("{body} ;\n"),
    }
}

/// With `KULAN_GCC=1`: random macros expand as with gcc, which is what SPIN runs.
#[test]
fn expands_as_gcc_does() {
    if std::env::var_os("KULAN_GCC").is_none() {
        return;
    }
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let path = std::env::temp_dir().join(format!("kulan-gcc-{}.c", std::process::id()));
    for _ in 0..1000 {
        let lines = 2 + random(12);
        let text: String = (0..lines).map(|_| random_line(&mut random)).collect();
        std::fs::write(&path, &text).expect("a writable folder");
        let gcc = std::process::Command::new("gcc").args(["-std=gnu99", "-E", "-x", "c"]).arg(&path).output();
        let gcc = gcc.expect("gcc");
        if gcc.status.success() {
            assert_eq!(run(&text, &[]), run(&String::from_utf8_lossy(&gcc.stdout), &[]), "input:\n{text}");
        }
    }
}

#[test]
fn defines_that_nothing_asks_for() {
    let warned = |text: &str| run(text, &[("BROKNE", None)]);
    assert_eq!(warned("#ifdef BROKEN\nx\n#endif"), "unused-define");
    assert_eq!(warned("x"), "unused-define");
    for text in ["#ifdef BROKNE\n#endif", "#if 0\n#if BROKNE\n#endif\n#endif", "#if !defined(BROKNE)\n#endif"] {
        assert_eq!(warned(text), "", "{text}");
    }
    assert_eq!(warned("BROKNE"), "1");
    assert_eq!(warned("#define f(x) BROKNE\ny"), "y");
    // One symbol of the command line may ask for another.
    assert_eq!(run("a", &[("M", Some("3")), ("N", Some("M"))]), "unused-define");
    assert_eq!(run("N", &[("M", Some("3")), ("N", Some("M"))]), "3");
}
