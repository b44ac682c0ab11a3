//! Names beside the words before them: `كرت ا` continues to manufacturers of graphics cards.

use std::{cmp::Reverse, sync::Arc};

use domain::model::Category;
use rustc_hash::FxHashMap;

use super::typed_tail::Completion;
use crate::{
    collect::{
        clause::{Clause, TermGroup},
        filter::CompiledFilters,
        matches::Matches,
    },
    config::{SearchConfig, facet_plan::category_index},
    interface::{Filters, Result},
    query::{
        expander::{Expander, MatchRules},
        parsed_query::QuerySpan,
        parser::{self, ParseContext},
    },
    storage::view::{DocAddress, View},
    text::fold::is_arabic,
};

/// Number of the most popular products with the words before that are read.
const MAX_PRODUCTS: usize = 1_000;
/// Number of names that are counted among those products.
const MAX_COUNTED: usize = 12;
/// With fewer names among those products, names of less popular products are proposed too.
const MIN_COUNTED: usize = 2;
/// Number of those other names that are counted among all products.
const MAX_RARE: usize = 4;
/// Number of names proposed behind whole words, and the most clauses that these words may be.
const MAX_CONTINUATIONS: usize = 3;
const MAX_CLAUSES: usize = 1;
/// Number of categories that are looked for beside the words before: where products have none, all of them are read.
const MAX_CATEGORIES: usize = 4;

/// Returns the names that products with the words before also have, with the number of those products. Words that
/// say nothing of products (`cheapest`) keep all names; words that no product has keep none.
pub(super) fn count_in_context(
    view: &View,
    config: &SearchConfig,
    words_before: &str,
    names: Vec<Completion>,
) -> Result<Vec<Completion>> {
    if names.is_empty() {
        return Ok(names);
    }
    let expander = Expander { view, config, rules: MatchRules::default() };
    let clauses = required_clauses(&expander, words_before)?;
    if clauses.is_empty() {
        return Ok(keep_categories(config, names));
    }
    let matches = Matches::find(view, &clauses.iter().collect::<Vec<_>>(), Some(MAX_PRODUCTS))?;
    let most_popular = most_popular(view, config, &matches)?;
    let are_all = most_popular.len() < MAX_PRODUCTS;
    let popular = Matches::of_documents(view, &most_popular);
    let (mut counted, mut absent) = (Vec::new(), Vec::new());
    for name in names.into_iter().take(MAX_COUNTED) {
        let clause = name_clause(&expander, &name.text)?;
        match popular.intersect_clause(view, &clause)?.count(view) {
            0 => absent.push((name, clause)),
            documents => counted.push(Completion { documents, ..name }),
        }
    }
    if are_all {
        return Ok(counted);
    }
    // Reading all products takes milliseconds where they are many, so rare names are counted only where few others
    // are left to propose.
    for (name, clause) in absent.into_iter().take(MAX_RARE) {
        if counted.len() >= MIN_COUNTED {
            break;
        }
        let documents = matches.intersect_clause(view, &clause)?.count(view);
        if documents > 0 {
            counted.push(Completion { documents, ..name });
        }
    }
    Ok(counted)
}

/// Returns the first of some categories that have products with the words before, at most `limit`; every category with
/// products where these words say nothing of products.
pub(crate) fn categories_in_context(
    view: &View,
    config: &SearchConfig,
    words_before: &str,
    categories: &[Category],
    limit: usize,
) -> Result<Vec<Category>> {
    let expander = Expander { view, config, rules: MatchRules::default() };
    let clauses = required_clauses(&expander, words_before)?;
    let mut found = Vec::new();
    for category in categories.iter().take(MAX_CATEGORIES) {
        if found.len() == limit {
            break;
        }
        let of_category = Clause::of_group(TermGroup::of_category(view, *category)?);
        let all: Vec<&Clause> = clauses.iter().chain([&of_category]).collect();
        if Matches::find(view, &all, Some(1))?.any(view) {
            found.push(*category);
        }
    }
    Ok(found)
}

/// Returns the most popular of some matches, at most [`MAX_PRODUCTS`].
fn most_popular(view: &View, config: &SearchConfig, matches: &Matches) -> Result<Vec<DocAddress>> {
    let filters = CompiledFilters::compile(&Filters::default(), &view.vocabulary, config)?;
    matches.most_popular(view, config, &filters, MAX_PRODUCTS)
}

/// Returns only the names of categories, if there are any: an order is followed by a kind of part.
fn keep_categories(config: &SearchConfig, mut names: Vec<Completion>) -> Vec<Completion> {
    let is_kind = |name: &Completion| {
        let words = config.lexicon.fold_words(&name.text).join(" ");
        config.lexicon.concept_named(&words).is_some_and(|concept| concept.category.is_some())
    };
    if names.iter().any(is_kind) {
        names.retain(is_kind);
    }
    names
}

/// Returns continuations of whole words: the categories that most products with these words are of or, where the
/// words name a category, its brands.
pub(super) fn continue_whole_words(view: &View, config: &SearchConfig, typed: &str) -> Result<Vec<String>> {
    let expander = Expander { view, config, rules: MatchRules::default() };
    let clauses = required_clauses(&expander, typed)?;
    let says_all =
        clauses.iter().any(|clause| clause.has_digit) || clauses.iter().any(|clause| clause.is_prefix_guess);
    if clauses.is_empty() || clauses.len() > MAX_CLAUSES || says_all {
        return Ok(Vec::new());
    }
    let matches = Matches::find(view, &clauses.iter().collect::<Vec<_>>(), Some(MAX_PRODUCTS))?;
    let products = most_popular(view, config, &matches)?;
    let names_category = clauses.iter().any(|clause| clause.category().is_some());
    let mut counts: FxHashMap<u16, usize> = FxHashMap::default();
    for address in products {
        let row = view.row(address);
        *counts.entry(if names_category { row.brand() } else { u16::from(row.category) }).or_default() += 1;
    }
    let mut counts: Vec<(u16, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(number, count)| (Reverse(*count), *number));
    let in_arabic = is_arabic(typed);
    let named = counts.into_iter().filter_map(|(number, _)| {
        if names_category {
            brand_name(view, config, number, in_arabic)
        } else {
            category_name(config, number, in_arabic)
        }
    });
    Ok(named.take(MAX_CONTINUATIONS).map(|name| format!("{} {name}", typed.trim_end())).collect())
}

/// Returns the clauses of a text that products must satisfy.
fn required_clauses(expander: &Expander<'_>, text: &str) -> Result<Vec<Clause>> {
    let (config, vocabulary) = (expander.config, &expander.view.vocabulary);
    let retailers = Arc::default();
    let context = ParseContext { literal: &[], retailers: &retailers, config, vocabulary };
    let mut clauses = expander.expand(&parser::parse(text, context))?;
    clauses.retain(|clause| !clause.is_optional);
    Ok(clauses)
}

fn brand_name(view: &View, config: &SearchConfig, number: u16, in_arabic: bool) -> Option<String> {
    let name = view.vocabulary.brands.get(usize::from(number)).filter(|name| !name.is_empty())?;
    if !in_arabic {
        return Some(name.to_lowercase());
    }
    let words = config.lexicon.fold_words(name);
    let names = config.lexicon.proper_names.iter().filter(|proper| proper.is_first);
    let mut of_brand = names.filter(|proper| {
        config
            .lexicon
            .interpret(&proper.phrase)
            .is_some_and(|interpretation| interpretation.english.contains(&words))
    });
    of_brand.next().map(|proper| proper.text.clone())
}

fn category_name(config: &SearchConfig, number: u16, in_arabic: bool) -> Option<String> {
    let mut names = config.lexicon.category_names.iter();
    let name = names.find(|name| category_index(name.category) == usize::from(number))?;
    Some(if in_arabic { name.arabic.clone() } else { name.english.clone() })
}

/// Returns the clause of a name: the interpretation of its words, and the words themselves.
fn name_clause(expander: &Expander<'_>, name: &str) -> Result<Clause> {
    let (lexicon, vocabulary) = (&expander.config.lexicon, &expander.view.vocabulary);
    let words = lexicon.fold_words(name);
    let span = QuerySpan::of_phrase(lexicon, vocabulary, &words.join(" "));
    let mut clause = Clause::default();
    expander.add_interpretation(&mut clause, &span)?;
    expander.add_words(&mut clause, &words)?;
    Ok(clause)
}
