//! A system as reductions see it: guards split as far as possible, and errors as goals in addition to the transitions.

use kulan_ir::{
    BinaryOp, CheckKind, Expr, ExprId, Exprs, GuardId, GuardTable, System, ThreadId, Transition, TransitionId, VarId,
    inputs,
};
use kulan_values::Values;

/// Something that can go wrong: a check of a transition fails where the transition is enabled.
///
/// A goal is like a transition that changes nothing; where one is enabled, a violation was found. Reductions keep goals
/// reachable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The transition.
    pub transition: TransitionId,
    /// Which of the checks that it has in the system from which the subject was made.
    pub check: u32,
    /// The kind of that check.
    pub kind: CheckKind,
    /// Conjunction: the transition's guards, earlier checks that hold, and this one that does not.
    pub guards: Vec<GuardId>,
    /// Whether the run continues from the error state.
    pub is_error: bool,
    /// Whether it is no step that fails, but the state that is not as it should be.
    pub is_observed: bool,
}

/// A step that would fail: its thread is able to go on, and the run ends there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Whose step it is.
    pub thread: ThreadId,
    /// Conjunction: where it fails.
    pub guards: Vec<GuardId>,
}

/// A system to be reduced.
///
/// Transitions keep their numbers. One that others can see only as a whole with what follows it (`continues`) or with what
/// comes before it, or that waits for all others (`fallback`), or whose checks depend on inputs, keeps its checks as they
/// are; of all others the checks became goals, and those that end a run became guards. A transition that fails such a check
/// is enabled in the original, whether or not anybody asks for that kind of error: so there no fallback is enabled in the
/// subject, and the state is a valid end.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The system.
    pub system: System,
    /// What can go wrong.
    pub goals: Vec<Goal>,
    /// By label of the system: its predicate as a guard, which no transition need have. What a property speaks of.
    pub propositions: Vec<GuardId>,
    /// Where a run ends in an error that is no goal.
    pub stops: Vec<Stop>,
    /// Variables that have any of these values in any state, whoever writes what: they stand for inputs.
    pub(crate) free: Vec<(VarId, Values)>,
}

impl Subject {
    /// Prepares a system; failing assertions are goals if `assertions`.
    pub fn new(system: &System, assertions: bool) -> Subject {
        Subject::keeping(system, &|kind| kind != CheckKind::Assertion || assertions)
    }

    /// Prepares a system; failing checks of the kinds wanted are goals. So are errors after which the run goes on.
    pub fn keeping(system: &System, wanted: &dyn Fn(CheckKind) -> bool) -> Subject {
        let mut result = system.clone();
        let old: Vec<ExprId> = std::mem::take(&mut result.guards);
        let mut table = GuardTable::default();
        let mut goals = Vec::new();
        let mut errors = Vec::new();
        let follows = following_alone(system);
        for (i, transition) in system.transitions.iter().enumerate() {
            let mut conditions: Vec<ExprId> = transition.guards.iter().map(|g| old[g.index()]).collect();
            let is_chosen = inputs::are_checked(system, transition);
            // Where errors lead to a state, those that end the run must be goals: where one is met, the thread is blocked,
            // so others see that state.
            let kept = |kind: CheckKind| follows[i] && (kind.goes_on() || system.error_state.is_none());
            if transition.continues.is_none() && !transition.is_fallback() && !is_chosen {
                let ends = |kind: CheckKind| !transition.is_observer() && !kind.goes_on();
                let holds = result.exprs.bool(true);
                let checks = &mut result.transitions[i].checks;
                // The others stay as well, so that each keeps its place.
                checks.iter_mut().filter(|c| !kept(c.kind)).for_each(|c| c.condition = holds);
                if !transition.checks.iter().any(|c| kept(c.kind)) {
                    checks.clear();
                }
                for (check, c) in transition.checks.iter().enumerate().filter(|(_, c)| !kept(c.kind)) {
                    let is_error = ends(c.kind) && system.error_state.is_some();
                    let mut fails = conditions.clone();
                    fails.push(result.exprs.not(c.condition));
                    if ends(c.kind) {
                        let all = fails.iter().fold(holds, |all, &part| result.exprs.and(all, part));
                        errors.push(all);
                    }
                    if (wanted(c.kind) || is_error)
                        && let Some(guards) = split(&mut table, &mut result, &fails)
                    {
                        let (is_observed, check) = (transition.is_observer(), check as u32);
                        let transition = TransitionId(i as u32);
                        goals.push(Goal { transition, check, kind: c.kind, guards, is_error, is_observed });
                    }
                    if ends(c.kind) {
                        conditions.push(c.condition);
                    }
                }
            }
            if transition.is_observer() {
                // All that there is to it are the goals.
                conditions.push(result.exprs.bool(false));
            }
            result.transitions[i].guards = split(&mut table, &mut result, &conditions).unwrap_or_else(|| {
                let never = result.exprs.bool(false);
                result.guards.push(never);
                vec![GuardId(result.guards.len() as u32 - 1)]
            });
        }
        allow_for(errors, &mut table, &mut result);
        let propositions = propositions(&mut table, &mut result);
        Subject { system: result, goals, propositions, stops: Vec::new(), free: Vec::new() }
    }

    /// Prepares a system whose runs are observed through its labels. Its errors are none of the observer's business, but
    /// that an instance is missing is a goal, unless the system is known to be `complete`.
    pub fn observed(system: &System, complete: bool) -> Subject {
        let subject = Subject::new(system, false);
        let kind = |g: &Goal| system.transition(g.transition).checks[g.check as usize].kind;
        let (missing, errors): (Vec<Goal>, Vec<Goal>) =
            subject.goals.into_iter().partition(|g| kind(g) == CheckKind::MissingInstance);
        let stop = |goal: Goal| Stop { thread: system.transition(goal.transition).thread, guards: goal.guards };
        let stops = errors.into_iter().map(stop).collect();
        Subject { goals: if complete { Vec::new() } else { missing }, stops, ..subject }
    }

    /// The thread of an action: of a transition, or of the transition that a goal belongs to.
    pub fn thread(&self, action: usize) -> ThreadId {
        let goal = action.checked_sub(self.system.transitions.len());
        self.system.transition(goal.map_or(TransitionId(action as u32), |goal| self.goals[goal].transition)).thread
    }

    /// Whether a run can come to the state to which errors lead, if only goals are met that are possible.
    pub(crate) fn can_err(&self, possible: &[bool]) -> bool {
        self.goals.iter().zip(possible).any(|(goal, &possible)| goal.is_error && possible)
    }

    /// Whether anything is left that can go wrong: a goal, or a check that did not become one.
    pub fn can_fail(&self) -> bool {
        !self.goals.is_empty() || self.system.transitions.iter().any(|t| !t.checks.is_empty())
    }
}

/// Where a step fails a check that ends the run, nobody is stuck, and no fallback is enabled.
fn allow_for(mut errors: Vec<ExprId>, table: &mut GuardTable, system: &mut System) {
    while errors.len() > 1 {
        // So that the depth is logarithmic.
        let or = |pair: &[ExprId]| pair.iter().copied().reduce(|a, b| system.exprs.or(a, b));
        errors = errors.chunks(2).filter_map(or).collect();
    }
    let Some(some) = errors.pop() else { return };
    system.valid_end = system.exprs.or(system.valid_end, some);
    if system.transitions.iter().any(Transition::is_fallback) {
        let none = system.exprs.not(some);
        // One guard, which hardly ever changes, whatever its parts do.
        let guard = table.guard(system, none);
        system.transitions.iter_mut().filter(|t| t.is_fallback()).for_each(|t| t.guards.push(guard));
    }
}

/// By transition: whether it may happen while its thread goes on alone. There its checks can fail in states that nobody
/// else sees, so no goal would be met.
fn following_alone(system: &System) -> Vec<bool> {
    // By thread: the locations at which it may go on alone; `None` is any.
    let mut locations: Vec<Vec<Option<u64>>> = vec![Vec::new(); system.threads.len()];
    for transition in &system.transitions {
        let Some(thread) = transition.continues else { continue };
        let counter = system.threads[thread.index()].program_counter;
        let from = if transition.thread == thread { system.location_of(transition) } else { None };
        let to = counter.and_then(|pc| system.exprs.jump(&transition.updates, pc).from(from));
        locations[thread.index()].push(to);
    }
    let follows = |t: &Transition| {
        let at = system.location_of(t);
        locations[t.thread.index()].iter().any(|&l| l.is_none() || at.is_none() || l == at)
    };
    system.transitions.iter().map(follows).collect()
}

/// Whether all that is known of a transition of a subject is what it reads and writes: others see it as a whole with what
/// follows it, or it still has checks.
pub fn is_opaque(transition: &Transition) -> bool {
    transition.continues.is_some() || !transition.checks.is_empty()
}

/// The labels as guards, whole.
fn propositions(table: &mut GuardTable, system: &mut System) -> Vec<GuardId> {
    let predicates: Vec<ExprId> = system.labels.iter().map(|l| l.predicate).collect();
    predicates.into_iter().map(|predicate| table.guard(system, predicate)).collect()
}

/// The guards of a conjunction, or `None` if it is plainly false.
fn split(table: &mut GuardTable, system: &mut System, conditions: &[ExprId]) -> Option<Vec<GuardId>> {
    let mut parts = Vec::new();
    for &condition in conditions {
        conjuncts(&mut system.exprs, condition, &mut parts);
    }
    table.split(system, &parts)
}

/// Splits `a && b` and `!(a || b)`, however deep.
fn conjuncts(exprs: &mut Exprs, condition: ExprId, out: &mut Vec<ExprId>) {
    match exprs.get(condition) {
        Expr::Binary(BinaryOp::And, a, b) if exprs.width(a) == 1 => {
            conjuncts(exprs, a, out);
            conjuncts(exprs, b, out);
        }
        Expr::Not(inner) => match exprs.get(inner) {
            Expr::Binary(BinaryOp::Or, a, b) if exprs.width(a) == 1 => {
                for part in [a, b] {
                    let negated = exprs.not(part);
                    conjuncts(exprs, negated, out);
                }
            }
            _ => out.push(condition),
        },
        _ => out.push(condition),
    }
}
