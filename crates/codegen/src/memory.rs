//! Many words at once: loops, and arrays filled with a value.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;
use kulan_ir::PackedSlot;

use crate::emit::widen;
use crate::function::Words;

/// Blocks of four words that are written without a loop.
const UNROLLED: i32 = 8;

/// Emits `body` for each of `count` blocks of 16 bytes, given the offset of the block.
pub fn repeat(b: &mut FunctionBuilder, count: i32, body: &mut dyn FnMut(&mut FunctionBuilder, Value)) {
    if count <= UNROLLED {
        for block in 0..count {
            let offset = b.ins().iconst(types::I64, i64::from(block) * 16);
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
    let next = b.ins().iadd_imm_s(offset, 16);
    let more = b.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, i64::from(count) * 16);
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
    repeat(b, words / 4, &mut |b, offset| {
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
