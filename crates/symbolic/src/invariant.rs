//! What a proof says of all reachable states, as conditions of the system.

use std::collections::BTreeMap;

use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, ExprId, System, VarId};
use rustc_hash::FxHashMap;

use crate::ic3::Said;
use crate::relation::{Meaning, StateBit};

/// Bits of a cell: which ones, and their values.
#[derive(Copy, Clone, Debug, Default)]
struct Bits {
    mask: u64,
    value: u64,
}

impl Bits {
    fn add(&mut self, bit: u8, value: bool) {
        self.mask |= 1 << bit;
        self.value |= u64::from(value) << bit;
    }
}

/// Conditions that say what some clauses and constant bits say, by variables instead of bits where that is possible: that
/// not all literals of a clause are false at once.
pub fn clauses(system: &mut System, clauses: &[Vec<Said>], constants: &[(StateBit, bool)]) -> Vec<ExprId> {
    let mut known: FxHashMap<(VarId, u32), Bits> = FxHashMap::default();
    for (bit, value) in constants {
        known.entry((bit.variable, bit.element)).or_default().add(bit.bit, *value);
    }
    let mut cells: Vec<_> = known.iter().map(|(&cell, &bits)| (cell, bits)).collect();
    cells.sort_unstable_by_key(|(cell, _)| *cell);
    let mut result: Vec<ExprId> = cells.into_iter().map(|(cell, bits)| agrees(system, cell, bits)).collect();
    for clause in clauses {
        let mut bits: BTreeMap<(VarId, u32), Bits> = BTreeMap::new();
        let mut parts = Vec::new();
        for &(meaning, value) in clause {
            match meaning {
                Meaning::Bit(bit) => bits.entry((bit.variable, bit.element)).or_default().add(bit.bit, !value),
                Meaning::Condition(expr) => parts.push(if value { system.exprs.not(expr) } else { expr }),
            }
        }
        for (cell, own) in bits {
            let fixed = known.get(&cell).copied().unwrap_or_default();
            // With the bits that never change, perhaps all of the value is known.
            let all = Bits { mask: own.mask | fixed.mask, value: own.value | fixed.value };
            let width = system.variables[cell.0.index()].width;
            parts.push(agrees(system, cell, if all.mask == mask(width) { all } else { own }));
        }
        let cube = parts.into_iter().fold(system.exprs.bool(true), |all, part| system.exprs.and(all, part));
        result.push(system.exprs.not(cube));
    }
    result
}

/// That a cell has some bits.
fn agrees(system: &mut System, (v, element): (VarId, u32), bits: Bits) -> ExprId {
    let width = system.variables[v.index()].width;
    let cell = if system.variables[v.index()].elements.is_some() {
        let index = system.exprs.constant(32, u64::from(element));
        system.read_element(v, index)
    } else {
        system.read(v)
    };
    let low = mask(width) & !bits.mask;
    match bits.mask {
        all if all == mask(width) => system.exprs.eq_const(cell, bits.value),
        // All that is above some bit is zero.
        _ if bits.value == 0 && low.wrapping_add(1).is_power_of_two() => {
            let most = system.exprs.constant(width, low);
            system.exprs.binary(BinaryOp::UnsignedLessEqual, cell, most)
        }
        some if some.is_power_of_two() => {
            let bit = system.exprs.extract(some.trailing_zeros() as u8, 1, cell);
            if bits.value == 0 { system.exprs.not(bit) } else { bit }
        }
        some => {
            let kept = system.exprs.constant(width, some);
            let kept = system.exprs.binary(BinaryOp::And, cell, kept);
            system.exprs.eq_const(kept, bits.value)
        }
    }
}
