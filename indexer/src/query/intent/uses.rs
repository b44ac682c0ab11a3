//! Uses ("for 1440p", "quiet", "with mic"): tests of `intents.toml` compiled for a view, which give points and
//! leave nothing out.

use std::collections::BTreeSet;

use domain::model::{Category, SpecKey};

use crate::{
    collect::preference::CompiledPreference,
    config::{
        SearchConfig,
        facet_plan::category_index,
        intents::preference::{FactTest, Preference},
    },
    interface::SpecFilter,
    query::parsed_query::Intent,
    storage::view::View,
};

/// Compiles the preferences of all uses of a query.
pub(crate) fn compile_preferences(
    view: &View,
    config: &SearchConfig,
    uses: &[(usize, String)],
) -> Vec<CompiledPreference> {
    let indexes: BTreeSet<usize> = uses.iter().map(|(index, _)| *index).collect();
    let preferences = indexes.into_iter().flat_map(|index| &config.lexicon.intents.uses[index].preferences);
    preferences.map(|preference| CompiledPreference::compile(preference, view, config)).collect()
}

/// Returns the facts that every order but relevance requires, as such an order leaves no room for points: of each use
/// the first fact that the categories have.
pub(crate) fn required_facts(
    view: &View,
    config: &SearchConfig,
    intent: &Intent,
    categories: &[Category],
) -> Vec<(SpecKey, SpecFilter)> {
    let uses = &config.lexicon.intents.uses;
    let facts = intent.uses.iter().filter_map(|(index, _)| {
        let of_category = |preference: &&Preference| categories.contains(&preference.category);
        let preference = uses[*index]
            .preferences
            .iter()
            .filter(of_category)
            .find(|preference| preference.fact.is_some())?;
        let test = preference.fact.as_ref()?;
        let values = accepted_values(view, config, preference.category, test)?;
        (!values.is_empty()).then_some((test.key, SpecFilter::AnyOf(values)))
    });
    facts.collect()
}

/// Returns the values of the catalogue that pass a test of a category's fact.
fn accepted_values(
    view: &View,
    config: &SearchConfig,
    category: Category,
    test: &FactTest,
) -> Option<Vec<String>> {
    let category = category_index(category);
    let (_, slot) = config.facets.slots_of_spec(test.key).find(|(other, _)| *other == category)?;
    let values = view.vocabulary.slot(category, slot)?.values.iter();
    let values = values.filter(|value| test.accepts(&value.text, value.number));
    Some(values.map(|value| value.text.clone()).collect())
}
