use std::cell::{Cell, OnceCell};

use super::slots::Slot;

/// Pairs of a table at most: beyond it, findings are looked up each time.
const MAX_PAIRS: usize = 4_000_000;

/// Whether choices of two slots fit, as far as it was asked: a byte for each pair.
#[derive(Debug, Default)]
pub(super) struct PairTables {
    slots: usize,
    tables: Vec<OnceCell<Vec<Cell<u8>>>>,
}

const FITS: u8 = 1;
const CLASHES: u8 = 2;

impl PairTables {
    /// Empty tables for a number of slots.
    pub(super) fn new(slots: usize) -> PairTables {
        PairTables { slots, tables: (0..slots * slots).map(|_| OnceCell::new()).collect() }
    }

    /// Returns whether two choices fit, each given by slot and index; `find` is called where it is not known yet.
    pub(super) fn lookup_or_insert(
        &self,
        slots: &[Slot],
        a: (usize, usize),
        b: (usize, usize),
        find: impl FnOnce() -> bool,
    ) -> bool {
        let size = |slot: usize| slots.get(slot).map_or(0, |slot| slot.choices.len());
        let (rows, columns) = (size(a.0), size(b.0));
        if rows.saturating_mul(columns) > MAX_PAIRS {
            return find();
        }
        let Some(table) = self.tables.get(a.0 * self.slots + b.0) else { return find() };
        let table = table.get_or_init(|| vec![Cell::new(0); rows * columns]);
        let Some(place) = table.get(a.1 * columns + b.1) else { return find() };
        match place.get() {
            FITS => true,
            CLASHES => false,
            _ => {
                let fits = find();
                place.set(if fits { FITS } else { CLASHES });
                fits
            }
        }
    }
}
