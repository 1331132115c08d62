//! Buffered channels: messages stand in cells 0 to len-1, the others are zero, so that equal contents are equal states.

use kulan_ir::{BinaryOp, ExprId, Target, Update, VarId};

use super::Lowering;
use super::effect::Run;
use super::expr::Value;
use super::interval::Interval;
use crate::hir::Type;

/// A buffer in the IR.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub capacity: u32,
    pub len: VarId,
    /// The cells of each field.
    pub fields: Vec<(VarId, Type)>,
}

impl Lowering<'_> {
    pub(super) fn has_room(&mut self, buffer: &Buffer) -> ExprId {
        let len = self.system.read(buffer.len);
        let full = self.system.exprs.eq_const(len, buffer.capacity.into());
        self.system.exprs.not(full)
    }

    pub(super) fn has_message(&mut self, buffer: &Buffer) -> ExprId {
        let len = self.system.read(buffer.len);
        let empty = self.system.exprs.eq_const(len, 0);
        self.system.exprs.not(empty)
    }

    /// The fields of the first message.
    pub(super) fn first_message(&mut self, buffer: &Buffer) -> Vec<Value> {
        let fields = buffer.fields.iter();
        let read = |&(cells, kind): &(VarId, Type)| {
            let raw = self.slot(cells, 0);
            Value { id: self.extend(cells, raw), range: Interval::of_type(kind) }
        };
        fields.map(read).collect()
    }

    fn slot(&mut self, cells: VarId, slot: u32) -> ExprId {
        let index = self.system.exprs.constant(32, slot.into());
        self.system.read_element(cells, index)
    }

    /// Puts a message behind the others.
    pub(super) fn append(&mut self, run: &mut Run, buffer: &Buffer, values: &[Value]) {
        self.lengthen(run, buffer, BinaryOp::Add);
        let len = self.system.read(buffer.len);
        let index = match buffer.capacity {
            1 => self.system.exprs.constant(32, 0),
            _ => self.system.exprs.zero_extend(32, len),
        };
        for (&(cells, _), value) in buffer.fields.iter().zip(values) {
            let width = self.system.variables[cells.index()].width;
            let value = self.system.exprs.truncate(width, value.id);
            run.write(Update { target: Target::Element(cells, index), value });
        }
    }

    /// Takes the first message out; the others move up.
    pub(super) fn remove_first(&mut self, run: &mut Run, buffer: &Buffer) {
        self.lengthen(run, buffer, BinaryOp::Sub);
        for &(cells, _) in &buffer.fields {
            let width = self.system.variables[cells.index()].width;
            for slot in 0..buffer.capacity {
                let value = match slot + 1 < buffer.capacity {
                    true => self.slot(cells, slot + 1),
                    false => self.system.exprs.constant(width, 0),
                };
                let index = self.system.exprs.constant(32, slot.into());
                run.write(Update { target: Target::Element(cells, index), value });
            }
        }
    }

    /// Adds one to the length, or takes one away.
    fn lengthen(&mut self, run: &mut Run, buffer: &Buffer, op: BinaryOp) {
        let len = self.system.read(buffer.len);
        let one = self.system.exprs.constant(self.system.exprs.width(len), 1);
        let value = match buffer.capacity {
            1 => self.system.exprs.bool(op == BinaryOp::Add),
            _ => self.system.exprs.binary(op, len, one),
        };
        run.write(Update { target: Target::Var(buffer.len), value });
    }
}
