//! C sources to LLVM IR, by the compiler that is installed.

use std::path::Path;
use std::process::{Command, Stdio};

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

/// The program in a file as LLVM IR. What clang complains about is shown as it is.
pub fn compile(path: &Path, further: &[String]) -> Result<String, Error> {
    if !path.is_file() {
        return Err(Error::Call(format!("cannot read {}: there is no such file", path.display())));
    }
    let call = |why: String| Error::Call(format!("cannot compile {}: {why}", path.display()));
    let name = NAMES.into_iter().find(|name| runs(name)).ok_or_else(|| {
        call("there is no clang\n  help: install it (apt install clang), or give the program as LLVM IR (.ll)".into())
    })?;
    let mut command = Command::new(name);
    command.args(OPTIONS).args(further).arg("-o").arg("-").arg(path);
    let output = command.stdin(Stdio::null()).output().map_err(|e| call(e.to_string()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
        return Err(Error::Call(format!("{name} cannot compile {}:\n{text}", path.display())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn runs(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
