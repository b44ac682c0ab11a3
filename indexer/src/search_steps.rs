//! The steps of one search: the subject of a fit, required readings, the words as typed, wider spellings.

use domain::model::Category;

use crate::{
    SearchConfig, SearchError, SearchIntent, SearchRequest, SearchResponse, Sort, chips, intent_answers,
    query::{
        expand::{Expander, Reach, RequiredReadings},
        intent::{fit, literal, reading::category_of, uses},
        read::Reading,
        relax::{self, Relaxed},
    },
    search,
    stage::Stage,
    view::View,
};

/// With at most this many hits, rounded sizes are read more widely.
const MAX_FEW: u64 = 9;

/// A query of at most this many words that finds at most this many products may be misspelt like their names.
const MAX_RARE_WORDS: usize = 3;
const MAX_RARE: u64 = 2;

/// Answers a query for a whole computer: parts are searched only where words name some.
pub(crate) fn build_wish(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: Reading,
    intent: SearchIntent,
) -> Result<SearchResponse, SearchError> {
    let names_parts = reading.pieces.iter().any(|piece| !piece.is_optional);
    let mut answer = if names_parts {
        ordinary(view, config, request, reading)?
    } else {
        let understood = chips::understood(&reading, &[], None, view, config);
        SearchResponse { is_total_exact: true, understood, ..SearchResponse::default() }
    };
    answer.intent = Some(intent);
    Ok(answer)
}

/// Answers a query for products, step by step until something is found.
///
/// 1. A thing that no retailer sells, and nothing else: products near it.
/// 2. Soft words (`gaming`) as words of a name, where the query names a manufacturer or a model.
/// 3. "X for Y" as conditions on X (`fit.rs`).
/// 4. With required readings: categories, chips and capacities for an order; categories for a use or a fit.
/// 5. As typed. Few hits of a rounded size, or of a rare word, are widened at once (`nearly_as_typed`).
/// 6. A thing that no retailer sells, among other words.
/// 7. "Y X" read like "X for Y", where no product has all the words.
/// 8. Wider spellings (`relax.rs`).
pub(crate) fn ordinary(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: Reading,
) -> Result<SearchResponse, SearchError> {
    if intent_answers::names_only_unsold(view, config, &reading)?
        && let Some(answer) = intent_answers::not_sold(view, config, request, &reading)?
    {
        return Ok(answer);
    }
    if let Some(answer) = literal_answer(view, config, request, &reading)? {
        return Ok(answer);
    }
    let reading = with_required_uses(view, config, request, fit::apply(view, config, reading)?);
    let enough = search::enough(view, config, request, &reading)?;
    let is_ordered = is_ordered(request, &reading);
    let has_intent = !reading.constraints.fits.is_empty() || !reading.intent.uses.is_empty();
    let required_readings = if is_ordered { RequiredReadings::Facts } else { RequiredReadings::Categories };
    if (is_ordered || has_intent)
        && let Some(required) =
            Stage::Match.measure(|| relax::required(view, config, &reading, required_readings, enough))?
    {
        let answer = search::answer(view, config, request, &required)?;
        if answer.total > 0 {
            return Ok(answer);
        }
    }
    let strict = Stage::Match.measure(|| relax::strict(view, config, reading, false, enough))?;
    let answer = search::answer(view, config, request, &strict)?;
    if let Some(more) = nearly_as_typed(view, config, request, &strict, answer.total)? {
        return Ok(more);
    }
    if answer.total > 0 || strict.units.is_empty() {
        return Ok(answer);
    }
    if let Some(answer) = intent_answers::not_sold(view, config, request, &strict.reading)? {
        return Ok(answer);
    }
    if !strict.matches.any(view)
        && let Some(reading) = fit::apply_reversed(view, config, &strict.reading)?
        && let Some(required) = relax::required(view, config, &reading, required_readings, None)?
    {
        return search::answer(view, config, request, &required);
    }
    let relaxed = Stage::Match.measure(|| relax::widened(view, config, strict, false, enough))?;
    let mut answer = search::answer(view, config, request, &relaxed)?;
    // Another spelling may ask for a whole computer.
    answer.intent = intent_answers::build(config, &relaxed.reading);
    Ok(answer)
}

/// Whether an order is requested, in the words or beside them.
fn is_ordered(request: &SearchRequest, reading: &Reading) -> bool {
    search::order(request.sort, &reading.constraints, true) != Sort::Relevance
}

/// Adds the facts that the uses ask for as conditions where an order by something else leaves no room for points.
fn with_required_uses(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    mut reading: Reading,
) -> Reading {
    if is_ordered(request, &reading) && !reading.intent.uses.is_empty() {
        let categories: Vec<Category> =
            reading.pieces.iter().filter_map(|piece| category_of(piece, &config.lexicon)).collect();
        let facts = uses::required_facts(view, config, &reading.intent, &categories);
        reading.constraints.specs.extend(facts);
    }
    reading
}

/// Returns more than the `found` products where sizes are rounded or a rare word is probably misspelt; `None` where
/// there are no more.
fn nearly_as_typed(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    strict: &Relaxed,
    found: u64,
) -> Result<Option<SearchResponse>, SearchError> {
    if strict.units.is_empty() {
        return Ok(None);
    }
    let has_at_most = |products: u64| strict.matches.count(view) <= products;
    let is_rounded = names_rounded(config, &strict.reading) && found <= MAX_FEW;
    let is_rare = found > 0 && strict.reading.words.len() <= MAX_RARE_WORDS && has_at_most(MAX_RARE);
    let rounded = Reach { all_rounded: true, ..Reach::default() };
    let rare = Reach { rare_misspelt: true, ..Reach::default() };
    for (is_such, reach) in [(is_rounded, rounded), (is_rare, rare)] {
        if !is_such {
            continue;
        }
        let enough = search::enough(view, config, request, &strict.reading)?;
        let wider = relax::strict_within(view, config, strict.reading.clone(), reach, enough)?;
        let more = search::answer(view, config, request, &wider)?;
        if more.total > found {
            return Ok(Some(more));
        }
    }
    Ok(None)
}

/// Whether an amount of the query is of a fact that people round: `27 inch`.
fn names_rounded(config: &SearchConfig, reading: &Reading) -> bool {
    let quantities = reading.words.iter().filter_map(|word| word.quantity.as_ref());
    let mut facts = quantities.flat_map(|quantity| config.lexicon.quantities.get(&quantity.unit)).flatten();
    facts.any(|fact| config.lexicon.rounded_keys.contains(&fact.key))
        || reading.subjects.contains(&Category::Monitor)
}

/// Returns the response with soft words as words of names; `None` where no word is soft or no product has all
/// words.
fn literal_answer(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: &Reading,
) -> Result<Option<SearchResponse>, SearchError> {
    let expander = Expander { view, config, reach: Reach::default() };
    let Some(named) = literal::reading(&expander, reading) else { return Ok(None) };
    let enough = search::enough(view, config, request, &named)?;
    // A name may be half-typed, but not where it ends in a soft word.
    let is_last_soft = reading.pieces.last().is_some_and(|piece| piece.is_optional);
    for typing in [false, true] {
        if typing && is_last_soft {
            break;
        }
        let strict = relax::strict(view, config, named.clone(), typing, enough)?;
        let answer = search::answer(view, config, request, &strict)?;
        if answer.total > 0 {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}
