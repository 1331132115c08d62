//! Programs with expected answers: tasks of SV-COMP (`.yml`), tables of programs with parameters, and what other tools
//! answered.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::reference::Reference;
use crate::suite::ModelEntry;

/// Properties of SV-COMP, and ours.
const PROPERTIES: &[(&str, &str)] =
    &[("unreach-call.prp", "assert"), ("no-data-race.prp", "race"), ("valid-memsafety.prp", "memory")];

/// Threads of a program, at most, if nothing else is said.
pub const THREADS: u32 = 4;

/// Tasks, and what others answered: task, tool, answer.
type Found = (Vec<ModelEntry>, Vec<(String, String, Reference)>);

/// Where to find tasks, relative to [`crate::Suite::root`]: one of the three.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tasks {
    /// A folder, with all folders in it, of `.yml` files.
    pub folder: Option<PathBuf>,
    /// A table of programs, each with its options and the expected answer.
    pub programs: Option<PathBuf>,
    /// How many threads these have at most where `n` stands for their number; 4 by default.
    pub threads: Option<u32>,
    /// A table of answers of other tools: each program of it is a task, and the tools can be columns.
    pub answers: Option<PathBuf>,
}

impl Tasks {
    /// The tasks, and what others answered.
    pub(crate) fn read(&self, root: &Path) -> Result<Found, String> {
        match (&self.folder, &self.programs, &self.answers) {
            (Some(folder), None, None) => Ok((in_folder(root, folder)?, Vec::new())),
            (None, Some(table), None) => Ok((programs(root, table, self.threads.unwrap_or(THREADS))?, Vec::new())),
            (None, None, Some(table)) => answers(root, table),
            _ => Err("tasks need one of folder, programs and answers".into()),
        }
    }
}

fn text_of(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Options of the compiler that a file needs: preprocessed files were made for 32 bits.
fn options_for(file: &str) -> Vec<String> {
    if file.ends_with(".i") { vec!["-m32".to_string()] } else { Vec::new() }
}

fn task(file: String, property: &str, clang: Vec<String>, holds: bool) -> ModelEntry {
    let name = format!("{file} {}", clang.iter().map(String::as_str).chain([property]).collect::<Vec<_>>().join(" "));
    let expected = Some(if holds { "holds" } else { "violated" }.to_string());
    // The error that list1.i of pthread-memsafety is said to have occurs, as far as we see, only if `malloc` fails.
    let args = if property == "memory" { vec!["--malloc-fails".to_string()] } else { Vec::new() };
    ModelEntry { name: Some(name), file, property: property.into(), args, clang, expected, ..ModelEntry::default() }
}

/// The tasks of all `.yml` files in a folder and the folders in it, in the order of their names.
pub fn in_folder(root: &Path, folder: &Path) -> Result<Vec<ModelEntry>, String> {
    let (mut folders, mut files) = (vec![root.join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for path in entries.flatten().map(|e| e.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "yml") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut tasks = Vec::new();
    for file in files {
        let folder = file.parent().and_then(|f| f.strip_prefix(root).ok()).unwrap_or(Path::new(""));
        tasks.extend(of_description(&text_of(&file)?, folder));
    }
    Ok(tasks)
}

/// The tasks that a `.yml` file describes.
fn of_description(text: &str, folder: &Path) -> Vec<ModelEntry> {
    let after =
        |line: &str, key: &str| Some(line.trim().strip_prefix(key)?.trim().trim_matches(['\'', '"']).to_string());
    let Some(input) = text.lines().find_map(|l| after(l, "input_files:")) else { return Vec::new() };
    let file = folder.join(&input).display().to_string();
    let (mut list, mut property) = (Vec::new(), None);
    for line in text.lines() {
        if let Some(name) = after(line, "- property_file:") {
            property = PROPERTIES.iter().find(|p| name.ends_with(p.0)).map(|p| p.1);
        }
        if let (Some(expected), Some(property)) = (after(line, "expected_verdict:"), property) {
            list.push(task(file.clone(), property, options_for(&file), expected == "true"));
        }
    }
    list
}

/// The lines of a table of programs (`file,defines,expected,…`): `T=n` stands for 1 to `most`, or from 2 where `(n>=2)` is
/// written behind, and `=k` for 2.
pub fn programs(root: &Path, table: &Path, most: u32) -> Result<Vec<ModelEntry>, String> {
    let folder = table.parent().unwrap_or(Path::new(""));
    let mut list = Vec::new();
    for line in text_of(&root.join(table))?.lines().skip(1) {
        let [file, defines, expected, ..] = line.split(',').collect::<Vec<_>>()[..] else { continue };
        let fewest = if defines.contains("(n>=2)") { 2 } else { 1 };
        let most = if defines.contains("T=n") { most } else { fewest };
        let defines = defines.split('(').next().unwrap_or("");
        for threads in fewest..=most {
            let set = defines.replace("T=n", &format!("T={threads}")).replace("=k", "=2");
            let options = set.split_whitespace().map(str::to_string).collect();
            list.push(task(folder.join(file).display().to_string(), "assert", options, expected == "true"));
        }
    }
    Ok(list)
}

/// A table of answers (`tool,file,defines,expected,verdict,agrees,seconds,…`): its programs, and what the tools said. The
/// programs in `c/examples` are called `paper` there, and `-DCHOICE=0` is for tools that cannot choose.
fn answers(root: &Path, table: &Path) -> Result<Found, String> {
    let (mut tasks, mut known): (Vec<ModelEntry>, Vec<_>) = (Vec::new(), Vec::new());
    for line in text_of(&root.join(table))?.lines().skip(1) {
        let [tool, file, defines, expected, verdict, _, seconds, ..] = line.split(',').collect::<Vec<_>>()[..] else {
            continue;
        };
        let defines = defines.split_whitespace().filter(|d| *d != "-DCHOICE=0").map(str::to_string);
        let options = defines.chain(options_for(file)).collect();
        let entry = task(file.replace("paper/", "c/examples/"), "assert", options, expected == "true");
        let verdict = Some(verdict.to_string());
        let answer = Reference { verdict, processor: seconds.parse().ok(), ..Reference::default() };
        known.push((entry.name().to_string(), tool.to_string(), answer));
        if !tasks.iter().any(|t| t.name() == entry.name()) {
            tasks.push(entry);
        }
    }
    Ok((tasks, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let text = "input_files: 'a.i'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
                    expected_verdict: false\n  - property_file: ../properties/termination.prp\n    \
                    expected_verdict: true\n  - property_file: ../properties/no-data-race.prp\n    \
                    expected_verdict: true\n";
        let found = of_description(text, Path::new("c"));
        let names: Vec<&str> = found.iter().map(ModelEntry::name).collect();
        assert_eq!(names, ["c/a.i -m32 assert", "c/a.i -m32 race"]);
        assert_eq!(found[0].expected.as_deref(), Some("violated"));
        assert_eq!(found[1].expected.as_deref(), Some("holds"));
    }
}
