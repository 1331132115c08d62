//! Constants and operands.

use std::fmt::Write;

use super::{Numbering, Printer, push_name};
use crate::constant::{ConstantExpression as E, ConstantKind as C, InRange, InlineAsm};
use crate::id::{ConstantId, GlobalId, Id};
use crate::instruction::{Flags, Operand};
use crate::lexer::escape_bytes;
use crate::metadata::{MetadataValue, NodeKind};
use crate::types::Type;
use crate::{float, integer};

impl Printer<'_> {
    /// An operand with its type.
    pub(super) fn typed(&mut self, operand: Operand) {
        match operand {
            Operand::Value(value) => {
                if let Some((function, _)) = self.local {
                    self.ty(function.values[value].ty);
                }
                self.put(" ");
                self.value(value);
            }
            Operand::Constant(constant) => self.typed_constant(constant),
            Operand::Metadata(_) | Operand::MetadataValue(_) => {
                self.put("metadata ");
                self.operand(operand);
            }
        }
    }

    /// An operand without its type; metadata has the type of what is wrapped.
    pub(super) fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Constant(constant) => self.constant(constant),
            Operand::Metadata(node) => match self.module.metadata[node].kind {
                NodeKind::Value(value) => self.metadata_value(value),
                _ => self.metadata_value(MetadataValue::Node(node)),
            },
            Operand::MetadataValue(value) => self.typed(Operand::Value(value)),
        }
    }

    pub(super) fn typed_constant(&mut self, id: ConstantId) {
        self.ty(self.module.constants[id].ty);
        self.put(" ");
        self.constant(id);
    }

    /// `@x`
    pub(super) fn global(&mut self, id: GlobalId) {
        self.put("@");
        match self.module.globals[id].name {
            Some(name) => push_name(&mut self.out, self.module.text(name)),
            None => {
                let before = self.module.globals.iter().take(id.index());
                let number = before.filter(|(_, global)| global.name.is_none()).count();
                self.number(number);
            }
        }
    }

    pub(super) fn constant(&mut self, id: ConstantId) {
        let constant = &self.module.constants[id];
        match &constant.kind {
            C::Integer(value) => match self.module.types[constant.ty] {
                Type::Integer(1) => self.put(if *value == 1 { "true" } else { "false" }),
                _ => self.number(self.module.signed_integer(id).unwrap_or(0)),
            },
            C::WideInteger(words) => self.put(&integer::print(words)),
            C::Float(bits) => {
                if let Type::Float(kind) = self.module.types[constant.ty] {
                    self.put(&float::print(kind, *bits));
                }
            }
            C::Null => self.put("null"),
            C::Undef => self.put("undef"),
            C::Poison => self.put("poison"),
            C::Zero => self.put("zeroinitializer"),
            C::None => self.put("none"),
            C::Aggregate(elements) => {
                let (open, close) = match &self.module.types[constant.ty] {
                    Type::Array { .. } => ("[", "]"),
                    Type::Vector { .. } => ("<", ">"),
                    _ if self.module.types.fields(constant.ty).is_some_and(|f| f.packed) => ("<{ ", " }>"),
                    _ => ("{ ", " }"),
                };
                self.put(open);
                self.list(elements.iter(), |p, &element| p.typed_constant(element));
                self.put(close);
            }
            C::Bytes(bytes) => {
                self.put("c\"");
                escape_bytes(bytes, &mut self.out);
                self.put("\"");
            }
            C::Splat(element) => {
                self.put("splat (");
                self.typed_constant(*element);
                self.put(")");
            }
            C::Global(global) => self.global(*global),
            C::DsoLocalEquivalent(global) => {
                self.put("dso_local_equivalent ");
                self.global(*global);
            }
            C::NoCfi(global) => {
                self.put("no_cfi ");
                self.global(*global);
            }
            C::BlockAddress { function, block } => {
                self.put("blockaddress(");
                self.global(*function);
                self.put(", ");
                if let Some(f) = self.module.function(*function).filter(|f| f.blocks.get(*block).is_some()) {
                    self.block_name(f.blocks[*block].name, Numbering::new(f).block(*block));
                }
                self.put(")");
            }
            C::PtrAuth(parts) => {
                self.put("ptrauth (");
                self.list(parts.iter(), |p, &part| p.typed_constant(part));
                self.put(")");
            }
            C::Asm(asm) => self.asm(asm),
            C::Expression(expression) => {
                let ty = constant.ty;
                self.expression(expression);
                if let E::Cast { .. } = **expression {
                    self.put(" to ");
                    self.ty(ty);
                    self.put(")");
                }
            }
        }
    }

    fn asm(&mut self, asm: &InlineAsm) {
        self.word("asm");
        let words = [
            (asm.side_effect, "sideeffect"),
            (asm.align_stack, "alignstack"),
            (asm.intel, "inteldialect"),
            (asm.unwind, "unwind"),
        ];
        for (_, word) in words.into_iter().filter(|(set, _)| *set) {
            self.word(word);
        }
        self.quoted(asm.code);
        self.put(", ");
        self.quoted(asm.constraints);
    }

    pub(super) fn flags(&mut self, flags: Flags) {
        for word in flags.words() {
            self.word(word);
        }
    }

    /// Constants in parentheses.
    fn constants(&mut self, list: &[ConstantId]) {
        self.put("(");
        self.list(list.iter(), |p, &constant| p.typed_constant(constant));
        self.put(")");
    }

    /// An expression; a cast without its target type.
    fn expression(&mut self, expression: &E) {
        match expression {
            E::Cast { op, value } => {
                self.word(op.word());
                self.put("(");
                self.typed_constant(*value);
            }
            E::Binary { op, flags, operands } => {
                self.word(op.word());
                self.flags(*flags);
                self.constants(operands);
            }
            E::Negate(value) => {
                self.word("fneg");
                self.constants(&[*value]);
            }
            E::GetElementPtr { source, flags, range, base, indices } => {
                self.word("getelementptr");
                self.flags(*flags);
                if let Some(InRange::Bytes(from, to)) = range {
                    let _ = write!(self.out, "inrange({from}, {to}) ");
                }
                self.put("(");
                self.ty(*source);
                self.put(", ");
                self.typed_constant(*base);
                for (position, &index) in indices.iter().enumerate() {
                    self.put(", ");
                    if *range == Some(InRange::Index(position as u32)) {
                        self.word("inrange");
                    }
                    self.typed_constant(index);
                }
                self.put(")");
            }
            E::IntCompare(predicate, pair) => {
                self.word("icmp");
                self.word(predicate.word());
                self.constants(pair);
            }
            E::FloatCompare(predicate, pair) => {
                self.word("fcmp");
                self.word(predicate.word());
                self.constants(pair);
            }
            E::Select(list) => {
                self.word("select");
                self.constants(list);
            }
            E::ExtractElement(list) => {
                self.word("extractelement");
                self.constants(list);
            }
            E::InsertElement(list) => {
                self.word("insertelement");
                self.constants(list);
            }
            E::ShuffleVector(list) => {
                self.word("shufflevector");
                self.constants(list);
            }
            E::ExtractValue(aggregate, indices) => self.part("extractvalue", &[*aggregate], indices),
            E::InsertValue(pair, indices) => self.part("insertvalue", pair, indices),
        }
    }

    fn part(&mut self, word: &str, list: &[ConstantId], indices: &[u32]) {
        self.word(word);
        self.put("(");
        self.list(list.iter(), |p, &constant| p.typed_constant(constant));
        self.indices(indices);
        self.put(")");
    }

    /// `, 0, 1`
    pub(super) fn indices(&mut self, indices: &[u32]) {
        for index in indices {
            let _ = write!(self.out, ", {index}");
        }
    }
}
