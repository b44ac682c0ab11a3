//! The nine steps of a search for products; `search_products` lists them.

use domain::model::Category;

use super::{
    intent_responses,
    run_query::{SearchContext, compute_enough_matches, effective_sort, run_query},
    stage::Stage,
    understood,
};
use crate::{
    config::SearchConfig,
    interface::{Result, SearchIntent, SearchRequest, SearchResponse, Sort, UnderstoodKind},
    query::{
        expander::{Expander, MatchRules, RequiredInterpretations},
        intent::{fit_phrase, query_intent::category_of, soft_words, uses},
        parsed_query::{ParsedQuery, QuerySpan},
        relax::{self, MatchedQuery},
    },
    storage::view::View,
    text::analyzer::number,
};

/// With at most this many hits, rounded sizes are read more widely.
const MAX_FEW_HITS: u64 = 9;

/// Maximum number of digits of a size.
const MAX_SIZE_DIGITS: usize = 2;

/// If a query of at most `MAX_RARE_WORDS` words finds at most `MAX_RARE_HITS` products, the query and the names of these
/// products may have the same misspelling.
const MAX_RARE_WORDS: usize = 3;
const MAX_RARE_HITS: u64 = 2;

/// Answers a query for a whole PC: parts are searched only where words name some.
pub(crate) fn respond_to_whole_pc(
    context: SearchContext<'_>,
    parsed: ParsedQuery,
    intent: SearchIntent,
) -> Result<SearchResponse> {
    let names_parts = parsed.spans.iter().any(|span| !span.is_optional);
    let mut answer = if names_parts {
        search_products(context, parsed)?
    } else {
        let understood = understood::list_understood(&parsed, &[], None, context.view, context.config);
        SearchResponse { is_total_exact: true, understood, ..SearchResponse::default() }
    };
    answer.intent = Some(intent);
    Ok(answer)
}

/// Answers a query for products in these steps:
///
/// 1. An item that no retailer carries, and nothing else: products near it.
/// 2. Soft words (`gaming`: a use or a part of a name) as part of a product name, if another word may belong to that
///    name (`soft_words.rs`). They stay part of it where the other words name nothing (`4`).
/// 3. "X for Y" as conditions on X (`fit_phrase.rs`).
/// 4. With required interpretations: categories and facts for an order; categories for a use or a fit.
/// 5. As typed. If a rounded size or a rare word finds few products, the query is widened at once
///    (`search_nearly_as_typed`).
/// 6. An item that no retailer carries, among other words, where no product has all the words.
/// 7. "Y X" read like "X for Y", likewise.
/// 8. Wider spellings, then products that satisfy only some of the words (`relax.rs`). If the words match products but
///    the filters leave none, step 8 repeats step 5 and finds nothing.
/// 9. Without the price that the words state, if it leaves nothing: the nearest prices first.
///
/// Steps 1 and 6 answer without a hit: `nearby` has the most popular products of the nearest category, if there is one.
/// Step 3 only changes the parsed query. Of the other steps, the first one with a hit answers; steps 7 to 9 answer
/// even if the filters leave no hit. A query of filters alone ends with step 5.
pub(crate) fn search_products(context: SearchContext<'_>, parsed: ParsedQuery) -> Result<SearchResponse> {
    let SearchContext { view, config, request } = context;
    if intent_responses::asks_only_for_not_carried_item(view, config, &parsed)?
        && let Some(answer) = intent_responses::respond_to_not_carried_item(context, &parsed)?
    {
        return Ok(answer);
    }
    if let Some(answer) = search_soft_words(context, &parsed)? {
        return Ok(answer);
    }
    let parsed = require_soft_words_of_numbers(view, config, parsed);
    let parsed = require_uses(context, fit_phrase::apply_fit(view, config, parsed)?);
    let enough_matches = compute_enough_matches(context, &parsed)?;
    let required = if is_ordered(request, &parsed) {
        RequiredInterpretations::CategoriesAndSpecs
    } else {
        RequiredInterpretations::Categories
    };
    if let Some(answer) = search_required_interpretations(context, &parsed, required, enough_matches)? {
        return Ok(answer);
    }
    let as_typed =
        Stage::Match.time(|| relax::match_as_typed(view, config, parsed, false, enough_matches))?;
    let answer = run_query(context, &as_typed)?;
    if let Some(more) = search_nearly_as_typed(context, &as_typed, answer.total)? {
        return Ok(more);
    }
    // Without clauses the query is filters alone; there are no words to widen.
    if answer.total > 0 || as_typed.clauses.is_empty() {
        return Ok(answer);
    }
    let has_matches = as_typed.matches.any(view);
    if !has_matches
        && let Some(answer) = intent_responses::respond_to_not_carried_item(context, &as_typed.parsed)?
    {
        return Ok(answer);
    }
    if !has_matches
        && let Some(parsed) = fit_phrase::apply_reversed_fit(view, config, &as_typed.parsed)?
        && let Some(matched) = relax::require_interpretations(view, config, &parsed, required, None)?
    {
        return run_query(context, &matched);
    }
    let widened = Stage::Match.time(|| relax::widen(view, config, as_typed, false, enough_matches))?;
    respond_to_widened(context, widened)
}

/// Answers a widened query, without the price that its words state if that leaves nothing.
fn respond_to_widened(context: SearchContext<'_>, widened: MatchedQuery) -> Result<SearchResponse> {
    let mut answer = run_query(context, &widened)?;
    // Another spelling may ask for a whole PC.
    let intent = intent_responses::whole_pc_intent(context.config, &widened.parsed);
    if answer.total == 0
        && let Some(nearest) = search_without_price(context, widened)?
    {
        answer = nearest;
    }
    answer.intent = intent;
    Ok(answer)
}

/// Returns the products of a query without the price that its words state, the nearest prices first; `None` where the
/// words state no price, the request itself filters by price, or nothing is found either.
fn search_without_price(
    context: SearchContext<'_>,
    mut matched: MatchedQuery,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, request } = context;
    let parsed = &mut matched.parsed;
    let constraints = &mut parsed.constraints;
    let is_stated = constraints.price_min.is_some() || constraints.price_max.is_some();
    let is_filtered = request.filters.price_min.is_some() || request.filters.price_max.is_some();
    if !is_stated || is_filtered || matched.clauses.is_empty() {
        return Ok(None);
    }
    let order = if constraints.price_max.is_some() { Sort::PriceAscending } else { Sort::PriceDescending };
    (constraints.price_min, constraints.price_max, constraints.price_around) = (None, None, None);
    constraints.sort = constraints.sort.or(Some(order));
    // The page still says that the price is understood, beside the sentence that it had to give way.
    let prices = parsed.understood.iter().filter(|part| part.kind == UnderstoodKind::Price);
    matched.relaxed.extend(prices.map(|part| part.words.clone()));
    // An order by price must keep to the kind of part and the facts.
    let required = RequiredInterpretations::CategoriesAndSpecs;
    let kept = Stage::Match
        .time(|| relax::require_interpretations(view, config, &matched.parsed, required, None))?;
    let nearest = match kept {
        Some(kept) => MatchedQuery { relaxed: matched.relaxed, ..kept },
        None => matched,
    };
    let answer = run_query(context, &nearest)?;
    Ok((answer.total > 0).then_some(answer))
}

/// Whether an order is requested, in the words or beside them.
fn is_ordered(request: &SearchRequest, parsed: &ParsedQuery) -> bool {
    effective_sort(request.sort, &parsed.constraints, true) != Sort::Relevance
}

/// Adds the facts that the uses ask for as filters, if results are not ordered by score: then a use cannot give points.
fn require_uses(context: SearchContext<'_>, mut parsed: ParsedQuery) -> ParsedQuery {
    let SearchContext { view, config, request } = context;
    if is_ordered(request, &parsed) && !parsed.intent.uses.is_empty() {
        let categories: Vec<Category> =
            parsed.spans.iter().filter_map(|span| category_of(span, &config.lexicon)).collect();
        let facts = uses::required_facts(view, config, &parsed.intent, &categories);
        parsed.constraints.specs.extend(facts);
    }
    parsed
}

/// Returns the response with required interpretations; `None` where the query asks for no order, use or fit, or finds
/// nothing with them.
fn search_required_interpretations(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
    required: RequiredInterpretations,
    enough_matches: Option<usize>,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, request } = context;
    let asks_for_use_or_fit = !parsed.constraints.fit_conditions.is_empty() || !parsed.intent.uses.is_empty();
    if !is_ordered(request, parsed) && !asks_for_use_or_fit {
        return Ok(None);
    }
    let matched = Stage::Match
        .time(|| relax::require_interpretations(view, config, parsed, required, enough_matches))?;
    let Some(matched) = matched else { return Ok(None) };
    let answer = run_query(context, &matched)?;
    Ok((answer.total > 0).then_some(answer))
}

/// Returns more than the `found` products where sizes are rounded or a rare word is probably misspelt; `None` where
/// there are no more.
fn search_nearly_as_typed(
    context: SearchContext<'_>,
    as_typed: &MatchedQuery,
    found: u64,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, .. } = context;
    if as_typed.clauses.is_empty() {
        return Ok(None);
    }
    let is_rounded = found <= MAX_FEW_HITS && names_rounded_size(config, &as_typed.parsed);
    // The hits are some of the matches, so that most queries need not count those: where products were deleted, that is a
    // look at each of them.
    let is_rare = (1..=MAX_RARE_HITS).contains(&found)
        && as_typed.parsed.words.len() <= MAX_RARE_WORDS
        && as_typed.matches.count(view) <= MAX_RARE_HITS;
    let rounded = MatchRules { all_rounded: true, ..MatchRules::default() };
    let rare = MatchRules { rare_misspelt: true, ..MatchRules::default() };
    for (applies, rules) in [(is_rounded, rounded), (is_rare, rare)] {
        if !applies {
            continue;
        }
        let enough_matches = compute_enough_matches(context, &as_typed.parsed)?;
        let parsed = as_typed.parsed.clone();
        let wider =
            Stage::Match.time(|| relax::match_by_rules(view, config, parsed, rules, enough_matches))?;
        let more = run_query(context, &wider)?;
        if more.total > found {
            return Ok(Some(more));
        }
    }
    Ok(None)
}

/// Whether an amount of the query is of a fact that people round (`27 inch`), or the query is about monitors, whose size
/// is often typed without its unit.
fn names_rounded_size(config: &SearchConfig, parsed: &ParsedQuery) -> bool {
    let quantities = parsed.words.iter().filter_map(|word| word.quantity.as_ref());
    let mut facts = quantities.flat_map(|quantity| config.lexicon.quantities.get(&quantity.unit)).flatten();
    facts.any(|fact| config.lexicon.rounded_keys.contains(&fact.key))
        || parsed.requested_categories.contains(&Category::Monitor)
}

/// Returns the query with its soft words as words of names, if the other words name nothing without them: the `4` of
/// `playstation 4` and the `pro` of `ps4 pro` are in the names of many products.
fn require_soft_words_of_numbers(view: &View, config: &SearchConfig, parsed: ParsedQuery) -> ParsedQuery {
    let variants = &config.ranking.variants.words;
    let names_nothing = |span: &QuerySpan| {
        let words = parsed.words.get(span.start..span.end).unwrap_or_default();
        let is_size = |text: &str| text.len() <= MAX_SIZE_DIGITS && number(text).is_some();
        span.is_plain() && words.iter().all(|word| is_size(&word.text) || variants.contains(&word.text))
    };
    let mut required = parsed.spans.iter().filter(|span| !span.is_optional);
    if parsed.intent.uses.is_empty() || !required.all(names_nothing) {
        return parsed;
    }
    let expander = Expander { view, config, rules: MatchRules::default() };
    match soft_words::require_soft_words(&expander, &parsed) {
        Some(mut named) => {
            named.intent.uses.clear();
            named
        }
        None => parsed,
    }
}

/// Returns the response with soft words as words of names; `None` where no word is soft or no product has all
/// words.
fn search_soft_words(context: SearchContext<'_>, parsed: &ParsedQuery) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, .. } = context;
    let expander = Expander { view, config, rules: MatchRules::default() };
    let Some(named) = soft_words::require_soft_words(&expander, parsed) else { return Ok(None) };
    let enough_matches = compute_enough_matches(context, &named)?;
    // A name may be half-typed, but not where it ends in a soft word.
    let is_last_soft = parsed.spans.last().is_some_and(|span| span.is_optional);
    for allow_half_typed in [false, true] {
        if allow_half_typed && is_last_soft {
            break;
        }
        let parsed = named.clone();
        let matched = Stage::Match
            .time(|| relax::match_as_typed(view, config, parsed, allow_half_typed, enough_matches))?;
        let answer = run_query(context, &matched)?;
        if answer.total > 0 {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}
