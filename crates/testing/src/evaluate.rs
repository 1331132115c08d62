//! A second meaning of expressions, written without a look at the first: numbers of any size, cut to width at the end.

use kulan_ir::{BinaryOp, Expr, ExprId, System, Valuation};

/// The value of an expression in a state. It walks the tree, so the expression had better be small.
pub fn evaluate(system: &System, state: &Valuation, id: ExprId) -> u64 {
    let width = system.exprs.width(id);
    let value = |e| evaluate(system, state, e);
    let result: i128 = match system.exprs.get(id) {
        Expr::Const { bits, .. } => i128::from(bits),
        Expr::Var(v) => i128::from(state.0[first_value(system, v.index())]),
        Expr::Element(v, index) => {
            let (i, len) = (value(index), system.variables[v.index()].initial.len() as u64);
            if i >= len { 0 } else { i128::from(state.0[first_value(system, v.index()) + i as usize]) }
        }
        Expr::Input { .. } => unreachable!("a state has no inputs"),
        Expr::Position => unreachable!("a state has no position"),
        Expr::Not(a) => (1i128 << width) - 1 - i128::from(value(a)),
        Expr::Neg(a) => -i128::from(value(a)),
        Expr::Ite(c, a, b) => i128::from(if value(c) == 0 { value(b) } else { value(a) }),
        Expr::ZeroExtend(_, a) => i128::from(value(a)),
        Expr::Extract { low, of, .. } => i128::from(value(of)) / (1 << low),
        Expr::Concat(a, b) => i128::from(value(a)) * (1 << system.exprs.width(b)) + i128::from(value(b)),
        Expr::SignExtend(_, a) => as_signed(system.exprs.width(a), value(a)),
        Expr::Binary(op, a, b) => binary(op, system.exprs.width(a), value(a), value(b)),
    };
    result.rem_euclid(1i128 << width) as u64
}

fn first_value(system: &System, variable: usize) -> usize {
    system.variables[..variable].iter().map(|v| v.initial.len()).sum()
}

fn as_signed(width: u8, value: u64) -> i128 {
    let value = i128::from(value);
    if value >= 1i128 << (width - 1) { value - (1i128 << width) } else { value }
}

fn binary(op: BinaryOp, width: u8, x: u64, y: u64) -> i128 {
    use BinaryOp::*;
    let (a, b) = (i128::from(x), i128::from(y));
    let (sa, sb) = (as_signed(width, x), as_signed(width, y));
    let too_far = b >= i128::from(width);
    match op {
        Add => a + b,
        Sub => a - b,
        Mul => (a as u128).wrapping_mul(b as u128) as u64 as i128,
        SignedDiv | SignedRem | UnsignedDiv | UnsignedRem if b == 0 => 0,
        SignedDiv => sa / sb,
        SignedRem => sa % sb,
        UnsignedDiv => a / b,
        UnsignedRem => a % b,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        ShiftLeft | LogicalShiftRight if too_far => 0,
        ShiftLeft => i128::from((x as u128).wrapping_shl(y as u32) as u64),
        LogicalShiftRight => a >> b,
        ArithmeticShiftRight if too_far => {
            if sa < 0 {
                -1
            } else {
                0
            }
        }
        ArithmeticShiftRight => sa >> b,
        Equal => i128::from(a == b),
        UnsignedLess => i128::from(a < b),
        UnsignedLessEqual => i128::from(a <= b),
        SignedLess => i128::from(sa < sb),
        SignedLessEqual => i128::from(sa <= sb),
    }
}
