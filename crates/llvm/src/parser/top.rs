//! The top level: what stands at the start of a line, and what is checked at the end.

use kulan_control::checkpoint;
use kulan_diagnostics::{Diagnostic, Span};
use kulan_syntax::{Failed, Parsed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Key, Parser};
use crate::constant::ConstantKind;
use crate::id::{BlockId, GlobalId, Id, Name, StructId, inverse};
use crate::layout::DataLayout;
use crate::lexer::Kind;
use crate::module::GlobalKind;
use crate::print::{Numbering, quoted_name};
use crate::types::{StructName, Type};
use crate::words::ComdatKind;

/// Structs with all types within are not nested deeper, so that recursive functions over their fields are safe.
const MAX_NESTING: u32 = 400;

impl Parser<'_> {
    /// The whole text.
    pub(super) fn module(&mut self) -> Parsed<()> {
        while self.token.kind != Kind::End {
            checkpoint();
            self.top_level()?;
        }
        self.finish()
    }

    fn top_level(&mut self) -> Parsed<()> {
        match self.token.kind {
            Kind::Local | Kind::LocalNumber => self.type_definition(),
            Kind::Global | Kind::GlobalNumber => self.global_definition(),
            Kind::Comdat => self.comdat_definition(),
            Kind::MetadataName | Kind::MetadataNumber => self.metadata_definition(),
            Kind::Summary => self.summary(),
            Kind::Word => match self.word() {
                "source_filename" => {
                    self.bump();
                    self.expect(b'=')?;
                    self.module.source_filename = Some(self.quoted()?);
                    Ok(())
                }
                "target" => self.target(),
                "module" => {
                    self.bump();
                    self.expect_word("asm")?;
                    let line = self.quoted()?;
                    self.module.asm.push(line);
                    Ok(())
                }
                "declare" => self.declaration(),
                "define" => self.definition(),
                "attributes" => self.attribute_group(),
                "uselistorder" | "uselistorder_bb" => self.skip_use_list(),
                _ => self.expected("`define`, `declare`, or another start of a definition"),
            },
            _ => self.expected("`define`, `declare`, or another start of a definition"),
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.bump();
        match self.word() {
            "triple" => {
                self.bump();
                self.expect(b'=')?;
                self.module.triple = Some(self.quoted()?);
                Ok(())
            }
            "datalayout" => {
                self.bump();
                self.expect(b'=')?;
                let text = self.quoted()?;
                self.module.layout_text = Some(text);
                match DataLayout::parse(self.module.text(text)) {
                    Ok(layout) => {
                        self.module.layout = layout;
                        Ok(())
                    }
                    Err(message) => self.error("data-layout", self.span(self.previous), message),
                }
            }
            _ => self.expected("`triple` or `datalayout`"),
        }
    }

    fn comdat_definition(&mut self) -> Parsed<()> {
        let token = self.bump();
        let name = self.name_of(token);
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        let Some(kind) = self.eat_one(ComdatKind::from_word) else { return self.expected("a kind of comdat") };
        self.module.comdats.push((name, kind));
        Ok(())
    }

    /// `^0 = module: (...)` is for link-time optimization.
    fn summary(&mut self) -> Parsed<()> {
        self.bump();
        self.expect(b'=')?;
        if self.token.kind != Kind::Label {
            return self.expected("an entry of a summary");
        }
        self.bump();
        let mut depth = 0usize;
        loop {
            match self.token.kind {
                Kind::Sign(b'(') => depth += 1,
                Kind::Sign(b')') => depth = depth.saturating_sub(1),
                Kind::End => return self.expected("`)`"),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// The order of uses means nothing to us.
    pub(super) fn skip_use_list(&mut self) -> Parsed<()> {
        // The value before the indices may have braces too.
        let mut in_indices = false;
        loop {
            let token = self.bump();
            match token.kind {
                Kind::Sign(b'{') => in_indices = self.token.kind == Kind::Integer,
                Kind::Sign(b'}') if in_indices => return Ok(()),
                Kind::End => return self.expected("`}`"),
                _ => {}
            }
        }
    }

    fn finish(&mut self) -> Parsed<()> {
        self.report_undefined();
        for (id, ty, span) in std::mem::take(&mut self.globals.uses) {
            if self.is_defined_global(id) {
                let _ = self.check_global_type(id, ty, span);
            }
        }
        if self.diags.error_count() > self.errors_before {
            return Err(Failed);
        }
        self.resolve_block_addresses()?;
        self.order_globals();
        self.check_struct_nesting()?;
        self.check_sizes()?;
        self.module.layout.measure_all(&self.module.types);
        Ok(())
    }

    fn report_undefined(&mut self) {
        let mut missing: Vec<(Span, String)> = Vec::new();
        for (&id, &span) in &self.undefined_structs {
            let name = match self.module.types.structs[id].name {
                StructName::Named(name) => quoted_name('%', self.module.text(name)),
                StructName::Number(number) => format!("%{number}"),
            };
            missing.push((span, format!("the type {name} is not defined")));
        }
        for id in self.nodes.undefined() {
            let node = &self.module.metadata[id];
            missing.push((node.place.0, format!("the metadata !{} is not defined", node.number.unwrap_or(0))));
        }
        for (index, &(key, span)) in self.globals.first.iter().enumerate() {
            if !self.globals.defined[index] {
                missing.push((span, format!("{} is neither defined nor declared", self.global_key_text(key))));
            }
        }
        let groups: FxHashSet<u32> = self.module.attribute_groups.iter().map(|(n, _)| *n).collect();
        for (&number, &span) in &self.used_groups {
            if !groups.contains(&number) {
                missing.push((span, format!("the group #{number} is not defined")));
            }
        }
        let comdats: FxHashSet<Name> = self.module.comdats.iter().map(|(n, _)| *n).collect();
        for &(name, span) in &self.used_comdats {
            if !comdats.contains(&name) {
                missing.push((span, format!("the comdat {} is not defined", quoted_name('$', self.module.text(name)))));
            }
        }
        missing.sort_by_key(|(span, _)| span.start);
        for (span, message) in missing {
            if !self.diags.is_full() {
                self.diags.push(Diagnostic::error("unknown-name", span, message));
            }
        }
    }

    fn resolve_block_addresses(&mut self) -> Parsed<()> {
        let list = std::mem::take(&mut self.globals.block_addresses);
        let mut blocks: FxHashMap<GlobalId, FxHashMap<Key, BlockId>> = FxHashMap::default();
        for (constant, function, key, span) in list {
            let names = blocks.entry(function).or_insert_with(|| match &self.module.globals[function].kind {
                GlobalKind::Function(f) => {
                    let numbering = Numbering::new(f);
                    let key =
                        |id| numbering.block(id).map_or(f.blocks[id].name.map(Key::Name), |n| Some(Key::Number(n)));
                    f.blocks.ids().filter_map(|id| Some((key(id)?, id))).collect()
                }
                _ => FxHashMap::default(),
            });
            let Some(&block) = names.get(&key) else {
                return self.error("unknown-name", span, "this function has no such block");
            };
            self.module.constants[constant].kind = ConstantKind::BlockAddress { function, block };
        }
        Ok(())
    }

    /// Puts globals into the order of the text.
    fn order_globals(&mut self) {
        let order = std::mem::take(&mut self.globals.order);
        if order.is_sorted() {
            return;
        }
        let new = inverse(&order);
        self.module.globals.reorder(&order);
        for constant in self.module.constants.values_mut() {
            match &mut constant.kind {
                ConstantKind::Global(id)
                | ConstantKind::DsoLocalEquivalent(id)
                | ConstantKind::NoCfi(id)
                | ConstantKind::BlockAddress { function: id, .. } => *id = new[id.index()],
                _ => {}
            }
        }
    }

    /// No struct contains itself, and none is nested too deep.
    fn check_struct_nesting(&mut self) -> Parsed<()> {
        let types = &self.module.types;
        let inner: Vec<Vec<(StructId, u32)>> = types.structs.ids().map(|id| self.structs_within(id)).collect();
        // By struct: 0 unknown, 1 in progress, else its depth and 2.
        let mut depths = vec![0u32; inner.len()];
        let mut wrong = None;
        for root in types.structs.ids() {
            let mut stack = vec![(root, 0usize)];
            while let Some((id, next)) = stack.pop() {
                if next == 0 && depths[id.index()] > 1 {
                    continue;
                }
                depths[id.index()] = depths[id.index()].max(1);
                if let Some(&(child, _)) = inner[id.index()].get(next) {
                    stack.push((id, next + 1));
                    match depths[child.index()] {
                        0 => stack.push((child, 0)),
                        1 => wrong = wrong.or(Some((child, "this struct contains itself"))),
                        _ => {}
                    }
                } else {
                    let below = inner[id.index()].iter().map(|(c, levels)| depths[c.index()] + levels).max();
                    let depth = below.map_or(2, |d| d + 1);
                    depths[id.index()] = depth;
                    if depth > MAX_NESTING {
                        wrong = wrong.or(Some((id, "this struct is nested too deep")));
                    }
                }
            }
        }
        match wrong {
            Some((id, message)) => self.error("type", types.structs[id].place.0, message),
            None => Ok(()),
        }
    }

    /// The named structs that are part of this one, not by pointers, and how many other types are around them.
    fn structs_within(&self, id: StructId) -> Vec<(StructId, u32)> {
        let types = &self.module.types;
        let fields = types.structs[id].fields.iter().flat_map(|f| f.types.iter());
        let mut todo: Vec<_> = fields.map(|&ty| (ty, 0)).collect();
        let mut found = Vec::new();
        while let Some((ty, levels)) = todo.pop() {
            match &types[ty] {
                Type::Named(inner) => found.push((*inner, levels)),
                Type::Pointer { .. } | Type::Function(_) | Type::Target { .. } => {}
                other => todo.extend(types.parts(other).map(|part| (part, levels + 1))),
            }
        }
        found
    }
}
