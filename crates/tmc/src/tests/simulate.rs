//! A direct simulation of resolved programs: plain integers, queues, and no estimate of anything.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use kulan_ir::CheckKind;

use crate::Program;
use crate::hir::{Action, Assignee, Clause, Expr, ExprKind, Machine, Probe};
use crate::operator::BinaryOp;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    locals: Vec<Vec<i32>>,
    shared: Vec<i32>,
    channels: BTreeMap<(usize, usize), VecDeque<(i32, i32)>>,
}

/// What an exploration found; none of it depends on how states are represented.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    pub states: usize,
    pub transitions: usize,
    pub deadlocks: usize,
    pub failures: BTreeSet<CheckKind>,
    /// By proposition: the states in which it holds.
    pub holds: Vec<usize>,
}

/// A step that happened, or all that went wrong.
type Outcome = Result<State, Vec<CheckKind>>;

struct Simulation<'p> {
    machine: &'p Machine,
}

/// Explores a program; none if it has more states.
pub(super) fn explore(program: &Program, limit: usize) -> Option<Found> {
    let machine = &program.machine;
    let simulation = Simulation { machine };
    let start = State {
        at: vec![0; machine.processes.len()],
        locals: machine.processes.iter().map(|p| p.initial.clone()).collect(),
        shared: machine.shared.iter().map(|s| s.initial).collect(),
        channels: BTreeMap::new(),
    };
    let mut found = Found { holds: vec![0; program.atoms.len()], ..Found::default() };
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        for (count, atom) in found.holds.iter_mut().zip(&program.atoms) {
            *count += usize::from(simulation.evaluate(&state, usize::MAX, &atom.expr, &mut Vec::new()) != 0);
        }
        let outcomes = simulation.outcomes(&state);
        found.deadlocks += usize::from(outcomes.is_empty() && !simulation.may_end(&state));
        for outcome in outcomes {
            match outcome {
                Err(failures) => found.failures.extend(failures),
                Ok(next) => {
                    found.transitions += 1;
                    if seen.insert(next.clone()) {
                        todo.push(next);
                    }
                }
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    found.states = seen.len();
    Some(found)
}

impl Simulation<'_> {
    fn may_end(&self, state: &State) -> bool {
        let mut all = state.at.iter().enumerate();
        all.all(|(p, &at)| self.machine.type_of(p).locations[at].clauses.is_empty())
    }

    fn outcomes(&self, state: &State) -> Vec<Outcome> {
        let mut list = Vec::new();
        for (process, &at) in state.at.iter().enumerate() {
            for clause in &self.machine.type_of(process).locations[at].clauses {
                let mut errors = Vec::new();
                let guard = clause.guard.as_ref().is_none_or(|g| self.evaluate(state, process, g, &mut errors) != 0);
                if !errors.is_empty() {
                    list.push(Err(errors));
                } else if guard {
                    self.act(state, process, clause, &mut list);
                }
            }
        }
        list
    }

    fn act(&self, state: &State, process: usize, clause: &Clause, list: &mut Vec<Outcome>) {
        let mut errors = Vec::new();
        let mut next = state.clone();
        next.at[process] = clause.target;
        match &clause.action {
            Action::None => list.push(Ok(next)),
            Action::Assign(place, value) => {
                let value = self.evaluate(state, process, value, &mut errors);
                store(&mut next, process, *place, value);
                list.push(first_error(errors).map_or(Ok(next), Err));
            }
            Action::Send { value, destination, tag } => {
                let to = self.process(state, process, destination, &mut errors);
                let Some(to) = to.filter(|_| errors.is_empty()) else { return list.push(Err(errors)) };
                let queue = next.channels.entry((process, to)).or_default();
                if queue.len() < self.machine.capacity as usize {
                    let value = self.evaluate(state, process, value, &mut errors);
                    queue.push_back((value, self.evaluate(state, process, tag, &mut errors)));
                    list.push(first_error(errors).map_or(Ok(next), Err));
                }
            }
            Action::Receive { variable, source, tag } => {
                let count = self.machine.processes.len();
                let sources = match source {
                    Some(e) => self.process(state, process, e, &mut errors).map_or(0..0, |p| p..p + 1),
                    None => 0..count,
                };
                let tag = tag.as_ref().map(|t| self.evaluate(state, process, t, &mut errors));
                if !errors.is_empty() {
                    return list.push(Err(errors));
                }
                for from in sources {
                    list.extend(receive(state, next.clone(), (from, process), *variable, tag).map(Ok));
                }
            }
        }
    }

    /// The process that an expression names.
    fn process(&self, state: &State, process: usize, e: &Expr, errors: &mut Vec<CheckKind>) -> Option<usize> {
        let value = self.evaluate(state, process, e, errors);
        let named = usize::try_from(value).ok().filter(|&p| p < self.machine.processes.len());
        if named.is_none() {
            errors.push(CheckKind::Channel);
        }
        named
    }

    fn evaluate(&self, state: &State, process: usize, e: &Expr, errors: &mut Vec<CheckKind>) -> i32 {
        match &e.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Unknown => panic!("an unknown expression"),
            ExprKind::Shared(v) => state.shared[*v],
            ExprKind::Local(v) => state.locals[process][*v],
            ExprKind::Pid => process as i32,
            ExprKind::Remote(p, v) => state.locals[*p][*v],
            ExprKind::At(p, location) => i32::from(state.at[*p] == *location),
            ExprKind::Probe(probe) => i32::from(self.probe(state, process, probe, errors)),
            ExprKind::Unary(op, a) => op.evaluate(self.evaluate(state, process, a, errors)),
            ExprKind::Binary(op, a, b) => {
                let a = self.evaluate(state, process, a, errors);
                match op {
                    BinaryOp::And if a == 0 => return 0,
                    BinaryOp::Or if a != 0 => return 1,
                    _ => {}
                }
                let b = self.evaluate(state, process, b, errors);
                op.evaluate(a, b).unwrap_or_else(|| {
                    errors.push(CheckKind::Division);
                    0
                })
            }
        }
    }

    fn probe(&self, state: &State, process: usize, probe: &Probe, errors: &mut Vec<CheckKind>) -> bool {
        let from = self.process(state, process, &probe.from, errors);
        let to = self.process(state, process, &probe.to, errors);
        let tag = probe.tag.as_ref().map(|t| self.evaluate(state, process, t, errors));
        let yes = from.zip(to).is_some_and(|pair| {
            let queue = state.channels.get(&pair);
            match probe.room {
                true => queue.map_or(0, VecDeque::len) < self.machine.capacity as usize,
                false => queue.and_then(VecDeque::front).is_some_and(|m| tag.is_none_or(|t| m.1 == t)),
            }
        });
        yes != probe.negated
    }
}

fn receive(
    state: &State,
    mut next: State,
    pair: (usize, usize),
    variable: Option<Assignee>,
    tag: Option<i32>,
) -> Option<State> {
    let &(value, sent) = state.channels.get(&pair)?.front()?;
    if tag.is_some_and(|t| t != sent) {
        return None;
    }
    let queue = next.channels.get_mut(&pair)?;
    queue.pop_front();
    if queue.is_empty() {
        next.channels.remove(&pair); // as at the start
    }
    if let Some(place) = variable {
        store(&mut next, pair.1, place, value);
    }
    Some(next)
}

fn store(state: &mut State, process: usize, place: Assignee, value: i32) {
    match place {
        Assignee::Shared(v) => state.shared[v] = value,
        Assignee::Local(v) => state.locals[process][v] = value,
    }
}

/// What an action fails with is the first that goes wrong.
fn first_error(errors: Vec<CheckKind>) -> Option<Vec<CheckKind>> {
    errors.first().map(|&kind| vec![kind])
}
