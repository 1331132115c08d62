//! Reading models from files.

use std::path::{Path, PathBuf};

use kulan_run::Workshop;
use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_frontend::{Asked, Hoa, Language, Overflow, Reading};

use crate::args::{Color, LanguageArg, ModelArgs, OverflowArg};
use crate::failure::Failure;
use crate::terminal;

/// Included files, from the folder of the file that asks.
struct Disk;

impl FileLoader for Disk {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let folder = Path::new(request.from).parent().unwrap_or(Path::new(""));
        let candidates: [PathBuf; 2] = [folder.join(request.path), PathBuf::from(request.path)];
        let path = candidates.iter().find(|p| p.is_file()).unwrap_or(&candidates[0]);
        let text = std::fs::read(path).map_err(|e| LoadError(e.to_string()))?;
        Ok(LoadedFile { name: path.display().to_string(), text: String::from_utf8_lossy(&text).into_owned() })
    }
}

/// Reads a model; what is wrong with it is printed.
pub fn load(args: &ModelArgs, color: Color) -> Result<Workshop, Failure> {
    let name = args.model.display().to_string();
    let text = read(&args.model)?;
    let language = language(args, &name)?;
    let reading = Reading {
        defines: args.defines.iter().map(|d| define(d)).collect::<Result<Vec<_>, _>>()?,
        asked: asked(args)?,
        overflow: match args.overflow {
            OverflowArg::Error => Overflow::Error,
            OverflowArg::Wrap => Overflow::Wrap,
        },
    };
    let mut sources = SourceMap::new();
    let main = sources.add(name, text);
    let mut diagnostics = Diagnostics::new();
    let source = kulan_frontend::read(language, main, &Disk, &reading, &mut sources, &mut diagnostics);
    let renderer = Renderer::new(&sources).color(terminal::stderr_color(color));
    eprint!("{}", renderer.render_all(&diagnostics));
    Ok(Workshop::new(source.ok_or(Failure::Reported)?, sources))
}

/// An automaton from a file in HOA format.
fn automaton(path: &Path) -> Result<Hoa, Failure> {
    let text = read(path)?;
    kulan_frontend::parse_hoa(&text).map_err(|e| {
        let line = text[..e.offset.min(text.len())].matches('\n').count() + 1;
        Failure::Input(format!("{}:{line}: {}", path.display(), e.message))
    })
}

/// The questions of the command line.
fn asked(args: &ModelArgs) -> Result<Asked, Failure> {
    let mut formulas = Vec::new();
    for (i, formula) in args.ltl.iter().enumerate() {
        let number = if i == 0 { String::new() } else { (i + 1).to_string() };
        let formula = match formula.strip_prefix('@') {
            Some(file) => read(Path::new(file))?,
            None => formula.clone(),
        };
        formulas.push((format!("formula{number}"), formula));
    }
    if let Some(never) = &args.never {
        read(never)?; // a clear message if it cannot be read
    }
    Ok(Asked {
        formulas,
        never: args.never.as_ref().map(|file| file.display().to_string()),
        automaton: args.hoa.as_deref().map(automaton).transpose()?,
        invariants: args.invariant.clone(),
    })
}

fn read(path: &Path) -> Result<String, Failure> {
    let fail = |why: &str| Failure::Input(format!("cannot read {}: {why}", path.display()));
    if path.is_dir() {
        return Err(fail("it is a folder"));
    }
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => fail("there is no such file"),
        _ => fail(&e.to_string()),
    })?;
    if bytes.trim_ascii().is_empty() {
        return Err(fail("the file is empty"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn language(args: &ModelArgs, name: &str) -> Result<Language, Failure> {
    let told = args.language.map(|told| match told {
        LanguageArg::Promela => Language::Promela,
        LanguageArg::Tmc => Language::Tmc,
        LanguageArg::Dve => Language::Dve,
    });
    told.or_else(|| Language::of_name(name)).ok_or_else(|| {
        let known = "PROMELA (.pml, .prm, .promela, .spin), DVE (.dve) or TMC (.tmc)";
        Failure::Input(format!(
            "the name of {name} does not tell its language: it can be {known}\n  help: say it with --language promela, --language dve or --language tmc"
        ))
    })
}

/// `NAME` or `NAME=VALUE`.
fn define(text: &str) -> Result<(String, Option<String>), Failure> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if is_name {
        Ok((name.to_string(), value))
    } else {
        Err(Failure::Input(format!("-D {text}: write -D NAME or -D NAME=VALUE")))
    }
}
