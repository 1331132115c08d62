//! Operations on bit-vectors.

use kulan_ir::BinaryOp;

use crate::{Circuit, Gates, Lit};

/// A bit-vector, the lowest bit first.
pub type Word = Vec<Lit>;

impl<S: Gates> Circuit<S> {
    /// A word of a width that can have all values.
    pub fn fresh_word(&mut self, width: u8) -> Word {
        (0..width).map(|_| self.fresh_bit()).collect()
    }

    /// A constant of a width.
    pub fn constant(&self, width: u8, value: u64) -> Word {
        (0..width).map(|i| self.bit(value >> i & 1 == 1)).collect()
    }

    /// If `c` then `a` else `b`.
    pub fn choose_word(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&a, &b)| self.choose(c, a, b)).collect()
    }

    fn mask_word(&mut self, keep: Lit, a: &[Lit]) -> Word {
        a.iter().map(|&a| self.and(keep, a)).collect()
    }

    /// The sum with a carry into it, and the carry out of it.
    fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.choose(half, carry, a);
        }
        (sum, carry)
    }

    /// The difference, and whether `a >= b`.
    fn sub(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let complement: Word = b.iter().map(|&b| !b).collect();
        self.add(a, &complement, self.bit(true))
    }

    /// Two's complement negation.
    pub fn negate(&mut self, a: &[Lit]) -> Word {
        let zero = vec![self.bit(false); a.len()];
        self.sub(&zero, a).0
    }

    fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let no = self.bit(false);
        let mut sum = vec![no; a.len()];
        for (i, &bit) in b.iter().enumerate() {
            let row = self.mask_word(bit, &a[..a.len() - i]);
            let (high, _) = self.add(&sum[i..], &row, no);
            sum[i..].copy_from_slice(&high);
        }
        sum
    }

    /// Quotient and remainder, both zero if `b` is.
    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let no = self.bit(false);
        // One bit more, because twice the remainder need not fit.
        let mut divisor = b.to_vec();
        divisor.push(no);
        let mut rest = vec![no; width + 1];
        let mut quotient = vec![no; width];
        for i in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[i]);
            let (less, fits) = self.sub(&rest, &divisor);
            rest = self.choose_word(fits, &less, &rest);
            quotient[i] = fits;
        }
        rest.pop();
        let nonzero = self.any(b.iter().copied());
        (self.mask_word(nonzero, &quotient), self.mask_word(nonzero, &rest))
    }

    fn negate_if(&mut self, c: Lit, a: &[Lit]) -> Word {
        let negated = self.negate(a);
        self.choose_word(c, &negated, a)
    }

    fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (quotient, rest) = self.divide(&x, &y);
        let sign = self.xor(sign_a, sign_b);
        (self.negate_if(sign, &quotient), self.negate_if(sign_a, &rest))
    }

    /// Shifts to higher bits, `fill` coming in.
    fn shift(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let mut word = a.to_vec();
        for (i, &bit) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(i as u32).filter(|&d| d < a.len()).unwrap_or(a.len());
            let mut moved = vec![fill; distance];
            moved.extend_from_slice(&word[..a.len() - distance]);
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let mut reversed = a.to_vec();
        reversed.reverse();
        let mut word = self.shift(&reversed, by, fill);
        word.reverse();
        word
    }

    /// Whether the values are the same.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut differ = self.bit(false);
        for (&a, &b) in a.iter().zip(b) {
            let bit = self.xor(a, b);
            differ = self.or(differ, bit);
        }
        !differ
    }

    /// Whether `a` is less, both unsigned.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = self.bit(false);
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            less = self.choose(differ, b, less);
        }
        less
    }

    fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let top = a.len() - 1;
        (a[top], b[top]) = (!a[top], !b[top]);
        self.less(&a, &b)
    }

    /// A binary operation of the IR.
    pub fn binary(&mut self, op: BinaryOp, a: &[Lit], b: &[Lit]) -> Word {
        use BinaryOp::*;
        let no = self.bit(false);
        match op {
            Add => self.add(a, b, no).0,
            Sub => self.sub(a, b).0,
            Mul => self.multiply(a, b),
            SignedDiv => self.divide_signed(a, b).0,
            SignedRem => self.divide_signed(a, b).1,
            UnsignedDiv => self.divide(a, b).0,
            UnsignedRem => self.divide(a, b).1,
            And => a.iter().zip(b).map(|(&a, &b)| self.and(a, b)).collect(),
            Or => a.iter().zip(b).map(|(&a, &b)| self.or(a, b)).collect(),
            Xor => a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect(),
            ShiftLeft => self.shift(a, b, no),
            LogicalShiftRight => self.shift_right(a, b, no),
            ArithmeticShiftRight => self.shift_right(a, b, a[a.len() - 1]),
            Equal => vec![self.equal(a, b)],
            UnsignedLess => vec![self.less(a, b)],
            UnsignedLessEqual => vec![!self.less(b, a)],
            SignedLess => vec![self.less_signed(a, b)],
            SignedLessEqual => vec![!self.less_signed(b, a)],
        }
    }
}
