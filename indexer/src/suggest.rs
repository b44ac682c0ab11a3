//! Suggestions for a half-typed text: products, categories, brands and queries, with the matching characters
//! marked.

use std::{cmp::Reverse, ops::Range, sync::Arc};

use domain::model::Category;

use crate::{
    Filters, MAX_TEXT_CHARS, Problem, SearchConfig, SearchError, Sort, SuggestRequest, SuggestResponse,
    SuggestedCategory, SuggestedProduct, SuggestedText,
    collect::Walk,
    columns::Row,
    completions::{self, Before},
    entry::{filter_term, word_hash},
    filter::CompiledFilters,
    query::{
        part_number,
        read::{self, ReadContext, Reading},
        relax::{self, Relaxed},
        unit::{Group, Unit},
    },
    score::{Product, Scorer},
    stored::Stored,
    text::{
        analyzer::Analyzer,
        fold::{fold, is_arabic},
    },
    view::{Place, View},
};

/// Maximum number of products per request.
const MAX_PRODUCTS: u32 = 20;
/// Maximum number of brands whose products are counted.
const MAX_COUNTED_BRANDS: usize = 64;

/// Answers a request from one view.
pub(crate) fn suggest(
    view: &View,
    config: &SearchConfig,
    request: &SuggestRequest,
) -> Result<SuggestResponse, SearchError> {
    if request.text.chars().count() > MAX_TEXT_CHARS {
        return Err(SearchError::invalid("q", Problem::TooLong { max: MAX_TEXT_CHARS }));
    }
    if request.limit < 1 || request.limit > MAX_PRODUCTS {
        return Err(SearchError::invalid(
            "limit",
            Problem::OutOfRange { min: 1, max: i64::from(MAX_PRODUCTS) },
        ));
    }
    let (retailers, vocabulary) = (Arc::default(), &view.vocabulary);
    let given = ReadContext { literal: &[], retailers: &retailers, config, vocabulary };
    let reading = read::read(&request.text, given);
    if reading.words.is_empty() {
        return Ok(SuggestResponse::default());
    }
    let reading = part_number::without_constraints(view, reading)?;
    let as_typed = reading.clone();
    let enough = (!reading.constraints.is_filter()).then_some(config.ranking.limits.window);
    let strict = relax::strict(view, config, reading, true, enough)?;
    let relaxed = relax::widened(view, config, strict, true, enough)?;
    let rewritten = Some(&relaxed.reading).filter(|reading| reading.text != request.text);
    let typed = words_of(rewritten.unwrap_or(&as_typed));
    let places = products(view, config, &relaxed, request.limit as usize)?;
    let marks = Marks { analyzer: &config.lexicon.analyzer, units: &relaxed.units, typed: &typed };
    let mut response = SuggestResponse::default();
    for place in &places {
        let bytes = view.stored(*place)?;
        response.products.push(marks.product(&Stored::decode(&bytes)?, view.row(*place)));
    }
    // Continuations of the text as typed come before those of its other spellings.
    for reading in std::iter::once(&as_typed).chain(rewritten) {
        let typed = words_of(reading);
        response.categories = categories(view, config, &typed)?;
        response.brands = brands(view, config, &typed, &marks)?;
        let before = |words: usize| reading.typed_before(words);
        let is_misspelt = relaxed.corrected.is_some() && reading.text == request.text;
        let named = if is_misspelt { &[][..] } else { &response.products };
        response.queries = queries(view, named, &typed, &before, config, &marks)?;
        if !(response.categories.is_empty() && response.brands.is_empty() && response.queries.is_empty()) {
            break;
        }
    }
    Ok(response)
}

fn words_of(reading: &Reading) -> Vec<String> {
    reading.words.iter().map(|word| word.text.clone()).collect()
}

fn products(
    view: &View,
    config: &SearchConfig,
    relaxed: &Relaxed,
    limit: usize,
) -> Result<Vec<Place>, SearchError> {
    let Relaxed { units, matches, reading, number, .. } = relaxed;
    if units.is_empty() {
        return Ok(Vec::new());
    }
    let mut filters = CompiledFilters::compile(&Filters::default(), &view.vocabulary, config)?;
    filters.narrow(&reading.constraints, &view.vocabulary, config)?;
    let walk = Walk {
        to_the_end: false,
        view,
        config,
        matches: Some(matches),
        filters: &filters,
        hide: None,
        sort: Sort::Relevance,
        keep: config.ranking.limits.window,
    };
    let found = walk.run(None)?;
    let part_numbers = number.as_ref().map_or(&[][..], |number| &number.places);
    let scorer = Scorer::new(view, config, units, part_numbers);
    let mut product = Product::default();
    let mut ranked: Vec<(f32, Place)> =
        found.first.iter().map(|place| (scorer.score(*place, &mut product), *place)).collect();
    ranked.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    Ok(ranked.into_iter().take(limit).map(|(_, place)| place).collect())
}

/// Finds the matching characters of texts.
struct Marks<'a> {
    analyzer: &'a Analyzer,
    units: &'a [Unit],
    typed: &'a [String],
}

impl Marks<'_> {
    fn product(&self, stored: &Stored<'_>, row: Row<'_>) -> SuggestedProduct {
        SuggestedProduct {
            id: stored.id,
            name: stored.name.to_owned(),
            name_ar: stored.name_ar.map(str::to_owned),
            category: Category::ALL.get(usize::from(row.category)).copied().unwrap_or(Category::Other),
            picture: stored.picture.and_then(|picture| picture.parse().ok()),
            price: row.price(),
            in_stock: row.is_in_stock(),
            highlights: self.ranges(stored.name),
            highlights_ar: stored.name_ar.map(|name| self.ranges(name)).unwrap_or_default(),
        }
    }

    /// Returns ranges of characters: the typed beginning of a word where the word begins so, else the whole word
    /// that matched.
    fn ranges(&self, text: &str) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for word in self.analyzer.words(text) {
            let typed = self
                .typed
                .iter()
                .filter(|typed| word.text.starts_with(typed.as_str()))
                .max_by_key(|typed| typed.len());
            let hash = word_hash(&word.text);
            let matched = || {
                self.units
                    .iter()
                    .flat_map(|unit| &unit.alternatives)
                    .flat_map(|other| &other.groups)
                    .any(|group| group.quality(hash).is_some())
            };
            let end = match typed {
                // Folding may change the number of characters of a word; then the whole word is marked.
                Some(typed) if word.text.chars().count() == word.end - word.start => {
                    word.start + typed.chars().count()
                }
                None if !matched() => continue,
                _ => word.end,
            };
            match ranges.last_mut() {
                Some(last) if last.end == word.start => last.end = end,
                _ => ranges.push(word.start..end),
            }
        }
        ranges
    }
}

/// Returns categories that a run of words at the end of the text names or begins.
fn categories(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
) -> Result<Vec<SuggestedCategory>, SearchError> {
    let mut found: Vec<(usize, Category)> = Vec::new();
    for start in 0..typed.len() {
        if start > 0 && completions::is_letter(&typed[start..]) {
            continue;
        }
        let tail = typed[start..].join(" ");
        for (window, meaning) in config.lexicon.beginning_with(&tail) {
            let Some(reading) = meaning.reading.and_then(|reading| config.lexicon.readings.get(reading))
            else {
                continue;
            };
            if let Some(category) = reading.category {
                found.push((window.len() - tail.len(), category));
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found.sort_by_key(|(missing, category)| (*missing, category.as_str()));
    let mut suggested: Vec<SuggestedCategory> = Vec::new();
    for (_, category) in found {
        if suggested.len() == config.ranking.suggest.categories {
            break;
        }
        if suggested.iter().any(|other| other.category == category) {
            continue;
        }
        let mut group = Group::new(view);
        let count = group.add(view, view.fields.filter, &filter_term("category", category.as_str()))?;
        if count > 0 {
            suggested.push(SuggestedCategory { category, count });
        }
    }
    Ok(suggested)
}

/// Returns brands that the last word begins, or that the whole text names in Arabic; those with most products
/// first.
fn brands(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
    marks: &Marks<'_>,
) -> Result<Vec<SuggestedText>, SearchError> {
    let Some(last) = typed.last() else { return Ok(Vec::new()) };
    let joined = typed.join(" ");
    // One letter behind other words begins too much.
    let begins_name = typed.len() == 1 || last.chars().count() > 1;
    let of_last = config.lexicon.beginning_with(last).filter(|_| begins_name);
    let begun = config.lexicon.beginning_with(&joined).chain(of_last);
    let named: Vec<String> = config
        .lexicon
        .meaning(&joined)
        .into_iter()
        .chain(begun.filter(|(window, _)| is_arabic(window)).map(|(_, meaning)| meaning))
        .flat_map(|meaning| &meaning.english)
        .map(|words| words.join(" "))
        .collect();
    let mut names: Vec<&String> = view
        .vocabulary
        .brand_windows
        .iter()
        .filter(|(window, _)| {
            (begins_name && window.starts_with(last.as_str()))
                || window.starts_with(&joined)
                || named.contains(window)
        })
        .filter_map(|(_, number)| view.vocabulary.brands.get(usize::from(*number)))
        .collect();
    names.sort_by_key(|name| (name.len(), fold(name)));
    names.dedup();
    let mut counted = Vec::with_capacity(names.len().min(MAX_COUNTED_BRANDS));
    for name in names.into_iter().take(MAX_COUNTED_BRANDS) {
        let products = Group::new(view).add(view, view.fields.filter, &filter_term("brand", name))?;
        counted.push((Reverse(products), name));
    }
    counted.sort_by_key(|(products, _)| *products);
    let first = counted.into_iter().take(config.ranking.suggest.brands);
    let brand = |name: &String| SuggestedText { text: name.clone(), highlights: marks.ranges(name) };
    Ok(first.map(|(_, name)| brand(name)).collect())
}

/// Completes the typed words: names of things and chips first, then words of the best products.
fn queries(
    view: &View,
    products: &[SuggestedProduct],
    typed: &[String],
    before: Before<'_>,
    config: &SearchConfig,
    marks: &Marks<'_>,
) -> Result<Vec<SuggestedText>, SearchError> {
    let mut texts = completions::names(view, config, typed, before)?;
    texts.extend(completions::product_words(products, typed, before, &config.lexicon));
    let whole = typed.join(" ");
    let mut queries: Vec<SuggestedText> = Vec::new();
    for text in texts {
        let is_new = fold(&text) != whole && !queries.iter().any(|query| query.text == text);
        if is_new {
            queries.push(SuggestedText { highlights: marks.ranges(&text), text });
        }
        if queries.len() == config.ranking.suggest.queries {
            break;
        }
    }
    Ok(queries)
}
