//! Safety by the symbolic engines.

use kulan_control::{Control, Limit, Phase, Progress};
use kulan_ir::{CheckKind, ExprId, Instance, Layout, System};
use kulan_model::Failure;
use kulan_report::CircuitFigures;
use kulan_sat::{Batsat, Limits};
use kulan_search::{Kind, Outcome, Violation};
use kulan_symbolic::invariant::Clause;
use kulan_symbolic::{Choices, Question, Relation, Replayed, bmc, ic3, invariant, replay};
use kulan_trace::Firing;
use kulan_transform::Passes;

use crate::{Engine, Error, Found, Mode, Searched, Setup, Transactions, Workshop};

/// A run that a symbolic engine found, in transitions of the searched system.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The transitions before the violation.
    pub firings: Vec<Firing>,
    /// The inputs of the transition that fails a check.
    pub inputs: Vec<u64>,
}

/// Why a symbolic engine says that something holds.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The system in which it holds.
    pub flat: System,
    /// Conditions that hold in all reachable states, as expressions of that system.
    pub clauses: Vec<ExprId>,
    /// Violations show after this many good states in a row.
    pub steps: usize,
}

/// What a symbolic engine did.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// Which one.
    pub engine: Engine,
    /// Sizes.
    pub figures: CircuitFigures,
    /// For each violation of the outcome, in the same order.
    pub witnesses: Vec<Witness>,
    /// The depth within which the answers hold, if they hold for no more.
    pub depth: Option<u64>,
    /// The proof, if there is one.
    pub invariant: Option<Invariant>,
    /// The instances of the system.
    pub instances: Vec<Instance>,
}

impl Symbolic {
    /// The workshop with the instances that this engine has met.
    pub fn workshop_of(&self, workshop: &Workshop) -> Workshop {
        let mut workshop = workshop.clone();
        workshop.know(&self.instances);
        workshop
    }
}

/// Checks a model for everything that a search looks for, by a symbolic engine.
pub fn check(workshop: &mut Workshop, setup: &Setup, engine: Engine, control: &Control) -> Result<Searched, Error> {
    let before = control.times();
    // Deciding static movers takes less than a second, and what a thread does under a lock becomes one step. Where a number of
    // steps is given, they are those of the model.
    let is_free = engine == Engine::Ic3 || (engine == Engine::Bmc && setup.depth.is_none());
    let transactions = match setup.transactions {
        Transactions::Auto if is_free => Transactions::Of(Mode::Static),
        asked => asked,
    };
    let setup = &Setup { transactions, ..setup.clone() };
    loop {
        let preparing = control.enter(Phase::Preparing);
        let base = workshop.open_system();
        let system = kulan_transform::transform(&base, Passes { split: false, ..setup.passes });
        let (system, transacted) = crate::transactions::transact(system, setup, None, control);
        let asking = Asking::new(&system, setup, engine, control);
        drop(preparing);
        match asking.answer() {
            Ok(mut found) => {
                found.transacted = transacted;
                if let Some(symbolic) = &mut found.symbolic {
                    symbolic.instances = workshop.instances().to_vec();
                }
                return Ok(Searched { base, system, found, times: control.times().since(&before) });
            }
            Err(Stop::Missing(instance)) => workshop.require(instance, control)?,
            Err(Stop::Error(error)) => return Err(error),
        }
    }
}

/// Why there is no answer.
enum Stop {
    /// The system lacks an instance.
    Missing(Instance),
    Error(Error),
}

/// Questions about one system.
struct Asking<'a> {
    system: &'a System,
    flat: System,
    /// What proofs may speak of beside bits.
    conditions: Vec<kulan_symbolic::Condition>,
    choices: Choices,
    setup: &'a Setup,
    engine: Engine,
    control: &'a Control,
}

/// An answer of an engine, with the sizes of its circuit.
struct Answered {
    found: kulan_symbolic::Found,
    figures: CircuitFigures,
    /// What all reachable states satisfy, if it is a proof.
    clauses: Vec<Clause>,
}

impl<'a> Asking<'a> {
    fn new(system: &'a System, setup: &'a Setup, engine: Engine, control: &'a Control) -> Asking<'a> {
        let mut flat = kulan_transform::flat(system.clone());
        let choices = Choices::new(&flat);
        let conditions = kulan_symbolic::conditions(&mut flat);
        Asking { system, flat, conditions, choices, setup, engine, control }
    }

    /// Asks for all violations that are looked for; then, if there are none, which bounds can be met.
    fn answer(&self) -> Result<Found, Stop> {
        let options = &self.setup.search;
        let mut outcome = Outcome::default();
        let mut symbolic = Symbolic {
            engine: self.engine,
            figures: CircuitFigures::default(),
            witnesses: Vec::new(),
            depth: None,
            invariant: None,
            instances: Vec::new(),
        };
        let mut known: Vec<Kind> = Vec::new();
        // Bounded search goes through the same runs for either question. Proofs are easier one by one.
        let mut with_bounds = self.engine == Engine::Bmc;
        loop {
            let looks_for = |kind: CheckKind| {
                (with_bounds || !kind.is_limit()) && options.looks_for(kind) && !known.contains(&Kind::Check(kind))
            };
            let deadlocks = options.deadlocks && !known.contains(&Kind::Deadlock);
            let question = Question { deadlocks, looks_for: &looks_for };
            let answered = self.ask(question)?;
            symbolic.figures = answered.figures;
            outcome.depth = outcome.depth.max(answered.figures.depth);
            match answered.found {
                kulan_symbolic::Found::Violated(inputs) => {
                    let run = self.replayed(question, &inputs)?;
                    let kind = self.kind_of(&run)?;
                    if matches!(kind, Kind::Check(kind) if kind.is_limit()) {
                        with_bounds = false;
                        continue;
                    }
                    self.violated(kind, run, &mut outcome, &mut symbolic);
                    if !options.all_errors {
                        return Ok(self.finish(outcome, symbolic));
                    }
                    known.push(kind);
                    continue;
                }
                kulan_symbolic::Found::Within(depth) => symbolic.depth = Some(depth as u64),
                kulan_symbolic::Found::Ended(_) => {}
                kulan_symbolic::Found::Inductive(steps) => {
                    symbolic.invariant = Some(self.invariant(&answered.clauses, steps));
                }
                kulan_symbolic::Found::Proved(_) => {
                    symbolic.invariant = Some(self.invariant(&answered.clauses, 1));
                }
                kulan_symbolic::Found::Stopped => outcome.limit = Some(self.limit()),
            }
            break;
        }
        if outcome.limit.is_none() && !with_bounds {
            self.meet_bounds(&mut outcome, &mut symbolic)?;
        }
        if let Some(invariant) = &symbolic.invariant {
            symbolic.figures.clauses = invariant.clauses.len() as u64;
        }
        Ok(self.finish(outcome, symbolic))
    }

    fn finish(&self, outcome: Outcome, symbolic: Symbolic) -> Found {
        Found { outcome, symbolic: Some(symbolic), ..Found::default() }
    }

    fn limit(&self) -> Limit {
        self.control.stopped().unwrap_or(Limit::Interrupt)
    }

    fn ask(&self, question: Question) -> Result<Answered, Stop> {
        let preparing = self.control.enter(Phase::Preparing);
        let whole = Relation::new(&self.flat, &self.choices, question, &self.conditions).map_err(|_| {
            let why = "its states are too large for a circuit; use --engine explicit";
            Stop::Error(Error::Call(format!("{}: {why}", self.system.name)))
        })?;
        // Induction is about states that differ: in the system, as a certificate has it, not only in what matters.
        let is_inductive = self.engine == Engine::Induction;
        let relation = if is_inductive { whole.with_all_bits() } else { whole.simplified() };
        drop(preparing);
        let _phase = self.control.enter(Phase::Search);
        let mut figures = CircuitFigures {
            bits: relation.bits.len() as u64,
            inputs: relation.inputs.iter().flatten().count() as u64,
            gates: relation.aig.len() as u64,
            ..CircuitFigures::default()
        };
        let progress = std::cell::Cell::new((0, 0));
        let found = match self.engine {
            // Nothing that is asked about is left in the circuit.
            _ if !is_inductive && relation.never_bad() => kulan_symbolic::Found::Proved(Vec::new()),
            Engine::Ic3 => {
                let note = |p: ic3::Progress| {
                    progress.set((p.frame as u64, p.cubes as u64));
                    self.publish(p.frame as u64, p.cubes as u64);
                };
                kulan_control::detached(|| ic3::search(&relation, ic3::Options::default(), self.control, &note))
            }
            _ => {
                let depth = self.setup.depth.map(|d| d as usize);
                // A certificate cannot say that no run is longer.
                let options =
                    bmc::Options { depth, induction: is_inductive, ends: !self.setup.proof, ..bmc::Options::default() };
                let note = |depth: usize| {
                    progress.set((depth as u64, 0));
                    self.publish(depth as u64, 0);
                };
                kulan_control::detached(|| bmc::search(&relation, Batsat::default, options, self.control, &note))
            }
        };
        (figures.depth, figures.clauses) = progress.get();
        let mut clauses = invariant::of_bits(&relation);
        if let kulan_symbolic::Found::Proved(learned) = &found {
            clauses.extend_from_slice(learned);
            clauses = invariant::needed(&whole, clauses, &Limits::of(self.control));
        }
        Ok(Answered { found, figures, clauses })
    }

    fn publish(&self, depth: u64, clauses: u64) {
        self.control.publish(Progress { depth, clauses: Some(clauses), ..Progress::default() });
    }

    /// A run that was found, followed by the interpreter.
    fn replayed(&self, question: Question, inputs: &[Vec<bool>]) -> Result<Replayed, Stop> {
        replay(&self.flat, &self.choices, question, inputs).ok_or_else(|| {
            Stop::Error(Error::Internal(format!("a run found by {} does not lead to a violation", self.engine.name())))
        })
    }

    /// What a run violates; an instance that is missing is no violation.
    fn kind_of(&self, run: &Replayed) -> Result<Kind, Stop> {
        let Some((t, check, _)) = &run.failure else { return Ok(Kind::Deadlock) };
        let failed = &self.flat.transition(*t).checks[*check];
        match failed.instance {
            Some(instance) => Err(Stop::Missing(instance)),
            None => Ok(Kind::Check(failed.kind)),
        }
    }

    /// Notes a violation.
    fn violated(&self, kind: Kind, run: Replayed, outcome: &mut Outcome, symbolic: &mut Symbolic) {
        let Replayed { firings, failure, state } = run;
        let (failure, inputs) = match failure {
            None => (None, Vec::new()),
            Some((t, check, inputs)) => {
                let kind = self.flat.transition(t).checks[check].kind;
                (Some(Failure { transition: t, check: check as u32, kind }), inputs)
            }
        };
        match kind {
            Kind::Check(check) => *outcome.failures.entry(check).or_default() += 1,
            _ => outcome.deadlocks += 1,
        }
        // The system that was made flat has the same variables, and at most one more behind them.
        let layout = Layout::new(self.system);
        let mut words = vec![0; layout.words()];
        let count: usize = self.system.variables.iter().map(|v| v.len()).sum();
        layout.pack(&kulan_ir::Valuation(state.0[..count].to_vec()), &mut words);
        outcome.violations.push(Violation { kind, failure, states: vec![words], cycle: None });
        symbolic.witnesses.push(Witness { firings, inputs });
    }

    /// Which bounds of the system can be met. One that is not known to be out of reach counts as met.
    fn meet_bounds(&self, outcome: &mut Outcome, symbolic: &mut Symbolic) -> Result<(), Stop> {
        let all = self.flat.transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind);
        let mut kinds: Vec<CheckKind> = all.filter(|k| k.is_limit()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let question = Question { deadlocks: false, looks_for: &|k| k == kind };
            let Answered { found, clauses, .. } = self.ask(question)?;
            match found {
                kulan_symbolic::Found::Violated(inputs) => {
                    *outcome.failures.entry(kind).or_default() += 1;
                    let run = replay(&self.flat, &self.choices, question, &inputs);
                    let failed = run.and_then(|r| r.failure);
                    outcome.left_out.extend(failed.map(|(transition, check, _)| Failure {
                        transition,
                        check: check as u32,
                        kind,
                    }));
                }
                kulan_symbolic::Found::Stopped => *outcome.failures.entry(kind).or_default() += 1,
                kulan_symbolic::Found::Proved(_) => {
                    // Both together are inductive, too.
                    if let Some(Invariant { flat, clauses: known, .. }) = &mut symbolic.invariant {
                        known.extend(invariant::readable(flat, &clauses));
                        known.sort_unstable();
                        known.dedup();
                    }
                }
                kulan_symbolic::Found::Inductive(steps) => {
                    if let Some(invariant) = &mut symbolic.invariant {
                        invariant.steps = invariant.steps.max(steps);
                    }
                }
                // What is beyond is not known of all runs, whatever was proved within the bound.
                kulan_symbolic::Found::Within(depth) => {
                    symbolic.depth = Some(depth as u64);
                    symbolic.invariant = None;
                }
                kulan_symbolic::Found::Ended(_) => {}
            }
        }
        Ok(())
    }

    /// Clauses of an engine as expressions.
    fn invariant(&self, clauses: &[Clause], steps: usize) -> Invariant {
        let mut flat = self.flat.clone();
        let clauses = invariant::readable(&mut flat, clauses);
        Invariant { flat, clauses, steps }
    }
}
