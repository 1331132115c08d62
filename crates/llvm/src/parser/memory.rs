//! Instructions that work on memory.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use super::instructions::Operation;
use crate::id::TypeId;
use crate::instruction::{Access, Atomic, Flags, Op, Operand};
use crate::lexer::Kind;
use crate::types::{Fields, Type};
use crate::words::{Ordering, RmwOp};

/// What `getelementptr` may promise.
pub(super) const ADDRESS_FLAGS: Flags = Flags::INBOUNDS.with(Flags::NUSW).with(Flags::NUW);

impl Parser<'_> {
    /// A pointer with its type.
    pub(super) fn address(&mut self) -> Parsed<(Operand, TypeId)> {
        let start = self.here();
        let (address, ty) = self.typed_value()?;
        self.ensure(self.module.types.is_pointer(ty), self.since(start), |p| {
            format!("expected an address, found a value of type {}", p.show(ty))
        })?;
        Ok((address, ty))
    }

    /// Checks that a pointer type can be used to access values of this type.
    fn check_access(&mut self, pointer: TypeId, ty: TypeId, span: Span) -> Parsed<()> {
        let Type::Pointer { pointee, .. } = self.module.types[pointer] else { return Ok(()) };
        self.ensure(pointee.is_none_or(|p| p == ty), span, |p| {
            format!("a pointer of type {} does not lead to {}", p.show(pointer), p.show(ty))
        })
    }

    /// `, align 4`, if it is there.
    fn optional_align(&mut self) -> Parsed<Option<u64>> {
        let ahead = self.ahead();
        if !self.at(b',') || ahead.kind != Kind::Word || self.text_of(ahead) != "align" {
            return Ok(None);
        }
        self.bump();
        self.bump();
        Ok(Some(self.alignment()?))
    }

    /// `syncscope("...") acquire`
    fn atomic(&mut self) -> Parsed<Atomic> {
        let mut scope = None;
        if self.eat_word("syncscope") {
            self.expect(b'(')?;
            scope = Some(self.quoted()?);
            self.expect(b')')?;
        }
        let ordering = self.ordering()?;
        Ok(Atomic { ordering, scope })
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        match self.eat_one(Ordering::from_word) {
            Some(ordering) => Ok(ordering),
            None => self.expected("an ordering, such as `seq_cst`"),
        }
    }

    /// The order and alignment behind a load or store.
    fn access(&mut self, atomic: bool, volatile: bool) -> Parsed<Access> {
        let atomic = if atomic { Some(self.atomic()?) } else { None };
        Ok(Access { volatile, align: self.optional_align()?, atomic })
    }

    pub(super) fn alloca(&mut self) -> Parsed<Operation> {
        self.bump();
        let inalloca = self.eat_word("inalloca");
        let swifterror = self.eat_word("swifterror");
        let start = self.here();
        let ty = self.value_type()?;
        let fits = self.module.types.is_first_class(ty) && !matches!(self.module.types[ty], Type::Token);
        self.ensure(fits, self.since(start), |p| format!("there are no variables of type {}", p.show(ty)))?;
        let (mut count, mut align, mut space) = (None, None, self.module.layout.alloca_space);
        while self.more_operands() {
            match self.word() {
                "align" => {
                    self.bump();
                    align = Some(self.alignment()?);
                }
                "addrspace" => space = self.optional_address_space()?,
                _ => {
                    let start = self.here();
                    let (value, count_type) = self.typed_value()?;
                    let fits = self.module.types.integer_bits(count_type).is_some();
                    self.ensure(fits, self.since(start), |_| "the number of elements is an integer".to_owned())?;
                    count = Some(value);
                }
            }
        }
        let result = self.pointer_to(ty, space)?;
        Ok((Op::Alloca { ty, count, align, inalloca, swifterror }, result))
    }

    pub(super) fn load(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (atomic, volatile) = (self.eat_word("atomic"), self.eat_word("volatile"));
        let ty = self.value_type()?;
        self.ensure(self.module.types.is_first_class(ty), self.since(start), |p| {
            format!("there are no values of type {}", p.show(ty))
        })?;
        self.expect(b',')?;
        let (address, pointer) = self.address()?;
        self.check_access(pointer, ty, self.since(start))?;
        let access = self.access(atomic, volatile)?;
        Ok((Op::Load { address, access }, ty))
    }

    pub(super) fn store(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (atomic, volatile) = (self.eat_word("atomic"), self.eat_word("volatile"));
        let (value, ty) = self.typed_value()?;
        self.expect(b',')?;
        let (address, pointer) = self.address()?;
        self.check_access(pointer, ty, self.since(start))?;
        let access = self.access(atomic, volatile)?;
        Ok((Op::Store { value, address, access }, self.common.void))
    }

    pub(super) fn fence(&mut self) -> Parsed<Operation> {
        self.bump();
        Ok((Op::Fence(self.atomic()?), self.common.void))
    }

    pub(super) fn compare_exchange(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let (weak, volatile) = (self.eat_word("weak"), self.eat_word("volatile"));
        let (address, pointer) = self.address()?;
        self.expect(b',')?;
        let (expected, ty) = self.typed_value()?;
        self.expect(b',')?;
        let new = self.value_of_type(ty)?;
        let fits = matches!(self.module.types[ty], Type::Integer(_) | Type::Pointer { .. });
        self.ensure(fits, self.since(start), |p| format!("`cmpxchg` does not work on {}", p.show(ty)))?;
        self.check_access(pointer, ty, self.since(start))?;
        let atomic = Some(self.atomic()?);
        let failure = self.ordering()?;
        let access = Access { volatile, align: self.optional_align()?, atomic };
        let pair = Fields { types: [ty, self.common.i1].into(), packed: false };
        let result = self.type_id(Type::Struct(pair))?;
        Ok((Op::CompareExchange { address, expected, new, weak, failure, access }, result))
    }

    pub(super) fn atomic_rmw(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let volatile = self.eat_word("volatile");
        let Some(op) = self.eat_one(RmwOp::from_word) else { return self.expected("an operation of `atomicrmw`") };
        let (address, pointer) = self.address()?;
        self.expect(b',')?;
        let (value, ty) = self.typed_value()?;
        let fits = match op {
            RmwOp::Exchange => self.is_integer(ty) || self.is_float(ty) || self.is_pointer(ty),
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
                self.is_float(ty)
            }
            _ => self.is_integer(ty),
        };
        self.ensure(fits, self.since(start), |p| format!("`atomicrmw {}` does not work on {}", op.word(), p.show(ty)))?;
        self.check_access(pointer, ty, self.since(start))?;
        let access = self.access(true, volatile)?;
        Ok((Op::AtomicRmw { op, address, value, access }, ty))
    }

    pub(super) fn get_element_ptr(&mut self) -> Parsed<Operation> {
        let start = self.here();
        self.bump();
        let flags = self.flags(ADDRESS_FLAGS);
        let source = self.any_type()?;
        self.expect(b',')?;
        let (base, base_type) = self.typed_value()?;
        let mut indices = Vec::new();
        while self.more_operands() {
            indices.push(self.typed_value()?.0);
        }
        let ty = self.address_type(source, base_type, &indices, self.since(start))?;
        Ok((Op::GetElementPtr { source, flags, base, indices: indices.into() }, ty))
    }
}
