//! Moves of the automata to transitions of the IR.

use kulan_diagnostics::plural;
use kulan_ir as ir;
use kulan_ir::{Check, CheckKind, ExprId, Message, MessageKind, Print, Role, Step, Target, Transition, Update};

use super::Lowering;
use super::expr::Context;
use crate::hir::{Action, Binding, Direction, Expr, Move, Pattern, State, VarUse};

/// One way in which a move can happen.
#[derive(Clone, Default)]
pub(super) struct Alternative {
    /// When.
    pub conditions: Vec<ExprId>,
    /// What must hold then.
    pub checks: Vec<Check>,
    /// What changes, program counters apart.
    pub updates: Vec<Update>,
    /// What is passed.
    pub message: Option<Message>,
    /// What is printed.
    pub prints: Option<Print>,
    /// The receiver of a rendezvous.
    pub partner: Option<Partner>,
    /// Whether this is but the failure of evaluating the move's condition.
    pub is_error: bool,
    /// A step, or one only when nothing else can happen.
    pub role: Role,
}

/// The receiver of a rendezvous.
#[derive(Copy, Clone)]
pub(super) struct Partner {
    process: usize,
    target: usize,
    binding: Binding,
}

/// A receive on a rendezvous channel.
#[derive(Clone)]
struct Receiver {
    process: usize,
    state: usize,
    index: usize,
}

impl Lowering<'_> {
    pub(super) fn transitions(&mut self) {
        let receivers = self.receivers();
        for process in 0..self.processes.len() {
            let program = self.program;
            let states = &program.proctypes[self.processes[process].proctype].states;
            for (number, state) in states.iter().enumerate() {
                self.state(process, number, state, &receivers);
            }
        }
        self.set_valid_end();
    }

    fn receivers(&self) -> Vec<Receiver> {
        let mut found = Vec::new();
        for (process, record) in self.processes.iter().enumerate() {
            for (state, s) in self.program.proctypes[record.proctype].states.iter().enumerate() {
                for (index, m) in s.moves.iter().enumerate() {
                    if let Action::Receive { chan, copy: false, .. } = &m.action
                        && self.possible_channels(process, chan).iter().any(|&c| self.channels[c].is_rendezvous())
                    {
                        found.push(Receiver { process, state, index });
                    }
                }
            }
        }
        found
    }

    /// All transitions from a state of a process.
    fn state(&mut self, process: usize, number: usize, state: &State, receivers: &[Receiver]) {
        let mut alternatives = Vec::new();
        for m in &state.moves {
            let mut list = self.alternatives(process, &m.action);
            self.add_handshakes(process, m, receivers, &mut list);
            alternatives.push(list);
        }
        // A d_step is one step: once begun, nothing can hold it up.
        let mut common =
            |timeout| if state.deterministic { Vec::new() } else { self.common_conditions(process, timeout) };
        let common = [common(false), common(true)];
        for (index, m) in state.moves.iter().enumerate() {
            let order = [false, true].map(|timeout| self.ordering(state, index, &alternatives, timeout));
            for alternative in &alternatives[index] {
                let timeout = usize::from(alternative.role == Role::Fallback);
                self.emit(process, number, m, alternative, &[&order[timeout][..], &common[timeout]].concat());
            }
        }
        if state.deterministic {
            self.blocked(process, number, state, &alternatives);
        } else if let Some(m) = state.moves.first() {
            for failure in self.provided(process, false).1 {
                self.emit(process, number, m, &failure, &[]);
            }
        }
    }

    /// The condition of `provided`, and the ways in which its evaluation fails.
    fn provided(&mut self, process: usize, timeout: bool) -> (Vec<ExprId>, Vec<Alternative>) {
        let program = self.program;
        let Some(provided) = &program.proctypes[self.processes[process].proctype].provided else {
            return Default::default();
        };
        let mut context = Context::new(Some(process));
        context.timeout = timeout;
        let value = self.expr(&mut context, provided);
        let mut conditions = vec![self.truth(value)];
        conditions.extend(context.checks.iter().map(|c| c.condition));
        (conditions, self.failures(&context.checks, None))
    }

    /// `provided` and priorities, with the value of `timeout`.
    fn common_conditions(&mut self, process: usize, timeout: bool) -> Vec<ExprId> {
        let mut conditions = self.provided(process, timeout).0;
        if self.program.uses_priority {
            conditions.push(self.has_highest_priority(process, timeout));
        }
        conditions
    }

    /// What must not be possible for a move to be: escapes before it, earlier alternatives of its d_step, and for `else`
    /// all that stands before it. With `timeout` it is asked of a step that is possible only when nothing else is.
    fn ordering(
        &mut self,
        state: &State,
        index: usize,
        alternatives: &[Vec<Alternative>],
        timeout: bool,
    ) -> Vec<ExprId> {
        let m = &state.moves[index];
        let is_else = matches!(m.action, Action::Else) && m.group.is_none();
        let mut before = Vec::new();
        for (i, other) in state.moves[..index].iter().enumerate() {
            let escape = other.escape.is_some() && other.escape != m.escape;
            let group = m.group.is_some() && other.group == m.group;
            if escape || group || is_else {
                // As in SPIN, `else` sees that a send finds its partner, but not that a receive would.
                before.push(self.enabledness(&alternatives[i], escape || is_else, timeout));
            }
        }
        before.into_iter().map(|e| self.system.exprs.not(e)).collect()
    }

    /// The condition under which one of the alternatives can happen; with `timeout` also those that wait for it.
    fn enabledness(&mut self, alternatives: &[Alternative], with_handshakes: bool, timeout: bool) -> ExprId {
        let mut conditions = Vec::new();
        for a in alternatives {
            if !a.is_error && (timeout || a.role == Role::Step) && (with_handshakes || a.partner.is_none()) {
                conditions.push(self.all(&a.conditions));
            }
        }
        self.system.exprs.any(&conditions)
    }

    /// A d_step that cannot go on is an error.
    fn blocked(&mut self, process: usize, number: usize, state: &State, alternatives: &[Vec<Alternative>]) {
        let possible: Vec<ExprId> = alternatives.iter().map(|a| self.enabledness(a, false, false)).collect();
        let any = self.system.exprs.any(&possible);
        let none = self.system.exprs.not(any);
        let Some(m) = state.moves.first() else { return };
        let condition = self.system.exprs.bool(false);
        let source = Some(self.source(m.span));
        let check = Check::new(condition, CheckKind::Blocked, "a d_step blocks", source);
        let alternative = Alternative { conditions: vec![none], checks: vec![check], ..Alternative::default() };
        self.emit(process, number, m, &alternative, &[]);
    }

    fn emit(&mut self, process: usize, number: usize, m: &Move, alternative: &Alternative, order: &[ExprId]) {
        let mut conditions = vec![self.at(process, number)];
        conditions.extend(&alternative.conditions);
        conditions.extend(order);
        let Some(guards) = self.split_guards(&conditions) else { return };
        let mut updates = alternative.updates.clone();
        if !matches!(m.action, Action::End) && m.target != number {
            updates.push(self.jump(process, m.target));
        }
        let mut actor = process;
        let mut binding = m.binding;
        if let Some(partner) = alternative.partner {
            updates.push(self.jump(partner.process, partner.target));
            actor = partner.process;
            binding = partner.binding;
        }
        // A d_step is one step, so that the last process is the one before it until its end.
        if let Some(last) = self.last.filter(|_| binding != Binding::Deterministic) {
            let value = self.system.exprs.constant(8, self.processes[actor].slot as u64);
            updates.push(Update { target: Target::Var(last), value });
        }
        let step = Step {
            thread: self.processes[process].thread,
            partner: alternative.partner.map(|p| self.processes[p.process].thread),
            text: m.text.clone(),
            source: Some(self.source(m.span)),
            updates: updates.clone(),
            message: alternative.message.clone(),
            prints: alternative.prints.clone(),
            origin: None,
        };
        self.system.transitions.push(Transition {
            thread: self.processes[process].thread,
            guards,
            role: alternative.role,
            inputs: Vec::new(),
            checks: alternative.checks.clone(),
            updates,
            continues: (binding != Binding::Free).then(|| self.processes[actor].thread),
            steps: vec![step],
        });
    }

    fn split_guards(&mut self, conditions: &[ExprId]) -> Option<Vec<ir::GuardId>> {
        self.guards.split(&mut self.system, conditions)
    }

    fn jump(&mut self, process: usize, state: usize) -> Update {
        let pc = self.processes[process].pc;
        let width = self.system.variables[pc.index()].width;
        Update { target: Target::Var(pc), value: self.system.exprs.constant(width, state as u64 + 1) }
    }

    /// The ways an action can happen without a partner. With `timeout` in it, it can also be a fallback.
    fn alternatives(&mut self, process: usize, action: &Action) -> Vec<Alternative> {
        let mut context = Context::new(Some(process));
        let mut list = self.action(&mut context, action);
        if context.saw_timeout {
            let mut later = Context::new(Some(process));
            later.timeout = true;
            let fallbacks = self.action(&mut later, action);
            list.extend(fallbacks.into_iter().map(|a| Alternative { role: Role::Fallback, ..a }));
        }
        list
    }

    fn action(&mut self, context: &mut Context, action: &Action) -> Vec<Alternative> {
        let process = context.process.expect("actions belong to processes");
        match action {
            Action::Skip | Action::Else => vec![Alternative::default()],
            Action::Print(format, args) => {
                let prints = Some(self.print(process, format, args));
                vec![Alternative { prints, ..self.only_errors(context, args) }]
            }
            Action::Evaluate(e) => vec![self.only_errors(context, std::slice::from_ref(e))],
            Action::Condition(e) => {
                let value = self.expr(context, e);
                let truth = self.truth(value);
                self.guarded(context, Alternative { conditions: vec![truth], ..Alternative::default() })
            }
            Action::Assert(e, text) => vec![self.assertion(context, e, text)],
            Action::Assign(var, e) => {
                let value = self.expr(context, e);
                let cell = self.cell(context, var);
                let updates = self.store(cell, value).into_iter().collect();
                vec![Alternative { checks: std::mem::take(&mut context.checks), updates, ..Alternative::default() }]
            }
            Action::Send { chan, sorted, args } => self.send(context, chan, *sorted, args),
            Action::Receive { chan, random, copy, args } => self.receive(context, chan, *random, *copy, args),
            Action::Run(target, run) => self.create_process(context, target.as_ref(), run),
            Action::SetPriority(pid, value) => vec![self.set_priority(context, pid, value)],
            Action::End => vec![self.end_process(process)],
            Action::Event(_) => unreachable!("events stand in trace assertions only"),
        }
    }

    /// Nothing happens, but errors of the expressions do.
    fn only_errors(&mut self, context: &mut Context, exprs: &[Expr]) -> Alternative {
        for e in exprs {
            self.expr(context, e);
        }
        Alternative { checks: std::mem::take(&mut context.checks), ..Alternative::default() }
    }

    fn assertion(&mut self, context: &mut Context, e: &Expr, text: &str) -> Alternative {
        let value = self.expr(context, e);
        let condition = self.truth(value);
        let mut checks = std::mem::take(&mut context.checks);
        let message = format!("assertion violated: {text}");
        let source = Some(self.source(e.span));
        checks.push(Check::new(condition, CheckKind::Assertion, message, source));
        Alternative { checks, ..Alternative::default() }
    }

    /// Where evaluating the condition itself can fail, that failure is an alternative of its own.
    fn guarded(&mut self, context: &mut Context, mut alternative: Alternative) -> Vec<Alternative> {
        let checks = std::mem::take(&mut context.checks);
        alternative.conditions.extend(checks.iter().map(|c| c.condition));
        let mut list = self.failures(&checks, None);
        list.push(alternative);
        list
    }

    /// An alternative for the failure of each check, perhaps under a condition.
    fn failures(&mut self, checks: &[Check], condition: Option<ExprId>) -> Vec<Alternative> {
        let alternative = |check: &Check| {
            let fails = self.system.exprs.not(check.condition);
            let (conditions, checks) = (condition.into_iter().chain([fails]).collect(), vec![check.clone()]);
            Alternative { conditions, checks, is_error: true, ..Alternative::default() }
        };
        checks.iter().map(alternative).collect()
    }

    /// A send or receive with the wrong number of fields is an error when it could happen.
    fn wrong_fields(
        &mut self,
        channel: usize,
        here: ExprId,
        send: bool,
        message: &str,
        span: kulan_diagnostics::Span,
    ) -> Option<Alternative> {
        let ready = match self.channels[channel].is_rendezvous() && send {
            true => self.system.exprs.bool(true), // it is noticed before a partner is looked for
            false => self.ready(channel, send),
        };
        let happens = self.system.exprs.and(here, ready);
        let fine = self.system.exprs.not(happens);
        self.wrong_channel(fine, message, span)
    }

    /// A send through a variable that names no channel is an error.
    fn wrong_channel(&mut self, known: ExprId, message: &str, span: kulan_diagnostics::Span) -> Option<Alternative> {
        let unknown = self.system.exprs.not(known);
        if self.system.exprs.as_const(unknown) == Some(0) {
            return None;
        }
        let condition = self.system.exprs.bool(false);
        let source = Some(self.source(span));
        let check = Check::new(condition, CheckKind::Channel, message, source);
        Some(Alternative { conditions: vec![unknown], checks: vec![check], is_error: true, ..Alternative::default() })
    }

    fn send(&mut self, context: &mut Context, chan: &VarUse, sorted: bool, args: &[Expr]) -> Vec<Alternative> {
        let (cases, known) = self.channel_cases(context, chan);
        let selection = std::mem::take(&mut context.checks);
        let values: Vec<ExprId> = args.iter().map(|a| self.expr(context, a)).collect();
        let checks = std::mem::take(&mut context.checks);
        let mut list = Vec::new();
        for (channel, here) in cases {
            let expected = self.channels[channel].fields.len();
            if values.len() != expected {
                let message = format!("{} sent to a channel of {expected}", plural(values.len(), "field"));
                list.extend(self.wrong_fields(channel, here, true, &message, chan.span));
            } else if self.channels[channel].is_rendezvous() {
                // What is sent is evaluated before a partner is looked for.
                list.extend(self.failures(&checks, Some(here)));
            } else if !self.channels[channel].is_rendezvous() {
                let mut alternative = self.buffered_send(channel, sorted, &values);
                alternative.conditions.push(here);
                alternative.checks = checks.clone();
                self.observe(&mut alternative, Direction::Send, channel, &values);
                list.push(alternative);
            }
        }
        list.extend(self.wrong_channel(known, "send to a variable that names no channel", chan.span));
        context.checks = selection;
        self.guard_all(context, list)
    }

    /// The checks of the channel expression guard every alternative.
    fn guard_all(&mut self, context: &mut Context, mut list: Vec<Alternative>) -> Vec<Alternative> {
        let checks = std::mem::take(&mut context.checks);
        for alternative in &mut list {
            alternative.conditions.extend(checks.iter().map(|c| c.condition));
        }
        list.extend(self.failures(&checks, None));
        list
    }

    fn wanted(&mut self, context: &mut Context, args: &[Pattern]) -> Vec<Option<ExprId>> {
        args.iter()
            .map(|a| match a {
                Pattern::Match(e) => Some(self.expr(context, e)),
                Pattern::Store(_) | Pattern::Ignore => None,
            })
            .collect()
    }

    fn receive(
        &mut self,
        context: &mut Context,
        chan: &VarUse,
        random: bool,
        copy: bool,
        args: &[Pattern],
    ) -> Vec<Alternative> {
        let (cases, known) = self.channel_cases(context, chan);
        let mut selection = std::mem::take(&mut context.checks);
        let mut list = Vec::new();
        for (channel, here) in cases {
            let expected = self.channels[channel].fields.len();
            if args.len() != expected {
                let message = format!("{} received from a channel of {expected}", plural(args.len(), "field"));
                list.extend(self.wrong_fields(channel, here, false, &message, chan.span));
            } else if self.channels[channel].is_rendezvous() {
                if copy {
                    let elsewhere = self.system.exprs.not(here);
                    let message = "copy of a message of a rendezvous channel, which never holds one";
                    list.extend(self.wrong_channel(elsewhere, message, chan.span));
                }
            } else {
                let wanted = self.wanted_fields(context, (channel, here), random, args);
                selection.append(&mut context.checks);
                let mut alternative = self.buffered_receive(context, channel, random, copy, args, &wanted);
                alternative.conditions.push(here);
                alternative.checks.append(&mut context.checks);
                list.push(alternative);
            }
        }
        list.extend(self.wrong_channel(known, "receive from a variable that names no channel", chan.span));
        context.checks = selection;
        self.guard_all(context, list)
    }

    /// The rendezvous a send can take part in: one alternative per receiver that could stand ready.
    fn add_handshakes(&mut self, process: usize, m: &Move, receivers: &[Receiver], list: &mut Vec<Alternative>) {
        let Action::Send { chan, args, .. } = &m.action else { return };
        let mut context = Context::new(Some(process));
        let (cases, _) = self.channel_cases(&mut context, chan);
        if !cases.iter().any(|&(c, _)| self.channels[c].is_rendezvous()) {
            return;
        }
        let values: Vec<ExprId> = args.iter().map(|a| self.expr(&mut context, a)).collect();
        for (channel, here) in cases {
            if self.channels[channel].is_rendezvous() && self.channels[channel].fields.len() == values.len() {
                if m.group.is_some() {
                    // Another process would have to take part in the middle of one step.
                    let elsewhere = self.system.exprs.not(here);
                    list.extend(self.wrong_channel(elsewhere, "a rendezvous send in a d_step", chan.span));
                    continue;
                }
                for receiver in receivers {
                    if self.processes[receiver.process].slot != self.processes[process].slot {
                        list.extend(self.handshake(channel, here, &values, &context.checks, receiver));
                    }
                }
            }
        }
    }

    fn handshake(
        &mut self,
        channel: usize,
        here: ExprId,
        args: &[ExprId],
        checks: &[Check],
        receiver: &Receiver,
    ) -> Option<Alternative> {
        let program = self.program;
        let state = &program.proctypes[self.processes[receiver.process].proctype].states[receiver.state];
        let m = &state.moves[receiver.index];
        let Action::Receive { args: patterns, .. } = &m.action else { return None };
        let values = self.as_fields(channel, args);
        let mut context = Context::new(Some(receiver.process));
        let mut conditions = vec![here, self.at(receiver.process, receiver.state)];
        // Where they fail, the send does without a partner.
        conditions.extend(checks.iter().map(|c| c.condition));
        conditions.push(self.accepts(&mut context, &m.action, channel, &values)?);
        for escape in state.moves[..receiver.index].iter().filter(|e| e.escape.is_some() && e.escape != m.escape) {
            // Of two receives that fit, the one of the escape is taken. No other escape can be: a message is on its way.
            let mut aside = Context::new(Some(receiver.process));
            if let Some(taken) = self.accepts(&mut aside, &escape.action, channel, &values) {
                conditions.push(self.system.exprs.not(taken));
            }
        }
        conditions.extend(self.common_conditions(receiver.process, false));
        let mut updates = Vec::new();
        self.store_message(&mut context, patterns, &values, &mut updates);
        let checks = context.checks;
        let message = Some(self.message(channel, MessageKind::Handshake, &values));
        let partner = Some(Partner { process: receiver.process, target: m.target, binding: m.binding });
        let mut alternative = Alternative { conditions, checks, updates, message, partner, ..Alternative::default() };
        self.observe(&mut alternative, Direction::Send, channel, &values);
        self.observe(&mut alternative, Direction::Receive, channel, &values);
        Some(alternative)
    }

    /// What values are in the fields of a message.
    pub(super) fn as_fields(&mut self, channel: usize, values: &[ExprId]) -> Vec<ExprId> {
        let fields = self.channels[channel].fields.clone();
        let stored = fields.iter().zip(values).map(|(field, &value)| {
            let raw = self.system.exprs.truncate(field.width(), value);
            self.extend(*field, raw)
        });
        stored.collect()
    }

    /// The condition that a receive takes the message offered on a rendezvous channel; `None` if it never does.
    fn accepts(&mut self, context: &mut Context, action: &Action, channel: usize, values: &[ExprId]) -> Option<ExprId> {
        let Action::Receive { chan, args: patterns, copy: false, .. } = action else { return None };
        let (cases, _) = self.channel_cases(context, chan);
        let there = cases.iter().find(|c| c.0 == channel)?.1;
        if patterns.len() != values.len() {
            return None;
        }
        let mut conditions = vec![there];
        for (want, &value) in self.wanted(context, patterns).into_iter().zip(values) {
            if let Some(want) = want {
                conditions.push(self.system.exprs.eq(want, value));
            }
        }
        Some(self.all(&conditions))
    }

    /// Whether some move of a process is possible, as PROMELA's `enabled()` sees it: a rendezvous counts for its sender
    /// whether or not a partner waits. With `timeout`, steps count that are possible only when nothing else is.
    pub(super) fn process_enabled(&mut self, process: usize, timeout: bool) -> ExprId {
        let program = self.program;
        if !self.asked.insert(process) {
            return self.system.exprs.bool(false); // `enabled` of one another: SPIN's answer is no better defined
        }
        let mut conditions = Vec::new();
        let states = &program.proctypes[self.processes[process].proctype].states;
        for (number, state) in states.iter().enumerate() {
            let mut possible = Vec::new();
            let alternatives: Vec<_> = state.moves.iter().map(|m| self.alternatives(process, &m.action)).collect();
            for (index, m) in state.moves.iter().enumerate() {
                let order = self.ordering(state, index, &alternatives, timeout);
                let order = self.all(&order);
                let mut own = self.enabledness(&alternatives[index], false, timeout);
                if let Action::Send { chan, .. } = &m.action {
                    let (cases, _) = self.channel_cases(&mut Context::new(Some(process)), chan);
                    let rendezvous: Vec<ExprId> =
                        cases.iter().filter(|c| self.channels[c.0].is_rendezvous()).map(|c| c.1).collect();
                    let ready = self.system.exprs.any(&rendezvous);
                    own = self.system.exprs.or(own, ready);
                }
                possible.push(self.system.exprs.and(order, own));
            }
            let any = self.system.exprs.any(&possible);
            let at = self.at(process, number);
            conditions.push(self.system.exprs.and(at, any));
        }
        self.asked.remove(&process);
        self.system.exprs.any(&conditions)
    }

    /// No running process of higher priority could move.
    fn has_highest_priority(&mut self, process: usize, timeout: bool) -> ExprId {
        let mut conditions = Vec::new();
        let slot = self.processes[process].slot;
        for other in 0..self.processes.len() {
            if self.processes[other].slot == slot {
                continue;
            }
            let (Some(mine), Some(theirs)) = (self.processes[process].priority, self.processes[other].priority) else {
                continue;
            };
            let (mine, theirs) = (self.system.read(mine), self.system.read(theirs));
            let higher = self.system.exprs.binary(ir::BinaryOp::UnsignedLess, mine, theirs);
            let mut enabled = self.process_enabled(other, timeout);
            if let Some(provided) = &self.program.proctypes[self.processes[other].proctype].provided {
                let value = self.expr(&mut Context::new(Some(other)), provided);
                let provided = self.truth(value);
                enabled = self.system.exprs.and(enabled, provided);
            }
            let stronger = self.system.exprs.and(higher, enabled);
            conditions.push(self.system.exprs.not(stronger));
        }
        self.all(&conditions)
    }
}
