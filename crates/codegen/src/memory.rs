//! Stores to the successor: loops, arrays filled with a value, elements, and words that are put together first.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;
use kulan_ir::PackedSlot;
use kulan_ir::expr::mask;

use crate::emit::widen;

/// Blocks of four words, and elements, that are written without a loop.
const UNROLLED: i32 = 8;

/// Emits `body` for each of `count` things, given the number of the thing times `step`, in 64 bits.
pub fn repeat(b: &mut FunctionBuilder, count: i32, step: i64, body: &mut dyn FnMut(&mut FunctionBuilder, Value)) {
    if count <= UNROLLED {
        for block in 0..count {
            let offset = b.ins().iconst(types::I64, i64::from(block) * step);
            body(b, offset);
        }
        return;
    }
    let (head, done) = (b.create_block(), b.create_block());
    let offset = b.append_block_param(head, types::I64);
    let zero = b.ins().iconst(types::I64, 0);
    b.ins().jump(head, &[zero.into()]);
    b.switch_to_block(head);
    body(b, offset);
    let next = b.ins().iadd_imm_s(offset, step);
    let more = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, i64::from(count) * step);
    b.ins().brif(more, head, &[next.into()], done, &[]);
    b.switch_to_block(done);
}

/// Sets all elements of an array to a value.
pub fn fill(b: &mut FunctionBuilder, words: &mut Words, place: PackedSlot, value: Value) {
    let bits = u64::from(place.elements) * u64::from(place.stride);
    if bits <= 32 {
        let pattern = pattern(b, place, value);
        let kept = if bits == 32 { pattern } else { b.ins().band_imm_u(pattern, (1i64 << bits) - 1) };
        return words.set_bits(b, place.word, place.shift, bits as u8, kept);
    }
    words.flush(b);
    let first = b.ins().iadd_imm_s(words.out, i64::from(place.word) * 4);
    let pair = if place.width > 32 {
        value
    } else {
        let pattern = pattern(b, place, value);
        let low = b.ins().uextend(types::I64, pattern);
        let high = b.ins().ishl_imm_u(low, 32);
        b.ins().bor(low, high)
    };
    let all = bits.div_ceil(32) as i32;
    // The bits after the last element stay zero, so a last word that is not full is written separately.
    let full = (bits / 32) as i32;
    store_all(b, first, pair, full);
    if full < all {
        let low = b.ins().ireduce(types::I32, pair);
        let kept = b.ins().band_imm_u(low, (1i64 << (bits % 32)) - 1);
        b.ins().store(MemFlagsData::trusted(), kept, first, full * 4);
    }
}

/// Stores a pair of words repeatedly, to this many words.
fn store_all(b: &mut FunctionBuilder, first: Value, pair: Value, words: i32) {
    let flags = MemFlagsData::trusted();
    repeat(b, words / 4, 16, &mut |b, offset| {
        let to = b.ins().iadd(first, offset);
        b.ins().store(flags, pair, to, 0);
        b.ins().store(flags, pair, to, 8);
    });
    let mut word = words & !3;
    if words - word >= 2 {
        b.ins().store(flags, pair, first, word * 4);
        word += 2;
    }
    if words > word {
        let low = b.ins().ireduce(types::I32, pair);
        b.ins().store(flags, low, first, word * 4);
    }
}

/// A word that contains the value as often as it fits.
fn pattern(b: &mut FunctionBuilder, place: PackedSlot, value: Value) -> Value {
    let wide = widen(b, 32, place.width, value);
    let times = (0..32).step_by(usize::from(place.stride)).fold(0i64, |sum, shift| sum | 1 << shift);
    let times = b.ins().iconst(types::I32, times);
    b.ins().imul(wide, times)
}

/// Stores an element of a width, given its address and shift and whether it exists (`None`: it does).
pub fn store_element(
    b: &mut FunctionBuilder,
    width: u8,
    (address, shift, inside): (Value, Value, Option<Value>),
    value: Value,
) {
    let flags = MemFlagsData::trusted();
    if width > 32 {
        let old = b.ins().load(types::I64, flags, address, 0);
        let new = inside.map_or(value, |i| b.ins().select(i, value, old));
        b.ins().store(flags, new, address, 0);
        return;
    }
    let old = b.ins().load(types::I32, flags, address, 0);
    let wide = widen(b, 32, width, value);
    let bits = b.ins().ishl(wide, shift);
    let ones = b.ins().iconst(types::I32, i64::from(mask(width) as u32));
    let field = b.ins().ishl(ones, shift);
    let cleared = b.ins().band_not(old, field);
    let new = b.ins().bor(cleared, bits);
    let new = inside.map_or(new, |i| b.ins().select(i, new, old));
    b.ins().store(flags, new, address, 0);
}

/// Words of the successor that are put together before they are stored.
pub struct Words {
    pending: Vec<(u32, Value)>,
    pub out: Value,
}

impl Words {
    /// Nothing to store yet at `out`.
    pub fn new(out: Value) -> Words {
        Words { pending: Vec::new(), out }
    }

    /// Sets a place that is fixed.
    pub fn set(&mut self, b: &mut FunctionBuilder, word: u32, shift: u8, width: u8, value: Value) {
        if width > 32 {
            b.ins().store(MemFlagsData::trusted(), value, self.out, word as i32 * 4);
            return;
        }
        let wide = widen(b, 32, width, value);
        self.set_bits(b, word, shift, width, wide);
    }

    /// Sets bits of a word to a value of 32 bits, those above the width zero.
    pub fn set_bits(&mut self, b: &mut FunctionBuilder, word: u32, shift: u8, width: u8, wide: Value) {
        if width == 32 {
            self.put(word, wide);
            return;
        }
        let old = match self.pending.iter().find(|(w, _)| *w == word) {
            Some(&(_, old)) => old,
            // The copy holds what the state held, unless a computed index wrote to it since.
            None => b.ins().load(types::I32, MemFlagsData::trusted(), self.out, word as i32 * 4),
        };
        let cleared = b.ins().band_imm_u(old, i64::from(!((mask(width) as u32) << shift)));
        let bits = if shift == 0 { wide } else { b.ins().ishl_imm_u(wide, i64::from(shift)) };
        let new = b.ins().bor(cleared, bits);
        self.put(word, new);
    }

    fn put(&mut self, word: u32, value: Value) {
        match self.pending.iter_mut().find(|(w, _)| *w == word) {
            Some(entry) => entry.1 = value,
            None => self.pending.push((word, value)),
        }
    }

    pub fn flush(&mut self, b: &mut FunctionBuilder) {
        for (word, value) in self.pending.drain(..) {
            b.ins().store(MemFlagsData::trusted(), value, self.out, word as i32 * 4);
        }
    }
}
