//! Several modules as one.

use kulan_llvm::link::{Part, link};
use kulan_llvm::{ConstantKind, Module};

use crate::support;

/// Links texts; each is called `1.ll`, `2.ll` and so on.
fn linked(texts: &[&str]) -> Result<Module, String> {
    let modules: Vec<Module> = texts.iter().map(|text| support::good(text)).collect();
    let names: Vec<String> = (1..=texts.len()).map(|n| format!("{n}.ll")).collect();
    let parts: Vec<Part<'_>> =
        names.iter().zip(&modules).map(|(file, module)| Part { file, module, scope: None }).collect();
    let text = link(&parts, &|name| name == "reach_error")?;
    Ok(support::good(&text))
}

fn initial(module: &Module, name: &str) -> u128 {
    let variable = module.global(name).and_then(|g| module.variable(g)).expect("a variable");
    let constant = variable.initializer.expect("a value");
    if module.constants[constant].kind == ConstantKind::Zero { 0 } else { module.integer(constant).expect("a number") }
}

#[test]
fn definitions_beat_declarations_and_strong_ones_weak_ones() {
    let weak = "@x = weak global i32 1\n@y = common global i32 0\n@z = external global i32";
    let strong = "@x = global i32 2\n@y = global i32 3\n@z = linkonce_odr global i32 4";
    for texts in [[weak, strong], [strong, weak]] {
        let module = linked(&texts).expect("they fit");
        assert_eq!(["x", "y", "z"].map(|n| initial(&module, n)), [2, 3, 4]);
        assert_eq!(module.globals.len(), 3);
    }
    let module = linked(&["@x = weak global i32 1", "@x = weak_odr global i32 2"]).expect("they fit");
    assert_eq!(initial(&module, "x"), 1);
    let module = linked(&["@x = common global i8 0", "@x = common global i64 0"]).expect("they fit");
    let x = module.global("x").expect("x");
    assert_eq!(module.print_type(module.globals[x].value_type), "i64");
}

#[test]
fn what_is_defined_twice_is_an_error() {
    let why =
        linked(&["@x = global i32 1", "@x = global i32 2\ndefine void @f() {\n  ret void\n}"]).expect_err("twice");
    assert_eq!(why, "x is defined twice: in 1.ll and in 2.ll");
    let why = linked(&["@f = global i32 1", "declare void @f()"]).expect_err("different things");
    assert_eq!(why, "f is a function in 2.ll and a variable in 1.ll");
    let why = linked(&["@x = thread_local global i32 1", "@x = external global i32"]).expect_err("different things");
    assert!(why.starts_with("x is thread-local in only one"), "{why}");
    let why = linked(&["target triple = \"a\"", "target triple = \"b\""]).expect_err("different machines");
    assert_eq!(why, "1.ll and 2.ll are for different machines");
    let why = linked(&["@p = global i8* null", "@q = global ptr null"]).expect_err("different versions");
    assert!(why.contains("different versions"), "{why}");
}

#[test]
fn internal_names_are_kept_apart() {
    let part = |n: u32| {
        format!(
            "@x = internal global i32 {n}\n@0 = private constant i32 {n}\n\
             define i32 @get{n}() {{\n  %a = load i32, i32* @x\n  %b = load i32, i32* @0\n  %c = add i32 %a, %b\n  ret i32 %c\n}}\n\
             define internal void @reach_error() {{\n  ret void\n}}"
        )
    };
    let module = linked(&[&part(1), &part(2)]).expect("they fit");
    assert_eq!((initial(&module, "x@1.ll"), initial(&module, "x@2.ll")), (1, 2));
    assert_eq!((initial(&module, "0@1.ll"), initial(&module, "0@2.ll")), (1, 2));
    // A word has one meaning.
    assert_eq!(module.globals.len(), 7);
    // A name that only one part has stays as it is, also next to an external one.
    let module =
        linked(&["@x = internal global i32 1\n@y = internal global i32 5", "@x = global i32 2"]).expect("they fit");
    assert_eq!((initial(&module, "x@1.ll"), initial(&module, "x"), initial(&module, "y")), (1, 2, 5));
}

#[test]
fn types_of_the_same_form_are_one() {
    let one = "%struct.anon.0 = type { i32 }\n%struct.s = type { %struct.anon.0, %struct.s* }\n@s = external global %struct.s\n\
               define %struct.s* @get() {\n  ret %struct.s* @s\n}";
    let two = "%struct.anon = type { i32 }\n%struct.s = type { %struct.anon, %struct.s* }\n@s = global %struct.s zeroinitializer";
    let text = linked(&[one, two]).expect("they fit").print();
    assert!(!text.contains("bitcast") && text.matches(" = type ").count() == 2, "{text}");
    // What is opaque here is known there.
    let one =
        "%struct.s = type opaque\n@s = external global %struct.s\ndefine %struct.s* @get() {\n  ret %struct.s* @s\n}";
    let text = linked(&[one, two]).expect("they fit").print();
    assert!(!text.contains("bitcast") && !text.contains("opaque"), "{text}");
    // Others of the same name are not the same.
    let one = "%struct.s = type { i8 }\n@t = global %struct.s zeroinitializer";
    let text = linked(&[one, two]).expect("they fit").print();
    assert!(text.matches(" = type ").count() == 3, "{text}");
}

#[test]
fn addresses_are_cast_where_types_differ() {
    let one = "@a = external global [0 x i32]\ndeclare i32 @f(...)\ndefine i32 @g() {\n  \
               %p = getelementptr [0 x i32], [0 x i32]* @a, i64 0, i64 1\n  %x = load i32, i32* %p\n  \
               %y = call i32 (...) @f(i32 %x)\n  ret i32 %y\n}";
    let two = "@a = global [4 x i32] zeroinitializer\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}";
    let text = linked(&[one, two]).expect("they fit").print();
    assert!(text.contains("bitcast ([4 x i32]* @a to [0 x i32]*)"), "{text}");
    assert!(text.contains("bitcast (i32 (i32)* @f to i32 (...)*)"), "{text}");
    let opaque = |text: &str| text.replace("[0 x i32]* ", "ptr ").replace("i32* ", "ptr ");
    let text = linked(&[&opaque(one), two]).expect("they fit").print();
    assert!(!text.contains("bitcast"), "{text}");
}

#[test]
fn attributes_and_metadata_are_kept_apart() {
    let part = |n: u32| {
        format!(
            "define void @f{n}() #0 !a !0 {{\n  ret void, !b !1\n}}\nattributes #0 = {{ \"n\"=\"{n}\" }}\n\
             !llvm.dbg.cu = !{{!0}}\n!llvm.ident = !{{!1}}\n!0 = !{{i32 {n}}}\n!1 = !{{!0}}"
        )
    };
    let text = linked(&[&part(1), &part(2)]).expect("they fit").print();
    for line in ["!llvm.dbg.cu = !{!0, !2}", "!llvm.ident = !{!1}", "!2 = !{i32 2}", "!3 = !{!2}"] {
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
    assert!(text.contains("@f2() #1 !a !2") && text.contains("ret void, !b !3"), "{text}");
}

#[test]
fn a_module_linked_with_nothing_stays_what_it_is() {
    for (file, text) in support::samples("ok") {
        let module = support::good(&text);
        let Ok(text) = link(&[Part { file: "it", module: &module, scope: None }], &|_| false) else { continue };
        assert_eq!(support::good(&text).functions().count(), module.functions().count(), "{}", file.display());
    }
}
