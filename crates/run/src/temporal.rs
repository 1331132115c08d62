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
use kulan_ir::{CheckKind, System};
use kulan_ltl::Automaton;
use kulan_product::{Noted, Watcher};
use kulan_relations::Subject;
use kulan_search::Review;
use kulan_stubborn::Tables;

use crate::auto::{Auto, Considered, Decision, Reducible};
use crate::explicit::execute;
use crate::reduction::{Relating, Source};
use crate::{Error, Found, Reduction, Searched, Setup, Workshop, instances};
use plan::Plan;
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
        let system = kulan_transform::transform(&base, crate::Passes { merge, narrow: None, ..setup.passes() });
        drop(preparing);
        let Some(mut found) = run_property(&system, &violating, workshop.is_complete(), setup, control)? else {
            match crate::find_instances(workshop, setup, control)? {
                Some(cut) => return Ok(Answered::Cut(Box::new(cut))),
                None => continue,
            }
        };
        let system = found.system.take().unwrap_or(system);
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
    kulan_ir::inputs::are_few(system).map_err(|e| Error::Call(e.to_string()))?;
    let unreduced = match setup.reduction {
        Some(_) if setup.temporal.fair => Some("reduction does not keep fair runs"),
        Some(_) if !violating.insensitive => Some("the property may notice stuttering"),
        _ => None,
    };
    let asked = Asked { violating, setup, control };
    let found = match setup.reduction.filter(|_| unreduced.is_none()) {
        None => Some(asked.whole(system, complete, None)?),
        Some(reduction @ Reduction { auto: Some(first), .. }) => asked.auto(system, complete, reduction, first)?,
        Some(reduction) => match asked.prepare(system, complete, reduction) {
            Some(prepared) => Some(asked.reduced(&prepared)?),
            None => None,
        },
    };
    Ok(found.map(|found| Found { unreduced, ..found }))
}

/// A question about a system.
struct Asked<'a> {
    violating: &'a Violating<'a>,
    setup: &'a Setup,
    control: &'a Control,
}

/// A system that is ready to be reduced for a property.
struct Prepared {
    /// As it was given to be reduced.
    system: System,
    subject: Subject,
    plans: Vec<Plan>,
    relating: Relating,
}

impl Reducible for Prepared {
    /// One that breaks cycles, and one of the product.
    const SEARCHES: f64 = 2.0;

    fn system(&self) -> &System {
        &self.subject.system
    }

    fn ways(&self) -> Vec<(&Tables, kulan_stubborn::Options)> {
        self.plans.iter().map(|plan| (&plan.tables, plan.options)).collect()
    }

    fn needs_proviso(&self) -> bool {
        false
    }
}

impl Asked<'_> {
    /// Finds the relations; `None` if a reduction could hide a missing instance.
    fn prepare(&self, system: &System, complete: bool, reduction: Reduction) -> Option<Prepared> {
        let _phase = self.control.enter(Phase::Relations);
        let mut subject = Subject::observed(system, complete);
        let (source, figures) = Source::new(&mut subject, reduction);
        let spec = self.violating.spec;
        let plans = plan::plans(&subject, &source, spec, reduction.options, self.setup.temporal.watching);
        let relating = Relating { figures, options: reduction.options };
        // The remaining goals are not proved impossible, nor are checks that did not become goals.
        let mut checks = subject.system.transitions.iter().flat_map(|t| &t.checks);
        let hidden = !complete && checks.any(|c| c.kind == CheckKind::MissingInstance);
        let sure = subject.goals.is_empty() && !hidden;
        sure.then(|| Prepared { system: system.clone(), subject, plans, relating })
    }

    /// Searches the whole space.
    fn whole(&self, system: &System, complete: bool, review: Option<&dyn Review>) -> Result<Found, Error> {
        if self.setup.temporal.fair {
            let noted = Noted::new(system);
            let mut found = self.ask(&Subject::observed(&noted.system, complete), &[], review, Some(&noted))?;
            for state in found.outcome.violations.iter_mut().flat_map(|v| &mut v.states) {
                *state = noted.plain(system, state);
            }
            return Ok(found);
        }
        self.ask(&Subject::observed(system, complete), &[], review, None)
    }

    /// Searches a reduced space, by one of the plans.
    fn reduced(&self, prepared: &Prepared) -> Result<Found, Error> {
        let found = self.ask(&prepared.subject, &prepared.plans, None, None)?;
        let mut relating = prepared.relating.clone();
        prepared.plans.iter().for_each(|plan| relating.figures += &plan.tables.figures());
        Ok(Found { relating: Some(relating), ..found })
    }

    /// Searches the whole space, or a reduced one if that pays, or if there is no room for the whole.
    fn auto(&self, system: &System, complete: bool, reduction: Reduction, first: u64) -> Result<Option<Found>, Error> {
        let prepare = || self.prepare(&self.setup.split(system.clone()), complete, reduction);
        let auto = Auto::new(system, first, self.setup, self.control, &prepare);
        let mut found = self.whole(system, complete, Some(&auto))?;
        match auto.finish(&mut found.outcome)? {
            Decision::Stay(comparison) => Ok(Some(Found { comparison, ..found })),
            Decision::Reduce(Considered { mut prepared, best }) => {
                prepared.plans = vec![Plan { options: best.options, ..prepared.plans.swap_remove(best.way) }];
                prepared.relating.options = best.options;
                let found = self.reduced(&prepared)?;
                Ok(Some(Found { system: Some(prepared.system), comparison: Some(best.comparison), ..found }))
            }
        }
    }

    fn ask(
        &self,
        subject: &Subject,
        plans: &[Plan],
        review: Option<&dyn Review>,
        fair: Option<&Noted>,
    ) -> Result<Found, Error> {
        let (setup, control, stutters) = (self.setup, self.control, self.violating.stutters);
        let watcher = &Watcher::new(&self.violating.automaton, subject);
        let question = Question { setup, control, subject, watcher, stutters, plans, review, fair };
        execute(&subject.system, setup.execution, control, &question)
    }
}
