//! The data layout: sizes, alignments and offsets.

use crate::id::{Id, TypeId};
use crate::types::{Fields, Type, Types};
use crate::words::FloatKind;

/// What `target datalayout` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// Whether the highest byte of a number comes first.
    pub big_endian: bool,
    /// The natural alignment of the stack in bytes, if it is known.
    pub stack_align: Option<u64>,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of variables, unless they name one.
    pub globals_space: u32,
    /// The address space of `alloca`.
    pub alloca_space: u32,
    /// The widths of integers that the processor works with.
    pub native_integers: Vec<u32>,
    /// Address spaces whose pointers are not just numbers.
    pub non_integral: Vec<u32>,
    /// How names are changed for the object file: a letter.
    pub mangling: Option<char>,
    pointers: Vec<PointerSpec>,
    /// Width and alignment in bytes, sorted.
    integers: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
    /// By type, what is known already.
    known: Vec<Option<Option<Measure>>>,
}

/// Pointers of one address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerSpec {
    /// The address space.
    pub space: u32,
    /// The size in bits.
    pub bits: u32,
    /// The alignment in bytes.
    pub align: u64,
    /// The width of indices in bits.
    pub index_bits: u32,
}

/// The size of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// The size in bits, without padding behind it.
    pub bits: u64,
    /// The alignment in bytes.
    pub align: u64,
}

/// Where the fields of a struct are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructLayout {
    /// The size in bytes, with padding.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The offset of each field in bytes.
    pub offsets: Vec<u64>,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            big_endian: false,
            stack_align: None,
            program_space: 0,
            globals_space: 0,
            alloca_space: 0,
            native_integers: Vec::new(),
            non_integral: Vec::new(),
            mangling: None,
            pointers: vec![PointerSpec { space: 0, bits: 64, align: 8, index_bits: 64 }],
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
            known: Vec::new(),
        }
    }
}

/// The parts of a specification, separated by colons.
fn numbers<'a>(text: &'a str, spec: &str) -> Result<Vec<u32>, String> {
    let number = |part: &'a str| part.parse().map_err(|_| format!("`{part}` in `{spec}` is no number"));
    text.split(':').map(number).collect()
}

fn number(text: &str, spec: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{spec}` lacks a number"))
}

/// An alignment in bits as bytes.
fn align(bits: u32, spec: &str) -> Result<u64, String> {
    let bytes = bits / 8;
    if !bits.is_multiple_of(8) || !bytes.is_power_of_two() {
        return Err(format!("{bits} bits in `{spec}` are no alignment"));
    }
    Ok(u64::from(bytes))
}

fn set(list: &mut Vec<(u32, u64)>, bits: u32, align: u64) {
    list.retain(|(b, _)| *b != bits);
    list.push((bits, align));
    list.sort_unstable();
}

fn exact(list: &[(u32, u64)], bits: u64) -> Option<u64> {
    list.iter().find(|(b, _)| u64::from(*b) == bits).map(|(_, align)| *align)
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align)
}

impl DataLayout {
    /// Reads the text of `target datalayout`; what it does not say is as LLVM has it by default.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout::default();
        for spec in text.split('-').filter(|spec| !spec.is_empty()) {
            layout.specification(spec)?;
        }
        Ok(layout)
    }

    fn specification(&mut self, spec: &str) -> Result<(), String> {
        let mut chars = spec.chars();
        let letter = chars.next().unwrap_or(' ');
        let rest = chars.as_str();
        match letter {
            'e' if rest.is_empty() => self.big_endian = false,
            'E' if rest.is_empty() => self.big_endian = true,
            'p' => self.pointer_specification(rest, spec)?,
            'i' | 'f' | 'v' => {
                let parts = numbers(rest, spec)?;
                let (bits, bytes) = match parts[..] {
                    [bits, abi] | [bits, abi, _] => (bits, align(abi, spec)?),
                    _ => return Err(format!("`{spec}` is not of the form `i64:64`")),
                };
                let list = match letter {
                    'i' => &mut self.integers,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                set(list, bits, bytes);
            }
            'a' => {
                // `a:0:64` or `a0:0:64`: no alignment of its own.
                let sizes = rest.split_once(':').map_or("", |(_, sizes)| sizes);
                let parts = numbers(sizes, spec)?;
                self.aggregate_align = if parts[0] == 0 { 1 } else { align(parts[0], spec)? };
            }
            'S' => {
                let bits = number(rest, spec)?;
                self.stack_align = if bits == 0 { None } else { Some(align(bits, spec)?) };
            }
            'P' => self.program_space = number(rest, spec)?,
            'G' => self.globals_space = number(rest, spec)?,
            'A' => self.alloca_space = number(rest, spec)?,
            'n' if rest.starts_with("i:") => self.non_integral = numbers(&rest[2..], spec)?,
            'n' => self.native_integers = numbers(rest, spec)?,
            'm' => self.mangling = rest.chars().nth(1),
            // The alignment of functions, and what only old versions wrote.
            'F' | 's' => {}
            _ => return Err(format!("`{spec}` is no part of a data layout")),
        }
        Ok(())
    }

    fn pointer_specification(&mut self, rest: &str, spec: &str) -> Result<(), String> {
        let (space, sizes) = rest.split_once(':').ok_or_else(|| format!("`{spec}` is not of the form `p:64:64`"))?;
        let space = if space.is_empty() { 0 } else { number(space, spec)? };
        let parts = numbers(sizes, spec)?;
        let (bits, abi, index_bits) = match parts[..] {
            [bits] => (bits, bits, bits),
            [bits, abi] | [bits, abi, _] => (bits, abi, bits),
            [bits, abi, _, index] => (bits, abi, index),
            _ => return Err(format!("`{spec}` has too many parts")),
        };
        if bits == 0 || bits > 1 << 16 {
            return Err(format!("pointers of {bits} bits in `{spec}`"));
        }
        self.pointers.retain(|p| p.space != space);
        self.pointers.push(PointerSpec { space, bits, align: align(abi, spec)?, index_bits });
        Ok(())
    }

    /// The pointers of an address space.
    pub fn pointer(&self, space: u32) -> PointerSpec {
        let find = |space| self.pointers.iter().find(|p| p.space == space).copied();
        let default = PointerSpec { space: 0, bits: 64, align: 8, index_bits: 64 };
        find(space).or_else(|| find(0)).unwrap_or(default)
    }

    /// Size and alignment; none for types that have no size or one beyond 64 bits.
    pub fn measure(&self, types: &Types, ty: TypeId) -> Option<Measure> {
        if let Some(Some(known)) = self.known.get(ty.index()) {
            return *known;
        }
        let (bits, align) = match &types[ty] {
            Type::Integer(bits) => (u64::from(*bits), self.integer_align(*bits)),
            Type::Float(kind) => self.float(*kind),
            Type::Pointer { space, .. } => {
                let pointer = self.pointer(*space);
                (u64::from(pointer.bits), pointer.align)
            }
            Type::X86Mmx => (64, exact(&self.vectors, 64).unwrap_or(8)),
            Type::X86Amx => (8192, 64),
            Type::Array { element, length } => {
                let size = self.size(types, *element)?.checked_mul(*length)?;
                (size.checked_mul(8)?, self.align(types, *element)?)
            }
            Type::Vector { element, length, scalable: false } => {
                let bits = self.bits(types, *element)?.checked_mul(u64::from(*length))?;
                let natural = bits.div_ceil(8).checked_next_power_of_two()?;
                (bits, exact(&self.vectors, bits).unwrap_or(natural))
            }
            Type::Struct(fields) => self.struct_measure(types, fields)?,
            Type::Named(id) => self.struct_measure(types, types.structs[*id].fields.as_ref()?)?,
            _ => return None,
        };
        Some(Measure { bits, align })
    }

    fn integer_align(&self, bits: u32) -> u64 {
        let next = self.integers.iter().find(|(b, _)| *b >= bits).or(self.integers.last());
        next.map_or(1, |(_, align)| *align)
    }

    fn float(&self, kind: FloatKind) -> (u64, u64) {
        let bits = match kind {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        };
        (bits, exact(&self.floats, bits).unwrap_or_else(|| bits.div_ceil(8).next_power_of_two()))
    }

    fn struct_measure(&self, types: &Types, fields: &Fields) -> Option<(u64, u64)> {
        let layout = self.fields_layout(types, fields)?;
        Some((layout.size.checked_mul(8)?, layout.align))
    }

    fn fields_layout(&self, types: &Types, fields: &Fields) -> Option<StructLayout> {
        let (mut end, mut most) = (0u64, if fields.packed { 1 } else { self.aggregate_align });
        let mut offsets = Vec::with_capacity(fields.types.len());
        for &ty in &fields.types {
            let Measure { bits, align } = self.measure(types, ty)?;
            let align_here = if fields.packed { 1 } else { align };
            let start = round_up(end, align_here)?;
            offsets.push(start);
            end = start.checked_add(round_up(bits.div_ceil(8), align)?)?;
            most = most.max(align_here);
        }
        Some(StructLayout { size: round_up(end, most)?, align: most, offsets })
    }

    /// Computes all sizes once, so that asking for one is a look-up.
    pub(crate) fn measure_all(&mut self, types: &Types) {
        let mut state = vec![false; types.len()];
        self.known = vec![None; types.len()];
        for (ty, _) in types.iter() {
            self.measure_into(types, ty, &mut state);
        }
    }

    /// Parts first; the depth is bounded when a module is read.
    fn measure_into(&mut self, types: &Types, ty: TypeId, done: &mut [bool]) {
        if std::mem::replace(&mut done[ty.index()], true) {
            return;
        }
        match &types[ty] {
            Type::Pointer { .. } | Type::Function(_) => {}
            Type::Named(id) => {
                for &field in types.structs[*id].fields.iter().flat_map(|f| &f.types) {
                    self.measure_into(types, field, done);
                }
            }
            other => {
                for part in types.parts(other) {
                    self.measure_into(types, part, done);
                }
            }
        }
        self.known[ty.index()] = Some(self.measure(types, ty));
    }

    /// The size in bits, without padding.
    pub fn bits(&self, types: &Types, ty: TypeId) -> Option<u64> {
        Some(self.measure(types, ty)?.bits)
    }

    /// The number of bytes that a store may write.
    pub fn store_size(&self, types: &Types, ty: TypeId) -> Option<u64> {
        Some(self.bits(types, ty)?.div_ceil(8))
    }

    /// The distance of elements of an array, in bytes: the size with padding.
    pub fn size(&self, types: &Types, ty: TypeId) -> Option<u64> {
        let Measure { bits, align } = self.measure(types, ty)?;
        round_up(bits.div_ceil(8), align)
    }

    /// The alignment in bytes that the ABI demands.
    pub fn align(&self, types: &Types, ty: TypeId) -> Option<u64> {
        Some(self.measure(types, ty)?.align)
    }

    /// Where the fields of a struct are; none for other types.
    pub fn struct_layout(&self, types: &Types, ty: TypeId) -> Option<StructLayout> {
        self.fields_layout(types, types.fields(ty)?)
    }
}
