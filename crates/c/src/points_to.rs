//! What every pointer can point to, which functions are called on which paths, and which threads are started where.
//!
//! The analysis is inclusion-based (Andersen's), by object, and every call path has its own values. Integers are treated
//! as pointers are, so that casts need no care. Calls through pointers and thread starts are found on the way.

mod reuse;

use kulan_llvm::constant::ConstantExpression;
use kulan_llvm::types::Type;
use kulan_llvm::{
    ConstantId, ConstantKind, GlobalId, GlobalKind, Id, InstructionId, Module, Op, Operand, TypeId, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::Flow;
use crate::lower::MOST_THREADS;
use crate::prints::prints_strings;
use crate::words::{self, Effect, Known, known};

/// A call path: a function and how it was called.
pub type ContextId = usize;
/// A function that threads start with, and where they are created.
pub type TemplateId = usize;
/// Something that a pointer can point to.
pub type ObjectId = usize;

#[derive(Debug)]
pub struct Context {
    pub function: GlobalId,
    pub caller: Option<(ContextId, InstructionId)>,
    pub template: TemplateId,
    /// Whether the call may happen more than once in a thread.
    pub repeats: bool,
    /// The first call path through the same functions. A thread is on one of these at a time, so that they share what
    /// is kept in registers.
    pub shape: ContextId,
}

#[derive(Debug)]
pub struct Template {
    pub root: ContextId,
    /// None for `main`.
    pub creator: Option<(ContextId, InstructionId)>,
    pub function: GlobalId,
    /// Whether the creation may happen more than once in a thread.
    pub repeats: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    Global(GlobalId),
    Function(GlobalId),
    Alloca(ContextId, InstructionId),
    Heap(ContextId, InstructionId),
    /// What a function without a body returns a pointer to, and its type.
    Outside(GlobalId, TypeId),
    /// The number of a thread, which flows as pointers do.
    Number(TemplateId),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Value(ContextId, ValueId),
    Constant(ConstantId),
    Content(ObjectId),
    Result(ContextId),
    Number(TemplateId),
}

#[derive(Copy, Clone, Debug)]
enum Constraint {
    /// The second includes the first.
    Flows(usize, usize),
    /// What the first points to flows into the second.
    Load(usize, usize),
    /// The first flows into what the second points to.
    Store(usize, usize),
    /// What the second points to is copied to where the first points.
    Copy(usize, usize),
    /// A call through a pointer.
    Call(usize, ContextId, InstructionId),
    Create(usize, ContextId, InstructionId),
    /// A join stores what threads return.
    Join(usize),
}

/// The struct or number that a pointer type points to; bytes could be anything.
pub fn pointee(module: &Module, ty: TypeId) -> Option<TypeId> {
    let Type::Pointer { pointee: Some(inner), .. } = module.types[ty] else { return None };
    let known = match module.types[inner] {
        Type::Integer(bits) => bits > 8,
        _ => module.types.fields(inner).is_some(),
    };
    known.then_some(inner)
}

/// More call paths than this are refused.
const MOST_CONTEXTS: usize = 5000;

pub struct Analysis<'m> {
    module: &'m Module,
    pub flows: FxHashMap<GlobalId, Flow>,
    pub contexts: Vec<Context>,
    pub templates: Vec<Template>,
    pub objects: Vec<Object>,
    object_ids: FxHashMap<Object, ObjectId>,
    pub callees: FxHashMap<(ContextId, InstructionId), Vec<(GlobalId, ContextId)>>,
    pub created: FxHashMap<(ContextId, InstructionId), Vec<TemplateId>>,
    nodes: FxHashMap<Node, usize>,
    sets: Vec<FxHashSet<ObjectId>>,
    constraints: Vec<Constraint>,
    done: FxHashSet<(usize, usize)>,
    /// Accesses: template, node of the address, whether it writes.
    accesses: Vec<(TemplateId, usize, bool)>,
    pub too_many: bool,
    /// How often a call path may have the same function, and whether one would need it more often.
    pub frames: u32,
    pub meets_frames: bool,
    /// How often a function may be on a chain of threads of which each starts the next, and whether one is more than once.
    pub generations: u32,
    has_generations: bool,
    /// Functions that call themselves, perhaps by way of others.
    pub recursive: FxHashSet<GlobalId>,
    shapes: FxHashMap<(ContextId, GlobalId), ContextId>,
    /// By object: whether another thread may know it.
    pub escapes: Vec<bool>,
    /// By object: which templates read or write it.
    pub users: Vec<FxHashSet<TemplateId>>,
    /// By object: whether some statement writes it.
    pub written: Vec<bool>,
    /// By object: whether it is a local variable to which something points that may still be there when its function has
    /// returned.
    pub outlived: Vec<bool>,
    /// Threads that end by a call.
    pub exits: FxHashSet<TemplateId>,
}

impl<'m> Analysis<'m> {
    /// Analyses with so many frames of each function on a call path, and as many generations of threads as one place may
    /// create threads; with fewer, if these are too many call paths or threads.
    pub fn new(module: &'m Module, main: GlobalId, frames: u32, max_threads: u32) -> Analysis<'m> {
        let (mut frames, mut generations) = (frames.max(1), max_threads.max(1));
        loop {
            let analysis = Analysis::within(module, main, frames, generations);
            let is_large = analysis.too_many || analysis.threads(max_threads) > MOST_THREADS as u64;
            let fewer = |n: u32| if n > 16 { n / 2 } else { n - 1 };
            if is_large && analysis.has_generations && generations > 1 {
                generations = fewer(generations);
            } else if analysis.too_many && !analysis.recursive.is_empty() && frames > 1 {
                frames = fewer(frames);
            } else {
                return analysis;
            }
        }
    }

    /// How many threads there are, if a place that can be passed again creates so many.
    fn threads(&self, max_threads: u32) -> u64 {
        let mut counts: Vec<u64> = Vec::new();
        for template in &self.templates {
            let creator = template.creator.map(|(context, _)| self.contexts[context].template);
            let each = if template.repeats { max_threads.max(1) } else { 1 };
            counts.push(creator.map_or(1, |c| counts[c].saturating_mul(each.into())));
        }
        counts.into_iter().fold(0, u64::saturating_add)
    }

    fn within(module: &'m Module, main: GlobalId, frames: u32, generations: u32) -> Analysis<'m> {
        let mut a = Analysis {
            module,
            flows: FxHashMap::default(),
            contexts: Vec::new(),
            templates: Vec::new(),
            objects: Vec::new(),
            object_ids: FxHashMap::default(),
            callees: FxHashMap::default(),
            created: FxHashMap::default(),
            nodes: FxHashMap::default(),
            sets: Vec::new(),
            constraints: Vec::new(),
            done: FxHashSet::default(),
            accesses: Vec::new(),
            too_many: false,
            frames,
            meets_frames: false,
            generations,
            has_generations: false,
            recursive: FxHashSet::default(),
            shapes: FxHashMap::default(),
            escapes: Vec::new(),
            users: Vec::new(),
            written: Vec::new(),
            outlived: Vec::new(),
            exits: FxHashSet::default(),
        };
        a.globals();
        a.template(None, main);
        a.solve();
        a.finish();
        a
    }

    /// The objects that an operand of a call path can point to.
    pub fn targets(&self, context: ContextId, operand: Operand) -> Vec<ObjectId> {
        let node = match operand {
            Operand::Value(v) => Node::Value(context, v),
            Operand::Constant(c) => Node::Constant(c),
            _ => return Vec::new(),
        };
        let mut list: Vec<ObjectId> = match self.nodes.get(&node) {
            Some(&n) => self.sets[n].iter().copied().collect(),
            // A constant that no constraint mentions.
            None if let Operand::Constant(c) = operand => {
                let mut found = Vec::new();
                self.globals_in(c, &mut found);
                found.into_iter().filter_map(|g| self.find(g)).collect()
            }
            None => Vec::new(),
        };
        list.sort_unstable();
        list
    }

    /// Whether a pointer to one object can be in another one.
    pub fn may_hold(&self, object: ObjectId, pointed: ObjectId) -> bool {
        self.nodes.get(&Node::Content(object)).is_some_and(|&n| self.sets[n].contains(&pointed))
    }

    pub fn find(&self, global: GlobalId) -> Option<ObjectId> {
        let object = match self.module.globals[global].kind {
            GlobalKind::Function(_) => Object::Function(global),
            _ => Object::Global(global),
        };
        self.object_ids.get(&object).copied()
    }

    pub fn object_of(&self, object: Object) -> Option<ObjectId> {
        self.object_ids.get(&object).copied()
    }

    fn object(&mut self, object: Object) -> ObjectId {
        let next = self.objects.len();
        let id = *self.object_ids.entry(object).or_insert(next);
        if id == next {
            self.objects.push(object);
        }
        id
    }

    fn node(&mut self, node: Node) -> usize {
        if let Some(&n) = self.nodes.get(&node) {
            return n;
        }
        let n = self.sets.len();
        self.sets.push(FxHashSet::default());
        self.nodes.insert(node, n);
        if let Node::Constant(c) = node {
            let mut found = Vec::new();
            self.globals_in(c, &mut found);
            for global in found {
                let object = match self.module.globals[global].kind {
                    GlobalKind::Function(_) => Object::Function(global),
                    _ => Object::Global(global),
                };
                let id = self.object(object);
                self.sets[n].insert(id);
            }
        }
        n
    }

    fn operand(&mut self, context: ContextId, operand: Operand) -> Option<usize> {
        match operand {
            Operand::Value(v) => Some(self.node(Node::Value(context, v))),
            Operand::Constant(c) => Some(self.node(Node::Constant(c))),
            _ => None,
        }
    }

    /// The globals that a constant mentions.
    fn globals_in(&self, constant: ConstantId, found: &mut Vec<GlobalId>) {
        match &self.module.constants[constant].kind {
            ConstantKind::Global(g) | ConstantKind::DsoLocalEquivalent(g) | ConstantKind::NoCfi(g) => {
                if let GlobalKind::Alias(target) = self.module.globals[*g].kind {
                    self.globals_in(target, found);
                } else {
                    found.push(*g);
                }
            }
            ConstantKind::Aggregate(parts) => parts.iter().for_each(|&c| self.globals_in(c, found)),
            ConstantKind::Splat(c) => self.globals_in(*c, found),
            ConstantKind::Expression(e) => match &**e {
                ConstantExpression::Cast { value, .. } => self.globals_in(*value, found),
                ConstantExpression::Binary { operands, .. } => {
                    operands.iter().for_each(|&c| self.globals_in(c, found));
                }
                ConstantExpression::GetElementPtr { base, .. } => self.globals_in(*base, found),
                ConstantExpression::Select(parts) => parts.iter().for_each(|&c| self.globals_in(c, found)),
                _ => {}
            },
            _ => {}
        }
    }

    fn globals(&mut self) {
        let module = self.module;
        for (id, variable) in module.variables() {
            let object = self.object(Object::Global(id));
            let content = self.node(Node::Content(object));
            if let Some(initial) = variable.initializer {
                let from = self.node(Node::Constant(initial));
                self.constraints.push(Constraint::Flows(from, content));
            }
        }
    }

    fn template(&mut self, creator: Option<(ContextId, InstructionId)>, function: GlobalId) -> TemplateId {
        let id = self.templates.len();
        let repeats = creator.is_some_and(|(context, at)| self.call_repeats(context, at));
        self.templates.push(Template { root: 0, creator, function, repeats });
        let root = self.context(function, None, id, false);
        self.templates[id].root = root;
        id
    }

    fn call_repeats(&mut self, context: ContextId, at: InstructionId) -> bool {
        let function = self.contexts[context].function;
        let block = self.module.function(function).map_or(0, |f| f.block_of(at).index());
        self.contexts[context].repeats || self.flow(function).repeats[block]
    }

    fn flow(&mut self, function: GlobalId) -> &Flow {
        let module = self.module;
        self.flows.entry(function).or_insert_with(|| Flow::new(module.function(function).expect("a function")))
    }

    fn context(
        &mut self,
        function: GlobalId,
        caller: Option<(ContextId, InstructionId)>,
        template: TemplateId,
        repeats: bool,
    ) -> ContextId {
        let id = self.contexts.len();
        let shape =
            caller.map_or(id, |(caller, _)| *self.shapes.entry((self.contexts[caller].shape, function)).or_insert(id));
        self.contexts.push(Context { function, caller, template, repeats, shape });
        self.flow(function);
        self.too_many |= id > MOST_CONTEXTS;
        if !self.too_many {
            self.constrain(id);
        }
        id
    }

    /// How often a call path has a function on it.
    pub fn activations(&self, context: ContextId, function: GlobalId) -> u32 {
        let path = std::iter::successors(Some(context), |&c| self.contexts[c].caller.map(|(caller, _)| caller));
        path.filter(|&c| self.contexts[c].function == function).count() as u32
    }

    /// Whether a call path is another one, or goes on from there.
    pub fn is_within(&self, context: ContextId, outer: ContextId) -> bool {
        // A caller has a smaller number than what it calls.
        let mut path = std::iter::successors(Some(context), |&c| self.contexts[c].caller.map(|(caller, _)| caller));
        path.find(|&c| c <= outer) == Some(outer)
    }

    /// The first activation of the same function on a call path.
    pub fn first_activation(&self, context: ContextId) -> ContextId {
        let function = self.contexts[context].function;
        let path = std::iter::successors(Some(context), |&c| self.contexts[c].caller.map(|(caller, _)| caller));
        path.filter(|&c| self.contexts[c].function == function).last().unwrap_or(context)
    }

    fn constrain(&mut self, context: ContextId) {
        let module = self.module;
        let template = self.contexts[context].template;
        let Some(f) = module.function(self.contexts[context].function) else { return };
        kulan_control::checkpoint();
        for (at, instruction) in f.instructions.iter() {
            let result = instruction.result.map(|v| self.node(Node::Value(context, v)));
            match &instruction.op {
                Op::Alloca { .. } => {
                    let object = self.object(Object::Alloca(context, at));
                    if let Some(r) = result {
                        self.sets[r].insert(object);
                    }
                }
                Op::Load { address, .. } => {
                    if let (Some(p), Some(r)) = (self.operand(context, *address), result) {
                        self.constraints.push(Constraint::Load(p, r));
                        self.accesses.push((template, p, false));
                    }
                }
                Op::Store { value, address, .. } => {
                    if let (Some(v), Some(p)) = (self.operand(context, *value), self.operand(context, *address)) {
                        self.constraints.push(Constraint::Store(v, p));
                        self.accesses.push((template, p, true));
                    }
                }
                Op::CompareExchange { address, new: value, .. } | Op::AtomicRmw { address, value, .. } => {
                    let (v, p) = (self.operand(context, *value), self.operand(context, *address));
                    if let (Some(v), Some(p), Some(r)) = (v, p, result) {
                        self.constraints.push(Constraint::Store(v, p));
                        self.constraints.push(Constraint::Load(p, r));
                        self.accesses.push((template, p, true));
                    }
                }
                Op::Return(Some(value)) => {
                    let to = self.node(Node::Result(context));
                    if let Some(v) = self.operand(context, *value) {
                        self.constraints.push(Constraint::Flows(v, to));
                    }
                }
                Op::Call(_) => self.call(context, at),
                Op::IntCompare { .. } | Op::FloatCompare { .. } => {}
                op => {
                    let Some(r) = result else { continue };
                    for operand in op.operands() {
                        if let Some(v) = self.operand(context, operand) {
                            self.constraints.push(Constraint::Flows(v, r));
                        }
                    }
                }
            }
        }
    }

    fn call(&mut self, context: ContextId, at: InstructionId) {
        let module = self.module;
        let template = self.contexts[context].template;
        let Some(f) = module.function(self.contexts[context].function) else { return };
        let instruction = &f.instructions[at];
        let Some(call) = instruction.op.call() else { return };
        let result = instruction.result.map(|v| self.node(Node::Value(context, v)));
        let Some(callee) = module.global_behind(call.callee) else {
            if let Some(p) = self.operand(context, call.callee) {
                self.constraints.push(Constraint::Call(p, context, at));
            }
            return;
        };
        let Some(function) = module.function(callee) else { return };
        let Some(word) = known(module.global_name(callee), !function.is_declaration()) else {
            if !function.is_declaration() {
                self.enter(context, at, callee);
            } else if let (Some(ty), Some(r)) = (pointee(module, instruction.ty), result) {
                let object = self.object(Object::Outside(callee, ty));
                self.sets[r].insert(object);
            }
            return;
        };
        let Effect { reads, writes, flow } = word.effect();
        // Of what is printed, only strings are read.
        let reads = reads.filter(|_| word != Known::Prints || prints_strings(module, module.global_name(callee), call));
        for (arguments, does_write) in [(reads, false), (writes, true)] {
            for i in arguments.map_or(0..0, |list| list.of(call.arguments.len())) {
                let address = self.operand(context, call.arguments[i]);
                self.accesses.extend(address.map(|p| (template, p, does_write)));
            }
        }
        self.flow_of_call((context, at), call, flow, result);
    }

    /// Where addresses flow by a call of a known function.
    fn flow_of_call(
        &mut self,
        (context, at): (ContextId, InstructionId),
        call: &kulan_llvm::Call,
        flow: words::Flow,
        result: Option<usize>,
    ) {
        let template = self.contexts[context].template;
        let argument = |a: &mut Self, i: usize| call.arguments.get(i).and_then(|&o| a.operand(context, o));
        match flow {
            words::Flow::Nowhere => {}
            words::Flow::New => {
                let object = self.object(Object::Heap(context, at));
                if let Some(r) = result {
                    self.sets[r].insert(object);
                }
            }
            words::Flow::Result(arguments) => {
                for i in arguments.of(call.arguments.len()) {
                    if let (Some(v), Some(r)) = (argument(self, i), result) {
                        self.constraints.push(Constraint::Flows(v, r));
                    }
                }
            }
            words::Flow::Copied => {
                if let (Some(to), Some(from)) = (argument(self, 0), argument(self, 1)) {
                    self.constraints.push(Constraint::Copy(to, from));
                    self.constraints.extend(result.map(|r| Constraint::Flows(to, r)));
                }
            }
            words::Flow::Starts => {
                let function = argument(self, 2);
                self.constraints.extend(function.map(|p| Constraint::Create(p, context, at)));
            }
            words::Flow::Myself => {
                let number = self.number(template);
                self.constraints.extend(result.map(|r| Constraint::Flows(number, r)));
            }
            words::Flow::ThreadResult => {
                self.exits.insert(template);
                let to = self.node(Node::Result(self.templates[template].root));
                let value = argument(self, 0);
                self.constraints.extend(value.map(|v| Constraint::Flows(v, to)));
            }
            words::Flow::Joined => {
                let place = argument(self, 1);
                self.constraints.extend(place.map(Constraint::Join));
            }
        }
    }

    /// A call of a function with a body.
    fn enter(&mut self, context: ContextId, at: InstructionId, callee: GlobalId) {
        let known = self.callees.get(&(context, at)).is_some_and(|list| list.iter().any(|(f, _)| *f == callee));
        if known || self.too_many {
            return;
        }
        let activations = self.activations(context, callee);
        if activations > 0 {
            self.recursive.insert(callee);
        }
        if activations >= self.frames {
            self.meets_frames = true;
            return;
        }
        let module = self.module;
        let caller = &self.contexts[context];
        let (template, function) = (caller.template, caller.function);
        let repeats = self.call_repeats(context, at);
        let inner = self.context(callee, Some((context, at)), template, repeats);
        self.callees.entry((context, at)).or_default().push((callee, inner));
        let (Some(f), Some(g)) = (module.function(function), module.function(callee)) else { return };
        let instruction = &f.instructions[at];
        let Some(call) = instruction.op.call() else { return };
        for ((parameter, _), &argument) in g.parameters().zip(&call.arguments) {
            let to = self.node(Node::Value(inner, parameter));
            if let Some(v) = self.operand(context, argument) {
                self.constraints.push(Constraint::Flows(v, to));
            }
        }
        if let Some(result) = instruction.result {
            let (from, to) = (self.node(Node::Result(inner)), self.node(Node::Value(context, result)));
            self.constraints.push(Constraint::Flows(from, to));
        }
    }

    /// The number of a thread.
    fn number(&mut self, template: TemplateId) -> usize {
        let (node, object) = (self.node(Node::Number(template)), self.object(Object::Number(template)));
        self.sets[node].insert(object);
        node
    }

    fn create(&mut self, context: ContextId, at: InstructionId, function: GlobalId) {
        let module = self.module;
        let list = self.created.get(&(context, at));
        if list.is_some_and(|l| l.iter().any(|&t| self.templates[t].function == function)) || self.too_many {
            return;
        }
        // A thread that starts threads like itself has no end.
        let above = |&t: &TemplateId| self.templates[t].creator.map(|(c, _)| self.contexts[c].template);
        let line = std::iter::successors(Some(self.contexts[context].template), above);
        let like = |t: &TemplateId| self.templates[*t].function == function && self.templates[*t].creator.is_some();
        let before = line.filter(like).count() as u32;
        self.has_generations |= before > 0;
        if before >= self.generations {
            return;
        }
        let id = self.template(Some((context, at)), function);
        self.created.entry((context, at)).or_default().push(id);
        let (Some(f), Some(g)) = (module.function(self.contexts[context].function), module.function(function)) else {
            return;
        };
        let Some(call) = f.instructions[at].op.call() else { return };
        if let Some(place) = call.arguments.first().and_then(|&place| self.operand(context, place)) {
            let number = self.number(id);
            self.constraints.push(Constraint::Store(number, place));
        }
        if let (Some((parameter, _)), Some(&argument)) = (g.parameters().next(), call.arguments.get(3)) {
            let to = self.node(Node::Value(self.templates[id].root, parameter));
            if let Some(v) = self.operand(context, argument) {
                self.constraints.push(Constraint::Flows(v, to));
            }
        }
    }

    fn solve(&mut self) {
        let mut changed = true;
        while changed && !self.too_many {
            changed = false;
            let mut i = 0;
            while i < self.constraints.len() {
                kulan_control::checkpoint();
                changed |= self.apply(self.constraints[i]);
                i += 1;
            }
        }
    }

    fn flows(&mut self, from: usize, to: usize) -> bool {
        if from == to {
            return false;
        }
        let new: Vec<ObjectId> = self.sets[from].difference(&self.sets[to]).copied().collect();
        self.sets[to].extend(&new);
        !new.is_empty()
    }

    fn apply(&mut self, constraint: Constraint) -> bool {
        let list = |a: &Self, n: usize| a.sets[n].iter().copied().collect::<Vec<_>>();
        let mut changed = false;
        match constraint {
            Constraint::Flows(a, b) => changed = self.flows(a, b),
            Constraint::Load(p, r) => {
                for object in list(self, p) {
                    let content = self.node(Node::Content(object));
                    changed |= self.flows(content, r);
                }
            }
            Constraint::Store(v, p) => {
                for object in list(self, p) {
                    let content = self.node(Node::Content(object));
                    changed |= self.flows(v, content);
                }
            }
            Constraint::Copy(to, from) => {
                for a in list(self, from) {
                    for b in list(self, to) {
                        let (a, b) = (self.node(Node::Content(a)), self.node(Node::Content(b)));
                        changed |= self.flows(a, b);
                    }
                }
            }
            Constraint::Call(p, context, at) | Constraint::Create(p, context, at) => {
                for object in list(self, p) {
                    let Object::Function(function) = self.objects[object] else { continue };
                    let body = self.module.function(function).is_some_and(|f| !f.is_declaration());
                    if !self.done.insert((context << 32 | at.index(), object)) || !body {
                        continue;
                    }
                    changed = true;
                    match constraint {
                        Constraint::Call(..) => self.enter(context, at, function),
                        _ => self.create(context, at, function),
                    }
                }
            }
            Constraint::Join(p) => {
                let roots: Vec<ContextId> = self.templates.iter().map(|t| t.root).collect();
                for root in roots {
                    let from = self.node(Node::Result(root));
                    for object in list(self, p) {
                        let content = self.node(Node::Content(object));
                        changed |= self.flows(from, content);
                    }
                }
            }
        }
        changed
    }

    fn finish(&mut self) {
        let n = self.objects.len();
        self.escapes = vec![false; n];
        self.users = vec![FxHashSet::default(); n];
        self.written = vec![false; n];
        for &(template, node, writes) in &self.accesses {
            for &object in &self.sets[node] {
                self.users[object].insert(template);
                self.written[object] |= writes;
            }
        }
        self.outlived = vec![false; n];
        for (&node, &number) in &self.nodes {
            kulan_control::checkpoint();
            for &id in &self.sets[number] {
                let Object::Alloca(context, _) = self.objects[id] else { continue };
                self.outlived[id] |= match node {
                    Node::Value(c, _) => !self.is_within(c, context),
                    Node::Result(c) => c == context || !self.is_within(c, context),
                    Node::Content(o) => !matches!(self.objects[o], Object::Alloca(c, _) if self.is_within(c, context)),
                    Node::Constant(_) | Node::Number(_) => false,
                };
            }
        }
        let mut todo: Vec<usize> = Vec::new();
        for (id, object) in self.objects.iter().enumerate() {
            if matches!(object, Object::Global(_) | Object::Outside(..)) {
                todo.extend(self.nodes.get(&Node::Content(id)));
            }
        }
        for template in &self.templates {
            todo.extend(self.nodes.get(&Node::Result(template.root)));
            let Some(f) = self.module.function(template.function) else { continue };
            for (parameter, _) in f.parameters() {
                todo.extend(self.nodes.get(&Node::Value(template.root, parameter)));
            }
        }
        while let Some(node) = todo.pop() {
            for &object in &self.sets[node] {
                if !std::mem::replace(&mut self.escapes[object], true) {
                    todo.extend(self.nodes.get(&Node::Content(object)));
                }
            }
        }
    }
}
