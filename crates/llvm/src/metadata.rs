//! Metadata nodes as they are written. [`crate::debug_info`] gives the meaning of those that debuggers use.

use crate::id::{ConstantId, MetadataId, Name, Place};

/// A metadata node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The number it is defined by; none if it is written where it is used.
    pub number: Option<u32>,
    /// `distinct`
    pub distinct: bool,
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub place: Place,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// `!{...}`
    Tuple(Box<[MetadataValue]>),
    /// `!DILocation(...)`
    Location(Location),
    /// `!DIExpression(...)`
    Expression(Box<[ExpressionItem]>),
    /// A constant or a text as an argument of an intrinsic.
    Value(MetadataValue),
    /// Any other specialized node, such as `!DISubprogram(...)`.
    Specialized {
        /// Its name.
        name: Name,
        /// Its fields, in the order of the text.
        fields: Box<[(Name, Field)]>,
    },
}

/// What a node refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MetadataValue {
    /// `null`
    Null,
    /// Another node.
    Node(MetadataId),
    /// `!"..."`
    Text(Name),
    /// `i32 7`
    Constant(ConstantId),
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// `null`, a node, a text with `!`, or a constant.
    Value(MetadataValue),
    /// A list of such, in braces.
    List(Box<[MetadataValue]>),
    /// `"..."`
    Text(Name),
    /// A number.
    Number(i128),
    /// `DW_TAG_member`, `true` and others; several are joined by `|`.
    Words(Box<[Name]>),
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The line, from 1; 0 for code that belongs to no line.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// A DISubprogram or a DILexicalBlock.
    pub scope: MetadataId,
    /// The DILocation of the call, for inlined code.
    pub inlined_at: Option<MetadataId>,
    /// `isImplicitCode: true`
    pub implicit: bool,
    /// `atomGroup:` and `atomRank:` of LLVM 20 and later; 0 if absent.
    pub atom: (u64, u64),
}

/// A part of a DIExpression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionItem {
    /// `DW_OP_plus_uconst` and others.
    Word(Name),
    /// A number.
    Number(u64),
}
