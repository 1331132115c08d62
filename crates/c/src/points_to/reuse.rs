//! Whether a program can notice that memory which was freed is handed out again at the same address.
//!
//! A use of freed memory is an error with or without reuse. Everything else goes by the numbers of addresses: reuse makes
//! two of them equal that would differ otherwise. So only an instruction can notice it that looks at the number of an
//! address of memory that is freed somewhere: compares it, computes with it, or takes a part of it. Where none does, each
//! run with reuse is, step by step, a run without.

use kulan_llvm::constant::ConstantExpression;
use kulan_llvm::words::{CastOp, IntPredicate, RmwOp};
use kulan_llvm::{Call, ConstantKind, Module, Op, Operand, TypeId};
use rustc_hash::FxHashSet;

use super::{Analysis, Constraint, ContextId, Node, Object, ObjectId};
use crate::memory::scalar_bits;
use crate::prints::constant_string;
use crate::words::{Known, known};

/// Numbers below this, and their negatives, are no addresses of memory: null, and marks that stand for something else.
const NO_ADDRESS: u64 = 4096;

/// Where the addresses of memory that is freed somewhere can be.
struct Dangling<'a, 'm> {
    analysis: &'a Analysis<'m>,
    bits: u32,
    /// By node.
    nodes: Vec<bool>,
}

impl Analysis<'_> {
    /// Whether some instruction looks at the number of an address of memory that is freed somewhere. `taken_apart` are
    /// objects of which scalars are accessed in part or several at once, and `watched` are those that properties read.
    pub fn looks_at_freed(&self, taken_apart: &FxHashSet<ObjectId>, watched: &FxHashSet<ObjectId>) -> bool {
        let dangling = Dangling::new(self);
        let holds = |object: &ObjectId| dangling.content(*object);
        taken_apart.iter().chain(watched).any(holds)
            || (0..self.contexts.len()).any(|context| dangling.is_looked_at(context))
    }

    /// The memory that a call of `free` may be about; all of the heap where such a call may be hidden.
    fn freed(&self) -> FxHashSet<ObjectId> {
        let is_heap = |&o: &ObjectId| matches!(self.objects[o], Object::Heap(..));
        let is_free = |name: &str, body: bool| known(name, body) == Some(Known::Free);
        let hidden = self.objects.iter().any(|object| match object {
            Object::Function(g) => {
                let body = self.module.function(*g).is_some_and(|f| !f.is_declaration());
                is_free(self.module.global_name(*g), body)
            }
            _ => false,
        });
        if hidden {
            return (0..self.objects.len()).filter(is_heap).collect();
        }
        let mut found = FxHashSet::default();
        for (id, context) in self.contexts.iter().enumerate() {
            let Some(f) = self.module.function(context.function) else { continue };
            for call in f.instructions.values().filter_map(|i| i.op.call()) {
                if word(self.module, call) == Some(Known::Free) {
                    found.extend(call.arguments.iter().flat_map(|&o| self.targets(id, o)).filter(is_heap));
                }
            }
        }
        found
    }
}

fn word(module: &Module, call: &Call) -> Option<Known> {
    let callee = module.global_behind(call.callee)?;
    known(module.global_name(callee), !module.function(callee)?.is_declaration())
}

impl<'a, 'm> Dangling<'a, 'm> {
    fn new(analysis: &'a Analysis<'m>) -> Dangling<'a, 'm> {
        let bits = analysis.module.layout.pointer(0).bits;
        let mut dangling = Dangling { analysis, bits, nodes: vec![false; analysis.sets.len()] };
        let freed = analysis.freed();
        let places = freed.iter().map(|&o| analysis.objects[o]);
        let allocated: Vec<usize> = places.filter_map(|o| dangling.result_of(o)).collect();
        allocated.into_iter().for_each(|node| dangling.nodes[node] = true);
        let narrow = dangling.narrow();
        while analysis.constraints.iter().filter(|&&c| dangling.apply(c, &narrow)).count() > 0 {
            kulan_control::checkpoint();
        }
        dangling
    }

    /// The result of the call that allocates an object.
    fn result_of(&self, object: Object) -> Option<usize> {
        let Object::Heap(context, at) = object else { return None };
        let f = self.analysis.module.function(self.analysis.contexts[context].function)?;
        self.node(Node::Value(context, f.instructions[at].result?))
    }

    /// Nodes of numbers that are shorter than an address. Where one is made of an address, that looks at it.
    fn narrow(&self) -> FxHashSet<usize> {
        let values = self.analysis.nodes.iter().filter(|(node, _)| match **node {
            Node::Value(context, v) => {
                let f = self.analysis.module.function(self.analysis.contexts[context].function);
                f.is_some_and(|f| self.is_narrow(f.values[v].ty))
            }
            _ => false,
        });
        values.map(|(_, &n)| n).collect()
    }

    fn is_narrow(&self, ty: TypeId) -> bool {
        scalar_bits(self.analysis.module, ty).is_some_and(|bits| u32::from(bits) < self.bits)
    }

    fn node(&self, node: Node) -> Option<usize> {
        self.analysis.nodes.get(&node).copied()
    }

    /// Whether an object can hold such an address.
    fn content(&self, object: ObjectId) -> bool {
        self.node(Node::Content(object)).is_some_and(|n| self.nodes[n])
    }

    /// Whether an operand can be such an address, or a number made of one.
    fn holds(&self, context: ContextId, operand: Operand) -> bool {
        matches!(operand, Operand::Value(v) if self.node(Node::Value(context, v)).is_some_and(|n| self.nodes[n]))
    }

    /// Whether there can be such an address where an operand points.
    fn behind(&self, context: ContextId, operand: Operand) -> bool {
        self.analysis.targets(context, operand).into_iter().any(|o| self.content(o))
    }

    fn add(&mut self, node: Option<usize>, narrow: &FxHashSet<usize>) -> bool {
        node.is_some_and(|n| !narrow.contains(&n) && !std::mem::replace(&mut self.nodes[n], true))
    }

    fn apply(&mut self, constraint: Constraint, narrow: &FxHashSet<usize>) -> bool {
        let analysis = self.analysis;
        let contents = |p: usize| analysis.sets[p].iter().copied();
        let store =
            |me: &mut Self, p: usize| contents(p).filter(|&o| me.add(me.node(Node::Content(o)), narrow)).count() > 0;
        match constraint {
            Constraint::Flows(a, b) => self.nodes[a] && self.add(Some(b), narrow),
            Constraint::Load(p, r) => contents(p).any(|o| self.content(o)) && self.add(Some(r), narrow),
            Constraint::Store(v, p) => self.nodes[v] && store(self, p),
            Constraint::Copy(to, from) => contents(from).any(|o| self.content(o)) && store(self, to),
            Constraint::Join(p) => {
                let results = analysis.templates.iter().filter_map(|t| self.node(Node::Result(t.root)));
                results.into_iter().any(|n| self.nodes[n]) && store(self, p)
            }
            Constraint::Call(..) | Constraint::Create(..) => false,
        }
    }

    /// Whether some instruction on a call path looks at such an address.
    fn is_looked_at(&self, context: ContextId) -> bool {
        let Some(f) = self.analysis.module.function(self.analysis.contexts[context].function) else { return false };
        kulan_control::checkpoint();
        f.instructions.values().any(|i| self.looks(context, &i.op, i.ty))
    }

    fn looks(&self, context: ContextId, op: &Op, ty: TypeId) -> bool {
        let holds = |o: Operand| self.holds(context, o);
        match op {
            Op::IntCompare { predicate, operands: [a, b], .. } => {
                let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
                let (left, right) = (holds(*a), holds(*b));
                (left || right) && !(equality && (self.is_no_heap(*a) || self.is_no_heap(*b)))
            }
            Op::CompareExchange { address, expected, .. } => {
                (holds(*expected) || self.behind(context, *address)) && !self.is_no_heap(*expected)
            }
            Op::AtomicRmw { op, address, value, .. } => {
                *op != RmwOp::Exchange && (holds(*value) || self.behind(context, *address))
            }
            Op::Cast { op: CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt, value, .. } => {
                holds(*value) && self.is_narrow(ty)
            }
            Op::GetElementPtr { indices, .. } => indices.iter().any(|&o| holds(o)),
            Op::Call(call) => self.call_looks(context, call),
            // These carry values from one place to another.
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Phi { .. }
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::Return(_) => false,
            other => other.operands().into_iter().any(holds),
        }
    }

    /// Whether a call looks at such an address. A function with a body says itself what it does, and the result of one that
    /// is not known can be anything.
    fn call_looks(&self, context: ContextId, call: &Call) -> bool {
        let module = self.analysis.module;
        let holds = |o: &Operand| self.holds(context, *o);
        match word(module, call) {
            None | Some(Known::Free | Known::Join | Known::Create | Known::ThreadExit | Known::Nothing) => false,
            Some(Known::Prints) => {
                let texts = call.arguments.iter().filter_map(|&o| constant_string(module, o));
                let only_strings = texts.into_iter().any(|text| !text.windows(2).any(|w| w == b"%p"));
                call.arguments.iter().any(|o| holds(o) && !(only_strings && self.is_pointer(context, *o)))
            }
            Some(Known::Arithmetic) => call.arguments.iter().any(holds),
            Some(_) => call.arguments.iter().any(|o| holds(o) && !self.is_pointer(context, *o)),
        }
    }

    fn is_pointer(&self, context: ContextId, operand: Operand) -> bool {
        let module = self.analysis.module;
        let Some(f) = module.function(self.analysis.contexts[context].function) else { return false };
        let ty = module.type_of(f, operand).map(|ty| &module.types[ty]);
        matches!(ty, Some(kulan_llvm::types::Type::Pointer { .. }))
    }

    /// Whether an operand is a constant that no memory of the heap has as its address.
    fn is_no_heap(&self, operand: Operand) -> bool {
        let Operand::Constant(mut constant) = operand else { return false };
        let module = self.analysis.module;
        loop {
            match &module.constants[constant].kind {
                ConstantKind::Null | ConstantKind::Zero | ConstantKind::Global(_) => return true,
                ConstantKind::Integer(n) => {
                    let number = *n as u64;
                    return number < NO_ADDRESS
                        || number.wrapping_neg() & kulan_ir::expr::mask(self.bits as u8) < NO_ADDRESS;
                }
                ConstantKind::Expression(e) => match **e {
                    ConstantExpression::Cast { op: CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr, value } => {
                        constant = value;
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}
