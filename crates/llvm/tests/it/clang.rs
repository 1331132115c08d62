//! What clang writes, where it is installed.

use std::path::Path;
use std::process::Command;

use kulan_testing::needs::skip;

use crate::support::{good, round_trip, words};

/// The names under which clang is looked for.
const NAMES: [&str; 8] = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14", "clang-20"];

/// A clang that can be run, and its main version; a test without it is skipped.
pub fn clang() -> Option<(&'static str, u32)> {
    let version = |name: &&str| {
        let output = Command::new(name).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = text.split("version ").nth(1)?.split('.').next()?.parse().ok()?;
        output.status.success().then_some(number)
    };
    let found = NAMES.iter().find_map(|name| Some((*name, version(name)?)));
    if found.is_none() {
        skip("it needs `clang`");
    }
    found
}

/// The text that clang makes of a file; none if it refuses.
pub fn compile(clang: &str, path: &Path, options: &[&str]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out.ll");
    let mut command = Command::new(clang);
    command.args(["-S", "-emit-llvm", "-w"]).args(options).arg(path).arg("-o").arg(&out);
    let output = command.output().expect("clang can be run");
    if !output.status.success() {
        return None;
    }
    Some(std::fs::read_to_string(&out).expect("clang wrote a file"))
}

/// Settings to try: with and without optimization and debug information, and both kinds of pointers where clang has
/// them.
pub fn settings(version: u32) -> Vec<Vec<&'static str>> {
    let mut list = vec![
        vec!["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names"],
        vec!["-O0"],
        vec!["-O2", "-g"],
        vec!["-O3", "-march=x86-64-v3"],
    ];
    if version == 14 {
        let opaque: Vec<_> = list.iter().map(|l| [&l[..], &["-Xclang", "-opaque-pointers"]].concat()).collect();
        list.extend(opaque);
    }
    list
}

/// Reads and prints what clang made with these options. No word of it is lost, and clang makes the same again of what
/// is printed.
#[track_caller]
pub fn check(clang: &str, text: &str, options: &[&str]) {
    let printed = round_trip(text).print();
    let (before, after) = (words(text), words(&printed));
    for (word, count) in &before {
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.len() > 1;
        if is_word && !["comdat", "external", "inrange"].contains(&word.as_str()) {
            assert_eq!(after.get(word), Some(count), "the word `{word}`");
        }
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("printed.ll");
    std::fs::write(&path, &printed).expect("a writable folder");
    let mut all = vec!["-O0", "-Xclang", "-disable-llvm-passes"];
    if options.contains(&"-m32") {
        all.push("-m32");
    }
    if options.contains(&"-opaque-pointers") {
        all.extend(["-Xclang", "-opaque-pointers"]);
    }
    let again = compile(clang, &path, &all).unwrap_or_else(|| panic!("clang does not read\n{printed}"));
    if !options.contains(&"-O0") {
        // Optimized code has attributes on calls that inform debuggers, which are not kept, and on declarations of
        // intrinsics, which clang replaces by its own.
        return;
    }
    let code = |line: &str| line.split("; preds").next().unwrap_or("").trim_end().to_owned();
    // The first line has the name of the file.
    for (a, b) in text.lines().zip(again.lines()).skip(1) {
        assert_eq!(code(a), code(b), "clang makes something else of what is printed");
    }
    assert_eq!(text.lines().count(), again.lines().count());
}

#[test]
fn samples_in_c() {
    let Some((clang, version)) = clang() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    for path in kulan_testing::files::with_extension(&folder, "c") {
        for options in settings(version) {
            let text = compile(clang, &path, &options);
            let text = text.unwrap_or_else(|| panic!("clang refuses {}", path.display()));
            check(clang, &text, &options);
        }
    }
}

/// Names and types of the source, as clang describes them.
#[test]
fn names_and_types_of_c() {
    let Some((clang, _)) = clang() else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/concurrent.c");
    let text = compile(clang, &path, &["-O0", "-g", "-fno-discard-value-names"]).expect("clang accepts it");
    let module = good(&text);
    for (name, ty) in [
        ("lists", "node_t *[3]"),
        ("names", "const char *const[3]"),
        ("operation", "int (*)(int, ...)"),
        ("wide", "volatile unsigned long long"),
        ("very_wide", "__int128"),
        ("mine", "int"),
    ] {
        let variable = module.source_global(module.global(name).expect("a variable")).expect("a description");
        assert_eq!((variable.name, &module.c_type(variable.ty)[..]), (name, ty));
    }
    let main = module.function(module.global("main").expect("main")).expect("a function");
    let locals = module.declared_variables(main);
    let shown: Vec<_> = locals.iter().map(|(_, v)| format!("{} {}", module.c_type(v.ty), v.name)).collect();
    assert_eq!(shown[..4], ["int argc", "char ** argv", "pthread_t[2] threads", "int n"]);
    let last = main.instructions.values().last().expect("an instruction");
    let place = module.source_place(last).expect("a place");
    assert_eq!((place.file.ends_with("concurrent.c"), place.function), (true, Some("main")));
    let node = module.types.structs.ids().find(|&id| module.field_names(id).is_some_and(|n| n.contains(&Some("next"))));
    let names = module.field_names(node.expect("struct node")).expect("names");
    assert_eq!(names, [Some("value"), Some("next"), Some("inner"), Some("u")]);
}
