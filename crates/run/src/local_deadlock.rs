//! Local deadlocks of systems of programs: a process that has not ended, and never goes on again whatever the others do.
//!
//! That is a question about all futures of a state, so a graph is built. A process can still go on where it can move, or
//! where an edge leads to a state where it still can go on. States are seen between steps that are merged, which changes no
//! answer: the steps in between are always possible.
//!
//! A reduced graph gives the same answer if key transitions lead from each of its states to one of which all successors are
//! in the graph. docs/distributed.md has the proof; it needs that a process ends by its own steps only.

pub mod by_the_way;
mod facts;
mod graph;
mod whole;

use kulan_control::{Control, Phase};

use kulan_ir::{BinaryOp, CheckKind, Expr, ExprId, Layout, ProcessId, System, Thread, Update, Valuation, conjuncts};
use kulan_model::{GuardedModel, Partial, PartialModel};
use kulan_search::{Limit, Outcome};
use kulan_store::StateStore;
use kulan_stubborn::{ByProcess, Locality};
use kulan_transactions::Figures;

pub use self::by_the_way::Watched;
pub use self::facts::Facts;
pub use self::whole::Whole;
use crate::explicit::{OnModel, OnStore, execute, no_room, with_store};
use crate::reduction::{Prepared, Relating};
use crate::{Error, Found, Reduction, Searched, Setup, Transactions};

/// With `--por auto`, a whole graph is given up for a reduced one after this many times as many states as a search has before it
/// compares.
const GIVEN_UP: u64 = 10;

/// What was found, and the process that never goes on.
pub struct Stuck {
    pub searched: Searched,
    pub process: Option<String>,
}

/// Searches a system, as lowered, for a process that never goes on again.
pub fn check(base: System, setup: &Setup, control: &Control) -> Result<Stuck, Error> {
    let before = control.times();
    let preparing = control.enter(Phase::Preparing);
    let system = kulan_transform::transform(&base, setup.passes());
    drop(preparing);
    kulan_ir::inputs::are_few(&system).map_err(|e| Error::Call(e.to_string()))?;
    let (mut found, process) = run(&system, setup, control)?;
    let process = process.map(|p| system.processes[p].name.clone());
    let system = found.system.take().unwrap_or(system);
    let times = control.times().since(&before);
    Ok(Stuck { searched: Searched { base, system, found, times }, process })
}

/// What is known of the claim that a process never goes on again from a state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It never does.
    Confirmed,
    /// It has ended, or it still can.
    Refuted,
    /// There are too many states behind it to tell.
    Open,
}

/// Whether a process never goes on from a state of a system, as lowered: all that can follow is looked at. Without a
/// name, whether there is such a process.
pub fn confirm(
    system: &System,
    state: &Valuation,
    process: Option<&str>,
    setup: &Setup,
    control: &Control,
) -> Result<Claim, Error> {
    if kulan_ir::inputs::are_few(system).is_err() {
        return Ok(Claim::Open);
    }
    let layout = Layout::new(system);
    let mut words = vec![0; layout.words()];
    layout.pack(state, &mut words);
    let from = From { words, system, setup, control };
    Ok(match execute(system, setup.execution, control, from)? {
        Err(_) => Claim::Open,
        Ok(stuck) => {
            let is_meant = |p: usize| process.is_none_or(|name| system.processes[p].name == name);
            let is_stuck = (0..system.processes.len()).any(|p| stuck >> p & 1 == 1 && is_meant(p));
            if is_stuck { Claim::Confirmed } else { Claim::Refuted }
        }
    })
}

/// The question who never goes on from a state.
struct From<'f> {
    words: Vec<u32>,
    system: &'f System,
    setup: &'f Setup,
    control: &'f Control,
}

impl OnModel for From<'_> {
    type Output = Result<facts::Processes, Limit>;

    fn on<M: GuardedModel>(self, model: &M) -> Self::Output {
        let whole = Whole(model);
        let generators = vec![whole.partial(self.control), whole.partial(self.control)];
        let (threads, words) = (generators.len(), self.words.len());
        let work = OnFuture { from: &self, generators };
        with_store(self.setup, words, threads, work).map_or(Err(Limit::Memory), |(stuck, _)| stuck)
    }
}

struct OnFuture<'g, G> {
    from: &'g From<'g>,
    generators: Vec<G>,
}

impl<G: Partial> OnStore for OnFuture<'_, G> {
    type Output = Result<facts::Processes, Limit>;

    fn on<S: StateStore>(self, store: &S) -> Self::Output {
        let From { words, system, setup, control } = self.from;
        let most = setup.search.max_states.unwrap_or(u64::MAX);
        graph::stuck_from(system, self.generators, store, most, words, control)
    }
}

/// What was found, and the number of the process.
type Answer = (Found, Option<usize>);

fn run(system: &System, setup: &Setup, control: &Control) -> Result<Answer, Error> {
    let most = setup.search.max_states.unwrap_or(u64::MAX);
    let build = |way, most| execute(system, setup.execution, control, Build { way, system, most, setup, control });
    let is_exact = || ends_by_itself(system) && ends_by_steps(system);
    match setup.reduction {
        None if setup.by_process && is_exact() => {
            let (system, transacted) = transacted(system.clone(), setup, control);
            let relating = control.enter(Phase::Relations);
            let locality = Locality::new(&system);
            drop(relating);
            let build = Build { way: Way::Processes(&locality), system: &system, most, setup, control };
            let (found, process) = execute(&system, setup.execution, control, build)?;
            Ok((Found { transacted, system: Some(system), ..found }, process))
        }
        Some(reduction @ Reduction { auto: None, .. }) if is_exact() => {
            reduced(system.clone(), reduction, most, setup, control)
        }
        Some(reduction @ Reduction { auto: Some(first), .. }) if is_exact() => {
            let few = most.min(first.saturating_mul(GIVEN_UP));
            let answer = build(Way::Whole, few)?;
            if answer.0.outcome.limit != Some(Limit::States) || few == most {
                return Ok(answer);
            }
            reduced(setup.split(system.clone()), reduction, most, setup, control)
        }
        _ => build(Way::Whole, most),
    }
}

/// What ends a run must be kept: nobody knows how it would go on.
fn cuts_off(kind: CheckKind) -> bool {
    kind.is_limit() || !kind.goes_on()
}

/// The system with the transactions of a space that is reduced. In none of them a thread can get stuck.
fn transacted(system: System, setup: &Setup, control: &Control) -> (System, Option<Figures>) {
    let Transactions::Of(mode) = setup.transactions_where_reduced() else { return (system, None) };
    let rounds = Some(kulan_transactions::Options::ROUNDS);
    let options = kulan_transactions::Options { mode, deadlocks: true, waits: setup.reduction.is_none(), rounds };
    crate::transactions::make(system, options, &cuts_off, control)
}

/// The same by stubborn sets. That checks fail where a run is cut off must be kept beside the steps.
fn reduced(system: System, reduction: Reduction, most: u64, setup: &Setup, control: &Control) -> Result<Answer, Error> {
    let (system, transacted) = transacted(system, setup, control);
    let prepared = Prepared::keeping(&system, reduction, &cuts_off, control);
    let searched = &prepared.subject.system;
    let build = Build { way: Way::Reduced(&prepared), system: searched, most, setup, control };
    let (found, process) = execute(searched, setup.execution, control, build)?;
    Ok((Found { transacted, system: Some(system), ..found }, process))
}

/// What is left out of the graph.
enum Way<'w> {
    Whole,
    Processes(&'w Locality),
    Reduced(&'w Prepared),
}

struct Build<'b> {
    way: Way<'b>,
    system: &'b System,
    most: u64,
    setup: &'b Setup,
    control: &'b Control,
}

impl OnModel for Build<'_> {
    type Output = Answer;

    fn on<M: GuardedModel>(self, model: &M) -> Answer {
        let (initial, control) = (model.initial(), self.control);
        match self.way {
            Way::Whole => {
                let whole = Whole(model);
                self.build(&initial, || whole.partial(control))
            }
            Way::Processes(locality) => {
                let by_process = ByProcess::new(model, locality);
                self.build(&initial, || by_process.partial(control))
            }
            Way::Reduced(prepared) => {
                let reduced = prepared.reduce(model, control);
                let (found, process) = self.build(&initial, || reduced.partial(control));
                let relating = Relating { figures: prepared.figures(), options: reduced.options() };
                (Found { relating: Some(relating), ..found }, process)
            }
        }
    }
}

impl Build<'_> {
    fn build<G: Partial>(&self, initial: &[u32], generator: impl Fn() -> G) -> Answer {
        let _phase = self.control.enter(Phase::Search);
        // One more than there are workers: for whoever puts together what they find.
        let generators: Vec<G> = (0..=self.setup.search.threads.max(1)).map(|_| generator()).collect();
        let threads = generators.len();
        let work = OnGraph { build: self, initial, generators };
        let found = with_store(self.setup, initial.len(), threads, work);
        let ((outcome, process), store_bytes) = found.unwrap_or_else(|| ((no_room(), None), 0));
        (Found { outcome, store_bytes, ..Found::default() }, process)
    }
}

struct OnGraph<'g, G> {
    build: &'g Build<'g>,
    initial: &'g [u32],
    generators: Vec<G>,
}

impl<G: Partial> OnStore for OnGraph<'_, G> {
    type Output = (Outcome, Option<usize>);

    fn on<S: StateStore>(self, store: &S) -> Self::Output {
        let Build { system, most, control, .. } = *self.build;
        graph::search(system, self.generators, store, most, self.initial, control)
    }
}

/// Whether no step of a process can be the end of another one: what has not ended goes on or is stuck.
fn ends_by_itself(system: &System) -> bool {
    let is_harmless = |own: ProcessId, update: &Update| {
        let counter = update.target.variable();
        let is_other = |t: &&Thread| t.program_counter == Some(counter) && t.process != own;
        let place = system.exprs.as_const(update.value);
        system.threads.iter().filter(is_other).all(|t| place.is_some() && place != t.idle)
    };
    let steps = || system.transitions.iter().filter(|t| !t.is_observer());
    let mut updates = steps().flat_map(|t| t.updates.iter().map(|u| (system.threads[t.thread.index()].process, u)));
    system.error_state.is_none() && updates.all(|(own, update)| is_harmless(own, update))
}

/// Whether a run counts as ended only where all have ended, or directly behind certain steps: a step that is taken earlier
/// leads to such a state, too.
fn ends_by_steps(system: &System) -> bool {
    early_ends(system).into_iter().all(|end| {
        let Some((variable, value)) = system.as_equality(end) else { return false };
        let updates = system.transitions.iter().flat_map(|t| &t.updates);
        let mut written = updates.filter(|u| u.target.variable() == variable).map(|u| system.exprs.as_const(u.value));
        system.variables[variable.index()].initial[0] != value && written.all(|w| w.is_some())
    })
}

/// The conditions under which a run counts as ended although not all have.
fn early_ends(system: &System) -> Vec<ExprId> {
    let ends = disjuncts(system, system.valid_end).into_iter();
    ends.filter(|&end| !all_have_ended(system, end)).collect()
}

/// Whether a condition says that all threads of the programs have ended: all but those of the first process, which starts them.
fn all_have_ended(system: &System, condition: ExprId) -> bool {
    let mut parts = Vec::new();
    conjuncts(&system.exprs, condition, &mut parts);
    let has_ended = |t: &Thread| match t.program_counter.zip(t.idle) {
        Some(idle) => parts.iter().any(|&e| system.as_equality(e) == Some(idle)),
        None => t.program_counter.is_none(),
    };
    system.threads.iter().filter(|t| t.process.index() != 0).all(has_ended)
}

fn disjuncts(system: &System, condition: ExprId) -> Vec<ExprId> {
    let (mut open, mut found) = (vec![condition], Vec::new());
    while let Some(e) = open.pop() {
        match system.exprs.get(e) {
            Expr::Binary(BinaryOp::Or, a, b) => open.extend([b, a]),
            Expr::Const { bits: 0, .. } => {}
            _ => found.push(e),
        }
    }
    found
}

#[cfg(test)]
mod tests;
