//! The order of products by one fact that listings filter on.

use domain::model::SpecKey;

use crate::{
    SearchConfig, Sort,
    columns::Block,
    vocabulary::{NONE, SlotVocabulary, Vocabulary},
};

/// Sort key of a product without the fact: behind all others.
const LAST: u32 = u32::MAX;

/// Ranks of a fact's values, by category.
pub(crate) struct FactOrder {
    /// By category: the fact's slot, and the rank of each set of values.
    categories: Vec<Option<(usize, Vec<u32>)>>,
}

impl FactOrder {
    /// Returns the order by a fact; `None` for any other order.
    pub(crate) fn of(sort: Sort, vocabulary: &Vocabulary, config: &SearchConfig) -> Option<Self> {
        let Sort::Spec { key, descending } = sort else { return None };
        Some(Self::by(key, descending, vocabulary, config))
    }

    fn by(key: SpecKey, descending: bool, vocabulary: &Vocabulary, config: &SearchConfig) -> Self {
        let mut categories = Vec::new();
        for (category, slot) in config.facets.places(key) {
            categories.resize_with(categories.len().max(category + 1), || None);
            if let Some(values) = vocabulary.slot(category, slot) {
                categories[category] = Some((slot, places(values, descending)));
            }
        }
        Self { categories }
    }

    /// Returns the sort key of a row of a category.
    pub(crate) fn key(&self, category: usize, block: &Block, row: usize) -> u32 {
        let Some(Some((slot, places))) = self.categories.get(category) else { return LAST };
        let Some((column, place)) = block.facts.column(*slot) else { return LAST };
        let set = column.set(column.codes[row], place);
        places.get(usize::from(set)).copied().unwrap_or(LAST)
    }
}

/// Returns the rank of every set of values: by its smallest value, or descending by its largest. Equal values share
/// a rank.
fn places(vocabulary: &SlotVocabulary, descending: bool) -> Vec<u32> {
    let places_of_values = places_of_values(vocabulary);
    let place = |(set, values): (usize, &Vec<u16>)| {
        let own = values.iter().filter_map(|value| places_of_values.get(usize::from(*value)).copied());
        let best = if descending { own.max().map(|place| LAST - 1 - place) } else { own.min() };
        best.filter(|_| set != usize::from(NONE)).unwrap_or(LAST)
    };
    vocabulary.sets.iter().enumerate().map(place).collect()
}

/// Returns the rank of every value: numbers in their order, then words in theirs.
fn places_of_values(vocabulary: &SlotVocabulary) -> Vec<u32> {
    let values = &vocabulary.values;
    let mut order: Vec<usize> = (0..values.len()).collect();
    let compare = |left: usize, right: usize| match (values[left].number, values[right].number) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        (left, right) if left.is_some() != right.is_some() => right.is_some().cmp(&left.is_some()),
        _ => values[left].text.cmp(&values[right].text),
    };
    order.sort_by(|left, right| compare(*left, *right));
    let mut places = vec![0; values.len()];
    let mut place = 0;
    for pair in 0..order.len() {
        if pair > 0 && compare(order[pair - 1], order[pair]).is_ne() {
            place += 1;
        }
        places[order[pair]] = place;
    }
    places
}
