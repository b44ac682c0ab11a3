//! Rows of one category, handled together a column at a time: a sequential read, which the processor fetches ahead.

use std::ops::{BitOrAssign, Range};

use crate::interface::product_set::RowSet;

/// The groups that a row fails: a bit for each group that is filtered. A dead row has all bits set. The mask is nearly
/// always one byte, so that the processor handles sixteen rows at a time.
pub(crate) trait Mask: Copy + Default + PartialEq + BitOrAssign {
    const DEAD_ROW: Self;

    /// The bit of the group at this position among those that the request filters, see `FilterGroup`.
    fn bit(position: usize) -> Self;
}

impl Mask for u8 {
    const DEAD_ROW: Self = Self::MAX;

    fn bit(position: usize) -> Self {
        1 << position
    }
}

impl Mask for u32 {
    const DEAD_ROW: Self = Self::MAX;

    fn bit(position: usize) -> Self {
        1 << position
    }
}

/// Rows that are handled together.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// Consecutive rows, from and up to (excluded).
    Consecutive(usize, usize),
    Listed(&'a [u32]),
}

/// Rows after filtering.
#[derive(Debug, Default)]
pub(crate) struct FilteredRows {
    pub(crate) passed: Vec<u32>,
    /// By the index of a filter group: rows that fail only this group. As many groups as are counted.
    pub(crate) failed: Vec<Vec<u32>>,
    /// Rows that would pass if they were not hidden.
    pub(crate) hidden: Vec<u32>,
    /// Scratch: the groups that each row fails, and rows on the way to their buckets.
    pub(crate) small_masks: Vec<u8>,
    pub(crate) large_masks: Vec<u32>,
    pub(crate) partitioned: Vec<u32>,
}

impl<'a> Rows<'a> {
    /// Maximum number of rows handled together: their scratch stays in the nearest cache.
    pub(crate) const MAX_ROWS: usize = 1024;

    /// Returns all rows of a category in portions.
    pub(crate) fn chunks(length: usize) -> impl Iterator<Item = Rows<'static>> {
        (0..length)
            .step_by(Self::MAX_ROWS)
            .map(move |from| Rows::Consecutive(from, (from + Self::MAX_ROWS).min(length)))
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Rows::Consecutive(from, to) => to - from,
            Rows::Listed(rows) => rows.len(),
        }
    }

    /// Replaces `out` by the rows whose mask is the wanted one. Written without a branch, because the processor cannot
    /// predict which rows these are.
    pub(crate) fn select(self, masks: &[u32], wanted: u32, out: &mut Vec<u32>) {
        out.resize(masks.len(), 0);
        let mut count = 0;
        let mut write = |row: u32, mask: u32| {
            out[count] = row;
            count += usize::from(mask == wanted);
        };
        match self {
            Rows::Consecutive(from, _) => {
                (from as u32..).zip(masks).for_each(|(row, mask)| write(row, *mask));
            }
            Rows::Listed(rows) => rows.iter().zip(masks).for_each(|(row, mask)| write(*row, *mask)),
        }
        out.truncate(count);
    }

    /// Sets in each row's mask the bits that `bits` returns for the row's value in a column.
    pub(crate) fn set_bits_by_value<T: Copy, M: Mask>(
        self,
        masks: &mut [M],
        column: &[T],
        bits: impl Fn(T) -> M,
    ) {
        match self {
            Rows::Consecutive(from, to) => {
                masks
                    .iter_mut()
                    .zip(&column[Range { start: from, end: to }])
                    .for_each(|(mask, value)| *mask |= bits(*value));
            }
            Rows::Listed(rows) => {
                masks.iter_mut().zip(rows).for_each(|(mask, row)| *mask |= bits(column[*row as usize]));
            }
        }
    }

    /// Sets a bit in the mask of each row that is in a set.
    pub(crate) fn set_bit_of_rows_in<M: Mask>(self, masks: &mut [M], set: &RowSet, bit: M) {
        let set_bit = |mask: &mut M, row: usize| *mask |= if set.contains(row) { bit } else { M::default() };
        match self {
            Rows::Consecutive(from, _) => {
                masks.iter_mut().zip(from..).for_each(|(mask, row)| set_bit(mask, row))
            }
            Rows::Listed(rows) => {
                masks.iter_mut().zip(rows).for_each(|(mask, row)| set_bit(mask, *row as usize))
            }
        }
    }

    /// Like [`Rows::set_bits_by_value`], with a table of the bits of each value.
    pub(crate) fn set_bits_by_table<M: Mask>(self, masks: &mut [M], column: &[u8], table: &[M; 256]) {
        self.set_bits_by_value(masks, column, |value| table[usize::from(value)]);
    }
}

impl FilteredRows {
    /// Returns empty buckets with lists for the failed rows of `groups` groups.
    pub(crate) fn of_groups(groups: usize) -> Self {
        Self { failed: vec![Vec::new(); groups], ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.passed.clear();
        self.hidden.clear();
        self.failed.iter_mut().for_each(Vec::clear);
    }
}
