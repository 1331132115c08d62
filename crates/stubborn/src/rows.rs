//! Rows of bits that are there from the start, or found when they are first asked for.

use std::sync::OnceLock;

use kulan_relations::Matrix;

/// The rows of a relation.
#[derive(Clone, Debug)]
pub enum Rows {
    /// All of them.
    Known(Matrix),
    /// Each once it was asked for. Whoever finds it, it is the same, so threads need not wait for each other.
    Asked(Vec<OnceLock<Box<[u64]>>>),
    /// The same, where rows have few words, and how many: these are kept side by side, which is faster.
    AskedShort(Vec<OnceLock<[u64; SHORT]>>, usize),
}

/// Words of a short row.
const SHORT: usize = 8;

impl Rows {
    /// So many rows of so many words that nobody has asked for.
    pub fn unknown(count: usize, words: usize) -> Rows {
        if words <= SHORT {
            return Rows::AskedShort(vec![OnceLock::new(); count], words);
        }
        Rows::Asked(vec![OnceLock::new(); count])
    }

    /// Forgets what was found on demand.
    pub fn forget(&mut self) {
        match self {
            Rows::Known(_) => {}
            Rows::Asked(rows) => rows.fill(OnceLock::new()),
            Rows::AskedShort(rows, _) => rows.fill(OnceLock::new()),
        }
    }

    /// A row, if it is known.
    #[inline(always)]
    pub fn get(&self, row: usize) -> Option<&[u64]> {
        match self {
            Rows::Known(matrix) => Some(matrix.row(row)),
            Rows::Asked(rows) => rows[row].get().map(|row| &row[..]),
            Rows::AskedShort(rows, words) => rows[row].get().map(|row| &row[..*words]),
        }
    }

    /// Keeps a row that was found, unless somebody else was faster. Returns it, and whether it is new.
    pub fn keep(&self, row: usize, found: &[u64]) -> (&[u64], bool) {
        let is_new = match self {
            Rows::Known(_) => false,
            Rows::Asked(rows) => rows[row].set(found.into()).is_ok(),
            Rows::AskedShort(rows, words) => {
                let mut short = [0; SHORT];
                short[..*words].copy_from_slice(found);
                rows[row].set(short).is_ok()
            }
        };
        (self.get(row).expect("it was just kept"), is_new)
    }

    /// All rows, which must be known.
    pub fn matrix(&self) -> &Matrix {
        match self {
            Rows::Known(matrix) => matrix,
            Rows::Asked(_) | Rows::AskedShort(..) => {
                unreachable!("only algorithms that need few rows are used on demand")
            }
        }
    }
}
