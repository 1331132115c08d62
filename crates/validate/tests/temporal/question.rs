//! One question: does a reduction keep the answer to a formula?

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use kulan_control::Control;
use kulan_frontend::Spec;
use kulan_ir::System;
use kulan_ltl::{Formula, Lasso, Letter};
use kulan_model::{Generator, Guarded, GuardedModel, Interpreted, Model, PartialModel, Successors};
use kulan_product::{Broken, Product, Watcher};
use kulan_relations::{Ground, Method, Subject, relations};
use kulan_search::Breakers;
use kulan_store::{Config, PlainStore, TreeStore};
use kulan_stubborn::{Algorithm, Changing, Condition, Cycles, Options, Reduced, Strength, Tables, Visibility, Watch};
use kulan_validate::Graph;

/// States of the largest systems that are looked at.
const LIMIT: usize = 400;

/// What was done.
#[derive(Default, Debug)]
pub struct Tally {
    pub systems: u64,
    pub questions: u64,
    pub violated: u64,
    /// States of full and reduced programs.
    pub full: u64,
    pub reduced: u64,
    pub breakers: u64,
}

impl Tally {
    /// Fails unless the questions were worth asking: most of so many systems are small enough, both answers occur, there
    /// is a reduction, and cycles are broken.
    #[track_caller]
    pub fn expect(&self, asked: u64) {
        println!("{self}");
        if asked < 20 {
            // One seed, or a few: nothing follows from them.
            return;
        }
        assert!(self.systems * 2 >= asked, "of {asked} systems too few are small enough: {self}");
        let holds = self.questions - self.violated;
        assert!(self.violated.min(holds) * 10 > self.questions, "an answer is rare: {self}");
        assert!(self.reduced * 50 < self.full * 49, "there is hardly a reduction: {self}");
        assert!(self.breakers > self.systems, "hardly a cycle is broken: {self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { systems, questions, violated, full, reduced, breakers } = self;
        write!(
            f,
            "{questions} questions on {systems} systems, {violated} with a violation; {reduced} states for {full}, \
             {breakers} break cycles"
        )
    }
}

/// A mistake to be brought in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    None,
    /// No state breaks cycles.
    Ignoring,
    /// The first proposition is forgotten.
    Blind,
    /// What a property sees is not kept at all.
    Unwatched,
    /// Positive is taken for negative.
    Polarity,
}

/// The ways to keep what a property sees.
const WAYS: [(Condition, Cycles, Visibility); 5] = [
    (Condition::Visible, Cycles::Visible, Visibility::Invisible),
    (Condition::Visible, Cycles::Full, Visibility::Invisible),
    (Condition::Ample, Cycles::Visible, Visibility::Invisible),
    (Condition::Ample, Cycles::Full, Visibility::Invisible),
    (Condition::Ample, Cycles::Full, Visibility::Transparent),
];

/// Asks whether all reductions keep the answers to formulas about the labels of a system.
pub fn ask(system: &System, specs: &[Spec], flaw: Flaw, tally: &mut Tally) -> Result<(), String> {
    for method in [Some(Method::Solver), Some(Method::Syntactic), None] {
        let mut subject = Subject::observed(system, true);
        // Found before, or on demand.
        let (tables, changing) = match method {
            Some(method) => {
                let (found, _) = relations(&mut subject, method);
                (Tables::new(&subject, &found), Changing::new(&subject, &found))
            }
            None => {
                let ground = Arc::new(Ground::new(&mut subject));
                (Tables::on_demand(&subject, &ground), Changing::asked(&subject, &ground))
            }
        };
        let model = Interpreted::new(&subject.system);
        let Some(graph) = Graph::explore(&subject, &model, LIMIT) else { return Ok(()) };
        for spec in specs {
            let automaton = spec.violating().unwrap();
            let watcher = Watcher::new(&automaton, &subject);
            let expected = run(&model, &watcher, 0);
            if expected.is_some() != has_accepting_cycle(&model, &watcher) {
                return Err(format!("{spec:?}: the search for cycles is wrong, violated {}", expected.is_some()));
            }
            if let Some(word) = expected.as_ref().map(|lasso| word(&subject, &model, lasso))
                && !spec.is_violated_by(&word)
            {
                return Err(format!("{spec:?}: the run found does not violate it: {word:?}"));
            }
            for (condition, cycles, visibility) in WAYS {
                let mut polarities = spec.polarities(subject.propositions.len());
                match flaw {
                    Flaw::Blind => polarities[0] = [false; 2],
                    Flaw::Polarity => polarities.iter_mut().for_each(|p| p.reverse()),
                    _ => {}
                }
                let mut tables = tables.clone();
                if flaw != Flaw::Unwatched {
                    tables.watch(&changing, &Watch { condition, cycles, visibility, polarities });
                }
                for options in Options::every() {
                    if method.is_none() && !options.can_ask() {
                        continue;
                    }
                    // Transparency is proved for strong sets.
                    if visibility == Visibility::Transparent && options.strength == Strength::Weak {
                        continue;
                    }
                    // The others are asked for in the harness of safety.
                    if options.algorithm == Algorithm::Closure && !options.heuristic {
                        continue;
                    }
                    let reduced = Reduced::new(&model, &tables, options, false);
                    let (states, breakers) = break_cycles(&reduced, tally.questions);
                    let none = Breakers::default();
                    let breakers = if flaw == Flaw::Ignoring { &none } else { &breakers };
                    let answer = run(&Broken::new(&reduced, breakers), &watcher, tally.questions);
                    if answer.is_some() != expected.is_some() {
                        let way = format!("{method:?} {condition:?} {cycles:?} {visibility:?} {options:?}");
                        return Err(format!(
                            "{way}: {spec:?}: violated {}, not {}",
                            answer.is_some(),
                            expected.is_some()
                        ));
                    }
                    tally.questions += 1;
                    tally.violated += u64::from(expected.is_some());
                    tally.full += graph.len() as u64;
                    tally.reduced += states;
                    tally.breakers += breakers.len() as u64;
                }
            }
        }
    }
    tally.systems += 1;
    Ok(())
}

/// A formula and its negation.
pub fn both(formula: Formula) -> [Spec; 2] {
    [Spec::Formula(formula.clone()), Spec::Formula(!formula)]
}

type Found = Option<(Vec<Vec<u32>>, usize)>;

/// Searches the product, each time in another way.
fn run<M: GuardedModel>(program: &M, watcher: &Watcher, turn: u64) -> Found {
    let product = Product::new(program, watcher, true);
    let threads = 1 + turn as usize % 2;
    let options = kulan_search::Options { threads, ..Default::default() };
    let config = Config { words: product.words(), memory_limit: 1 << 30, threads };
    let accepting = |state: &[u32]| watcher.is_accepting(state);
    let control = Control::default();
    let outcome = match turn / 2 % 2 {
        0 => {
            let store = TreeStore::new(config).unwrap();
            kulan_search::find_cycle(&product, &accepting, &store, &options, &control)
        }
        _ => {
            let store = PlainStore::new(config).unwrap();
            kulan_search::find_cycle(&product, &accepting, &store, &options, &control)
        }
    };
    outcome.violations.into_iter().next().map(|v| (v.states, v.cycle.unwrap()))
}

/// Whether a run of the product passes accepting states forever, by the fixpoint that says so. Slow and obvious.
fn has_accepting_cycle<M: GuardedModel>(program: &M, watcher: &Watcher) -> bool {
    let product = Product::new(program, watcher, true);
    let (mut numbers, mut states, mut edges) = (HashMap::new(), vec![product.initial()], Vec::new());
    numbers.insert(product.initial(), 0);
    let (mut generator, mut out) = (product.generator(&Control::default()), Successors::default());
    while edges.len() < states.len() {
        generator.successors(&states[edges.len()], &mut out);
        let next = out.states.chunks_exact(product.words()).map(|state| {
            *numbers.entry(state.to_vec()).or_insert_with(|| {
                states.push(state.to_vec());
                states.len() - 1
            })
        });
        edges.push(next.collect::<Vec<usize>>());
    }
    // The greatest set of states from each of which a step leads to one that reaches an accepting state of the set.
    let mut left: Vec<bool> = states.iter().map(|s| watcher.is_accepting(s)).collect();
    loop {
        let mut reaches = left.clone();
        loop {
            let more: Vec<usize> =
                (0..edges.len()).filter(|&s| !reaches[s] && edges[s].iter().any(|&t| reaches[t])).collect();
            more.iter().for_each(|&s| reaches[s] = true);
            if more.is_empty() {
                break;
            }
        }
        let stay: Vec<bool> = (0..left.len()).map(|s| left[s] && edges[s].iter().any(|&t| reaches[t])).collect();
        if stay == left {
            return left.contains(&true);
        }
        left = stay;
    }
}

fn break_cycles<M: PartialModel>(program: &M, turn: u64) -> (u64, Breakers) {
    let config = Config { words: program.words(), memory_limit: 1 << 30, threads: 1 };
    let control = Control::default();
    let options = kulan_search::Options::default();
    let (outcome, breakers) = match turn % 2 {
        0 => kulan_search::break_cycles(program, &TreeStore::new(config).unwrap(), &options, &control),
        _ => kulan_search::break_cycles(program, &PlainStore::new(config).unwrap(), &options, &control),
    };
    (outcome.states, breakers)
}

/// The propositions along a run of the product.
fn word(subject: &Subject, model: &Interpreted, (states, cycle): &(Vec<Vec<u32>>, usize)) -> Lasso {
    let mut generator = model.guarded(&Control::default());
    let mut guards = vec![0; subject.system.guards.len().div_ceil(64).max(1)];
    let letters: Vec<Letter> = states
        .iter()
        .map(|state| {
            generator.guards(&state[..state.len() - 1], &mut guards);
            let holds = |g: &kulan_ir::GuardId| guards[g.index() / 64] >> (g.index() % 64) & 1 == 1;
            subject.propositions.iter().enumerate().filter(|(_, g)| holds(g)).map(|(i, _)| i).collect()
        })
        .collect();
    Lasso { stem: letters[..*cycle].to_vec(), cycle: letters[*cycle..].to_vec() }
}
