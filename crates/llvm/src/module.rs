//! A module: everything in one text.

use crate::constant::{Constant, ConstantKind};
use crate::function::Function;
use crate::id::{Arena, AttributesId, ConstantId, GlobalId, MetadataId, Name, Names, Place, TypeId};
use crate::instruction::Operand;
use crate::layout::DataLayout;
use crate::metadata::{MetadataValue, Node};
use crate::types::{Type, Types};
use crate::words::{ComdatKind, DllStorage, Linkage, Preemption, ThreadLocal, UnnamedAddr, Visibility};

/// Everything in one text.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// `source_filename`
    pub source_filename: Option<Name>,
    /// `target triple`
    pub triple: Option<Name>,
    /// `target datalayout` as it is written.
    pub layout_text: Option<Name>,
    /// What that means.
    pub layout: DataLayout,
    /// `module asm`, line by line.
    pub asm: Vec<Name>,
    /// Interned texts.
    pub names: Names,
    /// The types.
    pub types: Types,
    /// The constants.
    pub constants: Arena<ConstantId, Constant>,
    /// Functions, variables, aliases and ifuncs.
    pub globals: Arena<GlobalId, Global>,
    /// The comdats.
    pub comdats: Vec<(Name, ComdatKind)>,
    /// Sets of attributes.
    pub attributes: Arena<AttributesId, Box<[Attribute]>>,
    /// The groups `#0` and others, by number.
    pub attribute_groups: Vec<(u32, AttributesId)>,
    /// Metadata nodes.
    pub metadata: Arena<MetadataId, Node>,
    /// Those with a number, in the order of their definitions.
    pub metadata_definitions: Vec<MetadataId>,
    /// `!llvm.module.flags` and others.
    pub named_metadata: Vec<(Name, Box<[MetadataId]>)>,
}

/// A function, variable, alias or ifunc.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name; none for `@0`.
    pub name: Option<Name>,
    /// The type of the variable or function; its address is a pointer to that.
    pub value_type: TypeId,
    /// The address space it lives in.
    pub space: u32,
    /// What it is.
    pub kind: GlobalKind,
    /// Who else sees it.
    pub linkage: Linkage,
    /// `dso_local`
    pub preemption: Option<Preemption>,
    /// Whether other shared objects see it.
    pub visibility: Visibility,
    /// How it goes through a Windows library.
    pub dll: Option<DllStorage>,
    /// Present if every thread has its own.
    pub thread_local: Option<ThreadLocal>,
    /// Whether its address matters.
    pub unnamed_addr: Option<UnnamedAddr>,
    /// `section "..."`
    pub section: Option<Name>,
    /// `partition "..."`
    pub partition: Option<Name>,
    /// The name of its comdat.
    pub comdat: Option<Name>,
    /// The alignment in bytes.
    pub align: Option<u64>,
    /// Metadata such as `!dbg`.
    pub metadata: Box<[(Name, MetadataId)]>,
    /// Where its name stands.
    pub place: Place,
}

/// What a global is.
#[derive(Clone, PartialEq, Debug)]
pub enum GlobalKind {
    /// A function.
    Function(Box<Function>),
    /// A variable.
    Variable(Variable),
    /// Another name for an address.
    Alias(ConstantId),
    /// An address that a function computes when the program is loaded.
    Ifunc(ConstantId),
}

/// What only variables have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Whether it is never written.
    pub constant: bool,
    /// `externally_initialized`
    pub externally_initialized: bool,
    /// Its first value; none if it is defined elsewhere.
    pub initializer: Option<ConstantId>,
    /// Its attributes.
    pub attributes: AttributesId,
    /// `no_sanitize_address` and others.
    pub sanitizer: Box<[Name]>,
    /// `code_model "..."`
    pub code_model: Option<Name>,
}

/// One attribute. Its first part is the keyword.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// `noreturn`
    Flag(Name),
    /// `align 8`, `dereferenceable(8)`
    Number(Name, u64),
    /// `byval(i32)`
    Type(Name, TypeId),
    /// `memory(none)` and others whose arguments are kept as text.
    Words(Name, Name),
    /// `"key"="value"`
    Text(Name, Option<Name>),
    /// `#0`
    Group(u32),
}

impl Module {
    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// The global of this name.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        let name = self.names.find(name)?;
        self.globals.iter().find(|(_, global)| global.name == Some(name)).map(|(id, _)| id)
    }

    /// The name of a global, or an empty text.
    pub fn global_name(&self, id: GlobalId) -> &str {
        self.globals[id].name.map_or("", |name| self.text(name))
    }

    /// What only functions have, if the global is one.
    pub fn function(&self, id: GlobalId) -> Option<&Function> {
        if let GlobalKind::Function(function) = &self.globals[id].kind { Some(function) } else { None }
    }

    /// What only variables have, if the global is one.
    pub fn variable(&self, id: GlobalId) -> Option<&Variable> {
        if let GlobalKind::Variable(variable) = &self.globals[id].kind { Some(variable) } else { None }
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = (GlobalId, &Function)> {
        self.globals.ids().filter_map(|id| Some((id, self.function(id)?)))
    }

    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = (GlobalId, &Variable)> {
        self.globals.ids().filter_map(|id| Some((id, self.variable(id)?)))
    }

    /// The type of an operand in a function; none for metadata.
    pub fn type_of(&self, function: &Function, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Value(value) => Some(function.values[value].ty),
            Operand::Constant(constant) => Some(self.constants[constant].ty),
            Operand::Metadata(_) | Operand::MetadataValue(_) => None,
        }
    }

    /// The global that an operand is the address of, behind casts that change only the pointer's type.
    pub fn global_behind(&self, operand: Operand) -> Option<GlobalId> {
        use crate::constant::ConstantExpression::Cast;
        use crate::words::CastOp;
        let Operand::Constant(mut id) = operand else { return None };
        loop {
            match &self.constants[id].kind {
                ConstantKind::Global(global) => return Some(*global),
                ConstantKind::Expression(expression) => match **expression {
                    Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } => id = value,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// The value of an integer constant of at most 128 bits, without sign.
    pub fn integer(&self, constant: ConstantId) -> Option<u128> {
        let Constant { ty, kind } = &self.constants[constant];
        match (kind, &self.types[*ty]) {
            (ConstantKind::Integer(value), _) => Some(*value),
            (ConstantKind::Zero, Type::Integer(_)) => Some(0),
            _ => None,
        }
    }

    /// The value of an integer constant of at most 128 bits, with sign.
    pub fn signed_integer(&self, constant: ConstantId) -> Option<i128> {
        let bits = self.types.integer_bits(self.constants[constant].ty)?;
        let value = self.integer(constant)?;
        let unused = 128u32.checked_sub(bits)?;
        Some(if unused == 128 { 0 } else { (value << unused) as i128 >> unused })
    }

    /// The attributes of a set, with those of its groups.
    pub fn attributes(&self, set: AttributesId) -> impl Iterator<Item = &Attribute> {
        self.attributes[set].iter().flat_map(move |attribute| {
            let group = if let Attribute::Group(number) = attribute { self.group(*number) } else { None };
            let own = std::slice::from_ref(attribute);
            group.map_or(own, |set| &self.attributes[set]).iter()
        })
    }

    fn group(&self, number: u32) -> Option<AttributesId> {
        self.attribute_groups.iter().find(|(n, _)| *n == number).map(|(_, set)| *set)
    }

    /// Whether a set has this attribute, itself or by a group.
    pub fn has_attribute(&self, set: AttributesId, word: &str) -> bool {
        let Some(word) = self.names.find(word) else { return false };
        self.attributes(set).any(|attribute| match attribute {
            Attribute::Flag(name) | Attribute::Number(name, _) | Attribute::Type(name, _) => *name == word,
            Attribute::Words(name, _) | Attribute::Text(name, _) => *name == word,
            Attribute::Group(_) => false,
        })
    }

    /// Whether a set says that a function writes nothing: `readnone`, `readonly`, `memory(read)` and others.
    pub fn writes_nothing(&self, set: AttributesId) -> bool {
        let says = |attribute: &Attribute| match attribute {
            Attribute::Flag(name) => matches!(self.text(*name), "readnone" | "readonly"),
            Attribute::Words(name, effects) => self.text(*name) == "memory" && !self.text(*effects).contains("write"),
            _ => false,
        };
        self.attributes(set).any(says)
    }

    /// The node that a metadata value refers to.
    pub fn node(&self, value: MetadataValue) -> Option<&Node> {
        if let MetadataValue::Node(id) = value { self.metadata.get(id) } else { None }
    }
}
