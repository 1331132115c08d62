//! Memory: objects, their cells, and their addresses.
//!
//! Every object has a range of addresses of its own, so that comparing and computing with pointers is plain arithmetic. The
//! ranges are so far apart that an address past an object hits nothing: a pointer stays in the range of the object that it
//! was made from, however far beyond the object's end. The cells of an object are the scalars that its type
//! consists of; those that an array repeats are one array variable.

use kulan_ir::expr::{mask, signed};
use kulan_ir::{Display, Owner, VarId, Variable};
use kulan_llvm::constant::ConstantExpression;
use kulan_llvm::types::Type;
use kulan_llvm::words::{BinaryOp, CastOp};
use kulan_llvm::{ConstantId, ConstantKind, GlobalId, GlobalKind, Module, TypeId};
use rustc_hash::FxHashMap;

/// More cells than this in an object are refused.
const MOST_CELLS: u64 = 1 << 14;

/// Equal scalars at regular distances.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Where the first is, in bytes.
    pub offset: u64,
    /// Bits of each.
    pub width: u8,
    /// Distances in bytes and how many, from the outside in; none for a single one.
    pub dims: Vec<(u64, u64)>,
    /// The structs it is in, each with the number of the field.
    pub chain: Vec<(TypeId, usize)>,
    /// The types whose first scalar it is.
    pub firsts: Vec<TypeId>,
    /// Behind the name of the object; where it has indices as in [`kulan_ir::indexed`].
    pub suffix: String,
    pub var: Option<VarId>,
    /// Whether each has been written, where that is not certain.
    pub set: Option<VarId>,
}

impl Cells {
    /// The name of the variable that they are, in an object of this name. A plain array needs no mark for the index.
    pub fn name(&self, object: &str) -> String {
        let is_plain = self.dims.len() == 1 && self.suffix.starts_with("[:") && self.suffix.ends_with(']');
        if is_plain { object.to_string() } else { format!("{object}{}", self.suffix) }
    }

    pub fn count(&self) -> u64 {
        self.dims.iter().fold(1, |count, d| count.saturating_mul(d.1))
    }
}

/// An object of a running program.
#[derive(Clone, Debug)]
pub struct Memory {
    pub name: String,
    pub base: u64,
    pub size: u64,
    pub cells: Vec<Cells>,
    pub owner: Owner,
    /// Whether threads can disturb each other through it.
    pub shared: bool,
    /// Of a heap object: 0 before it is allocated, 1 while it can be used, 2 when it was freed.
    pub alive: Option<VarId>,
    /// How many bytes it has at the moment, if that is not constant; there is room for `size`.
    pub length: Option<VarId>,
    /// Why it cannot be used.
    pub unsupported: Option<String>,
    /// Whether it comes from outside of the program: its locks are taken to be ready for use.
    pub outside: bool,
    /// Whether it must not be written: constants and string literals.
    pub read_only: bool,
    /// Its values, if it never changes.
    pub fixed: Option<FxHashMap<u64, u64>>,
}

impl Memory {
    /// Its bytes up to the last element that is kept, if it is an array.
    pub fn kept(&self) -> u64 {
        match &self.cells[..] {
            [Cells { offset, dims, .. }] if dims.len() == 1 => offset + dims[0].0 * dims[0].1,
            _ => self.size,
        }
    }
}

/// The bits of a scalar type.
pub fn scalar_bits(module: &Module, ty: TypeId) -> Option<u8> {
    match module.types[ty] {
        Type::Integer(bits) if bits <= 64 => Some(bits as u8),
        Type::Pointer { .. } | Type::Float(_) => {
            module.layout.bits(&module.types, ty).filter(|&b| b <= 64).map(|b| b as u8)
        }
        _ => None,
    }
}

/// The cells of a type; variables are not made yet.
pub fn cells_of(module: &Module, ty: TypeId) -> Result<Vec<Cells>, String> {
    let mut list = Vec::new();
    collect(module, ty, Cells { firsts: Vec::new(), ..Cells::default() }, &mut list)?;
    check_cells(&list)?;
    Ok(list)
}

/// Refuses too many cells.
pub fn check_cells(list: &[Cells]) -> Result<(), String> {
    let total = list.iter().map(Cells::count).fold(0, u64::saturating_add);
    if total > MOST_CELLS { Err(format!("an object with {total} cells")) } else { Ok(()) }
}

/// The cells of a part; `at` is where that is.
fn collect(module: &Module, ty: TypeId, mut at: Cells, list: &mut Vec<Cells>) -> Result<(), String> {
    at.firsts.push(ty);
    if let Some(width) = scalar_bits(module, ty) {
        list.push(Cells { width, ..at });
        return Ok(());
    }
    let layout = &module.layout;
    match &module.types[ty] {
        Type::Array { element, length } => {
            let size = layout.size(&module.types, *element).ok_or("a type without a size")?;
            if *length > 0 && size > 0 {
                at.dims.push((size, *length));
                at.suffix += &format!("[:{length}]");
                collect(module, *element, at, list)?;
            }
            Ok(())
        }
        Type::Struct(_) | Type::Named(_) => {
            let parts = layout.struct_layout(&module.types, ty).ok_or("a type without a size")?;
            let fields = module.types.fields(ty).ok_or("a type without fields")?;
            let names = if let Type::Named(id) = module.types[ty] { module.field_names(id) } else { None };
            if list.len() as u64 > MOST_CELLS {
                return Err("an object with too many fields".into());
            }
            for (i, (&field, &start)) in fields.types.iter().zip(&parts.offsets).enumerate() {
                let name = names.as_ref().and_then(|n| n.get(i).copied().flatten());
                let mut part = at.clone();
                part.suffix += &name.map_or_else(|| format!(".{i}"), |n| format!(".{n}"));
                part.offset += start;
                part.chain.push((ty, i));
                if i > 0 {
                    part.firsts.clear();
                }
                collect(module, field, part, list)?;
            }
            Ok(())
        }
        _ => Err("a type of more than 64 bits".into()),
    }
}

/// The value of a scalar constant; addresses are those of globals.
pub fn constant(module: &Module, bases: &FxHashMap<GlobalId, u64>, id: ConstantId) -> Result<u64, String> {
    let c = &module.constants[id];
    let width = scalar_bits(module, c.ty).ok_or("a constant of more than 64 bits")?;
    let value = match &c.kind {
        ConstantKind::Integer(v) => *v as u64,
        ConstantKind::Float(v) => *v as u64,
        ConstantKind::Null | ConstantKind::Zero => 0,
        ConstantKind::Global(g) => match module.globals[*g].kind {
            GlobalKind::Alias(target) => constant(module, bases, target)?,
            _ => *bases.get(g).ok_or("the address of something unknown")?,
        },
        ConstantKind::Expression(e) => expression(module, bases, e)?,
        _ => return Err("a constant without a definite value".into()),
    };
    Ok(value & mask(width))
}

fn expression(module: &Module, bases: &FxHashMap<GlobalId, u64>, e: &ConstantExpression) -> Result<u64, String> {
    match e {
        ConstantExpression::Cast { op, value } => {
            let v = constant(module, bases, *value)?;
            let from = scalar_bits(module, module.constants[*value].ty).unwrap_or(64);
            match op {
                CastOp::SExt => Ok(signed(from, v) as u64),
                CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast => Ok(v),
                _ => Err("a conversion of floating point".into()),
            }
        }
        ConstantExpression::Binary { op, operands: [a, b], .. } => {
            let (a, b) = (constant(module, bases, *a)?, constant(module, bases, *b)?);
            match op {
                BinaryOp::Add => Ok(a.wrapping_add(b)),
                BinaryOp::Sub => Ok(a.wrapping_sub(b)),
                BinaryOp::Mul => Ok(a.wrapping_mul(b)),
                BinaryOp::And => Ok(a & b),
                BinaryOp::Or => Ok(a | b),
                BinaryOp::Xor => Ok(a ^ b),
                _ => Err("a computation in a constant".into()),
            }
        }
        ConstantExpression::GetElementPtr { source, base, indices, .. } => {
            let mut address = constant(module, bases, *base)?;
            let mut ty = *source;
            for (i, &index) in indices.iter().enumerate() {
                let by = module.signed_integer(index).ok_or("an index that is no number")? as i64 as u64;
                address = if i == 0 {
                    let size = module.layout.size(&module.types, ty).ok_or("a type without a size")?;
                    address.wrapping_add(size.wrapping_mul(by))
                } else {
                    let (offset, inner) = step_into(module, ty, by)?;
                    ty = inner;
                    address.wrapping_add(offset)
                };
            }
            Ok(address)
        }
        _ => Err("a computation in a constant".into()),
    }
}

/// One index of an address computation with a constant: the offset in bytes, and the type there.
pub fn step_into(module: &Module, ty: TypeId, index: u64) -> Result<(u64, TypeId), String> {
    match &module.types[ty] {
        Type::Array { element, .. } => {
            let size = module.layout.size(&module.types, *element).ok_or("a type without a size")?;
            Ok((size.wrapping_mul(index), *element))
        }
        _ => {
            let layout = module.layout.struct_layout(&module.types, ty).ok_or("an index into a type without parts")?;
            let fields = module.types.fields(ty).ok_or("an index into a type without parts")?;
            let i = usize::try_from(index).ok().filter(|&i| i < fields.types.len()).ok_or("an index out of range")?;
            Ok((layout.offsets[i], fields.types[i]))
        }
    }
}

/// The scalars of an initial value, by offset; what is not listed is zero.
pub fn initial(
    module: &Module,
    bases: &FxHashMap<GlobalId, u64>,
    id: ConstantId,
    offset: u64,
    out: &mut FxHashMap<u64, u64>,
) -> Result<(), String> {
    let c = &module.constants[id];
    let is_left_open = matches!(c.kind, ConstantKind::Undef | ConstantKind::Poison);
    // What is between the fields, such as the rest of a byte behind bit-fields, is left open.
    if scalar_bits(module, c.ty).is_some() && !is_left_open {
        let value = constant(module, bases, id)?;
        if value != 0 {
            out.insert(offset, value);
        }
        return Ok(());
    }
    match &c.kind {
        ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => Ok(()),
        ConstantKind::Bytes(bytes) => {
            out.extend(bytes.iter().enumerate().filter(|(_, b)| **b != 0).map(|(i, &b)| (offset + i as u64, b.into())));
            Ok(())
        }
        ConstantKind::Aggregate(parts) => {
            for (i, &part) in parts.iter().enumerate() {
                let (at, _) = step_into(module, c.ty, i as u64)?;
                initial(module, bases, part, offset + at, out)?;
            }
            Ok(())
        }
        _ => Err("an initial value of this form".into()),
    }
}

/// The offsets of all cells, in the order of the array variable.
pub fn offsets(cells: &Cells) -> Vec<u64> {
    let mut list = vec![cells.offset];
    for &(stride, count) in &cells.dims {
        list = list.iter().flat_map(|&at| (0..count).map(move |i| at + i * stride)).collect();
    }
    list
}

/// A variable for cells.
pub fn variable(name: String, cells: &Cells, owner: Owner, values: Vec<u64>, signed: bool) -> Variable {
    let elements = (!cells.dims.is_empty()).then(|| cells.count() as u32);
    Variable { name, width: cells.width, signed, elements, owner, initial: values, display: Display::Number }
}

/// Whether C's type of a variable is a signed number.
pub fn is_signed(module: &Module, ty: Option<kulan_llvm::MetadataId>) -> bool {
    ty.is_none_or(|ty| module.is_signed(ty))
}
