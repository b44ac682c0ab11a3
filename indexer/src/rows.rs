//! Some rows of one category, taken together: a column at a time, which the processor reads ahead of us.

use std::ops::Range;

use crate::{filter_rows::Mask, product_set::RowSet};

/// Rows that are looked at together.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// One after the other, from and up to.
    Span(usize, usize),
    Listed(&'a [u32]),
}

/// Rows after filtering.
#[derive(Debug, Default)]
pub(crate) struct Split {
    pub(crate) passed: Vec<u32>,
    /// By the number of a group: rows that fail it alone. As many groups as somebody counts.
    pub(crate) failed: Vec<Vec<u32>>,
    /// Those that would pass, were they not among those to be left out.
    pub(crate) hidden: Vec<u32>,
    /// Scratch: the groups that each row fails, and rows on the way to where they belong.
    pub(crate) small: Vec<u8>,
    pub(crate) large: Vec<u32>,
    pub(crate) scattered: Vec<u32>,
}

impl<'a> Rows<'a> {
    /// As many as are looked at together: their scratch stays in the nearest cache.
    pub(crate) const MOST: usize = 1024;

    /// All rows of a category in portions.
    pub(crate) fn spans(length: usize) -> impl Iterator<Item = Rows<'static>> {
        (0..length).step_by(Self::MOST).map(move |from| Rows::Span(from, (from + Self::MOST).min(length)))
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Rows::Span(from, to) => to - from,
            Rows::Listed(rows) => rows.len(),
        }
    }

    /// The rows whose mask is the one wanted. Written without a branch: which rows those are cannot be guessed ahead.
    pub(crate) fn pick(self, masks: &[u32], wanted: u32, out: &mut Vec<u32>) {
        out.resize(masks.len(), 0);
        let mut count = 0;
        let mut offer = |row: u32, mask: u32| {
            out[count] = row;
            count += usize::from(mask == wanted);
        };
        match self {
            Rows::Span(from, _) => {
                (from as u32..).zip(masks).for_each(|(row, mask)| offer(row, *mask));
            }
            Rows::Listed(rows) => rows.iter().zip(masks).for_each(|(row, mask)| offer(*row, *mask)),
        }
        out.truncate(count);
    }

    /// Adds to each row's mask what its value in a column says.
    pub(crate) fn mark_by<T: Copy, M: Mask>(self, masks: &mut [M], column: &[T], bits: impl Fn(T) -> M) {
        match self {
            Rows::Span(from, to) => {
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

    /// Adds a bit to the mask of each row that is in a set.
    pub(crate) fn mark_set<M: Mask>(self, masks: &mut [M], set: &RowSet, bit: M) {
        let mark = |mask: &mut M, row: usize| *mask |= if set.contains(row) { bit } else { M::default() };
        match self {
            Rows::Span(from, _) => masks.iter_mut().zip(from..).for_each(|(mask, row)| mark(mask, row)),
            Rows::Listed(rows) => {
                masks.iter_mut().zip(rows).for_each(|(mask, row)| mark(mask, *row as usize))
            }
        }
    }

    /// As [`Rows::mark_by`], by a table of what each value says.
    pub(crate) fn mark<M: Mask>(self, masks: &mut [M], column: &[u8], table: &[M; 256]) {
        self.mark_by(masks, column, |value| table[usize::from(value)]);
    }
}

impl Split {
    /// Keeps the failed rows of so many groups.
    pub(crate) fn of_groups(groups: usize) -> Self {
        Self { failed: vec![Vec::new(); groups], ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.passed.clear();
        self.hidden.clear();
        self.failed.iter_mut().for_each(Vec::clear);
    }
}
