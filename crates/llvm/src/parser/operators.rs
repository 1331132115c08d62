//! Instructions that compute values from values.

use kulan_syntax::Parsed;

use super::Parser;
use super::instructions::Operation;
use crate::instruction::{Flags, Op, Operand};
use crate::words::{BinaryOp, CastOp, FloatPredicate, IntPredicate};

/// The flags an operation may have.
pub(super) fn arithmetic_flags(op: BinaryOp) -> Flags {
    use BinaryOp::{AShr, Add, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, Shl, Sub, UDiv};
    match op {
        Add | Sub | Mul | Shl => Flags::NUW.with(Flags::NSW),
        UDiv | SDiv | LShr | AShr => Flags::EXACT,
        Or => Flags::DISJOINT,
        FAdd | FSub | FMul | FDiv | FRem => Flags::FAST,
        _ => Flags::default(),
    }
}

fn cast_flags(op: CastOp) -> Flags {
    match op {
        CastOp::ZExt | CastOp::UIToFP => Flags::NNEG,
        CastOp::Trunc => Flags::NUW.with(Flags::NSW),
        CastOp::FPTrunc | CastOp::FPExt => Flags::FAST,
        _ => Flags::default(),
    }
}

impl Parser<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(arithmetic_flags(op));
        let (left, ty) = self.typed_value()?;
        self.check_binary(op, ty, self.since(start))?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        Ok((Op::Binary { op, flags, operands: [left, right] }, ty))
    }

    pub(super) fn negate(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(Flags::FAST);
        let (value, ty) = self.typed_value()?;
        self.ensure(self.is_float(ty), self.since(start), |p| format!("`fneg` does not work on {}", p.show(ty)))?;
        Ok((Op::Negate { flags, value }, ty))
    }

    pub(super) fn int_compare(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(Flags::SAMESIGN);
        let Some(predicate) = self.eat_one(IntPredicate::from_word) else {
            return self.expected("a comparison of integers");
        };
        let (left, ty) = self.typed_value()?;
        let fits = self.is_integer(ty) || self.is_pointer(ty);
        self.ensure(fits, self.since(start), |p| format!("`icmp` does not work on {}", p.show(ty)))?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        let result = self.condition_type(ty)?;
        Ok((Op::IntCompare { predicate, flags, operands: [left, right] }, result))
    }

    pub(super) fn float_compare(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(Flags::FAST);
        let Some(predicate) = self.eat_one(FloatPredicate::from_word) else {
            return self.expected("a comparison of floating-point numbers");
        };
        let (left, ty) = self.typed_value()?;
        self.ensure(self.is_float(ty), self.since(start), |p| format!("`fcmp` does not work on {}", p.show(ty)))?;
        self.expect(b',')?;
        let right = self.value(ty)?;
        let result = self.condition_type(ty)?;
        Ok((Op::FloatCompare { predicate, flags, operands: [left, right] }, result))
    }

    pub(super) fn cast(&mut self, op: CastOp) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(cast_flags(op));
        let (value, from) = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        self.check_cast(op, from, to, self.since(start))?;
        Ok((Op::Cast { op, flags, value }, to))
    }

    pub(super) fn phi(&mut self) -> Parsed<Operation> {
        self.bump();
        let flags = self.flags(Flags::FAST);
        let start = self.here();
        let ty = self.value_type()?;
        self.ensure(self.module.types.is_first_class(ty), self.since(start), |p| {
            format!("there are no values of type {}", p.show(ty))
        })?;
        let mut incoming = Vec::new();
        if self.at(b'[') {
            loop {
                self.expect(b'[')?;
                let value = self.value(ty)?;
                self.expect(b',')?;
                incoming.push((value, self.block_name()?));
                self.expect(b']')?;
                if !self.more_operands() {
                    break;
                }
            }
        }
        Ok((Op::Phi { flags, incoming: incoming.into() }, ty))
    }

    pub(super) fn select(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(Flags::FAST);
        let (condition, condition_type) = self.typed_value()?;
        self.expect(b',')?;
        let (first, ty) = self.typed_value()?;
        self.expect(b',')?;
        let second = self.value_of_type(ty)?;
        self.check_condition(condition_type, ty, self.since(start))?;
        Ok((Op::Select { flags, condition, values: [first, second] }, ty))
    }

    pub(super) fn freeze(&mut self) -> Parsed<Operation> {
        self.bump();
        let (value, ty) = self.typed_value()?;
        Ok((Op::Freeze(value), ty))
    }

    pub(super) fn va_arg(&mut self) -> Parsed<Operation> {
        self.bump();
        let (list, _) = self.address()?;
        self.expect(b',')?;
        let ty = self.value_type()?;
        Ok((Op::VaArg(list), ty))
    }

    pub(super) fn extract_value(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (aggregate, whole) = self.typed_value()?;
        let indices = self.constant_indices()?;
        let ty = self.part_type(whole, &indices, self.since(start))?;
        Ok((Op::ExtractValue { aggregate, indices }, ty))
    }

    pub(super) fn insert_value(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (aggregate, whole) = self.typed_value()?;
        self.expect(b',')?;
        let (element, given) = self.typed_value()?;
        let indices = self.constant_indices()?;
        let part = self.part_type(whole, &indices, self.since(start))?;
        self.ensure(part == given, self.since(start), |p| {
            format!("the part has type {}, not {}", p.show(part), p.show(given))
        })?;
        Ok((Op::InsertValue { aggregate, element, indices }, whole))
    }

    /// A vector and the index behind it.
    fn index(&mut self) -> Parsed<Operand> {
        self.expect(b',')?;
        let start = self.here();
        let (index, ty) = self.typed_value()?;
        let fits = self.module.types.integer_bits(ty).is_some();
        self.ensure(fits, self.since(start), |p| format!("an index is an integer, not {}", p.show(ty)))?;
        Ok(index)
    }

    pub(super) fn extract_element(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (vector, ty) = self.typed_value()?;
        let fits = self.module.types.vector_shape(ty).is_some();
        self.ensure(fits, self.since(start), |p| format!("{} is no vector", p.show(ty)))?;
        let index = self.index()?;
        Ok((Op::ExtractElement { vector, index }, self.module.types.scalar(ty)))
    }

    pub(super) fn insert_element(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (vector, ty) = self.typed_value()?;
        let fits = self.module.types.vector_shape(ty).is_some();
        self.ensure(fits, self.since(start), |p| format!("{} is no vector", p.show(ty)))?;
        self.expect(b',')?;
        let element = self.value_of_type(self.module.types.scalar(ty))?;
        let index = self.index()?;
        Ok((Op::InsertElement { vector, element, index }, ty))
    }

    pub(super) fn shuffle_vector(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (first, ty) = self.typed_value()?;
        self.expect(b',')?;
        let second = self.value_of_type(ty)?;
        self.expect(b',')?;
        let mask = self.typed_constant()?;
        let result = self.shuffle_type(ty, self.module.constants[mask].ty, self.since(start))?;
        Ok((Op::ShuffleVector { vectors: [first, second], mask }, result))
    }
}
