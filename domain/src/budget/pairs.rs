use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU8, Ordering},
};

use rustc_hash::FxHashMap;

/// Cached findings whether two choices fit: a table for each pair of classes, with a byte for each pair of signatures.
/// A signature is the number of all facts of a part that the rules read beside the other class ([`super::signature`]).
#[derive(Debug, Default)]
pub(super) struct PairTables {
    classes: usize,
    /// `None` where no rule compares the two classes.
    tables: Vec<OnceLock<Option<Arc<PairTable>>>>,
}

/// The cached findings about two classes.
#[derive(Debug, Clone)]
pub(super) struct PairTable {
    /// The row of each choice of the first class, and the column of each of the second.
    rows: Vec<usize>,
    columns: Vec<usize>,
    width: usize,
    cells: Arc<[AtomicU8]>,
}

const FITS: u8 = 1;
const CLASHES: u8 = 2;

impl PairTables {
    /// Empty tables for a number of classes.
    pub(super) fn new(classes: usize) -> PairTables {
        PairTables { classes, tables: (0..classes * classes).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the tables for the choices that are left, given by their indices in each class. They hold the same
    /// findings.
    pub(super) fn select(&self, left: &[Vec<usize>]) -> PairTables {
        let tables = self.tables.iter().enumerate().map(|(index, table)| {
            let (first, second) = (&left[index / self.classes], &left[index % self.classes]);
            table.get().map_or_else(OnceLock::new, |table| {
                OnceLock::from(table.as_ref().map(|table| Arc::new(table.select(first, second))))
            })
        });
        PairTables { classes: self.classes, tables: tables.collect() }
    }

    /// Returns whether two choices fit, each given by the indices of class and choice. `make` makes the table of the
    /// two classes at the first call for them; `find` evaluates a pair that the table does not hold yet.
    pub(super) fn lookup_or_insert(
        &self,
        a: (usize, usize),
        b: (usize, usize),
        make: impl FnOnce() -> Option<Arc<PairTable>>,
        find: impl FnOnce() -> bool,
    ) -> bool {
        let Some(table) = self.tables[a.0 * self.classes + b.0].get_or_init(make) else { return true };
        let cell = &table.cells[table.rows[a.1] * table.width + table.columns[b.1]];
        match cell.load(Ordering::Relaxed) {
            FITS => true,
            CLASHES => false,
            _ => {
                let fits = find();
                cell.store(if fits { FITS } else { CLASHES }, Ordering::Relaxed);
                fits
            }
        }
    }
}

impl PairTable {
    fn select(&self, first: &[usize], second: &[usize]) -> PairTable {
        let pick = |lines: &[usize], left: &[usize]| left.iter().map(|index| lines[*index]).collect();
        PairTable {
            rows: pick(&self.rows, first),
            columns: pick(&self.columns, second),
            width: self.width,
            cells: Arc::clone(&self.cells),
        }
    }

    /// An empty table over the signatures of the choices of two classes; `None` stands for the choice of no part.
    pub(super) fn new(
        first: impl Iterator<Item = Option<u32>>,
        second: impl Iterator<Item = Option<u32>>,
    ) -> PairTable {
        let (rows, height) = assign_lines(first);
        let (columns, width) = assign_lines(second);
        PairTable { rows, columns, width, cells: (0..height * width).map(|_| AtomicU8::new(0)).collect() }
    }
}

/// Assigns a row or column to each signature, from 0; equal signatures share one. Returns the row of each, and how many
/// rows there are.
fn assign_lines(signatures: impl Iterator<Item = Option<u32>>) -> (Vec<usize>, usize) {
    let mut line_of: FxHashMap<Option<u32>, usize> = FxHashMap::default();
    let mut lines = Vec::new();
    for signature in signatures {
        let next = line_of.len();
        lines.push(*line_of.entry(signature).or_insert(next));
    }
    (lines, line_of.len())
}
