//! The function of a group: given a state, it writes the successors by the group's transitions.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use kulan_ir::expr::mask;
use kulan_ir::{Layout, Rows, System, Target, TransitionId, Update, VarId};

use crate::compiler::Parts;
use crate::emit::{Emitter, Known, place_address, state_flags};
use crate::memory::{self, Words, store_element};
use crate::order::{Order, Tried};

/// The mark in a successor's tag that a check failed on the way to it.
pub const FAILED: u32 = 1 << 31;

/// Words that are copied without a loop.
const UNROLLED: i32 = 128;

/// Emits the body of a group's function: `fn(state, out, tags) -> count`.
///
/// It writes each successor to `out`, one after the other, and its row (see [`Rows`]) to `tags`, with [`FAILED`] where a
/// check failed. The caller provides room for all rows of the group.
pub fn emit_group(b: &mut FunctionBuilder, (system, layout, rows): Parts, order: &Order) {
    emit(b, system, layout, rows, |b, writer| writer.tries(b, order, &Known::default()));
}

/// Emits the body of a transition's function, of the same form, to be called where its guards hold.
pub fn emit_transition(b: &mut FunctionBuilder, (system, layout, rows): Parts, transition: TransitionId) {
    emit(b, system, layout, rows, |b, writer| writer.write(b, transition, &mut Known::default()));
}

/// Emits the body of a function that evaluates guards: `fn(state, out)`, 64 of them to a word of `out`.
pub fn emit_guards(b: &mut FunctionBuilder, system: &System, layout: &Layout) {
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let params = b.block_params(entry).to_vec();
    let emitter = Emitter { system, layout, state: params[0], inputs: None, position: None };
    let mut known = Known::default();
    for (word, guards) in system.guards.chunks(64).enumerate() {
        let mut bits = b.ins().iconst(types::I64, 0);
        for (i, &guard) in guards.iter().enumerate() {
            let value = emitter.value(b, &mut known, guard);
            let wide = b.ins().uextend(types::I64, value);
            let bit = b.ins().ishl_imm_u(wide, i as i64);
            bits = b.ins().bor(bits, bit);
        }
        b.ins().store(MemFlagsData::trusted(), bits, params[1], word as i32 * 8);
    }
    b.ins().return_(&[]);
    b.seal_all_blocks();
}

fn emit(
    b: &mut FunctionBuilder,
    system: &System,
    layout: &Layout,
    rows: &Rows,
    body: impl FnOnce(&mut FunctionBuilder, &mut Writer),
) {
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let params = b.block_params(entry).to_vec();
    let out = b.declare_var(types::I64);
    let count = b.declare_var(types::I32);
    b.def_var(out, params[1]);
    let zero = b.ins().iconst(types::I32, 0);
    b.def_var(count, zero);
    let emitter = Emitter { system, layout, state: params[0], inputs: None, position: None };
    let mut writer = Writer { emitter, rows, tags: params[2], out, count };
    body(b, &mut writer);
    let result = b.use_var(count);
    b.ins().return_(&[result]);
    b.seal_all_blocks();
}

struct Writer<'a> {
    emitter: Emitter<'a>,
    rows: &'a Rows,
    tags: Value,
    out: Variable,
    count: Variable,
}

impl Writer<'_> {
    /// Tries transitions in their order.
    fn tries(&mut self, b: &mut FunctionBuilder, order: &Order, known: &Known) {
        match &order.tried {
            Tried::Split { variable, rest, cases } => {
                if let Some(rest) = rest {
                    self.tries(b, rest, known);
                }
                self.split(b, *variable, cases, known);
            }
            Tried::List(transitions) => {
                let mut known = known.clone();
                let conditions: Vec<Option<Value>> =
                    transitions.iter().map(|&t| self.condition(b, t, order, &mut known)).collect();
                for (&t, condition) in transitions.iter().zip(conditions) {
                    self.attempt(b, t, condition, &known);
                }
            }
        }
    }

    /// The conjunction of the guards that are not decided; `None` if nothing is left.
    fn condition(&self, b: &mut FunctionBuilder, t: TransitionId, order: &Order, known: &mut Known) -> Option<Value> {
        let mut result = None;
        for guard in order.undecided(self.emitter.system, t) {
            let value = self.emitter.value(b, known, guard);
            result = Some(match result {
                None => value,
                Some(so_far) => b.ins().band(so_far, value),
            });
        }
        result
    }

    /// Tries what is for the value of a variable.
    fn split(&mut self, b: &mut FunctionBuilder, variable: VarId, cases: &[(u64, Order)], known: &Known) {
        let place = self.emitter.layout.place(variable);
        let shifted = b.ins().load(types::I32, state_flags(), self.emitter.state, place.word as i32 * 4);
        let shifted = b.ins().ushr_imm_u(shifted, i64::from(place.shift));
        let value = b.ins().band_imm_u(shifted, mask(place.width.min(32)) as i64);
        let done = b.create_block();
        if let [(only, order)] = cases {
            let here = b.create_block();
            let equal = b.ins().icmp_imm_u(IntCC::Equal, value, *only as i64);
            b.ins().brif(equal, here, &[], done, &[]);
            b.switch_to_block(here);
            self.tries(b, order, known);
            b.ins().jump(done, &[]);
        } else {
            let mut switch = cranelift_frontend::Switch::new();
            let blocks: Vec<_> = cases.iter().map(|_| b.create_block()).collect();
            for ((k, _), &block) in cases.iter().zip(&blocks) {
                switch.set_entry(u128::from(*k), block);
            }
            switch.emit(b, value, done);
            for ((_, order), &block) in cases.iter().zip(&blocks) {
                b.switch_to_block(block);
                self.tries(b, order, known);
                b.ins().jump(done, &[]);
            }
        }
        b.switch_to_block(done);
    }

    /// If the condition holds, writes the successor.
    fn attempt(&mut self, b: &mut FunctionBuilder, t: TransitionId, condition: Option<Value>, known: &Known) {
        let Some(condition) = condition else {
            self.write(b, t, &mut known.clone());
            return;
        };
        let (yes, done) = (b.create_block(), b.create_block());
        b.ins().brif(condition, yes, &[] as &[BlockArg], done, &[]);
        b.switch_to_block(yes);
        self.write(b, t, &mut known.clone());
        b.ins().jump(done, &[]);
        b.switch_to_block(done);
    }

    /// Writes the successors by a transition: one for each tuple of inputs.
    fn write(&mut self, b: &mut FunctionBuilder, t: TransitionId, known: &mut Known) {
        let first = b.ins().iconst(types::I32, i64::from(self.rows.first(t)));
        let Some(table) = self.rows.table(t) else { return self.write_one(b, t, first, known) };
        let width = self.emitter.system.transition(t).inputs.len() as i64 * 8;
        let (head, done) = (b.create_block(), b.create_block());
        let (row, address) = (b.append_block_param(head, types::I32), b.append_block_param(head, types::I64));
        let start = b.ins().iconst(types::I64, table.as_ptr() as i64);
        b.ins().jump(head, &[first.into(), start.into()]);
        b.switch_to_block(head);
        self.emitter.inputs = Some(address);
        self.write_one(b, t, row, &mut known.clone());
        self.emitter.inputs = None;
        let (next, behind) = (b.ins().iadd_imm_s(row, 1), b.ins().iadd_imm_s(address, width));
        let end = i64::from(self.rows.first(t)) + (table.len() as i64 * 8) / width;
        let more = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, end);
        b.ins().brif(more, head, &[next.into(), behind.into()], done, &[]);
        b.switch_to_block(done);
    }

    fn write_one(&mut self, b: &mut FunctionBuilder, t: TransitionId, row: Value, known: &mut Known) {
        let out = b.use_var(self.out);
        self.copy_state(b, out);
        let updates = &self.emitter.system.transition(t).updates;
        self.apply(b, out, updates, known);
        self.tag(b, t, row, known);
        let size = self.emitter.layout.words() as i64 * 4;
        let next = b.ins().iadd_imm_s(out, size);
        b.def_var(self.out, next);
    }

    fn copy_state(&self, b: &mut FunctionBuilder, out: Value) {
        let words = self.emitter.layout.words() as i32;
        let mut word = 0;
        if words > UNROLLED {
            word = words & !3;
            memory::repeat(b, word / 4, 16, &mut |b, offset| {
                let (from, to) = (b.ins().iadd(self.emitter.state, offset), b.ins().iadd(out, offset));
                let value = b.ins().load(types::I64X2, state_flags(), from, 0);
                b.ins().store(MemFlagsData::trusted(), value, to, 0);
            });
        }
        for (ty, step) in [(types::I64X2, 4), (types::I64, 2), (types::I32, 1)] {
            while word + step <= words {
                let value = b.ins().load(ty, state_flags(), self.emitter.state, word * 4);
                b.ins().store(MemFlagsData::trusted(), value, out, word * 4);
                word += step;
            }
        }
    }

    fn tag(&mut self, b: &mut FunctionBuilder, t: TransitionId, row: Value, known: &mut Known) {
        let checks = &self.emitter.system.transition(t).checks;
        let mut fine = None;
        for check in checks {
            let holds = self.emitter.value(b, known, check.condition);
            fine = Some(match fine {
                None => holds,
                Some(so_far) => b.ins().band(so_far, holds),
            });
        }
        let tag = match fine {
            None => row,
            Some(fine) => {
                let failed = b.ins().bor_imm_u(row, i64::from(FAILED));
                b.ins().select(fine, row, failed)
            }
        };
        let count = b.use_var(self.count);
        let offset = b.ins().uextend(types::I64, count);
        let offset = b.ins().ishl_imm_u(offset, 2);
        let address = b.ins().iadd(self.tags, offset);
        b.ins().store(MemFlagsData::trusted(), tag, address, 0);
        let more = b.ins().iadd_imm_s(count, 1);
        b.def_var(self.count, more);
    }

    /// Applies a simultaneous update to the copy at `out`.
    fn apply(&mut self, b: &mut FunctionBuilder, out: Value, updates: &[Update], known: &mut Known) {
        // All expressions first: they speak of the state before.
        let has_position = |u: &Update| self.emitter.system.exprs.has_position(u.value);
        let mut value = |u: &Update| (!has_position(u)).then(|| self.emitter.value(b, known, u.value));
        let values: Vec<Option<Value>> = updates.iter().map(&mut value).collect();
        let mut words = Words::new(out);
        for (update, value) in updates.iter().zip(values) {
            let Some(value) = value else {
                words.flush(b);
                self.fill_each(b, out, update, known);
                continue;
            };
            if let Target::Fill(v) = update.target {
                memory::fill(b, &mut words, self.emitter.layout.place(v), value);
                continue;
            }
            match self.static_place(update.target) {
                Some(Some((word, shift, width))) => words.set(b, word, shift, width, value),
                Some(None) => {}
                None => {
                    let Target::Element(v, index) = update.target else { unreachable!("a scalar has a fixed place") };
                    words.flush(b);
                    self.store_dynamic(b, out, v, index, value, known);
                }
            }
        }
        words.flush(b);
    }

    /// Sets the elements of an array one by one to a value that depends on their position.
    fn fill_each(&mut self, b: &mut FunctionBuilder, out: Value, update: &Update, known: &Known) {
        let place = self.emitter.layout.place(update.target.variable());
        memory::repeat(b, place.elements as i32, 1, &mut |b, index| {
            self.emitter.position = Some(b.ins().ireduce(types::I32, index));
            let value = self.emitter.value(b, &mut known.clone(), update.value);
            let (address, shift) = place_address(b, place, index, out);
            store_element(b, place.width, (address, shift, None), value);
        });
        self.emitter.position = None;
    }

    /// Word, shift and width of a target at a fixed place; `Some(None)` if it is out of range.
    fn static_place(&self, target: Target) -> Option<Option<(u32, u8, u8)>> {
        let (v, index) = match target {
            Target::Var(v) | Target::Fill(v) => (v, 0),
            Target::Element(v, index) => (v, self.emitter.system.exprs.as_const(index)?),
        };
        let place = self.emitter.layout.place(v);
        if index >= u64::from(place.elements) {
            return Some(None);
        }
        let (word, shift) = place.element(index as u32);
        Some(Some((word, shift, place.width)))
    }

    fn store_dynamic(
        &mut self,
        b: &mut FunctionBuilder,
        out: Value,
        v: VarId,
        index: kulan_ir::ExprId,
        value: Value,
        known: &mut Known,
    ) {
        let place = self.emitter.layout.place(v);
        let to = self.emitter.element_address(b, known, place, index, out);
        store_element(b, place.width, to, value);
    }
}
