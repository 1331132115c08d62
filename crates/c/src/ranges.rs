//! The values of an input that satisfy a condition, as ranges.

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, Expr, ExprId, Exprs};

/// First and last values, in order and apart from each other.
pub type Ranges = Vec<(u64, u64)>;

/// The values of an input that satisfy a condition on it alone; none where that is not simple.
pub fn ranges(exprs: &Exprs, condition: ExprId, input: ExprId) -> Option<Ranges> {
    let top = mask(exprs.width(input));
    if condition == input {
        return Some(vec![(1, 1)]);
    }
    match exprs.get(condition) {
        Expr::Const { bits, .. } => Some(if bits == 1 { vec![(0, top)] } else { Vec::new() }),
        Expr::Not(inner) => Some(complement(&ranges(exprs, inner, input)?, top)),
        Expr::Ite(c, a, b) => {
            let (c, a, b) = (ranges(exprs, c, input)?, ranges(exprs, a, input)?, ranges(exprs, b, input)?);
            Some(union(&intersect(&c, &a), &intersect(&complement(&c, top), &b), top))
        }
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if exprs.width(a) == 1 => {
            let (x, y) = (ranges(exprs, a, input)?, ranges(exprs, b, input)?);
            Some(if op == BinaryOp::Or { union(&x, &y, top) } else { intersect(&x, &y) })
        }
        Expr::Binary(op, a, b) if op.is_comparison() => match (exprs.as_const(a), exprs.as_const(b)) {
            (_, Some(k)) => origin(exprs, a, satisfying(op, k, exprs.width(a), false)?, input),
            (Some(k), None) => origin(exprs, b, satisfying(op, k, exprs.width(a), true)?, input),
            _ => None,
        },
        _ => None,
    }
}

/// The values `x` with `x op k`, or if swapped with `k op x`.
fn satisfying(op: BinaryOp, k: u64, width: u8, swapped: bool) -> Option<Ranges> {
    let top = mask(width);
    let less = match op {
        BinaryOp::Equal => return Some(vec![(k, k)]),
        BinaryOp::UnsignedLess | BinaryOp::UnsignedLessEqual => below(k),
        BinaryOp::SignedLess | BinaryOp::SignedLessEqual => signed_below(k, top),
        _ => return None,
    };
    let or_equal = matches!(op, BinaryOp::UnsignedLessEqual | BinaryOp::SignedLessEqual);
    Some(match (or_equal, swapped) {
        (false, false) => less,
        (true, true) => complement(&less, top),
        (true, false) => union(&less, &[(k, k)], top),
        (false, true) => complement(&union(&less, &[(k, k)], top), top),
    })
}

fn below(k: u64) -> Ranges {
    if k == 0 { Vec::new() } else { vec![(0, k - 1)] }
}

/// In the order of signed numbers, those from the middle on come first.
fn signed_below(k: u64, top: u64) -> Ranges {
    let middle = (top >> 1) + 1;
    match k {
        k if k == middle => Vec::new(),
        k if k > middle => vec![(middle, k - 1)],
        0 => vec![(middle, top)],
        k => vec![(0, k - 1), (middle, top)],
    }
}

/// The values of an input for which a value computed from it is one of those that are wanted.
fn origin(exprs: &Exprs, value: ExprId, wanted: Ranges, input: ExprId) -> Option<Ranges> {
    if value == input {
        return Some(wanted);
    }
    let top = mask(exprs.width(input));
    match exprs.get(value) {
        Expr::Const { bits, .. } => {
            let is = wanted.iter().any(|r| (r.0..=r.1).contains(&bits));
            Some(if is { vec![(0, top)] } else { Vec::new() })
        }
        Expr::ZeroExtend(_, a) => origin(exprs, a, intersect(&wanted, &[(0, mask(exprs.width(a)))]), input),
        Expr::SignExtend(to, a) => {
            let (all, half) = (mask(exprs.width(a)), mask(exprs.width(a)) >> 1);
            let positive = intersect(&wanted, &[(0, half)]);
            let negative = intersect(&wanted, &[(mask(to) - half, mask(to))]);
            let shifted = negative.into_iter().map(|(low, high)| (low & all, high & all));
            origin(exprs, a, positive.into_iter().chain(shifted).collect(), input)
        }
        Expr::Binary(BinaryOp::Add, a, b) => {
            let (inner, k) = match (exprs.as_const(a), exprs.as_const(b)) {
                (_, Some(k)) => (a, k),
                (Some(k), _) => (b, k),
                _ => return None,
            };
            let all = mask(exprs.width(value));
            let mut list = Vec::new();
            for (low, high) in wanted {
                let (low, high) = (low.wrapping_sub(k) & all, high.wrapping_sub(k) & all);
                if low <= high {
                    list.push((low, high));
                } else {
                    list.extend([(0, high), (low, all)]);
                }
            }
            list.sort_unstable();
            origin(exprs, inner, list, input)
        }
        // Modulo two to the width, there is a solution for each value of the bits that are lost.
        Expr::Binary(BinaryOp::Mul, a, b) => {
            let (inner, k) = match (exprs.as_const(a), exprs.as_const(b)) {
                (_, Some(k)) => (a, k),
                (Some(k), _) => (b, k),
                _ => return None,
            };
            if !k.is_power_of_two() || !(2..=64).contains(&k) {
                return None;
            }
            let shift = u32::from(exprs.width(value)) - k.trailing_zeros();
            let whole = wanted.iter().map(|&(low, high)| (low.div_ceil(k), high / k));
            let whole: Ranges = whole.filter(|&(low, high)| low <= high).collect();
            let list = (0..k).flat_map(|lost| whole.iter().map(move |&(low, high)| (lost, low, high)));
            let list = list.map(|(lost, low, high)| (lost << shift | low, lost << shift | high));
            origin(exprs, inner, list.collect(), input)
        }
        Expr::Ite(c, a, b) => {
            let c = ranges(exprs, c, input)?;
            let (a, b) = (origin(exprs, a, wanted.clone(), input)?, origin(exprs, b, wanted, input)?);
            Some(union(&intersect(&c, &a), &intersect(&complement(&c, top), &b), top))
        }
        _ => None,
    }
}

/// Ranges outside of which a condition on an input does not hold: conjuncts that are not simple are left out.
pub fn around(exprs: &Exprs, condition: ExprId, input: ExprId) -> Ranges {
    if let Some(exact) = ranges(exprs, condition, input) {
        return exact;
    }
    match exprs.get(condition) {
        Expr::Binary(BinaryOp::And, a, b) if exprs.width(a) == 1 => {
            intersect(&around(exprs, a, input), &around(exprs, b, input))
        }
        _ => vec![(0, mask(exprs.width(input)))],
    }
}

/// What is not in any of the ranges.
fn complement(list: &[(u64, u64)], top: u64) -> Ranges {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    let (mut result, mut next) = (Vec::new(), Some(0));
    for (low, high) in sorted {
        let Some(from) = next else { break };
        if low > from {
            result.push((from, low - 1));
        }
        next = if high >= top { None } else { Some((high + 1).max(from)) };
    }
    result.extend(next.map(|from| (from, top)));
    result
}

/// What is in both lists of ranges.
pub fn intersect(a: &[(u64, u64)], b: &[(u64, u64)]) -> Ranges {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x.0.max(y.0), x.1.min(y.1))));
    pairs.filter(|(low, high)| low <= high).collect()
}

fn union(a: &[(u64, u64)], b: &[(u64, u64)], top: u64) -> Ranges {
    complement(&intersect(&complement(a, top), &complement(b, top)), top)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every condition of these forms, compared with trying all values.
    #[test]
    fn ranges_are_the_values_that_satisfy_a_condition() {
        let ops = [
            BinaryOp::Equal,
            BinaryOp::UnsignedLess,
            BinaryOp::UnsignedLessEqual,
            BinaryOp::SignedLess,
            BinaryOp::SignedLessEqual,
        ];
        let mut exprs = Exprs::default();
        let input = exprs.input(0, 3);
        for op in ops {
            for form in 0..5 {
                for k in 0..32 {
                    let by = exprs.constant(3, 5);
                    let shifted = exprs.binary(BinaryOp::Add, input, by);
                    let wide = match form {
                        0 => exprs.zero_extend(5, input),
                        1 => exprs.sign_extend(5, input),
                        2 => exprs.sign_extend(5, shifted),
                        3 => {
                            let three = exprs.constant(3, 3);
                            let less = exprs.binary(BinaryOp::SignedLess, shifted, three);
                            let (a, b) = (exprs.zero_extend(5, input), exprs.constant(5, 17));
                            exprs.ite(less, a, b)
                        }
                        _ => exprs.zero_extend(5, shifted),
                    };
                    let constant = exprs.constant(5, k);
                    for (a, b) in [(wide, constant), (constant, wide)] {
                        let condition = exprs.binary(op, a, b);
                        let found = ranges(&exprs, condition, input).expect("a simple condition");
                        for x in 0..8 {
                            let constant = exprs.constant(3, x);
                            let mut memo = rustc_hash::FxHashMap::default();
                            let put = exprs.substitute(condition, &mut memo, &mut |_, read| {
                                matches!(read, Expr::Input { .. }).then_some(constant)
                            });
                            let is = found.iter().any(|r| (r.0..=r.1).contains(&x));
                            assert_eq!(exprs.as_const(put), Some(u64::from(is)), "{op:?} {form} {k} {x}");
                        }
                    }
                }
            }
        }
    }
}
