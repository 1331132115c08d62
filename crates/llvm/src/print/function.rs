//! Function bodies.

use std::fmt::Write;

use super::{Numbering, Printer, push_name};
use crate::function::{Binding, DebugRecord, DebugValue, RecordKind};
use crate::id::{BlockId, GlobalId, TypeId};
use crate::instruction::{Access, Atomic, Call, Instruction, Op, Operand};
use crate::types::Type;

impl Printer<'_> {
    pub(super) fn body(&mut self, id: GlobalId) {
        let Some(function) = self.module.function(id) else { return };
        self.local = Some((function, Numbering::new(function)));
        self.put(" {\n");
        for (id, block) in function.blocks.iter() {
            self.label(id);
            for (instruction_id, instruction) in function.body(id) {
                if block.first <= instruction_id {
                    function.records_before(instruction_id).iter().for_each(|record| self.record(record));
                }
                self.put("  ");
                self.instruction(instruction);
                if let Some(location) = instruction.location {
                    self.put(", !dbg ");
                    self.node(location);
                }
                self.attachments(", ", &instruction.metadata);
                self.put("\n");
            }
        }
        self.put("}\n");
        self.local = None;
    }

    fn label(&mut self, id: BlockId) {
        let Some((function, numbering)) = &self.local else { return };
        match (function.blocks[id].name, numbering.block(id)) {
            (Some(name), _) => push_name(&mut self.out, self.module.text(name)),
            (None, number) => {
                let _ = write!(self.out, "{}", number.unwrap_or(0));
            }
        }
        self.put(":\n");
    }

    fn record(&mut self, record: &DebugRecord) {
        let word = match &record.kind {
            RecordKind::Declare(_) => "declare",
            RecordKind::Value(_) => "value",
            RecordKind::Assign { .. } => "assign",
            RecordKind::Label(_) => "label",
        };
        let before = if self.calls { "metadata " } else { "" };
        let _ = match self.calls {
            true => write!(self.out, "  call void @llvm.dbg.{word}("),
            false => write!(self.out, "    #dbg_{word}("),
        };
        match &record.kind {
            RecordKind::Declare(binding) | RecordKind::Value(binding) => self.binding(before, binding),
            RecordKind::Assign { binding, id, address, address_expression } => {
                self.binding(before, binding);
                let _ = write!(self.out, ", {before}");
                self.node(*id);
                let _ = write!(self.out, ", {before}");
                self.debug_value(address);
                let _ = write!(self.out, ", {before}");
                self.node(*address_expression);
            }
            RecordKind::Label(label) => {
                self.put(before);
                self.node(*label);
            }
        }
        if self.calls {
            self.put(")");
        }
        if let Some(location) = record.location {
            self.put(if self.calls { ", !dbg " } else { ", " });
            self.node(location);
        }
        self.put(if self.calls { "\n" } else { ")\n" });
    }

    fn binding(&mut self, before: &str, binding: &Binding) {
        self.put(before);
        self.debug_value(&binding.value);
        let _ = write!(self.out, ", {before}");
        self.node(binding.variable);
        let _ = write!(self.out, ", {before}");
        self.node(binding.expression);
    }

    fn debug_value(&mut self, value: &DebugValue) {
        match value {
            DebugValue::Operand(operand) => self.typed(*operand),
            DebugValue::List(list) => {
                self.put("!DIArgList(");
                self.list(list.iter(), |p, &operand| p.typed(operand));
                self.put(")");
            }
            DebugValue::Node(node) => self.node(*node),
        }
    }

    /// `label %x`
    fn target(&mut self, block: BlockId) {
        self.put("label ");
        self.block(block);
    }

    fn targets(&mut self, blocks: &[BlockId]) {
        self.put("[");
        self.list(blocks.iter(), |p, &block| p.target(block));
        self.put("]");
    }

    fn unwind(&mut self, block: Option<BlockId>) {
        self.put(" unwind ");
        match block {
            Some(block) => self.target(block),
            None => self.put("to caller"),
        }
    }

    /// Two operands of one type, which is written once.
    fn pair(&mut self, pair: &[Operand; 2]) {
        self.typed(pair[0]);
        self.put(", ");
        self.operand(pair[1]);
    }

    fn typed_list(&mut self, operands: &[Operand]) {
        self.list(operands.iter(), |p, &operand| p.typed(operand));
    }

    fn atomic(&mut self, atomic: Atomic) {
        if let Some(scope) = atomic.scope {
            self.put(" syncscope(");
            self.quoted(scope);
            self.put(")");
        }
        self.put(" ");
        self.put(atomic.ordering.word());
    }

    /// The words before the operands of an access.
    fn access_words(&mut self, access: &Access) {
        if access.atomic.is_some() {
            self.word("atomic");
        }
        if access.volatile {
            self.word("volatile");
        }
    }

    fn access(&mut self, access: &Access) {
        if let Some(atomic) = access.atomic {
            self.atomic(atomic);
        }
        self.align(access.align);
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            let _ = write!(self.out, ", align {align}");
        }
    }

    pub(super) fn instruction(&mut self, instruction: &Instruction) {
        if let Some(result) = instruction.result {
            self.value(result);
            self.put(" = ");
        }
        let ty = instruction.ty;
        match &instruction.op {
            Op::Load { address, access } => {
                self.word("load");
                self.access_words(access);
                self.ty(ty);
                self.put(", ");
                self.typed(*address);
                self.access(access);
            }
            Op::Store { value, address, access } => {
                self.word("store");
                self.access_words(access);
                self.typed_list(&[*value, *address]);
                self.access(access);
            }
            Op::Call(call) => {
                if let Some(tail) = call.tail {
                    self.word(tail.word());
                }
                self.word("call");
                self.call(call);
            }
            Op::Binary { op, flags, operands } => {
                self.word(op.word());
                self.flags(*flags);
                self.pair(operands);
            }
            Op::IntCompare { predicate, flags, operands } => {
                self.word("icmp");
                self.flags(*flags);
                self.word(predicate.word());
                self.pair(operands);
            }
            Op::FloatCompare { predicate, flags, operands } => {
                self.word("fcmp");
                self.flags(*flags);
                self.word(predicate.word());
                self.pair(operands);
            }
            Op::Cast { op, flags, value } => {
                self.word(op.word());
                self.flags(*flags);
                self.typed(*value);
                self.put(" to ");
                self.ty(ty);
            }
            Op::Negate { flags, value } => {
                self.word("fneg");
                self.flags(*flags);
                self.typed(*value);
            }
            Op::Phi { flags, incoming } => {
                self.word("phi");
                self.flags(*flags);
                self.ty(ty);
                self.put(" ");
                self.list(incoming.iter(), |p, (value, block)| {
                    p.put("[ ");
                    p.operand(*value);
                    p.put(", ");
                    p.block(*block);
                    p.put(" ]");
                });
            }
            Op::Select { flags, condition, values } => {
                self.word("select");
                self.flags(*flags);
                self.typed_list(&[*condition, values[0], values[1]]);
            }
            Op::Freeze(value) => {
                self.word("freeze");
                self.typed(*value);
            }
            other => self.other_instruction(other, ty),
        }
    }

    fn other_instruction(&mut self, op: &Op, ty: TypeId) {
        match op {
            Op::Alloca { ty: element, count, align, inalloca, swifterror } => {
                self.word("alloca");
                if *inalloca {
                    self.word("inalloca");
                }
                if *swifterror {
                    self.word("swifterror");
                }
                self.ty(*element);
                if let Some(count) = count {
                    self.put(", ");
                    self.typed(*count);
                }
                self.align(*align);
                if let Type::Pointer { space, .. } = self.module.types[ty]
                    && space != self.module.layout.alloca_space
                {
                    let _ = write!(self.out, ", addrspace({space})");
                }
            }
            Op::Fence(atomic) => {
                self.put("fence");
                self.atomic(*atomic);
            }
            Op::CompareExchange { address, expected, new, weak, failure, access } => {
                self.word("cmpxchg");
                if *weak {
                    self.word("weak");
                }
                if access.volatile {
                    self.word("volatile");
                }
                self.typed_list(&[*address, *expected, *new]);
                if let Some(atomic) = access.atomic {
                    self.atomic(atomic);
                }
                self.put(" ");
                self.put(failure.word());
                self.align(access.align);
            }
            Op::AtomicRmw { op, address, value, access } => {
                self.word("atomicrmw");
                if access.volatile {
                    self.word("volatile");
                }
                self.word(op.word());
                self.typed_list(&[*address, *value]);
                self.access(access);
            }
            Op::GetElementPtr { source, flags, base, indices } => {
                self.word("getelementptr");
                self.flags(*flags);
                self.ty(*source);
                self.put(", ");
                self.typed(*base);
                for &index in indices {
                    self.put(", ");
                    self.typed(index);
                }
            }
            Op::VaArg(list) => {
                self.word("va_arg");
                self.typed(*list);
                self.put(", ");
                self.ty(ty);
            }
            Op::ExtractElement { vector, index } => {
                self.word("extractelement");
                self.typed_list(&[*vector, *index]);
            }
            Op::InsertElement { vector, element, index } => {
                self.word("insertelement");
                self.typed_list(&[*vector, *element, *index]);
            }
            Op::ShuffleVector { vectors, mask } => {
                self.word("shufflevector");
                self.typed_list(&[vectors[0], vectors[1], Operand::Constant(*mask)]);
            }
            Op::ExtractValue { aggregate, indices } => {
                self.word("extractvalue");
                self.typed(*aggregate);
                self.indices(indices);
            }
            Op::InsertValue { aggregate, element, indices } => {
                self.word("insertvalue");
                self.typed_list(&[*aggregate, *element]);
                self.indices(indices);
            }
            Op::LandingPad { cleanup, clauses } => {
                self.word("landingpad");
                self.ty(ty);
                if *cleanup {
                    self.put(" cleanup");
                }
                for clause in clauses {
                    self.put(if clause.filter { " filter " } else { " catch " });
                    self.typed(clause.value);
                }
            }
            Op::CatchPad { parent, arguments } | Op::CleanupPad { parent, arguments } => {
                self.word(if matches!(op, Op::CatchPad { .. }) { "catchpad" } else { "cleanuppad" });
                self.word("within");
                self.operand(*parent);
                self.put(" [");
                self.typed_list(arguments);
                self.put("]");
            }
            terminator => self.terminator(terminator),
        }
    }

    fn terminator(&mut self, op: &Op) {
        match op {
            Op::Return(None) => self.put("ret void"),
            Op::Return(Some(value)) => {
                self.word("ret");
                self.typed(*value);
            }
            Op::Jump(block) => {
                self.word("br");
                self.target(*block);
            }
            Op::Branch { condition, then, otherwise } => {
                self.word("br");
                self.typed(*condition);
                self.put(", ");
                self.target(*then);
                self.put(", ");
                self.target(*otherwise);
            }
            Op::Switch { value, default, cases } => {
                self.word("switch");
                self.typed(*value);
                self.put(", ");
                self.target(*default);
                self.put(" [");
                for (case, block) in cases {
                    self.put("\n    ");
                    self.typed_constant(*case);
                    self.put(", ");
                    self.target(*block);
                }
                self.put("\n  ]");
            }
            Op::IndirectBranch { address, targets } => {
                self.word("indirectbr");
                self.typed(*address);
                self.put(", ");
                self.targets(targets);
            }
            Op::Invoke { call, normal, unwind } => {
                self.word("invoke");
                self.call(call);
                self.put(" to ");
                self.target(*normal);
                self.unwind(Some(*unwind));
            }
            Op::CallBranch { call, fallthrough, indirect } => {
                self.word("callbr");
                self.call(call);
                self.put(" to ");
                self.target(*fallthrough);
                self.put(" ");
                self.targets(indirect);
            }
            Op::Resume(value) => {
                self.word("resume");
                self.typed(*value);
            }
            Op::CleanupReturn { pad, unwind } => {
                self.put("cleanupret from ");
                self.operand(*pad);
                self.unwind(*unwind);
            }
            Op::CatchReturn { pad, target } => {
                self.put("catchret from ");
                self.operand(*pad);
                self.put(" to ");
                self.target(*target);
            }
            Op::CatchSwitch { parent, handlers, unwind } => {
                self.put("catchswitch within ");
                self.operand(*parent);
                self.put(" ");
                self.targets(handlers);
                self.unwind(*unwind);
            }
            _ => self.put("unreachable"),
        }
    }

    fn call(&mut self, call: &Call) {
        self.flags(call.flags);
        self.convention(call.convention);
        self.attributes_before(call.return_attributes);
        if call.space != self.module.layout.program_space {
            let _ = write!(self.out, "addrspace({}) ", call.space);
        }
        if let Some(signature) = self.module.types.signature(call.signature) {
            // Without its parameters, a result that is a pointer to a function would be taken for the whole.
            let result = &self.module.types[signature.result];
            let ambiguous =
                matches!(result, Type::Pointer { pointee: Some(p), .. } if self.module.types.signature(*p).is_some());
            self.ty(if signature.varargs || ambiguous { call.signature } else { signature.result });
        }
        self.put(" ");
        self.operand(call.callee);
        self.put("(");
        self.list(call.arguments.iter().zip(&call.argument_attributes), |p, (&argument, &set)| {
            let ty = match argument {
                Operand::Value(value) => p.local.as_ref().map(|(f, _)| f.values[value].ty),
                Operand::Constant(constant) => Some(p.module.constants[constant].ty),
                _ => None,
            };
            match ty {
                Some(ty) => p.ty(ty),
                None => p.put("metadata"),
            }
            p.attributes_behind(set);
            p.put(" ");
            p.operand(argument);
        });
        self.put(")");
        self.attributes_behind(call.attributes);
        if !call.bundles.is_empty() {
            self.put(" [");
            self.list(call.bundles.iter(), |p, bundle| {
                p.put(" ");
                p.quoted(bundle.tag);
                p.put("(");
                p.typed_list(&bundle.operands);
                p.put(")");
            });
            self.put(" ]");
        }
    }
}
