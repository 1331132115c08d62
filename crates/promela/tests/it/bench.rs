//! Every model of the benchmark parses. Skipped where the benchmark is not at hand.

use std::path::Path;

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};

/// Models that SPIN refuses as well.
const REFUSED: &[&str] = &["spin/ltl/patterns.pml"];

struct Disk;

impl FileLoader for Disk {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let path = Path::new(request.from).parent().unwrap_or(Path::new("")).join(request.path);
        let text = read(&path).map_err(LoadError)?;
        Ok(LoadedFile { name: path.display().to_string(), text })
    }
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The `-D` flags of each model that needs some.
fn flags(folder: &Path, model: &str) -> Vec<(String, Option<String>)> {
    let table = read(&folder.join("FLAGS.tsv")).unwrap_or_default();
    let line = table.lines().find_map(|line| line.split_once('\t').filter(|(file, _)| *file == model));
    let words = line.map_or("", |(_, flags)| flags).split_whitespace();
    let defines = words.filter_map(|word| word.strip_prefix("-D"));
    defines
        .map(|define| match define.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (define.to_owned(), None),
        })
        .collect()
}

/// The messages, if the model does not parse.
fn failure(folder: &Path, model: &str) -> Option<String> {
    let path = folder.join(model);
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let text = read(&path).unwrap_or_default();
    let main = sources.add(path.display().to_string(), text);
    let parsed = kulan_promela::parse(main, &Disk, &flags(folder, model), &mut sources, &mut diags);
    parsed.is_none().then(|| Renderer::new(&sources).render_all(&diags))
}

#[test]
fn benchmark_parses() {
    let Some(folder) = kulan_testing::needs::bench("promela") else { return };
    let manifest = read(&folder.join("MANIFEST.csv")).expect("the list of models");
    let models = manifest.lines().skip(1).filter_map(|line| line.split(',').next());
    let failures: Vec<_> = models
        .filter(|model| !REFUSED.contains(model))
        .filter_map(|model| failure(&folder, model).map(|messages| format!("{model}:\n{messages}")))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
