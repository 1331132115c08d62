//! Parses a model and prints its diagnostics, or a summary: `parse [-q] [-DNAME[=VALUE]] file`.

use std::path::Path;
use std::process::ExitCode;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_promela::ast::{Item, Model};

struct Disk;

impl FileLoader for Disk {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let folder = Path::new(request.from).parent().unwrap_or(Path::new(""));
        let path = folder.join(request.path);
        let bytes = std::fs::read(&path).map_err(|error| LoadError(error.to_string()))?;
        Ok(LoadedFile { name: path.display().to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
    }
}

fn define(flag: &str) -> (String, Option<String>) {
    match flag.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (flag.to_owned(), None),
    }
}

fn summary(model: &Model) -> String {
    let count = |f: fn(&Item) -> bool| model.items.iter().filter(|item| f(item)).count();
    format!(
        "{} items: {} proctypes, {} never claims, {} ltl properties",
        model.items.len(),
        count(|item| matches!(item, Item::Proctype(_) | Item::Init(_))),
        count(|item| matches!(item, Item::Never(_))),
        count(|item| matches!(item, Item::Ltl(_))),
    )
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let defines: Vec<_> = args.iter().filter_map(|arg| arg.strip_prefix("-D")).map(define).collect();
    let Some(path) = args.iter().find(|arg| !arg.starts_with('-')) else {
        eprintln!("usage: parse [-q] [-v] [-DNAME[=VALUE]] file");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add(path.as_str(), String::from_utf8_lossy(&bytes));
    let model = kulan_promela::parse(main, &Disk, &defines, &mut sources, &mut diags);
    eprint!("{}", Renderer::new(&sources).render_all(&diags));
    match model {
        None => ExitCode::FAILURE,
        Some(model) if args.iter().any(|arg| arg == "-v") => {
            println!("{model:#?}");
            ExitCode::SUCCESS
        }
        Some(model) => {
            println!("{}", summary(&model));
            ExitCode::SUCCESS
        }
    }
}
