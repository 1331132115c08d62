//! Checking a temporal property: the program watched by an automaton of the runs that violate it.
//!
//! With reduction this takes up to three searches. A short one looks for a violation right away in the reduced space,
//! whatever it may put off: what it finds is a real one. Then the cycles of the reduced program are broken, and the
//! product is searched with sets that depend on the program's state alone. Without reduction only the last is needed.

mod plan;
mod question;

use std::time::{Duration, Instant};

use kulan_codegen::Compiled;
use kulan_frontend::{Property, Spec};
use kulan_ir::System;
use kulan_ltl::Automaton;
use kulan_model::Interpreted;
use kulan_product::Watcher;
use kulan_relations::Subject;
use kulan_search::{Observer, Outcome};
use kulan_stubborn::{Condition, Cycles, Visibility};

use crate::{Checked, Engine, Relating, Setup, Workshop, instances};
use question::{Answer, Question};

/// How what a property sees is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Watching {
    /// The condition on sets.
    pub condition: Condition,
    /// The condition on cycles.
    pub cycles: Cycles,
    /// Which transitions count.
    pub visibility: Visibility,
}

impl Watching {
    /// V, I and C3', for strong and weak sets.
    pub const INVISIBLE: Watching =
        Watching { condition: Condition::Visible, cycles: Cycles::Visible, visibility: Visibility::Invisible };
    /// C2 and C3 for transitions that are not transparent.
    pub const TRANSPARENT: Watching =
        Watching { condition: Condition::Ample, cycles: Cycles::Full, visibility: Visibility::Transparent };
}

/// How temporal properties are checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Temporal {
    /// What reduction keeps of what the property sees; what promises the smaller space, if that is not told.
    pub watching: Option<Watching>,
    /// Whether only runs count in which a process that can go on for ever does so (weak fairness).
    pub fair: bool,
    /// Time for making a violation shorter.
    pub shorten: Duration,
}

/// A checked property.
#[derive(Debug)]
pub struct CheckedProperty {
    /// The property.
    pub property: Property,
    /// The system as lowered, statement by statement.
    pub base: System,
    /// The system that was searched.
    pub system: System,
    /// Time to lower, transform and translate.
    pub prepare: Duration,
    /// What came out.
    pub ran: RanProperty,
}

/// A finished search for violations of a temporal property.
#[derive(Debug)]
pub struct RanProperty {
    /// What was found: at most a violation by a cycle, whose states are those of the searched system.
    pub outcome: Outcome,
    /// Whether the violation was made shorter.
    pub shortened: bool,
    /// Why there was no reduction although one was asked for.
    pub unreduced: Option<&'static str>,
    /// What the relations took, if there was a reduction.
    pub relating: Option<Relating>,
    /// How what the property sees was kept, if there was a reduction.
    pub watching: Option<Watching>,
    /// The search that broke the cycles of the reduced program, and how many states had to.
    pub program: Option<(Outcome, usize)>,
    /// Time to make machine code.
    pub compile: Duration,
    /// Time of the searches.
    pub search: Duration,
    /// Bytes of the largest store.
    pub store_bytes: u64,
}

/// What came of checking a property.
#[derive(Debug)]
pub enum Answered {
    /// An answer, or what is known of it.
    Property(Box<CheckedProperty>),
    /// None: the search for processes that are created at run time came to no end.
    Cut(Box<Checked>),
}

/// Checks a property of a model.
pub fn check_property(
    workshop: &mut Workshop,
    property: &Property,
    setup: &Setup,
    observer: &dyn Observer,
) -> Result<Answered, String> {
    let begin = Instant::now();
    let violating = Violating::new(property.spec(), property.stutters())?;
    let mut prepare = begin.elapsed();
    loop {
        let begin = Instant::now();
        let base = workshop.observed(property);
        // A merged step may be one of several processes, which fairness must tell apart.
        let merge = setup.passes.merge && violating.insensitive && !setup.temporal.fair;
        let system = kulan_transform::transform(&base, crate::Passes { merge, ..setup.passes() });
        prepare += begin.elapsed();
        let Some(ran) = run_property(&system, &violating, workshop.is_complete(), setup, observer)? else {
            match crate::find_instances(workshop, setup, observer)? {
                Some(cut) => return Ok(Answered::Cut(Box::new(cut))),
                None => continue,
            }
        };
        match instances::missing(&system, &ran.outcome) {
            Some(instance) if workshop.add(instance) => continue,
            Some(message) => return Err(format!("the instance {message} is missing although it was asked for")),
            None => {
                let property = property.clone();
                return Ok(Answered::Property(Box::new(CheckedProperty { property, base, system, prepare, ran })));
            }
        }
    }
}

/// What is known of the runs that violate a property.
#[derive(Clone, Debug)]
pub struct Violating<'s> {
    /// Accepts them; its propositions are the labels of the system.
    pub automaton: Automaton,
    /// Whether it surely does not tell runs apart that differ in stuttering only.
    pub insensitive: bool,
    /// Whether a run that has come to its end counts as one that stays there for ever.
    stutters: bool,
    spec: &'s Spec,
}

impl<'s> Violating<'s> {
    /// Of the runs that violate a specification.
    pub fn new(spec: &'s Spec, stutters: bool) -> Result<Violating<'s>, String> {
        let automaton = spec.violating().map_err(|e| e.to_string())?;
        let without_next = matches!(spec, Spec::Formula(formula) if !formula.has_next());
        let ask = || kulan_ltl::is_stutter_invariant(&automaton, &kulan_ltl::Budget::default());
        let insensitive = without_next || matches!(ask(), kulan_ltl::Answer::Yes);
        Ok(Violating { automaton, insensitive, stutters, spec })
    }
}

/// Looks for a run of a system that violates a property of its labels.
///
/// Unless the system is known to be `complete`, an instance that turns out to be missing is a violation of the outcome.
/// `None` if a reduction could leave out where one is.
pub fn run_property(
    system: &System,
    violating: &Violating,
    complete: bool,
    setup: &Setup,
    observer: &dyn Observer,
) -> Result<Option<RanProperty>, String> {
    kulan_ir::inputs::are_few(system).map_err(|e| e.to_string())?;
    let begin = Instant::now();
    let mut subject = Subject::observed(system, complete);
    let unreduced = match setup.reduction {
        Some(_) if setup.temporal.fair => Some("reduction does not keep fair runs"),
        Some(_) if !violating.insensitive => Some("the property may notice stuttering"),
        _ => None,
    };
    let reduction = setup.reduction.filter(|_| unreduced.is_none());
    let related = reduction.map(|r| {
        let (relations, figures) = kulan_relations::relations(&mut subject, r.method);
        let plans = plan::plans(&subject, &relations, violating.spec, r.options, setup.temporal.watching);
        (plans, Relating { time: begin.elapsed(), figures, proviso: false, strength: r.options.strength })
    });
    // Goals that are left are not proved impossible.
    if related.is_some() && !subject.goals.is_empty() {
        return Ok(None);
    }
    let watcher = Watcher::new(&violating.automaton, &subject);
    let begin = Instant::now();
    let stutters = violating.stutters;
    let question = Question { setup, observer, system, subject: &subject, watcher: &watcher, stutters };
    let plans = related.as_ref().map_or(&[][..], |(plans, _)| plans);
    let answer = match setup.engine {
        Engine::Compiled => {
            let model = Compiled::new(&subject.system)?;
            let compile = begin.elapsed();
            Answer { compile, ..question.ask(&model, plans) }
        }
        Engine::Interpret => question.ask(&Interpreted::new(&subject.system), plans),
    };
    let Answer { outcome, shortened, watching, program, compile, search, store_bytes } = answer;
    let relating = related.map(|(_, relating)| relating);
    Ok(Some(RanProperty { outcome, shortened, unreduced, relating, watching, program, compile, search, store_bytes }))
}
