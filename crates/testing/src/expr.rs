//! Random expressions over the variables of a system.

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, Expr, ExprId, Exprs, System, Valuation, VarId};
use rustc_hash::FxHashMap;

use crate::Random;

/// All binary operations.
pub const OPERATIONS: [BinaryOp; 18] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::SignedDiv,
    BinaryOp::SignedRem,
    BinaryOp::UnsignedDiv,
    BinaryOp::UnsignedRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::ShiftLeft,
    BinaryOp::LogicalShiftRight,
    BinaryOp::ArithmeticShiftRight,
    BinaryOp::Equal,
    BinaryOp::UnsignedLess,
    BinaryOp::UnsignedLessEqual,
    BinaryOp::SignedLess,
    BinaryOp::SignedLessEqual,
];

/// A width of 1 to 64; those where machine types change come often.
pub fn width(random: &mut Random) -> u8 {
    match random.below(3) {
        0 => *random.pick(&[1, 1, 2, 7, 8, 9, 16, 31, 32, 33, 63, 64]),
        1 => random.between(1, 8) as u8,
        _ => random.between(1, 64) as u8,
    }
}

/// A value of a width; those at the borders come often.
pub fn value(random: &mut Random, width: u8) -> u64 {
    let all = mask(width);
    all & match random.below(8) {
        0 => 0,
        1 => 1,
        2 => all,
        3 => all >> 1,
        4 => (all >> 1) + 1,
        5 => u64::from(width),
        6 => random.below(6) as u64,
        _ => random.bits(),
    }
}

/// A state of a system, reachable or not.
pub fn state(random: &mut Random, system: &System) -> Valuation {
    let widths = system.variables.iter().flat_map(|v| std::iter::repeat_n(v.width, v.len()));
    Valuation(widths.map(|w| value(random, w)).collect())
}

/// An expression of a width, as it is drawn and not simplified.
pub fn expr(random: &mut Random, system: &mut System, width: u8, depth: usize) -> ExprId {
    let raw = if depth == 0 || random.percent(10) {
        return leaf(random, system, width, depth);
    } else {
        match random.below(10) {
            0 => Expr::Not(expr(random, system, width, depth - 1)),
            1 => Expr::Neg(expr(random, system, width, depth - 1)),
            2 => ite(random, system, width, depth),
            3 | 4 => return conversion(random, system, width, depth),
            5 => return leaf(random, system, width, depth),
            _ => binary(random, system, width, depth),
        }
    };
    system.exprs.raw(raw, width)
}

fn ite(random: &mut Random, system: &mut System, width: u8, depth: usize) -> Expr {
    let c = expr(random, system, 1, depth - 1);
    let a = expr(random, system, width, depth - 1);
    Expr::Ite(c, a, expr(random, system, width, depth - 1))
}

/// Now and then both operands are alike, or one the complement of the other: that is where simplifications look.
fn binary(random: &mut Random, system: &mut System, width: u8, depth: usize) -> Expr {
    let fits: Vec<BinaryOp> = OPERATIONS.into_iter().filter(|o| !o.is_comparison() || width == 1).collect();
    let op = *random.pick(&fits);
    let operands = if op.is_comparison() { self::width(random) } else { width };
    let a = expr(random, system, operands, depth - 1);
    let b = match random.below(12) {
        0 => a,
        1 => system.exprs.raw(Expr::Not(a), operands),
        2 | 3 => constant(random, system, operands),
        4 => related(random, system, a, operands),
        _ => expr(random, system, operands, depth - 1),
    };
    if random.percent(50) { Expr::Binary(op, a, b) } else { Expr::Binary(op, b, a) }
}

/// An operation that has `a` as an operand.
fn related(random: &mut Random, system: &mut System, a: ExprId, width: u8) -> ExprId {
    let other = leaf(random, system, width, 0);
    let op = *random.pick(&OPERATIONS[..13]);
    let id = system.exprs.raw(Expr::Binary(op, a, other), width);
    if random.percent(30) { system.exprs.raw(Expr::Not(id), width) } else { id }
}

fn conversion(random: &mut Random, system: &mut System, width: u8, depth: usize) -> ExprId {
    let narrow = if width > 1 { random.between(1, usize::from(width) - 1) as u8 } else { 0 };
    let wide = if width < 64 { random.between(usize::from(width) + 1, 64) as u8 } else { 0 };
    let raw = match random.below(4) {
        3 if narrow > 0 => {
            let high = expr(random, system, narrow, depth - 1);
            Expr::Concat(high, expr(random, system, width - narrow, depth - 1))
        }
        0 if narrow > 0 => Expr::ZeroExtend(width, expr(random, system, narrow, depth - 1)),
        1 if narrow > 0 => Expr::SignExtend(width, expr(random, system, narrow, depth - 1)),
        _ if wide > 0 => {
            let low = if random.percent(40) { 0 } else { random.between(0, usize::from(wide - width)) as u8 };
            Expr::Extract { low, width, of: expr(random, system, wide, depth - 1) }
        }
        _ => return leaf(random, system, width, depth),
    };
    system.exprs.raw(raw, width)
}

fn constant(random: &mut Random, system: &mut System, width: u8) -> ExprId {
    let bits = value(random, width);
    system.exprs.constant(width, bits)
}

/// A constant or a variable brought to the width.
fn leaf(random: &mut Random, system: &mut System, width: u8, depth: usize) -> ExprId {
    if system.variables.is_empty() || random.percent(25) {
        return constant(random, system, width);
    }
    let exact: Vec<usize> = (0..system.variables.len()).filter(|&i| system.variables[i].width == width).collect();
    let all = system.variables.len();
    let i = if exact.is_empty() || random.percent(20) { random.below(all) } else { *random.pick(&exact) };
    let id = read(random, system, VarId(i as u32), depth);
    fit(random, &mut system.exprs, width, id)
}

/// Reads a variable, an array at any index.
pub fn read(random: &mut Random, system: &mut System, var: VarId, depth: usize) -> ExprId {
    let width = system.variables[var.index()].width;
    if system.variables[var.index()].elements.is_none() {
        return system.exprs.raw(Expr::Var(var), width);
    }
    let index = index(random, system, var, depth);
    system.exprs.raw(Expr::Element(var, index), width)
}

/// An index into an array: mostly inside.
pub fn index(random: &mut Random, system: &mut System, var: VarId, depth: usize) -> ExprId {
    let len = system.variables[var.index()].len();
    if random.percent(40) || depth == 0 {
        let n = if random.percent(85) { random.below(len) as u64 } else { value(random, 32) };
        return system.exprs.constant(32, n);
    }
    let width = width(random);
    let raw = expr(random, system, width, depth - 1);
    if len as u64 > mask(width) || random.percent(30) {
        return raw;
    }
    let limit = system.exprs.constant(width, len as u64);
    system.exprs.raw(Expr::Binary(BinaryOp::UnsignedRem, raw, limit), width)
}

/// The value of a fill, made of another so that it depends on the position: a copy of an array, of a part of one, or
/// anything else.
pub fn with_positions(random: &mut Random, system: &mut System, value: ExprId) -> ExprId {
    let width = system.exprs.width(value);
    let arrays: Vec<u32> =
        (0..system.variables.len() as u32).filter(|&v| system.variables[v as usize].elements.is_some()).collect();
    let (array, place) = (VarId(*random.pick(&arrays)), place(random, &mut system.exprs));
    let element = system.exprs.element(array, system.variables[array.index()].width, place);
    let copied = fit(random, &mut system.exprs, width, element);
    match random.below(3) {
        0 => copied,
        1 => {
            let (position, limit) = (system.exprs.position(), random.below(6) as u64);
            let limit = system.exprs.constant(32, limit);
            let below = system.exprs.binary(BinaryOp::UnsignedLess, position, limit);
            system.exprs.ite(below, value, copied)
        }
        _ => scattered(random, system, value),
    }
}

/// The position, or something near it.
fn place(random: &mut Random, exprs: &mut Exprs) -> ExprId {
    let position = exprs.position();
    let near = exprs.constant(32, random.below(4) as u64);
    match random.below(5) {
        0 => exprs.binary(BinaryOp::Add, position, near),
        1 => exprs.binary(BinaryOp::Xor, position, near),
        2 => exprs.truncate(2, position),
        _ => position,
    }
}

/// An expression that reads the position instead of some variables, and elements there instead of others.
fn scattered(random: &mut Random, system: &mut System, value: ExprId) -> ExprId {
    let System { exprs, variables, .. } = system;
    exprs.substitute(value, &mut FxHashMap::default(), &mut |exprs, read| {
        if random.percent(40) {
            return None;
        }
        let place = place(random, exprs);
        match read {
            Expr::Var(v) => Some(fit(random, exprs, variables[v.index()].width, place)),
            Expr::Element(v, _) => Some(exprs.element(v, variables[v.index()].width, place)),
            _ => None,
        }
    })
}

/// Brings an expression to a width.
fn fit(random: &mut Random, exprs: &mut Exprs, width: u8, id: ExprId) -> ExprId {
    match exprs.width(id) {
        w if w == width => id,
        w if w > width => {
            let low = random.between(0, usize::from(w - width)) as u8;
            exprs.raw(Expr::Extract { low, width, of: id }, width)
        }
        _ if random.percent(50) => exprs.raw(Expr::ZeroExtend(width, id), width),
        _ => exprs.raw(Expr::SignExtend(width, id), width),
    }
}

/// The same expression built again through the constructors that simplify.
pub fn simplified(exprs: &mut Exprs, id: ExprId, done: &mut FxHashMap<ExprId, ExprId>) -> ExprId {
    if let Some(&known) = done.get(&id) {
        return known;
    }
    let width = exprs.width(id);
    let expr = exprs.get(id).map(|operand| simplified(exprs, operand, done));
    let result = exprs.build(expr, width);
    done.insert(id, result);
    result
}
