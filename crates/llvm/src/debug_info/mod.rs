//! What metadata says about the source: places, names, and types of C.

mod c_type;
mod nodes;

use crate::function::{DebugValue, Function, RecordKind};
use crate::id::{GlobalId, MetadataId, Name, StructId, ValueId};
use crate::instruction::{Instruction, Operand};
use crate::metadata::{Location, NodeKind};
use crate::module::Module;
use crate::types::StructName;

pub use nodes::{
    BasicType, CompositeType, DebugNode, DerivedType, Enumerator, File, GlobalVariable, LexicalBlock, LocalVariable,
    Subprogram, Subrange, SubroutineType,
};

/// How many scopes or locations are followed; texts in which they go in circles are still answered.
const MAX_STEPS: usize = 1000;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace<'a> {
    /// The file, as it was named to the compiler.
    pub file: &'a str,
    /// The folder that a relative name is relative to.
    pub directory: &'a str,
    /// The line, from 1; 0 for code that belongs to no line.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The function of the source.
    pub function: Option<&'a str>,
    /// The location of the call, for inlined code.
    pub inlined_at: Option<MetadataId>,
}

/// A variable of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceVariable<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type, for [`Module::c_type`].
    pub ty: Option<MetadataId>,
    /// Its line.
    pub line: u32,
    /// The number of the parameter, from 1; 0 for other variables.
    pub parameter: u32,
    /// The function, block or file it belongs to.
    pub scope: Option<MetadataId>,
}

/// A field of a struct of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceField<'a> {
    /// Its name; none for an unnamed struct or union within.
    pub name: Option<&'a str>,
    /// Where it is, in bits.
    pub offset: u64,
    /// Its size in bits.
    pub size: u64,
    /// Its type, for [`Module::c_type`].
    pub ty: Option<MetadataId>,
}

impl Module {
    /// The source place of an instruction.
    pub fn source_place(&self, instruction: &Instruction) -> Option<SourcePlace<'_>> {
        self.place_of(instruction.location?)
    }

    /// The source place of a location.
    pub fn place_of(&self, location: MetadataId) -> Option<SourcePlace<'_>> {
        let location = self.location(location)?;
        let file = self.file_of(location.scope);
        Some(SourcePlace {
            file: file.map_or("", |f| f.filename),
            directory: file.map_or("", |f| f.directory),
            line: location.line,
            column: location.column,
            function: self.subprogram_of(location.scope).and_then(|s| s.name),
            inlined_at: location.inlined_at,
        })
    }

    /// The node as a location.
    pub fn location(&self, id: MetadataId) -> Option<&Location> {
        if let NodeKind::Location(location) = &self.metadata.get(id)?.kind { Some(location) } else { None }
    }

    /// The scopes around a scope, itself first.
    fn scopes(&self, scope: MetadataId) -> impl Iterator<Item = DebugNode<'_>> {
        let mut next = Some(scope);
        let steps = std::iter::from_fn(move || {
            let node = self.debug(next?)?;
            next = match &node {
                DebugNode::LexicalBlock(block) => block.scope,
                _ => None,
            };
            Some(node)
        });
        steps.take(MAX_STEPS)
    }

    /// The file of a scope.
    pub fn file_of(&self, scope: MetadataId) -> Option<File<'_>> {
        let file = self.scopes(scope).find_map(|node| match node {
            DebugNode::LexicalBlock(block) => block.file,
            DebugNode::Subprogram(subprogram) => subprogram.file,
            DebugNode::File(_) => Some(scope),
            _ => None,
        })?;
        if let DebugNode::File(file) = self.debug(file)? { Some(file) } else { None }
    }

    /// The function of a scope.
    pub fn subprogram_of(&self, scope: MetadataId) -> Option<Subprogram<'_>> {
        self.scopes(scope).find_map(|node| if let DebugNode::Subprogram(s) = node { Some(s) } else { None })
    }

    /// What the source says of a function.
    pub fn subprogram(&self, function: GlobalId) -> Option<Subprogram<'_>> {
        match self.debug(self.debug_attachment(function)?)? {
            DebugNode::Subprogram(subprogram) => Some(subprogram),
            _ => None,
        }
    }

    fn debug_attachment(&self, global: GlobalId) -> Option<MetadataId> {
        let dbg = self.names.find("dbg")?;
        self.globals[global].metadata.iter().find(|(name, _)| *name == dbg).map(|(_, node)| *node)
    }

    /// What the source says of a global variable.
    pub fn source_global(&self, global: GlobalId) -> Option<SourceVariable<'_>> {
        let mut node = self.debug(self.debug_attachment(global)?)?;
        if let DebugNode::GlobalVariableExpression { variable } = node {
            node = self.debug(variable?)?;
        }
        let DebugNode::GlobalVariable(variable) = node else { return None };
        Some(SourceVariable {
            name: variable.name?,
            ty: variable.ty,
            line: variable.line,
            parameter: 0,
            scope: variable.scope,
        })
    }

    /// A DILocalVariable.
    pub fn source_local(&self, variable: MetadataId) -> Option<SourceVariable<'_>> {
        let DebugNode::LocalVariable(variable) = self.debug(variable)? else { return None };
        Some(SourceVariable {
            name: variable.name?,
            ty: variable.ty,
            line: variable.line,
            parameter: variable.parameter,
            scope: variable.scope,
        })
    }

    /// The variables of a function that live in memory, with the addresses where they do: results of `alloca`, mostly.
    pub fn declared_variables(&self, function: &Function) -> Vec<(ValueId, SourceVariable<'_>)> {
        let declared = function.records.iter().filter_map(|record| match &record.kind {
            RecordKind::Declare(binding) => match binding.value {
                DebugValue::Operand(Operand::Value(value)) => Some((value, self.source_local(binding.variable)?)),
                _ => None,
            },
            _ => None,
        });
        declared.collect()
    }

    /// The variable that lives at an address.
    pub fn declared_variable(&self, function: &Function, address: ValueId) -> Option<SourceVariable<'_>> {
        self.declared_variables(function).into_iter().find(|(value, _)| *value == address).map(|(_, v)| v)
    }

    /// The type without names given by `typedef`, `const` and the like.
    pub fn plain_type(&self, mut ty: MetadataId) -> Option<MetadataId> {
        for _ in 0..MAX_STEPS {
            match self.debug(ty)? {
                DebugNode::DerivedType(derived) if derived.is_transparent() => ty = derived.base?,
                _ => return Some(ty),
            }
        }
        None
    }

    /// The fields of a struct or union of the source.
    pub fn source_fields(&self, ty: MetadataId) -> Option<Vec<SourceField<'_>>> {
        let DebugNode::CompositeType(composite) = self.debug(self.plain_type(ty)?)? else { return None };
        let members = self.elements(composite.elements?)?.filter_map(|member| match self.debug(member)? {
            DebugNode::DerivedType(member) if member.tag == "DW_TAG_member" => {
                Some(SourceField { name: member.name, offset: member.offset, size: member.size, ty: member.base })
            }
            _ => None,
        });
        Some(members.collect())
    }

    /// Of an array of the source: the type of its elements, their size in bits, and the lengths from the outside in. None
    /// if a length is not constant.
    pub fn source_array(&self, ty: MetadataId) -> Option<(MetadataId, u64, Vec<u64>)> {
        let DebugNode::CompositeType(composite) = self.debug(self.plain_type(ty)?)? else { return None };
        if composite.tag != "DW_TAG_array_type" {
            return None;
        }
        let lengths = self.elements(composite.elements?)?.map(|id| match self.debug(id)? {
            DebugNode::Subrange(range) => u64::try_from(range.count?).ok(),
            _ => None,
        });
        let lengths: Vec<u64> = lengths.collect::<Option<_>>()?;
        let all = lengths.iter().product::<u64>();
        Some((composite.base?, composite.size.checked_div(all)?, lengths))
    }

    /// The size in bits of a number (not a floating-point one), an enumeration or a pointer of the source.
    pub fn scalar_bits_of(&self, ty: MetadataId) -> Option<u64> {
        match self.debug(self.plain_type(ty)?)? {
            DebugNode::BasicType(basic) => (!basic.encoding.ends_with("float")).then_some(basic.size),
            DebugNode::DerivedType(derived) => (derived.tag == "DW_TAG_pointer_type").then_some(derived.size),
            DebugNode::CompositeType(c) => (c.tag == "DW_TAG_enumeration_type").then_some(c.size),
            _ => None,
        }
    }

    /// Whether values of a type of the source, or of the elements of an array, are signed; what is in a struct counts as
    /// such.
    pub fn is_signed(&self, mut ty: MetadataId) -> bool {
        for _ in 0..MAX_STEPS {
            match self.plain_type(ty).and_then(|plain| self.debug(plain)) {
                Some(DebugNode::BasicType(basic)) => return basic.encoding.starts_with("DW_ATE_signed"),
                Some(DebugNode::CompositeType(c)) if c.tag == "DW_TAG_structure_type" => return true,
                Some(DebugNode::CompositeType(CompositeType { base: Some(base), .. })) => ty = base,
                _ => return false,
            }
        }
        false
    }

    /// The name of a label of the source; a DILabel.
    pub fn source_label(&self, label: MetadataId) -> Option<&str> {
        if let DebugNode::Label { name } = self.debug(label)? { name } else { None }
    }

    /// The name that a typedef gives to a type.
    fn typedef_of(&self, ty: MetadataId) -> Option<&str> {
        self.metadata.ids().find_map(|id| match self.debug(id)? {
            DebugNode::DerivedType(t) if t.tag == "DW_TAG_typedef" && t.base == Some(ty) => t.name,
            _ => None,
        })
    }

    /// The struct or union of the source that a named type stands for: that of the same name and size.
    pub fn source_struct(&self, id: StructId) -> Option<MetadataId> {
        let StructName::Named(name) = self.types.structs[id].name else { return None };
        let (tag, name) = match self.text(name).split_once('.')? {
            ("struct", name) => ("DW_TAG_structure_type", name),
            ("union", name) => ("DW_TAG_union_type", name),
            _ => return None,
        };
        let ty = self.types.find(&crate::types::Type::Named(id))?;
        let size = self.layout.bits(&self.types, ty)?;
        let fits = |node: MetadataId, c: &CompositeType<'_>| {
            if c.tag != tag || c.size != size {
                return false;
            }
            // A second type of a name gets a number behind it.
            let own = c.name.or_else(|| self.typedef_of(node)).unwrap_or("anon");
            let number = name.strip_prefix(own).map(|rest| rest.strip_prefix('.').unwrap_or(rest));
            number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
        };
        let mut nodes = self.metadata.ids().filter(|&id| match self.debug(id) {
            Some(DebugNode::CompositeType(composite)) => fits(id, &composite),
            _ => false,
        });
        let first = nodes.next()?;
        // An unnamed struct can be told only by its size, so it must be the only one.
        let unnamed = name == "anon" || name.starts_with("anon.");
        (!unnamed || nodes.next().is_none()).then_some(first)
    }

    /// The names of the fields of a named type, in its own order; padding and unnamed fields have none.
    pub fn field_names(&self, id: StructId) -> Option<Vec<Option<&str>>> {
        let source = self.source_fields(self.source_struct(id)?)?;
        let ty = self.types.find(&crate::types::Type::Named(id))?;
        let layout = self.layout.struct_layout(&self.types, ty)?;
        let name = |&offset: &u64| source.iter().find(|f| f.offset == offset * 8).and_then(|f| f.name);
        Some(layout.offsets.iter().map(name).collect())
    }

    /// The nodes of a tuple; what is no node is left out.
    fn elements(&self, tuple: MetadataId) -> Option<impl Iterator<Item = MetadataId>> {
        let NodeKind::Tuple(values) = &self.metadata.get(tuple)?.kind else { return None };
        Some(values.iter().filter_map(|value| match value {
            crate::metadata::MetadataValue::Node(id) => Some(*id),
            _ => None,
        }))
    }

    /// The text of a name, unless that is empty.
    fn some_text(&self, name: Name) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }
}
