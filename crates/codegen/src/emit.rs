//! Expressions to Cranelift's IR.
//!
//! A value of width 1 is an `i8`, up to 32 an `i32`, beyond an `i64`; bits above the width are zero.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, Expr, ExprId, Layout, PackedSlot, System};
use rustc_hash::FxHashMap;

/// The values computed so far on the way to the current block.
pub type Known = FxHashMap<ExprId, Value>;

/// Emits expressions over one state.
pub struct Emitter<'a> {
    /// The system.
    pub system: &'a System,
    /// Where its variables live.
    pub layout: &'a Layout,
    /// The address of the state.
    pub state: Value,
    /// The address of the inputs of the transition that fires, 64 bits each.
    pub inputs: Option<Value>,
    /// The index of the element that is being set, 32 bits.
    pub position: Option<Value>,
}

/// The machine type of a width.
pub fn machine_type(width: u8) -> Type {
    match width {
        1 => types::I8,
        2..=32 => types::I32,
        _ => types::I64,
    }
}

fn machine_bits(width: u8) -> u8 {
    machine_type(width).bits() as u8
}

/// States are not written while successors are computed, so loads from them can be shared and moved.
pub fn state_flags() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly()
}

impl Emitter<'_> {
    /// The value of an expression.
    pub fn value(&self, b: &mut FunctionBuilder, known: &mut Known, id: ExprId) -> Value {
        if let Some(&value) = known.get(&id) {
            return value;
        }
        let value = self.operation(b, known, id);
        known.insert(id, value);
        value
    }

    fn operation(&self, b: &mut FunctionBuilder, known: &mut Known, id: ExprId) -> Value {
        let exprs = &self.system.exprs;
        let width = exprs.width(id);
        match exprs.get(id) {
            Expr::Const { bits, .. } => b.ins().iconst(machine_type(width), sign_for_iconst(width, bits)),
            Expr::Var(v) => {
                let place = self.layout.place(v);
                self.load(b, place.word, place.shift, place.width)
            }
            Expr::Element(v, index) => self.element(b, known, self.layout.place(v), index),
            Expr::Input { index, .. } => {
                let inputs = self.inputs.expect("only a transition that fires reads inputs");
                let raw = b.ins().load(types::I64, state_flags(), inputs, index as i32 * 8);
                let ty = machine_type(width);
                if ty == types::I64 { raw } else { b.ins().ireduce(ty, raw) }
            }
            Expr::Position => self.position.expect("only the value of a fill reads the position"),
            Expr::Not(a) => {
                let x = self.value(b, known, a);
                let ones = b.ins().iconst(machine_type(width), sign_for_iconst(width, mask(width)));
                b.ins().bxor(x, ones)
            }
            Expr::Neg(a) => {
                let x = self.value(b, known, a);
                let negated = b.ins().ineg(x);
                self.trim(b, width, negated)
            }
            Expr::Binary(op, x, y) => {
                let operands = exprs.width(x);
                let (vx, vy) = (self.value(b, known, x), self.value(b, known, y));
                self.binary(b, op, operands, vx, vy, exprs.as_const(y))
            }
            Expr::Ite(c, x, y) => {
                let (vc, vx, vy) = (self.value(b, known, c), self.value(b, known, x), self.value(b, known, y));
                b.ins().select(vc, vx, vy)
            }
            Expr::ZeroExtend(w, a) => {
                let x = self.value(b, known, a);
                widen(b, w, exprs.width(a), x)
            }
            Expr::SignExtend(w, a) => {
                let x = self.value(b, known, a);
                let wide = widen(b, w, exprs.width(a), x);
                let extended = self.sign_extend(b, exprs.width(a), machine_bits(w), wide);
                self.trim(b, w, extended)
            }
            Expr::Extract { low, width, of } => {
                let x = self.value(b, known, of);
                let down = if low == 0 { x } else { b.ins().ushr_imm_u(x, i64::from(low)) };
                narrow(b, width, exprs.width(of), down)
            }
            Expr::Concat(x, y) => {
                let (high, low) = (self.value(b, known, x), self.value(b, known, y));
                let (high, low) = (widen(b, width, exprs.width(x), high), widen(b, width, exprs.width(y), low));
                let up = b.ins().ishl_imm_u(high, i64::from(exprs.width(y)));
                b.ins().bor(up, low)
            }
        }
    }

    /// Clears the bits above the width.
    fn trim(&self, b: &mut FunctionBuilder, width: u8, value: Value) -> Value {
        if width == machine_bits(width) { value } else { b.ins().band_imm_u(value, mask(width) as i64) }
    }

    /// Repeats bit `from - 1` up to `to` machine bits.
    fn sign_extend(&self, b: &mut FunctionBuilder, from: u8, to: u8, value: Value) -> Value {
        if from == to {
            return value;
        }
        let up = b.ins().ishl_imm_u(value, i64::from(to - from));
        b.ins().sshr_imm_u(up, i64::from(to - from))
    }

    fn binary(
        &self,
        b: &mut FunctionBuilder,
        op: BinaryOp,
        width: u8,
        x: Value,
        y: Value,
        constant: Option<u64>,
    ) -> Value {
        use BinaryOp::*;
        let bits = machine_bits(width);
        let result = match op {
            Add => b.ins().iadd(x, y),
            Sub => b.ins().isub(x, y),
            Mul => b.ins().imul(x, y),
            And => return b.ins().band(x, y),
            Or => return b.ins().bor(x, y),
            Xor => return b.ins().bxor(x, y),
            Equal => return b.ins().icmp(IntCC::Equal, x, y),
            UnsignedLess => return b.ins().icmp(IntCC::UnsignedLessThan, x, y),
            UnsignedLessEqual => return b.ins().icmp(IntCC::UnsignedLessThanOrEqual, x, y),
            SignedLess | SignedLessEqual => {
                let (sx, sy) = (self.sign_extend(b, width, bits, x), self.sign_extend(b, width, bits, y));
                let code = if op == SignedLess { IntCC::SignedLessThan } else { IntCC::SignedLessThanOrEqual };
                return b.ins().icmp(code, sx, sy);
            }
            UnsignedDiv | UnsignedRem | SignedDiv | SignedRem => self.divide(b, op, width, x, y, constant),
            ShiftLeft | LogicalShiftRight | ArithmeticShiftRight => self.shift(b, op, width, x, y, constant),
        };
        self.trim(b, width, result)
    }

    /// Division without traps: by zero it gives zero, and the one overflow wraps.
    fn divide(
        &self,
        b: &mut FunctionBuilder,
        op: BinaryOp,
        width: u8,
        x: Value,
        y: Value,
        constant: Option<u64>,
    ) -> Value {
        use BinaryOp::*;
        let bits = machine_bits(width);
        let signed = matches!(op, SignedDiv | SignedRem);
        let (x, y) =
            if signed { (self.sign_extend(b, width, bits, x), self.sign_extend(b, width, bits, y)) } else { (x, y) };
        let plain = |b: &mut FunctionBuilder, y: Value| match op {
            SignedDiv => b.ins().sdiv(x, y),
            SignedRem => b.ins().srem(x, y),
            UnsignedDiv => b.ins().udiv(x, y),
            _ => b.ins().urem(x, y),
        };
        if constant.is_some_and(|k| k != 0 && k != mask(width)) {
            return plain(b, y);
        }
        let ty = machine_type(width);
        let zero = b.ins().iconst(ty, 0);
        let one = b.ins().iconst(ty, 1);
        let is_zero = b.ins().icmp_imm_u(IntCC::Equal, y, 0);
        let mut safe = b.ins().select(is_zero, one, y);
        let minus_one = signed.then(|| b.ins().icmp_imm_s(IntCC::Equal, y, -1));
        if let Some(minus_one) = minus_one {
            safe = b.ins().select(minus_one, one, safe);
        }
        let mut result = plain(b, safe);
        if let Some(minus_one) = minus_one {
            let negated = b.ins().ineg(x);
            let special = if op == SignedDiv { negated } else { zero };
            result = b.ins().select(minus_one, special, result);
        }
        b.ins().select(is_zero, zero, result)
    }

    /// Shifts by the width or more give zero or the sign.
    fn shift(
        &self,
        b: &mut FunctionBuilder,
        op: BinaryOp,
        width: u8,
        x: Value,
        y: Value,
        constant: Option<u64>,
    ) -> Value {
        use BinaryOp::*;
        let bits = machine_bits(width);
        if op == ArithmeticShiftRight {
            let limit = b.ins().iconst(machine_type(width), i64::from(bits - 1));
            let amount = b.ins().umin(y, limit);
            let sx = self.sign_extend(b, width, bits, x);
            return b.ins().sshr(sx, amount);
        }
        let shifted = if op == ShiftLeft { b.ins().ishl(x, y) } else { b.ins().ushr(x, y) };
        if constant.is_some_and(|k| k < u64::from(width)) {
            return shifted;
        }
        let zero = b.ins().iconst(machine_type(width), 0);
        let small = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, y, i64::from(width));
        b.ins().select(small, shifted, zero)
    }

    /// A value at a fixed place of the state.
    fn load(&self, b: &mut FunctionBuilder, word: u32, shift: u8, width: u8) -> Value {
        let offset = word as i32 * 4;
        if width > 32 {
            let raw = b.ins().load(types::I64, state_flags(), self.state, offset);
            return if width == 64 { raw } else { b.ins().band_imm_u(raw, mask(width) as i64) };
        }
        let raw = b.ins().load(types::I32, state_flags(), self.state, offset);
        let down = if shift == 0 { raw } else { b.ins().ushr_imm_u(raw, i64::from(shift)) };
        let value = if shift + width == 32 { down } else { b.ins().band_imm_u(down, mask(width) as i64) };
        if width == 1 { b.ins().ireduce(types::I8, value) } else { value }
    }

    fn element(&self, b: &mut FunctionBuilder, known: &mut Known, place: PackedSlot, index: ExprId) -> Value {
        if let Some(i) = self.system.exprs.as_const(index) {
            if i >= u64::from(place.elements) {
                return b.ins().iconst(machine_type(place.width), 0);
            }
            let (word, shift) = place.element(i as u32);
            return self.load(b, word, shift, place.width);
        }
        let (address, shift, inside) = self.element_address(b, known, place, index, self.state);
        let value = self.load_dynamic(b, state_flags(), place.width, address, shift);
        match inside {
            None => value,
            Some(inside) => {
                let zero = b.ins().iconst(machine_type(place.width), 0);
                b.ins().select(inside, value, zero)
            }
        }
    }

    /// Address and shift of an element at a computed index, and whether the index is in range (`None`: always).
    pub fn element_address(
        &self,
        b: &mut FunctionBuilder,
        known: &mut Known,
        place: PackedSlot,
        index: ExprId,
        base: Value,
    ) -> (Value, Value, Option<Value>) {
        let raw = self.value(b, known, index);
        let wide = widen(b, 64, self.system.exprs.width(index), raw);
        let (safe, inside) = if self.system.exprs.upper_bound(index) < u64::from(place.elements) {
            (wide, None)
        } else {
            let inside = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, wide, i64::from(place.elements));
            let zero = b.ins().iconst(types::I64, 0);
            (b.ins().select(inside, wide, zero), Some(inside))
        };
        let (address, shift) = place_address(b, place, safe, base);
        (address, shift, inside)
    }

    fn load_dynamic(
        &self,
        b: &mut FunctionBuilder,
        flags: MemFlagsData,
        width: u8,
        address: Value,
        shift: Value,
    ) -> Value {
        if width > 32 {
            let raw = b.ins().load(types::I64, flags, address, 0);
            return if width == 64 { raw } else { b.ins().band_imm_u(raw, mask(width) as i64) };
        }
        let raw = b.ins().load(types::I32, flags, address, 0);
        let down = b.ins().ushr(raw, shift);
        let value = if width == 32 { down } else { b.ins().band_imm_u(down, mask(width) as i64) };
        if width == 1 { b.ins().ireduce(types::I8, value) } else { value }
    }
}

/// Address and shift of the element at an index in range, of 64 bits.
pub fn place_address(b: &mut FunctionBuilder, place: PackedSlot, index: Value, base: Value) -> (Value, Value) {
    let scaled = b.ins().ishl_imm_u(index, i64::from(place.stride.trailing_zeros()));
    let bit = b.ins().iadd_imm_s(scaled, i64::from(place.word) * 32 + i64::from(place.shift));
    let word = b.ins().ushr_imm_u(bit, 5);
    let offset = b.ins().ishl_imm_u(word, 2);
    let address = b.ins().iadd(base, offset);
    let shift = b.ins().band_imm_u(bit, 31);
    let shift = b.ins().ireduce(types::I32, shift);
    (address, shift)
}

/// `iconst` wants the value sign-extended from the machine type.
fn sign_for_iconst(width: u8, bits: u64) -> i64 {
    match machine_bits(width) {
        8 => bits as i64,
        32 => bits as u32 as i64,
        _ => bits as i64,
    }
}

/// The value in a wider machine type, zero-extended.
pub fn widen(b: &mut FunctionBuilder, to: u8, from: u8, value: Value) -> Value {
    let (target, source) = (machine_type(to), machine_type(from));
    if target == source { value } else { b.ins().uextend(target, value) }
}

/// The low bits of a value.
fn narrow(b: &mut FunctionBuilder, to: u8, from: u8, value: Value) -> Value {
    let (target, source) = (machine_type(to), machine_type(from));
    let reduced = if target == source { value } else { b.ins().ireduce(target, value) };
    if to == machine_bits(to) { reduced } else { b.ins().band_imm_u(reduced, mask(to) as i64) }
}
