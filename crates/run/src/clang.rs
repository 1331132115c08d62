//! C sources to LLVM IR, by the compiler that is installed.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::Error;

/// Names under which clang is installed, the best first.
const NAMES: [&str; 7] = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// No optimisation, which might remove the very behavior that is looked for; names and places for counterexamples.
const OPTIONS: [&str; 9] = [
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-w",
    "-fgnu89-inline",
];

/// The program in a file, whose text is given, as LLVM IR. What clang complains about is shown as it is.
pub fn compile(path: &Path, text: &str, further: &[String]) -> Result<String, Error> {
    let call = |why: &str| Error::Call(format!("cannot compile {}: {why}", path.display()));
    let annotated = with_assertions(path, text);
    for name in NAMES {
        let output = match run(name, path, annotated.as_deref(), further) {
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            other => other.map_err(|e| call(&e.to_string()))?,
        };
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
            return Err(Error::Call(format!("{name} cannot compile {}:\n{text}", path.display())));
        }
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(call("there is no clang\n  help: install it (apt install clang), or give the program as LLVM IR (.ll)"))
}

/// Runs a compiler on the file, or on another text in its place.
fn run(name: &str, path: &Path, instead: Option<&str>, further: &[String]) -> std::io::Result<Output> {
    let mut command = Command::new(name);
    command.args(OPTIONS).args(further).arg("-o").arg("-");
    let Some(text) = instead else { return command.arg(path).stdin(Stdio::null()).output() };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    command.arg("-iquote").arg(folder).args(["-x", "c", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let input = child.stdin.take();
    std::thread::scope(|scope| {
        // A compiler that stops reading says why itself.
        scope.spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
        child.wait_with_output()
    })
}

/// The text with assertions in comments (`//@ assert x != 0;`) as statements that look at all at once; none if it has no
/// such comments, or some that C has no words for.
fn with_assertions(path: &Path, text: &str) -> Option<String> {
    const MARK: &str = "//@ assert ";
    if !text.contains(MARK) || text.contains("/*@ assert") {
        return None;
    }
    let mut result = String::from(
        "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __kulan_assertion_fails(void); \
         const int __kulan_assertions_are_read = 1;\n",
    );
    result += &format!("#line 1 {:?}\n", path.display().to_string());
    for line in text.lines() {
        match line.split_once(MARK) {
            None => result += line,
            Some((before, claim)) => {
                let claim = claim.split_once(';')?.0.replace("\\true", "1").replace("\\false", "0");
                if claim.contains('\\') || claim.contains("==>") || before.contains("//") {
                    return None;
                }
                result += &format!(
                    "{before}{{ __VERIFIER_atomic_begin(); int __claim = ({claim}) != 0; __VERIFIER_atomic_end(); \
                     if (!__claim) __kulan_assertion_fails(); }}"
                );
            }
        }
        result.push('\n');
    }
    Some(result)
}
