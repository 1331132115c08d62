//! Functions: values, blocks, instructions, and what debuggers are told between them.

use crate::id::{
    Arena, AttributesId, BlockId, ConstantId, Id, InstructionId, MetadataId, Name, Place, TypeId, ValueId,
};
use crate::instruction::{Convention, Instruction, Operand};

/// What only functions have; type, name and linkage are in [`crate::Global`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Function {
    /// The calling convention.
    pub convention: Convention,
    /// The attributes of the result.
    pub return_attributes: AttributesId,
    /// The attributes of each parameter.
    pub parameter_attributes: Box<[AttributesId]>,
    /// The attributes of the function.
    pub attributes: AttributesId,
    /// `gc "..."`
    pub gc: Option<Name>,
    /// `prefix`
    pub prefix: Option<ConstantId>,
    /// `prologue`
    pub prologue: Option<ConstantId>,
    /// `personality`
    pub personality: Option<ConstantId>,
    /// The parameters, then the results of instructions.
    pub values: Arena<ValueId, Value>,
    /// The blocks; none for a declaration.
    pub blocks: Arena<BlockId, Block>,
    /// The instructions of all blocks.
    pub instructions: Arena<InstructionId, Instruction>,
    /// What debuggers are told, in the order of the instructions.
    pub records: Vec<DebugRecord>,
}

/// A parameter or the result of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its type, never `void`.
    pub ty: TypeId,
    /// Its name; none for `%0`.
    pub name: Option<Name>,
    /// What it is.
    pub definition: Definition,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// A parameter, by index.
    Parameter(u32),
    /// The result of this instruction.
    Instruction(InstructionId),
}

/// A basic block: instructions in a row, of which only the last is a terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name; none for `%0`.
    pub name: Option<Name>,
    /// Its first instruction.
    pub first: InstructionId,
    /// Its last one, a terminator.
    pub last: InstructionId,
    /// Where its label stands.
    pub place: Place,
}

/// What a debugger is told: `#dbg_declare` and others, or calls of `llvm.dbg.declare` and others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// It stands just before this instruction.
    pub before: InstructionId,
    /// What is told.
    pub kind: RecordKind,
    /// A DILocation.
    pub location: Option<MetadataId>,
    /// Where it stands.
    pub place: Place,
}

/// What a debugger is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// A variable lives at an address, from here to the end of its scope.
    Declare(Binding),
    /// A variable has a value from here on.
    Value(Binding),
    /// A variable has a value, and an address where a store put it.
    Assign {
        /// The value.
        binding: Binding,
        /// The DIAssignID of the store.
        id: MetadataId,
        /// The address.
        address: DebugValue,
        /// A DIExpression about the address.
        address_expression: MetadataId,
    },
    /// A label of the source; a DILabel.
    Label(MetadataId),
}

/// What a variable is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The value or the address.
    pub value: DebugValue,
    /// A DILocalVariable.
    pub variable: MetadataId,
    /// A DIExpression.
    pub expression: MetadataId,
}

/// Values as a debugger sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugValue {
    /// One value.
    Operand(Operand),
    /// `!DIArgList(...)`: several, for an expression to combine.
    List(Box<[Operand]>),
    /// A node; `!{}` stands for nothing.
    Node(MetadataId),
}

impl Function {
    /// Whether it has no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The instructions of a block.
    pub fn body(&self, block: BlockId) -> impl DoubleEndedIterator<Item = (InstructionId, &Instruction)> {
        let block = &self.blocks[block];
        (block.first.index()..=block.last.index()).map(InstructionId::new).map(|id| (id, &self.instructions[id]))
    }

    /// The instruction that ends a block.
    pub fn terminator(&self, block: BlockId) -> &Instruction {
        &self.instructions[self.blocks[block].last]
    }

    /// The block of an instruction.
    pub fn block_of(&self, instruction: InstructionId) -> BlockId {
        let blocks = self.blocks.values().as_slice();
        BlockId::new(blocks.partition_point(|block| block.first <= instruction).saturating_sub(1))
    }

    /// The parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (ValueId, &Value)> {
        self.values.iter().take_while(|(_, value)| matches!(value.definition, Definition::Parameter(_)))
    }

    /// What debuggers are told just before an instruction.
    pub fn records_before(&self, instruction: InstructionId) -> &[DebugRecord] {
        let start = self.records.partition_point(|record| record.before < instruction);
        let end = self.records.partition_point(|record| record.before <= instruction);
        &self.records[start..end]
    }

    /// For each block, the blocks with an edge to it; one for each edge.
    pub fn predecessors(&self) -> Vec<Vec<BlockId>> {
        let mut list = vec![Vec::new(); self.blocks.len()];
        for block in self.blocks.ids() {
            for next in self.terminator(block).op.successors() {
                list[next.index()].push(block);
            }
        }
        list
    }
}

impl RecordKind {
    /// The binding in it, if any.
    pub fn binding(&self) -> Option<&Binding> {
        match self {
            RecordKind::Declare(binding) | RecordKind::Value(binding) | RecordKind::Assign { binding, .. } => {
                Some(binding)
            }
            RecordKind::Label(_) => None,
        }
    }

    pub(crate) fn for_each_operand_mut(&mut self, visit: &mut impl FnMut(&mut Operand)) {
        let mut value = |value: &mut DebugValue| match value {
            DebugValue::Operand(operand) => visit(operand),
            DebugValue::List(list) => list.iter_mut().for_each(&mut *visit),
            DebugValue::Node(_) => {}
        };
        match self {
            RecordKind::Declare(binding) | RecordKind::Value(binding) => value(&mut binding.value),
            RecordKind::Assign { binding, address, .. } => {
                value(&mut binding.value);
                value(address);
            }
            RecordKind::Label(_) => {}
        }
    }
}
