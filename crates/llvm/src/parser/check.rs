//! The types of results, for instructions and for constant expressions.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use crate::constant::ConstantKind;
use crate::id::{ConstantId, TypeId};
use crate::instruction::Operand;
use crate::types::Type;
use crate::words::{BinaryOp, CastOp};

impl Parser<'_> {
    pub(super) fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Value(value) => self.body.function.values[value].ty,
            Operand::Constant(constant) => self.module.constants[constant].ty,
            Operand::Metadata(_) | Operand::MetadataValue(_) => self.common.metadata,
        }
    }

    /// Complains unless the condition holds.
    pub(super) fn ensure(&mut self, holds: bool, span: Span, message: impl FnOnce(&Self) -> String) -> Parsed<()> {
        if holds {
            return Ok(());
        }
        let message = message(self);
        self.error("type", span, message)
    }

    /// Whether this is an integer, or a vector of integers.
    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.module.types[self.module.types.scalar(ty)], Type::Integer(_))
    }

    /// Whether this is a floating-point number, or a vector of these.
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.module.types[self.module.types.scalar(ty)], Type::Float(_))
    }

    /// Whether this is a pointer, or a vector of pointers.
    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.module.types[self.module.types.scalar(ty)], Type::Pointer { .. })
    }

    pub(super) fn check_binary(&mut self, op: BinaryOp, ty: TypeId, span: Span) -> Parsed<()> {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        let float = matches!(op, FAdd | FSub | FMul | FDiv | FRem);
        let fits = if float { self.is_float(ty) } else { self.is_integer(ty) };
        self.ensure(fits, span, |p| format!("`{}` does not work on {}", op.word(), p.show(ty)))
    }

    pub(super) fn check_cast(&mut self, op: CastOp, from: TypeId, to: TypeId, span: Span) -> Parsed<()> {
        let fits = super::cast::fits(&self.module.types, &self.module.layout, op, from, to);
        self.ensure(fits, span, |p| format!("`{}` does not convert {} to {}", op.word(), p.show(from), p.show(to)))
    }

    /// `i1`, or a vector of as many as `ty` has.
    pub(super) fn condition_type(&mut self, ty: TypeId) -> Parsed<TypeId> {
        self.like(ty, self.common.i1)
    }

    /// A vector of `element` of the shape of `ty`, or `element` itself.
    fn like(&mut self, ty: TypeId, element: TypeId) -> Parsed<TypeId> {
        match self.module.types.vector_shape(ty) {
            Some((length, scalable)) => self.type_id(Type::Vector { element, length, scalable }),
            None => Ok(element),
        }
    }

    pub(super) fn check_condition(&mut self, condition: TypeId, value: TypeId, span: Span) -> Parsed<()> {
        let types = &self.module.types;
        let scalar = types.scalar(condition) == self.common.i1;
        let shape = types.vector_shape(condition);
        let fits = scalar && (shape.is_none() || shape == types.vector_shape(value));
        self.ensure(fits, span, |p| format!("{} cannot select values of type {}", p.show(condition), p.show(value)))
    }

    /// The type of a `shufflevector`.
    pub(super) fn shuffle_type(&mut self, vector: TypeId, mask: TypeId, span: Span) -> Parsed<TypeId> {
        let types = &self.module.types;
        let fits = types.vector_shape(vector).is_some() && types.scalar(mask) == self.common.i32;
        let shape = types.vector_shape(mask).filter(|_| fits);
        let Some((length, scalable)) = shape else {
            return self.error("type", span, "`shufflevector` takes two vectors and a vector of i32");
        };
        let element = self.module.types.scalar(vector);
        self.type_id(Type::Vector { element, length, scalable })
    }

    /// The part of an aggregate that constant indices lead to.
    pub(super) fn part_type(&mut self, aggregate: TypeId, indices: &[u32], span: Span) -> Parsed<TypeId> {
        let mut ty = aggregate;
        for &index in indices {
            match self.module.types.element_at(ty, u64::from(index)) {
                Some(part) => ty = part,
                None => {
                    let message = format!("{} has no element {index}", self.show(ty));
                    return self.error("type", span, message);
                }
            }
        }
        Ok(ty)
    }

    /// `, 0, 1`: constant indices, at least one.
    pub(super) fn constant_indices(&mut self) -> Parsed<Box<[u32]>> {
        let mut list = Vec::new();
        while self.more_operands() {
            list.push(self.integer("an index")?);
        }
        if list.is_empty() { self.expected("`,` and an index") } else { Ok(list.into()) }
    }

    /// The number that an index of a struct is, a vector of equal numbers included.
    fn struct_index(&self, index: Operand) -> Option<u64> {
        let Operand::Constant(mut id) = index else { return None };
        loop {
            match &self.module.constants[id].kind {
                ConstantKind::Integer(value) => return u64::try_from(*value).ok(),
                ConstantKind::Zero => return Some(0),
                ConstantKind::Splat(element) => id = *element,
                ConstantKind::Aggregate(list) => {
                    let first: ConstantId = *list.first()?;
                    if list.iter().any(|&other| other != first) {
                        return None;
                    }
                    id = first;
                }
                _ => return None,
            }
        }
    }

    /// The type of a `getelementptr`.
    pub(super) fn address_type(
        &mut self,
        source: TypeId,
        base: TypeId,
        indices: &[Operand],
        span: Span,
    ) -> Parsed<TypeId> {
        let Type::Pointer { pointee, space } = self.module.types[self.module.types.scalar(base)] else {
            let message = format!("expected an address, found a value of type {}", self.show(base));
            return self.error("type", span, message);
        };
        self.ensure(pointee.is_none_or(|p| p == source), span, |p| {
            format!("the base is {}, not a pointer to {}", p.show(base), p.show(source))
        })?;
        self.ensure(self.module.types.is_first_class(source), span, |p| format!("{} has no elements", p.show(source)))?;
        let mut ty = source;
        let mut shape = self.module.types.vector_shape(base);
        for (position, &index) in indices.iter().enumerate() {
            let index_type = self.type_of(index);
            self.ensure(self.is_integer(index_type), span, |p| {
                format!("an index is an integer, not {}", p.show(index_type))
            })?;
            let own = self.module.types.vector_shape(index_type);
            self.ensure(own.is_none() || shape.is_none() || own == shape, span, |_| {
                "the vectors in `getelementptr` differ in length".to_owned()
            })?;
            shape = shape.or(own);
            if position > 0 {
                ty = self.indexed_type(ty, index, span)?;
            }
        }
        let pointer = match pointee {
            Some(_) => self.type_id(Type::Pointer { pointee: Some(ty), space })?,
            None => self.module.types.scalar(base),
        };
        match shape {
            Some((length, scalable)) => self.type_id(Type::Vector { element: pointer, length, scalable }),
            None => Ok(pointer),
        }
    }

    fn indexed_type(&mut self, ty: TypeId, index: Operand, span: Span) -> Parsed<TypeId> {
        match self.module.types[ty] {
            Type::Array { element, .. } | Type::Vector { element, .. } => Ok(element),
            _ => {
                let part = self.struct_index(index).and_then(|i| self.module.types.element_at(ty, i));
                match part {
                    Some(part) => Ok(part),
                    None => {
                        let message = format!("{} has no element with this index", self.show(ty));
                        self.error("type", span, message)
                    }
                }
            }
        }
    }
}
