//! Which conversions exist.

use crate::id::TypeId;
use crate::layout::DataLayout;
use crate::types::{Type, Types};
use crate::words::{CastOp, FloatKind};

/// Whether a value of type `from` can be converted to type `to` by this operation.
pub(super) fn fits(types: &Types, layout: &DataLayout, op: CastOp, from: TypeId, to: TypeId) -> bool {
    use Type::{Float, Integer, Pointer};
    if op == CastOp::BitCast {
        return bitcast_fits(types, layout, from, to);
    }
    if types.vector_shape(from) != types.vector_shape(to) {
        return false;
    }
    match (op, &types[types.scalar(from)], &types[types.scalar(to)]) {
        (CastOp::Trunc, Integer(a), Integer(b)) => a > b,
        (CastOp::ZExt | CastOp::SExt, Integer(a), Integer(b)) => a < b,
        (CastOp::FPTrunc, Float(a), Float(b)) => width(*a) > width(*b),
        (CastOp::FPExt, Float(a), Float(b)) => width(*a) < width(*b),
        (CastOp::FPToUI | CastOp::FPToSI, Float(_), Integer(_)) => true,
        (CastOp::UIToFP | CastOp::SIToFP, Integer(_), Float(_)) => true,
        (CastOp::PtrToInt, Pointer { .. }, Integer(_)) => true,
        (CastOp::IntToPtr, Integer(_), Pointer { .. }) => true,
        (CastOp::AddrSpaceCast, Pointer { space: a, .. }, Pointer { space: b, .. }) => a != b,
        _ => false,
    }
}

fn width(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
    }
}

/// Equal sizes, no aggregates, and pointers only to pointers.
fn bitcast_fits(types: &Types, layout: &DataLayout, from: TypeId, to: TypeId) -> bool {
    let is_single =
        |ty| matches!(types[ty], Type::Integer(_) | Type::Float(_) | Type::Vector { .. } | Type::X86Mmx | Type::X86Amx);
    match (&types[types.scalar(from)], &types[types.scalar(to)]) {
        (Type::Pointer { space: a, .. }, Type::Pointer { space: b, .. }) => {
            // `<1 x i8*>` and `i8*` may be converted too.
            let count = |ty| types.vector_shape(ty).map_or((1, false), |shape| shape);
            a == b && count(from) == count(to)
        }
        (Type::Pointer { .. }, _) | (_, Type::Pointer { .. }) => false,
        _ if from == to => is_single(from),
        _ if !is_single(from) || !is_single(to) => false,
        _ => {
            let scalable = |ty| types.vector_shape(ty).is_some_and(|(_, scalable)| scalable);
            scalable(from) == scalable(to) && least_bits(types, layout, from) == least_bits(types, layout, to)
        }
    }
}

/// The size in bits; of a scalable vector, that for a `vscale` of 1.
fn least_bits(types: &Types, layout: &DataLayout, ty: TypeId) -> Option<u64> {
    match types[ty] {
        Type::Vector { element, length, .. } => layout.bits(types, element)?.checked_mul(u64::from(length)),
        Type::X86Mmx => Some(64),
        Type::X86Amx => Some(8192),
        _ => layout.bits(types, ty),
    }
}
