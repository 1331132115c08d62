//! Bit-vector operations as clauses of a SAT solver.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, lbool};
use kulan_ir::BinaryOp;
use rustc_hash::FxHashMap;

/// A bit-vector, the lowest bit first.
pub type Word = Vec<Lit>;

/// What the solver said.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// The budget was exceeded.
    Unknown,
}

/// Conflicts times clauses that a question may take.
const MOST_CLAUSE_VISITS: u64 = 20_000_000;

/// Stops the solver after a number of conflicts.
struct Budget(u32);

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.0 = self.0.saturating_sub(u32::from(kind == ClauseKind::Learnt));
    }

    fn stop(&self) -> bool {
        self.0 == 0
    }
}

/// A solver with gates: each is built once, and none that a constant decides.
pub struct Circuit {
    solver: Solver<Budget>,
    yes: Lit,
    ands: FxHashMap<(Lit, Lit), Lit>,
    xors: FxHashMap<(Lit, Lit), Lit>,
    clause: Vec<Lit>,
}

impl Circuit {
    /// A circuit whose solver gives up after `budget` conflicts, or fewer if it is large.
    pub fn new(budget: u32) -> Circuit {
        let mut solver = Solver::new(Default::default(), Budget(budget));
        let yes = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![yes]);
        Circuit { solver, yes, ands: FxHashMap::default(), xors: FxHashMap::default(), clause: Vec::new() }
    }

    pub fn solve(&mut self) -> Answer {
        // A conflict takes the longer the more clauses there are.
        let affordable = MOST_CLAUSE_VISITS / self.solver.num_clauses().max(1);
        let budget = &mut self.solver.cb_mut().0;
        *budget = (*budget).min(affordable as u32);
        match self.solver.solve_limited(&[]) {
            result if result == lbool::TRUE => Answer::Satisfiable,
            result if result == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Unknown,
        }
    }

    /// How much work it was, roughly in tenths of microseconds.
    pub fn effort(&self) -> u64 {
        self.solver.num_propagations() + 10 * self.solver.num_clauses()
    }

    /// The value of a word in the model found.
    pub fn value(&self, word: &[Lit]) -> u64 {
        let bit = |&lit: &Lit| u64::from(self.solver.value_lit(lit) == lbool::TRUE);
        word.iter().enumerate().map(|(i, lit)| bit(lit) << i).sum()
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(lits);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Demands that a literal is true.
    pub fn require(&mut self, lit: Lit) {
        self.clause(&[lit]);
    }

    pub fn fresh_bit(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    pub fn bit(&self, value: bool) -> Lit {
        if value { self.yes } else { !self.yes }
    }

    pub fn constant(&self, width: u8, value: u64) -> Word {
        (0..width).map(|i| self.bit(value >> i & 1 == 1)).collect()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let no = !self.yes;
        match () {
            () if a == no || b == no || a == !b => return no,
            () if a == self.yes || a == b => return b,
            () if b == self.yes => return a,
            () => {}
        }
        if let Some(&gate) = self.ands.get(&(a, b)) {
            return gate;
        }
        let gate = self.fresh_bit();
        self.clause(&[!gate, a]);
        self.clause(&[!gate, b]);
        self.clause(&[gate, !a, !b]);
        self.ands.insert((a, b), gate);
        gate
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let no = !self.yes;
        match () {
            () if a == no => return b,
            () if b == no => return a,
            () if a == self.yes => return !b,
            () if b == self.yes => return !a,
            () if a == b => return no,
            () if a == !b => return self.yes,
            () => {}
        }
        // Complements of the operands are complements of the result.
        let flip = a.sign() == b.sign();
        let (x, y) = (if a.sign() { a } else { !a }, if b.sign() { b } else { !b });
        let (x, y) = if y < x { (y, x) } else { (x, y) };
        let gate = match self.xors.get(&(x, y)) {
            Some(&gate) => gate,
            None => {
                let gate = self.fresh_bit();
                self.clause(&[!gate, x, y]);
                self.clause(&[!gate, !x, !y]);
                self.clause(&[gate, !x, y]);
                self.clause(&[gate, x, !y]);
                self.xors.insert((x, y), gate);
                gate
            }
        };
        if flip { gate } else { !gate }
    }

    /// If `c` then `a` else `b`.
    pub fn choose(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if a == b || c == self.yes {
            return a;
        }
        if c == !self.yes {
            return b;
        }
        let (x, y) = (self.and(c, a), self.and(!c, b));
        self.or(x, y)
    }

    pub fn choose_word(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&a, &b)| self.choose(c, a, b)).collect()
    }

    pub fn any(&mut self, bits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut result = !self.yes;
        for bit in bits {
            result = self.or(result, bit);
        }
        result
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
        self.add(a, &complement, self.yes)
    }

    pub fn negate(&mut self, a: &[Lit]) -> Word {
        let zero = vec![!self.yes; a.len()];
        self.sub(&zero, a).0
    }

    fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let no = !self.yes;
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
        let no = !self.yes;
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

    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut differ = !self.yes;
        for (&a, &b) in a.iter().zip(b) {
            let bit = self.xor(a, b);
            differ = self.or(differ, bit);
        }
        !differ
    }

    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = !self.yes;
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
        let no = !self.yes;
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

#[cfg(test)]
mod tests {
    use kulan_ir::expr::{evaluate_binary, mask};
    use kulan_testing::Random;
    use kulan_testing::expr::{OPERATIONS, value, width};

    use super::*;

    /// The operation on values that the solver does not know to be constant.
    fn computed(op: BinaryOp, width: u8, a: u64, b: u64) -> u64 {
        let mut circuit = Circuit::new(10_000);
        let mut fresh = || (0..width).map(|_| circuit.fresh_bit()).collect::<Word>();
        let (x, y) = (fresh(), fresh());
        let result = circuit.binary(op, &x, &y);
        for (word, value) in [(x, a), (y, b)] {
            for (i, bit) in word.into_iter().enumerate() {
                circuit.require(if value >> i & 1 == 1 { bit } else { !bit });
            }
        }
        assert_eq!(circuit.solve(), Answer::Satisfiable);
        circuit.value(&result)
    }

    #[test]
    fn narrow_operations_are_those_of_the_ir() {
        for op in OPERATIONS {
            for width in 1..=4 {
                for (a, b) in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| (a, b))) {
                    let expected = evaluate_binary(op, width, a, b);
                    assert_eq!(computed(op, width, a, b), expected, "{op:?} {width} {a} {b}");
                    let mut circuit = Circuit::new(0);
                    let (x, y) = (circuit.constant(width, a), circuit.constant(width, b));
                    let result = circuit.binary(op, &x, &y);
                    let expected = circuit.constant(result.len() as u8, expected);
                    assert_eq!(result, expected, "{op:?} {width} {a} {b} as constants");
                }
            }
        }
    }

    #[test]
    fn wide_operations_are_those_of_the_ir() {
        let mut random = Random::new(1);
        for _ in 0..1500 {
            let (op, width) = (*random.pick(&OPERATIONS), width(&mut random));
            let (a, b) = (value(&mut random, width), value(&mut random, width));
            assert_eq!(computed(op, width, a, b), evaluate_binary(op, width, a, b), "{op:?} {width} {a} {b}");
        }
    }
}
