//! Views of the nodes that debuggers know.

use crate::id::MetadataId;
use crate::metadata::{Field, MetadataValue, NodeKind};
use crate::module::Module;

/// A node with its meaning. Fields that are not here can be looked up in the node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugNode<'a> {
    /// DIFile
    File(File<'a>),
    /// DISubprogram
    Subprogram(Subprogram<'a>),
    /// DILexicalBlock or DILexicalBlockFile
    LexicalBlock(LexicalBlock),
    /// DILocalVariable
    LocalVariable(LocalVariable<'a>),
    /// DIGlobalVariable
    GlobalVariable(GlobalVariable<'a>),
    /// DIGlobalVariableExpression
    GlobalVariableExpression {
        /// A DIGlobalVariable.
        variable: Option<MetadataId>,
    },
    /// DIBasicType
    BasicType(BasicType<'a>),
    /// DIDerivedType
    DerivedType(DerivedType<'a>),
    /// DICompositeType
    CompositeType(CompositeType<'a>),
    /// DISubroutineType
    SubroutineType(SubroutineType),
    /// DISubrange
    Subrange(Subrange),
    /// DIEnumerator
    Enumerator(Enumerator<'a>),
    /// DILabel
    Label {
        /// Its name.
        name: Option<&'a str>,
    },
}

/// A file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File<'a> {
    /// Its name, as it was given to the compiler.
    pub filename: &'a str,
    /// The folder that a relative name is relative to.
    pub directory: &'a str,
}

/// A function of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subprogram<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its name for the linker, where that differs.
    pub linkage_name: Option<&'a str>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Its line.
    pub line: u32,
    /// The line of its body.
    pub scope_line: u32,
    /// A DISubroutineType.
    pub ty: Option<MetadataId>,
    /// What it belongs to.
    pub scope: Option<MetadataId>,
}

/// A block of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LexicalBlock {
    /// What it is in.
    pub scope: Option<MetadataId>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

/// A local variable of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalVariable<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// The number of the parameter, from 1; 0 for other variables.
    pub parameter: u32,
    /// The block it is in.
    pub scope: Option<MetadataId>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Its line.
    pub line: u32,
    /// Its type.
    pub ty: Option<MetadataId>,
}

/// A global variable of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlobalVariable<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its name for the linker, where that differs.
    pub linkage_name: Option<&'a str>,
    /// What it belongs to: a function, for a static variable in it.
    pub scope: Option<MetadataId>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Its line.
    pub line: u32,
    /// Its type.
    pub ty: Option<MetadataId>,
}

/// A type such as `int`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BasicType<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its size in bits.
    pub size: u64,
    /// `DW_ATE_signed` and others.
    pub encoding: &'a str,
}

/// A type or member made of another type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DerivedType<'a> {
    /// `DW_TAG_pointer_type` and others.
    pub tag: &'a str,
    /// Its name.
    pub name: Option<&'a str>,
    /// The other type; none for `void`.
    pub base: Option<MetadataId>,
    /// Its size in bits.
    pub size: u64,
    /// Where a member is, in bits.
    pub offset: u64,
}

/// A struct, union, enumeration or array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompositeType<'a> {
    /// `DW_TAG_structure_type` and others.
    pub tag: &'a str,
    /// Its name.
    pub name: Option<&'a str>,
    /// The type of the elements of an array.
    pub base: Option<MetadataId>,
    /// A tuple of members, enumerators or subranges.
    pub elements: Option<MetadataId>,
    /// Its size in bits.
    pub size: u64,
}

/// The type of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubroutineType {
    /// A tuple: the result, then the parameters.
    pub types: Option<MetadataId>,
}

/// The length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subrange {
    /// How many elements; none if that is not constant, and -1 for `[]`.
    pub count: Option<i128>,
}

/// A value of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enumerator<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Its value.
    pub value: i128,
}

impl DerivedType<'_> {
    /// Whether values of the type are values of the other one: `typedef`, `const` and the like.
    pub fn is_transparent(&self) -> bool {
        matches!(
            self.tag,
            "DW_TAG_typedef"
                | "DW_TAG_const_type"
                | "DW_TAG_volatile_type"
                | "DW_TAG_restrict_type"
                | "DW_TAG_atomic_type"
        )
    }
}

/// The fields of a node, looked up by name.
struct Fields<'a> {
    module: &'a Module,
    fields: &'a [(crate::id::Name, Field)],
}

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Option<&'a Field> {
        let found = self.fields.iter().find(|(n, _)| self.module.text(*n) == name);
        found.map(|(_, field)| field)
    }

    fn node(&self, name: &str) -> Option<MetadataId> {
        if let Some(Field::Value(MetadataValue::Node(id))) = self.get(name) { Some(*id) } else { None }
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        if let Some(Field::Text(text)) = self.get(name) { self.module.some_text(*text) } else { None }
    }

    fn number<T: TryFrom<i128> + Default>(&self, name: &str) -> T {
        let number = if let Some(Field::Number(number)) = self.get(name) { *number } else { 0 };
        T::try_from(number).unwrap_or_default()
    }

    fn word(&self, name: &str) -> &'a str {
        match self.get(name) {
            Some(Field::Words(words)) => words.first().map_or("", |word| self.module.text(*word)),
            _ => "",
        }
    }

    /// A number, written as such or as a constant behind `!`.
    fn constant(&self, name: &str) -> Option<i128> {
        match self.get(name)? {
            Field::Number(number) => Some(*number),
            Field::Value(MetadataValue::Constant(constant)) => self.module.signed_integer(*constant),
            _ => None,
        }
    }
}

impl Module {
    /// The node with its meaning; none for nodes that have no view here.
    pub fn debug(&self, id: MetadataId) -> Option<DebugNode<'_>> {
        let NodeKind::Specialized { name, fields } = &self.metadata.get(id)?.kind else { return None };
        let f = Fields { module: self, fields };
        Some(match self.text(*name) {
            "DIFile" => DebugNode::File(File {
                filename: f.text("filename").unwrap_or(""),
                directory: f.text("directory").unwrap_or(""),
            }),
            "DISubprogram" => DebugNode::Subprogram(Subprogram {
                name: f.text("name"),
                linkage_name: f.text("linkageName"),
                file: f.node("file"),
                line: f.number("line"),
                scope_line: f.number("scopeLine"),
                ty: f.node("type"),
                scope: f.node("scope"),
            }),
            "DILexicalBlock" | "DILexicalBlockFile" => DebugNode::LexicalBlock(LexicalBlock {
                scope: f.node("scope"),
                file: f.node("file"),
                line: f.number("line"),
                column: f.number("column"),
            }),
            "DILocalVariable" => DebugNode::LocalVariable(LocalVariable {
                name: f.text("name"),
                parameter: f.number("arg"),
                scope: f.node("scope"),
                file: f.node("file"),
                line: f.number("line"),
                ty: f.node("type"),
            }),
            "DIGlobalVariable" => DebugNode::GlobalVariable(GlobalVariable {
                name: f.text("name"),
                linkage_name: f.text("linkageName"),
                scope: f.node("scope"),
                file: f.node("file"),
                line: f.number("line"),
                ty: f.node("type"),
            }),
            "DIGlobalVariableExpression" => DebugNode::GlobalVariableExpression { variable: f.node("var") },
            "DIBasicType" => DebugNode::BasicType(BasicType {
                name: f.text("name"),
                size: f.number("size"),
                encoding: f.word("encoding"),
            }),
            "DIDerivedType" => DebugNode::DerivedType(DerivedType {
                tag: f.word("tag"),
                name: f.text("name"),
                base: f.node("baseType"),
                size: f.number("size"),
                offset: f.number("offset"),
            }),
            "DICompositeType" => DebugNode::CompositeType(CompositeType {
                tag: f.word("tag"),
                name: f.text("name"),
                base: f.node("baseType"),
                elements: f.node("elements"),
                size: f.number("size"),
            }),
            "DISubroutineType" => DebugNode::SubroutineType(SubroutineType { types: f.node("types") }),
            "DISubrange" => DebugNode::Subrange(Subrange { count: f.constant("count") }),
            "DILabel" => DebugNode::Label { name: f.text("name") },
            "DIEnumerator" => DebugNode::Enumerator(Enumerator { name: f.text("name"), value: f.number("value") }),
            _ => return None,
        })
    }
}
