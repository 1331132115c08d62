//! Properties that hold vacuously: assertions that no run reaches, implications that are never triggered, propositions
//! that cannot change.
//!
//! Only the whole space can tell, so the interpreter explores it, statement by statement, within a small budget. Where
//! the space is larger, nothing is reported.

use std::collections::{HashSet, VecDeque};

use kulan_control::{Control, Phase, checkpoint};
use kulan_frontend::{Property, Spec};
use kulan_ir::{CheckKind, System, TransitionId};
use kulan_ltl::Formula;
use kulan_report::Warning;
use kulan_trace::{Explorer, Position};

use crate::Searched;

/// Maximum number of states explored.
const MOST_STATES: usize = 20_000;
/// The limit for spaces that are not known to be that small.
const GLANCE: usize = 2_000;
/// Maximum number of values in all of them together.
const MOST_VALUES: usize = 4_000_000;

/// Assertions that no run reaches.
pub fn assertions(searched: &Searched, control: &Control) -> Vec<Warning> {
    let system = &searched.base;
    let asserts = |t: &TransitionId| system.transition(*t).checks.iter().any(|c| c.kind == CheckKind::Assertion);
    let mut open: Vec<TransitionId> = system.transition_ids().filter(asserts).collect();
    let all = see_all(searched, control, &mut |_, _, fired| {
        open.retain(|t| !fired.contains(t));
        !open.is_empty()
    });
    if !all {
        return Vec::new();
    }
    let mut warnings: Vec<Warning> = open.iter().map(|&t| unreached(system, t)).collect();
    warnings.dedup();
    // If a process runs several times, one instance that reaches the assertion is enough.
    let reached =
        |w: &Warning| system.transition_ids().filter(asserts).any(|t| !open.contains(&t) && unreached(system, t) == *w);
    warnings.retain(|w| !reached(w));
    warnings
}

/// An atomic sequence or d_step that a run never leaves.
pub fn endless(searched: &Searched) -> Option<Warning> {
    let t = searched.found.outcome.endless?;
    let message = "a run that gets here never leaves this atomic sequence or d_step, and nobody else goes on";
    Some(Warning {
        property: "endless".into(),
        message: message.into(),
        place: place(&searched.system, t),
        is_shown: false,
    })
}

/// Where a transition begins.
fn place(system: &System, t: TransitionId) -> Option<String> {
    let source = system.transition(t).steps.first().and_then(|s| s.source);
    source.map(|s| format!("{}:{}", system.files[s.file.index()], s.line))
}

fn unreached(system: &System, t: TransitionId) -> Warning {
    let text = system.transition(t).steps.first().map_or("an assertion", |s| &s.text);
    Warning {
        property: "assert".into(),
        message: format!("no run reaches {text}"),
        place: place(system, t),
        is_shown: false,
    }
}

/// Implications of a formula whose left side is never true.
pub fn formula(property: &Property, searched: &Searched, control: &Control) -> Vec<Warning> {
    let Spec::Formula(formula) = property.spec() else { return Vec::new() };
    let mut triggers = Vec::new();
    collect(formula, &mut triggers);
    let system = &searched.base;
    let mut open: Vec<&Formula> = triggers;
    let all = see_all(searched, control, &mut |explorer, position, _| {
        open.retain(|trigger| !explorer.is_observable(position) || !holds(trigger, explorer, position));
        !open.is_empty()
    });
    let name = |atom: usize| system.labels[atom].name.clone();
    let words = |trigger: &&Formula| Warning {
        property: property.title(),
        message: format!("{} is never true, so what it implies is not checked", trigger.display(&name)),
        place: None,
        is_shown: false,
    };
    if all { open.iter().map(words).collect() } else { Vec::new() }
}

/// Propositions that have one value in all states, as those of a process that can never exist.
pub fn constants(property: &Property, searched: &Searched) -> Vec<Warning> {
    let system = &searched.base;
    let fixed = |label: &kulan_ir::Label| {
        let value = if system.exprs.as_const(label.predicate)? == 0 { "false" } else { "true" };
        let message = format!("{} is {value} in every state", label.name);
        Some(Warning { property: property.title(), message, place: None, is_shown: false })
    };
    system.labels.iter().filter_map(fixed).collect()
}

/// The left sides of implications that refer to one state.
fn collect<'f>(formula: &'f Formula, out: &mut Vec<&'f Formula>) {
    match formula {
        Formula::Constant(_) | Formula::Atom(_) => {}
        Formula::Not(a) | Formula::Next(a) | Formula::Finally(a) | Formula::Globally(a) => collect(a, out),
        Formula::Implies(a, b) => {
            if is_propositional(a) {
                out.push(a);
            }
            collect(a, out);
            collect(b, out);
        }
        Formula::And(a, b)
        | Formula::Or(a, b)
        | Formula::Equivalent(a, b)
        | Formula::Until(a, b)
        | Formula::WeakUntil(a, b)
        | Formula::Release(a, b) => {
            collect(a, out);
            collect(b, out);
        }
    }
}

fn is_propositional(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Atom(_) => true,
        Formula::Not(a) => is_propositional(a),
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Implies(a, b) | Formula::Equivalent(a, b) => {
            is_propositional(a) && is_propositional(b)
        }
        _ => false,
    }
}

fn holds(formula: &Formula, explorer: &Explorer, position: &Position) -> bool {
    let of = |f: &Formula| holds(f, explorer, position);
    match formula {
        Formula::Constant(value) => *value,
        Formula::Atom(atom) => explorer.interpreter().holds(&position.state, explorer.system().labels[*atom].predicate),
        Formula::Not(a) => !of(a),
        Formula::And(a, b) => of(a) && of(b),
        Formula::Or(a, b) => of(a) || of(b),
        Formula::Implies(a, b) => !of(a) || of(b),
        Formula::Equivalent(a, b) => of(a) == of(b),
        _ => unreachable!("only propositional formulas are evaluated"),
    }
}

/// Visits all positions with the transitions fired from them, until `look` has seen enough; returns whether it still wanted
/// more when there was nothing left. A run that is stopped meanwhile already has its answers, so this ends as if enough
/// had been seen.
fn see_all(searched: &Searched, control: &Control, look: &mut Look) -> bool {
    let _phase = control.enter(Phase::Vacuity);
    let small = searched.found.outcome.limit.is_none() && searched.found.outcome.states <= GLANCE as u64;
    let values: usize = searched.base.variables.iter().map(|v| v.len()).sum();
    let affordable = MOST_VALUES / values.max(1);
    let most = if small { MOST_STATES } else { GLANCE }.min(affordable);
    control.attach(|| breadth_first(&searched.base, most, look)).unwrap_or(false)
}

/// Is shown a position and the transitions fired from it; says whether it wants to see more.
type Look<'l> = dyn FnMut(&Explorer, &Position, &[TransitionId]) -> bool + 'l;

fn breadth_first(system: &System, most: usize, look: &mut Look) -> bool {
    let explorer = Explorer::new(system);
    let mut seen: HashSet<Position> = HashSet::from([explorer.start()]);
    let mut todo = VecDeque::from([explorer.start()]);
    while let Some(position) = todo.pop_front() {
        checkpoint();
        let choices = explorer.choices(&position);
        let fired: Vec<TransitionId> = choices.iter().map(|(t, _)| *t).collect();
        if !look(&explorer, &position, &fired) {
            return false;
        }
        for (t, inputs) in choices {
            let next = explorer.step(&position, t, &inputs).next;
            if let Some(next) = next.filter(|next| seen.insert(next.clone())) {
                todo.push_back(next);
            }
        }
        if seen.len() > most {
            return false;
        }
    }
    true
}
