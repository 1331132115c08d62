//! What debuggers are told, as records (LLVM 19) or as calls of intrinsics.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use super::attributes::Place as At;
use crate::function::{Binding, DebugRecord, DebugValue, RecordKind};
use crate::id::{Id, InstructionId, MetadataId, Place};
use crate::instruction::Operand;
use crate::lexer::{Kind, Token};
use crate::metadata::{MetadataValue, Node, NodeKind};

impl Parser<'_> {
    /// `#dbg_value(...)`
    pub(super) fn debug_record(&mut self) -> Parsed<()> {
        let token = self.bump();
        let word = self.text_of(token).strip_prefix("#dbg_").unwrap_or("");
        self.expect(b'(')?;
        let kind = self.record_kind(word, token, false)?;
        self.expect(b',')?;
        let location = Some(self.node()?);
        self.expect(b')')?;
        self.push_record(kind, location, self.span(token));
        Ok(())
    }

    /// `call void @llvm.dbg.value(...), !dbg !1`, behind `call`.
    pub(super) fn debug_call(&mut self, start: Span) -> Parsed<()> {
        self.bump();
        let token = self.bump();
        // The declaration is checked like that of any other function.
        self.global(token)?;
        let word = self.text_of(token).strip_prefix("@llvm.dbg.").unwrap_or("");
        self.expect(b'(')?;
        let kind = self.record_kind(word, token, true)?;
        self.expect(b')')?;
        self.attributes(At::Function)?;
        let mut location = None;
        for (name, node) in self.attachments(true)? {
            if self.module.text(name) == "dbg" {
                location = Some(node);
            }
        }
        self.push_record(kind, location, start);
        Ok(())
    }

    fn push_record(&mut self, kind: RecordKind, location: Option<MetadataId>, span: Span) {
        let function = &mut self.body.function;
        let before = InstructionId::new(function.instructions.len());
        function.records.push(DebugRecord { before, kind, location, place: Place(span) });
    }

    /// The arguments of a record; in a call, each has the type `metadata`.
    fn record_kind(&mut self, word: &str, token: Token, call: bool) -> Parsed<RecordKind> {
        match word {
            "declare" | "addr" => Ok(RecordKind::Declare(self.binding(call)?)),
            "value" => Ok(RecordKind::Value(self.binding(call)?)),
            "assign" => {
                let binding = self.binding(call)?;
                self.expect(b',')?;
                let id = self.record_node(call)?;
                self.expect(b',')?;
                let address = self.record_value(call)?;
                self.expect(b',')?;
                let address_expression = self.record_node(call)?;
                Ok(RecordKind::Assign { binding, id, address, address_expression })
            }
            "label" => Ok(RecordKind::Label(self.record_node(call)?)),
            _ => self.error("syntax", self.span(token), "this is not known to tell debuggers anything"),
        }
    }

    fn binding(&mut self, call: bool) -> Parsed<Binding> {
        let value = self.record_value(call)?;
        self.expect(b',')?;
        let variable = self.record_node(call)?;
        self.expect(b',')?;
        let expression = self.record_node(call)?;
        Ok(Binding { value, variable, expression })
    }

    fn record_node(&mut self, call: bool) -> Parsed<MetadataId> {
        if call {
            self.expect_word("metadata")?;
        }
        self.node()
    }

    fn record_value(&mut self, call: bool) -> Parsed<DebugValue> {
        if call {
            self.expect_word("metadata")?;
        }
        match self.token.kind {
            Kind::MetadataName if self.text_of(self.token) == "!DIArgList" => {
                self.bump();
                let mut list = Vec::new();
                self.in_parentheses(|p| {
                    let (operand, _) = p.typed_value()?;
                    list.push(operand);
                    Ok(())
                })?;
                Ok(DebugValue::List(list.into()))
            }
            Kind::MetadataName | Kind::MetadataNumber | Kind::Sign(b'!') => Ok(DebugValue::Node(self.node()?)),
            _ => Ok(DebugValue::Operand(self.typed_value()?.0)),
        }
    }

    /// An argument of type `metadata`.
    pub(super) fn metadata_operand(&mut self) -> Parsed<Operand> {
        let start = self.here();
        let kind = match self.token.kind {
            Kind::MetadataName | Kind::MetadataNumber => return Ok(Operand::Metadata(self.node()?)),
            Kind::Sign(b'!') if self.ahead().kind != Kind::Text => return Ok(Operand::Metadata(self.node()?)),
            Kind::Sign(b'!') => NodeKind::Value(self.metadata_value()?),
            _ => match self.typed_value()?.0 {
                Operand::Value(value) => return Ok(Operand::MetadataValue(value)),
                Operand::Constant(constant) => NodeKind::Value(MetadataValue::Constant(constant)),
                other => return Ok(other),
            },
        };
        let node = Node { number: None, distinct: false, kind, place: Place(start) };
        Ok(Operand::Metadata(self.module.metadata.push(node)))
    }
}
