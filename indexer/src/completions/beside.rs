//! Names beside the words before them: `كرت ا` continues to manufacturers of graphics cards.

use std::{cmp::Reverse, sync::Arc};

use rustc_hash::FxHashMap;

use super::Completion;
use crate::{
    Filters, SearchConfig, SearchError, Sort,
    collect::Walk,
    facet_plan::category_index,
    filter::CompiledFilters,
    query::{
        expand::{Expander, Reach},
        matches::Matches,
        read::{self, Piece, ReadContext},
        unit::Unit,
    },
    text::fold::is_arabic,
    view::{Place, View},
};

/// Number of the most popular products with the words before that are read.
const MAX_PRODUCTS: usize = 1_000;
/// Number of names that are counted among those products.
const MAX_COUNTED: usize = 12;
/// With fewer names among those products, names of less popular products are proposed too.
const MIN_COUNTED: usize = 2;
/// Number of names proposed behind whole words, and the most units that these words may be.
const MAX_FOLLOWING: usize = 3;
const MAX_UNITS: usize = 1;

/// Returns the names that products with the words before also have, with the number of those products. Words that
/// say nothing of products (`cheapest`) keep all names; words that no product has keep none.
pub(super) fn counted(
    view: &View,
    config: &SearchConfig,
    words_before: &str,
    names: Vec<Completion>,
) -> Result<Vec<Completion>, SearchError> {
    if names.is_empty() {
        return Ok(names);
    }
    let expander = Expander { view, config, reach: Reach::default() };
    let units = required_units(&expander, words_before)?;
    if units.is_empty() {
        return Ok(kinds_first(config, names));
    }
    let matches = Matches::of(view, &units.iter().collect::<Vec<_>>(), Some(MAX_PRODUCTS))?;
    let popular = Matches::of_documents(view, &most_popular(view, config, &matches)?);
    let (mut counted, mut absent) = (Vec::new(), Vec::new());
    for name in names.into_iter().take(MAX_COUNTED) {
        let unit = unit(&expander, &name.text)?;
        match popular.narrowed(view, &unit)?.count(view) {
            0 => absent.push((name, unit)),
            documents => counted.push(Completion { documents, ..name }),
        }
    }
    // Reading all products takes milliseconds where they are many, so rare names are counted only where few others
    // are left to propose.
    for (name, unit) in absent {
        if counted.len() >= MIN_COUNTED {
            break;
        }
        let documents = matches.narrowed(view, &unit)?.count(view);
        if documents > 0 {
            counted.push(Completion { documents, ..name });
        }
    }
    Ok(counted)
}

/// Returns the most popular of some matches, at most [`MAX_PRODUCTS`].
fn most_popular(view: &View, config: &SearchConfig, matches: &Matches) -> Result<Vec<Place>, SearchError> {
    let filters = CompiledFilters::compile(&Filters::default(), &view.vocabulary, config)?;
    let walk = Walk {
        to_the_end: false,
        view,
        config,
        matches: Some(matches),
        filters: &filters,
        hide: None,
        sort: Sort::Relevance,
        keep: MAX_PRODUCTS,
    };
    Ok(walk.run(None)?.first)
}

/// Returns only the names of categories, if there are any: an order is followed by a kind of part.
fn kinds_first(config: &SearchConfig, mut names: Vec<Completion>) -> Vec<Completion> {
    let is_kind = |name: &Completion| {
        let words = config.lexicon.split(&name.text).join(" ");
        let reading = config.lexicon.meaning(&words).and_then(|meaning| meaning.reading);
        let reading = reading.and_then(|reading| config.lexicon.readings.get(reading));
        reading.is_some_and(|reading| reading.category.is_some())
    };
    if names.iter().any(is_kind) {
        names.retain(is_kind);
    }
    names
}

/// Returns continuations of whole words: the categories that most products with these words are of or, where the
/// words name a category, its brands.
pub(super) fn following(view: &View, config: &SearchConfig, typed: &str) -> Result<Vec<String>, SearchError> {
    let expander = Expander { view, config, reach: Reach::default() };
    let units = required_units(&expander, typed)?;
    let says_all = units.iter().any(|unit| unit.has_digit) || units.iter().any(|unit| unit.is_guess);
    if units.is_empty() || units.len() > MAX_UNITS || says_all {
        return Ok(Vec::new());
    }
    let matches = Matches::of(view, &units.iter().collect::<Vec<_>>(), Some(MAX_PRODUCTS))?;
    let products = most_popular(view, config, &matches)?;
    let names_category = units.iter().any(|unit| unit.category().is_some());
    let mut counts: FxHashMap<u16, usize> = FxHashMap::default();
    for place in products {
        let row = view.row(place);
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
    Ok(named.take(MAX_FOLLOWING).map(|name| format!("{} {name}", typed.trim_end())).collect())
}

/// Returns the units of a text that products must satisfy.
fn required_units(expander: &Expander<'_>, text: &str) -> Result<Vec<Unit>, SearchError> {
    let (config, vocabulary) = (expander.config, &expander.view.vocabulary);
    let retailers = Arc::default();
    let given = ReadContext { literal: &[], retailers: &retailers, config, vocabulary };
    let mut units = expander.units(&read::read(text, given))?;
    units.retain(|unit| !unit.is_optional);
    Ok(units)
}

fn brand_name(view: &View, config: &SearchConfig, number: u16, in_arabic: bool) -> Option<String> {
    let name = view.vocabulary.brands.get(usize::from(number)).filter(|name| !name.is_empty())?;
    if !in_arabic {
        return Some(name.to_lowercase());
    }
    let words = config.lexicon.split(name);
    let names = config.lexicon.proper.iter().filter(|proper| proper.is_first);
    let mut of_brand = names.filter(|proper| {
        config.lexicon.meaning(&proper.window).is_some_and(|meaning| meaning.english.contains(&words))
    });
    of_brand.next().map(|proper| proper.text.clone())
}

fn category_name(config: &SearchConfig, number: u16, in_arabic: bool) -> Option<String> {
    let mut names = config.lexicon.category_names.iter();
    let name = names.find(|name| category_index(name.category) == usize::from(number))?;
    Some(if in_arabic { name.arabic.clone() } else { name.english.clone() })
}

/// Returns the unit of a name: the meaning of its words, and the words themselves.
fn unit(expander: &Expander<'_>, name: &str) -> Result<Unit, SearchError> {
    let (lexicon, vocabulary) = (&expander.config.lexicon, &expander.view.vocabulary);
    let words = lexicon.split(name);
    let joined = words.join(" ");
    let piece = Piece {
        meaning: lexicon.meaning(&joined).cloned(),
        brand: vocabulary.brand_windows.get(&joined).copied(),
        facts: vocabulary.fact_windows.get(&joined).cloned().unwrap_or_default(),
        ..Piece::default()
    };
    let mut unit = Unit::default();
    expander.add_meaning(&mut unit, &piece)?;
    expander.add_words(&mut unit, &words)?;
    Ok(unit)
}
