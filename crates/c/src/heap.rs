//! Memory that the program asks for: the heap, and arrays whose length is not constant.

use kulan_ir::{BinaryOp, CheckKind, ExprId, Target};
use kulan_llvm::types::Type;
use kulan_llvm::{InstructionId, Op, Operand, TypeId, ValueId};

use crate::emit::End;
use crate::execute::{Next, Unsupported};
use crate::lower::Lowering;
use crate::memory::{Cells, cells_of, check_cells};
use crate::path::{Path, Value};
use crate::points_to::{ContextId, Object};

/// Bytes and elements that memory has whose size is not constant: as many as fit into these bytes, but not less elements.
const ROOM: u64 = 64;
const LEAST_ELEMENTS: u64 = 8;

/// No object is larger: the largest difference of two pointers.
pub const LARGEST: u64 = i64::MAX as u64;

/// The cells of an object, or why it has none, and how many bytes it has.
pub type Shape = (Result<Vec<Cells>, String>, u64);

impl Lowering<'_, '_> {
    /// The struct's last field, if that is an array without a length: where it is, and the type of its elements.
    fn flexible(&self, ty: TypeId) -> Option<(u64, TypeId)> {
        let types = &self.module.types;
        let last = *types.fields(ty)?.types.last()?;
        let offset = *self.module.layout.struct_layout(types, ty)?.offsets.last()?;
        match types[last] {
            Type::Array { element, length: 0 } => Some((offset, element)),
            _ => None,
        }
    }

    /// So many values of a type, one after the other.
    pub fn array(&self, ty: TypeId, count: u64) -> Shape {
        let element = self.module.layout.size(&self.module.types, ty).unwrap_or(1);
        let mut cells = cells_of(self.module, ty);
        if let Ok(list) = &mut cells
            && count != 1
        {
            for c in list.iter_mut() {
                c.dims.insert(0, (element, count));
                c.suffix.insert_str(0, &format!("[:{count}]"));
            }
            cells = check_cells(list).map(|()| std::mem::take(list));
        }
        (cells, element.saturating_mul(count))
    }

    /// Memory of a type and so many bytes, if that is known. What does not fit the type is bytes.
    pub fn shape(&self, ty: TypeId, size: Option<u64>) -> Shape {
        let element = self.module.layout.size(&self.module.types, ty).unwrap_or(1).max(1);
        if let Some((offset, inner)) = self.flexible(ty)
            && size.is_none_or(|s| s >= element)
        {
            let each = self.module.layout.size(&self.module.types, inner).unwrap_or(1).max(1);
            let count = size.map_or((ROOM / each).max(LEAST_ELEMENTS), |s| (s - offset) / each);
            let (tail, _) = self.array(inner, count.max(1));
            let cells = cells_of(self.module, ty).and_then(|mut list| {
                let behind = if count > 0 { tail? } else { Vec::new() };
                list.extend(behind.into_iter().map(|c| Cells {
                    offset: c.offset + offset,
                    suffix: format!(".rest{}", c.suffix),
                    ..c
                }));
                Ok(list)
            });
            return (cells, size.unwrap_or(offset + count * each));
        }
        match size {
            Some(0) => (Ok(Vec::new()), 0),
            Some(size) if size % element == 0 => self.array(ty, size / element),
            Some(size) => {
                let bytes =
                    vec![Cells { width: 8, dims: vec![(1, size)], suffix: format!("[:{size}]"), ..Cells::default() }];
                (check_cells(&bytes).map(|()| bytes), size)
            }
            None => self.array(ty, (ROOM / element).max(LEAST_ELEMENTS)),
        }
    }

    /// The type that memory has by what the program does with its address, also where that is returned to.
    pub fn used_as(&self, context: ContextId, at: InstructionId, size: Option<u64>) -> Option<TypeId> {
        let (mut context, mut at) = (context, at);
        loop {
            let f = self.function(context);
            let mut names: Vec<ValueId> = f.instructions[at].result.into_iter().collect();
            if let Some(found) = self.used_here(context, &names, size) {
                return Some(found);
            }
            // By way of local variables.
            let mut k = 0;
            while k < names.len() {
                let name = names[k];
                k += 1;
                for i in f.instructions.values() {
                    match &i.op {
                        Op::Store { value: Operand::Value(v), address: Operand::Value(to), .. } if *v == name => {
                            let loads = f.instructions.values().filter(
                                |i| matches!(&i.op, Op::Load { address: Operand::Value(from), .. } if from == to),
                            );
                            names.extend(
                                loads.filter_map(|i| i.result).filter(|r| !names.contains(r)).collect::<Vec<_>>(),
                            );
                        }
                        Op::Phi { incoming, .. } if incoming.iter().any(|(o, _)| *o == Operand::Value(name)) => {
                            names.extend(i.result.filter(|r| !names.contains(r)));
                        }
                        _ => {}
                    }
                }
            }
            if let Some(found) = self.used_here(context, &names, size) {
                return Some(found);
            }
            let returns =
                |i: &kulan_llvm::Instruction| matches!(&i.op, Op::Return(Some(Operand::Value(v))) if names.contains(v));
            if !f.instructions.values().any(returns) {
                return None;
            }
            (context, at) = self.analysis.contexts[context].caller?;
        }
    }

    fn used_here(&self, context: ContextId, names: &[ValueId], size: Option<u64>) -> Option<TypeId> {
        let types = &self.module.types;
        let pointee = |ty: TypeId| match types[ty] {
            Type::Pointer { pointee, .. } => pointee,
            _ => None,
        };
        let fits = |ty: &TypeId| {
            let bytes = self.module.layout.size(types, *ty).unwrap_or(0);
            let rest = self.flexible(*ty).is_some();
            bytes > 0 && size.is_none_or(|s| s % bytes == 0 || rest && s > bytes)
        };
        self.function(context).instructions.values().find_map(|i| match &i.op {
            Op::Cast { value: Operand::Value(v), .. } if names.contains(v) => pointee(i.ty).filter(fits),
            Op::GetElementPtr { source, base: Operand::Value(v), .. } if names.contains(v) => {
                Some(*source).filter(fits)
            }
            _ => None,
        })
    }

    /// How many bytes the call at a path asks for.
    fn wanted_size(&mut self, path: &Path) -> Result<ExprId, Unsupported> {
        let call = self.function(path.context).instructions[path.at].op.call().ok_or("a call")?;
        let mut size = self.system.exprs.constant(64, 1);
        for &argument in &call.arguments {
            let by = self.scalar(path, argument)?;
            let by = self.system.exprs.zero_extend(64, by);
            // The product of two sizes, as `calloc` has them, may be more than a number can be.
            let product = self.system.exprs.as_const(size).zip(self.system.exprs.as_const(by));
            size = match product {
                Some((a, b)) => self.system.exprs.constant(64, a.saturating_mul(b)),
                None if self.system.exprs.as_const(size) == Some(1) => by,
                None => self.product(size, by),
            };
        }
        Ok(size)
    }

    /// A product of sizes, or the largest number if one of them is so large that the product might not be a number.
    fn product(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        let (half, most) = (exprs.constant(64, 1 << 32), exprs.constant(64, u64::MAX));
        let (fits_a, fits_b) =
            (exprs.binary(BinaryOp::UnsignedLess, a, half), exprs.binary(BinaryOp::UnsignedLess, b, half));
        let (fits, product) = (exprs.and(fits_a, fits_b), exprs.binary(BinaryOp::Mul, a, b));
        exprs.ite(fits, product, most)
    }

    /// Whether the program frees memory, and can notice where that is handed out again.
    pub fn notices_reuse(&self) -> bool {
        let object = |index: &usize| {
            let mut all = self.concrete.iter();
            all.find(|(_, list)| list.iter().any(|(o, _)| o == index)).map(|(&id, _)| id)
        };
        let taken_apart = self.taken_apart.iter().filter_map(object).collect();
        let watched = self.watched.globals().filter_map(|g| self.analysis.find(g)).collect();
        !self.frees.is_empty() && self.analysis.looks_at_freed(&taken_apart, &watched)
    }

    /// Why what holds, holds within the objects of the system only, even if no run needs more of them.
    pub fn few_objects(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        // One place hands out again what it has allocated itself.
        if !self.options.no_reuse && self.heap_places > 1 && self.notices_reuse() {
            let places: Vec<&str> = self.frees.iter().flatten().map(String::as_str).collect();
            let places = if places.is_empty() { String::new() } else { format!(" (freed at {})", places.join(", ")) };
            let why = "freed memory may be handed out again elsewhere, and the program looks at its addresses";
            reasons.push(format!("{why}{places}; --no-reuse takes it that it is not"));
        }
        let outside = self.guesses.iter().map(|name| format!("{name}() gives objects from outside of the program"));
        reasons.extend(outside);
        reasons
    }

    /// Notes how long an object is now, if that is not constant. More than there is room for is a bound of the search.
    pub fn set_length(&mut self, path: &mut Path, object: usize, bytes: ExprId) {
        let Some(length) = self.memory[object].length else { return };
        let limit = self.system.exprs.constant(64, self.memory[object].size);
        let bytes = self.system.exprs.zero_extend(64, bytes);
        let more = self.system.exprs.binary(BinaryOp::UnsignedLess, limit, bytes);
        let fits = self.system.exprs.not(more);
        let message =
            format!("more than {} bytes are asked for where the size is not constant", self.memory[object].size);
        self.check(path, fits, CheckKind::Objects, message);
        let width = self.system.variables[length.index()].width;
        let value = self.system.exprs.truncate(width, bytes);
        path.write(Target::Var(length), value);
    }

    /// Whether so many bytes at an address are in memory that can be used, if the address is in an object.
    pub fn usable(&mut self, path: &Path, object: usize, at: ExprId, bytes: u64) -> ExprId {
        let mut usable = self.system.exprs.bool(true);
        if let Some(alive) = self.memory[object].alive {
            let state = path.read(&mut self.system, alive);
            usable = self.system.exprs.eq_const(state, 1);
        }
        if let Some(length) = self.memory[object].length {
            let relative = self.relative(at, self.memory[object].base);
            let length = path.read(&mut self.system, length);
            let e = &mut self.system.exprs;
            let width = e.width(relative);
            let (length, bytes) = (e.zero_extend(width, length), e.constant(width, bytes));
            let end = e.binary(BinaryOp::Add, relative, bytes);
            let beyond = e.binary(BinaryOp::UnsignedLess, length, end);
            let inside = e.not(beyond);
            usable = e.and(usable, inside);
        }
        usable
    }

    /// How many bytes the memory has that an address is the start of.
    pub fn size_of(&mut self, mut path: Path, address: Operand) -> Next {
        let at = self.scalar(&path, address)?;
        let width = self.pointer_bits;
        let mut size = self.system.exprs.constant(width, 0);
        let mut known = self.system.exprs.bool(false);
        for object in self.candidates(&path, address, at) {
            let is = self.system.exprs.eq_const(at, self.memory[object].base);
            let own = match self.memory[object].length {
                Some(length) => path.read(&mut self.system, length),
                None => self.system.exprs.constant(width, self.memory[object].size),
            };
            let own = self.system.exprs.zero_extend(width, own);
            size = self.system.exprs.ite(is, own, size);
            known = self.system.exprs.or(known, is);
        }
        self.check(&mut path, known, CheckKind::Memory, "something is resized that is not allocated".into());
        Ok(vec![self.go_on(path, Some(Value::One(size)))])
    }

    pub fn malloc(&mut self, path: Path, zeroed: bool) -> Next {
        if self.must_wait(&path) {
            return self.wait(path);
        }
        let size = self.wanted_size(&path)?;
        if self.system.exprs.as_const(size).is_some_and(|bytes| bytes > LARGEST) {
            let null = self.system.exprs.constant(self.pointer_bits, 0);
            return Ok(vec![self.go_on(path, Some(Value::One(null)))]);
        }
        let id = self.analysis.object_of(Object::Heap(path.context, path.at)).ok_or("malloc")?;
        let own = self.concrete.get(&id).into_iter().flatten().filter(|(_, i)| *i == self.current);
        let objects: Vec<usize> = own.map(|(o, _)| *o).collect();
        if let Some(why) = objects.iter().find_map(|&o| self.memory[o].unsupported.clone()) {
            return Err(why);
        }
        let (mut next, mut full, mut open) = (Vec::new(), path.clone(), true);
        if self.options.malloc_fails {
            let mut fails = path.clone();
            fails.part();
            let null = self.system.exprs.constant(self.pointer_bits, 0);
            next.push(self.go_on(fails, Some(Value::One(null))));
        }
        for &object in &objects {
            let alive = self.memory[object].alive.ok_or("malloc")?;
            let state = path.read(&mut self.system, alive);
            let unused = self.system.exprs.eq_const(state, 0);
            let mut side = full.clone();
            if open && side.require(&self.system.exprs, unused) {
                side.forks += usize::from(objects.len() > 1);
                side.parted |= self.options.malloc_fails || !self.options.no_reuse && objects.len() > 1;
                next.push(self.hand_out(side, object, size, zeroed)?);
            }
            let used = self.system.exprs.not(unused);
            open &= full.require(&self.system.exprs, used);
            // Memory that was freed can be handed out again; it need not be.
            let freed = self.system.exprs.eq_const(state, 2);
            let mut again = path.clone();
            if !self.options.no_reuse && objects.len() > 1 && again.require(&self.system.exprs, freed) {
                again.part();
                self.mark_all(&mut again, object, false);
                next.push(self.hand_out(again, object, size, zeroed)?);
            }
        }
        if open && objects.len() > 1 {
            let message = format!("more than {} objects are allocated at one place", objects.len());
            self.finish(full, End::Fails(CheckKind::Objects, message));
        }
        Ok(next)
    }

    /// Goes on with the address of an object that can be used from now on.
    pub fn hand_out(&mut self, mut path: Path, object: usize, size: ExprId, zeroed: bool) -> Result<Path, Unsupported> {
        let alive = self.memory[object].alive.ok_or("malloc")?;
        let yes = self.system.exprs.constant(2, 1);
        path.write(Target::Var(alive), yes);
        path.seen |= self.memory[object].shared;
        self.set_length(&mut path, object, size);
        if zeroed {
            self.zero_all(&mut path, object);
        }
        let base = self.system.exprs.constant(self.pointer_bits, self.memory[object].base);
        Ok(self.go_on(path, Some(Value::One(base))))
    }

    pub fn zero_all(&mut self, path: &mut Path, object: usize) {
        for (i, cells) in self.memory[object].cells.clone().into_iter().enumerate() {
            self.notes.write(object, i);
            let zero = self.system.exprs.constant(cells.width, 0);
            let Some(var) = cells.var else { continue };
            let target = if cells.dims.is_empty() { Target::Var(var) } else { Target::Fill(var) };
            path.writes.retain(|w| w.target.variable() != var);
            path.write(target, zero);
        }
        self.mark_all(path, object, true);
    }

    pub fn free(&mut self, path: Path, address: Operand) -> Next {
        let place = self.source(path.context, path.at);
        let place = place.map(|s| format!("{}:{}", self.system.files[s.file.index()], s.line));
        self.frees.insert(place);
        let at = self.scalar(&path, address)?;
        let objects = self.candidates(&path, address, at);
        if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        let (mut next, mut bad, mut open) = (Vec::new(), path.clone(), true);
        for &object in &objects {
            let Some(alive) = self.memory[object].alive.filter(|_| !self.pools.contains_key(&object)) else { continue };
            let is = self.system.exprs.eq_const(at, self.memory[object].base);
            let state = path.read(&mut self.system, alive);
            let usable = self.system.exprs.eq_const(state, 1);
            let both = self.system.exprs.and(is, usable);
            let mut side = path.clone();
            if side.require(&self.system.exprs, both) {
                self.touch_freed(&side, object);
                side.forks += 1;
                side.seen |= self.memory[object].shared;
                let freed = self.system.exprs.constant(2, 2);
                side.write(Target::Var(alive), freed);
                next.push(self.go_on(side, None));
            }
            let not = self.system.exprs.not(both);
            open &= bad.require(&self.system.exprs, not);
        }
        let null = self.system.exprs.eq_const(at, 0);
        let mut nothing = bad.clone();
        if open && nothing.require(&self.system.exprs, null) {
            next.push(self.go_on(nothing, None));
        }
        let not = self.system.exprs.not(null);
        if open && bad.require(&self.system.exprs, not) {
            let message = "something is freed that is not allocated, or no longer".into();
            self.finish(bad, End::Fails(CheckKind::Memory, message));
        }
        Ok(next)
    }
}
