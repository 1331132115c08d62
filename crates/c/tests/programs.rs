//! Small C programs, each with what is expected of it in its first line, by the reference interpreter. Programs need clang;
//! those written as LLVM IR do not.

mod inputs;

use std::path::{Path, PathBuf};
use std::process::Command;

use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_ir::reference;
use kulan_testing::needs::clang_name;

struct Disk;

impl FileLoader for Disk {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let text = std::fs::read_to_string(request.path).map_err(|e| LoadError(e.to_string()))?;
        Ok(LoadedFile { name: request.path.into(), text })
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut list: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("a file").path()).collect();
    list.sort();
    assert!(!list.is_empty());
    list
}

fn compiled(clang: &str, path: &Path) -> String {
    let options = ["-S", "-emit-llvm", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-w"];
    let output = Command::new(clang).args(options).arg("-o").arg("-").arg(path).output().expect("clang runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn program(name: &str, text: String, options: &kulan_c::Options) -> Result<kulan_c::Program, String> {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add(name, text);
    let program = kulan_c::read(
        kulan_c::Programs::One(&[file]),
        &sources,
        &Disk,
        options,
        &kulan_c::Conditions::default(),
        &mut diags,
    );
    program.ok_or_else(|| kulan_diagnostics::render::Renderer::new(&sources).render_all(&diags))
}

/// What the interpreter finds: the names of the properties that do not hold, and of bounds that are met.
fn found(program: &kulan_c::Program) -> String {
    found_within(program, 200_000).expect("not too many states")
}

/// The same, if it has no more than so many states.
fn found_within(program: &kulan_c::Program, most: u64) -> Option<String> {
    let system = program.system();
    assert_eq!(kulan_ir::validate(&system), Ok(()));
    let counts = reference::explore(&system, most);
    if counts.cut {
        return None;
    }
    let deadlock = (counts.deadlocks > 0).then_some("deadlock");
    let kinds = counts.failures.keys().map(|kind| kind.property());
    let always = !program.few_objects().is_empty() && counts.failures.is_empty();
    let list: Vec<&str> = deadlock.into_iter().chain(kinds).chain(always.then_some("objects")).collect();
    Some(if list.is_empty() { "holds".into() } else { list.join(" ") })
}

fn expected(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("text");
    let line = text.lines().next().expect("a first line");
    let words = line.split_once("expect: ").expect("`expect: …` in the first line").1;
    // What follows is about larger bounds, which the whole tool tries by itself.
    let words = words.split_once(", and ").map_or(words, |(within, _)| within);
    words.trim_start_matches("within ").to_string()
}

fn judge(path: &Path, text: String) -> Option<String> {
    judge_with(path, text, &kulan_c::Options::default())
}

fn judge_with(path: &Path, text: String, options: &kulan_c::Options) -> Option<String> {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let answer = program(&name, text, options).map_or_else(|e| format!("refused: {e}"), |s| found(&s));
    let expected = expected(path);
    (answer != expected).then(|| format!("{name}: expected {expected}, found {answer}"))
}

#[test]
fn programs_in_c_behave_as_expected() {
    let Some(clang) = clang_name() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let wrong: Vec<String> = files("c").iter().filter_map(|p| judge(p, compiled(clang, p))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn overflow_is_found_where_it_is_asked_for() {
    let Some(clang) = clang_name() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let options = kulan_c::Options { overflow: true, ..kulan_c::Options::default() };
    let list = files("overflow");
    let wrong: Vec<String> = list.iter().filter_map(|p| judge_with(p, compiled(clang, p), &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unasked = |p: &PathBuf| program("a.c", compiled(clang, p), &kulan_c::Options::default()).map(|p| found(&p));
    assert!(list.iter().all(|p| unasked(p) == Ok("holds".into())));
}

#[test]
fn malloc_fails_where_it_is_asked_for() {
    let Some(clang) = clang_name() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let options = kulan_c::Options { malloc_fails: true, ..kulan_c::Options::default() };
    let list = files("malloc_fails");
    let wrong: Vec<String> = list.iter().filter_map(|p| judge_with(p, compiled(clang, p), &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unasked = |p: &PathBuf| program("a.c", compiled(clang, p), &kulan_c::Options::default()).map(|p| found(&p));
    assert!(list.iter().all(|p| unasked(p).is_ok_and(|found| !found.contains("memory"))));
}

#[test]
fn leaks_are_found_where_they_are_asked_for() {
    let Some(clang) = clang_name() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let options = kulan_c::Options { leaks: true, ..kulan_c::Options::default() };
    let list = files("leak");
    let wrong: Vec<String> = list.iter().filter_map(|p| judge_with(p, compiled(clang, p), &options)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unasked = |p: &PathBuf| program("a.c", compiled(clang, p), &kulan_c::Options::default()).map(|p| found(&p));
    assert!(list.iter().all(|p| unasked(p).is_ok_and(|found| !found.contains("leak"))));
}

#[test]
fn programs_in_llvm_ir_behave_as_expected() {
    let text = |p: &PathBuf| std::fs::read_to_string(p).expect("text");
    let wrong: Vec<String> = files("ll").iter().filter_map(|p| judge(p, text(p))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs that are supported only because what nothing depends on is forgotten.
const NEED_SHORTCUTS: &[&str] = &["padding_copied", "structs_by_value", "uninitialised_unread"];

/// Whether all inputs can be tried: those with too many values only by way of classes.
fn can_be_explored(system: &kulan_ir::System) -> bool {
    let all = 0..system.transitions.len() as u32;
    all.map(kulan_ir::TransitionId).all(|t| kulan_ir::inputs::tuples(system, t).is_ok())
}

/// Each shortcut of the front-end has a twin that does without it.
#[test]
fn shortcuts_change_no_verdicts() {
    let Some(clang) = clang_name() else {
        eprintln!("skipped: there is no clang");
        return;
    };
    let options = kulan_c::Options { plain: true, ..kulan_c::Options::default() };
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for path in files("c") {
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        let read = program(name, compiled(clang, &path), &options);
        if NEED_SHORTCUTS.contains(&name) || read.as_ref().is_ok_and(|p| !can_be_explored(&p.system())) {
            continue;
        }
        let answer = read.map_or_else(|e| Some(format!("refused: {e}")), |p| found_within(&p, 20_000));
        let (Some(answer), expected) = (answer, expected(&path)) else { continue };
        compared += 1;
        if answer != expected {
            wrong.push(format!("{name}: expected {expected}, found {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 200, "{compared}");
}
