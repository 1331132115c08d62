//! `memcpy`, `memmove` and `memset`: scalar by scalar, each a step of its own where threads share the memory.

use kulan_ir::{BinaryOp, CheckKind, ExprId, Owner, Target};
use kulan_llvm::function::Definition;
use kulan_llvm::types::Type;
use kulan_llvm::{Op, Operand};

use crate::access::{Cell, Hint, linear};
use crate::emit::End;
use crate::execute::{Next, Unsupported};
use crate::lower::Lowering;
use crate::memory::{cells_of, offsets};
use crate::parts::Extent;
use crate::path::{Path, Value};
use crate::races::Manner;

/// Places that a computed address can be, and sizes that a computed one can have, at most.
const MOST_PLACES: usize = 32;
const MOST_SIZES: u64 = 64;
/// Scalars that are copied in steps of their own, at most, and in one step.
const MOST_STEPS: usize = 256;
const MOST_SCALARS: usize = 1 << 13;

/// Bytes of an object.
#[derive(Copy, Clone, Debug)]
struct Range {
    object: usize,
    offset: u64,
}

/// A scalar of a struct: where it is, how many bits it has, and what field it is.
type Scalar = (u64, u8, Hint);

/// Bytes that are copied at once: where from the start on, and how many.
type Chunk = (u64, u64);

impl Lowering<'_, '_> {
    /// The paths on which a size has one value each; more than there can be is an error.
    fn sizes(&mut self, path: Path, size: Operand, limit: u64) -> Result<Vec<(Path, u64)>, Unsupported> {
        let size = match self.constant_operand(path.context, size) {
            Some(constant) => constant,
            None => self.scalar(&path, size)?,
        };
        if let Some(constant) = self.system.exprs.as_const(size) {
            return Ok(vec![(path, constant)]);
        }
        let (first, terms) = linear(&self.system.exprs, size);
        let step = terms.iter().map(|(f, _)| 1u64 << f.trailing_zeros().min(12)).min().unwrap_or(1);
        let possible: Vec<u64> = (0..=limit).filter(|n| n.wrapping_sub(first).is_multiple_of(step)).collect();
        if possible.len() as u64 > MOST_SIZES {
            return Err("copying or setting memory of a computed size".into());
        }
        let mut list = Vec::new();
        for n in possible {
            let is = self.system.exprs.eq_const(size, n);
            let mut side = path.clone();
            side.forks += 1;
            if side.require(&self.system.exprs, is) {
                list.push((side, n));
            }
        }
        let limit = self.system.exprs.constant(self.system.exprs.width(size), limit);
        let more = self.system.exprs.binary(BinaryOp::UnsignedLess, limit, size);
        let mut beyond = path;
        if beyond.require(&self.system.exprs, more) {
            let message = "more memory is copied or set than there is".into();
            self.finish(beyond, End::Fails(CheckKind::Memory, message));
        }
        Ok(list)
    }

    /// The paths on which an address is one place in an object each.
    fn places(
        &mut self,
        path: Path,
        at: ExprId,
        objects: &[usize],
        count: u64,
    ) -> Result<Vec<(Path, Range)>, Unsupported> {
        if let Some(why) = objects.iter().find_map(|&o| self.memory[o].unsupported.clone()) {
            return Err(why);
        }
        let mut bad = path.clone();
        let (mut next, mut open) = (Vec::new(), true);
        let mut inside = self.system.exprs.bool(false);
        for &object in objects {
            let usable = self.usable(&path, object, at, count);
            let (base, size) = (self.memory[object].base, self.memory[object].size);
            let relative = self.relative(at, base);
            let limit = self.system.exprs.constant(self.system.exprs.width(at), (size + 1).saturating_sub(count));
            let here = self.system.exprs.binary(BinaryOp::UnsignedLess, relative, limit);
            let here = self.system.exprs.and(here, usable);
            inside = self.system.exprs.or(inside, here);
            for offset in self.offsets_at(at, object, count) {
                let is = self.system.exprs.eq_const(at, base + offset);
                let is = self.system.exprs.and(is, usable);
                let mut side = path.clone();
                if side.require(&self.system.exprs, is) {
                    side.forks += usize::from(self.system.exprs.as_const(is).is_none());
                    next.push((side, Range { object, offset }));
                }
                let not = self.system.exprs.not(is);
                open &= bad.require(&self.system.exprs, not);
            }
        }
        if next.len() > MOST_PLACES {
            return Err("copying or setting memory through a computed pointer".into());
        }
        if open {
            let message = "memory is copied or set outside of an object".to_string();
            if self.system.exprs.as_const(inside) == Some(0) {
                self.finish(bad, End::Fails(CheckKind::Memory, message));
            } else {
                let outside = self.system.exprs.not(inside);
                let mut fails = bad.clone();
                fails.conditions.push(outside);
                self.finish(fails, End::Fails(CheckKind::Memory, message));
                bad.conditions.push(inside);
                let why = "copying or setting memory through a computed pointer";
                self.finish(bad, End::Unsupported(why.into()));
            }
        }
        Ok(next)
    }

    /// Where in an object a computed address is likely to be: at elements of arrays, and at the start.
    fn offsets_at(&self, at: ExprId, object: usize, count: u64) -> Vec<u64> {
        let memory = &self.memory[object];
        let Some(last) = memory.size.checked_sub(count) else { return Vec::new() };
        let (constant, terms) = linear(&self.system.exprs, at);
        if terms.is_empty() {
            let offset = constant.wrapping_sub(memory.base);
            return (offset <= last).then_some(offset).into_iter().collect();
        }
        let (first, step) = match terms.iter().map(|t| t.0).reduce(gcd) {
            // A pointer from somewhere, and a field behind it. No object begins before that.
            Some(1) if constant < 64 => {
                let outer = memory.cells.first().and_then(|c| c.dims.first()).map_or(memory.size, |d| d.0);
                (constant, outer)
            }
            Some(step) => (constant.wrapping_sub(memory.base) % step.max(1), step),
            None => return Vec::new(),
        };
        (first % step.max(1)..=last).step_by(step.max(1) as usize).take(MOST_PLACES + 1).collect()
    }

    /// The scalars that are copied or set, one after the other; of two objects, those that are in one scalar of each. What is
    /// between the fields of the target is left out.
    fn chunks(&mut self, to: Range, from: Option<Range>, count: u64) -> Vec<Chunk> {
        let (mut list, mut at) = (Vec::new(), 0);
        while at < count {
            let own = self.rest_of_cell(to.object, to.offset + at);
            let other = from.map(|from| self.rest_of_cell(from.object, from.offset + at));
            let length = match (own, other) {
                (Some(own), None) => own,
                (Some(own), Some(Some(other))) => own.min(other),
                (Some(_), Some(None)) => {
                    // Another attempt has cells for what is between the fields.
                    self.wanted.padded.extend(from.map(|f| f.object));
                    at += 1;
                    continue;
                }
                (None, _) => {
                    at += 1;
                    continue;
                }
            };
            let length = length.min(count - at);
            list.push((at, length));
            at += length;
        }
        list
    }

    fn touch_chunk(&mut self, path: &Path, range: Range, (at, length): Chunk, manner: Manner) {
        if path.atomic > 0 || !path.seen {
            let address = self.memory[range.object].base + range.offset + at;
            let extent = Extent { bits: (length * 8) as u8, align: 1 << address.trailing_zeros() };
            let address = self.system.exprs.constant(self.pointer_bits, address);
            self.touch_at(path, address, extent, vec![range.object], manner);
        }
    }

    fn chunk(&mut self, range: Range, (at, length): Chunk) -> Result<Cell, Unsupported> {
        self.piece(range.object, range.offset + at, length).ok_or_else(|| "copying or setting such memory".into())
    }

    fn limit(&self, objects: &[usize]) -> u64 {
        objects.iter().map(|&o| self.memory[o].size).max().unwrap_or(0)
    }

    fn check_count(&self, chunks: &[Chunk], shared: bool) -> Result<(), Unsupported> {
        let most = if shared { MOST_STEPS } else { MOST_SCALARS };
        if chunks.len() > most { Err("copying or setting so much memory".into()) } else { Ok(()) }
    }

    /// The result of a call that gives its first argument.
    fn first_argument(&self, path: &Path, at: ExprId) -> Option<Value> {
        self.function(path.context).instructions[path.at].result.map(|_| Value::One(at))
    }

    pub fn copy(&mut self, path: Path, to: Operand, from: Operand, size: Operand) -> Next {
        let (a, b) = (self.scalar(&path, to)?, self.scalar(&path, from)?);
        let (targets, sources) = (self.candidates(&path, to, a), self.candidates(&path, from, b));
        if targets.iter().chain(&sources).any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        let limit = self.limit(&targets).min(self.limit(&sources));
        let mut next = Vec::new();
        for (path, count) in self.sizes(path, size, limit)? {
            if count == 0 {
                let value = self.first_argument(&path, a);
                next.push(self.go_on(path, value));
                continue;
            }
            let known = [a, b].iter().all(|&at| self.system.exprs.as_const(at).is_some());
            if let (false, &[target], &[source]) = (known, &targets[..], &sources[..])
                && let Some(scalars) = self.scalars_behind(&path, &[to, from], count)
                && (target != source || is_flat(&scalars))
            {
                next.extend(self.copy_scalars(path, &scalars, (a, target), (b, source))?);
                continue;
            }
            for (path, target) in self.places(path, a, &targets, count)? {
                for (path, source) in self.places(path, b, &sources, count)? {
                    next.extend(self.copy_range(path, target, source, count, a)?);
                }
            }
        }
        Ok(next)
    }

    /// The scalars of the struct that a pointer points to by its type.
    fn scalars_behind(&self, path: &Path, operands: &[Operand], count: u64) -> Option<Vec<Scalar>> {
        let f = self.function(path.context);
        let module = self.module;
        let struct_behind = |operand: &Operand| {
            let Operand::Value(v) = operand else { return None };
            let Definition::Instruction(at) = f.values[*v].definition else { return None };
            let Op::Cast { value, .. } = &f.instructions[at].op else { return None };
            let Type::Pointer { pointee: Some(ty), .. } = module.types[module.type_of(f, *value)?] else { return None };
            let fits = module.types.fields(ty).is_some() && module.layout.size(&module.types, ty) == Some(count);
            fits.then_some(ty)
        };
        let cells = cells_of(module, operands.iter().find_map(struct_behind)?).ok()?;
        let mut list = Vec::new();
        for group in cells {
            let &(ty, field) = group.chain.last()?;
            list.extend(offsets(&group).into_iter().map(|at| (at, group.width, Hint::Field(ty, field))));
        }
        (list.len() <= MOST_PLACES).then_some(list)
    }

    /// Copies a struct at computed addresses in two objects, whatever elements of arrays these are.
    fn copy_scalars(
        &mut self,
        path: Path,
        scalars: &[Scalar],
        (a, target): (ExprId, usize),
        (b, source): (ExprId, usize),
    ) -> Next {
        let shared = self.memory[target].shared || self.memory[source].shared;
        if self.memory[target].shared && self.memory[source].shared && path.atomic == 0 && !self.is_alone(&path) {
            return Err("copying between computed places that threads share".into());
        }
        let first = usize::from(path.phase);
        let (mut todo, mut next) = (vec![(path, first)], Vec::new());
        while let Some((mut path, k)) = todo.pop() {
            let Some(&(offset, bits, hint)) = scalars.get(k) else {
                let value = self.first_argument(&path, a);
                next.push(self.go_on(path, value));
                continue;
            };
            if shared && self.must_wait(&path) {
                path.phase = k as u16;
                self.wait(path)?;
                continue;
            }
            let extent = Extent { bits, align: if offset == 0 { 16 } else { 1 << offset.trailing_zeros() } };
            let by = self.system.exprs.constant(self.pointer_bits, offset);
            let (to, from) =
                (self.system.exprs.binary(BinaryOp::Add, a, by), self.system.exprs.binary(BinaryOp::Add, b, by));
            if path.atomic > 0 || !path.seen {
                self.touch_at(&path, from, extent, vec![source], Manner::read());
                self.touch_at(&path, to, extent, vec![target], Manner::write());
            }
            for (path, old) in self.cells(path, from, &[source], Some(extent), (Some(hint), false))? {
                for (mut path, new) in self.cells(path, to, &[target], Some(extent), (Some(hint), false))? {
                    self.copy_cell(&mut path, &new, &old)?;
                    todo.push((path, k + 1));
                }
            }
        }
        Ok(next)
    }

    fn copy_range(&mut self, mut path: Path, to: Range, from: Range, count: u64, result: ExprId) -> Next {
        let chunks = self.chunks(to, Some(from), count);
        let both = self.memory[to.object].shared && self.memory[from.object].shared;
        let shared = self.memory[to.object].shared || self.memory[from.object].shared;
        self.check_count(&chunks, shared)?;
        let overlap = to.object == from.object && to.offset.abs_diff(from.offset) < count;
        let in_steps = both && path.atomic == 0 && !self.is_alone(&path);
        if overlap && in_steps && to.offset != from.offset {
            return Err("copying within an object that threads share".into());
        }
        if overlap {
            // As if by way of other memory.
            let mut values = Vec::new();
            for &chunk in &chunks {
                self.touch_chunk(&path, from, chunk, Manner::read());
                self.touch_chunk(&path, to, chunk, Manner::write());
                let cell = self.chunk(from, chunk)?;
                values.push(self.load(&mut path, &cell)?);
            }
            path.seen |= shared;
            for (&chunk, value) in chunks.iter().zip(values) {
                let cell = self.chunk(to, chunk)?;
                self.store(&mut path, &cell, value)?;
            }
        } else if in_steps {
            let owner = Owner::Thread(self.instances[self.current].thread);
            let carried = self.bookkeeping(self.current, "copied", 64, owner);
            for step in usize::from(path.phase)..2 * chunks.len() {
                if self.must_wait(&path) {
                    path.phase = step as u16;
                    return self.wait(path);
                }
                let chunk = chunks[step / 2];
                if step % 2 == 0 {
                    self.touch_chunk(&path, from, chunk, Manner::read());
                    let cell = self.chunk(from, chunk)?;
                    let value = self.load(&mut path, &cell)?;
                    let value = self.system.exprs.zero_extend(64, value);
                    path.write(Target::Var(carried), value);
                } else {
                    self.touch_chunk(&path, to, chunk, Manner::write());
                    let value = path.read(&mut self.system, carried);
                    let value = self.system.exprs.truncate((chunk.1 * 8) as u8, value);
                    let cell = self.chunk(to, chunk)?;
                    self.store(&mut path, &cell, value)?;
                    let nothing = self.system.exprs.constant(64, 0);
                    path.write(Target::Var(carried), nothing);
                }
                path.seen = true;
            }
        } else {
            for (k, &chunk) in chunks.iter().enumerate().skip(path.phase.into()) {
                if shared && self.must_wait(&path) {
                    path.phase = k as u16;
                    return self.wait(path);
                }
                self.touch_chunk(&path, from, chunk, Manner::read());
                self.touch_chunk(&path, to, chunk, Manner::write());
                path.seen |= shared;
                let (source, target) = (self.chunk(from, chunk)?, self.chunk(to, chunk)?);
                self.copy_cell(&mut path, &target, &source)?;
            }
        }
        let value = self.first_argument(&path, result);
        Ok(vec![self.go_on(path, value)])
    }

    pub fn set_bytes(&mut self, path: Path, to: Operand, byte: Operand, size: Operand) -> Next {
        let at = self.scalar(&path, to)?;
        let byte = self.scalar(&path, byte)?;
        let byte = self.system.exprs.truncate(8, byte);
        let objects = self.candidates(&path, to, at);
        if objects.iter().any(|&o| self.memory[o].shared) && self.must_wait(&path) {
            return self.wait(path);
        }
        let limit = self.limit(&objects);
        let mut next = Vec::new();
        for (path, count) in self.sizes(path, size, limit)? {
            if count == 0 {
                let value = self.first_argument(&path, at);
                next.push(self.go_on(path, value));
                continue;
            }
            for (path, range) in self.places(path, at, &objects, count)? {
                next.extend(self.set_range(path, range, byte, count, at)?);
            }
        }
        Ok(next)
    }

    fn set_range(&mut self, mut path: Path, to: Range, byte: ExprId, count: u64, result: ExprId) -> Next {
        let shared = self.memory[to.object].shared;
        let zero = self.system.exprs.as_const(byte) == Some(0);
        if !shared && zero && count == self.memory[to.object].size {
            self.zero_all(&mut path, to.object);
        } else {
            let chunks = self.chunks(to, None, count);
            self.check_count(&chunks, shared)?;
            for (k, &chunk) in chunks.iter().enumerate().skip(path.phase.into()) {
                if shared && self.must_wait(&path) {
                    path.phase = k as u16;
                    return self.wait(path);
                }
                self.touch_chunk(&path, to, chunk, Manner::write());
                path.seen |= shared;
                let more = (1..chunk.1).fold(byte, |value, _| self.system.exprs.concat(byte, value));
                let cell = self.chunk(to, chunk)?;
                self.store(&mut path, &cell, more)?;
            }
        }
        let value = self.first_argument(&path, result);
        Ok(vec![self.go_on(path, value)])
    }
}

/// Whether scalars are fields of one struct, and none of a struct within: then two such structs are the same or apart.
fn is_flat(scalars: &[Scalar]) -> bool {
    let of = |s: &Scalar| match s.2 {
        Hint::Field(ty, _) | Hint::First(ty) => ty,
    };
    scalars.iter().all(|s| of(s) == of(&scalars[0]))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
