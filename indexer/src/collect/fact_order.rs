//! The order of products by one fact that listings filter on, or by their price for each unit of a measure.

use domain::model::SpecKey;

use super::value_order::Amounts;
use crate::{
    config::SearchConfig,
    interface::Sort,
    storage::{
        columns::CategoryTable,
        vocabulary::{NO_VALUE, SlotVocabulary, Vocabulary},
    },
};

/// Sort key of a product without the fact or the measure: behind all others.
const WITHOUT_FACT: u32 = u32::MAX;

/// Order keys of products by what is known of them, by category.
pub(crate) struct FactOrder {
    categories: Vec<Option<CategoryOrder>>,
}

/// Order of the products of one category.
enum CategoryOrder {
    /// By a fact: its slot, and the rank of each value set.
    Ranks(usize, Vec<u32>),
    /// By the price for each unit of a measure.
    Value(Amounts),
}

impl FactOrder {
    /// Returns the order by a fact or by a measure; `None` for any other order.
    pub(crate) fn for_sort(sort: Sort, vocabulary: &Vocabulary, config: &SearchConfig) -> Option<Self> {
        match sort {
            Sort::Spec { key, descending } => Some(Self::by_fact(key, descending, vocabulary, config)),
            Sort::Value(measure) => {
                let amounts = Amounts::by_category(measure, vocabulary, config);
                let categories = amounts.into_iter().map(|one| one.map(CategoryOrder::Value)).collect();
                Some(Self { categories })
            }
            _ => None,
        }
    }

    fn by_fact(key: SpecKey, descending: bool, vocabulary: &Vocabulary, config: &SearchConfig) -> Self {
        let mut categories = Vec::new();
        for (category, slot) in config.facets.slots_of_spec(key) {
            categories.resize_with(categories.len().max(category + 1), || None);
            if let Some(values) = vocabulary.slot(category, slot) {
                categories[category] = Some(CategoryOrder::Ranks(slot, rank_sets(values, descending)));
            }
        }
        Self { categories }
    }

    /// Returns the order key of a row of a category.
    pub(crate) fn order_key(&self, category: usize, table: &CategoryTable, row: usize) -> u32 {
        let (slot, ranks) = match self.categories.get(category) {
            Some(Some(CategoryOrder::Ranks(slot, ranks))) => (slot, ranks),
            Some(Some(CategoryOrder::Value(amounts))) => {
                return amounts.unit_price(table, row).unwrap_or(WITHOUT_FACT);
            }
            _ => return WITHOUT_FACT,
        };
        let Some((column, position)) = table.facts.column(*slot) else { return WITHOUT_FACT };
        let set = column.value_set_of(column.combinations[row], position);
        ranks.get(usize::from(set)).copied().unwrap_or(WITHOUT_FACT)
    }
}

/// Returns the rank of every value set: by its smallest value, or descending by its largest. Equal values share
/// a rank.
fn rank_sets(vocabulary: &SlotVocabulary, descending: bool) -> Vec<u32> {
    let rank_values = rank_values(vocabulary);
    let rank = |(set, values): (usize, &Vec<u16>)| {
        let own = values.iter().filter_map(|value| rank_values.get(usize::from(*value)).copied());
        let best = if descending { own.max().map(|rank| WITHOUT_FACT - 1 - rank) } else { own.min() };
        best.filter(|_| set != usize::from(NO_VALUE)).unwrap_or(WITHOUT_FACT)
    };
    vocabulary.sets.iter().enumerate().map(rank).collect()
}

/// Returns the rank of every value: numbers in their order, then words in theirs.
fn rank_values(vocabulary: &SlotVocabulary) -> Vec<u32> {
    let values = &vocabulary.values;
    let mut order: Vec<usize> = (0..values.len()).collect();
    let compare = |left: usize, right: usize| match (values[left].number, values[right].number) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        (left, right) if left.is_some() != right.is_some() => right.is_some().cmp(&left.is_some()),
        _ => values[left].text.cmp(&values[right].text),
    };
    order.sort_by(|left, right| compare(*left, *right));
    let mut ranks = vec![0; values.len()];
    let mut rank = 0;
    for position in 0..order.len() {
        if position > 0 && compare(order[position - 1], order[position]).is_ne() {
            rank += 1;
        }
        ranks[order[position]] = rank;
    }
    ranks
}
