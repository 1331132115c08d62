//! Whatever the text is, there is an answer and no panic.

use kulan_llvm::Module;
use kulan_testing::Random;
use kulan_testing::files::words;

use crate::support::{read, samples};

/// Reads a text; what is a module nevertheless is looked at and printed, and read again.
fn try_out(text: &str) {
    let (module, messages) = read(text);
    match module {
        Some(module) => {
            look(&module);
            let printed = module.print();
            let (again, messages) = read(&printed);
            let again = again.unwrap_or_else(|| panic!("{messages}\nfrom\n{text}\nprinted\n{printed}"));
            assert_eq!(printed, again.print(), "from\n{text}");
        }
        None => assert!(messages.contains("error["), "no module and no error for\n{text}"),
    }
}

/// Asks what can be asked.
fn look(module: &Module) {
    for (ty, _) in module.types.iter() {
        let _ = (module.layout.size(&module.types, ty), module.layout.struct_layout(&module.types, ty));
    }
    for id in module.types.structs.ids() {
        let _ = module.field_names(id);
    }
    for id in module.metadata.ids() {
        let _ = (module.c_type(Some(id)), module.place_of(id), module.source_fields(id), module.plain_type(id));
    }
    for id in module.globals.ids() {
        let _ = (module.source_global(id), module.subprogram(id));
    }
    for (_, function) in module.functions() {
        let _ = module.declared_variables(function);
        for block in function.blocks.ids() {
            for (id, instruction) in function.body(block) {
                let _ = (module.source_place(instruction), instruction.op.operands(), function.records_before(id));
                assert_eq!(function.block_of(id), block);
                for operand in instruction.op.operands() {
                    let _ = (module.type_of(function, operand), module.global_behind(operand));
                }
            }
        }
    }
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn truncations() {
    for (_, text) in samples("ok") {
        let step = (text.len() / 300).max(1);
        for (end, _) in text.char_indices().step_by(step) {
            try_out(&text[..end]);
        }
    }
}

/// Words of the language that mutants may get.
const STRANGE: [&str; 24] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "*",
    ",",
    "=",
    "!",
    "\"",
    "i32",
    "ptr",
    "null",
    "0",
    "1",
    "void",
    "label",
    "x",
    "4294967296",
    "-1",
    "é",
];

#[test]
fn mutants_do_no_harm() {
    // More with KULAN_MUTANTS; another seed with KULAN_SEED.
    let mutants = number("KULAN_MUTANTS", 150);
    let mut random = Random::new(number("KULAN_SEED", 1) as u64);
    for (_, text) in samples("ok").into_iter().chain(samples("bad")) {
        for _ in 0..mutants {
            let mut pieces = words(&text);
            for _ in 0..random.between(1, 4) {
                let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
                match random.below(6) {
                    0 => drop(pieces.remove(at)),
                    1 => pieces.insert(at, pieces[other]),
                    2 => pieces.swap(at, other),
                    3 => pieces[at] = pieces[other],
                    // Neighbors are more often words of the same kind.
                    4 => pieces[at] = pieces[(at + 2 * random.below(20)).min(pieces.len() - 1)],
                    _ => pieces[at] = STRANGE[random.below(STRANGE.len())],
                }
            }
            try_out(&pieces.concat());
        }
    }
}

#[test]
fn soup_of_tokens() {
    let text: String = samples("ok").into_iter().map(|(_, text)| text).collect();
    let pool = words(&text);
    let starts = ["", "define void @f() { ", "@g = global ", "!0 = ", "%t = type "];
    let mut random = Random::new(7);
    for round in 0..number("KULAN_MUTANTS", 150) * 10 {
        let mut soup = String::from(starts[round % starts.len()]);
        for _ in 0..random.below(40) {
            soup += pool[random.below(pool.len())];
            soup += if random.percent(50) { " " } else { "" };
        }
        try_out(&soup);
    }
}

#[test]
fn bytes_of_all_kinds() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.bits() as u8).collect();
        try_out(&String::from_utf8_lossy(&bytes));
    }
}

/// What is nested too deep is refused, not followed.
#[test]
fn deep_texts() {
    let deep = |open: &str, core: &str, close: &str| format!("{}{core}{}", open.repeat(50_000), close.repeat(50_000));
    for text in [
        format!("@g = external global {}", deep("[1 x ", "i8", "]")),
        format!("@g = external global {}", deep("{ ", "i8", " }")),
        format!("@g = external global {}", deep("<{ ", "i8", " }>")),
        format!("@g = external global i8{}", "*".repeat(50_000)),
        format!("@g = external global {}", deep("void (", "i8", ")*")),
        format!("@g = external global void {}", "()*".repeat(50_000)),
        format!("@g = global i8 {}", deep("add (i8 ", "1", ", i8 1)")),
        format!("@g = global ptr {}", deep("getelementptr (i8, ptr ", "null", ", i8 1)")),
        format!("@g = global [1 x i8] {}", deep("[[1 x i8] ", "1", "]")),
        format!("!0 = {}", deep("!{", "null", "}")),
        format!("!0 = !X(a: {})", deep("!X(a: ", "null", ")")),
        format!("!0 = !X(a: {})", deep("{", "null", "}")),
    ] {
        let (module, messages) = read(&text);
        assert!(module.is_none() && messages.contains("error["), "{}", &text[..60]);
        if !text.contains("[[") && !text.contains("{{") {
            assert!(messages.contains("too-deep"), "{}: {messages}", &text[..60]);
        }
    }
    let chain: String = (1..5000).map(|n| format!("%t{n} = type {{ %t{} }}\n", n - 1)).collect();
    let (module, messages) = read(&format!("%t0 = type {{ i8 }}\n{chain}"));
    assert!(module.is_none() && messages.contains("nested too deep"), "{messages}");
    let inner = |n: usize| format!("{}%t{n}{}", "{ ".repeat(100), " }".repeat(100));
    let chain: String = (1..190).map(|n| format!("%t{n} = type {{ {} }}\n", inner(n - 1))).collect();
    let (module, messages) = read(&format!("%t0 = type {{ i8 }}\n{chain}"));
    assert!(module.is_none() && messages.contains("nested too deep"), "{messages}");
    try_out(&format!("%t0 = type {{ i8 }}\n%t1 = type {{ {} }}\n%t2 = type {{ {} }}", inner(0), inner(1)));
    // Sizes are computed once for each type, so this is quick.
    let doubled: String = (1..150).map(|n| format!("%t{n} = type {{ %t{0}, %t{0} }}\n", n - 1)).collect();
    try_out(&format!("%t0 = type {{}}\n{doubled}"));
    try_out(&format!("%t0 = type {{ i8 }}\n{doubled}"));
}

#[test]
fn large_numbers() {
    let digits = "9".repeat(30_000);
    for text in [
        format!("@g = global i32 {digits}"),
        format!("@g = global i8388608 {digits}"),
        "@g = global i8388609 0".to_owned(),
        format!("@g = external global i{digits}"),
        format!("@g = external global [{digits} x i8]"),
        format!("@{digits} = global i8 0"),
        format!("!{digits} = !{{}}"),
        format!("define void @f() {{ br label %{digits} }}"),
        "define void @f() { br label %4294967295 }".to_owned(),
        format!("@g = global i8 0, align {digits}"),
        format!("attributes #{digits} = {{}}"),
        format!("target datalayout = \"e-p:{digits}:8\""),
        "@g = external global [18446744073709551615 x [18446744073709551615 x i64]]".to_owned(),
        "@g = global i8388608 -1".to_owned(),
        format!("@g = global double {digits}.0e{digits}"),
        "@g = global i64 s0xffffffffffffffffffffffffffffffffffffff".to_owned(),
        "@g = global i64 u0xffffffffffffffff".to_owned(),
    ] {
        try_out(&text);
    }
}

/// Debug information that goes in circles is still answered.
#[test]
fn circles() {
    try_out(
        "define void @f() !dbg !0 {\n ret void, !dbg !1\n}
        !0 = !DILexicalBlock(scope: !0, line: 1)
        !1 = !DILocation(line: 1, scope: !0, inlinedAt: !1)
        !2 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !2)
        !3 = !DIDerivedType(tag: DW_TAG_typedef, baseType: !3)
        !4 = !DISubroutineType(types: !5)
        !5 = !{!4, !4, !4, !4}
        !6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !7)
        !7 = !{!6, !7}
        !8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)",
    );
}
