//! The facts of a category's rows. Facts that products combine in few ways share a column, which holds the number of
//! each row's combination: the column is smaller than a column for each fact, and counting the combinations counts all
//! of its facts.
//!
//! Worked example: of two facts, socket (AM5, LGA1700) and memory type (DDR4, DDR5), the products combine three
//! ways: AM5 with DDR5, LGA1700 with DDR4, LGA1700 with DDR5. They share one column with the combinations 0, 1
//! and 2. If 5 rows have combination 1 and 7 rows have combination 2, then LGA1700 counts 12, DDR4 counts 5 and DDR5
//! counts 7.

use rustc_hash::FxHashMap;

/// Maximum number of combinations in a shared column: their counts stay in the nearest cache.
const MAX_COMBINATIONS: usize = 4096;

/// All facts of a category's rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumns {
    columns: Vec<FactColumn>,
    /// Number of columns of facts whose facets pages show, with counts; they come first.
    counted: usize,
    /// By slot: the slot's column, and its position among the column's slots.
    positions: Vec<(usize, usize)>,
}

/// Facts that share a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumn {
    /// By row: the number of the row's combination of value sets.
    pub(crate) combinations: Vec<u16>,
    /// The slots that share the column.
    slots: Vec<usize>,
    /// Numbers of value sets: for each combination, the value set of every slot.
    value_sets: Vec<u16>,
}

impl FactColumns {
    /// Builds columns from the numbers of value sets, by slot and row. The first `counted_slots` slots share columns
    /// only with each other, so that counting them reads nothing else.
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

    /// Returns the columns of facts whose facets pages show, with counts.
    pub(crate) fn counted(&self) -> &[FactColumn] {
        self.columns.get(..self.counted).unwrap_or_default()
    }

    /// Returns a slot's column and its position in it.
    pub(crate) fn column(&self, slot: usize) -> Option<(&FactColumn, usize)> {
        let (column, position) = self.positions.get(slot)?;
        Some((&self.columns[*column], *position))
    }
}

/// Joins columns into few. Columns with few combinations are joined first, because more of them fit together.
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
        let mut combination_of: FxHashMap<u16, u16> = FxHashMap::default();
        let mut distinct_sets = Vec::new();
        let combinations = sets.iter().map(|set| {
            *combination_of.entry(*set).or_insert_with(|| {
                distinct_sets.push(*set);
                (distinct_sets.len() - 1) as u16
            })
        });
        let combinations = combinations.collect();
        Self { combinations, slots: vec![slot], value_sets: distinct_sets }
    }

    /// Returns both columns as one; `None` where they have more than [`MAX_COMBINATIONS`] combinations.
    fn join(&self, other: &Self) -> Option<Self> {
        let mut combination_of: FxHashMap<(u16, u16), u16> = FxHashMap::default();
        let mut value_sets = Vec::new();
        let mut combinations = Vec::with_capacity(self.combinations.len());
        for pair in self.combinations.iter().copied().zip(other.combinations.iter().copied()) {
            let next = combination_of.len();
            let combination = *combination_of.entry(pair).or_insert_with(|| {
                value_sets.extend(self.value_sets_of(pair.0).chain(other.value_sets_of(pair.1)));
                next as u16
            });
            if combination_of.len() > MAX_COMBINATIONS {
                return None;
            }
            combinations.push(combination);
        }
        Some(Self { combinations, slots: [self.slots.as_slice(), &other.slots].concat(), value_sets })
    }

    /// Returns the number of combinations.
    pub(crate) fn len(&self) -> usize {
        self.value_sets.len() / self.slots.len().max(1)
    }

    /// Returns the number of the value set that a combination has in the slot at `position`.
    pub(crate) fn value_set_of(&self, combination: u16, position: usize) -> u16 {
        self.value_sets[usize::from(combination) * self.slots.len() + position]
    }

    /// Returns every slot with the number of the value set that a combination has in it.
    pub(crate) fn value_sets_by_slot(&self, combination: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        let value_sets =
            self.value_sets.chunks_exact(self.slots.len().max(1)).nth(combination).unwrap_or_default();
        self.slots.iter().copied().zip(value_sets.iter().copied())
    }

    fn value_sets_of(&self, combination: u16) -> impl Iterator<Item = u16> + '_ {
        self.value_sets_by_slot(combination.into()).map(|(_, value_set)| value_set)
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
                let of_rows = column.combinations.iter();
                let read: Vec<u16> = of_rows.map(|number| column.value_set_of(*number, position)).collect();
                prop_assert_eq!(&read, sets);
            }
            prop_assert!(columns.column(slots.len()).is_none());
        }
    }
}
