//! Systems of programs: the file that names their processes, or programs of the command line that are one process each.

use std::path::{Path, PathBuf};

use kulan_diagnostics::SourceMap;
use kulan_frontend::Process;
use serde::Deserialize;

use crate::load::{compiled, read};
use crate::{Error, ModelFile};

/// More copies of a program than this are refused.
const MOST_COPIES: u32 = 32;

/// A system file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SystemFile {
    process: Vec<Table>,
}

/// A program of a system file, and how often it runs.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Table {
    name: String,
    program: Vec<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default = "one")]
    count: u32,
    #[serde(default)]
    clang: Vec<String>,
    host: Option<String>,
    #[serde(default)]
    after: Vec<String>,
}

fn one() -> u32 {
    1
}

/// Whether a file is a system file.
pub fn is_system_file(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "toml")
}

/// The processes of a system; their programs are added to the sources.
pub fn processes(model: &ModelFile, text: &str, sources: &mut SourceMap) -> Result<Vec<Process>, Error> {
    let tables = if is_system_file(&model.path) { named(model, text)? } else { plain(model) };
    let mut hosts: Vec<String> = Vec::new();
    let mut list: Vec<Process> = Vec::new();
    for table in &tables {
        check(table, &list)?;
        let host = host_of(table)?;
        let number = hosts.iter().position(|h| *h == host).unwrap_or(hosts.len());
        if number == hosts.len() {
            hosts.push(host.clone());
        }
        let after = starts_after(table, &list)?;
        let options = ModelFile { clang: [&model.clang[..], &table.clang].concat(), ..model.clone() };
        let mut files = Vec::new();
        for path in &table.program {
            let (name, text) = compiled(path, &read(path)?, &options)?;
            files.push(sources.add(name, text));
        }
        for copy in 1..=table.count {
            let name = if table.count == 1 { table.name.clone() } else { format!("{}{copy}", table.name) };
            let (files, args, after) = (files.clone(), table.args.clone(), after.clone());
            list.push(Process { name, files, args, host: (number as u8, host.clone()), after });
        }
    }
    Ok(list)
}

/// The programs that a system file names.
fn named(model: &ModelFile, text: &str) -> Result<Vec<Table>, Error> {
    let file: SystemFile = toml::from_str(text).map_err(|e| Error::Call(format!("{}: {e}", model.path.display())))?;
    let folder = model.path.parent().unwrap_or(Path::new("")).to_path_buf();
    let beside = |path: &PathBuf| if path.is_absolute() { path.clone() } else { folder.join(path) };
    let mut tables = file.process;
    for table in &mut tables {
        table.program = table.program.iter().map(beside).collect();
        // Folders of headers are relative to the file, too.
        let relative = |option: &String| match option.strip_prefix("-I") {
            Some(inner) if !inner.is_empty() => format!("-I{}", beside(&inner.into()).display()),
            _ => option.clone(),
        };
        table.clang = table.clang.iter().map(relative).collect();
    }
    Ok(tables)
}

/// Programs of the command line, one process each.
fn plain(model: &ModelFile) -> Vec<Table> {
    let files: Vec<&PathBuf> = std::iter::once(&model.path).chain(&model.others).collect();
    let stem = |path: &Path| path.file_stem().map_or("program".into(), |s| s.to_string_lossy().into_owned());
    let valid = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name = |path: &Path| stem(path).chars().map(valid).collect::<String>();
    let table = |(i, path): (usize, &&PathBuf)| {
        let own = name(path);
        let same = files[..i].iter().filter(|other| name(other) == own).count();
        let name = if same == 0 { own } else { format!("{own}_{}", same + 1) };
        Table {
            name,
            program: vec![path.to_path_buf()],
            args: vec![],
            count: 1,
            clang: vec![],
            host: None,
            after: vec![],
        }
    };
    files.iter().enumerate().map(table).collect()
}

/// The host that a process is on. Hosts get their addresses here, so none is named by one, however `inet_aton` writes it.
fn host_of(table: &Table) -> Result<String, Error> {
    let Some(host) = &table.host else { return Ok("localhost".into()) };
    let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.starts_with("0x") || last.chars().all(|c| c.is_ascii_digit());
    if host.chars().all(valid) && !is_number {
        return Ok(host.clone());
    }
    fail(table, format!("{host:?} is no name of a host; it has letters, digits, -, _ and dots, and is no address"))
}

/// The processes, by number, that a process starts after: each that is named, or all copies of a program.
fn starts_after(table: &Table, before: &[Process]) -> Result<Vec<usize>, Error> {
    let mut all = Vec::new();
    for wanted in &table.after {
        let is_copy = |p: &Process| p.name.strip_prefix(wanted.as_str()).is_some_and(|n| n.parse::<u32>().is_ok());
        let exact = before.iter().position(|p| p.name == *wanted);
        let copies = || before.iter().enumerate().filter(|(_, p)| is_copy(p)).map(|(i, _)| i).collect();
        let found: Vec<usize> = exact.map_or_else(copies, |i| vec![i]);
        if found.is_empty() {
            let is_itself = *wanted == table.name;
            let why = if is_itself { "itself".into() } else { format!("{wanted}, which is no process before it") };
            return fail(table, format!("it starts after {why}"));
        }
        all.extend(found);
    }
    Ok(all)
}

fn fail<T>(table: &Table, why: String) -> Result<T, Error> {
    Err(Error::Call(format!("the process {:?}: {why}", table.name)))
}

fn check(table: &Table, before: &[Process]) -> Result<(), Error> {
    let name = &table.name;
    let fail = |why: String| fail(table, why);
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || !name.chars().all(valid) {
        return fail("a name has letters, digits, - and _ only".into());
    }
    if table.program.is_empty() {
        return fail("it has no program".into());
    }
    if table.count == 0 || table.count > MOST_COPIES {
        return fail(format!("count is from 1 to {MOST_COPIES}"));
    }
    let copies: Vec<String> =
        if table.count == 1 { vec![name.clone()] } else { (1..=table.count).map(|n| format!("{name}{n}")).collect() };
    match before.iter().find(|p| copies.contains(&p.name)) {
        Some(other) => fail(format!("there are two processes of the name {}", other.name)),
        None => Ok(()),
    }
}
