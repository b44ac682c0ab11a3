//! The words of a query that were understood, for a page to show and for a user to remove.

use crate::{
    collect::clause::{Clause, PredicateKind, RowPredicate},
    config::SearchConfig,
    interface::{UnderstoodKind, UnderstoodPart},
    query::parsed_query::ParsedQuery,
    storage::view::{DocAddress, View},
};

/// Values that the label of an understood part lists at most.
const MAX_LABELLED: usize = 4;

/// Returns every understood part: constraints as they were read, and predicates that hold for the best hit.
pub(crate) fn list_understood(
    parsed: &ParsedQuery,
    clauses: &[Clause],
    best: Option<DocAddress>,
    view: &View,
    config: &SearchConfig,
) -> Vec<UnderstoodPart> {
    let mut understood = parsed.understood.clone();
    for clause in clauses {
        // Without a hit there is no product to check a predicate against: the first one is shown.
        let Some(predicate) = best.map_or(clause.predicates.first(), |best| {
            let columns = &view.segments[best.segment as usize].columns;
            clause.matching_predicate(columns.row(best.document), view)
        }) else {
            continue;
        };
        let words = parsed.words.get(clause.word_range.0..clause.word_range.1).unwrap_or_default();
        let words = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let Some((label, filter)) = understood_filter(predicate, &words, best, view, config) else {
            continue;
        };
        let kind = match predicate.kind {
            PredicateKind::Category => UnderstoodKind::Category,
            PredicateKind::Brand => UnderstoodKind::Brand,
            PredicateKind::Spec => UnderstoodKind::Spec,
        };
        understood.push(UnderstoodPart::new(kind, label, words, filter));
    }
    for (index, words) in &parsed.intent.uses {
        let label = config.lexicon.intents.uses[*index].name.as_str();
        understood.push(UnderstoodPart::new(UnderstoodKind::Use, label, words.as_str(), Vec::new()));
    }
    deduplicate(understood)
}

/// Removes repeated parts: two words may say the same.
pub(crate) fn deduplicate(understood: Vec<UnderstoodPart>) -> Vec<UnderstoodPart> {
    let mut out: Vec<UnderstoodPart> = Vec::with_capacity(understood.len());
    for part in understood {
        if !out
            .iter()
            .any(|other| (other.kind, &other.label, &other.filter) == (part.kind, &part.label, &part.filter))
        {
            out.push(part);
        }
    }
    out
}

/// The label of an understood part, and filter names with their values.
type LabelledFilter = (String, Vec<(String, Vec<String>)>);

/// Returns the label of a predicate and the filter that it stands for.
fn understood_filter(
    predicate: &RowPredicate,
    words: &str,
    best: Option<DocAddress>,
    view: &View,
    config: &SearchConfig,
) -> Option<LabelledFilter> {
    let mut filter = Vec::new();
    let mut labels = Vec::new();
    // A number may be a fact of several categories: the category of the best hit is the one that was meant.
    let of_best =
        |address: DocAddress| view.segments[address.segment as usize].columns.row(address.document).category;
    let category = predicate.category.or(best.map(of_best));
    if let Some(category) = predicate.category() {
        labels.push(category.as_str().to_owned());
        filter.push(("category".to_owned(), vec![category.as_str().to_owned()]));
    }
    if let Some(brand) = predicate.brand {
        let name = view.vocabulary.brands.get(usize::from(brand))?.clone();
        labels.push(name.clone());
        filter.push(("manufacturer".to_owned(), vec![name]));
    }
    let mut values: Vec<String> = Vec::new();
    let mut key = None;
    for fact in
        predicate.facts.iter().filter(|fact| category.is_none_or(|category| fact.category == category))
    {
        let plan = config.facets.slots(fact.category.into()).get(usize::from(fact.slot))?;
        let slot = view.vocabulary.slot(fact.category.into(), fact.slot.into())?;
        if *key.get_or_insert(plan.key) == plan.key {
            let value = &slot.values.get(usize::from(fact.value))?.text;
            // Several categories may have the same fact.
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    if let Some(key) = key {
        // Too many values to list, as for `amd` boards or cards under a length: the label is the words.
        labels.push(if values.len() > MAX_LABELLED { words.to_owned() } else { values.join(", ") });
        match number_range(&values) {
            Some((min, max)) if values.len() > MAX_LABELLED => {
                filter.push((format!("spec.{key}.min"), vec![min.to_string()]));
                filter.push((format!("spec.{key}.max"), vec![max.to_string()]));
            }
            _ => filter.push((format!("spec.{key}"), values)),
        }
    }
    (!filter.is_empty()).then(|| (labels.join(" · "), filter))
}

/// Returns the least and the greatest value, if all values are numbers.
fn number_range(values: &[String]) -> Option<(f64, f64)> {
    let numbers: Vec<f64> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let first = *numbers.first()?;
    let range = numbers.iter().fold((first, first), |(min, max), number| (number.min(min), number.max(max)));
    Some(range)
}
