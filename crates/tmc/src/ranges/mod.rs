//! Which values variables and messages can have, by following the program with sets of values.
//!
//! Locals are followed from location to location; a shared variable and a channel have one set each for the whole run.
//! The sets grow until nothing changes. Ranges that grow forever are first given up (all integers) and then narrowed
//! by following the program again from the start, which keeps all values that can occur.

mod refine;

use std::collections::BTreeMap;

use crate::hir::{Action, Assignee, Clause, Expr, ExprKind, Machine};
use crate::values::Values;

/// Rounds that narrow ranges.
const NARROWING: usize = 3;

/// The values that a process sees at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub pid: usize,
    pub locals: Vec<Values>,
    pub shared: Vec<Values>,
}

/// A channel by sender and receiver.
pub(crate) type Pair = (usize, usize);

/// The values and the tags of the messages of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Messages {
    pub values: Values,
    pub tags: Values,
}

/// What is known of all runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges {
    /// By process and location: the values of its locals; none where it never comes.
    locals: Vec<Vec<Option<Vec<Values>>>>,
    shared: Vec<Values>,
    channels: BTreeMap<Pair, Messages>,
}

impl Ranges {
    pub fn of(machine: &Machine) -> Ranges {
        let start = Ranges::start(machine);
        let mut ranges = start.clone();
        loop {
            let mut next = ranges.clone();
            ranges.follow(machine, &mut next);
            next.widen(&ranges);
            if next == ranges {
                break;
            }
            ranges = next;
        }
        for _ in 0..NARROWING {
            let mut next = start.clone();
            ranges.follow(machine, &mut next);
            ranges = next;
        }
        ranges
    }

    fn start(machine: &Machine) -> Ranges {
        let locals = machine.processes.iter().map(|process| {
            let mut by_location = vec![None; machine.types[process.kind].locations.len()];
            by_location[0] = Some(process.initial.iter().map(|&v| Values::constant(v)).collect());
            by_location
        });
        Ranges {
            locals: locals.collect(),
            shared: machine.shared.iter().map(|s| Values::constant(s.initial)).collect(),
            channels: BTreeMap::new(),
        }
    }

    /// The channels that something can be sent to.
    pub fn channels(&self) -> &BTreeMap<Pair, Messages> {
        &self.channels
    }

    pub fn shared(&self, variable: usize) -> &Values {
        &self.shared[variable]
    }

    /// All values of a local variable.
    pub fn local(&self, process: usize, variable: usize) -> Values {
        let mut all = Values::none();
        for locals in self.locals[process].iter().flatten() {
            all.join(&locals[variable]);
        }
        all
    }

    /// What a process sees when the guard of a clause holds; none if that cannot be.
    pub fn view(&self, pid: usize, location: usize, guard: Option<&Expr>) -> Option<View> {
        let locals = self.locals[pid][location].clone()?;
        let mut view = View { pid, locals, shared: self.shared.clone() };
        match guard {
            Some(guard) => view.assume(guard, true).then_some(view),
            None => Some(view),
        }
    }

    /// Adds to `next` what one step of every process from here can give.
    fn follow(&self, machine: &Machine, next: &mut Ranges) {
        for pid in 0..machine.processes.len() {
            for (number, location) in machine.type_of(pid).locations.iter().enumerate() {
                for clause in &location.clauses {
                    if let Some(view) = self.view(pid, number, clause.guard.as_ref()) {
                        self.clause(machine, &view, clause, next);
                    }
                }
            }
        }
    }

    fn clause(&self, machine: &Machine, view: &View, clause: &Clause, next: &mut Ranges) {
        match &clause.action {
            Action::None => next.arrive(view, clause.target, None),
            Action::Assign(place, value) => next.arrive(view, clause.target, Some((*place, view.evaluate(value)))),
            Action::Send { value, destination, tag } => {
                let (values, tags) = (view.evaluate(value), view.evaluate(tag));
                let destinations = view.processes(destination, machine.processes.len());
                let mut sent = false;
                // Where evaluating the message always fails, the channel still decides whether it comes to that.
                for to in destinations.filter(|_| machine.capacity > 0) {
                    next.send((view.pid, to), &values, &tags);
                    sent = !values.is_empty() && !tags.is_empty();
                }
                if sent {
                    next.arrive(view, clause.target, None);
                }
            }
            Action::Receive { variable, source, tag } => {
                let tag = tag.as_ref().map(|t| view.evaluate(t));
                for messages in
                    self.sources(view, source.as_ref()).filter_map(|from| self.channels.get(&(from, view.pid)))
                {
                    if tag.as_ref().is_none_or(|t| {
                        Values::binary(crate::operator::BinaryOp::Equal, t, &messages.tags).can_be(true)
                    }) {
                        next.arrive(view, clause.target, variable.map(|place| (place, messages.values.clone())));
                    }
                }
            }
        }
    }

    /// The processes a receive can name as its source; without a name, all.
    pub fn sources<'v>(&'v self, view: &'v View, source: Option<&Expr>) -> Box<dyn Iterator<Item = usize> + 'v> {
        let count = self.locals.len();
        match source {
            Some(source) => Box::new(view.processes(source, count)),
            None => Box::new(0..count),
        }
    }

    fn send(&mut self, pair: Pair, values: &Values, tags: &Values) {
        let messages = self.channels.entry(pair).or_insert(Messages { values: Values::none(), tags: Values::none() });
        messages.values.join(values);
        messages.tags.join(tags);
    }

    /// A process comes to a location, after an assignment.
    fn arrive(&mut self, view: &View, location: usize, assigned: Option<(Assignee, Values)>) {
        let mut locals = view.locals.clone();
        match assigned {
            Some((_, values)) if values.is_empty() => return,
            Some((Assignee::Local(variable), values)) => locals[variable] = values,
            Some((Assignee::Shared(variable), values)) => self.shared[variable].join(&values),
            None => {}
        }
        match &mut self.locals[view.pid][location] {
            Some(known) => known.iter_mut().zip(&locals).for_each(|(a, b)| a.join(b)),
            unknown => *unknown = Some(locals),
        }
    }

    fn widen(&mut self, before: &Ranges) {
        let both = self.locals.iter_mut().flatten().zip(before.locals.iter().flatten());
        for (now, before) in both.filter_map(|(a, b)| a.as_mut().zip(b.as_ref())) {
            now.iter_mut().zip(before).for_each(|(a, b)| a.widen(b));
        }
        self.shared.iter_mut().zip(&before.shared).for_each(|(a, b)| a.widen(b));
        for (pair, messages) in &mut self.channels {
            if let Some(before) = before.channels.get(pair) {
                messages.values.widen(&before.values);
                messages.tags.widen(&before.tags);
            }
        }
    }
}

impl View {
    /// What an expression can be worth.
    pub fn evaluate(&self, e: &Expr) -> Values {
        match &e.kind {
            ExprKind::Const(value) => Values::constant(*value),
            ExprKind::Shared(variable) => self.shared[*variable].clone(),
            ExprKind::Local(variable) => self.locals[*variable].clone(),
            ExprKind::Pid => Values::constant(self.pid as i32),
            ExprKind::Probe(_) | ExprKind::At(..) => Values::truth_values(),
            ExprKind::Unary(op, a) => Values::unary(*op, &self.evaluate(a)),
            ExprKind::Binary(op, a, b) => Values::binary(*op, &self.evaluate(a), &self.evaluate(b)),
            ExprKind::Remote(..) | ExprKind::Unknown => Values::Range(i32::MIN, i32::MAX),
        }
    }

    /// The processes among `count` that an expression can name.
    pub fn processes(&self, e: &Expr, count: usize) -> impl Iterator<Item = usize> + use<> {
        let values = self.evaluate(e);
        (0..count).filter(move |&p| values.contains(p as i32))
    }
}
