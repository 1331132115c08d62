//! States in a row that satisfy the invariant, and questions about the last of them.

use kulan_control::checkpoint;
use kulan_ir::{Interpreter, Target, TransitionId, Valuation, VarId};
use kulan_sat::{Answer, At, Firing, Frame, Limits, Lit, Word};

use crate::encoding::{Claim, Encoding};
use crate::refusal::Refused;

/// A solver with more clauses than this is not asked anything that a new one can be asked.
const CROWDED: u64 = 1 << 19;

/// What a solver found: a run, confirmed by the interpreter.
pub(crate) struct Witness {
    /// The states, in order.
    pub states: Vec<Valuation>,
    /// What fires in each of them but possibly the last.
    pub firings: Vec<(TransitionId, Vec<u64>)>,
    /// What fails when the last of the firings happens.
    pub failed: Vec<usize>,
}

/// A transition that can be chosen for a step.
#[derive(Copy, Clone)]
struct Candidate {
    transition: TransitionId,
    firing: Firing,
    chosen: Lit,
}

/// Consecutive states, beginning with the initial one or with any.
pub(crate) struct Path<'c> {
    encoding: Encoding<'c>,
    limits: &'c Limits,
    is_free: bool,
    frames: Vec<Frame>,
    steps: Vec<Vec<Candidate>>,
    /// Pairs of states that were told to differ.
    distinct: Vec<(usize, usize)>,
    /// How often the solver was asked.
    pub asked: u64,
}

impl<'c> Path<'c> {
    /// Any state.
    pub fn anywhere(claim: &'c Claim<'c>, limits: &'c Limits) -> Path<'c> {
        let mut encoding = Encoding::new(claim);
        let first = encoding.encoder.free();
        Path::new(encoding, limits, true, first)
    }

    /// The initial state.
    pub fn from_start(claim: &'c Claim<'c>, limits: &'c Limits) -> Path<'c> {
        let mut encoding = Encoding::new(claim);
        let values = claim.system.variables.iter().map(|v| v.initial.clone()).collect();
        let first = encoding.encoder.given(values);
        Path::new(encoding, limits, false, first)
    }

    fn new(encoding: Encoding<'c>, limits: &'c Limits, is_free: bool, first: Frame) -> Path<'c> {
        let (frames, steps, distinct) = (Vec::new(), Vec::new(), Vec::new());
        let mut path = Path { encoding, limits, is_free, frames, steps, distinct, asked: 0 };
        path.push(first);
        path
    }

    /// Adds a state. Only one transition fires in it: all read the same bits as their inputs.
    fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
        let system = self.encoding.claim.system;
        let mut common: Vec<Word> = Vec::new();
        for t in system.transition_ids() {
            for (i, input) in system.transition(t).inputs.iter().enumerate() {
                common.resize(common.len().max(i + 1), Word::new());
                while common[i].len() < usize::from(input.width) {
                    common[i].push(self.encoding.encoder.circuit.fresh_bit());
                }
                let word = common[i][..usize::from(input.width)].to_vec();
                self.encoding.encoder.set_input(self.at(t).firing, i as u32, word);
            }
        }
    }

    /// Whether a new path would answer faster.
    pub fn is_crowded(&self) -> bool {
        self.encoding.encoder.circuit.effort().clauses > CROWDED
    }

    fn last(&self) -> Frame {
        self.frames[self.frames.len() - 1]
    }

    /// Demands that the last state satisfies the invariant.
    pub fn assume_invariant(&mut self) {
        let frame = self.last();
        self.encoding.require_invariant(frame);
    }

    /// Demands that in the last state nothing is violated, with the inputs that are chosen there.
    pub fn assume_safe(&mut self) {
        let (claim, frame) = (self.encoding.claim, self.last());
        for t in claim.system.transition_ids().filter(|&t| claim.is_checked(t)) {
            let at = self.at(t);
            let (enabled, in_range) = (self.encoding.enabled(frame, t), self.encoding.in_range(at.firing, t));
            let violates = self.encoding.violates(at, t);
            self.encoding.encoder.circuit.clause(&[!enabled, !in_range, !violates]);
        }
        if claim.certificate.asked.deadlock {
            let deadlock = self.encoding.deadlock(frame);
            self.encoding.encoder.circuit.require(!deadlock);
        }
    }

    /// The last state, where a transition fires.
    fn at(&self, t: TransitionId) -> At {
        let count = self.encoding.claim.system.transitions.len();
        At { frame: self.last(), firing: Firing(((self.frames.len() - 1) * count + t.index() + 1) as u32) }
    }

    /// Goes on by any step that violates nothing. The state after it is the last one then.
    pub fn extend(&mut self) {
        let claim = self.encoding.claim;
        let mut next = self.last();
        let mut options = Vec::new();
        for t in claim.steps() {
            let at = self.at(t);
            let (chosen, after) = self.step(at, t);
            next = self.encoding.encoder.choose(chosen, after, next);
            options.push(Candidate { transition: t, firing: at.firing, chosen });
        }
        let any: Vec<Lit> = options.iter().map(|o| o.chosen).collect();
        self.encoding.encoder.circuit.clause(&any);
        // Of several that are chosen, the outermost counts.
        options.reverse();
        self.steps.push(options);
        self.push(next);
    }

    /// A literal that can be true only if a transition can fire and violates nothing, and the state after it.
    fn step(&mut self, at: At, t: TransitionId) -> (Lit, Frame) {
        let claim = self.encoding.claim;
        let (enabled, in_range) = (self.encoding.enabled(at.frame, t), self.encoding.in_range(at.firing, t));
        let (outcome, violates) = (self.encoding.outcome(at, t), self.encoding.violates(at, t));
        let chosen = self.encoding.encoder.circuit.fresh_bit();
        for needed in [enabled, in_range, !violates] {
            self.encoding.encoder.circuit.clause(&[!chosen, needed]);
        }
        let after = self.encoding.encoder.after(at, &claim.system.transition(t).updates);
        let after = match &claim.system.error_state {
            Some(values) => {
                let error = self.encoding.encoder.given(values.clone());
                self.encoding.encoder.choose(outcome.goes_on, after, error)
            }
            None => {
                self.encoding.encoder.circuit.clause(&[!chosen, outcome.goes_on]);
                after
            }
        };
        (chosen, after)
    }

    /// A run whose last state does not satisfy some clause.
    pub fn outside(&mut self) -> Result<Option<Witness>, Refused> {
        let frame = self.last();
        let clauses: Vec<Lit> = self.encoding.claim.clauses.iter().map(|&c| self.encoding.bit(frame, c)).collect();
        let outside = !self.encoding.all(clauses);
        self.ask(&[outside], None)
    }

    /// A run on which a transition leads out of the invariant, without an error.
    pub fn leaving(&mut self, t: TransitionId) -> Result<Option<Witness>, Refused> {
        let (claim, at) = (self.encoding.claim, self.at(t));
        let updates = &claim.system.transition(t).updates;
        let written: Vec<VarId> = updates.iter().map(|u| u.target).map(Target::variable).collect();
        // A clause about other variables keeps its value.
        let clauses = claim.clauses.iter().zip(&claim.reads);
        let touched: Vec<_> = clauses.filter(|(_, reads)| written.iter().any(|v| reads.contains(v))).collect();
        if touched.is_empty() {
            return Ok(None);
        }
        let after = self.encoding.encoder.after(at, updates);
        let goes_on = self.encoding.outcome(at, t).goes_on;
        let clauses: Vec<Lit> = touched.iter().map(|(clause, _)| self.encoding.bit(after, **clause)).collect();
        let outside = !self.encoding.all(clauses);
        self.firing(t, at, &[goes_on, outside])
    }

    /// A run at whose end a transition fails a check that ends the run.
    pub fn erring(&mut self, t: TransitionId) -> Result<Option<Witness>, Refused> {
        let at = self.at(t);
        let goes_on = self.encoding.outcome(at, t).goes_on;
        self.firing(t, at, &[!goes_on])
    }

    /// A run at whose end a transition, or an observer, fails a check that must not fail.
    pub fn violating(&mut self, t: TransitionId) -> Result<Option<Witness>, Refused> {
        let at = self.at(t);
        let violates = self.encoding.violates(at, t);
        self.firing(t, at, &[violates])
    }

    /// A run at whose end nothing can happen.
    pub fn deadlocked(&mut self) -> Result<Option<Witness>, Refused> {
        let frame = self.last();
        let deadlock = self.encoding.deadlock(frame);
        self.ask(&[deadlock], None)
    }

    /// A run at whose end a transition fires under these conditions.
    fn firing(&mut self, t: TransitionId, at: At, conditions: &[Lit]) -> Result<Option<Witness>, Refused> {
        let (enabled, in_range) = (self.encoding.enabled(at.frame, t), self.encoding.in_range(at.firing, t));
        self.ask(&[&[enabled, in_range], conditions].concat(), Some((t, at.firing)))
    }

    fn ask(&mut self, conditions: &[Lit], last: Option<(TransitionId, Firing)>) -> Result<Option<Witness>, Refused> {
        checkpoint();
        self.asked += 1;
        loop {
            match self.encoding.encoder.circuit.solve(conditions, self.limits) {
                Answer::Unsatisfiable => return Ok(None),
                Answer::Unknown => return Err(Refused::Stopped),
                Answer::Satisfiable => {}
            }
            let witness = self.witness(last)?;
            match self.repetition(&witness) {
                Some((i, j)) => self.tell_apart(i, j),
                None => return Ok(Some(witness)),
            }
        }
    }

    /// Two states of a run that are the same and need not be: a shortest way to a violation passes no state twice.
    fn repetition(&self, witness: &Witness) -> Option<(usize, usize)> {
        let count = self.frames.len();
        let variables = &self.encoding.claim.system.variables;
        let is_long =
            |v: usize| kulan_sat::Space::array(self.encoding.claim.system, VarId(v as u32)).is_some_and(|a| !a.split);
        if !self.is_free || count < 2 || (0..variables.len()).any(is_long) {
            return None;
        }
        let mut pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
        pairs.find(|&(i, j)| witness.states[i] == witness.states[j] && !self.distinct.contains(&(i, j)))
    }

    fn tell_apart(&mut self, i: usize, j: usize) {
        let system = self.encoding.claim.system;
        let mut differ = Vec::new();
        for (v, variable) in system.variables.iter().enumerate() {
            for element in 0..variable.len() as u32 {
                let [a, b] = [i, j]
                    .map(|at| self.encoding.encoder.cell(&system.exprs, self.frames[at], VarId(v as u32), element));
                differ.push(!self.encoding.encoder.circuit.equal(&a, &b));
            }
        }
        self.encoding.encoder.circuit.clause(&differ);
        self.distinct.push((i, j));
    }

    /// The run that the solver has found, replayed.
    fn witness(&mut self, last: Option<(TransitionId, Firing)>) -> Result<Witness, Refused> {
        let system = self.encoding.claim.system;
        let mut fired = Vec::new();
        for options in &self.steps {
            let is_chosen = |o: &&Candidate| self.encoding.encoder.circuit.value(&[o.chosen]) == 1;
            let chosen = options.iter().find(is_chosen).ok_or_else(|| disagree("nothing was chosen"))?;
            fired.push((chosen.transition, chosen.firing));
        }
        fired.extend(last);
        let interpreter = Interpreter::new(system);
        let mut witness = Witness { states: vec![self.first(&interpreter)], firings: Vec::new(), failed: Vec::new() };
        for (t, firing) in fired {
            let state = &witness.states[witness.states.len() - 1];
            let inputs = self.inputs(t, firing);
            if !interpreter.guards_hold(state, t) {
                return Err(disagree("a transition fired that is not enabled"));
            }
            let result = interpreter.fire(state, t, &inputs);
            witness.states.extend(result.state);
            witness.firings.push((t, inputs));
            witness.failed = result.failed;
        }
        Ok(witness)
    }

    /// The first state of the run; what nobody asked for is as at the start.
    fn first(&self, interpreter: &Interpreter<'_>) -> Valuation {
        let mut state = interpreter.initial();
        if !self.is_free {
            return state;
        }
        let (system, encoder) = (self.encoding.claim.system, &self.encoding.encoder);
        let offsets = system.offsets();
        for (v, element, value) in encoder.cells(self.frames[0]) {
            state.0[offsets[v.index()] + element as usize] = value;
        }
        for (v, element, value) in encoder.long_elements(self.frames[0]) {
            if element < system.variables[v.index()].len() as u64 {
                state.0[offsets[v.index()] + element as usize] = value;
            }
        }
        state
    }

    fn inputs(&mut self, t: TransitionId, firing: Firing) -> Vec<u64> {
        let inputs = &self.encoding.claim.system.transition(t).inputs;
        let words: Vec<_> =
            (0..).zip(inputs).map(|(i, input)| self.encoding.encoder.input(firing, i, input.width)).collect();
        words.iter().map(|word| self.encoding.encoder.circuit.value(word)).collect()
    }
}

/// An error of this program.
pub(crate) fn disagree(what: &str) -> Refused {
    Refused::Internal(format!("the solver and the interpreter do not agree: {what}"))
}
