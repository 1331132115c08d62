//! Channels: messages stand in cells 0 to len-1, the others are zero, so that equal contents are equal states.

use kulan_ir::{BinaryOp, ExprId, Target, Update, VarId};

use super::{Lowering, Storage};
use crate::ranges::Pair;

/// A channel in the IR.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub name: String,
    pub capacity: u32,
    pub len: VarId,
    pub value: Storage,
    pub tag: Storage,
}

impl Lowering<'_> {
    /// Whether there is room in a channel. One that nobody sends to has room, if any has.
    pub(super) fn has_room(&mut self, pair: Pair) -> ExprId {
        let Some(&Channel { len, capacity, .. }) = self.channels.get(&pair) else {
            return self.system.exprs.bool(self.program.machine.capacity > 0);
        };
        let len = self.system.read(len);
        let full = self.system.exprs.eq_const(len, u64::from(capacity));
        self.system.exprs.not(full)
    }

    /// Whether there is a message in a channel and the first one has the tag, if that matters.
    pub(super) fn has_message(&mut self, pair: Pair, tag: Option<ExprId>) -> ExprId {
        let Some(&Channel { len, tag: tags, .. }) = self.channels.get(&pair) else {
            return self.system.exprs.bool(false);
        };
        let len = self.system.read(len);
        let empty = self.system.exprs.eq_const(len, 0);
        let filled = self.system.exprs.not(empty);
        let Some(tag) = tag else { return filled };
        let first = self.first(tags);
        let fits = self.system.exprs.eq(first, tag);
        self.system.exprs.and(filled, fits)
    }

    /// A field of the first message, as an integer.
    pub(super) fn first(&mut self, field: Storage) -> ExprId {
        match field {
            Storage::Constant(value) => self.int(value),
            Storage::Var(cells) => {
                let raw = self.cell(cells, 0);
                self.extend(cells, raw)
            }
        }
    }

    fn cell(&mut self, cells: VarId, slot: u32) -> ExprId {
        let index = self.system.exprs.constant(32, u64::from(slot));
        self.system.read_element(cells, index)
    }

    /// Adds one to the length, or takes one away. Where there is room for one message, what comes out is clear.
    fn lengthen(&mut self, channel: &Channel, op: BinaryOp) -> Update {
        let len = self.system.read(channel.len);
        let one = self.system.exprs.constant(self.system.exprs.width(len), 1);
        let value = match channel.capacity {
            1 => self.system.exprs.bool(op == BinaryOp::Add),
            _ => self.system.exprs.binary(op, len, one),
        };
        Update { target: Target::Var(channel.len), value }
    }

    /// Puts a message behind the others.
    pub(super) fn append(&mut self, channel: &Channel, value: ExprId, tag: ExprId) -> Vec<Update> {
        let mut updates = vec![self.lengthen(channel, BinaryOp::Add)];
        let index = match channel.capacity {
            1 => self.int(0),
            _ => {
                let len = self.system.read(channel.len);
                self.system.exprs.zero_extend(32, len)
            }
        };
        for (field, value) in [(channel.value, value), (channel.tag, tag)] {
            if let Storage::Var(cells) = field {
                updates.push(Update { target: Target::Element(cells, index), value: self.fit(cells, value) });
            }
        }
        updates
    }

    /// Takes the first message out; the others move up.
    pub(super) fn remove_first(&mut self, channel: &Channel) -> Vec<Update> {
        let mut updates = vec![self.lengthen(channel, BinaryOp::Sub)];
        for field in [channel.value, channel.tag] {
            let Storage::Var(cells) = field else { continue };
            let width = self.system.variables[cells.index()].width;
            for slot in 0..channel.capacity {
                let value = match slot + 1 < channel.capacity {
                    true => self.cell(cells, slot + 1),
                    false => self.system.exprs.constant(width, 0),
                };
                let index = self.system.exprs.constant(32, u64::from(slot));
                updates.push(Update { target: Target::Element(cells, index), value });
            }
        }
        updates
    }
}
