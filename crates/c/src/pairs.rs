//! Structs in registers: those of two scalars, as compilers make them of small structs that are passed by value.

use kulan_ir::{BinaryOp, ExprId};
use kulan_llvm::{Access, ConstantId, ConstantKind, Operand, TypeId};

use crate::execute::{Next, Unsupported};
use crate::lower::{Lowering, Origin};
use crate::memory::scalar_bits;
use crate::path::{Path, Value, choose};
use crate::races::Manner;

/// Where the halves of a pair are, and how many bits they have.
type Halves = [(u64, u8); 2];

impl Lowering<'_, '_> {
    fn halves(&self, ty: TypeId) -> Option<Halves> {
        let fields = self.module.types.fields(ty)?;
        let layout = self.module.layout.struct_layout(&self.module.types, ty)?;
        let [a, b] = fields.types[..] else { return None };
        Some([(layout.offsets[0], scalar_bits(self.module, a)?), (layout.offsets[1], scalar_bits(self.module, b)?)])
    }

    /// Whether a type is a struct that can be in a register.
    pub fn is_pair(&self, ty: TypeId) -> bool {
        self.halves(ty).is_some()
    }

    /// Whether a value has a type.
    pub fn has_type(&self, value: Value, ty: TypeId) -> bool {
        let width = |e| self.system.exprs.width(e);
        match (value, self.halves(ty)) {
            (Value::One(e), None) => scalar_bits(self.module, ty) == Some(width(e)),
            (Value::Pair(a, b), Some([(_, x), (_, y)])) => (width(a), width(b)) == (x, y),
            _ => false,
        }
    }

    /// Any value of a type.
    pub fn any_of(&mut self, name: &str, ty: TypeId, origin: Origin) -> Result<Value, Unsupported> {
        match self.halves(ty) {
            Some([(_, x), (_, y)]) => Ok(Value::Pair(self.any_value(name, x, origin), self.any_value(name, y, origin))),
            None => {
                let width = self.bits_of(ty)?;
                Ok(Value::One(self.any_value(name, width, origin)))
            }
        }
    }

    pub fn constant_pair(&mut self, c: ConstantId) -> Result<Value, Unsupported> {
        let constant = &self.module.constants[c];
        let halves = self.halves(constant.ty).ok_or("a struct in a register")?;
        match &constant.kind {
            ConstantKind::Zero => {
                let [a, b] = halves.map(|(_, width)| self.system.exprs.constant(width, 0));
                Ok(Value::Pair(a, b))
            }
            ConstantKind::Undef | ConstantKind::Poison => {
                self.any_of("a value that is left open", constant.ty, Origin::Unset)
            }
            ConstantKind::Aggregate(parts) => {
                let mut list = Vec::new();
                for (&part, (_, width)) in parts.iter().zip(halves) {
                    let bits = crate::memory::constant(self.module, &self.bases, part)?;
                    list.push(self.system.exprs.constant(width, bits));
                }
                let [a, b] = list[..] else { return Err("a struct in a register".into()) };
                Ok(Value::Pair(a, b))
            }
            _ => Err("a struct in a register".into()),
        }
    }

    /// One of two values.
    pub fn chosen(&mut self, c: ExprId, a: Value, b: Value) -> Result<Value, Unsupported> {
        let e = &mut self.system.exprs;
        match (a, b) {
            (Value::One(a), Value::One(b)) => Ok(Value::One(choose(e, c, a, b))),
            (Value::Pair(a, x), Value::Pair(b, y)) => Ok(Value::Pair(choose(e, c, a, b), choose(e, c, x, y))),
            _ => Err("a choice between values of different types".into()),
        }
    }

    /// A pair with another half.
    pub fn with_half(&mut self, pair: Value, half: Value, indices: &[u32]) -> Result<Value, Unsupported> {
        match (pair, half, indices) {
            (Value::Pair(_, b), Value::One(a), [0]) => Ok(Value::Pair(a, b)),
            (Value::Pair(a, _), Value::One(b), [1]) => Ok(Value::Pair(a, b)),
            _ => Err("a part of a struct in a register".into()),
        }
    }

    /// Reads a pair, or writes one, half by half. Others must not come between.
    pub fn pair_access(
        &mut self,
        path: Path,
        (address, access): (Operand, &Access),
        ty: TypeId,
        stored: Option<Value>,
    ) -> Next {
        let halves = self.halves(ty).ok_or("a struct in a register")?;
        let at = self.scalar(&path, address)?;
        let objects = self.candidates(&path, address, at);
        let shared = objects.iter().any(|&o| self.memory[o].shared);
        if shared && self.must_wait(&path) {
            return self.wait(path);
        }
        if shared && path.atomic == 0 && !self.is_alone(&path) {
            return Err("a struct in a register, from or to memory that threads share".into());
        }
        let values = match stored {
            Some(Value::Pair(a, b)) => Some([a, b]),
            Some(Value::One(_)) => return Err("a struct in a register".into()),
            None => None,
        };
        let manner = if stored.is_some() { Manner::write() } else { Manner::read() };
        let mut paths: Vec<(Path, Vec<ExprId>)> = vec![(path, Vec::new())];
        for (k, (offset, bits)) in halves.into_iter().enumerate() {
            let mut extent = self.extent(bits, access);
            extent.align = extent.align.min(if offset == 0 { u64::MAX } else { 1 << offset.trailing_zeros() });
            let by = self.system.exprs.constant(self.pointer_bits, offset);
            let at = self.system.exprs.binary(BinaryOp::Add, at, by);
            let mut next = Vec::new();
            for (path, read) in paths {
                self.touch_at(&path, at, extent, objects.clone(), manner);
                for (mut path, cell) in self.cells(path, at, &objects, Some(extent), (None, true))? {
                    let mut read = read.clone();
                    match values {
                        Some(values) => self.store(&mut path, &cell, values[k])?,
                        None => read.push(self.load(&mut path, &cell)?),
                    }
                    next.push((path, read));
                }
            }
            paths = next;
        }
        let pair = |read: &[ExprId]| match *read {
            [a, b] => Some(Value::Pair(a, b)),
            _ => None,
        };
        Ok(paths.into_iter().map(|(path, read)| self.go_on(path, pair(&read))).collect())
    }
}
