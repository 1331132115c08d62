//! Reading models.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use kulan_control::{Control, Phase, checkpoint};
use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, FileId, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_frontend::{Asked, Hoa, Language, Reading};

use crate::{Error, ModelFile, Sink, Workshop};

/// Larger files are not models.
const LARGEST: usize = 256 << 20;
/// Bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// Included files, relative to the folder of the including file; a model that was given as text is there, too.
struct Files<'m>(&'m ModelFile);

impl FileLoader for Files<'_> {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        if let Some(text) = self.0.text.as_ref().filter(|_| Path::new(request.path) == self.0.path) {
            return Ok(LoadedFile { name: request.path.into(), text: text_of(text.as_bytes()) });
        }
        let folder = Path::new(request.from).parent().unwrap_or(Path::new(""));
        let candidates: [PathBuf; 2] = [folder.join(request.path), PathBuf::from(request.path)];
        let path = candidates.iter().find(|p| p.exists()).unwrap_or(&candidates[0]);
        let bytes = read_bytes(path).map_err(LoadError)?;
        Ok(LoadedFile { name: path.display().to_string(), text: text_of(&bytes) })
    }
}

/// Reads a model. The sink gets all warnings and errors; the text of the errors is in the result, too.
pub fn load(model: &ModelFile, sink: &dyn Sink, control: &Control) -> Result<Workshop, Error> {
    let reading = control.enter(Phase::Reading);
    let name = model.path.display().to_string();
    let text = match &model.text {
        Some(text) => text_of(text.as_bytes()),
        None => read(&model.path)?,
    };
    let language = language(model, &name)?;
    may_have_others(model, language)?;
    let are_several = model.processes || crate::programs::is_system_file(&model.path);
    let compiled = match language {
        Language::C if are_several => None,
        Language::C if model.text.is_none() => Some(compiled(&model.path, &text, model)?),
        _ => None,
    };
    let (name, text) = compiled.unwrap_or((name, text));
    let mut sources = SourceMap::new();
    let processes = if are_several { crate::programs::processes(model, &text, &mut sources)? } else { Vec::new() };
    let main = sources.add(name, text);
    let others = if are_several { Vec::new() } else { others(model, &mut sources)? };
    let how = Reading {
        defines: model.defines.iter().map(|d| define(d)).collect::<Result<Vec<_>, _>>()?,
        asked: asked(model)?,
        overflow: model.overflow,
        c: model.c.clone(),
        others,
        processes,
    };
    let mut diagnostics = Diagnostics::new();
    let source = kulan_frontend::read(language, main, &Files(model), &how, &mut sources, &mut diagnostics);
    sink.diagnostics(&sources, &diagnostics);
    match source {
        Some(source) => {
            drop(reading);
            let _phase = control.enter(Phase::Instances);
            Ok(Workshop::new(source, sources))
        }
        None => Err(Error::Model(Renderer::new(&sources).render_all(&diagnostics))),
    }
}

/// A file of a program in C as LLVM IR, with the name that messages about it show.
pub fn compiled(path: &Path, text: &str, model: &ModelFile) -> Result<(String, String), Error> {
    let name = path.display().to_string();
    if name.ends_with(".ll") {
        return Ok((name, text.to_string()));
    }
    let defines = model.defines.iter().map(|define| format!("-D{define}"));
    let options: Vec<String> = defines.chain(model.clang.iter().cloned()).collect();
    Ok((format!("{name} as LLVM IR"), crate::clang::compile(path, text, &options)?))
}

/// Only a program in C has other files.
fn may_have_others(model: &ModelFile, language: Language) -> Result<(), Error> {
    let is_system = crate::programs::is_system_file(&model.path);
    let is_plain = !model.processes && !is_system;
    if model.c.udp != kulan_frontend::Udp::default() && is_plain {
        return Err(Error::Call("--udp: only a system of programs has messages (a .toml file, or --processes)".into()));
    }
    if model.c.faults > 0 && is_plain {
        return Err(Error::Call(
            "--faults: only a system of programs has faults (a .toml file, or --processes)".into(),
        ));
    }
    if model.processes && (language != Language::C || is_system) {
        return Err(Error::Call("--processes: each file is a program in C (.c, .i, .ll)".into()));
    }
    let Some(first) = model.others.first() else { return Ok(()) };
    if is_system {
        return Err(Error::Call(format!("{}: a system file names its programs itself", first.display())));
    }
    let is_program = |path: &PathBuf| Language::of_name(&path.display().to_string()) == Some(Language::C);
    if language != Language::C || !model.others.iter().all(is_program) {
        let other = model.others.iter().find(|path| !is_program(path)).unwrap_or(first);
        let names = format!("{} and {}", model.path.display(), other.display());
        return Err(Error::Call(format!("{names}: only programs in C (.c, .i, .ll) can consist of several files")));
    }
    Ok(())
}

fn others(model: &ModelFile, sources: &mut SourceMap) -> Result<Vec<FileId>, Error> {
    let mut files = Vec::new();
    for path in &model.others {
        let (name, text) = compiled(path, &read(path)?, model)?;
        files.push(sources.add(name, text));
    }
    Ok(files)
}

/// An automaton from a file in HOA format.
fn automaton(path: &Path) -> Result<Hoa, Error> {
    let text = read(path)?;
    kulan_frontend::parse_hoa(&text).map_err(|e| {
        let line = text[..e.offset.min(text.len())].matches('\n').count() + 1;
        Error::Call(format!("{}:{line}: {}", path.display(), e.message))
    })
}

/// The properties that are not in the model itself.
fn asked(model: &ModelFile) -> Result<Asked, Error> {
    let mut formulas = Vec::new();
    for (i, formula) in model.ltl.iter().enumerate() {
        let number = if i == 0 { String::new() } else { (i + 1).to_string() };
        let formula = match formula.strip_prefix('@') {
            Some(file) => read(Path::new(file))?,
            None => formula.clone(),
        };
        formulas.push((format!("formula{number}"), formula));
    }
    if let Some(never) = &model.never {
        read(never)?; // a clear message if it cannot be read
    }
    Ok(Asked {
        formulas,
        never: model.never.as_ref().map(|file| file.display().to_string()),
        automaton: model.hoa.as_deref().map(automaton).transpose()?,
        invariants: model.invariants.clone(),
    })
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Error> {
    let fail = |why: &str| Error::Call(format!("cannot read {}: {why}", path.display()));
    let bytes = read_bytes(path).map_err(|why| fail(&why))?;
    if bytes.trim_ascii().is_empty() {
        return Err(fail("the file is empty"));
    }
    Ok(text_of(&bytes))
}

/// The text of a file, without the byte order mark that some editors put in front.
fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned()
}

/// All of a file, in pieces. A pipe or a device may never answer, or have no end.
fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    if path.is_dir() {
        return Err("it is a folder".into());
    }
    if path.exists() && !path.is_file() {
        return Err("it is not a regular file".into());
    }
    let words = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        _ => e.to_string(),
    };
    let mut file = File::open(path).map_err(words)?;
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; CHUNK]);
    loop {
        checkpoint();
        match file.read(&mut chunk).map_err(words)? {
            0 => return Ok(bytes),
            n => bytes.extend_from_slice(&chunk[..n]),
        }
        if bytes.len() > LARGEST {
            return Err(format!("it is larger than {} MiB", LARGEST >> 20));
        }
    }
}

fn language(model: &ModelFile, name: &str) -> Result<Language, Error> {
    model.language.or_else(|| Language::of_name(name)).ok_or_else(|| {
        let known = "PROMELA (.pml, .prm, .promela, .spin), DVE (.dve), TMC (.tmc), C (.c, .i, .ll) or a system of programs (.toml)";
        Error::Call(format!(
            "cannot tell the language of {name} from its name; expected {known}\n  help: choose it with --language promela, --language dve, --language tmc or --language c"
        ))
    })
}

/// `NAME` or `NAME=VALUE`.
fn define(text: &str) -> Result<(String, Option<String>), Error> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if is_name {
        Ok((name.to_string(), value))
    } else {
        Err(Error::Call(format!("-D {text}: write -D NAME or -D NAME=VALUE")))
    }
}
