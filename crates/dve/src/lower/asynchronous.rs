//! `system async`: one process moves, or two that meet.

use kulan_ir::{Display, ExprId, Message, MessageKind};

use super::Lowering;
use super::effect::Run;
use super::emit::Party;
use super::expr::{Context, Value};
use crate::hir::{Action, Expr, Lvalue, Sync, Transition};

impl<'a> Lowering<'a> {
    pub(super) fn asynchronous(&mut self) {
        let free = self.nobody_committed();
        let parties = self.parties();
        for &party in &parties {
            let commit: &[ExprId] = if self.is_committed(party) { &[] } else { &free };
            self.failure(party, commit);
            match &party.transition.sync {
                None => self.alone(party, commit),
                Some(sync) if self.buffers[sync.channel].is_some() => self.buffered(party, sync, commit),
                Some(Sync { channel, action: Action::Send(values), .. }) => {
                    for (receiver, places) in receivers(&parties, *channel, party.process) {
                        // Where somebody is committed, both must be.
                        if self.is_committed(receiver) == self.is_committed(party) {
                            self.rendezvous((party, values), (receiver, places), commit);
                        }
                    }
                }
                Some(_) => {}
            }
        }
    }

    fn is_committed(&self, party: Party) -> bool {
        self.program.model.processes[party.process].states[party.transition.source].committed
    }

    /// That no process is at a committed state, one condition per process.
    fn nobody_committed(&mut self) -> Vec<ExprId> {
        let mut conditions = Vec::new();
        for (number, process) in self.program.model.processes.iter().enumerate() {
            let committed = process.states.iter().enumerate().filter(|(_, s)| s.committed);
            let places: Vec<ExprId> = committed.map(|(state, _)| self.at(number, state)).collect();
            if !places.is_empty() {
                let any = self.system.exprs.any(&places);
                conditions.push(self.system.exprs.not(any));
            }
        }
        conditions
    }

    fn alone(&mut self, party: Party<'a>, commit: &[ExprId]) {
        let mut run = Run::default();
        let mut conditions = self.enabled(party, &mut run.facts);
        conditions.extend(commit);
        self.moves(&mut run, party);
        self.effects(&mut run, &party.transition.effects);
        let step = self.step(party, &run, None);
        self.emit(party, &conditions, run, vec![step]);
    }

    fn moves(&mut self, run: &mut Run, party: Party<'a>) {
        let Transition { source, target, .. } = *party.transition;
        self.go(run, party.process, source, target);
    }

    /// A send to a buffer or a receive from it. What is sent or received is of the state before; effects come after.
    fn buffered(&mut self, party: Party<'a>, sync: &'a Sync, commit: &[ExprId]) {
        let Some(buffer) = self.buffers[sync.channel].clone() else { return };
        let mut run = Run::default();
        let mut conditions = self.enabled(party, &mut run.facts);
        conditions.extend(commit);
        let (kind, values) = match &sync.action {
            Action::Send(values) => {
                conditions.push(self.has_room(&buffer));
                let values = self.sent(&mut run, sync.channel, values);
                self.moves(&mut run, party);
                self.append(&mut run, &buffer, &values);
                (MessageKind::Send, values)
            }
            Action::Receive(places) => {
                conditions.push(self.has_message(&buffer));
                let values = self.first_message(&buffer);
                let indices = self.indices(&mut run, places);
                self.moves(&mut run, party);
                self.remove_first(&mut run, &buffer);
                self.received(&mut run, places, &indices, &values);
                (MessageKind::Receive, values)
            }
        };
        self.effects(&mut run, &party.transition.effects);
        let message = self.message(kind, sync.channel, &values);
        let step = self.step(party, &run, Some(message));
        self.emit(party, &conditions, run, vec![step]);
    }

    /// The value goes to the receiver, then its effects happen, then those of the sender.
    fn rendezvous(
        &mut self,
        (sender, values): (Party<'a>, &'a [Expr]),
        (receiver, places): (Party<'a>, &'a [Lvalue]),
        commit: &[ExprId],
    ) {
        let Some(sync) = &sender.transition.sync else { return };
        let mut run = Run::default();
        let mut conditions = self.enabled(sender, &mut run.facts);
        conditions.extend(self.enabled(receiver, &mut run.facts));
        conditions.extend(commit);
        let values = self.sent(&mut run, sync.channel, values);
        let indices = self.indices(&mut run, places);
        self.moves(&mut run, sender);
        self.moves(&mut run, receiver);
        self.received(&mut run, places, &indices, &values);
        self.effects(&mut run, &receiver.transition.effects);
        self.effects(&mut run, &sender.transition.effects);
        let message = self.message(MessageKind::Handshake, sync.channel, &values);
        let mut step = self.step(sender, &run, Some(message));
        step.partner = Some(self.processes[receiver.process].thread);
        step.text = format!("{} | {}", step.text, self.words(receiver));
        self.emit(sender, &conditions, run, vec![step]);
    }

    /// The values that are sent, as the channel passes them.
    fn sent(&mut self, run: &mut Run, channel: usize, values: &[Expr]) -> Vec<Value> {
        let types = self.program.model.channels[channel].types.as_deref();
        let mut context = Context::new(std::mem::take(&mut run.facts));
        let mut list = Vec::new();
        for (number, e) in values.iter().enumerate() {
            let value = self.expr(&mut context, e);
            let kind = types.and_then(|t| t.get(number));
            list.push(kind.map_or(value, |&kind| self.cast(kind, value)));
        }
        run.facts = context.facts;
        run.checks.extend(context.checks);
        list
    }

    /// The indices of the places that a receive writes to.
    fn indices(&mut self, run: &mut Run, places: &[Lvalue]) -> Vec<Option<ExprId>> {
        let mut context = Context::new(std::mem::take(&mut run.facts));
        let indices = places.iter().map(|p| self.index(&mut context, p).map(|i| i.id)).collect();
        run.facts = context.facts;
        run.checks.extend(context.checks);
        indices
    }

    fn received(&mut self, run: &mut Run, places: &[Lvalue], indices: &[Option<ExprId>], values: &[Value]) {
        for ((place, &index), &value) in places.iter().zip(indices).zip(values) {
            self.store(run, place, index, value);
        }
    }

    fn message(&self, kind: MessageKind, channel: usize, values: &[Value]) -> Message {
        let fields = values.iter().map(|v| (v.id, Display::Number)).collect();
        Message { kind, channel: self.program.model.channels[channel].name.clone(), fields }
    }
}

/// The receives of other processes on a channel.
fn receivers<'a>(parties: &[Party<'a>], channel: usize, sender: usize) -> Vec<(Party<'a>, &'a [Lvalue])> {
    let others = parties.iter().filter(|p| p.process != sender);
    let receives = others.filter_map(|&p| match &p.transition.sync {
        Some(Sync { channel: c, action: Action::Receive(places), .. }) if *c == channel => Some((p, &places[..])),
        _ => None,
    });
    receives.collect()
}
