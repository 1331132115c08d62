//! The three questions.

use std::fmt;

use kulan_ir::text::parse_conditions;
use kulan_ir::{ExprId, Interpreter, System, TransitionId, Valuation, VarId};
use kulan_sat::Limits;

use crate::encoding::Claim;
use crate::path::{Path, Witness, disagree};
use crate::refusal::{Breach, Moment, Question, Refused, transition_words};
use crate::text::Error;
use crate::{Certificate, Method};

/// What the check of a certificate took.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The clauses of the invariant.
    pub clauses: usize,
    /// The transitions of the system.
    pub transitions: usize,
    /// How often the solver was asked.
    pub questions: u64,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accepted { clauses, transitions, questions } = self;
        write!(f, "clauses: {clauses}, transitions: {transitions}, questions to the solver: {questions}")
    }
}

/// Decides whether a certificate proves what it says of a system: the one that was checked, in which no thread goes on alone
/// and no transition is a fallback. The solver gives up as the limits say.
pub fn check(system: &System, certificate: &Certificate, limits: &Limits) -> Result<Accepted, Refused> {
    can_be_checked(system)?;
    if !certificate.fits(system) {
        return Err(Refused::OtherSystem);
    }
    let mut system = system.clone();
    let clauses = parse_conditions(&mut system, &certificate.clauses).map_err(|(i, e)| misread(certificate, i, &e))?;
    let reads = clauses.iter().map(|&clause| variables(&system, clause)).collect();
    let claim = Claim { system: &system, certificate, clauses, reads };
    let questions = match certificate.method {
        Method::Ic3 => by_one_step(&claim, limits)?,
        Method::KInduction(k) => by_many_states(&claim, k as usize, limits)?,
    };
    Ok(Accepted { clauses: claim.clauses.len(), transitions: system.transitions.len(), questions })
}

fn can_be_checked(system: &System) -> Result<(), Refused> {
    for (t, transition) in system.transition_ids().zip(&system.transitions) {
        let why = match () {
            () if transition.continues.is_some() => "goes on alone behind it",
            () if transition.is_fallback() => "waits for all others in it",
            () => continue,
        };
        return Err(Refused::System(format!("a thread {why}: {}", transition_words(system, t))));
    }
    Ok(())
}

/// The place in the file of an error in a clause or in what they share.
fn misread(certificate: &Certificate, i: usize, error: &kulan_ir::text::Error) -> Refused {
    let before = if i < certificate.clauses.shared.len() { 0 } else { "clause ".len() };
    let column = error.position.map_or(1, |p| p.column as usize);
    Refused::Clause(Error { line: certificate.first_line + i, column: before + column, message: error.message.clone() })
}

/// The variables that an expression reads.
fn variables(system: &System, id: ExprId) -> Vec<VarId> {
    let mut found = rustc_hash::FxHashSet::default();
    system.exprs.reads(id, &mut Default::default(), &mut |v| {
        found.insert(v);
    });
    found.into_iter().collect()
}

/// An inductive invariant. Gives the number of questions.
fn by_one_step(claim: &Claim<'_>, limits: &Limits) -> Result<u64, Refused> {
    let interpreter = Interpreter::new(claim.system);
    let initial = interpreter.initial();
    if let Some(clause) = broken_clause(claim, &initial) {
        let witness = Witness { states: vec![initial], firings: Vec::new(), failed: Vec::new() };
        return Err(clause_breach(claim, Question::Initial, clause, &witness));
    }
    let error_breaks = interpreter.error_state().is_some_and(|state| broken_clause(claim, &state).is_some());
    let mut path = any_state(claim, limits);
    let mut questions = 0;
    for t in claim.steps() {
        if path.is_crowded() {
            questions += path.asked;
            path = any_state(claim, limits);
        }
        let mut found = path.leaving(t)?;
        if found.is_none() && error_breaks {
            found = path.erring(t)?;
        }
        refuse_outside(claim, Question::Inductive, found)?;
    }
    questions += path.asked;
    let mut path = any_state(claim, limits);
    is_safe(claim, Question::Safe, &mut path)?;
    Ok(questions + path.asked)
}

fn any_state<'c>(claim: &'c Claim<'c>, limits: &'c Limits) -> Path<'c> {
    let mut path = Path::anywhere(claim, limits);
    path.assume_invariant();
    path
}

/// By induction over several states in a row. Gives the number of questions.
fn by_many_states(claim: &Claim<'_>, k: usize, limits: &Limits) -> Result<u64, Refused> {
    let mut path = Path::from_start(claim, limits);
    for i in 0..k {
        if i > 0 {
            path.extend();
        }
        refuse_outside(claim, Question::Initial, path.outside()?)?;
        is_safe(claim, Question::Initial, &mut path)?;
    }
    let questions = path.asked;
    let mut path = Path::anywhere(claim, limits);
    for _ in 0..k {
        path.assume_invariant();
        path.assume_safe();
        path.extend();
    }
    refuse_outside(claim, Question::Inductive, path.outside()?)?;
    path.assume_invariant();
    is_safe(claim, Question::Safe, &mut path)?;
    Ok(questions + path.asked)
}

/// Asks whether something can be violated in the last state of a path.
fn is_safe(claim: &Claim<'_>, question: Question, path: &mut Path<'_>) -> Result<(), Refused> {
    for t in claim.system.transition_ids().filter(|&t| claim.is_checked(t)) {
        if let Some(witness) = path.violating(t)? {
            return Err(check_breach(claim, question, t, &witness));
        }
    }
    match claim.certificate.asked.deadlock {
        true => path.deadlocked()?.map_or(Ok(()), |witness| Err(deadlock_breach(claim, question, &witness))),
        false => Ok(()),
    }
}

fn refuse_outside(claim: &Claim<'_>, question: Question, found: Option<Witness>) -> Result<(), Refused> {
    let Some(witness) = found else { return Ok(()) };
    match broken_clause(claim, &witness.states[witness.states.len() - 1]) {
        Some(clause) => Err(clause_breach(claim, question, clause, &witness)),
        None => Err(disagree("every clause holds")),
    }
}

/// The first clause that does not hold in a state.
fn broken_clause(claim: &Claim<'_>, state: &Valuation) -> Option<usize> {
    let interpreter = Interpreter::new(claim.system);
    claim.clauses.iter().position(|&clause| !interpreter.holds(state, clause))
}

fn clause_breach(claim: &Claim<'_>, question: Question, clause: usize, witness: &Witness) -> Refused {
    let text = &claim.certificate.clauses.conditions[clause];
    let transition = witness.firings.last().map(|f| f.0);
    let when = match transition {
        Some(t) => format!("after [{}]", transition_words(claim.system, t)),
        None => "at the start".to_string(),
    };
    let what = format!("clause {} does not hold {when}: {text}", clause + 1);
    breach(claim, question, what, Some(clause), transition, witness)
}

fn check_breach(claim: &Claim<'_>, question: Question, t: TransitionId, witness: &Witness) -> Refused {
    let checks = &claim.system.transition(t).checks;
    let Some(check) = witness.failed.iter().map(|&i| &checks[i]).find(|c| claim.forbids(c.kind)) else {
        return disagree("no check fails");
    };
    let words = transition_words(claim.system, t);
    let what = format!("{} can fail at [{words}]: {}", check.kind.property(), check.message);
    breach(claim, question, what, None, Some(t), witness)
}

fn deadlock_breach(claim: &Claim<'_>, question: Question, witness: &Witness) -> Refused {
    let interpreter = Interpreter::new(claim.system);
    if !interpreter.is_deadlock(&witness.states[witness.states.len() - 1]) {
        return disagree("there is no deadlock");
    }
    breach(claim, question, "nothing can happen, and the end is not a valid one".into(), None, None, witness)
}

fn breach(
    claim: &Claim<'_>,
    question: Question,
    what: String,
    clause: Option<usize>,
    transition: Option<TransitionId>,
    witness: &Witness,
) -> Refused {
    let firing = |i: usize| witness.firings.get(i).map(|(t, inputs)| (*t, &inputs[..]));
    // Where a firing itself is wrong, what comes of it does not matter.
    let is_firing = clause.is_none() && transition.is_some();
    let count = if is_firing { witness.firings.len() } else { witness.states.len() };
    let states = witness.states.iter().take(count).enumerate();
    let moments = states.map(|(i, state)| Moment::new(claim.system, state, firing(i))).collect();
    Refused::Breach(Box::new(Breach { question, what, clause, transition, moments }))
}
