//! Instructions.

use crate::id::{AttributesId, BlockId, ConstantId, MetadataId, Name, Place, TypeId, ValueId};
use crate::words::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Ordering, RmwOp, Tail};

/// One instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The type of its result, which may be `void`.
    pub ty: TypeId,
    /// Its result, unless that is `void`.
    pub result: Option<ValueId>,
    /// `!dbg`: where it comes from.
    pub location: Option<MetadataId>,
    /// Further metadata.
    pub metadata: Box<[(Name, MetadataId)]>,
    /// Where it stands.
    pub place: Place,
}

/// What an instruction works on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// An argument, or the result of an instruction.
    Value(ValueId),
    /// A constant.
    Constant(ConstantId),
    /// A metadata node as an argument of an intrinsic.
    Metadata(MetadataId),
    /// A value wrapped as metadata.
    MetadataValue(ValueId),
}

impl Operand {
    /// Just this operand, for code that works on `&` and `&mut` alike.
    fn iter(&self) -> std::iter::Once<&Operand> {
        std::iter::once(self)
    }

    fn iter_mut(&mut self) -> std::iter::Once<&mut Operand> {
        std::iter::once(self)
    }
}

/// What an instruction does. The types of operands are those of [`crate::Module::type_of`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// `ret`
    Return(Option<Operand>),
    /// `br label %x`
    Jump(BlockId),
    /// `br i1 %c, label %x, label %y`
    Branch {
        /// An `i1`.
        condition: Operand,
        /// The target for 1.
        then: BlockId,
        /// The target for 0.
        otherwise: BlockId,
    },
    /// `switch`
    Switch {
        /// An integer.
        value: Operand,
        /// The target for other values.
        default: BlockId,
        /// Values, all different, and targets.
        cases: Box<[(ConstantId, BlockId)]>,
    },
    /// `indirectbr`
    IndirectBranch {
        /// The address of one of the targets.
        address: Operand,
        /// The targets.
        targets: Box<[BlockId]>,
    },
    /// `invoke`
    Invoke {
        /// The call.
        call: Box<Call>,
        /// Where it returns to.
        normal: BlockId,
        /// Where exceptions go.
        unwind: BlockId,
    },
    /// `callbr`
    CallBranch {
        /// The call.
        call: Box<Call>,
        /// Where it returns to.
        fallthrough: BlockId,
        /// Where it may jump to.
        indirect: Box<[BlockId]>,
    },
    /// `resume`
    Resume(Operand),
    /// `unreachable`
    Unreachable,
    /// `cleanupret`
    CleanupReturn {
        /// The pad it leaves.
        pad: Operand,
        /// Where the exception goes; none for the caller.
        unwind: Option<BlockId>,
    },
    /// `catchret`
    CatchReturn {
        /// The pad it leaves.
        pad: Operand,
        /// Where it goes on.
        target: BlockId,
    },
    /// `catchswitch`
    CatchSwitch {
        /// The pad around it, or `none`.
        parent: Operand,
        /// The catchpads.
        handlers: Box<[BlockId]>,
        /// Where the exception goes otherwise; none for the caller.
        unwind: Option<BlockId>,
    },
    /// `fneg`
    Negate {
        /// Fast-math flags.
        flags: Flags,
        /// The operand.
        value: Operand,
    },
    /// `add` and others
    Binary {
        /// Which.
        op: BinaryOp,
        /// `nuw` and others.
        flags: Flags,
        /// Both have the type of the result.
        operands: [Operand; 2],
    },
    /// `icmp`
    IntCompare {
        /// Which.
        predicate: IntPredicate,
        /// `samesign`
        flags: Flags,
        /// Both have one type.
        operands: [Operand; 2],
    },
    /// `fcmp`
    FloatCompare {
        /// Which.
        predicate: FloatPredicate,
        /// Fast-math flags.
        flags: Flags,
        /// Both have one type.
        operands: [Operand; 2],
    },
    /// `zext` and others, to the type of the result
    Cast {
        /// Which.
        op: CastOp,
        /// `nneg` and others.
        flags: Flags,
        /// What is converted.
        value: Operand,
    },
    /// `alloca`
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// How many elements; none for one.
        count: Option<Operand>,
        /// The alignment in bytes.
        align: Option<u64>,
        /// `inalloca`
        inalloca: bool,
        /// `swifterror`
        swifterror: bool,
    },
    /// `load`, of the type of the result
    Load {
        /// A pointer.
        address: Operand,
        /// How it is done.
        access: Access,
    },
    /// `store`
    Store {
        /// What is stored.
        value: Operand,
        /// A pointer.
        address: Operand,
        /// How it is done.
        access: Access,
    },
    /// `fence`
    Fence(Atomic),
    /// `cmpxchg`: the result is the old value, and whether it was the expected one
    CompareExchange {
        /// A pointer.
        address: Operand,
        /// The value to be compared with.
        expected: Operand,
        /// The value to be stored.
        new: Operand,
        /// Whether it may fail for no reason.
        weak: bool,
        /// The order if it fails; that of success is in `access`.
        failure: Ordering,
        /// How it is done.
        access: Access,
    },
    /// `atomicrmw`: the result is the old value
    AtomicRmw {
        /// Which.
        op: RmwOp,
        /// A pointer.
        address: Operand,
        /// The operand.
        value: Operand,
        /// How it is done.
        access: Access,
    },
    /// `getelementptr`
    GetElementPtr {
        /// The type of what the base points to.
        source: TypeId,
        /// `inbounds` and others.
        flags: Flags,
        /// A pointer, or a vector of them.
        base: Operand,
        /// Integers; an index of a struct is a constant in range.
        indices: Box<[Operand]>,
    },
    /// `phi`: one value for each edge from a predecessor
    Phi {
        /// Fast-math flags.
        flags: Flags,
        /// Values of the type of the result.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// `select`
    Select {
        /// Fast-math flags.
        flags: Flags,
        /// An `i1`, or a vector of them.
        condition: Operand,
        /// Both have the type of the result.
        values: [Operand; 2],
    },
    /// `freeze`
    Freeze(Operand),
    /// `call`
    Call(Box<Call>),
    /// `va_arg`
    VaArg(Operand),
    /// `landingpad`
    LandingPad {
        /// `cleanup`
        cleanup: bool,
        /// The clauses.
        clauses: Box<[Clause]>,
    },
    /// `catchpad`
    CatchPad {
        /// The catchswitch.
        parent: Operand,
        /// Arguments.
        arguments: Box<[Operand]>,
    },
    /// `cleanuppad`
    CleanupPad {
        /// The pad around it, or `none`.
        parent: Operand,
        /// Arguments.
        arguments: Box<[Operand]>,
    },
    /// `extractelement`
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// The index, any integer.
        index: Operand,
    },
    /// `insertelement`
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        element: Operand,
        /// The index, any integer.
        index: Operand,
    },
    /// `shufflevector`
    ShuffleVector {
        /// Both have one type.
        vectors: [Operand; 2],
        /// A vector of `i32`.
        mask: ConstantId,
    },
    /// `extractvalue`
    ExtractValue {
        /// The struct or array.
        aggregate: Operand,
        /// The way to the part.
        indices: Box<[u32]>,
    },
    /// `insertvalue`
    InsertValue {
        /// The struct or array.
        aggregate: Operand,
        /// The new part.
        element: Operand,
        /// The way to the part.
        indices: Box<[u32]>,
    },
}

/// A clause of a `landingpad`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `filter`, or else `catch`.
    pub filter: bool,
    /// What is caught.
    pub value: Operand,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// `volatile`
    pub volatile: bool,
    /// The alignment in bytes, where it is written.
    pub align: Option<u64>,
    /// Present if the access is atomic.
    pub atomic: Option<Atomic>,
}

/// An atomic access, or a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atomic {
    /// The order.
    pub ordering: Ordering,
    /// `syncscope("...")`
    pub scope: Option<Name>,
}

/// A call, in whatever instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The type of the callee.
    pub signature: TypeId,
    /// A pointer to a function, or assembly code.
    pub callee: Operand,
    /// As many as the signature has parameters, or more if that is variadic.
    pub arguments: Box<[Operand]>,
    /// The attributes of each argument.
    pub argument_attributes: Box<[AttributesId]>,
    /// The attributes of the result.
    pub return_attributes: AttributesId,
    /// The attributes of the call.
    pub attributes: AttributesId,
    /// The calling convention.
    pub convention: Convention,
    /// `tail` and others.
    pub tail: Option<Tail>,
    /// Fast-math flags.
    pub flags: Flags,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
    /// The address space of the callee.
    pub space: u32,
}

/// Operands of a call that are not arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its tag.
    pub tag: Name,
    /// The operands.
    pub operands: Box<[Operand]>,
}

/// A calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// That of C.
    #[default]
    C,
    /// `fastcc` and others
    Named(Name),
    /// `cc 10`
    Number(u32),
}

/// Promises of an instruction; breaking one gives poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u16);

/// The words of all flags, bit by bit.
const FLAG_WORDS: [&str; 16] = [
    "nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw", "reassoc", "nnan", "ninf", "nsz",
    "arcp", "contract", "afn", "",
];

impl Flags {
    /// No unsigned wrap.
    pub const NUW: Flags = Flags(1);
    /// No signed wrap.
    pub const NSW: Flags = Flags(1 << 1);
    /// No remainder, or no lost bits.
    pub const EXACT: Flags = Flags(1 << 2);
    /// No common bits.
    pub const DISJOINT: Flags = Flags(1 << 3);
    /// The operand is not negative.
    pub const NNEG: Flags = Flags(1 << 4);
    /// Both operands have the same sign.
    pub const SAMESIGN: Flags = Flags(1 << 5);
    /// The address stays within its object.
    pub const INBOUNDS: Flags = Flags(1 << 6);
    /// No unsigned and signed wrap of an address.
    pub const NUSW: Flags = Flags(1 << 7);
    /// All fast-math flags together.
    pub const FAST: Flags = Flags(0x7f00);

    /// Whether all of these are set.
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Both sets together.
    pub const fn with(self, flags: Flags) -> Flags {
        Flags(self.0 | flags.0)
    }

    /// The flag of a word.
    pub fn from_word(word: &str) -> Option<Flags> {
        if word == "fast" {
            return Some(Flags::FAST);
        }
        let bit = FLAG_WORDS.iter().position(|&w| w == word && !w.is_empty())?;
        Some(Flags(1 << bit))
    }

    /// The words of the flags that are set, as they are printed.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let fast = self.has(Flags::FAST);
        let rest = if fast { self.0 & !Flags::FAST.0 } else { self.0 };
        let bits = (0..15).filter(move |bit| rest >> bit & 1 == 1).map(|bit| FLAG_WORDS[bit]);
        fast.then_some("fast").into_iter().chain(bits)
    }

    /// Whether all flags are among these.
    pub fn within(self, allowed: Flags) -> bool {
        self.0 & !allowed.0 == 0
    }
}

/// Visits the operands of an instruction; `iter` or `iter_mut` says how.
macro_rules! visit_operands {
    ($op:expr, $visit:expr, $iter:ident) => {{
        let visit = $visit;
        match $op {
            Op::Return(value) => value.$iter().for_each(visit),
            Op::Jump(_) | Op::Unreachable | Op::Fence(_) => {}
            Op::Branch { condition: one, .. }
            | Op::Switch { value: one, .. }
            | Op::IndirectBranch { address: one, .. }
            | Op::Resume(one)
            | Op::CleanupReturn { pad: one, .. }
            | Op::CatchReturn { pad: one, .. }
            | Op::CatchSwitch { parent: one, .. }
            | Op::Negate { value: one, .. }
            | Op::Cast { value: one, .. }
            | Op::Load { address: one, .. }
            | Op::Freeze(one)
            | Op::VaArg(one)
            | Op::ExtractValue { aggregate: one, .. } => visit(one),
            Op::Binary { operands: two, .. }
            | Op::IntCompare { operands: two, .. }
            | Op::FloatCompare { operands: two, .. }
            | Op::ShuffleVector { vectors: two, .. } => two.$iter().for_each(visit),
            Op::Alloca { count, .. } => count.$iter().for_each(visit),
            Op::Store { value: a, address: b, .. }
            | Op::AtomicRmw { address: a, value: b, .. }
            | Op::ExtractElement { vector: a, index: b }
            | Op::InsertValue { aggregate: a, element: b, .. } => [a, b].into_iter().for_each(visit),
            Op::CompareExchange { address: a, expected: b, new: c, .. }
            | Op::InsertElement { vector: a, element: b, index: c } => [a, b, c].into_iter().for_each(visit),
            Op::GetElementPtr { base: one, indices: many, .. }
            | Op::CatchPad { parent: one, arguments: many }
            | Op::CleanupPad { parent: one, arguments: many } => {
                visit(one);
                many.$iter().for_each(visit);
            }
            Op::Phi { incoming, .. } => incoming.$iter().for_each(|(value, _)| visit(value)),
            Op::Select { condition, values, .. } => {
                visit(condition);
                values.$iter().for_each(visit);
            }
            Op::LandingPad { clauses, .. } => clauses.$iter().for_each(|Clause { value, .. }| visit(value)),
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBranch { call, .. } => {
                call.arguments.$iter().for_each(&mut *visit);
                call.bundles.$iter().for_each(|Bundle { operands, .. }| operands.$iter().for_each(&mut *visit));
                call.callee.$iter().for_each(visit);
            }
        }
    }};
}

/// Visits the blocks that an instruction mentions; `iter` or `iter_mut` says how.
macro_rules! visit_blocks {
    ($op:expr, $visit:expr, $iter:ident) => {{
        let visit = $visit;
        match $op {
            Op::Jump(one) | Op::CatchReturn { target: one, .. } => visit(one),
            Op::Branch { then: a, otherwise: b, .. } | Op::Invoke { normal: a, unwind: b, .. } => {
                [a, b].into_iter().for_each(visit)
            }
            Op::Switch { default, cases, .. } => {
                visit(default);
                cases.$iter().for_each(|(_, block)| visit(block));
            }
            Op::IndirectBranch { targets, .. } => targets.$iter().for_each(visit),
            Op::CallBranch { fallthrough, indirect, .. } => {
                visit(fallthrough);
                indirect.$iter().for_each(visit);
            }
            Op::CleanupReturn { unwind, .. } => unwind.$iter().for_each(visit),
            Op::CatchSwitch { handlers, unwind, .. } => handlers.$iter().chain(unwind).for_each(visit),
            Op::Phi { incoming, .. } => incoming.$iter().for_each(|(_, block)| visit(block)),
            _ => {}
        }
    }};
}

impl Op {
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Return(_)
                | Op::Jump(_)
                | Op::Branch { .. }
                | Op::Switch { .. }
                | Op::IndirectBranch { .. }
                | Op::Invoke { .. }
                | Op::CallBranch { .. }
                | Op::Resume(_)
                | Op::Unreachable
                | Op::CleanupReturn { .. }
                | Op::CatchReturn { .. }
                | Op::CatchSwitch { .. }
        )
    }

    /// The call in it, if any.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBranch { call, .. } => Some(call),
            _ => None,
        }
    }

    /// The blocks that may come next, if it is a terminator; a block may be there more than once.
    pub fn successors(&self) -> Vec<BlockId> {
        let mut list = Vec::new();
        if !matches!(self, Op::Phi { .. }) {
            visit_blocks!(self, &mut |block: &BlockId| list.push(*block), iter);
        }
        list
    }

    /// The operands, in the order of the text, a callee last.
    pub fn operands(&self) -> Vec<Operand> {
        let mut list = Vec::new();
        self.for_each_operand(&mut |operand| list.push(*operand));
        list
    }

    /// Visits all operands.
    pub fn for_each_operand(&self, visit: &mut impl FnMut(&Operand)) {
        visit_operands!(self, visit, iter);
    }

    /// Visits all operands, to change them.
    pub fn for_each_operand_mut(&mut self, visit: &mut impl FnMut(&mut Operand)) {
        visit_operands!(self, visit, iter_mut);
    }

    /// Visits all blocks that are mentioned, to change them.
    pub fn for_each_block_mut(&mut self, visit: &mut impl FnMut(&mut BlockId)) {
        visit_blocks!(self, visit, iter_mut);
    }
}
