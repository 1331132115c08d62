//! What is in memory has a size. This is checked at the end, since types may be defined behind their use.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;
use rustc_hash::FxHashMap;

use super::Parser;
use crate::id::TypeId;
use crate::instruction::Op;
use crate::module::{GlobalKind, Module};
use crate::types::{Type, Types};

impl Parser<'_> {
    pub(super) fn check_sizes(&mut self) -> Parsed<()> {
        let mut sizes = Sizes { types: &self.module.types, known: FxHashMap::default() };
        match first_unsized(&self.module, &mut sizes) {
            None => Ok(()),
            Some((ty, span)) => {
                let message = format!("{} has no size, so it cannot be in memory", self.show(ty));
                self.error("type", span, message)
            }
        }
    }
}

/// Types that were asked for already: a struct may be part of many others.
struct Sizes<'a> {
    types: &'a Types,
    known: FxHashMap<TypeId, bool>,
}

impl Sizes<'_> {
    fn is_sized(&mut self, ty: TypeId) -> bool {
        if matches!(self.types[ty], Type::Integer(_) | Type::Float(_) | Type::Pointer { .. }) {
            return true;
        }
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let types = self.types;
        let sized = match &types[ty] {
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function(_) => false,
            Type::Array { element, .. } => self.is_sized(*element),
            Type::Struct(_) | Type::Named(_) => {
                types.fields(ty).is_some_and(|fields| fields.types.iter().all(|&field| self.is_sized(field)))
            }
            _ => true,
        };
        self.known.insert(ty, sized);
        sized
    }
}

/// The first type without size that is in memory.
fn first_unsized(module: &Module, sizes: &mut Sizes<'_>) -> Option<(TypeId, Span)> {
    for global in module.globals.values() {
        match &global.kind {
            GlobalKind::Variable(variable) if variable.initializer.is_some() && !sizes.is_sized(global.value_type) => {
                return Some((global.value_type, global.place.0));
            }
            GlobalKind::Function(function) => {
                for instruction in function.instructions.values() {
                    let ty = match &instruction.op {
                        Op::Alloca { ty, .. } => Some(*ty),
                        Op::Load { .. } => Some(instruction.ty),
                        Op::Store { value, .. } => module.type_of(function, *value),
                        Op::GetElementPtr { source, .. } => Some(*source),
                        _ => None,
                    };
                    if let Some(ty) = ty.filter(|&ty| !sizes.is_sized(ty)) {
                        return Some((ty, instruction.place.0));
                    }
                }
            }
            _ => {}
        }
    }
    None
}
