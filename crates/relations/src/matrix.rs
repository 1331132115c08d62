//! Bit matrices.

use crate::bits;

/// A matrix of bits, its rows padded to whole words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<u64>,
}

impl Matrix {
    /// A matrix without entries.
    pub fn new(rows: usize, columns: usize) -> Matrix {
        let stride = columns.div_ceil(64);
        Matrix { rows, columns, stride, words: vec![0; rows * stride] }
    }

    /// A matrix with all entries.
    pub fn full(rows: usize, columns: usize) -> Matrix {
        let mut result = Matrix::new(rows, columns);
        for row in result.words.chunks_mut(result.stride.max(1)) {
            row.fill(!0);
            let rest = columns % 64;
            if let (Some(last), true) = (row.last_mut(), rest != 0) {
                *last = (1 << rest) - 1;
            }
        }
        result
    }

    /// Whether all entries are present.
    pub fn is_full(&self) -> bool {
        self.count() == (self.rows * self.columns) as u64
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A row, as words of 64 columns.
    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// Whether an entry is present.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        debug_assert!(row < self.rows && column < self.columns);
        bits::get(self.row(row), column)
    }

    /// Puts an entry in or takes it out.
    pub fn set(&mut self, row: usize, column: usize, present: bool) {
        debug_assert!(row < self.rows && column < self.columns);
        let words = &mut self.words[row * self.stride..(row + 1) * self.stride];
        if present { bits::set(words, column) } else { bits::clear(words, column) }
    }

    /// How many entries are present.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// The columns present in a row, in order.
    pub fn columns_of(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        bits::ones(self.row(row))
    }

    /// The rows and columns of some numbers, which take their places in order.
    pub fn among(&self, numbers: &[usize]) -> Matrix {
        if self.is_full() {
            return Matrix::full(numbers.len(), numbers.len());
        }
        let mut places = vec![None; self.columns];
        numbers.iter().enumerate().for_each(|(place, &number)| places[number] = Some(place));
        let mut result = Matrix::new(numbers.len(), numbers.len());
        for (row, &number) in numbers.iter().enumerate() {
            self.columns_of(number).filter_map(|c| places[c]).for_each(|column| result.set(row, column, true));
        }
        result
    }

    /// The matrix with rows and columns exchanged.
    pub fn transposed(&self) -> Matrix {
        if self.is_full() {
            return Matrix::full(self.columns, self.rows);
        }
        let mut result = Matrix::new(self.columns, self.rows);
        for row in 0..self.rows {
            for column in self.columns_of(row) {
                result.set(column, row, true);
            }
        }
        result
    }
}
