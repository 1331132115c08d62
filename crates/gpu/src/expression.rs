//! Expressions to PTX.
//!
//! A value of up to 32 bits is in a register of 32, a wider one in a register of 64; bits above the width are zero.

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, Expr, ExprId, Layout, PackedSlot, System};
use rustc_hash::FxHashMap;

use crate::insert::Shape;
use crate::ptx::{Code, Register};

/// The values computed so far on the way to where the code is.
pub type Known = FxHashMap<ExprId, Register>;

/// Up to this many words, a state is loaded into registers.
const LOADED: usize = 32;

/// Emits expressions over one state.
pub struct Emitter<'a> {
    /// The system.
    pub system: &'a System,
    /// Where its variables live.
    pub layout: &'a Layout,
    /// The address of the state, in global memory.
    state: Register,
    /// Its words, if they are few.
    words: Vec<Register>,
    /// The address of the inputs of the transition that fires, 64 bits each.
    pub inputs: Option<Register>,
    /// The index of the element that is being set.
    pub position: Option<Register>,
}

fn is_wide(width: u8) -> bool {
    width > 32
}

/// The name of an operation on values of a width, such as `add.u32`.
fn name(operation: &str, sign: char, width: u8) -> String {
    format!("{operation}.{sign}{}", bits(width))
}

/// The bits of the register of a width.
fn bits(width: u8) -> u8 {
    if is_wide(width) { 64 } else { 32 }
}

impl<'a> Emitter<'a> {
    /// Expressions over the state at an address.
    pub fn new(system: &'a System, layout: &'a Layout, state: Register) -> Emitter<'a> {
        Emitter { system, layout, state, words: Vec::new(), inputs: None, position: None }
    }

    /// Loads the state, if its words are few: before anything else is emitted.
    pub fn load_state(&mut self, b: &mut Code, shape: Shape) {
        if self.layout.words() <= LOADED {
            let piece =
                |word: u32| b.load_words("ld.global", format_args!("{}+{}", self.state, word * 4), shape.piece());
            self.words = shape.pieces().flat_map(piece).collect();
        }
    }

    fn load_word(&self, b: &mut Code, word: u32) -> Register {
        let to = b.narrow();
        b.one("ld.global.u32", to, format_args!("[{}+{}]", self.state, word * 4));
        to
    }

    /// A word of the state.
    pub fn word(&self, b: &mut Code, word: u32) -> Register {
        match self.words.get(word as usize) {
            Some(&known) => known,
            None => self.load_word(b, word),
        }
    }

    /// A register for a value of a width.
    pub fn register(b: &mut Code, width: u8) -> Register {
        if is_wide(width) { b.wide() } else { b.narrow() }
    }

    /// The value of an expression.
    pub fn value(&self, b: &mut Code, known: &mut Known, id: ExprId) -> Register {
        if let Some(&value) = known.get(&id) {
            return value;
        }
        let value = self.operation(b, known, id);
        known.insert(id, value);
        value
    }

    /// A truth value as a predicate.
    pub fn holds(&self, b: &mut Code, known: &mut Known, id: ExprId) -> Register {
        let value = self.value(b, known, id);
        b.test("setp.ne.u32", value, 0)
    }

    fn operation(&self, b: &mut Code, known: &mut Known, id: ExprId) -> Register {
        let exprs = &self.system.exprs;
        let width = exprs.width(id);
        match exprs.get(id) {
            Expr::Const { bits, .. } => constant(b, width, bits),
            Expr::Var(v) => {
                let place = self.layout.place(v);
                self.load(b, place.word, place.shift, place.width)
            }
            Expr::Element(v, index) => self.element(b, known, self.layout.place(v), index),
            Expr::Input { index, .. } => {
                let inputs = self.inputs.expect("only a transition that fires reads inputs");
                let raw = b.wide();
                b.one("ld.global.u64", raw, format_args!("[{inputs}+{}]", index * 8));
                narrow(b, width, 64, raw)
            }
            Expr::Position => self.position.expect("only the value of a fill reads the position"),
            Expr::Not(a) => {
                let x = self.value(b, known, a);
                let ones = constant(b, width, mask(width));
                binary(b, "xor", 'b', width, x, ones)
            }
            Expr::Neg(a) => {
                let x = self.value(b, known, a);
                let zero = constant(b, width, 0);
                let negated = binary(b, "sub", 'u', width, zero, x);
                trim(b, width, negated)
            }
            Expr::Binary(op, x, y) => {
                let (vx, vy) = (self.value(b, known, x), self.value(b, known, y));
                binary_operation(b, op, exprs.width(x), vx, vy)
            }
            Expr::Ite(c, x, y) => {
                let condition = self.holds(b, known, c);
                let (vx, vy) = (self.value(b, known, x), self.value(b, known, y));
                select(b, width, condition, vx, vy)
            }
            Expr::ZeroExtend(w, a) => {
                let x = self.value(b, known, a);
                widen(b, w, exprs.width(a), x)
            }
            Expr::SignExtend(w, a) => {
                let x = self.value(b, known, a);
                let wide = widen(b, w, exprs.width(a), x);
                let extended = sign_extend(b, exprs.width(a), w, wide);
                trim(b, w, extended)
            }
            Expr::Extract { low, width, of } => {
                let x = self.value(b, known, of);
                let down = shift(b, "shr", 'u', exprs.width(of), x, low);
                narrow(b, width, exprs.width(of), down)
            }
            Expr::Concat(x, y) => {
                let (high, low) = (self.value(b, known, x), self.value(b, known, y));
                let (high, low) = (widen(b, width, exprs.width(x), high), widen(b, width, exprs.width(y), low));
                let up = shift(b, "shl", 'b', width, high, exprs.width(y));
                binary(b, "or", 'b', width, up, low)
            }
        }
    }

    /// A value at a fixed place of the state.
    fn load(&self, b: &mut Code, word: u32, low: u8, width: u8) -> Register {
        let first = self.word(b, word);
        if is_wide(width) {
            let second = self.word(b, word + 1);
            let whole = pair(b, first, second);
            return trim(b, width, whole);
        }
        let down = shift(b, "shr", 'u', 32, first, low);
        if low + width == 32 { down } else { trim(b, width, down) }
    }

    fn element(&self, b: &mut Code, known: &mut Known, place: PackedSlot, index: ExprId) -> Register {
        if let Some(i) = self.system.exprs.as_const(index) {
            if i >= u64::from(place.elements) {
                return constant(b, place.width, 0);
            }
            let (word, low) = place.element(i as u32);
            return self.load(b, word, low, place.width);
        }
        let (offset, low, inside) = self.element_offset(b, known, place, index);
        let address = b.wide_of("add.u64", self.state, offset);
        let value = load_element(b, "global", place.width, address, low);
        match inside {
            None => value,
            Some(inside) => {
                let zero = constant(b, place.width, 0);
                select(b, place.width, inside, value, zero)
            }
        }
    }

    /// Where the element at a computed index is: bytes from the start of the state, the shift there, and whether the index
    /// is in range (`None`: always).
    pub fn element_offset(
        &self,
        b: &mut Code,
        known: &mut Known,
        place: PackedSlot,
        index: ExprId,
    ) -> (Register, Register, Option<Register>) {
        let raw = self.value(b, known, index);
        let width = self.system.exprs.width(index);
        let wide = widen(b, 64, width, raw);
        let is_inside = self.system.exprs.upper_bound(index) < u64::from(place.elements);
        let inside = (!is_inside).then(|| b.test("setp.lt.u64", wide, u64::from(place.elements)));
        let safe = match inside {
            None => wide,
            Some(inside) => {
                let zero = b.wide_constant(0);
                select(b, 64, inside, wide, zero)
            }
        };
        let (offset, low) = place_offset(b, place, safe);
        (offset, low, inside)
    }
}

/// The bytes from the start of a state to the word of an element whose index, of 64 bits, is in range, and the shift there.
pub fn place_offset(b: &mut Code, place: PackedSlot, index: Register) -> (Register, Register) {
    let scaled = b.wide_of("shl.b64", index, place.stride.trailing_zeros());
    let bit = b.wide_of("add.u64", scaled, u64::from(place.word) * 32 + u64::from(place.shift));
    let word = b.wide_of("shr.u64", bit, 5);
    let offset = b.wide_of("shl.b64", word, 2);
    let narrow = b.narrow();
    b.one("cvt.u32.u64", narrow, bit);
    let low = b.narrow_of("and.b32", narrow, 31);
    (offset, low)
}

/// The element at an address of a memory, from a shift on.
fn load_element(b: &mut Code, memory: &str, width: u8, address: Register, low: Register) -> Register {
    let first = b.narrow();
    b.one(&format!("ld.{memory}.u32"), first, format_args!("[{address}]"));
    if is_wide(width) {
        let second = b.narrow();
        b.one(&format!("ld.{memory}.u32"), second, format_args!("[{address}+4]"));
        let whole = pair(b, first, second);
        return trim(b, width, whole);
    }
    let down = b.narrow_of("shr.u32", first, low);
    trim(b, width, down)
}

/// 64 bits from two words.
pub fn pair(b: &mut Code, low: Register, high: Register) -> Register {
    let (low, high) = (widen(b, 64, 32, low), widen(b, 64, 32, high));
    let up = b.wide_of("shl.b64", high, 32);
    b.wide_of("or.b64", up, low)
}

fn constant(b: &mut Code, width: u8, value: u64) -> Register {
    if is_wide(width) { b.wide_constant(value) } else { b.constant(value as u32) }
}

fn binary(b: &mut Code, operation: &str, sign: char, width: u8, x: Register, y: Register) -> Register {
    let to = Emitter::register(b, width);
    b.two(&name(operation, sign, width), to, x, y);
    to
}

/// A shift by a fixed number of bits, less than those of the register.
fn shift(b: &mut Code, operation: &str, sign: char, width: u8, x: Register, by: u8) -> Register {
    if by == 0 {
        return x;
    }
    let to = Emitter::register(b, width);
    b.two(&name(operation, sign, width), to, x, by);
    to
}

/// One of two values.
pub fn select(b: &mut Code, width: u8, condition: Register, x: Register, y: Register) -> Register {
    let to = Emitter::register(b, width);
    b.three(&name("selp", 'b', width), to, x, y, condition);
    to
}

/// Clears the bits above the width.
fn trim(b: &mut Code, width: u8, value: Register) -> Register {
    if width == bits(width) {
        return value;
    }
    let to = Emitter::register(b, width);
    b.two(&name("and", 'b', width), to, value, mask(width));
    to
}

/// The value in the register of a larger width.
pub fn widen(b: &mut Code, to: u8, from: u8, value: Register) -> Register {
    if is_wide(to) == is_wide(from) {
        return value;
    }
    let wide = b.wide();
    b.one("cvt.u64.u32", wide, value);
    wide
}

/// The low bits of a value.
fn narrow(b: &mut Code, to: u8, from: u8, value: Register) -> Register {
    let reduced = if is_wide(to) == is_wide(from) {
        value
    } else {
        let low = b.narrow();
        b.one("cvt.u32.u64", low, value);
        low
    };
    trim(b, to, reduced)
}

/// Repeats bit `from - 1` up to the end of the register of `to`.
fn sign_extend(b: &mut Code, from: u8, to: u8, value: Register) -> Register {
    let unused = bits(to) - from;
    let up = shift(b, "shl", 'b', to, value, unused);
    shift(b, "shr", 's', to, up, unused)
}

fn truth(b: &mut Code, condition: Register) -> Register {
    let to = b.narrow();
    b.three("selp.b32", to, 1, 0, condition);
    to
}

fn binary_operation(b: &mut Code, op: BinaryOp, width: u8, x: Register, y: Register) -> Register {
    use BinaryOp::*;
    let extended = |b: &mut Code| (sign_extend(b, width, width, x), sign_extend(b, width, width, y));
    let compared = |b: &mut Code, how: &str, sign: char, x: Register, y: Register| {
        let holds = b.test(&name(&format!("setp.{how}"), sign, width), x, y);
        truth(b, holds)
    };
    let result = match op {
        Add => binary(b, "add", 'u', width, x, y),
        Sub => binary(b, "sub", 'u', width, x, y),
        Mul => binary(b, "mul.lo", 'u', width, x, y),
        And => return binary(b, "and", 'b', width, x, y),
        Or => return binary(b, "or", 'b', width, x, y),
        Xor => return binary(b, "xor", 'b', width, x, y),
        Equal => return compared(b, "eq", 'u', x, y),
        UnsignedLess => return compared(b, "lt", 'u', x, y),
        UnsignedLessEqual => return compared(b, "le", 'u', x, y),
        SignedLess | SignedLessEqual => {
            let (sx, sy) = extended(b);
            return compared(b, if op == SignedLess { "lt" } else { "le" }, 's', sx, sy);
        }
        UnsignedDiv | UnsignedRem => divide(b, op, width, x, y),
        SignedDiv | SignedRem => {
            let (sx, sy) = extended(b);
            divide(b, op, width, sx, sy)
        }
        ShiftLeft | LogicalShiftRight | ArithmeticShiftRight => shift_by(b, op, width, x, y),
    };
    trim(b, width, result)
}

/// Division that is defined everywhere: by zero it gives zero, and the one overflow wraps.
fn divide(b: &mut Code, op: BinaryOp, width: u8, x: Register, y: Register) -> Register {
    use BinaryOp::*;
    let is_signed = matches!(op, SignedDiv | SignedRem);
    let (zero, one) = (constant(b, width, 0), constant(b, width, 1));
    let is_zero = b.test(&name("setp.eq", 'u', width), y, zero);
    let mut safe = select(b, width, is_zero, one, y);
    let minus_one = is_signed.then(|| {
        let ones = constant(b, width, mask(bits(width)));
        b.test(&name("setp.eq", 'u', width), y, ones)
    });
    if let Some(minus_one) = minus_one {
        safe = select(b, width, minus_one, one, safe);
    }
    let operation = if matches!(op, SignedDiv | UnsignedDiv) { "div" } else { "rem" };
    let mut result = binary(b, operation, if is_signed { 's' } else { 'u' }, width, x, safe);
    if let Some(minus_one) = minus_one {
        let special = if op == SignedDiv { binary(b, "sub", 'u', width, zero, x) } else { zero };
        result = select(b, width, minus_one, special, result);
    }
    select(b, width, is_zero, zero, result)
}

/// Shifts by the width or more give zero or the sign: the device takes a number of bits that is too large for all of them.
fn shift_by(b: &mut Code, op: BinaryOp, width: u8, x: Register, y: Register) -> Register {
    use BinaryOp::*;
    let amount = if is_wide(width) {
        let most = b.wide_of("min.u64", y, 64);
        let low = b.narrow();
        b.one("cvt.u32.u64", low, most);
        low
    } else {
        y
    };
    let to = Emitter::register(b, width);
    match op {
        ShiftLeft => b.two(&name("shl", 'b', width), to, x, amount),
        LogicalShiftRight => b.two(&name("shr", 'u', width), to, x, amount),
        _ => {
            let extended = sign_extend(b, width, width, x);
            b.two(&name("shr", 's', width), to, extended, amount);
        }
    }
    to
}
