//! The order of products by their price for each unit of a measure: per GB, per watt, per core, per point of an index.

use domain::model::Category;

use crate::{
    config::{SearchConfig, facet_plan::category_index},
    interface::value_measure::{AmountSource, ValueMeasure, Workload},
    storage::{
        columns::CategoryTable,
        mutable_columns::{HAS_OFFER, IN_STOCK},
        vocabulary::{SlotVocabulary, Vocabulary},
    },
};

/// Units of a measure that the order key is the price of: prices per GB differ by less than a fils.
const UNITS: u64 = 1000;

/// Amounts of a measure in one category.
pub(super) enum Amounts {
    /// Slot of the fact, and the amount of each of its value sets.
    OfSlot(usize, Vec<u32>),
    Performance(Workload),
}

impl Amounts {
    /// Returns the amounts of a measure, by category.
    pub(super) fn by_category(
        measure: ValueMeasure,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Vec<Option<Self>> {
        Category::ALL.into_iter().map(|one| Self::of_category(measure, one, vocabulary, config)).collect()
    }

    fn of_category(
        measure: ValueMeasure,
        category: Category,
        vocabulary: &Vocabulary,
        config: &SearchConfig,
    ) -> Option<Self> {
        match measure.source(category)? {
            AmountSource::Performance(workload) => Some(Self::Performance(workload)),
            AmountSource::Fact(key) => {
                let category = category_index(category);
                let (_, slot) = config.facets.slots_of_spec(key).find(|(other, _)| *other == category)?;
                Some(Self::OfSlot(slot, amounts_of_sets(vocabulary.slot(category, slot)?)))
            }
        }
    }

    /// Returns the price of a row for each unit of the measure, in fils per [`UNITS`] units; `None` where it is not in
    /// stock, or has no known amount.
    pub(super) fn unit_price(&self, table: &CategoryTable, row: usize) -> Option<u32> {
        let is_sold = HAS_OFFER | IN_STOCK;
        let mutable = &table.mutable;
        if mutable.flags.get(row)? & is_sold != is_sold {
            return None;
        }
        let amount = match self {
            Self::Performance(workload) => table.performance(row).thousandths(*workload),
            Self::OfSlot(slot, amounts) => {
                let (column, position) = table.facts.column(*slot)?;
                let set = column.value_set_of(*column.combinations.get(row)?, position);
                *amounts.get(usize::from(set))?
            }
        };
        price_per_unit(*mutable.prices.get(row)?, amount)
    }
}

/// Returns the price of [`UNITS`] units; `None` without an amount. A price beyond `u32` is the highest but one, as the
/// highest order key is that of products without a price.
fn price_per_unit(price: u32, amount: u32) -> Option<u32> {
    let fils = (u64::from(price) * UNITS).checked_div(u64::from(amount))?;
    Some(u32::try_from(fils).unwrap_or(u32::MAX).min(u32::MAX - 1))
}

/// Returns the amount of every value set: its smallest number, or 0.
fn amounts_of_sets(vocabulary: &SlotVocabulary) -> Vec<u32> {
    let number = |value: &u16| vocabulary.values.get(usize::from(*value))?.number;
    let amount = |set: &Vec<u16>| {
        let smallest = set.iter().filter_map(number).min_by(f64::total_cmp).unwrap_or(0.0);
        // The cast saturates: a negative number is no amount.
        smallest.round() as u32
    };
    vocabulary.sets.iter().map(amount).collect()
}

#[cfg(test)]
mod tests {
    use super::price_per_unit;

    #[test]
    fn prices_per_unit_are_exact_and_never_those_of_products_without_an_amount() {
        for (price, amount, expected) in [
            (59_000, 2000, Some(29_500)),
            (19_000, 2000, Some(9_500)),
            (1, 1_000_000, Some(0)),
            (u32::MAX, 1, Some(u32::MAX - 1)),
            (59_000, 0, None),
        ] {
            assert_eq!(price_per_unit(price, amount), expected, "{price} for {amount}");
        }
    }
}
