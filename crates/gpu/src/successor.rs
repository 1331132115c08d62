//! The updates of a transition, applied to a copy of the state in the thread's own memory.

use kulan_ir::expr::mask;
use kulan_ir::{PackedSlot, Target, Update};

use crate::expression::{Emitter, Known, place_offset, widen};
use crate::ptx::{Code, Register};

/// The name of the copy, in local memory.
pub const NEXT: &str = "next";
/// Elements that are set without a loop.
const UNROLLED: u32 = 8;

/// Loads a word of the copy.
pub fn load_next(b: &mut Code, word: u32) -> Register {
    let to = b.narrow();
    b.one("ld.local.u32", to, format_args!("[{NEXT}+{}]", word * 4));
    to
}

/// Stores a word of the copy.
pub fn store_next(b: &mut Code, word: u32, value: Register) {
    b.line(format_args!("st.local.u32 [{NEXT}+{}], {value}", word * 4));
}

/// Copies the whole state.
pub fn copy_state(b: &mut Code, emitter: &Emitter) {
    for word in 0..emitter.layout.words() as u32 {
        let value = emitter.word(b, word);
        store_next(b, word, value);
    }
}

/// Words of the copy that are put together before they are stored.
#[derive(Default)]
struct Words {
    pending: Vec<(u32, Register)>,
}

impl Words {
    /// Sets a place that is fixed.
    fn set(&mut self, b: &mut Code, word: u32, shift: u8, width: u8, value: Register) {
        if width > 32 {
            let [low, high] = b.halves(value);
            self.set_bits(b, word, 0, 32, low);
            return self.set_bits(b, word + 1, 0, width - 32, high);
        }
        self.set_bits(b, word, shift, width, value);
    }

    /// Sets bits of a word to a value of 32 bits, those above the width zero.
    fn set_bits(&mut self, b: &mut Code, word: u32, shift: u8, width: u8, value: Register) {
        if width == 32 {
            return self.put(word, value);
        }
        let old = match self.pending.iter().find(|(w, _)| *w == word) {
            Some(&(_, old)) => old,
            None => load_next(b, word),
        };
        let cleared = b.narrow_of("and.b32", old, !((mask(width) as u32) << shift));
        let bits = if shift == 0 { value } else { b.narrow_of("shl.b32", value, shift) };
        let new = b.narrow_of("or.b32", cleared, bits);
        self.put(word, new);
    }

    fn put(&mut self, word: u32, value: Register) {
        match self.pending.iter_mut().find(|(w, _)| *w == word) {
            Some(entry) => entry.1 = value,
            None => self.pending.push((word, value)),
        }
    }

    fn flush(&mut self, b: &mut Code) {
        for (word, value) in self.pending.drain(..) {
            store_next(b, word, value);
        }
    }
}

/// Applies a simultaneous update to the copy.
pub fn apply(b: &mut Code, emitter: &mut Emitter, updates: &[Update], known: &mut Known) {
    // All expressions first: they speak of the state before.
    let has_position = |u: &Update| emitter.system.exprs.has_position(u.value);
    let value = |u: &Update| (!has_position(u)).then(|| emitter.value(b, known, u.value));
    let values: Vec<Option<Register>> = updates.iter().map(value).collect();
    let mut words = Words::default();
    for (update, value) in updates.iter().zip(values) {
        let place = emitter.layout.place(update.target.variable());
        match (update.target, value) {
            (_, None) => {
                words.flush(b);
                fill_each(b, emitter, place, update, known);
            }
            (Target::Var(_), Some(value)) => words.set(b, place.word, place.shift, place.width, value),
            (Target::Fill(_), Some(value)) => fill(b, &mut words, place, value),
            (Target::Element(_, index), Some(value)) => match emitter.system.exprs.as_const(index) {
                Some(i) if i >= u64::from(place.elements) => {}
                Some(i) => {
                    let (word, shift) = place.element(i as u32);
                    words.set(b, word, shift, place.width, value);
                }
                None => {
                    words.flush(b);
                    let (offset, shift, inside) = emitter.element_offset(b, known, place, index);
                    store_element(b, place.width, (offset, shift, inside), value);
                }
            },
        }
    }
    words.flush(b);
}

/// Sets all elements of an array to a value.
fn fill(b: &mut Code, words: &mut Words, place: PackedSlot, value: Register) {
    if place.width > 32 {
        for i in 0..place.elements {
            words.set(b, place.element(i).0, 0, place.width, value);
        }
        return;
    }
    let times = (0..32).step_by(usize::from(place.stride)).fold(0u32, |sum, shift| sum | 1 << shift);
    let pattern = b.narrow_of("mul.lo.u32", value, times);
    let mut bits = u64::from(place.elements) * u64::from(place.stride);
    let mut word = place.word;
    // The bits after the last element stay as they are.
    while bits > 0 {
        let here = bits.min(32) as u8;
        let kept = if here == 32 { pattern } else { b.narrow_of("and.b32", pattern, mask(here)) };
        words.set_bits(b, word, if word == place.word { place.shift } else { 0 }, here, kept);
        bits -= u64::from(here);
        word += 1;
    }
}

/// Sets the elements of an array one by one to a value that depends on their position.
fn fill_each(b: &mut Code, emitter: &mut Emitter, place: PackedSlot, update: &Update, known: &Known) {
    if place.elements <= UNROLLED {
        for i in 0..place.elements {
            let position = b.constant(i);
            set_at(b, emitter, place, update, position, known);
        }
        return;
    }
    let position = b.constant(0);
    let head = b.label();
    b.place(head);
    set_at(b, emitter, place, update, position, known);
    b.two("add.u32", position, position, 1);
    let more = b.test("setp.lt.u32", position, place.elements);
    b.jump_if(more, head);
}

fn set_at(b: &mut Code, emitter: &mut Emitter, place: PackedSlot, update: &Update, position: Register, known: &Known) {
    emitter.position = Some(position);
    let value = emitter.value(b, &mut known.clone(), update.value);
    emitter.position = None;
    let index = widen(b, 64, 32, position);
    let (offset, shift) = place_offset(b, place, index);
    store_element(b, place.width, (offset, shift, None), value);
}

/// Stores an element of a width, given its offset and shift and whether it exists (`None`: it does).
fn store_element(
    b: &mut Code,
    width: u8,
    (offset, shift, inside): (Register, Register, Option<Register>),
    value: Register,
) {
    let base = b.wide();
    b.one("mov.u64", base, NEXT);
    let address = b.wide_of("add.u64", base, offset);
    let done = b.label();
    if let Some(inside) = inside {
        b.jump_unless(inside, done);
    }
    if width > 32 {
        let [low, high] = b.halves(value);
        b.line(format_args!("st.local.u32 [{address}], {low}"));
        b.line(format_args!("st.local.u32 [{address}+4], {high}"));
    } else {
        let old = b.narrow();
        b.one("ld.local.u32", old, format_args!("[{address}]"));
        let ones = b.constant(mask(width) as u32);
        let field = b.narrow_of("shl.b32", ones, shift);
        let bits = b.narrow_of("shl.b32", value, shift);
        let cleared = {
            let others = b.narrow();
            b.one("not.b32", others, field);
            b.narrow_of("and.b32", old, others)
        };
        let new = b.narrow_of("or.b32", cleared, bits);
        b.line(format_args!("st.local.u32 [{address}], {new}"));
    }
    b.place(done);
}

/// The conjunction of truth values as a predicate; `None` if there are none.
pub fn conjunction(b: &mut Code, values: impl IntoIterator<Item = Register>) -> Option<Register> {
    let all = values.into_iter().reduce(|all, value| {
        let both = b.narrow();
        b.two("and.b32", both, all, value);
        both
    })?;
    Some(b.test("setp.ne.u32", all, 0))
}
