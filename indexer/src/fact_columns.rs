//! The facts of a category's rows. Facts that products combine in few ways share a column of codes, one for each combination:
//! that is less to hold, and counting all of them is counting the codes.

use rustc_hash::FxHashMap;

/// Combinations that a shared column tells apart at most: their counts stay in the nearest cache.
const MOST_CODES: usize = 4096;

/// All facts of a category's rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumns {
    columns: Vec<FactColumn>,
    /// Number of columns with facts that pages count; they come first.
    counted: usize,
    /// By slot: its column, and its place among the column's slots.
    places: Vec<(usize, usize)>,
}

/// Some facts that share a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactColumn {
    /// By row.
    pub(crate) codes: Vec<u16>,
    /// Which slots these are.
    slots: Vec<usize>,
    /// The number of the set of values of each of the slots, one code after the other.
    sets: Vec<u16>,
}

impl FactColumns {
    /// Makes columns of the numbers of sets, by slot and row. The first `counted_slots` share columns with each other alone, so that
    /// counting them reads nothing else.
    pub(crate) fn of(slots: &[Vec<u16>], counted_slots: usize) -> Self {
        let alone = slots.iter().enumerate().map(|(slot, sets)| FactColumn::alone(slot, sets));
        let mut drafts: Vec<FactColumn> = alone.collect();
        let others = drafts.split_off(counted_slots.min(drafts.len()));
        let mut columns = shared(drafts);
        let counted = columns.len();
        columns.extend(shared(others));
        let mut places = vec![(0, 0); columns.iter().map(|column| column.slots.len()).sum()];
        for (index, column) in columns.iter().enumerate() {
            for (place, slot) in column.slots.iter().enumerate() {
                places[*slot] = (index, place);
            }
        }
        Self { columns, counted, places }
    }

    /// The columns of facts that pages count.
    pub(crate) fn counted(&self) -> &[FactColumn] {
        self.columns.get(..self.counted).unwrap_or_default()
    }

    /// A slot's column and its place in it.
    pub(crate) fn column(&self, slot: usize) -> Option<(&FactColumn, usize)> {
        let (column, place) = self.places.get(slot)?;
        Some((&self.columns[*column], *place))
    }
}

/// As few columns as hold the drafts. What has few values joins first: more fits together.
fn shared(mut drafts: Vec<FactColumn>) -> Vec<FactColumn> {
    drafts.sort_by_key(FactColumn::len);
    let mut columns: Vec<FactColumn> = Vec::new();
    for draft in drafts {
        match columns.last().and_then(|column| column.joined(&draft)) {
            Some(joined) => {
                columns.pop();
                columns.push(joined);
            }
            None => columns.push(draft),
        }
    }
    columns
}

impl FactColumn {
    fn alone(slot: usize, sets: &[u16]) -> Self {
        let mut code_of: FxHashMap<u16, u16> = FxHashMap::default();
        let mut known = Vec::new();
        let codes = sets.iter().map(|set| {
            *code_of.entry(*set).or_insert_with(|| {
                known.push(*set);
                (known.len() - 1) as u16
            })
        });
        let codes = codes.collect();
        Self { codes, slots: vec![slot], sets: known }
    }

    /// Both in one; `None` where that were too many combinations.
    fn joined(&self, other: &Self) -> Option<Self> {
        let mut code_of: FxHashMap<(u16, u16), u16> = FxHashMap::default();
        let mut sets = Vec::new();
        let mut codes = Vec::with_capacity(self.codes.len());
        for pair in self.codes.iter().copied().zip(other.codes.iter().copied()) {
            let next = code_of.len();
            let code = *code_of.entry(pair).or_insert_with(|| {
                sets.extend(self.sets_of(pair.0).chain(other.sets_of(pair.1)));
                next as u16
            });
            if code_of.len() > MOST_CODES {
                return None;
            }
            codes.push(code);
        }
        Some(Self { codes, slots: [self.slots.as_slice(), &other.slots].concat(), sets })
    }

    /// How many codes there are.
    pub(crate) fn len(&self) -> usize {
        self.sets.len() / self.slots.len().max(1)
    }

    /// The number of the set that a code stands for in one of the slots.
    pub(crate) fn set(&self, code: u16, place: usize) -> u16 {
        self.sets[usize::from(code) * self.slots.len() + place]
    }

    /// The same for every slot, with the slot.
    pub(crate) fn each_set(&self, code: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        let sets = self.sets.chunks_exact(self.slots.len().max(1)).nth(code).unwrap_or_default();
        self.slots.iter().copied().zip(sets.iter().copied())
    }

    fn sets_of(&self, code: u16) -> impl Iterator<Item = u16> + '_ {
        self.each_set(code.into()).map(|(_, set)| set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_row_keeps_its_sets(
            rows in prop::collection::vec(prop::collection::vec(any::<u16>().prop_map(|set| set % 90), 4..5), 0..400),
            wild in prop::collection::vec(any::<u16>(), 400),
            counted in 0..6usize,
        ) {
            // Two of them have too many combinations for one column.
            let mut slots: Vec<Vec<u16>> =
                (0..4).map(|slot| rows.iter().map(|row| row[slot] / (1 + 20 * slot as u16)).collect()).collect();
            slots.push(wild[..rows.len()].to_vec());
            let columns = FactColumns::of(&slots, counted);
            prop_assert!(columns.counted().len() <= counted);
            for (slot, sets) in slots.iter().enumerate() {
                let (column, place) = columns.column(slot).unwrap();
                let kept: Vec<u16> = column.codes.iter().map(|code| column.set(*code, place)).collect();
                prop_assert_eq!(&kept, sets);
            }
            prop_assert!(columns.column(slots.len()).is_none());
        }
    }
}
