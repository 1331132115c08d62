//! From a counterexample to a trail of SPIN, and what SPIN makes of it.
//!
//! Our automata and SPIN's have the same states, so the two are walked together: the n-th step from a place is the n-th
//! transition from SPIN's state there.

mod mapping;
mod values;

use std::collections::BTreeMap;
use std::path::Path;

use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_promela::hir::Program;
use kulan_testing::spin::{Automaton, Followed, Guided, Refused};
use kulan_trace::{Explorer, FollowError, Run, TraceFile};
use mapping::Mapper;
pub use mapping::Trail;

/// What came of a counterexample.
#[derive(Debug)]
pub enum Verdict {
    /// SPIN does the same.
    Same { steps: usize, values: usize },
    /// SPIN does not accept the model, or cannot be guided through it.
    Refused,
    /// It could not be compared.
    Skipped(String),
    /// SPIN does something else.
    Different(String),
}

/// A model as SPIN and we read it.
pub struct Model {
    program: Program,
    sources: SourceMap,
    guided: Result<(Guided, Automata), Refused>,
}

type Automata = BTreeMap<String, Automaton>;

/// Included files, from the folder of the file that asks.
struct Disk;

impl FileLoader for Disk {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let path = Path::new(request.from).with_file_name(request.path);
        let text = std::fs::read(&path).map_err(|e| LoadError(e.to_string()))?;
        Ok(LoadedFile { name: path.display().to_string(), text: String::from_utf8_lossy(&text).into_owned() })
    }
}

/// The names and values among options as `-DN=3` or `-D N=3`.
fn defines(options: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut options = options.iter();
    while let Some(&option) = options.next() {
        match option.strip_prefix("-D") {
            Some("") => found.extend(options.next().map(|o| o.to_string())),
            Some(define) => found.push(define.to_string()),
            None => {}
        }
    }
    found
}

/// A macro's name and value.
fn pair(define: &str) -> (String, Option<String>) {
    match define.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.to_string())),
        None => (define.to_string(), None),
    }
}

impl Model {
    /// Reads a model that was checked with these options; SPIN's verifier is made in a folder.
    pub fn new(path: &Path, options: &[&str], folder: &Path) -> Model {
        let defines = defines(options);
        let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        let text = std::fs::read(path).unwrap();
        let main = sources.add(path.display().to_string(), String::from_utf8_lossy(&text).into_owned());
        let pairs: Vec<_> = defines.iter().map(|d| pair(d)).collect();
        let model = kulan_promela::parse(main, &Disk, &pairs, &mut sources, &mut diagnostics).unwrap();
        let program = kulan_promela::resolve(&model, &mut diagnostics).unwrap();
        let defines: Vec<String> = defines.iter().map(|d| format!("-D{d}")).collect();
        let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
        let guided = Guided::new(path, &defines, folder).and_then(|g| Ok((g.automata()?, g)));
        Model { program, sources, guided: guided.map(|(automata, g)| (g, automata)) }
    }

    /// Lets SPIN follow a trace.
    pub fn compare(&self, trace: &Path) -> Verdict {
        self.compare_changed(trace, &|_| ())
    }

    /// Lets SPIN follow a trace that was changed when it had become a trail.
    pub fn compare_changed(&self, trace: &Path, change: &dyn Fn(&mut Trail)) -> Verdict {
        let trace = TraceFile::load(trace).unwrap();
        let mut instances = Vec::new();
        loop {
            let system = kulan_promela::lower(&self.program, &self.sources, "model", &instances, None);
            let explorer = Explorer::new(&system);
            match kulan_trace::replay(&explorer, &trace, None) {
                Ok(run) => return self.follow(&explorer, &run, &trace.property.name, change),
                Err(FollowError::Missing(instance)) => instances.push(instance),
                Err(error) => return Verdict::Different(format!("it does not replay: {error:?}")),
            }
        }
    }

    fn follow(&self, explorer: &Explorer, run: &Run, property: &str, change: &dyn Fn(&mut Trail)) -> Verdict {
        // Guided, SPIN does not keep `_last` up to date; and a division by zero is the end of it.
        if self.program.uses_last || property == "division" {
            return Verdict::Refused;
        }
        let (guided, automata) = match &self.guided {
            Ok(made) => made,
            Err(Refused::Model(_)) => return Verdict::Refused,
            Err(other) => return Verdict::Skipped(format!("{other:?}")),
        };
        match Mapper::new(&self.program, &self.sources, explorer, automata).trail(run) {
            Err(why) => Verdict::Skipped(why),
            Ok(mut trail) => {
                change(&mut trail);
                guide(explorer, guided, trail, property)
            }
        }
    }
}

/// Guides SPIN along a trail; where it has the choice between receives, until one fits.
fn guide(explorer: &Explorer, guided: &Guided, mut trail: Trail, property: &str) -> Verdict {
    loop {
        let lines: Vec<(usize, u32)> = trail.lines.iter().map(|l| (l.pid, l.ids[0])).collect();
        let followed = match guided.follow(&lines) {
            Ok(followed) => followed,
            Err(Refused::Model(_)) => return Verdict::Refused,
            Err(refused) => return Verdict::Skipped(format!("{refused:?}")),
        };
        let (step, what) = match agree(explorer, &trail, &followed, property) {
            Ok(values) => return Verdict::Same { steps: lines.len(), values },
            Err(wrong) => wrong,
        };
        match trail.lines.get_mut(step) {
            Some(line) if line.ids.len() > 1 => line.ids.remove(0),
            _ => return Verdict::Different(format!("step {}: {what}", step + 1)),
        };
    }
}

/// Whether SPIN did what it should: the number of values compared, or the step, from 0, at which it did not.
fn agree(explorer: &Explorer, trail: &Trail, followed: &Followed, property: &str) -> Result<usize, (usize, String)> {
    let mut values = 0;
    for (step, (line, shown)) in trail.lines.iter().zip(&followed.shown).enumerate() {
        if let Some(state) = &line.after {
            values += values::compare(explorer, state, shown).map_err(|e| (step, e))?;
        }
    }
    let executed = trail.lines.len() - usize::from(property != "deadlock");
    let last = followed.shown.len();
    if followed.lost.is_some() || last != executed {
        return Err((
            last,
            format!("SPIN executes {last} steps, not {executed}: {:?} {:?}", followed.lost, followed.error),
        ));
    }
    values += values::compare(explorer, &trail.last, &followed.last).map_err(|e| (last, e))?;
    ending(trail, followed, property).map(|()| values).map_err(|e| (last, e))
}

/// Whether processes stand where they should, and SPIN reports what it should.
fn ending(trail: &Trail, followed: &Followed, property: &str) -> Result<(), String> {
    let stands: Vec<u32> = followed.stands.iter().map(|s| s.state).collect();
    if stands != trail.stands {
        return Err(format!("SPIN's processes stand at {stands:?} instead of {:?}", trail.stands));
    }
    let invalid = followed.stands.iter().any(|s| !s.valid_end);
    let error = followed.error.as_deref();
    let same = match property {
        "deadlock" => error.is_none() && invalid,
        "assert" => error.is_some_and(|e| e.starts_with("assertion violated")),
        "blocked" => error.is_some_and(|e| e.starts_with("block in d_step seq")),
        "index" => error.is_some_and(|e| e.contains("index")),
        _ => error.is_some(),
    };
    if same { Ok(()) } else { Err(format!("{property}, but SPIN says {error:?}, invalid end {invalid}")) }
}
