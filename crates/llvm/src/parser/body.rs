//! Function headers and bodies: local names, blocks, and what is checked at the end of a body.

use kulan_control::checkpoint;
use kulan_diagnostics::{Diagnostic, Span};
use kulan_syntax::{Failed, Parsed};
use rustc_hash::FxHashMap;

use super::attributes::Place as At;
use super::{Key, Parser};
use crate::function::{Block, Definition, Function, Value};
use crate::id::{BlockId, Id, InstructionId, Name, Place, TypeId, ValueId, inverse};
use crate::instruction::{Instruction, Op, Operand};
use crate::lexer::{Kind, Token};
use crate::module::{Global, GlobalKind};
use crate::print::quoted_name;
use crate::types::{Signature, Type};
use crate::words::UnnamedAddr;

/// What a local name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Local {
    Value(ValueId),
    Block(BlockId),
}

/// The function at hand.
#[derive(Default)]
pub(super) struct Body {
    pub function: Function,
    /// What the function returns.
    pub result: Option<TypeId>,
    /// Names of this function are those with this stamp.
    stamp: u32,
    /// By name: the function that uses it, and for what.
    scope: Vec<(u32, Option<Local>)>,
    numbers: Vec<Local>,
    forward_numbers: FxHashMap<u32, Local>,
    value_order: Vec<ValueId>,
    block_order: Vec<BlockId>,
    undefined: FxHashMap<Local2, (Key, Span)>,
}

/// A local as a key.
type Local2 = (bool, u32);

fn local_key(local: Local) -> Local2 {
    match local {
        Local::Value(value) => (false, value.0),
        Local::Block(block) => (true, block.0),
    }
}

/// Stands for an instruction that is not there yet.
const NOWHERE: InstructionId = InstructionId(u32::MAX);

impl Parser<'_> {
    /// `declare ...`
    pub(super) fn declaration(&mut self) -> Parsed<()> {
        self.bump();
        let metadata = self.attachments(false)?;
        let (token, mut global) = self.function_header()?;
        global.metadata = metadata.into();
        let function = std::mem::take(&mut self.body.function);
        global.kind = GlobalKind::Function(Box::new(function));
        self.define_global(token, global)?;
        Ok(())
    }

    /// `define ... { ... }`
    pub(super) fn definition(&mut self) -> Parsed<()> {
        self.bump();
        let (token, mut global) = self.function_header()?;
        global.metadata = self.attachments(false)?.into();
        let id = self.define_global(token, global)?;
        self.expect(b'{')?;
        while !self.eat(b'}') {
            if matches!(self.word(), "uselistorder" | "uselistorder_bb") {
                self.skip_use_list()?;
            } else {
                self.block()?;
            }
        }
        self.finish_body(self.span(token))?;
        let function = std::mem::take(&mut self.body.function);
        self.module.globals[id].kind = GlobalKind::Function(Box::new(function));
        Ok(())
    }

    fn function_header(&mut self) -> Parsed<(Token, Global)> {
        let (mut global, _) = self.global_header(self.here())?;
        self.start_body();
        self.body.function.convention = self.convention()?;
        self.body.function.return_attributes = self.attributes(At::Parameter)?;
        let result = self.any_type_before_name()?;
        self.body.result = Some(result);
        if !self.at_global() {
            return self.expected("the name of a function");
        }
        let token = self.bump();
        global.place = Place(self.span(token));
        global.value_type = self.parameters(result)?;
        global.unnamed_addr = self.eat_one(UnnamedAddr::from_word);
        global.space =
            if self.word() == "addrspace" { self.optional_address_space()? } else { self.module.layout.program_space };
        self.body.function.attributes = self.attributes(At::Function)?;
        self.function_properties(token, &mut global)?;
        Ok((token, global))
    }

    fn any_type_before_name(&mut self) -> Parsed<TypeId> {
        let start = self.here();
        let result = self.any_type()?;
        let fits = !matches!(self.module.types[result], Type::Function(_) | Type::Label | Type::Metadata);
        self.ensure(fits, self.since(start), |p| format!("a function cannot return {}", p.show(result)))?;
        Ok(result)
    }

    fn parameters(&mut self, result: TypeId) -> Parsed<TypeId> {
        let (mut types, mut attributes, mut varargs) = (Vec::new(), Vec::new(), false);
        self.in_parentheses(|p| {
            if p.token.kind == Kind::Ellipsis {
                p.bump();
                varargs = true;
                return if p.at(b')') { Ok(()) } else { p.expected("`)`") };
            }
            let ty = p.value_type()?;
            types.push(ty);
            attributes.push(p.attributes(At::Parameter)?);
            let span = p.here();
            let key = if matches!(p.token.kind, Kind::Local | Kind::LocalNumber) {
                let token = p.bump();
                Some(p.key(token)?)
            } else {
                None
            };
            p.define_value(key, ty, Definition::Parameter(types.len() as u32 - 1), span)?;
            Ok(())
        })?;
        self.body.function.parameter_attributes = attributes.into();
        self.type_id(Type::Function(Signature { result, parameters: types.into(), varargs }))
    }

    fn function_properties(&mut self, token: Token, global: &mut Global) -> Parsed<()> {
        loop {
            match self.word() {
                "section" | "partition" | "comdat" | "align" => self.placement(token, global)?,
                "gc" => {
                    self.bump();
                    self.body.function.gc = Some(self.quoted()?);
                }
                "prefix" => {
                    self.bump();
                    self.body.function.prefix = Some(self.typed_constant()?);
                }
                "prologue" => {
                    self.bump();
                    self.body.function.prologue = Some(self.typed_constant()?);
                }
                "personality" => {
                    self.bump();
                    self.body.function.personality = Some(self.typed_constant()?);
                }
                _ => return Ok(()),
            }
        }
    }

    // Local names.

    fn start_body(&mut self) {
        let body = &mut self.body;
        body.function = Function::default();
        body.stamp += 1;
        body.numbers.clear();
        body.forward_numbers.clear();
        body.value_order.clear();
        body.block_order.clear();
        body.undefined.clear();
    }

    fn slot(&mut self, name: Name) -> &mut Option<Local> {
        let body = &mut self.body;
        if body.scope.len() <= name.index() {
            body.scope.resize(self.module.names.len(), (0, None));
        }
        let slot = &mut body.scope[name.index()];
        if slot.0 != body.stamp {
            *slot = (body.stamp, None);
        }
        &mut slot.1
    }

    fn find_local(&mut self, key: Key) -> Option<Local> {
        match key {
            Key::Name(name) => *self.slot(name),
            Key::Number(number) => {
                let known = self.body.numbers.get(number as usize).copied();
                known.or_else(|| self.body.forward_numbers.get(&number).copied())
            }
        }
    }

    fn enter_forward(&mut self, key: Key, local: Local, span: Span) {
        match key {
            Key::Name(name) => *self.slot(name) = Some(local),
            Key::Number(number) => drop(self.body.forward_numbers.insert(number, local)),
        }
        self.body.undefined.insert(local_key(local), (key, span));
    }

    /// The key of a definition, and what was said about it before; an absent name is the next number.
    fn definition_key(&mut self, key: Option<Key>, span: Span) -> Parsed<(Key, Option<Local>)> {
        let next = self.body.numbers.len() as u32;
        let key = key.unwrap_or(Key::Number(next));
        if let Key::Number(number) = key
            && number != next
        {
            let message = format!("this should be %{next}: unnamed values and blocks are numbered in order");
            return self.error("number", span, message);
        }
        let known = self.find_local(key);
        match known {
            Some(local) if self.body.undefined.remove(&local_key(local)).is_none() => {
                let message = format!("{} is defined twice", self.local_text(key));
                self.error("duplicate", span, message)
            }
            _ => Ok((key, known)),
        }
    }

    fn enter_definition(&mut self, key: Key, local: Local) {
        match key {
            Key::Name(name) => *self.slot(name) = Some(local),
            Key::Number(number) => {
                self.body.forward_numbers.remove(&number);
                self.body.numbers.push(local);
            }
        }
    }

    fn local_text(&self, key: Key) -> String {
        match key {
            Key::Name(name) => quoted_name('%', self.module.text(name)),
            Key::Number(number) => format!("%{number}"),
        }
    }

    /// The local of a token as a value of this type.
    pub(super) fn local_value(&mut self, token: Token, ty: TypeId) -> Parsed<ValueId> {
        let key = self.key(token)?;
        self.use_value(key, ty, self.span(token))
    }

    pub(super) fn use_value(&mut self, key: Key, ty: TypeId, span: Span) -> Parsed<ValueId> {
        match self.find_local(key) {
            Some(Local::Value(value)) => {
                let known = self.body.function.values[value].ty;
                self.ensure(known == ty, span, |p| {
                    format!("{} has type {}, but {} is expected", p.local_text(key), p.show(known), p.show(ty))
                })?;
                Ok(value)
            }
            Some(Local::Block(_)) => self.error("type", span, format!("{} is a block", self.local_text(key))),
            None => {
                self.ensure(self.module.types.is_first_class(ty), span, |p| {
                    format!("there are no values of type {}", p.show(ty))
                })?;
                let name = if let Key::Name(name) = key { Some(name) } else { None };
                let value = Value { ty, name, definition: Definition::Instruction(NOWHERE) };
                let id = self.body.function.values.push(value);
                self.enter_forward(key, Local::Value(id), span);
                Ok(id)
            }
        }
    }

    fn define_value(&mut self, key: Option<Key>, ty: TypeId, definition: Definition, span: Span) -> Parsed<ValueId> {
        let (key, known) = self.definition_key(key, span)?;
        let id = match known {
            Some(Local::Value(id)) => {
                let expected = self.body.function.values[id].ty;
                self.ensure(expected == ty, span, |p| {
                    format!("{} has type {}, but was used as {}", p.local_text(key), p.show(ty), p.show(expected))
                })?;
                self.body.function.values[id].definition = definition;
                id
            }
            Some(Local::Block(_)) => {
                return self.error("type", span, format!("{} was used as a block", self.local_text(key)));
            }
            None => {
                let name = if let Key::Name(name) = key { Some(name) } else { None };
                self.body.function.values.push(Value { ty, name, definition })
            }
        };
        self.enter_definition(key, Local::Value(id));
        self.body.value_order.push(id);
        Ok(id)
    }

    /// `label %x`
    pub(super) fn target_block(&mut self) -> Parsed<BlockId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%x`, a block.
    pub(super) fn block_name(&mut self) -> Parsed<BlockId> {
        if !matches!(self.token.kind, Kind::Local | Kind::LocalNumber) {
            return self.expected("a block");
        }
        let token = self.bump();
        let (key, span) = (self.key(token)?, self.span(token));
        match self.find_local(key) {
            Some(Local::Block(id)) => Ok(id),
            Some(Local::Value(_)) => self.error("type", span, format!("{} is no block", self.local_text(key))),
            None => {
                let id = self.new_block(key, span);
                self.enter_forward(key, Local::Block(id), span);
                Ok(id)
            }
        }
    }

    fn new_block(&mut self, key: Key, span: Span) -> BlockId {
        let name = if let Key::Name(name) = key { Some(name) } else { None };
        self.body.function.blocks.push(Block { name, first: NOWHERE, last: NOWHERE, place: Place(span) })
    }

    fn define_block(&mut self, key: Option<Key>, span: Span) -> Parsed<BlockId> {
        let (key, known) = self.definition_key(key, span)?;
        let id = match known {
            Some(Local::Block(id)) => id,
            Some(Local::Value(_)) => {
                return self.error("type", span, format!("{} was used as a value", self.local_text(key)));
            }
            None => self.new_block(key, span),
        };
        self.enter_definition(key, Local::Block(id));
        self.body.block_order.push(id);
        Ok(id)
    }

    // Blocks.

    fn block(&mut self) -> Parsed<()> {
        let span = self.here();
        let key = if self.token.kind == Kind::Label {
            let token = self.bump();
            let text = self.text_of(token);
            match text[..text.len() - 1].parse::<u32>() {
                Ok(number) if text.as_bytes()[0].is_ascii_digit() => Some(Key::Number(number)),
                _ => Some(Key::Name(self.name_of(token))),
            }
        } else {
            None
        };
        let id = self.define_block(key, span)?;
        let first = InstructionId::new(self.body.function.instructions.len());
        loop {
            checkpoint();
            if self.token.kind == Kind::Record {
                self.debug_record()?;
                continue;
            }
            if self.instruction()? {
                break;
            }
        }
        let last = InstructionId::new(self.body.function.instructions.len() - 1);
        let block = &mut self.body.function.blocks[id];
        (block.first, block.last, block.place) = (first, last, Place(span));
        Ok(())
    }

    /// One instruction; whether it ends the block.
    fn instruction(&mut self) -> Parsed<bool> {
        let start = self.here();
        let key = if matches!(self.token.kind, Kind::Local | Kind::LocalNumber) {
            let token = self.bump();
            self.expect(b'=')?;
            Some(self.key(token)?)
        } else {
            None
        };
        let Some((op, ty)) = self.operation()? else { return Ok(false) };
        let span = self.since(start);
        let mut location = None;
        let mut metadata = self.attachments(true)?;
        metadata.retain(|&(name, node)| {
            let is_location = self.module.text(name) == "dbg";
            if is_location {
                location = Some(node);
            }
            !is_location
        });
        let id = InstructionId::new(self.body.function.instructions.len());
        let result = if ty == self.common.void {
            if key.is_some() {
                return self.error("type", start, "this instruction has no result");
            }
            None
        } else {
            Some(self.define_value(key, ty, Definition::Instruction(id), start)?)
        };
        let ends = op.is_terminator();
        let place = Place(span);
        let instruction = Instruction { op, ty, result, location, metadata: metadata.into(), place };
        self.body.function.instructions.push(instruction);
        Ok(ends)
    }

    // The end of a body.

    fn finish_body(&mut self, span: Span) -> Parsed<()> {
        if self.body.function.blocks.is_empty() {
            return self.error("syntax", span, "this function has no blocks");
        }
        let mut missing: Vec<_> =
            self.body.undefined.drain().map(|(local, (key, span))| (span, key, local.0)).collect();
        missing.sort_by_key(|(span, ..)| span.start);
        for &(span, key, is_block) in &missing {
            let what = if is_block { "block" } else { "value" };
            let message = format!("the {what} {} is not defined", self.local_text(key));
            self.diags.push(Diagnostic::error("unknown-name", span, message));
        }
        if !missing.is_empty() {
            return Err(Failed);
        }
        self.order_body();
        self.check_edges()?;
        self.check_dominance()
    }

    /// Puts blocks and values into the order of the text.
    fn order_body(&mut self) {
        let body = &mut self.body;
        let function = &mut body.function;
        if !body.block_order.is_sorted() {
            let new = inverse(&body.block_order);
            function.blocks.reorder(&body.block_order);
            for instruction in function.instructions.values_mut() {
                instruction.op.for_each_block_mut(&mut |block| *block = new[block.index()]);
            }
        }
        if !body.value_order.is_sorted() {
            let new = inverse(&body.value_order);
            function.values.reorder(&body.value_order);
            let mut rename = |operand: &mut Operand| match operand {
                Operand::Value(value) | Operand::MetadataValue(value) => *value = new[value.index()],
                _ => {}
            };
            for instruction in function.instructions.values_mut() {
                instruction.op.for_each_operand_mut(&mut rename);
                instruction.result = instruction.result.map(|value| new[value.index()]);
            }
            for record in &mut function.records {
                record.kind.for_each_operand_mut(&mut rename);
            }
        }
    }

    /// A phi has one value for each edge to its block, and stands at its start; the entry has no edges to it.
    fn check_edges(&mut self) -> Parsed<()> {
        let function = &self.body.function;
        let mut predecessors = function.predecessors();
        predecessors.iter_mut().for_each(|list| list.sort());
        let mut wrong: Option<(Span, &str)> = None;
        if !predecessors[0].is_empty() {
            wrong = Some((function.blocks[BlockId(0)].place.0, "the first block of a function cannot be a target"));
        }
        for block in function.blocks.ids() {
            let mut at_start = true;
            for (_, instruction) in function.body(block) {
                let Op::Phi { incoming, .. } = &instruction.op else {
                    at_start = false;
                    continue;
                };
                let mut from: Vec<BlockId> = incoming.iter().map(|(_, block)| *block).collect();
                from.sort();
                let place = instruction.place.0;
                if !at_start {
                    wrong = wrong.or(Some((place, "a phi stands at the start of its block")));
                } else if from != predecessors[block.index()] {
                    wrong = wrong.or(Some((place, "this phi does not list the predecessors of its block")));
                } else if ambiguous(incoming) {
                    wrong = wrong.or(Some((place, "this phi has two values for one predecessor")));
                }
            }
        }
        match wrong {
            Some((span, message)) => self.error("control-flow", span, message),
            None => Ok(()),
        }
    }
}

/// Whether a block is there twice with different values.
fn ambiguous(incoming: &[(Operand, BlockId)]) -> bool {
    let mut values: FxHashMap<BlockId, Operand> = FxHashMap::default();
    incoming.len() > 1 && incoming.iter().any(|&(value, block)| *values.entry(block).or_insert(value) != value)
}
