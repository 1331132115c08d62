//! Which properties a run is about.

use kulan_frontend::{Property, Round};
use kulan_ir::CheckKind;
use kulan_report::PropertyReport;
use kulan_search::{Kind, Options, Outcome};

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
        let all = workshop.source().properties();
        let by_name = !asked.properties.is_empty();
        let (named, temporal) = (Vec::new(), Vec::new());
        let local_deadlocks = deadlocks && workshop.source().has_processes();
        let mut wishes =
            Wishes { deadlocks, assertions, errors, by_name, named, safety: true, local_deadlocks, temporal };
        if asked.properties.is_empty() {
            wishes.safety = deadlocks || assertions || errors || workshop.source().has_invariants();
            wishes.temporal = all;
        } else {
            wishes.only(asked, workshop, &all)?;
        }
        if !wishes.safety && !wishes.local_deadlocks && wishes.temporal.is_empty() {
            return Err(nothing("the options disable every check"));
        }
        Ok(wishes)
    }

    /// The properties that are named.
    fn only(&mut self, asked: &Asked, workshop: &Workshop, all: &[Property]) -> Result<(), Error> {
        let named = |name: &str| asked.properties.iter().any(|p| p == name);
        self.deadlocks &= named("deadlock");
        self.local_deadlocks &= named("local-deadlock");
        self.assertions &= named("assert");
        for name in &asked.properties {
            let temporal = all.iter().find(|p| p.title() == *name || p.name() == name).cloned();
            match (temporal.or_else(|| workshop.source().further(name)), kulan_trace::kind_of(name)) {
                (Some(property), _) => self.temporal.push(property),
                (None, Some(Kind::LocalDeadlock)) if !workshop.source().has_processes() => {
                    return Err(nothing("only a system of programs has local deadlocks"));
                }
                (None, Some(Kind::Check(CheckKind::Unread))) if !workshop.source().has_processes() => {
                    return Err(nothing("only a system of programs has bytes that are sent"));
                }
                (None, Some(kind)) => self.named.extend(check_kind(kind).filter(|&kind| kind != CheckKind::Assertion)),
                (None, None) => return Err(unknown_property(name, all, workshop)),
            }
        }
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

    /// The names of the requested properties, as far as they are known before the model is lowered.
    pub fn names(&self) -> Vec<(String, Kind)> {
        let mut kinds = Vec::new();
        if self.safety {
            kinds.extend(self.deadlocks.then_some(Kind::Deadlock));
            kinds.extend(self.assertions.then_some(Kind::Check(CheckKind::Assertion)));
            kinds.extend(self.named.iter().map(|&kind| Kind::Check(kind)));
        }
        kinds.extend(self.local_deadlocks.then_some(Kind::LocalDeadlock));
        let safety = kinds.into_iter().map(|kind| (kulan_trace::property_name(kind).to_string(), kind));
        safety.chain(self.temporal.iter().map(|p| (p.title(), Kind::Cycle))).collect()
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
        let is_checked = |p: &Property| self.temporal.iter().any(|w| w.title() == p.title());
        workshop.source().properties().iter().filter(|p| !is_checked(p)).map(Property::title).collect()
    }

    /// An error if no statement can violate a property that was requested by name, or if nothing at all was looked for.
    pub fn require(&self, answers: &[PropertyReport]) -> Result<(), Error> {
        let has = |kind: CheckKind| answers.iter().any(|a| a.kind == Kind::Check(kind));
        if let Some(kind) = self.named.iter().find(|&&kind| !has(kind)) {
            let name = kind.property();
            return Err(nothing(&format!("no statement of the model can violate {name}")));
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

fn unknown_property(name: &str, all: &[Property], workshop: &Workshop) -> Error {
    let safety: &[&str] = match workshop.source() {
        kulan_frontend::Source::C { .. } => &[
            "deadlock",
            "local-deadlock",
            "assert",
            "memory",
            "division",
            "race",
            "lock",
            "leak",
            "unread",
            "overflow",
        ],
        _ => &["deadlock", "assert", "index", "division", "channel", "processes", "blocked"],
    };
    let safety = safety.iter().map(|name| name.to_string());
    let further = ["acceptance", "progress"].into_iter().filter(|name| workshop.source().further(name).is_some());
    let known: Vec<String> = safety.chain(all.iter().map(Property::title)).chain(further.map(String::from)).collect();
    let near = kulan_diagnostics::nearest(name, known.iter().map(String::as_str));
    let help = near.map_or(String::new(), |near| format!("\n  help: did you mean {near}?"));
    Error::Call(format!("the model has no property {name}; it has {}{help}", known.join(", ")))
}
