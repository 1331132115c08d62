//! Sets of integers that a variable or an expression can be worth: few values one by one, many as a range.

use crate::operator::{BinaryOp, UnaryOp};

/// As many values are kept one by one.
const MAX_LISTED: usize = 64;

/// A set of integers that contains at least those meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// These, in order; none if there is no value.
    Listed(Vec<i32>),
    /// All from the first to the second.
    Range(i32, i32),
}

/// Any integer.
const ALL: Values = Values::Range(i32::MIN, i32::MAX);

impl Values {
    pub fn constant(value: i32) -> Values {
        Values::Listed(vec![value])
    }

    pub fn none() -> Values {
        Values::Listed(Vec::new())
    }

    pub fn truth_values() -> Values {
        Values::Listed(vec![0, 1])
    }

    fn of(mut list: Vec<i32>) -> Values {
        list.sort_unstable();
        list.dedup();
        match (list.first(), list.last()) {
            (Some(&first), Some(&last)) if list.len() > MAX_LISTED => Values::Range(first, last),
            _ => Values::Listed(list),
        }
    }

    fn between(low: i64, high: i64) -> Values {
        match (i32::try_from(low), i32::try_from(high)) {
            (Ok(low), Ok(high)) if low <= high => Values::Range(low, high),
            _ => ALL, // it may wrap around
        }
    }

    /// The least and the greatest value.
    pub fn bounds(&self) -> Option<(i32, i32)> {
        match self {
            Values::Listed(list) => Some((*list.first()?, *list.last()?)),
            Values::Range(low, high) => Some((*low, *high)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.bounds().is_none()
    }

    /// The value, if there is but one.
    pub fn as_const(&self) -> Option<i32> {
        self.bounds().filter(|(low, high)| low == high).map(|(low, _)| low)
    }

    pub fn contains(&self, value: i32) -> bool {
        match self {
            Values::Listed(list) => list.binary_search(&value).is_ok(),
            Values::Range(low, high) => (*low..=*high).contains(&value),
        }
    }

    /// Whether it can be true, or false, as a condition.
    pub fn can_be(&self, truth: bool) -> bool {
        if truth { !self.is_empty() && self.as_const() != Some(0) } else { self.contains(0) }
    }

    /// Adds the other's values.
    pub fn join(&mut self, other: &Values) {
        *self = match (&*self, other) {
            (Values::Listed(a), Values::Listed(b)) => Values::of([a.as_slice(), b.as_slice()].concat()),
            _ => match (self.bounds(), other.bounds()) {
                (Some((a, b)), Some((c, d))) => Values::Range(a.min(c), b.max(d)),
                (None, _) => other.clone(),
                (_, None) => return,
            },
        };
    }

    /// A range that grew since `before` may grow forever: its bounds go to the limits at once.
    pub fn widen(&mut self, before: &Values) {
        if let (Values::Range(low, high), Values::Range(low_before, high_before)) = (self, before) {
            *low = if *low < *low_before { i32::MIN } else { *low };
            *high = if *high > *high_before { i32::MAX } else { *high };
        }
    }

    /// Those for which `keep` holds; a range is left as it is.
    pub fn retain(&mut self, keep: impl FnMut(&i32) -> bool) {
        if let Values::Listed(list) = self {
            list.retain(keep);
        }
    }

    /// Leaves out what is not between two bounds.
    pub fn clamp(&mut self, low: i32, high: i32) {
        match self {
            Values::Listed(list) => list.retain(|v| (low..=high).contains(v)),
            Values::Range(a, b) if (*a).max(low) > (*b).min(high) => *self = Values::none(),
            Values::Range(a, b) => (*a, *b) = ((*a).max(low), (*b).min(high)),
        }
    }

    pub fn unary(op: UnaryOp, a: &Values) -> Values {
        match (op, a) {
            (_, Values::Listed(list)) => Values::of(list.iter().map(|&v| op.evaluate(v)).collect()),
            (UnaryOp::Not, _) => truths(a.can_be(false), a.can_be(true)),
            (UnaryOp::Negate, Values::Range(low, high)) => Values::between(-i64::from(*high), -i64::from(*low)),
            (UnaryOp::Complement, Values::Range(low, high)) => Values::Range(!*high, !*low),
        }
    }

    /// What an operation can give; a division by zero gives nothing.
    pub fn binary(op: BinaryOp, a: &Values, b: &Values) -> Values {
        use BinaryOp::*;
        match op {
            // The right operand is not always evaluated.
            And => {
                return truths(
                    a.can_be(true) && b.can_be(true),
                    a.can_be(false) || (a.can_be(true) && b.can_be(false)),
                );
            }
            Or => {
                return truths(
                    a.can_be(true) || (a.can_be(false) && b.can_be(true)),
                    a.can_be(false) && b.can_be(false),
                );
            }
            _ => {}
        }
        if let (Values::Listed(a), Values::Listed(b)) = (a, b) {
            return Values::of(a.iter().flat_map(|&x| b.iter().filter_map(move |&y| op.evaluate(x, y))).collect());
        }
        let (Some((a0, a1)), Some((b0, b1))) = (a.bounds(), b.bounds()) else { return Values::none() };
        let [a0, a1, b0, b1] = [a0, a1, b0, b1].map(i64::from);
        match op {
            Add => Values::between(a0 + b0, a1 + b1),
            Subtract => Values::between(a0 - b1, a1 - b0),
            Multiply => {
                let corners = [a0 * b0, a0 * b1, a1 * b0, a1 * b1];
                Values::between(corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
            }
            Divide if b0 > 0 => {
                let corners = [a0 / b0, a0 / b1, a1 / b0, a1 / b1];
                Values::between(corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
            }
            Remainder if b0 > 0 => {
                Values::between(if a0 < 0 { (1 - b1).max(a0) } else { 0 }, if a1 > 0 { (b1 - 1).min(a1) } else { 0 })
            }
            Less => truths(a0 < b1, a1 >= b0),
            LessEqual => truths(a0 <= b1, a1 > b0),
            Greater => truths(a1 > b0, a0 <= b1),
            GreaterEqual => truths(a1 >= b0, a0 < b1),
            Equal => truths(a0.max(b0) <= a1.min(b1), true),
            Unequal => truths(true, a0.max(b0) <= a1.min(b1)),
            _ => ALL,
        }
    }

    /// Bits that hold the values, and whether one of them is a sign.
    pub fn shape(&self) -> (u8, bool) {
        let (low, high) = self.bounds().unwrap_or((0, 0));
        let magnitude = |v: i32| (32 - (if v < 0 { !v } else { v }).leading_zeros()) as u8;
        let bits = magnitude(low).max(magnitude(high));
        if low < 0 { (bits + 1, true) } else { (bits.max(1), false) }
    }
}

fn truths(can_be_true: bool, can_be_false: bool) -> Values {
    let list = [(can_be_false, 0), (can_be_true, 1)];
    Values::Listed(list.into_iter().filter(|(can, _)| *can).map(|(_, v)| v).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::BINARY;

    /// Every operation on sets contains what it gives on the members.
    #[test]
    fn operations_contain_the_results_on_members() {
        let ranges = [(-3, 4), (0, 5), (-6, -2), (1, 1), (2, 7), (i32::MAX - 1, i32::MAX), (i32::MIN, i32::MIN + 1)];
        for &(a0, a1) in &ranges {
            for &(b0, b1) in &ranges {
                for &(sign, op, _) in BINARY {
                    let forms = |low: i32, high: i32| [Values::of((low..=high).collect()), Values::Range(low, high)];
                    for a in forms(a0, a1) {
                        for b in forms(b0, b1) {
                            let result = Values::binary(op, &a, &b);
                            for x in a0..=a1 {
                                for y in b0..=b1 {
                                    let value = op.evaluate(x, y);
                                    assert!(
                                        value.is_none_or(|v| result.contains(v)),
                                        "{x} {sign} {y}: {a:?} {b:?} {result:?}"
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_are_as_small_as_can_be() {
        let shape = |low, high| Values::Range(low, high).shape();
        assert_eq!(shape(0, 0), (1, false));
        assert_eq!(shape(0, 1), (1, false));
        assert_eq!(shape(0, 4), (3, false));
        assert_eq!(shape(-1, 0), (1, true));
        assert_eq!(shape(-1, 1), (2, true));
        assert_eq!(shape(-4, 3), (3, true));
        assert_eq!(shape(i32::MIN, i32::MAX), (32, true));
        assert_eq!(shape(0, i32::MAX), (31, false));
    }

    #[test]
    fn joins_and_bounds() {
        let mut v = Values::of((0..64).collect());
        v.join(&Values::constant(200));
        assert_eq!(v, Values::Range(0, 200));
        v.clamp(3, 5);
        assert_eq!(v, Values::Range(3, 5));
        v.widen(&Values::Range(4, 5));
        assert_eq!(v, Values::Range(i32::MIN, 5));
        v.clamp(6, 7);
        assert!(v.is_empty());
    }
}
