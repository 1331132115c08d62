//! Random C programs that look at memory as bytes, numbers of all sizes, unions and structs by value: what they compute
//! natively is what they compute here.
//!
//! `KULAN_PROGRAMS=n` takes that many programs, from seed `KULAN_SEED` on.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use kulan_testing::{Random, needs};

const PROGRAMS: u64 = 25;

const DECLARATIONS: &str = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char x; int y; short z; long w; };
union u { int i[4]; char c[16]; struct { short h, k; long l; } t; };
struct p { char m; short n; int o; int q; };
struct pair { long a; int b; };
struct tiny { char a; short b; };
struct tiny tiny(int v) { struct tiny t; memset(&t, 0, sizeof t); t.a = v; t.b = v * 3; return t; }
struct pair pair(struct pair p, int v) { p.a += v; p.b ^= v; return p; }
struct s changed(struct s v, int k) { v.y += k; v.w -= k; return v; }
";

/// Name, type, number of elements and of bytes.
const OBJECTS: [(&str, &str, usize, usize); 6] = [
    ("a", "int", 4, 16),
    ("b", "char", 16, 16),
    ("c", "struct s", 1, 24),
    ("d", "union u", 1, 16),
    ("e", "struct p", 2, 24),
    ("f", "long", 2, 16),
];

/// Where the objects are.
#[derive(Copy, Clone, PartialEq)]
enum Place {
    Global,
    Local,
    Heap,
}

fn value(random: &mut Random) -> String {
    let number = random.below(600) as i64 - 300;
    let large = random.bits() >> 20;
    random
        .pick(&["v".to_string(), "w".into(), number.to_string(), format!("v * {number} + w"), format!("v ^ {large}L")])
        .clone()
}

fn statement(random: &mut Random) -> String {
    let object = random.below(OBJECTS.len());
    let (name, .., size) = OBJECTS[object];
    let bytes = 1 << random.below(4);
    let at = random.below(size / bytes) * bytes;
    let types = ["char", "short", "int", "long"];
    let ty = format!("{}{}", random.pick(&["", "unsigned "]), types[bytes.trailing_zeros() as usize]);
    let value = value(random);
    match random.below(8) {
        0 | 1 => format!("*({ty} *) ((char *) {name} + {at}) = {value};"),
        2 | 3 => {
            let (to, how) = (*random.pick(&["v", "w"]), *random.pick(&["+=", "^=", "="]));
            format!("{to} {how} *({ty} *) ((char *) {name} + {at});")
        }
        4 => {
            let (other, .., room) = OBJECTS[random.below(OBJECTS.len())];
            let count = random.between(1, size.min(room));
            let (to, from) = (random.below(size - count + 1), random.below(room - count + 1));
            let copy = if name == other { "memmove" } else { "memcpy" };
            format!("{copy}((char *) {name} + {to}, (char *) {other} + {from}, {count});")
        }
        5 => {
            let count = random.between(1, size);
            format!("memset((char *) {name} + {}, {value}, {count});", random.below(size - count + 1))
        }
        6 => {
            let cell = format!("*({ty} *) ((char *) {name} + i)");
            let step = bytes * random.between(1, 3);
            format!("for (i = 0; i + {bytes} <= {size}; i += {step}) {{ {cell} += {value}; v ^= {cell}; }}")
        }
        _ => random
            .pick(&[
                "{ struct pair q = {v, w}; q = pair(q, 7); v = q.a; w = q.b; }",
                "{ struct tiny q = tiny(v); w += q.a; v ^= q.b; }",
                "{ struct s o = *c, r = changed(*c, 5); assert(c->y == o.y); v += r.w ^ r.y; }",
            ])
            .to_string(),
    }
}

/// A program up to the value that it computes in the end.
fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let place = *random.pick(&[Place::Global, Place::Local, Place::Heap]);
    let (mut text, mut begin) = (DECLARATIONS.to_string(), String::new());
    for (name, ty, count, size) in OBJECTS {
        let memory = format!("{ty} {name}_[{count}];\n");
        match place {
            Place::Global => text += &memory,
            Place::Local => begin += &format!("  {memory}  memset({name}_, 0, {size});\n"),
            Place::Heap => begin += &format!("  {ty} *{name}_ = calloc(1, {size});\n"),
        }
        begin += &format!("  {ty} *{name} = {name}_;\n");
    }
    text += &format!("int main() {{\n{begin}  long v = 1, w = 2;\n  int i = 0;\n");
    for _ in 0..random.between(4, 14) {
        text += &format!("  {}\n", statement(&mut random));
    }
    text += "  unsigned long h = v * 31 + w;\n";
    for (name, .., size) in OBJECTS {
        text += &format!("  for (i = 0; i < {size}; i++) h = h * 33 + ((unsigned char *) {name})[i];\n");
    }
    text
}

/// What a program prints when it runs.
fn native(path: &Path, text: &str) -> String {
    std::fs::write(path, format!("{text}  printf(\"%lu\", h);\n}}\n")).unwrap();
    let binary = path.with_extension("out");
    let compiled = Command::new("clang").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).arg(path).status().unwrap();
    assert!(compiled.success(), "{text}");
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success(), "{text}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bytes_are_what_they_are_natively() {
    if !needs::clang() || Command::new("clang").arg("--version").output().is_err() {
        return;
    }
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let folder = std::env::temp_dir().join(format!("kulan-c-bytes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let first = number("KULAN_SEED").unwrap_or(0);
    for seed in first..first + number("KULAN_PROGRAMS").unwrap_or(PROGRAMS) {
        let (text, path) = (program(seed), folder.join(format!("{seed}.c")));
        let known: u64 = native(&path, &text).parse().unwrap();
        for (claim, expected) in [(known, "holds:"), (known ^ 1, "violated: assert")] {
            std::fs::write(&path, format!("{text}  assert(h == {claim}UL);\n}}\n")).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
            let output = command.arg("check").arg(&path).args(["--no-trace", "--threads", "1"]).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.starts_with(expected), "seed {seed}: {said}\n{text}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
