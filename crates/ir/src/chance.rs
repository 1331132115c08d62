//! Numbers that look random and are the same in each run.

/// A linear congruential generator; its high bits are the better ones.
#[derive(Copy, Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// One that starts from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The next number.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0
    }

    /// A number below a bound, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() >> 33) as usize % bound
    }
}
