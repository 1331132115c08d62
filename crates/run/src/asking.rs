//! Which properties a run is about.

use std::collections::BTreeSet;

use kulan_frontend::{Property, Round};
use kulan_ir::CheckKind;
use kulan_report::{PropertyId, PropertyReport, Warning};
use kulan_search::{Kind, Options, Outcome};

use crate::naming::{self, Named};
use crate::{Asked, Error, Setup, Workshop};

/// What to look for.
pub struct Wishes {
    deadlocks: bool,
    assertions: bool,
    errors: bool,
    /// Whether properties were requested by name.
    by_name: bool,
    /// Kinds of checks that were requested by name.
    named: Vec<CheckKind>,
    /// Words of the tool that are names in the model, too, with what has them there.
    shadowed: Vec<(String, Vec<String>)>,
    /// Whether to search for any of that.
    pub safety: bool,
    /// Whether to look for processes that never go on.
    pub local_deadlocks: bool,
    /// Temporal properties.
    pub temporal: Vec<Property>,
}

impl Wishes {
    /// What to check in a model. An error if a property is not known, or if nothing is left to check.
    pub fn of(asked: &Asked, workshop: &Workshop) -> Result<Wishes, Error> {
        let &Asked { deadlocks, assertions, errors, .. } = asked;
        let by_name = !asked.properties.is_empty();
        let (named, shadowed, temporal) = (Vec::new(), Vec::new(), Vec::new());
        let local_deadlocks = deadlocks && workshop.source().has_processes();
        let mut wishes =
            Wishes { deadlocks, assertions, errors, by_name, named, shadowed, safety: true, local_deadlocks, temporal };
        if asked.properties.is_empty() {
            wishes.safety = deadlocks || assertions || errors || workshop.source().has_invariants();
            wishes.temporal = workshop.source().properties();
        } else {
            wishes.only(asked, workshop)?;
        }
        if !wishes.safety && !wishes.local_deadlocks && wishes.temporal.is_empty() {
            return Err(nothing("the options disable every check"));
        }
        Ok(wishes)
    }

    /// The properties that are named.
    fn only(&mut self, asked: &Asked, workshop: &Workshop) -> Result<(), Error> {
        let source = workshop.source();
        let mut meant = Vec::new();
        for name in &asked.properties {
            match naming::resolve(name, source)? {
                (Named::Temporal(property), others) => {
                    self.temporal.push(*property);
                    self.shadowed.push((name.clone(), others));
                }
                (Named::Of(Kind::LocalDeadlock), _) if !source.has_processes() => {
                    return Err(nothing("only a system of programs has local deadlocks"));
                }
                (Named::Of(Kind::Check(CheckKind::Unread)), _) if !source.has_processes() => {
                    return Err(nothing("only a system of programs has bytes that are sent"));
                }
                (Named::Of(kind), others) => {
                    meant.push(kind);
                    self.shadowed.push((name.clone(), others));
                }
            }
        }
        self.shadowed.retain(|(_, others)| !others.is_empty());
        let mut seen = BTreeSet::new();
        self.temporal.retain(|p| seen.insert(p.number()));
        self.deadlocks &= meant.contains(&Kind::Deadlock);
        self.local_deadlocks &= meant.contains(&Kind::LocalDeadlock);
        self.assertions &= meant.contains(&Kind::Check(CheckKind::Assertion));
        self.named = meant.into_iter().filter_map(check_kind).filter(|&kind| kind != CheckKind::Assertion).collect();
        self.named.sort_unstable();
        self.named.dedup();
        self.named.retain(|&kind| self.errors || kind.is_asked());
        self.safety = self.deadlocks || self.assertions || !self.named.is_empty();
        Ok(())
    }

    /// A setup that looks for it.
    pub fn apply(&self, setup: &Setup) -> Setup {
        let &Wishes { deadlocks, assertions, errors, safety, .. } = self;
        let errors = errors && safety;
        Setup { search: Options { deadlocks, assertions, errors, ..setup.search.clone() }, ..setup.clone() }
    }

    /// That a word of the tool does not mean the property of the model that has it as its name.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.shadowed.iter().map(|(name, others)| {
            let message = format!("this is a word of Kulan's; what the model calls so is {}", others.join(", "));
            Warning { property: name.clone(), message, place: None, is_shown: false }
        })
    }

    /// The requested properties with their names, as far as they are known before the model is lowered.
    pub fn names(&self) -> Vec<(PropertyId, String)> {
        let mut kinds = Vec::new();
        if self.safety {
            kinds.extend(self.deadlocks.then_some(Kind::Deadlock));
            kinds.extend(self.assertions.then_some(Kind::Check(CheckKind::Assertion)));
            kinds.extend(self.named.iter().map(|&kind| Kind::Check(kind)));
        }
        kinds.extend(self.local_deadlocks.then_some(Kind::LocalDeadlock));
        let safety = kinds.into_iter().map(|kind| (PropertyId::of(kind), kulan_trace::property_name(kind).to_string()));
        safety.chain(self.temporal.iter().map(|p| (PropertyId::temporal(p.number()), p.title()))).collect()
    }

    /// Only the formulas that a round asks for, and those that no round does.
    pub fn limit_to(&mut self, round: &Round, rounds: &[Round]) {
        let in_some = |name: &str| rounds.iter().any(|r| r.formulas.iter().any(|f| f == name));
        self.temporal.retain(|p| !in_some(p.name()) || round.formulas.iter().any(|f| f == p.name()));
    }

    /// Whether errors were requested by name, and a search ended because of others.
    pub fn is_hidden(&self, outcome: &Outcome) -> bool {
        let is_asked = |kind| match kind {
            Kind::Deadlock => self.deadlocks,
            Kind::Check(CheckKind::Assertion) => self.assertions,
            Kind::Check(check) => self.named.contains(&check),
            Kind::Cycle | Kind::LocalDeadlock => false,
        };
        let found = &outcome.violations;
        self.by_name && !found.is_empty() && !found.iter().any(|v| is_asked(v.kind))
    }

    /// The properties of the model that nothing here checks.
    pub fn unchecked(&self, workshop: &Workshop) -> Vec<String> {
        let is_checked = |p: &Property| self.temporal.iter().any(|w| w.number() == p.number());
        workshop.source().properties().iter().filter(|p| !is_checked(p)).map(Property::title).collect()
    }

    /// An error if no statement can violate a property that was requested by name, or if nothing at all was looked for.
    pub fn require(&self, answers: &[PropertyReport]) -> Result<(), Error> {
        let has = |kind: CheckKind| answers.iter().any(|a| a.id.kind == Kind::Check(kind));
        if let Some(kind) = self.named.iter().find(|&&kind| !has(kind)) {
            let name = kind.property();
            let others = self.shadowed.iter().find(|(word, _)| word == name);
            let hint = others.map_or(String::new(), |(_, others)| format!("; it calls {} so", others.join(", ")));
            return Err(nothing(&format!("no statement of the model can violate {name}{hint}")));
        }
        if answers.is_empty() {
            return Err(nothing("nothing in the model can be violated"));
        }
        Ok(())
    }
}

fn check_kind(kind: Kind) -> Option<CheckKind> {
    match kind {
        Kind::Check(kind) => Some(kind),
        _ => None,
    }
}

/// "Holds" would mislead where nothing was checked.
fn nothing(why: &str) -> Error {
    Error::Call(format!("there is nothing to check: {why}"))
}
