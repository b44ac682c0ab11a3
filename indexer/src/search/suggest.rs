//! Suggestions for a half-typed text: products, categories, brands and queries, with the matching characters
//! marked.

use std::{cmp::Reverse, ops::Range, sync::Arc};

use domain::model::Category;

use super::{
    completions::{self, PrecedingText},
    hit_check::HitCheck,
};
use crate::{
    collect::{
        clause::{Clause, TermGroup},
        filter::CompiledFilters,
        score::Scorer,
    },
    config::SearchConfig,
    interface::{
        Filters, MAX_TEXT_CHARS, Problem, Result, SearchError, SuggestRequest, SuggestResponse,
        SuggestedCategory, SuggestedProduct, SuggestedText,
    },
    query::{
        parsed_query::ParsedQuery,
        parser::{self, ParseContext},
        part_number,
        relax::{self, MatchedQuery},
    },
    storage::{
        columns::Row,
        schema::filter_term,
        stored_product::StoredProduct,
        view::{DocAddress, View},
    },
    text::{
        analyzer::Analyzer,
        fold::{fold, has_digit, is_arabic},
        word_hash::word_hash,
    },
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
) -> Result<SuggestResponse> {
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
    let context = ParseContext { literal: &[], retailers: &retailers, config, vocabulary };
    let parsed = parser::parse(&request.text, context);
    if parsed.words.is_empty() {
        return Ok(SuggestResponse::default());
    }
    let parsed = part_number::drop_constraints_in_part_number(view, parsed)?;
    let typed_query = parsed.clone();
    let enough_matches = (!parsed.constraints.is_filter()).then_some(config.ranking.limits.scoring_window);
    let unwidened = relax::match_as_typed(view, config, parsed, true, enough_matches)?;
    let matched = relax::widen(view, config, unwidened, true, enough_matches)?;
    let rewritten = Some(&matched.parsed).filter(|parsed| parsed.text != request.text);
    let typed = words_of(rewritten.unwrap_or(&typed_query));
    let addresses = suggest_products(view, config, &matched, request.limit as usize)?;
    let highlighter =
        Highlighter { analyzer: &config.lexicon.analyzer, clauses: &matched.clauses, typed: &typed };
    let mut response = SuggestResponse::default();
    for address in addresses {
        let bytes = view.stored(address)?;
        let product = highlighter.suggested_product(&StoredProduct::decode(&bytes)?, view.row(address));
        response.products.push(product);
    }
    let mut hits = HitCheck::new(view, config);
    // Continuations of the text as typed come before those of its other spellings.
    for parsed in std::iter::once(&typed_query).chain(rewritten) {
        let typed = words_of(parsed);
        let preceding_text = |words: usize| parsed.typed_before(words);
        response.categories = suggest_categories(view, config, &typed, &preceding_text, &response.products)?;
        response.brands = suggest_brands(&mut hits, &typed, &highlighter)?;
        let is_misspelt = matched.corrected.is_some() && parsed.text == request.text;
        let named = if is_misspelt { &[][..] } else { &response.products };
        response.queries = suggest_queries(&mut hits, named, &typed, &preceding_text, &highlighter)?;
        if !(response.categories.is_empty() && response.brands.is_empty() && response.queries.is_empty()) {
            break;
        }
    }
    if response.categories.is_empty() {
        response.categories.extend(category_of_products(view, &response.products)?);
    }
    Ok(response)
}

fn words_of(parsed: &ParsedQuery) -> Vec<String> {
    parsed.words.iter().map(|word| word.text.clone()).collect()
}

fn suggest_products(
    view: &View,
    config: &SearchConfig,
    matched: &MatchedQuery,
    limit: usize,
) -> Result<Vec<DocAddress>> {
    let MatchedQuery { clauses, matches, parsed, part_number_match, .. } = matched;
    if clauses.is_empty() {
        return Ok(Vec::new());
    }
    let mut filters = CompiledFilters::compile(&Filters::default(), &view.vocabulary, config)?;
    filters.add_constraints(&parsed.constraints, &view.vocabulary, config)?;
    let found = matches.most_popular(view, config, &filters, config.ranking.limits.scoring_window)?;
    let part_numbers = part_number_match.as_ref().map_or(&[][..], |found| &found.addresses);
    let mut ranked = Scorer::new(view, config, clauses, part_numbers).best_first(&found);
    ranked.truncate(limit);
    Ok(ranked)
}

/// Finds the matching characters of texts.
struct Highlighter<'a> {
    analyzer: &'a Analyzer,
    clauses: &'a [Clause],
    typed: &'a [String],
}

impl Highlighter<'_> {
    fn suggested_product(&self, stored: &StoredProduct<'_>, row: Row<'_>) -> SuggestedProduct {
        SuggestedProduct {
            id: stored.id,
            name: stored.name.to_owned(),
            name_ar: stored.name_ar.map(str::to_owned),
            category: Category::ALL.get(usize::from(row.category)).copied().unwrap_or(Category::Other),
            picture: stored.picture.and_then(|picture| picture.parse().ok()),
            price: row.price(),
            in_stock: row.is_in_stock(),
            highlights: self.matched_ranges(stored.name),
            highlights_ar: stored.name_ar.map(|name| self.matched_ranges(name)).unwrap_or_default(),
        }
    }

    /// Returns ranges of characters: the typed beginning of a word where the word begins so, else the whole word
    /// that matched.
    fn matched_ranges(&self, text: &str) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for word in self.analyzer.words(text) {
            let typed = self
                .typed
                .iter()
                .filter(|typed| word.text.starts_with(typed.as_str()))
                .max_by_key(|typed| typed.len());
            let hash = word_hash(&word.text);
            let matched = || {
                self.clauses
                    .iter()
                    .flat_map(|clause| &clause.options)
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

/// Returns categories that a run of words at the end of the text names or begins, and that have products with the words
/// before it.
fn suggest_categories(
    view: &View,
    config: &SearchConfig,
    typed: &[String],
    preceding_text: PrecedingText<'_>,
    products: &[SuggestedProduct],
) -> Result<Vec<SuggestedCategory>> {
    let limit = config.ranking.suggest.categories;
    for start in 0..typed.len() {
        if start > 0 && completions::is_letter(&typed[start..]) {
            continue;
        }
        let tail = typed[start..].join(" ");
        let mut begun = categories_begun_by(config, &tail);
        // A number begins models of many kinds: `50` is of `5000 series ryzen` and of the RTX 5070.
        if has_digit(&tail) {
            begun.retain(|category| products.iter().any(|product| product.category == *category));
        }
        if begun.is_empty() {
            continue;
        }
        let found = completions::categories_in_context(view, config, &preceding_text(start), &begun, limit)?;
        if !found.is_empty() {
            return found.into_iter().map(|category| count_category(view, category)).collect();
        }
    }
    Ok(Vec::new())
}

/// Returns the categories that phrases with a beginning name; those with the shortest rest first.
fn categories_begun_by(config: &SearchConfig, tail: &str) -> Vec<Category> {
    let lexicon = &config.lexicon;
    let mut begun: Vec<(usize, Category)> = Vec::new();
    for (phrase, interpretation) in lexicon.phrases_with_prefix(tail) {
        let category = lexicon.category_of(interpretation);
        begun.extend(category.map(|category| (phrase.len() - tail.len(), category)));
    }
    begun.sort_by_key(|(missing, category)| (*missing, category.as_str()));
    let mut categories: Vec<Category> = Vec::new();
    for (_, category) in begun {
        if !categories.contains(&category) {
            categories.push(category);
        }
    }
    categories
}

/// Returns the category of most of the products: of at least two thirds of them.
fn category_of_products(view: &View, products: &[SuggestedProduct]) -> Result<Option<SuggestedCategory>> {
    let count = |category: Category| products.iter().filter(|other| other.category == category).count();
    let most = products.iter().map(|product| product.category).max_by_key(|category| count(*category));
    let is_of_most =
        |category: &Category| category.route().is_some() && 3 * count(*category) >= 2 * products.len();
    most.filter(is_of_most).map(|category| count_category(view, category)).transpose()
}

fn count_category(view: &View, category: Category) -> Result<SuggestedCategory> {
    Ok(SuggestedCategory { category, count: TermGroup::of_category(view, category)?.doc_freq() })
}

/// Returns brands that the last word begins, or that the whole text names in Arabic; those with most products
/// first.
fn suggest_brands(
    hits: &mut HitCheck<'_>,
    typed: &[String],
    highlighter: &Highlighter<'_>,
) -> Result<Vec<SuggestedText>> {
    let (view, config) = (hits.view, hits.config);
    let Some(last) = typed.last() else { return Ok(Vec::new()) };
    let joined = typed.join(" ");
    // One letter behind other words begins too much.
    let begins_name = typed.len() == 1 || last.chars().count() > 1;
    let of_last = config.lexicon.phrases_with_prefix(last).filter(|_| begins_name);
    let begun = config.lexicon.phrases_with_prefix(&joined).chain(of_last);
    let named: Vec<String> = config
        .lexicon
        .interpret(&joined)
        .into_iter()
        .chain(begun.filter(|(phrase, _)| is_arabic(phrase)).map(|(_, interpretation)| interpretation))
        .flat_map(|interpretation| &interpretation.english)
        .map(|words| words.join(" "))
        .collect();
    let mut names: Vec<&String> = view
        .vocabulary
        .brand_phrases
        .iter()
        .filter(|(phrase, _)| {
            (begins_name && phrase.starts_with(last.as_str()))
                || phrase.starts_with(&joined)
                || named.contains(phrase)
        })
        .filter_map(|(_, number)| view.vocabulary.brands.get(usize::from(*number)))
        .collect();
    // Folded once each, not once for every comparison: one letter begins many names.
    names.sort_by_cached_key(|name| (name.len(), fold(name)));
    names.dedup();
    let mut counted = Vec::with_capacity(names.len().min(MAX_COUNTED_BRANDS));
    for name in names.into_iter().take(MAX_COUNTED_BRANDS) {
        let products = TermGroup::new(view).add(view, view.fields.filter, &filter_term("brand", name))?;
        counted.push((Reverse(products), name));
    }
    counted.sort_by_key(|(products, _)| *products);
    let limit = config.ranking.suggest.brands;
    let mut brands = Vec::new();
    for (Reverse(products), name) in counted.into_iter().take(2 * limit) {
        if brands.len() < limit && products > 0 && hits.brings_products(name)? {
            let highlights = highlighter.matched_ranges(name);
            brands.push(SuggestedText { text: name.clone(), highlights });
        }
    }
    Ok(brands)
}

/// Completes the typed words to texts that bring products: names of things and chipsets first, then words of the best
/// products.
fn suggest_queries(
    hits: &mut HitCheck<'_>,
    products: &[SuggestedProduct],
    typed: &[String],
    preceding_text: PrecedingText<'_>,
    highlighter: &Highlighter<'_>,
) -> Result<Vec<SuggestedText>> {
    let (view, config) = (hits.view, hits.config);
    let mut texts = completions::complete_names(view, config, typed, preceding_text)?;
    texts.extend(completions::complete_from_products(products, typed, preceding_text, &config.lexicon));
    let whole = typed.join(" ");
    let mut queries: Vec<SuggestedText> = Vec::new();
    for text in texts {
        let is_new = fold(&text) != whole && !queries.iter().any(|query| query.text == text);
        if is_new && hits.brings_products(&text)? {
            queries.push(SuggestedText { highlights: highlighter.matched_ranges(&text), text });
        }
        if queries.len() == config.ranking.suggest.queries {
            break;
        }
    }
    Ok(queries)
}
