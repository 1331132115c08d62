//! The canonical text of a module, which is read as an equal module again.

mod constants;
mod function;
mod globals;
mod metadata;

use std::fmt::Write;

use crate::function::Function;
use crate::id::{BlockId, Id, InstructionId, Name, TypeId, ValueId};
use crate::lexer::{escape_name, is_plain};
use crate::module::Module;
use crate::types::{Fields, StructName, Type};

/// A name behind its sigil, in quotes where needed.
pub(crate) fn quoted_name(sigil: char, name: &str) -> String {
    let mut out = String::from(sigil);
    push_name(&mut out, name);
    out
}

fn push_name(out: &mut String, name: &str) {
    if is_plain(name) {
        out.push_str(name);
    } else {
        push_quoted(out, name);
    }
}

fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    escape_name(text, out);
    out.push('"');
}

/// The numbers of unnamed values and blocks.
#[derive(Debug)]
pub(crate) struct Numbering {
    values: Vec<u32>,
    blocks: Vec<u32>,
}

impl Numbering {
    /// Parameters, then blocks with their instructions, in the order of the text.
    pub(crate) fn new(function: &Function) -> Numbering {
        let none = u32::MAX;
        let mut numbering =
            Numbering { values: vec![none; function.values.len()], blocks: vec![none; function.blocks.len()] };
        let mut next = 0;
        let mut take = |slot: &mut u32, named: bool| {
            if !named {
                *slot = next;
                next += 1;
            }
        };
        for (id, value) in function.parameters() {
            take(&mut numbering.values[id.index()], value.name.is_some());
        }
        for (id, block) in function.blocks.iter() {
            take(&mut numbering.blocks[id.index()], block.name.is_some());
            for (_, instruction) in function.body(id) {
                if let Some(value) = instruction.result {
                    take(&mut numbering.values[value.index()], function.values[value].name.is_some());
                }
            }
        }
        numbering
    }

    /// The number of a block without a name.
    pub(crate) fn block(&self, id: BlockId) -> Option<u32> {
        Some(self.blocks[id.index()]).filter(|&n| n != u32::MAX)
    }

    fn value(&self, id: ValueId) -> Option<u32> {
        Some(self.values[id.index()]).filter(|&n| n != u32::MAX)
    }
}

/// A text in the making.
struct Printer<'a> {
    module: &'a Module,
    out: String,
    local: Option<(&'a Function, Numbering)>,
    /// Whether debuggers are told things by calls, as in LLVM up to 18.
    calls: bool,
}

impl Module {
    /// The text of the whole module.
    pub fn print(&self) -> String {
        let mut printer = Printer::new(self);
        printer.module();
        printer.out
    }

    /// The text of a type.
    pub fn print_type(&self, ty: TypeId) -> String {
        let mut printer = Printer::new(self);
        printer.ty(ty);
        printer.out
    }

    /// The text of a constant with its type.
    pub fn print_constant(&self, constant: crate::id::ConstantId) -> String {
        let mut printer = Printer::new(self);
        printer.typed_constant(constant);
        printer.out
    }

    /// The text of an instruction, without its metadata.
    pub fn print_instruction<'a>(&'a self, function: &'a Function, instruction: InstructionId) -> String {
        let mut printer = Printer::new(self);
        printer.local = Some((function, Numbering::new(function)));
        printer.instruction(&function.instructions[instruction]);
        printer.out
    }
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module) -> Self {
        let calls = module.functions().any(|(id, _)| module.global_name(id).starts_with("llvm.dbg."));
        Printer { module, out: String::new(), local: None, calls }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        let _ = write!(self.out, "{number}");
    }

    fn text(&self, name: Name) -> &'a str {
        self.module.text(name)
    }

    /// A text in quotes.
    fn quoted(&mut self, name: Name) {
        let text = self.text(name);
        push_quoted(&mut self.out, text);
    }

    /// A word, and a blank behind it.
    fn word(&mut self, word: &str) {
        self.put(word);
        self.put(" ");
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        for (index, one) in items.into_iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            item(self, one);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        match &self.module.types[ty] {
            Type::Void => self.put("void"),
            Type::Label => self.put("label"),
            Type::Metadata => self.put("metadata"),
            Type::Token => self.put("token"),
            Type::X86Mmx => self.put("x86_mmx"),
            Type::X86Amx => self.put("x86_amx"),
            Type::Integer(bits) => {
                self.put("i");
                self.number(bits);
            }
            Type::Float(kind) => self.put(kind.word()),
            Type::Pointer { pointee: None, space } => {
                self.put("ptr");
                self.address_space(" ", *space);
            }
            Type::Pointer { pointee: Some(pointee), space } => {
                self.ty(*pointee);
                self.address_space(" ", *space);
                self.put("*");
            }
            Type::Array { element, length } => {
                let _ = write!(self.out, "[{length} x ");
                self.ty(*element);
                self.put("]");
            }
            Type::Vector { element, length, scalable } => {
                self.put(if *scalable { "<vscale x " } else { "<" });
                let _ = write!(self.out, "{length} x ");
                self.ty(*element);
                self.put(">");
            }
            Type::Struct(fields) => self.fields(fields),
            Type::Named(id) => self.struct_name(self.module.types.structs[*id].name),
            Type::Function(signature) => {
                self.ty(signature.result);
                self.put(" (");
                self.list(signature.parameters.iter(), |p, &ty| p.ty(ty));
                if signature.varargs {
                    self.put(if signature.parameters.is_empty() { "..." } else { ", ..." });
                }
                self.put(")");
            }
            Type::Target { name, types, numbers } => {
                self.put("target(");
                self.quoted(*name);
                for &ty in types {
                    self.put(", ");
                    self.ty(ty);
                }
                for number in numbers {
                    self.put(", ");
                    self.number(number);
                }
                self.put(")");
            }
        }
    }

    /// `addrspace(1)`, unless it is 0.
    fn address_space(&mut self, before: &str, space: u32) {
        if space != 0 {
            let _ = write!(self.out, "{before}addrspace({space})");
        }
    }

    fn fields(&mut self, fields: &Fields) {
        self.put(if fields.packed { "<{" } else { "{" });
        if !fields.types.is_empty() {
            self.put(" ");
            self.list(fields.types.iter(), |p, &ty| p.ty(ty));
            self.put(" ");
        }
        self.put(if fields.packed { "}>" } else { "}" });
    }

    fn struct_name(&mut self, name: StructName) {
        self.put("%");
        match name {
            StructName::Named(name) => push_name(&mut self.out, self.module.text(name)),
            StructName::Number(number) => self.number(number),
        }
    }

    /// `%x`, a value of the function at hand.
    fn value(&mut self, id: ValueId) {
        self.put("%");
        let Some((function, numbering)) = &self.local else { return };
        match (function.values[id].name, numbering.value(id)) {
            (Some(name), _) => push_name(&mut self.out, self.module.text(name)),
            (None, number) => {
                let _ = write!(self.out, "{}", number.unwrap_or(0));
            }
        }
    }

    /// `%x`, a block of the function at hand.
    fn block(&mut self, id: BlockId) {
        let Some((function, numbering)) = &self.local else { return };
        let (name, number) = (function.blocks[id].name, numbering.block(id));
        self.block_name(name, number);
    }

    fn block_name(&mut self, name: Option<Name>, number: Option<u32>) {
        self.put("%");
        match name {
            Some(name) => push_name(&mut self.out, self.module.text(name)),
            None => self.number(number.unwrap_or(0)),
        }
    }
}
