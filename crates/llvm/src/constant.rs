//! Constants, interned: each has its type.

use crate::id::{BlockId, ConstantId, GlobalId, Name, TypeId};
use crate::instruction::Flags;
use crate::words::{BinaryOp, CastOp, FloatPredicate, IntPredicate};

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: ConstantKind,
}

/// What a constant is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantKind {
    /// An integer of at most 128 bits; bits beyond the width are zero.
    Integer(u128),
    /// A wider integer, the lowest word first; the highest bit of the last word goes on up to the width.
    WideInteger(Box<[u64]>),
    /// A floating-point number: the bits of its own format.
    Float(u128),
    /// `null`
    Null,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// `zeroinitializer`
    Zero,
    /// `none`, of type `token`
    None,
    /// The elements of an array, struct or vector.
    Aggregate(Box<[ConstantId]>),
    /// `c"..."`: the bytes of an array of `i8`.
    Bytes(Box<[u8]>),
    /// `splat (i32 1)`
    Splat(ConstantId),
    /// The address of a global.
    Global(GlobalId),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(GlobalId),
    /// `no_cfi @f`
    NoCfi(GlobalId),
    /// `blockaddress(@f, %block)`
    BlockAddress {
        /// The function.
        function: GlobalId,
        /// A block of it.
        block: BlockId,
    },
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstantId]>),
    /// `asm "...", "..."`, as a callee
    Asm(Box<InlineAsm>),
    /// A constant expression.
    Expression(Box<ConstantExpression>),
}

/// An operation on constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantExpression {
    /// A conversion to the type of the constant.
    Cast {
        /// Which.
        op: CastOp,
        /// What is converted.
        value: ConstantId,
    },
    /// An operation on two constants.
    Binary {
        /// Which.
        op: BinaryOp,
        /// `nuw` and others.
        flags: Flags,
        /// The operands.
        operands: [ConstantId; 2],
    },
    /// `fneg`
    Negate(ConstantId),
    /// An address within an object.
    GetElementPtr {
        /// The type of what the base points to.
        source: TypeId,
        /// `inbounds` and others.
        flags: Flags,
        /// Which part of the object may be reached.
        range: Option<InRange>,
        /// The base.
        base: ConstantId,
        /// The indices.
        indices: Box<[ConstantId]>,
    },
    /// `icmp`
    IntCompare(IntPredicate, [ConstantId; 2]),
    /// `fcmp`
    FloatCompare(FloatPredicate, [ConstantId; 2]),
    /// `select`
    Select([ConstantId; 3]),
    /// `extractelement`
    ExtractElement([ConstantId; 2]),
    /// `insertelement`
    InsertElement([ConstantId; 3]),
    /// `shufflevector`
    ShuffleVector([ConstantId; 3]),
    /// `extractvalue`
    ExtractValue(ConstantId, Box<[u32]>),
    /// `insertvalue`
    InsertValue([ConstantId; 2], Box<[u32]>),
}

/// The part of an object that an address may reach.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum InRange {
    /// `inrange` before this index (LLVM up to 18).
    Index(u32),
    /// `inrange(-16, 8)`: offsets in bytes (LLVM 19).
    Bytes(i64, i64),
}

/// Assembly code.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InlineAsm {
    /// The code.
    pub code: Name,
    /// Its operands.
    pub constraints: Name,
    /// `sideeffect`
    pub side_effect: bool,
    /// `alignstack`
    pub align_stack: bool,
    /// `inteldialect`
    pub intel: bool,
    /// `unwind`
    pub unwind: bool,
}
