//! Constant expressions.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use crate::constant::{ConstantExpression as E, ConstantKind, InRange};
use crate::id::{ConstantId, TypeId};
use crate::instruction::{Flags, Operand};
use crate::lexer::Kind;
use crate::words::{BinaryOp, CastOp, FloatPredicate, IntPredicate};

impl Parser<'_> {
    /// An expression whose value has this type.
    pub(super) fn constant_expression(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let start = self.here();
        let (expression, found) = self.expression_of_any_type()?;
        self.ensure(found == ty, self.since(start), |p| {
            format!("expected a value of type {}, found {}", p.show(ty), p.show(found))
        })?;
        Ok(self.constant(ty, ConstantKind::Expression(Box::new(expression))))
    }

    /// An expression and the type of its value.
    pub(super) fn expression_of_any_type(&mut self) -> Parsed<(E, TypeId)> {
        let (start, word) = (self.here(), self.word());
        if let Some(op) = CastOp::from_word(word) {
            return self.constant_cast(op);
        }
        if let Some(op) = BinaryOp::from_word(word) {
            return self.constant_binary(op);
        }
        match word {
            "getelementptr" => self.constant_address(),
            "icmp" => {
                self.bump();
                let Some(predicate) = self.eat_one(IntPredicate::from_word) else {
                    return self.expected("a comparison of integers");
                };
                let (pair, ty) = self.compared(start)?;
                Ok((E::IntCompare(predicate, pair), ty))
            }
            "fcmp" => {
                self.bump();
                let Some(predicate) = self.eat_one(FloatPredicate::from_word) else {
                    return self.expected("a comparison of floating-point numbers");
                };
                let (pair, ty) = self.compared(start)?;
                Ok((E::FloatCompare(predicate, pair), ty))
            }
            "select" | "extractelement" | "insertelement" | "shufflevector" | "fneg" => {
                self.bump();
                self.constant_operation(word, start)
            }
            "extractvalue" | "insertvalue" => {
                self.bump();
                self.constant_part(word == "insertvalue", start)
            }
            _ => self.expected("a value"),
        }
    }

    fn constant_type(&self, constant: ConstantId) -> TypeId {
        self.module.constants[constant].ty
    }

    /// A number of constants in parentheses.
    fn constants<const N: usize>(&mut self) -> Parsed<[ConstantId; N]> {
        self.expect(b'(')?;
        let mut list = [ConstantId(0); N];
        for (index, item) in list.iter_mut().enumerate() {
            if index > 0 {
                self.expect(b',')?;
            }
            *item = self.typed_constant()?;
        }
        self.expect(b')')?;
        Ok(list)
    }

    /// Two constants of one type.
    fn pair(&mut self, start: Span) -> Parsed<[ConstantId; 2]> {
        let pair: [ConstantId; 2] = self.constants()?;
        let [a, b] = pair.map(|c| self.constant_type(c));
        self.ensure(a == b, self.since(start), |p| format!("operands of types {} and {}", p.show(a), p.show(b)))?;
        Ok(pair)
    }

    fn compared(&mut self, start: Span) -> Parsed<([ConstantId; 2], TypeId)> {
        let pair = self.pair(start)?;
        let ty = self.condition_type(self.constant_type(pair[0]))?;
        Ok((pair, ty))
    }

    fn constant_cast(&mut self, op: CastOp) -> Parsed<(E, TypeId)> {
        let start = self.here();
        self.bump();
        self.expect(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        self.expect(b')')?;
        self.check_cast(op, self.constant_type(value), to, self.since(start))?;
        Ok((E::Cast { op, value }, to))
    }

    fn constant_binary(&mut self, op: BinaryOp) -> Parsed<(E, TypeId)> {
        let start = self.here();
        self.bump();
        let flags = self.flags(super::operators::arithmetic_flags(op));
        let operands = self.pair(start)?;
        let ty = self.constant_type(operands[0]);
        self.check_binary(op, ty, self.since(start))?;
        Ok((E::Binary { op, flags, operands }, ty))
    }

    fn constant_address(&mut self) -> Parsed<(E, TypeId)> {
        let start = self.here();
        self.bump();
        let mut flags = self.flags(super::memory::ADDRESS_FLAGS);
        let mut range = None;
        if self.eat_word("inrange") {
            self.expect(b'(')?;
            let from = self.integer("an offset")?;
            self.expect(b',')?;
            range = Some(InRange::Bytes(from, self.integer("an offset")?));
            self.expect(b')')?;
            flags = flags.with(self.flags(super::memory::ADDRESS_FLAGS));
        }
        self.expect(b'(')?;
        let source = self.any_type()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            if self.eat_word("inrange") {
                range = Some(InRange::Index(indices.len() as u32));
            }
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        let operands: Vec<Operand> = indices.iter().map(|&i| Operand::Constant(i)).collect();
        let ty = self.address_type(source, self.constant_type(base), &operands, self.since(start))?;
        Ok((E::GetElementPtr { source, flags, range, base, indices: indices.into() }, ty))
    }

    fn constant_operation(&mut self, word: &str, start: Span) -> Parsed<(E, TypeId)> {
        match word {
            "select" => {
                let three: [ConstantId; 3] = self.constants()?;
                let [condition, a, b] = three.map(|c| self.constant_type(c));
                self.ensure(a == b, self.since(start), |_| "the values to select differ in type".to_owned())?;
                self.check_condition(condition, a, self.since(start))?;
                Ok((E::Select(three), a))
            }
            "fneg" => {
                let [one] = self.constants()?;
                let ty = self.constant_type(one);
                self.ensure(self.is_float(ty), self.since(start), |p| {
                    format!("`fneg` does not work on {}", p.show(ty))
                })?;
                Ok((E::Negate(one), ty))
            }
            "extractelement" => {
                let two: [ConstantId; 2] = self.constants()?;
                let ty = self.constant_type(two[0]);
                self.ensure(self.module.types.vector_shape(ty).is_some(), self.since(start), |p| {
                    format!("{} is no vector", p.show(ty))
                })?;
                Ok((E::ExtractElement(two), self.module.types.scalar(ty)))
            }
            "insertelement" => {
                let three: [ConstantId; 3] = self.constants()?;
                let [ty, element, _] = three.map(|c| self.constant_type(c));
                let types = &self.module.types;
                let fits = types.vector_shape(ty).is_some() && types.scalar(ty) == element;
                self.ensure(fits, self.since(start), |p| format!("{} has no {}", p.show(ty), p.show(element)))?;
                Ok((E::InsertElement(three), ty))
            }
            _ => {
                let three: [ConstantId; 3] = self.constants()?;
                let [a, b, mask] = three.map(|c| self.constant_type(c));
                self.ensure(a == b, self.since(start), |_| "the vectors differ in type".to_owned())?;
                let ty = self.shuffle_type(a, mask, self.since(start))?;
                Ok((E::ShuffleVector(three), ty))
            }
        }
    }

    fn constant_part(&mut self, insert: bool, start: Span) -> Parsed<(E, TypeId)> {
        self.expect(b'(')?;
        let aggregate = self.typed_constant()?;
        let element = if insert {
            self.expect(b',')?;
            Some(self.typed_constant()?)
        } else {
            None
        };
        let indices = self.constant_indices()?;
        self.expect(b')')?;
        let whole = self.constant_type(aggregate);
        let part = self.part_type(whole, &indices, self.since(start))?;
        match element {
            None => Ok((E::ExtractValue(aggregate, indices), part)),
            Some(element) => {
                let fits = self.constant_type(element) == part;
                self.ensure(fits, self.since(start), |p| format!("the part is of type {}", p.show(part)))?;
                Ok((E::InsertValue([aggregate, element], indices), whole))
            }
        }
    }

    /// Flags out of those allowed.
    pub(super) fn flags(&mut self, allowed: Flags) -> Flags {
        let mut flags = Flags::default();
        while let Some(flag) = Flags::from_word(self.word()).filter(|flag| flag.within(allowed)) {
            self.bump();
            flags = flags.with(flag);
        }
        flags
    }

    /// Whether a comma and another operand follow, rather than metadata; takes the comma.
    pub(super) fn more_operands(&mut self) -> bool {
        let more = self.at(b',') && self.ahead().kind != Kind::MetadataName;
        if more {
            self.bump();
        }
        more
    }
}
