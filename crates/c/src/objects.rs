//! The objects of a running program: which there are, their cells and addresses, and to whom they belong.

use kulan_ir::expr::width_of;
use kulan_ir::{Display, Owner, Variable};
use kulan_llvm::types::Type;
use kulan_llvm::{GlobalId, Id, InstructionId, Op, Operand, TypeId};
use rustc_hash::FxHashMap;

use crate::heap::{LARGEST, Shape};
use crate::lives::Pooled;
use crate::lower::{Lowering, MOST_THREADS, Promotion};
use crate::memory::{self, Memory, cells_of};
use crate::points_to::{ContextId, Object, ObjectId, TemplateId};

/// The distance between objects, in bytes: so far that no index of 32 bits leads from one to the next.
const GAP: u64 = 1 << 40;
/// The same where addresses have 32 bits.
const NARROW_GAP: u64 = 1 << 16;

impl Lowering<'_, '_> {
    /// Makes all of them.
    pub fn objects(&mut self) -> Result<(), String> {
        let gap = if self.pointer_bits == 64 { GAP } else { NARROW_GAP };
        let (mut next, mut full) = (gap, false);
        let mut place = |size: u64, align: u64| {
            let size = size.min(gap);
            let base = next.next_multiple_of(align.max(16));
            // The lowest bits of addresses differ: programs compute with them.
            let end = base.checked_add(size).and_then(|end| end.checked_add(size.min(64) + 16)?.checked_add(gap));
            full |= end.is_none();
            next = end.unwrap_or(base).next_multiple_of(16);
            base
        };
        // Addresses first: initial values may mention any of them.
        for id in 0..self.analysis.objects.len() {
            let (Object::Global(g) | Object::Function(g)) = self.analysis.objects[id] else { continue };
            let ty = self.module.globals[g].value_type;
            let size = self.module.layout.size(&self.module.types, ty).unwrap_or(1).max(1);
            self.bases.insert(g, place(size, self.module.globals[g].align.unwrap_or(1)));
        }
        for id in 0..self.analysis.objects.len() {
            match self.analysis.objects[id] {
                Object::Global(g) if self.module.globals[g].thread_local.is_some() => {
                    let scope = crate::processes::scope_of(self.module.global_name(g)).map(|(scope, _)| scope);
                    for instance in 0..self.instances.len() {
                        let process = &self.system.processes[self.process_of(instance).index()].name;
                        if scope.is_some_and(|scope| scope != process) {
                            continue;
                        }
                        let ty = self.module.globals[g].value_type;
                        let size = self.module.layout.size(&self.module.types, ty).unwrap_or(1).max(1);
                        let base = place(size, self.module.globals[g].align.unwrap_or(1));
                        self.global(id, g, Some(instance), base);
                        self.thread_locals.insert(self.memory.len() - 1, instance);
                    }
                }
                Object::Global(g) => {
                    let base = self.bases[&g];
                    self.global(id, g, None, base);
                }
                Object::Function(_) | Object::Number(_) => {}
                Object::Outside(g, ty) => {
                    for number in 1..=self.options.max_objects.max(1) {
                        let base = place(self.module.layout.size(&self.module.types, ty).unwrap_or(1).max(1), 1);
                        self.outside(id, (g, number), ty, base);
                    }
                }
                Object::Alloca(context, at) => {
                    let Op::Alloca { ty, count, align, .. } = &self.function(context).instructions[at].op else {
                        continue;
                    };
                    let result = self.function(context).instructions[at].result;
                    let value = result.expect("an alloca has a result");
                    if self.promotion(context, value) != Promotion::Memory {
                        continue;
                    }
                    let (ty, count, align) = (*ty, *count, align.unwrap_or(1));
                    let constant = count.map_or(Some(1), |count| self.constant_size(context, count));
                    let unit = self.module.layout.size(&self.module.types, ty).unwrap_or(1);
                    let bytes = constant.and_then(|n| n.checked_mul(unit));
                    // `alloca` gives bytes; what they are used for says more.
                    let ty = if unit == 1 { self.used_as(context, at, bytes).unwrap_or(ty) } else { ty };
                    let name = self.local_name(context, value);
                    let declared = self.module.declared_variable(self.function(context), value).and_then(|v| v.ty);
                    let template = self.analysis.contexts[context].template;
                    let again = self.allocates_again(context, at);
                    let number = if again { self.options.max_objects.max(1) } else { 1 };
                    for (instance, k) in
                        self.running(template).into_iter().flat_map(|i| (0..number).map(move |k| (i, k)))
                    {
                        let shape = self.shape(ty, bytes);
                        let base = place(shape.1.max(1), align);
                        let most = self.most_cells(declared);
                        let name = if again { format!("{name}#{}", k + 1) } else { name.clone() };
                        self.private(id, instance, name, shape, most, base, (again, bytes.is_none()));
                        if again {
                            self.pools.insert(self.memory.len() - 1, Pooled { instance, context });
                        } else {
                            self.life(id, instance, context);
                        }
                    }
                }
                Object::Heap(context, at) => {
                    let (ty, size) = self.heap_type(context, at);
                    if size.is_some_and(|bytes| bytes > LARGEST) {
                        continue;
                    }
                    let template = self.analysis.contexts[context].template;
                    let function = self.analysis.contexts[context].function;
                    let block = self.function(context).block_of(at).index();
                    let repeats =
                        self.analysis.contexts[context].repeats || self.analysis.flows[&function].repeats[block];
                    let number = if repeats { self.options.max_objects.max(1) } else { 1 };
                    for instance in self.running(template) {
                        self.heap_places += 1;
                        for k in 0..number {
                            let name = format!("{}#{}", self.heap_name(context, at), k + 1);
                            let shape = self.shape(ty, size);
                            let base = place(shape.1, 1);
                            self.private(id, instance, name, shape, u64::MAX, base, (true, size.is_none()));
                        }
                    }
                }
            }
        }
        if full || width_of(next) > self.pointer_bits {
            return Err("objects that do not fit into the addresses".into());
        }
        Ok(())
    }

    pub fn running(&self, template: TemplateId) -> Vec<usize> {
        (0..self.instances.len()).filter(|&i| self.instances[i].template == template).collect()
    }

    fn global(&mut self, id: ObjectId, g: GlobalId, instance: Option<usize>, base: u64) {
        let module = self.module;
        let ty = module.globals[g].value_type;
        let source = module.source_global(g);
        // Static variables of two functions or files can have the same name in the source.
        let plain = source.map(|s| s.name).filter(|name| !self.has_processes() && !self.twins.contains(name));
        let mut name = plain.unwrap_or(module.global_name(g)).to_string();
        let users = &self.analysis.users[id];
        let mut only: Vec<usize> = users.iter().flat_map(|&t| self.running(t)).collect();
        only.dedup();
        let own = match (instance, only.as_slice()) {
            _ if self.watches_leaks() => None,
            (Some(i), _) if !self.analysis.escapes[id] => Some(i),
            (None, [one]) if !self.watched.global(g) => Some(*one),
            _ => None,
        };
        if let Some(i) = instance {
            name = format!("{}.{name}", self.instances[i].name);
        }
        let mut values = FxHashMap::default();
        let unsupported = match module.variable(g).and_then(|v| v.initializer) {
            Some(c) => memory::initial(module, &self.bases, c, 0, &mut values).err(),
            None if matches!(module.global_name(g), "stdin" | "stdout" | "stderr") => {
                // Some address; what is there is the library's business.
                values.insert(0, base);
                None
            }
            None => Some(format!("`{name}`, which is defined elsewhere")),
        };
        let used = !users.is_empty() || self.watched.global(g);
        let fixed = !self.analysis.written[id] && unsupported.is_none();
        let owner = own.map_or(self.owner_of(&only), |i| Owner::Thread(self.instances[i].thread));
        let signed = memory::is_signed(module, source.and_then(|s| s.ty));
        let size = module.layout.size(&module.types, ty).unwrap_or(1);
        let mut object = Memory {
            name,
            base,
            size,
            cells: Vec::new(),
            owner,
            shared: own.is_none() && !fixed,
            alive: None,
            length: None,
            unsupported,
            outside: false,
            read_only: module.variable(g).is_some_and(|v| v.constant && v.initializer.is_some()),
            fixed: fixed.then(|| values.clone()),
        };
        if used {
            match cells_of(module, ty) {
                Ok(cells) => object.cells = cells,
                Err(why) => object.unsupported = Some(why),
            }
            cut(&mut object, self.most_cells(source.and_then(|s| s.ty)));
            self.variables(&mut object, &values, signed, false);
        }
        let index = self.memory.len();
        self.memory.push(object);
        self.concrete.entry(id).or_default().push((index, instance.unwrap_or(usize::MAX)));
    }

    /// One of the objects that a function without a body gives pointers to, with unknown values.
    fn outside(&mut self, id: ObjectId, (function, number): (GlobalId, u32), ty: TypeId, base: u64) {
        let users = &self.analysis.users[id];
        let mut only: Vec<usize> = users.iter().flat_map(|&t| self.running(t)).collect();
        only.dedup();
        let own = if let [one] = only[..] { Some(one) } else { None };
        let mut object = Memory {
            name: format!("*{}()#{number}", self.module.global_name(function)),
            base,
            size: self.module.layout.size(&self.module.types, ty).unwrap_or(1),
            cells: Vec::new(),
            owner: own.map_or(self.owner_of(&only), |i| Owner::Thread(self.instances[i].thread)),
            shared: own.is_none(),
            alive: None,
            length: None,
            unsupported: None,
            outside: true,
            read_only: false,
            fixed: None,
        };
        if !only.is_empty() {
            match cells_of(self.module, ty) {
                Ok(cells) => object.cells = cells,
                Err(why) => object.unsupported = Some(why),
            }
            self.variables(&mut object, &FxHashMap::default(), true, true);
            self.guesses.insert(self.module.global_name(function).to_string());
        }
        let index = self.memory.len();
        self.memory.push(object);
        self.concrete.entry(id).or_default().push((index, usize::MAX));
    }

    /// An object of one thread: a local variable or heap memory, with a length that is constant or not.
    #[expect(clippy::too_many_arguments, reason = "all of them describe the object")]
    fn private(
        &mut self,
        id: ObjectId,
        instance: usize,
        name: String,
        (cells, size): Shape,
        most: u64,
        base: u64,
        (heap, varies): (bool, bool),
    ) {
        let shared = self.analysis.escapes[id] || heap && self.watches_leaks();
        let thread = self.instances[instance].thread;
        let owner = if shared { self.common_owner(instance) } else { Owner::Thread(thread) };
        let name = format!("{}.{name}", self.instances[instance].name);
        let (cells, unsupported) = cells.map_or_else(|why| (Vec::new(), Some(why)), |cells| (cells, None));
        let mut object = Memory {
            name,
            base,
            size,
            cells,
            owner,
            shared,
            alive: None,
            length: None,
            unsupported,
            outside: false,
            read_only: false,
            fixed: None,
        };
        cut(&mut object, most);
        self.variables(&mut object, &FxHashMap::default(), true, true);
        if heap {
            object.alive = Some(self.hidden(format!("{}.alive", object.name), 2, owner));
        }
        if varies {
            object.length = Some(self.hidden(format!("{}.length", object.name), width_of(size), owner));
        }
        let index = self.memory.len();
        self.memory.push(object);
        self.concrete.entry(id).or_default().push((index, instance));
    }

    /// How many elements of a long array with this type are kept. Of thread numbers, no more are used than there are
    /// threads; if one behind is used all the same, that is not supported.
    fn most_cells(&self, declared: Option<kulan_llvm::MetadataId>) -> u64 {
        if self.module.c_type(declared).starts_with("pthread_t") { self.instances.len() as u64 } else { u64::MAX }
    }

    /// The variables of an object's cells.
    fn variables(&mut self, object: &mut Memory, values: &FxHashMap<u64, u64>, signed: bool, unset: bool) {
        let number = self.memory.len();
        let is_network = self.is_network(&object.name);
        if self.needs.padded.contains(&number) {
            object.cells.extend(crate::parts::padding(object));
        }
        for (group, cells) in object.cells.iter_mut().enumerate() {
            let name = self.unique(cells.name(&object.name));
            let initial: Vec<u64> =
                memory::offsets(cells).iter().map(|at| values.get(at).copied().unwrap_or(0)).collect();
            let mut variable = memory::variable(name.clone(), cells, object.owner, initial, signed);
            // How the network keeps what it knows means nothing to a reader.
            if is_network {
                variable.display = Display::Hidden;
            }
            let by_byte = self.needs.by_byte.contains(&(number, group));
            let mark = Variable {
                name: format!("{name}.set"),
                width: if by_byte { cells.width / 8 } else { 1 },
                initial: vec![0; variable.initial.len()],
                display: Display::Hidden,
                ..variable.clone()
            };
            if object.fixed.is_none() {
                cells.var = Some(self.system.add_variable(variable));
            }
            if unset {
                let mark = self.system.add_variable(mark);
                cells.set = Some(mark);
                self.marks.extend(cells.var.map(|var| (mark, var)));
            }
        }
    }

    /// The type of what `malloc` gives, by what the program does with it, and its size.
    fn heap_type(&mut self, context: ContextId, at: InstructionId) -> (TypeId, Option<u64>) {
        let instruction = &self.function(context).instructions[at];
        let call = instruction.op.call().expect("a call");
        let sizes = call.arguments.iter().map(|&o| self.constant_size(context, o)).collect::<Option<Vec<u64>>>();
        let size = sizes.and_then(|list| list.into_iter().try_fold(1u64, u64::checked_mul));
        let byte = self.module.types.find(&Type::Integer(8));
        // Without a type: bytes, or whatever is loaded as a whole.
        (self.used_as(context, at, size).or(byte).unwrap_or(instruction.ty), size)
    }

    /// A size that is the same whenever a call path comes to it.
    pub fn constant_size(&mut self, context: ContextId, operand: Operand) -> Option<u64> {
        let value = self.constant_operand(context, operand)?;
        self.system.exprs.as_const(value)
    }

    fn heap_name(&self, context: ContextId, at: InstructionId) -> String {
        let place = self.module.source_place(&self.function(context).instructions[at]);
        place.map_or("heap".into(), |p| format!("malloc:{}", p.line))
    }
}

/// Leaves out what is behind so many elements of a long array.
fn cut(object: &mut Memory, most: u64) {
    for cells in &mut object.cells {
        if let [(_, count)] = &mut cells.dims[..]
            && *count > MOST_THREADS as u64
        {
            *count = (*count).min(most);
        }
    }
}
