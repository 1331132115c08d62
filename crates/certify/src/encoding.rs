//! What a certificate speaks of as literals of a solver, in one state.

use kulan_ir::{CheckKind, ExprId, Input, System, TransitionId, VarId};
use kulan_sat::{At, Batsat, Encoder, Firing, Frame, Lit};

use crate::Certificate;

/// A system with a claim about it.
pub(crate) struct Claim<'c> {
    pub system: &'c System,
    pub certificate: &'c Certificate,
    /// The clauses, as expressions of the system.
    pub clauses: Vec<ExprId>,
    /// By clause: the variables that it reads.
    pub reads: Vec<Vec<VarId>>,
}

impl Claim<'_> {
    /// The transitions that are steps.
    pub fn steps(&self) -> impl Iterator<Item = TransitionId> + use<'_> {
        self.system.transition_ids().filter(|&t| !self.system.transition(t).is_observer())
    }

    /// Whether a check breaks the claim when it fails.
    pub fn forbids(&self, kind: CheckKind) -> bool {
        self.certificate.forbids(kind)
    }

    /// Whether the claim depends on how the checks of a transition turn out.
    pub fn is_checked(&self, t: TransitionId) -> bool {
        self.system.transition(t).checks.iter().any(|c| self.forbids(c.kind))
    }
}

/// What can become of a transition that fires.
pub(crate) struct Outcome {
    /// By check: that it fails, and that nothing before it ends the run.
    pub failures: Vec<Lit>,
    /// That no check fails that ends the run.
    pub goes_on: Lit,
}

/// Literals for a claim, in the frames of one solver.
pub(crate) struct Encoding<'c> {
    pub claim: &'c Claim<'c>,
    pub encoder: Encoder<'c, Batsat, System>,
}

impl<'c> Encoding<'c> {
    pub fn new(claim: &'c Claim<'c>) -> Encoding<'c> {
        Encoding { claim, encoder: Encoder::new(Batsat::default(), claim.system) }
    }

    pub fn bit(&mut self, at: impl Into<At>, id: ExprId) -> Lit {
        self.encoder.bit(&self.claim.system.exprs, at.into(), id)
    }

    /// That all of them are true.
    pub fn all(&mut self, bits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.encoder.circuit.any(bits.into_iter().map(|bit| !bit))
    }

    /// That the guards of a transition hold.
    pub fn enabled(&mut self, frame: Frame, t: TransitionId) -> Lit {
        let system = self.claim.system;
        let guards: Vec<Lit> =
            system.transition(t).guards.iter().map(|g| self.bit(frame, system.guards[g.index()])).collect();
        self.all(guards)
    }

    /// That all inputs of a firing are in range.
    pub fn in_range(&mut self, firing: Firing, t: TransitionId) -> Lit {
        let inputs = &self.claim.system.transition(t).inputs;
        let fitting: Vec<Lit> = (0..).zip(inputs).map(|(i, input)| self.input_in_range(firing, i, input)).collect();
        self.all(fitting)
    }

    fn input_in_range(&mut self, firing: Firing, number: u32, input: &Input) -> Lit {
        let word = self.encoder.input(firing, number, input.width);
        let circuit = &mut self.encoder.circuit;
        let low = circuit.constant(input.width, input.low);
        let high = circuit.constant(input.width, input.high);
        let (under, over) = (circuit.less(&word, &low), circuit.less(&high, &word));
        circuit.and(!under, !over)
    }

    /// What the checks of a firing come to, one after the other.
    pub fn outcome(&mut self, at: At, t: TransitionId) -> Outcome {
        let mut goes_on = self.encoder.circuit.bit(true);
        let mut failures = Vec::new();
        for check in &self.claim.system.transition(t).checks {
            let holds = self.bit(at, check.condition);
            failures.push(self.encoder.circuit.and(goes_on, !holds));
            if !check.kind.goes_on() {
                goes_on = self.encoder.circuit.and(goes_on, holds);
            }
        }
        Outcome { failures, goes_on }
    }

    /// That a firing breaks the claim: a check fails that must not.
    pub fn violates(&mut self, at: At, t: TransitionId) -> Lit {
        let claim = self.claim;
        let outcome = self.outcome(at, t);
        let checks = claim.system.transition(t).checks.iter().zip(&outcome.failures);
        let failures: Vec<Lit> = checks.filter(|(c, _)| claim.forbids(c.kind)).map(|(_, &failure)| failure).collect();
        self.encoder.circuit.any(failures)
    }

    /// That nothing can happen, and the end is not a valid one.
    pub fn deadlock(&mut self, frame: Frame) -> Lit {
        let claim = self.claim;
        let enabled: Vec<Lit> = claim.steps().map(|t| self.enabled(frame, t)).collect();
        let moves = self.encoder.circuit.any(enabled);
        let fine = self.bit(frame, claim.system.valid_end);
        !self.encoder.circuit.or(moves, fine)
    }

    /// Demands every clause.
    pub fn require_invariant(&mut self, frame: Frame) {
        for &clause in &self.claim.clauses {
            let holds = self.bit(frame, clause);
            self.encoder.circuit.require(holds);
        }
    }
}
