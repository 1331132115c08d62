//! The top level.

use std::fmt::Write;

use super::{Printer, push_name, push_quoted};
use crate::constant::ConstantKind;
use crate::function::Function;
use crate::id::{AttributesId, GlobalId, Name};
use crate::instruction::Convention;
use crate::module::{Attribute, Global, GlobalKind, Variable};
use crate::words::{Linkage, ThreadLocal, Visibility};

impl Printer<'_> {
    pub(super) fn module(&mut self) {
        self.header("source_filename = ", self.module.source_filename);
        self.header("target datalayout = ", self.module.layout_text);
        self.header("target triple = ", self.module.triple);
        for &line in &self.module.asm {
            self.header("module asm ", Some(line));
        }
        for &id in &self.module.types.definitions {
            let named = &self.module.types.structs[id];
            self.struct_name(named.name);
            self.put(" = type ");
            match &named.fields {
                Some(fields) => self.fields(fields),
                None => self.put("opaque"),
            }
            self.put("\n");
        }
        for (name, kind) in &self.module.comdats {
            self.comdat_name(*name);
            self.put(" = comdat ");
            self.put(kind.word());
            self.put("\n");
        }
        for id in self.module.globals.ids() {
            self.definition(id);
        }
        for &(number, set) in &self.module.attribute_groups {
            let _ = write!(self.out, "attributes #{number} = {{ ");
            for attribute in &self.module.attributes[set] {
                self.attribute(attribute, "=");
                self.put(" ");
            }
            self.put("}\n");
        }
        self.named_metadata();
        self.numbered_metadata();
    }

    fn header(&mut self, start: &str, text: Option<Name>) {
        if let Some(text) = text {
            self.put(start);
            self.quoted(text);
            self.put("\n");
        }
    }

    fn comdat_name(&mut self, name: Name) {
        self.put("$");
        push_name(&mut self.out, self.module.text(name));
    }

    fn definition(&mut self, id: GlobalId) {
        let global = &self.module.globals[id];
        match &global.kind {
            GlobalKind::Function(function) => self.function(id, global, function),
            GlobalKind::Variable(variable) => {
                self.start(id, global);
                self.variable(global, variable);
            }
            GlobalKind::Alias(target) | GlobalKind::Ifunc(target) => {
                self.start(id, global);
                self.word(if matches!(global.kind, GlobalKind::Alias(_)) { "alias" } else { "ifunc" });
                self.ty(global.value_type);
                self.put(", ");
                match &self.module.constants[*target].kind {
                    ConstantKind::Expression(_) => self.constant(*target),
                    _ => self.typed_constant(*target),
                }
                if let Some(partition) = global.partition {
                    self.put(", partition ");
                    self.quoted(partition);
                }
                self.attachments(", ", &global.metadata);
            }
        }
        self.put("\n");
    }

    /// `@x =` and the words behind it.
    fn start(&mut self, id: GlobalId, global: &Global) {
        self.global(id);
        self.put(" = ");
        let is_declared = matches!(&global.kind, GlobalKind::Variable(v) if v.initializer.is_none());
        self.linkage(global, is_declared);
        match global.thread_local {
            Some(ThreadLocal::GeneralDynamic) => self.put("thread_local "),
            Some(model) => {
                let _ = write!(self.out, "thread_local({}) ", model.word());
            }
            None => {}
        }
        if let Some(unnamed) = global.unnamed_addr {
            self.word(unnamed.word());
        }
    }

    fn linkage(&mut self, global: &Global, is_declared: bool) {
        if global.linkage != Linkage::External || is_declared {
            self.word(global.linkage.word());
        }
        if let Some(preemption) = global.preemption {
            self.word(preemption.word());
        }
        if global.visibility != Visibility::Default {
            self.word(global.visibility.word());
        }
        if let Some(dll) = global.dll {
            self.word(dll.word());
        }
    }

    fn variable(&mut self, global: &Global, variable: &Variable) {
        if global.space != 0 {
            self.address_space("", global.space);
            self.put(" ");
        }
        if variable.externally_initialized {
            self.word("externally_initialized");
        }
        self.word(if variable.constant { "constant" } else { "global" });
        self.ty(global.value_type);
        if let Some(initializer) = variable.initializer {
            self.put(" ");
            self.constant(initializer);
        }
        let texts = [("section", global.section), ("partition", global.partition), ("code_model", variable.code_model)];
        for (word, text) in texts {
            if let Some(text) = text {
                let _ = write!(self.out, ", {word} ");
                self.quoted(text);
            }
        }
        for &word in &variable.sanitizer {
            self.put(", ");
            self.put(self.text(word));
        }
        if let Some(comdat) = global.comdat {
            self.put(", ");
            self.comdat(comdat);
        }
        if let Some(align) = global.align {
            let _ = write!(self.out, ", align {align}");
        }
        self.attachments(", ", &global.metadata);
        self.attributes_behind(variable.attributes);
    }

    fn comdat(&mut self, name: Name) {
        self.put("comdat(");
        self.comdat_name(name);
        self.put(")");
    }

    fn function(&mut self, id: GlobalId, global: &Global, function: &Function) {
        self.put(if function.is_declaration() { "declare" } else { "define" });
        if function.is_declaration() {
            self.attachments(" ", &global.metadata);
        }
        self.put(" ");
        self.linkage(global, false);
        self.convention(function.convention);
        self.attributes_before(function.return_attributes);
        if let Some(signature) = self.module.types.signature(global.value_type) {
            self.ty(signature.result);
        }
        self.put(" ");
        self.global(id);
        self.parameters(global, function);
        if let Some(unnamed) = global.unnamed_addr {
            self.put(" ");
            self.put(unnamed.word());
        }
        if global.space != self.module.layout.program_space {
            let _ = write!(self.out, " addrspace({})", global.space);
        }
        self.attributes_behind(function.attributes);
        for (word, text) in [("section", global.section), ("partition", global.partition)] {
            if let Some(text) = text {
                let _ = write!(self.out, " {word} ");
                self.quoted(text);
            }
        }
        if let Some(comdat) = global.comdat {
            self.put(" ");
            self.comdat(comdat);
        }
        if let Some(align) = global.align {
            let _ = write!(self.out, " align {align}");
        }
        if let Some(gc) = function.gc {
            self.put(" gc ");
            self.quoted(gc);
        }
        let constants =
            [("prefix", function.prefix), ("prologue", function.prologue), ("personality", function.personality)];
        for (word, constant) in constants {
            if let Some(constant) = constant {
                let _ = write!(self.out, " {word} ");
                self.typed_constant(constant);
            }
        }
        if !function.is_declaration() {
            self.attachments(" ", &global.metadata);
            self.body(id);
        }
    }

    fn parameters(&mut self, global: &Global, function: &Function) {
        self.put("(");
        let attributes = function.parameter_attributes.iter();
        self.list(function.parameters().zip(attributes), |p, ((_, value), &set)| {
            p.ty(value.ty);
            p.attributes_behind(set);
            if let Some(name) = value.name {
                p.put(" %");
                push_name(&mut p.out, p.module.text(name));
            }
        });
        if self.module.types.signature(global.value_type).is_some_and(|s| s.varargs) {
            self.put(if function.values.is_empty() || function.parameters().next().is_none() {
                "..."
            } else {
                ", ..."
            });
        }
        self.put(")");
    }

    pub(super) fn convention(&mut self, convention: Convention) {
        match convention {
            Convention::C => {}
            Convention::Named(name) => self.word(self.text(name)),
            Convention::Number(number) => {
                let _ = write!(self.out, "cc {number} ");
            }
        }
    }

    /// Each attribute with a blank behind it.
    pub(super) fn attributes_before(&mut self, set: AttributesId) {
        for attribute in &self.module.attributes[set] {
            self.attribute(attribute, " ");
            self.put(" ");
        }
    }

    /// Each attribute with a blank before it.
    pub(super) fn attributes_behind(&mut self, set: AttributesId) {
        for attribute in &self.module.attributes[set] {
            self.put(" ");
            self.attribute(attribute, " ");
        }
    }

    /// `align` has its number behind a blank, or behind `=` in a group.
    fn attribute(&mut self, attribute: &Attribute, before_align: &str) {
        match attribute {
            Attribute::Flag(name) => self.put(self.text(*name)),
            Attribute::Number(name, number) => {
                let word = self.text(*name);
                let _ = match (word, before_align) {
                    ("align", _) | ("alignstack", "=") => write!(self.out, "{word}{before_align}{number}"),
                    _ => write!(self.out, "{word}({number})"),
                };
            }
            Attribute::Type(name, ty) => {
                self.put(self.text(*name));
                self.put("(");
                self.ty(*ty);
                self.put(")");
            }
            Attribute::Words(name, words) => {
                let _ = write!(self.out, "{}({})", self.module.text(*name), self.module.text(*words));
            }
            Attribute::Text(key, value) => {
                push_quoted(&mut self.out, self.module.text(*key));
                if let Some(value) = value {
                    self.put("=");
                    push_quoted(&mut self.out, self.module.text(*value));
                }
            }
            Attribute::Group(number) => {
                let _ = write!(self.out, "#{number}");
            }
        }
    }
}
