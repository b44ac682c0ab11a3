//! The things that a query names beside the part that it asks for: `9800x3d` in `psu for 9800x3d`, both sides of
//! `does ddr5 work on b550`.
//!
//! A thing is one of these, in this order:
//!
//! 1. A kind of part with stated facts (`itx case`, `650w`, `b550`): a part of that kind with these facts alone. A word
//!    for a kind is no product: no arbitrary product of the kind stands for it.
//! 2. Products (`4000d`, `rtx 5080`): the best-scored one and the others that the words name. What holds for the thing
//!    holds for all of them.
//! 3. A model of the tables of `domain::compat` that the catalogue lacks (`model_tables.rs`).

use domain::{
    compat::Part,
    model::{Category, ProductId, SpecKey, SpecKind, Specs},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{model_tables, query_intent};
use crate::{
    collect::{filter::CompiledFilters, matches::Matches, score::Scorer},
    config::{SearchConfig, facet_plan::category_index},
    interface::{Filters, Result},
    query::{
        expander::{Expander, MatchRules},
        parsed_query::{ParsedQuery, QuerySpan},
    },
    storage::{
        columns::Row,
        stored_product::StoredProduct,
        view::{DocAddress, View},
    },
    text::fold::has_digit,
};

/// Maximum number of products that stand for one thing: the facts of further ones differ in nothing that rules compare.
const MAX_PRODUCTS: usize = 24;

/// A thing that a query names.
pub(crate) struct NamedThing {
    pub(crate) label: String,
    pub(crate) category: Category,
    /// The products, the best first; of stated facts, one part with these alone. Never empty.
    pub(super) parts: Vec<Part>,
    /// A part with the facts that all of the products share.
    pub(crate) common: Part,
    /// Whether the words state facts of a kind and name no product.
    pub(crate) is_stated: bool,
}

/// Finds the thing of one of the categories that the spans name. `None` where the catalogue and the tables lack it, or
/// the spans name none.
pub(crate) fn resolve(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
    spans: &[QuerySpan],
    categories: &[Category],
) -> Result<Option<NamedThing>> {
    if categories.is_empty() {
        return Ok(None);
    }
    let target = ParsedQuery { spans: spans.to_vec(), ..parsed.clone() };
    if !names_product(&target, config) {
        return Ok(find_stated(config, &target, categories));
    }
    let misspelt = MatchRules { unknown_misspelt: true, ..MatchRules::default() };
    for rules in [MatchRules::default(), misspelt] {
        if let Some(found) = find_products(view, config, &target, categories, rules)? {
            return Ok(Some(found));
        }
    }
    Ok(find_in_tables(&target, categories))
}

/// Whether the spans name products: a model, a manufacturer, a card's chip, a generation, or a word of a name. Other
/// facts describe a kind.
fn names_product(target: &ParsedQuery, config: &SearchConfig) -> bool {
    target.spans.iter().filter(|span| !span.is_optional).any(|span| {
        let is_chip = span.facts.iter().any(|(key, _)| *key == SpecKey::GpuChipset);
        let is_amount = span.is_measure || is_quantity(target, span);
        // `رايزن`: a name in another script.
        let has_concept = span.interpretation.as_ref().is_some_and(|found| found.concept.is_some());
        let is_word = span.facts.is_empty() && !has_concept && !is_amount;
        is_chip || is_word || span.brand.is_some() || query_intent::is_described(span, &config.lexicon)
    })
}

pub(super) fn is_quantity(parsed: &ParsedQuery, span: &QuerySpan) -> bool {
    parsed.words.get(span.start..span.end).unwrap_or_default().iter().any(|word| word.quantity.is_some())
}

/// Whether any required span has the number of a model: `6070` of `rtx 6070`.
pub(crate) fn has_model_number(parsed: &ParsedQuery, spans: &[QuerySpan]) -> bool {
    count_model_numbers(parsed, spans) > 0
}

fn count_model_numbers(parsed: &ParsedQuery, spans: &[QuerySpan]) -> usize {
    const MIN_LETTERS: usize = 3;
    let required = spans.iter().filter(|span| !span.is_optional && !is_quantity(parsed, span));
    let words = required.flat_map(|span| parsed.words.get(span.start..span.end).unwrap_or_default());
    words.filter(|word| has_digit(&word.text) && word.text.len() >= MIN_LETTERS).count()
}

/// Returns the words of the required spans.
pub(crate) fn required_words(parsed: &ParsedQuery, spans: &[QuerySpan]) -> String {
    let required = spans.iter().filter(|span| !span.is_optional);
    let words = required.flat_map(|span| parsed.words.get(span.start..span.end).unwrap_or_default());
    words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns the part of a kind that has the stated facts alone. Without the name of a kind, it is the category in which
/// the fact comes first among those that listings filter on: a memory type is of memory.
fn find_stated(config: &SearchConfig, target: &ParsedQuery, categories: &[Category]) -> Option<NamedThing> {
    let lexicon = &config.lexicon;
    let required: Vec<&QuerySpan> = target.spans.iter().filter(|span| !span.is_optional).collect();
    let mut facts: Vec<(SpecKey, &str)> = Vec::new();
    for span in &required {
        facts.extend(span.facts.iter().map(|(key, value)| (*key, value.as_str())));
        let specs = span.concept(lexicon).into_iter().flat_map(|concept| &concept.specs);
        facts.extend(
            specs.filter(|(_, value)| !value.contains('*')).map(|(key, value)| (*key, value.as_str())),
        );
    }
    let slot_in = |category: Category, key: SpecKey| {
        let index = category_index(category);
        config.facets.slots_of_spec(key).find(|(other, _)| *other == index).map(|(_, slot)| slot)
    };
    let named = required.iter().find_map(|span| query_intent::category_of(span, lexicon));
    let category = match named {
        Some(named) => categories.contains(&named).then_some(named)?,
        None => categories
            .iter()
            .filter_map(|category| {
                let slots = facts.iter().filter_map(|(key, _)| slot_in(*category, *key));
                Some((slots.min()?, *category))
            })
            .min_by_key(|(slot, _)| *slot)
            .map(|(_, category)| category)?,
    };
    let mut specs = Specs::new();
    for (key, value) in &facts {
        if slot_in(category, *key).is_some() && specs.get(*key).is_none() {
            insert_texts(&mut specs, *key, vec![*value]);
        }
    }
    if specs.is_empty() {
        return None;
    }
    let label = required_words(target, &target.spans);
    let common = Part { id: ProductId(Uuid::nil()), category, name: String::new(), specs };
    Some(NamedThing { label, category, parts: vec![common.clone()], common, is_stated: true })
}

/// Returns the products of the categories that match the words; `None` where there are none.
fn find_products(
    view: &View,
    config: &SearchConfig,
    target: &ParsedQuery,
    categories: &[Category],
    rules: MatchRules,
) -> Result<Option<NamedThing>> {
    let clauses = Expander { view, config, rules }.expand(target)?;
    let matches = Matches::find_required(view, &clauses, None)?;
    let filters = Filters { categories: categories.to_vec(), ..Filters::default() };
    let filters = CompiledFilters::compile(&filters, &view.vocabulary, config)?;
    let found = matches.most_popular(view, config, &filters, config.ranking.limits.scoring_window)?;
    let addresses = Scorer::new(view, config, &clauses, &[]).best_first(&found);
    thing_of_products(view, config, target, &addresses)
}

/// Returns the thing that the products are: those of the first one's category and chip.
fn thing_of_products(
    view: &View,
    config: &SearchConfig,
    target: &ParsedQuery,
    addresses: &[DocAddress],
) -> Result<Option<NamedThing>> {
    let Some(first) = addresses.first().map(|address| view.row(*address)) else { return Ok(None) };
    let category = Category::ALL.get(usize::from(first.category)).copied().unwrap_or(Category::Other);
    let index = category_index(category);
    let of_chip = config.facets.slots_of_spec(SpecKey::GpuChipset).find(|(other, _)| *other == index);
    let chip_of = |row: Row<'_>| of_chip.map(|(_, slot)| row.slot(slot as u8));
    let is_same = |row: Row<'_>| row.category == first.category && chip_of(row) == chip_of(first);
    let rows: Vec<(DocAddress, Row<'_>)> = addresses
        .iter()
        .map(|address| (*address, view.row(*address)))
        .filter(|(_, row)| is_same(*row))
        .take(MAX_PRODUCTS)
        .collect();
    let mut parts = Vec::with_capacity(rows.len());
    for (address, row) in &rows {
        let bytes = view.stored(*address)?;
        let stored = StoredProduct::decode(&bytes)?;
        let specs = specs_of(view, config, &[*row]);
        parts.push(Part { id: stored.id, category, name: stored.name.to_owned(), specs });
    }
    let Some(best) = parts.first() else { return Ok(None) };
    let chipset = best.specs.text(SpecKey::GpuChipset).map(str::to_owned);
    let fact = target.spans.iter().find_map(|span| span.facts.first().map(|(_, value)| value.clone()));
    let label = chipset.or(fact).unwrap_or_else(|| best.name.clone());
    let all: Vec<Row<'_>> = rows.iter().map(|(_, row)| *row).collect();
    let name = if parts.len() == 1 { best.name.clone() } else { label.clone() };
    let common = Part { id: best.id, category, name, specs: specs_of(view, config, &all) };
    Ok(Some(NamedThing { label, category, parts, common, is_stated: false }))
}

/// Returns the model that the words name although no product is one. The tables find one model in words that name
/// several, so that these name none.
fn find_in_tables(target: &ParsedQuery, categories: &[Category]) -> Option<NamedThing> {
    if count_model_numbers(target, &target.spans) > 1 {
        return None;
    }
    let label = required_words(target, &target.spans);
    let common = model_tables::find_part(&label, categories)?;
    let (label, category) = (label.to_uppercase(), common.category);
    Some(NamedThing { label, category, parts: vec![common.clone()], common, is_stated: false })
}

/// Returns the facts that rows of one category share, as specs.
fn specs_of(view: &View, config: &SearchConfig, rows: &[Row<'_>]) -> Specs {
    let mut specs = Specs::new();
    let Some(first) = rows.first() else { return specs };
    let category = usize::from(first.category);
    for (slot, plan) in config.facets.slots(category).iter().enumerate() {
        let set_number = first.slot(slot as u8);
        if rows.iter().any(|row| row.slot(slot as u8) != set_number) {
            continue;
        }
        let texts = view.vocabulary.slot(category, slot).and_then(|vocabulary| {
            let set = vocabulary.sets.get(usize::from(set_number))?;
            Some(
                set.iter()
                    .filter_map(|number| vocabulary.values.get(usize::from(*number)))
                    .map(|value| value.text.as_str())
                    .collect(),
            )
        });
        insert_texts(&mut specs, plan.key, texts.unwrap_or_default());
    }
    specs
}

/// Adds a fact's texts to specs; a text that the spec does not accept is left out.
pub(super) fn insert_texts(specs: &mut Specs, key: SpecKey, texts: Vec<&str>) {
    let Some(first) = texts.first() else { return };
    let value = match key.kind() {
        SpecKind::Integer(..) | SpecKind::Number(..) => {
            first.parse::<f64>().ok().map_or(Value::Null, |number| {
                if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
            })
        }
        SpecKind::Flag => json!(*first == "true"),
        SpecKind::Text if texts.len() == 1 => json!(first),
        SpecKind::Text | SpecKind::List => json!(texts),
    };
    // A value that the catalogue itself holds is never refused; any other counts as unknown.
    let _ = specs.insert_json(key, &value);
}
