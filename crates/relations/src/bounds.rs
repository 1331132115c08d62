//! Sizes from which on less is looked at.

/// Larger ones take longer, and leave fewer questions open.
#[derive(Copy, Clone, Debug)]
pub struct Bounds {
    /// The longest arrays that are looked at element by element.
    pub split: u32,
    /// The longest arrays whose elements are compared one by one.
    pub short: u32,
    /// Operations after which going through values ends, at least and by operation of the conditions: a solver, too, takes
    /// the longer the larger they are.
    pub operations: u64,
    /// As many evaluations of the conditions.
    pub evaluations: u64,
    /// Combinations of values that are gone through; of more, few are tried.
    pub combinations: u64,
    /// Operations that trying takes.
    pub trying: u64,
    /// What the solver may take for all questions together, roughly in tenths of microseconds; the rest stays open.
    pub effort: u64,
    /// Whether each part of the questions has that effort for itself.
    pub by_part: bool,
    /// Evaluated operations after which the values that variables can take are found less exactly.
    pub patience: u64,
    /// Words that are looked at to find guards that exclude each other; if that is not enough, none are known to.
    pub excluding: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            split: 64,
            short: 16,
            operations: 8_000,
            evaluations: 150,
            combinations: 1024,
            trying: 1_500,
            effort: 10_000_000,
            by_part: false,
            patience: 4_000_000,
            excluding: u64::MAX,
        }
    }
}

impl Bounds {
    /// For what is looked at before anything is asked.
    pub fn at_once() -> Bounds {
        Bounds { effort: 100_000, patience: 400_000, excluding: 20_000_000, ..Bounds::default() }
    }

    /// For all questions about movers.
    pub fn for_movers() -> Bounds {
        Bounds { effort: 100_000_000, short: 2, ..Bounds::default() }
    }

    /// For a row of a relation that is asked for.
    pub fn of_a_row() -> Bounds {
        Bounds { effort: 1_000_000, by_part: true, ..Bounds::default() }
    }
}

#[cfg(test)]
impl Bounds {
    /// So small that random systems go beyond them.
    pub const SMALL: Bounds = Bounds {
        split: 3,
        short: 2,
        operations: 300,
        evaluations: 3,
        combinations: 16,
        trying: 100,
        effort: 10_000_000,
        by_part: false,
        patience: 4_000_000,
        excluding: u64::MAX,
    };

    /// The usual ones and small ones in turn.
    pub fn of(seed: u64) -> Bounds {
        if seed.is_multiple_of(3) { Bounds::default() } else { Bounds::SMALL }
    }
}
