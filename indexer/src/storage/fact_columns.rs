//! The facts of a category's rows. Facts that products combine in few ways share a column of codes, one code per
//! combination: the column is smaller than theirs, and counting the codes counts all of its facts.
//!
//! Worked example: of two facts, socket (AM5, LGA1700) and memory type (DDR4, DDR5), the products combine three
//! ways: AM5 with DDR5, LGA1700 with DDR4, LGA1700 with DDR5. They share one column with the codes 0, 1 and 2. If 5
//! rows have code 1 and 7 rows have code 2, then LGA1700 counts 12, DDR4 counts 5 and DDR5 counts 7.

use rustc_hash::FxHashMap;

/// Maximum number of combinations in a shared column: their counts stay in the nearest cache.
const MAX_CODES: usize = 4096;

/// All facts of a category's rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumns {
    columns: Vec<FactColumn>,
    /// Number of columns with facts that pages count; they come first.
    counted: usize,
    /// By slot: the slot's column, and its place among the column's slots.
    positions: Vec<(usize, usize)>,
}

/// Facts that share a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumn {
    /// By row.
    pub(crate) codes: Vec<u16>,
    /// The slots that share the column.
    slots: Vec<usize>,
    /// Numbers of the sets of values: for each code, the set of every slot.
    sets: Vec<u16>,
}

impl FactColumns {
    /// Builds columns from the numbers of sets, by slot and row. The first `counted_slots` slots share columns only
    /// with each other, so that counting them reads nothing else.
    pub(crate) fn of(slots: &[Vec<u16>], counted_slots: usize) -> Self {
        let of_slot = slots.iter().enumerate().map(|(slot, sets)| FactColumn::of_slot(slot, sets));
        let mut columns: Vec<FactColumn> = of_slot.collect();
        let others = columns.split_off(counted_slots.min(columns.len()));
        let mut columns = join_columns(columns);
        let counted = columns.len();
        columns.extend(join_columns(others));
        let mut positions = vec![(0, 0); columns.iter().map(|column| column.slots.len()).sum()];
        for (index, column) in columns.iter().enumerate() {
            for (position, slot) in column.slots.iter().enumerate() {
                positions[*slot] = (index, position);
            }
        }
        Self { columns, counted, positions }
    }

    /// Returns the columns of facts that pages count.
    pub(crate) fn counted(&self) -> &[FactColumn] {
        self.columns.get(..self.counted).unwrap_or_default()
    }

    /// Returns a slot's column and its place in it.
    pub(crate) fn column(&self, slot: usize) -> Option<(&FactColumn, usize)> {
        let (column, position) = self.positions.get(slot)?;
        Some((&self.columns[*column], *position))
    }
}

/// Joins columns into few. Columns with few codes are joined first, because more of them fit together.
fn join_columns(mut separate: Vec<FactColumn>) -> Vec<FactColumn> {
    separate.sort_by_key(FactColumn::len);
    let mut columns: Vec<FactColumn> = Vec::new();
    for next in separate {
        match columns.last().and_then(|last| last.join(&next)) {
            Some(joined) => {
                columns.pop();
                columns.push(joined);
            }
            None => columns.push(next),
        }
    }
    columns
}

impl FactColumn {
    fn of_slot(slot: usize, sets: &[u16]) -> Self {
        let mut code_of: FxHashMap<u16, u16> = FxHashMap::default();
        let mut distinct_sets = Vec::new();
        let codes = sets.iter().map(|set| {
            *code_of.entry(*set).or_insert_with(|| {
                distinct_sets.push(*set);
                (distinct_sets.len() - 1) as u16
            })
        });
        let codes = codes.collect();
        Self { codes, slots: vec![slot], sets: distinct_sets }
    }

    /// Returns both columns as one; `None` where they have more than [`MAX_CODES`] combinations.
    fn join(&self, other: &Self) -> Option<Self> {
        let mut code_of: FxHashMap<(u16, u16), u16> = FxHashMap::default();
        let mut sets = Vec::new();
        let mut codes = Vec::with_capacity(self.codes.len());
        for pair in self.codes.iter().copied().zip(other.codes.iter().copied()) {
            let next = code_of.len();
            let code = *code_of.entry(pair).or_insert_with(|| {
                sets.extend(self.sets_of(pair.0).chain(other.sets_of(pair.1)));
                next as u16
            });
            if code_of.len() > MAX_CODES {
                return None;
            }
            codes.push(code);
        }
        Some(Self { codes, slots: [self.slots.as_slice(), &other.slots].concat(), sets })
    }

    /// Returns the number of codes.
    pub(crate) fn len(&self) -> usize {
        self.sets.len() / self.slots.len().max(1)
    }

    /// Returns the number of the set that a code stands for in the slot at `position`.
    pub(crate) fn set(&self, code: u16, position: usize) -> u16 {
        self.sets[usize::from(code) * self.slots.len() + position]
    }

    /// Returns every slot with the number of the set that a code stands for.
    pub(crate) fn sets_by_slot(&self, code: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        let sets = self.sets.chunks_exact(self.slots.len().max(1)).nth(code).unwrap_or_default();
        self.slots.iter().copied().zip(sets.iter().copied())
    }

    fn sets_of(&self, code: u16) -> impl Iterator<Item = u16> + '_ {
        self.sets_by_slot(code.into()).map(|(_, set)| set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shared_columns_preserve_every_value_set(
            rows in prop::collection::vec(prop::collection::vec(any::<u16>().prop_map(|set| set % 90), 4..5), 0..400),
            wild in prop::collection::vec(any::<u16>(), 400),
            counted in 0..6usize,
        ) {
            // The wild slot has too many combinations to share a column with the others.
            let mut slots: Vec<Vec<u16>> =
                (0..4).map(|slot| rows.iter().map(|row| row[slot] / (1 + 20 * slot as u16)).collect()).collect();
            slots.push(wild[..rows.len()].to_vec());
            let columns = FactColumns::of(&slots, counted);
            prop_assert!(columns.counted().len() <= counted);
            for (slot, sets) in slots.iter().enumerate() {
                let (column, position) = columns.column(slot).unwrap();
                let kept: Vec<u16> = column.codes.iter().map(|code| column.set(*code, position)).collect();
                prop_assert_eq!(&kept, sets);
            }
            prop_assert!(columns.column(slots.len()).is_none());
        }
    }
}
