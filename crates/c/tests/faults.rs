//! Faults of random systems of programs: what both programs note in the end, and where nobody can go on, is what an
//! independent model of the network and its faults says, no more and no less.
//!
//! `KULAN_SYSTEMS=n` takes that many systems, from seed `KULAN_SEED` on.

use std::collections::HashSet;

use kulan_diagnostics::{Diagnostics, FileLoader, LoadError, LoadRequest, LoadedFile, SourceMap};
use kulan_ir::{Interpreter, System, Variable, reference};

#[path = "faults/model.rs"]
mod model;

use model::{Outcomes, Programs};

const SYSTEMS: u64 = 6;
/// It matters here that what is lost in one direction is not lost in the other one.
const ONE_WAY: u64 = 21;
/// Larger systems are left out.
const MOST_STATES: usize = 10_000;

/// Why outcomes are not known: a run needs more than the network has, or there are too many states.
enum Cut {
    Room,
    Large,
}

struct Nothing;

impl FileLoader for Nothing {
    fn load(&self, request: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        Err(LoadError(request.path.into()))
    }
}

fn system(programs: &Programs) -> System {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let processes = [0, 1].map(|p| kulan_c::Process {
        name: ["a", "b"][p].into(),
        files: vec![sources.add(["a.ll", "b.ll"][p], programs.text(p))],
        args: Vec::new(),
        host: (0, "localhost".into()),
        after: Vec::new(),
    });
    let connect_waits = programs.connect_waits;
    let options = kulan_c::Options { faults: 2, connect_waits, races: false, ..kulan_c::Options::default() };
    // What a condition speaks of is kept where nobody reads it any more.
    let asked = sources.add("asked", "a.seen == b.seen");
    let asked = kulan_c::Conditions { files: vec![asked], temporal: false };
    let all = kulan_c::Programs::Several("a and b", &processes);
    let read = kulan_c::read(all, &sources, &Nothing, &options, &asked, &mut diags);
    let why = || kulan_diagnostics::render::Renderer::new(&sources).render_all(&diags);
    read.unwrap_or_else(|| panic!("{}", why())).system()
}

/// What comes of it by the steps of the system.
fn found(system: &System) -> Result<Outcomes, Cut> {
    let interpreter = Interpreter::new(system);
    // Who notes nothing does not have the variable.
    let place = |v: usize| system.variables[..v].iter().map(Variable::len).sum::<usize>();
    let noted = ["a:seen", "b:seen"].map(|name| system.variables.iter().position(|v| v.name == name).map(place));
    let mut outcomes = Outcomes::default();
    let mut todo = vec![interpreter.initial()];
    let mut known = HashSet::from([todo[0].0.clone()]);
    while let Some(state) = todo.pop() {
        let paths = reference::successors(&interpreter, system, &state);
        if paths.is_empty() {
            let over = interpreter.holds(&state, system.valid_end);
            let all = if over { &mut outcomes.ended } else { &mut outcomes.stuck };
            all.insert(noted.map(|v| v.map_or(model::SEEN, |v| state.0[v] as u32)));
        }
        for path in paths {
            if let Some(&(t, check)) = path.failures.first() {
                let message = &system.transition(t).checks[check].message;
                assert!(message.contains("more than the network has room for"), "{message}");
                return Err(Cut::Room);
            }
            todo.extend(path.state.filter(|s| known.insert(s.0.clone())));
        }
        if known.len() > MOST_STATES {
            return Err(Cut::Large);
        }
    }
    Ok(outcomes)
}

/// The same system where fewer faults can happen.
fn with_faults(system: &System, faults: u64) -> System {
    let mut system = system.clone();
    let counter = system.variables.iter_mut().find(|v| v.name == "faults.pc").expect("faults that are counted");
    counter.initial = vec![faults];
    system
}

/// How many systems were compared, each with so many faults, and of how many the first fault and the second one matter.
#[derive(Default, Debug)]
struct Figures {
    compared: u64,
    one_matters: u64,
    two_matter: u64,
}

impl Figures {
    fn compare(&mut self, seed: u64) {
        let programs = Programs::new(seed);
        let expected = [0, 1, 2].map(|faults| programs.outcomes(faults));
        let system = system(&programs);
        for (faults, expected) in expected.iter().enumerate() {
            let texts = || [0, 1].map(|p| programs.text(p)).join("\n");
            match found(&with_faults(&system, faults as u64)) {
                Err(Cut::Large) => continue,
                Err(Cut::Room) => assert!(expected.is_none(), "seed {seed}, {faults} faults\n{}", texts()),
                Ok(found) => assert_eq!(Some(&found), expected.as_ref(), "seed {seed}, {faults} faults\n{}", texts()),
            }
            self.compared += 1;
        }
        self.one_matters += u64::from(expected[0] != expected[1]);
        self.two_matter += u64::from(expected[1] != expected[2]);
    }
}

#[test]
fn what_comes_of_faults_is_what_their_model_says() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let first = number("KULAN_SEED").unwrap_or(0);
    let all = number("KULAN_SYSTEMS").unwrap_or(SYSTEMS);
    let seeds: Vec<u64> = (first..first + all).chain([ONE_WAY]).collect();
    let part = &|begin: usize| {
        let mut figures = Figures::default();
        seeds.iter().skip(begin).step_by(2).for_each(|&seed| figures.compare(seed));
        figures
    };
    // Reading the programs takes longest.
    let both = std::thread::scope(|scope| [0, 1].map(|begin| scope.spawn(move || part(begin))).map(|t| t.join()));
    let both = both.map(|figures| figures.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    let sum = |of: fn(&Figures) -> u64| both.iter().map(of).sum::<u64>();
    let (compared, one, two) = (sum(|f| f.compared), sum(|f| f.one_matters), sum(|f| f.two_matter));
    assert!(compared > all && 2 * one > all && 3 * two > all, "{both:?}");
}
