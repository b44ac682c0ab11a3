//! Responses to queries that ask for more than a list: whole PCs, and things that no retailer carries here.

use domain::model::Category;

use super::run_query::{CompiledQuery, RankedProduct, SearchContext};
use crate::{
    collect::filter::CompiledFilters,
    config::SearchConfig,
    interface::{Result, SearchIntent, SearchResponse, Sort, UnderstoodKind},
    query::{
        expander::{Expander, MatchRules},
        intent::{query_intent::category_of, unsold_thing},
        parsed_query::{ParsedQuery, QuerySpan},
        relax,
    },
    storage::view::View,
    text::fold::is_arabic,
};

/// Returns the intent of a query for a whole PC; `None` when the query asks for none.
pub(crate) fn whole_pc_intent(config: &SearchConfig, parsed: &ParsedQuery) -> Option<SearchIntent> {
    let whole_pc_request = parsed.intent.whole_pc.as_ref()?;
    let table = &config.lexicon.intents.uses;
    let named = parsed.intent.uses.iter().filter_map(|(index, _)| table.get(*index));
    let mut uses: Vec<String> = Vec::new();
    for usage in named {
        if !uses.contains(&usage.name) {
            uses.push(usage.name.clone());
        }
    }
    // "Gaming PC" states its use within its own name.
    if uses.is_empty() {
        let says = |word: &str| config.lexicon.intents.use_of(word).and_then(|index| table.get(index));
        uses.extend(whole_pc_request.words.split(' ').find_map(says).map(|usage| usage.name.clone()));
    }
    Some(SearchIntent::WholePc { budget: whole_pc_request.budget, uses })
}

/// Whether a query asks only for an item that no retailer carries. The first of these rules that applies decides:
///
/// 1. The query names no such item: no.
/// 2. The whole text is the item's name, of several words, or the item converts one thing to another: yes.
/// 3. The query names a category: no, unless the item is a use that the category has not (`laptop case`).
/// 4. Names of parts have the item's name too (`laptop`), and nothing says which part is meant: yes.
/// 5. An Arabic word is in no product, neither as typed nor in English: yes.
/// 6. Otherwise: yes if no product has all of the query's words.
pub(crate) fn asks_only_for_not_carried_item(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<bool> {
    let Some(item) = &parsed.intent.not_carried else { return Ok(false) };
    // `usb hub` is an item of its own, though monitors have one.
    let words = item.words.split(' ').count();
    let is_whole = words > 1 && words == parsed.words.len();
    if is_whole || unsold_thing::names_converter(view, config, parsed) {
        return Ok(true);
    }
    if parsed.spans.iter().any(|span| category_of(span, &config.lexicon).is_some()) {
        return Ok(unsold_thing::find_compound_of_use(view, config, parsed)?.is_some());
    }
    if parsed.requested_categories.is_empty() && config.lexicon.intents.is_in_part_names(&item.words) {
        return Ok(true);
    }
    // Only whole words count here, not words that merely sound alike.
    let expander = Expander { view, config, rules: MatchRules::default() };
    for word in parsed.words.iter().filter(|word| is_arabic(&word.text)) {
        let english = config
            .lexicon
            .interpret(&word.text)
            .into_iter()
            .flat_map(|interpretation| &interpretation.english);
        let spellings = std::iter::once(&word.text).chain(english.flatten());
        let mut is_named = false;
        for spelling in spellings {
            is_named |= expander.word_group(spelling)?.doc_freq() > 0;
        }
        if !is_named {
            return Ok(true);
        }
    }
    let spans = (0..parsed.words.len()).map(QuerySpan::plain).collect();
    let plain = ParsedQuery { spans, words: parsed.words.clone(), ..ParsedQuery::default() };
    Ok(!relax::match_as_typed(view, config, plain, false, Some(1))?.matches.any(view))
}

/// Returns the response for a thing that no retailer carries: products of the nearest category, most popular first.
/// `None` where the query asks for a part.
pub(crate) fn respond_to_not_carried_item(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, .. } = context;
    let compound = match parsed.intent.not_carried {
        Some(_) => unsold_thing::find_compound_of_use(view, config, parsed)?,
        None => None,
    };
    let item = match compound {
        Some(item) => Some(item),
        None => unsold_thing::find_unsold_thing(view, config, parsed)?,
    };
    let Some(item) = item else { return Ok(None) };
    let near = item.near.map(|near| most_popular(context, near)).transpose()?.unwrap_or_default();
    Ok(Some(SearchResponse {
        is_total_exact: true,
        nearby: near,
        understood: parsed
            .understood
            .iter()
            .filter(|part| !matches!(part.kind, UnderstoodKind::Fit | UnderstoodKind::FitUnknown))
            .cloned()
            .collect(),
        intent: Some(SearchIntent::NotCarried { words: item.words.clone(), near: item.near }),
        ..SearchResponse::default()
    }))
}

/// Returns the most popular products of a category that pass the request's filters.
fn most_popular(
    context: SearchContext<'_>,
    category: Category,
) -> Result<Vec<crate::interface::response::Hit>> {
    let SearchContext { view, config, request } = context;
    let mut wanted = request.filters.clone();
    wanted.categories = vec![category];
    let filters = CompiledFilters::compile(&wanted, &view.vocabulary, config)?;
    let query = CompiledQuery::without_words(context, &filters, Sort::Popularity);
    let collected = query.collect(request.limit as usize, None, false)?;
    let page: Vec<RankedProduct> =
        collected.top_docs.into_iter().take(request.limit as usize).map(RankedProduct::unscored).collect();
    query.load_hits(&page)
}
