//! A reader of LLVM's text form, as clang 14 to 19 write it. Nothing of LLVM is linked.
//!
//! [`read`] gives a [`Module`]. Names are resolved and types are checked, so that whoever uses a module can trust it:
//! the operands of an instruction have the types the language demands, a phi lists the predecessors of its block, a
//! call has the arguments its signature wants, a value is computed before it is used, and what is in memory has a size.
//!
//! ```
//! use kulan_diagnostics::{Diagnostics, SourceMap};
//! use kulan_llvm::Op;
//!
//! let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
//! let file = sources.add("a.ll", "define i32 @f(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}");
//! let module = kulan_llvm::read(file, &sources, &mut diags).expect("no errors");
//! let (_, f) = module.functions().next().expect("a function");
//! for block in f.blocks.ids() {
//!     for (id, instruction) in f.body(block) {
//!         match &instruction.op {
//!             Op::Return(Some(value)) => assert_eq!(module.type_of(f, *value), Some(f.values.values().as_slice()[1].ty)),
//!             _ => assert_eq!(module.print_instruction(f, id), "%y = add nsw i32 %x, 1"),
//!         }
//!     }
//! }
//! ```
//!
//! [`Module::print`] gives a text that is read as an equal module again. [`debug_info`] finds places and names of the
//! source, [`layout`] sizes and offsets.

pub mod constant;
pub mod debug_info;
mod float;
pub mod function;
mod id;
pub mod instruction;
mod integer;
pub mod layout;
mod lexer;
pub mod link;
pub mod metadata;
pub mod module;
mod parser;
mod print;
pub mod types;
pub mod words;

use kulan_diagnostics::{Diagnostics, FileId, SourceMap};

pub use constant::{Constant, ConstantExpression, ConstantKind};
pub use float::to_f64;
pub use function::{Block, DebugRecord, Function, Value};
pub use id::{
    Arena, AttributesId, BlockId, ConstantId, GlobalId, Id, InstructionId, MetadataId, Name, Names, Place, StructId,
    TypeId, ValueId,
};
pub use instruction::{Access, Atomic, Call, Flags, Instruction, Op, Operand};
pub use layout::DataLayout;
pub use module::{Attribute, Global, GlobalKind, Module, Variable};
pub use types::{Type, Types};

/// Reads the module in a file. None if there was an error; the messages are in `diags`.
pub fn read(file: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Module> {
    parser::parse(file, sources, diags)
}
