//! Measures the relations of models: `measure [--no-merge] FILE...`.

use std::path::{Path, PathBuf};

use kulan_check::Workshop;
use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_frontend::Language;
use kulan_relations::{Counts, Method, Options, Relations, Subject, relations, relations_with};
use kulan_transform::{Passes, transform};

fn main() {
    let mut merge = true;
    for file in std::env::args().skip(1) {
        if file == "--no-merge" {
            merge = false;
        } else {
            measure(&file, merge);
        }
    }
}

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

fn measure(file: &str, merge: bool) {
    let Ok(text) = std::fs::read(file) else { return println!("{file}: cannot be read") };
    let mut sources = SourceMap::new();
    let main = sources.add(file.to_string(), String::from_utf8_lossy(&text).into_owned());
    let mut diagnostics = Diagnostics::new();
    let source = kulan_frontend::read(Language::Promela, main, &Disk, &[], &mut sources, &mut diagnostics);
    let Some(source) = source else { return println!("{file}: not a model") };
    let system = Workshop::new(source, sources).system();
    let system = transform(&system, Passes { merge, reset_dead: true });
    let mut subject = Subject::new(&system, true);
    let goals = subject.goals.len();
    let (rough, rough_figures) = relations(&mut subject.clone(), Method::Syntactic);
    let (plain, _) = relations_with(&mut subject.clone(), Method::Solver, Options { invariants: false });
    let (exact, figures) = relations(&mut subject, Method::Solver);
    let name = Path::new(file).file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    println!(
        "{name}: {} transitions ({} opaque), {} guards, {goals} goals, {} of them impossible; {:.3} s (values {:.3} s, {} exclusions {:.3} s, rough {:.3} s)",
        system.transitions.len(),
        system.transitions.iter().filter(|t| t.continues.is_some()).count(),
        subject.system.guards.len(),
        figures.impossible_goals,
        figures.seconds,
        figures.analysis_seconds,
        figures.exclusions,
        figures.exclusion_seconds,
        rough_figures.seconds,
    );
    let line = |name: &str, counts: Counts, entries: &dyn Fn(&Relations) -> u64| {
        let Counts { asked, plain: formal, kept, solved, open } = counts;
        let (a, b, c) = (entries(&rough), entries(&plain), entries(&exact));
        println!(
            "  {name:4} {a:8} {b:8} {c:8}   asked {asked:8}  plain {formal:8}  kept {kept:7}  solved {solved:6}  open {open:4}"
        );
    };
    line("MC", figures.co_enabled, &|r| r.co_enabled.count());
    line("NES", figures.necessary_enabling, &|r| r.necessary_enabling.count());
    line("NDS", figures.necessary_disabling, &|r| r.necessary_disabling.count());
    line("DNA", figures.do_not_accord, &|r| r.do_not_accord.count());
    line("DNB", figures.do_not_left_accord, &|r| r.do_not_left_accord.count());
}
