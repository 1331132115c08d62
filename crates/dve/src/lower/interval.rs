//! Which values an expression can have, as an interval: enough to see that most assignments fit.

use kulan_ir::CBinary;

use crate::hir::Type;

/// All values from `low` to `high`, both of which are 32-bit integers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub low: i64,
    pub high: i64,
}

const ALL: Interval = Interval { low: i32::MIN as i64, high: i32::MAX as i64 };

impl Interval {
    pub const TRUTH: Interval = Interval { low: 0, high: 1 };

    pub fn of(value: i32) -> Interval {
        Interval { low: value.into(), high: value.into() }
    }

    pub fn of_type(kind: Type) -> Interval {
        let (low, high) = kind.bounds();
        Interval { low: low.into(), high: high.into() }
    }

    pub fn as_const(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn is_within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The values in both, if there are any.
    pub fn and(self, other: Interval) -> Option<Interval> {
        let both = Interval { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The values without one of them, as well as an interval can tell; none if nothing is left.
    pub fn without(self, value: i64) -> Option<Interval> {
        let low = self.low + i64::from(self.low == value);
        let high = self.high - i64::from(self.high == value);
        (low <= high).then_some(Interval { low, high })
    }

    /// From the least to the greatest; anything at all if that is more than 32 bits can hold, since values wrap around.
    fn spanning(values: impl Iterator<Item = i64>) -> Interval {
        let list: Vec<i64> = values.collect();
        match (list.iter().min(), list.iter().max()) {
            (Some(&low), Some(&high)) if low >= ALL.low && high <= ALL.high => Interval { low, high },
            _ => ALL,
        }
    }

    pub fn negated(self) -> Interval {
        Interval::spanning([-self.low, -self.high].into_iter())
    }

    pub fn complement(self) -> Interval {
        Interval { low: !self.high, high: !self.low }
    }

    /// What an operator gives.
    pub fn binary(op: CBinary, a: Interval, b: Interval) -> Interval {
        let corners = |f: fn(i64, i64) -> i64| {
            Interval::spanning([f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)].into_iter())
        };
        match op {
            CBinary::Add => corners(|x, y| x + y),
            CBinary::Sub => corners(|x, y| x - y),
            CBinary::Mul => corners(|x, y| x * y),
            CBinary::Div if b.low > 0 => corners(|x, y| x / y),
            CBinary::Rem if b.low > 0 => {
                let most = b.high - 1;
                Interval { low: if a.low < 0 { a.low.max(-most) } else { 0 }, high: a.high.clamp(0, most) }
            }
            CBinary::BitAnd if a.low >= 0 && b.low >= 0 => Interval { low: 0, high: a.high.min(b.high) },
            CBinary::BitAnd if b.low >= 0 => Interval { low: 0, high: b.high },
            CBinary::BitAnd if a.low >= 0 => Interval { low: 0, high: a.high },
            CBinary::BitOr | CBinary::BitXor if a.low >= 0 && b.low >= 0 => {
                let most = (a.high | b.high) as u64;
                Interval { low: 0, high: (u64::MAX >> most.leading_zeros().min(63)) as i64 * i64::from(most != 0) }
            }
            CBinary::Shl if b.low >= 0 && b.high <= 31 => corners(|x, y| x << y),
            CBinary::Shr if b.low >= 0 && b.high <= 31 => corners(|x, y| x >> y),
            CBinary::Lt | CBinary::Le | CBinary::Gt | CBinary::Ge | CBinary::Eq | CBinary::Ne => Interval::TRUTH,
            _ => ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_occurs_is_within() {
        use CBinary::*;
        let ops = [Add, Sub, Mul, Div, Rem, BitAnd, BitXor, BitOr, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne];
        let intervals = [(0, 0), (0, 3), (1, 5), (-2, 3), (-5, -2), (i32::MAX - 1, i32::MAX), (i32::MIN, i32::MIN + 2)];
        for op in ops {
            for (a, b) in intervals {
                for (c, d) in intervals {
                    let interval = |low: i32, high: i32| Interval { low: low.into(), high: high.into() };
                    let result = Interval::binary(op, interval(a, b), interval(c, d));
                    for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                        let Some(value) = op.evaluate(x, y) else { continue };
                        assert!(result.contains(value.into()), "{op:?} of {x} and {y} in {a}..{b} and {c}..{d}");
                    }
                }
            }
        }
    }
}
