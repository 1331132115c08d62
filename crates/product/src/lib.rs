//! A program observed by a Büchi automaton.
//!
//! A state of the product is a state of the program and, in one more word, a state of the automaton. The automaton
//! reads the propositions of the state that the program leaves, as SPIN's never claims do. A program that has ended
//! stays in its last state forever, if the property says so. Which transitions a reduced program takes depends only on
//! its own state, never on the automaton's: see [`Broken`].

mod broken;
mod fair;
mod moved;

pub use broken::{Broken, BrokenGenerator};
pub use fair::{FairGenerator, FairProduct};
use kulan_control::Control;
use kulan_ir::GuardId;
use kulan_ltl::Automaton;
use kulan_model::{Failure, Generator, Guarded, GuardedModel, Model, Successors};
use kulan_relations::{Goal, Subject};
pub use moved::Noted;

/// An automaton that reads the guards of a program.
#[derive(Clone, Debug)]
pub struct Watcher {
    states: Vec<Vec<Edge>>,
    accepting: Vec<bool>,
    initial: u32,
    guard_words: usize,
    /// Where a run without successors does not stay forever: it ends in an error, or a thread loops forever within an
    /// atomic sequence.
    stops: Vec<Tests>,
    /// Where a thread can go on, if only to fail.
    failing: Vec<(usize, Tests)>,
    /// Where an instance is missing.
    missing: Vec<(Tests, Failure)>,
}

/// By word of guards: those that must hold, and those that must not.
type Tests = Vec<(usize, u64, u64)>;

fn pass(tests: &Tests, guards: &[u64]) -> bool {
    tests.iter().all(|&(word, yes, no)| guards[word] & yes == yes && guards[word] & no == 0)
}

fn tests(literals: impl Iterator<Item = (GuardId, bool)>) -> Tests {
    let mut tests: Tests = Vec::new();
    for (guard, positive) in literals {
        let (word, bit) = (guard.index() / 64, 1u64 << (guard.index() % 64));
        let place = tests.iter().position(|t| t.0 == word).unwrap_or_else(|| {
            tests.push((word, 0, 0));
            tests.len() - 1
        });
        if positive {
            tests[place].1 |= bit;
        } else {
            tests[place].2 |= bit;
        }
    }
    tests
}

#[derive(Clone, Debug)]
struct Edge {
    tests: Tests,
    target: u32,
}

impl Watcher {
    /// An automaton whose propositions are those of a subject.
    pub fn new(automaton: &Automaton, subject: &Subject) -> Watcher {
        let edge = |edge: &kulan_ltl::Edge| Edge {
            tests: tests(edge.guard.iter().map(|l| (subject.propositions[l.atom], l.positive))),
            target: edge.target as u32,
        };
        let all = |guards: &[GuardId]| tests(guards.iter().map(|&g| (g, true)));
        let missing = |goal: &Goal| {
            (all(&goal.guards), Failure { transition: goal.transition, check: goal.check, kind: goal.kind })
        };
        let errors = || subject.stops.iter();
        let stops = errors().map(|s| &s.guards).chain(subject.system.transitions.iter().map(|t| &t.guards));
        Watcher {
            states: automaton.states.iter().map(|s| s.edges.iter().map(edge).collect()).collect(),
            accepting: automaton.states.iter().map(|s| s.accepting).collect(),
            initial: automaton.initial as u32,
            guard_words: subject.system.guards.len().div_ceil(64).max(1),
            stops: stops.map(|stop| all(stop)).collect(),
            failing: errors().map(|s| (s.thread.index(), all(&s.guards))).collect(),
            missing: subject.goals.iter().map(missing).collect(),
        }
    }

    /// Whether a state of the product is accepting.
    pub fn is_accepting(&self, state: &[u32]) -> bool {
        state.last().is_some_and(|&at| self.accepting[at as usize])
    }

    /// Whether a run without successors does not count as one that stays in its last state forever.
    fn stops(&self, guards: &[u64]) -> bool {
        self.stops.iter().any(|stop| pass(stop, guards))
    }

    /// Puts out what is missing in a state, given its guards.
    fn missing(&self, guards: &[u64], out: &mut Vec<Failure>) {
        out.extend(self.missing.iter().filter(|(tests, _)| pass(tests, guards)).map(|(_, failure)| *failure));
    }

    /// The states that follow one, given the guards.
    fn follow(&self, at: u32, guards: &[u64], out: &mut Vec<u32>) {
        out.clear();
        for edge in &self.states[at as usize] {
            if pass(&edge.tests, guards) && !out.contains(&edge.target) {
                out.push(edge.target);
            }
        }
    }
}

/// The product of a program and an automaton.
///
/// A reduced program cannot be observed directly, only as [`Broken`]:
///
/// ```compile_fail,E0277
/// fn watch<M: kulan_model::PartialModel>(program: &M, watcher: &kulan_product::Watcher) {
///     kulan_product::Product::new(program, watcher, true);
/// }
/// ```
#[derive(Debug)]
pub struct Product<'p, M> {
    program: &'p M,
    watcher: &'p Watcher,
    stutters: bool,
}

impl<'p, M: GuardedModel> Product<'p, M> {
    /// A program under observation; `stutters` says whether it stays forever in its last state. If it is reduced, it
    /// must be [`Broken`].
    pub fn new(program: &'p M, watcher: &'p Watcher, stutters: bool) -> Product<'p, M> {
        Product { program, watcher, stutters }
    }
}

impl<M: GuardedModel> Model for Product<'_, M> {
    type Generator<'a>
        = ProductGenerator<'a, M::Guarded<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.program.words() + 1
    }

    fn initial(&self) -> Vec<u32> {
        let mut state = self.program.initial();
        state.push(self.watcher.initial);
        state
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        ProductGenerator {
            control: control.clone(),
            program: self.program.guarded(control),
            watcher: self.watcher,
            stutters: self.stutters,
            guards: vec![0; self.watcher.guard_words],
            targets: Vec::new(),
            inner: Successors::default(),
        }
    }
}

/// The generator of a [`Product`].
#[derive(Debug)]
pub struct ProductGenerator<'p, G> {
    control: Control,
    program: G,
    watcher: &'p Watcher,
    stutters: bool,
    guards: Vec<u64>,
    targets: Vec<u32>,
    inner: Successors,
}

impl<G: Guarded> Generator for ProductGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let (program, at) = (&state[..state.len() - 1], state[state.len() - 1]);
        self.program.guards(program, &mut self.guards);
        self.watcher.missing(&self.guards, &mut out.failures);
        self.watcher.follow(at, &self.guards, &mut self.targets);
        if self.targets.is_empty() {
            return;
        }
        self.program.successors(program, &mut self.inner);
        out.failures.append(&mut self.inner.failures);
        out.endless = self.inner.endless;
        // Once stopped, the program may seem to end where it does not.
        let ends = self.inner.states.is_empty() && out.failures.is_empty() && self.control.stopped().is_none();
        if ends && self.stutters && !self.watcher.stops(&self.guards) {
            self.inner.states.extend_from_slice(program);
        }
        out.repeats = self.inner.repeats.saturating_mul(self.targets.len() as u64);
        for next in self.inner.states.chunks_exact(program.len()) {
            for &target in &self.targets {
                out.states.extend_from_slice(next);
                out.states.push(target);
            }
        }
    }
}
