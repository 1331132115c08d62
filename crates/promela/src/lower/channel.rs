//! Sends and receives on buffered channels.
//!
//! Messages stand in cells 0 to len-1, the others are zero: equal contents are equal states.

use kulan_ir as ir;
use kulan_ir::{After, ExprId, Message, MessageKind, Target, Update};

use super::expr::Context;
use super::moves::Alternative;
use super::{Lowering, channel_value};
use crate::hir::{Direction, Pattern, VarUse};

impl Lowering<'_> {
    /// A field of the message in a slot, as an `int`.
    pub(super) fn field(&mut self, channel: usize, field: usize, slot: u32) -> ExprId {
        let raw = self.raw_field(channel, field, slot);
        self.extend(self.channels[channel].fields[field], raw)
    }

    fn raw_field(&mut self, channel: usize, field: usize, slot: u32) -> ExprId {
        let index = self.system.exprs.constant(32, u64::from(slot));
        self.system.read_element(self.channels[channel].cells[field], index)
    }

    fn len(&mut self, channel: usize) -> ExprId {
        let len = self.channels[channel].len.expect("a buffered channel has a length");
        self.system.read(len)
    }

    /// Whether a slot is filled.
    fn filled(&mut self, channel: usize, slot: u32) -> ExprId {
        let len = self.len(channel);
        if slot == 0 {
            let empty = self.system.exprs.eq_const(len, 0);
            return self.system.exprs.not(empty);
        }
        let k = self.system.exprs.constant(self.system.exprs.width(len), u64::from(slot));
        self.system.exprs.binary(ir::BinaryOp::UnsignedLess, k, len)
    }

    /// Whether a channel has room for a message, or has one. A rendezvous channel is never ready by itself.
    pub(super) fn ready(&mut self, channel: usize, send: bool) -> ExprId {
        if self.channels[channel].is_rendezvous() {
            return self.system.exprs.bool(false);
        }
        if !send {
            return self.filled(channel, 0);
        }
        let len = self.len(channel);
        let full = self.system.exprs.eq_const(len, u64::from(self.channels[channel].capacity));
        self.system.exprs.not(full)
    }

    /// Whether a slot holds a message that agrees with what is wanted.
    pub(super) fn message_matches(&mut self, channel: usize, slot: u32, wanted: &[Option<ExprId>]) -> ExprId {
        let mut result = self.filled(channel, slot);
        for (f, want) in wanted.iter().enumerate().take(self.channels[channel].fields.len()) {
            if let Some(want) = *want {
                let have = self.field(channel, f, slot);
                let equal = self.system.exprs.eq(have, want);
                result = self.system.exprs.and(result, equal);
            }
        }
        result
    }

    /// What the fields of a message must be. A field is evaluated only where there is a message and, without `??`, all fields
    /// before it agree.
    pub(super) fn wanted_fields(
        &mut self,
        context: &mut Context,
        (channel, here): (usize, ExprId),
        random: bool,
        args: &[Pattern],
    ) -> Vec<Option<ExprId>> {
        let mut condition = self.ready(channel, false);
        condition = self.system.exprs.and(here, condition);
        let mut wanted = Vec::new();
        for (f, arg) in args.iter().enumerate() {
            let Pattern::Match(e) = arg else {
                wanted.push(None);
                continue;
            };
            let value = self.under(context, condition, |this, cx| this.expr(cx, e));
            if !random && !self.channels[channel].is_rendezvous() && f < self.channels[channel].fields.len() {
                let have = self.field(channel, f, 0);
                let equal = self.system.exprs.eq(have, value);
                condition = self.system.exprs.and(condition, equal);
            }
            wanted.push(Some(value));
        }
        wanted
    }

    fn cell_target(&mut self, channel: usize, field: usize, slot: u32) -> Target {
        let index = self.system.exprs.constant(32, u64::from(slot));
        Target::Element(self.channels[channel].cells[field], index)
    }

    /// A send to a buffered channel: enabled while there is room.
    pub(super) fn buffered_send(&mut self, channel: usize, sorted: bool, args: &[ExprId]) -> Alternative {
        let len = self.len(channel);
        let room = self.ready(channel, true);
        let one = self.system.exprs.constant(self.system.exprs.width(len), 1);
        let longer = self.system.exprs.binary(ir::BinaryOp::Add, len, one);
        let len_var = self.channels[channel].len.expect("buffered");
        let mut updates = vec![Update { target: Target::Var(len_var), value: longer }];
        let values: Vec<ExprId> = (0..args.len())
            .map(|f| self.system.exprs.truncate(self.channels[channel].fields[f].width(), args[f]))
            .collect();
        if sorted {
            self.insert_sorted(channel, args, &values, &mut updates);
        } else {
            let index = self.system.exprs.zero_extend(32, len);
            for (f, &value) in values.iter().enumerate() {
                let cells = self.channels[channel].cells[f];
                updates.push(Update { target: Target::Element(cells, index), value });
            }
        }
        let message = self.message(channel, MessageKind::Send, args);
        Alternative { conditions: vec![room], updates, message: Some(message), ..Alternative::default() }
    }

    pub(super) fn message(&self, channel: usize, kind: MessageKind, args: &[ExprId]) -> Message {
        let record = &self.channels[channel];
        let fields = args.iter().zip(&record.fields).map(|(&a, &f)| (a, self.display(f))).collect();
        Message { kind, channel: record.name.clone(), fields }
    }

    /// `!!` goes before the first message that is greater, field by field.
    fn insert_sorted(&mut self, channel: usize, args: &[ExprId], values: &[ExprId], updates: &mut Vec<Update>) {
        let mut before = self.system.exprs.bool(false); // the place lies in an earlier slot
        for slot in 0..self.channels[channel].capacity {
            let greater = self.greater(channel, slot, args);
            let filled = self.filled(channel, slot);
            let free = self.system.exprs.not(filled);
            let here_or_before = {
                let here = self.system.exprs.or(free, greater);
                self.system.exprs.or(before, here)
            };
            for (f, &value) in values.iter().enumerate() {
                let old = self.raw_field(channel, f, slot);
                let shifted = if slot == 0 { old } else { self.raw_field(channel, f, slot - 1) };
                let moved = self.system.exprs.ite(before, shifted, value);
                let new = self.system.exprs.ite(here_or_before, moved, old);
                let target = self.cell_target(channel, f, slot);
                updates.push(Update { target, value: new });
            }
            before = here_or_before;
        }
    }

    /// Whether the message in a slot is greater than what is sent, in the order of SPIN's `!!`: values are compared
    /// before they are truncated to the fields.
    fn greater(&mut self, channel: usize, slot: u32, args: &[ExprId]) -> ExprId {
        let mut result = self.system.exprs.bool(false);
        for (f, &value) in args.iter().enumerate().rev() {
            let have = self.field(channel, f, slot);
            let more = self.system.exprs.binary(ir::BinaryOp::SignedLess, value, have);
            let equal = self.system.exprs.eq(value, have);
            let rest = self.system.exprs.and(equal, result);
            result = self.system.exprs.or(more, rest);
        }
        result
    }

    /// A receive from a buffered channel.
    pub(super) fn buffered_receive(
        &mut self,
        context: &mut Context,
        channel: usize,
        random: bool,
        copy: bool,
        args: &[Pattern],
        wanted: &[Option<ExprId>],
    ) -> Alternative {
        let capacity = self.channels[channel].capacity;
        let slots = if random { capacity } else { 1 };
        let matches: Vec<ExprId> = (0..slots).map(|s| self.message_matches(channel, s, wanted)).collect();
        let found = self.system.exprs.any(&matches);
        let fields = self.channels[channel].fields.len();
        let values: Vec<ExprId> = (0..fields).map(|f| self.first_match(channel, f, &matches)).collect();
        let mut updates = Vec::new();
        if !copy {
            self.remove(channel, &matches, &mut updates);
        }
        self.store_message(context, args, &values, &mut updates);
        let message = self.message(channel, MessageKind::Receive, &values);
        let mut alternative =
            Alternative { conditions: vec![found], updates, message: Some(message), ..Alternative::default() };
        if !copy {
            self.observe(&mut alternative, Direction::Receive, channel, &values);
        }
        alternative
    }

    /// A field of the first message that matches.
    fn first_match(&mut self, channel: usize, field: usize, matches: &[ExprId]) -> ExprId {
        let mut result = self.field(channel, field, matches.len() as u32 - 1);
        for slot in (0..matches.len() - 1).rev() {
            let value = self.field(channel, field, slot as u32);
            result = self.system.exprs.ite(matches[slot], value, result);
        }
        result
    }

    /// Takes the first match out; what stands behind it moves up.
    fn remove(&mut self, channel: usize, matches: &[ExprId], updates: &mut Vec<Update>) {
        let len_var = self.channels[channel].len.expect("buffered");
        let len = self.system.read(len_var);
        let one = self.system.exprs.constant(self.system.exprs.width(len), 1);
        let shorter = self.system.exprs.binary(ir::BinaryOp::Sub, len, one);
        updates.push(Update { target: Target::Var(len_var), value: shorter });
        let capacity = self.channels[channel].capacity;
        let random = matches.len() > 1;
        let mut reached = self.system.exprs.bool(false);
        for slot in 0..capacity {
            if random {
                reached = self.system.exprs.or(reached, matches[slot as usize]);
            }
            for f in 0..self.channels[channel].fields.len() {
                let width = self.channels[channel].fields[f].width();
                let behind = if slot + 1 < capacity {
                    self.raw_field(channel, f, slot + 1)
                } else {
                    self.system.exprs.constant(width, 0)
                };
                let value = if random {
                    let old = self.raw_field(channel, f, slot);
                    self.system.exprs.ite(reached, behind, old)
                } else {
                    behind
                };
                let target = self.cell_target(channel, f, slot);
                updates.push(Update { target, value });
            }
        }
    }

    /// Stores the fields of a message into the variables of a receive, one after the other: an index sees what was stored
    /// before it, as in `c?i,a[i]`.
    pub(super) fn store_message(
        &mut self,
        context: &mut Context,
        args: &[Pattern],
        values: &[ExprId],
        updates: &mut Vec<Update>,
    ) {
        let mut stored: Vec<Update> = Vec::new();
        for (arg, &value) in args.iter().zip(values) {
            let Pattern::Store(var) = arg else { continue };
            let first = context.checks.len();
            let cell = self.cell(context, var);
            let mut update = self.store(cell, value);
            if !var.indices.is_empty() && !stored.is_empty() {
                let lengths: Vec<u32> = self.system.variables.iter().map(|v| v.len() as u32).collect();
                let (mut after, exprs) = (After::new(&stored, &lengths), &mut self.system.exprs);
                for check in &mut context.checks[first..] {
                    check.condition = after.expr(exprs, check.condition);
                }
                update = update.map(|u| Update { target: u.target.map_index(|i| after.expr(exprs, i)), ..u });
            }
            stored.extend(update);
        }
        updates.extend(stored);
    }

    /// The condition that a value is this channel, and that the process to which it belongs still runs. Processes end from
    /// the youngest on, so that those below the one that asks do.
    pub(super) fn is_channel(&mut self, user: Option<usize>, value: ExprId, channel: usize) -> ExprId {
        let here = self.system.exprs.eq_const(value, channel_value(channel));
        let Some(owner) = self.channels[channel].process else { return here };
        if user.is_some_and(|user| user == owner || self.processes[user].slot > self.processes[owner].slot) {
            return here;
        }
        let runs = self.running(owner);
        self.system.exprs.and(here, runs)
    }

    /// For each channel a variable can name: the condition that it does.
    pub(super) fn channel_cases(&mut self, context: &mut Context, chan: &VarUse) -> (Vec<(usize, ExprId)>, ExprId) {
        let process = context.process.expect("channel operations stand in processes");
        let value = self.read_var(context, chan);
        let mut cases = Vec::new();
        for channel in self.possible_channels(process, chan) {
            let here = self.is_channel(Some(process), value, channel);
            if self.system.exprs.as_const(here) != Some(0) {
                cases.push((channel, here));
            }
        }
        let conditions: Vec<ExprId> = cases.iter().map(|c| c.1).collect();
        (cases, self.system.exprs.any(&conditions))
    }
}
