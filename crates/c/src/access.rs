//! Reading and writing memory through addresses.

use std::rc::Rc;

use kulan_ir::{BinaryOp, CheckKind, Expr, ExprId, Target, VarId};
use kulan_llvm::function::Definition;
use kulan_llvm::types::Type;
use kulan_llvm::{Op, Operand, TypeId, ValueId};

use crate::emit::End;
use crate::execute::{Next, Unsupported};
use crate::lower::{Lowering, Origin};
use crate::memory::Cells;
use crate::parts::{Extent, Way};
use crate::path::{Path, Value};
use crate::points_to::{ContextId, Object};
use crate::races::Manner;

/// Constants in an array that a computed index chooses from, at most.
const MOST_CHOICES: u64 = 256;
/// Why an address cannot be followed that is of no object of the program.
pub const FROM_OUTSIDE: &str = "a pointer from outside of the program";
/// What is said of memory that is read before it is written.
pub const UNSET: &str = "memory is read that has no value yet";

/// A cell of memory, or parts of some.
#[derive(Clone, Debug)]
pub struct Cell {
    pub object: usize,
    pub cells: usize,
    /// Which one, of several.
    pub index: Option<ExprId>,
    /// If it is not this one as a whole: where it can be.
    pub ways: Option<Rc<[Way]>>,
}

impl Cell {
    pub fn new(object: usize, cells: usize, index: Option<ExprId>) -> Cell {
        Cell { object, cells, index, ways: None }
    }
}

/// What the types in the program say about the cells at an address. A program can lie about them: an address that is of
/// no such cell is then one that is not supported.
#[derive(Copy, Clone, Debug)]
pub enum Hint {
    /// A field of a struct.
    Field(TypeId, usize),
    /// The first scalar of a type.
    First(TypeId),
}

impl Hint {
    fn fits(self, cells: &Cells) -> bool {
        match self {
            Hint::Field(ty, field) => cells.chain.contains(&(ty, field)),
            Hint::First(ty) => cells.firsts.contains(&ty),
        }
    }
}

type Action<'x, 'a, 'm> = dyn FnMut(&mut Lowering<'a, 'm>, &mut Path, &Cell) -> Result<Option<Value>, Unsupported> + 'x;

impl<'a, 'm> Lowering<'a, 'm> {
    /// The object of a local variable of the current thread, if it is always the same.
    pub fn local_object(&self, context: ContextId, v: ValueId) -> Option<usize> {
        let Definition::Instruction(at) = self.function(context).values[v].definition else { return None };
        let id = self.analysis.object_of(Object::Alloca(context, at))?;
        self.own_object(id).filter(|object| !self.pools.contains_key(object))
    }

    fn own_object(&self, id: usize) -> Option<usize> {
        self.concrete.get(&id)?.iter().find(|(_, i)| *i == self.current).map(|(o, _)| *o)
    }

    /// The objects that an address can be in.
    pub fn candidates(&self, path: &Path, address: Operand, value: ExprId) -> Vec<usize> {
        let mut list = Vec::new();
        for id in self.targets(path, address) {
            let everyone = self.analysis.escapes[id];
            let objects = self.concrete.get(&id).into_iter().flatten();
            let mine = objects.filter(|(_, i)| everyone || *i == self.current || *i == usize::MAX);
            list.extend(mine.map(|(o, _)| *o));
        }
        if let Some(at) = self.system.exprs.as_const(value) {
            list.retain(|&o| at.wrapping_sub(self.memory[o].base) < self.memory[o].size);
        }
        list
    }

    /// Does something with the cell at an address; with each that it can be, on a path of its own.
    pub fn access(
        &mut self,
        path: Path,
        address: Operand,
        extent: Option<Extent>,
        action: &mut Action<'_, 'a, 'm>,
    ) -> Next {
        let at = self.scalar(&path, address)?;
        let objects = self.candidates(&path, address, at);
        if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        let mut next = Vec::new();
        // At a known address there is no doubt about the cell, whatever type the program takes it for.
        let known = self.system.exprs.as_const(at).is_some();
        let hint = if known { None } else { self.hint(&path, address, extent.is_none()) };
        let free = hint.is_none() && !self.is_field(&path, address);
        for (mut path, cell) in self.cells(path, at, &objects, extent, (hint, free))? {
            let value = action(self, &mut path, &cell)?;
            next.push(self.go_on(path, value));
        }
        Ok(next)
    }

    /// The same for data, which threads can race for.
    pub fn data(
        &mut self,
        path: Path,
        address: Operand,
        extent: Extent,
        manner: Manner,
        action: &mut Action<'_, 'a, 'm>,
    ) -> Next {
        if path.atomic > 0 || !path.seen {
            self.touch(&path, address, extent, manner);
        }
        self.access(path, address, Some(extent), action)
    }

    /// What the types say about an address; where the first scalar is meant, by the type that the pointer has.
    fn hint(&self, path: &Path, address: Operand, first: bool) -> Option<Hint> {
        let f = self.function(path.context);
        let module = self.module;
        if first {
            let Type::Pointer { pointee: Some(ty), .. } = module.types[module.type_of(f, address)?] else {
                return None;
            };
            return module.types.fields(ty).map(|_| Hint::First(ty));
        }
        let Operand::Value(v) = address else { return None };
        let Definition::Instruction(at) = f.values[v].definition else { return None };
        let Op::GetElementPtr { source, indices, .. } = &f.instructions[at].op else { return None };
        module.types.fields(*source)?;
        let Some(Operand::Constant(c)) = indices.get(1) else { return None };
        Some(Hint::Field(*source, module.integer(*c)? as usize))
    }

    /// Whether an address is inside of a field of a struct, by the types.
    fn is_field(&self, path: &Path, address: Operand) -> bool {
        let f = self.function(path.context);
        let mut address = address;
        while let Operand::Value(v) = address
            && let Definition::Instruction(at) = f.values[v].definition
            && let Op::GetElementPtr { source, base, indices, .. } = &f.instructions[at].op
        {
            if self.module.types.fields(*source).is_some() && indices.len() > 1 {
                return true;
            }
            address = *base;
        }
        false
    }

    /// The paths on which an address is that of a cell, with checks that it is one.
    pub fn cells(
        &mut self,
        mut path: Path,
        at: ExprId,
        objects: &[usize],
        extent: Option<Extent>,
        (hint, free): (Option<Hint>, bool),
    ) -> Result<Vec<(Path, Cell)>, Unsupported> {
        if let Some(why) = objects.iter().find_map(|&o| self.memory[o].unsupported.clone()) {
            return Err(why);
        }
        path.seen |= objects.iter().any(|&o| self.memory[o].shared);
        // By object: when the address is inside of it, and when it can be used.
        let mut insides: Vec<(ExprId, ExprId)> = Vec::new();
        let mut found: Vec<(ExprId, Cell)> = Vec::new();
        let mut exact = true;
        for &object in objects {
            let (base, size) = (self.memory[object].base, self.memory[object].size);
            let relative = self.relative(at, base);
            let mut here = self.below(relative, size);
            let usable = self.usable(&path, object, at, extent.map_or(1, Extent::bytes));
            here = self.system.exprs.and(here, usable);
            let groups = self.memory[object].cells.len();
            for cells in 0..groups {
                let group = self.memory[object].cells[cells].clone();
                if extent.is_some_and(|e| e.bits != group.width) || hint.is_some_and(|h| !h.fits(&group)) {
                    exact = false;
                    continue;
                }
                let relative = self.relative(at, base + group.offset);
                let (valid, index) = self.locate(relative, &group.dims);
                let valid = self.system.exprs.and(valid, usable);
                if self.system.exprs.as_const(valid) != Some(0) {
                    found.push((valid, Cell::new(object, cells, index)));
                }
                let stride = group.dims.last().map(|d| d.0);
                let bytes = u64::from(group.width) / 8;
                let dense =
                    groups == 1 && group.dims.len() == 1 && stride == Some(bytes) && group.count() * bytes == size;
                if dense && self.memory[object].length.is_none() && index.is_some_and(|i| !has_division(self, i)) {
                    here = valid;
                } else {
                    exact &= self.system.exprs.as_const(valid).is_some();
                }
            }
            insides.push((here, usable));
        }
        if let Some(sure) = found.iter().position(|(v, _)| self.system.exprs.as_const(*v) == Some(1)) {
            return Ok(vec![(path, found.swap_remove(sure).1)]);
        }
        let part = "an access to a part of a value, or to several at once";
        if let Some(extent) = extent.filter(|_| found.is_empty() || free) {
            let whole = !found.is_empty();
            for (&object, (here, usable)) in objects.iter().zip(&mut insides) {
                let ways = self.ways(at, object, extent, whole);
                if ways.is_none() && whole {
                    continue;
                }
                let (base, size) = (self.memory[object].base, self.memory[object].size);
                let relative = self.relative(at, base);
                let fits = self.below(relative, (size + 1).saturating_sub(extent.bytes()));
                *here = self.system.exprs.and(fits, *usable);
                if let Some((valid, cell)) = ways {
                    found.push((self.system.exprs.and(valid, *usable), cell));
                    exact = false;
                }
            }
            if let [(valid, _)] = found[..]
                && self.system.exprs.as_const(valid) == Some(1)
            {
                return Ok(found.into_iter().map(|(_, cell)| (path.clone(), cell)).collect());
            }
        }
        let insides: Vec<ExprId> = insides.into_iter().map(|(here, _)| here).collect();
        let inside = self.system.exprs.any(&insides);
        let message = self.message(at, objects);
        if found.is_empty() {
            if self.system.exprs.as_const(inside) == Some(0) {
                if objects.is_empty() && self.may_be_from_outside(at) {
                    return Err(FROM_OUTSIDE.into());
                }
                self.finish(path, End::Fails(CheckKind::Memory, message));
                return Ok(Vec::new());
            }
            return Err(part.into());
        }
        if let [(valid, _)] = found[..] {
            self.check(&mut path, inside, CheckKind::Memory, message);
            if !exact {
                let mut fine = valid;
                if found[0].1.ways.is_some() {
                    let outside = self.system.exprs.not(inside);
                    fine = self.system.exprs.or(outside, valid);
                }
                self.check(&mut path, fine, CheckKind::Unsupported, part.into());
            }
            return Ok(found.into_iter().map(|(_, cell)| (path.clone(), cell)).collect());
        }
        let mut next = Vec::new();
        let mut bad = path.clone();
        for (valid, cell) in found {
            let not = self.system.exprs.not(valid);
            bad.conditions.push(not);
            let mut side = path.clone();
            side.forks += 1;
            side.conditions.push(valid);
            next.push((side, cell));
        }
        self.check(&mut bad, inside, CheckKind::Memory, message);
        self.finish(bad, End::Unsupported(part.into()));
        Ok(next)
    }

    /// Whether a pointer may well point to something that is not part of the program as it is seen here.
    pub fn may_be_from_outside(&self, at: ExprId) -> bool {
        let mut inputs = rustc_hash::FxHashSet::default();
        crate::inputs::inputs_in(&self.system.exprs, at, &mut inputs);
        let is_arbitrary = |&(i, _): &(u32, u8)| self.inputs[i as usize].origin != Origin::Outside;
        self.system.exprs.as_const(at).is_none() && (inputs.is_empty() || !inputs.iter().all(is_arbitrary))
    }

    fn message(&self, at: ExprId, objects: &[usize]) -> String {
        if self.system.exprs.as_const(at) == Some(0) {
            return "a null pointer is used".into();
        }
        let names: Vec<&str> = objects.iter().take(3).map(|&o| self.memory[o].name.as_str()).collect();
        match &names[..] {
            [] => "a pointer that points nowhere is used".into(),
            list => format!("a pointer is null, freed, or outside of {}", list.join(", ")),
        }
    }

    pub fn relative(&mut self, at: ExprId, base: u64) -> ExprId {
        let e = &mut self.system.exprs;
        let (constant, terms) = linear(e, at);
        let width = e.width(at);
        let mut sum = e.constant(width, constant.wrapping_sub(base));
        for (factor, term) in terms {
            let factor = e.constant(width, factor);
            let product = e.binary(BinaryOp::Mul, term, factor);
            sum = e.binary(BinaryOp::Add, sum, product);
        }
        sum
    }

    pub fn below(&mut self, e: ExprId, limit: u64) -> ExprId {
        let limit = self.system.exprs.constant(self.system.exprs.width(e), limit);
        self.system.exprs.binary(BinaryOp::UnsignedLess, e, limit)
    }

    /// Whether a distance from the first cell hits one, and which.
    fn locate(&mut self, relative: ExprId, dims: &[(u64, u64)]) -> (ExprId, Option<ExprId>) {
        let width = self.system.exprs.width(relative);
        let (constant, mut terms) = linear(&self.system.exprs, relative);
        let mut constant = kulan_ir::expr::signed(width, constant);
        if dims.is_empty() {
            return (self.system.exprs.eq_const(relative, 0), None);
        }
        let regular = terms.iter().all(|(f, _)| dims.iter().any(|d| f % d.0 == 0));
        let mut valid = self.system.exprs.bool(true);
        let mut flat = None;
        let mut rest = relative;
        for (k, &(stride, count)) in dims.iter().enumerate() {
            let index = if regular {
                let inner = k + 1 == dims.len();
                let (now, later): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(f, _)| f % stride == 0);
                terms = later;
                let part = if inner { constant / stride as i64 } else { constant.div_euclid(stride as i64) };
                constant -= part * stride as i64;
                let mut sum = self.system.exprs.constant(width, part as u64);
                for (factor, term) in now {
                    let factor = self.system.exprs.constant(width, factor / stride);
                    let product = self.system.exprs.binary(BinaryOp::Mul, term, factor);
                    sum = self.system.exprs.binary(BinaryOp::Add, sum, product);
                }
                sum
            } else {
                let by = self.system.exprs.constant(width, stride);
                let index = self.system.exprs.binary(BinaryOp::UnsignedDiv, rest, by);
                rest = self.system.exprs.binary(BinaryOp::UnsignedRem, rest, by);
                index
            };
            let index = self.shrink(index, count);
            let fits = self.below_checked(index, count);
            valid = self.system.exprs.and(valid, fits);
            let e = &mut self.system.exprs;
            flat = Some(match flat {
                None => index,
                Some(outer) => {
                    let most = e.width(outer).max(e.width(index)).max(16);
                    let (outer, index) = (e.zero_extend(most, outer), e.zero_extend(most, index));
                    let count = e.constant(most, count);
                    let scaled = e.binary(BinaryOp::Mul, outer, count);
                    e.binary(BinaryOp::Add, scaled, index)
                }
            });
        }
        let none = if regular {
            let none = constant == 0;
            self.system.exprs.bool(none)
        } else {
            self.system.exprs.eq_const(rest, 0)
        };
        valid = self.system.exprs.and(valid, none);
        (valid, flat)
    }

    fn below_checked(&mut self, index: ExprId, count: u64) -> ExprId {
        let width = self.system.exprs.width(index);
        if kulan_ir::expr::mask(width) < count { self.system.exprs.bool(true) } else { self.below(index, count) }
    }

    /// An index without extensions that do not matter for whether it is in range.
    fn shrink(&mut self, index: ExprId, count: u64) -> ExprId {
        match self.system.exprs.get(index) {
            Expr::SignExtend(_, inner) | Expr::ZeroExtend(_, inner)
                if count <= kulan_ir::expr::mask(self.system.exprs.width(inner)) >> 1 =>
            {
                inner
            }
            _ => index,
        }
    }

    /// The value of a cell.
    pub fn load(&mut self, path: &mut Path, cell: &Cell) -> Result<ExprId, Unsupported> {
        self.check_active(path, cell.object);
        if let Some(ways) = &cell.ways {
            return self.load_ways(path, ways);
        }
        let memory = &self.memory[cell.object];
        if let Some(set) = memory.cells[cell.cells].set.filter(|_| !(memory.outside && self.notes.locking)) {
            let known = self.read_at(path, set, cell.index);
            let fine = self.system.exprs.eq_const(known, self.all_set(set));
            self.check(path, fine, CheckKind::Unsupported, UNSET.into());
        }
        self.read_cell(path, cell)
    }

    /// The value of a cell, whether or not it was written.
    pub fn read_cell(&mut self, path: &Path, cell: &Cell) -> Result<ExprId, Unsupported> {
        let memory = &self.memory[cell.object];
        let group = memory.cells[cell.cells].clone();
        if let Some(values) = memory.fixed.clone() {
            return self.constant_at(&group, cell.index, &values);
        }
        let var = group.var.ok_or("memory without a variable")?;
        Ok(self.read_at(path, var, cell.index))
    }

    pub fn read_at(&mut self, path: &Path, var: VarId, index: Option<ExprId>) -> ExprId {
        match index {
            Some(index) => path.read_element(&mut self.system, var, index),
            None => path.read(&mut self.system, var),
        }
    }

    /// What a mark has if its cell was written: a bit, or one for each byte.
    fn all_set(&self, mark: VarId) -> u64 {
        kulan_ir::expr::mask(self.system.variables[mark.index()].width)
    }

    /// An element of an array that never changes.
    fn constant_at(
        &mut self,
        group: &crate::memory::Cells,
        index: Option<ExprId>,
        values: &rustc_hash::FxHashMap<u64, u64>,
    ) -> Result<ExprId, Unsupported> {
        let offsets = crate::memory::offsets(group);
        let value = |at: &u64| values.get(at).copied().unwrap_or(0);
        let Some(index) = index else { return Ok(self.system.exprs.constant(group.width, value(&offsets[0]))) };
        if let Some(i) = self.system.exprs.as_const(index) {
            let bits = offsets.get(i as usize).map_or(0, value);
            return Ok(self.system.exprs.constant(group.width, bits));
        }
        if group.count() > MOST_CHOICES {
            return Err("a large constant array with a computed index".into());
        }
        let mut result = self.system.exprs.constant(group.width, 0);
        for (i, at) in offsets.iter().enumerate() {
            let here = self.system.exprs.eq_const(index, i as u64);
            let bits = self.system.exprs.constant(group.width, value(at));
            result = self.system.exprs.ite(here, bits, result);
        }
        Ok(result)
    }

    /// Writes a cell.
    pub fn store(&mut self, path: &mut Path, cell: &Cell, value: ExprId) -> Result<(), Unsupported> {
        self.check_active(path, cell.object);
        if self.memory[cell.object].read_only {
            let (never, name) = (self.system.exprs.bool(false), &self.memory[cell.object].name);
            let message = format!("{name} is written, which is a constant");
            self.check(path, never, CheckKind::Memory, message);
        }
        if let Some(ways) = &cell.ways {
            return self.store_ways(path, ways, value);
        }
        let group = self.memory[cell.object].cells[cell.cells].clone();
        self.notes.write(cell.object, cell.cells);
        let width = self.system.exprs.width(value);
        let e = &mut self.system.exprs;
        let value =
            if width > group.width { e.truncate(group.width, value) } else { e.zero_extend(group.width, value) };
        let target = |var| cell.index.map_or(Target::Var(var), |i| Target::Element(var, i));
        if let Some(var) = group.var {
            path.write(target(var), value);
        }
        if let Some(set) = group.set {
            let yes = self.mark_value(set, true);
            path.write(target(set), yes);
        }
        Ok(())
    }

    fn mark_value(&mut self, mark: VarId, set: bool) -> ExprId {
        let width = self.system.variables[mark.index()].width;
        self.system.exprs.constant(width, if set { self.all_set(mark) } else { 0 })
    }

    /// A local variable in memory begins to live: it has no value yet.
    pub fn allocate_local(&mut self, path: &mut Path) -> Result<Value, Unsupported> {
        let id = self.analysis.object_of(Object::Alloca(path.context, path.at)).ok_or("a local variable")?;
        let object = self.own_object(id).ok_or("a local variable")?;
        if let Some(why) = &self.memory[object].unsupported {
            return Err(why.clone());
        }
        if self.memory[object].shared && self.analysis.contexts[path.context].repeats {
            path.seen = true;
        }
        if let Some(life) = self.lives.get(&object) {
            let yes = self.system.exprs.bool(true);
            path.write(Target::Var(life.active), yes);
        }
        let varies = self.memory[object].length.is_some();
        if self.analysis.contexts[path.context].repeats || varies {
            self.mark_all(path, object, false);
        }
        if varies {
            path.seen |= self.memory[object].shared;
            let bytes = self.bytes_of_alloca(path)?;
            self.set_length(path, object, bytes);
        }
        Ok(Value::One(self.system.exprs.constant(self.pointer_bits, self.memory[object].base)))
    }

    /// Says of all cells whether they have a value.
    pub fn mark_all(&mut self, path: &mut Path, object: usize, set: bool) {
        for cells in self.memory[object].cells.clone() {
            if let Some(mark) = cells.set {
                let value = self.mark_value(mark, set);
                let target = if cells.dims.is_empty() { Target::Var(mark) } else { Target::Fill(mark) };
                path.writes.retain(|w| w.target.variable() != mark);
                path.write(target, value);
            }
        }
    }
}

/// Whether an index is the result of a division, so that nothing simple is known of it.
fn has_division(lowering: &Lowering<'_, '_>, e: ExprId) -> bool {
    match lowering.system.exprs.get(e) {
        Expr::Binary(BinaryOp::UnsignedDiv, ..) => true,
        Expr::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => has_division(lowering, a) || has_division(lowering, b),
        _ => false,
    }
}

/// An expression as a constant and multiples of others.
pub fn linear(exprs: &kulan_ir::Exprs, e: ExprId) -> (u64, Vec<(u64, ExprId)>) {
    match exprs.get(e) {
        Expr::Const { bits, .. } => (bits, Vec::new()),
        Expr::Binary(BinaryOp::Add, a, b) => {
            let ((x, mut p), (y, q)) = (linear(exprs, a), linear(exprs, b));
            p.extend(q);
            (x.wrapping_add(y) & kulan_ir::expr::mask(exprs.width(e)), p)
        }
        Expr::Binary(BinaryOp::Mul, a, b) => {
            let (k, other) = match (exprs.as_const(a), exprs.as_const(b)) {
                (Some(k), _) => (k, b),
                (_, Some(k)) => (k, a),
                _ => return (0, vec![(1, e)]),
            };
            let (x, p) = linear(exprs, other);
            let width = kulan_ir::expr::mask(exprs.width(e));
            (x.wrapping_mul(k) & width, p.into_iter().map(|(f, t)| (f.wrapping_mul(k) & width, t)).collect())
        }
        _ => (0, vec![(1, e)]),
    }
}
