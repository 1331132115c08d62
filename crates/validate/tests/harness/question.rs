//! One question: does this reduction keep what it must on this system?

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex};

use kulan_control::Control;
use kulan_ir::{CheckKind, System, TransitionId};
use kulan_model::{Generator, Guarded, GuardedModel, Interpreted, LeftOut, Model, Partial, PartialModel, Successors};
use kulan_relations::{Method, Relations, Subject, bits, relations};
use kulan_search::Order;
use kulan_store::{Config, PlainStore, TreeStore};
use kulan_stubborn::{Chooser, Options, Reduced, Strength, Tables};
use kulan_validate::{Claims, Graph, Scope, validate};

/// States of the largest systems that are looked at.
const LIMIT: usize = 1_500;

/// What was done.
#[derive(Default, Debug)]
pub struct Tally {
    systems: u64,
    too_large: u64,
    questions: u64,
    sets: u64,
    full: u64,
    reduced: u64,
    /// Systems with deadlocks, with failed checks, and with neither.
    deadlocks: u64,
    failures: u64,
    fine: u64,
    /// For each way, on how many systems it left states out.
    reduces: BTreeMap<String, u64>,
}

impl Tally {
    /// Fails unless the questions were worth asking: of so many systems most are small enough, each verdict occurs, and
    /// each way reduces something. A generator that only makes trivial systems is noticed here.
    #[track_caller]
    pub fn expect(&self, asked: u64) {
        println!("{self}");
        if asked < 50 {
            // One seed, or a few: nothing follows from them.
            return;
        }
        assert!(self.systems * 2 >= asked, "of {asked} systems too few are small enough: {self}");
        let least = self.systems / 20;
        assert!(self.deadlocks > least && self.failures > least && self.fine > least, "a verdict is rare: {self}");
        assert!(self.reduced * 20 < self.full * 19, "there is hardly a reduction: {self}");
        let ways = 2 * SOURCES.iter().map(|source| source.options().len()).sum::<usize>();
        assert!(self.reduces.len() == ways, "only {} of {ways} ways reduce anything: {self}", self.reduces.len());
        let (way, least) = self.reduces.iter().min_by_key(|(_, n)| **n).expect("there are ways");
        assert!(*least * 50 >= self.systems, "{way} reduces {least} systems only: {self}");
    }

    /// Fails unless all of so many systems were small enough.
    #[track_caller]
    pub fn expect_all(&self, asked: u64) {
        println!("{self}");
        assert_eq!((self.systems, self.too_large), (asked, 0), "{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { systems, too_large, questions, sets, full, reduced, deadlocks, failures, fine, reduces } = self;
        let least = reduces.values().min().unwrap_or(&0);
        write!(
            f,
            "{questions} questions on {systems} systems ({too_large} too large), {sets} sets checked, \
             {reduced} states for {full}; {deadlocks} with deadlocks, {failures} with failures, {fine} with neither; \
             each way reduces at least {least}"
        )
    }
}

/// What a reduction relies on, to be tampered with.
pub struct Ground<'s> {
    pub subject: &'s Subject,
    pub relations: Relations,
    /// Whether the search must see to a proviso.
    pub proviso: bool,
}

/// Asks of a system all that can be asked, or says what is wrong.
pub fn ask_all(system: &System, tally: &mut Tally) -> Result<(), String> {
    ask_of(SOURCES, system, tally, &mut |_| {})
}

/// The same after `tamper` changed what the reduction relies on, where all of it is found before.
pub fn ask_with(system: &System, tally: &mut Tally, tamper: &mut dyn FnMut(&mut Ground)) -> Result<(), String> {
    ask_of(&SOURCES[..2], system, tally, tamper)
}

fn ask_of(
    sources: &[Source],
    system: &System,
    tally: &mut Tally,
    tamper: &mut dyn FnMut(&mut Ground),
) -> Result<(), String> {
    let Some(stuck) = deadlocks(&Interpreted::new(system)) else {
        tally.too_large += 1;
        return Ok(());
    };
    for source in sources {
        for wanted in source.wanted() {
            let mut subject = Subject::keeping(system, &|kind| wanted.has(kind));
            let found = source.look(&mut subject);
            let model = Interpreted::new(&subject.system);
            let Some(graph) = Graph::explore(&subject, &model, LIMIT) else {
                tally.too_large += 1;
                return Ok(());
            };
            let expected: Found = (graph.deadlocks().map(<[u32]>::to_vec).collect(), graph.failures().collect());
            if expected.0 != stuck {
                return Err(format!("{wanted:?}: the subject has the deadlocks {:?}, not {stuck:?}", expected.0));
            }
            let mut proviso = subject.can_fail();
            let tables = match found {
                Looked::Found(relations) => {
                    let mut ground = Ground { subject: &subject, relations: *relations, proviso };
                    tamper(&mut ground);
                    proviso = ground.proviso;
                    Tables::new(&subject, &ground.relations)
                }
                Looked::Asking(ground) => Tables::on_demand(&subject, &ground),
            };
            if wanted == Wanted::All && *source == SOURCES[0] {
                tally.deadlocks += u64::from(!expected.0.is_empty());
                tally.failures += u64::from(!expected.1.is_empty());
                tally.fine += u64::from(expected == Found::default());
            }
            for options in source.options() {
                let way = || format!("{source:?} {options:?} {wanted:?}");
                let claims = Claims { strong: options.strength == Strength::Strong };
                let (mut chooser, mut generator) = (Chooser::new(&tables, options), model.guarded(&Control::default()));
                let mut guards = vec![0; tables.guard_words];
                let mut cached_wrongly = false;
                let report = validate(&graph, claims, Scope::Full, &mut |state| {
                    generator.guards(state, &mut guards);
                    let set = chooser.stubborn_set(&guards);
                    // What is remembered for a state is what would be found for it.
                    let choice = chooser.choose(&guards);
                    let has = |t: &u32| bits::get(&set, *t as usize);
                    cached_wrongly |= !choice.chosen.iter().all(has) || choice.left_out.iter().any(has);
                    set
                });
                if cached_wrongly {
                    return Err(format!("{}: a set that was remembered is not the one of the state", way()));
                }
                if let Some(complaint) = report.complaints.first() {
                    return Err(format!("{}: {complaint:?}", way()));
                }
                let reduced = Reduced::new(&model, &tables, options, proviso);
                let found = explore(&reduced, tally.questions);
                if found != expected {
                    return Err(format!("{}: found {found:?}, not {expected:?}", way()));
                }
                tally.questions += 1;
                tally.sets += report.sets as u64;
                tally.full += report.states as u64;
                tally.reduced += report.reduced as u64;
                if report.reduced < report.states {
                    *tally.reduces.entry(way()).or_default() += 1;
                }
            }
        }
    }
    tally.systems += 1;
    Ok(())
}

/// Which failing checks are looked for. What is not looked for is enabled all the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Wanted {
    All,
    NoAssertions,
    Nothing,
}

impl Wanted {
    fn has(self, kind: CheckKind) -> bool {
        match self {
            Wanted::All => true,
            Wanted::NoAssertions => kind != CheckKind::Assertion,
            Wanted::Nothing => false,
        }
    }
}

/// The deadlocks of a model; `None` if there are too many states.
fn deadlocks<M: Model>(model: &M) -> Option<BTreeSet<Vec<u32>>> {
    let (mut generator, mut out) = (model.generator(&Control::default()), Successors::default());
    let (mut known, mut stuck) = (BTreeSet::from([model.initial()]), BTreeSet::new());
    let mut open = vec![model.initial()];
    while let Some(state) = open.pop() {
        generator.successors(&state, &mut out);
        let fresh = out.states.chunks(model.words()).filter(|next| known.insert(next.to_vec()));
        open.extend(fresh.map(<[u32]>::to_vec));
        if out.deadlock {
            stuck.insert(state);
        }
        if known.len() > LIMIT {
            return None;
        }
    }
    Some(stuck)
}

/// Where relations come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Source {
    /// All are found first.
    Before(Method),
    /// They are found when they are asked for.
    Asked,
}

const SOURCES: &[Source] = &[Source::Before(Method::Solver), Source::Before(Method::Syntactic), Source::Asked];

/// What is known before the first set is asked for.
enum Looked {
    Found(Box<Relations>),
    Asking(Arc<kulan_relations::Ground>),
}

impl Source {
    /// Which errors are looked for in turn.
    fn wanted(self) -> [Wanted; 2] {
        match self {
            Source::Before(Method::Solver) => [Wanted::All, Wanted::NoAssertions],
            Source::Before(Method::Syntactic) | Source::Asked => [Wanted::All, Wanted::Nothing],
        }
    }

    fn look(self, subject: &mut Subject) -> Looked {
        match self {
            Source::Before(method) => Looked::Found(Box::new(relations(subject, method).0)),
            Source::Asked => Looked::Asking(Arc::new(kulan_relations::Ground::new(subject))),
        }
    }

    /// The ways to find sets with them.
    fn options(self) -> Vec<Options> {
        let mut list = Options::every();
        match self {
            Source::Before(_) => {}
            Source::Asked => list.retain(Options::can_ask),
        }
        list
    }
}

/// The deadlocks and the failed checks.
pub type Found = (BTreeSet<Vec<u32>>, BTreeSet<(u32, u32)>);

/// Searches, each time in another way.
pub fn explore<M: PartialModel>(model: &M, turn: u64) -> Found {
    let recording = Recording { model, found: Mutex::default() };
    let order = if turn.is_multiple_of(2) { Order::DepthFirst } else { Order::BreadthFirst };
    let threads = 1 + turn as usize / 2 % 2;
    let search = kulan_search::Options { order, threads, all_errors: true, ..Default::default() };
    let config = Config { words: model.words(), memory_limit: 1 << 30, threads };
    let control = Control::default();
    let outcome = match turn / 4 % 2 {
        0 => kulan_search::search_partial(&recording, &TreeStore::new(config).unwrap(), &search, &control),
        _ => kulan_search::search_partial(&recording, &PlainStore::new(config).unwrap(), &search, &control),
    };
    assert_eq!(outcome.limit, None);
    for violation in &outcome.violations {
        assert_eq!(violation.states[0], model.initial(), "the way to a violation begins at the beginning");
    }
    recording.found.into_inner().unwrap()
}

/// A model that remembers what was found in it.
struct Recording<'m, M> {
    model: &'m M,
    found: Mutex<Found>,
}

struct RecordingGenerator<'r, G> {
    inner: G,
    found: &'r Mutex<Found>,
}

impl<M: PartialModel> Model for Recording<'_, M> {
    type Generator<'a>
        = RecordingGenerator<'a, M::Partial<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.model.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.model.initial()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        RecordingGenerator { inner: self.model.partial(control), found: &self.found }
    }
}

impl<M: PartialModel> PartialModel for Recording<'_, M> {
    type Partial<'a>
        = RecordingGenerator<'a, M::Partial<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        self.generator(control)
    }

    fn needs_proviso(&self) -> bool {
        self.model.needs_proviso()
    }
}

impl<G> RecordingGenerator<'_, G> {
    fn note(&self, state: &[u32], out: &Successors) {
        let mut found = self.found.lock().unwrap();
        found.1.extend(out.failures.iter().map(|f| (f.transition.0, f.check)));
        if out.deadlock {
            found.0.insert(state.to_vec());
        }
    }
}

impl<G: Partial> Generator for RecordingGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.successors(state, out);
        self.note(state, out);
    }
}

impl<G: Partial> Partial for RecordingGenerator<'_, G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        let left_out = self.inner.some(state, out);
        self.note(state, out);
        left_out
    }

    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.breaking(state, out);
        self.note(state, out);
    }

    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.rest(state, out);
        self.note(state, out);
    }
}

impl<G: Partial> Guarded for RecordingGenerator<'_, G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.inner.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.inner.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.inner.is_valid_end(state)
    }
}
