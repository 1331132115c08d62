//! Checking a temporal property: the program observed by an automaton of the runs that violate it.
//!
//! With reduction this takes up to three searches. A short one looks for a violation right away in the reduced space,
//! without regard to what that space postpones: whatever it finds is real. Then the cycles of the reduced program are
//! broken, and the product is searched with sets that depend only on the program's state. Without reduction only the
//! last search is needed.

mod plan;
mod question;

use kulan_control::{Control, Phase};
use kulan_frontend::{Property, Spec};
use kulan_ir::System;
use kulan_ltl::Automaton;
use kulan_product::Watcher;
use kulan_relations::Subject;

use crate::explicit::execute;
use crate::reduction::Relating;
use crate::{Error, Found, Searched, Setup, Workshop, instances};
use question::Question;

/// The result of checking a property.
#[derive(Debug)]
pub enum Answered {
    /// An answer, or what is known about it.
    Property(Box<Searched>),
    /// None: the search for processes that are created at run time was cut short.
    Cut(Box<Searched>),
    /// None: the automaton of the formula is too large.
    TooLarge,
}

/// Checks a property of a model.
pub fn check_property(
    workshop: &mut Workshop,
    property: &Property,
    setup: &Setup,
    control: &Control,
) -> Result<Answered, Error> {
    let before = control.times();
    let translating = control.enter(Phase::Translating);
    let Ok(violating) = Violating::new(property.spec(), property.stutters()) else { return Ok(Answered::TooLarge) };
    drop(translating);
    loop {
        let preparing = control.enter(Phase::Preparing);
        let base = workshop.observed(property);
        // A merged step may belong to several processes, which fairness must distinguish.
        let merge = setup.passes.merge && violating.insensitive && !setup.temporal.fair;
        let system = kulan_transform::transform(&base, crate::Passes { merge, ..setup.passes() });
        drop(preparing);
        let Some(found) = run_property(&system, &violating, workshop.is_complete(), setup, control)? else {
            match crate::find_instances(workshop, setup, control)? {
                Some(cut) => return Ok(Answered::Cut(Box::new(cut))),
                None => continue,
            }
        };
        match instances::missing(&system, &found.outcome) {
            Some(instance) => workshop.require(instance, control)?,
            None => {
                let times = control.times().since(&before);
                return Ok(Answered::Property(Box::new(Searched { base, system, found, times })));
            }
        }
    }
}

/// What is known about the runs that violate a property.
#[derive(Clone, Debug)]
pub struct Violating<'s> {
    /// Accepts them; its propositions are the labels of the system.
    pub automaton: Automaton,
    /// Whether it is known not to distinguish runs that differ only in stuttering.
    pub insensitive: bool,
    /// Whether a run that has ended counts as one that stays in its last state forever.
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
/// Unless the system is known to be `complete`, a missing instance is a violation in the outcome. `None` if a reduction
/// could hide a missing instance.
pub fn run_property(
    system: &System,
    violating: &Violating,
    complete: bool,
    setup: &Setup,
    control: &Control,
) -> Result<Option<Found>, Error> {
    kulan_ir::inputs::are_few(system).map_err(|e| Error::Model(e.to_string()))?;
    let relations = control.enter(Phase::Relations);
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
        (plans, Relating { figures, strength: r.options.strength })
    });
    drop(relations);
    // The remaining goals are not proved impossible.
    if related.is_some() && !subject.goals.is_empty() {
        return Ok(None);
    }
    let watcher = Watcher::new(&violating.automaton, &subject);
    let plans = related.as_ref().map_or(&[][..], |(plans, _)| plans);
    let stutters = violating.stutters;
    let question = Question { setup, control, subject: &subject, watcher: &watcher, stutters, plans };
    let found = execute(&subject.system, setup.execution, control, &question)?;
    let relating = related.as_ref().map(|(_, relating)| relating.clone());
    Ok(Some(Found { unreduced, relating, ..found }))
}
