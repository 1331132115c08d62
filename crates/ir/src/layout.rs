//! Where each variable lives in the packed state vector, an array of 32-bit words.
//!
//! Variables are laid out owner by owner, so that a step of one process touches few words, which is what the tree store
//! and the hash like. No value straddles a word except 64-bit ones, which start on a word.

use crate::{Owner, System, Valuation, VarId, expr::mask};

/// The place of a variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PackedSlot {
    /// First word.
    pub word: u32,
    /// Bit in that word, of the scalar or the first element.
    pub shift: u8,
    /// Bits of a value.
    pub width: u8,
    /// Bits from one array element to the next: a power of two up to 32, or 64.
    pub stride: u8,
    /// Number of elements (1 for a scalar).
    pub elements: u32,
}

impl PackedSlot {
    /// Word and shift of element `index`.
    #[inline]
    pub fn element(&self, index: u32) -> (u32, u8) {
        let bit = u32::from(self.shift) + index * u32::from(self.stride);
        (self.word + bit / 32, (bit % 32) as u8)
    }

    /// The value of element `index` in a packed state.
    #[inline]
    pub fn get(&self, state: &[u32], index: u32) -> u64 {
        let (word, shift) = self.element(index);
        let mut value = u64::from(state[word as usize] >> shift);
        if self.width > 32 {
            value |= u64::from(state[word as usize + 1]) << 32;
        }
        value & mask(self.width)
    }

    /// Sets element `index` in a packed state to a value that has no bits above the width.
    #[inline]
    pub fn set(&self, state: &mut [u32], index: u32, value: u64) {
        let (word, shift) = self.element(index);
        let old = &mut state[word as usize];
        *old = *old & !((mask(self.width) << shift) as u32) | (value << shift) as u32;
        if self.width > 32 {
            let old = &mut state[word as usize + 1];
            *old = *old & !((mask(self.width) >> 32) as u32) | (value >> 32) as u32;
        }
    }
}

/// The packed form of a system's states.
#[derive(Clone, Debug)]
pub struct Layout {
    places: Vec<PackedSlot>,
    offsets: Vec<usize>,
    words: usize,
    bits: u64,
}

impl Layout {
    /// Lays out the variables of a system.
    pub fn new(system: &System) -> Layout {
        Layout::with(system, true)
    }

    /// The same in as few words as first fit gives, whoever owns what: for stores that keep states as they are.
    pub fn tight(system: &System) -> Layout {
        Layout::with(system, false)
    }

    fn with(system: &System, by_owner: bool) -> Layout {
        let mut order: Vec<usize> = (0..system.variables.len()).collect();
        order.sort_by_key(|&i| owner_rank(system, i));
        let mut packer = Packer::default();
        let mut places = vec![PackedSlot { word: 0, shift: 0, width: 1, stride: 1, elements: 1 }; order.len()];
        let mut last = None;
        for &i in &order {
            let rank = owner_rank(system, i).0;
            if by_owner && last.is_some_and(|l| l != rank) {
                packer.align();
            }
            last = Some(rank);
            let variable = &system.variables[i];
            places[i] = packer.place(variable.width, variable.elements);
        }
        let offsets = system.offsets();
        let bits = system.variables.iter().map(|v| u64::from(v.width) * v.len() as u64).sum();
        Layout { places, offsets, words: packer.words().max(1), bits }
    }

    /// The place of a variable.
    pub fn place(&self, var: VarId) -> PackedSlot {
        self.places[var.index()]
    }

    /// Index of the variable's first value in a [`Valuation`].
    pub fn offset(&self, var: VarId) -> usize {
        self.offsets[var.index()]
    }

    /// Words of a state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Bits that carry information.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Packs a valuation.
    pub fn pack(&self, values: &Valuation, out: &mut [u32]) {
        out.fill(0);
        for (place, &offset) in self.places.iter().zip(&self.offsets) {
            for i in 0..place.elements {
                place.set(out, i, values.0[offset + i as usize] & mask(place.width));
            }
        }
    }

    /// The initial state of the system, packed.
    pub fn initial(&self, system: &System) -> Vec<u32> {
        let mut state = vec![0; self.words];
        self.pack(&crate::Interpreter::new(system).initial(), &mut state);
        state
    }

    /// The state to which errors of the system lead, packed.
    pub fn error_state(&self, system: &System) -> Option<Vec<u32>> {
        let values = crate::Interpreter::new(system).error_state()?;
        let mut state = vec![0; self.words];
        self.pack(&values, &mut state);
        Some(state)
    }

    /// Unpacks a state.
    pub fn unpack(&self, state: &[u32]) -> Valuation {
        let mut values = Vec::new();
        for place in &self.places {
            values.extend((0..place.elements).map(|i| place.get(state, i)));
        }
        Valuation(values)
    }
}

/// Scalars before arrays within an owner: the small fields share words.
fn owner_rank(system: &System, variable: usize) -> ((u32, u32), bool) {
    let v = &system.variables[variable];
    let owner = match v.owner {
        Owner::System => (0, 0),
        Owner::Process(p) => (p.0 + 1, 0),
        Owner::Thread(t) => (system.threads[t.index()].process.0 + 1, t.0 + 1),
    };
    (owner, v.elements.is_some())
}

#[derive(Default)]
struct Packer {
    /// Free bits of each word begun so far in this section.
    free: Vec<u8>,
    /// First word of the section into which small values may still be put.
    section: usize,
}

impl Packer {
    fn words(&self) -> usize {
        self.free.len()
    }

    /// Begins a new section: later values do not go into earlier words.
    fn align(&mut self) {
        self.section = self.free.len();
    }

    fn place(&mut self, width: u8, elements: Option<u32>) -> PackedSlot {
        match elements {
            None if width <= 32 => {
                let (word, shift) = self.bits(width);
                PackedSlot { word, shift, width, stride: width, elements: 1 }
            }
            _ => self.array(width, elements),
        }
    }

    /// First fit within the section.
    fn bits(&mut self, width: u8) -> (u32, u8) {
        let word = (self.section..self.free.len()).find(|&w| self.free[w] >= width).unwrap_or_else(|| {
            self.free.push(32);
            self.free.len() - 1
        });
        let shift = 32 - self.free[word];
        self.free[word] -= width;
        (word as u32, shift)
    }

    fn array(&mut self, width: u8, elements: Option<u32>) -> PackedSlot {
        let count = elements.unwrap_or(1);
        let stride = if width > 32 { 64 } else { width.next_power_of_two() };
        let bits = u64::from(count) * u64::from(stride);
        if bits <= 32 {
            // Aligned to the stride, so that no element straddles a word.
            let (word, shift) = self.aligned_bits(bits as u8, stride);
            return PackedSlot { word, shift, width, stride, elements: count };
        }
        let word = self.free.len() as u32;
        self.free.extend(std::iter::repeat_n(0, bits.div_ceil(32) as usize));
        PackedSlot { word, shift: 0, width, stride, elements: count }
    }

    fn aligned_bits(&mut self, bits: u8, stride: u8) -> (u32, u8) {
        let pad = |free: u8| (32 - free).next_multiple_of(stride) - (32 - free);
        let word = (self.section..self.free.len()).find(|&w| self.free[w] >= bits + pad(self.free[w]));
        let word = word.unwrap_or_else(|| {
            self.free.push(32);
            self.free.len() - 1
        });
        let shift = 32 - self.free[word] + pad(self.free[word]);
        self.free[word] = 32 - shift - bits;
        (word as u32, shift)
    }
}
