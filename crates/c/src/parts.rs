//! Accesses that are not to one scalar as a whole: to some bytes of one, or to several at once (unions, a `char *` into an
//! `int`, a struct copied as one number). The lowest byte comes first.

use std::rc::Rc;

use kulan_ir::{BinaryOp, CheckKind, ExprId, Exprs, Target};
use kulan_llvm::types::Type;

use crate::access::{Cell, linear};
use crate::execute::Unsupported;
use crate::lower::Lowering;
use crate::memory::{Cells, Memory, offsets};
use crate::path::Path;

/// Places in an object that an access with a computed address chooses from, at most.
const MOST_WAYS: u64 = 64;
/// Gaps between the fields of an object, at most, if they are kept.
const MOST_GAPS: usize = 64;
/// Addresses of objects are multiples of this.
const ALIGNED: u64 = 16;

/// What an access reads or writes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    pub bits: u8,
    /// The address is a multiple of this, by what the compiler says.
    pub align: u64,
}

impl Extent {
    /// One byte.
    pub const BYTE: Extent = Extent { bits: 8, align: 1 };

    pub fn bytes(self) -> u64 {
        u64::from(self.bits).div_ceil(8)
    }

    /// Whether two such accesses are to the same bytes or have none in common.
    pub fn is_aligned(self) -> bool {
        self.align >= self.bytes()
    }
}

/// Some bytes of a cell.
#[derive(Clone, Debug)]
pub struct Part {
    cell: Cell,
    /// The first of them, and how many.
    low: u8,
    bytes: u8,
}

/// A place that an access can be at: the parts from the lowest on, and when it is that place.
#[derive(Clone, Debug)]
pub struct Way {
    when: ExprId,
    parts: Vec<Part>,
}

/// By byte of an object: the group of cells, the number of the cell, and the number of the byte in the cell.
pub type Bytes = Rc<Vec<Option<(usize, u32, u8)>>>;

fn bytes_of(memory: &Memory) -> Vec<Option<(usize, u32, u8)>> {
    let mut list = vec![None; memory.size as usize];
    for (group, cells) in memory.cells.iter().enumerate().filter(|(_, c)| c.width.is_multiple_of(8)) {
        for (k, at) in (0..).zip(offsets(cells)) {
            for byte in 0..cells.width / 8 {
                if let Some(place) = list.get_mut(at as usize + usize::from(byte)) {
                    *place = Some((group, k, byte));
                }
            }
        }
    }
    list
}

/// Cells for what is between the fields of an object.
pub fn padding(memory: &Memory) -> Vec<Cells> {
    let bytes = bytes_of(memory);
    let mut list: Vec<Cells> = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, b)| b.is_none()) {
        match list.last_mut() {
            Some(Cells { offset, dims, .. }) if *offset + dims[0].1 == at as u64 => dims[0].1 += 1,
            _ => list.push(Cells {
                offset: at as u64,
                width: 8,
                dims: vec![(1, 1)],
                suffix: format!(".padding{at}"),
                ..Cells::default()
            }),
        }
    }
    if list.len() > MOST_GAPS { Vec::new() } else { list }
}

/// Some bits of a value; of one that is put together, without those of no interest.
fn bits(exprs: &mut Exprs, low: u8, width: u8, e: ExprId) -> ExprId {
    match exprs.get(e) {
        kulan_ir::Expr::Ite(c, a, b) => {
            let (a, b) = (bits(exprs, low, width, a), bits(exprs, low, width, b));
            exprs.ite(c, a, b)
        }
        kulan_ir::Expr::Concat(a, b) if low < exprs.width(b) && low + width > exprs.width(b) => {
            let middle = exprs.width(b);
            let (high, below) = (bits(exprs, 0, low + width - middle, a), bits(exprs, low, middle - low, b));
            exprs.concat(high, below)
        }
        _ => exprs.extract(low, width, e),
    }
}

impl Lowering<'_, '_> {
    /// What a load or a store of so many bits accesses.
    pub fn extent(&self, bits: u8, access: &kulan_llvm::Access) -> Extent {
        let natural = u64::from(bits).div_ceil(8).next_power_of_two().min(u64::from(self.pointer_bits / 8));
        Extent { bits, align: access.align.unwrap_or(natural) }
    }

    /// What a pointer takes.
    pub fn pointer_extent(&self) -> Extent {
        Extent { bits: self.pointer_bits, align: u64::from(self.pointer_bits / 8) }
    }

    fn bytes(&mut self, object: usize) -> Bytes {
        if let Some(known) = self.bytes.get(&object) {
            return known.clone();
        }
        let list = Rc::new(bytes_of(&self.memory[object]));
        self.bytes.insert(object, list.clone());
        list
    }

    /// The parts of cells from an offset on; none if some bytes there are no scalar's.
    fn parts(&mut self, object: usize, offset: u64, count: u64) -> Option<Vec<Part>> {
        let bytes = self.bytes(object);
        let mut list: Vec<Part> = Vec::new();
        let mut last = None;
        for at in offset..offset + count {
            let Some((cells, number, byte)) = *bytes.get(at as usize)? else {
                // Another attempt has cells for what is between the fields.
                self.wanted.padded.insert(object);
                return None;
            };
            match list.last_mut() {
                Some(part) if last == Some((cells, number)) && part.low + part.bytes == byte => part.bytes += 1,
                _ => {
                    let several = !self.memory[object].cells[cells].dims.is_empty();
                    let index = several.then(|| self.system.exprs.constant(32, number.into()));
                    list.push(Part { cell: Cell::new(object, cells, index), low: byte, bytes: 1 });
                }
            }
            last = Some((cells, number));
        }
        Some(list)
    }

    /// Some bytes of an object; none if they are no scalar's.
    pub fn piece(&mut self, object: usize, offset: u64, count: u64) -> Option<Cell> {
        let parts = self.parts(object, offset, count)?;
        match &parts[..] {
            [one] if self.is_whole(one) => Some(one.cell.clone()),
            _ => {
                let when = self.system.exprs.bool(true);
                let cell = parts.first()?.cell.clone();
                Some(Cell { ways: Some(Rc::new([Way { when, parts }])), ..cell })
            }
        }
    }

    /// How many bytes there are from an offset to the end of the cell there; none if there is no cell.
    pub fn rest_of_cell(&mut self, object: usize, offset: u64) -> Option<u64> {
        let (cells, _, byte) = (*self.bytes(object).get(offset as usize)?)?;
        Some(u64::from(self.memory[object].cells[cells].width / 8 - byte))
    }

    /// Gives a cell the value of another one; what was not written there is not written here.
    pub fn copy_cell(&mut self, path: &mut Path, to: &Cell, from: &Cell) -> Result<(), Unsupported> {
        let mark =
            |me: &Self, cell: &Cell| me.memory[cell.object].cells[cell.cells].set.filter(|_| cell.ways.is_none());
        let (Some(target), Some(source)) = (mark(self, to), mark(self, from)) else {
            let value = self.load(path, from)?;
            return self.store(path, to, value);
        };
        self.check_active(path, from.object);
        let value = self.read_cell(path, from)?;
        let known = self.read_at(path, source, from.index);
        self.store(path, to, value)?;
        let (narrow, wide) = (self.system.variables[target.index()].width, self.system.exprs.width(known));
        let known = match (narrow, wide) {
            (1, 2..) => {
                self.wanted.by_byte.insert((to.object, to.cells));
                self.system.exprs.extract(0, 1, known)
            }
            (2.., 1) => self.system.exprs.sign_extend(narrow, known),
            _ => known,
        };
        path.write(to.index.map_or(Target::Var(target), |i| Target::Element(target, i)), known);
        Ok(())
    }

    fn is_whole(&self, part: &Part) -> bool {
        part.low == 0 && u64::from(part.bytes) * 8 == u64::from(self.width(&part.cell))
    }

    fn width(&self, cell: &Cell) -> u8 {
        self.memory[cell.object].cells[cell.cells].width
    }

    /// How an access to an object can be to parts of its cells; with the condition that it is one of these. If cells of
    /// the right width were found, only where the rules of C let an access be of another type: by bytes, to bytes, and in
    /// unions.
    pub fn ways(&mut self, at: ExprId, object: usize, extent: Extent, found: bool) -> Option<(ExprId, Cell)> {
        let (base, size) = (self.memory[object].base, self.memory[object].size);
        let count = extent.bytes();
        if !extent.bits.is_multiple_of(8) || count > size {
            return None;
        }
        let (constant, terms) = linear(&self.system.exprs, at);
        let first = constant.wrapping_sub(base);
        // What is added to the first place is a multiple of this.
        let step = terms.iter().map(|(factor, _)| 1 << factor.trailing_zeros().min(4)).min().unwrap_or(u64::MAX);
        let places: Vec<u64> = if terms.is_empty() {
            (first <= size - count).then_some(first).into_iter().collect()
        } else {
            let align = extent.align.clamp(1, ALIGNED);
            let fits = |p: &u64| p.is_multiple_of(align) && p.wrapping_sub(first).is_multiple_of(step);
            (0..=size - count).filter(fits).take(MOST_WAYS as usize + 1).collect()
        };
        let mut list = Vec::new();
        if places.len() as u64 > MOST_WAYS {
            list = self.computed_ways(at, object, extent)?;
            if found && !self.is_free(&list[0].parts, extent) {
                return None;
            }
        } else {
            for place in places {
                let Some(parts) = self.parts(object, place, count) else { continue };
                let known = matches!(&parts[..], [one] if self.is_whole(one));
                if found && (known || !self.is_free(&parts, extent)) {
                    continue;
                }
                let when = self.system.exprs.eq_const(at, base + place);
                list.push(Way { when, parts });
            }
        }
        let any: Vec<ExprId> = list.iter().map(|w| w.when).collect();
        let any = self.system.exprs.any(&any);
        let Part { cell, .. } = list.first()?.parts.first()?;
        Some((any, Cell { ways: Some(list.clone().into()), ..cell.clone() }))
    }

    /// Whether parts may be accessed as another type than they have.
    fn is_free(&self, parts: &[Part], extent: Extent) -> bool {
        let in_union = |part: &Part| {
            let chain = &self.memory[part.cell.object].cells[part.cell.cells].chain;
            chain.iter().any(|(ty, _)| match self.module.types[*ty] {
                Type::Named(id) => match self.module.types.structs[id].name {
                    kulan_llvm::types::StructName::Named(name) => self.module.text(name).starts_with("union."),
                    kulan_llvm::types::StructName::Number(_) => false,
                },
                _ => false,
            })
        };
        extent.bits == 8 || parts.iter().all(|p| self.width(&p.cell) == 8 || in_union(p))
    }

    /// The ways in a long array, with a computed index.
    fn computed_ways(&mut self, at: ExprId, object: usize, extent: Extent) -> Option<Vec<Way>> {
        let memory = &self.memory[object];
        let base = memory.base;
        let [Cells { offset, width, dims, .. }] = &memory.cells[..] else { return None };
        let (own, wanted) = (u64::from(*width) / 8, extent.bytes());
        let [(stride, count)] = dims[..] else { return None };
        if stride != own || own == wanted || !width.is_multiple_of(8) {
            return None;
        }
        let relative = self.relative(at, base + offset);
        let e = &mut self.system.exprs;
        let by = e.constant(e.width(relative), own);
        let (index, rest) =
            (e.binary(BinaryOp::UnsignedDiv, relative, by), e.binary(BinaryOp::UnsignedRem, relative, by));
        let limit = e.constant(e.width(relative), count * own - wanted);
        let beyond = e.binary(BinaryOp::UnsignedLess, limit, relative);
        let inside = e.not(beyond);
        let mut list = Vec::new();
        if own.is_multiple_of(wanted) && wanted < own {
            for low in (0..own).step_by(wanted as usize) {
                let here = self.system.exprs.eq_const(rest, low);
                let when = self.system.exprs.and(inside, here);
                let cell = Cell::new(object, 0, Some(index));
                list.push(Way { when, parts: vec![Part { cell, low: low as u8, bytes: wanted as u8 }] });
            }
        } else if wanted.is_multiple_of(own) {
            let here = self.system.exprs.eq_const(rest, 0);
            let when = self.system.exprs.and(inside, here);
            let mut parts = Vec::new();
            for k in 0..wanted / own {
                let e = &mut self.system.exprs;
                let k = e.constant(e.width(index), k);
                let index = e.binary(BinaryOp::Add, index, k);
                parts.push(Part { cell: Cell::new(object, 0, Some(index)), low: 0, bytes: own as u8 });
            }
            list.push(Way { when, parts });
        }
        (!list.is_empty()).then_some(list)
    }

    /// The value that an access reads which can be at several places.
    pub fn load_ways(&mut self, path: &mut Path, ways: &[Way]) -> Result<ExprId, Unsupported> {
        self.note_apart(ways);
        let mut result = None;
        for way in ways.iter().rev() {
            let mut value = None;
            for part in &way.parts {
                self.check_set(path, part, way.when);
                let whole = self.read_cell(path, &part.cell)?;
                let e = &mut self.system.exprs;
                let own = bits(e, part.low * 8, part.bytes * 8, whole);
                value = Some(value.map_or(own, |below| e.concat(own, below)));
            }
            let value = value.ok_or("an access to nothing")?;
            result = Some(result.map_or(value, |other| self.system.exprs.ite(way.when, value, other)));
        }
        result.ok_or("an access to nothing".into())
    }

    fn note_apart(&mut self, ways: &[Way]) {
        self.taken_apart.extend(ways.iter().flat_map(|way| &way.parts).map(|part| part.cell.object));
    }

    /// Demands that some bytes of a cell have been written.
    fn check_set(&mut self, path: &mut Path, part: &Part, when: ExprId) {
        let Some((mark, mask)) = self.mark_of(&part.cell, part.low, part.bytes) else { return };
        let known = self.read_at(path, mark, part.cell.index);
        let e = &mut self.system.exprs;
        let mask = e.constant(e.width(known), mask);
        let own = e.binary(BinaryOp::And, known, mask);
        let set = e.eq(own, mask);
        let not = e.not(when);
        let fine = e.or(not, set);
        self.check(path, fine, CheckKind::Unsupported, crate::access::UNSET.into());
    }

    /// The variable that says which bytes of a cell were written, and what it has if these were.
    fn mark_of(&self, cell: &Cell, low: u8, bytes: u8) -> Option<(kulan_ir::VarId, u64)> {
        let memory = &self.memory[cell.object];
        let mark = memory.cells[cell.cells].set.filter(|_| !(memory.outside && self.notes.locking))?;
        let one = self.system.variables[mark.index()].width == 1;
        Some((mark, if one { 1 } else { kulan_ir::expr::mask(bytes) << low }))
    }

    pub fn store_ways(&mut self, path: &mut Path, ways: &[Way], value: ExprId) -> Result<(), Unsupported> {
        self.note_apart(ways);
        for way in ways {
            let when = (ways.len() > 1).then_some(way.when);
            let mut from = 0;
            for part in &way.parts {
                let own = bits(&mut self.system.exprs, from, part.bytes * 8, value);
                from += part.bytes * 8;
                self.store_part(path, part, own, when)?;
            }
        }
        Ok(())
    }

    fn store_part(
        &mut self,
        path: &mut Path,
        part: &Part,
        own: ExprId,
        when: Option<ExprId>,
    ) -> Result<(), Unsupported> {
        let cell = &part.cell;
        self.notes.write(cell.object, cell.cells);
        let old = self.read_cell(path, cell)?;
        let width = self.width(cell);
        let e = &mut self.system.exprs;
        let mut value = own;
        if part.low > 0 {
            let below = bits(e, 0, part.low * 8, old);
            value = e.concat(value, below);
        }
        let end = (part.low + part.bytes) * 8;
        if end < width {
            let above = bits(e, end, width - end, old);
            value = e.concat(above, value);
        }
        let value = when.map_or(value, |when| e.ite(when, value, old));
        let target = |var| cell.index.map_or(Target::Var(var), |i| Target::Element(var, i));
        let var = self.memory[cell.object].cells[cell.cells].var.ok_or("a write to a constant")?;
        path.write(target(var), value);
        let Some((mark, mask)) = self.mark_of(cell, part.low, part.bytes) else { return Ok(()) };
        let known = self.read_at(path, mark, cell.index);
        if self.system.exprs.width(known) == 1 && !self.is_whole(part) {
            // Another attempt knows of each byte whether it was written.
            self.wanted.by_byte.insert((cell.object, cell.cells));
            return Ok(());
        }
        let e = &mut self.system.exprs;
        let mask = e.constant(e.width(known), mask);
        let more = e.binary(BinaryOp::Or, known, mask);
        let more = when.map_or(more, |when| e.ite(when, more, known));
        path.write(target(mark), more);
        Ok(())
    }
}
